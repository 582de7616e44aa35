"""What whoever runs a service asks and does on a database that several processes share, also while they serve it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.patience import until_so
from tests.service.by_hand import cookie_of, ends_with
from tests.service.client import BOTS, OPEN, Company, run
from tests.service.conftest import Running
from tests.service.exactly import Insistent
from tests.service.filled import notes, person, replay, results, table, with_storage
from tests.service.players import LOST, check_log, read
from tests.service.postgres_server import Server
from torite.service import admin as service_admin
from torite.service import personal_data, schema, statements, storage, table_setup
from torite.service.admin import Admin
from torite.service.admin_data import BadRequest
from torite.service.leases import SharedLeases
from torite.service.moving import move
from torite.service.postgres import BadDatabase, url_of
from torite.service.storage import Storage, Unkept
from torite.terminal.main import run as torite


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of data with people, tables in all states, a replay."""

    async def fill(kept: Storage) -> None:
        for number, days in ((1, 0), (2, 100), (3, 0)):
            await person(kept, number, days)
        for state in ("open", "set", "playing", "over", "aside"):
            await table(kept, f"table-{state}", 1, state, 40, entries=3)
        await table(kept, "table-of-3", 3, "playing", 0, entries=2)
        await replay(kept, "brought", 1, by=1)
        await notes(kept, "brought", 1, 2)
        await results(kept, 3, 30)

    path = tmp_path / "folder"
    path.mkdir()
    with_storage(path, fill)
    (path / "key").write_bytes(b"k" * 32)
    return path


@pytest.fixture
def shared(folder: Path, postgres: Server) -> str:
    """A database with the same in it."""
    database = postgres.new()
    move(str(folder), database)
    return database


def with_shared(database: str, work: Callable[[Storage], Awaitable[Any]]) -> Any:
    """Do something with a database."""

    async def do() -> Any:
        kept, _ = await Storage.at(url_of(database))
        try:
            return await work(kept)
        finally:
            await kept.close()

    return asyncio.run(do())


@pytest.mark.long
def test_the_same_is_told_and_done_as_in_a_folder(folder: Path, shared: str, tmp_path: Path) -> None:
    """In the same order and words; the settings are those of a folder in either case."""
    (folder / "torite.toml").write_text("[retention]\nunbegun = 30\nfinished = 30\n")
    settings = folder / "torite.toml"
    both = Admin(folder), Admin(tmp_path / "none", settings, shared)
    steps: list[Callable[[Admin], Any]] = [
        lambda admin: admin.tables(),
        lambda admin: admin.tables("aside", 3),
        lambda admin: admin.table("table-a"),
        lambda admin: admin.text("table-pl"),
        lambda admin: admin.people(),
        lambda admin: admin.person(1),
        lambda admin: admin.person(3),
        lambda admin: admin.ban(2, 0),
        lambda admin: {**admin.ban(3, 1), "banned_until": ""},
        lambda admin: admin.close("table-pl")["state"],
        lambda admin: admin.delete_old(dry_run=True),
        lambda admin: admin.delete("table-pl"),
        lambda admin: admin.delete_old(),
        lambda admin: admin.forget(3, "en"),
        lambda admin: {name: n for name, n in admin.counts().items() if "bytes" not in name and name != "processes"},
        lambda admin: admin.limits()["retention"],
    ]
    for number, step in enumerate(steps):
        in_folder, in_database = map(step, both)
        assert in_folder == in_database, number
    assert ["aside"] == [one["state"] for one in both[1].tables()]
    counts = both[1].counts()
    assert (0, [], True) == (counts["free_bytes"], counts["processes"], counts["bytes"] > 1_000_000)
    for admin in both:
        for wrong in (admin.table, admin.close, admin.text, admin.delete):
            with pytest.raises(BadRequest):
                wrong("table-none")


def test_what_is_no_database_of_this_version_is_told_in_a_sentence(
    shared: str, postgres: Server, tmp_path: Path
) -> None:
    """And nothing is made there, nor brought up to date."""
    empty, old = postgres.new(), shared
    postgres.do(old, "UPDATE alembic_version SET version_num = '0011'")
    for database, said in ((empty, "nothing of Torite's"), (old, "another version")):
        with pytest.raises(BadRequest, match=said):
            Admin(tmp_path, database=database)
    with pytest.raises(BadDatabase, match="no such database"):
        Admin(tmp_path, database=postgres.address("nowhere"))
    with pytest.raises(BadDatabase, match="no address"):
        Admin(tmp_path, database="mysql://x/y")
    assert [("0",)] == postgres.do(empty, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    assert [("0011",)] == postgres.do(old, "SELECT version_num FROM alembic_version")


@pytest.mark.long
def test_the_command_takes_the_database_from_its_option_or_from_the_settings(
    shared: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says no password. What is SQLite's alone it does not do, but says in a sentence what does."""
    database = shared.replace("torite@", "torite:secret@")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "torite.toml").write_text(f"database = '{database}'\n")
    for named in (["--database", database, "--data", str(tmp_path / "none")], ["--data", str(elsewhere)]):
        assert 0 == torite(["admin", "counts", "--json", *named])
        assert 3 == json.loads(capsys.readouterr().out)["people"]
        assert 0 == torite(["admin", "limits", "--json", *named])
        told = capsys.readouterr().out
        assert "postgresql://torite:***@/torite" in told
        assert "secret" not in told
        for line, said in (
            (["admin", "vacuum"], "sees to that by itself"),
            (["admin", "cut-log"], "sees to that by itself"),
            (["backup", "to.zip"], "`pg_dump --format=custom --file=to.zip postgresql://torite:***@/torite"),
            (["restore", "of.zip"], "`pg_restore --clean --if-exists --single-transaction --dbname=postgresql://"),
        ):
            for language in ("en", "ja"):
                assert 2 == torite([*line, *named, "--language", language])
                refused = capsys.readouterr()
                assert ("", 1) == (refused.out, refused.err.count("\n"))
                assert "secret" not in refused.err
                assert said in refused.err or (language == "ja" and "pg_" not in said)
    assert 0 == torite(["admin", "table", "table-of", "--text", "--database", database])
    assert "0: play C1" in capsys.readouterr().out


# beside processes that serve it


@pytest.fixture
def two(tmp_path: Path, postgres: Server) -> Iterator[dict[str, Running]]:
    """Two processes, which look often what others have done."""
    database = postgres.new()
    made = {
        name: Running(tmp_path / name, database=database, process=name, fixed=True, look=0.2, sweep=0.2)
        for name in ("a", "b")
    }
    yield made
    for one in made.values():
        one.stop()
    assert all("Traceback" not in one.log.read_text() for one in made.values())


def admin_of(one: Running) -> Admin:
    return Admin(one.data, database=one.settings["database"])


@pytest.mark.long
def test_processes_notice_who_is_kept_out_and_which_table_has_ended(two: dict[str, Running]) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, BOTS, start=False)
        await bo.join(made)
        here, there = await ada.sit(made["id"]), await bo.sit(made["id"])
        await here.ask("start")
        await there.until(lambda p: p.scene)
        number = read(two["a"].data, "SELECT person FROM seat WHERE seat = 1")[0]["person"]
        admin = await asyncio.to_thread(admin_of, two["a"])
        counts = await asyncio.to_thread(admin.counts)
        assert (True, ["a", "b"]) == (counts["running"], counts["processes"])
        assert 60.0 == (await asyncio.to_thread(admin.ban, number, 1.0))["noticed"]
        await there.reading
        assert 4403 == there.socket.close_code
        with pytest.raises(BadRequest, match="Close it first"):
            await asyncio.to_thread(admin.delete, made["id"])
        await asyncio.to_thread(admin.close, made["id"])
        await here.reading
        assert (4404, []) == await ends_with(two["a"], made["id"], cookie_of(ada))
        with pytest.raises(BadRequest, match="may not have noticed"):
            await asyncio.to_thread(admin.delete, made["id"])

    run(two["a"], play)


@pytest.mark.long
@pytest.mark.parametrize("halted", [False, True], ids=["served", "stopped and woken"])
def test_somebody_is_deleted_whose_table_is_served_and_others_play_on_there(
    two: dict[str, Running], monkeypatch: pytest.MonkeyPatch, postgres: Server, halted: bool
) -> None:
    """Whoever is kept out. Nothing of their name is left, and nothing that was acknowledged to others is lost."""
    monkeypatch.setattr(service_admin, "NOTICED", 1.0)

    async def play(company: Company) -> None:
        ada, bo = company.person("Adalbert"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, BOTS, options={"out_at": "99"}, start=False, grace=5)
        await bo.join(made)
        here = await ada.sit(made["id"])
        player = Insistent(bo, made["id"])
        await here.ask("start")
        await here.ask("say", text="Adalbert was here")
        assert "Adalbert" in everything(two["a"], postgres)
        number = read(two["a"].data, "SELECT host FROM sitting")[0]["host"]
        admin = await asyncio.to_thread(admin_of, two["b"])
        with pytest.raises(BadRequest, match="torite admin ban"):
            await asyncio.to_thread(admin.forget, number, "en")
        await asyncio.to_thread(admin.ban, number, 1.0)
        await here.reading
        playing = asyncio.create_task(player.play(lambda p: len(p.acknowledged) >= 12))
        await until_so(lambda: len(player.acknowledged) >= 3)
        process = two["a"].process
        assert process is not None
        if halted:
            process.send_signal(19)
        try:
            await asyncio.to_thread(admin.forget, number, "en")
        finally:
            process.send_signal(18)
        assert "Adalbert" not in everything(two["a"], postgres)
        await playing
        assert "Adalbert" not in everything(two["a"], postgres)
        assert len(player.acknowledged) == check_log(two["a"].data, player, 1)
        while True:  # whichever process has it open notices in a moment
            there = await bo.sit(made["id"])
            with contextlib.suppress(*LOST):
                await there.until(lambda p: p.table and "Adalbert" not in json.dumps(p.table))
                break

    run(two["a"], play)


def everything(one: Running, server: Server) -> str:
    """Return all rows of a database as text."""
    names = server.do(one.settings["database"], "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return "\n".join(
        str(server.do(one.settings["database"], f'SELECT to_jsonb(t)::text FROM "{name}" AS t')) for (name,) in names
    )


def test_what_a_process_knew_of_a_table_before_somebody_was_deleted_is_not_written_any_more(shared: str) -> None:
    """Neither who sat there nor what was played, until it opens the table anew; it hears that it has lost it."""

    async def work(kept: Storage) -> None:
        leases, own = SharedLeases(kept, "a"), schema.seat
        await kept.write((sql.update(own).where(own.c.seat == 1).values(kind="person", person=2, bot=None), []))
        setup = await table_setup.agreed(kept, "table-playing")
        assert setup is not None
        await leases.begin()
        setup.owner, setup.epoch = leases.id, await leases.take(setup.id)
        entry = {"sitting": setup.id, "epoch": setup.epoch, "number": 3, "line": "0: play C3", "cid": "2:1", "at": 1.0}
        await personal_data.delete_shared(kept, 1, "en")
        for stale in (setup.changed(), [(statements.INSERT_ENTRY, [entry])]):
            with pytest.raises(storage.Ended):
                await kept.write(*stale)
        seats = await kept.rows(sql.select(own).where(own.c.sitting == setup.id).order_by(own.c.seat))
        assert [("Somebody", None), ("Gen", 2)] == [(row["name"], row["person"]) for row in seats]
        assert 3 == len(await kept.rows(sql.select(schema.entry).where(schema.entry.c.sitting == setup.id)))
        assert setup.epoch < await leases.take(setup.id)
        await leases.end()

    with_shared(shared, work)


@pytest.mark.long
@pytest.mark.parametrize("often", [1, 100])
def test_nobody_is_deleted_from_a_table_that_somebody_comes_to_meanwhile(
    shared: str, monkeypatch: pytest.MonkeyPatch, often: int
) -> None:
    """It is tried again; where it never can be nothing is done."""
    leaving, left = personal_data._all_leaving, [often]

    async def come(kept: Storage, names: list[str], *more: Any) -> Any:
        async for one in leaving(kept, names, *more):
            yield one
        if left[0]:
            left[0] -= 1
            assert await SharedLeases(kept, "x").take("table-playing")

    monkeypatch.setattr(personal_data, "_all_leaving", come)
    before = with_shared(shared, lambda kept: personal_data.concerned(kept, 1))
    if often == 1:
        with_shared(shared, lambda kept: personal_data.delete_shared(kept, 1, "en"))
    else:
        with pytest.raises(Unkept):
            with_shared(shared, lambda kept: personal_data.delete_shared(kept, 1, "en"))
    after = with_shared(shared, lambda kept: personal_data.concerned(kept, 1))
    assert (5, [] if often == 1 else before) == (len(before), after)
    admin = Admin(Path("none"), database=shared)
    assert ({2, 3} if often == 1 else {1, 2, 3}) == {one["id"] for one in admin.people()}
