"""PostgreSQL, for a service of many processes: where it is, how it is spoken to, and how it is brought up to date.

A process that is stopped or cut off in the middle of a change must not keep what it has locked: the database ends such
a change by itself (`idle_in_transaction_session_timeout`), long before anybody has waited for ten seconds.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from torite.errors import ToriteError
from torite.service.bad_folder import BadFolder
from torite.service.migrations import STEPS, bring_up, step_of
from torite.service.page_messages import page_words
from torite.service.schema import metadata, shared_key

NAMES = ("postgresql", "postgresql+asyncpg", "postgres")  #: how an address of such a database may begin
#: What may stand behind the question mark of an address, named as PostgreSQL's own programs name it.
PARAMETERS = ("host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey")
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
OLDEST = 130_000  #: the version of PostgreSQL that is still supported, as it counts them
ONE_AT_A_TIME = 0x746F7269  #: the lock under which one process brings the database up to date
KEY_BYTES = 32
POOL = 6  #: connections of a process by which it reads
CONNECTING, ANSWERING = 3.0, 8.0  #: seconds that are waited for a connection, and for an answer
#: Milliseconds: who holds a lock is waited for so long; who says nothing in the middle of a change so long. An answer
#: that takes too long is told to do so before it is given up, as that of a database that is away.
SETTINGS = {
    "application_name": "torite",
    "lock_timeout": "4000",
    "statement_timeout": "7500",
    "idle_in_transaction_session_timeout": "2000",
    "tcp_user_timeout": "5000",
    "jit": "off",
}
#: The same for work that takes as long as it takes; whoever vanishes meanwhile is noticed by the system in a minute.
PATIENT = {
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "4",
}
#: Classes of errors that are in what was asked: what there is not, what does not fit, what is not allowed.
WRONG = ("0A", "21", "22", "23", "42")
READ_ONLY = "25006"  #: it takes nothing, or did not when a line to it was made
NO_RIGHTS = "42501"  #: the host has taken them
FULL = "53100"  #: its disk has no room
MUCH = ("40", "55P03", "57014")  #: others hold what was asked for, or so much else is asked that it took too long
#: Sentences by the classes of errors that a server names (SQLSTATE, its beginning), the longest first.
CAUSES = {
    "28": "no_entry",
    "3D000": "no_database",
    NO_RIGHTS: "no_rights",
    READ_ONLY: "read_only",
    FULL: "full",
    "53300": "too_many",
    "55P03": "busy",
    "57P": "unreached",  # it ends, or has just been started
    "08": "unreached",
}
PASSING = ("unreached", "too_many", "busy")  #: what a database gets over by itself


class BadDatabase(ToriteError):
    """A database that cannot be used as it is; its sentence says what to do."""

    code = "bad-database"

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"database.{key}", page_words, **facts)
        self.passes = key in PASSING


def url_of(text: str) -> sql.URL:
    """Read where a database is.

    Raises:
        BadDatabase: when that is no address of a PostgreSQL database, it asks for what there is not, or its driver is
            not installed.
    """
    try:
        url = sql.make_url(text)
        known = url.drivername in NAMES and bool(url.database)
    except (ArgumentError, ValueError):
        known = False
    if not known:
        raise BadDatabase("bad_url")
    for name, value in url.query.items():
        if name not in PARAMETERS:
            raise BadDatabase("bad_parameter", given=name, known=", ".join(PARAMETERS))
        if not isinstance(value, str):
            raise BadDatabase("twice", given=name)
        if name == "sslmode" and value not in SSL_MODES:
            raise BadDatabase("bad_sslmode", given=value, known=", ".join(SSL_MODES))
        if name in ("sslrootcert", "sslcert", "sslkey") and not Path(value).is_file():
            raise BadDatabase("no_file", name=name, file=value)
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise BadDatabase("no_driver") from None
    if "host" in url.query:  # it is in the place of the other, as for PostgreSQL's own programs
        url = url._replace(host=None, port=None if "port" in url.query else url.port)
    return url.set(drivername="postgresql+asyncpg")


def spoken(url: sql.URL) -> str:
    """Write where a database is, without the password."""
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def engine_of(url: sql.URL, timeout: float = 10.0, patient: bool = False, **more: Any) -> AsyncEngine:
    """Make what speaks to a database; nothing is asked of it yet.

    Args:
        url: where it is.
        timeout: seconds that a question may wait for its turn.
        patient: whether its work may take as long as it takes.
        more: as SQLAlchemy takes it.
    """
    settings, within = (SETTINGS | PATIENT, None) if patient else (SETTINGS, ANSWERING)
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def connect() -> Any:
        import asyncpg

        return await asyncpg.connect(address, timeout=CONNECTING, command_timeout=within, server_settings=settings)

    engine = create_async_engine(
        url, pool_size=POOL, max_overflow=2, pool_timeout=timeout, hide_parameters=True, async_creator=connect, **more
    )
    sql.event.listen(engine.sync_engine, "handle_error", _give_up_lines)
    return engine


def _give_up_lines(context: sql.ExceptionContext) -> None:
    """Use no line any more that was made while the database took nothing: it would take nothing by it for good."""
    if state_of(context.original_exception) == READ_ONLY:
        context.is_disconnect = True


async def prepare(url: sql.URL) -> bytes:
    """Check a database, bring it up to date, and return the key that makes invitations; processes do so in turn.

    Raises:
        BadDatabase: when it cannot be used; nothing was changed then.
    """
    engine = engine_of(url, patient=True)
    try:
        with explained(url):
            async with engine.begin() as connection:
                await bring_up_in_turn(connection)
                return await key_of(connection)
    finally:
        await engine.dispose()


async def bring_up_in_turn(connection: AsyncConnection) -> None:
    """Check a database and bring it up to date, within a transaction: until that ends nobody else does so.

    Raises:
        BadDatabase, sqlalchemy.exc.SQLAlchemyError: when it cannot be used.
    """
    url = connection.engine.url
    version = int((await connection.execute(sql.text("SHOW server_version_num"))).scalar_one())
    if version < OLDEST:
        raise BadDatabase("old_server", version=version // 10_000, oldest=OLDEST // 10_000)
    encoding = str((await connection.execute(sql.text("SHOW server_encoding"))).scalar_one())
    if encoding != "UTF8":
        raise BadDatabase("encoding", database=spoken(url), encoding=encoding)
    await connection.execute(sql.select(sql.func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
    await connection.run_sync(_check_ours)
    try:
        await connection.run_sync(bring_up, spoken(url))
    except BadFolder as fault:  # what it says of putting a backup back is of a folder
        raise BadDatabase("mixed", database=spoken(url), why=str(fault.facts["why"])) from fault


async def key_of(connection: AsyncConnection) -> bytes:
    """Return the key that makes invitations, made if there is none."""
    if (key := (await connection.execute(sql.select(shared_key.c.value))).scalar()) is None:
        key = secrets.token_bytes(KEY_BYTES)
        await connection.execute(sql.insert(shared_key).values(id=1, value=key))
    return bytes(key)


def _check_ours(connection: sql.Connection) -> None:
    step, there = step_of(connection), set(sql.inspect(connection).get_table_names()) - {"alembic_version"}
    if step.isdecimal() and len(step) == len(STEPS[-1]) and step > STEPS[-1]:
        raise BadDatabase("newer", database=spoken(connection.engine.url))
    ours = step in STEPS and set(metadata.tables) & there
    if there and not ours:
        raise BadDatabase("foreign", database=spoken(connection.engine.url), table=min(there))


@contextlib.contextmanager
def explained(url: sql.URL) -> Iterator[None]:
    """Say in one sentence what the database and the way to it refuse within.

    Raises:
        BadDatabase: for whatever they raise.
    """
    try:
        yield
    except (OSError, SQLAlchemyError) as fault:
        raise BadDatabase(cause(fault), database=spoken(url), why=reason(fault)) from fault


def cause(fault: BaseException) -> str:
    """Return the key of the sentence for what a database, or the way to it, raised."""
    state = state_of(fault)
    if state:
        return next((key for begins, key in CAUSES.items() if state.startswith(begins)), "mixed")
    lost = isinstance(fault, OSError | InterfaceError) or (
        isinstance(fault, DBAPIError) and fault.connection_invalidated
    )
    return "unreached" if lost else "mixed"


def state_of(fault: BaseException) -> str:
    """Return the code that PostgreSQL gives an error; empty for what it did not say itself."""
    found: Any = fault.orig if isinstance(fault, DBAPIError) else fault
    return str(getattr(found, "sqlstate", None) or "")


def is_settled(fault: BaseException) -> bool:
    """Tell whether a change is known not to have been made: the server has refused it, and lives."""
    state = state_of(fault)
    return bool(state) and not state.startswith(("08", "57P", "XX"))


def is_wrong(fault: BaseException) -> bool:
    """Tell whether the server says that what was asked is wrong, and nothing of itself or of the way to it."""
    state = state_of(fault)
    return state.startswith(WRONG) and state != NO_RIGHTS


def is_away(fault: BaseException) -> bool:
    """Tell whether a server, or the way to it, cannot be asked; not where so much else is, or its disk is full."""
    return isinstance(fault, OSError | DBAPIError) and not (
        is_wrong(fault) or state_of(fault).startswith(MUCH) or state_of(fault) == FULL
    )


def reason(fault: BaseException) -> str:
    """Write in a line what a database, or the way to it, says."""
    found = fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault
    return (" ".join(str(found).split()) or type(found).__name__)[:200]
