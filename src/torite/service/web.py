"""The service's routes: the page, what it asks over HTTP, and the connection of each table."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
import structlog
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from torite.errors import ToriteError, UnknownName
from torite.match import Match
from torite.service import catalogue, replays, storage, wire
from torite.service.connection import connect
from torite.service.guard import HEADERS, Allowed, Rate
from torite.service.hall import Hall
from torite.service.page_words import LANGUAGES, page_words, sentences
from torite.service.people import People, Person
from torite.service.sitting import new_id
from torite.service.storage import Storage
from torite.service.table import Refused, Table
from torite.service.telling import PHRASES
from torite.service.thinkers import Thinkers

PAGE = Path(__file__).resolve().parent / "page"
COOKIE = "torite"
YEAR = 365 * 24 * 3600
MOST_BODY = 16_384
MOST_RECORD = 1_300_000  #: bytes of a record as JSON
REPLAYS_KEPT = 16
log = structlog.get_logger()


@dataclass(frozen=True)
class Limits:
    """How much anybody may do.

    Attributes:
        posts: changes over HTTP from one address in ten seconds.
        reads: questions over HTTP from one address in ten seconds.
        messages: messages over one connection in twenty seconds.
        connections: connections of one address at a time.
    """

    posts: int = 60
    reads: int = 300
    messages: int = 100
    connections: int = 128


@dataclass
class Service:
    """All that the routes share."""

    kept: Storage
    hall: Hall
    people: People
    allowed: Allowed
    limits: Limits
    secure: bool
    posts: Rate
    reads: Rate
    counts: Counter[str]
    connections: Counter[str] = field(default_factory=Counter)
    replays: OrderedDict[str, Match] = field(default_factory=OrderedDict)


Answer = tuple[int, Any]
Endpoint = Callable[[Service, Request, Person | None, str], Awaitable[Any]]


@dataclass(frozen=True)
class Setting:
    """How a service is set up.

    Attributes:
        data: the folder of its database and key.
        origins: the addresses under which it is reached from elsewhere.
        limits: how much anybody may do.
        thinkers: how many processes think; as many as cores if not given.
        seconds: how long a bot searches.
        pace: the shortest and longest pause before a bot acts.
    """

    data: Path
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()
    thinkers: int | None = None
    seconds: float = 0.4
    pace: tuple[float, float] = (0.45, 0.9)


def build(setting: Setting) -> Starlette:
    """Make the application."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        kept = await Storage.open(setting.data / "torite.db")
        hall = Hall(kept, Thinkers(setting.thinkers, setting.seconds), service_key(setting.data), setting.pace)
        limits = setting.limits
        app.state.service = Service(
            kept, hall, People(kept), allowed, limits,
            any(origin.startswith("https:") for origin in setting.origins),
            Rate(limits.posts, 10), Rate(limits.reads, 10), hall.counts,
        )  # fmt: skip
        sweeping = asyncio.create_task(hall.sweep())
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)  # states are many small lists that soon go; looking at all of them stalls
        yield
        sweeping.cancel()
        await hall.close()
        await hall.thinkers.close()
        await kept.close()

    allowed = Allowed(setting.origins)
    return Starlette(
        routes=[
            *_api(),
            WebSocketRoute("/ws/{table}", connect),
            Route("/{path:path}", _page, methods=["GET", "HEAD"]),
        ],
        middleware=[Middleware(Careful, allowed=allowed), Middleware(GZipMiddleware, minimum_size=1000)],
        lifespan=lifespan,
    )


def service_key(folder: Path) -> bytes:
    """Return the key that makes invitations, made on first use and read by nobody else."""
    import os
    import secrets

    file = folder / "key"
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as new:
            new.write(secrets.token_bytes(32))
            new.flush()
            os.fsync(new.fileno())
    return file.read_bytes()


class Careful:
    """Refuses hosts that are not ours, and tells the browser what a page of ours may do."""

    def __init__(self, app: ASGIApp, allowed: Allowed) -> None:
        self.app = app
        self.allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        if not self.allowed.host(Request(scope).headers):
            await PlainTextResponse("This host is not served here.", 421)(scope, receive, careful)
            return
        await self.app(scope, receive, careful)


# the page


async def _page(request: Request) -> Response:
    name = request.path_params["path"]
    file = _file(name)
    if file is not None:
        lasting = name.startswith("assets/")
        return FileResponse(
            file, headers={"cache-control": f"public, max-age={YEAR}, immutable" if lasting else "no-cache"}
        )
    if name.startswith(("assets/", "api/", "ws/")) or not (PAGE / "index.html").is_file():
        missing = "" if (PAGE / "index.html").is_file() else "The page has not been built: run `make play`."
        return PlainTextResponse(missing, 404)
    return FileResponse(PAGE / "index.html", headers={"cache-control": "no-cache"})


def _file(name: str) -> Path | None:
    """Find a file of the page; None for what is none, whatever the name."""
    with contextlib.suppress(OSError, ValueError):
        file = (PAGE / name).resolve()
        if name and file.is_relative_to(PAGE) and file.is_file():
            return file
    return None


# what the page asks


def _api() -> list[Route]:
    return [
        Route("/api/start", _asked(start)),
        Route("/api/me", _asked(me), methods=["POST"]),
        Route("/api/games/{variant}", _asked(game)),
        Route("/api/guides/{variant}", _asked(guide)),
        Route("/api/clauses/{variant}/{clause}", _asked(clause)),
        Route("/api/tables", _asked(tables)),
        Route("/api/tables", _asked(set_table), methods=["POST"]),
        Route("/api/tables/{table}/invite", _asked(invite)),
        Route("/api/tables/{table}/peek", _asked(peek), methods=["POST"]),
        Route("/api/tables/{table}/join", _asked(join), methods=["POST"]),
        Route("/api/replays", _asked(bring), methods=["POST"]),
        Route("/api/replays/{replay}", _asked(replay)),
        Route("/api/replays/{replay}/steps", _asked(steps)),
        Route("/api/replays/{replay}/record", _asked(record)),
        Route("/api/replays/{replay}/verify", _asked(verify), methods=["POST"]),
    ]


def _asked(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Wrap an endpoint: who asks, how often, from where; errors as sentences."""

    @functools.wraps(endpoint)
    async def asked(request: Request) -> Response:
        service: Service = request.app.state.service
        language = _language(request, None)
        try:
            _careful(service, request)
            person = await service.people.find(request.cookies.get(COOKIE))
            language = _language(request, person)
            value = await endpoint(service, request, person, language)
        except ToriteError as fault:
            service.counts[fault.code] += 1
            status = STATUS.get(fault.code, 400)
            return _json({"code": fault.code, "say": fault.say(language)}, status)
        except msgspec.MsgspecError as fault:
            service.counts["bad-message"] += 1
            say = page_words(language)("service.message", why=str(fault))
            return _json({"code": "bad-message", "say": say}, 400)
        except Exception:
            log.exception("a request failed", path=request.scope["route"].path)
            return _json({"code": "broken", "say": page_words(language)("service.broken")}, 500)
        return value if isinstance(value, Response) else _json(value)

    return asked


STATUS = {"unknown-name": 404, "none": 404, "origin": 403, "often": 429, "unkept": 503, "unknown": 401}


def _careful(service: Service, request: Request) -> None:
    address = request.client.host if request.client else ""
    changing = request.method == "POST"
    if changing and not service.allowed.origin(request.headers):
        raise Refused("origin", "origin")
    if not (service.posts if changing else service.reads).allows(address):
        raise Refused("often", "often")


def _json(value: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(wire.encode(value), status, headers, "application/json")


def _language(request: Request, person: Person | None) -> str:
    asked = request.query_params
    spoken = request.headers.get("accept-language", "")[:2].lower()
    wished = (asked.get("language"), person.language if person else "", asked.get("browser"), spoken)
    return next((name for name in wished if name in LANGUAGES), LANGUAGES[0])


async def _body(request: Request, kind: type[Any], most: int = MOST_BODY) -> Any:
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise Refused("body", "too-long")
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (UnicodeDecodeError, RecursionError) as fault:
        raise msgspec.DecodeError(type(fault).__name__) from None


def _number(request: Request, name: str, usual: int | None = None) -> int:
    text = request.query_params.get(name, "" if usual is None else str(usual))
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(text) > 9:
        raise Refused("steps", "bad-options")
    return int(text)


async def _known(service: Service, person: Person | None, language: str, name: str = "") -> tuple[Person, str]:
    """Return who asks, and the new token of somebody who was not known."""
    if person is not None:
        if name:
            await service.people.change(person, name, None)
        return person, ""
    return await service.people.welcome(name, language)


def _with_token(service: Service, value: Any, token: str) -> Response:
    response = _json(value)
    if token:
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=service.secure)
    return response


async def start(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Everything that the first page shows."""
    return {
        "me": {"name": person.name if person else "", "language": language, "known": person is not None},
        "languages": LANGUAGES,
        "words": sentences(language),
        "games": catalogue.tiles(language),
        "tables": await _tables(service, person, language),
        "phrases": [{"name": name, "text": page_words(language)(f"phrase.{name}")} for name in PHRASES],
    }


async def _tables(service: Service, person: Person | None, language: str) -> list[dict[str, Any]]:
    rows = await service.hall.listed(person) if person else []
    listed = []
    for row in rows:
        table = service.hall.tables.get(row["id"])
        match = table.match if table else None
        listed.append({
            "id": row["id"],
            "title": catalogue.title(row["variant"], language),
            "variant": row["variant"],
            "state": row["state"],
            "seats": row["seats"],
            "yours": person is not None and row["host"] == person.id,
            "turn": match is not None and row["seat"] in match.actors,
            "replay": row["replay"],
            "age": max(0, round(storage.now() - row["changed_at"])),
        })  # fmt: skip
    return listed


async def me(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Remember a name or a language."""
    wanted = await _body(request, wire.Me)
    somebody, token = await _known(service, person, language)
    await service.people.change(somebody, wanted.name, wanted.language or None)
    value = {"name": somebody.name, "language": wanted.language or language, "known": True}
    return _with_token(service, value, token)


async def game(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What may be agreed before a match."""
    seats = _number(request, "seats", 0)
    return catalogue.setup(request.path_params["variant"], seats or None, language)


async def guide(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """A guide."""
    return catalogue.guide(request.path_params["variant"], language)


async def clause(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """A clause."""
    return catalogue.clause(request.path_params["variant"], request.path_params["clause"])


async def tables(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """My tables."""
    return await _tables(service, person, language)


async def set_table(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Set a table."""
    wanted = await _body(request, wire.NewTable)
    somebody, token = await _known(service, person, language)
    table = await service.hall.set_table(somebody, wanted, language)
    made = {"id": table.sitting.id, "secret": service.hall.secret(table.sitting.id)}
    return _with_token(service, made, token)


async def invite(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The secret of a table's link, for those who sit there."""
    found = await service.hall.admitted(request.path_params["table"], person) if person else None
    if found is None or found[1] < 0:
        raise Refused("none", "none")
    return {"secret": service.hall.secret(found[0].sitting.id)}


async def _invited(service: Service, request: Request, secret: str) -> Table:
    name = request.path_params["table"]
    table = await service.hall.table(name) if service.hall.invited(name, secret) else None
    if table is None:
        raise Refused("none", "none")
    return table


async def peek(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What somebody with the link sees before sitting down."""
    wanted = await _body(request, wire.Peek)
    table = await _invited(service, request, wanted.secret)
    return catalogue.peeked(table, language)


async def join(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Sit down, or watch."""
    wanted = await _body(request, wire.Join)
    table = await _invited(service, request, wanted.secret)
    somebody, token = await _known(service, person, language, wanted.name)
    seat = await service.hall.join(table, somebody, wanted.watch, language)
    return _with_token(service, {"seat": seat}, token)


# replays


async def _replay(service: Service, request: Request) -> Match:
    name = request.path_params["replay"]
    if name not in service.replays:
        table = storage.replay
        rows = await service.kept.rows(sql.select(table.c.record).where(table.c.id == name))
        if not rows:
            raise UnknownName("service.no_replay", page_words)
        _keep(service, name, await asyncio.to_thread(replays.reopened, rows[0]["record"]))
    service.replays.move_to_end(name)
    return service.replays[name]


def _keep(service: Service, name: str, match: Match) -> None:
    service.replays[name] = match
    while len(service.replays) > REPLAYS_KEPT:
        service.replays.popitem(last=False)


async def bring(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Take in a record from elsewhere."""
    wanted = await _body(request, wire.Record, MOST_RECORD)
    match = await asyncio.to_thread(replays.opened, wanted.record)
    name = new_id()
    row = {"id": name, "record": wanted.record, "made_at": storage.now()}
    await service.kept.write((storage.INSERT_REPLAY, [row]))
    _keep(service, name, match)
    return {"id": name}


async def replay(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What a replay holds."""
    match = await _replay(service, request)
    return {"id": request.path_params["replay"], **await asyncio.to_thread(replays.summary, match, language)}


async def steps(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Some positions of a replay."""
    match = await _replay(service, request)
    first, last, viewer = (_number(request, name) for name in ("from", "to", "viewer"))
    return {"steps": await asyncio.to_thread(replays.steps, match, first, last, viewer, language)}


async def record(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """A replay as a file."""
    match = await _replay(service, request)
    headers = MutableHeaders({"content-disposition": f'attachment; filename="{match.variant.name}.torite"'})
    return PlainTextResponse(match.record(), headers=headers)


async def verify(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Whether all chance of a replay is what its key gives."""
    match = await _replay(service, request)
    return await asyncio.to_thread(replays.fair, match, language)
