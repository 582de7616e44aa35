"""Not a byte that a seat or a spectator is sent depends on what they cannot know.

Two matches that differ only in cards that a seat does not see are put on two tables; whatever the seat and a spectator
hear there is compared byte for byte: scenes, answers, refusals, lessons, drafts, what undo leads to.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import to_builtins

from tests.claims import begun
from tests.conftest import Many
from tests.every_game.test_non_interference import again, somewhere
from tests.redealing import Deal
from tests.strategies import Table as Sample
from tests.strategies import deals_nothing
from torite.games import find
from torite.match import Match
from torite.scenes import lessons
from torite.service import replays, replies, wire
from torite.service.bot_workers import BotWorkers
from torite.service.config import Limits
from torite.service.message_handlers import hear
from torite.service.pauses import Pauses
from torite.service.quotas import Quotas
from torite.service.resources import Resources
from torite.service.table import Table
from torite.service.table_setup import Occupant, TableSetup
from torite.service.teaching import last_trick, teaching
from torite.service.viewer import Viewer
from torite.service.wire import Settings
from torite.words import LANGUAGES
from torite.worlds import SPECTATOR


class Paper:
    """Storage that keeps nothing."""

    async def write(self, *statements: Any) -> None:
        pass


def resources(
    pace: tuple[float, float] = (1000.0, 1000.0), thinkers: Any = None, kept: Any = None, pauses: Pauses | None = None
) -> Resources:
    """What a table needs of a service, of one that keeps nothing."""
    paper: Any = kept or Paper()
    return Resources(paper, thinkers or BotWorkers(0), Quotas(Limits()), pace, pauses)


def set_up(match: Match, seat: int) -> tuple[Table, list[Viewer]]:
    occupants = [Occupant("person", name, number) for number, name in enumerate(match.names)]
    settings = Settings(grace=1000)
    setup = TableSetup(
        "table", match.variant.name, match.options.texts(), settings, 99, occupants, key=b"k" * 64, state="playing"
    )
    table = Table(resources(), setup, match)
    return table, [Viewer(seat, seat, language) for language in LANGUAGES] + [Viewer(99, SPECTATOR, "en")]


async def heard(match: Match, seat: int, messages: list[Any]) -> list[list[bytes]]:
    """Collect what a seat in each language, and a spectator, hear while the seat says something."""
    match.chance.key_hash = "the same"
    table, viewers = set_up(match, seat)
    for viewer in viewers:
        await table.enter(viewer)
    for message in messages:
        for viewer in viewers:
            await hear(table, viewer, message)
    table.close()
    await asyncio.sleep(0)
    return [list(viewer._waiting) for viewer in viewers]


def questions(match: Match, seat: int, chooser: random.Random) -> list[Any]:
    """Ask all that may be asked, allowed or not."""
    verbs = [verb.name for verb in match.game.verbs.listed if verb.of_pieces]
    codes = [f"{chooser.choice(verbs)} {code}" for code in chooser.sample(match.game.pack.listing().split(), 6)]
    number = len(match.log)
    kinds = [wire.Lesson(cid=1), wire.Lesson(cid=4, knows=True), wire.Again(cid=2), wire.Hint(cid=3)]
    kinds += [wire.Why(cid=10 + i, code=code) for i, code in enumerate(codes)]
    kinds += [wire.Draft(cid=20 + i, parts=[code]) for i, code in enumerate(codes[:2])]
    kinds += [wire.Act(cid=30 + i, number=number, code=f"{code} +") for i, code in enumerate(codes[:2])]
    late = [number for number in range(number) if not match.turns.still_valid(number, seat, codes[0])]
    kinds += [wire.Act(cid=41, number=late[-1], code=codes[0])] if late else []  # what is in time is done
    kinds += [wire.Undo(cid=40, number=number)]
    kinds += [wire.StandIn(cid=50, on=False), wire.Ready(cid=51), wire.Rematch(cid=52), wire.Ping(cid=53)]
    return kinds


def compare(sample: Sample, seed: str, steps: int, of: Callable[[Match], Match] = lambda match: match) -> int:
    """Compare what is heard of two matches; return how many bytes were compared, 0 where there was no pair.

    Args:
        sample: the table.
        seed, steps: where the first match stands.
        of: the match that is heard, made of each of the two.
    """
    chooser = sample.chooser(seed, "wire")
    match = somewhere(sample, seed, steps)
    seat = chooser.randrange(sample.seats)
    deal = Deal(match, seat)
    kinds = deal.redealt(chooser, 30)
    if kinds is None:
        return 0
    other = again(deal, kinds)
    messages = questions(match, seat, chooser)
    random.seed(seed)
    one = asyncio.run(heard(of(match), seat, messages))
    random.seed(seed)
    two = asyncio.run(heard(of(other), seat, messages))
    assert first_difference(one, two) is None
    return sum(len(message) for viewer in one for message in viewer)


def first_difference(one: list[list[bytes]], two: list[list[bytes]]) -> tuple[bytes, bytes] | None:
    """Find the first two messages that differ: all of them beside each other would take minutes to write out."""
    pairs = itertools.zip_longest(itertools.chain(*one), itertools.chain(*two), fillvalue=b"")
    return next(((mine, theirs) for mine, theirs in pairs if mine != theirs), None)


@pytest.mark.long
def test_what_is_sent_does_not_depend_on_what_is_hidden(table: Sample, many: Many) -> None:
    if deals_nothing(table):
        return
    chooser = table.chooser("wire")
    compared = [compare(table, f"wire {i}", chooser.randrange(1, 16)) for i in range(many(6, 1))]
    assert sum(compared) > 0 or compare(table, "wire first", 0) > 0


def gone_on(match: Match) -> Match:
    """Return the match of a table that goes on from where a match stands now."""
    made = replays.begun(match, len(match.log.standing))
    occupants = [Occupant("person", name, number) for number, name in enumerate(match.names)]
    setup = TableSetup(
        "table", made["variant"], made["options"], Settings(), 99, occupants, key=b"k" * 64, continued="replay"
    )
    return setup.match(made["lines"])


@pytest.mark.long
def test_what_a_table_sends_that_goes_on_from_a_replay_does_not_depend_on_what_is_hidden(
    table: Sample, many: Many
) -> None:
    """Although whoever plays on has seen all hands: what they have forgotten nobody tells them again."""
    if deals_nothing(table):
        return
    chooser = table.chooser("on")
    compared = [compare(table, f"on {i}", chooser.randrange(1, 16), gone_on) for i in range(many(2, 1))]
    assert sum(compared) > 0 or compare(table, "on first", 0, gone_on) > 0


def test_what_is_told_of_a_lesson_does_not_depend_on_what_is_hidden(smallest: Sample) -> None:
    """Nor is anybody told of it but its learner; where nothing can be dealt otherwise, that alone is asked."""
    if deals_nothing(smallest):
        return
    game, variant = find(smallest.variant)
    for taught in lessons.lessons(game, variant):
        match = begun(taught)
        mine = told_of(match, taught)
        assert all(mine[lessons.LEARNER][: len(LANGUAGES)])
        assert not any(mine[: lessons.LEARNER] + mine[lessons.LEARNER + 1 :])
        deal = Deal(match, lessons.LEARNER)
        kinds = None if match.game.pack.of_dice else deal.redealt(smallest.chooser(taught.name), 30)
        if kinds is not None:
            assert mine == told_of(again(deal, kinds), taught)


def told_of(match: Match, taught: lessons.Lesson) -> list[Any]:
    """Collect what the learner of a lesson, the others and an onlooker are told of it."""
    table, _ = set_up(match, lessons.LEARNER)
    table.setup.variant = taught.variant
    table.setup.settings = Settings(lesson=taught.name)
    table.close()
    return [
        [teaching(table, seat, language) for language in LANGUAGES] + [last_trick(match, seat, "en")]
        if seat == lessons.LEARNER
        else teaching(table, seat, "en")
        for seat in (*range(match.seats), SPECTATOR)
    ]


def test_a_leak_would_be_found(smallest: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table says of itself with the true state in it is caught at the first pair."""
    if deals_nothing(smallest):
        return
    honest = replies.table

    def leaking(at: Table, viewer: Viewer, *more: Any) -> dict[str, Any]:
        return {**to_builtins(honest(at, viewer, *more)), "state": at.match.log.state.to_words() if at.match else []}

    monkeypatch.setattr(replies, "table", leaking)
    with pytest.raises(AssertionError):
        sum(compare(smallest, f"leak {i}", i % 7) for i in range(20))


@pytest.mark.slow
def test_thousands_of_pairs(smallest: Sample) -> None:
    if deals_nothing(smallest):
        return
    chooser = smallest.chooser("wire thousands")
    compared = [compare(smallest, f"pair {i}", chooser.randrange(1, 40)) for i in range(400)]
    assert sum(bool(size) for size in compared) > 200
