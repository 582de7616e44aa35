"""`torite admin`, `backup`, `restore`, `serve --config` from outside: what they print, exit codes, both languages."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.service.filled import person, replay, table, with_storage
from tests.terminal.test_command_line import Here, here
from torite.service.data_folder import DataFolder
from torite.service.storage import Storage
from torite.terminal.admin import app
from torite.terminal.wording import sentences

__all__ = ["here"]
NAMES = sorted(
    str(command.name or command.callback.__name__) for command in app.registered_commands if command.callback
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of data, elsewhere than the user's own."""
    folder = tmp_path / "served"

    async def fill(kept: Storage) -> None:
        await person(kept, 1)
        await person(kept, 2)
        for state in ("playing", "over", "aside"):
            await table(kept, f"table-{state}", 1, state, 40, entries=3)
        await replay(kept, "brought", 1, by=1)

    with_storage(folder, fill)
    (folder / "key").write_bytes(b"k" * 32)
    return folder


SAMPLES = {
    "counts": [], "tables": ["--state", "over"], "table": ["table-p"], "close": ["table-p"], "delete": ["table-o"],
    "people": ["--most", "5"], "person": ["1"], "ban": ["1", "--days", "2"], "unban": ["1"], "limits": [],
    "retention": ["--dry-run"], "vacuum": [], "cut-log": [], "forget": ["1"],
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("command", NAMES)
def test_every_command_prints_lines_and_json(command: str, here: Here, data: Path) -> None:
    for language in ("en", "ja"):
        code, out, err = here("admin", command, "--help", LANG=language)
        assert (0, "") == (code, err)
        assert sentences(language)(f"help.sample.{command}") in out
        assert "Commands" not in out
    at = ["--data", data]
    told = here("admin", command, *SAMPLES[command], *at, "--json")
    assert (0, "") == (told[0], told[2])
    assert isinstance(json.loads(told[1]), (dict, list))
    again = {"close": ["table-a"], "delete": ["table-a"], "forget": ["2"]}.get(command, SAMPLES[command])
    code, out, err = here("admin", command, *again, *at, LANG="ja")
    assert (0, "") == (code, err)
    assert out.strip()


def test_what_a_running_service_notices_is_said(here: Here, data: Path) -> None:
    with DataFolder(data).lock():
        for language, said in (("en", "within 60 seconds"), ("ja", "60秒以内")):
            code, out, _ = here("admin", "ban", "1", "--days", "1", "--data", data, LANG=language)
            assert 0 == code
            assert said in out
        again = here("admin", "unban", "1", "--data", data)[1]
        assert "within 60 seconds" in again
        assert "sent away" not in again
        code, _, err = here("restore", data / "no.zip", "--data", data, "--force")
        assert (2, 1) == (code, err.count("\n"))
        assert "stop that one first" in err
    assert "within" not in here("admin", "unban", "1", "--data", data)[1]


def test_the_text_of_a_table(here: Here, data: Path) -> None:
    code, out, _ = here("admin", "table", "table-aside", "--text", "--data", data)
    assert 0 == code
    assert out.endswith("0: play C0\n0: play C1\n0: play C2\n")
    assert "play C" not in here("admin", "table", "table-aside", "--data", data)[1]


def test_retention_is_shown_and_done(here: Here, data: Path) -> None:
    (data / "torite.toml").write_text("[retention]\nfinished = 30\n")
    assert "finished" in here("admin", "retention", "--data", data)[1]
    told = json.loads(here("admin", "retention", "--now", "--json", "--data", data)[1])
    assert (1, 3) == (told["tables"], told["entries"])
    assert "old" in here("admin", "retention", "--now", "--data", data)[1]


def test_a_backup_goes_out_and_comes_back(here: Here, data: Path) -> None:
    file = here.home / "backup.zip"
    code, out, err = here("backup", file, "--data", data)
    assert (0, "") == (code, err)
    assert str(file) in out
    assert "kkkk" not in out
    assert (2, 1) == (here("backup", file, "--data", data)[0], 1)
    code, out, _ = here("restore", file, "--data", here.home / "new", LANG="ja")
    assert 0 == code
    assert "戻しました" in out
    told = json.loads(here("restore", file, "--data", here.home / "newer", "--json")[1])
    assert {"torite.db", "key"} == set(told["files"])
    assert 2 == here("restore", file, "--data", here.home / "new")[0]
    assert 0 == here("restore", file, "--data", here.home / "new", "--force")[0]
    with closing(sqlite3.connect(here.home / "new/torite.db")) as database:
        assert [(3,)] == database.execute("SELECT count(*) FROM sitting").fetchall()


BAD = """
admin nope
admin counts --data /nope
admin tables --most 0 --data {data}
admin table nothing-there --data {data}
admin table table --data {data}
admin person x --data {data}
admin person 77 --data {data}
admin ban 1 --data {data}
admin ban 1 --days x --data {data}
admin ban 77 --days 1 --data {data}
admin close table-over --data {data}
admin limits --config /nope --data {data}
admin limits --config {bad} --data {data}
backup
backup {bad} --data {data}
backup /nope/b.zip --data {data}
restore {bad} --data {home}/other
restore /nope --data {home}/other
admin counts --data {data} --database mysql://x/y
backup {home}/b.zip --data {data} --database sqlite:///x
move-data
move-data {data}
move-data {data} {home}/other
move-data {data} mysql://x/y
move-data {data} postgresql://x
serve --no-browser --config /nope --data {home}/other
serve --no-browser --config {bad} --data {home}/other
"""


@pytest.mark.long
@pytest.mark.parametrize("line", BAD.strip().split("\n"))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_cannot_be_is_one_clear_line(line: str, language: str, here: Here, data: Path) -> None:
    bad = here.home / "bad.toml"
    bad.write_text("[limits]\nhintz = 3\n")
    before = (data / "torite.db").stat().st_size
    arguments = line.format(data=data, bad=bad, home=here.home).split()
    code, out, err = here(*arguments, LANG=language)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert before == (data / "torite.db").stat().st_size
    assert "[limits]\nhintz = 3\n" == bad.read_text()


def test_a_misspelt_setting_is_named_with_its_line(here: Here, data: Path) -> None:
    """Also where a table is misspelt, or a name within braces, or a value has another form."""
    for text, line in (
        ("[limits]\nhintz = 3\n", 2),
        ("seconds = 1\n\n# nope\n[retnetion]\nfinished = 3\n", 4),
        ("[limits]\nopen_tables = 5\nhints = { mots = 3, seconds = 10 }\n", 3),
        ("[retention]\nunbegun = 1\nfinished = 'long'\n", 3),
        ("\nlimits.hintz = 1\n", 2),
    ):
        (data / "torite.toml").write_text(text)
        for language, said in (("en", f"line {line}"), ("ja", f"{line}行目")):
            code, _, err = here("admin", "limits", "--data", data, LANG=language)
            assert (2, True) == (code, said in err), (text, err)


def test_a_folder_that_may_not_be_read_is_told_in_one_way(
    here: Here, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one of another user's: the system refuses to look into it, whatever the command."""
    look = Path.stat

    def denied(self: Path, **how: bool) -> object:
        if self.is_relative_to(data) and self != data:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
        return look(self, **how)

    monkeypatch.setattr(os, "access", lambda *asked, **how: False)
    monkeypatch.setattr(Path, "stat", denied)
    for line in (["admin", "counts"], ["backup", here.home / "b.zip"]):
        code, _, err = here(*line, "--data", data)
        assert (2, f"The folder {data} cannot be used") == (code, err[: len(f"The folder {data} cannot be used")]), err


def test_an_id_that_begins_like_an_option_is_written_after_two_dashes(here: Here, data: Path) -> None:
    with closing(sqlite3.connect(data / "torite.db")) as database:
        database.execute("UPDATE sitting SET id = '-ctoabc' WHERE id = 'table-aside'")
        database.commit()
    for language in ("en", "ja"):
        code, _, err = here("admin", "close", "-ctoabc", "--data", data, LANG=language)
        assert (2, 1) == (code, err.count("\n"))
        assert "torite admin close -- -" in err
    assert "--" not in here("admin", "counts", "-c", "--data", data)[2].replace("--help", "")
    assert 0 == here("admin", "close", "--data", data, "--", "-ctoabc")[0]


def test_what_is_old_is_not_deleted_by_a_clock_that_is_doubted(here: Here, data: Path) -> None:
    """Nor is what the running service knows of the clock changed; who has looked says so."""
    (data / "torite.toml").write_text("[retention]\nfinished = 30\n")

    def kept(at: float, ahead: float = 0, doubted: float = 0) -> None:
        with closing(sqlite3.connect(data / "torite.db")) as database:
            database.execute("UPDATE clock SET at = ?, ahead = ?, doubted = ?", (at, ahead, doubted))
            database.commit()

    def tables(*more: str) -> object:
        return json.loads(here("admin", "retention", *more, "--json", "--data", data)[1])["tables"]

    for at, ahead, doubted in ((time.time() - 20 * 86400, 0, 0), (time.time(), 20 * 86400, 3600)):
        kept(at, ahead, doubted)
        for language, said in (("en", "480 hours"), ("ja", "480時間")):
            code, out, err = here("admin", "retention", "--now", "--data", data, LANG=language)
            assert (2, "", 1) == (code, out, err.count("\n"))
            assert said in err
            assert "--anyway" in err
        assert 1 == tables("--dry-run")
        with closing(sqlite3.connect(data / "torite.db")) as database:
            assert [(at, ahead, doubted)] == database.execute("SELECT at, ahead, doubted FROM clock").fetchall()
    assert 2 == here("admin", "retention", "--anyway", "--data", data)[0]
    assert 1 == tables("--now", "--anyway")
    kept(time.time() - 3600)
    assert 0 == tables("--now")


def test_an_unknown_command_of_the_group_is_told_with_those_of_the_group(here: Here) -> None:
    err = here("admin", "nope")[2]
    assert "unban" in err
    assert "simulate" not in err


def test_the_settings_of_the_folder_are_checked_before_anything_is_served(here: Here, data: Path) -> None:
    (data / "torite.toml").write_text("seconds = 'long'\n")
    code, _, err = here("serve", "--no-browser", "--data", data)
    assert (2, 1) == (code, err.count("\n"))
    assert "torite.toml" in err
