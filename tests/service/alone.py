"""A service that has Lantern, the invented game for one, and people who play it alone."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.kit.haggling import toys_listed
from tests.service.client import Person, Place
from tests.service.conftest import Running

TODAY = "2026-11-22"
OVER = {"id": "game-1", "game": "lantern", "variant": "lantern", "score": 3, "finished_at": 1.7e9, "won": True}


@contextmanager
def running(data: Path, **settings: Any) -> Iterator[Running]:
    """Run a service with the toys in its catalogue."""
    with toys_listed():
        service = Running(data, **settings)
        try:
            yield service
        finally:
            service.stop()
    assert "Traceback" not in service.log.read_text(), service.log.read_text()


async def begun(person: Person, variant: str = "lantern", **settings: Any) -> Place:
    """Begin a game alone, and wait until it can be played."""
    made = await person.set_table(variant, **settings)
    return await seated(person, made["id"])


async def begun_daily(person: Person, day: str = TODAY, variant: str = "lantern") -> Place:
    """Begin the deal of a day."""
    return await seated(person, (await person.post("daily", {"variant": variant, "date": day}))["id"])


async def seated(person: Person, table: str) -> Place:
    place = await person.sit(table)
    await place.until(lambda p: p.scene)
    return place


async def played_out(place: Place) -> Place:
    """Play to the end, and wait until the table says so."""
    await place.play_on(lambda p: p.scene.get("over"))
    await place.until(lambda p: p.table["state"] == "over")
    return place


async def last_card(place: Place) -> str:
    """Play until one card is left; return the action that ends the match."""
    await place.play_on(lambda p: p.turn and p.scene["seats"][0]["held"] == 1)
    return place.code()


def file_of(*rows: Any, **more: Any) -> bytes:
    """Write a file of results by hand."""
    return json.dumps({"format": "torite results", "version": 1, "rows": rows, **more}).encode()


async def taken_in(person: Person, data: bytes) -> tuple[int, dict[str, Any]]:
    """Send a file of results; return the status and the answer."""
    answer = await person.http.post("/api/results/import", content=data)
    return answer.status_code, answer.json()


def kept(service: Running, table: str) -> list[dict[str, Any]]:
    """Read a table of the database."""
    with closing(sqlite3.connect(service.data / "torite.db")) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(f"SELECT * FROM {table}")]
