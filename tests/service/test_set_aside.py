"""Tables and replays that cannot be opened any more: a sentence instead of a fault, and nothing else suffers."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.service.by_hand import asked, cookie_of, ends_with, posted
from tests.service.client import BOTS, OPEN, Company, Person, run
from tests.service.conftest import Running
from tests.service.players import kept_entries, read
from torite import __version__
from torite.games import find
from torite.match import Match
from torite.records import write

ASIDE, NONE = 4409, 4404


def damage(data: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(data / "torite.db")) as database:
        database.execute(statement, values)
        database.commit()


#: What may be wrong with a table, as a change of its rows.
WRONG = {
    "a bad line": "UPDATE entry SET line = '0: play ZZ' WHERE sitting = ? AND number = 1",
    "a line of other rules": "UPDATE entry SET line = 'reshuffle: HA' WHERE sitting = ? AND number = 1",
    "a gap": "DELETE FROM entry WHERE sitting = ? AND number = 0",
    "an unknown variant": "UPDATE sitting SET variant = 'agurk-of-tomorrow' WHERE id = ?",
    "an unknown option": """UPDATE sitting SET options = '{"trumps": "five"}' WHERE id = ?""",
    "settings of another version": """UPDATE sitting SET settings = '{"weather": 1}' WHERE id = ?""",
    "settings of no kind": """UPDATE sitting SET settings = '"weather"' WHERE id = ?""",
    "options that end early": "UPDATE sitting SET options = '{' WHERE id = ?",
    "a short key": "UPDATE sitting SET key = x'00' WHERE id = ?",
}


class Three:
    """Tables of Ada and Bo, and one of Ada's that stays well; Cleo is nobody there."""

    def __init__(self, company: Company) -> None:
        self.ada, self.bo, self.cleo = (company.person(name) for name in ("Ada", "Bo", "Cleo"))
        self.bad: list[dict[str, str]] = []
        self.good: dict[str, str] = {}

    async def begin(self, tables: int = 1) -> None:
        await self.cleo.post("me", {"name": "Cleo"})
        self.good = await self.ada.set_table("rassi", BOTS)
        await self.sat(self.good)
        for _ in range(tables):
            self.bad.append(await self.ada.set_table("agurk", OPEN, BOTS, start=False))
            await self.bo.join(self.bad[-1])
            await self.sat(self.bad[-1])

    async def sat(self, made: dict[str, str]) -> None:
        place = await self.ada.sit(made["id"])
        await place.until(lambda p: p.table)
        if place.table["state"] == "open":
            await place.ask("start")
        await place.until(lambda p: p.scene)
        await place.close()


async def states(person: Person) -> dict[str, str]:
    return {table["id"]: table["state"] for table in (await person.get("start"))["tables"]}


async def farewell(service: Running, person: Person, table: str) -> tuple[int | None, list[Any]]:
    code, said = await ends_with(service, table, cookie_of(person))
    return code, [json.loads(frame) for frame in said]


@pytest.mark.long
def test_tables_that_do_not_replay_are_set_aside(fresh: Running) -> None:
    async def play(company: Company) -> list[str]:
        three = Three(company)
        await three.begin(len(WRONG))
        fresh.stop()
        for made, statement in zip(three.bad, WRONG.values(), strict=True):
            damage(fresh.data, statement, made["id"])
        fresh.start()
        for made in three.bad:
            await is_aside(fresh, three, made)
        tables = [made["id"] for made in three.bad]
        assert {**dict.fromkeys(tables, "aside"), three.good["id"]: "playing"} == await states(three.ada)
        place = await three.ada.sit(three.good["id"])
        await place.until(lambda p: p.turn)
        return tables

    tables = run(fresh, play)
    log = fresh.log.read_text()
    assert "Traceback" not in log, log
    assert len(WRONG) == log.count("a table was set aside"), log
    assert "play" not in log
    for table in tables:
        assert table not in log
        for entry in kept_entries(fresh.data, table):
            assert entry["line"] not in log


async def is_aside(service: Running, three: Three, made: dict[str, str]) -> None:
    """Check what everybody hears of a table that is set aside."""
    for person in (three.ada, three.bo, three.ada):
        code, said = await farewell(service, person, made["id"])
        assert (ASIDE, ["farewell"]) == (code, [message["type"] for message in said])
        assert f"Torite {__version__}" in said[0]["say"]
    path, secret = f"tables/{made['id']}", {"secret": made["secret"]}
    for answer in (
        posted(service, f"{path}/peek", secret),
        posted(service, f"{path}/join", secret, Cookie=cookie_of(three.bo)),
        posted(service, f"{path}/join", secret, Cookie=cookie_of(three.cleo)),
    ):
        assert (409, "aside", said[0]["say"]) == (answer[0], answer[1]["code"], answer[1]["say"])
    invite = asked(service, "GET", f"/api/{path}/invite", headers={"Cookie": cookie_of(three.ada)})
    assert (409, "aside") == (invite[0], json.loads(invite[2])["code"])


def test_a_table_set_aside_is_not_told_to_strangers(fresh: Running) -> None:
    """They are answered as if there were no such table."""

    async def play(company: Company) -> None:
        three = Three(company)
        await three.begin()
        table = three.bad[0]["id"]
        fresh.stop()
        damage(fresh.data, WRONG["a bad line"], table)
        fresh.start()
        for _ in range(2):
            for name in (table, "nothing"):
                assert (NONE, []) == await ends_with(fresh, name, cookie_of(three.cleo))
        answers: list[Any] = [
            asked(fresh, "GET", f"/api/tables/{name}/invite", headers={"Cookie": cookie_of(three.cleo)})[::2]
            for name in (table, "nothing")
        ]
        answers += [posted(fresh, f"tables/{name}/peek", {"secret": "x"}) for name in (table, "nothing")]
        assert answers[0] == answers[1]
        assert answers[2] == answers[3]
        assert 404 == answers[0][0] == answers[2][0]

    run(fresh, play)


def test_a_table_set_aside_opens_by_itself_when_it_can_be_read_again(fresh: Running) -> None:
    async def play(company: Company) -> None:
        three = Three(company)
        await three.begin()
        table = three.bad[0]["id"]
        line = kept_entries(fresh.data, table)[1]["line"]
        fresh.stop()
        damage(fresh.data, "UPDATE entry SET line = 'nonsense' WHERE sitting = ? AND number = 1", table)
        fresh.start()
        assert ASIDE == (await ends_with(fresh, table, cookie_of(three.bo)))[0]
        assert "aside" == (await states(three.bo))[table]
        fresh.stop()
        damage(fresh.data, "UPDATE entry SET line = ? WHERE sitting = ? AND number = 1", line, table)
        fresh.start()
        assert "aside" == (await states(three.bo))[table]
        place = await three.bo.sit(table)
        await place.until(lambda p: p.scene)
        assert "playing" == (await states(three.bo))[table]

    run(fresh, play)
    assert "a table opens again" in fresh.log.read_text()


def test_tables_that_have_not_begun_are_set_aside_too(fresh: Running) -> None:
    """And are as they were when their variant is there again."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        to_begin, lobby = await ada.set_table("agurk", BOTS), await ada.set_table("agurk", OPEN, start=False)
        fresh.stop()
        damage(fresh.data, "UPDATE sitting SET variant = 'agurk-of-tomorrow'")
        fresh.start()
        for made in (to_begin, lobby):
            assert ASIDE == (await ends_with(fresh, made["id"], cookie_of(ada)))[0]
        assert {("aside", "agurk-of-tomorrow")} == {(t["state"], t["title"]) for t in await ada.get("tables")}
        fresh.stop()
        damage(fresh.data, "UPDATE sitting SET variant = 'agurk'")
        fresh.start()
        await (await ada.sit(to_begin["id"])).until(lambda p: p.turn)
        place = await ada.sit(lobby["id"])
        await place.until(lambda p: p.table)
        assert "open" == place.table["state"]

    run(fresh, play)


def test_the_version_of_the_rules_is_kept_with_a_log(fresh: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS)
        assert "" == read(fresh.data, "SELECT rules FROM sitting")[0]["rules"]
        await (await ada.sit(made["id"])).until(lambda p: p.scene)
        kept = read(fresh.data, "SELECT rules FROM sitting")[0]["rules"]
        assert f"{__version__} {find('agurk')[0].digest}" == kept

    run(fresh, play)
    digests = {find(name)[0].digest for name in ("agurk", "bingo", "emissary")}
    assert 3 == len(digests)
    assert find("agurk")[0].digest == find("rassi")[0].digest


@pytest.mark.long
def test_a_replay_that_no_longer_reads_is_told_in_a_sentence(fresh: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        records = [write(Match("agurk", 2, seed=seed)) for seed in (1, 2)]
        bad, good = [(await ada.post("replays", {"record": record}))["id"] for record in records]
        fresh.stop()
        damage(fresh.data, "UPDATE replay SET record = replace(record, 'deal: ', 'deal: ZZ ') WHERE id = ?", bad)
        fresh.start()
        for _ in range(2):
            for path in ("", "/steps?from=0&to=0&viewer=-1", "/record"):
                status, _, answer = asked(fresh, "GET", f"/api/replays/{bad}{path}")
                assert (409, "aside") == (status, json.loads(answer)["code"])
            assert 409 == posted(fresh, f"replays/{bad}/verify", {})[0]
        assert (await ada.get(f"replays/{good}"))["id"] == good

    run(fresh, play)
    log = fresh.log.read_text()
    assert "Traceback" not in log, log
    assert 1 == log.count("a replay cannot be read")
    assert "deal" not in log


def test_a_day_whose_replay_no_longer_reads_is_still_told(fresh: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        day = "2026-11-20"
        place = await ada.sit((await ada.post("daily", {"variant": "emissary", "date": day}))["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["replay"])
        fresh.stop()
        damage(fresh.data, "UPDATE replay SET record = 'nonsense'")
        fresh.start()
        told = await ada.get(f"daily/emissary?date={day}&today={day}")
        assert ("over", "") == (told["day"]["state"], told["day"]["share"])

    run(fresh, play)
