"""Whatever is wrong with one value that is kept: a sentence, or it is left out, and nothing else suffers."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
import sqlalchemy as sql
from sqlalchemy.dialects import postgresql
from structlog.testing import capture_logs

import torite
from tests.arranged import new_match
from tests.lab.test_report import simulated
from tests.patience import until_so
from tests.service.client import BOTS, Company, Person, run
from tests.service.conftest import Running
from tests.service.filled import person, with_storage
from tests.service.leaving import do, posts, serving
from tests.service.players import read
from tests.service.postgres_server import Server
from torite.lab.experiment import Experiment
from torite.service import judging, schema
from torite.service.admin import Admin
from torite.service.experiments import Experiments
from torite.service.postgres import url_of
from torite.service.storage import Storage, now
from torite.service.wall_clock import BELIEVED, WallClock

COLUMNS = [
    column for table in schema.metadata.sorted_tables for column in table.c
    if isinstance(column.type, (sql.JSON, sql.LargeBinary)) and table is not schema.shared_key
]  # fmt: skip
#: What is counted, or a time: neither names a row nor refers to one.
NUMBERS = [
    column for table in schema.metadata.sorted_tables for column in table.c
    if not isinstance(column.type, (sql.JSON, sql.LargeBinary, sql.String))
    and not column.primary_key and not column.foreign_keys
]  # fmt: skip
#: Tables of whose rows some process alone knows, or one row holds for all.
NOBODYS = (schema.process, schema.notification, schema.clock, schema.heartbeat)
JSON = ("null", "5", "[[]]", '{"a": 5}', '{"lesson": 5}')
#: What is no JSON, or not even a text, as SQLite keeps it all the same.
NO_JSON = ("'{'", "5", "x'ff'", "CAST(x'ff' AS TEXT)", """'{"a": "\\ud800"}'""")
BYTES = (b"", b"\xff", b'{"sides": []}')
NO_BYTES = ("'x'", "100000000000000")
WANTED = b'{"sides": [{"variant": "agurk"}], "matches": 2, "bots": ["random"]}'


def cases(columns: list[sql.Column[Any]]) -> list[Any]:
    """Make a case of each column; what was judged, and is damaged, is judged anew, for which a game is compiled."""
    judges = {schema.judged: pytest.mark.compiles}
    return [pytest.param(one, id=str(one), marks=judges.get(one.table, ())) for one in columns]


def wrong(column: sql.Column[Any], in_a_file: bool) -> list[str]:
    """List what may stand in a column, as SQL."""
    if column in NUMBERS:
        return wrong_number(column, in_a_file)
    if isinstance(column.type, sql.JSON):
        return [f"'{text}'" for text in JSON] + (list(NO_JSON) if in_a_file else [])
    return [f"x'{one.hex()}'" for one in BYTES] + list(NO_BYTES) if in_a_file else [f"'\\x{b.hex()}'" for b in BYTES]


def wrong_number(column: sql.Column[Any], in_a_file: bool) -> list[str]:
    """List what no time or count is, and what none can be."""
    if in_a_file:
        return ["-1", "0.5", "1e12", "9e999", "'x'", "x'ff'"]
    kind = str(column.type.compile(postgresql.dialect()))
    if kind == "BOOLEAN":
        return ["NOT " + column.name]
    bits = {"INTEGER": 31, "BIGINT": 63}.get(kind)
    return (
        ["-1", f"{2**bits - 1}", f"-{2**bits}"]
        if bits
        else ["-1", "1e12", "-1e300", "'NaN'", "'Infinity'", "'-Infinity'"]
    )


@asynccontextmanager
async def kept_by(service: Running) -> AsyncIterator[Storage]:
    if "database" in service.settings:
        kept, _ = await Storage.at(url_of(service.settings["database"]))
    else:
        kept = await Storage.beside(service.data / "torite.db")
    try:
        yield kept
    finally:
        await kept.close()


class Two:
    """Two of everything of Ada's: the first is damaged, and the second stays well.

    Attributes:
        things: their ids, by the table of the database; of tables those that have not begun, and `over`.
    """

    def __init__(self, service: Running) -> None:
        self.service = service
        self.cookie = self.begun = ""
        self.things: dict[str, list[str]] = {}
        run(service, self._make)

    def ada(self, company: Company) -> Person:
        ada = company.person("Ada")
        ada.http.cookies.set("torite", self.cookie)
        return ada

    async def _make(self, company: Company) -> None:
        ada, own = company.person("Ada"), schema.sitting
        rules = [{"name": name, "variant": "agurk", "options": {"out_at": "15"}} for name in ("One", "Two")]
        match = new_match("agurk", 2, options={"fixed_deals": "2", "hand_size": "4"}, key=bytes(64))
        while not match.over:
            match.act(match.actors[0], match.actions(match.actors[0])[0])
        record = torite.write(match)
        self.things["house_rules"] = [(await ada.post("rules", one))["id"] for one in rules]
        self.things["judged"] = [(await ada.post("replays", {"record": record}))["id"] for _ in range(2)]
        tables = [(await ada.set_table("agurk", BOTS))["id"] for _ in range(4)]
        self.things["sitting"], self.things["over"] = tables[:2], tables[2:]
        self.begun = (await ada.set_table("agurk", BOTS))["id"]
        place = await ada.sit(self.begun)
        await place.until(lambda p: p.scene)
        await place.ask("say", text="Well")
        await place.close()
        await ada.post("account/code")
        for replay in self.things["judged"]:
            await ada.post(f"replays/{replay}/notes", {"step": 1, "text": "So"})
        self.cookie = ada.http.cookies["torite"]
        async with kept_by(self.service) as kept:
            for table, replay in zip(self.things["over"], self.things["judged"], strict=True):
                ended = {"replay": replay, "scores": [1, 2], "places": [1, 2], "finished_at": now()}
                await kept.changed(sql.update(own).where(own.c.id == table).values(state="over", **ended))
            found = judging.not_yet(-1) | {"first": 0, "engine": judging.engine()}
            judged = [found | {"replay": name} for name in self.things["judged"]]
            wanted = msgspec.json.decode(WANTED, type=Experiment).checked()
            person = (await kept.rows(sql.select(schema.house_rules.c.person)))[0]["person"]
            done = {"person": person, "name": "", "wanted": msgspec.json.encode(wanted), "state": "done", "kept": b"",
                    "outcome": msgspec.json.encode(simulated(3)), "done": 2, "fault": {}, "made_at": now(), "place": 0,
                    "owner": ""}  # fmt: skip
            self.things["experiment"] = ["first-experiment", "second-experiment"]
            tried = [done | {"id": name} for name in self.things["experiment"]]
            study = {"person": person, "lines": "", "edition": 1, "at": now()}
            studies = [study | {"replay": name} for name in self.things["judged"]]
            alone = {"person": person, "game": "emissary", "variant": "emissary", "usual": True, "daily": "",
                     "score": 1, "won": None, "finished_at": now()}  # fmt: skip
            results = [alone | {"sitting": f"alone-{n}"} for n in range(2)]
            await kept.write((sql.insert(schema.judged), judged), (sql.insert(schema.experiment), tried))
            await kept.write((sql.insert(schema.variations), studies), (sql.insert(schema.result), results))

    async def asked_of_all(self, ada: Person) -> None:
        """Ask for all that tells anything of what is somebody's."""
        replay, table = (self.things[kind][0] for kind in ("judged", "sitting"))
        await _ask(ada, "POST", "me", {"name": "Ada"})
        paths = ("start", "account", "account/data", "tables", "matches", "matches/export", "matches/habits",
                 "results", "results/export", "daily/emissary", "rules", "lab", "games/agurk")  # fmt: skip
        of_replay = ("", "/steps?from=0&to=3", "/moves", "/places?at=1&seat=0", "/record", "/judged?from=0", "/notes",
                     "/study/record")  # fmt: skip
        for path in (*paths, f"tables/{table}/invite", *(f"replays/{replay}{what}" for what in of_replay)):
            await _ask(ada, "GET", path)
        place = await ada.sit(self.begun)
        await place.until(lambda p: p.scene)
        await place.close()
        await asyncio.to_thread(_administer_all, self.service, table)

    async def asked(self, ada: Person, kind: str) -> dict[str, Any]:
        """Ask for all that tells of a kind of thing, and change what there is; return what was told, by path."""
        names = self.things[kind]
        paths = ["account/data"]
        if kind in ("sitting", "over"):
            paths += ["tables", "matches", *(f"tables/{name}/invite" for name in names)]
            await asyncio.to_thread(_administer, self.service, names[0])
        elif kind == "experiment":
            paths += ["lab", *(f"lab/{name}{what}" for name in names for what in ("", "/found"))]
            await _ask(ada, "POST", f"lab/{names[0]}/stop")
        elif kind == "judged":
            paths += [f"replays/{name}/judged?from=0" for name in names]
        else:
            paths += ["rules"]
        await _ask(ada, "POST", "me", {"name": "Ada"})
        return {path: await _ask(ada, "GET", path) for path in paths}


async def _ask(ada: Person, method: str, path: str, body: Any = None) -> Any:
    answer = await ada.http.request(method, f"/api/{path}", json=body if body or method == "GET" else {})
    assert answer.status_code not in (429, 500), (path, answer.text)
    assert '"bad-message"' not in answer.text, (path, answer.text)
    return answer.json() if "json" in answer.headers["content-type"] else answer.text


def _administer_all(service: Running, table: str) -> None:
    admin = Admin(service.data, database=service.settings.get("database", ""))
    assert admin.counts()
    assert admin.tables()
    assert table == admin.table(table)["id"]
    for somebody in admin.people():
        assert somebody["id"] == admin.person(somebody["id"])["id"]
    assert admin.delete_old(dry_run=True)


def _administer(service: Running, table: str) -> None:
    admin = Admin(service.data, database=service.settings.get("database", ""))
    assert table == admin.table(table)["id"]
    assert "variant: agurk" in admin.text(table)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    more: dict[str, Any] = {}
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        more = {"database": server.new(), "process": "a"}
    often = {what: {"most": 10_000, "seconds": 1} for what in ("exports", "habits", "names")}
    limits: dict[str, Any] = often | dict.fromkeys(("reads", "posts", "refusals"), 100_000)
    with serving(tmp_path_factory.mktemp("damaged"), fixed=True, limits=limits, **more) as service:
        yield Two(service)


def those(told: Any, name: str) -> list[Any]:
    """List what is told anywhere of one thing, by its id."""
    parts = list(told.values()) if isinstance(told, dict) else told if isinstance(told, list) else []
    own = {key: one for key, one in told.items() if key != "age"} if isinstance(told, dict) else {}
    return [own] * (own.get("id") == name) + [found for part in parts for found in those(part, name)]


@pytest.mark.long
@pytest.mark.parametrize("column", cases(COLUMNS))
def test_one_value_that_is_damaged_takes_nothing_else_with_it(two: Two, column: sql.Column[Any]) -> None:
    table = column.table
    key = next(iter(table.primary_key))

    async def look(company: Company) -> None:
        ada = two.ada(company)
        async with kept_by(two.service) as kept:
            for place in ("sitting", "over") if table is schema.sitting else (table.name,):
                name, other = two.things[place]
                well = await two.asked(ada, place)
                before = (await kept.rows(sql.select(table).where(key == name)))[0]
                for value in wrong(column, kept.is_sqlite):
                    await kept.changed(
                        sql.text(f"UPDATE {table} SET {column.name} = {value} WHERE {key.name} = '{name}'")
                    )
                    told = await two.asked(ada, place)
                    for path, as_before in well.items():
                        if other in path:
                            assert as_before == told[path], (path, value)
                        assert those(as_before, other) == those(told[path], other), (path, value)
                await kept.changed(sql.update(table).where(key == name).values(before))

    run(two.service, look)


@pytest.mark.long
@pytest.mark.parametrize("column", cases([one for one in NUMBERS if one.table not in NOBODYS]))
def test_no_number_that_is_damaged_breaks_an_answer(two: Two, column: sql.Column[Any]) -> None:
    """All rows of a table have it."""
    name, table = column.name, column.table

    async def look(company: Company) -> None:
        ada = two.ada(company)
        async with kept_by(two.service) as kept:
            await kept.changed(sql.text(f"CREATE TABLE before_damage AS SELECT * FROM {table}"))
            keys = " AND ".join(f"{table}.{one.name} = before_damage.{one.name}" for one in table.primary_key)
            as_it_was = f"SET {name} = (SELECT {name} FROM before_damage WHERE {keys})"
            assert await kept.rows(sql.text(f"SELECT 1 FROM {table}"))
            try:
                for value in wrong(column, kept.is_sqlite):
                    await kept.changed(sql.text(f"UPDATE {table} SET {name} = {value}"))
                    await two.asked_of_all(ada)
            finally:
                await kept.changed(
                    sql.text(f"UPDATE {table} {as_it_was} WHERE EXISTS (SELECT 1 FROM before_damage WHERE {keys})")
                )
                await kept.changed(sql.text("DROP TABLE before_damage"))

    run(two.service, look)


@pytest.mark.parametrize(
    "change",
    [
        "SET at = 'x'",
        "SET at = -1e999",
        "SET ahead = 'x'",
        "SET doubted = x'ff'",
        "SET ahead = 1e6, doubted = 1e300",
        None,
    ],
)
def test_a_clock_that_is_damaged_begins_anew(tmp_path: Path, change: str | None) -> None:
    async def look(kept: Storage) -> None:
        await kept.changed(sql.text(f"UPDATE clock {change}" if change else "DELETE FROM clock"))
        running = [0.0]
        clock = WallClock(kept, steady=lambda: running[0])
        assert math.isfinite(await clock.hours_ahead())
        await clock.believed()
        running[0] += BELIEVED
        assert await clock.believed()

    with_storage(tmp_path, look)


def test_an_experiment_that_is_damaged_keeps_no_other_waiting(tmp_path: Path) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"wanted": b"x"},
        {"wanted": "x"},
        {"kept": 5},
        {"done": "x"},
        {"seconds": "x"},
        {"place": "x"},
    )
    plain: dict[str, Any] = {
        "person": 1, "name": "", "wanted": WANTED, "state": "waiting", "kept": b"", "outcome": b"", "done": 0,
        "seconds": 0.0, "fault": "{}", "place": 1, "owner": "",
    }  # fmt: skip
    rows = [plain | one | {"id": f"bad {n}", "made_at": n} for n, one in enumerate(wrong)]
    insert = sql.text(f"INSERT INTO experiment ({', '.join(rows[0])}) VALUES ({', '.join(f':{n}' for n in rows[0])})")

    async def look(kept: Storage) -> None:
        await person(kept, 1)
        async with kept.engine.begin() as connection:
            await connection.execute(insert, [*rows, plain | {"id": "good", "made_at": 99.0}])
        workers = mock.MagicMock(all=[1], play=mock.AsyncMock(return_value={"kept": b"", "outcome": b"", "matches": 2}))
        experiments = Experiments(kept, workers, 300.0)
        own = schema.experiment
        await experiments.resume()
        with capture_logs() as said:
            await until_so(lambda: not experiments.people)
        await experiments.close()
        states = {row["id"]: row["state"] for row in await kept.rows(sql.select(own.c.id, own.c.state))}
        assert {"good": "done", **{row["id"]: "failed" for row in rows}} == states
        assert {"a row of the database is damaged, and left out"} == {one["event"] for one in said}
        assert len(wrong) == len(said)

    with_storage(tmp_path, look)


def test_who_is_deleted_takes_what_is_damaged_with_them(tmp_path: Path) -> None:
    with serving(tmp_path, fixed=True) as service:
        two = Two(service)

        async def delete(company: Company) -> None:
            for column in COLUMNS:
                do(service, f"UPDATE {column.table} SET {column.name} = '{{'")
            assert 200 == (await posts(two.ada(company), "account/delete", {"sure": True})).status_code

        run(service, delete)
        for table in ("sitting", "seat", "house_rules", "experiment", "person"):
            assert [] == read(service.data, f"SELECT * FROM {table}")
