"""What was written when the database was lost in the middle of it: nobody knows, until it can be asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from torite.service import schema
from torite.service.statements import CLOSED, DELETING
from torite.service.storage import Ended, Storage, Unread, Unsure
from torite.service.table_setup import TableSetup

AGAIN = 0.5  #: seconds from one question to the next, while the database is away


async def was_kept(
    kept: Storage, setup: TableSetup, rows: Sequence[dict[str, Any]], given_up: Callable[[], bool]
) -> bool:
    """Find out whether entries were written, as soon as the database can be asked.

    What is still on its way to it must not come after that: so the table goes on in a new epoch, and whoever has locked
    it is waited for.

    Args:
        kept: the database.
        setup: the table, of this process; its epoch is counted on.
        rows: the entries, by which a message or a bot went on.
        given_up: tells whether nobody wants to know any more.

    Raises:
        Ended: when the table has ended, or another process has it.
        Unsure: when it was given up, or something else was written.
    """
    own, entry = schema.sitting, schema.entry
    ours = own.c.id == setup.id, own.c.owner == setup.owner, own.c.state.not_in((CLOSED, DELETING))
    again = sql.update(own).where(*ours).values(epoch=schema.COUNTED_ON).returning(own.c.epoch)
    since = entry.c.number >= min((row["number"] for row in rows), default=0)
    asked = sql.select(entry).where(entry.c.sitting == setup.id, since).order_by(entry.c.number)
    while True:
        if given_up():
            raise Unsure
        try:
            taken = await kept.changed(again)
            found = await kept.rows(asked)
            break
        except (Unread, DBAPIError):
            await asyncio.sleep(AGAIN)
    if not taken:
        raise Ended
    setup.epoch = taken[0]["epoch"]
    told = [{name: row[name] for name in ("number", "line", "cid")} for row in rows]
    if found and told != [{name: row[name] for name in ("number", "line", "cid")} for row in found]:
        raise Unsure
    return bool(found)
