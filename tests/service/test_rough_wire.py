"""Messages lost, doubled and late, connections cut and held up, readers that do not read: nothing is lost, or twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, until_so
from tests.service.by_hand import cookie_of, frame, memory, unread
from tests.service.client import BOTS, OPEN, Company, Person, run
from tests.service.conftest import Running
from tests.service.exactly import Insistent, check_exactly, check_scenes, scenes_of
from tests.service.players import read
from tests.service.rough import GappyLine, LossyLine

#: Short matches: the variant, its people, and its bots.
MATCHES = (
    ("agurk", 2, 0), ("domino-cribbage", 1, 1), ("emissary", 1, 0), ("gurka-is", 2, 1), ("flashpoint", 1, 3),
    ("cribbage-dice", 2, 0), ("gurka-se-short", 1, 1), ("bingo", 2, 0), ("rassi", 1, 2), ("kurkku", 2, 1),
)  # fmt: skip
AT_ONCE = 20
SLOWEST = 3  #: seconds that a message may take to be sent to who does not read
AGAIN = 0.2  #: seconds after which what was not answered is sent again
LONG = 3600  #: seconds that a long proof may take
AT_ONCE_BACK = 20  #: seconds, on the busiest machine; less than either end takes to find out that a line is silent


async def seated(company: Company, variant: str, people: int, bots: int, **settings: Any) -> tuple[str, list[Person]]:
    """Set a table at which so many people sit first, then bots; it begins when the first of them comes."""
    ada, *others = [company.person(f"P{i}") for i in range(people)]
    made = await ada.set_table(variant, *[OPEN] * len(others), *[BOTS] * bots, start=not others, **settings)
    for other in others:
        await other.join(made)
    if others:
        place = await ada.sit(made["id"])
        assert (await place.ask("start"))["type"] == "done"
        await place.close()
    return made["id"], [ada, *others]


async def one_match(service: Running, line: LossyLine, number: int) -> dict[str, int]:
    """Play a match to its end over a line; check what was kept of it."""
    async with Company(service.address) as company:
        variant, people, bots = MATCHES[number % len(MATCHES)]
        table, sitting = await seated(company, variant, people, bots)
        players = [Insistent(person, table, line.address, AGAIN) for person in sitting]
        await asyncio.gather(*(player.play(lambda _: False) for player in players))
        await over(service.data, table)
        acts = await asyncio.to_thread(check_exactly, service.data, players)
        shown = {seat: scenes_of(person) for seat, person in enumerate(sitting)}
    if number < 2 * len(MATCHES):
        for seat, scenes in shown.items():
            await asyncio.to_thread(check_scenes, service.data, table, seat, scenes)
    return {"acts": acts, "again": sum(player.again for player in players)}


async def over(data: Path, table: str) -> None:
    """Wait until a match is kept as over: its end is told before its record is kept."""
    await until_so(lambda: read(data, "SELECT state FROM sitting WHERE id = ?", table)[0]["state"] == "over")


def played(service: Running, matches: int) -> dict[str, Any]:
    """Play matches over a line on which one message of ten is lost and one comes twice; return figures."""

    async def play(company: Company) -> dict[str, Any]:
        free = asyncio.Semaphore(AT_ONCE)
        async with LossyLine(service.port, seed=matches, late=0.002, cut=0.002) as line:

            async def one(number: int) -> dict[str, int]:
                async with free:
                    return await one_match(service, line, number)

            found = await asyncio.gather(*(one(number) for number in range(matches)))
            return {
                "matches": len(found), "acknowledged": sum(one["acts"] for one in found),
                "sent again": sum(one["again"] for one in found), "passed": line.passed,
                "dropped": line.dropped, "doubled": line.doubled, "cuts": line.cuts,
            }  # fmt: skip

    began = time.monotonic()
    return {**run(service, play), "seconds": round(time.monotonic() - began)}


@pytest.mark.long
def test_matches_come_to_their_end_over_a_line_that_loses_and_doubles(fresh: Running) -> None:
    figures = played(fresh, 10)
    print(figures)
    assert figures["acknowledged"] > 150
    assert 0.05 < figures["dropped"] / figures["passed"] < 0.15
    assert 0.05 < figures["doubled"] / figures["passed"] < 0.15
    assert "Traceback" not in fresh.log.read_text(), fresh.log.read_text()


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_a_thousand_matches_over_a_line_that_loses_and_doubles(fresh: Running) -> None:
    figures = played(fresh, 1000)
    print(figures)
    assert figures["matches"] == 1000
    assert figures["cuts"] > 100
    assert "Traceback" not in fresh.log.read_text(), fresh.log.read_text()


@pytest.mark.long
@pytest.mark.parametrize("grace", [1, 3600])
@pytest.mark.parametrize("kind", ["cut", "hold"])
def test_whoever_was_away_comes_back_to_everything(fresh: Running, kind: str, grace: int) -> None:
    figures = away(fresh, (0.1, 0.3, 1.3), kind, grace)
    assert max(figures) < AT_ONCE_BACK, figures


@pytest.mark.slow
@pytest.mark.parametrize("grace", [1, 3600])
@pytest.mark.parametrize("kind", ["cut", "hold"])
def test_whoever_was_away_for_long_comes_back_to_everything(fresh: Running, kind: str, grace: int) -> None:
    figures = away(fresh, (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 41, 60, 90, 120), kind, grace)
    print({"kind": kind, "grace": grace, "back to everything after": figures})
    assert max(figures) < AT_ONCE_BACK, figures


def away(service: Running, gaps: tuple[float, ...], kind: str, grace: int) -> list[float]:
    """Leave a line broken for so long, each at a table of its own; return how long it took until all was there."""

    async def play(company: Company) -> list[float]:
        return await asyncio.gather(*(gap(service, length, kind, grace) for length in gaps))

    found: list[float] = run(service, play)
    assert "Traceback" not in service.log.read_text(), service.log.read_text()
    return [round(value, 2) for value in found]


async def gap(service: Running, length: float, kind: str, grace: int) -> float:
    """Play over a line that is broken once for so long, then to the end; check all that was kept and shown."""
    async with Company(service.address) as company, GappyLine(service.port) as line:
        table, (ada, bo) = await seated(company, "gurka-se-short", 2, 1, grace=grace)
        away, here = Insistent(ada, table, line.address, patience=2), Insistent(bo, table, patience=2)
        async with asyncio.TaskGroup() as playing:
            for player in (away, here):
                playing.create_task(player.play(lambda _: False))
            took = await broken(service, line, away, bo, length, kind)
        await over(service.data, table)
    if grace > length:
        await asyncio.to_thread(check_exactly, service.data, [away, here])
    for seat, person in enumerate((ada, bo)):
        assert await asyncio.to_thread(check_scenes, service.data, table, seat, scenes_of(person)) > 3
    return took


async def broken(service: Running, line: GappyLine, away: Insistent, other: Person, length: float, kind: str) -> float:
    """Break a line for so long while the other talks and plays; return how long it took until all was there."""
    await until_so(lambda: len(away.acknowledged) >= 3, 0.005)
    getattr(line, kind)()
    await asyncio.sleep(0.5 * length)
    await (await other.sit(away.table)).ask("say", text="Where are you?")
    await asyncio.sleep(0.5 * length)
    told = read(service.data, "SELECT count(*) AS n FROM entry WHERE sitting = ?", away.table)[0]["n"]
    line.mend()
    began = time.monotonic()
    await until_so(
        lambda: away.scene.get("number", -1) >= told and any(said(place) for place in away.person.places), 0.005
    )
    return time.monotonic() - began


def said(place: Any) -> bool:
    return any(message["type"] == "said" for message in place.heard)


@pytest.mark.long
@pytest.mark.parametrize("readers", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_all_who_never_read_are_cut_off_and_the_others_play_on(tmp_path: Path, readers: int) -> None:
    """They ask until their lines are full, all at once: memory stays bounded, and whoever plays is answered."""
    service = Running(tmp_path / "data", slowest=SLOWEST)
    wants = b"".join(frame(1, json.dumps({"type": "again", "cid": cid}).encode()) for cid in range(50))

    async def play(company: Company) -> dict[str, float]:
        table, (ada, eve) = await seated(company, "kurkku", 2, 1)
        player = Insistent(ada, (await ada.set_table("agurk", BOTS))["id"], patience=20)
        playing = asyncio.create_task(player.play(lambda _: False))
        place = await ada.sit(table)
        await place.until(lambda p: p.scene)
        before = memory(service)
        with contextlib.ExitStack() as lines:
            open_ = {lines.enter_context(unread(service, table, cookie_of(eve))) for _ in range(readers)}
            for line in open_:
                line.settimeout(0)
            figures = await filled(service, open_, wants, place)
        await playing
        return {**figures, "before": before}

    try:
        figures = run(service, play)
        print({name: round(value, 1) for name, value in figures.items()})
        assert figures["most memory"] - figures["before"] < 8 + 1.5 * readers
        assert figures["99 % of pings, ms"] < 1000 * SLOWEST, "as if who reads were waited for"
        assert "Traceback" not in service.log.read_text(), service.log.read_text()
    finally:
        service.stop()


async def filled(service: Running, lines: set[socket.socket], wants: bytes, place: Any) -> dict[str, float]:
    """Ask over all lines until all are cut off; return the most memory and how long somebody else waited."""
    pings, most, sent, began = [], 0.0, 0, time.monotonic()
    while lines:
        assert time.monotonic() - began < PATIENCE, f"{len(lines)} are not cut off after {sent} bytes"
        for line in list(lines):
            try:
                sent += line.send(wants)
            except BlockingIOError:
                continue
            except OSError:
                lines.discard(line)
            await asyncio.sleep(0)
        asked = time.monotonic()
        await place.ask("ping")
        pings.append(1000 * (time.monotonic() - asked))
        most = max(most, memory(service))
        await asyncio.sleep(0.01)
    pings.sort()
    took = time.monotonic() - began
    return {"most memory": most, "99 % of pings, ms": pings[len(pings) * 99 // 100], "seconds": took, "MB": sent / 1e6}
