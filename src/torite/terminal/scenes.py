"""What lies where in a scene, for a terminal: the trick, what is open, who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from torite.kit import ZoneName
from torite.scenes import lay_out
from torite.scenes.schema import Pick, Placed, Scene, SceneSeat, Tap, Zone

if TYPE_CHECKING:
    from torite.match import Match

WINNING = "best_seat"  #: the mark of who is winning the trick
#: Places in the middle whose pieces are told, whatever they are.
MIDDLE = (ZoneName.TURNED, ZoneName.STARTER, ZoneName.LINE, ZoneName.CRIB)


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


def laid_open(scene: Scene, seat: SceneSeat) -> list[Placed]:
    """List the pieces that a seat has open for all to see, each once: another's dice, a figure that it shows."""

    def pieces(name: str) -> list[Placed]:
        zones = [zone for zone in scene.zones if zone.name == name and zone.seat == seat.seat]
        return [piece for zone in zones for piece in zone.pieces if piece]

    shown = pieces(ZoneName.SHOWN)
    if seat.you:
        return shown
    codes = {piece.code for piece in shown}
    return shown + [piece for piece in pieces(ZoneName.HAND) if piece.code not in codes]


def open_zones(scene: Scene) -> list[tuple[str, list[Placed]]]:
    """List what lies face up in the middle: the names of the places and their pieces.

    Told are the places that always are, those whose pieces have captions, those from which something may be taken, and
    what figures have open.
    """
    may = {code for choice in scene.choices if isinstance(choice, Tap | Pick) for code in choice.pieces}
    figures = {figure.seat for figure in scene.figures}

    def is_told(zone: Zone) -> bool:
        if zone.seat >= 0:
            return zone.seat in figures and zone.name not in (ZoneName.TRICK, ZoneName.TAKEN)
        return zone.name in MIDDLE or any(p and (p.caption or p.code in may) for p in zone.pieces)

    zones = [zone for zone in scene.zones if is_told(zone)]
    return [(zone.text, [piece for piece in zone.pieces if piece]) for zone in zones if any(zone.pieces)]


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


def stations(scene: Scene) -> list[str]:
    """Tell the stations of the road."""
    return [station.text for station in scene.road.stations] if scene.road else []


def look(match: Match, seat: int, language: str) -> Look:
    """Lay out what a seat sees, and who is winning the trick if one lies there unfinished."""
    scene = lay_out(match, seat, language)
    last = [piece.code for part in scene.last_trick or [] for piece in part.pieces]
    lies = [piece.code for _, pieces in trick_of(scene) for piece in pieces]
    tricks = match.game.tricks
    empty = tricks is not None and bool(tricks.length) and getattr(match.public, tricks.length) == 0
    trick_over = empty or bool(lies and lies == last)
    winning = [s.seat for s in around(scene) for mark in s.marks if mark.name == WINNING]
    return Look(**asdict(scene), trick_over=trick_over, winning=winning[0] if winning and not trick_over else -1)
