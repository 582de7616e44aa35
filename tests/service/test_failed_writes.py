"""What could not be kept is taken back and no more than that, however long the log, and is tried again ever later."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial, partialmethod
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.every_game.test_back_to import told
from tests.service.long_logs import tables, with_entries
from tests.service.quick_time import run_quickly
from torite.match.log import Log
from torite.service import wire
from torite.service.retries import AGAIN, LATEST_AGAIN, Retries
from torite.service.storage import Storage, Unkept
from torite.service.table import Table
from torite.service.viewer import Viewer

TABLES, ENTRIES = 50, 400


@asynccontextmanager
async def refused(kept: Storage) -> AsyncIterator[None]:
    """Have the database refuse every entry of whatever table, as on a full disk."""
    await kept.write((sql.text("CREATE TRIGGER no BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'no'); END"), []))
    yield
    await kept.write((sql.text("DROP TRIGGER no"), []))


def counted(patch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what is entered into logs on this thread, which is the loop's."""
    done, here = Counter[str](), threading.current_thread()
    for name in ("enter", "revert", "_followed"):
        patch.setattr(Log, name, partialmethod(_counted, getattr(Log, name), name, done, here))
    return done


def _counted(log: Log, done: Any, name: str, counts: Counter[str], here: threading.Thread, *what: Any) -> Any:
    counts[name] += threading.current_thread() is here
    return done(log, *what)


def looks(table: Table) -> list[Any]:
    """Return all that is told of a table's match, and the frames in which its page is."""
    assert table.match is not None
    viewer = Viewer(table.setup.host, 0, "en", "Ada")
    table.show([viewer], fresh=True)
    return [*told(table.match), wire.encode(table.state_for(viewer)), *viewer._waiting]


def acts(table: Table) -> None:
    match = table.match
    assert match is not None
    match.act(match.actors[0], match.actions(match.actors[0])[0].code)


def takes_back(table: Table) -> None:
    match = table.match
    assert match is not None
    match.undo(match.log[-1].seat, True)


async def fails(table: Table, change: Callable[[Table], None]) -> None:
    """Do something that cannot be kept."""
    async with table.lock:
        with pytest.raises(Unkept):
            await table.play(partial(change, table))


@pytest.mark.long
def test_no_entry_is_played_again_where_many_tables_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And somebody else sits down meanwhile. What is told of each match is what was told before, byte for byte."""

    async def play() -> None:
        async with tables(tmp_path) as (registry, ada):
            names = [await with_entries(registry, ada, ENTRIES) for _ in range(TABLES)]
            other = await with_entries(registry, ada, 10)
            opened = [await registry.table(name) for name in names]
            full = [table for table in opened if table is not None]
            assert TABLES == len(full)
            before = [looks(table) for table in full]
            done = counted(monkeypatch)
            async with refused(registry.kept):
                trying = [asyncio.create_task(fails(table, acts)) for table in full]
                table = await registry.table(other)
                assert table is not None
                looker = Viewer(ada.id, 0, "en", "Ada")
                await table.enter(looker)
                assert await looker.listen()
                await table.leave(looker)
                await asyncio.gather(*trying)
            assert 3 * TABLES >= done.total() >= TABLES, done
            monkeypatch.undo()
            assert before == [looks(table) for table in full]

    asyncio.run(play())


def test_what_was_taken_back_in_vain_stands(tmp_path: Path) -> None:
    """A card lies there again, after it could not be kept that it was taken back; later that is done."""

    async def play() -> None:
        async with tables(tmp_path) as (registry, ada):
            name = await with_entries(registry, ada, 301)
            table = await registry.table(name)
            assert table is not None
            match = table.match
            assert match is not None
            async with refused(registry.kept):
                before = looks(table)
                for change in (takes_back, acts, takes_back):
                    await fails(table, change)
                    assert match is table.match
                    assert before == looks(table)
            length = len(match.log)
            async with table.lock:
                await table.play(partial(takes_back, table))
            assert length + 1 == len(match.log)

    asyncio.run(play())


class Kept:
    """As much of a storage as says whether something was kept."""

    successes = 0


def tries(seconds: float, kept_at: tuple[float, ...] = ()) -> list[float]:
    """Return when something is tried in so many seconds that is never kept; other things are kept now and then."""

    async def run() -> list[float]:
        loop, retries, kept = asyncio.get_running_loop(), Retries(), Kept()
        found: list[float] = []

        def again() -> None:
            found.append(loop.time())
            for _ in range(2):  # whoever fails besides has nothing tried earlier, nor twice
                retries.later(kept, again)  # type: ignore[arg-type]

        def written() -> None:
            kept.successes += 1

        for at in kept_at:
            loop.call_later(at, written)
        again()
        await asyncio.sleep(seconds)
        retries.stop()
        return found

    return list(run_quickly(run()))


def test_what_cannot_be_kept_is_tried_ever_more_seldom() -> None:
    found = tries(100)
    waits = [later - earlier for earlier, later in pairwise(found)]
    assert pytest.approx([AGAIN, 2, 4, 8, LATEST_AGAIN, LATEST_AGAIN], abs=0.1) == waits[:6]
    assert max(waits) <= LATEST_AGAIN + 0.1


def test_when_something_else_is_kept_it_is_tried_at_once() -> None:
    found = tries(40, (17.5, 17.6))
    assert any(17.5 < at <= 17.6 + AGAIN for at in found), found


def test_nothing_is_tried_at_a_table_that_was_closed() -> None:
    async def run() -> list[int]:
        found: list[int] = []
        retries = Retries()
        retries.later(Kept(), lambda: found.append(1))  # type: ignore[arg-type]
        retries.stop()
        await asyncio.sleep(10)
        return found

    assert [] == run_quickly(run())
