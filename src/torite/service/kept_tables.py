"""What is kept of tables that are to be opened, read for several at once.

Where a process has ended others open its tables by the hundred, and each question costs as much as playing a log again.
What is asked for while something is read is read together afterwards; a table that is asked for alone waits for nobody.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

import sqlalchemy as sql

from torite.service import schema
from torite.service.conversation import Conversation, conversation
from torite.service.kept_logs import EntryRow
from torite.service.leases import Elsewhere, Leases
from torite.service.restrictions import limits, limits_of
from torite.service.statements import CLOSED, DELETING
from torite.service.storage import Storage, Unread
from torite.service.table_setup import Restricted, TableSetup, Unreadable, of_rows

AT_ONCE = 16  #: tables read together
FEW = 1000  #: entries that are read together; what is beyond is read when its table's turn comes
Row = dict[str, Any]


@dataclass
class KeptTable:
    """What is kept of a table, taken for this process.

    Attributes:
        epoch: in which it was taken.
        setup: what was agreed; None where there is no such table any more.
        many: how many entries its log has.
        entries: these; None where they have not been read yet.
        talk: what was said.
        restricted: who may no longer do something there.
        fault: why it is not understood.
    """

    epoch: int
    setup: TableSetup | None = None
    many: int = 0
    entries: list[EntryRow] | None = None
    talk: Conversation = field(default_factory=Conversation)
    restricted: dict[int, Restricted] = field(default_factory=dict)
    fault: Unreadable | None = None


class KeptTables:
    """All tables as they are kept.

    Args:
        kept: where.
        leases: takes them for this process.
    """

    def __init__(self, kept: Storage, leases: Leases) -> None:
        self._kept = kept
        self._leases = leases
        self._waiting: dict[str, asyncio.Future[KeptTable]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def table(self, name: str) -> KeptTable:
        """Take a table and read what is kept of it.

        Args:
            name: its id; nobody else asks for it meanwhile.

        Raises:
            Elsewhere: when another process serves it.
            Unread: when it cannot be read now.
        """
        found = self._waiting[name] = asyncio.get_running_loop().create_future()
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await found

    async def _read(self) -> None:
        while names := list(self._waiting)[:AT_ONCE]:
            waiting = {name: self._waiting.pop(name) for name in names}
            try:
                found = await self._together(names)
            except Exception as fault:
                found = dict.fromkeys(names, fault)
                if len(names) > 1 and not isinstance(fault, Unread):  # one of them is at fault: each for itself
                    found = {name: one for each in names for name, one in (await self._alone(each)).items()}
            for name, done in waiting.items():
                one = found[name]
                if done.done():
                    continue
                if isinstance(one, Exception):
                    done.set_exception(one)
                else:
                    done.set_result(one)

    async def _alone(self, name: str) -> dict[str, KeptTable | Exception]:
        try:
            return await self._together([name])
        except Exception as fault:
            return {name: fault}

    async def _together(self, names: list[str]) -> dict[str, KeptTable | Exception]:
        taken = await self._leases.take_all(names)
        epochs = {name: epoch for name, epoch in taken.items() if not isinstance(epoch, Elsewhere)}
        others = {name: one for name, one in taken.items() if isinstance(one, Elsewhere)}
        try:
            return {**others, **(await self._of(epochs) if epochs else {})}
        except BaseException:
            await self._leases.release(epochs)
            raise

    async def _of(self, epochs: dict[str, int]) -> dict[str, KeptTable]:
        """Read what is kept of tables that were taken."""
        own, seat, entry, said = schema.sitting, schema.seat, schema.entry, schema.said
        names = list(epochs)
        there, seats, counts, talks, limited = await self._kept.all_rows(
            sql.select(own).where(own.c.id.in_(names), own.c.state.not_in((CLOSED, DELETING))),
            sql.select(seat).where(seat.c.sitting.in_(names)).order_by(seat.c.seat),
            sql.select(entry.c.sitting, sql.func.count().label("n")).where(entry.c.sitting.in_(names))
            .group_by(entry.c.sitting),
            sql.select(said.c.sitting).where(said.c.sitting.in_(names)).distinct(),
            limits(names),
        )  # fmt: skip
        many = {row["sitting"]: row["n"] for row in counts}
        found = {name: KeptTable(epoch, many=many.get(name, 0)) for name, epoch in epochs.items()}
        seated, limited_at = _by_table(seats), _by_table(limited)
        for row in there:
            one = found[row["id"]]
            try:
                one.setup = of_rows(row, seated[row["id"]])
                one.setup.owner, one.setup.epoch = self._leases.id, one.epoch
                one.restricted = limits_of(limited_at[row["id"]])
            except Exception as fault:
                one.fault = Unreadable(fault)
        for row in talks:
            found[row["sitting"]].talk = await conversation(self._kept, row["sitting"])
        await self._read_entries(found)
        return found

    async def _read_entries(self, found: dict[str, KeptTable]) -> None:
        """Read the logs of so many of them that nobody waits for long."""
        room, few = FEW, []
        for name, one in found.items():
            if one.many <= room:
                room -= one.many
                few.append(name)
        entry = schema.entry
        query = sql.select(entry.c.sitting, entry.c.number, entry.c.line, entry.c.cid).order_by(entry.c.number)
        lines = _by_table(await self._kept.rows(query.where(entry.c.sitting.in_(few))))
        for name in few:
            found[name].entries = cast("list[EntryRow]", lines[name])


def _by_table(rows: Iterable[Row]) -> defaultdict[str, list[Row]]:
    """List rows by the table that they are of."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["sitting"]].append(row)
    return found
