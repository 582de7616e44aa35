"""Haggle: an invented game that uses every contract which the library's first games do not."""

from pathlib import Path

from torite.kit import Advice, Game, Rules, Worlds

from . import rules
from .state import CHANCES, NOTES, REFUSALS, VARIANTS, VERBS, Phase, State

GAME = Game(
    name="haggle",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=rules.PROMISES,
    # as in most games: over (HAGGLE-1.3), scores (HAGGLE-6.3)
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
    worlds=Worlds(complete=rules.complete),
    advice=Advice(rule_of_thumb=rules.rule_of_thumb),
)
