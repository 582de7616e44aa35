"""What a host may watch: how many there are of what, and how long things take, as Prometheus reads it.

No label holds a name, an id, a card, a table or an address: all of them come from short lists of our own. Whoever
measures something calls a function here; what is counted only when somebody looks stands in `state_metrics.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from torite.service.security import Allowed

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  #: seconds
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
EVERY = 0.25  #: seconds between two looks at how late the loop is
PATH = "/metrics"

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
MESSAGES = Histogram(
    "torite_message_seconds", "From a message of a page until its answer is on its way.", ["what"],
    buckets=SHORT, registry=REGISTRY,
)  # fmt: skip
REQUESTS = Histogram(
    "torite_request_seconds", "From a request until all of its answer is on its way.", ["route", "status"],
    buckets=SHORT, registry=REGISTRY,
)  # fmt: skip
THOUGHTS = Histogram(
    "torite_thought_seconds", "How long processes think for a bot or a hint.", ["game"],
    buckets=SHORT, registry=REGISTRY,
)  # fmt: skip
WRITES = Histogram(
    "torite_write_seconds", "How long it takes until what was written is on disk.", buckets=SHORT, registry=REGISTRY
)
BATCHES = Histogram(
    "torite_write_batch_size", "How many changes were written together.", buckets=SIZES, registry=REGISTRY
)
LAG = Histogram("torite_loop_lag_seconds", "How late the loop is.", buckets=SHORT, registry=REGISTRY)
LOST_LINES = Counter("torite_log_lines_lost", "Lines of logs that could not be written.", registry=REGISTRY)
THOUGHTS_WAITING = Gauge("torite_thoughts_waiting", "How many wait for a process that thinks.", registry=REGISTRY)
GAMES_GETTING_READY = Gauge(
    "torite_games_getting_ready", "Games asked about for which no process is ready to think yet.", registry=REGISTRY
)
REPLAY_JOBS = Gauge("torite_replay_jobs", "How many replays are being read or wait for that.", registry=REGISTRY)

EXPERIMENTS = Gauge(
    "torite_experiments_turns", "How many people have experiments of the lab that are not over.", registry=REGISTRY
)


def message(what: str, seconds: float) -> None:
    """Count an answered message of a kind, the tag of its type."""
    MESSAGES.labels(what).observe(seconds)


def request(route: str, status: int, seconds: float) -> None:
    """Count a request, by the template of its path and the kind of its status."""
    REQUESTS.labels(route, f"{status // 100}xx").observe(seconds)


def thought(seconds: float, game: str) -> None:
    """Count what a process thought, by the game's name."""
    THOUGHTS.labels(game).observe(seconds)


def written(seconds: float, changes: int) -> None:
    """Count a transaction."""
    WRITES.observe(seconds)
    BATCHES.observe(changes)


def queue(waiting: Callable[[], float]) -> None:
    """Say who knows how many wait for a process that thinks."""
    THOUGHTS_WAITING.set_function(waiting)


def getting_ready(games: Callable[[], float]) -> None:
    """Say who knows for how many games no process is ready yet."""
    GAMES_GETTING_READY.set_function(games)


def replay_jobs(waiting: Callable[[], float]) -> None:
    """Say who knows how many replays are being read or wait for that."""
    REPLAY_JOBS.set_function(waiting)


def experiments(people: Callable[[], float]) -> None:
    """Say who knows how many people have experiments that are not over."""
    EXPERIMENTS.set_function(people)


def line_lost() -> None:
    """Count a line of a log that could not be written."""
    LOST_LINES.inc()


async def watch_loop() -> None:
    """Measure how late the loop is, again and again."""
    while True:
        due = time.perf_counter() + EVERY
        await asyncio.sleep(EVERY)
        LAG.observe(max(0.0, time.perf_counter() - due))


class OwnPort:
    """Tells all of this at a port of its own, and nothing else there.

    Args:
        app: what is served at other ports.
        port: the port; 0 for none.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request; where it came to is known from its socket, not from what it says."""
        if not self.port or scope["type"] == "lifespan" or (scope.get("server") or ("", 0))[1] != self.port:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await _answer(scope)(scope, receive, send)


def _answer(scope: Scope) -> Response:
    if not Allowed().host(Headers(scope=scope)):  # a page elsewhere may have its name lead here
        return PlainTextResponse("", 421)
    if scope["path"] != PATH or scope["method"] not in ("GET", "HEAD"):
        return PlainTextResponse("", 404)
    return Response(
        generate_latest(REGISTRY), headers={"content-type": CONTENT_TYPE_LATEST, "cache-control": "no-store"}
    )
