"""Perlaggen: a Tyrolean game of partners with wild cards and three things to bet on."""

from pathlib import Path

from torite.kit import Advice, Display, Game, Rules, Worlds

from . import advice, display, inference, prospects, pruning, rules
from .options import VARIANTS
from .promises import PROMISES
from .state import CHANCES, NOTES, REFUSALS, TRICKS, VERBS, Phase, State

GAME = Game(
    name="perlaggen",
    folder=Path(__file__).parent,
    variants=VARIANTS,
    state=State,
    phase=Phase,
    verbs=VERBS,
    chances=CHANCES,
    refusals=REFUSALS,
    notes=NOTES,
    promises=PROMISES,
    # as in most games: over (PERL-9.2), deal_over (PERL-9.6), scores (PERL-9.2)
    rules=Rules(
        start=rules.start,
        chance=rules.chance,
        settle=rules.settle,
        legal=rules.legal,
        duties=rules.duties,
        duty_words=rules.duty_words,
        act=rules.act,
        payoff=prospects.payoff,
        actors=rules.actors,
    ),
    worlds=Worlds(
        complete=inference.complete,
        odds=inference.odds,
    ),
    advice=Advice(
        rule_of_thumb=advice.rule_of_thumb,
        prune=pruning.prune,
        leave_to_heuristic=pruning.leave_to_heuristic,
        payoff_unit="win",
    ),
    display=Display(
        prompts=display.PROMPTS,
        says=display.SAYS,
        ends=display.ends,
        facts=display.facts,
        hidden_facts=display.hidden_facts,
        unseen_zones=display.unseen_zones,
        status=display.status,
        waiting=display.waiting,
        sort_key=display.sort_key,
        trumps=display.trumps,
        tricks_in_all=lambda view: TRICKS,
        team=display.team,
        phrases=display.phrases,
        marks=display.marks,
        captions=display.captions,
        elements=display.elements,
        standing_for=display.standing_for,
        suggested_meanings=display.suggested_meanings,
    ),
    when_arranged=rules.when_arranged,
)
