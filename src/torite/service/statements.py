"""What is written at tables: it counts only while a table goes on, in the epoch in which it was opened."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from torite.records.results import SoloResult
from torite.service.schema import entry, person, replay, result, said, sitting

ALL_OF_IT = "torite_all_of_it"  #: an option of statements without whose rows nothing that is written with them counts
CLOSED = "closed"  #: the state of a table that was ended before its match was over
DELETING = "deleting"  #: the state of a table of which something may be deleted already: there is no such table


class _Lesson(FunctionElement[str]):
    """The lesson or the puzzle that is played at a table; empty for none, and where its settings are damaged."""

    type = sql.String()
    inherit_cache = True


@compiles(_Lesson)
def _lesson(element: _Lesson, compiler: Any, **how: Any) -> str:
    found = sitting.c.settings["lesson"].as_string()
    if compiler.dialect.name == "sqlite":  # which keeps what is no JSON, and refuses to look into it
        found = sql.case((sql.func.json_valid(sitting.c.settings) == 1, found))
    return str(compiler.process(sql.func.coalesce(found, ""), **how))


LESSON = _Lesson()


def counts() -> sql.ColumnElement[bool]:
    """Say that a table counts as played: it is of no lesson (none was before there were any) and of no replay."""
    return sql.and_(LESSON == "", sitting.c.continued == "")


def goes_on(table: Any, epoch: Any = 0) -> Any:
    """Say that a table has neither been closed nor deleted, whoever did it, nor is served by another process now.

    Args:
        table: its id.
        epoch: in which it was opened here; 0 where no other process could have it.
    """
    its_own = sql.or_(sql.literal(0, sql.Integer) == epoch, sitting.c.epoch == epoch)
    return sql.and_(sitting.c.id == table, sitting.c.state != CLOSED, sitting.c.state != DELETING, its_own)


def while_it_goes_on(statement: Any) -> Any:
    """Have a statement that changes nothing where a table goes on no longer undo all that is written with it."""
    return statement.execution_options(preserve_rowcount=True, **{ALL_OF_IT: True})


def _insert_at_table(into: sql.Table, *if_: Any) -> Any:
    """Insert what happens at a table, unless that has been ended from elsewhere, or goes on there.

    Nobody else can take the table until it is written: its row is locked to others' changes.

    Args:
        into: the table of the database.
        if_: what must be so besides.
    """
    new = {column.name: sql.bindparam(column.name, type_=column.type) for column in into.c}
    epoch = sql.bindparam("epoch", type_=sql.Integer)  # whoever writes says in which; 0 would be written by anybody
    held = sql.select(sql.literal(1)).select_from(sitting).where(goes_on(new["sitting"], epoch))
    goes = sql.exists(held.with_for_update(read=True))
    return while_it_goes_on(sql.insert(into).from_select([*new], sql.select(*new.values()).where(goes, *if_)))


def _follows() -> Any:
    """Say that the entry before is kept, so that no log has a gap.

    A database that was put back may have fewer entries than this process knows.
    """
    number, before = sql.bindparam("number", type_=sql.Integer), entry.alias()
    own = before.c.sitting == sql.bindparam("sitting", type_=sql.Text)
    return sql.or_(number == 0, sql.exists().where(own, before.c.number == number - 1))


INSERT_ENTRY = _insert_at_table(entry, _follows())
INSERT_SAID = _insert_at_table(said)
INSERT_REPLAY = sql.insert(replay)


def one_by_one(somebody: int) -> tuple[Any, list[dict[str, Any]]]:
    """Have what is written with it wait for others who write so of the same person: first, as it is seen from then on.

    A process knows of what it does itself alone.
    """
    return sql.update(person).where(person.c.id == somebody).values(seen_at=person.c.seen_at), []


def while_fewer(somebody: int, held: Any, most: int) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Have what is written with it come to nothing where somebody holds so many already, whichever process keeps them.

    Args:
        somebody: who may have one more; nobody has, who is deleted meanwhile.
        held: a query for what they have besides.
        most: how many they may have.
    """
    count = sql.select(sql.func.count()).select_from(held.limit(most).subquery()).scalar_subquery()
    return while_so(somebody, count < most)


def while_so(somebody: int, so: sql.ColumnElement[bool]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Have what is written with it come to nothing where something is not so, or somebody is deleted meanwhile."""
    own = sql.update(person).where(person.c.id == somebody, so).values(seen_at=person.c.seen_at)
    return [one_by_one(somebody), (while_it_goes_on(own), [])]


def brought(somebody: int, row: dict[str, Any], most: int) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Insert a record that somebody brings, unless they are nobody any more, or would have brought too many letters."""
    letters = sql.select(sql.func.coalesce(sql.func.sum(sql.func.length(replay.c.record)), 0))
    before = letters.where(replay.c.person == somebody).scalar_subquery()
    return [*while_so(somebody, before <= most - len(row["record"])), (sql.insert(replay), [row])]


def _insert_result() -> Any:
    """Insert a result, unless it is known: the same sitting, or a daily deal that has been played elsewhere."""
    new = {column.name: sql.bindparam(f"new_{column.name}", type_=column.type) for column in result.c}
    known = result.alias()
    own = known.c.person == new["person"]
    same = sql.exists().where(own, known.c.sitting == new["sitting"])
    day = sql.exists().where(own, known.c.variant == new["variant"], known.c.daily == new["daily"], known.c.daily != "")
    return sql.insert(result).from_select([*new], sql.select(*new.values()).where(~same, ~day))


INSERT_RESULT = _insert_result()


def other_result(person: int, row: SoloResult) -> Any:
    """Delete a result of somebody that came with a file and is of the deal of a day that was played here."""
    own = (result.c.person == person, result.c.variant == row.variant, result.c.sitting != row.id)
    return sql.delete(result).where(*own, result.c.daily == row.daily, result.c.daily != "")


def result_row(person: int, row: SoloResult) -> dict[str, Any]:
    """Return what INSERT_RESULT takes of somebody's result."""
    own = {"person": person, "sitting": row.id}
    rest = {name: getattr(row, name) for name in ("game", "variant", "usual", "daily", "score", "won", "finished_at")}
    return {f"new_{name}": value for name, value in (own | rest).items()}
