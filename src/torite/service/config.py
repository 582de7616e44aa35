"""What a service is set up with: where it keeps things, how much anybody may do, how long things are kept.

All measures stand here, and a host may change each of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

MOST = 1_000_000_000
KEY = r"[!-~]{16,200}"  #: how a key looks: long enough that nobody guesses it, and such as a header may carry
Number = Annotated[int, Meta(ge=1, le=MOST)]
Days = Annotated[float, Meta(ge=0, le=100_000)]
Pause = Annotated[float, Meta(ge=0, le=600)]
Patience = Annotated[float, Meta(gt=0, le=86_400)]
MayWait = Annotated[int, Meta(ge=0, le=MOST)]
Processes = Annotated[int, Meta(ge=1, le=256)]


class RateLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """So many at once, and as many again over so many seconds.

    Attributes:
        most: how many.
        seconds: in which they come back.
    """

    most: Annotated[int, Meta(ge=1, le=MOST)]
    seconds: Annotated[float, Meta(gt=0, le=MOST)]


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """How many questions of one person may wait to be thought about; beyond, the rule of thumb answers at once.

    Attributes:
        play: choices of the bots at tables that the person set.
        hint: hints, and whether the rest of a deal matters where the person asks.
        look: whether the rest of a deal matters, looked at unasked.
    """

    play: MayWait = 64
    hint: MayWait = 4
    look: MayWait = 8


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much anybody may do.

    Of an address (of IPv6, its /64; of the /48 in which that is, `site` times as many):

    Attributes:
        posts: changes over HTTP in ten seconds.
        reads: questions over HTTP, and connections to tables, that are asked for in ten seconds.
        messages: messages over one connection in twenty seconds; whoever says more has to go.
        all_messages: messages over all connections in twenty seconds; what is said beyond waits.
        refusals: answers that refuse something, in ten seconds; what is refused beyond waits.
        codes: codes tried by which another device is to be somebody's.
        connections: connections to tables at a time.
        files: files of the page in ten seconds; fifty people of one address may load all of it at once.
        probes: questions whether the service lives, in ten seconds; whoever asks from its own machine has no measure.
        jobs: looks at replays and results that may wait; one at a time is done.
        sockets: open sockets of all kinds; of a proxy that is trusted, as many as there is room for.
        waiting: of these, such as have not sent a whole request, or not read its answer.
        newcomers: changes by people who are not known yet; each may make somebody new.
        brought: records brought in, deals arranged, and matches played on.
        tables_set: tables set, by all who come from there.
        taken_in: results taken in from files, by all who come from there.
        experiments_set: experiments of the lab that are begun, by all who come from there.
        unfinished_here: experiments of the lab that are not over, of all who come from there; of a /48, twice as many.
        together: connections by which replays are looked at together.

    Of a site, the /48 of IPv6 of which somebody may have all /64:

        site: how many times as much all from there may do and hold of what is measured of an address, but for `jobs`
            and `unfinished_here`.

    Of a replay that is looked at together:

        together_each: how many may do so in one room.
        together_all: how many in all rooms.

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
        names: changes of their name.
        exports: files of all that is kept of them, and of their results.
        imports: files of results taken in.
        habits: questions how they play, for which many of their records are read.
        devices: browsers that are theirs; where one more comes, the first of them is theirs no longer.
        thinking: questions that wait to be thought about.
        open_tables: tables of which they are host and that are not over.
        brought_letters: letters of all records that they have brought and that are kept.
        notes: notes at replays that are written or changed.
        kept_notes: notes at replays that are kept, at all of them.
        variations: moves that are tried at replays, or taken back, or spoken of.
        kept_variations: replays at which variations are kept.
        experiments: experiments of the lab that are begun.
        experiment: seconds of the processor that one experiment may take.
        unfinished: experiments that are not over; they are played one after the other.
        kept_experiments: experiments that are kept.
        rules: rules of their own that are kept or changed.
        kept_rules: rules of their own that are kept.
    """

    posts: Number = 60
    reads: Number = 300
    messages: Number = 100
    all_messages: Number = 2000
    refusals: Number = 100
    connections: Number = 128
    files: Number = 3000
    probes: Number = 60
    sockets: Number = 192
    waiting: Number = 64
    head: Patience = 10.0
    body: Patience = 15.0
    idle: Patience = 10.0
    unread: Patience = 20.0
    speed: Number = 4000
    handles: Annotated[int, Meta(ge=0, le=MOST)] = 128
    jobs: Number = 8
    codes: RateLimit = RateLimit(10, 600.0)
    hints: RateLimit = RateLimit(30, 60.0)
    lessons: RateLimit = RateLimit(120, 60.0)
    rests: RateLimit = RateLimit(30, 60.0)
    tables: RateLimit = RateLimit(60, 3600.0)
    records: RateLimit = RateLimit(30, 3600.0)
    talk: RateLimit = RateLimit(20, 30.0)
    names: RateLimit = RateLimit(20, 600.0)
    exports: RateLimit = RateLimit(5, 600.0)
    imports: RateLimit = RateLimit(10, 600.0)
    habits: RateLimit = RateLimit(20, 600.0)
    devices: Number = 50
    thinking: Waiting = Waiting()
    newcomers: RateLimit = RateLimit(60, 600.0)
    brought: RateLimit = RateLimit(120, 3600.0)
    tables_set: RateLimit = RateLimit(600, 3600.0)
    taken_in: RateLimit = RateLimit(60_000, 3600.0)
    open_tables: Number = 200
    brought_letters: Number = 20_000_000
    notes: RateLimit = RateLimit(60, 60.0)
    kept_notes: Number = 2000
    variations: RateLimit = RateLimit(120, 60.0)
    kept_variations: Number = 200
    experiments_set: RateLimit = RateLimit(200, 3600.0)
    site: Number = 16
    experiments: RateLimit = RateLimit(60, 3600.0)
    experiment: Number = 300
    unfinished: Number = 5
    unfinished_here: Number = 40
    kept_experiments: Number = 50
    rules: RateLimit = RateLimit(60, 600.0)
    kept_rules: Number = 50
    together: Number = 64
    together_each: Number = 64
    together_all: Number = 2000


class Retention(Struct, frozen=True, forbid_unknown_fields=True):
    """How long things are kept, in days; 0 for ever.

    Nothing that somebody made is ever deleted unless a host says so: a private machine has room, and what is lost is
    lost. A service on the internet should set all of them.

    Attributes:
        unbegun: tables that were set and have not begun, since they were last changed.
        unfinished: tables whose match is not over, or that were set aside, since the last entry.
        finished: tables that are over or were closed, since then; their replays and results stay.
        most_finished: not days, but how many tables that are over or were closed are kept of one host, those that were
            changed last; 0 for all.
        replays: replays and records that were brought, since anybody last looked at one; those of tables that are kept
            stay with them.
        results: people of whom nothing is kept but a name, results of games alone and rules of their own, with these,
            since they last came.
        experiments: experiments of the lab, since they were begun.
        people: people of whom nothing is kept but a name and a language, since they last came. They may be forgotten
            without being asked for: whoever comes back is new and misses nothing.
        every: hours between two times of deleting; 0 for never.
        batch: rows deleted in one go; play waits for as long as that takes.
        share: the part of the time in which deleting may keep the database, from 0.01 to 1.
    """

    unbegun: Days = 0
    unfinished: Days = 0
    finished: Days = 0
    most_finished: Annotated[int, Meta(ge=0, le=MOST)] = 0
    replays: Days = 0
    results: Days = 0
    experiments: Days = 0
    people: Days = 30
    every: Annotated[float, Meta(ge=0, le=24 * 366)] = 6.0
    batch: Annotated[int, Meta(ge=1, le=10_000)] = 200
    share: Annotated[float, Meta(ge=0.01, le=1)] = 0.2

    @property
    def deletes(self) -> bool:
        """Whether tables are deleted some day."""
        return bool(self.every and self.unbegun and self.unfinished and self.finished)


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """How a service is set up.

    Attributes:
        data: the folder of its database and key.
        database: the address of a PostgreSQL database that several processes share, in place of those; empty for none.
        process: the name of this process then.
        origins: the addresses under which it is reached from elsewhere.
        limits: how much anybody may do.
        thinkers: how many processes think; as many as cores if not given.
        think_key: the secret with which processes that think on other machines are let in; empty for none.
        remote_thinkers: how many of those there may be.
        ahead: how many processes compile games that nobody has opened yet, where they come without libraries, while
            nobody else has use for the processor; as many as cores if not given, 0 for none.
        seconds: how long a bot searches.
        pace: the shortest and longest pause before a bot acts.
        proxies: addresses and networks of the proxies that are believed, besides this machine.
        metrics: HOST:PORT at which measurements are told, and nothing else; empty for nowhere.
        access_log, audit_log: the files of these logs, `-` for standard error; empty for none.
        addresses: whether logs say from which address somebody asks.
        workers: how many processes look at replays and results.
        jobs: looks at replays and results that may wait, everybody's together.
        job_seconds: how long one may take.
        lab: how many processes play for the lab, while nobody else has use for the processor; 0 for no lab.
        experiments: experiments that may be played in turn, everybody's together.
        replay_bytes: how much memory the replays looked at last may take, in each of these processes.
        free_bytes: bytes of the disk of `data` that are left free: with less, nothing more is taken in, and play goes
            on; 512 MB or a twentieth of the disk, whichever is less, if not given, 0 for no such measure. Where a
            database is shared its disk is not seen from here.
        retention: how long things are kept.
    """

    data: Path
    database: str = ""
    process: str = ""
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()
    thinkers: Annotated[int, Meta(ge=0, le=256)] | None = None
    think_key: Annotated[str, Meta(pattern=rf"^({KEY})?\Z")] = ""
    remote_thinkers: Annotated[int, Meta(ge=1, le=1024)] = 64
    ahead: Annotated[int, Meta(ge=0, le=256)] | None = None
    seconds: Annotated[float, Meta(gt=0, le=600)] = 0.4
    pace: tuple[Pause, Pause] = (0.45, 0.9)
    proxies: tuple[str, ...] = ()
    metrics: str = ""
    access_log: str = ""
    audit_log: str = ""
    addresses: bool = False
    workers: Processes = 2
    jobs: Number = 64
    job_seconds: Patience = 30.0
    lab: Annotated[int, Meta(ge=0, le=256)] = 1
    experiments: Number = 200
    replay_bytes: Annotated[int, Meta(ge=0)] = 64 << 20
    free_bytes: Annotated[int, Meta(ge=0)] | None = None
    retention: Retention = Retention()

    @property
    def metrics_port(self) -> int:
        """The port at which measurements are told; 0 for none."""
        return int(self.metrics.rpartition(":")[2] or 0)
