"""Where games come without libraries, they are compiled before anybody opens them, by processes that go last."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.service.quick_time import run_quickly
from tests.service.test_thinking_in_turn import VARIANT, Pretending, thinkers
from torite.games import find, games
from torite.kernel import cache
from torite.service.bot_worker import LAST, ThinkerQuestion
from torite.service.compiled_ahead import WAITED_FOR, CompiledAhead, lacking

TAKES = 20.0  #: seconds to compile a game
GAME = find(VARIANT)[0].name
WANTED = {GAME: VARIANT, "doppelkopf": "doppelkopf", "bingo": "bingo", "ambition": "ambition"}


class Compilers:
    """Processes that pretend to compile; writes down when each began, and which were put down before their end."""

    def __init__(self, takes: float | None = TAKES) -> None:
        self.begun: list[tuple[float, str]] = []
        self.done: list[str] = []
        self.takes = takes

    def make(self) -> Pretending:
        found = self

        class Compiler(Pretending):
            async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
                found.begun.append((asyncio.get_running_loop().time(), question["variant"]))
                answer = await super().ask(question, seconds)
                found.done.append(question["variant"])
                return answer

        return Compiler(lambda asked: self.takes, ready=False)


def test_games_are_compiled_in_turn_and_so_many_at_a_time() -> None:
    async def compile_all() -> None:
        compilers = Compilers()
        ahead = CompiledAhead(2, compilers.make)
        ahead.begin(WANTED)
        await asyncio.sleep(3 * TAKES)
        assert [0, 0, TAKES, TAKES] == [round(when) for when, _ in compilers.begun]
        assert list(WANTED.values()) == [name for _, name in compilers.begun] == compilers.done
        await ahead.close()

    run_quickly(compile_all())


def test_one_that_cannot_be_compiled_keeps_none_from_its_turn() -> None:
    async def compile_all() -> None:
        compilers = Compilers(None)
        ahead = CompiledAhead(1, compilers.make)
        ahead.begin(WANTED)
        await asyncio.sleep(1)
        assert list(WANTED.values()) == [name for _, name in compilers.begun]
        await ahead.close()

    run_quickly(compile_all())


def test_a_game_that_is_opened_before_its_turn_is_compiled_by_who_thinks_about_it_alone() -> None:
    async def compile_all() -> None:
        compilers = Compilers()
        ahead = CompiledAhead(1, compilers.make)
        ahead.begin(WANTED)
        thinking = thinkers(1, lambda asked: 1.0, ready=False)
        thinking._left = ahead.leave
        thinking.warm("doppelkopf")
        await asyncio.sleep(5)
        assert thinking.ready("doppelkopf")
        await asyncio.sleep(5 * TAKES)
        assert [VARIANT, "bingo", "ambition"] == compilers.done
        await thinking.close()
        await ahead.close()

    run_quickly(compile_all())


@pytest.mark.parametrize(("takes", "wait"), [(TAKES, TAKES), (WAITED_FOR + 50, WAITED_FOR)])
def test_one_that_is_opened_while_it_is_compiled_is_waited_for_but_not_for_long(takes: float, wait: float) -> None:
    async def compile_all() -> None:
        compilers = Compilers(takes)
        ahead = CompiledAhead(1, compilers.make)
        ahead.begin(WANTED)
        thinking = thinkers(1, lambda asked: 1.0, ready=False)
        thinking._left = ahead.leave
        await asyncio.sleep(0.5)
        thinking.warm(VARIANT)
        await asyncio.sleep(wait - 1)
        assert not thinking.ready(GAME)
        await asyncio.sleep(3)
        assert thinking.ready(GAME)
        await asyncio.sleep(takes)
        assert (VARIANT in compilers.done) is (takes == TAKES)
        assert "doppelkopf" in [name for _, name in compilers.begun]
        await thinking.close()
        await ahead.close()

    run_quickly(compile_all())


def test_nothing_is_compiled_after_the_end() -> None:
    async def compile_all() -> None:
        compilers = Compilers()
        ahead = CompiledAhead(2, compilers.make)
        ahead.begin(WANTED)
        await asyncio.sleep(1)
        await ahead.close()
        await asyncio.sleep(5 * TAKES)
        assert 2 == len(compilers.begun)
        assert [] == compilers.done

    run_quickly(compile_all())


def test_what_is_lacking_is_what_was_not_compiled_of_these_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Noted in the folder of its cache, which an edited rule changes; and nothing where there is no compiler."""
    monkeypatch.setattr(cache, "cache_folder", lambda sources: tmp_path / sources[0].name)
    monkeypatch.setattr("torite.kernel.library.platform_name", lambda: "of no libraries")
    for game in games().values():
        (tmp_path / game.folder.name).mkdir()
    assert games().keys() == lacking().keys()
    easy = [next(iter(games()[name].variants.values())).shelf.difficulty for name in lacking()]
    assert sorted(easy) == easy
    cache.note_whole(games()["bingo"].binding.sources)
    assert games().keys() - {"bingo"} == lacking().keys()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert {} == lacking()


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has processes that go last of all")
def test_what_compiles_ahead_goes_last() -> None:
    order = (
        "import os, sys; from torite.service import bot_worker\n"
        "class Asked:\n"
        "    __class_getitem__ = classmethod(lambda self, kind: self)\n"
        "    def get(self): print(os.sched_getscheduler(0), file=sys.stderr, flush=True); os._exit(0)\n"
        "bot_worker.SimpleQueue = Asked; bot_worker._listen = lambda source, asked: None; bot_worker.main()"
    )
    for words, scheduler in (([LAST], os.SCHED_IDLE), ([], os.SCHED_OTHER)):
        command = [sys.executable, "-c", order, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert str(scheduler) == done.stderr.strip()
