"""What must be compiled before the lab can play or judge it takes nobody's turn."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from queue import SimpleQueue
from typing import Any, ClassVar

import msgspec
import pytest

import torite
from tests.service.client import Company, run
from tests.service.leaving import serving
from tests.service.quick_time import run_quickly
from tests.service.test_experiments import begun, until
from tests.service.test_judged import brought, judged
from tests.service.test_judged import played as short_match
from tests.service.test_lab_pool import QUICK
from torite.bots.levels import ThumbBot
from torite.games import find
from torite.kernel import cache
from torite.match import Match
from torite.service import lab_pool, lab_worker
from torite.service.jobs import Spent
from torite.service.lab_pool import LabWorkers
from torite.service.lab_worker import LabWorker, is_noted
from torite.service.worker_process import Answer

TAKES = 90.0  #: seconds to compile a game


def played_alone() -> Match:
    """A whole match of another game than those that are judged quickly."""
    match = torite.Match("emissary", seed=1)
    while not match.over:
        match.act(0, ThumbBot(match.game, 1).choose(match.view(0), seat=0))
    return match


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache in which one game is, and no other."""
    game = find("agurk")[0]
    if not is_noted(game):
        LabWorker(SimpleQueue()).do_get_ready(game.name)
    kept = cache.cache_folder(game.binding.sources)
    (tmp_path / "cache" / "torite" / "compiled").mkdir(parents=True)
    (tmp_path / "cache" / "torite" / "compiled" / kept.name).symlink_to(kept)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.long
@pytest.mark.compiles
@pytest.mark.usefixtures("compiled")
def test_others_are_judged_and_played_while_a_game_is_compiled(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        quick, long = await brought(ada, short_match()), await brought(bo, played_alone())
        await judged(ada, quick)
        judging = asyncio.create_task(judged(bo, long))
        playing = await begun(bo, {"sides": [{"variant": "emissary"}], "matches": 1, "bots": ["simple"]})
        await until(bo, playing, ("playing",))
        assert "done" == (await until(ada, await begun(ada, QUICK)))["state"]
        await judged(ada, await brought(ada, short_match()))
        assert "playing" == (await bo.get(f"lab/{playing}"))["state"]
        assert not judging.done()
        await bo.post(f"lab/{playing}/stop")
        assert "stopped" == (await until(bo, playing))["state"]
        judging.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await judging

    with serving(tmp_path) as service:
        run(service, look)


class Pretends:
    """A process that pretends to compile, and to have done what it is asked for; it fails to where it is told so."""

    asked: ClassVar[list[dict[str, Any]]] = []
    compiled: ClassVar[set[str]] = set()
    fails = False

    def __init__(self, *words: str) -> None:
        self.busy = self.alive = False

    async def ask(self, question: bytes, seconds: float, patience: float) -> Answer:
        asked = msgspec.msgpack.decode(question)
        self.asked.append(asked)
        self.alive = True
        if asked["what"] == "get_ready":
            await asyncio.sleep(TAKES)
            if self.fails:
                raise EOFError
            self.compiled.add(asked["game"])
            return Answer(seconds=TAKES)
        lacking = [game for game in asked["games"] if game not in self.compiled]
        if lacking and not asked["anyway"]:
            return Answer(unready=lacking)
        return Answer("done")

    def stop(self) -> None:
        self.alive = False


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> type[Pretends]:
    class Now(Pretends):
        asked: ClassVar[list[dict[str, Any]]] = []
        compiled: ClassVar[set[str]] = set()

    monkeypatch.setattr(lab_pool, "Process", Now)
    return Now


async def plays(workers: LabWorkers, who: int, *games: str) -> float:
    """Have something played; return when it was done."""
    assert "done" == await workers.play((who, who), str(who), Spent(), 300.0, games=games)
    return asyncio.get_running_loop().time()


def test_each_game_is_compiled_once_one_at_a_time_whoever_asks(pretended: type[Pretends]) -> None:
    async def work() -> None:
        workers = LabWorkers(1)
        asking = [asyncio.create_task(plays(workers, who, *"ab"[who % 2])) for who in range(6)]
        gone = asyncio.create_task(plays(workers, 7, "c"))
        await asyncio.sleep(1)
        gone.cancel()
        pretended.compiled.add("ready")
        assert round(await plays(workers, 8, "ready")) == 1
        assert [TAKES, 2 * TAKES] == sorted({round(when) for when in await asyncio.gather(*asking)})
        assert round(await plays(workers, 9, "c")) == 3 * TAKES, "it is compiled though its first asker has gone"
        assert 3 == sum(asked["what"] == "get_ready" for asked in pretended.asked)
        assert not workers._compiles.alive

    run_quickly(work())


def test_what_cannot_be_compiled_is_tried_all_the_same(pretended: type[Pretends]) -> None:
    pretended.fails = True

    async def work() -> None:
        assert round(await plays(LabWorkers(1), 1, "a", "b")) == 2 * TAKES

    run_quickly(work())
    assert ["play", "get_ready", "get_ready", "play"] == [asked["what"] for asked in pretended.asked]
    assert [False, True] == [asked["anyway"] for asked in pretended.asked if asked["what"] == "play"]


def test_a_process_begins_nothing_for_which_it_would_have_to_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_worker, "library", lambda sources: None)
    monkeypatch.setattr(lab_worker, "cache_folder", lambda sources: tmp_path)
    worker = LabWorker(SimpleQueue())
    judge = {"what": "judge", "name": "x", "record": torite.write(short_match()), "first": 0}
    play = {"what": "play", "wanted": msgspec.json.encode(QUICK), "kept": b"", "turn": 5.0, "most": 60.0}
    for question in (judge, play):
        assert Answer(unready=["cucumber"]) == worker.answer(dict(question))
    lab_worker.note(find("agurk")[0])
    assert worker._is_ready(find("agurk")[0])
    (tmp_path / lab_worker.WHOLE).unlink()
    assert not worker._is_ready(find("bingo")[0])
    monkeypatch.setattr(lab_worker, "library", lambda sources: "a library")
    assert worker._is_ready(find("bingo")[0])
    monkeypatch.setattr(lab_worker, "library", lambda sources: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert worker._is_ready(find("perlaggen")[0]), "there is nothing to compile with"
