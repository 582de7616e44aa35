"""The processes that look at records: what each is asked, what is kept of it, and what becomes of one that fails."""

from __future__ import annotations

import asyncio
import gzip
import socket
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import msgspec
import pytest

import torite
from tests.patience import PATIENCE, until_so
from tests.service.by_hand import asked, posted
from tests.service.conftest import Running
from tests.service.test_jobs import run
from torite.match import Match
from torite.match.log import Log
from torite.records import read
from torite.service import replays
from torite.service.config import Config, Limits
from torite.service.errors import Refused
from torite.service.jobs import Spent
from torite.service.kept_bytes import NAMED, KeptBytes
from torite.service.lab_pool import LabWorkers
from torite.service.lab_room import LabRoom
from torite.service.positions import Positions, weight
from torite.service.record_worker import Records
from torite.service.security import address_of
from torite.service.worker_pool import WorkerFault, WorkerPool, of_records
from torite.service.worker_process import Answer

RECORDS = Path(__file__).parents[1] / "records"


def long_match(moves: int = 700) -> Match:
    match = torite.Match("agurk", 7, {"out_at": "1000000"}, seed=5)
    for _ in range(moves):
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    return match


def test_a_process_gives_up_between_two_steps() -> None:
    record = torite.write(long_match())
    asked_for: SimpleQueue[bytes | None] = SimpleQueue()
    worker = Records(1 << 24, asked_for)
    read = Answer({"record": record, "lines": "", "notes": []})
    assert read == worker.answer({"what": "bring", "name": "a", "record": record})
    asked_for.put(b"")
    steps = {"what": "steps", "name": "a", "record": None, "first": 0, "last": 59, "viewer": -1, "language": "en"}
    for question in (
        steps,
        {"what": "bring", "name": "b", "record": record},
        {"what": "summary", "name": "a", "id": "a", "record": None, "language": "en"},
        {"what": "summary", "name": "c", "id": "c", "record": record, "language": "en"},
    ):
        assert Answer(dropped=True) == worker.answer(dict(question))
    assert 1 == len(worker.kept)
    assert asked_for.get() == b""
    told = worker.answer(steps)
    assert told.value
    assert told == Answer(told.value)


def test_each_question_has_one_answer_and_giving_up_none() -> None:
    asked_for: SimpleQueue[bytes | None] = SimpleQueue()
    question = msgspec.msgpack.encode(
        {"what": "summary", "name": "none", "id": "none", "record": None, "language": "en"}
    )
    for one in (question, b"", b"", question, None):
        asked_for.put(one)
    told: list[bytes] = []
    Records(1 << 20, asked_for).run(told.append)
    answers = [msgspec.msgpack.decode(answer) for answer in told]
    assert all(0 <= answer.pop("seconds") < 60 for answer in answers)
    assert [{"missing": True}] * 2 == answers


def test_results_are_read_when_their_turn_has_come_and_only_if_they_are_not_kept(tmp_path: Path) -> None:
    read: list[str] = []

    async def work() -> None:
        workers, turn = of_records(Config(tmp_path, workers=1, job_seconds=PATIENCE)), asyncio.Event()

        async def first() -> dict[str, Any]:
            read.append("first")
            await turn.wait()
            return {"name": "1 2", "latest": [], "total": 2}

        async def rows() -> bytes:
            read.append("rows")
            return msgspec.msgpack.encode([(f"{n}", "g", "v", n, 1.7e9 + n, 1, "", None) for n in range(2)])

        def ask(who: str, day: str) -> asyncio.Task[Any]:
            facts = {"rows": rows, "today": day, "language": "en"}
            return asyncio.create_task(workers.do(who, "results", first, **facts))

        try:
            asking = [ask(f"{n}", f"2026-11-2{n}") for n in range(4)]
            while not read:
                await asyncio.sleep(0)
            assert ["first"] == read
            turn.set()
            told = [msgspec.json.decode(gzip.decompress(answer)) for answer in await asyncio.gather(*asking)]
            assert told == [told[0]] * 4
            assert (2, 0.5) == (told[0]["total"], told[0]["variants"][0]["mean"])
            assert ["first", "rows", "first", "first", "first"] == read
        finally:
            await workers.close()

    asyncio.run(work())


@pytest.mark.parametrize("pool", ["records", "lab"])
def test_all_networks_of_one_site_have_as_many_turns_as_one_other_address(tmp_path: Path, pool: str) -> None:
    """Whoever has a /48 asks from any of its 65,536 networks."""
    workers: WorkerPool = LabWorkers(1) if pool == "lab" else of_records(Config(tmp_path, workers=1))
    room = LabRoom(cast(Any, None), cast(Any, None), Limits(), 1)
    hosts = [f"2001:db8:1:{number:x}::1" for number in range(20)] + ["192.0.2.1"] * 3
    order: list[str] = []

    async def work() -> None:
        async def done(what: str, facts: dict[str, Any], first: Any, spent: Spent) -> Answer:
            await until_so(lambda: workers.jobs.under_way + len(order) >= len(hosts))  # all of them have come
            order.append(facts["name"])
            spent.seconds = 1.0
            return Answer({})

        setattr(workers, "_done", done)  # noqa: B010
        addresses = [address_of(host) for host in hosts]
        asking = (workers.do(room.place(one) if pool == "lab" else one, "steps", name=one) for one in addresses)
        await asyncio.gather(*asking)

    asyncio.run(work())
    assert 3 == order[:7].count("192.0.2.1"), order


def test_so_many_results_are_kept_as_fit() -> None:
    kept = KeptBytes(2 * NAMED + 100)
    for name in "abc":
        kept.put(name, bytes(40))
    assert (None, bytes(40), bytes(40), 2 * NAMED + 80) == (kept.get("a"), kept.get("b"), kept.get("c"), kept.bytes)
    kept.get("b")
    kept.put("b", bytes(50))
    kept.put("d", bytes(20))
    assert (None, bytes(50), bytes(20), 2 * NAMED + 70) == (kept.get("c"), kept.get("b"), kept.get("d"), kept.bytes)
    kept.put("e", bytes(2 * NAMED + 101))
    assert (None, 0) == (kept.get("e"), kept.bytes)


def test_who_gives_up_leaves_the_process_to_the_next(tmp_path: Path) -> None:
    async def work() -> None:
        record = torite.write(long_match())
        workers = of_records(Config(tmp_path, workers=1, job_seconds=PATIENCE))
        try:
            await workers.do("a", "bring", name="x", record=record)
            pid = workers.all[0].pid
            facts = {"name": "x", "record": None, "first": 0, "last": 59, "viewer": -1, "language": "en"}
            for _ in range(5):
                task = asyncio.create_task(workers.do("a", "steps", **facts))
                while not workers.all[0].busy:
                    await asyncio.sleep(0)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert await workers.do("a", "steps", **facts)
            assert pid == workers.all[0].pid
        finally:
            await workers.close()

    run(work)


def test_a_process_that_dies_or_hangs_is_replaced(tmp_path: Path) -> None:
    async def work() -> None:
        record = (RECORDS / "agurk.record").read_text()

        async def tell() -> str:
            return record

        workers = of_records(Config(tmp_path, workers=1, job_seconds=PATIENCE))
        facts = {"name": "x", "id": "x", "record": tell, "language": "en"}
        try:
            told = await workers.do("a", "summary", **facts)
            first = workers.all[0]._process
            assert first is not None
            first.kill()
            with pytest.raises(Refused):
                await workers.do("a", "summary", **facts)
            assert told == await workers.do("a", "summary", **facts)
            workers._seconds = 0.0
            with pytest.raises(Refused) as slow:
                await workers.do("a", "summary", **facts)
            assert "busy" == slow.value.code
            workers._seconds = PATIENCE
            assert told == await workers.do("a", "summary", **facts)
        finally:
            await workers.close()

    run(work)


def test_a_mistake_of_ours_is_told_and_the_process_goes_on(tmp_path: Path) -> None:
    async def work() -> None:
        workers = of_records(Config(tmp_path, workers=1, job_seconds=PATIENCE))
        try:
            with pytest.raises(RuntimeError, match="do_summary"):
                await workers.do("a", "summary", name="x", record="")
            pid = workers.all[0].pid
            await workers.do("a", "bring", name="x", record=(RECORDS / "agurk.record").read_text())
            assert pid == workers.all[0].pid
        finally:
            await workers.close()

    run(work)


def test_a_fault_is_told_as_it_would_have_been_here(tmp_path: Path) -> None:
    async def work() -> None:
        workers = of_records(Config(tmp_path, workers=1, job_seconds=PATIENCE))
        text = (RECORDS / "agurk.record").read_text().replace("play", "plough", 1)
        with pytest.raises(torite.BadRecord) as here:
            read(text)
        with pytest.raises(WorkerFault) as there:
            await workers.do("a", "bring", name="x", record=text)
        await workers.close()
        assert here.value.code == there.value.code
        for language in ("en", "ja"):
            assert here.value.say(language) == there.value.say(language)

    run(work)


# what is kept


def test_matches_kept_take_no_more_memory_than_they_may() -> None:
    record = torite.write(long_match())
    one = weight(replays.opened(record)[0])
    kept = Positions(3 * one + one // 2)
    for number in range(10):
        kept.put(str(number), replays.opened(record)[0])
        kept.get("0")
        assert kept.bytes <= kept.most
    assert 3 == len(kept)
    assert kept.get("0")
    assert kept.get("8")
    assert kept.get("9")
    assert kept.get("7") is None


def test_a_match_too_large_is_not_kept() -> None:
    kept = Positions(1000)
    kept.put("x", replays.opened(torite.write(long_match(50)))[0])
    assert (0, 0) == (len(kept), kept.bytes)


def test_positions_are_found_without_playing_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    match = replays.opened(torite.write(long_match(2500)))[0]
    followed: list[int] = []
    follow = Log.follow

    def counted(self: Log, entry: Any) -> None:
        followed.append(entry.number)
        follow(self, entry)

    monkeypatch.setattr(Log, "follow", counted)
    last = len(match.log.standing)
    replays.steps(match, last - 5, last, -1, "en")
    assert len(followed) < 5 + 256 + 1 < last / 4


# from outside


def ask_and_go(service: Running, path: str) -> None:
    """Ask for something, and hang up at once."""
    with socket.create_connection(("127.0.0.1", service.port)) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{service.port}\r\n\r\n".encode())


@pytest.mark.long
def test_who_hangs_up_keeps_nobody_waiting(tmp_path: Path) -> None:
    """A thousand far positions, asked for and left: the next is answered, in its turn, by the same process."""
    service = Running(tmp_path / "data", workers=1)
    try:
        record = torite.write(long_match(1500))
        name = posted(service, "replays", {"record": record})[1]["id"]
        last = len(read(record).log.standing)
        path = f"/api/replays/{name}/steps?from={last - 59}&to={last}&viewer=-2"
        for _ in range(1000):
            ask_and_go(service, path)
        status = asked(service, "GET", path)[0]
        while status == 429:  # those who have gone are noticed one by one
            status = asked(service, "GET", path)[0]
        assert 200 == status
        assert "Traceback" not in service.log.read_text()
        assert "failed" not in service.log.read_text()
    finally:
        service.stop()
