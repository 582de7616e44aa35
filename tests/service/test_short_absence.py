"""A database that is away for a short while: tables go on as they stand, and what was unsure is asked of the log.

Nothing that was acknowledged is lost, and nothing is done twice, wherever in a write the database was lost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from unittest import mock

import pytest
import sqlalchemy as sql

from tests.patience import PATIENCE, until_so
from tests.service.conftest import free_port
from tests.service.postgres_server import Server, programs
from tests.service.rough import GappyLine
from tests.service.test_failed_writes import acts
from torite.service import leases as service_leases
from torite.service import postgres as service_postgres
from torite.service import schema, table_registry
from torite.service.bot_workers import BotWorkers
from torite.service.config import Limits
from torite.service.leases import Elsewhere, SharedLeases
from torite.service.new_tables import set_table
from torite.service.postgres import url_of
from torite.service.quotas import Quotas
from torite.service.resources import Resources
from torite.service.storage import Ended, Storage, Unkept, Unread
from torite.service.table import Table
from torite.service.table_registry import TableRegistry
from torite.service.users import People
from torite.service.viewer import Viewer
from torite.service.wire import NewTable, Seat, Settings

SLOW = 1000.0, 2000.0  #: pauses of bots who never act here


@asynccontextmanager
async def tables(address: str, process: str = "a") -> AsyncIterator[TableRegistry]:
    """Have the tables of one of several processes, without its doors."""
    kept, key = await Storage.at(url_of(address))
    owned = SharedLeases(kept, process)
    with mock.patch.object(service_leases, "LASTS", PATIENCE):  # it says so once
        await owned.begin()
    registry = TableRegistry(Resources(kept, BotWorkers(0), Quotas(Limits()), SLOW), key, owned)
    try:
        yield registry
    finally:
        await registry.close()
        await kept.close()


async def begun(registry: TableRegistry) -> tuple[Table, Viewer]:
    """Begin a match at which somebody looks on."""
    person, _ = await People(registry.kept).welcome("Ada")
    seats = [Seat("me"), Seat("bot", "random"), Seat("bot", "random")]
    table = await set_table(registry, person, NewTable("agurk", seats, settings=Settings(), start=True), "here")
    viewer = Viewer(person.id, table.setup.seat_of(person.id), "en", "Ada")
    await table.enter(viewer)
    table.scheduler.stop()  # nobody acts but by the test
    return table, viewer


async def plays(table: Table, cid: str) -> None:
    async with table.lock:
        await table.play(partial(acts, table), cid)
        table.scheduler.stop()


async def kept_of(table: Table) -> list[tuple[int, str]]:
    """Read what is kept of a table's log: the numbers and the messages."""
    entry = schema.entry
    query = sql.select(entry).where(entry.c.sitting == table.setup.id).order_by(entry.c.number)
    return [(row["number"], row["cid"]) for row in await table.resources.kept.rows(query)]


def is_as_kept(table: Table, kept: list[tuple[int, str]]) -> bool:
    assert table.match is not None
    messages = {cid: number for number, cid in kept if cid}
    return [number for number, _ in kept] == list(range(len(table.match.log))) and messages == table.taken


def at_the_commit(kept: Storage, patch: pytest.MonkeyPatch, do: Callable[[Callable[[], None]], None]) -> None:
    """Do something, once, in place of the next commit, which it is given."""
    dialect: Any = kept.engine.sync_engine.dialect
    usual = dialect.do_commit

    def commit(connection: Any) -> None:
        patch.setattr(dialect, "do_commit", usual)
        do(partial(usual, connection))

    patch.setattr(dialect, "do_commit", commit)


@pytest.mark.long
@pytest.mark.parametrize("when", ["before", "within", "after"])
def test_a_table_goes_on_where_the_database_is_lost_in_a_write(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Before it is told to keep it, when it is, or when it has and nobody hears that; who looks on stays."""
    lost = asyncio.Event()

    def at_commit(commit: Callable[[], None]) -> None:
        if when == "after":
            commit()
        lose()
        if when == "after":
            raise ConnectionResetError
        commit()

    def lose(*_: Any) -> None:
        if not lost.is_set():
            postgres.stop()
            lost.set()

    async def play() -> None:
        async with tables(postgres.new()) as registry:
            table, viewer = await begun(registry)
            match = table.match
            assert match is not None
            await plays(table, "1:1")
            length = len(match.log)
            if when == "before":
                sql.event.listen(registry.kept.engine.sync_engine, "before_cursor_execute", lose)
            else:
                at_the_commit(registry.kept, monkeypatch, at_commit)
            playing = asyncio.create_task(plays(table, "1:2"))
            await lost.wait()
            if when == "before":  # it is known at once that nothing was done
                with pytest.raises(Unkept):
                    await playing
            await asyncio.to_thread(postgres.start)
            if when == "within":
                with pytest.raises(Unkept):
                    await playing
            await playing if when == "after" else await plays(table, "1:2")
            await plays(table, "1:3")
            assert match is table.match
            assert registry.tables[table.setup.id] is table
            assert (False, 0) == (table.closed, viewer.closed)
            assert len(match.log) == length + 2
            assert is_as_kept(table, await kept_of(table))
            assert not await registry.leases.lost(registry.epochs)

    asyncio.run(play())


def test_what_comes_to_the_database_late_is_not_done_besides(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is lost when it is told to keep something, and brings that when it is asked about."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    port = free_port()
    server = Server(listen_addresses="127.0.0.1", port=str(port))

    async def play(database: str | None) -> None:
        async with GappyLine(port) as line:
            far = f"postgresql://torite@{line.address.removeprefix('http://')}/{database}"
            async with tables(far) as registry:
                table, viewer = await begun(registry)
                await plays(table, "1:1")

                def hold(commit: Callable[[], None]) -> None:
                    line.hold()
                    commit()

                at_the_commit(registry.kept, monkeypatch, hold)
                playing = asyncio.create_task(plays(table, "1:2"))
                await until_so(lambda: line.waiting)
                before = line.taken
                line.hang_up()
                await until_so(lambda: line.taken > before)  # it asks, in vain
                assert not playing.done()
                line.mend()
                done = (await asyncio.gather(playing, return_exceptions=True))[0]
                assert done is None or isinstance(done, Unkept)
                assert ("1:2" in table.taken) == (done is None)
                await plays(table, "1:3")
                assert (False, 0) == (table.closed, viewer.closed)
                assert is_as_kept(table, await kept_of(table))

    try:
        asyncio.run(play(sql.make_url(server.new()).database))
    finally:
        server.close()


def test_a_table_that_another_has_by_then_is_left(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was unsure is what the other has read, and nothing more."""
    address, lost = postgres.new(), asyncio.Event()

    def lose(commit: Callable[[], None]) -> None:
        postgres.stop()
        lost.set()
        commit()

    async def play() -> None:
        async with tables(address) as registry, tables(address, "b") as other:
            table, viewer = await begun(registry)
            asked = asyncio.Event()
            at_the_commit(registry.kept, monkeypatch, lose)
            usual = registry.kept.changed

            async def late(*statements: Any) -> Any:
                await asked.wait()
                return await usual(*statements)

            with monkeypatch.context() as waiting:
                waiting.setattr(registry.kept, "changed", late)
                playing = asyncio.create_task(plays(table, "1:1"))
                await lost.wait()
                await asyncio.to_thread(postgres.start)
                await other.kept.write((sql.delete(schema.process).where(schema.process.c.name == "a"), []))
                taken = await other.table(table.setup.id)
                assert taken is not None
                asked.set()
                with pytest.raises(Ended):
                    await playing
            assert (True, 1012) == (table.closed, viewer.closed)
            await plays(taken, "1:2")
            assert is_as_kept(taken, await kept_of(taken))

    asyncio.run(play())


def test_who_is_cut_off_sends_its_people_away_and_keeps_its_tables(postgres: Server) -> None:
    """When it can ask again they are as they stood, but those that others have."""

    async def play() -> None:
        async with tables(postgres.new()) as registry:
            (table, viewer), (other, _) = await begun(registry), await begun(registry)
            registry.lost(None)
            assert viewer.closed == 1012
            with mock.patch.object(registry.leases, "lost", side_effect=Unread), pytest.raises(Unread):
                await registry.table(table.setup.id)
            own = schema.sitting
            theirs = sql.update(own).where(own.c.id == other.setup.id).values(owner="b", epoch=own.c.epoch + 1)
            await registry.kept.write((theirs, []))
            assert await registry.table(table.setup.id) is table
            assert not table.closed
            assert other.closed
            assert await registry.table(other.setup.id) is not other

    asyncio.run(play())


@pytest.mark.parametrize("refused", [False, True])
def test_people_stay_longer_where_the_database_refuses_than_where_it_is_silent(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    """One that starts refuses all processes; who hears nothing may be cut off alone."""
    for name, seconds in {"BEAT": 0.01, "LASTS": 0.1, "REFUSED": 0.4}.items():
        monkeypatch.setattr(service_leases, name, seconds)

    async def look() -> None:
        kept, _ = await Storage.at(url_of(postgres.new()))
        owned, sent, began = SharedLeases(kept, "a"), asyncio.Event(), time.monotonic()

        async def away() -> None:
            if not refused:
                await asyncio.Event().wait()
            raise Unread(refused=True)

        monkeypatch.setattr(owned, "_beat", away)
        watching = asyncio.create_task(
            owned.watch(lambda names: sent.set() if names is None else None, dict, lambda: None)
        )
        await sent.wait()
        assert time.monotonic() - began >= (0.4 if refused else 0.1)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await kept.close()

    asyncio.run(look())


def test_no_log_has_a_gap_where_the_database_was_put_back(postgres: Server) -> None:
    """A copy that lacks the last entries is what counts: the table is read anew, and nothing is written beyond them."""

    async def play() -> None:
        async with tables(postgres.new()) as registry:
            table, _ = await begun(registry)
            await plays(table, "1:1")
            await plays(table, "1:2")
            assert table.match is not None
            last, entry = len(table.match.log) - 1, schema.entry
            await registry.kept.write((sql.delete(entry).where(entry.c.number == last), []))
            with pytest.raises(Ended):
                await plays(table, "1:3")
            again = await registry.table(table.setup.id)
            assert again is not None
            assert again is not table
            assert is_as_kept(again, await kept_of(again))
            await plays(again, "1:3")

    asyncio.run(play())


def test_a_process_that_ends_sends_its_people_away_when_others_may_have_its_tables(postgres: Server) -> None:
    """Who comes at once to another is let in there; what was begun is finished before."""
    address = postgres.new()

    async def play() -> None:
        async with tables(address) as registry, tables(address, "b") as other:
            table, viewer = await begun(registry)
            playing = registry.resources.run(plays(table, "1:1"))
            await until_so(table.lock.locked, every=0)
            leaving = asyncio.create_task(registry.hand_over())
            await viewer.end()
            await playing
            assert (await kept_of(table))[-1][1] == "1:1"
            taken = await other.table(table.setup.id)
            assert taken is not None
            assert is_as_kept(taken, await kept_of(taken))
            await leaving

    asyncio.run(play())


def test_who_asks_after_the_database_was_started_anew_is_answered(postgres: Server) -> None:
    """Every line was lost meanwhile, and nobody has noticed; what is read and what is changed is so once."""

    async def play() -> None:
        async with tables(postgres.new()) as registry:
            kept, own = registry.kept, schema.sitting
            table, _ = await begun(registry)
            count = sql.select(own.c.epoch).where(own.c.id == table.setup.id)
            await asyncio.gather(*(kept.rows(count) for _ in range(service_postgres.POOL)))
            await asyncio.to_thread(postgres.stop)
            await asyncio.to_thread(postgres.start)
            counted = sql.update(own).values(epoch=own.c.epoch + 1).returning(own.c.epoch)
            assert [{"epoch": table.setup.epoch + 1}] == await kept.changed(counted)
            assert [[{"epoch": table.setup.epoch + 1}]] * 2 == await kept.all_rows(count, count)

    asyncio.run(play())


@pytest.mark.parametrize("again", [False, True])
def test_what_may_have_been_changed_is_changed_again_only_if_that_comes_to_the_same(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    """A line that is lost just before its answer is read."""

    async def play() -> None:
        async with tables(postgres.new()) as registry:
            kept, own, line = registry.kept, schema.sitting, Storage._line
            table, _ = await begun(registry)
            lost = iter([True])

            @asynccontextmanager
            async def lose(self: Storage, engine: Any) -> AsyncIterator[Any]:
                async with line(self, engine) as connection:
                    yield connection
                if next(lost, False):
                    raise Unread(refused=True)

            monkeypatch.setattr(Storage, "_line", lose)
            counted = sql.update(own).values(epoch=own.c.epoch + 1).returning(own.c.epoch)
            if again:
                assert [{"epoch": table.setup.epoch + 2}] == await kept.changed(counted, again=True)
            else:
                with pytest.raises(Unread):
                    await kept.changed(counted)
                assert [{"epoch": table.setup.epoch + 1}] == await kept.rows(sql.select(own.c.epoch))

    asyncio.run(play())


def test_a_process_that_ends_gives_its_tables_away_a_few_at_a_time(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those at which people wait first; the others are played at meanwhile."""
    monkeypatch.setattr(table_registry, "APART", PATIENCE)
    address = postgres.new()

    async def play() -> None:
        async with tables(address) as registry, tables(address, "b") as other:
            (left, gone), *watched = [await begun(registry) for _ in range(table_registry.GIVEN + 1)]
            await left.leave(gone)
            leaving = asyncio.create_task(registry.hand_over())
            try:
                await asyncio.gather(*(viewer.end() for _, viewer in watched))
                await plays(left, "1:1")
                assert await registry.table(left.setup.id) is left
                with pytest.raises(Unread):
                    await registry.table(watched[0][0].setup.id)
                for table, _ in watched:
                    assert await other.table(table.setup.id)
                with pytest.raises(Elsewhere):
                    await other.table(left.setup.id)
            finally:
                leaving.cancel()

    asyncio.run(play())
