"""That what was kept of a match is exactly what was acknowledged to its people, and what they were shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import create_async_engine

from tests.patience import wait_until
from tests.service.client import Person, Place
from tests.service.players import LOST, Acted, Player, kept_entries, person_of, read
from tests.service.postgres_server import SHARED
from torite.records import enter, line
from torite.records import read as read_record
from torite.scenes import lay_out
from torite.service import postgres
from torite.service import table_setup as sittings
from torite.service.storage import Storage

AS_ASKED = ("log", "sheet")  #: what of a scene depends on how far back it tells


class Insistent(Player):
    """Somebody who does not leave before the last of their acts is answered."""

    async def play(self, enough: Callable[[Player], Any]) -> None:
        """Play until something is so, or the match is over, and all that was sent is answered."""
        await super().play(enough)
        while self._open is not None:
            try:
                place = await self.sit()
                await self._ask_again(place, self._open)
                await place.close()
            except (*LOST, TimeoutError):
                self.again += 1
                await asyncio.sleep(self._pause())

    async def _ask_again(self, place: Place, act: Acted) -> None:
        while self._open is not None:
            try:
                answer = await place.ask("act", self.patience, cid=act.cid, number=act.number, code=act.code)
            except TimeoutError:
                self.again += 1
                continue
            self._open = None
            if answer["type"] == "done":
                self.acknowledged.append(act)
            else:
                self.refused[act.cid] = answer["code"]


def check_exactly(data: Path, players: Sequence[Player]) -> int:
    """Check that a finished table's log and record hold what was acknowledged to its people, once, and nothing else.

    Args:
        data: the service's folder.
        players: the people at the table, in the order of their seats, which are the first ones.

    Returns:
        how many acknowledged acts there are.
    """
    table = players[0].table
    for seat, player in enumerate(players):
        assert not check_so_far(data, player, seat), f"more is kept on seat {seat} than was acknowledged"
    check_record(data, table)
    return sum(len(player.acknowledged) for player in players)


def check_so_far(data: Path, player: Player, seat: int) -> int:
    """Check that what was acknowledged to somebody is in the log, once and in its order, and before all that was not.

    Returns:
        how many acts the log holds that were not acknowledged.
    """
    acts = list(player.acknowledged)  # before the log is read: the match goes on meanwhile
    entries = kept_entries(data, player.table)
    assert list(range(len(entries))) == [entry["number"] for entry in entries], "the log has a gap"
    assert set(player.refused.values()) <= {"stale"}, player.refused
    who = person_of(data, player.table, seat)
    kept = [(entry["cid"], entry["line"]) for entry in entries if _is_of(entry, seat)]
    told = [(f"{who}:{act.cid}", f"{seat}: {act.code}") for act in acts]
    assert told == kept[: len(told)], f"{told} were acknowledged on seat {seat}, and {kept} are kept"
    assert len(kept) == len(set(kept)), f"an act was applied twice: {kept}"
    numbers = {entry["cid"]: entry["number"] for entry in entries if _is_of(entry, seat)}
    for act in acts:
        between = entries[act.number : numbers[f"{who}:{act.cid}"]]
        assert not any(_is_of(entry, seat) for entry in between), f"{act} answered another scene"
    return len(kept) - len(told)


def _is_of(entry: dict[str, Any], seat: int) -> bool:
    return str(entry["line"]).startswith(f"{seat}: ")


def check_record(data: Path, table: str) -> None:
    """Check that a finished table has one record, and that it is its log.

    The last scene is shown when its entry is kept; that the table is over, with its record, is kept right after that.
    """
    over = "SELECT replay FROM sitting WHERE id = ? AND state = 'over'"
    kept = wait_until(lambda: read(data, over, table))[0]
    record = read(data, "SELECT record FROM replay WHERE id = ?", kept["replay"])[0]["record"]
    match = read_record(record)
    lines = [entry["line"] for entry in kept_entries(data, table)]
    assert [line(match, entry) for entry in match.log] == lines, "the record is not the log"


def same(scene: dict[str, Any]) -> dict[str, Any]:
    """Return what of a scene depends on the position, the viewer and the language alone."""
    return {name: value for name, value in scene.items() if name not in AS_ASKED}


def scenes_of(person: Person) -> list[dict[str, Any]]:
    """List all scenes that somebody was shown, over all their connections."""
    return [message["scene"] for place in person.places for message in place.heard if message["type"] == "scene"]


def check_scenes(data: Path, table: str, seat: int, shown: Sequence[dict[str, Any]]) -> int:
    """Check that what was shown is what the log says, as it was then.

    Returns:
        how many scenes were compared.
    """
    sitting, lines = asyncio.run(_loaded(data, table))
    by_number: dict[int, list[dict[str, Any]]] = {}
    for scene in shown:
        by_number.setdefault(scene["number"], []).append(scene)
    match = sitting.match()
    match.chance.wait(manual=True)
    for number, scenes in sorted(by_number.items()):
        for at in range(len(match.log), number):
            enter(match, lines[at], at + 1)
        true = same(msgspec.to_builtins(lay_out(match, seat, scenes[0]["language"])))
        for scene in scenes:
            assert true == same(scene), f"the scene of entry {number} is not the log's"
    return len(shown)


async def _loaded(data: Path, table: str) -> tuple[sittings.TableSetup, list[str]]:
    if (data / SHARED).exists():
        engine = postgres.engine_of(postgres.url_of((data / SHARED).read_text()))
    else:
        engine = create_async_engine(f"sqlite+aiosqlite:///file:{data / 'torite.db'}?mode=ro&uri=true")
    storage = Storage(engine)
    found = await sittings.load(storage, table)
    await storage.close()
    assert found is not None
    return found[0], [entry["line"] for entry in found[1]]
