"""Hearts: take no hearts and not the queen of spades, or take them all."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules

from . import advice, display, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="hearts",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (HEARTS-6.1, 6.2), scores (HEARTS-5.6)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        act=rules.act,
        payoff=rules.payoff,
        actors=rules.actors,
        deal_over=rules.deal_over,
    ),
    advice=Advice(rule_of_thumb=advice.rule_of_thumb),
    display=Display(
        prompts=display.PROMPTS,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        unseen_zones=display.unseen_zones,
        rank_key=display.rank_key,
    ),
)
