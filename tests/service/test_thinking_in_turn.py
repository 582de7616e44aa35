"""Who is answered when, by processes that are none: time is leapt over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

import torite
from tests.service.quick_time import run_quickly
from torite.bots import LEVELS, SHARES, ThumbBot
from torite.games import find
from torite.service.bot_process import BotWorker
from torite.service.bot_worker import ThinkerQuestion
from torite.service.bot_workers import (
    BY_HAND,
    FAULTS,
    GRACE,
    HINT,
    LONGEST,
    PATIENT,
    BotWorkers,
)
from torite.service.config import Waiting
from torite.service.lateness import SPARE, USUAL

VARIANT = "agurk"
GAME = find(VARIANT)[0]
MATCH = torite.Match(VARIANT, 3, seed=1)
SEAT = MATCH.actors[0]
SEEN = MATCH.view(SEAT)
SECONDS = 0.4
WEIGHED = [("play C2", 0.0, None, ""), ("play C3", -1.0, None, "")]
CHOSEN = next(
    code for code in (action.code for action in MATCH.actions(SEAT)) if code != ThumbBot(GAME, 0).choose(SEEN, (), SEAT)
)


class Pretending(BotWorker):
    """Answers after a time; fails where that is none."""

    def __init__(self, time: Callable[[ThinkerQuestion], float | None], ready: bool = True) -> None:
        super().__init__()
        self.time = time
        self.warm = {GAME.name} if ready else set()
        self.began: list[float] = []
        self.asked: list[str] = []
        self.levels: list[str] = []

    async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
        if question["what"] == "wake":
            return True
        self.began.append(asyncio.get_running_loop().time())
        self.asked.append(question["what"])
        self.levels += [question["level"]] if question["what"] == "choose" else []
        time = self.time(question)
        if time is None:
            self.stop()
            raise EOFError
        async with asyncio.timeout(seconds):
            await asyncio.sleep(time)
        return {"choose": CHOSEN, "advise": WEIGHED, "settled": True, "warm": True}[question["what"]]


def thinkers(
    count: int, time: Callable[[ThinkerQuestion], float | None] | None = None, ready: bool = True, **waiting: int
) -> BotWorkers:
    return BotWorkers(
        count, SECONDS, Waiting(**waiting), lambda: Pretending(time or (lambda asked: asked["seconds"]), ready)
    )


def now() -> float:
    return asyncio.get_running_loop().time()


async def hint(of: BotWorkers, person: int) -> tuple[float, bool]:
    """Ask for a hint; return how long it took, and whether a process weighed it."""
    began = now()
    thought = await of.advise(VARIANT, SEEN, SEAT, person)
    return now() - began, thought.ahead


async def choice(of: BotWorkers, host: int, by: float | None = None) -> tuple[float, bool]:
    began = now()
    by = began + of.takes(VARIANT, host) if by is None else by
    code = await of.choose(VARIANT, SEEN, SEAT, "search", person=host, by=by)
    return now() - began, code == CHOSEN


@pytest.mark.parametrize("level", SHARES)
def test_each_level_thinks_as_long_as_it_needs_at_most(level: str) -> None:
    """A process is held for that long, and told which level it is asked for; those that need none hold none."""

    async def ask() -> None:
        of = thinkers(1)
        assert CHOSEN == await of.choose(VARIANT, SEEN, SEAT, level, person=1, by=now() + 9)
        assert SHARES[level] * SECONDS == pytest.approx(now(), abs=0.05)
        (one,) = of.all
        assert isinstance(one, Pretending)
        assert [level] == one.levels
        for other in set(LEVELS) - SHARES.keys():
            await of.choose(VARIANT, SEEN, SEAT, other, person=1)
        assert ["choose"] == one.asked

    run_quickly(ask())


async def flooding(of: BotWorkers, person: int, connections: int = 30) -> list[asyncio.Task[None]]:
    async def ask() -> None:
        while True:
            if not (await hint(of, person))[1]:
                await asyncio.sleep(0.5)

    tasks = [asyncio.create_task(ask()) for _ in range(connections)]
    await asyncio.sleep(2)
    return tasks


@pytest.mark.parametrize("count", [1, 2, 8])
def test_thirty_connections_of_one_person_take_nobody_elses_hints(count: int) -> None:
    """Another's hint is still weighed, and comes within twice the time."""

    async def ask() -> None:
        of = thinkers(count)
        flood = await flooding(of, 1)
        for _ in range(15):
            took, weighed = await hint(of, 2)
            assert weighed
            assert took <= 2 * SECONDS + 0.01
            await asyncio.sleep(random.Random(count).random())
        assert of.refused["hint"] > 100
        for task in flood:
            task.cancel()

    run_quickly(ask())


@pytest.mark.parametrize("count", [2, 8])
def test_bots_at_another_table_keep_their_pace_and_strength_meanwhile(count: int) -> None:
    async def ask() -> None:
        of = thinkers(count)
        await choice(of, 2)
        await asyncio.sleep(1)
        alone = of.takes(VARIANT, 2)
        flood = await flooding(of, 1)
        for _ in range(15):
            assert alone == pytest.approx(of.takes(VARIANT, 2), abs=0.08)
            took, searched = await choice(of, 2)
            assert searched
            assert took < alone
            await asyncio.sleep(0.3)
        for task in flood:
            task.cancel()

    run_quickly(ask())


@pytest.mark.parametrize("count", [2, 8])
def test_ten_tables_of_bots_take_nobodys_hints(count: int) -> None:
    async def ask() -> None:
        of = thinkers(count)
        searched: list[bool] = []
        paces: list[float] = []

        async def play(host: int) -> None:
            while True:
                wanted = max(of.takes(VARIANT, host), random.uniform(0.45, 0.9))
                began = now()
                paces.append(wanted)
                searched.append((await choice(of, host, began + wanted))[1])
                await asyncio.sleep(began + wanted - now())

        tables = [asyncio.create_task(play(100 + host)) for host in range(10)]
        await asyncio.sleep(5)
        searched.clear()
        for _ in range(15):
            took, weighed = await hint(of, 2)
            assert weighed
            assert took <= 2 * SECONDS + 0.01
            await asyncio.sleep(0.5)
        assert sum(searched) > 0.85 * len(searched), "bots still think, if shorter"
        assert sum(paces) / len(paces) < 0.9
        assert max(paces) < 2 * SECONDS + PATIENT * SECONDS
        for table in tables:
            table.cancel()

    run_quickly(ask())


def test_one_host_with_many_tables_delays_no_other_table() -> None:
    async def ask() -> None:
        of = thinkers(2)
        alone = of.takes(VARIANT, 2)
        many = [asyncio.create_task(choice(of, 1, now() + 1000)) for _ in range(40)]
        await asyncio.sleep(0.1)
        assert 0.0 == of.takes(VARIANT, 1), "the next of that host had better not wait"
        assert of.takes(VARIANT, 2) <= alone + SECONDS
        assert (await choice(of, 2))[1]
        for task in many:
            task.cancel()

    run_quickly(ask())


def test_who_goes_away_leaves_the_queue_and_what_is_begun_is_finished() -> None:
    async def ask() -> None:
        of = thinkers(1)
        tasks = [asyncio.create_task(hint(of, person)) for person in range(5)]
        await asyncio.sleep(0.1)
        assert 4 == of.waiting["hint"]
        for task in tasks:
            task.cancel()
        await asyncio.sleep(0)
        assert {"play": 0, "hint": 0, "look": 0} == of.waiting
        assert of.all[0].busy
        took, weighed = await hint(of, 9)
        assert weighed
        assert took == pytest.approx(2 * SECONDS - 0.1)
        assert not of.failures

    run_quickly(ask())


def test_a_deadline_is_kept_by_the_rule_of_thumb() -> None:
    """Not begun in time, or begun and too slow: an answer comes a moment before it is due, and no later."""

    async def ask() -> None:
        for time in (lambda asked: asked["seconds"], lambda asked: 1.5):
            of = thinkers(1, time)
            blocking = asyncio.create_task(hint(of, 1))
            await asyncio.sleep(0.01)
            took, searched = await choice(of, 2, now() + 0.45)
            assert not searched
            assert took == pytest.approx(0.45 - BY_HAND)
            assert 1 == of.late["play"]
            assert {"play": 0, "hint": 0, "look": 0} == of.waiting
            blocking.cancel()
        took, searched = await choice(thinkers(1, lambda asked: 5.0), 2, now() + 1.0)
        assert not searched
        assert took == pytest.approx(1.0 - BY_HAND)

    run_quickly(ask())


def test_with_less_time_left_a_bot_thinks_shorter() -> None:
    async def ask() -> None:
        of = thinkers(1)
        blocking = asyncio.create_task(hint(of, 1))
        await asyncio.sleep(0.01)
        by = now() + 0.8
        assert (await choice(of, 2, by))[1]
        assert now() < by
        blocking.cancel()

    run_quickly(ask())


def test_that_there_is_no_choice_shows_not_in_what_others_wait() -> None:
    """Answered at once or after long thought: the process is held as long."""

    async def ask(time: float) -> float:
        of = thinkers(1, lambda asked: time if asked["seat"] == SEAT and asked["what"] == "choose" else 0.4)
        asyncio.get_running_loop().create_task(choice(of, 1, now() + 10))
        await asyncio.sleep(0.05)
        return (await hint(of, 2))[0]

    assert run_quickly(ask(0.001)) == pytest.approx(run_quickly(ask(SECONDS)))


@pytest.mark.parametrize("broken", [None, 1000.0])
def test_a_process_that_fails_is_gone_without(broken: float | None) -> None:
    """It dies, or never answers: the next question is answered, once it is ready again."""

    async def ask() -> None:
        times = [broken]
        of = thinkers(1, lambda asked: times.pop() if times and asked["what"] != "warm" else 0.1)
        took, weighed = await hint(of, 1)
        assert not weighed
        assert took <= LONGEST * SECONDS + GRACE + 0.01
        assert 1 == of.failures
        await asyncio.sleep(2 * SECONDS)
        await hint(of, 1)
        await asyncio.sleep(1)
        assert (await hint(of, 1))[1]
        assert EOFError in FAULTS

    run_quickly(ask())


def test_processes_get_ready_one_after_the_other_and_answer_plainly_until_one_is() -> None:
    async def ask() -> None:
        of = thinkers(3, lambda asked: 30.0 if asked["what"] == "warm" else 0.1, ready=False)
        assert 0.0 == of.takes(VARIANT, 1), "nobody need wait for one"
        assert (await hint(of, 1))[1], "by another than the one that compiles"
        await asyncio.sleep(29)
        assert not of.ready(GAME.name)
        assert [["warm"], ["advise"], []] == [one.asked for one in of.all if isinstance(one, Pretending)]
        await asyncio.sleep(2)
        assert of.ready(GAME.name)
        assert of.all[1].busy
        answers = [await hint(of, person) for person in (1, 2, 3)]
        assert all(weighed and took <= SECONDS + 0.1 for took, weighed in answers)
        await asyncio.sleep(60)
        assert all(GAME.name in one.warm and not one.busy for one in of.all)

    run_quickly(ask())


def test_a_question_never_goes_to_a_process_that_is_not_ready_for_its_game() -> None:
    async def ask() -> None:
        of = thinkers(2)
        of.all[0].warm = {"doppelkopf"}
        of.all[0].busy = True  # with a game of its own
        assert (await hint(of, 1))[1]
        assert not getattr(of.all[0], "began")  # noqa: B009

    run_quickly(ask())


def test_figures_say_what_was_asked_and_what_became_of_it() -> None:
    async def ask() -> None:
        of = thinkers(1, hint=1)
        answers = await asyncio.gather(*(hint(of, 1) for _ in range(4)), choice(of, 2, now() + 0.2))
        assert [True, True, False, False, False] == [weighed for _, weighed in answers]
        assert await of.settled(VARIANT, SEEN, SEAT, 1, HINT)
        assert {"hint": 5, "play": 1} == of.asked
        assert {"hint": 3} == of.answered
        assert {"hint": 2} == of.refused
        assert {"play": 1} == of.late
        assert of.spent["hint"] == pytest.approx(2 * SECONDS, abs=0.01)
        assert 0 == of.failures

    run_quickly(ask())


def test_how_late_answers_come_is_allowed_for() -> None:
    """On a crowded machine they come later; then bots take longer, all of them alike, and not the rule of thumb."""

    async def ask() -> None:
        of = thinkers(1, lambda asked: asked["seconds"] + 0.3)
        assert USUAL == of.lateness
        answers = [(await choice(of, 1))[1] for _ in range(10)]
        assert of.lateness == pytest.approx(SPARE * 0.3)
        assert not answers[0]
        assert all(answers[2:])
        quick = thinkers(1, lambda asked: 0.001)
        for _ in range(10):
            await choice(quick, 1)
        assert USUAL == quick.lateness, "what was no choice tells nothing"
        assert PATIENT * SECONDS > quick.takes(VARIANT, 1)

    run_quickly(ask())
