"""Tables that cannot be opened: begun with other rules, or damaged. They are set aside, and nothing of them is lost.

Whoever has to do with such a table is told in a sentence. The lines of its log name hidden cards, so they are for
whoever runs the service (`torite admin table ID --text`): who may see which of them could only be told by playing them.
Each process tries once to open such a table; a later version that can do so has it back by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import sqlalchemy as sql
import structlog

from torite.match import Match
from torite.service import schema
from torite.service.errors import Refused
from torite.service.kept_logs import EntryRow
from torite.service.storage import Storage, Unkept
from torite.service.table_setup import TableSetup, Unreadable, checked

if TYPE_CHECKING:
    from torite.words import Words

ASIDE = "aside"
log = structlog.get_logger()


@dataclass(frozen=True)
class Aside:
    """What may be told of a table that was set aside.

    Attributes:
        rules: the version with which it was begun; empty where that was not kept yet.
        day: when it was last changed.
        people: who sits or watches there, and its host.
    """

    rules: str
    day: str
    people: frozenset[int]


class SetAside(Refused):
    """A table that cannot be opened."""

    def __init__(self, aside: Aside) -> None:
        super().__init__("aside", "aside", version=lambda say: version(say, aside.rules), day=aside.day)
        self.people = aside.people


def version(say: Words, rules: str) -> str:
    """Write a version of the rules for people."""
    return f"Torite {rules.partition(' ')[0]}" if rules else say("service.aside_earlier")


def replayed(setup: TableSetup, entries: list[EntryRow]) -> Match | None:
    """Make the match of a table from its log; None before it has begun.

    Raises:
        Unreadable: when that cannot be.
    """
    try:
        if not setup.begun:
            checked(setup.variant, len(setup.occupants), setup.options)
            return None
        if [entry["number"] for entry in entries] != list(range(len(entries))):
            raise ValueError("the log has a gap")
        return setup.match([entry["line"] for entry in entries])
    except (MemoryError, Unreadable):
        raise
    except Exception as fault:
        raise Unreadable(fault) from fault


def state_before(setup: TableSetup, entries: int) -> str:
    """Return the state of a table with so many entries that was set aside and can be opened again."""
    if entries:
        return "over" if setup.replay else "playing"
    alone = all(occupant.kind == "bot" or occupant.person == setup.host for occupant in setup.occupants)
    return "set" if alone else "open"


async def set_aside(kept: Storage, table: str, why: Unreadable) -> Aside:
    """Set a table aside, and log it the first time; return what may be told of it."""
    own = schema.sitting
    row = (await kept.rows(sql.select(own).where(own.c.id == table)))[0]
    if row["state"] != ASIDE:
        log.warning("a table was set aside", table=table[:6], rules=row["rules"], why=str(why), entry=why.number)
        await write_state(kept, table, ASIDE)
    day = f"{datetime.fromtimestamp(row['changed_at'], UTC):%Y-%m-%d}"
    return Aside(row["rules"], day, frozenset(await _people(kept, table, row["host"])))


async def write_state(kept: Storage, table: str, state: str) -> None:
    """Keep another state of a table; where that cannot be, it is found out again later."""
    own = schema.sitting
    try:
        await kept.write((sql.update(own).where(own.c.id == table).values(state=state), []))
    except Unkept:
        log.warning("the state of a table was not kept", table=table[:6], state=state)


async def _people(kept: Storage, table: str, host: int) -> set[int]:
    seat, watcher, limit = schema.seat, schema.watcher, schema.restriction
    seated = sql.select(seat.c.person).where(seat.c.sitting == table, seat.c.person.is_not(None))
    watching = sql.select(watcher.c.person).where(watcher.c.sitting == table)
    removed = sql.select(limit.c.person).where(limit.c.sitting == table, limit.c.what == "removed")
    here = {row["person"] for query in (seated, watching) for row in await kept.rows(query)}
    return {host, *here} - {row["person"] for row in await kept.rows(removed)}
