"""Ambition: the points of a slam or no trick at all, and woe to whoever takes merely the most."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules

from . import advice, display, learned, match_odds, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, VERBS, Phase, State, tricks_in_all

GAME = Game(
    name="ambition",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (AMB-8.2), deal_over, scores (AMB-8.6)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        act=rules.act,
        payoff=match_odds.payoff,
        actors=rules.actors,
    ),
    advice=Advice(
        rule_of_thumb=advice.rule_of_thumb,
        learned_rule=learned.learned_rule,
        traits=learned.TRAITS,
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
        tricks_in_all=tricks_in_all,
        rank_key=display.rank_key,
        is_out=display.is_out,
        gauges=display.gauges,
        captions=display.captions,
    ),
)
