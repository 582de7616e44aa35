"""Builders that read aloud, for the tests of all games: who acts, what may be taken, what lies where, what was told."""

from __future__ import annotations

from typing import Any

import torite
from torite.match import Match


def turn(m: Match) -> int:
    """The one seat that must act."""
    (seat,) = m.actors
    return seat


def legal(m: Match, seat: int | None = None) -> set[str]:
    """The codes of everything that a seat may take now; the seat in turn if none is named."""
    return {str(action) for action in m.actions(turn(m) if seat is None else seat)}


def take(m: Match, *actions: str) -> Match:
    """Let the seats in turn take these actions."""
    for action in actions:
        m.act(turn(m), action)
    return m


def play(m: Match, cards: str) -> Match:
    """Let the seats in turn play these cards, one each."""
    for card in cards.split():
        m.act(turn(m), f"play {card}")
    return m


def dealt(m: Match) -> list[str]:
    """The cards in all hands, sorted."""
    return sorted(card for seat in range(m.seats) for card in m.cards(seat))


def state(m: Match) -> Any:
    """The true state, to look at."""
    return m.log.state


def cards(text: str) -> list[str]:
    """The codes of a text, sorted."""
    return sorted(text.split())


def listed(m: Match, row: Any) -> list[str]:
    """The codes of a row of pieces, in pack order."""
    return [m.game.pack.codes[kind] for kind in m.game.pack.listed(row)]


def codes(m: Match, row: Any) -> list[str]:
    """The codes of a row of pieces, sorted."""
    return sorted(m.game.pack.codes[kind] for kind in m.game.pack.listed(row))


def told(m: Match, *keys: str) -> list[tuple[str, int, int]]:
    """All notes of these lines since the match began, or all: line, seat, amount."""
    notes = [note for entry in m.log.standing for note in entry.notes if not keys or note.line.key in keys]
    return [(note.line.key, note.seat, note.amount) for note in notes]


def scored(m: Match) -> list[tuple[str, int, int]]:
    """The account of the deal that was scored last: line, seat, amount."""
    return [(note.line.key, note.seat, note.amount) for note in m.score_sheet.account]


def taker(m: Match) -> int:
    """Who took the last trick."""
    return told(m, "takes")[-1][1]


def zone(m: Match, viewer: int, name: str, seat: int = -1) -> list[str | None]:
    """The pieces of a zone as a viewer is shown them; None for one face down."""
    zones = [one for one in torite.lay_out(m, viewer).zones if one.name == name and one.seat == seat]
    return [piece.code if piece else None for one in zones for piece in one.pieces]


def marks(m: Match, seat: int, viewer: int = -1) -> set[str]:
    """The marks of a seat that a viewer is shown."""
    return {mark.name for mark in torite.lay_out(m, viewer).seats[seat].marks}


def plain(value: Any) -> str:
    """An option's value as texts write it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
