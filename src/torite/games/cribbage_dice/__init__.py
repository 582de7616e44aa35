"""Cribbage Dice: four twelve-sided dice and a starter, rolled up to three times again, and counted as in Cribbage."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules, Worlds, track

from . import advice, display, exact, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="cribbage_dice",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (CDICE-4.1, 4.2), scores (CDICE-4)
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
    worlds=Worlds(
        sees=display.sees,
        complete=rules.complete,
    ),
    advice=Advice(
        rule_of_thumb=advice.rule_of_thumb,
        expected=exact.expected,
        tries_each=True,
    ),
    display=Display(
        prompts=display.PROMPTS,
        says=display.SAYS,
        ends=display.ends,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        track=track,
    ),
)
