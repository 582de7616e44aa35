"""Looking back together: whoever has the link to a room sees the step to which its leader goes.

A room is kept nowhere: it begins with the first who comes and ends with the last who goes, and after a start of the
service those who come back find one another again. What is passed on is a number of a step and whose eyes are looked
through; each page fetches what is shown there by itself, and so sees no more than the replay shows to everybody.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

import msgspec
import sqlalchemy as sql
from starlette.websockets import WebSocket, WebSocketDisconnect

from torite.service import schema, wire
from torite.service.connection import MOST_BAD, frame, guarded, language_of, not_understood, tell
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.messages import Done, Pong, Refusal
from torite.service.presence import turn_away
from torite.service.rooms import OpenRoom
from torite.service.security import Rate
from torite.service.users import hash_of
from torite.service.viewer import NO_PLACE, Viewer

NAME = re.compile(r"[\w-]{22,40}", re.ASCII)  #: of a room; so long that nobody guesses one
STRANGER = -1  #: the person of whoever is not known
FULL = 4429  #: the code with which somebody is sent away for whom there is no room


async def connect(socket: WebSocket) -> None:
    """Serve one connection to a room from beginning to end."""
    await guarded(socket, _serve)


async def _serve(service: Service, socket: WebSocket, address: str) -> None:
    token = socket.cookies.get("torite")
    person = await service.people.find(token)
    name = (socket.path_params["replay"], socket.path_params["room"])
    own = schema.replay
    known = NAME.fullmatch(name[1]) and await service.kept.rows(sql.select(own.c.id).where(own.c.id == name[0]))
    await socket.accept()
    full = bool(known) and not service.rooms.has_room(name, address)
    if not known or full:
        if full:
            service.counts["often"] += 1
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(FULL if full else NO_PLACE)
        return
    called = person.name if person else ""
    held = hash_of(token or "") if person else ""
    viewer = Viewer(person.id if person else STRANGER, -1, language_of(socket, person), called, held, address)
    with (
        service.rooms.joined(name, viewer, "lead" in socket.query_params) as room,
        service.presence.of(viewer, room.lock),
    ):
        if person is not None:
            turn_away(viewer, person)
        telling = asyncio.create_task(tell(socket, viewer))
        listening = asyncio.create_task(_listen(service, socket, room, viewer))
        try:
            await asyncio.wait([telling, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            viewer.close(1000)
            await asyncio.wait([telling], timeout=1)
            telling.cancel()
            listening.cancel()


async def _listen(service: Service, socket: WebSocket, room: OpenRoom, viewer: Viewer) -> None:
    rate, bad = Rate(service.limits.messages, 20), 0
    with contextlib.suppress(WebSocketDisconnect):
        while not viewer.closed:
            text = await frame(socket)
            if not rate.allows():
                service.counts["often"] += 1
                viewer.close(wire.OFTEN)
                return
            try:
                message = wire.decode_in_room(text)
            except (ValueError, msgspec.MsgspecError) as fault:
                service.counts["bad-message"] += 1
                bad += 1
                viewer.tell(not_understood(text, str(fault), viewer.language))
                if bad > MOST_BAD:
                    viewer.close(4400)
                continue
            if not viewer.closed:
                viewer.tell(_answer(room, viewer, message))


def _answer(room: OpenRoom, viewer: Viewer, message: wire.RoomMessage) -> Any:
    if isinstance(message, wire.Ping):
        return Pong(message.cid)
    try:
        room.hear(viewer, message)
    except Refused as fault:
        return Refusal(message.cid, fault.code, fault.say(viewer.language), "")
    return Done(message.cid)
