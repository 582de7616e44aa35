"""Doppelkopf: four players, forty-eight cards, and partners who find each other in the play."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules, Worlds

from . import advice, display, inference, parties, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, VERBS, Phase, State, tricks_in_all

GAME = Game(
    name="doppelkopf",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (DOKO-1.8, 15.16), scores (DOKO-14)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        duties=rules.duties,
        act=rules.act,
        payoff=rules.payoff,
        actors=rules.actors,
        deal_over=rules.deal_over,
    ),
    worlds=Worlds(
        sees=display.sees,
        complete=parties.complete,
        odds=inference.odds,
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
        tricks_in_all=tricks_in_all,
    ),
)
