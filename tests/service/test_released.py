"""What each released version left behind is brought up to date, opened, and played on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.players import read
from tests.service.released.make import AMONG_BOTS, TOKENS, token_of

RELEASED = sorted((Path(__file__).parent / "released").glob("*.sql"))
KEY = bytes(range(32))
MORE = 6  #: entries that are played on


def left_behind(text: str, data: Path) -> Path:
    data.mkdir()
    (data / "key").write_bytes(KEY)
    with closing(sqlite3.connect(data / "torite.db")) as database:
        database.executescript(text)
    return data


def person(company: Company, name: str) -> Person:
    found = company.person()
    found.http.cookies.set("torite", token_of(name))
    return found


async def played_on(place: Place) -> None:
    """Play some more, to the end if it is near."""
    await place.until(lambda p: p.scene)
    number = place.scene["number"]
    await place.play_on(lambda p: p.scene["number"] >= number + MORE or p.scene["over"])


def test_there_is_something_released() -> None:
    assert "0.1.0" in [file.stem for file in RELEASED]
    assert all(file.stat().st_size < 150_000 for file in RELEASED)


@pytest.mark.long
@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_every_table_of_a_released_version_is_opened_and_played_on(file: Path, tmp_path: Path) -> None:
    data = left_behind(file.read_text(), tmp_path / "data")
    before = {row["sitting"]: row["n"] for row in counted(data)}
    service = Running(data, fixed=True)
    try:
        seen = run(service, play_all)
    finally:
        service.stop()
    log = service.log.read_text()
    assert "Traceback" not in log, log
    assert "set aside" not in log, log
    assert set(AMONG_BOTS) <= seen["playing"], seen
    assert seen["over"] >= {"agurk", "french-tarot-solo"}
    assert seen["open"] == {"gurka-is", "ogorek"}
    after = {row["sitting"]: row["n"] for row in counted(data)}
    begun = [row["id"] for row in read(data, "SELECT id FROM sitting WHERE state = 'playing'")]
    assert begun
    assert all(after[name] > before.get(name, 0) for name in begun), "a table was not played on"
    assert {"playing", "over"} >= {row["state"] for row in read(data, "SELECT state FROM sitting")} - {"open"}


def counted(data: Path) -> Any:
    return read(data, "SELECT sitting, count(*) AS n FROM entry GROUP BY sitting")


async def play_all(company: Company) -> dict[str, set[str]]:
    """Go to all tables of all people; return the variants met, by state."""
    ada, bo = people = [person(company, name) for name in TOKENS]
    seen: dict[str, set[str]] = {"playing": set(), "over": set(), "open": set()}
    theirs = {table["id"] for table in await bo.get("tables")}
    for table in await ada.get("tables"):
        seen[table["state"]].add(table["variant"])
        if table["state"] == "over":
            await watched(ada, table["replay"])
        elif table["id"] in theirs:
            await both(people, table["id"])
        else:
            place = await ada.sit(table["id"])
            await played_on(place)
            await place.close()
    assert 1 == (await ada.get("results?today=2026-11-22"))["total"]
    return seen


async def both(people: list[Person], table: str) -> None:
    """Play on where two people sit; begin where that has not been done."""
    places = [await person.sit(table) for person in people]
    await places[0].until(lambda p: p.table)
    if places[0].table["state"] == "open":
        assert {"1": "salt"} == places[0].table["words"]
        assert "done" == (await places[0].ask("start"))["type"]
    else:
        await places[0].until(lambda p: ["Good luck!", "Hello!"] == [m["text"] for m in p.heard if m["type"] == "said"])
    await asyncio.gather(*map(played_on, places))
    for place in places:
        await place.close()


async def watched(ada: Person, replay: str) -> None:
    """Look at a replay, and check it."""
    told = await ada.get(f"replays/{replay}")
    assert told["over"]
    steps = await ada.get(f"replays/{replay}/steps?from={told['steps'] - 2}&to={told['steps'] - 1}&viewer=-2")
    assert 2 == len(steps["steps"])
    assert (await ada.post(f"replays/{replay}/verify"))["fair"]
