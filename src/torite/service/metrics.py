"""What a host may watch: how many there are of what, and how long things take, as Prometheus reads it.

No label holds a name, an id, a card, a table or an address: all of them come from short lists of our own. Whoever
measures something calls a function here; what is counted only when somebody looks is told by `State`.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter as Count
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from torite.service.security import Allowed

if TYPE_CHECKING:
    from torite.service.context import Service
    from torite.service.socket_limits import Sockets

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
REPLAY_JOBS = Gauge("torite_replay_jobs", "How many replays are being read or wait for that.", registry=REGISTRY)


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


def replay_jobs(waiting: Callable[[], float]) -> None:
    """Say who knows how many replays are being read or wait for that."""
    REPLAY_JOBS.set_function(waiting)


def line_lost() -> None:
    """Count a line of a log that could not be written."""
    LOST_LINES.inc()


async def watch_loop() -> None:
    """Measure how late the loop is, again and again."""
    while True:
        due = time.perf_counter() + EVERY
        await asyncio.sleep(EVERY)
        LAG.observe(max(0.0, time.perf_counter() - due))


class State(Collector):
    """How a service stands when somebody looks.

    Args:
        service: the service.
        sockets: its open sockets.
    """

    def __init__(self, service: Service, sockets: Sockets) -> None:
        self.service = service
        self.sockets = sockets

    def collect(self) -> Iterator[Metric]:
        """Tell it."""
        registry = self.service.registry
        tables = list(registry.tables.values())
        viewers = [viewer for table in tables for viewer in table.viewers]
        states = Count("open" if table.setup.state == "set" else table.setup.state for table in tables)
        yield _gauge(
            "torite_tables", "Tables in memory.", "state", dict.fromkeys(("open", "playing", "over"), 0) | states
        )
        yield _gauge("torite_sockets", "Open sockets by what they are at.", "state", self.sockets.kinds())
        yield _gauge("torite_connections", "Connections to tables.", "of", {
            "seat": sum(one.seat >= 0 for one in viewers), "spectator": sum(one.seat < 0 for one in viewers),
        })  # fmt: skip
        yield GaugeMetricFamily("torite_persons", "People at tables now.", len({viewer.person for viewer in viewers}))
        yield GaugeMetricFamily("torite_thinkers", "Processes that think.", len(registry.thinkers.all))
        yield GaugeMetricFamily(
            "torite_thinkers_busy", "Of these, busy.", sum(one.busy for one in registry.thinkers.all)
        )
        yield CounterMetricFamily("torite_thinker_failures", "Thoughts that failed.", registry.thinkers.failures)
        refused = CounterMetricFamily("torite_refused", "What was refused, by why.", labels=["code"])
        for code, count in sorted(registry.counts.items()):
            refused.add_metric([code], count)
        yield refused


def _gauge(name: str, what: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, what, labels=[label])
    for value, count in sorted(values.items()):
        family.add_metric([value], count)
    return family


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
