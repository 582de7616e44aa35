"""How tables are set: new ones, the deal of a day, lessons and puzzles, and the next table of the same people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sql

from torite.errors import UnknownName
from torite.games import find
from torite.match.chance import daily_key
from torite.scenes import lessons
from torite.service import day_puzzles, restrictions, schema, storage, table_setup, wire
from torite.service.audit import audit
from torite.service.errors import Refused
from torite.service.names import LONGEST_RULES, cleaned
from torite.service.open_table import OpenTable
from torite.service.resources import Resources
from torite.service.statements import CLOSED, INSERT_ENTRY, LESSON, counts, while_fewer
from torite.service.storage import Ended, Statement, Storage, Unkept
from torite.service.table import Table
from torite.service.table_registry import TableRegistry
from torite.service.table_setup import Occupant, TableSetup, new_id
from torite.service.users import Person
from torite.study import puzzles

UNBEGUN_OR_PLAYING = ("open", "set", "playing")


async def set_table(registry: TableRegistry, person: Person, wanted: wire.NewTable, address: str) -> Table:
    """Set a table.

    Args:
        registry: of all tables.
        person: who sets it.
        wanted: what they wish.
        address: from which they ask.

    Raises:
        ToriteError: when it cannot be played so.
    """
    mine = [number for number, seat in enumerate(wanted.seats) if seat.kind == "me"]
    if len(mine) != 1:
        raise Refused("one_person", "bad-options")
    variant = table_setup.checked(wanted.variant, len(wanted.seats), wanted.options)
    occupants = [Occupant("open") for _ in wanted.seats]
    settings = await _settled(registry, person, variant, wanted)
    made = TableSetup(new_id(), variant, dict(wanted.options), settings, person.id, occupants)
    for number, seat in enumerate(wanted.seats):
        if seat.kind != "me":
            made.occupy(number, seat.kind, seat.bot)
    made.occupants[mine[0]] = Occupant("person", made.name_for(person.name, mine[0]), person.id)
    made.state = "set" if wanted.start else "open"
    async with registry.resources.quotas.adding(person.id):
        await check_may_set(registry.resources, person.id, person.id, address)
        made.owner, made.epoch = registry.leases.id, registry.leases.first
        await keep(registry.resources, person.id, *made.made())
    audit("table-set", person=person.id, table=made.id)
    table = Table(registry.resources, made)
    registry.tables[made.id] = table
    return table


async def check_may_set(resources: Resources, person: int, host: int, address: str) -> None:
    """Check that somebody may set one more table; who asks holds `quotas.adding` of the host until it is kept.

    Args:
        person: who asks.
        host: whose table it will be.
        address: from which they ask.

    Raises:
        Refused: when they or others from there set too many, or the host has too many that are not over.
    """
    await _check_open(resources, host)
    resources.quotas.spend("tables", person)
    resources.quotas.spend("tables_set", address)


async def keep(resources: Resources, host: int, *written: Statement) -> None:
    """Write one more table of somebody down, unless they have too many by then, whichever process serves these.

    Raises:
        Refused: when they have.
        Ended: when something else of what is written does not count any more.
    """
    try:
        await resources.kept.write(*while_fewer(host, _going_on(host), resources.quotas.limits.open_tables), *written)
    except Ended:
        await _check_open(resources, host)
        raise


async def _check_open(resources: Resources, host: int) -> None:
    most = resources.quotas.limits.open_tables
    if len(await resources.kept.rows(_going_on(host).limit(most))) >= most:
        raise Refused("open_tables", "often", most=most)


def _going_on(host: int) -> sql.Select[Any]:
    """Ask for the tables of somebody that are not over."""
    own = schema.sitting
    return sql.select(own.c.id).where(own.c.host == host, own.c.state.in_(UNBEGUN_OR_PLAYING))


async def _settled(registry: TableRegistry, person: Person, variant: str, wanted: wire.NewTable) -> wire.Settings:
    """Settle whether a table's game is scored, and what follows from that."""
    scored, rules = wanted.settings.scored, cleaned(wanted.settings.rules, LONGEST_RULES)
    wished = msgspec.structs.replace(wanted.settings, lesson="", rules=rules)
    if len(wanted.seats) > 1:
        if scored:
            raise Refused("scored_several", "bad-options")
        return msgspec.structs.replace(wished, scored=False)
    if scored is None:
        scored = await has_played(registry, person, variant)
    return msgspec.structs.replace(wished, scored=scored, undo=not scored, move_time=0)


async def has_played(registry: TableRegistry, person: Person, variant: str) -> bool:
    """Tell whether somebody has had a table of a variant before, here or elsewhere, that counts."""
    own, kept = schema.sitting, schema.result
    queries = (
        sql.select(own.c.id).where(own.c.host == person.id, own.c.variant == variant, counts()),
        sql.select(kept.c.sitting).where(kept.c.person == person.id, kept.c.variant == variant),
    )
    return any([await registry.resources.kept.rows(query.limit(1)) for query in queries])


async def daily(registry: TableRegistry, person: Person, variant: str, day: str, address: str) -> str:
    """Return the id of somebody's table for the deal of a day, set from an address if there is none.

    Raises:
        ToriteError: when there is no such deal.
    """
    game, found = find(variant)
    key = daily_key(game, found, game.options(found.name, {}, found.default_seats), day, free=True)
    async with registry.resources.quotas.adding(person.id):  # so that two windows of one person open one table
        own = schema.sitting
        known = sql.select(own.c.id).where(
            own.c.host == person.id, own.c.variant == found.name, own.c.daily == day, own.c.daily != ""
        )
        if rows := await registry.resources.kept.rows(known):
            return str(rows[0]["id"])
        await check_may_set(registry.resources, person.id, person.id, address)
        settings = wire.Settings(undo=False, scored=True)
        made = TableSetup(new_id(), found.name, {}, settings, person.id, [Occupant("open")], key=key, daily=day)
        made.occupants[0] = Occupant("person", made.name_for(person.name, 0), person.id)
        made.state = "set"
        try:
            await keep(registry.resources, person.id, *while_fewer(person.id, known, 1), *made.made())
        except Ended:  # another process has set one meanwhile
            if rows := await registry.resources.kept.rows(known):
                return str(rows[0]["id"])
            raise
        audit("table-set", person=person.id, table=made.id)
        return made.id


async def lesson(registry: TableRegistry, person: Person, wanted: wire.NewLesson, address: str) -> str:
    """Return the id of somebody's table for a lesson: the one that was begun, or a new one.

    Of lessons that were begun one is kept, the latest: the others are closed.

    Raises:
        ToriteError: when there is no such lesson.
    """
    game, variant = find(wanted.variant)
    taught = lessons.find(game, variant, wanted.name)
    seats = taught.seats or game.variants[taught.variant].default_seats

    def made() -> tuple[TableSetup, list[Statement]]:
        setup = _taught(taught.variant, taught.agreed, seats, taught.name, person, lessons.LEARNER)
        setup.state = "set"
        return setup, []

    return await _the_one(registry, person, (taught.variant, taught.name), wanted.again, address, made)


async def puzzle(registry: TableRegistry, person: Person, wanted: wire.NewPuzzle, address: str) -> str:
    """Return the id of somebody's table for a variant's puzzle: the one that was begun, or a new one.

    Its position is entered line by line; from there on chance has a key of its own.

    Raises:
        ToriteError: when there is no such puzzle.
    """
    game, variant = find(wanted.variant)
    if wanted.date:
        asked = puzzles.of_day(game, variant, wanted.date)
    else:
        asked = puzzles.near(game, variant, wanted.rating, wanted.solved)
    if asked is None:
        raise UnknownName("error.no_puzzles", variant=variant.name)
    name = day_puzzles.called(asked, wanted.date)

    def made() -> tuple[TableSetup, list[Statement]]:
        setup = _taught(asked.variant, asked.options, asked.seats, name, person, asked.seat)
        setup.settings = msgspec.structs.replace(setup.settings, undo=False)  # the first answer counts
        setup.state, setup.rules = "playing", table_setup.rules_of(asked.variant)
        setup.waits_for = 1 << asked.seat
        own = {"sitting": setup.id, "epoch": setup.epoch, "cid": "", "at": storage.now()}
        rows = [own | {"number": number, "line": line} for number, line in enumerate(asked.lines)]
        return setup, [(INSERT_ENTRY, rows)]

    return await _the_one(registry, person, (asked.variant, name), False, address, made)


def _taught(variant: str, options: dict[str, str], seats: int, name: str, person: Person, seat: int) -> TableSetup:
    """Make the table of a lesson or a puzzle: the person on a seat, bots on the others."""
    settings = wire.Settings(spectators=False, scored=False, lesson=name)
    made = TableSetup(new_id(), variant, options, settings, person.id, [Occupant("open") for _ in range(seats)])
    for other in range(seats):
        if other != seat:
            made.occupy(other, "bot")
    made.occupants[seat] = Occupant("person", made.name_for(person.name, seat), person.id)
    return made


async def _the_one(
    registry: TableRegistry,
    person: Person,
    wanted: tuple[str, str],
    again: bool,
    address: str,
    make: Callable[[], tuple[TableSetup, list[Statement]]],
) -> str:
    """Return the id of the table at which somebody is taught: the one that was begun, or a new one; others are closed.

    Args:
        registry: of all tables.
        person: who is taught.
        wanted: the variant, and what the settings name.
        again: whether it is begun anew.
        address: from which they ask.
        make: makes the table, and what is kept of it besides.
    """
    own, kept = schema.sitting, registry.resources.kept
    going_on = own.c.host == person.id, own.c.state.in_(UNBEGUN_OR_PLAYING), LESSON != ""
    query = sql.select(own.c.id, own.c.variant, LESSON.label("lesson")).where(*going_on)
    async with registry.resources.quotas.adding(person.id):
        begun = await kept.rows(query)
        if not again and (known := _named(begun, wanted)):
            return known
        await check_may_set(registry.resources, person.id, person.id, address)
        made, besides = make()
        while True:
            before = [row["id"] for row in begun]
            others = sql.select(own.c.id).where(*going_on, own.c.id.not_in(before))
            still = own.c.id.in_(before), own.c.state.in_(UNBEGUN_OR_PLAYING)
            closed = sql.update(own).where(*still).values(state=CLOSED, changed_at=storage.now())
            try:
                one = while_fewer(person.id, others, 1)
                await keep(registry.resources, person.id, *one, (closed, []), *made.made(), *besides)
                break
            except Ended:  # another process has set one meanwhile
                begun = await kept.rows(query)
                new = [row for row in begun if row["id"] not in before]
                if not new:
                    raise
                if known := _named(new, wanted):
                    return known
        for name in before:
            registry.drop(name)
    audit("table-set", person=person.id, table=made.id)
    return made.id


def _named(rows: list[dict[str, Any]], wanted: tuple[str, str]) -> str:
    """Return the id of the table of a variant whose settings name a lesson or a puzzle; empty for none."""
    return next((row["id"] for row in rows if (row["variant"], row["lesson"]) == wanted), "")


async def _names(kept: Storage, occupants: list[Occupant]) -> dict[int | None, str]:
    """Read how people are called now."""
    own = schema.person
    people = [occupant.person for occupant in occupants if occupant.person is not None]
    return {row["id"]: row["name"] for row in await kept.rows(sql.select(own).where(own.c.id.in_(people)))}


async def rematch(table: OpenTable, person: int, address: str) -> None:
    """Set the next table: the same people and rules, the deal passed on.

    Args:
        table: whose match is over.
        person: who asks.
        address: from which they ask.

    Raises:
        Refused: when who asks, or the host, has set too many.
    """
    if table.setup.rematch:
        return
    old, match, kept = table.setup, table.match, table.resources.kept
    assert match is not None
    agreed = {}
    if "dealer" in match.game.chances.public:
        agreed["dealer"] = (match.public.dealer + 1) % match.seats
    occupants = [Occupant(**vars(occupant)) for occupant in old.occupants]
    settings = msgspec.structs.replace(old.settings, lesson="")
    made = TableSetup(new_id(), old.variant, dict(old.options), settings, old.host, occupants, agreed)
    called = await _names(kept, occupants)
    for number, occupant in enumerate(old.occupants):
        if table.is_removed(occupant.person):
            made.occupy(number, "bot")
        elif occupant.person in called and not table.is_muted(occupant.person):  # not as they were called then
            made.occupants[number].name = made.name_for(called[occupant.person], number)
    made.state = "set"
    async with table.resources.quotas.adding(old.host):
        await check_may_set(table.resources, person, old.host, address)
        old.rematch = made.id
        try:
            restricted = restrictions.restrictions(made.id, table.restricted)
            await keep(table.resources, old.host, *made.made(), *old.changed(), *restricted)
        except (Unkept, Refused):
            old.rematch = ""
            raise
    audit("table-set", person=made.host, table=made.id, why="rematch")
