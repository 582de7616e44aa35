"""A position drawn for whoever watches: what a spectator sees, as text or as a picture; never what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torite.bridges.scene_text import text
from torite.match import Match
from torite.scenes.scene import lay_out
from torite.scenes.schema import Scene

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from torite.vector.position import Position

RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 2  #: pictures a second, for whoever makes films of them


def check_render_mode(mode: str | None) -> None:
    """Make sure that there is such a way to draw.

    Raises:
        ValueError: where there is not.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")


def rendered(position: Position, mode: str | None, language: str) -> str | NDArray[numpy.uint8] | None:
    """Draw what a spectator sees, in one of the ways; nothing where none was asked for.

    A picture is in English: its font has no other letters.
    """
    if mode is None:
        return None
    if mode == "rgb_array":
        from torite.bridges.picture import picture

        return picture(seen_by_all(position, "en"))
    drawn = text(seen_by_all(position, language))
    if mode == "ansi":
        return drawn
    print(drawn, flush=True)
    return None


def seen_by_all(position: Position, language: str) -> Scene:
    """Lay a position out as a spectator sees it; its players are called as agents are."""
    table = position.table
    names = [f"player_{seat}" for seat in range(table.seats)]
    match = Match(table.variant.name, table.seats, table.options.texts(), seed=0, names=names, manual=True)
    match.log.stand_at(position.state())
    return lay_out(match, language=language)
