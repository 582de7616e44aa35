"""A scene as a picture: the page's own drawings of the pieces, laid out in rows, a row for each seat.

Pictures of a table are all of one size, so that they make a film.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UnsetType

from torite.bridges import pieces
from torite.bridges.pieces import DARK, FAINT, FELT, LIGHT, WARM, Canvas
from torite.bridges.scene_text import beside, chairs, head, told, zones_of
from torite.scenes.schema import Placed, Scene, SceneSeat, Zone
from torite.words import numeral

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

WIDTH, MARGIN = 1000, 16
HEAD, LINE, LABEL = 44, 22, 15  #: heights of the title, a line, and what is written over pieces
PIECE = 48  #: width of a card or a die; a domino lies and is as wide as it is high
GAP = 14
NAME = 210  #: width of what is written beside a seat
MOST_BACKS = 10  #: pieces face down that are drawn one by one
LINES = 6  #: of what is told of the deal


def picture(scene: Scene) -> NDArray[numpy.uint8]:
    """Draw a scene: uint8[height, width, 3]."""
    row = LABEL + pieces.height(scene.form, PIECE) + 12
    seated, nobodys = chairs(scene), zones_of(scene, -1)
    rows = len(seated) + (len(nobodys) + 1) // 2
    height = HEAD + rows * row + LINES * LINE + 2 * MARGIN
    pen = Canvas(WIDTH, height, FELT)
    _head(pen, scene)
    at = MARGIN + HEAD
    for chair in seated:
        _chair(pen, scene, chair, at, row)
        at += row
    half = (WIDTH - 2 * MARGIN) // 2
    for i, zone in enumerate(nobodys):
        _zone(pen, scene, zone, MARGIN + i % 2 * half, at + i // 2 * row, half - GAP)
    at += (len(nobodys) + 1) // 2 * row
    _told(pen, told(scene), at)
    return pen.array()


def _head(pen: Canvas, scene: Scene) -> None:
    title, *rest = head(scene)
    end = pen.write(MARGIN, MARGIN, title, 24, WARM)
    pen.write(end + 2 * GAP, MARGIN + 7, pen.cut(" · ".join(rest), 15, WIDTH - MARGIN - end - 2 * GAP), 15, FAINT)


def _chair(pen: Canvas, scene: Scene, chair: SceneSeat, top: int, row: int) -> None:
    pen.box(MARGIN, top, WIDTH - MARGIN, top + row - 6, DARK)
    if chair.acts:
        pen.box(MARGIN, top, MARGIN + 5, top + row - 6, WARM)
    end = pen.write(MARGIN + GAP, top + 6, chair.name, 17, FAINT if chair.out else LIGHT)
    if chair in scene.seats:
        pen.write(end + GAP, top + 6, numeral(chair.score), 17, WARM)
    said = beside(scene, chair)
    for i, part in enumerate(said[:2] if len(said) <= 2 else [said[0], ", ".join(said[1:])]):
        pen.write(MARGIN + GAP, top + 28 + i * 16, pen.cut(part, 13, NAME - GAP), 13, FAINT)
    own = zones_of(scene, chair.seat)
    left = MARGIN + NAME + GAP
    share = (WIDTH - MARGIN - left) // max(1, len(own))
    for zone in own:
        left = _zone(pen, scene, zone, left, top + 2, share - GAP if len(own) > 1 else WIDTH - MARGIN - left) + GAP


def _zone(pen: Canvas, scene: Scene, zone: Zone, left: int, top: int, room: int) -> int:
    """Draw a place: its name, the pieces that are seen, and the backs of the others; return where it ends."""
    hidden = zone.pieces.count(None)
    backs = min(hidden, MOST_BACKS)
    text = f"{zone.text} ({len(zone.pieces)})" if len(zone.pieces) > 1 else zone.text
    end = pen.write(left, top, pen.cut(text, 12, room), 12, FAINT)
    lying: Sequence[Placed | None] = [*(piece for piece in zone.pieces if piece), *[None] * backs]
    wide = pieces.width(scene.form, PIECE)
    steps = max(1, len(lying) - 1)
    step = (
        min(wide + 4, max(1, (room - wide) // steps)) if not backs else min(wide // 2, max(1, (room - wide) // steps))
    )
    at = left
    for piece in lying:
        pen.piece(None if piece is None else piece.code, scene.form, at, top + LABEL, PIECE)
        if piece and not isinstance(piece.stands, UnsetType):
            pen.write(at + 2, top + LABEL + pieces.height(scene.form, PIECE) - 16, f"={piece.stands.glyph}", 13, DARK)
        at += step
    return max(end, at - step + wide if lying else left)


def _told(pen: Canvas, lines: Sequence[str], top: int) -> None:
    """Write what is told of the deal, as much as there is room for, its last line always."""
    shown = lines if len(lines) <= LINES else [*lines[: LINES - 2], "…", lines[-1]]
    for i, line in enumerate(shown):
        style = WARM if i == len(shown) - 1 else LIGHT
        pen.write(MARGIN, top + i * LINE, pen.cut(line, 15, WIDTH - 2 * MARGIN), 15, style)
