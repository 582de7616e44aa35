"""Running the service: where it listens, what it tells who started it, and opening the page."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import shutil
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from torite.errors import ToriteError
from torite.service.greeting import greet
from torite.service.page_messages import page_words
from torite.service.reach import NOWHERE, Reach, command
from torite.service.wire import MOST_BYTES

if TYPE_CHECKING:
    import uvicorn

    from torite.service.config import Config
    from torite.service.data_folder import DataFolder

HOST, PORT = "127.0.0.1", 8377
EVERYWHERE = ("0.0.0.0", "::")  #: addresses of all networks that the machine is in
TRIED = 20  #: further ports that are tried where the usual one is taken
ALONE = "a"  #: the name of a process where none is given
FAILED = 1  #: the exit code when something of ours went wrong


class CannotServe(ToriteError):
    """A service that cannot be started as it was asked for."""

    code = "bad-input"

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"serve.{key}", page_words, **facts)


def serve(
    language: str,
    host: str = HOST,
    port: int = 0,
    data: Path | None = None,
    browser: bool = True,
    config: Path | None = None,
    think_key: Path | None = None,
    **given: Any,
) -> int:
    """Serve the page until somebody stops it; return the exit code.

    Args:
        language: of what is told here.
        host: the address to listen at; only this machine if not told otherwise.
        port: the port; the first free one from 8377 on if 0.
        data: the folder of its database; the user's own if not given.
        browser: whether to open the page.
        config: the file of its settings; `torite.toml` of the folder, if there is one, where none is given.
        think_key: the file of the key for processes that think on other machines.
        given: fields of `Config` that come before the file.

    Raises:
        BadService: when it cannot listen there, or cannot be set up so.
        BadConfig: when the file cannot be used.
        BadKey: when that of the key cannot.
        BadFolder: when the folder cannot be used as it is.
        BadDatabase: when the database that several processes share cannot.
    """
    from platformdirs import user_data_path

    from torite.service.config_file import configured
    from torite.service.data_folder import DataFolder
    from torite.service.think_key import key_in
    from torite.service.web import PAGE, check

    if not (PAGE / "index.html").is_file():
        raise CannotServe("no_page")
    folder = DataFolder(data or user_data_path("torite") / "service")
    _log_plainly()
    _hang_up_with_a_terminal_alone()
    settings = configured(folder.path, config, think_key=key_in(think_key) if think_key else "", **given)
    settings = _shared(settings)
    settings = msgspec.structs.replace(settings, proxies=_believed(settings.proxies))
    places = [(host, port), *_measuring(settings.metrics, port)]
    for log in filter(folder.is_own, (settings.access_log, settings.audit_log)):
        raise CannotServe("own_log", file=log)
    folder.make()
    _check_room(settings)
    open_logs(settings.access_log, settings.audit_log)
    if not settings.database:
        _check_places(folder, places)
    with contextlib.nullcontext() if settings.database else folder.ready():
        if settings.database:
            asyncio.run(check(settings))
        listening = listen_at_all(host, port, settings.metrics)
        address = f"http://{_spoken(host)}:{listening[0].getsockname()[1]}/"

        def begun() -> None:
            greet(language, address, _is_ours_alone(host), settings)
            if browser:
                threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

        return _run(server(settings, begun, _reach(settings, host, address)), listening, language)


def _shared(settings: Config) -> Config:
    """Check what is said of a database that several processes share, as far as that can be without it.

    Raises:
        BadDatabase: when it cannot be so.
        CannotServe: when one process alone is given a name.
    """
    if not settings.database:
        if settings.process:
            raise CannotServe("process_alone", given=settings.process)
        return settings
    from torite.service.by_name import is_name
    from torite.service.postgres import BadDatabase, url_of

    url_of(settings.database)
    process = settings.process or ALONE
    if not is_name(process):
        raise BadDatabase("bad_process", given=process)
    return msgspec.structs.replace(settings, process=process)


def _check_room(settings: Config) -> None:
    """Check that the disk has more room than is to be left free.

    Raises:
        CannotServe: when nothing could ever be taken in.
    """
    if settings.free_bytes and not settings.database:
        disk = shutil.disk_usage(settings.data).total
        if settings.free_bytes >= disk:
            raise CannotServe("never_room", given=settings.free_bytes, disk=disk)


def _check_places(folder: DataFolder, places: Sequence[tuple[str, int]]) -> None:
    """Check that one may listen at places before anything is made in a folder.

    Raises:
        BadFolder: when a service has the folder, and perhaps these places too.
        CannotServe: when one may not.
    """
    if folder.is_locked():
        with folder.lock():  # who has it is told
            pass
    for host, port in places:
        try:
            _bound(host, port).close()
        except OSError as fault:
            raise _taken(host, port or PORT, fault) from None


def _hang_up_with_a_terminal_alone() -> None:
    """Go on at a hang-up that is of no terminal: programs that put logs away send one to have them opened anew.

    Ours are, as soon as they have been moved.
    """
    if sys.platform == "win32":
        return
    try:
        os.close(os.open(os.ctermid(), os.O_RDONLY | os.O_NOCTTY))
    except OSError:  # no terminal started it
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _reach(settings: Config, host: str, address: str) -> Reach:
    """Tell whom it reaches. What others may know of this machine is not for those who come by its own name."""
    if settings.origins:
        return NOWHERE
    if _is_ours_alone(host):
        return Reach(command=command(sys.argv, Path.cwd()))
    return Reach(network=address.rstrip("/") if host in EVERYWHERE else "")


def _run(running: uvicorn.Server, listening: list[socket.socket], language: str) -> int:
    """Serve until somebody stops it; return the exit code."""
    before = signal.signal(signal.SIGTERM, _leave)  # uvicorn raises it once more when all has been put away
    try:
        running.run(listening)
    except KeyboardInterrupt:
        return 0
    except SystemExit as end:
        if end.code == 0:
            return 0
        print(page_words(language)("serve.failed"), file=sys.stderr)  # what it serves could not begin
        return FAILED
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def _leave(*_: object) -> None:
    """End without a failure: who told the service to stop has what they want."""
    raise SystemExit(0)


def server(config: Config, begun: Callable[[], None] = lambda: None, reach: Reach = NOWHERE) -> uvicorn.Server:
    """Make the service with all that it says of itself; its `run` takes the sockets at which it listens.

    Frames are not compressed: scenes are small, and a compressor for each connection would take more memory than all
    else at a table.

    Args:
        config: how it is set up.
        begun: called as soon as it answers.
        reach: whom it reaches.
    """
    import uvicorn

    from torite.service.security import Proxies
    from torite.service.uvicorn_protocol import OF_REQUEST, CarefulRequest, CarefulSocket
    from torite.service.web import build, opened

    _log_plainly()
    open_logs(config.access_log, config.audit_log)
    app = build(config, reach)
    settings = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=CarefulRequest,
        ws=CarefulSocket,
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        server_header=False,
        forwarded_allow_ips=Proxies(config.proxies).named,
        timeout_keep_alive=math.ceil(config.limits.idle),
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=OF_REQUEST,
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            if config.database:  # what refuses that is told in a sentence, as at the first look at it
                app.state.opened = await opened(config)
            await super().startup(sockets)
            if self.started:
                begun()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """End in order, however often that is asked: what was begun takes no more than the graceful time."""
            if not self.should_exit:
                super().handle_exit(sig, frame)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.service.turns.end()
            if config.database:
                await app.state.service.registry.hand_over()
            await super().shutdown(sockets)

    return Server(settings)


def listen(host: str, port: int = 0) -> socket.socket:
    """Listen at an address; at the first free port from 8377 on if none is named.

    Raises:
        BadService: when that cannot be.
    """
    from torite.service.socket_limits import keep_little

    fault = OSError()
    for tried in [port] if port else range(PORT, PORT + TRIED):
        try:
            listening = _bound(host, tried)
        except OSError as wrong:
            fault = wrong
            continue
        keep_little(listening)
        listening.listen(2048)
        return listening
    raise _taken(host, port or PORT, fault)


def _bound(host: str, port: int) -> socket.socket:
    """Take a place to listen at.

    Raises:
        OSError: when it is taken, or none of this machine.
    """
    place = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        place.bind((host, port))
    except (OSError, OverflowError) as wrong:
        place.close()
        raise wrong if isinstance(wrong, OSError) else OSError(str(wrong)) from None
    return place


def _taken(host: str, port: int, fault: OSError) -> CannotServe:
    return CannotServe("taken", host=host, port=port, why=fault.strerror or fault)


def _believed(proxies: Sequence[str]) -> tuple[str, ...]:
    """Return the proxies that are believed, one by one.

    Raises:
        BadService: for what is neither an address nor a network.
    """
    from torite.service.security import Proxies

    named = tuple(each.strip() for listed in proxies for each in listed.split(",") if each.strip())
    for each in named:
        try:
            Proxies([each])
        except ValueError:
            raise CannotServe("bad_proxy", given=each) from None
    return named


def open_logs(access: str, audit: str) -> None:
    """Begin to write what the host wants written.

    Raises:
        BadService: when a file cannot be written.
    """
    from torite.service import logs

    for name, target in ((logs.ACCESS, access), (logs.AUDIT, audit)):
        try:
            logs.opened(name, target)
        except OSError as fault:
            raise CannotServe("no_log", file=target, why=fault.strerror or fault) from None


def listen_at_all(host: str, port: int, measured: str) -> list[socket.socket]:
    """Listen for everybody, and where measurements are told: at another port, whatever the address.

    Raises:
        BadService: when that cannot be.
    """
    public = listen(host, port)
    try:
        return [public, *(listen(*place) for place in _measuring(measured, public.getsockname()[1]))]
    except CannotServe:
        public.close()
        raise


def _measuring(measured: str, port: int) -> list[tuple[str, int]]:
    """Read where measurements are told, if they are; that is not the page's own port.

    Raises:
        CannotServe: when it is no such place.
    """
    if not measured:
        return []
    watched, _, number = measured.rpartition(":")
    if not (watched and number.isascii() and number.isdigit() and 0 < int(number) < 65536):
        raise CannotServe("bad_metrics", given=measured)
    if int(number) == port:
        raise CannotServe("page_there", given=measured, port=port)
    return [(watched.removeprefix("[").removesuffix("]"), int(number))]


def _is_ours_alone(host: str) -> bool:
    from torite.service.security import is_here

    return host == "localhost" or is_here(host)


def _spoken(host: str) -> str:
    """Return the address to type: this machine's own in the network, where it listens everywhere."""
    if host in EVERYWHERE:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for examples; nothing is sent
            return str(probe.getsockname()[0])
        return HOST
    return f"[{host}]" if ":" in host else host


def _log_plainly() -> None:
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # it warns of each bad request, which anybody may send
    logging.getLogger("uvicorn.error").addFilter(_is_a_fault)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def _is_a_fault(told: logging.LogRecord) -> bool:
    """Tell what went wrong from that questions were still being answered at a stop: each is told so in a sentence."""
    return not str(told.msg).startswith("Cancel %s running task(s)")
