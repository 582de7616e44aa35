"""Flashpoint: partners at a table where a suit may come only once to a trick, and what lies together scores."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules, Worlds

from . import advice, display, inference, reasons, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, VERBS, Phase, State

GAME = Game(
    name="flashpoint",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: actors, over (FLASH-9.1), deal_over (FLASH-6.4)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        act=rules.act,
        payoff=rules.payoff,
        scores=rules.scores,
    ),
    worlds=Worlds(
        sees=display.sees,
        complete=inference.complete,
        odds=inference.odds,
    ),
    advice=Advice(rule_of_thumb=advice.rule_of_thumb),
    display=Display(
        prompts=display.PROMPTS,
        says=(*display.SAYS, *reasons.SAYS),
        ends=display.ends,
        because=reasons.because,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        status=display.status,
        sort_key=display.sort_key,
        rank_key=display.rank_key,
        captions=display.captions,
        team=display.team,
    ),
)
