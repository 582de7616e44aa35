"""Bingo: Sixty-six with dominoes, where the blank is worth seven and the double blank beats everything."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules

from . import advice, display, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="bingo",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: actors, over (BINGO-8.9), deal_over, scores (BINGO-8)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        act=rules.act,
        payoff=rules.payoff,
    ),
    advice=Advice(rule_of_thumb=advice.rule_of_thumb),
    display=Display(
        prompts=display.PROMPTS,
        says=display.SAYS,
        ends=display.ends,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        unseen_zones=display.unseen_zones,
        sort_key=display.sort_key,
        trumps=display.trumps,
    ),
)
