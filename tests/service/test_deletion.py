"""What is kept of a person: told whole, deleted whole, and nothing of what others share is lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy.dialects import sqlite

from tests.patience import until_so
from tests.service.by_hand import closing
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.leaving import also, do, dump, ended, id_of, posts, there
from tests.service.players import kept_entries, read
from torite.records import read as read_record
from torite.records import verify
from torite.service.migrations import migrate
from torite.service.personal_data import tables_of
from torite.service.renamed_records import _renamed_unread, renamed
from torite.service.storage import Storage, Unread

SURE = {"sure": True}


async def met(company: Company, *names: str, bots: int = 0, **settings: Any) -> tuple[list[Person], list[Place]]:
    """Seat people at a table that the first of them hosts, and begin."""
    people = [company.person(name) for name in names]
    made = await people[0].set_table("agurk", *[OPEN] * (len(names) - 1), *[BOTS] * bots, start=False, **settings)
    for person in people[1:]:
        await person.join(made)
    places = [await there(person, made["id"]) for person in people]
    await places[0].ask("start")
    for place in places:
        await place.until(lambda p: p.scene)
    return people, places


async def finished(company: Company, *names: str, bots: int = 0) -> tuple[list[Person], list[Place], str]:
    """Play a match to its end; return its replay too."""
    people, places = await met(company, *names, bots=bots, options={"out_at": "1"})
    await asyncio.gather(*(place.play_on(lambda p: p.scene.get("over")) for place in places))
    await places[0].until(lambda p: p.table["replay"])
    return people, places, str(places[0].table["replay"])


async def record_of(person: Person, replay: str) -> str:
    return (await person.http.get(f"/api/replays/{replay}/record")).text


def entries(record: str) -> list[str]:
    return [line for line in record.splitlines() if re.match(r"(\d+|[a-z]+): ", line) and not line.startswith("seal")]


def test_nothing_is_left_of_who_played_alone(service: Running) -> None:
    """Tables, talk, results, tokens, codes, records brought: not the name, and not the number."""

    async def play(company: Company) -> None:
        zoe = company.person("Zoë-Marguerite")
        made = await zoe.set_table("agurk", BOTS, options={"out_at": "1"})
        place = await there(zoe, made["id"])
        await place.ask("say", text="only for the bots, xyzzy")
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["replay"])
        replay = place.table["replay"]
        record = await record_of(zoe, replay)
        brought = (await zoe.post("replays", {"record": record}))["id"]
        await zoe.post("account/code")
        await also(company, zoe)
        daily = (await zoe.post("daily", {"variant": "emissary", "date": "2026-11-22"}))["id"]
        onlooker = company.person("Liv")
        await onlooker.join(made, watch=True)
        watching = await there(onlooker, made["id"])
        me = id_of(service, "Zoë-Marguerite")
        phone = company.people[1]
        assert await is_somebody(phone)
        assert 200 == (await posts(zoe, "account/delete", SURE)).status_code
        assert "torite" not in zoe.http.cookies
        assert 4401 == (await ended(place))[0] or 4410 == (await ended(place))[0]
        assert (4410, "closed") == (await ended(watching))[:2]
        left = dump(service)
        for trace in ("Zoë", "xyzzy", str(me), made["id"], daily, replay, brought):
            assert trace not in left, trace
        for name in (replay, brought):
            assert 404 == (await onlooker.http.get(f"/api/replays/{name}")).status_code
        for person in (zoe, phone):
            assert not await is_somebody(person)
        assert 200 == (await posts(phone, "account/delete", SURE)).status_code, "there is nothing left to do"

    run(service, play)


def test_nothing_is_left_on_the_disk_soon(service: Running) -> None:
    """Neither in free room nor in the log that SQLite writes ahead; also where somebody reads meanwhile."""

    async def play(company: Company) -> None:
        zoe, bo = company.person("Zenobia-Quux"), company.person("Bo")
        made = await zoe.set_table("agurk", OPEN, start=False)
        await bo.join(made)
        place = await there(zoe, made["id"])
        await place.ask("say", text="grault garply")
        assert on_disk(service) == {b"Zenobia-Quux", b"grault garply"}
        with closing_database(service) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM person").fetchone()
            assert 200 == (await posts(zoe, "account/delete", SURE)).status_code
            await asyncio.sleep(1)
            await bo.post("me", {"name": "Bobo"})
        await until_so(lambda: not on_disk(service))

    run(service, play)


@pytest.mark.parametrize("closed", [False, True])
def test_words_for_the_shuffle_are_told_to_nobody_and_stay_only_where_a_proof_needs_them(
    service: Running, closed: bool
) -> None:
    async def play(company: Company) -> None:
        zaz, bo = company.person("Zaz"), company.person("Bo")
        made = await zaz.set_table("agurk", OPEN, start=False)
        await bo.join(made)
        mine, theirs = await there(zaz, made["id"]), await there(bo, made["id"])
        word = f"waldo{closed}"
        await mine.ask("words", text=word)
        await theirs.ask("words", text="thud")
        await mine.ask("start")
        await theirs.until(lambda p: p.scene and p.table["words"] == {"0": word, "1": "thud"})
        if closed:
            with closing_database(service) as database:
                database.execute("UPDATE sitting SET state = 'closed' WHERE id = ?", (made["id"],))
        assert 200 == (await posts(zaz, "account/delete", SURE)).status_code
        if not closed:
            await theirs.until(lambda p: p.table["seats"][0]["kind"] == "bot")
            assert {"1": "thud"} == theirs.table["words"]
        (row,) = read(service.data, f"SELECT words FROM sitting WHERE id = '{made['id']}'")
        assert closed == (word not in row["words"])

    run(service, play)


def on_disk(service: Running) -> set[bytes]:
    held = b"".join(file.read_bytes() for file in service.data.glob("torite.db*"))
    return {trace for trace in (b"Zenobia-Quux", b"grault garply") if trace in held}


def closing_database(service: Running) -> Any:
    return contextlib.closing(sqlite3.connect(service.data / "torite.db", isolation_level=None))


async def is_somebody(person: Person) -> bool:
    return bool((await person.get("start"))["me"]["known"])


def test_a_bot_sits_in_for_good_and_the_others_play_on(service: Running) -> None:
    async def play(company: Company) -> None:
        (zed, bo, cy), (mine, theirs, others) = await met(company, "Zaphod", "Bo", "Cy", options={"out_at": "1"})
        table = theirs.table["id"]
        await mine.ask("say", text="plugh")
        await theirs.ask("say", text="what?")
        await mine.ask("phrase", phrase="well")
        await others.ask("say", text="hm")
        await others.until(lambda p: len(said(p)) == 4)
        assert 200 == (await posts(zed, "account/delete", SURE)).status_code
        assert (4401, "deleted", "All that was kept of you here has been deleted.") == await ended(mine)
        await theirs.until(lambda p: p.table["seats"][0]["kind"] == "bot" and p.table["host"])
        assert "Somebody" == theirs.table["seats"][0]["name"]
        await theirs.until(lambda p: p.scene["seats"][0]["name"] == "Somebody")
        assert not {"Zaphod"} & {seat["name"] for seat in theirs.table["seats"] + theirs.scene["seats"]}
        await asyncio.gather(*(place.play_on(lambda p: p.scene.get("over")) for place in (theirs, others)))
        await theirs.until(lambda p: p.table["replay"])
        text = await record_of(bo, theirs.table["replay"])
        assert ("Somebody", "Bo", "Cy") == read_record(text).names
        assert verify(read_record(text))
        back = await there(cy, table)
        await back.ask("ping")
        assert [(1, "what?"), (3, "hm")] == said(back), "the others keep their numbers"
        await back.ask("say", text="and on")
        await back.until(lambda p: said(p)[-1] == (4, "and on"))
        left = dump(service)
        for trace in ("Zaphod", "plugh"):
            assert trace not in left

    run(service, play)


def said(place: Place) -> list[tuple[int, str]]:
    return [(m["number"], m["text"]) for m in place.heard if m["type"] == "said"]


def test_before_the_match_the_seat_opens_and_the_host_is_another(service: Running) -> None:
    async def play(company: Company) -> None:
        zed, bo = company.person("Zed"), company.person("Bo")
        made = await zed.set_table("agurk", OPEN, start=False)
        await bo.join(made)
        mine, theirs = await there(zed, made["id"]), await there(bo, made["id"])
        await mine.ask("words", text="quux")
        await posts(zed, "account/delete", SURE)
        await theirs.until(lambda p: p.table["host"] and p.table["seats"][0]["kind"] == "open")
        assert {} == theirs.table["words"]
        assert "done" == (await theirs.ask("start"))["type"]
        assert "quux" not in dump(service)

    run(service, play)


@pytest.mark.long
@pytest.mark.parametrize("restart", [False, True])
def test_the_records_of_others_keep_every_entry_but_not_the_name(fresh: Running, restart: bool) -> None:
    """Whether their tables are open or not."""

    async def play(company: Company) -> None:
        (zed, bo), _, replay = await finished(company, "Zed", "Bo", bots=1)
        before = await record_of(bo, replay)
        assert "Zed takes the trick" in before or "Bo takes the trick" in before
        if restart:
            fresh.kill()
            await asyncio.to_thread(fresh.start)
        assert 200 == (await posts(zed, "account/delete", SURE)).status_code
        after = await record_of(bo, replay)
        assert "Zed" not in after
        assert entries(before) == entries(after)
        match = read_record(after)
        assert ("Somebody", "Bo") == match.names[:2]
        assert verify(match)
        assert (await bo.post(f"replays/{replay}/verify"))["fair"]
        assert "Somebody" == (await bo.get(f"replays/{replay}"))["names"][0]
        [listed] = await bo.get("tables")
        assert "Somebody" in listed["seats"]
        assert "Zed" not in dump(fresh)
        assert "Somebody" == (await there(bo, listed["id"])).table["seats"][0]["name"]

    run(fresh, play)


def test_two_who_shared_a_match_may_go_at_once(service: Running) -> None:
    async def play(company: Company) -> None:
        (zed, yva, bo), _, replay = await finished(company, "Zelda", "Yvette", "Bo")
        answers = await asyncio.gather(*(posts(one, "account/delete", SURE) for one in (zed, yva)))
        assert [200, 200] == [answer.status_code for answer in answers]
        match = read_record(await record_of(bo, replay))
        assert ("Bo", {"Somebody", "Somebody 2"}) == (match.names[2], set(match.names[:2]))
        assert not {"Zelda", "Yvette"} & set(re.findall(r"\w+", dump(service)))

    run(service, play)


@pytest.mark.long
def test_who_is_deleted_several_times_while_they_set_tables_is_deleted_once_with_all_of_them(fresh: Running) -> None:
    """Nothing fails; what comes too late is refused to somebody who is nobody any more."""
    table = {"variant": "agurk", "seats": [{"kind": "me"}, BOTS], "options": {}, "settings": {}, "start": True}
    others = [
        ("tables", table),
        ("tables", table),
        ("me", {"name": "Zed"}),
        ("account/code", {}),
        ("account/rotate", {"nonce": "0" * 32}),
    ]
    before = {name: len(read(fresh.data, f"SELECT * FROM {name}")) for name in LEFT}

    async def play(company: Company) -> None:
        for _ in range(12):
            zed = company.person("Zed")
            await zed.set_table("agurk", BOTS)
            cookie = zed.http.cookies["torite"]
            asked = [("account/delete", SURE), *others] * 3 + [("account/delete", SURE)] * 2
            answers = await asyncio.gather(*(posts(copied(company, cookie), path, what) for path, what in asked))
            said = {(path, answer.status_code) for (path, _), answer in zip(asked, answers, strict=True)}
            assert {200} == {status for path, status in said if path == "account/delete"}
            # A code is not given to a token that was replaced while it was asked for.
            assert {200, 401} >= {status for path, status in said if (path, status) != ("account/code", 409)}, said

    run(fresh, play)
    log = fresh.log.read_text()
    assert "nothing was kept" not in log, log
    assert before == {name: len(read(fresh.data, f"SELECT * FROM {name}")) for name in LEFT}


LEFT = ("person", "token", "device_code", "sitting", "seat", "entry")


def copied(company: Company, cookie: str) -> Person:
    """Come as whoever has a cookie, whatever becomes of it in other browsers."""
    one = company.person()
    one.http.cookies.set("torite", cookie)
    return one


def test_it_is_all_done_or_nothing_of_it(fresh: Running) -> None:
    """Whichever of the things to delete cannot be deleted; then once more, and it is done."""

    async def play(company: Company) -> None:
        (zed, bo), (_, theirs), replay = await finished(company, "Zed", "Bo")
        running = (await met(company, "Ann", "Tom"))[1][0].table["id"]
        await zed.set_table("agurk", BOTS)
        await zed.post("replays", {"record": await record_of(bo, replay)})
        await zed.post("account/code")
        for change in (
            "DELETE ON person",
            "DELETE ON token",
            "UPDATE ON replay",
            "UPDATE ON seat",
            "DELETE ON sitting",
        ):
            before = without_times(dump(fresh))
            do(fresh, f"CREATE TRIGGER no BEFORE {change} BEGIN SELECT RAISE(ABORT, 'no'); END")
            answer = await posts(zed, "account/delete", SURE)
            do(fresh, "DROP TRIGGER no")
            assert (503, "unkept") == (answer.status_code, answer.json()["code"]), change
            assert before == without_times(dump(fresh)), change
            assert await is_somebody(zed)
            assert "Zed" == theirs.table["seats"][0]["name"]
        assert 200 == (await posts(zed, "account/delete", SURE)).status_code
        assert "Zed" not in dump(fresh)
        assert len(kept_entries(fresh.data, running)) > 0, "nobody else is touched"

    run(fresh, play)


def without_times(text: str) -> list[str]:
    return sorted(line for line in text.splitlines() if "INSERT" in line)


def test_it_must_be_asked_for_in_so_many_words(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        wrong: list[Any] = [{}, {"sure": False}, {"sure": 1}, {"sure": True, "more": 1}, []]
        for body in wrong:
            answer = await posts(ada, "account/delete", body)
            assert (400, "bad-message") == (answer.status_code, answer.json()["code"])
        assert await is_somebody(ada)

    run(service, play)


def test_who_is_deleted_while_playing_changes_nothing_afterwards(service: Running) -> None:
    """Messages and requests on their way are done before, or refused."""

    async def play(company: Company) -> None:
        (zed, _), (mine, theirs) = await met(company, "Zed", "Bo")
        me = id_of(service, "Zed")
        for number in range(30):
            await mine.send("say", text=f"line {number}")
        answers = await asyncio.gather(
            posts(zed, "account/delete", SURE),
            *(posts(zed, "me", {"name": f"Zed {n}"}) for n in range(5)),
            *(posts(zed, "tables", {"variant": "agurk", "seats": [{"kind": "me"}, BOTS]}) for _ in range(5)),
        )
        assert 200 == answers[0].status_code
        assert {200, 401} >= {answer.status_code for answer in answers}
        assert 200 == (await posts(zed, "account/delete", SURE)).status_code
        for _ in range(20):
            await theirs.ask("ping")
        assert str(me) not in dump(service)

    run(service, play)


# told


def test_what_is_kept_is_told_whole_and_nothing_that_is_hidden(service: Running) -> None:
    async def play(company: Company) -> None:
        (zed, bo), (mine, _), replay = await finished(company, "Zed", "Bo")
        (_, eve), (place, hers) = await met(company, "Fay", "Eve")
        del bo, eve
        await asyncio.gather(*(one.play_on(lambda p: p.scene["number"] > 5) for one in (place, hers)))
        await hers.ask("say", text="mine alone")
        fay = company.people[2]
        await place.ask("say", text="I said so")
        told = await exported(fay)
        assert ("torite personal data", 1) == (told["format"], told["version"])
        assert ("Fay", 1) == (told["person"]["name"], len(told["browsers"]))
        [table] = told["tables"]
        assert (True, "playing", 0) == (table["host"], table["state"], table["seat"])
        own = [entry["line"] for entry in kept_entries(service.data, table["id"]) if entry["line"].startswith("0: ")]
        assert own[: len(table["moves"])] == [move["line"] for move in table["moves"]]
        assert ["I said so"] == [line["text"] for line in told["talk"]]
        text = json.dumps(told)
        for hidden in ("deal:", "dealer:", "mine alone", "hash", "key"):
            assert hidden not in text, hidden
        held = {row["hash"] for row in read(service.data, "SELECT hash FROM token")}
        assert not any(one in text for one in held)
        before = await exported(zed)
        assert replay == before["tables"][0]["replay"]
        brought = (await zed.post("replays", {"record": await record_of(zed, replay)}))["id"]
        assert [brought] == [one["id"] for one in (await exported(zed))["records"]]
        assert mine.table["id"] == before["tables"][0]["id"]

    run(service, play)


async def exported(person: Person) -> dict[str, Any]:
    answer = await person.http.get("/api/account/data")
    assert 200 == answer.status_code
    assert 'attachment; filename="torite-personal-data.json"' == answer.headers["content-disposition"]
    return dict(json.loads(answer.text))


def test_of_whoever_has_played_much_each_table_is_looked_up_by_itself(tmp_path: Path) -> None:
    """Among all of a person's seats it would be looked for once for each of their tables: of 30,000 for minutes."""
    migrate(tmp_path / "torite.db")
    asked = str(tables_of(7).compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
    with contextlib.closing(sqlite3.connect(tmp_path / "torite.db")) as opened:
        plan = [row[3] for row in opened.execute(f"EXPLAIN QUERY PLAN {asked}")]
    assert not [step for step in plan if step.startswith("SCAN")]
    (seat,) = [step for step in plan if "LEFT-JOIN" in step]
    assert "(sitting=?)" in seat


def test_a_question_that_would_take_for_ever_is_given_up_at_a_stop(tmp_path: Path) -> None:
    """The service would wait for it, and for ever: what it is asked through is closed meanwhile."""
    endless = sql.text("WITH RECURSIVE n(i) AS (SELECT begun() UNION ALL SELECT 1 FROM n) SELECT max(i) FROM n")

    async def stop() -> None:
        begun = threading.Event()
        kept = await Storage.open(tmp_path / "torite.db")
        sql.event.listen(
            kept.engine.sync_engine, "connect", lambda line, _: line.create_function("begun", 0, begun.set)
        )
        asked = asyncio.create_task(kept.rows(endless))
        await until_so(begun.is_set)
        asked.cancel()
        await kept.close()
        with contextlib.suppress(asyncio.CancelledError, Unread):
            await asked

    asyncio.run(stop())


def test_a_record_that_no_longer_replays_is_written_anew_line_by_line(service: Running) -> None:
    """With the same bytes as one that does."""

    async def play(company: Company) -> None:
        (_, bo), _, replay = await finished(company, "Zed", "Bo")
        record = await record_of(bo, replay)
        names = ["Somebody", "Bo"]
        assert renamed(record, names) == _renamed_unread(record, names) != record
        (zed, _), _, other = await finished(company, "Zed", "Bo")
        spoiled = (await record_of(bo, other)).replace("\n0: play ", "\n0: sing ", 1)
        with closing(service.data / "torite.db") as database:
            database.execute("UPDATE replay SET record = ? WHERE id = ?", (spoiled, other))
            database.commit()
        assert 200 == (await posts(zed, "account/delete", SURE)).status_code
        [row] = read(service.data, "SELECT record FROM replay WHERE id = ?", other)
        assert "Zed" not in row["record"]
        assert "0: sing " in row["record"]

    run(service, play)
