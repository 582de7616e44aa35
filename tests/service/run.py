"""Run a service for a test: `python -m tests.service.run DATA PORT`, then JSON of further settings.

With `fixed` the tables that a person sets have the same deals in every run, one after the other, and bots choose alike.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from torite.service import connection, hall, serve, thinkers
from torite.service.config import Config, Limits
from torite.service.sitting import Sitting
from torite.service.sockets import CarefulSocket


def main() -> None:
    data, port = Path(sys.argv[1]), int(sys.argv[2])
    more = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
    generous = {
        "posts": 100_000,
        "reads": 100_000,
        "messages": 100_000,
        "connections": 100_000,
        "open_tables": 100_000,
        "brought_letters": 10**9,
    }
    names = ("hints", "tables", "records", "talk", "newcomers", "brought")
    free = {name: {"most": 100_000, "seconds": 1.0} for name in names}
    limits = msgspec.convert({**free, **generous, **more.pop("limits", {})}, Limits)
    connection.SLOWEST = CarefulSocket.lingers = more.pop("slowest", connection.SLOWEST)
    if more.pop("fixed", False):
        fix_chance()
    given = {"pace": (0.0, 0.0), "thinkers": 0, **more}
    given["pace"] = tuple(given["pace"])
    data.mkdir(parents=True, exist_ok=True)
    serve.server(Config(data, limits=limits, **given)).run([serve.listen("127.0.0.1", port)])


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
