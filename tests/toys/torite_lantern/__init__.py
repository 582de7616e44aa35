"""Lantern: an invented game for one, so short that tests of what games played alone need can play many."""

from pathlib import Path

from torite.kit import Advice, Game, Rules

from . import rules
from .state import CHANCES, NOTES, REFUSALS, VARIANTS, VERBS, Phase, State

GAME = Game(
    name="lantern",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=rules.PROMISES,
    # as in most games: actors, over (LANTERN-1.3), deal_over, scores (LANTERN-4.1)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        act=rules.act,
        payoff=rules.payoff,
    ),
    advice=Advice(rule_of_thumb=rules.rule_of_thumb),
)
