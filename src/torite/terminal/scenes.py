"""What lies where in a scene, for a terminal: the trick, what is open, who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from torite.kit import ZoneName

if TYPE_CHECKING:
    from torite.match import Match

Scene = Mapping[str, Any]
WINNING = "best_seat"  #: the mark of who is winning the trick
#: Places in the middle whose pieces are told, whatever they are.
MIDDLE = (ZoneName.TURNED, ZoneName.STARTER, ZoneName.LINE, ZoneName.CRIB)


def trick_of(scene: Scene) -> list[tuple[int, list[dict[str, str]]]]:
    """List what lies on the trick: seats and their cards, in the order played."""
    zones = [zone for zone in scene["zones"] if zone["name"] == ZoneName.TRICK and zone["pieces"]]
    return [(zone["seat"], [piece for piece in zone["pieces"] if piece]) for zone in zones]


def laid_open(scene: Scene, seat: Mapping[str, Any]) -> list[dict[str, str]]:
    """List the pieces that a seat has open for all to see, each once: another's dice, a figure that it shows."""

    def pieces(name: str) -> list[dict[str, str]]:
        zones = [zone for zone in scene["zones"] if zone["name"] == name and zone["seat"] == seat["seat"]]
        return [piece for zone in zones for piece in zone["pieces"] if piece]

    shown = pieces(ZoneName.SHOWN)
    if seat["you"]:
        return shown
    codes = {piece["code"] for piece in shown}
    return shown + [piece for piece in pieces(ZoneName.HAND) if piece["code"] not in codes]


def open_zones(scene: Scene) -> list[tuple[str, list[dict[str, str]]]]:
    """List what lies face up in the middle: the names of the places and their pieces.

    Told are the places that always are, those whose pieces have captions, those from which something may be taken, and
    what figures have open.
    """
    choices = [choice for choice in scene["choices"] if choice["kind"] != "stand"]
    may = {code for choice in choices for code in choice.get("pieces", ())}
    figures = {figure["seat"] for figure in scene["figures"]}

    def is_told(zone: Mapping[str, Any]) -> bool:
        if zone["seat"] >= 0:
            return zone["seat"] in figures and zone["name"] not in (ZoneName.TRICK, ZoneName.TAKEN)
        return zone["name"] in MIDDLE or any(p and ("caption" in p or p["code"] in may) for p in zone["pieces"])

    zones = [zone for zone in scene["zones"] if is_told(zone)]
    return [(zone["text"], [piece for piece in zone["pieces"] if piece]) for zone in zones if any(zone["pieces"])]


def around(scene: Scene) -> list[Mapping[str, Any]]:
    """List the seats, and the figures after them, clockwise from the viewer's left, the viewer last."""
    seats = sorted(scene["seats"], key=lambda seat: int(seat["seat"])) + scene["figures"]
    turn = scene["viewer"] + 1
    return seats[turn:] + seats[:turn]


def chair_of(scene: Scene, number: int) -> Mapping[str, Any]:
    """Find a seat, or a figure, by its number."""
    return next(chair for chair in around(scene) if chair["seat"] == number)


def is_figure(scene: Scene, chair: Mapping[str, Any]) -> bool:
    """Tell whether nobody plays who sits on a chair."""
    return chair["seat"] in {figure["seat"] for figure in scene["figures"]}


def stations(scene: Scene) -> list[str]:
    """Tell the stations of the road."""
    return [station["text"] for station in scene["road"]["stations"]] if scene["road"] else []


def look(match: Match, seat: int, language: str) -> dict[str, Any]:
    """Lay out what a seat sees, and who is winning the trick if one lies there unfinished.

    Returns:
        The scene, with `trick_over` and `winning`, a seat or -1.
    """
    scene = match.scene(seat, language)
    last = [piece["code"] for part in scene["last_trick"] or [] for piece in part["pieces"]]
    lies = [piece["code"] for _, pieces in trick_of(scene) for piece in pieces]
    tricks = match.game.tricks
    empty = tricks is not None and bool(tricks.length) and getattr(match.public, tricks.length) == 0
    scene["trick_over"] = empty or bool(lies and lies == last)
    winning = [s["seat"] for s in around(scene) for mark in s["marks"] if mark["name"] == WINNING]
    scene["winning"] = winning[0] if winning and not scene["trick_over"] else -1
    return scene
