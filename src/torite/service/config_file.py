"""The file in which a host sets a service up: TOML, with the names of `torite.service.config`.

origins = ["https://cards.example"]

[limits]
open_tables = 50
hints = { most = 20, seconds = 60 }

[retention]
unfinished = 60
"""

from __future__ import annotations

import codecs
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct

from torite.errors import ToriteError
from torite.service.bad_folder import check_plain
from torite.service.config import Config
from torite.service.page_messages import page_words

NAME = "torite.toml"  #: of the file in the folder of data
MOST_BYTES = 1 << 20
ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?/?")


class BadOrigin(ToriteError):
    """An address that no page can be reached under."""

    code = "bad-input"

    def __init__(self, given: str) -> None:
        super().__init__("serve.bad_origin", page_words, given=given)


class BadConfig(ToriteError):
    """A file of settings that cannot be used."""

    code = "bad-input"

    def __init__(self, file: Path, why: object, line: int = 0) -> None:
        super().__init__(
            "serve.bad_config_line" if line else "serve.bad_config", page_words, file=file, why=why, line=line
        )


def configured(folder: Path, named: Path | None = None, **given: Any) -> Config:
    """Return how a service is set up: as was given, else as the file says, else as is usual.

    Args:
        folder: of its data.
        named: the file; `torite.toml` of the folder, if there is one, where none is named.
        given: what comes before the file; None, no and empty for what was not given.

    Raises:
        BadConfig: when the file cannot be used.
        BadFolder: when it is none.
        BadOrigin: when an origin is none.
    """
    file = named or folder / NAME
    told = _read(file) if named or os.path.lexists(file) else {}
    before = {
        name: value for name, value in given.items() if not (value is None or value is False or value in ((), ""))
    }
    settings = Config(folder, **told | before)
    for origin in settings.origins:
        if not is_origin(origin):
            raise BadOrigin(origin)
    return settings


def is_origin(text: str) -> bool:
    """Tell whether something is an address as browsers name a page's origin: scheme, host, and a port if need be."""
    found = ORIGIN.fullmatch(text.lower())
    return found is not None and 0 < int(found["port"] or 443) < 65536


def _read(file: Path) -> dict[str, Any]:
    try:
        check_plain(file)
        data = file.read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as fault:
        raise BadConfig(file, fault.strerror or fault) from None
    try:
        if len(data) > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES} bytes")
        told = msgspec.toml.decode(data, type=_told())
    except (ValueError, RecursionError) as fault:  # a wrong type, an unknown name, no TOML, no text
        why = " ".join(str(fault).split())
        raise BadConfig(file, why, _line_of(why, data)) from None
    shortest, longest = told.pace
    if shortest > longest:
        raise BadConfig(file, "pace: the shortest pause is longer than the longest")
    return msgspec.structs.asdict(told)


def _line_of(why: str, data: bytes) -> int:
    """Find the line that a fault names by its place, as in `$.limits.hints`; 0 where there is none.

    Where all ends too early it is the last name that is at fault.
    """
    path = re.search(r"at `(?:key in )?\$\.?([^`[]*)", why)
    unknown = re.search(r"unknown field `([^`]*)`", why)
    wanted = [part for part in (path[1] if path else "").split(".") if part] + ([unknown[1]] if unknown else [])
    table: list[str] = []
    found, fits = 0, 0
    for number, line in enumerate(data.decode(errors="replace").splitlines(), start=1):
        header = re.match(r"\s*\[+([^]]*)\]", line)
        if header:
            at = table = _parts(header[1])
        elif "=" in line.partition("#")[0]:
            at = table + _parts(line.partition("=")[0])
        else:
            continue
        if why.endswith("(at end of document)"):
            found = number
        elif len(at) > fits and at == wanted[: len(at)]:
            found, fits = number, len(at)
    return found


def _parts(name: str) -> list[str]:
    return [part.strip(" \t\"'") for part in name.split(".")]


@cache
def _told() -> Any:
    """Make the type of such a file: a Config less its folder."""
    fields = [
        (one.name, one.type, msgspec.field(default=one.default) if one.default is not NODEFAULT else msgspec.field())
        for one in msgspec.structs.fields(Config)
        if one.name != "data"
    ]
    return msgspec.defstruct("Settings", fields, bases=(Struct,), frozen=True, forbid_unknown_fields=True)
