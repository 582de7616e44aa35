"""Who is out of a match holds nobody up, and nobody holds them: fast, to the end, or away."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import BOTS, OPEN, Company, Place, run
from tests.service.conftest import Running
from tests.service.leaving import serving
from tests.service.quick_time import run_quickly
from tests.service.test_forced import Watcher
from tests.service.test_wire_secrecy import resources
from torite.match import Match
from torite.service import wire
from torite.service.message_handlers import hear
from torite.service.scheduler import SHOWN
from torite.service.table import Table
from torite.service.table_setup import Occupant, TableSetup
from torite.service.wire import Settings
from torite.worlds import SPECTATOR

LOSING: dict[str, Any] = {
    "options": {"out_at": "12"}
}  #: the deals of such a match are enough that somebody is out before its end
PACE = (0.4, 0.9)  #: seconds of a bot


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("out"), pace=(0.0, 0.01)) as service:
        yield service


def out(place: Place) -> bool:
    return bool(place.scene) and any(seat["you"] and seat["out"] for seat in place.scene["seats"])


def further(number: int) -> Callable[[Place], bool]:
    """Ask for the end, or a scene some entries later."""
    return lambda place: place.scene["over"] or place.scene["number"] > number + 10


async def lost(company: Company, *others: dict[str, str], tries: int = 30) -> Place:
    """Come to a table whose match goes on without me, who am out of it: I play what costs most."""
    for _ in range(tries):
        ada = company.person("Ada")
        made = await ada.set_table("agurk", *others, **LOSING)
        place = await ada.sit(made["id"])
        await place.play_on(lambda p: out(p) or p.scene.get("over"))
        if not place.scene["over"]:
            return place
        await place.close()
    raise AssertionError("nobody ever dropped out before the end")


def test_bots_wait_for_nobody_who_is_out(service: Running) -> None:
    """The first deal after is put off for a while, to see how one dropped out; that may be cut short, once."""

    async def play(company: Company) -> None:
        place = await lost(company, *[BOTS] * 5)
        await place.ask("ready")
        await place.until(lambda p: p.scene["over"])

    run(service, play)


def test_who_is_out_skips_to_the_end(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        place = await lost(company, *[BOTS] * 5)
        assert "usual" == place.table["watched"]
        await place.ask("watch", at="fast")
        await place.until(lambda p: p.table["watched"] == "fast")
        assert "done" == (await place.ask("watch", at="end"))["type"]
        await place.until(lambda p: p.scene["over"])
        assert "end" in [told["watched"] for told in place.heard if told["type"] == "table"]

    with serving(tmp_path, pace=(0.0, 0.05)) as slow:
        run(slow, play)


@pytest.mark.long
def test_while_others_play_the_match_goes_at_their_pace(service: Running) -> None:
    """Who is out is not waited for, and hurries nobody."""

    async def play(company: Company) -> None:
        for _ in range(30):
            ada, ben = company.person("Ada"), company.person("Ben")
            made = await ada.set_table("agurk", OPEN, BOTS, BOTS, start=False, **LOSING)
            await ben.join(made)
            mine, his = [await one.sit(made["id"]) for one in (ada, ben)]
            refused = await mine.ask("watch", at="end")
            assert "refused" == refused["type"]
            await mine.ask("start")
            playing = asyncio.create_task(his.play_on(lambda p: p.scene.get("over")))
            await mine.play_on(lambda p: out(p) or p.scene.get("over"))
            if out(mine) and not mine.scene["over"] and not out(his):
                await mine.ask("ready")
                assert mine.table["watched"] is None
                assert "refused" == (await mine.ask("watch", at="end"))["type"]
                await mine.until(further(mine.scene["number"]))
                playing.cancel()
                return
            await playing
        raise AssertionError("nobody ever dropped out while somebody played")

    run(service, play)


def left_by_the_first() -> Match:
    """Play until the first seat alone is out of a match that goes on, at the end of the deal in which it went."""
    for seed in count():
        match, chance = Match("agurk", 6, LOSING["options"], seed=seed, pause=True), random.Random(seed)
        while not match.over:
            seen = match.knowledge.glimpse(SPECTATOR)
            if match.log.deal_over and [0] == [seat for seat in range(6) if match.game.display.is_out(seen, seat)]:
                return match
            if match.turns.awaits_chance:
                match.go_on()
            else:
                match.act(match.actors[0], chance.choice(match.actions(match.actors[0])).code)
    raise AssertionError


async def rested(match: Match, ready: bool) -> float:
    """Open a table at which one person is out; return how long the deal that ends next, or has ended, is shown."""
    occupants = [Occupant("person", "Ada", 7), *(Occupant("bot", name, None, "simple") for name in match.names[1:])]
    setup = TableSetup("t", "agurk", LOSING["options"], Settings(), 7, occupants, key=b"k" * 64, state="playing")
    table, ada = Table(resources(PACE), setup, match), Watcher(7, 0)
    await table.enter(ada)
    if ready:
        await hear(table, ada, wire.Ready(cid=1))
    while not match.log.deal_over:
        await asyncio.sleep(PACE[0] / 2)
    number = len(match.log)
    while number + 1 not in ada.came:
        assert not match.over
        await asyncio.sleep(PACE[0] / 2)
    table.close()
    return ada.came[number + 1] - ada.came[number]


def test_what_who_is_out_was_shown_before_holds_up_no_table_that_is_opened_anew() -> None:
    """As where a table goes on at another process: a deal that ended before then is shown for no longer than usual."""
    match = left_by_the_first()
    assert PACE[1] == pytest.approx(run_quickly(rested(match, ready=True)), abs=PACE[0])
    assert not match.log.deal_over
    assert SHOWN * PACE[1] == pytest.approx(run_quickly(rested(match, ready=False)), abs=PACE[0])
