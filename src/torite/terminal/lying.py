"""How the table stands, as sayings: what lies where, how the seats are doing, what the game tells of it.

Both ways of writing draw on them: sentences, of which only those are said that are new, and the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Literal, NamedTuple

from msgspec.structs import replace

from torite.kit import ZoneName
from torite.scenes.choice_schema import Pick, Tap
from torite.scenes.schema import Element, Placed, Scene, SceneSeat, Zone
from torite.terminal.pen import Pen
from torite.terminal.scenes import WINNING, Look, around, chair_of, is_figure, trick_of

MANY = 13  # pieces of a place that are listed without being asked for
UNEVEN = 1  # hands differ by more than this only where somebody need not play


class Saying(NamedTuple):
    """Something that is told of the table.

    Attributes:
        head: what it is about; empty for a sentence of its own.
        parts: what is told of that.
        kind: whether the parts are facts, pieces that lie together, or the one a whole sentence.
    """

    head: str
    parts: tuple[str, ...]
    kind: Literal["facts", "pieces", "sentence"] = "facts"


class Lying(NamedTuple):
    """A place with pieces: what it is called, whose it is, and whether its pieces are listed or only counted."""

    zone: Zone
    head: str
    listed: bool


def stage(table: Pen, scene: Scene) -> list[str]:
    """Tell the phase and the public facts, but for one that says the phase."""
    told = [table.words("table.fact", text=fact.text, value=fact.value) for fact in scene.facts]
    return [scene.phase.text, *(text for text in told if text != scene.phase.text)]


def sayings(table: Pen, scene: Look, whole: bool) -> Iterator[Saying]:
    """Tell how the table stands.

    Args:
        table: writes names and cards.
        scene: what is seen.
        whole: also what lies in heaps or face down before a seat, the scores, how many cards everybody
            holds, and what was just turned over, which is told as it happens.
    """
    yield Saying("", tuple(stage(table, scene)))
    if scene.road:
        yield from (_sentence(text) for text in _stations(table, scene))
    uneven = _uneven(scene)
    for seat in around(scene):
        yield Saying(table.name(seat), tuple(_of_seat(table, scene, seat, whole, whole or uneven)))
    if scene.track:
        yield _sentence(pegs(table, scene))
    for lying in places(table, scene, whole):
        if whole or any(lying.zone.pieces) or lying.zone.seat < 0:
            yield Saying(lying.head, tuple(_pieces(table, scene, lying)), "pieces")
    told = chain(elements(table, scene), scene.status, turned_over(table, scene) if whole else ())
    yield from (_sentence(text) for text in told)


def _sentence(text: str) -> Saying:
    return Saying("", (text,), "sentence")


# seats


def _uneven(scene: Scene) -> bool:
    held = [seat.held for seat in scene.seats if not seat.out]
    return bool(held) and max(held) - min(held) > UNEVEN


def _of_seat(table: Pen, scene: Scene, seat: SceneSeat, scored: bool, counted: bool) -> Iterator[str]:
    """Tell how a seat stands; its score is told after each deal, and by the board where there is one."""
    if not is_figure(scene, seat):
        if scored:
            yield table.words("table.score", score=seat.score)
        if counted:
            yield table.words(table.formed("table.held"), n=seat.held)
    yield from beside(table, scene, seat)


def beside(table: Pen, scene: Scene, seat: SceneSeat) -> list[str]:
    """List what is told of a seat beside its score and its cards: marks, facts, what it is on the way to, partners."""
    told = [mark.text for mark in seat.marks if mark.name != WINNING]
    if seat.out and "out" not in {mark.name for mark in seat.marks}:
        told.append(table.words("table.out"))
    towards = {gauge.name for gauge in seat.gauges}
    told += [
        table.words("table.fact", text=fact.text, value=fact.value) for fact in seat.facts if fact.name not in towards
    ]
    told += [table.words("table.gauge", text=gauge.text, value=gauge.value, most=gauge.most) for gauge in seat.gauges]
    partners = [table.name(chair_of(scene, other)) for other in seat.team if other != seat.seat]
    if partners:
        told.append(table.words("table.team", names=table.words.join(partners)))
    return told


def pegs(table: Pen, scene: Scene) -> str:
    """Tell where the pegs stand on the board."""
    assert scene.track is not None
    told = [
        table.words("table.peg", name=table.name(chair_of(scene, peg.seat)), front=peg.front, back=peg.back)
        for peg in scene.track.pegs
    ]
    return table.words("table.track", text=scene.track.text, target=scene.track.target, pegs=table.words.join(told))


# places


def places(table: Pen, scene: Look, whole: bool) -> Iterator[Lying]:
    """List the places with pieces that are told: not the trick nor what is held, which are told by themselves."""
    may = {code for choice in scene.choices if isinstance(choice, Tap | Pick) for code in choice.pieces}
    named = any(zone.named and zone.count for zone in scene.zones)
    counted = {fact.text for fact in scene.facts}
    for zone in map(partial(_besides_shown, scene), scene.zones):
        if not zone.pieces or _is_told_elsewhere(zone, scene, named):
            continue
        if zone.text in counted and not any(zone.pieces):
            continue  # a fact of this name says how many there are
        if zone.name == ZoneName.TAKEN and not whole:
            continue
        open_pieces = [piece for piece in zone.pieces if piece]
        kept = zone.name == ZoneName.SHOWN or any(piece.caption or piece.code in may for piece in open_pieces)
        yield Lying(zone, _head(table, scene, zone), whole or kept or len(open_pieces) <= MANY)


def _besides_shown(scene: Scene, zone: Zone) -> Zone:
    """Leave out of another's hand what it has shown, which is told by itself, and what is only counted."""
    if zone.name != ZoneName.HAND or zone.seat == scene.viewer:
        return zone
    shown = {
        p.code
        for other in scene.zones
        if (other.name, other.seat) == (ZoneName.SHOWN, zone.seat)
        for p in other.pieces
        if p
    }
    return replace(zone, pieces=[piece for piece in zone.pieces if piece and piece.code not in shown])


def _is_told_elsewhere(zone: Zone, scene: Look, named: bool) -> bool:
    if zone.name == ZoneName.HAND:
        return zone.seat == scene.viewer and not named
    if zone.seat == scene.viewer and zone.named:
        return True
    return zone.name == ZoneName.TRICK


def _head(table: Pen, scene: Scene, zone: Zone) -> str:
    text = table.words("table.stake", text=zone.text) if zone.at_stake else zone.text
    if zone.seat < 0:
        return text
    return table.words("table.zone_of", name=table.name(chair_of(scene, zone.seat)), text=text)


def _pieces(table: Pen, scene: Scene, lying: Lying) -> Iterator[str]:
    """Name the pieces of a place, and count those that lie face down."""
    if not lying.listed:
        yield table.words("table.many", n=lying.zone.count)
        return
    for piece in lying.zone.pieces:
        if piece:
            yield table.captioned(piece, scene)
    if hidden := lying.zone.pieces.count(None):
        yield table.words("table.face_down", n=hidden)


def lies_on_trick(scene: Look) -> Sequence[tuple[int, list[Placed]]]:
    """List what lies on a trick that is not complete."""
    return () if scene.trick_over else trick_of(scene)


# what the game tells


def _stations(table: Pen, scene: Scene) -> Iterator[str]:
    assert scene.road is not None
    yield table.words("table.sentence", text=scene.road.text)
    for station in scene.road.stations:
        card = table.card(station.piece) if station.piece else ""
        yield table.words("table.station", text=station.text, card=card) if card else station.text


def elements(table: Pen, scene: Scene) -> Iterator[str]:
    """Tell what each thing that can be bet on is worth, and how it stands."""
    for one in scene.elements:
        key = "table.element" if one.proposed is None else "table.element_bet"
        worth = table.words(key, text=one.text, worth=one.worth, proposed=one.proposed)
        may = [] if one.over else _names(table, scene, one.may)
        told = [one.told or _side(table, scene, one)]
        told += [table.words("table.may_bet", names=table.words.join(may))] if may else []
        yield table.together([worth, *filter(None, told)])


def _side(table: Pen, scene: Scene, one: Element) -> str:
    """Name the side that has something."""
    names = table.words.join(_names(table, scene, one.by))
    return table.words("table.sentence", text=names) if names else ""


def _names(table: Pen, scene: Scene, seats: Sequence[int]) -> list[str]:
    return [table.name(chair_of(scene, seat)) for seat in seats]


def turned_over(table: Pen, scene: Scene) -> Iterator[str]:
    """Tell the sealed choices that were just turned over, and what came of them."""
    if scene.revealed:
        plays = table.plays(scene, [(part.seat, part.pieces) for part in scene.revealed.laid])
        yield table.together([table.words("table.revealed", plays=plays), scene.revealed.text])
