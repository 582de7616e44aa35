"""What time tells of cards that were the only ones: `python -m benchmarks.timing [decisions] [case] [only]`.

A service runs in a process of its own; somebody at another seat writes down when scenes come. All pauses are shorter
than at a table of people, so that it takes minutes and not hours: those of people so that choices take a tenth of a
second or so, which is well above what the line and the disk take; those of bots by four. Told for each case: how many
choices and only cards there were, their median, and how likely samples so different are if time tells nothing
(Kolmogorov and Smirnov; Mann and Whitney; means, shuffled). Of bots it goes on until there were so many only cards.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.service.alike import ks, mann_whitney, permuted
from tests.service.client import BOTS, OPEN, Company, Person, Place
from tests.service.conftest import Running
from tests.service.players import kept_entries
from torite.records import enter
from torite.service.storage import Storage
from torite.service.table_setup import load

DECISIONS = 500
SLOW, QUICK = (4.5, 50.0), (1.2, 12.0)  #: seconds that a person takes, and how much faster it is done here
BOTS_BY = 4.0  #: how much faster bots are
SPREAD = 0.55  #: of the logarithm of how long a person takes
PACE, SECONDS = (0.45, 0.9), 0.4
WARMING = 240.0
SEARCH = {"kind": "bot", "bot": "search"}
OPTIONS = {"out_at": "99"}
WITHOUT_END = {"out_at": "1000000"}  #: nobody is out before processes are ready

Times = tuple[list[float], list[float]]  # where there was a choice, and where there was none


def watched(place: Place) -> dict[int, float]:
    """Write down when each scene comes first."""
    came: dict[int, float] = {}
    take = place._take

    def taken(message: dict[str, Any]) -> None:
        if message["type"] == "scene":
            came.setdefault(message["scene"]["number"], time.perf_counter())
        take(message)

    setattr(place, "_take", taken)  # noqa: B010
    return came


# people


async def person(service: Running, median: float, by: float, decisions: int) -> Times:
    """Have somebody play whose only cards are played for them; another watches who plays against them."""
    found: Times = ([], [])
    async with Company(service.address) as company:
        ada, bo = company.person("Ada"), company.person("Bo")
        chance = random.Random(1)

        def seconds() -> float:
            return median / by * math.exp(chance.gauss(0, SPREAD))

        while sum(map(len, found)) < decisions:
            made = await ada.set_table("agurk", OPEN, options=OPTIONS, start=False)
            await bo.join(made)
            mine, other = await ada.sit(made["id"]), await bo.sit(made["id"])
            came = watched(other)
            await mine.ask("start")
            await mine.ask("forced", on=True)
            could: dict[int, int] = {}
            await asyncio.gather(played(mine, seconds, could), played(other, lambda: 0.01, {}, by_hand=True))
            for number, many in could.items():
                if number in came and number + 1 in came:
                    found[many == 1].append(came[number + 1] - came[number])
            await mine.close()
            await other.close()
    return found


async def played(place: Place, seconds: Callable[[], float], could: dict[int, int], by_hand: bool = False) -> None:
    """Play a match, taking so long for each choice; only cards are played by hand where the service does not.

    Args:
        place: the connection.
        seconds: how long a choice takes.
        could: is filled with how many choices there were, where somebody else could not know who played.
        by_hand: whether only cards are played by hand at once.
    """
    await place.until(lambda p: p.scene)
    while not place.scene["over"]:
        await place.until(lambda p: p.turn or p.scene["deal_over"] or p.scene["over"], 120)
        number, choices = place.scene["number"], place.scene["choices"]
        if place.scene["over"]:
            return
        if place.scene["deal_over"] and not place.turn:
            await place.ask("ready")
            await moved(place, number, 60)
            continue
        codes = [code for choice in choices for code in choice["codes"]]
        could[number] = len(codes)
        if len(codes) == 1 and not by_hand:
            if await moved(place, number, 0.2 if place.table["forced_after"] else 3.0):
                continue
            del could[number]
        else:
            await asyncio.sleep(seconds())
        await place.ask("act", 60, number=number, code=random.choice(codes))
        await moved(place, number, 60)


async def moved(place: Place, number: int, seconds: float) -> bool:
    """Wait until there is another scene; tell whether there was."""
    try:
        await place.until(lambda p: p.scene["number"] > number or p.scene["over"], seconds)
    except TimeoutError:
        return False
    return True


# bots


async def bots(service: Running, level: dict[str, Any], tables: int, decisions: int, only: int = 0) -> Times:
    """Play at so many tables at a time against bots, whole matches; find out afterwards where they had a choice."""
    found: Times = ([], [])
    async with Company(service.address) as company:
        people = [company.person("Ada") for _ in range(tables)]
        if level is SEARCH:
            await warmed(people[0])

        async def keep_playing(number: int) -> None:
            await asyncio.sleep(number * 0.3)
            while sum(map(len, found)) < decisions or len(found[1]) < only:
                made = await people[number].set_table("agurk", level, level, options=OPTIONS)
                place = await people[number].sit(made["id"])
                came = watched(place)
                await played(place, lambda: 0.05, {}, by_hand=True)
                await place.close()
                for seat, entry, many in await choices(service, made["id"]):
                    if seat and entry in came and entry + 1 in came:
                        found[many == 1].append(came[entry + 1] - came[entry])

        await asyncio.gather(*(keep_playing(number) for number in range(tables)))
    return found


async def warmed(ada: Person) -> None:
    """Wait until processes are ready for the game."""
    place = await ada.sit((await ada.set_table("agurk", SEARCH, SEARCH, options=WITHOUT_END))["id"])
    async with asyncio.timeout(WARMING):
        while True:
            await place.until(lambda p: p.scene and (p.turn or p.scene["deal_over"]), 60)
            if place.scene["deal_over"]:
                await place.ask("ready")
            elif len((await place.ask("hint", 60)).get("choices", ())) > 1:
                break
            else:
                await place.ask("act", number=place.scene["number"], code=place.code())
            await asyncio.sleep(0.2)
    await asyncio.sleep(10)  # the others too
    await place.close()


async def choices(service: Running, table: str) -> list[tuple[int, int, int]]:
    """Play a table's log again; return seat, entry and how many choices there were."""
    kept = await Storage.open(service.data / "torite.db")
    loaded = await load(kept, table)
    await kept.close()
    assert loaded is not None
    match, found = loaded[0].match(), []
    match.chance.wait(manual=True)
    for number, entry in enumerate(kept_entries(service.data, table)):
        seat = entry["line"].partition(":")[0]
        if seat.isdigit() and not match.turns.awaits_chance:
            found.append((int(seat), number, len(match.actions(int(seat)))))
        enter(match, entry["line"], number + 1)
    return found


# all


def told(name: str, found: Times, seconds: float) -> dict[str, Any]:
    """Say how alike the two are."""
    distance, likely = ks(*found)
    return {
        "case": name,
        "choices": len(found[0]),
        "only": len(found[1]),
        "median_ms": [round(1000 * statistics.median(times)) for times in found],
        "ks": round(distance, 3),
        "p_ks": round(likely, 4),
        "p_ranks": round(mann_whitney(*found), 4),
        "p_means": round(permuted(*found), 4),
        "seconds": round(seconds),
    }


def main() -> None:
    """Measure all cases, or those of a name."""
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    only = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    cases: dict[str, Callable[[Running], Any]] = {
        "person slow": lambda service: person(service, *SLOW, decisions),
        "person quick": lambda service: person(service, *QUICK, decisions),
        "bots simple": lambda service: bots(service, BOTS, 1, decisions, only),
        "bots idle": lambda service: bots(service, SEARCH, 1, decisions, only),
        "bots busy": lambda service: bots(service, SEARCH, 5, decisions, only),
    }
    for name, measure in cases.items():
        if wanted not in name:
            continue
        by = {"person slow": SLOW[1], "person quick": QUICK[1]}.get(name, BOTS_BY)
        settings: dict[str, Any] = {"pace": [pause / by for pause in PACE], "seconds": SECONDS / by}
        with tempfile.TemporaryDirectory() as folder:
            service = Running(Path(folder) / "data", thinkers=os.cpu_count() or 1, **settings)
            began = time.monotonic()
            try:
                found = asyncio.run(measure(service))
            finally:
                service.stop()
        print(json.dumps(told(name, found, time.monotonic() - began)), flush=True)


if __name__ == "__main__":
    main()
