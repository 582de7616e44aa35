"""The page's own files: read and compressed once, and told anew only where they have changed."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response

from torite.service.http import YEAR

SMALL = 500  #: bytes below which compressing is not worth its header
INDEX = "index.html"
LEFT_OUT = ("built-from.txt",)  #: what lies there and is no part of the page
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
NOT_PAGES = ("assets", "api", "ws", "health", "ready", "metrics")  #: what is none of the page's own addresses


@dataclass(frozen=True)
class File:
    """A file as it is sent.

    Attributes:
        plain, packed: its bytes, and compressed; as they are where that is no shorter.
        kind: its media type.
        tag: names this version of it.
    """

    plain: bytes
    packed: bytes
    kind: str
    tag: str


class Files:
    """All files of a folder.

    Args:
        folder: the page as it was built.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._built_at = -1
        self._known: dict[str, File] = {}
        self._reading = asyncio.Lock()

    async def answer(self, name: str, headers: Headers) -> Response:
        """Answer with a file, or with the page where the name is one of its own addresses."""
        if not await self._up_to_date():
            return PlainTextResponse("The page has not been built: run `make play`.", 404)
        file = self._known.get(name)
        if file is None and name.partition("/")[0] in NOT_PAGES:
            return PlainTextResponse("", 404)
        return _answer(file or self._known[INDEX], file is not None and name.startswith("assets/"), headers)

    async def _up_to_date(self) -> bool:
        """Read all files where the page has been built since; tell whether it has ever been."""
        try:
            built_at = (self.folder / INDEX).stat().st_mtime_ns
        except OSError:
            return False
        async with self._reading:
            if built_at != self._built_at:
                self._known = await asyncio.to_thread(_read_all, self.folder)
                self._built_at = built_at
        return INDEX in self._known


def _read_all(folder: Path) -> dict[str, File]:
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and file.name not in LEFT_OUT]
    return {file.relative_to(folder).as_posix(): _read(file) for file in files}


def _read(path: Path) -> File:
    plain = path.read_bytes()
    packed = gzip.compress(plain, 9, mtime=0) if len(plain) >= SMALL else plain
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return File(plain, min(plain, packed, key=len), kind, tag)


def _answer(file: File, lasting: bool, headers: Headers) -> Response:
    told = {"cache-control": f"public, max-age={YEAR}, immutable" if lasting else "no-cache", "etag": file.tag}
    if headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=told)
    packed = file.packed is not file.plain and "gzip" in headers.get("accept-encoding", "")
    if packed:
        told |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(file.packed if packed else file.plain, headers=told, media_type=file.kind)
