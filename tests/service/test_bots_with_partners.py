"""A bot leaves to its partner, a person, what either of them may decide; not for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.patience import PATIENCE, until_so
from tests.service.test_wire_secrecy import resources
from tests.strategies import legal
from torite.games import games
from torite.match import Match
from torite.service import scheduler, wire
from torite.service.message_handlers import hear
from torite.service.table import Table
from torite.service.table_setup import Occupant, TableSetup
from torite.service.viewer import Viewer
from torite.service.wire import Settings

PACE = 0.01
BET = games()["perlaggen"].verbs.parse("bet spiel")[0]


class Holds:
    """Bots that hold every bet, and else take whatever they may."""

    seconds = 0.0

    async def choose(self, variant: str, seen: Any, seat: int, level: str, offered: bool = False, **more: Any) -> str:
        game = games()["perlaggen"]
        codes = [game.verbs.text(number) for number in legal(game, seen, seat).listed()]
        return "wait" if offered else "hold" if "hold" in codes else codes[0]


def bet_on() -> Match:
    """East has bet on Spiel before the first card: North, a person, or South, a bot, must answer."""
    match = Match("perlaggen", names=["Ada", "Bo", "Cy", "Di"], seed=3)
    while "bet spiel" not in [action.code for action in match.actions(1)]:
        match.act(match.actors[0], "decline")
    match.act(1, "bet spiel")
    assert (2, 0) == match.actors
    return match


async def at_table(people: set[int], lesson: str = "") -> Table:
    match = bet_on()
    occupants = [
        Occupant("person", name, seat) if seat in people else Occupant("bot", name, None, "simple")
        for seat, name in enumerate(match.names)
    ]
    settings = Settings(grace=1000, lesson=lesson)
    setup = TableSetup("t", "perlaggen", {}, settings, 0, occupants, key=b"k" * 64, state="playing")
    table = Table(resources((PACE, PACE), Holds()), setup, match)
    for seat in people:
        await table.enter(Viewer(seat, seat, "en"))
    return table


async def answered(table: Table) -> str:
    """Wait for the answer; tell who gave it."""
    assert table.match is not None
    bet = next(entry.number for entry in table.match.log if entry.seat == 1 and entry.actions == (BET,))
    log = table.match.log
    await until_so(lambda: len(log) > bet + 1)
    entry = log[bet + 1]
    return f"{entry.seat}: {table.match.game.verbs.gesture_text(entry.actions)}"


def test_a_bot_lets_its_partner_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "PATIENCE", PATIENCE / PACE)

    async def play() -> None:
        table = await at_table({0})
        await asyncio.sleep(20 * PACE)
        assert table.match is not None
        assert (2, 0) == table.match.actors
        await hear(table, Viewer(0, 0, "en"), wire.Act(cid=1, number=len(table.match.log), code="hold"))
        assert "0: hold" == await answered(table)
        table.close()

    asyncio.run(play())


def test_in_a_lesson_it_leaves_the_answer_to_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long they read what it is about: the answer is what they are to learn."""
    monkeypatch.setattr(scheduler, "PATIENCE", 1)

    async def play() -> None:
        table = await at_table({0}, lesson="answer-a-bet")
        assert table.match is not None
        await asyncio.sleep(20 * PACE)
        assert (2, 0) == table.match.actors
        await hear(table, Viewer(0, 0, "en"), wire.Act(cid=1, number=len(table.match.log), code="raise"))
        assert "0: raise" == await answered(table)
        table.close()

    asyncio.run(play())


@pytest.mark.parametrize("people", [{0}, {1}, {1, 3}])
def test_it_answers_in_the_end_and_at_once_where_no_partner_could(people: set[int]) -> None:
    async def play() -> None:
        table = await at_table(people)
        assert "2: hold" == await answered(table)
        table.close()

    asyncio.run(play())


def test_only_a_person_of_its_own_side_is_waited_for() -> None:
    async def play() -> None:
        for people, waits in (({0}, True), ({1, 3}, False), ({0, 1}, True)):
            table = await at_table(people)
            assert table.match is not None
            assert waits == table.scheduler._is_for_partner(table.match, 2)
            table.close()

    asyncio.run(play())
