"""Connections that are cut off where uvicorn would wait for ever: for a request, a body, somebody who does not read."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from torite.service.incoming import Incoming
from torite.service.security import Rate, plain_address
from torite.service.socket_limits import OpenSocket, Sockets, State, cut, forget_unread
from torite.service.wire import OFTEN

MOST_UNREAD = 1 << 20  #: bytes that may wait for the line while somebody goes on asking
PORTION = 1024  #: bytes that are looked at before it is asked again whether there is to be an end of it
OF_REQUEST = 16_384  #: bytes of a request that are looked at at a time; what may be of a head then is asked after each
CHUNKS = 64  #: parts that a body may be sent in, however small; each is work, and an empty one as much as a full one
SMALLEST = 256  #: bytes for each part more; what pages and proxies send has thousands
FRAMES = 4  #: for each message that may be sent: its parts, pings and answers to pings
MORE_FRAMES = 1000  #: beside these; a thousand frames of nothing take some 7 ms
WITHIN = 20.0  #: seconds, as for messages
PARTING = 2.0  #: seconds in which they may read it
UNFINISHED = 2.0  #: seconds that a service which ends waits for answers that have begun to be read
UNDECIDED = 1.0  #: seconds that a service which ends waits for what is about to be told whether it is a connection
#: What is said of a head that is one of a request, and none of a table's connection.
UNREADABLE = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n"
    b"This is no request for a connection: its head is too long, or not as it should be, or has a body."
)
SOCKETS = "sockets"  #: where they stand in what the application hands its protocols
FRAMES_OF = "frames_of"  #: where a connection tells it the measure of its frames
HAS_GONE = "has_gone"  #: where these tell it what says whether whoever asks has hung up
BY_PROXY = "by_proxy"  #: where these tell it whether a connection is that of a trusted proxy, which asks for many


class CarefulReader(h11.Connection):
    """Reads requests and writes answers; counts the parts of a body, and says at once that its rest is not read.

    What is left of a short body of known length is read: it is about to come, and the connection goes on after it. Not
    so where it waits to be told to come (`Expect: 100-continue`) and never was.
    """

    _chunks = _bytes = 0
    _short = _waits = False

    @property
    def unread(self) -> bool:
        """Whether a body has not come yet that is long, or may be."""
        return self.their_state is h11.SEND_BODY and (self._waits or not self._short)

    def next_event(self) -> Any:
        """Read on.

        Raises:
            h11.RemoteProtocolError: for what is no request, or comes in parts that are absurdly small.
        """
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
            lengths = [value for name, value in event.headers if name == b"content-length"]
            self._short = bool(lengths) and len(lengths[0]) < 9 and int(lengths[0]) <= OF_REQUEST
            self._waits = self.they_are_waiting_for_100_continue
        elif isinstance(event, h11.Data):
            self._waits = False
            self._bytes += len(event.data)
            self._chunks += event.chunk_start
            if self._chunks > CHUNKS + self._bytes // SMALLEST:
                raise h11.RemoteProtocolError("chunks too small", error_status_hint=413)
        return event

    def send(self, event: Any) -> Any:
        """Write a part of an answer; one that is begun before the body has come is the connection's last.

        The parser is not told: it would have the connection closed with the answer, and whoever still sends never read
        it.
        """
        data = super().send(event)
        if isinstance(event, h11.InformationalResponse):
            self._waits = False
        said = isinstance(event, h11.Response) and any(name == b"connection" for name, _ in event.headers)
        if isinstance(event, h11.Response) and self.unread and data and not said:
            return data[:-2] + b"connection: close\r\n\r\n"
        return data


class CarefulRequest(H11Protocol):
    """A connection that asks over HTTP, and has so much time for each part of it.

    Attributes:
        left: whether it has been answered before its body had come; what still comes is not looked at.
    """

    conn: CarefulReader
    line: OpenSocket | None = None
    left = False

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.conn = CarefulReader(h11.SERVER, self.config.h11_max_incomplete_event_size or OF_REQUEST)

    @property
    def sockets(self) -> Sockets:
        """All that are open."""
        return cast(Sockets, self.app_state[SOCKETS])

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it in, or end it at once."""
        super().connection_made(transport)
        self.client = _plain(self.client)
        self.line = self.sockets.opened(self.client[0] if self.client else None, partial(cut, transport))
        if self.line is None:
            transport.abort()
        else:
            self.app_state = {**self.app_state, BY_PROXY: self.line.believed, HAS_GONE: self._has_gone}

    def _has_gone(self) -> bool:
        """Tell whether whoever asks has hung up; if so no answer is missed."""
        if self.cycle is not None and self.transport.is_closing():
            self.cycle.disconnected = True
        return self.transport.is_closing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it, and all by which it holds itself: such rings go seldom, and then all at once."""
        self.sockets.closed(self.line)
        super().connection_lost(exc)
        self.app_state = {SOCKETS: self.sockets}
        self.line = self.scope = self.cycle = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Read on; what comes too slowly is not waited for."""
        for start in range(0, len(data), OF_REQUEST):
            if self.left or self.line is None or self.transport.is_closing():
                return
            super().data_received(data[start : start + OF_REQUEST])
        self._look(len(data))

    def shutdown(self) -> None:
        """Stop; an answer that has begun has so long to be read."""
        super().shutdown()
        self.loop.call_later(UNFINISHED, self._end_unfinished)

    def _end_unfinished(self) -> None:
        if self.transport.get_write_buffer_size() or (self.cycle is not None and self.cycle.response_started):
            cut(self.transport)

    def send_400_response(self, msg: str) -> None:
        """Say that it was no request, unless another answer has begun, and end the connection.

        Whoever has begun to answer it finds that nobody is there any more.
        """
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.sockets.unreadable(self.line)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for the next request, once this answer has been read; not where the rest of this one still comes."""
        if self.conn.unread and not self.transport.is_closing():
            self._leave()
        else:
            super().on_response_complete()
        self._look()

    def _leave(self) -> None:
        """End a connection whose request was answered before all of it was there, when the answer has been read."""
        self.left = True
        self.server_state.total_requests += 1
        self.flow.resume_reading()  # what still comes is read and left, or it would hide the answer from who sends it
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(PARTING, cut, self.transport)

    def pause_writing(self) -> None:
        """Give whoever reads slowly some time."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """Go on when enough has been read."""
        super().resume_writing()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over to the table's connection."""
        super().handle_websocket_upgrade(event)
        table = self.transport.get_protocol()
        if isinstance(table, CarefulSocket) and self.line is not None:
            table.sockets, table.line = self.sockets, self.line
            self.sockets.turn(self.line, "serving")
            self.line = None
            if not table.handshake_initiated:
                table.refuse_head()

    def _look(self, received: int = 0) -> None:
        """See what the connection is at; only where that is something new does its time begin anew."""
        if self.line is None:
            return
        limits, state = self.sockets.limits, self._state()
        if state != self.line.state:
            times = {
                "head": limits.head,
                "body": limits.body,
                "serving": 0.0,
                "reading": limits.unread + self._to_read(),
            }
            self.sockets.turn(self.line, state, times.get(state, limits.idle + self._to_read()))
        elif state == "body":
            self.line.ends_at += received / limits.speed

    def _state(self) -> State:
        ours, theirs = self.conn.our_state, self.conn.their_state
        if self.left:
            return "ending"
        if theirs is h11.SEND_BODY:
            return "body"
        if self.cycle is not None and not self.cycle.response_complete:
            return "reading" if self.flow.write_paused else "serving"
        if theirs is h11.IDLE and ours is h11.IDLE:
            return "head" if self.cycle is None or self.conn.trailing_data[0] else "idle"
        return "ending"

    def _to_read(self) -> float:
        """Return the seconds that it may take to read what has been said."""
        return self.transport.get_write_buffer_size() / self.sockets.limits.speed


class CarefulSocket(WebSocketsSansIOProtocol):
    """A table's connection that is ended, not only closed: what is closed still waits for its last bytes to be read.

    Attributes:
        lingers: seconds in which the last bytes may be read.
        stopping: whether the service ends.
    """

    lingers = 10.0
    line: OpenSocket | None = None
    sockets: Sockets | None = None
    many: Rate
    too_many = stopping = False

    def connection_made(self, transport: Any) -> None:
        """Take over from the request that asked for it."""
        super().connection_made(transport)
        self.client = _plain(self.client)
        self.queue = cast("asyncio.Queue[Any]", Incoming())
        limits = cast(Sockets, self.app_state[SOCKETS]).limits
        self.many = Rate(FRAMES * limits.messages + MORE_FRAMES, WITHIN)
        self.app_state = {**self.app_state, FRAMES_OF: self.many}

    def refuse_head(self) -> None:
        """Say that the head of a request, which is whole, cannot be read here, and end the connection.

        Its reader is another than that of requests, and takes less: no body, no line over 8 KiB, 128 fields at most. It
        waits for more without a word.
        """
        self.too_many = True
        if self.sockets is not None:
            self.sockets.count["bad-head"] += 1
            self.sockets.unreadable(self.line)
        self.transport.write(UNREADABLE)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._turn("ending")
        self.loop.call_later(PARTING, cut, self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it: a parser that waits for more holds all that was read, and would until a seldom collection."""
        if self.sockets is not None:
            self.sockets.closed(self.line)
        super().connection_lost(exc)
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Read on, a portion at a time: frames of nothing are as much work as others."""
        for start in range(0, len(data), PORTION):
            if self.too_many or self.transport.is_closing():
                return
            super().data_received(data[start : start + PORTION])

    def handle_cont(self, event: Frame) -> None:
        """Take in a part of a message."""
        if self._is_one_more():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Take in a message, or its first part."""
        if self._is_one_more():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take in a message, or its first part."""
        if self._is_one_more():
            super().handle_bytes(event)

    def handle_pong(self, event: Frame) -> None:
        """Take in an answer to a ping."""
        if self._is_one_more():
            super().handle_pong(event)

    def shutdown(self) -> None:
        """Stop; whoever has not been told yet whether this is a connection is told so, if that is soon."""
        self.stopping = True
        if not self.handshake_initiated:
            self.transport.close()  # its head was refused
        elif self.handshake_complete:
            super().shutdown()
        else:
            self.loop.call_later(UNDECIDED, self._end_undecided)

    def _end_undecided(self) -> None:
        if self.handshake_complete:
            return
        self.disconnected = self.handshake_complete = True
        if self.initial_response is None:
            self.conn.send_response(self.conn.reject(503, ""))
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1012})
        self.transport.close()

    async def run_asgi(self) -> None:
        """Serve it; whoever has not read its end some time later never will."""
        await super().run_asgi()
        self._turn("ending")
        self.loop.call_later(self.lingers, cut, self.transport)

    async def send(self, message: Any) -> None:
        """Say something; it is a table's connection once it has been accepted."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._turn("table")
            self._forget_head()
            if self.stopping:
                super().shutdown()
        elif self.close_sent:
            self._turn("ending")

    def _forget_head(self) -> None:
        """Let go of what was asked and answered to have it: whoever serves it has read that by then."""
        for fields in (self.scope["headers"], self.request.headers, self.response.headers):
            cast(Any, fields).clear()

    def send_receive_event_to_app(self) -> None:
        """Hand on what came; text that is none ends the connection without a word in the log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """End a connection that does not answer."""
        forget_unread(self.transport)
        super().keepalive_timeout()
        self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping, unless the answers are not read."""
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            cut(self.transport)
        elif self._is_one_more():
            super().handle_ping()

    def _is_one_more(self) -> bool:
        """Count a frame; with one too many the connection ends, and what still comes is not looked at."""
        if self.too_many or self.transport.is_closing():
            return False
        if self.many.allows():
            return True
        self.too_many = True
        if self.sockets is not None:
            self.sockets.count["frames"] += 1
        if not self.close_sent:
            self.conn.send_close(OFTEN)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": OFTEN})
            if self.read_paused:  # what still comes is read and left, or it would hide the end from who sends it
                self.read_paused = False
                self.transport.resume_reading()
            self.close_timer = self.loop.call_later(PARTING, cut, self.transport)
        return False

    def _turn(self, state: Any) -> None:
        if self.sockets is not None and self.line is not None and self.line.state != state:
            self.sockets.turn(self.line, state, 2 * self.lingers if state == "ending" else 0.0)


def _plain(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Write the address of somebody who came over IPv4 to a socket of IPv6 as it is."""
    if client is None:
        return None
    try:
        return str(plain_address(client[0])), client[1]
    except ValueError:
        return client


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
