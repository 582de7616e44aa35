"""Section 8: the Square flash in the fifth trick."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import codes, take, told, turn
from tests.clauses import clause
from tests.games.flashpoint.builders import (
    E,
    N,
    Placed,
    S,
    W,
    bonus,
    clause_of,
    happening,
    late,
    open_flashes,
    play,
    points,
    silent,
)
from tests.games.flashpoint.naive import PACK, SUITS, Naive, is_square, suit
from torite import Match, lay_out

SQUARE = "S9 HA C7 DK"
TIMINGS = pytest.mark.parametrize("timing", ["fifth_trick", "any_four_cards"])


def fifth(hand: str = SQUARE, leader: int = N, **options: Any) -> Match:
    """The fifth trick is to be led; N holds this, and three cards were played before N where W does not lead."""
    m = silent(late([hand, None, None, None], leader, 4, **options))
    while turn(m) != N:
        take(m, next(str(action) for action in m.actions(turn(m)) if str(action).startswith("play")))
    return m


def square_open(hand: str, tricks: int, **options: Any) -> bool:
    """Tell whether N may show a Square flash with this hand, about to lead after so many tricks."""
    return "flash square" in Placed(hand, "", "", "", tricks=tricks, **options).legal


@clause("EX-FLASH-15")
@clause("FLASH-8.1", "FLASH-8.3", "FLASH-8.6")
@pytest.mark.parametrize("leader", range(4))
def test_example_15_square_flash(leader: int) -> None:
    """Four cards, one of each suit, before the card is played, wherever in the trick: 10 for the team."""
    m = fifth(leader=leader)
    before, scored = bonus(m), points(m)
    assert ({"square"}, 4) == (open_flashes(m), len(m.cards(N)))
    take(m, "flash square")
    assert ([before[0] + 10, before[1]], scored, N) == (bonus(m), points(m), turn(m))
    assert ("shows_square", N, 10) == told(m)[-1]
    assert set() == open_flashes(m)
    play(m, next(card for card in SQUARE.split() if f"play {card}" in {str(a) for a in m.actions(N)}))
    assert before[0] + 10 == bonus(m)[0]


@clause("FLASH-8.5")
def test_not_showing_is_free() -> None:
    """No bonus, no penalty; afterwards it is too late."""
    m = fifth()
    before = bonus(m), points(m)
    take(m, "play S9")
    assert before == (bonus(m), points(m))


@clause("EX-FLASH-15")
@clause("FLASH-8.1", "FLASH-8.3")
@TIMINGS
@pytest.mark.parametrize(
    ("hand", "may"),
    [
        (SQUARE, True), ("S9 SA C7 DK", False), ("S9 SA S7 SK", False), ("S7 H7 D7 C7", True), ("S9 HA C7", False),
        ("S9 HA C7 DK D8", False), ("CA DA HA SA", True),
    ],
)  # fmt: skip
def test_example_15_hands(hand: str, may: bool, timing: str) -> None:
    """One of each suit, just four."""
    assert may == square_open(hand, 4, square_timing=timing)


@clause("FLASH-8.1")
def test_every_kind_of_hand_of_four() -> None:
    """A Square flash is open just where all four suits are there."""
    for first in PACK[::5]:
        for second in PACK[::7]:
            for third in PACK[::6]:
                hand = {first, second, third, "C8"}
                if len(hand) == 4:
                    assert is_square(sorted(hand)) == square_open(" ".join(hand), 4)


@clause("FLASH-8.2")
@pytest.mark.parametrize("tricks", [3, 4, 5, 6, 7])
def test_only_the_fifth_trick(tricks: int) -> None:
    """Or any, under `any_four_cards`."""
    assert (tricks == 4) == square_open(SQUARE, tricks)
    assert square_open(SQUARE, tricks, square_timing="any_four_cards")


@clause("FLASH-8.2", "FLASH-8.5")
@TIMINGS
def test_once(timing: str) -> None:
    """Shown again it is refused, and it is no part of the next trick."""
    m = take(fifth(square_timing=timing), "flash square")
    assert "FLASH-8.2" == clause_of(m, "flash square")
    p = Placed(SQUARE, "", "", "", tricks=4, square_timing=timing).take("flash square", "play S9")
    assert not [code for code in p.legal if code.startswith("flash")]


@clause("FLASH-8.4", "FLASH-8.2")
@TIMINGS
def test_five_cards_at_the_fifth_trick(timing: str) -> None:
    """Because of a pass: no Square flash; and a player who has passed never comes to one."""

    def held_up(told_so_far: Naive) -> bool:
        wants = told_so_far.wants
        if wants is None or len(told_so_far.tricks) != 4 or "none" in wants[1]:
            return False
        return len(told_so_far.hands[wants[0]]) == 5

    m = happening(held_up, square_timing=timing)
    assert set() == open_flashes(m)
    assert "FLASH-8.4" == clause_of(m, "flash square")
    assert {suit(card) for card in m.cards(turn(m))} != set(SUITS)


@clause("FLASH-8.6", "FLASH-8.1")
def test_who_may_show_it_need_not_pass() -> None:
    """After three other suits the fourth is in hand: shown or not, a card follows."""
    p = Placed("S8", "H7", "D7", SQUARE, tricks=4).play("S8 H7 D7")
    assert (W, {"flash square", "play C7"}) == (p.turn, p.legal)
    p.take("flash square")
    assert (W, {"play C7"}) == (p.turn, p.legal)


@clause("FLASH-8.6", "FLASH-7.13")
def test_leader_shows_it_after_the_command() -> None:
    """Between command and card; the price is as ever."""
    m = late([SQUARE, None, None, None], N, 4)
    before, noted = points(m), bonus(m)
    assert (S, ()) == (turn(m), m.actions(N))
    take(m, "command lead K", "flash square", "play S9")
    assert ([before[0], before[1] + 15], [noted[0] + 10, noted[1]]) == (points(m), bonus(m))


@clause("FLASH-8.1", "FLASH-8.6", "FLASH-7.11", "FLASH-7.10")
def test_left_neighbour_sees_the_four_cards() -> None:
    """Nobody else; all are told of it."""
    m = take(fifth(), "flash square")
    seen = {viewer: codes(m, m.view(viewer).hand[N]) for viewer in (E, S, W)}
    assert {E: sorted(SQUARE.split()), S: [], W: []} == seen
    assert [] == codes(m, m.public.hand[N])
    for viewer in (N, E, S, W, -1):
        assert (N, "flash square") == (m.history(viewer)[-1].seat, m.history(viewer)[-1].code)
        assert 1 == m.knowledge.glimpse(viewer).square_flash[N]
    take(m, "play HA")
    assert ["C7", "DK", "S9"] == codes(m, m.view(E).hand[N])


@clause("FLASH-8.1")
def test_several_players_may_show_one() -> None:
    """Each in turn."""
    p = Placed(SQUARE, "S8 H8 C8 D8", "S10 H10 D10 C10", "S7 H7 D7 CA", tricks=4)
    for card in ("S9", "H8", "D10", "CA"):
        p.take("flash square", f"play {card}")
    assert ([20, 20], 5) == (p.bonus, p.state.tricks_played)


@clause("FLASH-8.1")
@pytest.mark.parametrize(
    ("language", "shown", "bonus", "mark"),
    [
        (
            "en",
            "four cards, one of each suit.",
            "bonus 10 for your team",
            "one of each suit: a bonus of 10 for the team.",
        ),
        ("ja", "各スート1枚ずつの4枚", "あなたのチームにボーナス10点", "チームにボーナス10点です。"),
    ],
)
def test_everybody_is_told_what_it_is_and_what_it_brings(language: str, shown: str, bonus: str, mark: str) -> None:
    """Whoever hears of it may never have seen one: which cards, how much, and whose it is."""
    m = fifth()
    take(m, "flash square")
    scene = lay_out(m, S, language)
    assert shown in scene.log[-1].text
    assert bonus in scene.log[-1].text
    assert mark in next(str(one.about) for one in scene.seats[N].marks if one.name == "square_flash")
