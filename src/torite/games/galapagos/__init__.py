"""Galapagos: bid for a hand and its melds, play it out in tricks, then shed the cards that were bid."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules, Worlds

from . import advice, display, learned, rules, worlds
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, HAND_SIZE, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="galapagos",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (GALA-7.2), scores (GALA-4.6)
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
        sees=rules.sees,
        complete=worlds.complete,
    ),
    advice=Advice(
        rule_of_thumb=advice.rule_of_thumb,
        learned_rule=learned.learned_rule,
        traits=learned.TRAITS,
        payoff_unit="lead",
    ),
    display=Display(
        prompts=display.PROMPTS,
        says=display.SAYS,
        ends=display.ends,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        unseen_zones=display.unseen_zones,
        at_stake=display.at_stake,
        status=display.status,
        sort_key=display.sort_key,
        groups=display.groups,
        tricks_in_all=lambda view: HAND_SIZE,
        number_labels=display.number_labels,
    ),
)
