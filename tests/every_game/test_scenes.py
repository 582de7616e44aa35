"""Scenes of random matches: what is declared, whole sentences, no piece lost, the choices that the match has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import torite
from tests.looking import strings, sure
from tests.strategies import Table
from torite.kit import DONE, See
from torite.scenes.choice_schema import Pick, Stand
from torite.scenes.schema import Scene
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR

LOOKED_AT_BY_ALL = 3  # steps of each match that everybody looks at, in every language
STEPS = 40  # steps of each match


def looks(match: torite.Match, step: int) -> Iterator[Scene]:
    """Scenes of one moment: all of them at first, then one viewer after the other in turn."""
    viewers = [*range(match.seats), SPECTATOR]
    if step < LOOKED_AT_BY_ALL or match.over:
        yield from (torite.lay_out(match, viewer, language) for viewer in viewers for language in LANGUAGES)
    else:
        yield torite.lay_out(match, viewers[step % len(viewers)], LANGUAGES[step // len(viewers) % 2])
        yield torite.lay_out(match, match.actors[0], LANGUAGES[step % 2])


def play_on(match: torite.Match, chooser: random.Random) -> None:
    """Take one action, often in parts; its length fits what the scene said."""
    seat, length = match.actors[0], len(match.log)
    action = chooser.choice(match.actions(seat))
    pick = next(c for c in torite.lay_out(match, seat).choices if action.code in c.codes) if action.partial else None
    match.act(seat, action)
    while len(match.log) == length:
        match.act(seat, chooser.choice(match.actions(seat)))
    if pick is not None:
        taken = next(entry for entry in match.log[length:] if entry.seat == seat).actions
        assert isinstance(pick, Pick | Stand)
        assert isinstance(pick, Stand) or pick.least <= sum(number != DONE for number in taken) <= pick.most


def pieces_not_shown(match: torite.Match, view: Any, scene: Scene) -> int:
    """Count the pieces of places that the scene leaves out."""
    pack, layout = match.game.pack, match.game.layout
    shown = {zone.name for zone in scene.zones}
    total = 0
    for field in layout.fields:
        if field.is_place and field.name not in shown:
            value = getattr(view, field.name)
            for owner in range(field.owners):
                part = value[owner] if field.is_parted else value
                public = field.spec.see is See.ALL
                lying = [kind for kind in part if kind >= 0] if field.spec.holds == "sequence" else pack.listed(part)
                total += len(lying) if public else view.count[layout.place(field.name, owner)]
    return total


def check(match: torite.Match, scene: Scene) -> None:
    """All that holds of every scene; its declared types too, for it reads back from JSON as it was."""
    assert scene == msgspec.json.decode(msgspec.json.encode(scene), type=Scene)
    assert all(text and not set("{}") & set(text) for text in strings(scene))
    assert [seat.name for seat in scene.seats if seat.acts] == [scene.seats[seat].name for seat in sorted(match.actors)]
    for zone in scene.zones:
        assert zone.count == len(zone.pieces)
    view = match.public
    in_play = len(match.game.pack.listed(view.in_play))
    places = [zone for zone in scene.zones if match.game.layout.named[zone.name].is_place]
    assert sum(zone.count for zone in places) + pieces_not_shown(match, view, scene) == in_play
    viewer = scene.viewer
    open_codes = [] if viewer == SPECTATOR else [action.code for action in match.actions(viewer)]
    assert sorted(open_codes) == sorted(code for choice in scene.choices for code in choice.codes)


@pytest.mark.long
def test_scenes_of_a_random_match(usual: Table) -> None:
    """Every viewer's scene, from the first deal on."""
    chooser = random.Random(usual.variant)
    match = torite.Match(usual.variant, seats=usual.seats, seed=usual.variant)
    for step in range(STEPS):
        for scene in looks(match, step):
            check(match, scene)
        if match.over:
            break
        play_on(match, chooser)


def test_scenes_at_the_end(smallest: Table) -> None:
    """A match of few seats is played out; its last scene names the winners. One who plays alone need not win."""
    chooser = random.Random(smallest.variant)
    match = torite.Match(smallest.variant, seats=smallest.seats, seed=smallest.variant)
    while not match.over:
        match.act(match.actors[0], chooser.choice(match.actions(match.actors[0])))
    for scene in looks(match, 0):
        check(match, scene)
        assert sure(scene.result).winners or match.seats == 1
        assert scene.prompt == sure(scene.result).text
        assert not scene.choices
