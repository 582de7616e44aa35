"""All seven doubles: clauses BINGO-7.10 to 7.12, 7.18 and 7.19, and example 20."""

import random
from typing import Any

import pytest

from tests.aloud import legal, scored, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import numbers, play_any, table, tiles_open, trick
from tests.games.bingo.naive import DOUBLES, TILES, Deal, replies, reply_wins
from torite import Match

SEVEN = " ".join(DOUBLES)


def others_lead(led: str = "6-4", trump: int = 5, **how: Any) -> Match:
    """Seat 1 holds all seven doubles, and seat 0 leads."""
    return take(table(led, SEVEN, trump=trump, **how), f"lead {led}")


def hoard(with_lead: bool, draws: int = 7) -> Match:
    """Play so many tricks and draws, with the last of which seat 0 has seven doubles: it won that trick, or lost it."""
    chooser = random.Random(f"hoard {with_lead}")
    turned = "3-3" if draws == 7 and not with_lead else "6-1"
    doubles = [one for one in DOUBLES if one != "3-3"]
    for _ in range(100_000):
        rest = [one for one in TILES if one not in (*doubles, turned, "3-3")]
        chooser.shuffle(rest)
        mine, yours, stock = [*doubles, rest[0]], rest[1:8], rest[8:]
        if turned != "3-3":
            stock.insert(2 * draws - 2 + (not with_lead), "3-3")  # the winner draws before the loser
        deal, codes = Deal(1, [mine[:], yours[:]], [*stock, turned]), list[str]()
        while len(deal.stock) > 14 - 2 * draws:
            plain = [one for one in deal.hands[deal.actor] if one not in doubles]
            codes.append("draw" if deal.stage == "after" else f"{'play' if deal.led_lies else 'lead'} {plain[0]}")
            deal.act(codes[-1])
        if set(DOUBLES) == set(deal.hands[0]) and (deal.leader == 0) == with_lead:
            return take(table(" ".join(mine), " ".join(yours), stock=" ".join(stock), turned=turned), *codes)
    raise AssertionError("no such deal was found")


def win_with_a_double(m: Match) -> Match:
    """Let seat 1 lead a tile that a double of seat 0 may take, and seat 0 take it."""
    won = [
        f"{led} {double}"
        for led in m.cards(1)
        for double in sorted(replies(m.cards(0), led, m.public.trump))
        if double in DOUBLES and reply_wins(led, double, m.public.trump)
    ]
    return trick(m, won[0])


@clause("BINGO-7.10", "BINGO-7.11", "BINGO-8.1")
@pytest.mark.parametrize("needed", [True, False])
def test_seven_doubles_on_the_opening_lead(needed: bool) -> None:
    """No trick is needed; the deal ends at once, with 3 game points and nothing else."""
    m = table(SEVEN, doubles_need_trick=needed)
    assert {7} == numbers(m, "reveal")
    take(m, "reveal 7")
    assert (True, [3, 0], 0) == (m.log.deal_over, m.scores, m.public.tricks_played)
    assert () == m.actors
    assert ("seven_shown", 0, 3) in scored(m)
    assert {"seven_shown"} == {key for key, _, _ in scored(m)}


@clause("BINGO-7.10", "BINGO-8.1")
def test_seven_doubles_after_some_tricks() -> None:
    """Only the 3 game points are scored, whatever was won before, and nothing for the other."""
    doubles = " ".join(DOUBLES[1:])
    m = trick(table(f"5-4 {doubles}", "6-5 5-3", stock="0-0", turned="5-1"), "5-4 5-3")
    assert set() == numbers(m, "reveal")
    take(m, "draw")
    assert ({7}, {2, 3, 4, 5, 6}) == (numbers(m, "reveal"), numbers(m))
    take(m, "reveal 7")
    assert (True, [3, 0], 1) == (m.log.deal_over, m.scores, m.public.tricks_played)


@clause("BINGO-7.10")
def test_seven_doubles_only_before_a_lead() -> None:
    """Not as a reply, and not with six of them."""
    m = others_lead()
    assert not numbers(m, "reveal")
    assert m.gestures.refusal(1, "reveal 7") is not None
    m = table(" ".join(DOUBLES[1:]))
    assert m.gestures.refusal(0, "reveal 7") is not None
    assert m.gestures.refusal(0, "reveal 6") is not None


@clause("BINGO-7.10")
def test_nobody_must_reveal() -> None:
    """The player may lead instead."""
    m = table(SEVEN)
    assert {"reveal 7", *(f"lead {one}" for one in DOUBLES)} == legal(m)
    take(m, "lead 6-6")
    play_any(m, 1)
    assert not m.log.deal_over


@clause("BINGO-7.10", "BINGO-8.9")
def test_three_game_points_may_win_the_match() -> None:
    """They are added to those won before."""
    m = take(table(SEVEN, initial={"score": [4, 6]}), "reveal 7")
    assert (True, [7, 6]) == (m.over, m.scores)


@clause("EX-BINGO-20", "BINGO-7.12")
def test_example_six_others() -> None:
    """[6-6] takes [6-4]: the six others may be shown, for 1 game point, or play goes on."""
    m = take(others_lead(), "play 6-6")
    assert (1, {"reveal 6", "draw", "close"}) == (turn(m), legal(m))
    assert m.gestures.refusal(1, "reveal 7") is not None
    take(m, "reveal 6")
    assert (True, [0, 1], [("six_shown", 1, 1)]) == (m.log.deal_over, m.scores, scored(m))
    m = take(others_lead(), "play 6-6", "draw")
    assert (1, {2, 3, 4, 5, 6}, set()) == (turn(m), numbers(m), numbers(m, "reveal"))


@clause("EX-BINGO-20", "BINGO-7.12", "BINGO-7.18")
def test_example_losing_the_trick_loses_the_right() -> None:
    """[1-1] loses to [6-4]; a later trick won with a double brings it back no more."""
    m = take(others_lead(stock="4-1 4-2"), "play 1-1", "draw")
    assert (0, set()) == (turn(m), numbers(m, "reveal"))
    take(m, "lead 4-1", "play 0-0")
    assert (1, {"draw", "close"}) == (turn(m), legal(m))
    assert m.gestures.refusal(1, "reveal 6") is not None


@clause("BINGO-7.12", "BINGO-7.18")
@pytest.mark.parametrize("double", DOUBLES)
def test_any_double_that_wins_will_do(double: str) -> None:
    """Led is a tile that only this double, [0-0] and perhaps trumps beat."""
    led = {"0-0": "6-5", "1-1": "1-0", "2-2": "2-1", "3-3": "3-2", "4-4": "4-3", "5-5": "6-4", "6-6": "6-4"}[double]
    m = take(others_lead(led), f"play {double}")
    assert (1, {"reveal 6", "draw", "close"}) == (turn(m), legal(m))


@clause("BINGO-7.12", "BINGO-7.18")
def test_with_the_lead_there_is_no_right_to_six() -> None:
    """Who held seven doubles, led one and won, had the lead."""
    m = take(table(SEVEN), "lead 0-0")
    play_any(m, 1)
    assert (0, {"draw", "close"}) == (turn(m), legal(m))
    assert m.gestures.refusal(0, "reveal 6") is not None


@clause("BINGO-7.12", "BINGO-7.18")
def test_six_doubles_and_another_tile_are_not_enough() -> None:
    """All seven must have been in the hand when replying."""
    m = table("6-4", " ".join(DOUBLES[1:]), stock="4-1 0-0")
    assert {"draw", "close"} == legal(take(m, "lead 6-4", "play 6-6"))
    m = table("6-4", " ".join(DOUBLES[1:]), stock="4-1 0-0")
    plain = next(one for one in m.cards(1) if one not in DOUBLES)
    take(m, "lead 6-4", f"play {plain}")
    if turn(m) == 1:
        assert {"draw", "close"} == legal(m)


@clause("BINGO-7.12", "BINGO-7.10", "BINGO-7.18")
def test_seventh_double_drawn_in_time() -> None:
    """The right does not ask whether they were dealt: the seventh was drawn after the first trick."""
    m = table("6-4 4-1", f"2-1 {' '.join(DOUBLES[1:])}", stock="3-1 0-0")
    trick(m, "6-4 2-1", "draw")
    assert set(DOUBLES) == set(m.cards(1))
    trick(m, "4-1 4-4")
    assert {"reveal 6", "draw", "close"} == legal(m)
    assert [0, 1] == take(m, "reveal 6").scores


@clause("BINGO-7.18")
@pytest.mark.parametrize("code", ["draw", "close"])
def test_right_is_lost_when_not_used_first(code: str) -> None:
    """Before drawing or declaring victory, not after; the doubles may then be declared."""
    m = take(others_lead(), "play 6-6", code)
    assert set() == numbers(m, "reveal")
    assert m.gestures.refusal(1, "reveal 6") is not None
    assert {2, 3, 4, 5, 6} == numbers(m)
    take(m, "declare 6", "lead 0-0")
    assert 5 == len(m.game.pack.listed(m.public.shown))


@clause("BINGO-7.19", "BINGO-7.10", "BINGO-12.3")
def test_seven_doubles_when_the_stock_is_gone() -> None:
    """Drawn as the last tile face down, they are shown before the eighth lead: 7 tricks in that deal."""
    m = hoard(with_lead=True)
    assert (0, 0, 7) == (m.public.stock_left, turn(m), m.public.tricks_played)
    assert {7} == numbers(m, "reveal")
    take(m, "reveal 7")
    assert (True, [3, 0], 7) == (m.log.deal_over, m.scores, m.public.tricks_played)


@clause("BINGO-7.19", "BINGO-7.12", "BINGO-7.18", "BINGO-12.3")
@pytest.mark.parametrize("then", ["reveal 6", "lead", "declare 2"])
def test_six_doubles_when_the_stock_is_gone(then: str) -> None:
    """The eighth trick is won with one of seven: the others are shown before the next lead, or not at all."""
    m = hoard(with_lead=False)
    assert (0, 1) == (m.public.stock_left, turn(m))
    win_with_a_double(m)
    assert (0, {6}, {2, 3, 4, 5, 6}) == (turn(m), numbers(m, "reveal"), numbers(m))
    assert set(m.cards(0)) == tiles_open(m)
    if then == "reveal 6":
        take(m, then)
        assert (True, [1, 0], 8) == (m.log.deal_over, m.scores, m.public.tricks_played)
        return
    take(m, f"lead {m.cards(0)[0]}" if then == "lead" else then)
    while not m.log.deal_over:
        assert set() == numbers(m, "reveal")
        assert m.gestures.refusal(turn(m), "reveal 6") is not None
        m.act(turn(m), sorted(legal(m))[-1])


@clause("BINGO-7.19")
def test_nothing_to_reveal_after_closing() -> None:
    """Hands of six tiles have six doubles at most, and those were not left by a trick won without the lead."""
    m = trick(table("2-1 " + " ".join(DOUBLES[1:]), "1-0"), "2-1 1-0", "close")
    assert ({2, 3, 4, 5, 6}, set()) == (numbers(m), numbers(m, "reveal"))
    while not m.log.deal_over:
        assert set() == numbers(m, "reveal")
        play_any(m, 1)


@clause("BINGO-7.18")
def test_right_is_lost_by_the_draw_that_ends_the_stock() -> None:
    """Won with one of seven doubles, the seventh trick leaves two tiles: drawing them is not showing the six."""
    m = win_with_a_double(hoard(with_lead=False, draws=6))
    assert (2, {"reveal 6", "draw", "close"}) == (m.public.stock_left, legal(m))
    take(m, "draw")
    assert (0, 0, set(), {2, 3, 4, 5, 6}) == (m.public.stock_left, turn(m), numbers(m, "reveal"), numbers(m))
