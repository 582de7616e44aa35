"""Make the database that a release leaves behind, as text: `python -m tests.service.released.make FILE.sql`.

It is run once for each release, in its own sources, and kept beside this file under the name of the version: every
later version must open what is in it and play on.
"""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running

#: Half-way, one of each game, with as many bots beside Ada.
AMONG_BOTS = {
    "agurk": 2, "ambition": 3, "bingo": 1, "cribbage-dice": 1, "domino-cribbage": 1, "doppelkopf": 3, "flashpoint": 3,
    "galapagos": 1, "perlaggen": 3, "emissary": 0, "french-tarot-solo": 0,
}  # fmt: skip
ENTRIES = 24
TOKENS = ("ada", "bo")  #: after which the tokens of people are named: `released-ada`


def token_of(name: str) -> str:
    """Return the token of somebody in a released database."""
    return f"released-{name}"


async def fill(company: Company) -> list[str]:
    """Play; return what the cookies of Ada and Bo hold."""
    ada, bo = company.person("Ada"), company.person("Bo")
    await bo.post("me", {"name": "Bo", "language": "ja"})
    for variant, bots in AMONG_BOTS.items():
        made = await ada.set_table(variant, *[BOTS] * bots)
        await half_way(await ada.sit(made["id"]), ENTRIES if bots else 6)
    await together(ada, bo)
    await finished(ada, await ada.set_table("agurk", BOTS, options={"out_at": "10"}))
    await finished(ada, await ada.set_table("french-tarot-solo", scored=True))
    daily = await ada.post("daily", {"variant": "emissary", "date": "2026-11-20"})
    await half_way(await ada.sit(daily["id"]), 6)
    await ada.set_table("ogorek", BOTS)  # never visited
    lobby = await ada.set_table("gurka-is", OPEN, OPEN, start=False)
    await bo.join(lobby)
    place = await bo.sit(lobby["id"])
    await place.ask("words", text="salt")
    return [str(person.http.cookies["torite"]) for person in (ada, bo)]


async def half_way(place: Place, entries: int = ENTRIES) -> None:
    await place.play_on(lambda p: p.turn and p.scene["number"] >= entries)
    await place.close()


async def together(ada: Person, bo: Person) -> None:
    """Two people and a bot, who talk and take back."""
    made = await ada.set_table("rassi", OPEN, BOTS, start=False)
    await bo.join(made)
    places = [await ada.sit(made["id"]), await bo.sit(made["id"])]
    await places[0].ask("start")
    await places[0].ask("say", text="Good luck!")
    await places[1].ask("phrase", phrase="hello")
    await asyncio.gather(*(place.play_on(lambda p: p.scene.get("number", 0) >= ENTRIES) for place in places))
    for place in places:
        await place.close()


async def finished(person: Person, made: dict[str, str]) -> None:
    place = await person.sit(made["id"])
    await place.play_on(lambda p: p.scene.get("over"))
    await place.until(lambda p: p.table["replay"])
    await place.close()


def dumped(data: Path, tokens: list[str]) -> str:
    """Write a database as SQL, with tokens that a test may know."""
    with closing(sqlite3.connect(data / "torite.db")) as database:
        held = [(*found, "token_hash") for found in [("person",)] if "token_hash" in columns(database, "person")]
        for table, column in held or [("token", "hash")]:
            for name, token in zip(TOKENS, tokens, strict=True):
                values = [hashlib.sha256(text.encode()).hexdigest() for text in (token_of(name), token)]
                database.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", values)
        database.commit()
        return "\n".join(database.iterdump()) + "\n"


def columns(database: sqlite3.Connection, table: str) -> list[Any]:
    return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    service = Running(folder / "data", fixed=True)
    try:
        tokens = run(service, fill)
    finally:
        service.stop()
    Path(sys.argv[1]).write_text(dumped(folder / "data", tokens))
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
