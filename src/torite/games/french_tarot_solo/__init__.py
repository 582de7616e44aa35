"""French Tarot Solo: the declarer of three-handed tarot against a hidden hand and a half-open Dummy."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules, TrickFields, Worlds

from . import advice, display, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, FIGURES, HAND_SIZE, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="french_tarot_solo",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (TAROT-15.3), scores (TAROT-15.3)
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
    worlds=Worlds(sees=display.sees),
    advice=Advice(
        rule_of_thumb=advice.rule_of_thumb,
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
        tricks_in_all=lambda view: HAND_SIZE,
        tricks=TrickFields(length="", last="last_trick"),
    ),
    figures=FIGURES,
    winnable=False,  # a session has a score and no win (TAROT-15.3)
)
