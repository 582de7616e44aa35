"""The service as an application: its routes, the page's files, and what holds for every answer."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from torite.service import alone, api
from torite.service.asking import YEAR
from torite.service.backup import finish_restore
from torite.service.config import Config
from torite.service.connection import connect
from torite.service.folder import DataFolder
from torite.service.guard import HEADERS, Allowed, Rate
from torite.service.hall import Hall
from torite.service.people import People
from torite.service.quotas import Quotas
from torite.service.retention import keep_deleting
from torite.service.shared import Service
from torite.service.storage import Storage
from torite.service.thinkers import Thinkers
from torite.service.uses import Uses

PAGE = Path(__file__).resolve().parent / "page"


def build(config: Config) -> Starlette:
    """Make the application."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        finish_restore(DataFolder(config.data))
        kept = await Storage.open(config.data / "torite.db")
        hall = Hall(
            kept,
            Thinkers(config.thinkers, config.seconds),
            service_key(config.data),
            Quotas(config.limits),
            config.pace,
        )
        limits = config.limits
        app.state.service = Service(
            kept, hall, People(kept), allowed, limits,
            any(origin.startswith("https:") for origin in config.origins),
            Rate(limits.posts, 10), Rate(limits.reads, 10), hall.counts, Uses(kept, hall.run),
        )  # fmt: skip
        sweeping = asyncio.create_task(hall.sweep())
        deleting = asyncio.create_task(keep_deleting(kept, config.retention, hall))
        gc.freeze()
        gc.set_threshold(100_000, 20, 100)  # what stays is much and has no cycles: to look at all of it would stall
        yield
        sweeping.cancel()
        deleting.cancel()
        await asyncio.gather(sweeping, deleting, return_exceptions=True)
        await hall.close()
        await hall.thinkers.close()
        await kept.close()

    allowed = Allowed(config.origins)
    return Starlette(
        routes=[
            *api.routes(),
            *alone.routes(),
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
