"""What somebody may do about who they are here: log out, come with another device, see and delete what is kept."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.routing import Route

from torite.service import devices, personal_data, wire
from torite.service.answers import Account, DeviceCode
from torite.service.audit import audit
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import COOKIE, asked_by, asker, body, in_parts, is_replaced, with_token, without_token
from torite.service.users import Person, hash_of

FILE = "torite-personal-data.json"


def routes() -> list[Route]:
    """List the routes; who is banned may still log out, and see and delete what is kept."""
    return [
        Route("/api/account", asked_by(account, also_banned=True)),
        Route("/api/account/rotate", asked_by(rotate, also_replaced=True), methods=["POST"]),
        Route("/api/account/logout", asked_by(log_out, also_banned=True), methods=["POST"]),
        Route("/api/account/code", asked_by(code), methods=["POST"]),
        Route("/api/account/device", asked_by(device), methods=["POST"]),
        Route("/api/account/data", asked_by(data, also_banned=True)),
        Route("/api/account/delete", asked_by(delete, also_banned=True, leaving=True), methods=["POST"]),
    ]


def _known(person: Person | None) -> Person:
    """Return who asks.

    Raises:
        Refused: when it is nobody known.
    """
    if person is None:
        raise Refused("stranger", "unknown")
    return person


def _hash(request: Request) -> str:
    return hash_of(request.cookies.get(COOKIE, ""))


async def account(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Who this browser is, and how many browsers are the same person."""
    count = len(await devices.tokens_of(service.kept, person)) if person else 0
    return Account(person is not None, person.name if person else "", count)


# tokens


async def rotate(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Give this browser another token in place of its own, which is nobody's from now on.

    Whoever has copied it is sent away. The codes of the person end too, as a copy may have asked for them. If the
    answer is lost, it is given again to the same nonce alone, also by another process, and by one that was killed: a
    copy of the token is not enough to get the new one.
    """
    nonce, before = (await body(request, wire.Rotate)).nonce, _hash(request)
    async with service.people.replacing:
        token = service.people.replaced.answer(before, nonce)
        if not token and before in service.people.replaced:
            raise Refused("replaced_elsewhere", "replaced")
        if not token:
            token = service.people.successor(request.cookies.get(COOKIE, ""), nonce)
            if person is None and await devices.was_given(service.kept, token):
                return with_token(service, {}, token)
            if person is None and await is_replaced(service, request.cookies.get(COOKIE)):
                raise Refused("replaced_elsewhere", "replaced")
            told = service.notifications.replaced(before, hash_of(token))
            if not await devices.replace_token(service.kept, _known(person), before, token, told):
                raise Refused("stranger", "unknown")
            service.people.replaced.remember(before, hash_of(token), token, nonce)
            audit("tokens-rotated", person=_known(person).id)
    await _end(service, [before])
    return with_token(service, {}, token)


async def log_out(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Let this browser be nobody, or all others of the same person."""
    wanted = await body(request, wire.LogOut)
    if wanted.others:
        async with service.people.replacing:
            ended = await devices.end_others(service.kept, _known(person), _hash(request))
        await _end(service, ended)
        audit("logged-out", person=_known(person).id, count=len(ended))
        return {"ended": len(ended)}
    if person is not None:
        await devices.end_token(service.kept, _hash(request))
        await _end(service, [_hash(request)])
        audit("logged-out", person=person.id)
    return without_token(service, {})


async def _end(service: Service, tokens: list[str]) -> None:
    service.people.forget(tokens)
    await service.notifications.tell("token", tokens)
    await service.presence.end(tokens)


# another device


async def code(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """A code by which another browser becomes the same person; it is used once.

    Whoever is sent away while they ask for one gets none: it would open what was just closed to them.
    """
    somebody = _known(person)
    made = await devices.make_code(service.kept, somebody, _hash(request))
    if not made:
        again = await is_replaced(service, request.cookies.get(COOKIE))
        raise Refused("replaced", "replaced") if again else Refused("stranger", "unknown")
    audit("code-made", person=somebody.id)
    return DeviceCode(made, round(devices.LASTS))


async def device(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Be who showed a code; who was somebody else before is asked first."""
    wanted = await body(request, wire.Device)
    service.resources.quotas.spend("codes", asker(request))
    holder = await devices.holder_of(service.kept, wanted.code)
    if holder is None:
        raise Refused("no_code", "unknown-code")
    if person is not None and person.id == holder:
        return {"name": person.name}
    if person is not None and not wanted.replace:
        raise Refused("somebody", "somebody")
    before = _hash(request) if person is not None else ""
    token, now = await _redeemed(service, wanted.code, holder, before)
    if before:
        service.people.replaced.remember(before)  # what this browser sent before is no newcomer's
        await _end(service, [before])
    audit("device-moved", person=holder, other=person.id if person else None)
    return with_token(service, {"name": now.name}, token)


async def _redeemed(service: Service, code: str, holder: int, before: str) -> tuple[str, Person]:
    """Use a code up for a token: before its person logs others out or is deleted, and then it ends, or not at all.

    Raises:
        Refused: when the code is nobody's any more.
    """
    people, found = service.people, None
    async with people.replacing:
        with contextlib.suppress(Refused):  # who is being deleted has no codes any more
            async with people.changing(holder):
                most, told = service.limits.devices, service.notifications.replaced
                token = await devices.use_code(service.kept, code, holder, most, before, told)
                found = await people.find(token)
    if found is None:
        raise Refused("no_code", "unknown-code")
    return token, found


# what is kept


async def data(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """All that is kept of somebody, as a file."""
    somebody = _known(person)
    service.resources.quotas.spend("exports", somebody.id)
    told = await personal_data.of(service.kept, somebody)
    text = await asyncio.to_thread(lambda: msgspec.json.format(msgspec.json.encode(told), indent=2))
    return in_parts(text, "application/json", {"content-disposition": f'attachment; filename="{FILE}"'})


async def delete(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Delete all that is kept of somebody; of a stranger there is nothing."""
    await body(request, wire.Delete)
    if person is not None:
        await personal_data.delete(service, person, language)
        audit("deleted", person=person.id)
    return without_token(service, {})
