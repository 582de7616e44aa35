"""How a service stands, counted when somebody looks at its metrics."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from torite.service.context import Service
    from torite.service.socket_limits import Sockets


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
        resources = self.service.resources
        tables = list(self.service.registry.tables.values())
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
        yield GaugeMetricFamily("torite_thinkers", "Processes that think and live.", resources.thinkers.alive)
        yield GaugeMetricFamily(
            "torite_thinkers_elsewhere", "Of these, on other machines.", resources.thinkers.elsewhere
        )
        yield GaugeMetricFamily(
            "torite_thinkers_busy", "Of these, busy.", sum(one.busy for one in resources.thinkers.all)
        )
        yield CounterMetricFamily("torite_thinker_failures", "Thoughts that failed.", resources.thinkers.failures)
        refused = CounterMetricFamily("torite_refused", "What was refused, by why.", labels=["code"])
        for code, count in sorted(resources.counts.items()):
            refused.add_metric([code], count)
        yield refused


def _gauge(name: str, what: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, what, labels=[label])
    for value, count in sorted(values.items()):
        family.add_metric([value], count)
    return family
