"""Work that takes long: bounded, in turn, and given up when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import msgspec
import pytest
from starlette.requests import ClientDisconnect, Request

import torite
from tests.patience import PATIENCE, until_so
from tests.service.by_hand import asked, posted
from tests.service.conftest import Running
from torite.match import Match
from torite.match.log import Log
from torite.records import read
from torite.service import replays
from torite.service.config import Config, Limits
from torite.service.errors import Refused
from torite.service.jobs import Continuing, Jobs, Spent, while_there
from torite.service.kept_bytes import NAMED, KeptBytes
from torite.service.lab_pool import LabWorkers
from torite.service.lab_room import LabRoom
from torite.service.positions import Positions, weight
from torite.service.record_worker import Records
from torite.service.security import address_of
from torite.service.worker_pool import WorkerFault, WorkerPool, of_records
from torite.service.worker_process import Answer

RECORDS = Path(__file__).parents[1] / "records"


class Bench:
    """Jobs that end when they are told to."""

    def __init__(self, *limits: int) -> None:
        self.jobs = Jobs(*limits)
        self.begun: list[str] = []
        self.most = 0
        self._now = 0
        self._ends: dict[str, asyncio.Event] = {}

    def ask(self, who: str, name: str, seconds: float = 0.0) -> asyncio.Task[str]:
        """Ask for a job, that takes so many seconds as a rule."""
        self._ends[name] = asyncio.Event()

        async def job() -> str:
            self.begun.append(name)
            self._now += 1
            self.most = max(self.most, self._now)
            try:
                await self._ends[name].wait()
            finally:
                self._now -= 1
            return name

        return asyncio.create_task(self.jobs.do(who, job, Spent(expected=seconds)))

    def end(self, *names: str) -> None:
        """Let jobs end."""
        for name in names:
            self._ends[name].set()


async def settled() -> None:
    """Let everything happen that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def test_one_job_of_one_address_at_a_time_and_all_in_turn() -> None:
    async def work() -> None:
        bench = Bench(2, 8, 64)
        asking = [bench.ask("a", f"a{number}") for number in range(4)]
        asking += [bench.ask("b", "b0"), bench.ask("c", "c0"), bench.ask("c", "c1")]
        await settled()
        assert ["a0", "b0"] == bench.begun
        bench.end("a0", "b0")
        await settled()
        assert ["a0", "b0", "c0", "a1"] == bench.begun
        bench.end("a1", "a2", "a3", "c0", "c1")
        assert ["a0", "a1", "a2", "a3", "b0", "c0", "c1"] == await asyncio.gather(*asking)
        assert 2 == bench.most
        assert 0 == bench.jobs.waiting

    run(work)


def test_so_many_wait_and_no_more() -> None:
    async def work() -> None:
        bench = Bench(1, 3, 5)
        asking = [bench.ask("a", f"a{number}") for number in range(4)]
        await settled()
        with pytest.raises(Refused) as own:
            await bench.ask("a", "a4")
        asking += [bench.ask("b", "b0"), bench.ask("b", "b1")]
        await settled()
        asking.append(bench.ask("c", "c0"))
        with pytest.raises(Refused) as everybody:
            await asking.pop(3)
        with pytest.raises(Refused) as last:
            await bench.ask("c", "c1", 1.0)
        assert ["often", "busy", "busy"] == [one.value.code for one in (own, everybody, last)]
        for refused in (own.value, everybody.value):
            assert refused.say("en") != refused.say("ja")
        bench.end("a0", "a1", "a2", "b0", "b1", "c0")
        await asyncio.gather(*asking)
        assert 5 == bench.jobs.most_waiting

    run(work)


def test_where_all_places_are_taken_whoever_asks_for_most_makes_room() -> None:
    """Sixty addresses have as many waiting as there is room for; who comes with nothing there has a place, and soon."""

    async def work() -> None:
        bench = Bench(1, 8, 64)
        many = {f"a{n} {i}": bench.ask(f"a{n}", f"a{n} {i}", 1.0) for i in range(3) for n in range(60)}
        await settled()
        refused = [name for name, task in many.items() if task.done()]
        assert 180 - 1 - 64 == len(refused), "one is done, and as many wait as may"
        assert all(name.endswith(" 2") or name.endswith(" 1") for name in refused), "each has one"
        new = [bench.ask(f"new {n}", f"new {n}", 1.0) for n in range(4)]
        await settled()
        gave_way = [name for name, task in many.items() if task.done() and name not in refused]
        assert ([False] * 4, 4) == ([task.done() for task in new], len(gave_way))
        assert all(name.endswith(" 1") for name in gave_way), "none that is the only one of its address"
        for name in refused + gave_way:
            fault = many[name].exception()
            assert isinstance(fault, Refused)
            assert ("busy", True) == (fault.code, "Please try again" in fault.say("en"))
        bench.end(*bench._ends)
        await asyncio.gather(*new, *(task for task in many.values() if not task.done()))
        assert (64, 0, 0) == (bench.jobs.most_waiting, bench.jobs.waiting, bench.jobs.under_way)

    run(work)


@pytest.mark.parametrize("addresses", [8, 20, 60, 63])
def test_who_has_no_more_than_their_share_of_the_places_keeps_it_whatever_it_costs(addresses: int) -> None:
    """Others ask for much that takes next to nothing; who had most of late asks for what takes long."""

    async def work() -> None:
        bench, spent = Bench(1, 8, 64), Spent(seconds=100.0)
        await bench.jobs.do("new", settled, spent)
        many = [bench.ask(f"a{n}", f"a{n} {i}") for i in range(8) for n in range(addresses)]
        await settled()
        share = 64 // (addresses + 1)
        new = [bench.ask("new", f"new {n}", 1.0) for n in range(share + 1)]
        await settled()
        for n in range(addresses, 3 * addresses):  # and they go on
            many.append(bench.ask(f"a{n % addresses}", f"more {n}"))
        await settled()
        assert [False] * share + [True] == [task.done() for task in new], "their share, and no more"
        assert 64 == bench.jobs.waiting
        bench.end(*bench._ends)
        told = await asyncio.gather(*many, *new, return_exceptions=True)
        assert {"busy", "often"} >= {one.code for one in told if isinstance(one, Refused)}
        assert [f"new {n}" for n in range(share)] == [await one for one in new[:share]]
        assert 0 == bench.jobs.under_way

    run(work)


def test_who_has_nothing_there_is_refused_where_as_many_others_wait_as_there_are_places() -> None:
    async def work() -> None:
        bench = Bench(1, 8, 64)
        one = bench.ask("first", "first")
        await settled()
        many = [bench.ask(f"a{n}", f"a{n}") for n in range(63)] + [bench.ask("a0", "a0 again")]
        await settled()
        new = [bench.ask(f"new {n}", f"new {n}", 1.0) for n in range(2)]
        await settled()
        assert [False] * 63 + [True] == [task.done() for task in many], "whoever had two has one"
        assert [False, True] == [task.done() for task in new]
        bench.end(*bench._ends)
        told = await asyncio.gather(one, *many, *new, return_exceptions=True)
        assert 2 == sum(isinstance(refused, Refused) and refused.code == "busy" for refused in told)

    run(work)


def test_who_asks_for_something_waits_a_few_rounds_of_those_who_ask_for_what_takes_next_to_nothing() -> None:
    """Twenty addresses ask again and again for what costs less than to take a turn."""

    async def work() -> None:
        jobs, came, over = Jobs(1, 8, 64), list[str](), False

        async def once(who: str, expected: float, seconds: float) -> None:
            spent = Spent(expected=expected)

            async def job() -> None:
                came.append(who)
                spent.seconds = seconds
                await asyncio.sleep(0)

            await jobs.do(who, job, spent)

        async def floods(who: str) -> None:
            while not over:
                await once(who, 0.0001, 0.0001)

        flooding = [asyncio.create_task(floods(f"a{n % 20}")) for n in range(60)]
        while len(came) < 100:
            await asyncio.sleep(0)
        before = len(came)
        await once("new", 0.1, 0.1)
        waited = len(came) - before
        over = True
        await asyncio.gather(*flooding)
        assert waited <= 3 * 20 + 2

    run(work)


def test_who_fills_all_places_again_and_again_keeps_nobody_out_for_longer_than_a_round() -> None:
    """Twice as many addresses as places ask for one job each, and again as soon as it is done or refused."""

    async def work() -> None:
        jobs, came, over = Jobs(1, 8, 20), list[str](), False

        async def once(who: str) -> None:
            spent = Spent(expected=1.0)

            async def job() -> None:
                came.append(who)
                spent.seconds = 1.0
                await asyncio.sleep(0)

            await jobs.do(who, job, spent)

        async def asks(who: str) -> None:
            """Ask until it is done."""
            while True:
                try:
                    return await once(who)
                except Refused:
                    await asyncio.sleep(0)

        async def floods(who: str) -> None:
            while not over:
                await asks(who)

        flooding = [asyncio.create_task(floods(f"a{n}")) for n in range(40)]
        while len(came) < 100:
            await asyncio.sleep(0)
        for n in range(20):
            before = len(came)
            await asks(f"new {n}")
            assert len(came) <= before + 41
        over = True
        await asyncio.gather(*flooding)

    run(work)


def test_one_that_gives_way_as_its_asker_goes_is_counted_off_once() -> None:
    async def work() -> None:
        bench = Bench(1, 8, 1)
        first, gone = bench.ask("a", "first", 1.0), bench.ask("a", "gone", 1.0)
        await settled()
        new = bench.ask("b", "new", 1.0)
        await asyncio.sleep(0)  # room has been made, and who waited has not been told yet
        gone.cancel()
        await settled()
        assert (True, 1, 2) == (gone.cancelled(), bench.jobs.waiting, bench.jobs.under_way)
        bench.end("first", "new")
        assert ["first", "new"] == [await first, await new]
        assert 0 == bench.jobs.under_way

    run(work)


def test_what_nobody_waits_for_is_never_begun() -> None:
    async def work() -> None:
        bench = Bench(1, 100, 1000)
        first = bench.ask("a", "first")
        gone = [bench.ask(f"a{number % 7}", f"gone {number}") for number in range(300)]
        last = bench.ask("b", "last")
        await settled()
        for task in gone:
            task.cancel()
        await settled()
        assert 1 == bench.jobs.waiting
        bench.end("first", "last")
        assert ["first", "last"] == [await first, await last]
        assert ["first", "last"] == bench.begun
        assert 2 == bench.jobs.begun

    run(work)


def test_a_turn_that_comes_as_its_asker_goes_is_passed_on() -> None:
    async def work() -> None:
        bench = Bench(1, 8, 8)
        first, gone, last = bench.ask("a", "first"), bench.ask("b", "gone"), bench.ask("c", "last")
        await settled()
        bench.end("first")
        await asyncio.sleep(0)  # its turn has come, and it has not been told yet
        gone.cancel()
        bench.end("last")
        assert ["first", "last"] == [await first, await last]
        assert "gone" not in bench.begun

    run(work)


def line_of(messages: list[dict[str, Any]]) -> Request:
    """A line on which messages come, and then nothing more."""
    left = iter(messages)

    async def receive() -> dict[str, Any]:
        for message in left:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    return Request({"type": "http"}, receive)


def test_work_ends_when_its_asker_hangs_up() -> None:
    async def work() -> None:
        ended: list[str] = []

        async def long() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("long")

        async def short() -> str:
            return "short"

        body = {"type": "http.request", "body": b"", "more_body": False}
        with pytest.raises(ClientDisconnect):
            await while_there(line_of([body, {"type": "http.disconnect"}]), long())
        assert ["long"] == ended
        assert "short" == await while_there(line_of([body]), short())

    run(work)


class Asked:
    """What is asked for again and again; it ends when it is told to.

    Attributes:
        begun, ended: how often the work began and was ended.
    """

    def __init__(self, **seconds: float) -> None:
        self.continuing = Continuing(**seconds)
        self.begun = self.ended = 0
        self.done = asyncio.Event()

    async def ask(self, *messages: dict[str, Any]) -> str | None:
        return await self.continuing.ask(line_of(list(messages)), "work", self._work)

    async def _work(self) -> str:
        self.begun += 1
        try:
            await self.done.wait()
        finally:
            self.ended += 1
        return "found"


def test_what_is_not_done_yet_goes_on_until_it_is_asked_for_again() -> None:
    async def work() -> None:
        asked = Asked(answered=0.0, kept=PATIENCE)
        assert (await asked.ask(), await asked.ask()) == (None, None)
        assert (asked.begun, asked.ended) == (1, 0)
        asked.done.set()
        await settled()
        assert asked.continuing._doing == {}
        asked = Asked(answered=PATIENCE)
        both = [asyncio.create_task(asked.ask()) for _ in range(2)]
        await settled()
        asked.done.set()
        assert await asyncio.gather(*both) == ["found", "found"]
        assert (asked.begun, asked.ended) == (1, 1)

    run(work)


def test_what_is_not_asked_for_again_is_given_up() -> None:
    async def work() -> None:
        asked = Asked(answered=0.0, kept=0.0)
        assert await asked.ask() is None
        await until_so(lambda: asked.ended)
        assert await asked.ask() is None
        assert asked.begun == 2

    run(work)


def test_it_goes_on_for_the_other_where_one_of_two_hangs_up() -> None:
    async def work() -> None:
        asked = Asked(answered=PATIENCE, kept=PATIENCE)
        stays = asyncio.create_task(asked.ask())
        await settled()
        with pytest.raises(ClientDisconnect):
            await asked.ask({"type": "http.disconnect"})
        await settled()
        assert (asked.begun, asked.ended) == (1, 0)
        asked.done.set()
        assert await stays == "found"
        asked.done.clear()
        with pytest.raises(ClientDisconnect):
            await asked.ask({"type": "http.disconnect"})
        await until_so(lambda: asked.ended == 2)

    run(work)


# what a process does


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
