"""What takes long is done beside the loop: everybody else goes on meanwhile."""

from __future__ import annotations

import asyncio
import difflib
import gzip
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
import sqlalchemy as sql
from starlette.middleware.gzip import GZipMiddleware

from tests.patience import PATIENCE
from torite.errors import UnknownName
from torite.games import LONGEST, find
from torite.service import api, catalogue, questions
from torite.service.http import PART, in_parts
from torite.service.storage import Storage


class Slow:
    """Something that is done only when the loop has had a turn meanwhile."""

    def __init__(self, done: Callable[..., Any]) -> None:
        self.done = done
        self.times = 0
        self.begun, self.others = threading.Event(), threading.Event()

    def __call__(self, *given: Any) -> Any:
        self.times += 1
        self.begun.set()
        assert self.others.wait(PATIENCE), "the loop stood still"
        return self.done(*given)

    async def had_turn(self) -> None:
        """Let it go on, once it has begun."""
        while not self.begun.is_set():
            await asyncio.sleep(0)
        self.others.set()


def test_the_shelf_is_laid_out_beside_the_loop_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(catalogue._tile)
    catalogue.tiles.cache_clear()
    monkeypatch.setattr(catalogue, "_tile", slow)

    async def ask() -> None:
        service = cast(Any, SimpleNamespace(laying_out=asyncio.Lock()))
        asked = (api.start(service, cast(Any, SimpleNamespace(cookies={})), None, "en") for _ in range(3))
        *starts, _ = await asyncio.gather(*asked, slow.had_turn())
        assert all(start.games == catalogue.tiles("en") for start in starts)
        assert slow.times == len(starts[0].games)

    asyncio.run(ask())


def test_long_answers_are_compressed_and_sent_a_part_at_a_time() -> None:
    """Everybody else has a turn after each."""
    text = bytes(range(256)) * 8000
    turns, sent = 0, bytearray()

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await in_parts(text, "application/json", {"content-disposition": "attachment"})(scope, receive, send)

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.extend(message.get("body", b""))

    async def ask() -> None:
        going_on = asyncio.create_task(others())
        scope = {"type": "http", "headers": [(b"accept-encoding", b"gzip")]}
        await GZipMiddleware(app, minimum_size=1000)(scope, receive, send)
        going_on.cancel()

    asyncio.run(ask())
    assert text == gzip.decompress(bytes(sent))
    assert turns >= len(text) / PART


def test_many_rows_are_packed_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(questions._packed)
    monkeypatch.setattr(questions, "_packed", slow)

    async def read() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        try:
            numbers, _ = await asyncio.gather(
                kept.packed(sql.text("SELECT 1, 'a' UNION SELECT 2, 'b'")), slow.had_turn()
            )
            assert [[1, "a"], [2, "b"]] == msgspec.msgpack.decode(numbers)
        finally:
            await kept.close()

    asyncio.run(read())


def test_no_name_is_long_to_look_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for something of 60,000 letters gets as little work done as others."""
    looked: list[str] = []

    def near(word: str, *rest: Any, **facts: Any) -> list[str]:
        looked.append(word)
        return []

    monkeypatch.setattr(difflib, "get_close_matches", near)
    with pytest.raises(UnknownName):
        find("x" * 60_000)
    assert [LONGEST] == [len(word) for word in looked]
