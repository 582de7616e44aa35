"""Lists with commas between their parts, as commands have them; quotation marks keep a comma in a part."""

from __future__ import annotations

import re
from collections.abc import Iterable

from torite.errors import ToriteError

QUOTED = re.compile(r'"((?:[^"]|"")*)"')
PART = re.compile(rf'(?:[^,"]|{QUOTED.pattern})*')


class OpenQuote(ToriteError):
    """A quotation mark that nothing closes."""

    code = "open-quote"


def parted(text: str) -> list[str]:
    """Take a list apart: `a,"b, c"` and `a,b=","`; a quotation mark within quotation marks is doubled.

    Raises:
        OpenQuote: for a quotation mark that is not closed.
    """
    parts, at = [], 0
    while True:
        found = PART.match(text, at)
        assert found is not None  # it may be empty
        parts.append(QUOTED.sub(lambda quoted: quoted[1].replace('""', '"'), found[0].strip()))
        at = found.end() + 1
        if at > len(text):
            return parts
        if text[at - 1] != ",":
            raise OpenQuote("error.open_quote", given=text[:80])


def listed(parts: Iterable[str]) -> str:
    """Write parts as a list that is taken apart into the same."""
    return ",".join(_quoted(part) if re.search(r'[,"]|^\s|\s$', part) else part for part in parts)


def _quoted(part: str) -> str:
    return '"' + part.replace('"', '""') + '"'
