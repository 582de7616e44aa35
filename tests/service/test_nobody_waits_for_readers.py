"""What is told at a table is laid down for each viewer: however slowly somebody reads, nothing at the table waits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from tests.service.test_wire_secrecy import set_up
from torite.match import Match
from torite.scenes import lay_out
from torite.service import connection, table_talk
from torite.service.table import Table
from torite.service.viewer import MOST_WAITING, Viewer

READERS = 100


class Hanging:
    """A line that takes nothing."""

    def __init__(self) -> None:
        self.begun = 0

    async def send_text(self, text: str) -> None:
        self.begun += 1
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        await asyncio.Event().wait()


def at_once(work: Coroutine[Any, Any, Any]) -> None:
    """Do something that may wait for nothing: it is done at its first step."""
    try:
        work.send(None)
    except StopIteration:
        return
    work.close()
    raise AssertionError("it waited")


async def with_readers() -> tuple[Table, list[Viewer], list[Hanging], list[asyncio.Task[None]]]:
    """A table in play with one who reads, and many whose lines hang in the midst of a message."""
    match = Match("agurk", 4, seed=3, names=list("ABCD"), pause=True)
    match.go_on()
    table, _ = set_up(match, 0)
    viewers = [Viewer(seat, seat, "en") for seat in range(4)] + [Viewer(1, 1, "ja") for _ in range(READERS)]
    lines = [Hanging() for _ in range(READERS)]
    for viewer in viewers:
        await table.enter(viewer)
    telling = [
        asyncio.create_task(connection.tell(line, viewer))  # type: ignore[arg-type]
        for line, viewer in zip(lines, viewers[4:], strict=True)
    ]
    await asyncio.sleep(0)
    assert [1] * READERS == [line.begun for line in lines]
    return table, viewers, lines, telling


def test_acts_and_talk_wait_for_no_line() -> None:
    """Where the database is no time away, each is done without a single wait."""

    async def play() -> None:
        table, viewers, lines, telling = await with_readers()
        match = table.match
        assert match is not None
        for _ in range(12):
            seat = match.actors[0]
            code = lay_out(match, seat, "en").choices[0].codes[0]
            at_once(table.play(lambda seat=seat, code=code: match.act(seat, code)))  # type: ignore[misc]
            at_once(table_talk.say(table, seat, text="hello"))
            table.tell_table()
            at_once(table.leave(viewers[0]))
            at_once(table.enter(viewers[0]))
            if match.turns.awaits_chance:
                at_once(table.play(match.go_on))
        assert [1] * READERS == [line.begun for line in lines]
        assert viewers[0]._waiting
        table.close()
        for task in telling:
            task.cancel()
        await asyncio.gather(*telling, return_exceptions=True)

    asyncio.run(play())


def test_who_does_not_read_is_cut_off_and_holds_no_more_than_so_much() -> None:
    async def play() -> None:
        table, viewers, _, telling = await with_readers()
        for number in range(2 * MOST_WAITING):
            at_once(table_talk.say(table, 0, text=f"line {number}"))
        assert {1013} == {viewer.closed for viewer in viewers[4:]}
        assert all(len(viewer._waiting) <= MOST_WAITING for viewer in viewers)
        table.close()
        for task in telling:
            task.cancel()
        await asyncio.gather(*telling, return_exceptions=True)

    asyncio.run(play())
