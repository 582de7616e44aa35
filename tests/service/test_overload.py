"""A service that has too much to read says so, and goes on."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sql

from torite.service import connection, storage
from torite.service.storage import Storage, Unread


def test_what_is_not_read_in_time_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks is told, in a sentence; the next who asks is answered."""
    monkeypatch.setattr(storage, "READ_WITHIN", 0.05)

    async def reading() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        query = sql.select(storage.sitting)
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


def test_a_connection_that_cannot_be_looked_up_is_closed() -> None:
    """With the code that tells the page to come again later."""

    class Users:
        async def find(self, token: str | None) -> None:
            raise Unread

    closed: list[int] = []

    async def close(code: int) -> None:
        closed.append(code)

    service = SimpleNamespace(people=Users(), counts={"busy": 0})
    asyncio.run(connection._serve(service, SimpleNamespace(cookies={}, close=close)))  # type: ignore[arg-type]
    assert [1013] == closed
    assert {"busy": 1} == service.counts
