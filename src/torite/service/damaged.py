"""Rows in which something is damaged: each is left out for people, and whoever runs the service is told which it is.

Nothing else that is kept suffers, and nothing of such a row is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sql
import structlog

REMEMBERED = 10_000  #: rows of which it is known that it was said
Told = TypeVar("Told")
log = structlog.get_logger()


def read_json(text: str | bytes | None) -> Any:
    """Read what is kept as JSON; None where it is damaged: one row keeps nobody from all that is read with it."""
    try:
        return msgspec.json.decode(text or b"")
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def shaped(value: Any, kind: Any, leniently: bool) -> Any:
    """Read a value of some kind; of what is damaged an empty one, where it is read leniently.

    Raises:
        msgspec.ValidationError: where it is not of that kind.
    """
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError:
        if leniently:
            return kind()
        raise


def told(table: sql.Table, rows: Iterable[dict[str, Any]], make: Callable[[dict[str, Any]], Told]) -> list[Told]:
    """Make what is told of rows; those of which that cannot be made, as it is declared, are left out."""
    found = []
    for row in rows:
        try:
            one = make(row)
            found.append(msgspec.json.decode(msgspec.json.encode(one), type=type(one)))
        except MemoryError:
            raise
        except Exception:
            note(table, row["id"])
    return found


@lru_cache(REMEMBERED)
def note(table: sql.Table, row: str) -> None:
    """Log that a row is damaged, once."""
    log.warning("a row of the database is damaged, and left out", table=table.name, row=row[:6])
