"""What tests look for in scenes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import UnsetType

from torite.scenes.choice_schema import Choice
from torite.scenes.schema import Laid, Piece, Scene, Zone

T = TypeVar("T")
Kind = TypeVar("Kind", bound=Choice)


def sure(part: T | UnsetType | None) -> T:
    """Return a part that must be there."""
    assert part is not None
    assert not isinstance(part, UnsetType)
    return part


def of_kind(kind: type[Kind], choice: Choice) -> Kind:
    """Return a choice that must be of a kind."""
    assert isinstance(choice, kind)
    return choice


def codes_of(pieces: Iterable[Piece | None]) -> list[str | None]:
    """List the codes of pieces, None for one unseen."""
    return [piece.code if piece else None for piece in pieces]


def shown_in(places: Iterable[Zone | Laid] | None) -> set[str]:
    """Name all pieces that lie face up in some places."""
    return {piece.code for place in places or () for piece in place.pieces if piece}


def shown_anywhere(scene: Scene) -> set[str]:
    """Name all pieces that lie face up, in the places and in the last trick."""
    return shown_in(scene.zones) | shown_in(scene.last_trick)


def values(part: Any) -> Iterator[Any]:
    """Go through all that a scene, or a part of one, tells, without the names of its fields."""
    plain = msgspec.to_builtins(part)
    if isinstance(plain, dict | list):
        for item in plain.values() if isinstance(plain, dict) else plain:
            yield from values(item)
    else:
        yield plain


def strings(part: Any) -> list[str]:
    """List every text of a scene, or of a part."""
    return [value for value in values(part) if isinstance(value, str)]


def every_text(part: Any) -> str:
    """Write everything that a scene, or a part, says, as one text."""
    return " ".join(map(str, values(part)))
