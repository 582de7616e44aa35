"""What one of several processes does besides, so that all of them are one service to whoever comes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any

from torite.service import renaming
from torite.service.context import Service
from torite.service.notifications import Kind
from torite.service.storage import Unread

BEAT, SILENT = 1.0, 3.0  #: seconds from one sign of life to the next, and until somebody who hears none goes elsewhere
ADOPT = 10.0  #: seconds from one look for what an ended process has left to the next


def works(service: Service) -> list[Coroutine[Any, Any, None]]:
    """List what is to be done all the time; nothing where a process has its database to itself."""
    leases, registry = service.registry.leases, service.registry
    if not leases.name:
        return []
    return [
        leases.watch(registry.lost, lambda: registry.epochs, partial(_leave_rooms, service)),
        service.presence.beat(BEAT, SILENT),
        service.notifications.watch(partial(_heard, service)),
        _adopt(service),
        _tell_spent(service),
    ]


async def _heard(service: Service, kind: Kind, about: list[str]) -> None:
    """Do here what follows from what another process has done."""
    if kind == "token":
        service.people.forget(about)
        await service.presence.end(about, service.people)
    elif kind == "spent":
        for told in about:
            service.resources.quotas.count(told)
    else:
        for number in about:
            await renaming.heard(service, int(number))


def _leave_rooms(service: Service) -> None:
    """Send away who looks at a replay together with others here, where another process has that by now."""
    leases = service.registry.leases
    for name, room in service.rooms.open.items():
        if leases.keeper("/".join(name)) != leases.name:
            for viewer in room.here:
                viewer.close(1012)


async def _tell_spent(service: Service) -> None:
    """Let the others know what has been counted of people's quotas."""
    while True:
        await asyncio.sleep(BEAT)
        await service.notifications.tell("spent", service.resources.quotas.untold())


async def _adopt(service: Service) -> None:
    """Go on with the experiments of processes that have ended."""
    while True:
        await asyncio.sleep(ADOPT)
        try:
            await service.experiments.resume()
        except Unread:
            continue
