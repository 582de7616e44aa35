"""Questions over HTTP: who asks, how often, from where, in which language; answers and errors as JSON."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

import msgspec
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.types import Scope

from torite.errors import ToriteError
from torite.service import wire
from torite.service.answers import Fault
from torite.service.by_name import came_by, way_to
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.leases import Elsewhere
from torite.service.page_messages import LANGUAGES, not_understood, page_words
from torite.service.security import address_of
from torite.service.users import LONGEST_TOKEN, Person, hash_of

COOKIE = "torite"
YEAR = 365 * 24 * 3600
MOST_BODY = 16_384
PART = 32_768  #: bytes of a long answer that are compressed in one go, in a millisecond or two
NOUGHT = "\0"  #: a letter that PostgreSQL takes in no text, so nothing is called so
log = structlog.get_logger()

Endpoint = Callable[[Service, Request, Person | None, str], Awaitable[Any]]


def asked_by(
    endpoint: Endpoint, also_banned: bool = False, also_replaced: bool = False, leaving: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """Wrap an endpoint: who asks, how often, from where; errors as sentences.

    Args:
        endpoint: what answers.
        also_banned: whether it also answers people who are banned.
        also_replaced: whether it may change something for browsers whose token has just been replaced.
        leaving: whether it deletes who asks; what changes anything else is not done for whoever is being deleted.
    """

    @functools.wraps(endpoint)
    async def asked(request: Request) -> Response:
        service: Service = request.app.state.service
        language = _language(request, None)
        try:
            _check(service, request)
            person = await service.people.find(request.cookies.get(COOKIE))
            language = _language(request, person)
            if person is None and request.method == "POST" and not also_replaced:
                await _check_replaced(service, request)
            if person is not None and not also_banned and person.ban is not None:
                raise person.ban
            if person is not None:
                service.uses.person(person.id)
            if person is None and request.method == "POST":
                service.resources.quotas.spend("newcomers", asker(request))
            async with _changing(service, request, None if leaving else person):
                value = await endpoint(service, request, person, language)
        except Elsewhere as fault:
            service.counts[fault.code] += 1
            return there(request, fault.process) or _refused(fault, language, 503)
        except ToriteError as fault:
            service.counts[fault.code] += 1
            return _refused(fault, language, STATUS.get(fault.code, 400))
        except msgspec.MsgspecError as fault:
            service.counts["bad-message"] += 1
            return _json(Fault("bad-message", not_understood(str(fault), language)), 400)
        except ClientDisconnect:
            service.counts["gone"] += 1
            return Response(status_code=HUNG_UP)
        except asyncio.CancelledError:
            if not service.turns.ends:
                raise
            service.counts["busy"] += 1
            return _json(Fault("busy", page_words(language)("service.stops")), 503)
        except Exception:
            log.exception("a request failed", path=request.scope["route"].path)
            return _json(Fault("broken", page_words(language)("service.broken")), 500)
        return value if isinstance(value, Response) else _json(value)

    return asked


def _changing(
    service: Service, request: Request, person: Person | None
) -> contextlib.AbstractAsyncContextManager[None]:
    """Let somebody change what is kept, if that is what they ask for."""
    if person is None or request.method != "POST":
        return contextlib.nullcontext()
    return service.people.changing(person.id)


def there(request: Request, process: str) -> Response | None:
    """Send somebody on to another process; None where that is how they came, and so leads nowhere."""
    if came_by(request.scope) == process:
        return None
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{way_to(process)}{request.url.path}{query}", 307, {"cache-control": "no-store"})


STATUS = {
    "unknown-name": 404, "none": 404, "origin": 403, "often": 429, "unkept": 503, "busy": 503, "no-room": 503,
    "away": 503, "unknown": 401, "banned": 403, "somebody": 409, "aside": 409, "replaced": 409,
}  # fmt: skip
AGAIN = 2  #: seconds after which to ask again for what is refused for the moment
HUNG_UP = 499  #: what nobody reads any more


def asker(request: Request) -> str:
    """Return the address by which whoever asks is counted."""
    return address_of(request.client.host if request.client else None)


def query_has_nought(scope: Scope) -> bool:
    """Tell whether a query names a letter that no database is to be given."""
    return NOUGHT.encode() in unquote_to_bytes(scope["query_string"])


def _check(service: Service, request: Request) -> None:
    changing = request.method == "POST"
    if query_has_nought(request.scope):
        raise Refused("none", "none")
    if changing and not service.allowed.origin(request.headers):
        raise Refused("origin", "origin")
    if not (service.posts if changing else service.reads).allows(asker(request)):
        raise Refused("often", "often")


async def is_replaced(service: Service, token: str | None) -> bool:
    """Tell whether a token has lately given way to another of the same browser, here or at another process."""
    if not token or len(token) > LONGEST_TOKEN:
        return False
    return service.people.is_replaced(token) or await service.notifications.was_replaced(hash_of(token))


async def _check_replaced(service: Service, request: Request) -> None:
    """Check that somebody unknown is not a browser that has just been given another token.

    Raises:
        Refused: when it is; to a newcomer it would be given a third.
    """
    if await is_replaced(service, request.cookies.get(COOKIE)):
        raise Refused("replaced", "replaced")


def too_often() -> Response:
    """Refuse what is no question of the page's scripts: a file, or whether the service lives."""
    headers = {"cache-control": "no-store", "retry-after": "10"}
    return PlainTextResponse("Too often; please wait a moment.", 429, headers)


def _refused(fault: ToriteError, language: str, status: int) -> Response:
    return _json(Fault(fault.code, fault.say(language)), status, fault.facts.get("seconds", AGAIN))


def _json(value: Any, status: int = 200, again: int = AGAIN) -> Response:
    headers = {"cache-control": "no-store"} | ({"retry-after": f"{again}"} if status in (429, 503) else {})
    return Response(wire.encode(value), status, headers, "application/json")


def _language(request: Request, person: Person | None) -> str:
    asked = request.query_params
    spoken = request.headers.get("accept-language", "")[:2].lower()
    wished = (asked.get("language"), person.language if person else "", asked.get("browser"), spoken)
    return next((name for name in wished if name in LANGUAGES), LANGUAGES[0])


async def raw_body(request: Request, most: int) -> bytes:
    """Read a body; one that says that it is too long is not asked for.

    Raises:
        Refused: when it is too long.
    """
    data = b""
    if int(request.headers.get("content-length", 0)) > most:
        raise Refused("body", "too-long")
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise Refused("body", "too-long")
    return data


async def body(request: Request, kind: type[Any], most: int = MOST_BODY) -> Any:
    """Read a body that is JSON of a kind.

    Raises:
        Refused: when it is too long.
        msgspec.MsgspecError: when it is something else.
    """
    data = await raw_body(request, most)
    try:
        return wire.in_whole_letters(msgspec.json.Decoder(kind).decode, data or b"{}")
    except (UnicodeDecodeError, RecursionError) as fault:
        raise msgspec.DecodeError(type(fault).__name__) from None


def number(request: Request, name: str, usual: int | None = None) -> int:
    """Read a number of the query.

    Raises:
        Refused: when it is none.
    """
    text = request.query_params.get(name, "" if usual is None else str(usual))
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(text) > 9:
        raise Refused("steps", "bad-options")
    return int(text)


async def known(service: Service, person: Person | None, language: str, name: str = "") -> tuple[Person, str]:
    """Return who asks; somebody who was not known is taken in by a name, and has a new token."""
    if person is not None:
        return person, ""
    return await service.people.welcome(name, language)


def in_parts(data: bytes, media: str, headers: Mapping[str, str]) -> Response:
    """Answer with what may be long: it is compressed and sent a part at a time, and others have a turn between."""

    async def parts() -> AsyncIterator[bytes]:
        for first in range(0, len(data), PART):
            yield data[first : first + PART]
            await asyncio.sleep(0)

    return StreamingResponse(parts(), headers={"cache-control": "no-store", **headers}, media_type=media)


def with_token(service: Service, value: Any, token: str) -> Response:
    """Answer, and give somebody new their token."""
    return with_cookie(service, _json(value), token)


def with_cookie(service: Service, response: Response, token: str) -> Response:
    """Give somebody new their token with an answer."""
    if token:
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=service.secure)
    return response


def without_token(service: Service, value: Any) -> Response:
    """Answer, and have the browser forget its token."""
    response = _json(value)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=service.secure)
    return response
