"""Running the service: where it listens, what it tells who started it, and opening the page."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from torite.errors import ToriteError
from torite.service.page_words import page_words
from torite.service.wire import MOST_BYTES

if TYPE_CHECKING:
    import uvicorn

    from torite.service.config import Config

HOST, PORT = "127.0.0.1", 8377
TRIED = 20  #: further ports that are tried where the usual one is taken


class BadService(ToriteError):
    """A service that cannot be started as it was asked for."""

    code = "bad-input"

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"serve.{key}", page_words, **facts)


def serve(
    language: str,
    host: str = HOST,
    port: int = 0,
    origins: Sequence[str] = (),
    data: Path | None = None,
    browser: bool = True,
    thinkers: int | None = None,
    config: Path | None = None,
) -> int:
    """Serve the page until somebody stops it; return the exit code.

    Args:
        language: of what is told here.
        host: the address to listen at; only this machine if not told otherwise.
        port: the port; the first free one from 8377 on if 0.
        origins: the addresses under which others reach it.
        data: the folder of its database; the user's own if not given.
        browser: whether to open the page.
        thinkers: processes that think for bots; as many as cores if not given.
        config: the file of its settings; `torite.toml` of the folder, if there is one, where none is given.

    Raises:
        BadService: when it cannot listen there.
        BadConfig: when the file cannot be used.
    """
    from platformdirs import user_data_path

    from torite.service.config_file import configured
    from torite.service.web import PAGE

    say = page_words(language)
    if not (PAGE / "index.html").is_file():
        raise BadService("no_page")
    folder = data or user_data_path("torite") / "service"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        raise BadService("no_folder", folder=folder, why=fault.strerror or fault) from None
    settings = configured(folder, config, origins=tuple(origins), thinkers=thinkers)
    listening = listen(host, port)
    address = f"http://{_spoken(host)}:{listening.getsockname()[1]}/"
    print(say("serve.open", address=address))
    if not _is_ours_alone(host):
        print(say("serve.public" if settings.origins else "serve.set", address=address))
    if settings.origins and not settings.retention.deletes:
        print(say("serve.keeps_all"))
    print(say("serve.stop"), flush=True)
    if browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    with contextlib.suppress(KeyboardInterrupt):
        server(settings).run([listening])
    return 0


def server(config: Config) -> uvicorn.Server:
    """Make the service with all that it says of itself; its `run` takes the sockets at which it listens.

    Frames are not compressed: scenes are small, and a compressor for each connection would take more memory than all
    else at a table.
    """
    import uvicorn

    from torite.service.sockets import CarefulSocket
    from torite.service.web import build

    _log_plainly()
    settings = uvicorn.Config(
        build(config),
        log_config=None,
        access_log=False,
        ws=CarefulSocket,
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=64 * 1024,
    )
    return uvicorn.Server(settings)


def listen(host: str, port: int = 0) -> socket.socket:
    """Listen at an address; at the first free port from 8377 on if none is named.

    Raises:
        BadService: when that cannot be.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    fault: OSError | None = None
    for tried in [port] if port else range(PORT, PORT + TRIED):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, tried))
        except (OSError, OverflowError) as wrong:
            listening.close()
            fault = wrong if isinstance(wrong, OSError) else OSError(str(wrong))
            continue
        listening.listen(2048)
        listening.set_inheritable(True)
        return listening
    raise BadService("taken", host=host, port=port or PORT, why=fault.strerror or fault if fault else "")


def _is_ours_alone(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _spoken(host: str) -> str:
    """Return the address to type: this machine's own in the network, where it listens everywhere."""
    if host in ("0.0.0.0", "::"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for examples; nothing is sent
            return str(probe.getsockname()[0])
        return HOST
    return f"[{host}]" if ":" in host else host


def _log_plainly() -> None:
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
