"""Run a service for a test: `python -m tests.service.run DATA PORT`, then JSON of further settings.

With `fixed` the tables that a person sets have the same deals in every run, one after the other, and bots choose alike.
With `lag` it writes down how late its loop is, again and again, into that file.
"""

from __future__ import annotations

import asyncio
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

from torite.service import connection, hall, serve, thinkers
from torite.service.config import Config, Limits, Measure
from torite.service.sitting import Sitting
from torite.service.sockets import CarefulSocket

LAGS = 0.01  #: seconds between two looks at how late the loop is


def main() -> None:
    data, port = Path(sys.argv[1]), int(sys.argv[2])
    more = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
    generous = {"posts": 100_000, "reads": 100_000, "messages": 100_000, "connections": 100_000}
    free = dict.fromkeys(("hints", "lessons", "rests", "tables", "records", "talk"), Measure(100_000, 1.0))
    limits = msgspec.convert(msgspec.to_builtins(free) | generous | more.pop("limits", {}), Limits)
    connection.SLOWEST = CarefulSocket.lingers = more.pop("slowest", connection.SLOWEST)
    if more.pop("fixed", False):
        fix_chance()
    lag = more.pop("lag", "")
    given = {"pace": (0.0, 0.0), "thinkers": 0, **more}
    given["pace"] = tuple(given["pace"])
    data.mkdir(parents=True, exist_ok=True)
    server = serve.server(Config(data, limits=limits, **given))
    if lag:
        setattr(server, "serve", watched(server.serve, Path(lag)))  # noqa: B010
    server.run([serve.listen("127.0.0.1", port)])


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


def fix_chance() -> None:
    """Leave no chance to chance: what a test meets does not depend on when it is run."""
    tables: Counter[int] = Counter()

    def set_up(*what: Any, **more: Any) -> Sitting:
        made = Sitting(*what, **more)
        if "key" not in more:
            tables[made.host] += 1
            made.key = hashlib.sha512(f"{tables[made.host]} {made.variant} {made.options}".encode()).digest()
        return made

    setattr(hall, "Sitting", set_up)  # noqa: B010
    setattr(thinkers, "secrets", SimpleNamespace(randbits=lambda bits: 1))  # noqa: B010


if __name__ == "__main__":
    main()
