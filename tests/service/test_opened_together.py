"""Tables that are opened at the same time are read together, and each comes out as it would alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sql

from tests.service.postgres_server import Server
from tests.service.test_short_absence import begun, is_as_kept, kept_of, plays, tables
from torite.service import kept_tables, schema
from torite.service.leases import Elsewhere
from torite.service.quarantine import SetAside
from torite.service.restrictions import restrictions
from torite.service.statements import CLOSED
from torite.service.storage import Storage
from torite.service.table import Table
from torite.service.table_registry import TableRegistry
from torite.service.table_setup import Restricted
from torite.service.table_talk import say

MANY = 24


def counted(patch: pytest.MonkeyPatch, kept: Storage) -> list[int]:
    """Count the questions that are asked, and what is changed."""
    asked: list[int] = []
    for name in ("all_rows", "changed"):
        usual: Callable[..., Any] = getattr(kept, name)

        def count(*what: Any, usual: Callable[..., Any] = usual, **how: Any) -> Any:
            asked.append(len(what))
            return usual(*what, **how)

        patch.setattr(kept, name, count)
    return asked


async def some(registry: TableRegistry, count: int) -> list[str]:
    """Begin matches, of which each has gone on differently, and leave them."""
    names = []
    for number in range(count):
        table, _ = await begun(registry)
        for turn in range(number % 3):
            await plays(table, f"1:{turn}")
        names.append(table.setup.id)
    registry.forget(names)
    return names


@pytest.mark.full
def test_many_tables_cost_few_questions(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with tables(postgres.new()) as registry:
            names = await some(registry, MANY)
            asked = counted(monkeypatch, registry.kept)
            found = await asyncio.gather(*map(registry.table, names))
            assert sum(asked) < 2 * MANY, asked
            for table in found:
                assert isinstance(table, Table)
                assert is_as_kept(table, await kept_of(table))
            assert names == [table.setup.id for table in found if table is not None]

    asyncio.run(play())


def test_what_is_of_one_is_no_others(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Talk, who was removed, a damaged log, a table that was closed, one that another process has, one that is none."""
    monkeypatch.setattr(kept_tables, "FEW", 12)  # so that some logs are read apart

    async def play() -> None:
        address = postgres.new()
        async with tables(address) as registry, tables(address, "b") as other:
            talked, _ = await begun(registry)
            async with talked.lock:
                await say(talked, 0, "Hello")
            limited, _ = await begun(registry)
            removed = {limited.setup.host: Restricted("Ada", frozenset({"removed"}))}
            await registry.kept.write(*restrictions(limited.setup.id, removed))
            names = [talked.setup.id, limited.setup.id, *await some(registry, 5)]
            registry.forget(names)
            *_, damaged, closed, theirs = names
            entry, own = schema.entry, schema.sitting
            await registry.kept.write(
                (sql.update(entry).where(entry.c.sitting == damaged).values(line="?"), []),
                (sql.update(own).where(own.c.id == closed).values(state=CLOSED), []),
                (sql.update(own).where(own.c.id == theirs).values(owner=""), []),
            )
            assert await other.table(theirs)
            found = await asyncio.gather(*map(registry.table, [*names, "none"]), return_exceptions=True)
            assert [line["text"] for line in found[0].talk] == ["Hello"]  # type: ignore[union-attr]
            assert removed == found[1].restricted  # type: ignore[union-attr]
            for table in found[:4]:
                assert isinstance(table, Table)
                assert is_as_kept(table, await kept_of(table))
                assert (table is found[0]) == bool(len(table.talk))
                assert (table is found[1]) == bool(table.restricted)
            assert [SetAside, type(None), Elsewhere, type(None)] == [type(one) for one in found[4:]]

    asyncio.run(play())


def test_who_asks_a_process_that_ends_is_sent_to_another_that_lives(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be asked until a balancer knows: to be refused again and again would take longer each time."""

    async def play() -> None:
        async with tables(postgres.new()) as registry:
            (name,) = await some(registry, 1)
            monkeypatch.setattr(registry.leases, "_names", [registry.leases.name, "other"])
            await registry.hand_over()
            with pytest.raises(Elsewhere) as sent:
                await registry.table(name)
            assert "other" == sent.value.process

    asyncio.run(play())
