"""What somebody has played to the end stays theirs to find: listed, filtered, played again, taken along."""

from __future__ import annotations

import asyncio
import io
import sqlite3
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast

import pytest
import sqlalchemy as sql

from tests.patience import PATIENCE
from tests.service.alone import begun, played_out, running, seated
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.filled import person, replay, table, with_storage
from tests.service.leaving import do
from torite.match import Match
from torite.records import read, write
from torite.service import matches, schema
from torite.service.config import Retention
from torite.service.migrations import migrate
from torite.service.retention import Deleting

SHORT = {"out_at": "1"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("matches") / "data", limits={"exports": [5, 600.0]}) as service:
        yield service


async def together(*people: Person) -> str:
    """Play a short match of several people; return its table."""
    first, *others = people
    made = await first.set_table("agurk", *[OPEN] * len(others), start=False, options=SHORT)
    for other in others:
        await other.join(made)
    places = [await one.sit(made["id"]) for one in people]
    await places[0].ask("start")
    await asyncio.gather(*map(played_out, places))
    return made["id"]


async def with_a_bot(one: Person) -> Place:
    made = await one.set_table("agurk", BOTS, options=SHORT)
    return await played_out(await seated(one, made["id"]))


async def listed(one: Person, **asked: str) -> list[dict[str, Any]]:
    told = await one.http.get("/api/matches", params=asked)
    assert told.is_success, told.text
    return list(told.json()["matches"])


@pytest.mark.long
def test_every_match_that_was_played_is_listed_with_how_it_ended(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, ben = company.person("Ada"), company.person("Ben")
        assert [] == await listed(ada)
        shared = await together(ada, ben)
        place = await with_a_bot(ada)
        latest, first = await listed(ada)
        assert shared == first["id"]
        assert ["Ada", "Ben"] == [seat["name"] for seat in first["seats"]]
        assert [True, False] == [seat["you"] for seat in first["seats"]]
        assert place.scene["result"]["places"] == [seat["place"] for seat in latest["seats"]]
        assert [seat["score"] for seat in place.scene["seats"]] == [seat["score"] for seat in latest["seats"]]
        assert latest["finished_at"] > first["finished_at"]
        assert place.table["replay"] == latest["replay"]
        assert (await ada.get(f"replays/{first['replay']}"))["over"]
        (his,) = await listed(ben)
        assert (shared, [False, True]) == (his["id"], [seat["you"] for seat in his["seats"]])
        begun_only = await ben.set_table("agurk", BOTS)
        await seated(ben, begun_only["id"])
        assert [shared] == [one["id"] for one in await listed(ben)]
        await played_out(await begun(ben, scored=False))
        assert [None, shared] == [one["id"] if one["id"] == shared else None for one in await listed(ben)]

    run(service, play)


def test_matches_are_chosen_by_game_and_by_who_played(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, ben, cleo = (company.person(name) for name in ("Ada", "Ben", "Cleo"))
        await together(ada, ben)
        await together(ada, cleo)
        await played_out(await begun(ada, scored=False))
        told = await ada.get("matches")
        assert {"agurk", "lantern"} == {game["name"] for game in told["games"]}
        assert ["Ben", "Cleo"] == [one["name"] for one in told["people"]]
        assert ["lantern"] == [one["variant"] for one in await listed(ada, variant="lantern")]
        (one,) = await listed(ada, **{"with": "Ben"})
        assert ["Ada", "Ben"] == [seat["name"] for seat in one["seats"]]
        assert [] == await listed(ada, **{"with": "Ada"})
        assert [] == await listed(ben, **{"with": "Cleo"})

    run(service, play)


def test_a_page_of_matches_leads_to_the_next_and_no_further(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await with_a_bot(ada)
        name = place.table["id"]
        for n in range(44):
            copies = ("variant", "options", "settings", "agreed", "words", "key", "host", "state", "changed_at",
                      "scores", "places")  # fmt: skip
            do(
                service,
                f"INSERT INTO sitting (id, replay, finished_at, {', '.join(copies)}) "
                f"SELECT id || ?, replay || ?, ?, {', '.join(copies)} FROM sitting WHERE id = ?",
                f"-{n}", f"-{n}", 1000.5 + n // 2, name,
            )  # fmt: skip
            seats = "seat, kind, person, bot, name"
            do(
                service,
                f"INSERT INTO seat (sitting, {seats}) SELECT sitting || ?, {seats} FROM seat WHERE sitting = ?",
                f"-{n}", name,
            )  # fmt: skip
        seen: list[str] = []
        before = ""
        while True:
            told = (await ada.http.get("/api/matches", params={"before": before})).json()
            assert len(told["matches"]) <= 20
            seen += [one["id"] for one in told["matches"]]
            before = told["before"]
            if not before:
                break
        assert 45 == len(seen) == len(set(seen))
        assert name == seen[0]
        answer = await ada.http.get("/api/matches", params={"before": "yesterday"})
        assert (400, "bad-options") == (answer.status_code, answer.json()["code"])

    run(service, play)


def test_matches_of_others_are_neither_listed_nor_taken_along_nor_played_again(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, eve = company.person("Ada"), company.person("Eve")
        name = (await with_a_bot(ada)).table["id"]
        assert 404 == (await eve.http.post(f"/api/tables/{name}/rematch", json={})).status_code
        await eve.post("me", {"name": "Eve"})
        assert [] == await listed(eve)
        assert [] == await records(eve)
        assert 404 == (await eve.http.post(f"/api/tables/{name}/rematch", json={})).status_code
        assert 1 == len(await listed(ada))

    run(service, play)


async def records(one: Person) -> list[str]:
    answer = await one.http.get("/api/matches/export")
    answer.raise_for_status()
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        return [archive.read(name).decode() for name in archive.namelist()]


def test_all_records_come_as_one_file(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, ben = company.person("Ada"), company.person("Ben")
        await together(ada, ben)
        await with_a_bot(ada)
        first, second = await records(ada)
        assert [("Ada", "Ben"), "Ada"] == [read(first).names, read(second).names[0]]
        whole = (await ada.http.get(f"/api/replays/{(await listed(ada))[0]['replay']}/record")).text
        assert whole == second
        assert 1 == len(await records(ben))
        for _ in range(8):
            answer = await ada.http.get("/api/matches/export")
        assert 429 == answer.status_code

    run(service, play)


def test_a_match_is_played_again_from_the_list(service: Running) -> None:
    """Two who ask come to one table; once that one is over or gone, there is another."""

    async def play(company: Company) -> None:
        ada, ben = company.person("Ada"), company.person("Ben")
        name = await together(ada, ben)
        again = (await ada.post(f"tables/{name}/rematch"))["id"]
        assert again != name
        assert again == (await ben.post(f"tables/{name}/rematch"))["id"]
        places = [await one.sit(again) for one in (ada, ben)]
        await asyncio.gather(*map(played_out, places))
        third = (await ben.post(f"tables/{name}/rematch"))["id"]
        assert third not in (name, again)
        await ada.post(f"tables/{third}/close")
        fourth = (await ben.post(f"tables/{name}/rematch"))["id"]
        assert fourth not in (name, again, third)
        assert fourth == (await ada.post(f"tables/{again}/rematch"))["id"]
        early = await ada.http.post(f"/api/tables/{fourth}/rematch", json={})  # it has not even begun
        assert 400 == early.status_code
        assert "not over" in early.text

    run(service, play)


def test_places_of_matches_from_before_are_found_by_their_records(service: Running) -> None:
    """Once, and then they are kept; what cannot be read is told without, and keeps nobody from the others."""

    async def play(company: Company) -> None:
        ada, ben = company.person("Ada"), company.person("Ben")
        name, strange = [await together(ada, ben) for _ in range(2)]
        told = [match for match in await listed(ada) if match["id"] == name]
        of_tables = "WHERE id IN (?, ?)"
        do(service, f"UPDATE sitting SET places = '[]', scores = '[]' {of_tables}", name, strange)
        of_replay = "WHERE id = (SELECT replay FROM sitting WHERE id = ?)"
        do(service, f"UPDATE replay SET record = 'no record at all', made_at = made_at + 1 {of_replay}", strange)
        while True:  # what takes long is found when one looks again
            unread, found = sorted(await listed(ada), key=lambda match: match["id"] == name)
            if found["seats"][0]["place"] is not None:
                break
        assert told == [found]
        assert [None, None] == [seat["place"] for seat in unread["seats"]]
        assert [None, None] == [seat["score"] for seat in unread["seats"]]
        do(service, f"UPDATE replay SET record = 'no record any more' {of_replay}", name)
        again = [match for match in await listed(ben) if match["id"] == name]
        assert [seat["place"] for seat in told[0]["seats"]] == [seat["place"] for seat in again[0]["seats"]]

    run(service, play)


def test_a_replay_stays_as_long_as_its_match_is_listed(tmp_path: Any) -> None:
    async def work(kept: Any) -> None:
        await person(kept, 1)
        await table(kept, "mine", 1, "over", 100)
        await replay(kept, "of-mine", 100, of="mine")
        await Deleting(kept, Retention(finished=200, replays=1)).run()
        assert ["of-mine"] == [row["id"] for row in await kept.rows(sql.select(schema.replay.c.id))]
        await Deleting(kept, Retention(finished=50, replays=1)).run()
        assert [] == await kept.rows(sql.select(schema.sitting.c.id))

    with_storage(tmp_path, work)


def test_matches_of_before_are_told_with_their_scores_and_when_they_ended(tmp_path: Any) -> None:
    match = Match("agurk", 2, seed=1, options=SHORT, names=["Ada", "Gen"])
    while not match.over:
        match.act(match.turns.must_act[0], match.actions(match.turns.must_act[0])[0].code)
    path = tmp_path / "torite.db"
    migrate(path, "0005")
    with closing(sqlite3.connect(path)) as database:
        database.execute("INSERT INTO person (id, name, language, seen_at, banned_until) VALUES (1, 'Ada', 'en', 1, 0)")
        for name, record in (("read", write(match)), ("strange", "no record at all")):
            database.execute(
                "INSERT INTO sitting"
                " (id, variant, options, settings, agreed, words, key, host, state, replay, changed_at)"
                " VALUES (?, 'agurk', '{}', '{}', '{}', '{}', x'00', 1, 'over', ?, 99.5)",
                (name, f"of-{name}"),
            )
            database.execute(
                "INSERT INTO replay (id, record, made_at, seen_at, person) VALUES (?, ?, 1, 1, 0)",
                (f"of-{name}", record),
            )
        database.execute(
            "INSERT INTO entry (sitting, number, line, cid, at) VALUES ('read', 0, '0: play C2', '', 7.25)"
        )
        database.commit()
    migrate(path)
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT id, finished_at, scores, places FROM sitting ORDER BY id").fetchall()
    assert [("read", 7.25, str(match.scores), "[]"), ("strange", 99.5, "[]", "[]")] == rows


def test_an_archive_that_nobody_waits_for_any_more_is_closed_when_nothing_is_put_into_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a stop, or when its asker hangs up: that is no fault of the service."""
    began, goes_on = threading.Event(), threading.Event()

    def add(archive: zipfile.ZipFile, rows: list[dict[str, Any]]) -> None:
        with archive.open("half", "w") as entry:
            began.set()
            assert goes_on.wait(PATIENCE)
            entry.write(b"half")

    async def rows(query: object) -> list[dict[str, Any]]:
        return [{"replay": "r", "finished_at": 0.0}]

    async def look() -> None:
        quotas = SimpleNamespace(spend=lambda *_: None)
        service: Any = SimpleNamespace(kept=SimpleNamespace(rows=rows), resources=SimpleNamespace(quotas=quotas))
        asker: Any = SimpleNamespace(id=1)
        asking = asyncio.create_task(matches.export(service, cast(Any, None), asker, "en"))
        await asyncio.to_thread(began.wait, PATIENCE)
        asking.cancel()
        await asyncio.sleep(0)
        goes_on.set()
        with pytest.raises(asyncio.CancelledError):
            await asking

    monkeypatch.setattr(matches, "_add", add)
    asyncio.run(look())
