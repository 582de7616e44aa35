"""Processes that work for the service, which itself only waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any

import msgspec
import structlog

from torite.errors import ToriteError
from torite.service.config import Config
from torite.service.errors import Refused
from torite.service.jobs import Jobs, Spent
from torite.service.security import site_of
from torite.service.worker_process import HEAD, Answer, Unready

Reading = Callable[[], Awaitable[dict[str, Any]]]
GIVING_UP = 5.0  #: seconds; a process that looks at records, or judges, sees within them that nobody waits
LATEST = 0.1  #: what the last job counts for in what is expected of the next of its kind
LONG = 1.0  #: seconds of the processor that are expected of what was never done, and at most
log = structlog.get_logger()


class WorkerFault(ToriteError):
    """What a process refuses, with its sentences."""

    def __init__(self, code: str, sentences: dict[str, str]) -> None:
        self.code = code
        self._sentences = sentences
        super().__init__(f"worker.{code}")

    def say(self, language: str) -> str:
        """Return the sentence in a language."""
        return self._sentences[language]


class Overran(Exception):
    """A process has ended itself, for what was asked took more of the processor than it might."""


class Process:
    """One process.

    Args:
        module: what it runs.
        arguments: what it is told when it starts.
    """

    def __init__(self, module: str, *arguments: str) -> None:
        self.busy = False
        self._command = ("-m", module, *arguments)
        self._process: asyncio.subprocess.Process | None = None
        self._last: asyncio.subprocess.Process | None = None  # that was put down
        self._starting: asyncio.Future[asyncio.subprocess.Process] | None = None

    async def ask(self, question: bytes, seconds: float, patience: float = GIVING_UP) -> Answer:
        """Ask the process, started if need be; if who waits for it is cancelled, it gives up.

        Args:
            question: what is asked.
            seconds: how long the answer may take.
            patience: seconds in which it must stop when nobody waits for its answer any more; else it is put down.

        Raises:
            TimeoutError, OSError, EOFError: when it does not answer; it is put down.
            Overran: when it has ended itself.
        """
        process = await self._started()
        asking = asyncio.ensure_future(_exchange(process, question))
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(asking)
        except asyncio.CancelledError:
            await self._give_up(process, asking, patience)
            raise
        except EOFError:
            if await _ended(process) == -signal.SIGPROF:
                raise Overran from None
            self.stop()
            raise
        except BaseException:
            self.stop()
            raise
        finally:
            asking.cancel()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            if self._starting is None:
                self._starting = asyncio.ensure_future(_start(self._command))
            starting = self._starting
            try:
                self._process = await asyncio.shield(starting)
            finally:
                if starting.done():
                    self._starting = None
        return self._process

    async def _give_up(
        self, process: asyncio.subprocess.Process, asking: asyncio.Future[Answer], patience: float
    ) -> None:
        """Have it stop; one that does not is put down. What had just given way answers once more."""
        assert process.stdin is not None
        try:
            process.stdin.write(bytes(HEAD))
            async with asyncio.timeout(patience):
                if (await asyncio.shield(asking)).half:
                    await _answered(process)
        except BaseException:
            self.stop()

    def stop(self) -> None:
        """Put the process down."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._last, self._process = self._process or self._last, None

    async def close(self) -> None:
        """Put the process down, and wait until it is, and the one before."""
        self.stop()
        if self._last is not None:
            await self._last.wait()

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        return None if self._process is None else self._process.pid


async def _start(command: tuple[str, ...]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, *command,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def _ended(process: asyncio.subprocess.Process) -> int | None:
    """Return how a process ended that says nothing more; to kill it before would make that unknown."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GIVING_UP):
            return await process.wait()
    return None


async def _exchange(process: asyncio.subprocess.Process, question: bytes) -> Answer:
    assert process.stdin is not None
    process.stdin.write(len(question).to_bytes(HEAD, "big") + question)
    await process.stdin.drain()
    return await _answered(process)


async def _answered(process: asyncio.subprocess.Process) -> Answer:
    assert process.stdout is not None
    head = await process.stdout.readexactly(HEAD)
    return msgspec.msgpack.decode(await process.stdout.readexactly(int.from_bytes(head, "big")), type=Answer)


class WorkerPool:
    """Processes that all do the same, and who waits for them.

    Args:
        all_: the processes.
        jobs: who waits, of whom as many are served at once as there are processes.
        seconds: how long one job may take.
    """

    def __init__(self, all_: Sequence[Process], jobs: Jobs, seconds: float) -> None:
        self.jobs = jobs
        self.all = all_
        self._seconds = seconds
        self._ends = False  # what is put down then has not failed
        self._usual: dict[tuple[str, Any], float] = {}  # seconds of the processor, by what is done and how

    async def do(self, who: Hashable, what: str, first: Reading | None = None, /, **facts: Any) -> Any:
        """Have something done when its turn comes, and return its value.

        Args:
            who: whose turn it takes.
            what: what is done; `Worker.do_*` has it.
            first: reads more facts, once its turn has come.
            facts: what it needs to know. One that is a function is read and told only if the process does not keep it.

        Raises:
            Refused: when too many wait, or it took too long.
            WorkerFault: when it cannot be done.
            RuntimeError: for a mistake of ours, with where it was made.
            Overran: when it took more of the processor than it might.
        """
        kind = what, facts.get("how")
        spent = Spent(expected=self._usual.get(kind, LONG))
        answer = await self.jobs.do(self.path(who), lambda: self._done(what, facts, first, spent), spent)
        if spent.seconds is not None:
            usual = self._usual.get(kind, spent.seconds)
            self._usual[kind] = min(LONG, usual + LATEST * (spent.seconds - usual))
        return value_of(answer)

    def path(self, who: Hashable) -> tuple[Hashable, ...]:
        """Tell whose turns an address takes: first those of its site, of which somebody may have all networks."""
        return (site_of(str(who)) or who, who)

    async def _done(self, what: str, facts: dict[str, Any], first: Reading | None, spent: Spent) -> Answer:
        process = next(one for one in self.all if not one.busy)
        process.busy = True
        try:
            if first is not None:
                facts |= await first()
            unread = {name: read for name, read in facts.items() if callable(read)}
            answer = await self.asked(process, what, facts | dict.fromkeys(unread), spent)
            if answer.missing:
                told = {name: await read() for name, read in unread.items()}
                answer = await self.asked(process, what, facts | told, spent)
            return answer
        finally:
            process.busy = False

    async def asked(
        self, process: Process, what: str, facts: dict[str, Any], spent: Spent, patience: float = GIVING_UP
    ) -> Answer:
        """Ask a process, and count what it has spent.

        Raises:
            Refused: when it does not answer.
            Overran: when it took more of the processor than it might.
        """
        before, spent.seconds = spent.seconds or 0.0, None
        try:
            question = msgspec.msgpack.encode({"what": what, **facts})
            answer = await process.ask(question, self._seconds, patience)
        except (TimeoutError, OSError, EOFError) as fault:
            if not self._ends:
                log.warning("worker failed", what=what, fault=type(fault).__name__)
            raise Refused("jobs_failed", "busy") from None
        spent.seconds = before + answer.seconds
        return answer

    def stop(self) -> None:
        """Put all processes down; what they are doing comes to nothing."""
        self._ends = True
        for process in self.all:
            process.stop()

    async def close(self) -> None:
        """Put all processes down, and wait until they are."""
        self._ends = True
        await asyncio.gather(*[process.close() for process in self.all])


def value_of(answer: Answer) -> Any:
    """Return what a process has answered.

    Raises:
        WorkerFault: when it could not be done.
        RuntimeError: for a mistake of ours, with where it was made.
        Unready: when a game must be compiled first.
    """
    if answer.unready:
        raise Unready(answer.unready)
    if answer.fault:
        raise WorkerFault(answer.fault, answer.say)
    if answer.broken:
        raise RuntimeError(answer.broken)
    return answer.value


def of_records(config: Config) -> WorkerPool:
    """Those that look at records and results."""
    made = [Process("torite.service.record_worker", str(config.replay_bytes)) for _ in range(config.workers)]
    return WorkerPool(made, Jobs(config.workers, config.limits.jobs, config.jobs), config.job_seconds)
