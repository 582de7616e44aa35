"""Announcements: what a seat is offered, and what the table of section 10b makes of a number of cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.aloud import play, turn
from tests.games.doppelkopf.builders import contract_by, normal, play_any
from torite import Match

HIGHER = ("90", "60", "30", "schwarz")
LIMITS = (11, 10, 9, 8, 7)  # cards needed for Re or Contra and for each of HIGHER
LADDERS = ("", "re", "re 90", "re 90 60", "re 90 60 30", "re 90 60 30 schwarz")
#: Seat 0 wins every trump that it leads, and loses its seventh card, a club, to seat 1 for sure.
MARRIAGE = ("H10 H10 CQ CQ SQ SQ C9 C9 CK", "CA CA", "C10", "C10 CK")


def calls(m: Match, seat: int) -> str:
    """The announcements that a seat is offered, from low to high: `re 90 60`."""
    offered = {code.split()[1] for code in map(str, m.actions(seat)) if code.startswith("announce")}
    return " ".join(level for level in ("re", "contra", *HIGHER) if level in offered)


def all_calls(m: Match) -> list[str]:
    """What every seat is offered."""
    return [calls(m, seat) for seat in range(m.seats)]


def ladder(own: str, said: int, cards: int, shift: int = 0, limits: tuple[int, ...] = LIMITS) -> str:
    """What a player may announce with so many cards when his party has said so many levels (DOKO-10.8, 10.9)."""
    levels = (own, *HIGHER)
    return " ".join(levels[said:]) if said < 5 and cards >= limits[said] - shift else ""


def clause_of(m: Match, seat: int, level: str) -> str | None:
    """The clause that refuses an announcement to a seat that has something to decide; None if it is open."""
    refusal = m.why(seat, f"announce {level}")
    return None if refusal is None else refusal[1]


def called(m: Match) -> tuple[int, int]:
    """How many levels Re and Contra have announced."""
    return m.public.called[2], m.public.called[1]


def partners(**how: Any) -> Match:
    """A normal game in which seats 0 and 2 are Re and seat 0 leads."""
    return normal("CQ", "", "CQ", "", **how)


def silent(**how: Any) -> Match:
    """A normal game in which seat 0 alone is Re, and leads."""
    return normal("CQ CQ", **how)


def solo(**how: Any) -> Match:
    """A solo of seat 0, which leads."""
    return contract_by(0, "solo-jacks", **how)


def steps(m: Match, tricks: int = 12) -> Iterator[Match]:
    """Play on card by card for so many tricks; give the match before the first card and after every card."""
    yield m
    for _ in range(4 * tricks):
        if m.log.deal_over:
            break
        yield play_any(m, 1)


def tricks_on(m: Match, tricks: int) -> Match:
    """Play so many whole tricks, any cards."""
    return play_any(m, 4 * tricks)


def at_turn(m: Match, seat: int) -> Match:
    """Play any cards until it is a seat's turn."""
    while turn(m) != seat:
        play_any(m, 1)
    return m


def until_holds(m: Match, seat: int, cards: int) -> Match:
    """Play any cards until a seat holds so many, and no further."""
    while len(m.cards(seat)) > cards:
        play_any(m, 1)
    return m


def married(found: int, hands: tuple[str, ...] = MARRIAGE, **how: Any) -> Match:
    """A marriage of seat 0, played until its partner, seat 1, is found in that trick; 4 for never, 0 for no card."""
    m = contract_by(0, "marriage", *hands, **how)
    if found == 0:
        return m
    for lead in ["H10", "H10", "CQ"][: found - 1]:
        assert turn(m) == 0
        play_any(play(m, lead), 3)
    if found < 4:
        play_any(play(m, hands[0].split()[6]), 3)
    return m
