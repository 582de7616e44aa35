"""Who looks at a replay together, and who of them leads; a room is kept nowhere."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

from torite.service import wire
from torite.service.config import Limits
from torite.service.errors import Refused
from torite.service.messages import InRoom, Led, Room
from torite.service.security import Held, site_of
from torite.service.viewer import Viewer

NOBODY = 0  #: the number of who leads, where nobody does
FULL = 4429  #: the code with which somebody is sent away for whom there is no room


class OpenRoom:
    """Those who look at a replay together.

    Attributes:
        leader: the number of who leads; NOBODY when they have gone.
        step, eyes: where the leader is, None before anybody has led, and through whose eyes the leader looks.
    """

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.here: dict[Viewer, int] = {}
        self.leader = NOBODY
        self.step: int | None = None
        self.eyes = -2
        self._last = NOBODY

    def enter(self, viewer: Viewer, leads: bool) -> None:
        """Let somebody in, to lead where they wish to and nobody does."""
        self._last += 1
        self.here[viewer] = self._last
        if leads and self.leader == NOBODY:
            self.leader = self._last
        self.tell_all()

    def leave(self, viewer: Viewer) -> None:
        """See somebody off; nobody leads when it was the leader."""
        if self.here.pop(viewer) == self.leader:
            self.leader = NOBODY
        self.tell_all()

    def hear(self, viewer: Viewer, message: wire.RoomMessage) -> None:
        """Do what somebody asks for.

        Raises:
            Refused: when it is not for them.
        """
        me = self.here[viewer]
        if isinstance(message, wire.Lead):
            if self.leader not in (NOBODY, me):
                raise Refused("led")
            self.leader = me
        elif self.leader != me:
            raise Refused("not_leader")
        elif isinstance(message, wire.HandOver):
            if message.to not in self.here.values():
                raise Refused("not_here")
            self.leader = message.to
        elif isinstance(message, wire.GoTo):
            self.step, self.eyes = message.step, message.eyes
            for other in self.here:
                if other is not viewer:
                    other.tell(wire.encode(Led(message.step, message.eyes)))
            return
        self.tell_all()

    def tell_all(self) -> None:
        """Tell everybody how the room stands."""
        people = [InRoom(number, viewer.name) for viewer, number in self.here.items()]
        for viewer, number in self.here.items():
            viewer.tell(wire.encode(Room(number, self.leader, people, self.step, self.eyes)))


class Rooms:
    """All rooms.

    Where all places are taken, whoever comes has that of somebody from where most have come: an address from which
    nobody looks on has one, however many come from few.

    Args:
        limits: how many may be in them.
    """

    def __init__(self, limits: Limits) -> None:
        self.open: dict[tuple[str, str], OpenRoom] = {}
        self.held = Held(limits.together, limits.site)
        self._limits = limits
        self._from: dict[str, list[Viewer]] = {}  # an address, or its site: who has come from there, in that order

    def has_room(self, name: tuple[str, str], address: str) -> bool:
        """Tell whether one more may come, from an address."""
        limits, room = self._limits, self.open.get(name)
        return (
            self.held.has_room(address)
            and (self._all() < limits.together_all or self._gives_way(address) is not None)
            and (room is None or len(room.here) < limits.together_each)
        )

    def _all(self) -> int:
        return sum(map(len, self._from.values()))

    def _gives_way(self, address: str) -> Viewer | None:
        """Find who has the place of one more from an address: the newest from where most are, if those are more."""
        most = max(self._from.values(), key=len, default=[])
        return most[-1] if len(most) > len(self._from.get(_where(address), ())) + 1 else None

    def tell_of(self, person: int) -> None:
        """Tell the rooms in which somebody is how they stand."""
        for room in self.open.values():
            if any(viewer.person == person for viewer in room.here):
                room.tell_all()

    @contextlib.contextmanager
    def joined(self, name: tuple[str, str], viewer: Viewer, leads: bool) -> Iterator[OpenRoom]:
        """Be in a room for a while."""
        if self._all() >= self._limits.together_all and (other := self._gives_way(viewer.address)):
            self._forget(other)
            other.close(FULL)
        room = self.open.setdefault(name, OpenRoom())
        self._from.setdefault(_where(viewer.address), []).append(viewer)
        with self.held.one_more(viewer.address):
            room.enter(viewer, leads)
            try:
                yield room
            finally:
                self._forget(viewer)
                room.leave(viewer)
                if not room.here and self.open.get(name) is room:
                    del self.open[name]

    def _forget(self, viewer: Viewer) -> None:
        """Count somebody no more; who has given way is not counted already."""
        there = self._from.get(_where(viewer.address), [])
        if viewer in there:
            there.remove(viewer)
        if not there:
            self._from.pop(_where(viewer.address), None)


def _where(address: str) -> str:
    """Name what an address is counted by: the site that it is of, if any."""
    return site_of(address) or address
