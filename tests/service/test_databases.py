"""A PostgreSQL database in place of a file: the same tables by the same steps, and a sentence for whatever is wrong."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import sqlalchemy as sql
import websockets
from websockets.typing import Origin

from tests.patience import PATIENCE, until_so
from tests.service.client import BOTS, ME, Company, Person, run
from tests.service.conftest import Running, free_port
from tests.service.leaving import rotates, serving
from tests.service.postgres_server import Server
from tests.service.test_migrations import shape
from torite.service import postgres as service_postgres
from torite.service import schema, statements
from torite.service.config import Config
from torite.service.leases import Elsewhere, Leases, SharedLeases
from torite.service.migrations import STEPS
from torite.service.notifications import REPLACED, SharedNotifications
from torite.service.postgres import BadDatabase, engine_of, explained, prepare, url_of
from torite.service.storage import Ended, Gone, Storage, Unkept, Unread
from torite.service.web import check
from torite.terminal.main import run as torite

ROW = {"id": "t", "variant": "agurk", "options": {}, "settings": {}, "agreed": {}, "words": {}, "key": b"\0k",
       "host": 1, "state": "playing", "changed_at": 1.5}  # fmt: skip


@pytest.fixture
def database(postgres: Server) -> str:
    return postgres.new()


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """What opens one database of each kind."""
    address = request.getfixturevalue("database") if request.param == "postgresql" else ""

    async def opened() -> Storage:
        return (await Storage.at(url_of(address)))[0] if address else await Storage.open(tmp_path / "torite.db")

    return opened


async def shapes(address: str) -> tuple[Any, Any]:
    """What a database is by its steps, and one as its tables are declared."""
    await prepare(url_of(address))
    engine = engine_of(url_of(address))
    async with engine.begin() as connection:
        stepped = await connection.run_sync(lambda one: shape(one))
    async with engine.begin() as connection:
        await connection.execute(sql.text("DROP SCHEMA public CASCADE; ").execution_options())
        await connection.execute(sql.text("CREATE SCHEMA public"))
        await connection.run_sync(schema.metadata.create_all)
        declared = await connection.run_sync(lambda one: shape(one))
    await engine.dispose()
    return stepped, declared


def test_the_steps_lead_to_the_tables_that_are_declared(database: str) -> None:
    stepped, declared = asyncio.run(shapes(database))
    assert stepped == declared


def test_processes_that_begin_at_once_bring_it_up_to_date_once(database: str) -> None:
    """They have the same key afterwards."""

    async def all_of_them() -> list[tuple[Storage, bytes]]:
        found = await asyncio.gather(*(Storage.at(url_of(database)) for _ in range(5)))
        for one, _ in found:
            await one.close()
        return found

    assert len({key for _, key in asyncio.run(all_of_them())}) == 1


def test_a_step_that_fails_leaves_it_as_it_was(database: str, postgres: Server) -> None:
    failing = mock.patch.object(service_postgres, "_check_ours", side_effect=sql.exc.SQLAlchemyError("no"))
    with failing, pytest.raises(BadDatabase):
        asyncio.run(Storage.at(url_of(database)))
    assert postgres.do(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [("0",)]
    storage_, _ = asyncio.run(opened_and_closed(database))
    assert storage_ is not None


async def opened_and_closed(address: str) -> tuple[Storage, bytes]:
    found = await Storage.at(url_of(address))
    await found[0].close()
    return found


@pytest.fixture(scope="module")
def encrypted() -> Iterator[Server]:
    """A server that is reached at an address of this machine, too, and has a certificate for it."""
    server = Server(listen_addresses="127.0.0.1", port=str(free_port()))
    try:
        made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
        names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "server.key", "-out", "server.crt"]
        subprocess.run([*made, *names], cwd=server.data, check=True, capture_output=True)
        owner = server.data.stat()
        for file in (server.data / "server.key", server.data / "server.crt"):
            os.chown(file, owner.st_uid, owner.st_gid)
            file.chmod(0o600)
        yield server
    finally:
        server.close()


def by_network(server: Server, query: str) -> str:
    """Return the address of an empty database that is reached by the network."""
    address = url_of(server.new())
    return f"postgresql://{address.username}@127.0.0.1:{address.query['port']}/{address.database}?{query}"


async def is_encrypted(address: str) -> bool:
    engine = engine_of(url_of(address))
    try:
        with explained(url_of(address)):
            async with engine.connect() as connection:
                asked = sql.text("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
                return bool((await connection.execute(asked)).scalar_one())
    finally:
        await engine.dispose()


@pytest.mark.long
def test_an_address_says_whether_and_how_the_way_to_the_database_is_encrypted(encrypted: Server) -> None:
    with pytest.raises(BadDatabase, match="cannot be reached"):
        asyncio.run(is_encrypted(by_network(encrypted, "sslmode=require")))
    encrypted.stop()
    encrypted.settings |= {"ssl": "on"}
    encrypted.start()
    checked = f"sslmode=verify-full&sslrootcert={encrypted.data / 'server.crt'}"
    for query, so in (("sslmode=disable", False), ("sslmode=require", True), (checked, True)):
        assert so is asyncio.run(is_encrypted(by_network(encrypted, query)))
        asyncio.run(opened_and_closed(by_network(encrypted, query)))
    with pytest.raises(BadDatabase, match="cannot be reached"):
        asyncio.run(is_encrypted(by_network(encrypted, checked).replace("@127.0.0.1", "@127.0.0.2")))


def test_a_host_behind_the_question_mark_is_in_the_place_of_the_other(postgres: Server) -> None:
    """With its port, as PostgreSQL's own programs have it."""
    own = postgres.new()
    for nowhere in ("127.0.0.1", "127.0.0.1:1", "nowhere.invalid"):
        asyncio.run(opened_and_closed(own.replace("@/", f"@{nowhere}/")))


@pytest.mark.parametrize(
    ("query", "told"),
    [("nonsense=1", "'nonsense' cannot stand in the address"), ("sslmode=yes", "it is one of disable, allow"),
     ("host=a&host=b", "'host' stands more than once"),
     ("sslmode=verify-full&sslrootcert=/none", "there is no such file"),
     ("connect_timeout=5", "behind its ? may be host, port, sslmode")],
)  # fmt: skip
def test_what_an_address_cannot_ask_for_is_told(
    query: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--database", f"postgresql://torite@127.0.0.1:1/torite?{query}", "--data", str(tmp_path), "-l", "en"]
    for command in (["serve", "--no-browser"], ["admin", "counts"]):
        assert 2 == torite([*command, *asked])
        err = capsys.readouterr().err
        assert (told in err, 1) == (True, err.count("\n"))


def test_what_is_written_is_read_as_it_was(kept: Any) -> None:
    """Bytes, JSON, fractions, no value, all letters; all of it or nothing, and each who writes for themselves."""

    async def look() -> None:
        one = await kept()
        person = {"id": 2**53 - 1, "name": "ゆず \N{WINKING FACE}", "language": "ja", "seen_at": 0.1 + 0.2}
        sitting = ROW | {"host": person["id"], "options": {"out_at": "15"}, "scores": [1, -2]}
        await one.write((sql.insert(schema.person), [person]), (sql.insert(schema.sitting), [sitting]))
        assert person | {"banned_until": 0.0} == (await one.rows(sql.select(schema.person)))[0]
        found = (await one.rows(sql.select(schema.sitting)))[0]
        assert sitting == {name: found[name] for name in sitting}
        again = (sql.insert(schema.person), [person])
        other = (sql.insert(schema.person), [person | {"id": 7}])
        done = await asyncio.gather(one.write(again), one.write(other), return_exceptions=True)
        assert isinstance(done[0], Unkept)
        assert done[1] is None
        with pytest.raises(Unkept):
            await one.write((sql.insert(schema.person), [person | {"id": 8}]), again)
        assert {person["id"], 7} == {row["id"] for row in await one.rows(sql.select(schema.person.c.id))}
        await one.close()

    asyncio.run(look())


def test_what_tells_of_somebody_deleted_is_no_fault_of_the_disk(kept: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor if somebody is to be deleted of whom something has come to be kept: it is told, and nothing is done."""

    async def look() -> None:
        one = await kept()
        person = {"id": 1, "name": "", "language": "", "seen_at": 0.0}
        table = (sql.insert(schema.sitting), [ROW])
        with pytest.raises(Gone) as told:
            await one.write(table)
        assert "deleted meanwhile" in told.value.say("en")
        await one.write((sql.insert(schema.person), [person]), table)
        with pytest.raises(Gone):
            await one.write((sql.delete(schema.person), []))
        assert 1 == len(await one.rows(sql.select(schema.person)))
        await one.close()

    asyncio.run(look())
    assert "nothing was kept" not in str(capsys.readouterr())


@pytest.mark.parametrize("state", [statements.CLOSED, statements.DELETING])
def test_nothing_is_written_at_a_table_that_has_ended(kept: Any, state: str) -> None:
    async def look() -> None:
        one = await kept()
        person = {"id": 1, "name": "", "language": "", "seen_at": 0.0}
        await one.write((sql.insert(schema.person), [person]), (sql.insert(schema.sitting), [ROW]))
        entries = [{"sitting": "t", "epoch": 0, "number": n, "line": "x", "cid": "", "at": 0.0} for n in range(3)]
        await one.write((statements.INSERT_ENTRY, entries[:2]))
        await one.write((sql.update(schema.sitting).values(state=state), []))
        with pytest.raises(Ended):
            await one.write((statements.INSERT_ENTRY, entries[2:]))
        assert 2 == len(await one.rows(sql.select(schema.entry)))
        await one.close()

    asyncio.run(look())


def test_a_process_that_starts_waits_for_a_database_that_does_not_answer(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that has just come up again, or has much to do; not for ever, and it is said in a sentence."""

    async def look() -> None:
        kept, _ = await Storage.at(url_of(database))
        answering, missed = kept.rows, iter(range(2))

        async def late(query: Any) -> list[dict[str, Any]]:
            if next(missed, None) is not None:
                raise Unread
            return await answering(query)

        monkeypatch.setattr(kept, "rows", late)
        one = SharedLeases(kept, "a")
        await one.begin()
        assert ["a"] == await one.living()
        monkeypatch.setattr("torite.service.leases.ANSWERS", 0.0)
        missed = iter(range(1))
        with pytest.raises(BadDatabase, match="cannot be reached"), explained(url_of(database)):
            await SharedLeases(kept, "b").begin()
        await kept.close()

    asyncio.run(look())


def test_a_table_is_one_processs_at_a_time_and_only_that_one_writes(database: str) -> None:
    """Who takes a table from a process that is gone writes under an epoch of its own; the other can no more."""

    async def look() -> None:
        kept, _ = await Storage.at(url_of(database))
        person = {"id": 1, "name": "", "language": "", "seen_at": 0.0}
        await kept.write((sql.insert(schema.person), [person]), (sql.insert(schema.sitting), [ROW]))
        one, other = (SharedLeases(kept, name) for name in "ab")
        await one.begin()
        await other.begin()
        first = await one.take("t")
        with pytest.raises(Elsewhere) as elsewhere:
            await other.take("t")
        assert elsewhere.value.process == "a"
        assert await other.take("no such table") == 0

        def entry(number: int, epoch: int) -> tuple[Any, list[dict[str, Any]]]:
            row = {"sitting": "t", "number": number, "line": "x", "cid": "", "at": 0.0}
            return statements.INSERT_ENTRY, [row | {"epoch": epoch}]

        await kept.write(entry(0, first))
        await kept.write((sql.update(schema.process).where(schema.process.c.name == "a").values(until=0.0), []))
        second = await other.take("t")
        assert second > first
        with pytest.raises(Ended):
            await kept.write(entry(1, first))
        await kept.write(entry(1, second))
        assert {"t": second + 1} == await one.seize(["t"])  # to change it, from whoever serves it
        with pytest.raises(Ended):
            await kept.write(entry(2, second))
        await one.release({"t": second})  # of an epoch that is over: changes nothing
        await kept.write((sql.update(schema.process).values(until=2.0**40), []))
        with pytest.raises(Elsewhere):
            await other.take("t")
        await one.release({"t": second + 1})
        assert await other.take("t") == second + 2
        await kept.close()

    asyncio.run(look())


def test_one_process_alone_has_every_table() -> None:
    async def look() -> None:
        leases = Leases()
        await leases.begin()
        assert await leases.take("t") == 0
        assert await leases.seize(["t"]) == {}
        assert await leases.is_first()
        assert leases.keeper("anything") == leases.name

    asyncio.run(look())


@pytest.mark.parametrize(
    "address",
    [
        "",
        "x",
        "sqlite:///torite.db",
        "mysql://root@localhost/torite",
        "postgresql://",
        "postgresql://host",
        "postgres",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadDatabase) as fault:
        url_of(address)
    assert "postgresql://" in fault.value.say("en")
    assert fault.value.say("ja") != fault.value.say("en")


def test_without_its_driver_it_says_what_to_install() -> None:
    with mock.patch.dict(sys.modules, {"asyncpg": None}), pytest.raises(BadDatabase) as fault:
        url_of("postgresql://torite@host/torite")
    assert "torite[postgres]" in fault.value.say("en")


def said(address: str, tmp_path: Path, process: str = "a") -> str:
    """What is said of a database that cannot be used; no password of it."""
    with pytest.raises(BadDatabase) as fault:
        asyncio.run(check(Config(tmp_path, database=address, process=process)))
    assert "sesame" not in fault.value.say("en") + fault.value.say("ja")
    return fault.value.say("en")


@pytest.mark.parametrize(
    ("state", "passes"),
    [
        ("57P01", True),
        ("57P03", True),
        ("08006", True),
        ("53300", True),
        ("28000", False),
        ("3D000", False),
        ("", False),
    ],
)
def test_what_a_database_gets_over_by_itself_is_told_from_what_it_does_not(state: str, passes: bool) -> None:
    """One that ends, or has just been started, is not damaged: nobody need put a backup back."""
    found = type("Found", (Exception,), {"sqlstate": state})("it says so")
    with pytest.raises(BadDatabase) as fault, explained(url_of("postgresql://torite@host/torite")):
        raise sql.exc.DBAPIError("SELECT 1", {}, found)
    assert passes is fault.value.passes
    assert ("put a backup back" in fault.value.say("en")) == (state == "")


def test_what_cannot_be_reached_or_used_is_told_in_a_sentence(postgres: Server, tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        assert "cannot be reached" in said(f"postgresql://torite:sesame@127.0.0.1:{port}/torite", tmp_path)
    database = postgres.new()
    name = sql.make_url(database).database
    assert "no such database" in said(database.replace(f"/{name}", "/nowhere"), tmp_path)
    postgres.do(database, "CREATE ROLE guest LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    assert "may not do what is needed" in said(database.replace("torite@", "guest:sesame@"), tmp_path)
    assert "does not let us in" in said(database.replace("torite@", "nobody@"), tmp_path)
    postgres.do(database, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "only be read" in said(database, tmp_path)


def test_a_database_that_is_not_ours_or_newer_is_left_as_it_is(postgres: Server, tmp_path: Path) -> None:
    foreign, newer = postgres.new(), postgres.new()
    postgres.do(foreign, "CREATE TABLE invoice (id int)")
    assert "not a database of Torite's" in said(foreign, tmp_path)
    assert postgres.do(foreign, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [("1",)]
    asyncio.run(opened_and_closed(newer))
    later = f"{int(STEPS[-1]) + 1:04}"
    postgres.do(newer, f"UPDATE alembic_version SET version_num = '{later}'")
    assert "newer Torite" in said(newer, tmp_path)
    assert postgres.do(newer, "SELECT version_num FROM alembic_version") == [(later,)]


def test_a_database_that_cannot_write_every_letter_is_left_as_it_is(postgres: Server, tmp_path: Path) -> None:
    """It would begin to refuse with the first name or card that it has no letter for, in the middle of a match."""
    database = postgres.new()
    latin = database.replace(f"/{sql.make_url(database).database}", "/latin")
    postgres.do(database, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    told = said(latin, tmp_path)
    assert ("LATIN1" in told, "--encoding=UTF8" in told) == (True, True)
    assert postgres.do(latin, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [("0",)]


def test_a_database_at_no_step_that_is_known_is_put_back_by_its_own_means(postgres: Server, tmp_path: Path) -> None:
    database = postgres.new()
    postgres.do(database, "CREATE TABLE alembic_version (version_num text); INSERT INTO alembic_version VALUES ('zz')")
    told = said(database, tmp_path)
    assert ("pg_dump" in told, "torite restore" in told) == (True, False)


def test_two_processes_have_two_names(database: str, tmp_path: Path) -> None:
    running = Running(tmp_path / "a", database=database, process="a")
    try:
        assert "another name" in said(database, tmp_path, "a")
        asyncio.run(check(Config(tmp_path, database=database, process="b")))
    finally:
        running.stop()
    asyncio.run(check(Config(tmp_path, database=database, process="a")))


def test_writes_of_rows_of_any_number_are_counted_one_by_one(database: str) -> None:
    """The driver does not say how many of many rows were written: one that was not must not be missed."""

    async def look() -> None:
        kept, _ = await Storage.at(url_of(database))
        people = [{"id": n, "name": "", "language": "", "seen_at": 0.0} for n in range(1, 3)]
        tables = [ROW, ROW | {"id": "closed", "state": statements.CLOSED}]
        await kept.write((sql.insert(schema.person), people), *((sql.insert(schema.sitting), [one]) for one in tables))
        rows = [
            {"sitting": name, "epoch": 0, "number": 0, "line": "x", "cid": "", "at": 0.0} for name in ("t", "closed")
        ]
        with pytest.raises(Ended):
            await kept.write((statements.INSERT_ENTRY, rows))
        assert [] == await kept.rows(sql.select(schema.entry))
        await kept.close()

    asyncio.run(look())


def test_a_server_that_is_too_old_is_told_of(database: str, tmp_path: Path) -> None:
    with mock.patch.object(service_postgres, "OLDEST", 990_000):
        assert "99 or newer is needed" in said(database, tmp_path)


FAILS = """CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '{}'; END $$;
    CREATE TRIGGER fails BEFORE INSERT ON notification FOR EACH ROW
        WHEN (NEW.about NOT LIKE '{} %') EXECUTE FUNCTION fails()"""


@pytest.mark.long
@pytest.mark.parametrize("state", ["53100", "25006", "40001"], ids=["full", "read-only", "deadlock"])
def test_what_is_done_is_answered_so_where_others_cannot_be_told_of_it(
    postgres: Server, tmp_path: Path, state: str
) -> None:
    """Whoever has a new token in place of the old one has it, or would be nobody any more."""
    database = postgres.new()
    with serving(tmp_path, database=database, process="a") as running:

        async def ask(company: Company) -> None:
            ann = company.person("Ann")
            await ann.post("me", {"name": "Ann"})
            before = ann.http.cookies["torite"]
            postgres.do(database, FAILS.format(state, REPLACED))
            assert 200 == (await rotates(ann)).status_code
            assert before != ann.http.cookies["torite"]
            await ann.post("me", {"name": "Anna"})
            assert "Anna" == (await ann.get("account"))["name"]

        run(running, ask)


async def is_ready(somebody: Person) -> bool:
    """Tell whether a service says that it is."""
    return (await somebody.http.get("/ready")).status_code == 200


def test_a_database_without_room_keeps_nothing_and_goes_on_when_there_is_some(postgres: Server, tmp_path: Path) -> None:
    """What could not be kept is told so, and is not played; a start says what is wrong."""
    database = postgres.new()
    full = """CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON {} EXECUTE FUNCTION full_disk()"""
    running = Running(tmp_path / "a", database=database, process="a")

    async def play(company: Company) -> None:
        ann = company.person("Ann")
        place = await ann.sit((await ann.set_table("agurk", BOTS))["id"])
        await place.until(lambda p: p.turn)
        before = postgres.do(database, "SELECT count(*) FROM entry")
        postgres.do(database, full.format("entry"))
        number, code = place.scene["number"], place.code()
        refused = await place.ask("act", number=number, code=code)
        assert ("refused", "unkept") == (refused["type"], refused["code"])
        assert before == postgres.do(database, "SELECT count(*) FROM entry")
        ready = await ann.http.get("/ready")  # what a table holds already can be changed all the while
        assert (503, "unwritable\n") == (ready.status_code, ready.text)
        postgres.do(database, "DROP TRIGGER full_disk ON entry")
        await until_so(lambda: is_ready(ann))
        assert "done" == (await place.ask("act", number=number, code=code))["type"]

    try:
        run(running, play)
    finally:
        running.stop()
    postgres.do(database, "DROP FUNCTION full_disk; " + full.format("process"))
    assert "no room on the disk" in said(database, tmp_path, "b")


def test_what_nobody_is_woken_for_is_heard_all_the_same(database: str) -> None:
    async def look() -> None:
        kept, _ = await Storage.at(url_of(database))
        heard: asyncio.Queue[tuple[str, list[str]]] = asyncio.Queue()

        async def hear(kind: str, about: list[str]) -> None:
            await heard.put((kind, about))

        watching = asyncio.create_task(SharedNotifications(kept).watch(hear))
        while not (await kept.rows(sql.text("SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN \"torite\"'"))):
            await asyncio.sleep(0.02)
        with mock.patch("torite.service.notifications.CHANNEL", "nobody"):
            await SharedNotifications(kept).tell("token", ["x", "y"])
        assert ("token", ["x", "y"]) == await asyncio.wait_for(heard.get(), PATIENCE)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await kept.close()

    asyncio.run(look())


def test_a_machine_whose_clock_is_wrong_takes_nothing(postgres: Server, tmp_path: Path) -> None:
    """The database's clock says who lives."""
    database, clock = postgres.new(), tmp_path / "clock"
    clock.write_text("60")
    ahead = Running(tmp_path / "a", database=database, process="a", clock=str(clock))
    right = Running(tmp_path / "b", database=database, process="b")

    async def play(company: Company) -> None:
        for one, other, name in ((right, ahead, "b"), (ahead, right, "a")):
            ann = company.person("Ann")
            ann.go_to(one.address)
            table = (await ann.set_table("agurk", BOTS))["id"]
            place = await ann.sit(table)
            await place.until(lambda p: p.turn)
            sent = await ann.sit(table, other.address)
            await sent.reading
            assert (4307, name) == (sent.socket.close_code, sent.socket.close_reason)
            assert "done" == (await place.ask("act", number=place.scene["number"], code=place.code()))["type"]

    try:
        run(right, play)
    finally:
        for one in (ahead, right):
            one.stop()


# what PostgreSQL takes in no text


async def answers(company: Company, path: str, body: Any = None) -> int:
    """Ask for something, and return the status of the answer."""
    ada = company.person("Ada")
    asked = ada.http.get(f"/api/{path}") if body is None else ada.http.post(f"/api/{path}", json=body)
    return (await asked).status_code


def test_an_address_or_a_code_with_a_nought_is_one_that_is_not_there(tmp_path: Path, database: str) -> None:
    """A traceback for each would let anybody fill the log."""

    async def look(company: Company) -> None:
        for path in ("replays/%00", "replays/%00/judged?from=0", "lab/a%00b", "tables/%00/steps", "%00"):
            assert 404 == await answers(company, path), path
        for path in ("tables/%00/peek", "tables/%00/join", "lab/%00/stop", "rules/%00/delete", "replays/%00/notes"):
            assert 404 == await answers(company, path, {"secret": "x"}), path
        assert 400 == await answers(company, "replays/x/notes/shared", {"code": "a\0"})
        for path in ("/ws/%00", "/ws/replays/%00/" + 22 * "a", "/p/a/ws/%00"):
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(
                    f"ws://127.0.0.1:{running.port}{path}", origin=Origin(running.address), open_timeout=PATIENCE
                )
            assert 403 == refused.value.response.status_code, path

    running = Running(tmp_path / "data", database=database, process="a")
    try:
        run(running, look)
    finally:
        running.stop()
    assert "Traceback" not in running.log.read_text()


#: Bodies that name the letter where no text is cleaned, and how each is refused.
WITH_NOUGHT: dict[str, tuple[dict[str, Any], str]] = {
    "tables": ({"variant": "agurk\0", "seats": [ME, BOTS]}, "unknown-name"),
    "rules": ({"name": "mine", "variant": "agurk\0", "options": {}}, "unknown-name"),
    "replays": ({"record": "a\0"}, "bad-record"),
    "results/import": ({"results": [{"variant": "\0"}]}, "bad-record"),
    "lab": ({"experiment": {"sides": [{"variant": "\0"}], "matches": 1, "bots": ["random"]}}, "unknown-name"),
}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_nought_in_a_query_a_body_or_a_message_comes_to_no_database(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        table = await ada.set_table("agurk", BOTS)
        for query in ("matches?variant=%00", "matches?with=a%00", "matches?before=1_%00", "matches?%00=1"):
            assert 404 == (await ada.http.get(f"/api/{query}")).status_code, query
        assert 200 == (await ada.http.get("/api/matches?with=%2500&variant=%ED%A0%80")).status_code
        for path, (body, code) in WITH_NOUGHT.items():
            answer = await ada.http.post(f"/api/{path}", json=body)
            assert (True, code) == (answer.status_code in (400, 404), answer.json()["code"]), path
        with pytest.raises(websockets.InvalidStatus) as refused:
            await ada.sit(f"{table['id']}?language=%00")
        assert 403 == refused.value.response.status_code
        place = await ada.sit(table["id"])
        assert "done" == (await place.ask("say", text="a\0b"))["type"]  # talk is cleaned
        assert "done" == (await place.ask("say", text="a\ud800b"))["type"]  # and half a letter left out
        assert "done" == (await place.ask("say", text=r"a\u0000b"))["type"]
        for name, kept in (("Ad\0a", "Ad a"), (r"A\u0000", r"A\u0000")):  # a name is cleaned, as ever
            assert 200 == (await ada.http.post("/api/me", json={"name": name})).status_code
            assert kept == (await ada.get("start"))["me"]["name"]

    several = {"database": request.getfixturevalue("database"), "process": "a"} if kind == "postgresql" else {}
    running = Running(tmp_path / "data", **several)
    try:
        run(running, look)
    finally:
        running.stop()
    assert "Traceback" not in running.log.read_text()
