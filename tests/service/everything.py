"""Databases in which every table has rows, of every type and with the values that are hardest to carry over."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from torite.service.migrations import migrate
from torite.service.moving import MOVED
from torite.service.schema import metadata, sitting

ROWS = 5
TEXTS = ("", "plain", "ほかの文字 🂡 é e\u0301", '\'; "quoted" \\ \n\t%s :name $1 ?', "\u200b\x01\ufffd")
NUMBERS = (0, 1, -1, 2**31 - 1, -(2**31))
BIG = (0, 1, -1, 2**63 - 1, -(2**63))
FLOATS = (0.0, 0.1, -1e300, 5e-324, 1764166770.1234567)
JSON: tuple[Any, ...] = ({}, {"b": "1", "a": 1}, {"n": None, "f": 1.0, "t": True}, {"深": ["\u0000", 2**70]}, [])
BYTES = (b"", bytes(range(256)), b"\0", "é".encode(), b"x" * 100_000)
ANSWERS = (True, False, None, True, False)


def filled(folder: Path, rows: int = ROWS) -> Path:
    """Make a folder of data with so many rows in every table that has any number of them."""
    folder.mkdir(parents=True)
    migrate(folder / "torite.db")
    engine = sql.create_engine(f"sqlite:///{folder / 'torite.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        for table in MOVED:
            if table.name in ("clock", "heartbeat"):
                connection.execute(sql.update(table).values(at=12345.678))
            else:
                connection.execute(sql.insert(table), [row(table, n) for n in range(rows)])
        connection.execute(sql.update(sitting).values(owner="a x", epoch=7))
    engine.dispose()
    (folder / "key").write_bytes(os.urandom(32))
    return folder


def row(table: sql.Table, n: int) -> dict[str, Any]:
    """Make a row, which refers to the rows of its number."""
    return {column.name: value(column, n) for column in table.c}


def value(column: sql.Column[Any], n: int) -> Any:
    names = column.primary_key or column.unique or column.foreign_keys or column.name == "daily"
    length = getattr(column.type, "length", None)
    if names and isinstance(column.type, sql.String):
        return f"{n:032}"[-length:] if length else f"{n:032}"
    if column.foreign_keys and column.nullable and n == 1:
        return None
    if names:
        return n
    kinds: tuple[tuple[Any, tuple[Any, ...]], ...] = (
        (sql.JSON, JSON), (sql.LargeBinary, BYTES), (sql.Boolean, ANSWERS), (sql.BigInteger, BIG),
        (sql.Integer, NUMBERS), (sql.Float, FLOATS), (sql.String, TEXTS),
    )  # fmt: skip
    type_ = getattr(column.type, "impl_instance", column.type)  # of one that is read as unknown where it is damaged
    values = next(values for kind, values in kinds if isinstance(type_, kind))
    found = values[n % len(values)]
    if found is None and not column.nullable:
        return False
    return found[:length] if length and isinstance(found, (str, bytes)) else found


def contents(folder: Path) -> dict[str, list[str]]:
    """Return all rows of a folder's database as they lie there, but for who serves what, and the key."""
    with closing(sqlite3.connect(folder / "torite.db")) as database:
        assert [("ok",)] == database.execute("PRAGMA integrity_check").fetchall()
        assert [] == database.execute("PRAGMA foreign_key_check").fetchall()
        found = {
            table.name: sorted(map(repr, database.execute(f"SELECT {_columns(table)} FROM {table.name}")))
            for table in metadata.sorted_tables
        }
    return found | {"key": [(folder / "key").read_bytes().hex()]}


def _columns(table: sql.Table) -> str:
    names = [column.name for column in table.c if column.name not in ("owner", "epoch")]
    return ", ".join(f"{name}, typeof({name})" for name in names)
