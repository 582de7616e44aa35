"""What whoever runs a service asks and does on its database, beside it: sums, tables, people, bans, what is old."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.patience import PATIENCE
from tests.service.by_hand import cookie_of, ends_with
from tests.service.client import BOTS, OPEN, Company, run
from tests.service.conftest import Running
from tests.service.filled import DAY, names, notes, person, replay, results, table, with_storage
from tests.service.players import kept_entries, read
from torite.service import admin_data, schema, storage
from torite.service.admin import Admin
from torite.service.admin_data import BadRequest
from torite.service.bot_workers import BotWorkers
from torite.service.config import Limits
from torite.service.data_folder import DataFolder
from torite.service.quotas import Quotas
from torite.service.resources import Resources
from torite.service.retention import Deleting
from torite.service.storage import Storage
from torite.service.table_registry import TableRegistry
from torite.service.table_setup import new_id
from torite.service.vacuum import scratch_folder
from torite.terminal.main import run as torite


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of data with two people, tables in all states, a replay."""

    async def fill(kept: Storage) -> None:
        await person(kept, 1)
        await person(kept, 2, 100)
        for state in ("open", "set", "playing", "over", "aside"):
            await table(kept, f"table-{state}", 1, state, 40, entries=3)
        await replay(kept, "brought", 1, by=1)
        await notes(kept, "brought", 1, 2)

    with_storage(tmp_path, fill)
    (tmp_path / "key").write_bytes(b"k" * 32)
    return tmp_path


def test_what_is_kept_is_counted(folder: Path) -> None:
    counts = Admin(folder).counts()
    assert {"open": 1, "set": 1, "playing": 1, "over": 1, "aside": 1} == counts["tables"]
    assert (2, 15, 5, 1, 0, 2, False) == tuple(
        counts[what] for what in ("people", "entries", "talk", "replays", "results", "notes", "running")
    )
    assert counts["bytes"] >= (folder / "torite.db").stat().st_size > 50_000


def test_tables_and_people_are_listed_and_told(folder: Path) -> None:
    admin = Admin(folder)
    assert 5 == len(admin.tables())
    assert 2 == len(admin.tables(most=2))
    (aside,) = admin.tables("aside")
    assert ("table-aside", 3, 1) == (aside["id"], aside["entries"], aside["people"])
    told = admin.table("table-a")
    assert ["Ada", "Gen"] == [occupant["name"] for occupant in told["seats"]]
    assert "entry 0" in told["fault"], "its lines are none of agurk's"
    assert [1, 2] == [one["id"] for one in admin.people()]
    one = admin.person(1)
    assert [1, 1000, 1, 2] == [one[what] for what in ("replays", "replay_letters", "devices", "notes")]
    assert 5 == len(one["tables"])


@pytest.mark.parametrize("name", ["table", "table-", "nothing-like-it", "table-%", ""])
def test_a_table_is_named_by_the_beginning_of_its_id(folder: Path, name: str) -> None:
    with pytest.raises(BadRequest):
        Admin(folder).table(name)
    with pytest.raises(BadRequest):
        Admin(folder).person(77)


def test_only_the_text_of_a_table_tells_cards_and_nothing_tells_tokens_or_the_key(folder: Path) -> None:
    admin = Admin(folder)
    told = json.dumps([admin.counts(), admin.tables(), admin.table("table-p"), admin.people(), admin.person(1),
                       admin.limits(), admin.delete_old(dry_run=True)])  # fmt: skip
    (key,) = {row["key"] for row in read(folder, "SELECT key FROM sitting WHERE id = 'table-playing'")}
    assert "play C" not in told
    for text in (told, admin.text("table-p")):
        assert key.hex() not in text
        assert b"k".hex() * 32 not in text
        assert "kkkk" not in text
        for row in read(folder, "SELECT hash FROM token"):
            assert row["hash"] not in text
    assert ["0: play C0", "0: play C1", "0: play C2"] == admin.text("table-p").splitlines()[-3:]
    assert {"variant: agurk", "name 0: Ada"} <= set(admin.text("table-p").splitlines())


def test_somebody_is_kept_out_and_let_in_again(folder: Path) -> None:
    admin = Admin(folder)
    done = admin.ban(1, 7)
    assert (1, 0) == (done["id"], done["noticed"])
    (until,) = {row["banned_until"] for row in read(folder, "SELECT banned_until FROM person WHERE id = 1")}
    assert 6.9 * DAY < until - storage.now() < 7.1 * DAY
    assert done["banned_until"] == admin.person(1)["banned_until"] != ""
    admin.ban(1, 0)
    assert "" == admin.person(1)["banned_until"]
    with pytest.raises(BadRequest):
        admin.ban(77, 1)


def test_a_table_is_ended_and_deleted(folder: Path) -> None:
    admin = Admin(folder)
    admin.close("table-playing")
    assert "closed" == admin.table("table-playing")["state"]
    for name in ("table-playing", "table-over"):
        with pytest.raises(BadRequest):
            admin.close(name)
    done = admin.delete("table-playing")
    assert {"tables": 1, "entries": 3, "talk": 1} == {what: n for what, n in done["deleted"].items() if n}
    with pytest.raises(BadRequest):
        admin.table("table-playing")
    assert 4 == len(admin.tables())


def test_beside_a_running_service_only_what_has_ended_is_deleted(folder: Path) -> None:
    """And not before the service has noticed."""
    with DataFolder(folder).lock():
        admin = Admin(folder)
        with pytest.raises(BadRequest, match="Close it first"):
            admin.delete("table-playing")
        assert admin.close("table-playing")["noticed"]
        with pytest.raises(BadRequest, match="may not have noticed"):
            admin.delete("table-playing")
        admin.delete("table-over")
    admin.delete("table-playing")


def test_somebody_is_deleted_and_others_keep_their_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_storage(folder, lambda kept: results(kept, 1, 30))
    with_storage(folder, lambda kept: shared(kept, "table-playing", 2))
    assert 0 == torite(["admin", "forget", "1", "--data", str(folder)])
    assert "deleted" in capsys.readouterr().out
    admin = Admin(folder)
    assert [2] == [one["id"] for one in admin.people()]
    assert ["table-playing"] == [one["id"] for one in admin.tables()], "where somebody else sits"
    assert 2 == admin.table("table-playing")["host"]
    counts = admin.counts()
    assert (0, 0) == (counts["results"], counts["replays"])
    with pytest.raises(BadRequest, match="nobody of the number"):
        admin.forget(1, "en")


def test_beside_a_running_service_only_who_is_kept_out_and_at_no_table_is_deleted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not before the service has noticed that they are."""
    slept: list[float] = []
    monkeypatch.setattr("torite.service.admin.time.sleep", slept.append)
    with_storage(folder, lambda kept: results(kept, 2, 30))
    with DataFolder(folder).lock():
        admin = Admin(folder)
        for number in (1, 2):
            with pytest.raises(BadRequest, match="torite admin ban"):
                admin.forget(number, "en")
            admin.ban(number, 1)
        with pytest.raises(BadRequest, match="at tables"):
            admin.forget(1, "en")
        admin.forget(2, "en")
        assert [60.0] == slept, "who is at tables is refused at once"
        assert [1] == [one["id"] for one in admin.people()]
        assert 0 == admin.counts()["results"]
        assert not (folder / "torite.db-wal").exists() or 0 == (folder / "torite.db-wal").stat().st_size


async def shared(kept: Storage, name: str, number: int) -> None:
    """Seat somebody else at a table too."""
    own = schema.seat
    there = {"kind": "person", "person": number, "name": f"P{number}", "bot": None}
    await kept.write((sql.update(own).where(own.c.sitting == name, own.c.seat == 1).values(**there), []))


def test_what_is_old_is_counted_or_deleted(folder: Path) -> None:
    (folder / "torite.toml").write_text("[retention]\nunbegun = 30\nfinished = 30\n")
    admin = Admin(folder)
    for dry_run in (True, False):
        assert 5 == len(admin.tables())
        done = admin.delete_old(dry_run)
        assert (3, 9, 1, 0) == tuple(done[what] for what in ("tables", "entries", "people", "replays"))
    assert ["aside", "playing"] == sorted(one["state"] for one in admin.tables())
    assert 30 == admin.limits()["retention"]["finished"]
    assert {"most": 30, "seconds": 60.0} == admin.limits()["limits"]["hints"]


def test_room_is_given_back(folder: Path) -> None:
    with_storage(folder, large)
    with closing(sqlite3.connect(folder / "torite.db")) as database:
        database.execute("DELETE FROM replay")
        database.commit()
    with DataFolder(folder).lock():
        part = Admin(folder).vacuum()
    assert (False, True) == (part["whole"], part["before"] > 3_000_000)
    done = Admin(folder).vacuum()
    assert done["whole"]
    assert done["after"] < 500_000


@pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside a service"])
def test_too_little_room_to_give_room_back_is_told_with_the_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch, beside: bool
) -> None:
    """In one sentence; with room it is done."""

    def full(*_: Any) -> None:
        with closing(sqlite3.connect(":memory:")) as database:
            database.execute("PRAGMA max_page_count = 1")
            database.execute("CREATE TABLE more (n)")

    async def free(_: Deleting) -> None:
        full()

    said = "on the disk of {folder}"
    with DataFolder(folder).lock() if beside else contextlib.nullcontext(), monkeypatch.context() as patch:
        patch.setattr(admin_data, "vacuum", full)
        patch.setattr(Deleting, "free", free)
        with pytest.raises(BadRequest) as refused:
            Admin(folder).vacuum()
    assert said.format(folder=folder) in refused.value.say("en")
    assert beside == (str(scratch_folder()) not in refused.value.say("ja").replace(str(folder), ""))
    assert Admin(folder).vacuum()["whole"]


async def large(kept: Storage) -> None:
    for n in range(30):
        await replay(kept, f"r{n}", 1, record="x" * 100_000)


def test_a_folder_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    from torite.service.migrations import migrate

    for name, what in (("empty", None), ("noise", b"noise" * 2000), ("old", b"")):
        (tmp_path / name).mkdir()
        if what:
            (tmp_path / name / "torite.db").write_bytes(what)
    migrate(tmp_path / "old/torite.db", "0004")
    for name, said in (
        ("none", "no database"),
        ("empty", "no database"),
        ("noise", "read"),
        ("old", "another version"),
    ):
        with pytest.raises(BadRequest, match=said):
            Admin(tmp_path / name)


# beside a running service


def test_it_works_beside_a_running_service(fresh: Running) -> None:
    """And what it has ended has ended after a restart, too."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, BOTS, start=False)
        await bo.join(made)
        place = await ada.sit(made["id"])
        await place.ask("start")
        await place.until(lambda p: p.scene)
        await asyncio.to_thread(looked_at, made, str(ada.http.cookies["torite"]))
        fresh.stop()
        fresh.start()
        assert (4404, []) == await ends_with(fresh, made["id"], cookie_of(bo))

    def looked_at(made: dict[str, str], token: str) -> None:
        admin, table = Admin(fresh.data), made["id"]
        assert {"playing": 1} == admin.counts()["tables"]
        assert "" == admin.table(table)["fault"]
        assert len(kept_entries(fresh.data, table)) == admin.table(table)["entries"]
        told = json.dumps([admin.table(table), admin.people(), admin.text(table)])
        for kept_secret in (token, hashlib.sha256(token.encode()).hexdigest(), made["secret"]):
            assert kept_secret not in told
        admin.close(table)

    run(fresh, play)


def test_the_hall_drops_tables_that_have_ended_elsewhere(tmp_path: Path) -> None:
    """As it does now and then: closed, being deleted, or gone."""

    class Open:
        def __init__(self) -> None:
            self.code = 0
            self.ended = False

        def end(self) -> None:
            self.code = 4404

    async def work(kept: Storage) -> None:
        await person(kept, 1)
        for state in ("playing", "closed", "deleting"):
            await table(kept, state, 1, state, 0)
        registry = TableRegistry(Resources(kept, BotWorkers(0), Quotas(Limits())), b"")
        tables: dict[str, Any] = {name: Open() for name in ("playing", "closed", "deleting", "gone")}
        registry.tables.update(tables)
        await registry.drop_ended()
        assert ["playing"] == list(registry.tables)
        assert [0, 4404, 4404, 4404] == [each.code for each in tables.values()]
        assert None is await registry.table("closed") is await registry.table("deleting")
        await kept.write((sql.update(schema.sitting).values(state="playing"), []))
        assert {"playing", "closed", "deleting"} == await names(kept, schema.sitting)

    with_storage(tmp_path, work)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["person", "9" * 23], "less than or equal to"),
        (["ban", "9" * 23, "--days", "1"], "less than or equal to"),
        (["unban", "9" * 23], "less than or equal to"),
        (["tables", "--most", "9" * 23], "less than or equal to"),
        (["tables", "--state", "zzz"], "No table is in the state 'zzz'; there are open, set, playing, over, closed"),
        (["retention", "--now", "--dry-run"], "not both"),
    ],
)
def test_what_cannot_be_asked_for_is_one_sentence(
    folder: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in ("en", "ja"):
        assert 2 == torite(["admin", *arguments, "--data", str(folder), "--language", language])
        told = capsys.readouterr()
        assert ("", 1) == (told.out, told.err.count("\n")), told
        assert language == "ja" or said in told.err


@pytest.mark.parametrize("kind", ["pipe", "folder", "link"])
def test_settings_that_are_no_file_are_told_in_a_sentence(
    folder: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "torite.toml"
    make = {"pipe": lambda: os.mkfifo(file), "folder": file.mkdir, "link": lambda: file.symlink_to(folder / "nothing")}
    make[kind]()
    assert 2 == torite(["admin", "limits", "--data", str(folder), "--language", "en"])
    assert f"torite.toml is a {kind}" in capsys.readouterr().err


def test_no_new_id_begins_as_an_option_does(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["-ab-", "_cd_", "--", "e-f_"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(made))
    assert "e-f_" == new_id()


def test_who_was_deleted_from_elsewhere_a_moment_ago_is_told_that_nobody_is_known(fresh: Running) -> None:
    """A service believes for some seconds that it knows them."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        with closing(sqlite3.connect(fresh.data / "torite.db", timeout=PATIENCE)) as database:
            for kind in ("token", "person"):
                database.execute(f"DELETE FROM {kind}")
            database.commit()
        assert 401 == (await ada.http.get("/api/account/data")).status_code

    run(fresh, play)
