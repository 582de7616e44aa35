"""Domino Cribbage: a crib, a count to thirty-one, and hands that are counted aloud, with the double-six dominoes."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Line, Rules, track

from . import advice, discarding, display, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="domino_cribbage",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (DCRIB-6.1), deal_over, scores (DCRIB-6)
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
        expected=discarding.expected,
        payoff_unit="lead",
    ),
    display=Display(
        prompts=display.PROMPTS,
        says=display.SAYS,
        ends=display.ends,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        sort_key=display.sort_key,
        track=track,
        line=Line("line", "line_by"),
    ),
)
