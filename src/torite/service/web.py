"""The service as an application: its routes, the page's files, and what holds for every answer."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from torite.games import games
from torite.service import (
    account,
    api,
    bringing,
    habits_api,
    health,
    hidden_api,
    house_rules,
    judged_api,
    lab_api,
    lesson_api,
    matches,
    metrics,
    moderation,
    notes,
    playing_on,
    postgres,
    remote_workers,
    sharing,
    solo_api,
    studies,
    together,
)  # fmt: skip
from torite.service.bot_workers import BotWorkers
from torite.service.by_name import ByName
from torite.service.compiled_ahead import CompiledAhead, lacking
from torite.service.config import Config
from torite.service.connection import connect
from torite.service.context import Service
from torite.service.data_folder import DataFolder
from torite.service.disk_room import DiskRoom
from torite.service.experiments import Experiments
from torite.service.garbage import collect_seldom
from torite.service.http import NOUGHT, asker, query_has_nought, too_often
from torite.service.jobs import Continuing, Jobs
from torite.service.lab_pool import of_the_lab
from torite.service.lab_room import LabRoom
from torite.service.last_use import Uses
from torite.service.leases import Leases, SharedLeases
from torite.service.logs import Logged
from torite.service.notifications import Notifications, SharedNotifications
from torite.service.page_messages import page_words
from torite.service.quotas import Quotas
from torite.service.reach import NOWHERE, Reach
from torite.service.resources import Resources
from torite.service.retention import keep_deleting
from torite.service.rooms import Rooms
from torite.service.security import HEADERS, Allowed, Held, Proxies, Rate, address_of
from torite.service.socket_limits import Sockets, room_for_sockets
from torite.service.state_metrics import State
from torite.service.static_files import Files
from torite.service.storage import Storage, Unread
from torite.service.table_registry import TableRegistry
from torite.service.turns import HELD, AddressTurns
from torite.service.users import FRESH, People
from torite.service.uvicorn_protocol import BY_PROXY, HAS_GONE, SOCKETS
from torite.service.worker_pool import of_records
from torite.words import LANGUAGES

PACKING = 4  #: how hard an answer is compressed: a twentieth more bytes than at best, in a third of the time
SWITCH = 0.001  #: seconds after which a thread that opens a table gives way to everything else
REFUSED = range(400, 500)  #: statuses of answers that refuse something
PAGE = Path(__file__).resolve().parent / "page"


def build(config: Config, reach: Reach = NOWHERE) -> Starlette:
    """Make the application, which tells its people whom it reaches."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        await asyncio.to_thread(games)  # whoever asks first waits for no game to be read
        kept, key, leases = app.state.opened or await opened(config)
        ahead = CompiledAhead(config.ahead)
        thinkers = BotWorkers(config.thinkers, config.seconds, config.limits.thinking, left=ahead.leave)
        room = DiskRoom(None if config.database else config.data, config.free_bytes)
        quotas = Quotas(config.limits, key if config.database else b"", room)
        for language in LANGUAGES:  # read while there are handles
            page_words(language)
        resources = Resources(kept, thinkers, quotas, config.pace)
        registry = TableRegistry(resources, key, leases)
        limits, workers, lab = config.limits, of_records(config), of_the_lab(config)
        site = limits.site
        experiments = Experiments(kept, lab, limits.experiment, leases)
        most = room_for_sockets(limits, len(thinkers.all))
        held = min(HELD, most // 4) if most else HELD
        turns = AddressTurns(Rate(limits.all_messages, 20, site), Rate(limits.refusals, 10, site), held)
        people = People(kept, key, 0.0 if leases.name else FRESH)
        app.state.service = Service(
            kept, resources, registry, people, allowed, limits,
            any(origin.startswith("https:") for origin in config.origins),
            Rate(limits.posts, 10, site), Rate(limits.reads, 10, site),
            resources.counts, Rate(limits.files, 10, site), workers, Uses(kept, resources.run), reach, Rooms(limits),
            turns, lab, experiments, LabRoom(kept, experiments, limits, config.experiments),
            Jobs(max(1, lab.at_once), limits.jobs, config.jobs), Continuing(config.job_seconds / 2),
            SharedNotifications(kept) if leases.name else Notifications(),
            Held(limits.connections, site),
        )  # fmt: skip
        app.state.files, app.state.readiness = Files(PAGE), health.Readiness(kept)
        app.state.probes = health.Probes(Rate(limits.probes, 10, site), allowed, proxies)
        sockets = Sockets(limits, proxies, most, resources.counts, turns)
        measured = State(app.state.service, sockets)
        metrics.REGISTRY.register(measured)
        metrics.queue(lambda: sum(thinkers.waiting.values()))
        metrics.getting_ready(lambda: thinkers.games_getting_ready)
        metrics.replay_jobs(lambda: workers.jobs.under_way)
        metrics.experiments(lambda: experiments.people)
        own = app.state.service
        works = [sockets.watch(), metrics.watch_loop(), collect_seldom(), own.presence.watch(own.people)]
        watching = [asyncio.create_task(work) for work in (*works, *sharing.works(own))]
        sweeping = asyncio.create_task(registry.sweep())
        deleting = asyncio.create_task(keep_deleting(kept, config.retention, registry))
        if config.ahead != 0 and config.thinkers != 0:
            ahead.begin(await asyncio.to_thread(lacking))
        with contextlib.suppress(Unread):  # where processes share a database, another look follows
            await experiments.resume()
        sys.setswitchinterval(SWITCH)
        yield {SOCKETS: sockets}
        metrics.REGISTRY.unregister(measured)
        for task in watching:
            task.cancel()
        sweeping.cancel()
        deleting.cancel()
        await asyncio.gather(sweeping, deleting, return_exceptions=True)
        await experiments.close()
        await registry.close()
        await ahead.close()
        await thinkers.close()
        await workers.close()
        await lab.close()
        await kept.close()

    allowed, proxies = Allowed(config.origins), Proxies(config.proxies)
    app = Starlette(
        routes=[
            *api.routes(),
            *bringing.routes(),
            *solo_api.routes(),
            *lesson_api.routes(),
            *matches.routes(),
            *habits_api.routes(),
            *notes.routes(),
            *studies.routes(),
            *lab_api.routes(),
            *judged_api.routes(),
            *hidden_api.routes(),
            *house_rules.routes(),
            *playing_on.routes(),
            *health.routes(),
            *account.routes(),
            *moderation.routes(),
            *remote_workers.routes(config),
            WebSocketRoute("/ws/{table}", connect),
            WebSocketRoute("/ws/replays/{replay}/{room}", together.connect),
            Route("/{path:path}", _page, methods=["GET", "HEAD"]),
        ],
        middleware=[
            *([Middleware(ByName)] if config.database else []),
            Middleware(metrics.OwnPort, port=config.metrics_port),
            Middleware(Logged, addresses=config.addresses),
            Middleware(Careful, allowed=allowed),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=PACKING),
        ],
        lifespan=lifespan,
    )
    app.state.opened = None  # what is kept, where it has been opened already
    return app


async def opened(config: Config) -> tuple[Storage, bytes, Leases]:
    """Open what is kept: the database, the key that makes invitations, and which tables are this process's.

    Raises:
        BadFolder, BadDatabase: when that cannot be.
    """
    if not config.database:
        folder = DataFolder(config.data)
        kept = await Storage.open(folder.database)
        return kept, folder.secret(), Leases()
    url = postgres.url_of(config.database)
    kept, key = await Storage.at(url)
    leases = SharedLeases(kept, config.process, {game.digest for game in games().values()})
    try:
        with postgres.explained(url):
            await leases.begin()
    except BaseException:
        await kept.close()
        raise
    return kept, key, leases


async def check(config: Config) -> None:
    """Find out whether what is kept can be opened, so that it can be said before anybody is let in.

    Raises:
        BadFolder, BadDatabase: when it cannot be.
    """
    kept, _, leases = await opened(config)
    await leases.end()
    await kept.close()


class Careful:
    """Refuses hosts that are not ours and bodies of two lengths, and tells the browser what a page of ours may do.

    Here what comes from one address begins in turn, whatever it asks for: a round of the loop in which a hundred files
    were answered would be as long as all of them. And what refuses something waits until it may.
    """

    def __init__(self, app: ASGIApp, allowed: Allowed) -> None:
        self.app = app
        self.allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        accepted, client, turns = False, scope.get("client"), scope["app"].state.service.turns
        address = address_of(client[0] if client else None)
        await turns.question(address)
        if scope["type"] == "http" and (has_gone := scope.get("state", {}).get(HAS_GONE)) and has_gone():
            return  # nothing is begun for nobody: whoever drops a thousand questions keeps no other waiting

        async def careful(message: Message) -> None:
            nonlocal accepted
            accepted |= message["type"] == "websocket.accept"
            refuses = message.get("status") in REFUSED or (message["type"] == "websocket.close" and not accepted)
            if refuses and not await turns.refusal(address, scope.get("state", {}).get(BY_PROXY, False)):
                message["headers"] = [*message.get("headers", []), (b"connection", b"close")]
            if message["type"] == "http.response.start":
                own = {name.lower() for name, _ in message.get("headers", [])}
                ours = [header for header in HEADERS if header[0] not in own]
                message["headers"] = [*message.get("headers", []), *ours]
            await send(message)

        nowhere = NOUGHT in scope["path"] or (query_has_nought(scope) and not scope["path"].startswith("/api/"))
        if scope["type"] == "websocket":
            if nowhere:
                await careful({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, careful)
            return
        headers = Request(scope).headers
        if "content-length" in headers and "transfer-encoding" in headers:
            two = PlainTextResponse("A body has one length.", 400, {"connection": "close"})
            await two(scope, receive, careful)
            return
        if not self.allowed.host(headers):
            await PlainTextResponse("This host is not served here.", 421)(scope, receive, careful)
            return
        if nowhere:
            await PlainTextResponse("There is no such address.", 404)(scope, receive, careful)
            return
        await self.app(scope, receive, careful)


# the page


async def _page(request: Request) -> Response:
    service: Service = request.app.state.service
    if not service.files.allows(asker(request)):
        service.counts["often"] += 1
        return too_often()
    files: Files = request.app.state.files
    return await files.answer(request.path_params["path"], request.headers)
