"""Processes on this machine and on others side by side: pretended ones, and time is leapt over."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.service.quick_time import run_quickly
from tests.service.test_getting_ready import OTHER
from tests.service.test_thinking_in_turn import GAME, SECONDS, VARIANT, Pretending, choice, hint, now, thinkers
from torite.service.bot_worker import ThinkerQuestion
from torite.service.bot_workers import BY_HAND, BotWorkers
from torite.service.lateness import SPARE


class Elsewhere(Pretending):
    """One that is gone when it is put down, and fails at what it is told to."""

    here = False

    def __init__(self, of: BotWorkers, *what: Any, **more: Any) -> None:
        super().__init__(*what, **more)
        self.of = of
        of.join(self)

    async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
        try:
            return await super().ask(question, seconds)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        super().stop()
        self.of.leave(self)


def in_time(asked: ThinkerQuestion) -> float:
    return float(asked.get("seconds", 1.0))


def test_bots_think_where_only_others_machines_do() -> None:
    async def ask() -> None:
        of = thinkers(0)
        assert (0.0, False) == (of.takes(VARIANT, 1), (await choice(of, 1, now() + 5))[1])
        one = Elsewhere(of, in_time)
        assert (await choice(of, 1))[1]
        assert (await hint(of, 2))[1]
        assert 0 == of.failures
        one.stop()
        assert [] == of.all
        assert (0.0, False) == (of.takes(VARIANT, 1), (await choice(of, 1, now() + 5))[1])
        await of.close()

    run_quickly(ask())


def test_one_that_comes_gets_ready_for_what_is_asked_about() -> None:
    async def ask() -> None:
        of = thinkers(1)
        assert (await hint(of, 1))[1]
        one = Elsewhere(of, in_time, ready=False)
        assert (await hint(of, 1))[1]
        await asyncio.sleep(5)
        assert {GAME.name} == one.warm
        by = now() + 1.5 * SECONDS
        answers = await asyncio.gather(choice(of, 1, by), choice(of, 2, by))
        assert all(searched for _, searched in answers), "both at a time"
        await of.close()

    run_quickly(ask())


@pytest.mark.parametrize("time", [None, 1000.0], ids=["gone", "silent"])
def test_who_goes_in_the_middle_of_a_question_keeps_nobody_beyond_their_time(time: float | None) -> None:
    """The rule of thumb chooses; who thinks beside it goes on, and what waited is theirs."""

    async def ask() -> None:
        of = thinkers(1)
        gone = Elsewhere(of, lambda asked: time)
        by = now() + 1.0
        answers = await asyncio.gather(*(choice(of, person, by) for person in (1, 2, 3)))
        assert [True, True, False] == sorted((searched for _, searched in answers), reverse=True)
        assert all(took <= 1.0 - BY_HAND + 0.001 for took, _ in answers)
        await asyncio.sleep(5)
        assert gone not in of.all
        assert 1 == of.failures
        assert (await choice(of, 1))[1]
        await of.close()

    run_quickly(ask())


def test_how_late_answers_come_from_anywhere_is_allowed_for() -> None:
    async def ask() -> None:
        of = thinkers(1, lambda asked: asked["seconds"] + 0.01)
        Elsewhere(of, lambda asked: asked["seconds"] + 0.3)
        for _ in range(10):
            await asyncio.gather(choice(of, 1, now() + 5), choice(of, 2, now() + 5))
        assert of.lateness == pytest.approx(SPARE * 0.3)
        answers = await asyncio.gather(choice(of, 1), choice(of, 2))
        assert all(searched for _, searched in answers)
        await of.close()

    run_quickly(ask())


def test_one_elsewhere_in_whose_place_nothing_can_be_started_gets_ready_itself() -> None:
    async def ask() -> None:
        of = thinkers(0)
        one = Elsewhere(of, in_time)
        of.warm(OTHER)
        await asyncio.sleep(5)
        assert [one] == of.all
        assert {GAME.name, OTHER} == one.warm
        await of.close()

    run_quickly(ask())


def test_a_process_of_this_machine_is_started_for_a_game_rather_than_one_elsewhere_taken_from_another() -> None:
    async def ask() -> None:
        of = thinkers(1, lambda asked: 100.0 if asked["what"] == "warm" else in_time(asked), ready=False)
        of.all[0].warm = {"doppelkopf"}
        one = Elsewhere(of, lambda asked: 100.0 if asked["what"] == "warm" else in_time(asked))
        of.warm("bingo")
        await asyncio.sleep(50)
        assert (await hint(of, 1))[1], "it goes on with what it alone is ready for"
        await asyncio.sleep(100)
        assert 2 == len(of.all)
        assert of.ready("bingo")
        assert one in of.all
        await of.close()

    run_quickly(ask())


def test_one_that_goes_while_it_gets_ready_leaves_that_to_others() -> None:
    async def ask() -> None:
        of = thinkers(0)
        gone = Elsewhere(of, lambda asked: None, ready=False)
        of.warm(VARIANT)
        await asyncio.sleep(1)
        assert gone not in of.all
        Elsewhere(of, in_time, ready=False)
        await asyncio.sleep(2)
        await choice(of, 1, now() + 1)
        await asyncio.sleep(2)
        assert (await choice(of, 1))[1]
        await of.close()

    run_quickly(ask())
