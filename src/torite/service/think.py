"""Thinking for services on other machines: `torite think`.

Each process that thinks has a line of its own to the service that it thinks for: what comes over it is handed to the
process as it is, and what the process says is sent back. It lives as long as its line; where that is lost, another
comes over a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import signal
import ssl
import sys
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from torite.errors import ToriteError
from torite.service.bot_process import pass_on, started
from torite.service.page_messages import page_words
from torite.service.think_hello import PATH, Welcome, hello
from torite.service.think_key import checked, key_in
from torite.service.worker_process import HEAD

KEY = "TORITE_THINK_KEY"  #: the variable of the environment with the key, where no file is named
MOST_BYTES = 1 << 20  #: of a question
PAUSE = 3.0  #: seconds at most from the end of a line until the next is tried: not all come back at once
FULL = 30.0, 90.0  #: seconds until somebody for whom there was no room asks anew
CLOSING = 2.0  #: seconds in which a service may say that it has heard the end
REFUSED = 2  #: the exit code where no service wants to be thought for
SHUT = (401, 403, 404)  #: what is answered to who has another key, and where there is no door
BUSY = (429,)  #: what a server in front says that passes later
log = logging.getLogger(__name__)


class BadWorker(ToriteError):
    """A service that cannot be thought for."""

    code = "bad-input"

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"think.{key}", page_words, **facts)


def think(addresses: Sequence[str], processes: int | None, key_file: Path | None, language: str) -> int:
    """Think for services until somebody stops it; return the exit code.

    Args:
        addresses: the services.
        processes: how many think for each; all together as many as there are cores if not given.
        key_file: the file of the key; where none is given, it stands in the environment.
        language: of what is told here.

    Raises:
        BadService: when an address is none.
        BadKey: when there is no key.
    """
    key = key_in(key_file) if key_file else checked(os.environ.get(KEY, ""), KEY)
    count = processes or max(1, (os.cpu_count() or 1) // len(addresses))
    services = [Served(address, language) for address in dict.fromkeys(addresses)]
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_think(services, count, key))
    return REFUSED if all(one.refused for one in services) else 0


async def _think(services: Sequence[Served], count: int, key: str) -> None:
    """Think until all services have refused it, or somebody stops it."""
    loop, own = asyncio.get_running_loop(), asyncio.current_task()
    assert own is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, own.cancel)
    async with asyncio.TaskGroup() as group:
        for one in services:
            for process in range(count):
                group.create_task(one.work(key, waits=process > 0))


class Straight(connect):
    """A line to where it was asked for: the key is for nobody to whom somebody is sent on."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Go nowhere else."""
        return exc


class Served:
    """A service that is thought for.

    Args:
        address: where it is.
        language: of what is told of it.

    Attributes:
        refused: whether it does not want to be.

    Raises:
        BadService: when it cannot be there.
    """

    def __init__(self, address: str, language: str) -> None:
        self.refused = False
        self._address = address
        self._line = line_to(address)
        self._language = language
        self._lines = 0  # that have been taken in
        self._told = ""
        self._met = asyncio.Event()
        if self._line.startswith("ws:") and not _is_near(address):
            print(page_words(language)("think.plain", address=address), flush=True)

    async def work(self, key: str, waits: bool) -> None:
        """Have one process think for it, and another whenever the line was lost.

        Args:
            key: of the service's host.
            waits: whether to wait until another has been heard: a key that is wrong is shown once.
        """
        if waits:
            await self._met.wait()
        if self.refused:
            return
        try:
            async for line in Straight(
                self._line, additional_headers={"Authorization": f"Bearer {key}"}, compression=None,
                max_size=MOST_BYTES, close_timeout=CLOSING, process_exception=self._missed, logger=log,
            ):  # fmt: skip
                try:
                    with contextlib.suppress(ConnectionClosed):
                        await self._serve(line)
                finally:
                    await line.close()
                await asyncio.sleep(random.uniform(0.0, PAUSE))
        except BadWorker as fault:
            self.refused = True
            self._met.set()
            self._tell(fault.say(self._language), sys.stderr)

    def _missed(self, fault: Exception) -> Exception | None:
        """Say of a line that has not come about why it is none; nothing where it is tried again."""
        answered = fault.response.status_code if isinstance(fault, InvalidStatus) else 0
        if answered in SHUT:
            return BadWorker("no_entry", address=self._address)
        why = getattr(fault, "strerror", "") or str(fault) or type(fault).__name__
        passes = isinstance(fault, (OSError, InvalidMessage)) or answered >= 500 or answered in BUSY
        if not passes or isinstance(fault, ssl.SSLCertVerificationError):
            return BadWorker("no_service", address=self._address, why=why)
        if not self._lines:
            self._say("away", why=why)
        return None

    async def _serve(self, line: ClientConnection) -> None:
        """Think for as long as a line lasts.

        Raises:
            BadService: when it must not.
            ConnectionClosed: when the line ends before.
        """
        told = await self._greet(line)
        self._met.set()
        if told.why == "full":
            self._say("full")
            await line.close()
            await asyncio.sleep(random.uniform(*FULL))
            return
        self._lines += 1
        self._say("serves")
        try:
            await _relay(line)
        finally:
            self._lines -= 1
        if not self._lines:
            self._say("lost")

    async def _greet(self, line: ClientConnection) -> Welcome:
        """Say which rules there are here."""
        await line.send(msgspec.msgpack.encode(hello()))
        try:
            told = msgspec.msgpack.decode(await line.recv(decode=False), type=Welcome)
        except msgspec.MsgspecError as fault:
            raise BadWorker("no_service", address=self._address, why=str(fault)) from None
        if told.why in ("version", "rules"):
            ours, theirs = hello().version, told.version
            raise BadWorker(told.why, address=self._address, ours=ours, theirs=theirs, games=", ".join(told.games))
        return told

    def _say(self, key: str, **facts: Any) -> None:
        self._tell(page_words(self._language)(f"think.{key}", address=self._address, **facts))

    def _tell(self, sentence: str, where: Any = None) -> None:
        """Tell something, unless it was told last."""
        if sentence != self._told:
            print(sentence, file=where, flush=True)
        self._told = sentence


async def _relay(line: ClientConnection) -> None:
    """Have a process answer what comes over a line, until one of them ends."""
    process = await started()
    ways = [asyncio.create_task(_ask(line, process)), asyncio.create_task(_answer(process, line))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await asyncio.gather(*ways, process.wait(), return_exceptions=True)


async def _ask(line: ClientConnection, process: asyncio.subprocess.Process) -> None:
    async for question in line:
        await pass_on(question if isinstance(question, bytes) else b"", process)


async def _answer(process: asyncio.subprocess.Process, line: ClientConnection) -> None:
    assert process.stdout is not None
    while head := await process.stdout.readexactly(HEAD):
        await line.send(await process.stdout.readexactly(int.from_bytes(head, "big")))


def line_to(address: str) -> str:
    """Return the address of the door of a service.

    Raises:
        BadService: when what is given is no address of one.
    """
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 (it is read for its error)
    except ValueError:
        raise BadWorker("bad_address", given=address) from None
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme)
    if not (scheme and parts.hostname) or parts.query or parts.fragment or parts.username is not None:
        raise BadWorker("bad_address", given=address)
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}{PATH}"


def _is_near(address: str) -> bool:
    """Tell whether a service is on this machine."""
    host = urlsplit(address).hostname or ""
    with contextlib.suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"
