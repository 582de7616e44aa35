"""Run a service for a test: `python -m tests.service.run DATA PORT`, then JSON of further settings.

With `fixed` the tables that a person sets have the same deals in every run, one after the other, and bots choose alike.
With `lag`, a file, it writes down there how late its loop is, again and again. With `clock`, a file, its wall clock is
off by the seconds that stand there. `sweep` is how often it looks for tables that have ended elsewhere, and `first`
when it first deletes what is old. `lives` is for how long a process counts as living after it has said that it does,
and `late` how late an answer of what thinks may be. With `last` the lab goes last, as it does elsewhere; among tests
that takes long.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from tests.patience import PATIENCE
from torite.service import bot_workers, connection, lab_pool, leases, presence, retention, serve, table_registry, users
from torite.service.config import Config, Limits, Retention
from torite.service.data_folder import DataFolder
from torite.service.table_setup import TableSetup
from torite.service.uvicorn_protocol import CarefulSocket

LAGS = 0.01  #: seconds between two looks at how late the loop is


def run(data: Path, port: int, settings: dict[str, Any]) -> None:
    more = dict(settings)
    generous: dict[str, Any] = dict.fromkeys(
        ("posts", "reads", "files", "messages", "all_messages", "refusals", "connections"), 100_000
    )
    generous |= {
        "open_tables": 100_000,
        "brought_letters": 10**9,
        "kept_notes": 100_000,
        "together": 100_000,
        "together_all": 100_000,
        "unfinished": 100_000,
        "kept_experiments": 100_000,
        "kept_rules": 100_000,
    }
    names = ("hints", "lessons", "rests", "tables", "records", "talk", "names", "exports", "imports", "habits", "codes",
             "newcomers", "brought", "tables_set", "taken_in", "notes",
             "experiments_set", "experiments", "rules")  # fmt: skip
    free = {name: {"most": 100_000, "seconds": 1.0} for name in names}
    given_limits = {
        name: dict(zip(("most", "seconds"), limit, strict=True)) if isinstance(limit, list) else limit
        for name, limit in more.pop("limits", {}).items()
    }
    limits = msgspec.convert(free | generous | given_limits, Limits)
    connection.SLOWEST = CarefulSocket.lingers = more.pop("slowest", connection.SLOWEST)
    presence.LOOK = users.FRESH = more.pop("look", presence.LOOK)
    table_registry.SWEEP = more.pop("sweep", table_registry.SWEEP)
    retention.FIRST = more.pop("first", retention.FIRST)
    leases.LASTS = more.pop("lives", leases.LASTS)
    bot_workers.GRACE = more.pop("late", bot_workers.GRACE)
    lab_pool.GOES = lab_pool.GOES if more.pop("last", False) else ()
    if more.pop("fixed", False):
        fix_chance()
    if clock := more.pop("clock", ""):
        set_clock(Path(clock))
    host, lag = more.pop("host", "127.0.0.1"), more.pop("lag", "")
    given = {"pace": (0.0, 0.0), "thinkers": 0, "ahead": 0, "job_seconds": PATIENCE, "free_bytes": 0, **more}
    given["pace"] = tuple(given["pace"])
    given["retention"] = msgspec.convert(given.get("retention", {}), Retention)
    if "metrics" in given:
        given["metrics"] = f"127.0.0.1:{given['metrics']}"
    with contextlib.nullcontext() if "database" in given else DataFolder(data).ready():
        serve.open_logs(given.get("access_log", ""), given.get("audit_log", ""))
        listening = serve.listen_at_all(host, port, given.get("metrics", ""))
        server = serve.server(Config(data, limits=limits, **given))
        if lag:
            setattr(server, "serve", watched(server.serve, Path(lag)))  # noqa: B010
        server.run(listening)


def watched(serving: Callable[..., Awaitable[None]], file: Path) -> Callable[..., Awaitable[None]]:
    """Serve, and write down how late the loop is: lines of when, and by how many seconds."""

    async def watch() -> None:
        with file.open("w", buffering=1) as lines:
            while True:
                began = time.monotonic()
                await asyncio.sleep(LAGS)
                lines.write(f"{began:.4f} {max(0.0, time.monotonic() - began - LAGS):.6f}\n")

    async def served(**more: Any) -> None:
        watching = asyncio.create_task(watch())
        await serving(**more)
        watching.cancel()

    return served


def set_clock(file: Path) -> None:
    """Have the wall clock of this process be off by as much as a file says now."""
    right = time.time
    time.time = lambda: right() + float(file.read_text())


def fix_chance() -> None:
    """Leave no chance to chance: what a test meets does not depend on when it is run."""
    tables: Counter[int] = Counter()
    begin = TableSetup.__init__

    def set_up(made: TableSetup, *what: Any, **more: Any) -> None:
        begin(made, *what, **more)
        if "key" not in more:
            tables[made.host] += 1
            made.key = hashlib.sha512(f"{tables[made.host]} {made.variant} {made.options}".encode()).digest()

    setattr(TableSetup, "__init__", set_up)  # noqa: B010
    setattr(bot_workers, "secrets", SimpleNamespace(randbits=lambda bits: 1))  # noqa: B010


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3]) if len(sys.argv) > 3 else {})
