"""The key by which processes that think on other machines are let in: a secret of the host's, in a file of its own."""

from __future__ import annotations

import re
from pathlib import Path

from torite.errors import ToriteError
from torite.service.bad_folder import check_plain
from torite.service.config import KEY
from torite.service.page_messages import page_words

MOST_BYTES = 1000


class BadKey(ToriteError):
    """A key that cannot be used."""

    code = "bad-input"

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"think.{key}", page_words, **facts)


def key_in(file: Path) -> str:
    """Read a key.

    Raises:
        BadKey: when the file cannot be read, or holds none.
        BadFolder: when it is no file.
    """
    try:
        check_plain(file)
        with file.open("rb") as source:
            text = source.read(MOST_BYTES).decode("ascii", "replace").strip()
    except OSError as fault:
        raise BadKey("no_file", file=file, why=fault.strerror or fault) from None
    return checked(text, file)


def checked(text: str, where: object) -> str:
    """Return a key, if it is one.

    Raises:
        BadKey: when it is none.
    """
    if not re.fullmatch(KEY, text):
        raise BadKey("bad_key", where=where)
    return text
