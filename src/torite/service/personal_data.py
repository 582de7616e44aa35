"""What is kept of a person: all of it told, and all of it deleted, at once or not at all.

Where others play or played too, their tables and records stay, without the name of who goes. What was added to a key in
words stays with it, for without them no shuffle could be checked, but the table no longer tells whose it was. Where a
table was closed before its end no record can come of it, and the words go too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sql

from torite.service import conversation, damaged, devices, notes, restrictions, schema, statements, storage, table_setup
from torite.service.chat import SaidRow
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.moderation import send_home
from torite.service.page_messages import page_words
from torite.service.presence import LOGGED_OUT, send_away
from torite.service.renamed_records import renamed
from torite.service.statements import one_by_one, while_it_goes_on
from torite.service.storage import Gone, Statement, Storage, Unkept, Unsure
from torite.service.table import Table
from torite.service.table_setup import STANDIN, Occupant, TableSetup
from torite.service.users import Person

FORMAT, VERSION = "torite personal data", 1
TRIES = 10  #: how often tables are taken from processes that serve them, if others come to them at once
AT_A_TIME = 100  #: tables whose moves are read at once
TOLD = (
    "id", "variant", "state", "daily", "replay", "changed_at", "finished_at", "scores", "places", "continued", "seat",
    "name",
)  # fmt: skip


# told


async def of(kept: Storage, person: Person) -> dict[str, Any]:
    """Tell all that is kept of somebody. What lies hidden at a table is not theirs, and not in it.

    Raises:
        Refused: when nothing is: they have been deleted from elsewhere a moment ago.
    """
    own, held, results, replays = schema.person, schema.token, schema.result, schema.replay
    if not (found := await kept.rows(sql.select(own).where(own.c.id == person.id))):
        raise Refused("stranger", "unknown")
    me = found[0]
    browsers = await kept.rows(sql.select(held.c.made_at).where(held.c.person == person.id).order_by(held.c.made_at))
    ended = await kept.rows(sql.select(results).where(results.c.person == person.id))
    brought = await kept.rows(sql.select(replays.c.id, replays.c.record, replays.c.made_at).where(_brought(person.id)))
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "person": {name: me[name] for name in ("name", "language", "seen_at", "banned_until")},
        "browsers": browsers,
        "tables": await _tables(kept, person.id),
        "watching": await _of_person(kept, schema.watcher, person.id),
        "restrictions": await _of_person(kept, schema.restriction, person.id),
        "talk": await _talk(kept, person.id),
        "results": [{name: value for name, value in row.items() if name != "person"} for row in ended],
        "records": brought,
        "notes": await _of_person(kept, schema.note, person.id),
        "variations": await _of_person(kept, schema.variations, person.id),
        "shared_notes": await _of_person(kept, schema.shared_notes, person.id),
        "experiments": await _experiments(kept, person.id),
        "rules": await _of_person(kept, schema.house_rules, person.id),
    }


async def _of_person(kept: Storage, table: Any, person: int) -> list[dict[str, Any]]:
    columns = [column for column in table.c if column.name != "person"]
    return await kept.rows(sql.select(*columns).where(table.c.person == person))


async def _experiments(kept: Storage, person: int) -> list[dict[str, Any]]:
    """List somebody's experiments of the lab: what was wanted and what came of it, as it is kept."""
    packed = ("wanted", "outcome")
    return [
        {name: value for name, value in row.items() if name != "kept"}
        | {name: damaged.read_json(row[name]) for name in packed}
        for row in await _of_person(kept, schema.experiment, person)
    ]


async def _tables(kept: Storage, person: int) -> list[dict[str, Any]]:
    rows = await kept.rows(tables_of(person))
    moves = await _moves(kept, [row["id"] for row in rows], person)
    return [
        {
            **{name: row[name] for name in TOLD},
            "host": row["host"] == person,
            "words": row["words"].get(str(row["seat"]), "") if isinstance(row["words"], dict) else "",
            "moves": moves[row["id"]],
        }
        for row in rows
    ]


def tables_of(person: int) -> sql.Select[Any]:
    """Ask for the tables that somebody set or sits at, with their seat."""
    own, seats = schema.sitting, schema.seat
    sat, set_up = sql.select(seats.c.sitting), sql.select(own.c.id)
    at = own.c.id.in_(sat.where(seats.c.person == person).union(set_up.where(own.c.host == person)))
    # The sum has SQLite find the seat among those of its table, not among all that are this person's.
    mine = sql.and_(seats.c.sitting == own.c.id, seats.c.person + 0 == person)
    query = sql.select(own, seats.c.seat, seats.c.name).outerjoin(seats, mine).where(at)
    return query.order_by(own.c.changed_at)


async def _moves(kept: Storage, tables: Sequence[str], person: int) -> dict[str, list[dict[str, Any]]]:
    """List somebody's own entries of logs; what chance settled after them is under the same message, and is not."""
    own, found = schema.entry, dict[str, list[dict[str, Any]]]({table: [] for table in tables})
    for first in range(0, len(tables), AT_A_TIME):
        among = own.c.sitting.in_(tables[first : first + AT_A_TIME]), _by(own, person)
        query = sql.select(own.c.sitting, own.c.number, own.c.line, own.c.at).where(*among).order_by(own.c.number)
        for row in await kept.rows(query):
            if row["line"][:1].isdigit():
                found[row.pop("sitting")].append(row)
    return found


async def _talk(kept: Storage, person: int) -> list[dict[str, Any]]:
    said = schema.said
    query = sql.select(said.c.sitting, said.c.name, said.c.phrase, said.c.text)
    return await kept.rows(query.where(_by(said, person)).order_by(said.c.sitting, said.c.number))


def _by(table: Any, person: int) -> Any:
    """Tell which rows a message of somebody's led to."""
    return table.c.cid.startswith(f"{person}:")


def _brought(person: int) -> Any:
    """Tell which records somebody brought from elsewhere: no table's own."""
    own, replays = schema.sitting, schema.replay
    return sql.and_(replays.c.person == person, ~sql.exists().where(own.c.replay == replays.c.id))


# deleted


@dataclass
class _Leaving:
    """How somebody leaves one table for good.

    Attributes:
        at: the table as it is kept.
        table: the same, if it is open.
        person: who leaves.
        heir: who is host then; None where nobody else sits, and the table goes too.
        name: what stands there in place of their name.
    """

    at: TableSetup
    table: Table | None
    person: int
    heir: int | None
    name: str

    @property
    def seat(self) -> int:
        return self.at.seat_of(self.person)

    @property
    def occupant(self) -> Occupant:
        """What stands in their place: before a match an open seat, then a bot for good."""
        return Occupant("bot", self.name, None, STANDIN) if self.at.begun else Occupant("open")

    @property
    def names(self) -> list[str]:
        """The names of all seats, by seat, as they are then."""
        return [self.name if n == self.seat else occupant.name for n, occupant in enumerate(self.at.occupants)]

    def is_theirs(self, line: SaidRow) -> bool:
        """Tell whether they said a line. Earlier versions did not keep whose message it was, only the seat."""
        return line["cid"].startswith(f"{self.person}:") or (line["cid"] == "" and line["seat"] == self.seat >= 0)


async def delete(service: Service, person: Person, language: str) -> None:
    """Delete all that is kept of somebody; whoever asks for it again while it is done waits for it.

    Raises:
        Unkept: when it could not be done; nothing was done then.
    """
    async with service.people.leaving(person):
        for _ in range(TRIES):
            if not await _is_kept(service.kept, person.id) or await _deleted(service, person, language):
                break
        else:
            raise Unkept
        service.kept.empty_log()
        service.experiments.stop_all(person.id)
        for viewer in [viewer for viewer in service.presence.viewers if viewer.person == person.id]:
            send_away(viewer, "deleted", LOGGED_OUT)


async def delete_kept(kept: Storage, person: int, language: str) -> None:
    """Delete all that is kept of somebody, in a database of which no service has one of their tables open.

    Raises:
        Unkept: when it could not be done; nothing was done then.
    """
    names = await concerned(kept, person)
    leaving = [one async for one in _all_leaving(kept, names, {}, person, language)]
    await _written(kept, leaving, person, {})


async def delete_shared(kept: Storage, person: int, language: str) -> None:
    """Delete all that is kept of somebody, in a database that processes may serve: their tables are taken from these.

    Raises:
        Unkept: when it could not be done; nothing was done then.
    """
    ready = await _records(kept, await concerned(kept, person), person, language)
    for _ in range(TRIES):
        names = await concerned(kept, person)
        untouched = await _taken(kept, names)
        leaving = [one async for one in _all_leaving(kept, names, {}, person, language)]
        try:
            return await _written(kept, leaving, person, ready, untouched)
        except Unsure:
            raise
        except Unkept:  # somebody has come to one of them meanwhile, or they have been seated at one more
            continue
    raise Unkept


async def _taken(kept: Storage, names: list[str]) -> list[Statement]:
    """Take tables from whoever serves them; return what undoes all that is written with it if one is served again."""
    own = schema.sitting
    taken = sql.update(own).where(own.c.id.in_(names)).values(owner="", epoch=schema.COUNTED_ON)
    rows = await kept.changed(taken.returning(own.c.id, own.c.epoch)) if names else []
    at = (sql.and_(own.c.id == row["id"], own.c.epoch == row["epoch"]) for row in rows)
    return [(while_it_goes_on(sql.update(own).where(still).values(owner="")), []) for still in at]


async def _written(
    kept: Storage, leaving: list[_Leaving], person: int, ready: dict[str, str], first: Sequence[Statement] = ()
) -> None:
    """Write that somebody leaves tables, with all that is theirs alone; records that are ready are not read again."""
    records: dict[str, str] = {}
    for one in leaving:
        records |= {one.at.replay: ready[one.at.replay]} if one.at.replay in ready else await _renamed(kept, one)
    parts = [statement for one in leaving for statement in _statements(one)]
    await kept.write(one_by_one(person), *first, *parts, *_rewritten(records), *_own(person))


async def _records(kept: Storage, names: list[str], person: int, language: str) -> dict[str, str]:
    """Write the records of tables that somebody leaves anew, before any is held: that takes a while."""
    ready: dict[str, str] = {}
    for name in names:
        at = await table_setup.agreed(kept, name, leniently=True)
        if at is not None and at.replay:
            ready |= await _renamed(kept, await _leaving(kept, at, None, person, language))
    return ready


async def _is_kept(kept: Storage, person: int) -> bool:
    return bool(await kept.rows(sql.select(schema.person.c.id).where(schema.person.c.id == person)))


async def _deleted(service: Service, person: Person, language: str) -> bool:
    """Delete somebody; not where others have seated them at one more table meanwhile, or they did more elsewhere."""
    kept = service.kept
    names = await concerned(kept, person.id)
    ready = await _records(kept, names, person.id, language)
    async with service.registry.holding(names) as tables:
        if not set(await concerned(kept, person.id)) <= set(names):
            return False
        leaving = [one async for one in _all_leaving(kept, names, tables, person.id, language)]
        tokens = await devices.tokens_of(kept, person)
        try:
            await _written(kept, leaving, person.id, ready)
        except Gone:  # at another process something has been kept of them meanwhile
            return False
        service.people.forget(tokens)
        await service.notifications.tell("token", tokens)
        for one in leaving:
            _carry_out(service, one)
    return True


async def concerned(kept: Storage, person: int) -> list[str]:
    """List the tables that tell of somebody."""
    own, seats, said = schema.sitting, schema.seat, schema.said
    queries = (
        sql.select(own.c.id).where(own.c.host == person),
        sql.select(seats.c.sitting.label("id")).where(seats.c.person == person),
        sql.select(said.c.sitting.label("id")).where(_by(said, person)).distinct(),
    )
    return sorted({row["id"] for query in queries for row in await kept.rows(query)})


async def _all_leaving(kept: Storage, names: list[str], tables: dict[str, Table], person: int, language: str) -> Any:
    for name in names:
        table = tables.get(name)
        at = table.setup if table else await table_setup.agreed(kept, name, leniently=True)
        if at is not None:
            yield await _leaving(kept, at, table, person, language)


async def _leaving(kept: Storage, at: TableSetup, table: Table | None, person: int, language: str) -> _Leaving:
    limited = table.restricted if table else await restrictions.restricted(kept, at.id)
    removed = [one for one, what in limited.items() if "removed" in what.what] if at.state != "over" else []
    wished, taken = page_words(language)("service.gone"), {occupant.name for occupant in at.occupants}
    name = next(name for name in (wished, *(f"{wished} {n}" for n in range(2, 99))) if name not in taken)
    return _Leaving(at, table, person, at.heir(person, removed), name)


async def _renamed(kept: Storage, one: _Leaving) -> dict[str, str]:
    """Write the record of a match that others share anew, with another name."""
    own = schema.replay
    if one.heir is None or one.seat < 0 or not one.at.replay:
        return {}
    rows = await kept.rows(sql.select(own.c.id, own.c.record).where(own.c.id == one.at.replay))
    return {row["id"]: await asyncio.to_thread(renamed, row["record"], one.names) for row in rows}


def _statements(one: _Leaving) -> Iterator[Statement]:
    """Say how it is written that somebody leaves one table for good."""
    own, seats, said, entries = schema.sitting, schema.seat, schema.said, schema.entry
    at, seat = one.at, one.seat
    if one.heir is None:
        for table in (said, entries, seats, schema.watcher, schema.restriction):
            yield sql.delete(table).where(table.c.sitting == at.id), []
        yield sql.delete(own).where(own.c.id == at.id), []
        yield from notes.forgotten([at.replay])
        yield sql.delete(schema.replay).where(schema.replay.c.id == at.replay), []
        return
    if at.host == one.person:
        yield sql.update(own).where(own.c.id == at.id).values(host=one.heir), []
    theirs = _by(said, one.person)
    if seat >= 0:
        yield sql.update(seats).where(seats.c.sitting == at.id, seats.c.seat == seat).values(**vars(one.occupant)), []
        theirs = sql.or_(theirs, sql.and_(said.c.cid == "", said.c.seat == seat))
        words = {str(n): text for n, text in at.words.items() if n != seat}
        # A table may have been closed from elsewhere, unknown here yet.
        needless = sql.true() if not at.begun else own.c.state == statements.CLOSED
        yield sql.update(own).where(own.c.id == at.id, needless).values(words=words), []
    yield sql.update(said).where(said.c.sitting == at.id, theirs).values(**conversation.UNSAID), []
    yield sql.update(entries).where(entries.c.sitting == at.id, _by(entries, one.person)).values(cid=""), []


def _rewritten(records: dict[str, str]) -> Iterator[Statement]:
    own = schema.replay
    for name, record in records.items():
        yield sql.update(own).where(own.c.id == name).values(record=record, made_at=storage.now()), []


def _own(person: int) -> Iterator[Statement]:
    """Say how it is deleted what tells of nobody else."""
    yield from notes.forgotten(sql.select(schema.replay.c.id).where(_brought(person)))
    yield sql.delete(schema.replay).where(_brought(person)), []
    for table in (
        schema.note,
        schema.variations,
        schema.shared_notes,
        schema.result,
        schema.experiment,
        schema.house_rules,
        schema.watcher,
        schema.restriction,
        schema.token,
        schema.device_code,
    ):
        yield sql.delete(table).where(table.c.person == person), []
    yield sql.delete(schema.person).where(schema.person.c.id == person), []


def _carry_out(service: Service, one: _Leaving) -> None:
    """Do at an open table what is on disk."""
    table, at, seat = one.table, one.at, one.seat
    if table is None:
        return
    if one.heir is None:
        send_home(service, table)
        return
    table.talk.unsay(one.is_theirs)
    if table.match is not None:
        table.match.rename(one.names)
    if at.host == one.person:
        at.host = one.heir
    table.restricted.pop(one.person, None)
    if seat >= 0:
        if not at.begun:
            at.words.pop(seat, None)
        at.occupants[seat] = one.occupant
        table.vacate(seat)
    for viewer in [viewer for viewer in table.viewers if viewer.person == one.person]:
        table.viewers.discard(viewer)
        viewer.seat = -1
    table.unseat_all()
    table.show(table.viewers, fresh=True)
    table.go_on()
