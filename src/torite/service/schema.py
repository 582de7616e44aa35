"""The tables of a service's database, as the newest step leaves them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sql

from torite.service.plausible import LATEST, count_of, time_of

metadata = sql.MetaData()


class Blob(sql.LargeBinary):
    """Bytes; None where somebody has put something else there, which SQLite lets them."""

    def result_processor(self, dialect: sql.Dialect, coltype: object) -> Callable[[Any], bytes | None]:
        """Return what reads them."""
        return lambda value: value if isinstance(value, bytes) else None


class _Known(sql.TypeDecorator[Any]):
    """A number that is read as unknown where it is damaged."""

    read: Callable[[Any], Any]

    def process_result_value(self, value: Any, dialect: sql.Dialect) -> Any:
        """Return what is kept, as far as it can be."""
        return None if value is None else type(self).read(value)


class Time(_Known):
    """Seconds since 1970."""

    impl = sql.Float
    cache_ok = True
    read = staticmethod(time_of)


class Count(_Known):
    """A whole number."""

    impl = sql.Integer
    cache_ok = True
    read = staticmethod(count_of)


class BigCount(_Known):
    """A whole number of up to 63 bits."""

    impl = sql.BigInteger
    cache_ok = True
    read = staticmethod(count_of)


def known(column: sql.ColumnElement[float]) -> sql.ColumnElement[float]:
    """Have a database itself go by a time as it is read."""
    return sql.case((column.between(0.0, LATEST), column), else_=sql.literal(0.0))


def as_kept(table: sql.Table) -> list[sql.ColumnElement[Any]]:
    """List the columns of a table as they are kept, with what is damaged."""
    return [
        sql.type_coerce(column, column.type.impl_instance).label(column.name)
        if isinstance(column.type, _Known)
        else column
        for column in table.c
    ]


person = sql.Table(
    "person",
    metadata,
    sql.Column("id", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("name", sql.String(80), nullable=False, server_default=""),
    sql.Column("language", sql.String(8), nullable=False, server_default=""),
    sql.Column("seen_at", Time, nullable=False, index=True),
    sql.Column("banned_until", Time, nullable=False, server_default="0"),
)

#: What a browser of somebody's holds, as its hash.
token = sql.Table(
    "token",
    metadata,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), nullable=False, index=True),
    sql.Column("made_at", Time, nullable=False),
)

#: One-time codes by which somebody comes to another device, as their hashes.
device_code = sql.Table(
    "device_code",
    metadata,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), nullable=False, index=True),
    sql.Column("ends_at", Time, nullable=False),
)

sitting = sql.Table(
    "sitting",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("variant", sql.String(80), nullable=False),
    sql.Column("options", sql.JSON, nullable=False),
    sql.Column("settings", sql.JSON, nullable=False),
    sql.Column("agreed", sql.JSON, nullable=False),
    sql.Column("words", sql.JSON, nullable=False),
    sql.Column("key", Blob(64), nullable=False),
    sql.Column("host", sql.BigInteger, sql.ForeignKey("person.id"), nullable=False, index=True),
    sql.Column("state", sql.String(8), nullable=False),
    sql.Column("replay", sql.String(40), nullable=False, server_default="", index=True),
    sql.Column("rematch", sql.String(40), nullable=False, server_default=""),
    sql.Column("changed_at", Time, nullable=False, index=True),
    sql.Column("daily", sql.String(10), nullable=False, server_default=""),
    sql.Column("rules", sql.String(80), nullable=False, server_default=""),
    sql.Column("invitation", sql.Integer, nullable=False, server_default="0"),
    sql.Column("finished_at", Time, nullable=False, server_default="0"),
    sql.Column("scores", sql.JSON, nullable=False, server_default="[]"),
    sql.Column("places", sql.JSON, nullable=False, server_default="[]"),
    sql.Column("continued", sql.String(40), nullable=False, server_default=""),
    sql.Column("owner", sql.String(40), nullable=False, server_default="", index=True),
    sql.Column("epoch", sql.Integer, nullable=False, server_default="0"),
    sql.Column("waits_for", BigCount, nullable=False, server_default="0"),
    sql.Column("given", sql.JSON, nullable=False, server_default="{}"),
)
_of_days = sitting.c.daily != ""
sql.Index(
    "ix_sitting_daily", sitting.c.host, sitting.c.variant, sitting.c.daily,
    unique=True, sqlite_where=_of_days, postgresql_where=_of_days,
)  # fmt: skip

seat = sql.Table(
    "seat",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), nullable=True, index=True),
    sql.Column("bot", sql.String(8), nullable=True),
    sql.Column("name", sql.String(80), nullable=False),
)

watcher = sql.Table(
    "watcher",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True, index=True),
)

#: Who may no longer do something at a table: `removed` from it, or `muted`.
restriction = sql.Table(
    "restriction",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True, index=True),
    sql.Column("what", sql.String(8), primary_key=True),
)

entry = sql.Table(
    "entry",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("line", sql.Text, nullable=False),
    sql.Column("cid", sql.String(40), nullable=False, server_default=""),
    sql.Column("at", Time, nullable=False),
)

said = sql.Table(
    "said",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("phrase", sql.String(40), nullable=False, server_default=""),
    sql.Column("text", sql.Text, nullable=False, server_default=""),
    sql.Column("heard_by", BigCount, nullable=False, server_default="-1"),
    sql.Column("cid", sql.String(40), nullable=False, server_default=""),
    sql.Index("ix_said_cid", "sitting", "cid"),
)

replay = sql.Table(
    "replay",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("made_at", Time, nullable=False),
    sql.Column("seen_at", Time, nullable=False, server_default="0", index=True),
    sql.Column("person", sql.BigInteger, nullable=False, server_default="0", index=True),
)

#: What somebody has written at a step of a replay.
note = sql.Table(
    "note",
    metadata,
    sql.Column("replay", sql.String(40), sql.ForeignKey("replay.id"), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True, index=True),
    sql.Column("step", sql.Integer, primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("at", Time, nullable=False),
)

#: What somebody has tried at positions of a replay, as a record has it behind its seal; `edition` counts its changes.
variations = sql.Table(
    "variations",
    metadata,
    sql.Column("replay", sql.String(40), sql.ForeignKey("replay.id"), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True, index=True),
    sql.Column("lines", sql.Text, nullable=False),
    sql.Column("edition", sql.Integer, nullable=False),
    sql.Column("at", Time, nullable=False),
)

#: Who shows their notes at a replay, to whoever has the code.
shared_notes = sql.Table(
    "shared_notes",
    metadata,
    sql.Column("replay", sql.String(40), sql.ForeignKey("replay.id"), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True, index=True),
    sql.Column("code", sql.String(40), nullable=False, unique=True, index=True),
)

#: What a replay teaches, part by part: of some entries from one on, as JSON, by what judged them; and the entry
#: with which the next part begins.
judged = sql.Table(
    "judged",
    metadata,
    sql.Column("replay", sql.String(40), sql.ForeignKey("replay.id"), primary_key=True),
    sql.Column("first", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("engine", sql.String(64), nullable=False),
    sql.Column("decisions", Blob, nullable=False),
    sql.Column("following", sql.Integer, nullable=False),
)

#: How games played alone ended. A sitting of another service has come with a file; so it refers to nothing.
result = sql.Table(
    "result",
    metadata,
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True),
    sql.Column("sitting", sql.String(40), primary_key=True),
    sql.Column("game", sql.String(80), nullable=False),
    sql.Column("variant", sql.String(80), nullable=False),
    sql.Column("usual", sql.Boolean, nullable=False),
    sql.Column("daily", sql.String(10), nullable=False, server_default=""),
    sql.Column("score", Count, nullable=False),
    sql.Column("won", sql.Boolean, nullable=True),
    sql.Column("finished_at", Time, nullable=False),
)
sql.Index("ix_result_daily", result.c.person, result.c.variant, result.c.daily)

#: One row that is written again and again, to find out whether anything can be.
heartbeat = sql.Table(
    "heartbeat",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at", sql.Float, nullable=False),
)

#: One row: what the wall clock said last, by how much it was ahead, and for how many seconds of running it is doubted.
clock = sql.Table(
    "clock",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("ahead", sql.Float, nullable=False),
    sql.Column("doubted", sql.Float, nullable=False),
)

#: What somebody wants to know of the lab, and what came of it: `kept` is how far it is, and `place` a number of its own
#: for wherever it was begun from, while it is not over.
experiment = sql.Table(
    "experiment",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), nullable=False, index=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("wanted", Blob, nullable=False),
    sql.Column("state", sql.String(8), nullable=False, index=True),
    sql.Column("done", sql.Integer, nullable=False, server_default="0"),
    sql.Column("seconds", sql.Float, nullable=False, server_default="0"),
    sql.Column("kept", Blob, nullable=False),
    sql.Column("outcome", Blob, nullable=False),
    sql.Column("fault", sql.JSON, nullable=False),
    sql.Column("made_at", Time, nullable=False, index=True),
    sql.Column("place", sql.BigInteger, nullable=False, server_default="0"),
    sql.Column("owner", sql.String(40), nullable=False, server_default=""),
)

#: Options of a variant that somebody has given a name.
house_rules = sql.Table(
    "house_rules",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), nullable=False, index=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("variant", sql.String(80), nullable=False),
    sql.Column("options", sql.JSON, nullable=False),
    sql.Column("made_at", Time, nullable=False),
)

#: The processes that serve this database, where several do; each until a moment on the database's clock. `rules` are
#: the digests of the rules with which it plays.
process = sql.Table(
    "process",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("name", sql.String(40), nullable=False),
    sql.Column("until", sql.Float, nullable=False),
    sql.Column("rules", sql.Text, nullable=False, server_default=""),
)

#: What one process lets the others know; kept for as long as one of them may not have heard of it.
notification = sql.Table(
    "notification",
    metadata,
    sql.Column("number", sql.BigInteger().with_variant(sql.Integer(), "sqlite"), primary_key=True),
    sql.Column("at", sql.Float, nullable=False, index=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("about", sql.String(80), nullable=False),
)

#: One row, where several processes serve a database: the key that makes invitations, which else is a file.
shared_key = sql.Table(
    "shared_key",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("value", Blob(64), nullable=False),
)

LAST_EPOCH = 2**31 - 1  #: the largest that every database holds; behind one that is damaged they begin anew
_epoch = sitting.c.epoch
#: The epoch of a table that is taken: the next.
COUNTED_ON = sql.case((_epoch.between(0, LAST_EPOCH - 1), _epoch + 1), else_=1)
