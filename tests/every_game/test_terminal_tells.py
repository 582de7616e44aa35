"""The terminal tells all that a scene has: whatever is altered in a scene alters what both of its ways write."""

from __future__ import annotations

import types
import typing
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tests.strategies import Table as Played
from torite.match import Match
from torite.scenes import choice_schema, schema
from torite.scenes.choice_schema import Choice, Tap
from torite.scenes.schema import Piece, Placed, Scene
from torite.scenes.schema_base import Part
from torite.terminal import asked
from torite.terminal.heard import Heard
from torite.terminal.reading import menu
from torite.terminal.scenes import WINNING, Look, look
from torite.terminal.table import ScenePen
from torite.terminal.text_layout import Ink

ODD = "zebra"  #: a word that no game says
STEPS = 60
EACH = 2  # occurrences of a field that are tried in each match
WIDTHS = {"sentences": 79, "picture": 79, "narrow picture": 39}

#: What need not be told, and why.
UNTOLD = {
    "Scene.game Scene.variant Scene.form Scene.language Scene.viewer Scene.number": "for programs",
    "Worded.name Piece.code Choice.verb Choice.codes Choice.offer Way.verb": "for programs",
    "Scene.log": "told as it happens, from the history",
    "Scene.scores": "each seat's score is told",
    "Scene.deal_over Scene.over": "the account and the result are told then",
    "SceneSeat.seat SceneSeat.you Zone.count Peg.seat": "numbers of what is named",
    "SceneSeat.acts": "the prompt says who is waited for",
    "Station.number Station.state Station.demand Station.have": "its sentence tells them",
    "Element.by Element.over Element.asks": "what is told of it names them",
    "Element.ways Way.text": "the choices say what may be bet",
    "Press.confirm Tap.confirm Tap.doubtful": "asked before it is taken",
    "Zone.named": "it stands as the hand",
    "Stand.parts": "those of the pick beside it",
    "AccountLine.seat AccountLine.amount AccountLine.heading": "the line tells them",
    "Result.winners": "the sentence names them",
    "Revealed.seat": "the sentence names it",
    "LogLine.number LogLine.seat LogLine.text": "told as they happen",
    "Pick.to": "the prompt tells it",
    "NumberChoice.least NumberChoice.most NumberChoice.stations NumberChoice.piece": "the numbers are listed",
    "Stand.stem Stand.gesture Tap.pieces Pick.pieces Stand.pieces Stand.piece Stand.sensible Pick.complete": "typed",
    "Gauge.half": "the fact that it names is told",
    "SheetRow.deal": "its number in the row",
    "Zone.groups": "its pieces are told, and sentences say which go together",
    "Fact.deal": "where a picture has room for it",
}
SILENT = {name for names in UNTOLD for name in names.split()}

DECLARED: dict[type, dict[str, Any]] = {}

Place = tuple[tuple[str, int | None], ...]  #: the way to a struct: fields, and numbers in their lists


def told(table: ScenePen, scene: Look) -> str:
    """All that the table writes of a scene when everything is asked for."""
    choices = menu(scene, table.game)
    lines = [table.position(scene, choices, Heard(), everything=True)]
    lines += [asked.scores(table, scene), asked.account(table, scene), *asked.sheet(table, scene)]
    lines += [asked.last_trick(table, scene), *asked.result(table, scene), *asked.meanings(table, scene)]
    return "".join("".join(lines).split())


def structs(part: Any, way: Place = ()) -> Iterator[tuple[Place, Any]]:
    """A struct and all within it, but what pieces stand for."""
    yield way, part
    if isinstance(part, Piece):
        return
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if isinstance(value, Part):
            yield from structs(value, (*way, (name, None)))
        elif isinstance(value, list):
            for at, one in enumerate(value):
                if isinstance(one, Part):
                    yield from structs(one, (*way, (name, at)))


def altered(scene: Any, way: Place, **changes: Any) -> Any:
    """The same scene with one of its parts altered."""
    if not way:
        return replace(scene, **changes)
    (name, at), rest = way[0], way[1:]
    value = getattr(scene, name)
    if at is None:
        return replace(scene, **{name: altered(value, rest, **changes)})
    return replace(scene, **{name: [*value[:at], altered(value[at], rest, **changes), *value[at + 1 :]]})


def declared(kind: type) -> dict[str, Any]:
    """The fields of a struct with their types."""
    if kind not in DECLARED:
        DECLARED[kind] = typing.get_type_hints(kind)
    return DECLARED[kind]


def silent(kind: type, field: str) -> bool:
    """Whether a field need not be told."""
    return any(f"{base.__name__}.{field}" in SILENT for base in kind.__mro__)


class Other:
    """Makes another value of a type than the one that is there."""

    def __init__(self, game: Any, seats: int) -> None:
        self.seats = seats
        self.pieces = [
            Placed(code=code, glyph=game.pack.glyph(kind)) for kind, code in enumerate(game.pack.codes) if code
        ]

    def of(self, kind: Any, value: Any = None, field: str = "") -> Any:
        """Another value."""
        origin, parts = typing.get_origin(kind), typing.get_args(kind)
        if origin in (types.UnionType, typing.Union):
            wanted = [part for part in parts if part not in (type(None), UnsetType)]
            kinds = [part for part in wanted if isinstance(value, part if isinstance(part, type) else object)]
            return self.of((kinds or wanted)[0], value, field)
        if origin is list:
            if value and isinstance(value[0], Part):
                return value  # each of them is altered by itself
            if not value:  # of a row of numbers each seat has one
                return [self.of(parts[0], None, field)] * (self.seats if parts[0] is int else 1)
            return [self.of(parts[0], value[0], field), *value[1:]]
        if origin is typing.Literal:
            return next(part for part in parts if part != value)
        if kind is bool:
            return not value
        if kind is str:
            return next(p.code for p in self.pieces if p.code != value) if field == "parts" else ODD
        if kind is int:
            seats = field in ("seat", "last_taker", "asks", "to", "may", "by", "team")
            return (0 if value else self.seats - 1) if seats else 7777
        if issubclass(kind, Piece):
            return next(piece for piece in self.pieces if not value or piece.code != value.code)
        return kind(
            **{name: self.of(own, None, name) for name, own in declared(kind).items() if self.needs(kind, name)}
        )

    def needs(self, kind: Any, name: str) -> bool:
        """Whether a field has no default."""
        return next(field.required for field in msgspec.structs.fields(kind) if field.name == name)


def is_passed_over(scene: Look, way: Place, part: Any, field: str) -> bool:
    """Whether a part is told by another in this place, or there is nothing to tell."""
    names = [name for name, _ in way]
    if names == ["phase"]:
        return part.name == "play" and any(fact.name == "trick" for fact in scene.facts)
    if isinstance(part, schema.Zone):
        own = part.name in ("hand", "trick") or part.named is True
        counted = not any(part.pieces) and part.text in {fact.text for fact in scene.facts}
        return own or counted or (field != "pieces" and not part.pieces)
    if isinstance(part, Placed):
        return field == "about" and part.caption is UNSET
    if isinstance(part, Tap) and field == "about":
        return not part.doubtful  # it is said of these
    if isinstance(part, Choice):
        return field in ("family", "sign") and getattr(part, field) is UNSET  # neither without the other
    if isinstance(part, schema.Explained) and names[-1] == "marks":
        return part.name == WINNING  # the trick tells it
    if isinstance(part, schema.Fact) and names[0] in ("seats", "figures"):
        at = typing.cast(int, way[0][1])
        return part.name in {gauge.name for gauge in getattr(scene, names[0])[at].gauges}
    if isinstance(part, schema.SceneSeat):
        figure = field in ("held", "score", "name") and names[0] == "figures"
        return figure or (field == "team" and len(scene.seats) < 3) or (field == "name" and part.you)
    if isinstance(part, schema.Result):
        return field == "places" and len(scene.seats) == 1
    return isinstance(part, Scene) and field == "last_taker" and not scene.last_trick


def tries(scene: Look, other: Other, tried: Counter[str]) -> Iterator[tuple[str, Look, bool]]:
    """Scenes that differ in one field each: its name, the scene, whether the odd word must be read in it."""
    for way, part in structs(scene):
        for field, kind in declared(type(part)).items():
            name = f"{type(part).__name__}.{field}"
            if field in ("trick_over", "winning") or silent(type(part), field) or tried[name] >= EACH:
                continue
            if isinstance(part, Piece) and field in ("glyph", "stands", "seat"):
                continue
            if field == "named" and getattr(part, field) is None:
                continue  # it goes with the numbers
            if is_passed_over(scene, way, part, field):
                continue
            value = getattr(part, field)
            new = other.of(kind, value, field)
            if new == value:
                continue  # the only seat
            tried[name] += 1
            yield name, altered(scene, way, **{field: new}), isinstance(new, str) and new == ODD


@pytest.mark.long
@pytest.mark.parametrize("how", WIDTHS)
def test_the_terminal_tells_whatever_a_scene_has(usual: Played, how: str) -> None:
    """A field of a scene that is altered alters what is written; a text is read in it."""
    match, tried = usual.match("told"), Counter[str]()
    chooser = usual.chooser("told")
    colours = "" if how == "sentences" else "256"
    table = ScenePen(match.game, Ink(WIDTHS[how], colours), "en", plain=not colours)
    other = Other(match.game, match.seats)
    missed: dict[str, str] = {}
    for step in range(STEPS):
        scene = look(match, match.actors[0] if match.actors and step % 2 else 0, "en")
        before = ""
        for name, changed, word in tries(scene, other, tried):
            before = before or told(table, scene)
            after = told(table, changed)
            if after == before or (word and ODD not in after.casefold()):
                missed.setdefault(name, f"{name} of {scene.phase.text!r}, step {step}")
        if match.over:
            break
        match.act(match.actors[0], chooser.choice(match.actions(match.actors[0])))
    if missed:
        pytest.fail("not told: " + ", ".join(sorted(missed.values())), pytrace=False)


def test_what_is_not_told_exists() -> None:
    """Each field that is excused is one of a scene."""
    declared_in = vars(schema) | vars(choice_schema)
    kinds = [kind for kind in declared_in.values() if isinstance(kind, type) and issubclass(kind, Part)]
    fields = {f"{kind.__name__}.{name}" for kind in kinds for name in declared(kind)}
    assert not SILENT - fields
    assert Scene in kinds
    assert UNSET is not None
    assert Match is not None
