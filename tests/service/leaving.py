"""How connections end, and what a service keeps, for tests about people who go."""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.service.by_hand import closing
from tests.service.client import Company, Person, Place
from tests.service.conftest import Running
from tests.service.players import read


@contextlib.contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Running]:
    """Run a service with settings of a test's own."""
    running = Running(folder / "data", **settings)
    try:
        yield running
        assert "Traceback" not in running.log.read_text(), running.log.read_text()
    finally:
        running.stop()


async def ended(place: Place) -> tuple[int | None, str, str]:
    """Wait for the end of a connection; return its code, why it was ended, and the sentence."""
    await place.reading
    told = next((message for message in reversed(place.heard) if message["type"] == "farewell"), {"why": "", "say": ""})
    return place.socket.close_code, told["why"], told["say"]


def do(service: Running, statement: str, *values: Any) -> None:
    """Write into a service's database beside it, as a command would."""
    with closing(service.data / "torite.db") as database:
        database.execute(statement, values)
        database.commit()


def dump(service: Running) -> str:
    """Return all that a database holds, as text."""
    database = sqlite3.connect(f"file:{service.data / 'torite.db'}?mode=ro", uri=True)
    try:
        return "\n".join(database.iterdump())
    finally:
        database.close()


def id_of(service: Running, name: str) -> int:
    """Find out who has a name."""
    return int(read(service.data, "SELECT id FROM person WHERE name = ? ORDER BY seen_at DESC", name)[0]["id"])


async def posts(person: Person, path: str, body: Any = None) -> httpx.Response:
    """Post something that may be refused."""
    return await person.http.post(f"/api/{path}", json=body if body is not None else {})


async def rotates(person: Person, nonce: str = "") -> httpx.Response:
    """Ask for another token; with a nonce of one's own if none is given."""
    return await posts(person, "account/rotate", {"nonce": nonce or secrets.token_hex(16)})


async def also(company: Company, person: Person) -> Person:
    """Give somebody a further device, by a code."""
    code = (await person.post("account/code"))["code"]
    other = company.person(person.name)
    await other.post("account/device", {"code": code})
    return other


async def there(person: Person, table: str) -> Place:
    """Come to a table, and wait until it has been told."""
    place = await person.sit(table)
    await place.until(lambda p: p.table)
    return place


def about(place: Place, name: str) -> dict[str, Any]:
    """Return what a host is told of somebody."""
    return dict(next(one for one in place.table["people"] if one["name"] == name))
