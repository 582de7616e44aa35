"""How many sockets may be open, whose, and for how long each may keep the service waiting.

A socket is *waiting* while its other end has yet to do something: send a request, the rest of its body or the next one,
or read an answer.
Waiting sockets are the only ones that are ever ended for others' sake, the oldest of an address first: so whoever comes
and asks at once gets in, however many are held open, and whoever plays is never put out. All addresses of one site, a
network of which somebody may have all, hold some times as many as one address, and count so where room is made.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import struct
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Literal

from torite.service.config import Limits
from torite.service.security import Proxies, address_of, shares
from torite.service.turns import AddressTurns

LOOK = 0.5  #: seconds between two looks for sockets whose time is over
MADE_FREE = 2  #: sockets ended where no handle is left: for one who comes, and for the loop to send others away
FEWEST = 16  #: sockets that are served however few handles there are
HANDLES_OF_THINKER = 6  #: pipes and the like of a process that thinks
MOST_HANDLES = 65_536  #: that are asked of the system
#: Bytes of what is said over one socket that the system may keep until they have been taken; Linux doubles it, for what
#: it keeps beside them. If not told so it keeps up to 4 MB, of its own memory, which no limit of a service's counts.
UNSENT = 128 << 10
#: Seconds for which it offers that to somebody who takes none of it, also when the service has ended the connection: to
#: a line that is broken for a while, but not for minutes to one that asks, hears the end and never reads.
OFFERED = 20
AT_ONCE = struct.pack("HH" if sys.platform == "win32" else "ii", 1, 0)  #: SO_LINGER: for no time

State = Literal["head", "body", "serving", "reading", "idle", "ending", "table"]
WAITING: tuple[State, ...] = ("head", "body", "reading", "idle", "ending")
Share = tuple[str, int]  #: by what sockets are counted, and how many times as many as one address that may have


class OpenSocket:
    """One open socket.

    Args:
        address: by what its address is counted.
        site: how many times as many as an address a site may have.
        believed: whether it is a trusted proxy's, which asks for many.
        abort: ends it at once.

    Attributes:
        counted: by what it is counted; what a proxy asks for is counted by whom it is for.
        state: what it is at.
        ends_at: when its time is over, by the monotonic clock; 0 for never.
    """

    __slots__ = ("abort", "address", "believed", "counted", "ends_at", "state")

    def __init__(self, address: str, site: int, believed: bool, abort: Callable[[], None]) -> None:
        self.address = address
        self.believed = believed
        self.counted = ((address, 1),) if believed else shares(address, site)
        self.abort = abort
        self.state: State = "serving"
        self.ends_at = 0.0


class Sockets:
    """All open sockets of a service.

    Args:
        limits: how many there may be, and for how long.
        proxies: who asks for many.
        room: how many there may be in all; without a limit if 0.
        count: where it is counted what was refused or ended.
        turns: tells to whom so much is refused that they may not come anew.
    """

    def __init__(self, limits: Limits, proxies: Proxies, room: int, count: Counter[str], turns: AddressTurns) -> None:
        self.limits = limits
        self.proxies = proxies
        self.room = room
        self.count = count
        self.turns = turns
        self._all: set[OpenSocket] = set()
        self._of: Counter[Share] = Counter()
        self._waiting: dict[Share, OrderedDict[OpenSocket, None]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def kinds(self) -> Counter[str]:
        """Count the sockets by what they are at."""
        return Counter(line.state for line in self._all)

    def opened(self, host: str | None, abort: Callable[[], None]) -> OpenSocket | None:
        """Take in a new socket, where need be in place of one that only waits; None where it is refused."""
        believed = self.proxies.trusts(host or "")
        line = OpenSocket(address_of(host), self.limits.site, believed, abort)
        if not self._has_room(line):
            self.count["socket-refused"] += 1
            return None
        self._all.add(line)
        self._of.update(line.counted)
        self.turn(line, "head", self.limits.head)
        return line

    def turn(self, line: OpenSocket, state: State, seconds: float = 0.0) -> None:
        """Say what a socket is at now, and for how long it may be."""
        if line not in self._all:
            return
        line.ends_at = time.monotonic() + seconds if seconds else 0.0
        if state == line.state:
            return
        self._stop_waiting(line)
        line.state = state
        if state in WAITING:
            for share in line.counted:
                self._waiting.setdefault(share, OrderedDict())[line] = None

    def unreadable(self, line: OpenSocket | None) -> None:
        """Count what was no request; of whom it is that comes through a proxy is not known."""
        if line is not None and not line.believed:
            self.turns.unreadable(line.address)

    def closed(self, line: OpenSocket | None) -> None:
        """Forget a socket."""
        if line is None or line not in self._all:
            return
        self._stop_waiting(line)
        self._all.discard(line)
        for share in line.counted:
            self._of[share] -= 1
            if not self._of[share]:
                del self._of[share]

    async def watch(self) -> None:
        """End sockets whose time is over, now and then."""
        while True:
            await asyncio.sleep(LOOK)
            self.look()

    def look(self) -> None:
        """End all sockets whose time is over, and the longest waiting ones while the system gives no more handles.

        Without a handle the event loop cannot take in who comes, not even to send them away: it would try to at once,
        for ever. It keeps one for that, which another thread may get before it.
        """
        now = time.monotonic()
        for line in [line for line in self._all if line.ends_at and line.ends_at <= now]:
            self._end(line, f"socket-slow-{line.state}")
        if self._waiting and not gives_a_handle():
            for _ in range(MADE_FREE):
                self._end_longest_waiting()

    def _has_room(self, line: OpenSocket) -> bool:
        if not line.believed:
            if self.turns.shuts_out(line.address):
                return False
            for share in line.counted:
                if len(self._waiting.get(share, ())) >= self.limits.waiting * share[1]:
                    self._end(next(iter(self._waiting[share])), "socket-waiting")
                if self._of[share] >= self.limits.sockets * share[1] and not self._end_waiting(share):
                    return False
        if self.room and len(self._all) >= self.room:
            return self._end_longest_waiting()
        return True

    def _end_longest_waiting(self) -> bool:
        """End the socket that has waited longest of whoever has most of them; tell whether there was one."""
        return self._end_waiting(max(self._waiting, key=lambda each: len(self._waiting[each]) / each[1], default=None))

    def _end_waiting(self, share: Share | None) -> bool:
        """End the socket of an address, or a site, that has waited longest; tell whether there was one."""
        waiting = self._waiting.get(share) if share else None
        if not waiting:
            return False
        self._end(next(iter(waiting)), "socket-room")
        return True

    def _end(self, line: OpenSocket, why: str) -> None:
        self.count[why] += 1
        self.closed(line)
        line.abort()

    def _stop_waiting(self, line: OpenSocket) -> None:
        for share in line.counted:
            waiting = self._waiting.get(share)
            if waiting is not None:
                waiting.pop(line, None)
                if not waiting:
                    del self._waiting[share]


def keep_little(listening: socket.socket) -> None:
    """Have the system keep little of what is not read, and not for long, over each socket that is taken in here."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    if sys.platform == "linux":
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * OFFERED)


def cut(transport: asyncio.Transport) -> None:
    """End a connection at once, and have the system forget what its other end has not taken.

    If that only ends, the system goes on offering it for minutes to somebody who does not read.
    """
    forget_unread(transport)
    transport.abort()


def forget_unread(transport: asyncio.Transport) -> None:
    """Have the system forget what has not been taken when a connection ends: it is reset then."""
    line = transport.get_extra_info("socket")
    if line is not None:
        with contextlib.suppress(OSError, ValueError):  # it has ended already
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)


def gives_a_handle() -> bool:
    """Tell whether the system gives this process another handle."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as fault:
        return fault.errno not in (errno.EMFILE, errno.ENFILE)
    return True


def room_for_sockets(limits: Limits, thinkers: int) -> int:
    """Return how many sockets there are handles for; 0 where the system has no such limit.

    As many handles as the system gives without asking are taken first.
    """
    try:
        import resource
    except ImportError:  # Windows
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_HANDLES if hard == resource.RLIM_INFINITY else min(hard, MOST_HANDLES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY:
        return 0
    kept = limits.handles + HANDLES_OF_THINKER * thinkers
    return max(FEWEST, soft - min(kept, soft // 2))
