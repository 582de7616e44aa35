"""Who asked for what, a line of JSON for each request, where the host wants it.

A line has the template of a path and never the path itself, no query, no header, no body: so no token and no invitation
can be in it. The address is told only where the host asks for that.
"""

from __future__ import annotations

import errno
import io
import itertools
import logging
import logging.handlers
import os
import sys
import time
from pathlib import Path
from typing import Any

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from torite.service import metrics

ACCESS, AUDIT = "torite.access", "torite.audit"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE")
HERE = "-"  #: standard error, in place of a file
NO_ROUTE = "-"
ANSWERED_UPGRADE = 101


class _Raw(io.FileIO):
    """A file of which it is told when it does not take a line as a whole."""

    def write(self, data: Any) -> int:
        """Write something.

        Raises:
            OSError: when not all of it was taken.
        """
        if (taken := super().write(data)) != len(data):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), self.name, taken or 0)
        return taken


class LogFile(logging.handlers.WatchedFileHandler):
    """A file for its owner alone, opened anew where it was moved away; a line that cannot be written is counted."""

    def _open(self) -> Any:
        # A pipe that nobody reads is refused, and one that is full is not waited for.
        more = getattr(os, "O_NONBLOCK", 0) if Path(self.baseFilename).is_fifo() else 0
        file = _Raw(self.baseFilename, "a", opener=lambda path, flags: os.open(path, flags | more, 0o600))
        # Without a buffer, so that lines do not pile up while the disk is full.
        return io.TextIOWrapper(file, encoding="utf-8", write_through=True)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; where the file cannot be opened anew either, go on without it."""
        try:
            super().emit(record)
        except OSError:
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """Go on without the line."""
        metrics.line_lost()


def opened(name: str, target: str) -> None:
    """Begin to write a log.

    Args:
        name: ACCESS or AUDIT.
        target: its file, `-` for standard error, or nothing: then it is not written.

    Raises:
        OSError: when the file cannot be written.
    """
    plain = logging.getLogger(name)
    for handler in list(plain.handlers):
        plain.removeHandler(handler)
        handler.close()
    plain.propagate = False
    plain.setLevel(logging.INFO)
    if target:
        plain.addHandler(logging.StreamHandler(sys.stderr) if target == HERE else LogFile(target))


def lines_of(name: str) -> Any:
    """Return what writes the lines of a log."""
    return structlog.wrap_logger(
        logging.getLogger(name),
        processors=[structlog.processors.TimeStamper("iso", utc=True, key="at"), structlog.processors.JSONRenderer()],
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def written(name: str) -> bool:
    """Tell whether anybody reads a log."""
    return bool(logging.getLogger(name).handlers)


class Logged:
    """Counts every request, and writes its line.

    Args:
        app: what answers.
        addresses: whether to tell from which address somebody asks.
    """

    def __init__(self, app: ASGIApp, addresses: bool = False) -> None:
        self.app = app
        self.addresses = addresses
        self._numbers = itertools.count(1)
        self._lines = lines_of(ACCESS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        answer = Answer(send)
        began = time.perf_counter()
        try:
            await self.app(scope, receive, answer.send)
        finally:
            self._tell(scope, answer, time.perf_counter() - began)

    def _tell(self, scope: Scope, answer: Answer, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", NO_ROUTE)
        if scope["type"] == "http":
            metrics.request(route, answer.status, seconds)
        number = next(self._numbers)
        if not written(ACCESS):
            return
        method = scope.get("method", "GET")
        facts: dict[str, Any] = {"method": method if method in METHODS else "other", "route": route}
        facts |= {"status": answer.status, "ms": round(1000 * seconds, 1), "bytes": answer.size}
        if answer.code:
            facts["code"] = answer.code
        if self.addresses and scope.get("client"):
            facts["address"] = scope["client"][0]
        self._lines.info("request", number=number, **facts)


class Answer:
    """What is seen of an answer on its way.

    Args:
        send: takes it on.

    Attributes:
        status: of the answer; 499 where nobody waited for one.
        size: bytes of its body, or of all that was said over a connection.
        code: with which a connection was closed.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 499
        self.size = 0
        self.code = 0

    async def send(self, message: Message) -> None:
        """Take a part of it on."""
        kind = message["type"]
        if kind == "http.response.start":
            self.status = message["status"]
        elif kind == "http.response.body":
            self.size += len(message.get("body", b""))
        elif kind == "websocket.accept":
            self.status = ANSWERED_UPGRADE
        elif kind == "websocket.send":
            self.size += len(message.get("text") or message.get("bytes") or "")
        elif kind == "websocket.close":
            self.status = self.status if self.status == ANSWERED_UPGRADE else 403
            self.code = message.get("code", 1000)
        await self._send(message)
