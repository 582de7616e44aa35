"""Somebody who keeps playing whatever happens to the line or the service, and remembers what was acknowledged."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import websockets

from tests.patience import PATIENCE
from tests.service.client import Person, Place
from tests.service.postgres_server import SHARED, read_shared

LOST = (OSError, websockets.WebSocketException, httpx.HTTPError, EOFError)  #: how a line or a service ends
#: Seconds after which who plays on takes a line for lost that is not opened, or on which nothing comes back.
GIVEN_UP = {"open_timeout": 10.0, "ping_timeout": 20.0}
FOLLOWS = 5.0  #: seconds after which who sees nothing follow on an act asks for it anew
AGAIN = 1.0  #: seconds after which they do again what was refused
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Acted:
    """One act as it was sent: its own number, that of the scene which it answers, and its code."""

    cid: int
    number: int
    code: str


class Player:
    """Somebody at one table.

    Args:
        person: who it is.
        table: where they sit.
        via: another address than the service's own, of something in between.
        patience: seconds after which what was not answered is sent again.

    Attributes:
        acknowledged: the acts that were answered with `done`.
        refused: the codes of the refusals of the others, by `cid`.
        shown_at: when the first scene came over the connection in use; 0 while there is none.
    """

    def __init__(self, person: Person, table: str, via: str = "", patience: float = 20) -> None:
        self.person = person
        self.table = table
        self.via = via
        self.patience = patience
        self.acknowledged: list[Acted] = []
        self.refused: dict[int, str] = {}
        self.shown_at = 0.0
        self.scene: dict[str, Any] = {}
        self.again = 0  #: how often something was sent again
        self._open: Acted | None = None
        self._cid = random.getrandbits(40)

    async def play(self, enough: Callable[[Player], Any]) -> None:
        """Play until something is so, or the match is over; come back whenever the line is lost."""
        while not enough(self):
            try:
                place = await self.sit()
                await self._play(place, enough)
                return
            except LOST:
                self.shown_at = 0.0
                await asyncio.sleep(self._pause())

    def _pause(self) -> float:
        """Return after how many seconds they come back."""
        return 0.02

    async def sit(self) -> Place:
        """Come to the table."""
        return await self.person.sit(self.table, self.via, **GIVEN_UP)

    async def _play(self, place: Place, enough: Callable[[Player], Any]) -> None:
        ready = -1
        while not enough(self):
            try:
                await place.until(lambda p: self._shown(p) or enough(self), min(self.patience, 0.5))
                if enough(self) or place.scene["over"]:
                    return
                if self._open is not None or place.turn:
                    await self._act(place)
                elif place.scene["deal_over"] and ready != place.scene["number"]:
                    await place.ask("ready", self.patience)
                    ready = place.scene["number"]
                else:
                    await self._wait(place, enough)
            except TimeoutError:
                self.again += 1
                await place.send("again")
                ready = -1

    def _shown(self, place: Place) -> bool:
        if place.scene and not self.shown_at:
            self.shown_at = time.monotonic()
        self.scene = place.scene
        return bool(place.scene)

    async def _wait(self, place: Place, enough: Callable[[Player], Any]) -> None:
        number = place.scene["number"]
        await place.until(lambda p: p.scene["number"] != number or enough(self), min(self.patience, 2))

    async def _act(self, place: Place) -> None:
        if self._open is None:
            number = place.scene["number"]
            choice = random.choice(place.scene["choices"])
            code = await place.whole(self.patience) if choice["kind"] == "pick" else random.choice(choice["codes"])
            self._cid += 1
            self._open = Acted(self._cid, number, code.removesuffix(" +"))
        act = self._open
        answer = await place.ask("act", self.patience, cid=act.cid, number=act.number, code=act.code)
        self._open = None
        if answer["type"] == "done":
            self.acknowledged.append(act)
        else:
            self.refused[act.cid] = answer["code"]
        within = FOLLOWS if answer["type"] == "done" else AGAIN
        await place.until(lambda p: p.scene["number"] > act.number, min(self.patience, within))


async def insist(do: Callable[[], Awaitable[Any]], seconds: float = PATIENCE) -> Any:
    """Do something that may fail while the service is away."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                return await do()
            except LOST:
                await asyncio.sleep(0.05)


def read(data: Path, query: str, *values: Any) -> Rows:
    """Read from a service's database."""
    if (data / SHARED).exists():
        return read_shared((data / SHARED).read_text(), query, values)
    connection = sqlite3.connect(f"file:{data / 'torite.db'}?mode=ro", uri=True)
    try:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query, values)]
    finally:
        connection.close()


def kept_entries(data: Path, table: str) -> Rows:
    """Read the log of a table, with the person of each seat."""
    return read(data, "SELECT number, line, cid FROM entry WHERE sitting = ? ORDER BY number", table)


def person_of(data: Path, table: str, seat: int) -> int:
    """Find out who sits on a seat."""
    return int(read(data, "SELECT person FROM seat WHERE sitting = ? AND seat = ?", table, seat)[0]["person"])


def check_log(data: Path, player: Player, seat: int) -> int:
    """Check that a table's log holds what was acknowledged to a player, once, and nothing that was refused.

    Returns:
        how many acknowledged acts were found.
    """
    entries = kept_entries(data, player.table)
    assert list(range(len(entries))) == [entry["number"] for entry in entries], "the log has a gap"
    who = person_of(data, player.table, seat)
    own: dict[str, Rows] = {}
    for entry in entries:
        if entry["cid"] and entry["line"].startswith(f"{seat}: "):
            own.setdefault(entry["cid"], []).append(entry)
    assert all(len(rows) == 1 for rows in own.values()), "an act was applied twice"
    for act in player.acknowledged:
        rows = own.get(f"{who}:{act.cid}", [])
        assert rows, f"{act} was acknowledged and is lost"
        assert (act.number, f"{seat}: {act.code}") == (rows[0]["number"], rows[0]["line"]), (act, rows)
    wrong = [(player.refused[cid], own[f"{who}:{cid}"]) for cid in player.refused if f"{who}:{cid}" in own]
    assert [] == wrong, "a refused act was applied"
    assert set(player.refused.values()) <= {"stale"}, player.refused
    return len(player.acknowledged)


def dumped(value: Any) -> str:
    """Write as JSON, letters as they are."""
    return json.dumps(value, ensure_ascii=False)
