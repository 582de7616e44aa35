"""A service that has too much to read says so, and goes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sql

from torite.service import connection, schema, storage
from torite.service.security import Held, Rate
from torite.service.storage import Storage, Unread
from torite.service.turns import AddressTurns


def test_what_is_not_read_in_time_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks is told, in a sentence; the next who asks is answered."""
    monkeypatch.setattr(storage, "READ_WITHIN", 0.05)

    async def reading() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        query = sql.select(schema.sitting)
        try:
            async with AsyncExitStack() as all_taken:
                pool: Any = kept.engine.pool
                while pool.checkedout() < pool.size() + pool._max_overflow:
                    await all_taken.enter_async_context(kept.engine.connect())
                with pytest.raises(Unread) as refused:
                    await kept.rows(query)
                assert "busy" == refused.value.code
                assert "too much to do" in refused.value.say("en")
            assert [] == await kept.rows(query)
        finally:
            await kept.close()

    asyncio.run(reading())


@pytest.mark.parametrize("looks", [0, 1])
def test_a_connection_that_cannot_be_looked_up_is_closed(looks: int) -> None:
    """With the code that tells the page to come again later, also where that shows after it was let in."""
    closed: list[int] = []
    looked = iter(range(looks))

    async def serve(service: Any, socket: Any, address: str) -> None:
        for _ in looked:
            await socket.accept()
        raise Unread

    async def accept() -> None:
        closed.append(0)

    async def close(code: int) -> None:
        closed.append(code)

    allowed = SimpleNamespace(host=lambda headers: True, origin=lambda headers: True)
    service = SimpleNamespace(
        allowed=allowed,
        counts=Counter(),
        connections=Held(1, 1),
        reads=SimpleNamespace(allows=lambda address: True),
        turns=AddressTurns(Rate(100, 20), Rate(100, 10)),
    )
    state = SimpleNamespace(service=service)
    socket: Any = SimpleNamespace(app=SimpleNamespace(state=state), client=None, headers={}, accept=accept, close=close)
    asyncio.run(connection.guarded(socket, serve))
    assert [0] * looks + [1013] == closed
    assert {"busy": 1} == service.counts
    assert service.connections.has_room("unknown"), "it counts no more"
