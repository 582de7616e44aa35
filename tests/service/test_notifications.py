"""What processes let one another know costs those who hear it little, however much it is."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from tests.patience import until_so
from tests.service.postgres_server import Server
from torite.service import notifications, schema
from torite.service.config import Limits, RateLimit
from torite.service.errors import Refused
from torite.service.leases import NOW
from torite.service.notifications import Kind, SharedNotifications
from torite.service.postgres import url_of
from torite.service.quotas import Quotas
from torite.service.storage import Storage, Unread

MANY = 200


@pytest.mark.long
def test_whoever_tells_much_is_heard_and_has_the_others_look_no_more_often(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change of a token wakes every process: a flood of them would else keep the loops of all of them busy."""
    heard, looks = list[str](), 0
    look = SharedNotifications._new

    async def counted(self: SharedNotifications) -> dict[Kind, list[str]]:
        nonlocal looks
        found = await look(self)
        looks += 1
        return found

    async def hear(kind: Kind, about: list[str]) -> None:
        heard.extend(about)

    async def work() -> None:

        kept, _ = await Storage.at(url_of(postgres.new()))
        watching = asyncio.create_task(SharedNotifications(kept).watch(hear))
        await until_so(lambda: looks)
        telling, began = SharedNotifications(kept), time.monotonic()
        for number in range(MANY):
            await telling.tell("token", [number])
        await until_so(lambda: len(heard) >= MANY)
        assert looks <= 3 + (time.monotonic() - began) / notifications.PAUSE
        assert [*map(str, range(MANY))] == sorted(heard, key=int)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await kept.close()

    monkeypatch.setattr(SharedNotifications, "_new", counted)
    asyncio.run(work())


def test_what_is_known_is_not_read_again_and_what_comes_late_is(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lower number may be read after a higher one, as another process takes longer to write it."""
    own, given = schema.notification, list[int]()

    async def work() -> None:
        kept, _ = await Storage.at(url_of(postgres.new()))
        listening, rows = SharedNotifications(kept), kept.rows

        async def counted(query: object) -> list[dict[str, object]]:
            found = await rows(query)
            given.append(len(found))
            return found

        monkeypatch.setattr(kept, "rows", counted)
        many = [{"number": number, "at": NOW, "kind": "token", "about": f"x {number}"} for number in range(10, 110)]
        await kept.changed(sql.insert(own).values(many))
        assert 100 == len((await listening._new())["token"])
        assert [1, 100] == given
        given.clear()
        assert {} == await listening._new()
        late = [{"number": number, "at": NOW, "kind": "person", "about": f"x {number}"} for number in (5, 110)]
        await kept.changed(sql.insert(own).values(late[1:]))
        assert {"person": ["110"]} == await listening._new()
        assert [1, 1, 1] == given
        await kept.changed(sql.insert(own).values(late[:1]))
        assert {"person": ["5"]} == await listening._new()
        assert {} == await listening._new()
        await kept.close()

    asyncio.run(work())


def test_a_line_that_is_lost_before_anything_is_heard_on_it_is_as_one_that_is_lost_later(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database goes between the question whether it is there and the wish to be woken: no fault of this process."""
    raw = AsyncConnection.get_raw_connection

    async def lost(self: AsyncConnection) -> Any:
        found = await raw(self)
        postgres.stop()
        return found

    async def listen() -> None:
        kept, _ = await Storage.at(url_of(postgres.new()))
        try:
            monkeypatch.setattr(AsyncConnection, "get_raw_connection", lost)
            async with kept.listening("anything", lambda: None):
                raise AssertionError("it listens to nobody")
        finally:
            await kept.close()

    try:
        with pytest.raises(Unread):
            asyncio.run(listen())
    finally:
        postgres.start()


def test_addresses_are_counted_by_all_processes_and_told_to_none() -> None:
    """What is told is written down in the database, where no address of anybody is."""
    limits, address = Limits(newcomers=RateLimit(3, 600.0)), "203.0.113.77"
    one, other, stranger = (Quotas(limits, key) for key in (b"k" * 32, b"k" * 32, b"x" * 32))
    for _ in range(2):
        one.spend("newcomers", address)
    one.spend("tables", 12)
    told = one.untold()
    assert ["newcomers 2 @", "tables 1 12"] == [line[: len("newcomers 2 @")] for line in told]
    assert not any(address in line for line in told)
    for quotas in (other, stranger):
        for line in told:
            quotas.count(line)
    other.spend("newcomers", address)
    with pytest.raises(Refused):
        other.spend("newcomers", address)
    for _ in range(3):
        stranger.spend("newcomers", address)


def test_who_begins_while_the_database_is_away_hears_the_others_later(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first look fails, as it does on a line that is slow; a process that gave up then would hear nothing ever."""
    look, away, heard = SharedNotifications._new, [True], asyncio.Event()

    async def first_away(self: SharedNotifications) -> dict[Kind, list[str]]:
        if away.pop() if away else False:
            raise Unread
        return await look(self)

    async def hear(kind: Kind, about: list[str]) -> None:
        heard.set()

    async def work() -> None:
        kept, _ = await Storage.at(url_of(postgres.new()))
        watching = asyncio.create_task(SharedNotifications(kept).watch(hear))
        await SharedNotifications(kept).tell("token", ["x"])
        hearing = asyncio.create_task(heard.wait())
        await asyncio.wait([watching, hearing], return_when=asyncio.FIRST_COMPLETED)
        assert heard.is_set(), "it has given up"
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await kept.close()

    monkeypatch.setattr(SharedNotifications, "_new", first_away)
    asyncio.run(work())
