"""Luck and skill told apart: by what every deal was worth, to whoever plays it, and by what came of it."""

from __future__ import annotations

import math
import statistics

import pytest

import torite
from tests.strategies import Table
from tests.study.test_analysis import played, short
from torite.errors import BadOptions
from torite.match import Match
from torite.study import Amount, DealWorth, deals_worth, together
from torite.study.analysis import NotOver
from torite.study.dealt import FEWEST

LOW, HIGH = "C2 S2 D2 H2 C3 S3 H7", "CA SA DA HA CK SK DK"


@pytest.mark.long
def test_every_game_tells_luck_from_play(usual: Table) -> None:
    """Of each deal the parts add up to what it paid, and the same seed tells the same."""
    match = played(usual.match(2))
    deals = list(deals_worth(match, playouts=FEWEST, seed=5))
    assert len(deals) == len(match.log.ends)
    steps = [*match.log.steps(0)]
    ends = [at for at, entry in enumerate(match.log.standing) if entry.number in match.log.ends]
    scale = 0.1 if match.game.advice.payoff_unit == "win" else 1.0
    for one, end in zip(deals, ends, strict=True):
        assert match.log.standing[one.entry].seat >= 0
        assert one.deal == 1 + steps[one.entry][0].deals_played
        pay = [0] * match.game.layout.seats
        match.game.rules.payoff(steps[end][2], pay)
        assert [*one.paid] == [pytest.approx(scale * of) for of in pay[: match.seats]]
        for seat in range(match.seats):
            parts = one.average[seat].value, one.luck[seat].value, one.played[seat].value
            assert sum(parts) == pytest.approx(one.paid[seat])
            assert one.luck[seat].error >= one.played[seat].error >= 0
    assert deals[0] == next(deals_worth(match, end=deals[0].entry + 1, playouts=FEWEST, seed=5))
    assert [*deals_worth(match, first=deals[-1].entry + 1, playouts=FEWEST)] == []


def dealt(mine: str, theirs: str) -> DealWorth:
    arranged = torite.Arrangement(hands={0: mine, 1: theirs}, dealer=1)
    match = played(Match("agurk", seats=2, seed=3, options={"out_at": 8}, arranged=arranged))
    return next(deals_worth(match, end=3))


def test_good_cards_are_luck() -> None:
    """Who holds low cards against high ones was lucky, the other as unlucky: beyond doubt, whatever was played."""
    good, bad = dealt(LOW, HIGH), dealt(HIGH, LOW)
    assert good.luck[0].value > good.luck[0].error
    assert bad.luck[0].value < -bad.luck[0].error
    assert good.luck[1].value < 0 < bad.luck[1].value


def test_other_deals_are_those_of_the_same_dealer() -> None:
    """In Domino Cribbage the crib is the dealer's, so an average deal is worth more to one of them."""
    match = played(Match("domino-cribbage", seats=2, seed=1))
    first = next(deals_worth(match, playouts=300))
    dealer = match.at(first.entry).public.dealer
    assert first.average[dealer].value > first.average[dealer].error


def test_amounts_add_up_as_independent_ones_do() -> None:
    assert together([Amount(1, 3), Amount(2, 4)]) == Amount(3, 5)
    assert together([]) == Amount(0, 0)


def test_luck_comes_out_even() -> None:
    """Of many deals it is 0 on average, for that is what it is measured against: within three standard errors."""
    lucky = []
    for seed in range(12):
        match = played(Match("agurk", seats=2, seed=seed, options={"out_at": 8}))
        lucky += [one.luck[0].value for one in deals_worth(match, playouts=40)]
    assert abs(statistics.fmean(lucky)) < 3 * statistics.stdev(lucky) / math.sqrt(len(lucky))


def test_a_match_that_goes_on_is_told_of_by_nobody() -> None:
    with pytest.raises(NotOver):
        next(deals_worth(Match("agurk", seats=2, seed=3)))
    with pytest.raises(BadOptions):
        next(deals_worth(short(), playouts=FEWEST - 1))


def test_it_can_be_given_up() -> None:
    class Enough(Exception):
        pass

    def enough() -> None:
        raise Enough

    with pytest.raises(Enough):
        next(deals_worth(short(), between=enough))
