"""A table's connection: who may have one, what comes in, and what goes out."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from torite.service import metrics, wire
from torite.service.by_name import came_by
from torite.service.http import is_replaced
from torite.service.leases import Elsewhere
from torite.service.message_handlers import hear
from torite.service.messages import Farewell, Refusal
from torite.service.page_messages import LANGUAGES, not_understood
from torite.service.presence import send_away, turn_away
from torite.service.quarantine import SetAside
from torite.service.security import Rate, address_of
from torite.service.storage import Unread
from torite.service.table import Table
from torite.service.users import Person, hash_of
from torite.service.viewer import NO_PLACE, Viewer

if TYPE_CHECKING:
    from torite.service.context import Service

UNKNOWN, ASIDE, BAD = 4401, 4409, 4400
MOVED = 4307  #: for a table that another process serves; the reason is that process's name
AGAIN = 1013  #: for a browser whose new token is on its way: it comes back by itself
SLOW = (wire.Hint, wire.Lesson, wire.Rest)  #: what is answered while other messages are
MOST_BAD = 20
HELD = 5.0  #: seconds for which somebody waits for the end of a process in whose place they came here
SLOWEST = 10.0  #: seconds that a message may take to be sent


Message = TypeVar("Message")
Serve = Callable[["Service", WebSocket, str], Awaitable[None]]


class Gate:
    """Where connections of one kind come in, as the server calls it: what is around each is kept as long as that.

    Args:
        serve: serves one from beginning to end.
    """

    def __init__(self, serve: Serve) -> None:
        self.serve = serve

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve one."""
        return guarded(WebSocket(scope, receive, send), self.serve)


async def guarded(socket: WebSocket, serve: Serve) -> None:
    """Serve one connection, if it comes from a page of ours and there are not too many."""
    service: Service = socket.app.state.service
    address = address_of(socket.client.host if socket.client else None)
    if not (service.allowed.host(socket.headers) and service.allowed.origin(socket.headers)):
        service.counts["origin"] += 1
        await socket.close(1008)
        return
    if not service.reads.allows(address):
        service.counts["often"] += 1
        await socket.close(1013)
        return
    if not service.connections.has_room(address):
        service.counts["connections"] += 1
        await socket.close(1013)
        return
    with service.connections.one_more(address):
        try:
            await _once_ended(service, socket, address, serve)
        except Elsewhere as fault:
            service.counts[fault.code] += 1
            await socket.accept()
            leads_there = came_by(socket.scope) != fault.process
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await (socket.close(MOVED, fault.process) if leads_there else socket.close(1013))
        except Unread as fault:
            service.counts[fault.code] += 1
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(1013)


async def _once_ended(service: Service, socket: WebSocket, address: str, serve: Serve) -> None:
    """Serve one connection; who came in place of a process that does not answer is served as soon as that has ended.

    Raises:
        Elsewhere: when another process serves it, and lives, or they do not wait.
    """
    until = time.monotonic() + HELD
    while True:
        try:
            return await serve(service, socket, address)
        except Elsewhere as fault:
            waits = came_by(socket.scope) == fault.process and time.monotonic() + fault.lives <= until
            if not waits or await _leaves(socket, max(0.0, fault.lives)):
                raise


async def _leaves(socket: WebSocket, seconds: float) -> bool:
    """Tell whether somebody leaves within a time who has not been answered yet."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while (await socket.receive())["type"] != "websocket.disconnect":
                pass
            return True
    return False


async def _serve(service: Service, socket: WebSocket, address: str) -> None:
    token, ended = socket.cookies.get("torite"), service.people.ended
    person = await service.people.find(token)
    aside: SetAside | None = None
    try:
        found = await service.registry.admitted(socket.path_params["table"], person) if person else None
    except SetAside as fault:
        found, aside = None, fault
    await socket.accept()
    if person is not None and aside is not None:
        await _explain(socket, aside, language_of(socket, person))
        return
    if person is None or found is None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            again = person is None and await is_replaced(service, token)
            await socket.close(AGAIN if again else UNKNOWN if person is None else NO_PLACE)
        return
    table, seat = found
    viewer = Viewer(person.id, seat, language_of(socket, person), person.name, hash_of(token or ""), address)
    with service.presence.of(viewer, table.lock):
        await check_in(service, viewer, person, token, ended)
        listens = _listen(service, socket, table, viewer)
        await attend(socket, viewer, listens, lambda: service.resources.run(table.leave(viewer)))


connect = Gate(_serve)  #: to tables


async def check_in(service: Service, viewer: Viewer, person: Person, token: str | None, ended: int) -> None:
    """Send somebody away who is banned, or whose token has ended while they came.

    Args:
        service: where they came.
        viewer, person, token: who it is, as was found.
        ended: how often tokens had come to their end before that.
    """
    turn_away(viewer, person)
    if service.people.ended != ended and await service.people.find(token) is None:
        send_away(viewer, "logged_out", UNKNOWN)


async def attend(
    socket: WebSocket, viewer: Viewer, listens: Coroutine[Any, Any, None], gone: Callable[[], object] = lambda: None
) -> None:
    """Tell somebody and listen to them, until one of it ends.

    Args:
        socket: their connection.
        viewer: who it is.
        listens: listens to them.
        gone: called as soon as they have gone, before the rest of what they are told is given up.
    """
    telling, listening = asyncio.create_task(tell(socket, viewer)), asyncio.create_task(listens)
    try:
        await asyncio.wait([telling, listening], return_when=asyncio.FIRST_COMPLETED)
    finally:
        viewer.close(1000)
        gone()
        await asyncio.wait([telling], timeout=1)
        telling.cancel()
        listening.cancel()
    if listening.done():
        listening.result()


def language_of(socket: WebSocket, person: Person | None) -> str:
    """Return the language in which somebody is told things."""
    wished = (socket.query_params.get("language"), person.language if person else "")
    return next((name for name in wished if name in LANGUAGES), LANGUAGES[0])


async def _explain(socket: WebSocket, aside: SetAside, language: str) -> None:
    """Say why a table cannot be opened, and end the connection."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(SLOWEST):
            told = Farewell("aside", aside.say(language))
            await socket.send_text(wire.encode(told).decode())
            await socket.close(ASIDE)


async def tell(socket: WebSocket, viewer: Viewer) -> None:
    """Send what somebody is told, until the connection is to be closed."""
    try:
        while await _told(socket, viewer):
            pass
        async with asyncio.timeout(SLOWEST):
            await socket.close(viewer.closed)
    except (WebSocketDisconnect, RuntimeError, TimeoutError):
        viewer.close(1000)


async def _told(socket: WebSocket, viewer: Viewer) -> bool:
    """Send what is to be said next, and keep nothing of it; tell whether there was something."""
    message = await viewer.listen()
    if message:
        async with asyncio.timeout(SLOWEST):
            await socket.send_text(message.decode())
    return bool(message)


async def _listen(service: Service, socket: WebSocket, table: Table, viewer: Viewer) -> None:
    await asyncio.shield(service.resources.run(table.enter(viewer)))
    slow: set[asyncio.Task[Any]] = set()
    async for message in said(service, socket, viewer, wire.decode):
        task = service.resources.run(answered(table, viewer, message))
        if isinstance(message, SLOW) and len(slow) < 2:
            slow.add(task)
            task.add_done_callback(slow.discard)
        else:
            await asyncio.shield(task)


async def said(
    service: Service, socket: WebSocket, viewer: Viewer, decode: Callable[[str], Message]
) -> AsyncIterator[Message]:
    """Run through what somebody says while they are here; who says too much, or what nobody understands, has to go."""
    rate, bad = Rate(service.limits.messages, 20), 0
    while not viewer.closed:
        try:
            text = await _frame(socket)
        except WebSocketDisconnect:
            return
        if viewer.closed:
            return
        if not rate.allows():
            service.counts["often"] += 1
            viewer.close(wire.OFTEN)
            return
        try:
            if isinstance(text, bytes):
                raise ValueError("not a text")
            message = decode(text)
        except (ValueError, msgspec.MsgspecError) as fault:
            service.counts["bad-message"] += 1
            bad += 1
            viewer.tell(_not_understood(text, str(fault), viewer.language))
            if bad > MOST_BAD:
                viewer.close(BAD)
        else:
            await service.turns.message(viewer.address)
            if not viewer.closed:
                yield message


async def answered(table: Table, viewer: Viewer, message: Any) -> None:
    """Answer a message, and count how long that took."""
    began = time.perf_counter()
    await hear(table, viewer, message)
    metrics.message(type(message).__struct_config__.tag, time.perf_counter() - began)


async def _frame(socket: WebSocket) -> str | bytes:
    """Wait for the next frame."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text, other = message.get("text"), message.get("bytes")
    return text if text is not None else other or b""


def _not_understood(frame: str | bytes, why: str, language: str) -> Refusal:
    """Say of a frame that it is no message."""
    try:
        cid = msgspec.json.decode(frame, type=_Numbered).cid
    except (msgspec.MsgspecError, ValueError, RecursionError):
        cid = 0
    return Refusal(cid, "bad-message", not_understood(why, language), "")


class _Numbered(msgspec.Struct):
    cid: wire.Cid
