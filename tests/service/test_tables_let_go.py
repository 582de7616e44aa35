"""A table that is closed is gone at once, and so is a connection: nothing that they set going holds them.

Garbage is collected so seldom (a look at all that stays would hold everybody up) that what only a collection finds
would stay for hours.
"""

from __future__ import annotations

import asyncio
import gc
import socket
import weakref
from collections import Counter
from functools import partial
from pathlib import Path

import httpx
import pytest
import websockets
from starlette.websockets import WebSocket
from websockets.server import ServerProtocol

from tests.patience import PATIENCE, until_so
from tests.service.filled import with_storage
from torite.match import Match
from torite.scenes import lay_out
from torite.service.bot_workers import BotWorkers
from torite.service.config import Config, Limits
from torite.service.new_tables import set_table
from torite.service.quotas import Quotas
from torite.service.resources import Resources
from torite.service.serve import server
from torite.service.storage import Storage, Unread
from torite.service.table_registry import TableRegistry
from torite.service.users import People
from torite.service.uvicorn_protocol import CarefulSocket
from torite.service.viewer import Viewer
from torite.service.wire import NewTable, Seat


async def played(registry: TableRegistry, people: People) -> str:
    """Set a table with a bot, look at it from a seat, let it play some entries; return its name."""
    ada = (await people.welcome("Ada"))[0]
    table = await set_table(registry, ada, NewTable("agurk", [Seat("me"), Seat("bot", "random")], start=True), "here")
    viewer = Viewer(ada.id, 0, "en", "Ada")
    await table.enter(viewer)
    while True:
        match = table.match
        assert match is not None
        if len(match.log) > 6:
            break
        if match.turns.awaits_chance:
            await table.play(match.go_on)
        elif 0 in match.turns.must_act:
            await table.play(partial(match.act, 0, match.actions(0)[0].code))
        else:
            await asyncio.sleep(0.001)
    assert await asyncio.wait_for(viewer.listen(), PATIENCE)
    await table.leave(viewer)
    return table.setup.id


def test_a_closed_table_is_gone_at_once(tmp_path: Path) -> None:
    async def closing() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        registry = TableRegistry(Resources(kept, BotWorkers(0), Quotas(Limits()), (0.001, 0.002)), b"k" * 32)
        try:
            name = await played(registry, People(kept))
            table = registry.tables[name]
            held = [weakref.ref(one) for one in (table, table.talk)]
            gc.collect()
            gc.disable()
            registry.tables.pop(name).close()
            del table
            await until_so(lambda: all(one() is None for one in held))  # what was called off ends
        finally:
            gc.enable()
            await registry.close()
            await kept.close()

    asyncio.run(closing())


def test_what_was_laid_out_of_a_match_does_not_hold_it_when_it_is_forgotten() -> None:
    match = Match("agurk", 2, seed=1)
    assert lay_out(match, 0, "en")
    assert lay_out(match, 1, "ja")
    held = weakref.ref(match)
    gc.collect()
    gc.disable()
    try:
        match.knowledge.forget_scenes()
        del match
        assert None is held()
    finally:
        gc.enable()


OF_A_CONNECTION = (CarefulSocket, ServerProtocol, WebSocket, Viewer)


def counted() -> Counter[str]:
    return Counter(type(one).__name__ for one in gc.get_objects() if issubclass(type(one), OF_A_CONNECTION))


@pytest.mark.long
def test_a_closed_connection_is_gone_at_once(tmp_path: Path) -> None:
    """Closed as it should be, and cut."""

    async def closing() -> None:
        running, listening = server(Config(tmp_path / "data", thinkers=0)), socket.create_server(("127.0.0.1", 0))
        home = f"http://127.0.0.1:{listening.getsockname()[1]}"
        serving = asyncio.create_task(running.serve([listening]))
        try:
            await until_so(lambda: running.started)
            async with httpx.AsyncClient(base_url=home, headers={"origin": home}, timeout=PATIENCE) as page:
                seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
                table = (await page.post("/api/tables", json={"variant": "agurk", "seats": seats})).json()["id"]
                headers = {"origin": home, "cookie": f"torite={page.cookies['torite']}"}
            gc.collect()
            gc.disable()
            before = counted()
            for number in range(6):
                connection = await websockets.connect(
                    f"{home.replace('http', 'ws')}/ws/{table}",
                    additional_headers=headers,
                    compression=None,
                    open_timeout=PATIENCE,
                )
                await connection.recv()
                if number % 2:
                    connection.transport.abort()
                await connection.close()
            await until_so(lambda: counted() <= before)  # what waits for a line that is closed ends
        finally:
            gc.enable()
            running.should_exit = True
            await serving

    asyncio.run(closing())


def test_who_comes_while_the_service_ends_is_told_so(tmp_path: Path) -> None:
    async def look(kept: Storage) -> None:
        registry = TableRegistry(Resources(kept, BotWorkers(0), Quotas(Limits())), b"k" * 32)
        await registry.hand_over()
        with pytest.raises(Unread, match="The service stops just now"):
            await registry.table("any")
        await registry.close()

    with_storage(tmp_path, look)
