"""What whoever runs a service may ask and do from the command line, on its database, also while the service runs.

All of it is plain values: the terminal prints them. None of it holds a token, the key, or a hash of one; only the text
of a table that is asked for holds cards.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import sqlalchemy as sql

from torite.service import postgres, schema, storage
from torite.service import table_setup as sittings
from torite.service.admin_data import BadRequest, FolderData, SharedData
from torite.service.admin_told import (
    Counts,
    Done,
    PersonListed,
    PersonTold,
    TableListed,
    TableTold,
    Vacuumed,
)
from torite.service.config_file import configured
from torite.service.quarantine import replayed
from torite.service.retention import Deleting, marked
from torite.service.statements import CLOSED, DELETING
from torite.service.storage import Storage
from torite.service.table_setup import Unreadable
from torite.service.wall_clock import WallClock

DAY = 24 * 3600.0
NOTICED = 60.0  #: seconds after which a running service has noticed that a table was closed, or somebody banned
ENDED = ("over", CLOSED, "aside")
STATES = ("open", "set", "playing", *ENDED, DELETING)
SHORTEST = 6  #: letters of an id that name a table

T = TypeVar("T")


class Admin:
    """A service's database, seen by whoever runs it.

    Args:
        path: the folder of its data.
        config: the file of its settings; `torite.toml` of the folder, if there is one, where none is given.
        database: the address of the database that several processes share, if it is not in the settings.

    Raises:
        BadRequest: when there is no database, or it is not of this version.
        BadFolder: when the folder cannot be looked into, or its write-ahead log is damaged.
        BadDatabase: when the database cannot be.
        BadConfig: when the file of settings cannot be used.
    """

    def __init__(self, path: Path, config: Path | None = None, database: str = "") -> None:
        self.config = configured(path, config, database=database)
        shared = self.config.database
        self._data = SharedData(postgres.url_of(shared)) if shared else FolderData(path)
        self._with = self._data.run

    @property
    def running(self) -> bool:
        """Whether a service runs on it."""
        return self._data.running

    def _rows(self, *queries: Any) -> list[list[dict[str, Any]]]:
        async def read(kept: Storage) -> list[list[dict[str, Any]]]:
            return [await kept.rows(query) for query in queries]

        return self._with(read)

    # what there is

    def counts(self) -> Counts:
        """Count what is kept."""
        own = schema.sitting
        by_state = sql.select(own.c.state, sql.func.count().label("n")).group_by(own.c.state)
        tables = {"people": schema.person, "entries": schema.entry, "talk": schema.said, "replays": schema.replay,
                  "results": schema.result, "notes": schema.note,
                  "experiments": schema.experiment, "rules": schema.house_rules,
                  "tokens": schema.token}  # fmt: skip
        numbers = [sql.select(sql.func.count().label("n")).select_from(table) for table in tables.values()]
        states, *counted = self._rows(by_state, *numbers)
        told = {
            "running": self.running,
            "tables": {row["state"]: row["n"] for row in states},
            **{name: rows[0]["n"] for name, rows in zip(tables, counted, strict=True)},
            **self._data.sizes(),
        }
        return cast(Counts, told)

    def tables(self, state: str = "", most: int = 50) -> list[TableListed]:
        """List tables, the latest first.

        Raises:
            BadRequest: for a state that no table has.
        """
        if state and state not in STATES:
            raise BadRequest("no_state", name=state, known=", ".join(STATES))
        own, entry, seat = schema.sitting, schema.entry, schema.seat
        entries = sql.select(sql.func.count()).where(entry.c.sitting == own.c.id).scalar_subquery()
        seats = sql.select(sql.func.count()).where(seat.c.sitting == own.c.id, seat.c.person.is_not(None))
        query = sql.select(
            own.c.id, own.c.variant, own.c.state, own.c.host, own.c.changed_at, own.c.rules,
            entries.label("entries"), seats.scalar_subquery().label("people"),
        ).order_by(own.c.changed_at.desc()).limit(most)  # fmt: skip
        found = self._rows(query.where(own.c.state == state) if state else query)[0]
        return [cast(TableListed, {**row, "changed_at": when(row["changed_at"])}) for row in found]

    def table(self, name: str) -> TableTold:
        """Tell what is kept of a table, without a card; `text` has the rest.

        Raises:
            BadRequest: when there is none, or several begin so.
        """
        row = self._table(name)
        seat, entry, watcher, said = schema.seat, schema.entry, schema.watcher, schema.said
        occupants, entries, watchers, talk = self._rows(
            sql.select(seat.c.seat, seat.c.kind, seat.c.name, seat.c.person, seat.c.bot)
            .where(seat.c.sitting == row["id"])
            .order_by(seat.c.seat),
            sql.select(sql.func.count().label("n"), sql.func.max(entry.c.at).label("at")).where(
                entry.c.sitting == row["id"]
            ),
            sql.select(watcher.c.person).where(watcher.c.sitting == row["id"]),
            sql.select(sql.func.count().label("n")).where(said.c.sitting == row["id"]),
        )
        plain = ("id", "variant", "options", "settings", "state", "host", "daily", "replay", "rematch", "rules")
        told = {
            **{key: row[key] for key in plain},
            "changed_at": when(row["changed_at"]),
            "played_at": when(entries[0]["at"]) if entries[0]["at"] else "",
            "entries": entries[0]["n"],
            "talk": talk[0]["n"],
            "seats": occupants,
            "watchers": [one["person"] for one in watchers],
            "fault": self._fault(row["id"]),
        }
        return cast(TableTold, told)

    def _fault(self, name: str) -> str:
        """Say why a table cannot be opened; nothing where it can."""

        async def look(kept: Storage) -> str:
            try:
                loaded = await sittings.load(kept, name)
                if loaded is not None:
                    setup, entries = loaded
                    setup.state = "playing" if entries else "open"
                    await asyncio.to_thread(replayed, setup, entries)
            except Unreadable as fault:
                return f"{fault}, entry {fault.number}" if fault.number >= 0 else str(fault)
            return ""

        return self._with(look)

    def text(self, name: str) -> str:
        """Write a table's log as text, all cards included: for whoever runs the service alone.

        Raises:
            BadRequest: when there is no such table.
        """
        row = self._table(name)
        seat, entry = schema.seat, schema.entry
        occupants, entries = self._rows(
            sql.select(seat.c.seat, seat.c.name).where(seat.c.sitting == row["id"]).order_by(seat.c.seat),
            sql.select(entry.c.line).where(entry.c.sitting == row["id"]).order_by(entry.c.number),
        )
        options = row["options"] if isinstance(row["options"], dict) else {}
        head = [f"variant: {row['variant']}", f"rules: {row['rules'] or '-'}"]
        head += [f"option {key}: {value}" for key, value in options.items()]
        head += [
            f"seats: {len(occupants)}",
            *(f"name {occupant['seat']}: {occupant['name']}" for occupant in occupants),
        ]
        return "\n".join([*head, *(one["line"] for one in entries)]) + "\n"

    def _table(self, name: str) -> dict[str, Any]:
        own = schema.sitting
        found = self._rows(sql.select(own).where(own.c.id.startswith(name, autoescape=True)).limit(2))[0]
        if len(name) < SHORTEST or not found:
            raise BadRequest("no_table", name=name)
        if len(found) > 1:
            raise BadRequest("several_tables", name=name)
        return found[0]

    def people(self, most: int = 50) -> list[PersonListed]:
        """List people, who came last first."""
        own, seat = schema.person, schema.seat
        seats = sql.select(sql.func.count()).where(seat.c.person == own.c.id).scalar_subquery()
        query = sql.select(own, seats.label("tables")).order_by(own.c.seen_at.desc()).limit(most)
        return [cast(PersonListed, _told(row)) for row in self._rows(query)[0]]

    def person(self, number: int) -> PersonTold:
        """Tell what is kept of somebody.

        Raises:
            BadRequest: when there is nobody of this number.
        """
        own, seat, replay = schema.person, schema.seat, schema.replay
        result, token, table = schema.result, schema.token, schema.sitting
        letters = sql.func.coalesce(sql.func.sum(sql.func.length(replay.c.record)), 0)
        found, seats, brought, results, notes, tokens, experiments, rules = self._rows(
            sql.select(own).where(own.c.id == number),
            sql.select(table.c.id, table.c.variant, table.c.state, seat.c.name)
            .join(seat, seat.c.sitting == table.c.id)
            .where(seat.c.person == number)
            .order_by(table.c.changed_at.desc()),
            sql.select(sql.func.count().label("n"), letters.label("letters")).where(replay.c.person == number),
            sql.select(sql.func.count().label("n")).where(result.c.person == number),
            sql.select(sql.func.count().label("n")).where(schema.note.c.person == number),
            sql.select(sql.func.count().label("n")).where(token.c.person == number),
            *(
                sql.select(sql.func.count().label("n")).where(kept.c.person == number)
                for kept in (schema.experiment, schema.house_rules)
            ),
        )
        if not found:
            raise BadRequest("no_person", name=number)
        told = {
            **_told(found[0]),
            "devices": tokens[0]["n"],
            "results": results[0]["n"],
            "notes": notes[0]["n"],
            "experiments": experiments[0]["n"],
            "rules": rules[0]["n"],
            "replays": brought[0]["n"],
            "replay_letters": brought[0]["letters"],
            "tables": seats,
        }
        return cast(PersonTold, told)

    def limits(self) -> dict[str, Any]:
        """Tell the measures and the retention that are set up."""
        told = msgspec.to_builtins(self.config, enc_hook=str)
        shared = self.config.database
        told["database"] = postgres.spoken(postgres.url_of(shared)) if shared else ""  # without its password
        return {key: value for key, value in told.items() if key not in ("data", "think_key")}

    # what may be done

    def close(self, name: str) -> Done:
        """End a table; nobody comes to it any more. Its log is kept.

        Raises:
            BadRequest: when there is no such table, or it has ended.
        """
        row = self._table(name)
        if row["state"] in ("over", CLOSED, DELETING):
            raise BadRequest("ended", name=row["id"])
        own = schema.sitting
        closed = sql.update(own).where(own.c.id == row["id"]).values(state=CLOSED, changed_at=storage.now())
        self._with(lambda kept: kept.write((closed, [])))
        return {"id": row["id"], "state": CLOSED, "noticed": NOTICED if self.running else 0}

    def delete(self, name: str) -> Done:
        """Delete a table with all that belongs to it; a replay of it stays.

        Raises:
            BadRequest: when there is no such table, or a running service may still use it.
        """
        row = self._table(name)
        if self.running and row["state"] not in (*ENDED, DELETING):
            raise BadRequest("close_first", name=row["id"])
        since = storage.now() - row["changed_at"]
        if self.running and 0 <= since < NOTICED:  # before that the clock was set back
            raise BadRequest("wait", seconds=round(NOTICED - since))

        async def delete(kept: Storage) -> Done:
            await kept.write(*marked([row["id"]]))
            done = await Deleting(kept, msgspec.structs.replace(self.config.retention, share=1.0)).end([row["id"]])
            return {"id": row["id"], "deleted": dict(done)}

        return self._with(delete)

    def ban(self, number: int, days: float) -> Done:
        """Keep somebody out for some days; for none, let them in again.

        Raises:
            BadRequest: when there is nobody of this number.
        """
        self.person(number)
        until = storage.now() + days * DAY if days else 0.0
        own = schema.person
        self._with(lambda kept: kept.write((sql.update(own).where(own.c.id == number).values(banned_until=until), [])))
        return {"id": number, "banned_until": when(until) if until else "", "noticed": NOTICED if self.running else 0}

    def forget(self, number: int, language: str) -> Done:
        """Delete all that is kept of somebody, as they could themselves; others keep their tables and records.

        Beside a running service that takes a minute: it has to have noticed that they are kept out.

        Args:
            number: of the person.
            language: in which others read that somebody has gone.

        Raises:
            BadRequest: when there is nobody of this number, or a running service may still let them do something.
        """
        banned, beside = self.person(number)["banned_until"], self.running
        if beside and not banned:
            raise BadRequest("ban_first", name=number)
        if beside:
            self._data.check_may_go(number)
            time.sleep(NOTICED)  # until then they may still do something, and it would be acknowledged and gone
        self._data.forget(number, language, beside)
        return {"id": number}

    def delete_old(self, dry_run: bool = False, anyway: bool = False) -> dict[str, int]:
        """Delete what is older than the retention says, or count it.

        Args:
            dry_run: count it.
            anyway: also by a clock that is doubted.

        Raises:
            BadRequest: when the clock is doubted; nothing was deleted then.
        """
        retention = self.config.retention

        async def delete(kept: Storage) -> dict[str, int]:
            hours = 0.0 if dry_run or anyway else await WallClock(kept).hours_ahead()
            if hours:
                raise BadRequest("doubted", now=when(storage.now()), hours=round(hours))
            deleting = Deleting(kept, retention)
            return dict(await (deleting.count() if dry_run else deleting.run()))

        return self._with(delete)

    def vacuum(self) -> Vacuumed:
        """Give room that is free back to the disk: all of it, or as much as goes beside a running service.

        Raises:
            BadRequest: when there is no room to do it, or the database does it by itself.
            BadFolder: when the disk or the database is at fault.
        """
        return self._data.vacuum(self.config.retention)


def when(at: float) -> str:
    """Write a time."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}Z"


def _told(row: dict[str, Any]) -> dict[str, Any]:
    banned = row["banned_until"]
    kept = {key: value for key, value in row.items() if key not in ("seen_at", "banned_until")}
    return {**kept, "seen_at": when(row["seen_at"]), "banned_until": when(banned) if banned > storage.now() else ""}
