"""The steps by which a database comes up to date: all of them or none."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from torite.service.bad_folder import BadFolder

FOLDER = Path(__file__).parent
PATIENCE = 5000  #: milliseconds that another program which has the database is waited for
MEMORY = ":memory:"
Piece = tuple[str, str, str]  #: of a database: its kind, its name, and the table that it belongs to
#: Asks for all parts of a database, but for what SQLite makes by itself.
PARTS = """
SELECT type, name, tbl_name FROM sqlite_master WHERE NOT (type IN ('table', 'index') AND name GLOB 'sqlite_*')
UNION ALL
SELECT 'column', part.name, made.name
FROM sqlite_master AS made JOIN pragma_table_xinfo(made.name) AS part WHERE made.type = 'table'
"""
STEPS = sorted(file.stem.removeprefix("step_") for file in (FOLDER / "versions").glob("step_*.py"))


def migrate(path: Path, to: str = STEPS[-1]) -> None:
    """Bring a database up to date, in one transaction; it is made for nobody else to read if it is not there.

    Args:
        path: the file.
        to: the step to stop after; the last one, but where an older database is wanted.

    Raises:
        BadFolder: when what comes out is not what is declared.
        OSError, sqlalchemy.exc.SQLAlchemyError: when it cannot be opened or a step fails.
    """
    # SQLite's other files have the rights of the database, so it is made before SQLite makes it for everybody.
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    with _engine(str(path)).begin() as connection:
        behind = step_of(connection) != to
        orphans = _orphans(connection) if behind else set()
        bring_up(connection, path, to)
        if behind and _orphans(connection) - orphans:
            raise BadFolder("mixed", file=path, why="FOREIGN KEY constraint failed")


def bring_up(connection: sql.Connection, database: object, to: str = STEPS[-1]) -> None:
    """Bring a database up to date within a transaction that is begun and ended elsewhere.

    Args:
        connection: in a transaction.
        database: what it is called in errors.
        to: as `migrate` takes it.

    Raises:
        BadFolder, sqlalchemy.exc.SQLAlchemyError: as `migrate` does.
    """
    if step_of(connection) != to:
        _upgrade(connection, database, to)
    if to == STEPS[-1]:
        _check_declared(connection, database)


@cache
def made_by(step: str) -> frozenset[Piece]:
    """List what a new database holds after a step."""
    with _engine(MEMORY).begin() as connection:
        _upgrade(connection, MEMORY, step)
        return frozenset(tuple(row) for row in connection.exec_driver_sql(PARTS))


def _engine(database: str) -> sql.Engine:
    address = sql.URL.create("sqlite", database=database)
    engine = sql.create_engine(address, poolclass=sql.pool.NullPool, hide_parameters=True)
    sql.event.listen(engine, "connect", _leave_transactions_to_us)
    sql.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _leave_transactions_to_us(connection: Any, _: Any) -> None:
    """Have the driver begin and end nothing by itself: it would not take changes of tables into a transaction."""
    connection.isolation_level = None
    # A table that others refer to can only be made anew with the keys off; they are checked at the end.
    for pragma in ("synchronous = FULL", "foreign_keys = OFF", f"busy_timeout = {PATIENCE}"):
        connection.execute(f"PRAGMA {pragma}")


def _upgrade(connection: sql.Connection, database: object, to: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as fault:
        raise BadFolder("mixed", file=database, why=fault) from fault


def step_of(connection: sql.Connection) -> str:
    """Return the step that a database is at; empty for none."""
    if not sql.inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.exec_driver_sql("SELECT max(version_num) FROM alembic_version").scalar() or "")


def _orphans(connection: sql.Connection) -> set[tuple[Any, ...]]:
    """List the rows that refer to what is not there."""
    return {tuple(row) for row in connection.exec_driver_sql("PRAGMA foreign_key_check")}


def _check_declared(connection: sql.Connection, database: object) -> None:
    """Check that all that is declared is there."""
    from torite.service.schema import metadata

    found = sql.inspect(connection)
    for table in metadata.sorted_tables:
        if not found.has_table(table.name):
            raise BadFolder("mixed", file=database, why=f"no such table: {table.name}")
        missing = set(table.columns.keys()) - {column["name"] for column in found.get_columns(table.name)}
        if missing:
            raise BadFolder("mixed", file=database, why=f"no such column: {table.name}.{min(missing)}")
