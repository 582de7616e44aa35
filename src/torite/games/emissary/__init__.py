"""The Emissary: alone to eight kingdoms, to win exactly as many arguments against each ruler as its place demands."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules, TrickFields

from . import advice, display, learned, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, FIGURES, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="emissary",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (EMIS-9.2, 10.1), deal_over, scores (EMIS-10.6)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        act=rules.act,
        payoff=rules.payoff,
        actors=rules.actors,
    ),
    advice=Advice(
        rule_of_thumb=advice.rule_of_thumb,
        learned_rule=learned.learned_rule,
        succeeded=rules.succeeded,
    ),
    display=Display(
        prompts=display.PROMPTS,
        says=display.SAYS,
        ends=display.ends,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        unseen_zones=display.unseen_zones,
        status=display.status,
        sort_key=display.sort_key,
        trumps=display.trumps,
        captions=display.captions,
        road=display.road,
        tricks=TrickFields(length="", last="last_trick"),
    ),
    figures=FIGURES,
)
