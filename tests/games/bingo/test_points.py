"""The points of the tiles: clauses BINGO-3 and the examples on them."""

from functools import cache

import pytest

from tests.aloud import legal, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import (
    ORDERS,
    after_tricks,
    bare_tricks,
    play_any,
    play_random,
    points,
    table,
    totals,
    trick,
)
from tests.games.bingo.naive import DOUBLES, PIPS, TILES, pips, tile, worth

#: BINGO-3.7: trump double, other trumps, other doubles, non-trump tens, all tiles, with the last trick.
TOTALS = {
    0: (28, 63, 42, 10, 143, 153),
    1: (28, 33, 54, 20, 135, 145),
    2: (28, 38, 52, 20, 138, 148),
    3: (28, 43, 50, 10, 131, 141),
    4: (28, 48, 48, 10, 134, 144),
    5: (28, 53, 46, 20, 147, 157),
    6: (28, 58, 44, 10, 140, 150),
}


@cache
def counts(one: str, trump: int) -> int:
    """What a tile counts: it is played to a trick with one that counts nothing, for it is neither trump nor double."""
    plain = [other for other in ("2-1", "4-3", "6-5", "5-3") if trump not in pips(other) and other != one]
    return bare_tricks(trump)[plain[0], one][1]


@clause("BINGO-3.1", "BINGO-3.5")
@pytest.mark.parametrize("trump", PIPS)
def test_trump_double_counts_28(trump: int) -> None:
    """[0-0] too, when blanks are trumps; and no other tile counts as much."""
    assert [tile(trump, trump)] == [one for one in TILES if counts(one, trump) >= 28]


@clause("BINGO-3.2")
@pytest.mark.parametrize("trump", PIPS)
def test_other_trumps_count_their_pips(trump: int) -> None:
    """A blank is 7."""
    for pip in PIPS:
        if pip != trump:
            assert (trump or 7) + (pip or 7) == counts(tile(trump, pip), trump)


@clause("BINGO-3.3", "EX-BINGO-3")
@pytest.mark.parametrize("trump", PIPS)
def test_tens(trump: int) -> None:
    """[0-3] and [4-6] count 10 under every trump; no other plain tile with two pips counts anything."""
    assert [10, 10] == [counts("3-0", trump), counts("6-4", trump)]
    plain = [one for one in TILES if one not in DOUBLES and trump not in pips(one)]
    assert {one for one in ("3-0", "6-4") if trump not in pips(one)} == {one for one in plain if counts(one, trump)}


@clause("BINGO-3.1", "BINGO-3.2")
def test_points_of_a_trick_go_to_its_winner() -> None:
    """Both tiles' points, and to nobody else."""
    m = trick(table("5-2 2-1", "5-5", turned="5-3", stock="6-6"), "5-2 5-5", "draw")
    assert [0, 35] == points(m)
    trick(m, "6-6 2-1")
    assert [0, 47] == points(m)


@clause("EX-BINGO-3")
def test_example_points() -> None:
    """Threes are trumps."""
    assert (28, 10, 10, 10) == tuple(counts(one, 3) for one in ("3-3", "3-0", "6-4", "5-5"))


@clause("BINGO-3.4")
@pytest.mark.parametrize("trump", PIPS)
def test_other_doubles_count_their_pips(trump: int) -> None:
    """[0-0] 14, [1-1] 2 … [6-6] 12."""
    expected = dict(zip(DOUBLES, (14, 2, 4, 6, 8, 10, 12), strict=True))
    assert {**expected, tile(trump, trump): 28} == {one: counts(one, trump) for one in DOUBLES}


@clause("BINGO-3.5")
@pytest.mark.parametrize("trump", PIPS)
def test_other_tiles_count_nothing(trump: int) -> None:
    """Tiles of two different pips, no trumps, that do not sum to ten."""
    rest = [one for one in TILES if one not in DOUBLES and trump not in pips(one) and one not in ("3-0", "6-4")]
    assert {0} == {counts(one, trump) for one in rest}


@clause("BINGO-3.7")
@pytest.mark.parametrize("trump", PIPS)
def test_totals_of_the_table(trump: int) -> None:
    """Column by column."""
    double = tile(trump, trump)
    groups = (
        [double],
        [one for one in TILES if trump in pips(one) and one != double],
        [one for one in DOUBLES if one != double],
        [one for one in ("3-0", "6-4") if trump not in pips(one)],
        TILES,
    )
    sums = [sum(counts(one, trump) for one in group) for group in groups]
    assert list(TOTALS[trump]) == [*sums, sums[-1] + 10]


@clause("BINGO-3.1", "BINGO-3.2", "BINGO-3.3", "BINGO-3.4", "BINGO-3.5")
@pytest.mark.parametrize(("blank", "double"), ORDERS)
def test_blank_counts_seven_in_every_order(blank: str, double: str) -> None:
    """How tiles rank changes nothing in what they count."""
    for trump in PIPS:
        for one in ("0-0", "3-0", "4-0", tile(trump, trump)):
            other = next(other for other in ("6-5", "2-1", "4-3") if trump not in pips(other) and other != one)
            assert worth(one, trump) == bare_tricks(trump, blank, double)[other, one][1]


@clause("BINGO-3.6", "EX-BINGO-18")
@pytest.mark.parametrize("trump", PIPS)
@pytest.mark.parametrize("seed", range(3))
def test_points_of_a_deal_played_out(trump: int, seed: int) -> None:
    """Both together have the total of the table; the winner of the last trick has 10 more of them than of tiles."""
    m = play_random(table(trump=trump, seed=seed + 1, doubles_points=[0] * 5, bingo_bonus=0), seed, draws=1)
    assert 14 == m.public.tricks_played
    assert TOTALS[trump][4] == sum(points(m))
    assert sorted([0, 10]) == sorted(m.public.last_bonus)
    last = m.public.last_bonus[0] == 10
    assert m.public.best_seat == (0 if last else 1)
    assert TOTALS[trump][5] == sum(totals(m))
    assert trump != 5 or sum(totals(m)) == 157


@clause("BINGO-3.6")
@pytest.mark.parametrize("bonus", [0, 10, 25])
def test_last_trick_bonus_is_an_option(bonus: int) -> None:
    """What it is worth is agreed."""
    m = play_any(table(last_trick_bonus=bonus, trump=5))
    assert sorted([0, bonus]) == sorted(m.public.last_bonus)
    assert [] == [note for note in m.score_sheet.account if note.line.key == "last_trick" and note.amount != bonus]


@clause("BINGO-3.6", "BINGO-6.7")
@pytest.mark.parametrize("tricks", range(1, 8))
def test_no_points_for_the_last_trick_of_a_closed_deal(tricks: int) -> None:
    """Whenever the stock is closed."""
    m = play_any(take(after_tricks(table(), tricks), "close"))
    assert m.log.deal_over
    assert [0, 0] == list(m.public.last_bonus)
    assert not [note for note in m.score_sheet.account if note.line.key == "last_trick"]


@clause("BINGO-3.6")
def test_bonus_comes_with_the_last_trick_only() -> None:
    """Not a trick earlier."""
    m = play_any(table(), 27)
    assert [0, 0] == list(m.public.last_bonus)
    assert 1 == len(legal(m))
    before = list(m.public.tricks)
    play_any(m, 1)
    winner = next(seat for seat in (0, 1) if m.public.tricks[seat] > before[seat])
    assert 10 == m.public.last_bonus[winner]
    assert () == m.actors
    m.go_on()
    assert 1 - m.public.dealer == turn(m)
    assert [0, 0] == list(m.public.last_bonus)
