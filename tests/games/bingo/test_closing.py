"""Declaring victory: clauses BINGO-6 and the invariants on closed deals."""

from typing import Any

import pytest

from tests.aloud import legal, scored, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import after_tricks, play_any, points, stock_of, table, tiles_open, trick
from tests.games.bingo.naive import TILES, replies, worth
from torite import Match
from torite.errors import NotYourTurn
from torite.scenes import lay_out


def closed(*hands: str, first: str = "6-3 6-2", **how: Any) -> Match:
    """Seat 0 wins the first trick with [6-3] over [6-2], fives being trumps, and closes the stock."""
    return trick(table(*(hands or first.split()), **how), first, "close")


@clause("BINGO-6.1")
@pytest.mark.parametrize(("tiles", "winner"), [("6-3 6-2", 0), ("6-2 6-3", 1)])
def test_winner_of_the_trick_may_close(tiles: str, winner: int) -> None:
    """Nobody else may."""
    m = trick(table(*tiles.split()), tiles)
    assert "close" in legal(m, winner)
    assert set() == legal(m, 1 - winner)
    with pytest.raises(NotYourTurn):
        m.act(1 - winner, "close")
    m.act(winner, "close")
    assert (winner, winner) == (m.public.closed_by, turn(m))


@clause("BINGO-6.1")
def test_closing_only_before_drawing() -> None:
    """Not before the first trick, not in a trick, not after the draw; once only."""
    m = table("6-3", "6-2")
    assert m.gestures.refusal(0, "close") is not None
    take(m, "lead 6-3")
    assert m.gestures.refusal(1, "close") is not None
    take(m, "play 6-2", "draw")
    assert "close" not in legal(m)
    assert m.gestures.refusal(0, "close") is not None
    play_any(m, 2)
    take(m, "close")
    while not m.log.deal_over:
        assert not {"close", "draw"} & legal(m)
        play_any(m, 1)


@clause("BINGO-6.2")
def test_nobody_draws_after_closing() -> None:
    """The stock stays as it is, the trumps too, and the hands have six tiles."""
    m = closed(trump=5)
    left = stock_of(m)
    assert ([6, 6], 14, 5) == ([len(m.cards(seat)) for seat in (0, 1)], m.public.stock_left, m.public.trump)
    play_any(m, 11)
    assert ([0, 1], 14, 5) == (sorted(len(m.cards(seat)) for seat in (0, 1)), m.public.stock_left, m.public.trump)
    assert sorted(left) == sorted(set(TILES) - set(m.cards(0)) - set(m.cards(1)) - gone(m))


def gone(m: Match) -> set[str]:
    """The tiles of all tricks."""
    state = m.log.trial()
    rows = [row for field in (state.trick, state.taken) for row in field]
    return {m.game.pack.codes[kind] for row in rows for kind in m.game.pack.listed(row)}


@clause("BINGO-6.2")
@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_trump_tile_lies_face_down_after_closing(viewer: int) -> None:
    """It is no longer shown; what is trump still is."""
    m = trick(table("6-3", "6-2", turned="5-1"), "6-3 6-2")
    assert "5-1" in laid_out(m, viewer)
    take(m, "close")
    assert "5-1" not in laid_out(m, viewer)
    assert any("fives" in str(fact.value) for fact in lay_out(m, viewer).facts if fact.name == "trump")
    play_any(m, 4)
    assert "5-1" not in laid_out(m, viewer)


def laid_out(m: Match, viewer: int) -> list[str]:
    """The tiles that a viewer is shown."""
    zones = lay_out(m, viewer).zones
    return [piece.code for zone in zones for piece in zone.pieces if piece]


@clause("BINGO-6.3")
def test_strict_rules_from_the_next_trick_on() -> None:
    """Until the hands are empty; the trick before was free."""
    m = table("6-3 6-4 5-4", "6-2 6-1 5-1 2-2")
    take(m, "lead 6-4")
    assert set(m.cards(1)) == tiles_open(m)
    take(m, "play 2-2", "close")
    while not m.log.deal_over:
        play_any(m, 1)
        led = m.game.pack.codes[m.public.led]
        assert replies(m.cards(turn(m)), led, 5) == tiles_open(m)
        play_any(m, 1)
    assert 7 == m.public.tricks_played


@clause("BINGO-6.4")
def test_closing_without_the_points() -> None:
    """It is allowed at once, with no points at all; the test comes at the end."""
    m = closed()
    assert [0, 0] == points(m)
    play_any(m)
    assert 70 > points(m)[0]
    assert (True, [0, 2]) == (m.log.deal_over, m.scores)
    assert ("closed_in_vain", 1, 2) == scored(m)[-1]


@clause("BINGO-6.5")
@pytest.mark.parametrize("tricks", range(1, 8))
def test_closing_while_the_stock_has_tiles(tricks: int) -> None:
    """After each of the first seven tricks."""
    m = after_tricks(table(), tricks)
    assert {"draw", "close"} == legal(m)
    assert 16 - 2 * tricks == m.public.stock_left > 0


@clause("BINGO-6.5", "BINGO-6.8")
def test_nothing_to_close_later() -> None:
    """The winner of the seventh trick is the last who may; two tiles are left then."""
    m = after_tricks(table(), 7)
    assert (2, {"draw", "close"}) == (m.public.stock_left, legal(m))
    take(m, "draw")
    while not m.log.deal_over:
        assert "close" not in legal(m)
        assert m.gestures.refusal(turn(m), "close") is not None
        play_any(m, 1, then="")


@clause("BINGO-6.6")
def test_deal_is_played_out_with_seventy() -> None:
    """[5-5] and the next best trumps give the closer more than 70 in two tricks; all six are played all the same."""
    m = trick(table("5-5 0-0 6-6 6-1", "6-5 5-4 5-0 4-4", trump=5), "0-0 5-4", "draw")
    trick(m, "5-5 4-4")
    for _ in range(3):
        take(m, "draw")
        mine = next(one for one in ("6-6", "6-1", "2-1") if one in m.cards(0))
        trick(m, f"{mine} {next(one for one in m.cards(1) if '6' not in one and '5' not in one)}")
        if points(m)[0] >= 70:
            break
    assert 0 == turn(m)
    assert points(m)[0] >= 70
    before = m.public.tricks_played
    take(m, "close")
    assert not m.log.deal_over
    play_any(m)
    assert (before + 6, True) == (m.public.tricks_played, m.log.deal_over)


@clause("BINGO-6.7")
def test_no_bonus_in_a_closed_deal() -> None:
    """Whoever wins the last trick."""
    m = play_any(closed(last_trick_bonus=100))
    assert ([0, 0], 6 + 1) == (list(m.public.last_bonus), m.public.tricks_played)
    assert [0, 2] == m.scores


@clause("BINGO-12.4", "BINGO-12.3")
@pytest.mark.parametrize("tricks", range(1, 8))
def test_points_of_a_closed_deal(tricks: int) -> None:
    """The total of all tiles but those left in the stock, after n + 6 tricks."""
    m = take(after_tricks(table(trump=2), tricks), "close")
    left = stock_of(m)
    play_any(m)
    assert 138 - sum(worth(one, 2) for one in left) == sum(points(m))
    assert (tricks + 6, 16 - 2 * tricks) == (m.public.tricks_played, len(left))
