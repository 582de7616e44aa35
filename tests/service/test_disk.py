"""A disk that is full or broken: what cannot be kept is not done, and told to nobody."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import torite
from tests.patience import until_so, wait_until
from tests.service.by_hand import closing
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.players import kept_entries, read


@contextmanager
def refusing_trigger(service: Running) -> Iterator[None]:
    """Have the database refuse every entry, message and change of a table."""
    tables = ("entry", "said", "sitting", "seat", "replay", "person")
    with closing(service.data / "torite.db") as database:
        for table in tables:
            for event in ("INSERT", "UPDATE"):
                database.execute(
                    f"CREATE TRIGGER no_{table}_{event} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END"
                )
    try:
        yield
    finally:
        with closing(service.data / "torite.db") as database:
            for table in tables:
                for event in ("INSERT", "UPDATE"):
                    database.execute(f"DROP TRIGGER no_{table}_{event}")


@contextmanager
def full_disk(service: Running) -> Iterator[None]:
    """Have the system refuse every write behind the present end of the write-ahead log, where the next one goes."""
    assert service.process is not None
    with closing(service.data / "torite.db") as database:
        # Begun anew it ends where it was written last, and behind whatever else the service writes to.
        wait_until(lambda: database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)
        database.executescript("CREATE TABLE room AS SELECT zeroblob(1000000); DROP TABLE room")
        size = (service.data / "torite.db-wal").stat().st_size
    assert size > 1_000_000
    old = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, old)


@pytest.mark.parametrize("broken", [refusing_trigger, full_disk])
def test_what_cannot_be_kept_is_not_done_and_told_to_nobody(fresh: Running, broken: Any) -> None:
    """Play goes on when the disk is well again, the bots' too."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, BOTS, start=False)
        await bo.join(made)
        places = [await ada.sit(made["id"]), await bo.sit(made["id"])]
        await places[0].ask("start")
        mover = await who_acts(places)
        other = places[1 - places.index(mover)]
        number, code = mover.scene["number"], mover.code()
        await other.until(lambda p: p.scene.get("number") == number)
        await other.ask("ping")  # all that was on its way has come
        log, heard = kept_entries(fresh.data, made["id"]), len(other.heard)
        with broken(fresh):
            for _ in range(3):
                answer = await mover.ask("act", number=number, code=code)
                assert "unkept" == answer["code"], answer
            assert "unkept" == (await mover.ask("say", text="hello"))["code"]
            await other.ask("ping")
            assert ["pong"] == [message["type"] for message in other.heard[heard:]], "somebody was told"
            await mover.ask("again")
            assert number == mover.scene["number"]
            assert code in [code for choice in mover.scene["choices"] for code in choice["codes"]]
            assert log == kept_entries(fresh.data, made["id"])
        assert "done" == (await mover.ask("act", number=number, code=code))["type"]
        await asyncio.gather(*(p.play_on(lambda p: p.scene["number"] > number + 6) for p in places))

    run(fresh, play)
    assert "Traceback" not in fresh.log.read_text(), fresh.log.read_text()


@pytest.mark.parametrize("broken", [refusing_trigger, full_disk])
def test_a_bot_whose_move_could_not_be_kept_moves_later(fresh: Running, broken: Any) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        made = await me.set_table("ogorek", *[BOTS] * 9)
        place = await me.sit(made["id"])
        await place.until(lambda p: p.scene)
        with broken(fresh):
            await asyncio.sleep(0.3)
        await place.until(lambda p: p.turn)

    run(fresh, play)
    assert "Traceback" not in fresh.log.read_text(), fresh.log.read_text()


def test_what_is_agreed_before_a_match_is_not_changed_when_it_cannot_be_kept(fresh: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo, cleo = company.person("Ada"), company.person("Bo"), company.person("Cleo")
        made = await ada.set_table("agurk", OPEN, OPEN, BOTS, start=False)
        await bo.join(made)
        await cleo.post("me", {"name": "Cleo"})
        mine = await ada.sit(made["id"])
        await mine.until(lambda p: p.table)
        before = dict(mine.table)
        with refusing_trigger(fresh):
            assert "unkept" == (await mine.ask("start"))["code"]
            assert "unkept" == (await mine.ask("words", text="salt"))["code"]
            assert "unkept" == (await mine.ask("leave"))["code"]
            assert "unkept" == (await mine.sit_down(1, "bot"))["code"]
            for path, body in (
                (f"tables/{made['id']}/join", {"secret": made["secret"]}),
                ("me", {"name": "Cleopatra"}),
                ("tables", {"variant": "agurk", "seats": [{"kind": "me"}, {"kind": "bot"}]}),
                ("replays", {"record": torite.write(torite.Match("agurk", 2, seed=1))}),
            ):
                refused = await cleo.http.post(f"/api/{path}", json=body)
                assert (503, "unkept") == (refused.status_code, refused.json()["code"]), path
            stranger = await company.person().http.post("/api/me", json={"name": "Dora"})
            assert 503 == stranger.status_code
            assert "set-cookie" not in stranger.headers
        await mine.ask("again")
        assert before == mine.table
        assert "Cleo" == (await cleo.get("start"))["me"]["name"]
        assert 2 == await cleo.join(made)
        assert "done" == (await mine.ask("start"))["type"]
        await mine.until(lambda p: p.scene)
        assert ["Ada", "Bo", "Cleo"] == [seat["name"] for seat in mine.table["seats"]][:3]

    run(fresh, play)
    assert "Traceback" not in fresh.log.read_text(), fresh.log.read_text()


def test_a_table_that_could_not_begin_begins_later(fresh: Running) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        made = await me.set_table("agurk", BOTS)
        with refusing_trigger(fresh):
            place = await me.sit(made["id"])
            await place.until(lambda p: p.table)
            await place.ask("ping")
            assert ({}, "open") == (place.scene, place.table["state"])
        again = await me.sit(made["id"])
        await again.until(lambda p: p.scene)
        await place.until(lambda p: p.scene)

    run(fresh, play)
    assert "Traceback" not in fresh.log.read_text(), fresh.log.read_text()


def test_what_is_logged_of_a_failing_disk_names_no_card_table_or_person(fresh: Running) -> None:
    async def play(company: Company) -> tuple[str, Person]:
        me = company.person("Ada")
        made = await me.set_table("agurk", BOTS)
        place = await me.sit(made["id"])
        await place.until(lambda p: p.turn)
        with refusing_trigger(fresh):
            await place.ask("act", number=place.scene["number"], code=place.code())
            await company.person("Mallory").http.post("/api/me", json={"name": "Mallory"})
        return made["id"], me

    table, _ = run(fresh, play)
    log = fresh.log.read_text()
    assert "nothing was kept" in log
    assert table not in log
    assert "play" not in log
    assert "Mallory" not in log
    for row in read(fresh.data, "SELECT hash FROM token"):
        assert row["hash"] not in log


async def who_acts(places: list[Place]) -> Place:
    """Wait until one of several acts."""
    await until_so(lambda: any(place.turn for place in places))
    return next(place for place in places if place.turn)
