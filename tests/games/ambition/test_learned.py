"""The rule that was learned: what it is worth against the rule of thumb."""

from __future__ import annotations

import numpy
import pytest

from torite.games.ambition import GAME
from torite.kernel import generator
from torite.kernel.slots import payoff
from torite.kit.turn_order import LEARNED, THUMB, play_on
from torite.match import Match

pytestmark = pytest.mark.compiles(game="ambition")
DEALS = 400


def worth(variant: str, policies: list[int], seat: int) -> float:
    """Return what a seat gets in the first deals of matches, on average, in thousandths of a match."""
    state = Match(variant, seats=len(policies), seed=0, manual=True).log.trial()
    compiled = GAME.binding.compiled
    play, seed, pays = compiled(play_on, playout=True), compiled(generator.seed), GAME.binding.interpreted(payoff)
    blank = numpy.array(state.to_words()[: GAME.layout.words], dtype=numpy.int64)
    total = 0
    for number in range(DEALS):
        rng, words, pay = numpy.zeros(generator.PADDED, dtype=numpy.int64), blank.copy(), [0] * len(policies)
        seed(rng, 7, number)
        play(words.view(GAME.layout.playout_dtype)[0], False, numpy.array(policies), rng)
        pays(GAME.state.from_words([int(word) for word in words]), pay)
        total += pay[seat]
    return total / DEALS


@pytest.mark.parametrize("variant", ["ambition", "ambition-revised"])
def test_it_gets_more_than_the_rule_of_thumb_in_its_place(variant: str) -> None:
    by_thumb = worth(variant, [THUMB] * 4, 1)
    learned = worth(variant, [THUMB, LEARNED, THUMB, THUMB], 1)
    assert learned > by_thumb + 12
