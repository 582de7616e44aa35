"""What lies beside a state against the state itself: whatever anybody is taken to know must be so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

from torite.kernel.layout import Place
from torite.kit import Game
from torite.kit.knowledge import ANY


def falsehoods(game: Game, state: Any) -> Iterator[str]:
    """Tell what is said of a state's places and is not so: of which place, who is to know it, what lies there."""
    for number, place in enumerate(game.layout.places):
        knowing = [viewer for viewer in range(state.seats) if any(state.known[viewer][number])]
        barring = [viewer for viewer in range(state.seats) if state.barred_for[viewer][number]]
        if state.barred[number] or state.required[number] or knowing or barring:
            row = lying(game, state, place)
            where = f"{place.field.name}[{place.owner}]" if place.field.is_parted else place.field.name
            for who, what in false_of(game, state, number, row, knowing, barring):
                yield f"{game.name}: {who} knows that {where} holds {what}; it holds {pieces(game, row)}"


def false_of(
    game: Game, state: Any, number: int, row: list[int], knowing: list[int], barring: list[int]
) -> Iterator[tuple[str, str]]:
    """Find what is said of one place that holds these pieces, and is not so: who knows it, and what it is."""
    barred, required = state.barred[number], state.required[number]
    least, most = state.least[number], state.at_most[number]
    if game.pack.blocks > 1 and (barred or required or barring):
        yield "everybody", "pieces of a mask, of which packs of one block alone can speak"
        return
    if barred & reduce(or_, row):
        yield "everybody", f"none of {kinds(game, barred)} (barred)"
    if required and not least <= sum((word & required).bit_count() for word in row) <= most:
        bounds = f"{least} or more" if most >= ANY else f"{least} to {most}"
        yield "everybody", f"{bounds} of {kinds(game, required)} (required, least, at_most)"
    for viewer in knowing:
        known = state.known[viewer][number]
        if any(mine & ~word for mine, word in zip(known, row, strict=True)):
            yield f"seat {viewer}", f"{pieces(game, known)} (known)"
    for viewer in barring:
        known, mask = state.known[viewer][number], state.barred_for[viewer][number]
        if any(word & ~mine & mask for mine, word in zip(known, row, strict=True)):
            yield f"seat {viewer}", f"none of {kinds(game, mask)} beside {pieces(game, known)} (barred_for)"


def pieces(game: Game, row: list[int]) -> str:
    """Write the pieces of a row."""
    return game.pack.text(game.pack.listed(row)) or "nothing"


def kinds(game: Game, mask: int) -> str:
    """Write the kinds of a mask."""
    return game.pack.text(kind for kind in game.pack.all if mask >> kind & 1)


def lying(game: Game, state: Any, place: Place) -> list[int]:
    """Return the pieces of a place as a row."""
    value = getattr(state, place.field.name)
    part: list[int] = value[place.owner] if place.field.is_parted else value
    return part if place.field.spec.holds == "pieces" else game.pack.row(kind for kind in part if kind >= 0)
