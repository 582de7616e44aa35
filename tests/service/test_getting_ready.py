"""A process compiles before it thinks about a game: whoever plays another game does not wait for that."""

from __future__ import annotations

import asyncio
import sys
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from tests.service.quick_time import run_quickly
from tests.service.test_thinking_in_turn import GAME, SECONDS, VARIANT, Pretending, hint, thinkers
from torite.games import find
from torite.service.bot_process import BotWorker
from torite.service.bot_worker import ThinkerQuestion
from torite.service.bot_workers import BotWorkers
from torite.service.config import Waiting

OTHER = find("doppelkopf")[0].name


def warming(asked: ThinkerQuestion) -> float:
    """A game takes long to get ready for."""
    return 250.0 if asked["what"] == "warm" else 0.1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_who_plays_a_game_that_is_ready_is_answered_while_another_gets_ready(count: int) -> None:
    """Also where one process alone is ready for it, and another game is asked for before."""

    async def ask() -> None:
        of = thinkers(count, warming)
        for thinker in of.all[1:]:
            thinker.warm = set()
        of.warm(OTHER)
        for _ in range(10):
            assert (await hint(of, 1))[1]
            assert of.takes(VARIANT, 1)
            await asyncio.sleep(20)
        assert 1 == of.games_getting_ready
        await asyncio.sleep(500 * (count + 1))
        assert of.ready(OTHER)
        assert of.ready(GAME.name)
        assert 0 == of.games_getting_ready
        assert (await hint(of, 1))[1]
        assert count == len(of.all)
        await of.close()

    run_quickly(ask())


@pytest.mark.parametrize("count", [1, 4])
def test_one_game_at_a_time_gets_ready_and_one_that_none_is_ready_for_first(count: int) -> None:
    async def ask() -> None:
        under_way, most, begun = 0, 0, []

        class Counting(Pretending):
            async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
                nonlocal under_way, most
                if question["what"] != "warm":
                    return await super().ask(question, seconds)
                begun.append(find(question["variant"])[0].name)
                under_way, most = under_way + 1, max(most, under_way + 1)
                await asyncio.sleep(100)
                under_way -= 1

        of = BotWorkers(count, SECONDS, Waiting(), lambda: Counting(warming, ready=False))
        for name in (VARIANT, OTHER, "galapagos"):
            of.warm(name)
        await asyncio.sleep(350)
        assert [GAME.name, OTHER, find("galapagos")[0].name] == list(dict.fromkeys(begun))
        assert 1 == most
        await asyncio.sleep(3000)
        assert all(len(one.warm) == 3 for one in of.all)
        if count > 1:
            assert 3 == len(set(begun[:3]))
        await of.close()

    run_quickly(ask())


@pytest.mark.parametrize("count", [1, 2])
def test_what_fails_to_get_ready_is_tried_again_ever_later_and_at_last_every_ten_minutes(count: int) -> None:
    """Whoever asks meanwhile goes by the rule of thumb; what is ready once fails anew from the beginning."""

    async def ask() -> None:
        tried, fails = [], True

        class Failing(Pretending):
            async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
                if question["what"] == "warm" and find(question["variant"])[0].name == OTHER:
                    tried.append(asyncio.get_running_loop().time())
                    if fails:
                        raise OSError
                return await super().ask(question, seconds)

        of = BotWorkers(count, SECONDS, Waiting(), lambda: Failing(warming))
        for _ in range(4000):
            of.warm(OTHER)
            await asyncio.sleep(1)
        waits = [later - before for before, later in pairwise(tried)]
        assert all(later >= before for before, later in pairwise(waits)), waits
        assert waits[0] < 5
        assert 600 <= waits[-1] <= 602
        assert len(tried) < 20
        assert 1 == of.games_getting_ready
        fails = False
        for _ in range(1000):
            of.warm(OTHER)
            await asyncio.sleep(1)
        assert of.ready(OTHER)
        assert not of._failed_to_warm
        assert 0 == of.games_getting_ready
        await of.close()

    run_quickly(ask())


# Answers to getting ready as a real process gives them: it works for so many seconds, and takes so many times as long.
SLOW = """
import sys, time
from torite.service import bot_worker
bot_worker.BEAT = 0.05
def work(question):
    time.sleep(0.7) if {idle} else [None for _ in iter(lambda: time.process_time() < 60, False)]
    return True
bot_worker._answer = work
bot_worker.main()
"""


@pytest.mark.parametrize(("idle", "limit", "ends"), [(True, 0.5, True), (False, 0.5, False)])
def test_getting_ready_is_limited_by_what_the_processor_does_not_by_how_long_others_hold_it(
    idle: bool, limit: float, ends: bool, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "slow"
    script.write_text(f"#!{sys.executable}\n" + SLOW.format(idle=idle))
    script.chmod(0o700)
    monkeypatch.setattr("torite.service.bot_process.sys", SimpleNamespace(executable=str(script)))

    async def ask() -> None:
        worker = BotWorker()
        assert not worker.alive
        made: list[asyncio.subprocess.Process] = []
        start = asyncio.create_subprocess_exec

        async def started(*what: Any, **more: Any) -> Any:
            made.append(await start(*what, **more))
            return made[0]

        monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
        if ends:
            assert await worker.ask({"what": "warm", "variant": VARIANT}, limit) is True
            assert worker.alive
        else:
            with pytest.raises(TimeoutError):
                await worker.ask({"what": "warm", "variant": VARIANT}, limit)
            assert not worker.alive
        worker.stop()
        await made[0].wait()
        await asyncio.sleep(0.1)  # until its pipes are closed

    asyncio.run(ask())
