"""While a game is being compiled, a process that does not compile searches it plainly: nobody waits, nothing shows."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest

import torite
from tests.patience import until_so
from tests.service.quick_time import run_quickly
from tests.service.test_thinking_in_turn import CHOSEN, GAME, SEAT, SECONDS, SEEN, VARIANT, Pretending, choice, hint
from torite.games import find
from torite.service.bot_process import BotWorker
from torite.service.bot_worker import ThinkerQuestion
from torite.service.bot_workers import BotWorkers
from torite.service.config import Waiting

OTHER = "doppelkopf"


class Plain(Pretending):
    """Compiles for a long time, and remembers how it was asked."""

    def __init__(self, fails: bool = False) -> None:
        super().__init__(lambda asked: 250.0 if asked["what"] == "warm" else asked["seconds"], ready=False)
        self.questions: list[tuple[str, bool | None]] = []
        self.fails = fails

    async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
        self.questions.append((question["what"], question.get("plain")))
        if self.fails and question["what"] == "wake":
            self.stop()
            raise EOFError
        return await super().ask(question, seconds)


def plainly(count: int, **how: bool) -> BotWorkers:
    return BotWorkers(count, SECONDS, Waiting(), lambda: Plain(**how))


def test_one_compiles_and_another_answers_plainly_until_it_is_ready() -> None:
    async def ask() -> None:
        of = plainly(2)
        compiles, answers = of.all
        assert isinstance(compiles, Plain)
        assert isinstance(answers, Plain)
        of.warm(VARIANT)
        await asyncio.sleep(1)
        for _ in range(5):
            assert of.takes(VARIANT, 1) > SECONDS
            took, searched = await choice(of, 1)
            assert searched
            assert took <= SECONDS + 0.2
            assert (await hint(of, 1))[1]
        assert not of.ready(GAME.name)
        assert [("warm", None)] == compiles.questions
        assert {("wake", None), ("choose", True), ("advise", True)} == set(answers.questions)
        await until_so(lambda: of.ready(GAME.name), every=1)
        assert (await choice(of, 1))[1]
        assert ("choose", False) == compiles.questions[-1]
        await of.close()

    run_quickly(ask())


def test_what_no_plain_answer_tells_waits_for_what_is_compiled() -> None:
    """Whether the rest of a deal matters is not asked of those that are only awake."""

    async def ask() -> None:
        of = plainly(2)
        of.warm(VARIANT)
        await asyncio.sleep(1)
        assert not await of.settled(VARIANT, SEEN, SEAT, 1)
        assert all("settled" != what for one in of.all if isinstance(one, Plain) for what, _ in one.questions)
        await of.close()

    run_quickly(ask())


def test_the_only_one_answers_plainly_and_another_compiles_and_takes_its_place() -> None:
    async def ask() -> None:
        of = plainly(1)
        (before,) = of.all
        of.warm(VARIANT)
        await asyncio.sleep(1)
        assert of.takes(VARIANT, 1) > SECONDS
        assert (await choice(of, 1))[1]
        assert (await hint(of, 1))[1]
        assert isinstance(before, Plain)
        assert "warm" not in {what for what, _ in before.questions}
        await until_so(lambda: of.ready(GAME.name), every=1)
        (after,) = of.all
        assert isinstance(after, Plain)
        assert after is not before
        assert (await choice(of, 1))[1]
        assert [("warm", None), ("choose", False)] == after.questions
        await of.close()

    run_quickly(ask())


def test_where_none_can_be_woken_the_rule_of_thumb_plays() -> None:
    async def ask() -> None:
        of = plainly(3, fails=True)
        of.warm(VARIANT)
        await asyncio.sleep(1)
        assert 0 == of.takes(VARIANT, 1)
        took, searched = await choice(of, 1, asyncio.get_running_loop().time() + 1)
        assert not searched
        assert took < 1
        assert not (await hint(of, 1))[1]
        await of.close()

    run_quickly(ask())


def test_a_game_that_is_opened_while_another_compiles_is_searched_plainly() -> None:
    """Also by the only process, in whose place another compiles then."""

    async def ask() -> None:
        of = plainly(1)
        of.warm(VARIANT)
        await until_so(lambda: of.ready(GAME.name), every=1)
        of.warm(OTHER)
        await asyncio.sleep(1)
        seat, match = 0, torite.Match(OTHER, 4, seed=1)
        before = of.answered["play"]
        by = asyncio.get_running_loop().time() + of.takes(OTHER, 1)
        assert CHOSEN == await of.choose(OTHER, match.view(seat), seat, "search", person=1, by=by)
        assert before + 1 == of.answered["play"]
        (one,) = of.all
        assert isinstance(one, Plain)
        assert ("choose", True) == one.questions[-1]
        assert (await choice(of, 1))[1]
        assert ("choose", False) == one.questions[-1]
        await of.close()

    run_quickly(ask())


@pytest.mark.long
def test_real_processes_choose_and_advise_at_once_and_one_that_dies_is_replaced() -> None:
    """Without anything compiled: one never gets ready, the other answers for both."""

    class Compiles(BotWorker):
        """Is never done with compiling."""

        async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
            if question["what"] == "warm":
                await asyncio.Event().wait()
            return await super().ask(question, seconds)

    match = torite.Match(OTHER, 4, seed=1)
    game, seat = find(OTHER)[0], match.turns.must_act[0]
    codes = {action.code.removesuffix(" +") for action in match.actions(seat)}

    async def ask() -> None:
        of = BotWorkers(2, 0.2, make=Compiles)
        thinker = of.all[1]
        assert isinstance(thinker, BotWorker)

        async def advised() -> bool:
            return (await of.advise(OTHER, match.view(seat), seat)).ahead

        for _ in range(2):
            await until_so(advised)
            assert await of.choose(OTHER, match.view(seat), seat, "search") in codes
            assert not of.ready(game.name)
            assert not of.all[0].alive
            if thinker.pid is not None:
                os.kill(thinker.pid, signal.SIGKILL)
            await until_so(lambda: not thinker.alive)
        await of.close()
        await asyncio.sleep(0.1)  # until its pipes are closed

    asyncio.run(ask())
