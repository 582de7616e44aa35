"""What a service is set up with: where it keeps things, how much anybody may do, how long things are kept.

All measures stand here, and a host may change each of them.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Measure(Struct, frozen=True, forbid_unknown_fields=True):
    """So many at once, and as many again over so many seconds.

    Attributes:
        most: how many.
        seconds: in which they come back.
    """

    most: int
    seconds: float


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """How many questions of one person may wait to be thought about; beyond, the rule of thumb answers at once.

    Attributes:
        play: choices of the bots at tables that the person set.
        hint: hints, and whether the rest of a deal matters where the person asks.
        look: whether the rest of a deal matters, looked at unasked.
    """

    play: int = 64
    hint: int = 4
    look: int = 8


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much anybody may do.

    Of an address (of IPv6, its /64):

    Attributes:
        posts: changes over HTTP in ten seconds.
        reads: questions over HTTP in ten seconds.
        messages: messages over one connection in twenty seconds.
        codes: codes tried by which another device is to be somebody's.
        connections: connections to tables at a time.
        files: files of the page in ten seconds.
        jobs: looks at replays and results that may wait; one at a time is done.
        sockets: open sockets of all kinds; of a proxy that is trusted, as many as there is room for.
        waiting: of these, such as have not sent a whole request, or not read its answer.

    Of a socket, in seconds:

        head: until the head of a request is there.
        body: until its body is there, and as much longer as it takes at `speed`.
        idle: between two requests.
        unread: until an answer has been read, and as much longer as it takes at `speed`.
        speed: bytes a second, the least that counts as sending and reading.

    Of the service:

        handles: file handles kept free of sockets, for the database, files and processes.

    Of a person, over all their connections:

        hints: hints asked for.
        lessons: sentences of guided deals.
        rests: questions whether the rest of a deal matters.
        tables: tables set.
        records: records brought in.
        talk: lines of talk.
        exports: files of all that is kept of them.
        devices: browsers that are theirs; where one more comes, the first of them is theirs no longer.
        thinking: questions that wait to be thought about.
    """

    posts: int = 60
    reads: int = 300
    messages: int = 100
    connections: int = 128
    files: int = 600
    sockets: int = 192
    waiting: int = 64
    head: float = 10.0
    body: float = 15.0
    idle: float = 10.0
    unread: float = 20.0
    speed: int = 4000
    handles: int = 128
    jobs: int = 8
    codes: Measure = Measure(10, 600.0)
    hints: Measure = Measure(30, 60.0)
    lessons: Measure = Measure(120, 60.0)
    rests: Measure = Measure(30, 60.0)
    tables: Measure = Measure(60, 3600.0)
    records: Measure = Measure(30, 3600.0)
    talk: Measure = Measure(20, 30.0)
    exports: Measure = Measure(5, 600.0)
    devices: int = 50
    thinking: Waiting = Waiting()


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """How a service is set up.

    Attributes:
        data: the folder of its database and key.
        origins: the addresses under which it is reached from elsewhere.
        limits: how much anybody may do.
        thinkers: how many processes think; as many as cores if not given.
        seconds: how long a bot searches.
        pace: the shortest and longest pause before a bot acts.
        proxies: addresses and networks of the proxies that are believed, besides this machine.
        metrics: HOST:PORT at which measurements are told, and nothing else; empty for nowhere.
        access_log, audit_log: the files of these logs, `-` for standard error; empty for none.
        addresses: whether logs say from which address somebody asks.
        workers: how many processes look at replays and results.
        jobs: looks at replays and results that may wait, everybody's together.
        job_seconds: how long one may take.
        replay_bytes: how much memory the replays looked at last may take, in each of these processes.
    """

    data: Path
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()
    thinkers: int | None = None
    seconds: float = 0.4
    pace: tuple[float, float] = (0.45, 0.9)
    proxies: tuple[str, ...] = ()
    metrics: str = ""
    access_log: str = ""
    audit_log: str = ""
    addresses: bool = False
    workers: int = 1
    jobs: int = 64
    job_seconds: float = 30.0
    replay_bytes: int = 64 << 20

    @property
    def metrics_port(self) -> int:
        """The port at which measurements are told; 0 for none."""
        return int(self.metrics.rpartition(":")[2] or 0)
