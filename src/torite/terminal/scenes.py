"""What lies where in a scene, for a terminal: the trick, what is open, who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from torite.kit import ZoneName
from torite.scenes import lay_out
from torite.scenes.schema import Placed, Scene, SceneSeat
from torite.scenes.table_parts import TAKES

if TYPE_CHECKING:
    from torite.match import Match

WINNING = "best_seat"  #: the mark of who is winning the trick


class Look(Scene, frozen=True):
    """A scene, and how the trick stands.

    Attributes:
        trick_over: no trick lies there unfinished.
        winning: who is winning the trick, a seat or a figure; -1 for nobody.
    """

    trick_over: bool = False
    winning: int = -1


def trick_of(scene: Scene) -> list[tuple[int, list[Placed]]]:
    """List what lies on the trick: seats and their cards, in the order played."""
    zones = [zone for zone in scene.zones if zone.name == ZoneName.TRICK and zone.pieces]
    return [(zone.seat, [piece for piece in zone.pieces if piece]) for zone in zones]


def around(scene: Scene) -> list[SceneSeat]:
    """List the seats, and the figures after them, clockwise from the viewer's left, the viewer last."""
    seats = sorted(scene.seats, key=lambda seat: seat.seat) + scene.figures
    turn = scene.viewer + 1
    return seats[turn:] + seats[:turn]


def chair_of(scene: Scene, number: int) -> SceneSeat:
    """Find a seat, or a figure, by its number."""
    return next(chair for chair in around(scene) if chair.seat == number)


def is_figure(scene: Scene, chair: SceneSeat) -> bool:
    """Tell whether nobody plays who sits on a chair."""
    return chair.seat in {figure.seat for figure in scene.figures}


def look(match: Match, seat: int, language: str) -> Look:
    """Lay out what a seat sees, and who is winning the trick if one lies there unfinished."""
    scene = lay_out(match, seat, language)
    last = [piece.code for part in scene.last_trick or [] for piece in part.pieces]
    lies = [piece.code for _, pieces in trick_of(scene) for piece in pieces]
    tricks = match.game.tricks
    empty = tricks is not None and bool(tricks.length) and getattr(match.public, tricks.length) == 0
    trick_over = empty or bool(lies and lies == last) or _is_taken(match)
    winning = [s.seat for s in around(scene) for mark in s.marks if mark.name == WINNING]
    return Look(**asdict(scene), trick_over=trick_over, winning=winning[0] if winning and not trick_over else -1)


def _is_taken(match: Match) -> bool:
    """Tell whether a trick was taken, and no piece has been played since."""
    for entry in match.log.backwards():
        if any(note.line.key == TAKES for note in entry.notes):
            return True
        if entry.actions and match.game.verbs.verb(entry.actions[0]).of_pieces:
            return False
    return False
