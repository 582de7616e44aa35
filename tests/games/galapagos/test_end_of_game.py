"""Section 7: when the game ends, and game points."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.galapagos.asking import notes
from tests.games.galapagos.builders import at_tricks, finish, melded, play_tricks
from tests.games.galapagos.naive_playoff import game_points
from torite import Match
from torite.records import verify


def ended(first: int, second: int, cards: int = 5, winner: int = 0, wins: int = 6, **options: Any) -> Match:
    """Play a deal without melds from these totals: tricks 30 and 70 or so, then a seat goes out against so many."""
    m = at_tricks("", "", initial={"score": [first, second]}, century_mark="over_100", **options)
    return finish(play_tricks(m, wins=wins), winner, cards)


@clause("GALA-7.2")
@pytest.mark.parametrize(
    ("first", "expected"), [(915, False), (920, True), (925, True), (919, False), (1000, True), (0, False)]
)
def test_thousand_ends_the_game(first: int, expected: bool) -> None:
    """1000 or more after a deal: here 30 in tricks and 50 in the play-off."""
    m = ended(first, 0)
    assert [first + 80, 70] == m.scores
    assert expected == m.over
    assert expected == (m.result is not None)


@clause("GALA-7.1")
@pytest.mark.parametrize("first", [1000 - 60, 1000 - 10])
def test_deal_is_played_to_its_end(first: int) -> None:
    """Also when a total passes the target on the way."""
    m = melded("S3 H3 D3 C3", "", initial={"score": [first, 0]})
    assert m.scores[0] >= 1000
    assert not m.over
    m = at_tricks("S3 H3 D3 C3", "", initial={"score": [first, 0]})
    play_tricks(m, wins=6)
    assert not m.over
    finish(m, 1, 2)
    assert m.over


@clause("GALA-7.1", "GALA-7.3")
def test_who_is_first_past_the_target_need_not_win() -> None:
    """The higher total of the whole deal does."""
    m = at_tricks("S3 H3 D3 C3", "", initial={"score": [940, 980]}, century_mark="over_100")
    assert [1000, 980] == m.scores
    play_tricks(m, wins=6)
    finish(m, 1, 3)
    assert ([1030, 1080], [0, 1]) == (m.scores, list(m.public.won))


@clause("GALA-7.3", "EX-GALA-13")
@pytest.mark.parametrize(
    ("loser", "points"),
    [(760, 2), (745, 3), (495, 4), (1000, 1), (995, 2), (750, 2), (500, 3), (70, 4), (1020, 1)],
)
def test_game_points(loser: int, points: int) -> None:
    """By the loser's total."""
    m = ended(1000, loser - 70)
    assert ([1080, loser], True) == (m.scores, m.over)
    assert [points, 0] == list(m.public.game_points)
    assert [1, 0] == list(m.public.won)
    assert m.result is not None
    assert ((1, 2), (1, 0)) == (m.result.places, tuple(map(int, m.result.shares)))
    assert [("wins", 0, points)] == notes(m, "wins")


@clause("GALA-7.3", "GALA-4.6")
def test_programs_want_what_players_want() -> None:
    """Whoever scored more in the deal, or has won the game, has the higher payoff."""
    m = ended(100, 400)
    assert m.score_sheet.payoffs[0] > m.score_sheet.payoffs[1]
    m = ended(100, 400, winner=1)
    assert m.score_sheet.payoffs[0] < m.score_sheet.payoffs[1]
    m = ended(100, 1000, winner=0, cards=5)
    assert (0, 1) == tuple(m.public.won)
    assert m.score_sheet.payoffs[0] < m.score_sheet.payoffs[1]


@clause("GALA-7.3")
def test_second_seat_may_win() -> None:
    """With its own points."""
    m = ended(100, 1000, winner=1)
    assert ([0, 4], [0, 1], (2, 1)) == (
        list(m.public.game_points), list(m.public.won), m.result.places if m.result else ()
    )  # fmt: skip


@clause("GALA-7.4")
def test_equal_totals_go_on() -> None:
    """Past the target, too: 1070 each; and the next deal decides."""
    m = ended(1000, 990, cards=3, wins=6, winner=0)
    assert ([1060, 1060], False, True) == (m.scores, m.over, m.log.deal_over)
    assert [("tied", 1060)] == [(key, amount) for key, _, amount in notes(m, "tied")]
    assert not any(m.public.game_points)
    at = at_tricks("", "", match=m, century_mark="over_100")
    finish(play_tricks(at, wins=6), 0, 5)
    assert ([1140, 1130], True) == (m.scores, m.over)
    assert [1, 0] == list(m.public.game_points)


@clause("GALA-7.2", "GALA-7.4")
def test_equal_totals_below_the_target_are_nothing_special() -> None:
    """The game goes on without a word."""
    m = ended(500, 490, cards=3)
    assert ([560, 560], False) == (m.scores, m.over)
    assert [] == notes(m, "tied")


@clause("EX-GALA-20", "GALA-7.5")
@pytest.mark.parametrize(("loser", "points"), [(375, 2), (374, 3), (250, 3), (249, 4), (500, 1), (499, 2)])
def test_example_20(loser: int, points: int) -> None:
    """A target of 500: bands of its own."""
    m = ended(500, loser - 70, target=500)
    assert ([580, loser], True) == (m.scores, m.over)
    assert [points, 0] == list(m.public.game_points)


@clause("GALA-7.5")
@pytest.mark.parametrize(
    ("target", "loser", "points"),
    [(101, 76, 2), (101, 75, 3), (101, 51, 3), (101, 50, 4), (101, 101, 1), (101, 100, 2), (1001, 751, 2),
     (1001, 750, 3), (1001, 501, 3), (1001, 500, 4), (100, 75, 2), (100, 74, 3)],
)  # fmt: skip
def test_bands_are_compared_exactly(target: int, loser: int, points: int) -> None:
    """Targets that cannot be divided: no rounding."""
    assert points == game_points(loser, target)
    m = ended(target, loser - 70, target=target)
    assert [points, 0] == list(m.public.game_points)


@clause("GALA-7.2")
@pytest.mark.parametrize("target", [100, 180, 181])
def test_target_is_an_option(target: int) -> None:
    """The first deal may end it."""
    m = ended(100, 0, target=target)
    assert (target <= 180) == m.over


@clause("GALA-7.1", "GALA-7.2", "GALA-1.6")
def test_next_deal_begins_anew() -> None:
    """Nothing is left of the last: hands, piles, trumps, melds; totals stay; the other deals."""
    m = at_tricks("S3 H3 D3 C3 S8 H8 D8", "", bound=("C", ""))
    finish(play_tricks(m, wins=7), 0, 5)
    assert m.log.deal_over
    totals = list(m.scores)
    while m.log.ask:
        m.go_on()
    assert (totals, 0) == (m.scores, m.public.dealer)
    public = m.public
    assert ([-1, -1], [0, 0], [0, 0]) == (list(public.trump), list(public.tricks), list(public.meld_count))
    assert ([0, 0], [0, 0], -1, 26) == (
        list(public.meld_points), list(public.bonus), public.last_taker, public.stock_left
    )  # fmt: skip
    assert [13, 13] == [len(m.cards(seat)) for seat in (0, 1)]


@clause("GALA-7.1", "GALA-7.2", "GALA-7.3", "GALA-1.5")
def test_whole_match_reads_back() -> None:
    """By chance and the first actions; the chance fits the key."""
    m = torite.Match("galapagos", seed=3, options={"target": 300})
    while not m.over:
        seat = m.actors[0]
        m.act(seat, m.actions(seat)[0])
    assert max(m.scores) >= 300
    again = torite.read(torite.write(m))
    assert (m.scores, torite.write(m)) == (again.scores, torite.write(again))
    assert verify(again)
