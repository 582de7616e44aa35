"""Work that takes long: bounded, in turn, and given up when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect, Request

from tests.patience import PATIENCE, until_so
from torite.service.errors import Refused
from torite.service.jobs import Continuing, Jobs, Spent, while_there

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


@pytest.mark.full
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


@pytest.mark.parametrize("refused", [True, False])
def test_what_ended_in_an_error_is_gone_at_once(refused: bool) -> None:
    """It is no ring that has to be looked for: of thousands at once everybody would notice that."""

    async def work() -> None:
        if not refused:
            await asyncio.sleep(PATIENCE)
        raise Refused("jobs_own", "often")

    async def ask() -> weakref.ref[BaseException]:
        line = line_of([] if refused else [{"type": "http.disconnect"}])
        try:
            await while_there(line, work())
        except (Refused, ClientDisconnect) as caught:
            return weakref.ref(caught)
        raise AssertionError

    async def look() -> None:
        errors = [await ask() for _ in range(3)]
        await settled()
        assert [None] * 3 == [error() for error in errors]

    gc.disable()
    try:
        run(look)
    finally:
        gc.enable()


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
