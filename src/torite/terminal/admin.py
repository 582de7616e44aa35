"""What whoever runs a service asks and does (`admin`, `backup`, `restore`, `move-data`): read and printed here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.cells import cell_len

from torite.terminal.text_layout import Ink, terminal_ink
from torite.terminal.wording import language_of, sentences

if TYPE_CHECKING:
    from torite.service.admin import Admin
    from torite.service.admin_told import Done

app = typer.Typer(name="admin", no_args_is_help=True, add_completion=False, rich_markup_mode=None)

MOST_NUMBER = 2**63 - 1  #: that a database knows

Data = Annotated[Path | None, typer.Option("--data", readable=False)]
Database = Annotated[str, typer.Option("--database")]
Json = Annotated[bool, typer.Option("--json")]
Config = Annotated[Path | None, typer.Option("--config", readable=False)]
Language = Annotated[str, typer.Option("--language", "-l")]
Table = Annotated[str, typer.Argument()]
Person = Annotated[int, typer.Argument(min=0, max=MOST_NUMBER)]
Most = Annotated[int, typer.Option("--most", min=1, max=100_000)]


def opened(data: Path | None, database: str, config: Path | None = None) -> Admin:
    """Open a service's database."""
    from torite.service.admin import Admin

    return Admin(folder_of(data), config, database)


def shared_by(data: Path | None, database: str) -> str:
    """Return the database that several processes share, without its password; empty where a folder has its own."""
    from torite.service.config_file import configured
    from torite.service.postgres import spoken, url_of

    found = configured(folder_of(data), database=database).database
    return spoken(url_of(found)) if found else ""


def folder_of(data: Path | None) -> Path:
    """Return the folder of a service's data; the user's own if none is given."""
    from platformdirs import user_data_path

    return data or user_data_path("torite") / "service"


@app.command()
def counts(data: Data = None, database: Database = "", json: Json = False, language: Language = "") -> int:
    """Count what is kept."""
    return _show(opened(data, database).counts(), json, language)


@app.command()
def tables(
    state: Annotated[str, typer.Option("--state")] = "",
    most: Most = 50,
    data: Data = None,
    database: Database = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """List tables."""
    return _show(opened(data, database).tables(state, most), json, language)


@app.command()
def table(
    table: Table,
    text: Annotated[bool, typer.Option("--text")] = False,
    data: Data = None,
    database: Database = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """Tell what is kept of a table."""
    if text:
        told = opened(data, database).text(table)
        return _show({"text": told}, True, language) if json else _say(told.rstrip("\n"))
    return _show(opened(data, database).table(table), json, language)


@app.command()
def close(table: Table, data: Data = None, database: Database = "", json: Json = False, language: Language = "") -> int:
    """End a table."""
    return _done("closed", opened(data, database).close(table), json, language)


@app.command()
def delete(
    table: Table, data: Data = None, database: Database = "", json: Json = False, language: Language = ""
) -> int:
    """Delete a table."""
    return _done("deleted", opened(data, database).delete(table), json, language)


@app.command()
def people(
    most: Most = 50, data: Data = None, database: Database = "", json: Json = False, language: Language = ""
) -> int:
    """List people."""
    return _show(opened(data, database).people(most), json, language)


@app.command()
def person(
    person: Person, data: Data = None, database: Database = "", json: Json = False, language: Language = ""
) -> int:
    """Tell what is kept of somebody."""
    return _show(opened(data, database).person(person), json, language)


@app.command()
def ban(
    person: Person,
    days: Annotated[float, typer.Option("--days", min=0.001, max=100_000)],
    data: Data = None,
    database: Database = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """Keep somebody out."""
    return _done("banned", opened(data, database).ban(person, days), json, language)


@app.command()
def unban(
    person: Person, data: Data = None, database: Database = "", json: Json = False, language: Language = ""
) -> int:
    """Let somebody in again."""
    return _done("unbanned", opened(data, database).ban(person, 0), json, language)


@app.command()
def forget(
    person: Person, data: Data = None, database: Database = "", json: Json = False, language: Language = ""
) -> int:
    """Delete what is kept of somebody."""
    return _done("forgotten", opened(data, database).forget(person, language or language_of()), json, language)


@app.command()
def limits(
    config: Config = None, data: Data = None, database: Database = "", json: Json = False, language: Language = ""
) -> int:
    """Show the measures in force."""
    return _show(opened(data, database, config).limits(), json, language)


@app.command()
def retention(
    now: Annotated[bool, typer.Option("--now")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run")] = False,
    anyway: Annotated[bool, typer.Option("--anyway")] = False,
    config: Config = None,
    data: Data = None,
    database: Database = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """Delete what is old."""
    from torite.service.admin_data import BadRequest

    if now and dry_run:
        raise BadRequest("now_or_dry")
    if anyway and not now:
        raise BadRequest("anyway_alone")
    admin = opened(data, database, config)
    if not (now or dry_run):
        return _show(admin.limits()["retention"], json, language)
    found = admin.delete_old(dry_run, anyway)
    if json:
        return _show(found, json, language)
    return _say(_words(language)("admin.old" if dry_run else "admin.old_deleted"), *_lines(found, terminal_ink()))


@app.command()
def vacuum(data: Data = None, database: Database = "", json: Json = False, language: Language = "") -> int:
    """Give room back to the disk."""
    done = opened(data, database).vacuum()
    if json:
        return _show(done, json, language)
    key = "admin.vacuum" if done["whole"] else "admin.vacuum_part"
    return _say(_words(language)(key, before=_size(done["before"]), after=_size(done["after"])))


@app.command(name="cut-log")
def cut_log(data: Data = None, database: Database = "", json: Json = False, language: Language = "") -> int:
    """Keep what can be read of a damaged log."""
    from torite.service.admin_data import BadRequest
    from torite.service.data_folder import DataFolder

    if shared := shared_by(data, database):
        raise BadRequest("by_itself", database=shared)
    log = DataFolder(folder_of(data)).cut_log()
    told = {"kept": log.changes, "lost": log.lost if log.is_damaged else 0}
    if json:
        return _show(told, json, language)
    key = "log_whole" if not log.is_damaged else "log_cut" if log.lost else "log_set_aside"
    return _say(_words(language)(f"admin.{key}", **told))


def backup(file: Path, data: Path | None, database: str, as_json: bool, language: str) -> int:
    """Write a backup; return the exit code."""
    from msgspec import to_builtins

    from torite.service.backup import BadBackup, back_up
    from torite.service.data_folder import DataFolder

    if shared := shared_by(data, database):
        raise BadBackup("pg_dump", database=shared, file=file)
    made = back_up(DataFolder(folder_of(data)), file)
    if as_json:
        return _show(to_builtins(made), True, language)
    return _say(_words(language)("admin.backed_up", file=file, size=_size(file.stat().st_size)))


def restore(file: Path, data: Path | None, database: str, force: bool, as_json: bool, language: str) -> int:
    """Put a backup back; return the exit code."""
    from msgspec import to_builtins

    from torite.service.admin import when
    from torite.service.backup import BadBackup, is_backup, restore
    from torite.service.data_folder import DataFolder

    if shared := shared_by(data, database):
        raise BadBackup("of_a_folder" if is_backup(file) else "pg_restore", database=shared, file=file)
    folder = folder_of(data)
    restored = restore(DataFolder(folder), file, force)
    found, key = restored.manifest, "admin.finished" if restored.was_begun else "admin.restored"
    if as_json:
        return _show(to_builtins(found), True, language)
    say = _words(language)
    return _say(say(key, file=file, folder=folder, version=found.version, when=when(found.made_at)))


def move(source: str, target: str, as_json: bool, language: str) -> int:
    """Move everything that is kept to another place; return the exit code."""
    from torite.service.moving import move

    moved = move(source, target)
    if as_json:
        return _show(moved, True, language)
    rows = moved["rows"]
    counts = {"people": rows["person"], "tables": rows["sitting"], "entries": rows["entry"], "rows": sum(rows.values())}
    return _say(_words(language)("admin.moved", source=moved["from"], target=moved["to"], **counts))


# printing


def _words(language: str) -> Any:
    return sentences(language or language_of())


def _say(*lines: str) -> int:
    print("\n".join(lines))
    return 0


def _done(what: str, told: Done, as_json: bool, language: str) -> int:
    """Say what was done, and when a running service notices."""
    if as_json:
        return _show(told, as_json, language)
    say = _words(language)
    lines = [say(f"admin.{what}", name=told["id"], until=told.get("banned_until", ""))]
    if told.get("noticed"):
        key = "noticed_in" if what == "unbanned" else "noticed"
        lines.append(say(f"admin.{key}", seconds=round(told["noticed"])))
    return _say(*lines)


def _show(told: Any, as_json: bool, language: str) -> int:
    if as_json:
        return _say(json.dumps(told, indent=1, ensure_ascii=False))
    lines = _lines(told, terminal_ink())
    return _say(*lines) if lines else _say(_words(language)("admin.none"))


def _lines(told: Any, ink: Ink, under: str = "") -> list[str]:
    """Lay out values, a line each; the names are those of the JSON, so that either can be looked up."""
    if isinstance(told, list):
        return [line for one in told for line in ["", *_lines(one, ink)]][1:]
    wide = max((cell_len(f"{under}{name}") for name in told), default=0)
    lines = []
    for name, value in told.items():
        if isinstance(value, dict) and value:
            lines += _lines(value, ink, f"{under}{name}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            rows = (" ".join(f"{key}={_plain(part)}" for key, part in one.items()) for one in value)
            lines += [_line(f"{under}{name}", wide, row, ink) for row in rows]
        else:
            lines.append(_line(f"{under}{name}", wide, _plain(value), ink))
    return lines


def _line(name: str, wide: int, value: str, ink: Ink) -> str:
    return ink.row([(f"{name}{' ' * (wide - cell_len(name))}  ", "dim"), (value, "")])


def _plain(value: Any) -> str:
    if isinstance(value, str) and value and value.isprintable():
        return value
    return json.dumps(value, ensure_ascii=False)


def _size(number: int) -> str:
    return f"{number / 1_000_000:.1f} MB"
