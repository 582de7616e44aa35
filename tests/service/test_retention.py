"""What is old is deleted as a host has set it, all of it and nothing else, and play does not wait for it."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
import sqlalchemy as sql

from tests.patience import until_so
from tests.service.client import BOTS, Company, run
from tests.service.conftest import Running
from tests.service.filled import DAY, names, person, replay, results, table, with_storage
from tests.service.players import read
from torite.records import write
from torite.service import retention, schema, statements, storage
from torite.service.config import Retention
from torite.service.config_file import configured
from torite.service.last_use import Uses
from torite.service.leases import Leases
from torite.service.retention import WHAT, Deleting, marked
from torite.service.storage import Storage, Unkept

ALL = Retention(unbegun=10, unfinished=20, finished=30, replays=40, people=50, results=60)


async def fill(kept: Storage) -> None:
    """Tables, replays and people on both sides of each border."""
    await person(kept, 1)
    for state, days in (("open", 10), ("set", 10), ("playing", 20), ("aside", 20), ("over", 30), ("closed", 30)):
        await table(kept, f"{state}-old", 1, state, days + 1, entries=5)
        await table(kept, f"{state}-new", 1, state, days - 1, entries=5)
    await table(kept, "played-lately", 1, "playing", 100, entries=5, played=1)
    await replay(kept, "old", 41)
    await replay(kept, "new", 39)
    await replay(kept, "of-old", 41, of="over-old")
    await replay(kept, "of-kept", 41, of="over-new")
    await person(kept, 2, 51)
    await person(kept, 3, 49)
    await person(kept, 4, 51)
    await table(kept, "of-4", 4, "playing", 1)
    await person(kept, 5, 51, banned_until=storage.now() + DAY)
    await person(kept, 6, 51)
    await replay(kept, "of-6", 1, by=6)
    for number, days in ((7, 61), (8, 59), (9, 51), (10, 61)):
        await person(kept, number, days)
    await table(kept, "playing-of-9", 9, "playing", 21)
    for number in (7, 8, 10):
        await results(kept, number, 250)
    await replay(kept, "of-10", 1, by=10)
    codes = [{"hash": f"{n:064}", "person": 1, "ends_at": storage.now() + n} for n in (-10, 1000)]
    await kept.write((sql.insert(schema.device_code), codes))


def test_what_is_older_than_was_set_is_deleted_and_nothing_else(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await fill(kept)
        foretold = await Deleting(kept, ALL).count()
        done = await Deleting(kept, ALL).run()
        tables = await names(kept, schema.sitting)
        assert tables == {f"{state}-new" for state in ("open", "set", "playing", "aside", "over", "closed")} | {
            "played-lately", "of-4",
        }  # fmt: skip
        for kind in (schema.seat, schema.entry, schema.said):
            assert await names(kept, kind, "sitting") <= tables
        assert {"new", "of-kept", "of-6", "of-10"} == await names(kept, schema.replay)
        assert {1, 3, 4, 5, 6, 8, 10} == await names(kept, schema.person) == await names(kept, schema.token, "person")
        assert {8, 10} == await names(kept, schema.result, "person")
        assert 1 == len(await names(kept, schema.device_code, "hash"))
        assert (7, 30, 2, 250, 3, 1) == tuple(done[w] for w in WHAT if w not in ("talk", "experiments", "pages"))
        assert [foretold[w] for w in WHAT[:-1]] == [done[w] for w in WHAT[:-1]]
        assert 0 == (await Deleting(kept, ALL).run()).total()

    with_storage(tmp_path, work)


def test_unless_a_host_says_so_nothing_that_somebody_made_is_deleted(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await fill(kept)
        own, replays = schema.sitting, schema.replay
        ages: list[Any] = [
            (sql.update(kind).values(**{c: 1.0}), []) for kind, c in ((own, "changed_at"), (replays, "seen_at"))
        ]
        await kept.write(*ages)
        before = [await names(kept, kind) for kind in (own, replays)]
        await Deleting(kept, Retention()).run()
        assert before == [await names(kept, kind) for kind in (own, replays)]
        assert {1, 4, 5, 6, 7, 8, 9, 10} == await names(kept, schema.person)
        assert 750 == len(await kept.rows(sql.select(schema.result.c.sitting)))

    with_storage(tmp_path, work)


def test_of_each_host_the_newest_tables_that_are_over_are_kept(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        for host in (1, 2):
            await person(kept, host)
            for days in range(1, 26):
                await table(kept, f"{host}-{days}", host, "closed" if days % 2 else "over", days, entries=2)
        await person(kept, 3)
        await table(kept, "3-20", 3, "over", 20)
        await table(kept, "1-unbegun", 1, "open", 40)
        await replay(kept, "of-1-25", 41, of="1-25")
        rule = Retention(finished=24.5, most_finished=3, replays=40)
        foretold = await Deleting(kept, rule).count()
        done = await Deleting(kept, rule, {"2-20"}.__contains__).run()
        newest = {f"{host}-{days}" for host in (1, 2) for days in (1, 2, 3)}
        assert newest | {"2-20", "3-20", "1-unbegun"} == await names(kept, schema.sitting)
        assert (44, 88, 1) == tuple(foretold[what] for what in ("tables", "entries", "replays"))
        assert (43, 86, 1) == tuple(done[what] for what in ("tables", "entries", "replays"))

    with_storage(tmp_path, work)


def test_a_table_in_use_is_left_alone(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await fill(kept)
        dropped: list[str] = []
        await Deleting(kept, ALL, {"playing-old"}.__contains__, dropped.append).run()
        assert "playing-old" in await names(kept, schema.sitting)
        assert len(dropped) == 6
        assert "playing-old" not in dropped

    with_storage(tmp_path, work)


@pytest.mark.long
@pytest.mark.parametrize("writes", range(8))
def test_deleting_that_is_cut_off_is_ended_the_next_time(tmp_path: Path, writes: int) -> None:
    """And a table of which something is deleted is no table any more."""

    class Cut(Exception):
        pass

    async def work(kept: Storage) -> None:
        await person(kept, 1)
        await table(kept, "old", 1, "playing", 100, entries=900)
        left, write = writes, kept.write

        async def cut(*statements: Any) -> None:
            nonlocal left
            if not left:
                raise Cut
            left -= 1
            await write(*statements)

        kept.write = cut  # type: ignore[method-assign]
        with pytest.raises(Cut):
            await Deleting(kept, ALL).run()
        kept.write = write  # type: ignore[method-assign]
        rows = await kept.rows(sql.select(schema.sitting.c.state))
        entries = await names(kept, schema.entry, "number")
        assert len(entries) == 900 or ["deleting"] == [row["state"] for row in rows]
        await Deleting(kept, ALL).run()
        assert not await names(kept, schema.sitting)
        assert not await names(kept, schema.entry, "number")

    with_storage(tmp_path, work)


def test_a_table_that_is_being_deleted_is_not_brought_back_by_who_has_it_open(fresh: Running) -> None:
    """Whoever is there is sent away; nobody finds it any more."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS)
        place = await ada.sit(made["id"])
        await place.until(lambda p: p.turn)
        with closing(sqlite3.connect(fresh.data / "torite.db")) as database:
            database.execute("UPDATE sitting SET state = 'deleting'")
            database.execute("DELETE FROM seat")
            database.commit()
        with pytest.raises(ConnectionError, match="4404"):
            await place.play_on(lambda p: p.scene["over"])
        assert "deleting" == read(fresh.data, "SELECT state FROM sitting")[0]["state"]
        assert [] == await ada.get("tables")

    run(fresh, play)


def test_room_is_given_back_to_the_disk(tmp_path: Path) -> None:
    async def work(kept: Storage) -> tuple[int, int, int]:
        await person(kept, 1)
        for n in range(30):
            await replay(kept, f"r{n}", 100, record="x" * 100_000)
        before = await pages(kept)
        done = await Deleting(kept, ALL).run()
        return before, await pages(kept), done["pages"]

    before, after, freed = with_storage(tmp_path, work)
    assert before > 700
    assert after < 350
    assert freed == before - after


async def pages(kept: Storage) -> int:
    return int((await kept.rows(sql.text("SELECT page_count AS n FROM pragma_page_count")))[0]["n"])


def test_a_database_of_before_learns_to_give_room_back(tmp_path: Path) -> None:
    from torite.service.migrations import migrate
    from torite.service.vacuum import make_reclaimable

    migrate(tmp_path / "torite.db", "0004")
    assert 0 == vacuums(tmp_path)
    with_storage(tmp_path, lambda kept: kept.rows(sql.select(schema.sitting)))
    assert 2 == vacuums(tmp_path)
    migrate(tmp_path / "large.db", "0004")
    assert not make_reclaimable(tmp_path / "large.db", most=1000)
    assert make_reclaimable(tmp_path / "large.db")


def vacuums(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "torite.db")) as database:
        return int(database.execute("PRAGMA auto_vacuum").fetchone()[0])


def test_what_is_used_is_remembered_once_a_day(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await person(kept, 1, 60)
        await person(kept, 2, 0.5)
        await replay(kept, "r", 60)
        written: list[Any] = []
        uses = Uses(kept, written.append)
        before = (await kept.rows(sql.select(schema.person).where(schema.person.c.id == 2)))[0]["seen_at"]
        for _ in range(3):
            uses.person(1)
            uses.person(2)
            uses.replay("r")
        assert 3 == len(written)
        await asyncio.gather(*written)
        seen = {row["id"]: row["seen_at"] for row in await kept.rows(sql.select(schema.person))}
        assert storage.now() - seen[1] < 100
        assert before == seen[2]
        await Deleting(kept, ALL).run()
        assert {"r"} == await names(kept, schema.replay)
        assert {1, 2} == await names(kept, schema.person)

    with_storage(tmp_path, work)


@pytest.mark.long
def test_who_comes_and_what_is_looked_at_is_in_use(fresh: Running) -> None:
    from torite.match import Match

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        name = (await ada.post("replays", {"record": write(Match("agurk", 2, seed=1))}))["id"]
        fresh.stop()
        with closing(sqlite3.connect(fresh.data / "torite.db")) as database:
            database.execute("UPDATE person SET seen_at = 1")
            database.execute("UPDATE replay SET seen_at = 1")
            database.commit()
        fresh.start()
        await ada.get(f"replays/{name}")
        await until_so(lambda: all(row["seen_at"] >= 2 for row in seen()))

    def seen() -> Any:
        return read(fresh.data, "SELECT seen_at FROM person UNION ALL SELECT seen_at FROM replay")

    run(fresh, play)


async def written_meanwhile(kept: Storage, work: asyncio.Task[Any], number: int = 0) -> list[float]:
    """Write entries at a table as play does while something goes on; return how long each took."""
    took = []
    while not work.done():
        row = {"sitting": "live", "epoch": 0, "number": number, "line": "0: play C2", "cid": "", "at": storage.now()}
        began = time.monotonic()
        await kept.write((statements.INSERT_ENTRY, [row]))
        took.append(time.monotonic() - began)
        number += 1
        await asyncio.sleep(random.uniform(0.0, 0.02))
    return sorted(took)


def swept(tmp_path: Path, tables: int, entries: int) -> dict[str, float]:
    """Delete many tables while others play; return figures in milliseconds."""

    async def work(kept: Storage) -> dict[str, float]:
        await person(kept, 1)
        await table(kept, "live", 1, "playing", 0)
        for n in range(tables):
            await table(kept, f"old{n}", 1, "playing", 100, entries=entries)
        idle = asyncio.create_task(asyncio.sleep(3))
        alone = await written_meanwhile(kept, idle)
        began = time.monotonic()
        deleting = asyncio.create_task(Deleting(kept, ALL).run())
        beside = await written_meanwhile(kept, deleting, len(alone))
        assert tables * entries == deleting.result()["entries"]
        return {
            "rows": tables * entries, "seconds": time.monotonic() - began, "writes": len(beside),
            **{f"{name} {part}": 1000 * took[int(part * len(took))]
               for name, took in (("alone", alone), ("beside", beside)) for part in (0.5, 0.99)},
            "longest": 1000 * beside[-1],
        }  # fmt: skip

    return dict(with_storage(tmp_path, work))


def test_play_is_written_while_much_is_deleted(tmp_path: Path) -> None:
    figures = swept(tmp_path, 40, 250)
    print({name: round(figure, 1) for name, figure in figures.items()})
    assert figures["writes"] > 20
    assert figures["beside 0.5"] < 250


@pytest.mark.slow
def test_play_does_not_wait_while_a_hundred_thousand_rows_are_deleted(tmp_path: Path) -> None:
    figures = swept(tmp_path, 400, 250)
    print({name: round(figure, 1) for name, figure in figures.items()})
    assert figures["beside 0.99"] < 50 + 3 * figures["alone 0.99"]


# how it is set


def test_a_file_sets_the_service_up(tmp_path: Path) -> None:
    (tmp_path / "torite.toml").write_text("""
        origins = ["https://cards.example"]
        seconds = 1
        [limits]
        open_tables = 5
        hints = { most = 3, seconds = 10 }
        [retention]
        finished = 90
    """)
    config = configured(tmp_path)
    assert (("https://cards.example",), 1.0, 5, 3, 90) == (
        config.origins, config.seconds, config.limits.open_tables, config.limits.hints.most, config.retention.finished,
    )  # fmt: skip
    assert 4 == configured(tmp_path, thinkers=4, origins=()).thinkers
    assert ("https://other.example",) == configured(tmp_path, origins=("https://other.example",)).origins
    (tmp_path / "other.toml").write_text("seconds = 2")
    assert 2 == configured(tmp_path, tmp_path / "other.toml").seconds
    assert () == configured(tmp_path / "nowhere").origins


def test_options_that_were_not_given_leave_the_file_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "torite.toml").write_text(
        'metrics = "127.0.0.1:9100"\naccess_log = "-"\naddresses = true\nthinkers = 3\n'
    )
    told = configured(tmp_path, metrics="", access_log="", addresses=False, thinkers=None, proxies=())
    assert ("127.0.0.1:9100", "-", True, 3) == (told.metrics, told.access_log, told.addresses, told.thinkers)
    assert 0 == configured(tmp_path, thinkers=0).thinkers


def test_a_service_deletes_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is set up in the file of the folder is what is done."""

    async def work(kept: Storage) -> None:
        await fill(kept)

        class TableRegistry:
            dropped: list[str] = []  # noqa: RUF012
            leases = Leases()

            def is_used(self, name: str) -> bool:
                return name == "playing-old"

            def drop(self, name: str) -> None:
                self.dropped.append(name)

        monkeypatch.setattr(retention, "FIRST", 0.0)
        registry: Any = TableRegistry()
        task = asyncio.create_task(retention.keep_deleting(kept, ALL, registry))

        async def is_deleted() -> bool:
            return "over-old" not in await names(kept, schema.sitting)

        await until_so(is_deleted)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert "playing-old" in await names(kept, schema.sitting)

    with_storage(tmp_path, work)


def test_what_the_clock_says_is_kept_also_where_nothing_is_deleted_by_itself(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await fill(kept)
        registry = mock.Mock(leases=Leases())
        task = asyncio.create_task(retention.keep_deleting(kept, msgspec.structs.replace(ALL, every=0), registry))

        async def is_kept() -> bool:
            return bool((await kept.rows(sql.select(schema.clock)))[0]["at"])

        await until_so(is_kept)
        assert not task.done()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert "over-old" in await names(kept, schema.sitting)

    with_storage(tmp_path, work)


def test_what_cannot_be_deleted_is_tried_again(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await person(kept, 1)
        await table(kept, "old", 1, "playing", 100, entries=3)
        await kept.write(
            (sql.text("CREATE TRIGGER no BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'no'); END"), [])
        )
        with pytest.raises(Unkept):
            await Deleting(kept, ALL).run()
        await kept.write((sql.text("DROP TRIGGER no"), []))
        await Deleting(kept, ALL).run()
        assert not await names(kept, schema.sitting)

    with_storage(tmp_path, work)


def test_what_is_marked_is_left_by_everybody(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await person(kept, 1)
        await table(kept, "old", 1, "playing", 100)
        await kept.write(*marked(["old"]))
        assert not await names(kept, schema.seat, "sitting")

    with_storage(tmp_path, work)
