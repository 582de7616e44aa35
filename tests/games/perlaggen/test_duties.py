"""What playouts ask: duties without looking for offers, and among which verbs they are."""

from __future__ import annotations

import random
from typing import Any

import pytest

from torite import Match
from torite.games.perlaggen import rules
from torite.games.perlaggen.state import VERBS, Phase
from torite.kernel.bits import count_of, count_within, nth_of, nth_within
from torite.kit import Actions

ACTIONS = 250  #: of each match
AGREED: list[dict[str, Any]] = [
    {},
    {"announce_mode": "polled", "cut_ritual": "interactive"},
    {"wild_binding": "when_played", "figure_tie": "first_claim", "wild_designation": "any"},
]


def duties_of(state: Any, seat: int, words: Any) -> list[int]:
    """What a rule fills in, but offers."""
    may = Actions(VERBS.words)
    words(state, seat, may)
    return [word & ~offers for word, offers in zip(may, VERBS.offers, strict=True)]


@pytest.mark.parametrize("agreed", AGREED)
@pytest.mark.parametrize("seed", range(3))
def test_duties_are_all_duties_and_among_the_verbs_told(agreed: dict[str, Any], seed: int) -> None:
    """In matches at random, of every actor: what is legal but offers, and the choices are numbered alike."""
    match, chooser, met = Match("perlaggen", options=agreed, seed=seed), random.Random(seed), set[int]()
    for _ in range(ACTIONS):
        if match.over:
            break
        state = match.log.trial()
        met.add(state.phase)
        bound = False
        for seat in match.actors:
            duties = duties_of(state, seat, rules.duties)
            assert duties_of(state, seat, rules.legal) == duties
            told = rules.duty_words(state, seat)
            assert 0 == sum(word for j, word in enumerate(duties) if not told >> j & 1)
            assert count_of(duties) == count_within(duties, told)
            bound |= any(duties)
            for n in range(count_of(duties)):
                assert nth_of(duties, n) == nth_within(duties, told, n)
        if not bound:  # the first must take an offer
            offers = Actions(VERBS.words)
            rules.legal(state, match.actors[0], offers)
            told = rules.duty_words(state, match.actors[0])
            assert 0 == sum(word for j, word in enumerate(offers) if not told >> j & 1)
        seat = chooser.choice(match.actors)
        actions = match.actions(seat)
        must = [action for action in actions if not action.offer]
        match.act(seat, chooser.choice(must if must and chooser.random() < 0.95 else actions))
    assert {Phase.PLAY, Phase.SHOWDOWN} <= met
