"""Run a service for a test: `python -m tests.service.run DATA PORT`, then JSON of further settings."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from torite.service import connection, serve
from torite.service.sockets import CarefulSocket
from torite.service.web import Limits, Setting


def main() -> None:
    data, port = Path(sys.argv[1]), int(sys.argv[2])
    more = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
    generous = {"posts": 100_000, "reads": 100_000, "messages": 100_000, "connections": 100_000}
    limits = Limits(**{**generous, **more.pop("limits", {})})
    connection.SLOWEST = CarefulSocket.lingers = more.pop("slowest", connection.SLOWEST)
    given = {"pace": (0.0, 0.0), "thinkers": 0, **more}
    given["pace"] = tuple(given["pace"])
    data.mkdir(parents=True, exist_ok=True)
    serve.server(Setting(data, limits=limits, **given)).run([serve.listen("127.0.0.1", port)])


if __name__ == "__main__":
    main()
