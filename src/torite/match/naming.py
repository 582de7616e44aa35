"""The names of those at a table, within sentences."""

from __future__ import annotations

from collections.abc import Sequence

from torite.kit.game import Game
from torite.words import Words


def called(name: str, words: Words) -> str:
    """Return a name as the readers of a language write it, if it is one that was given here: a bot's, a guest's.

    A number may follow it: `Guest 2`.
    """
    given, blank, number = name.partition(" ")
    known = words.knows(f"called.{given}") and (not blank or number.isdecimal())
    return words(f"called.{given}") + blank + number if known else name


def seat_name(game: Game, names: Sequence[str], seat: int, words: Words) -> str:
    """Return the name of a player, `Seat 2` for one who gave none, or of a figure."""
    if seat >= game.layout.seats:
        return words(f"figure.{game.figures[seat - game.layout.seats]}")
    return words("seat", n=seat) if names[seat] == str(seat) else called(names[seat], words)


def naming(game: Game, names: Sequence[str], words: Words, reader: int = -1) -> Words:
    """Return the game's sentences with the names of its seats; that of a reader among them is `you`."""
    return words.naming(lambda seat: words("you") if seat == reader else seat_name(game, names, seat, words))
