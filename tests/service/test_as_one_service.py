"""Processes that share a database are one service: what is done at one holds at all of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, until_so
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.exactly import Insistent, check_exactly
from tests.service.leaving import posts
from tests.service.players import LOST, read
from tests.service.postgres_server import Server
from tests.service.test_experiments import LONG, begun, until
from tests.service.test_together import come
from torite.service.experiments import Experiments
from torite.service.notifications import LOOK, Notifications, SharedNotifications
from torite.service.storage import Unread

SURE = {"sure": True}
EXPORTS = 5  #: how often somebody may have all that is kept of them
CODES, KEPT = 10, 3  #: codes that may be tried, and rules that may be kept
RULES: dict[str, Any] = {"variant": "agurk", "options": {"out_at": "15"}}
GOING = ("waiting", "playing")  #: at the process that plays an experiment, and at the others


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, postgres: Server) -> Iterator[list[Running]]:
    """Two processes."""
    database, folder = postgres.new(), tmp_path_factory.mktemp("two")
    yield from both(folder, database, lives=PATIENCE)  # neither is taken for ended while it has no processor


@pytest.fixture
def mortal(tmp_path: Path, postgres: Server) -> Iterator[list[Running]]:
    """Two of which one is taken for ended soon after it is."""
    yield from both(tmp_path, postgres.new())


def both(folder: Path, database: str, **more: Any) -> Iterator[list[Running]]:
    settings: dict[str, Any] = {
        "database": database,
        "fixed": True,
        "lab": 1,
        "limits": {"exports": [EXPORTS, 3600], "codes": [CODES, 3600], "kept_rules": KEPT},
    } | more
    made = [Running(folder / name, process=name, **settings) for name in ("a", "b")]
    yield made
    for one in made:
        one.stop()
        assert "Traceback" not in one.log.read_text(), one.log.read_text()


def at(company: Company, somebody: Person, running: Running) -> Person:
    """The same browser, at another process."""
    same = company.person(somebody.name)
    same.go_to(running.address)
    same.http.cookies.update(somebody.http.cookies)
    return same


async def told(somebody: Person, table: str) -> dict[str, Any]:
    """What somebody is told of one of their tables where these are listed."""
    return next(one for one in await somebody.get("tables") if one["id"] == table)


def test_a_token_that_has_ended_is_nobodys_anywhere(two: list[Running]) -> None:
    """It was known there a moment ago; who is connected there is sent away."""

    async def log_out(company: Company) -> None:
        ann = company.person("Ann")
        made = await ann.set_table("agurk", BOTS)
        there = at(company, ann, two[1])
        await ann.http.post(f"/api/tables/{made['id']}/close", json={})
        other = await there.set_table("agurk", BOTS)
        place = await there.sit(other["id"])
        await place.until(lambda p: p.scene)
        await ann.post("account/logout", {"others": False})
        await place.reading
        assert place.socket.close_code == 4401
        assert not (await there.get("start"))["me"]["known"]

    run(two[0], log_out)


def test_what_is_kept_is_measured_by_all_together(two: list[Running]) -> None:
    """Whoever has had all that one process gives has soon had what the other gives, too."""

    async def take(company: Company) -> None:
        ann = company.person("Ann")
        await ann.post("me", {"name": "Ann"})
        there = at(company, ann, two[1])
        for status in (*[200] * EXPORTS, 429):
            assert status == (await ann.http.get("/api/account/data")).status_code
        given = 0
        while (await there.http.get("/api/account/data")).status_code == 200:
            given += 1
            assert given < EXPORTS, "as if nothing had been taken"
            await asyncio.sleep(2 * LOOK)

    run(two[0], take)


def test_codes_that_are_tried_are_measured_by_all_together(two: list[Running]) -> None:
    """Whoever guesses at one process has soon no guesses left at the other."""

    async def guess(company: Company) -> None:
        ann = company.person("Ann")
        there = at(company, ann, two[1])
        wrong = {"code": "AAAAAAAAAA"}
        for status in (*[400] * CODES, 429):
            assert status == (await posts(ann, "account/device", wrong)).status_code
        given = 0
        while (await posts(there, "account/device", wrong)).status_code != 429:
            given += 1
            assert given < CODES, "as if nothing had been tried"
            await asyncio.sleep(2 * LOOK)

    run(two[0], guess)


def test_so_many_rules_are_kept_by_all_together(two: list[Running]) -> None:
    """Also of those given to both at once: each has counted the others before."""

    async def keep(company: Company) -> None:
        for _ in range(8):
            ann = company.person("Ann")
            await ann.post("rules", RULES | {"name": "First"})
            there = at(company, ann, two[1])
            who = [(ann, there)[number % 2] for number in range(2 * KEPT)]
            asked = [posts(one, "rules", RULES | {"name": f"Rules {number}"}) for number, one in enumerate(who)]
            answers = [answer.status_code for answer in await asyncio.gather(*asked)]
            assert len((await ann.get("rules"))["rules"]) == KEPT
            assert sorted(answers) == [*[200] * (KEPT - 1), *[429] * (KEPT + 1)]
            await there.post("rules", RULES | {"name": "First"})  # those that are there may be changed

    run(two[0], keep)


def _shows(name: str, place: Place) -> bool:
    """Tell whether somebody is called so on the first seat, at the table and in the match."""
    return bool(place.scene) and all(told["seats"][0]["name"] == name for told in (place.table, place.scene))


def test_another_name_is_everybodys_everywhere(two: list[Running]) -> None:
    """At a table of another process too, which nobody there has to leave for it, nor be sent away from."""

    async def rename(company: Company) -> None:
        ann, bo = company.person("Ann"), company.person("Bo")
        made = await ann.set_table("agurk", OPEN)
        await bo.join(made)
        place = await bo.sit(made["id"])
        there = at(company, ann, two[1])
        for name in ("Annabel", "Anna", "Bo"):
            await there.post("me", {"name": name})
            shown = "Bo 2" if name == "Bo" else name
            await place.until(partial(_shows, shown), PATIENCE)
            for one in (ann, there):
                assert shown in (await told(one, made["id"]))["seats"]
        place = await at(company, bo, two[0]).sit(made["id"])  # by the same way as ever
        await place.until(lambda p: p.scene, PATIENCE)
        assert not place.reading.done()

    run(two[0], rename)


def deaf() -> None:
    """Have this process hear nothing of what others let it know."""
    setattr(SharedNotifications, "watch", Notifications.watch)  # noqa: B010


def test_a_match_that_ends_is_written_down_with_names_that_were_not_heard_of(tmp_path: Path, postgres: Server) -> None:
    """The process that has the table hears nothing of another's: what it writes down is no stale name all the same."""

    async def play(company: Company) -> None:
        ann = company.person("Ann")
        player = Insistent(ann, (await ann.set_table("agurk", BOTS, options={"out_at": "15"}))["id"])
        await player.play(lambda p: len(p.acknowledged) >= 1)
        there = at(company, ann, other)
        await there.post("me", {"name": "Annabel"})
        await player.play(lambda p: p.scene.get("over"))
        asked = "SELECT record FROM replay JOIN sitting ON replay = replay.id WHERE sitting.id = ?"
        async with asyncio.timeout(PATIENCE):  # it is written down after all have seen how it ends
            while not (kept := await asyncio.to_thread(read, first.data, asked, player.table)):
                await asyncio.sleep(0.05)
        assert "Annabel" in kept[0]["record"]
        for one in (ann, there):
            assert "Annabel" in str((await one.get("matches"))["matches"][0])
        check_exactly(first.data, [player])
        whose = f"SELECT split_part(owner, ' ', 1) FROM sitting WHERE id = '{player.table}'"
        assert ("a",) == postgres.do(database, whose)[0]

    database = postgres.new()
    first = Running(tmp_path / "a", deaf, database=database, process="a", fixed=True)
    other = Running(tmp_path / "b", database=database, process="b", fixed=True)
    try:
        run(first, play)
    finally:
        for one in (first, other):
            one.stop()
    assert "Traceback" not in first.log.read_text() + other.log.read_text()


def test_whose_turn_it_is_is_told_by_every_process(two: list[Running]) -> None:
    """Of tables that another serves, and of tables that nobody has open; to nobody else who sits there."""

    async def play(company: Company) -> None:
        ann, bo = company.person("Ann"), company.person("Bo")
        made = await ann.set_table("agurk", OPEN)
        await bo.join(made)
        other = await bo.sit(made["id"])
        place = await ann.sit(made["id"])
        await place.until(lambda p: p.turn)
        await place.close()
        there = at(company, ann, two[1])

        async def is_told() -> bool:
            return bool((await told(there, made["id"]))["turn"])

        async def is_not_told() -> bool:
            return not await is_told()

        await until_so(is_told)
        assert not other.turn
        assert not (await told(at(company, bo, two[1]), made["id"]))["turn"]
        place = await ann.sit(made["id"])
        await place.until(lambda p: p.turn)
        await until_so(is_not_told)  # who is there sees it at the table

    run(two[0], play)


def test_who_is_deleted_leaves_tables_of_other_processes_too(two: list[Running]) -> None:
    """No name is written back by the process that had the table; the others play on."""

    async def delete(company: Company) -> None:
        ann, bo = company.person("Ann"), company.person("Bo")
        made = await bo.set_table("agurk", OPEN)
        await ann.join(made)
        player = Insistent(bo, made["id"])
        mine = await ann.sit(made["id"])
        playing = asyncio.create_task(mine.play_on(lambda p: p.scene.get("over")))
        await player.play(lambda p: len(p.acknowledged) >= 2)
        playing.cancel()
        there = at(company, ann, two[1])
        assert (await there.http.post("/api/account/delete", json=SURE)).status_code == 200
        player.person = at(company, bo, two[1])
        await player.play(lambda p: p.scene.get("over"))
        assert check_exactly(two[1].data, [player])
        names = read(two[1].data, "SELECT name, person FROM seat WHERE sitting = ?", made["id"])
        assert "Ann" not in {one["name"] for one in names}

    run(two[0], delete)


def test_who_is_deleted_while_they_act_elsewhere_is_deleted_and_it_is_nobodys_fault(two: list[Running]) -> None:
    """What they did counts or not; neither is told as something that could not be kept."""

    async def leave(company: Company, name: str) -> tuple[int, set[int]]:
        ann = company.person(name)
        await ann.get("start")
        await ann.post("me", {"name": name})
        there = at(company, ann, two[1])
        table = {"variant": "agurk", "seats": [{"kind": "me"}, OPEN], "start": False, "settings": {}, "options": {}}
        acts = [posts(there, "tables", table) for _ in range(4)]
        came, *done = await asyncio.gather(posts(ann, "account/delete", SURE), *acts)
        return came.status_code, {one.status_code for one in done}

    async def race(company: Company) -> None:
        for number in range(8):
            deleted, done = await leave(company, f"Ann {number}")
            assert deleted == 200
            assert done <= {200, 401, 404}

    run(two[0], race)
    assert all("nothing was kept" not in one.log.read_text() for one in two)


@pytest.mark.long
def test_an_experiment_is_ended_by_any_process_and_goes_on_where_another_has_ended(mortal: list[Running]) -> None:
    async def experiment(company: Company) -> None:
        ann = company.person("Ann")
        name, other = await begun(ann, LONG), await begun(ann, LONG)
        await until(ann, name, GOING, least=1)
        there = at(company, ann, mortal[1])
        await there.post(f"lab/{name}/stop")
        await until(ann, name, ("stopped",))
        done = (await until(ann, other, GOING, least=1))["done"]
        await asyncio.to_thread(mortal[0].kill)
        try:
            await until(there, other, GOING, least=done + 1)
            await there.post(f"lab/{other}/delete")
        finally:
            await asyncio.to_thread(mortal[0].start)

    run(mortal[0], experiment)


def away_at_first() -> None:
    """Have the database be away when this process first asks what there is to go on with."""
    resume, asked = Experiments.resume, list[Experiments]()

    async def in_vain_at_first(experiments: Experiments) -> None:
        if not asked:
            asked.append(experiments)
            raise Unread
        await resume(experiments)

    setattr(Experiments, "resume", in_vain_at_first)  # noqa: B010


@pytest.mark.long
def test_a_process_begins_without_its_experiments_and_goes_on_with_them_soon(tmp_path: Path, postgres: Server) -> None:
    async def experiment(company: Company) -> None:
        ann = company.person("Ann")
        name = await begun(ann, LONG)
        done = (await until(ann, name, GOING, least=1))["done"]
        await asyncio.to_thread(one.kill)
        one.before = away_at_first
        await asyncio.to_thread(one.start)
        await until(ann, name, GOING, least=done + 1)
        await ann.post(f"lab/{name}/delete")

    one = Running(tmp_path / "a", database=postgres.new(), process="a", fixed=True, lab=1)
    try:
        run(one, experiment)
    finally:
        one.stop()


def test_who_looks_at_a_replay_together_meets_the_others_wherever_they_come(two: list[Running]) -> None:
    async def look(company: Company) -> None:
        ann = company.person("Ann")
        table = await ann.set_table("agurk", BOTS)
        place = await ann.sit(table["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["replay"])
        there = at(company, ann, two[1])

        async def one_is_sent_away() -> bool:
            seats = [await come(one, place.table["replay"], lead=True) for one in (ann, there)]
            ends: list[tuple[int | None, str]] = []
            for seat in seats:
                try:
                    await seat.hear("room")
                except Exception:
                    ends.append((seat.socket.close_code, seat.socket.close_reason))
                await seat.close()
            assert ends in ([], [(4307, "a")], [(4307, "b")])
            return bool(ends)

        await until_so(one_is_sent_away)  # as soon as the first knows that there is another, which is told every second

    run(two[0], look)


MESSAGES: dict[str, dict[str, Any]] = {
    "act": {}, "say": {"text": "I am still here"}, "phrase": {"phrase": "well"}, "undo": {},
}  # fmt: skip


@pytest.mark.parametrize("what", MESSAGES)
def test_nothing_that_is_asked_of_a_process_is_written_at_a_table_that_it_has_lost(
    two: list[Running], postgres: Server, what: str
) -> None:
    """Nor answered as if it were: who asks comes back to the table, and asks again there."""

    async def ask(company: Company) -> None:
        ann = company.person("Ann")
        made = await ann.set_table("agurk", BOTS)
        place = await ann.sit(made["id"])
        await place.until(lambda p: p.turn)
        taken = f"UPDATE sitting SET epoch = epoch + 1, owner = '' WHERE id = '{made['id']}'"
        database = two[0].settings["database"]
        kept = f"SELECT (SELECT count(*) FROM entry WHERE sitting = '{made['id']}'), (SELECT count(*) FROM said)"
        before = await asyncio.to_thread(postgres.do, database, kept)
        await asyncio.to_thread(postgres.do, database, taken)
        facts = MESSAGES[what]
        if what in ("act", "undo"):
            facts = facts | {"number": place.scene["number"]}
        if what == "act":
            facts = facts | {"code": place.code()}
        with contextlib.suppress(*LOST):
            answer = await place.ask(what, **facts)
            assert what == "undo"  # of which there is nothing to take back
            assert answer["type"] == "refused"
        await place.reading
        assert place.socket.close_code == 1012
        assert before == await asyncio.to_thread(postgres.do, database, kept)

    run(two[0], ask)
