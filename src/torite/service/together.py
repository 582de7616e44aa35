"""Looking back together: whoever has the link to a room sees the step to which its leader goes.

A room is kept nowhere: it begins with the first who comes and ends with the last who goes, and after a start of the
service those who come back find one another again. What is passed on is a number of a step and whose eyes are looked
through; each page fetches what is shown there by itself, and so sees no more than the replay shows to everybody.
"""

from __future__ import annotations

import contextlib
import re
from typing import Any

import sqlalchemy as sql
from starlette.websockets import WebSocket, WebSocketDisconnect

from torite.service import schema, wire
from torite.service.connection import Gate, attend, check_in, language_of, said
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.leases import Elsewhere
from torite.service.messages import Done, Pong, Refusal
from torite.service.rooms import FULL, OpenRoom
from torite.service.users import hash_of
from torite.service.viewer import NO_PLACE, Viewer

NAME = re.compile(r"[\w-]{22,40}", re.ASCII)  #: of a room; so long that nobody guesses one
STRANGER = -1  #: the person of whoever is not known


async def _serve(service: Service, socket: WebSocket, address: str) -> None:
    token, ended = socket.cookies.get("torite"), service.people.ended
    person = await service.people.find(token)
    name = (socket.path_params["replay"], socket.path_params["room"])
    own = schema.replay
    known = NAME.fullmatch(name[1]) and await service.kept.rows(sql.select(own.c.id).where(own.c.id == name[0]))
    keeper = service.registry.leases.keeper("/".join(name))
    if keeper != service.registry.leases.name:
        raise Elsewhere(keeper)
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
            await check_in(service, viewer, person, token, ended)
        await attend(socket, viewer, _listen(service, socket, room, viewer))


connect = Gate(_serve)  #: to rooms


async def _listen(service: Service, socket: WebSocket, room: OpenRoom, viewer: Viewer) -> None:
    async for message in said(service, socket, viewer, wire.decode_in_room):
        viewer.tell(_answer(room, viewer, message))


def _answer(room: OpenRoom, viewer: Viewer, message: wire.RoomMessage) -> Any:
    if isinstance(message, wire.Ping):
        return Pong(message.cid)
    try:
        room.hear(viewer, message)
    except Refused as fault:
        return Refusal(message.cid, fault.code, fault.say(viewer.language), "")
    return Done(message.cid)
