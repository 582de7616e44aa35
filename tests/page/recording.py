"""Scenes of whole matches, as the service would send them: for tests that draw many of them in one window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import torite
from tests.strategies import Table
from torite.scenes.labels import legend
from torite.scenes.schema import Scene
from torite.service import catalogue, chat
from torite.service.messages import SceneMessage, TableSeat, TableState
from torite.service.wire import Settings, encode

STEPS = 1500  #: entries of a match at most
NAMES = ["Guest", "Fuku", "Hana", "Bartholomew", "Gen", "Yuzu", "Chiyo", "Daigo"]


@dataclass(frozen=True)
class Moment:
    """What the page is told at one moment of a match.

    Attributes:
        what: phase and number of the moment, to name it in a fault.
        table: how the table stands, as JSON.
        scene: what my seat sees, as JSON.
        weight: how much there is to draw.
        kind: by what it differs from others: its phase, what is asked, what lies there.
    """

    what: str
    table: str
    scene: str
    weight: int
    kind: tuple[Any, ...]


@cache
def recorded(table: Table, language: str, seed: int = 0) -> list[Moment]:
    """Play a match at random, and keep what seat 0 is told: whenever it may act, now and then else, at each end."""
    return [moment(match, language) for match in told_of(table, seed)]


def told_of(table: Table, seed: int = 0) -> Iterator[torite.Match]:
    """Play a match at random; yield it wherever that is kept.

    To lay a scene out takes ten times as long as to play on: whoever wants few moments lays out those alone.
    """
    names = [NAMES[seat % len(NAMES)] + ("" if seat < len(NAMES) else str(seat)) for seat in range(table.seats)]
    match, chooser = table.match(seed, names=names, pause=True), table.chooser("recorded", seed)
    for step in range(STEPS):
        if match.over or match.turns.awaits_chance or 0 in match.actors or step % 3 == 0 or match.log.standing:
            yield match
        if match.over:
            break
        if match.turns.awaits_chance:
            match.go_on()
            continue
        length, seat = len(match.log), chooser.choice(match.actors)
        while len(match.log) == length and not match.turns.awaits_chance:
            match.act(seat, chooser.choice(match.actions(seat)))


def first_asked(table: Table) -> torite.Match:
    """Play a match at random until seat 0 is asked for the first time."""
    names = NAMES[: table.seats]
    match, chooser = table.match(names=names, pause=True), table.chooser("first asked")
    while 0 not in match.actors:
        if match.turns.awaits_chance:
            match.go_on()
        else:
            seat = chooser.choice(match.actors)
            match.act(seat, chooser.choice(match.actions(seat)))
    return match


def moment(match: torite.Match, language: str, seat: int = 0) -> Moment:
    """Keep what a seat is told now."""
    scene = torite.lay_out(match, seat, language)
    return Moment(
        f"{scene.variant} {language} {scene.phase.name} {scene.number}",
        encode(table_of(match, language, seat)).decode(),
        encode(SceneMessage(scene, fresh=True)).decode(),
        _weight(scene),
        _kind(scene),
    )


def table_of(match: torite.Match, language: str, seat: int) -> TableState:
    """Tell how a table of bots and me stands."""
    title = legend(match.game, language).title(match.variant.name)
    seats = [
        TableSeat(at, "person" if at == seat else "bot", name, None if at == seat else "search", at == seat, "", False)
        for at, name in enumerate(match.names)
    ]
    return TableState(
        id="stage",
        game=match.game.name,
        variant=match.variant.name,
        title=title,
        state="over" if match.over else "playing",
        you=seat,
        host=True,
        seats=seats,
        settings=Settings(),
        options=catalogue.differing(match.game, match.variant, {}, match.seats, language),
        key_hash="",
        words={},
        watched=None,
        practice=False,
        lesson=None,
        spectators=0,
        replay="one" if match.over else "",
        rematch="",
        left=None,
        pieces=legend(match.game, language).names,
        forced=False,
        forced_after=0,
        daily="",
        talk=chat.audience(match),
        phrases=chat.listed(match, seat, language),
        people=[],
        share="",
    )


def hardest(moments: list[Moment], most: int) -> list[Moment]:
    """Choose some: of each kind the one with most to draw, the rarest kinds first."""
    kinds: dict[tuple[Any, ...], list[Moment]] = {}
    for one in moments:
        kinds.setdefault(one.kind, []).append(one)
    first = [max(same, key=lambda one: one.weight) for same in kinds.values()]
    phases: dict[Any, list[Moment]] = {}
    for one in sorted(first, key=lambda one: -one.weight):
        phases.setdefault(one.kind[0], []).append(one)
    turns = max(map(len, phases.values()), default=0)
    return [same[turn] for turn in range(turns) for same in phases.values() if turn < len(same)][:most]


def _weight(scene: Scene) -> int:
    texts = len("".join([scene.prompt, *scene.status])) + sum(
        len(mark.text) for seat in scene.seats for mark in seat.marks
    )
    return texts + 12 * sum(zone.count for zone in scene.zones if zone.name != "hand") + 8 * len(scene.choices)


def _kind(scene: Scene) -> tuple[Any, ...]:
    lying = tuple(sorted({zone.name for zone in scene.zones if zone.count and zone.name != "hand"}))
    asked = tuple(sorted({type(choice).__name__ for choice in scene.choices}))
    return scene.phase.name, asked, lying, scene.deal_over, scene.over, bool(scene.counted), bool(scene.revealed)
