"""What one process ends another cannot go on with: both do it in the database, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.service.client import OPEN, Company, run
from tests.service.conftest import Running
from tests.service.leaving import ended, posts, rotates
from tests.service.postgres_server import Server
from tests.service.test_as_one_service import SURE, at, both, two
from tests.service.test_experiments import LONG
from tests.service.test_house_rules import SHORT
from tests.service.test_lessons import FIRST
from tests.service.test_notes import brought as a_replay
from tests.service.test_puzzles import TODAY
from torite.match import Match
from torite.records import write
from torite.service import devices, personal_data, schema, statements, storage
from torite.service.postgres import url_of
from torite.service.storage import Ended, Storage
from torite.service.users import People, hash_of

__all__ = ["two"]
TIMES, FEW = 25, 8
MOST = 3  #: that one person may have
Race = Callable[[Storage, Storage], Awaitable[None]]


def race(postgres: Server, runs: Race) -> None:
    """Let two that have the database open do something."""

    async def both() -> None:
        url = url_of(postgres.new())
        one, other = (await Storage.at(url))[0], (await Storage.at(url))[0]
        try:
            await runs(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(both())


def test_a_token_that_has_ended_is_nobodys_when_that_is_answered(two: list[Any]) -> None:
    """At the other process too, where it was known a moment ago."""

    async def ask(company: Company) -> None:
        for _ in range(FEW):
            ann = company.person("Ann")
            await ann.post("me", {"name": "Ann"})
            there = at(company, ann, two[1])
            assert (await there.get("account"))["known"]
            assert (await rotates(ann)).status_code == 200
            assert not (await there.get("account"))["known"]

    run(two[0], ask)


@pytest.mark.long
def test_what_a_browser_sent_before_its_token_was_another_is_no_newcomers_at_any_process(two: list[Any]) -> None:
    """It is refused with a sentence, or somebody else would sit down for it, whose token takes its own's place."""

    async def ask(company: Company) -> None:
        for moves in (False, True) * FEW:
            ann = company.person("Ann")
            await ann.post("me", {"name": "Ann"})
            before = at(company, ann, two[1])
            if moves:
                other = company.person("Bo")
                await other.post("me", {"name": "Bo"})
                code = (await other.post("account/code", {}))["code"]
                moved = await posts(ann, "account/device", {"code": code, "replace": True})
                assert moved.status_code == 200
            else:
                assert (await rotates(ann)).status_code == 200
            late = await posts(before, "tables", {"variant": "agurk", "seats": [{"kind": "me"}, {"kind": "open"}]})
            assert (409, "replaced") == (late.status_code, late.json()["code"])
            assert "set-cookie" not in late.headers

    run(two[0], ask)


def test_who_logged_out_is_a_newcomer_at_any_process(two: list[Any]) -> None:
    """What ended otherwise has given way to nothing that is on its way."""

    async def ask(company: Company) -> None:
        ann = company.person("Ann")
        await ann.post("me", {"name": "Ann"})
        before = at(company, ann, two[1])
        await ann.post("account/logout", {"others": False})
        assert (await posts(before, "me", {"name": "Anew"})).status_code == 200

    run(two[0], ask)


def test_an_answer_that_is_lost_is_given_again_by_any_process_to_the_same_nonce_alone(two: list[Any]) -> None:
    async def ask(company: Company) -> None:
        ann = company.person("Ann")
        await ann.post("me", {"name": "Ann"})
        there, copied = at(company, ann, two[1]), at(company, ann, two[1])
        first = await rotates(ann, "a" * 32)
        told = await rotates(copied, "b" * 32)
        assert (409, "replaced") == (told.status_code, told.json()["code"])
        assert "somebody has a copy" in told.json()["say"]
        again = await rotates(there, "a" * 32)
        assert (again.status_code, again.cookies["torite"]) == (200, first.cookies["torite"])
        assert (await there.get("account"))["known"]

    run(two[0], ask)


def test_a_process_that_was_killed_gives_it_again_too(tmp_path: Path) -> None:
    one = Running(tmp_path)

    async def ask(company: Company) -> None:
        ann = company.person("Ann")
        await ann.post("me", {"name": "Ann"})
        there = at(company, ann, one)
        first = await rotates(ann, "a" * 32)
        await asyncio.to_thread(one.kill)
        await asyncio.to_thread(one.start)
        there.go_to(one.address)
        again = await rotates(there, "a" * 32)
        assert (again.status_code, again.cookies["torite"]) == (200, first.cookies["torite"])

    try:
        run(one, ask)
    finally:
        one.stop()


def test_who_comes_by_a_code_while_others_are_logged_out_is_logged_out_or_too_late(postgres: Server) -> None:
    async def come(one: Storage, other: Storage) -> None:
        ann, token = await People(one).welcome("Ann")
        for _ in range(TIMES):
            code = await devices.make_code(one, ann, hash_of(token))
            await asyncio.gather(
                devices.use_code(other, code, ann.id, 10), devices.end_others(one, ann, hash_of(token))
            )
            assert [hash_of(token)] == await devices.tokens_of(one, ann)

    race(postgres, come)


def brought(person: int, name: str) -> list[tuple[Any, list[dict[str, Any]]]]:
    now = storage.now()
    row = {"id": name, "record": "torite", "made_at": now, "seen_at": now, "person": person}
    return statements.brought(person, row, 1000)


def test_who_is_deleted_leaves_no_record_that_they_bring_meanwhile(postgres: Server) -> None:
    async def leave(one: Storage, other: Storage) -> None:
        own = schema.replay
        for number in range(TIMES):
            ann, _ = await People(one).welcome("Ann")
            both = personal_data.delete_kept(one, ann.id, "en"), other.write(*brought(ann.id, f"r{number}"))
            _, lost = await asyncio.gather(*both, return_exceptions=True)
            assert lost is None or isinstance(lost, Ended)
            assert not await one.rows(sql.select(own.c.id).where(own.c.person == ann.id))

    race(postgres, leave)


@pytest.mark.parametrize("known", [True, False])
def test_a_record_is_kept_of_somebody_alone(tmp_path: Path, known: bool) -> None:
    async def bring() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        try:
            ann, _ = await People(kept).welcome("Ann")
            writing = kept.write(*brought(ann.id if known else ann.id ^ 1, "one"))
            if known:
                await writing
            else:
                with pytest.raises(Ended):
                    await writing
            assert known == bool(await kept.rows(sql.select(schema.replay.c.id)))
        finally:
            await kept.close()

    asyncio.run(bring())


@pytest.mark.long
@pytest.mark.parametrize("what", ["rules", "notes", "experiments"])
def test_nobody_keeps_more_than_they_may_by_asking_two_at_once(tmp_path: Path, postgres: Server, what: str) -> None:
    limits = {"kept_rules": MOST, "kept_notes": MOST, "unfinished": MOST, "posts": 1000, "newcomers": [100, 60]}

    async def ask(company: Company) -> None:
        for number in range(FEW):
            ann = company.person("Ann")
            name = await a_replay(ann)
            path, key, bodies = {
                "rules": ("rules", "rules", [SHORT | {"name": f"Rules {n}"} for n in range(2 * MOST)]),
                "notes": (f"replays/{name}/notes", "notes", [{"step": n, "text": "x"} for n in range(2 * MOST)]),
                "experiments": ("lab", "experiments", [{"experiment": LONG}] * 2 * MOST),
            }[what]
            here = [ann, at(company, ann, running[1])]
            asked = [posts(here[number % 2], path, body) for number, body in enumerate(bodies)]
            codes = [answer.status_code for answer in await asyncio.gather(*asked)]
            assert [200] * MOST + [429] * MOST == sorted(codes), number
            kept = (await ann.get(path))[key]
            assert MOST == len(kept)
            for one in kept if what == "experiments" else []:
                await ann.post(f"lab/{one['id']}/delete")

    for running in both(tmp_path, postgres.new(), limits=limits):
        run(running[0], ask)


RECORD = write(Match("agurk", 2, seed=1))
TABLE = {"variant": "agurk", "seats": [{"kind": "me"}, {"kind": "bot"}]}
OF_WHAT: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "tables": ("tables", TABLE, {"open_tables": MOST}),
    "records": ("replays", {"record": RECORD}, {"brought_letters": MOST * len(RECORD) + 10}),
}


@pytest.mark.long
@pytest.mark.parametrize("what", OF_WHAT)
def test_nobody_has_more_tables_or_letters_than_they_may_by_asking_two_at_once(
    tmp_path: Path, postgres: Server, what: str
) -> None:
    path, body, most = OF_WHAT[what]
    limits = {"posts": 1000, "newcomers": [100, 60], "records": [1000, 60], "brought": [1000, 60], "jobs": 50} | most

    async def ask(company: Company) -> None:
        for number in range(FEW):
            ann = company.person("Ann")
            await ann.post("me", {"name": "Ann"})
            here = [ann, at(company, ann, running[1])]
            asked = [posts(here[one % 2], path, body) for one in range(2 * MOST)]
            answers = await asyncio.gather(*asked)
            assert [200] * MOST + [429] * MOST == sorted(one.status_code for one in answers), number
            if what == "tables":
                assert MOST == len(await ann.get("tables"))

    for running in both(tmp_path, postgres.new(), limits=limits):
        run(running[0], ask)


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "wanted", "other"),
    [
        ("lessons", FIRST, {"name": "card-before"}),
        ("lessons", {**FIRST, "again": True}, {"name": "card-before"}),
        ("puzzles", TODAY, {"date": "2026-11-27"}),
        ("daily", {"variant": "emissary", "date": "2026-11-20"}, {}),
    ],
    ids=["lessons", "lessons begun anew", "puzzles", "daily"],
)
def test_somebody_has_one_table_of_a_kind_whichever_process_is_asked(
    tmp_path: Path, postgres: Server, path: str, wanted: dict[str, Any], other: dict[str, Any]
) -> None:
    """All who ask at once for the same are told the same one, unless each begins it anew; of several one is left."""
    limits = {"posts": 1000, "newcomers": [100, 60]}

    async def ask(company: Company) -> None:
        for _ in range(FEW):
            ann = company.person("Ann")
            await ann.post("me", {"name": "Ann"})
            here = [ann, at(company, ann, running[1])]
            answers = await asyncio.gather(*(posts(here[one % 2], path, wanted) for one in range(6)))
            assert [200] * 6 == [answer.status_code for answer in answers]
            assert "again" in wanted or 1 == len({answer.json()["id"] for answer in answers})
            assert 1 == len(await ann.get("tables"))
            answers = await asyncio.gather(*(posts(here[one], path, wanted | [{}, other][one]) for one in range(2)))
            assert [200] * 2 == [answer.status_code for answer in answers]
            assert 1 == len(await ann.get("tables"))

    for running in both(tmp_path, postgres.new(), limits=limits):
        run(running[0], ask)


def test_who_is_deleted_is_told_so_by_other_processes(two: list[Any]) -> None:
    async def delete(company: Company) -> None:
        ann, bo = company.person("Ann"), company.person("Bo")
        made = await bo.set_table("agurk", OPEN)
        await ann.join(made, watch=True)
        watching = await ann.sit(made["id"])
        await watching.until(lambda p: p.table)
        there = at(company, ann, two[1])
        assert 200 == (await there.http.post("/api/account/delete", json=SURE)).status_code
        assert (4401, "deleted") == (await ended(watching))[:2]

    run(two[0], delete)
