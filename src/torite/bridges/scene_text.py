"""What a scene tells whoever watches a table: the parts that text and pictures share, and the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UnsetType

from torite.scenes.schema import Placed, Scene, SceneSeat, Zone
from torite.words import numeral


def chairs(scene: Scene) -> list[SceneSeat]:
    """List the seats, and the figures after them."""
    return [*scene.seats, *scene.figures]


def head(scene: Scene) -> list[str]:
    """Tell what is played, how far it is, and what everybody knows of it in numbers."""
    facts = [fact for fact in scene.facts if f"{fact.text} {fact.value}" != scene.phase.text]
    return [scene.title, scene.phase.text, *(f"{fact.text}: {fact.value}" for fact in facts)]


def beside(scene: Scene, chair: SceneSeat) -> list[str]:
    """Tell what is said of a seat beside its score and its pieces."""
    towards = {gauge.name for gauge in chair.gauges}
    partners = [scene.seats[seat].name for seat in chair.team if seat != chair.seat]
    return [
        *(mark.text for mark in chair.marks),
        *(f"{fact.text}: {fact.value}" for fact in chair.facts if fact.name not in towards),
        *(f"{gauge.text}: {gauge.value}/{gauge.most}" for gauge in chair.gauges),
        *(["+ " + ", ".join(partners)] if partners else []),
    ]


def zones_of(scene: Scene, seat: int) -> list[Zone]:
    """List the places of a seat in which something lies, the trick first; of nobody where -1, also empty ones."""
    own = [zone for zone in scene.zones if zone.seat == seat and (seat < 0 or zone.pieces)]
    return sorted(own, key=lambda zone: zone.name != "trick")


def told(scene: Scene) -> list[str]:
    """Tell how the deal stands, and whom the table waits for."""
    names = {chair.seat: chair.name for chair in chairs(scene)}
    track, road = scene.track, scene.road
    lines = [f"{track.text} {track.target}: " + _pegs(scene, names)] if track else []
    if road:
        lines.append(f"{road.text}: " + " | ".join(f"{at.number} {at.text}" for at in road.stations))
    lines += [f"{one.text}: {one.told or one.worth}" for one in scene.elements]
    return [*lines, *scene.status, scene.prompt]


def _pegs(scene: Scene, names: dict[int, str]) -> str:
    assert scene.track is not None
    return ", ".join(f"{names[peg.seat]} {peg.front} ({peg.back})" for peg in scene.track.pegs)


# as text


def text(scene: Scene) -> str:
    """Write a scene as lines of text."""
    lines = [" · ".join(head(scene)), *_seats(scene)]
    lines += [f"{zone.text}: {_pieces(zone.pieces)}" for zone in zones_of(scene, -1) if zone.pieces]
    return "\n".join([*lines, *told(scene)]) + "\n"


def _seats(scene: Scene) -> Iterator[str]:
    seated = chairs(scene)
    name, score = (max(len(str(one)) for one in column) for column in zip(*map(_fixed, seated), strict=True))
    for chair in seated:
        places = [f"{zone.text} {_pieces(zone.pieces)}" for zone in zones_of(scene, chair.seat)]
        told = "  ".join([*places, ", ".join(beside(scene, chair))])
        called, scored = _fixed(chair)
        yield f"{'>' if chair.acts else ' '} {called:<{name}}  {scored:>{score}}  {told}".rstrip()


def _fixed(chair: SceneSeat) -> tuple[str, str]:
    return chair.name, numeral(chair.score)


def _pieces(pieces: Sequence[Placed | None]) -> str:
    """Write pieces, those that are seen one by one, and how many are not."""
    seen = [_piece(piece) for piece in pieces if piece]
    hidden = pieces.count(None)
    return " ".join([*seen, *([f"[{hidden}]"] if hidden else [])])


def _piece(piece: Any) -> str:
    stands = piece.stands
    return piece.glyph if isinstance(stands, UnsetType) else f"{piece.glyph}={stands.glyph}"
