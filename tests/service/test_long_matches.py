"""A match at a table takes so many entries, and ends as it stands then; what is long already opens beside the short."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

import torite
from tests.every_game.test_back_to import told
from tests.patience import PATIENCE
from tests.service.client import BOTS, Company, Person, Place, run
from tests.service.leaving import posts, serving
from tests.service.long_logs import tables, with_entries
from tests.service.players import kept_entries
from torite.service import lengths, open_table, playing_on, quarantine, schema, table_registry
from torite.service.errors import Refused
from torite.service.storage import Storage
from torite.service.viewer import Viewer

MOST = 18


def briefly() -> None:
    """Have the service take no more than a few entries of a match."""
    for module in (open_table, playing_on):
        setattr(module, "most_entries", lambda seats: MOST)  # noqa: B010


def patient(company: Company) -> Person:
    """Have somebody who waits for an answer, however busy the machine."""
    ada = company.person("Ada")
    return ada


async def played_out(place: Place, enough: Callable[[Place], Any]) -> None:
    """Take whatever may be taken until something is so."""
    while True:
        await place.until(lambda p: enough(p) or p.turn or p.scene.get("deal_over"))
        if enough(place):
            return
        number = place.scene["number"]
        if place.turn:
            await place.ask("act", number=number, code=await place.whole())
        else:
            await place.ask("ready")
        await place.until(lambda p: enough(p) or p.scene["number"] > number)  # noqa: B023


def is_over(place: Place) -> bool:
    return bool(place.table) and place.table["state"] == "over"


async def too_long(ada: Person) -> Place:
    """Play at a table, whose rules know no end, until it takes no more."""
    place = await ada.sit((await ada.set_table("agurk", BOTS, options={"out_at": "1000000"}))["id"])
    await place.until(lambda p: p.scene and p.table)
    await played_out(place, is_over)
    return place


@pytest.mark.long
def test_a_match_that_became_too_long_ends_as_it_stands(tmp_path: Path) -> None:
    """Nothing of it is lost: its table can be looked at, its record read, and it stands among the matches."""

    async def play(company: Company) -> None:
        ada = patient(company)
        place = await too_long(ada)
        name, replay = place.table["id"], place.table["replay"]
        entries = kept_entries(service.data, name)
        assert MOST <= len(entries) < MOST + 4
        if place.turn:
            refused = await place.ask("act", number=place.scene["number"], code=place.code())
            assert ("too-long", True) == (refused["code"], "record is kept" in refused["say"])
        assert "refused" == (await place.ask("undo", number=place.scene["number"]))["type"]
        assert not place.scene["over"]
        match = torite.read((await ada.http.get(f"/api/replays/{replay}/record")).text)
        assert [entry["line"] for entry in entries] == [torite.records.line(match, entry) for entry in match.log]
        assert (False, False) == (match.over, match.chance.key is None)
        (listed,) = await ada.get("tables")
        assert ("over", False, replay) == (listed["state"], listed["turn"], listed["replay"])
        (kept,) = (await ada.get("matches"))["matches"]
        assert [(None, score) for score in match.scores] == [(s["place"], s["score"]) for s in kept["seats"]]
        assert not (await ada.get(f"replays/{replay}"))["over"]
        service.stop()
        service.start()
        again = await ada.sit(name)
        await again.until(lambda p: p.scene and p.table)
        assert ("over", replay, len(entries)) == (again.table["state"], again.table["replay"], again.scene["number"])
        assert entries == kept_entries(service.data, name)
        assert "done" == (await again.ask("rematch"))["type"]
        assert again.table["rematch"] != name
        service.stop()
        service.before = None  # a match may be longer now, but not one whose key was told
        service.start()
        later = await ada.sit(name)
        await later.until(lambda p: p.scene and p.table)
        assert "too-long" == (await later.ask("undo", number=later.scene["number"]))["code"]
        assert entries == kept_entries(service.data, name)

    with serving(tmp_path, before=briefly) as service:
        run(service, play)


@pytest.mark.full
def test_a_record_is_played_on_from_where_there_is_room(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada = patient(company)
        match = torite.Match("agurk", 2, {"out_at": 1000000}, seed=1)
        while len(match.log) < MOST + 5:
            match.act(match.actors[0], match.actions(match.actors[0])[0])
        name = (await ada.post("replays", {"record": torite.write(match)}))["id"]
        refused = await posts(ada, f"replays/{name}/play", {"step": MOST, "seat": 0})
        assert (400, "too-long") == (refused.status_code, refused.json()["code"]), refused.text
        assert str(MOST) in refused.json()["say"]
        place = await ada.sit((await ada.post(f"replays/{name}/play", {"step": MOST - 4, "seat": 0}))["id"])
        await place.until(lambda p: p.scene and p.table)
        await played_out(place, is_over)

    with serving(tmp_path, before=briefly) as service:
        run(service, play)


async def kept_of(kept: Storage, table: str) -> tuple[str, str]:
    """Return the state of a table, and the record of its match."""
    row = (await kept.rows(sql.select(schema.sitting).where(schema.sitting.c.id == table)))[0]
    found = await kept.rows(sql.select(schema.replay.c.record).where(schema.replay.c.id == row["replay"]))
    return row["state"], found[0]["record"] if found else ""


@pytest.mark.long
def test_a_log_that_is_too_long_already_opens_and_can_be_looked_at(tmp_path: Path) -> None:
    """By whoever comes, twice; nobody plays there any more, and nothing of it is gone."""
    entries = 100_000

    async def look() -> None:
        async with tables(tmp_path) as (registry, ada):
            name, short = await with_entries(registry, ada, entries), await with_entries(registry, ada, 20)
            coming = [asyncio.create_task(registry.table(name, who)) for who in (ada.id, "somebody")]
            other = await registry.table(short, "else")
            assert other is not None
            assert other.goes_on
            table, same = await asyncio.gather(*coming)
            assert table is same
            assert table is not None
            match = table.match
            assert match is not None
            assert (entries, True, False) == (len(match.log), table.full, match.over)
            viewer = Viewer(ada.id, 0, "en", "Ada")
            await table.enter(viewer)
            assert await viewer.listen()
            assert "over" == table.state_for(viewer).state
            before = told(match)[1:3]
            async with table.lock:
                with pytest.raises(Refused) as caught:
                    await table.play(lambda: match.act(match.actors[0], match.actions(match.actors[0])[0]))
            assert caught.value.say("en") != caught.value.say("ja")
            assert before == told(match)[1:3]
            state, record = await kept_of(registry.kept, name)
            assert "over" == state
            by_seats = record.count("\n0: ") + record.count("\n1: ")
            assert entries == by_seats + sum(bool(entry.chance) for entry in match.log)

    asyncio.run(look())


def test_no_short_table_waits_for_long_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that take long are asked for first; only when a third is open the first of them goes on."""
    go_on, begun = threading.Event(), threading.Event()
    replayed = quarantine.replayed

    def slowly(setup: Any, entries: list[Any]) -> Any:
        if len(entries) > lengths.LONG:
            begun.set()
            assert go_on.wait(2 * PATIENCE)
        return replayed(setup, entries)

    async def look() -> None:
        async with tables(tmp_path) as (registry, ada):
            names = [await with_entries(registry, ada, lengths.LONG + 2) for _ in range(2)]
            short = await with_entries(registry, ada, 20)
            monkeypatch.setattr(table_registry, "replayed", slowly)
            try:
                coming = [asyncio.create_task(registry.table(name, name)) for name in names]
                assert await asyncio.to_thread(begun.wait, PATIENCE)
                async with asyncio.timeout(PATIENCE):
                    while registry._long.under_way < len(names):
                        await asyncio.sleep(0.01)
                    assert await registry.table(short, "else")
                assert not any(task.done() for task in coming)
            finally:
                go_on.set()
            assert all(await asyncio.gather(*coming))

    asyncio.run(look())
