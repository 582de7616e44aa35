"""Replays: every position of a record as a scene, for each viewer; what it holds; whether it was fair."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import torite
from tests.arranged import new_match
from torite.games import catalogue
from torite.match import Match
from torite.records.writing import MOST_LINES
from torite.scenes.schema import Scene
from torite.service import replays
from torite.words import LANGUAGES
from torite.worlds import EVERYTHING, SPECTATOR

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.record"))
VARIANTS = ("agurk", "rassi", "gurka-is", "ogorek-contra", "gurka-se")
KEY = bytes(64)


def played(variant: str, moves: int = 10_000, undos: float = 0.0, **facts: Any) -> Match:
    """A random match of few seats."""
    chooser = random.Random(variant)
    drawn_from: dict[str, Any] = {} if "daily" in facts else {"key": KEY}
    match = new_match(variant, catalogue()[variant][1].seats[0], **drawn_from, **facts)
    for _ in range(moves):
        if match.over:
            break
        seat = match.actors[0]
        match.act(seat, chooser.choice(match.actions(seat)))
        if chooser.random() < undos and match.may_undo(seat, free=True):
            match.undo(seat, free=True)
    return match


def all_steps(match: Match, viewer: int, language: str = "en") -> list[Scene]:
    """Every position, asked for in blocks."""
    count = replays.summary(match, "", language).steps
    firsts = range(0, count, replays.MOST_STEPS)
    blocks = [(first, min(first + replays.MOST_STEPS, count) - 1) for first in firsts]
    return [scene for first, last in blocks for scene in replays.steps(match, first, last, viewer, language)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_position_is_the_scene_that_was(variant: str) -> None:
    """Seats and onlookers see in a replay what they saw at the table."""
    chooser = random.Random(variant)
    match = Match(variant, catalogue()[variant][1].seats[0], key=KEY)
    then: dict[tuple[int, int], Scene] = {}
    viewers = [SPECTATOR, *range(match.seats)]
    for _ in range(60):
        if match.over:
            break
        for viewer in viewers:
            then[len(match.log), viewer] = torite.lay_out(match, viewer)
        for _ in range(10):
            seat, before = match.actors[0], len(match.log)
            match.act(seat, chooser.choice(match.actions(seat)))
            if len(match.log) > before:
                break
    for viewer in viewers:
        scenes = all_steps(match, viewer)
        for (step, seen_by), scene in then.items():
            if seen_by == viewer:
                assert scene == scenes[step]


@pytest.mark.long
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_are_looked_back_on(path: Path) -> None:
    """Each golden record opens; its last position has its scores; its deals and tricks are where they happen."""
    language = LANGUAGES[RECORDS.index(path) % 2]
    match = replays.opened(path.read_text())[0]
    about: dict[str, Any] = msgspec.to_builtins(replays.summary(match, "", language))
    assert about == json.loads(json.dumps(about))
    scenes = all_steps(match, EVERYTHING, language)
    assert about["steps"] == len(scenes)
    assert about["scores"] == scenes[-1].scores
    assert about["over"] == scenes[-1].over
    hides = match.game.display.unseen_zones
    hidden = ["last_trick" in hides(now.public) for now in replays._positions(match, len(match.log.standing))]
    assert [not hidden[step] for step in about["tricks"]] == [bool(scenes[step].last_trick) for step in about["tricks"]]
    assert len(about["deals"]) == sum(line.startswith("deal: ") for line in path.read_text().splitlines())


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_hands_are_open(variant: str) -> None:
    """Nothing is unseen by whoever sees all: every piece of every place is named."""
    for scene in all_steps(played(variant, 40), SPECTATOR)[:1]:
        assert scene.viewer == SPECTATOR
    match = replays.opened(torite.write(played(variant, 40)))[0]
    for scene in all_steps(match, EVERYTHING):
        assert [] == [zone.name for zone in scene.zones if None in zone.pieces]
        assert [] == scene.choices
        assert EVERYTHING == scene.viewer


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_moves_are_told_as_they_were_then(variant: str) -> None:
    """One for each step, the last line of that step's log, for every viewer: nobody reads more than they saw."""
    match = replays.opened(torite.write(played(variant, 60)))[0]
    for viewer in (EVERYTHING, SPECTATOR, *range(match.seats)):
        told = [scene.log[-1].text for scene in all_steps(match, viewer)[1:]]
        assert told == replays.moves(match, viewer, "en")


def test_nobody_reads_the_moves_who_may_not_look() -> None:
    """All hands of a match in progress, and seats that there are not."""
    match = played("agurk", 9)
    for viewer in (EVERYTHING, -3, 99):
        with pytest.raises(torite.BadOptions):
            replays.moves(match, viewer, "en")


def test_all_hands_show_what_was_exchanged() -> None:
    """The log names the cards that a seat put away unseen."""
    match = replays.opened(torite.write(played("agurk-joker", 30)))[0]
    number = next(
        e.number
        for e in match.log.standing
        if e.seat >= 0 and match.knowledge.seen(e, e.seat).code.startswith("exchange")
    )
    lines = {}
    for viewer in (EVERYTHING, SPECTATOR):
        scene = replays.steps(match, number + 1, number + 1, viewer, "en")[0]
        lines[viewer] = scene.log[-1].text
    glyph = match.game.pack.glyph(
        match.game.pack.kind(match.history(match.log[number].seat, number)[0].code.split()[1])
    )
    assert glyph in lines[EVERYTHING]
    assert glyph not in lines[SPECTATOR]


def test_a_match_in_progress_never_shows_all_hands() -> None:
    """Neither the match itself nor its replay; a record of it does, which names every card anyway."""
    match = played("agurk", 9)
    with pytest.raises(torite.BadOptions):
        torite.lay_out(match, EVERYTHING)
    with pytest.raises(torite.BadOptions):
        replays.steps(match, 0, 3, EVERYTHING, "en")
    assert replays.steps(replays.opened(torite.write(match))[0], 0, 3, EVERYTHING, "en")


def test_what_was_taken_back_is_left_out() -> None:
    match = played("agurk", 60, undos=0.3)
    assert any(entry.undo >= 0 for entry in match.log)
    again = replays.opened(torite.write(match))[0]
    scenes = all_steps(again, SPECTATOR)
    assert len(match.log.standing) + 1 == len(scenes)
    assert match.scores == scenes[-1].scores
    assert match.public.to_words() == again.public.to_words()
    assert torite.lay_out(match).zones == scenes[-1].zones


@pytest.mark.parametrize("many", ["# so many lines\n", "0: undo 7\n", "0: play " + "H7 " * 9000 + "\n"])
def test_a_record_that_takes_too_long_is_refused_at_once(many: str) -> None:
    with pytest.raises(torite.BadRecord) as caught:
        replays.opened("torite record 1\n" + many * (replays.MOST_LETTERS // len(many) + 1))
    assert {"replay.too_long"} == {caught.value.key}
    assert caught.value.say("ja") != caught.value.say("en")
    assert all(f"{most}" in caught.value.say("en") for most in (MOST_LINES, replays.MOST_LETTERS))


@pytest.mark.parametrize(("first", "last"), [(-1, 3), (5, 4), (0, 10_000), (0, replays.MOST_STEPS), (10_000, 10_001)])
def test_positions_that_are_none_are_refused(first: int, last: int) -> None:
    match = played("agurk", 100)
    with pytest.raises(torite.BadOptions) as caught:
        replays.steps(match, first, last, SPECTATOR, "en")
    for language in LANGUAGES:
        assert str(len(match.log.standing)) in caught.value.say(language)


@pytest.mark.parametrize("viewer", [-3, 99])
def test_viewers_that_are_none_are_refused(viewer: int) -> None:
    with pytest.raises(torite.BadOptions):
        replays.steps(played("agurk"), 0, 0, viewer, "en")


def test_an_unknown_language_is_refused() -> None:
    match = played("agurk", 5)
    for ask in (lambda: replays.summary(match, "", "../en"), lambda: replays.fair(match, "../en")):
        with pytest.raises(torite.UnknownName):
            ask()


@pytest.mark.parametrize("language", LANGUAGES)
def test_whether_it_was_fair(language: str) -> None:
    """Fair, not fair, key not told, arranged: each has its own sentence."""
    fair = played("rassi", entropy={0: "cucumber"})
    unfair = played("rassi")
    unfair.chance.key = bytes(reversed(range(64)))
    told = [
        replays.fair(match, language)
        for match in (
            fair,
            unfair,
            replays.opened(torite.write(played("rassi", 9)))[0],
            played("rassi", 9, dealer=1, hands={0: "HA"}),
        )
    ]
    assert [True, False, False, False] == [verdict["fair"] for verdict in told]
    assert 4 == len({verdict["say"] for verdict in told})
