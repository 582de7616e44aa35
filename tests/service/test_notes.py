"""Notes at the steps of a replay: whose they are, who reads them, how many there may be, and what becomes of them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

import torite
from tests.arranged import new_match
from tests.service.client import Company, Person, run
from tests.service.conftest import Running
from tests.service.filled import names, person, replay, with_storage
from tests.service.leaving import dump, posts, serving
from torite.service import schema
from torite.service.config import Retention
from torite.service.retention import Deleting
from torite.service.storage import Storage
from torite.service.wire import MOST_STEP

SECRET = "♥10 here was the mistake, xyzzy"
OWN = "♥9 was another, written by whoever goes"


async def brought(ada: Person) -> str:
    """A record that somebody brings, as its replay."""
    match = new_match("agurk", 2, key=bytes(64))
    for _ in range(4):
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    return str((await ada.post("replays", {"record": torite.write(match)}))["id"])


async def written(who: Person, replay: str, step: int, text: str) -> Any:
    return await who.post(f"replays/{replay}/notes", {"step": step, "text": text})


def test_a_note_is_kept_changed_and_taken_away_by_who_wrote_it(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo, eve = company.person("Ada"), company.person("Bo"), company.person()
        name = await brought(ada)
        assert {"notes": [], "code": ""} == await ada.get(f"replays/{name}/notes")
        assert {"step": 5, "text": SECRET} == await written(ada, name, 5, f"  {SECRET}\u0000 \n")
        await written(ada, name, 2, "one\ntwo")
        await written(bo, name, 5, "Bo thinks otherwise")
        mine = [{"step": 2, "text": "one\ntwo"}, {"step": 5, "text": SECRET}]
        assert mine == (await ada.get(f"replays/{name}/notes"))["notes"]
        assert ["Bo thinks otherwise"] == [n["text"] for n in (await bo.get(f"replays/{name}/notes"))["notes"]]
        assert {"notes": [], "code": ""} == await eve.get(f"replays/{name}/notes")
        await written(ada, name, 5, "changed")
        await written(ada, name, 2, "  ")
        assert [{"step": 5, "text": "changed"}] == (await ada.get(f"replays/{name}/notes"))["notes"]

    run(service, look)


@pytest.mark.long
def test_no_line_of_a_note_is_lost_but_many_empty_ones_are_one(service: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        lines = "\n".join(f"{n}." for n in range(200))
        assert lines == (await written(ada, name, 1, lines))["text"]
        assert "a\n\nb" == (await written(ada, name, 1, f"a{900 * chr(10)}b"))["text"]

    run(service, look)


def test_notes_are_read_by_others_only_through_the_link_that_was_given_out(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo, eve = company.person("Ada"), company.person("Bo"), company.person()
        name, other = await brought(ada), await brought(ada)
        await ada.post("me", {"name": "Ada"})
        await written(ada, name, 3, SECRET)
        await written(bo, name, 3, "mine alone")
        code = (await ada.post(f"replays/{name}/notes/share", {"on": True}))["code"]
        assert code == (await ada.post(f"replays/{name}/notes/share", {"on": True}))["code"]
        assert code == (await ada.get(f"replays/{name}/notes"))["code"]
        for reader in (bo, eve):
            told = await reader.post(f"replays/{name}/notes/shared", {"code": code})
            assert {"name": "Ada", "notes": [{"step": 3, "text": SECRET}]} == told
        for at, wrong in ((other, code), (name, code[:-1]), (name, ""), (name, "%")):
            assert 404 == (await posts(eve, f"replays/{at}/notes/shared", {"code": wrong})).status_code
        assert 401 == (await posts(eve, f"replays/{name}/notes/share", {"on": True})).status_code
        assert {"code": ""} == await ada.post(f"replays/{name}/notes/share", {"on": False})
        refused = await posts(eve, f"replays/{name}/notes/shared", {"code": code})
        assert 404 == refused.status_code
        assert "does not show them" in refused.json()["say"]
        assert code != (await ada.post(f"replays/{name}/notes/share", {"on": True}))["code"], "the old link is dead"

    run(service, look)


@pytest.mark.parametrize(
    "body",
    [
        {"step": -1, "text": "x"}, {"step": MOST_STEP + 1, "text": "x"}, {"step": 1, "text": "x" * 1001}, {"step": 1},
        {"step": 1.5, "text": "x"}, {"step": 1, "text": ["x"]}, {"step": 1, "text": "x", "person": 3}, [], "x",
        {"step": 1, "text": "\u0301\u200b"},
    ],
)  # fmt: skip
def test_what_is_no_note_changes_nothing(service: Running, body: Any) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        await written(ada, name, 1, "as it was")
        refused = await posts(ada, f"replays/{name}/notes", body)
        assert 400 == refused.status_code
        assert refused.json()["say"]
        assert [{"step": 1, "text": "as it was"}] == (await ada.get(f"replays/{name}/notes"))["notes"]
        assert 404 == (await posts(ada, "replays/nowhere/notes", {"step": 1, "text": "x"})).status_code

    run(service, look)


def test_so_many_notes_are_kept_also_of_those_written_at_once(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        wanted = [posts(ada, f"replays/{name}/notes", {"step": step, "text": "x"}) for step in range(6)]
        codes = [answer.status_code for answer in await asyncio.gather(*wanted)]
        assert [200] * 3 + [429] * 3 == sorted(codes)
        kept = (await ada.get(f"replays/{name}/notes"))["notes"]
        assert 3 == len(kept)
        await written(ada, name, kept[0]["step"], "one that is there may be changed")
        await written(ada, name, kept[1]["step"], "")
        await written(ada, name, 9, "and there is room again")

    with serving(tmp_path, limits={"kept_notes": 3}) as service:
        run(service, look)


def test_notes_are_written_at_a_measure(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await brought(ada)
        codes = [(await posts(ada, f"replays/{name}/notes", {"step": 1, "text": str(n)})).status_code for n in range(4)]
        assert [200, 200, 429, 429] == codes

    with serving(tmp_path, limits={"notes": {"most": 2, "seconds": 3600}}) as service:
        run(service, look)


def test_notes_are_told_and_deleted_with_who_wrote_them(service: Running) -> None:
    """The others' stay; those at a replay that goes with somebody go with it."""

    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        of_ada, of_bo = await brought(ada), await brought(bo)
        await written(ada, of_bo, 1, OWN)
        await ada.post(f"replays/{of_bo}/notes/share", {"on": True})
        await written(bo, of_ada, 1, "goes with the replay")
        await written(bo, of_bo, 2, "stays, plugh")
        told = await ada.get("account/data")
        assert [(of_bo, 1, OWN)] == [(note["replay"], note["step"], note["text"]) for note in told["notes"]]
        assert [of_bo] == [shared["replay"] for shared in told["shared_notes"]]
        assert 200 == (await posts(ada, "account/delete", {"sure": True})).status_code
        left = dump(service)
        assert OWN not in left
        assert told["shared_notes"][0]["code"] not in left
        assert "goes with the replay" not in left
        assert [{"step": 2, "text": "stays, plugh"}] == (await bo.get(f"replays/{of_bo}/notes"))["notes"]

    run(service, look)


def test_notes_go_with_an_old_replay_and_keep_who_wrote_them(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        for number in (1, 2, 3):
            await person(kept, number, 51)
        await replay(kept, "old", 41, by=3)
        await replay(kept, "new", 39, by=3)
        rows = [{"replay": name, "person": 1, "step": 1, "text": "x", "at": 1.0} for name in ("old", "new")]
        shown = [{"replay": name, "person": 2, "code": name} for name in ("old", "new")]
        await kept.write((sql.insert(schema.note), rows), (sql.insert(schema.shared_notes), shown))
        await Deleting(kept, Retention(replays=40, people=50)).run()
        assert {"new"} == await names(kept, schema.note, "replay") == await names(kept, schema.shared_notes, "replay")
        assert {1, 2, 3} == await names(kept, schema.person)

    with_storage(tmp_path, work)
