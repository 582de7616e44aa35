"""Processes by their names: where several serve one address, what begins with `/p/NAME/` is for the one of that name.

A balancer sends it there. It is no more than a hint: whichever process gets it answers as if it were not there.
"""

from __future__ import annotations

import re
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

NAMED = re.compile(r"/p/(?P<name>[a-z0-9-]{1,20})(?P<rest>/.*)")
CAME_BY = "came_by"  #: where a request's state says by which name it came


def way_to(process: str) -> str:
    """Return how paths begin that are for a process."""
    return f"/p/{process}"


def is_name(text: str) -> bool:
    """Tell whether something can be a process's name."""
    return NAMED.fullmatch(f"{way_to(text)}/") is not None


def came_by(scope: Any) -> str:
    """Return for which process a request was meant; empty for any."""
    return str(scope.get("state", {}).get(CAME_BY, ""))


class ByName:
    """Takes the names of processes away from paths."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        found = NAMED.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if found:
            rest, raw = found["rest"], scope.get("raw_path", b"")[len(way_to(found["name"])) :]
            state = scope.get("state", {}) | {CAME_BY: found["name"]}
            scope = {**scope, "path": rest, "raw_path": raw, "state": state}
        await self.app(scope, receive, send)
