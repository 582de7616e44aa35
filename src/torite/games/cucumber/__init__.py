"""The Cucumber games of Northern Europe."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules, Worlds

from . import advice, display, reasons, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="cucumber",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: actors, over (CUC-5.2), deal_over, scores (CUC-4.2)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        act=rules.act,
        payoff=rules.payoff,
    ),
    worlds=Worlds(sees=rules.sees),
    advice=Advice(rule_of_thumb=advice.rule_of_thumb),
    display=Display(
        prompts=display.PROMPTS,
        says=(*display.SAYS, *reasons.SAYS),
        ends=display.ends,
        because=reasons.because,
        alike=reasons.alike,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        unseen_zones=display.unseen_zones,
        sort_key=display.sort_key,
        tricks_in_all=display.tricks_in_all,
        rank_key=display.rank_key,
        is_out=display.is_out,
    ),
)
