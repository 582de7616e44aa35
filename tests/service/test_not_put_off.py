"""What nobody may do to a table by coming, going, switching and sending again."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.service.test_wire_secrecy import resources
from torite.bots import ThumbBot
from torite.match import Match
from torite.service import chat, schema, storage, wire
from torite.service.message_handlers import hear
from torite.service.scheduler import Scheduler
from torite.service.storage import Storage
from torite.service.table import Table
from torite.service.table_setup import Occupant, TableSetup
from torite.service.table_talk import say
from torite.service.viewer import Viewer
from torite.service.wire import Settings
from torite.worlds import SPECTATOR

GAME = "perlaggen"
NEVER = (1000.0, 1000.0)
SOON = (0.2, 0.2)


def table(people: tuple[int, ...], pace: tuple[float, float] = NEVER, match: Match | None = None) -> Table:
    """A table with people on these seats, each the person of that number, and bots on the others."""
    match = match or Match(GAME, seed=1, pause=True)
    occupants = [
        Occupant("person", name, seat) if seat in people else Occupant("bot", name, None, "simple")
        for seat, name in enumerate(match.names)
    ]
    settings = Settings(grace=1000, spectators=True)
    setup = TableSetup("table", match.variant.name, {}, settings, 99, occupants, key=b"k" * 64, state="playing")
    return Table(resources(pace), setup, match)


def told(viewer: Viewer, kind: str) -> list[dict[str, Any]]:
    """What somebody was told of one kind, since this was asked last."""
    messages = [json.loads(message) for message in viewer._waiting]
    viewer._waiting.clear()
    viewer._size = 0
    return [message for message in messages if message["type"] == kind]


async def entered(at: Table, *seats: int) -> list[Viewer]:
    viewers = [Viewer(seat if seat >= 0 else 50, seat, "en") for seat in seats]
    for viewer in viewers:
        await at.enter(viewer)
    return viewers


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_phrases_are_told_in_every_deal() -> None:
    """Also in the second, and where an exchange comes before the first card."""

    async def play() -> None:
        at = table((0, 1, 2, 3))
        viewers = await entered(at, 0, 1, 2, 3)
        assert at.match is not None
        match, bot, cid = at.match, ThumbBot(at.match.game, 1), 0
        last: list[dict[str, Any]] = []
        deals: set[int] = set()
        while len(deals) < 3:
            last = told(viewers[0], "table")[-1:] or last
            assert sorted(chat.phrases(match, 0)) == sorted(phrase["name"] for phrase in last[0]["phrases"])
            if chat.phrases(match, 0):
                deals.add(match.public.deals_played)
            cid += 1
            if match.turns.awaits_chance:
                for viewer in viewers:
                    await hear(at, viewer, wire.Ready(cid=cid))
                while match.turns.awaits_chance:
                    await asyncio.sleep(0.001)
                continue
            seat = match.actors[0]
            code = bot.choose(match.view(seat), seat=seat)
            await hear(at, viewers[seat], wire.Act(cid=cid, number=len(match.log), code=code))
        at.close()

    run(play())


def test_bots_say_no_more_because_a_switch_is_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most one line an entry: else their hands could be drawn out of them."""
    monkeypatch.setattr(chat, "CHATTY", 1)

    async def play() -> None:
        at = table((0,))
        (ann,) = await entered(at, 0)
        for cid in range(60):
            await hear(at, ann, wire.Forced(cid=cid, on=cid % 2 == 0))
            await asyncio.sleep(0.001)
        assert len(at.talk) <= 1
        at.close()

    run(play())


@pytest.mark.parametrize("how", ["forced", "stand_in", "onlooker", "again"])
def test_a_bot_that_is_choosing_is_not_put_off(how: str) -> None:
    """Somebody does something more often than bots choose: the bots go on."""

    async def play() -> None:
        match = Match("agurk", 4, seed=3, pause=True)
        people = tuple(seat for seat in range(4) if seat != match.actors[0])[:1]
        at = table(people, SOON, match)
        (ann,) = await entered(at, *people)
        before = len(match.log)
        for cid in range(120):
            if how == "forced":
                await hear(at, ann, wire.Forced(cid=cid, on=cid % 2 == 0))
            elif how == "stand_in":
                await hear(at, ann, wire.StandIn(cid=cid, on=False))
            else:
                viewer = Viewer(
                    50 if how == "onlooker" else ann.person, SPECTATOR if how == "onlooker" else ann.seat, "en"
                )
                await at.enter(viewer)
                await at.leave(viewer)
            await asyncio.sleep(0.01)
            if len(match.log) > before:
                break
        assert len(match.log) > before
        at.close()

    run(play())


@pytest.mark.parametrize("how", ["stand_in", "leave"])
def test_whose_time_is_over_is_played_for(how: str) -> None:
    """However often they switch the bot on and off that plays for them, or leave and come back."""

    async def play() -> None:
        match = Match("agurk", 2, seed=3, pause=True)
        at = table((0, 1), (0.3, 0.5), match)
        at.setup.settings = Settings(grace=1000, move_time=1)
        viewers = await entered(at, 0, 1)
        mover, before, began = match.actors[0], len(match.log), time.monotonic()
        here = viewers[mover]
        while len(match.log) == before and time.monotonic() < began + 4:
            if how == "stand_in":
                await hear(at, here, wire.StandIn(cid=1, on=mover not in at.standin))
            else:
                await hear(at, here, wire.Leave(cid=1))
                await at.leave(here)
                here = Viewer(here.person, mover, "en")
                await at.enter(here)
            await asyncio.sleep(0.1)
        assert len(match.log) > before
        assert (mover, True) == (match.log[before].seat, match.log[before].bot)
        at.close()

    run(play())


def test_taking_back_puts_no_bot_of_others_off() -> None:
    """Two bots play for people who are away, while a third takes back what they did again and again."""

    async def play() -> None:
        match = Match("ambition", 4, seed=3, pause=True)
        at = table((0, 1, 2, 3), (0.3, 0.5), match)
        (ann,) = await entered(at, 0)
        for seat in (1, 2, 3):
            at.give_over(seat, "away")
        began, done, cid = time.monotonic(), 0, 0
        code = "pass " + " ".join(action.code.removesuffix("+").split()[-1] for action in match.actions(0)[:3])
        while done < 3 and time.monotonic() < began + 4:
            cid += 1
            number, acts = len(match.log), 0 in match.actors
            await hear(at, ann, wire.Act(cid, number, code) if acts else wire.Undo(cid, number))
            done = sum(entry.seat > 0 for entry in match.log.standing)
            await asyncio.sleep(0.1)
        assert 3 == done
        at.close()

    run(play())


def test_what_was_done_after_the_time_stands() -> None:
    async def play() -> None:
        match = Match("agurk", 2, seed=3, pause=True)
        at = table((0, 1), NEVER, match)
        at.setup.settings = Settings(grace=1000, move_time=1, undo=True)
        viewers = await entered(at, 0, 1)
        for late in (False, True):
            mover = match.actors[0]
            await asyncio.sleep(1.2 if late else 0.2)
            await hear(at, viewers[mover], wire.Act(2 + 2 * late, len(match.log), match.actions(mover)[0].code))
            told(viewers[mover], "done")
            length = len(match.log)
            await hear(at, viewers[mover], wire.Undo(3 + 2 * late, length))
            assert late is (length == len(match.log))
        (refused,) = told(viewers[mover], "refused")
        assert "your time was over" in refused["say"]
        at.close()

    run(play())


def test_what_was_done_late_stands_whatever_others_do_and_take_back_after_it() -> None:
    async def play() -> None:
        match = Match("ambition", 4, seed=3, pause=True)
        at = table((0, 1, 2, 3), NEVER, match)
        at.setup.settings = Settings(grace=1000, move_time=1, undo=True)
        viewers = await entered(at, 0, 1)
        await asyncio.sleep(1.2)
        for seat in (0, 1):
            code = "pass " + " ".join(action.code.removesuffix("+").split()[-1] for action in match.actions(seat)[:3])
            await hear(at, viewers[seat], wire.Act(2, len(match.log), code))
            told(viewers[seat], "done")
        for seat in (1, 0):
            length = len(match.log)
            await hear(at, viewers[seat], wire.Undo(3, length))
            (refused,) = told(viewers[seat], "refused")
            assert "your time was over" in refused["say"]
            assert length == len(match.log)
        at.close()

    run(play())


def test_what_others_do_and_take_back_gives_nobody_a_new_time() -> None:
    """Else two could help one another to as much of it as they liked."""

    async def play() -> None:
        match = Match("ambition", 4, seed=3, pause=True)
        at = table((0, 1, 2, 3), NEVER, match)
        at.setup.settings = Settings(grace=1000, move_time=2, undo=True)
        viewers = await entered(at, 0, 1)
        codes = [
            "pass " + " ".join(action.code.removesuffix("+").split()[-1] for action in match.actions(seat)[:3])
            for seat in (0, 1)
        ]
        await asyncio.sleep(0.8)
        for seat, acts in ((0, True), (1, True), (1, False), (0, False)):
            number = len(match.log)
            await hear(at, viewers[seat], wire.Act(2, number, codes[seat]) if acts else wire.Undo(3, number))
            await asyncio.sleep(0.05)
            assert len(match.log) > number
        left = {seat: ends - asyncio.get_running_loop().time() for seat, ends in at.scheduler._ends.items()}
        assert {0, 1, 2, 3} == set(left)
        assert max(left.values()) < 1.3
        at.close()

    run(play())


def test_what_is_done_while_a_bot_thinks_of_talking_is_looked_at_once_it_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    async def play() -> None:
        match = Match("agurk", 2, seed=3, pause=True)
        at = table((0, 1), NEVER, match)
        at.setup.settings = Settings(grace=1000, move_time=9)

        async def chatted(scheduler: Scheduler, match: Match) -> None:
            match.act(match.actors[0], match.actions(match.actors[0])[0].code)

        monkeypatch.setattr(Scheduler, "_chat", chatted)
        at.scheduler._timed = before = len(match.log)
        await at.scheduler._next_choice(match, before)
        assert (before, {}) == (at.scheduler._timed, at.scheduler._ends)
        at.close()

    run(play())


def test_who_comes_in_sits_where_they_sit_now() -> None:
    """Between the question who one is and the door, the seat may have gone to somebody else."""

    async def play() -> None:
        at = table((0, 1))
        late = Viewer(1, 1, "en")
        at.setup.occupants[1] = Occupant("bot", "Bot", None, "simple")
        await at.enter(late)
        assert late.seat < 0
        hands = [zone for zone in told(late, "scene")[-1]["scene"]["zones"] if zone["name"] == "hand"]
        assert not any(any(zone["pieces"]) for zone in hands)
        at.setup.settings = Settings(grace=1000, spectators=False)
        later = Viewer(1, 1, "en")
        await at.enter(later)
        assert later.closed == 4404
        assert later not in at.viewers
        at.close()

    run(play())


def test_nobody_else_was_first_where_one_has_acted_oneself() -> None:
    """A second window repeats what the first has sent, after the next seat has played: it is stale, and no more."""

    async def play() -> None:
        match = Match("agurk", 2, seed=3, pause=True)
        at = table((0, 1), match=match)
        viewers = await entered(at, 0, 1)
        seat, number = match.actors[0], len(match.log)
        code = match.actions(seat)[0].code
        await hear(at, viewers[seat], wire.Act(cid=1, number=number, code=code))
        other = match.actors[0]
        again = wire.Act(cid=1, number=len(match.log), code=match.actions(other)[0].code)
        await hear(at, viewers[other], again)
        told(viewers[seat], "refused")
        await hear(at, viewers[seat], wire.Act(cid=2, number=number, code=code))
        (answer,) = told(viewers[seat], "refused")
        assert answer["code"] == "stale"
        assert "late" not in answer
        at.close()

    run(play())


def test_whispers_of_the_other_team_leave_no_trace() -> None:
    """They push nothing out of what one hears on coming back, and are not counted in it."""

    async def play() -> None:
        at = table((0, 1, 2, 3), match=Match(GAME, options={"table_talk": "team"}, seed=1, pause=True))
        await say(at, 1, text="first")
        for _ in range(300):
            await say(at, 0, text="psst")
        await say(at, 3, text="last")
        (bo,) = await entered(at, 1)
        assert [(0, "first"), (1, "last")] == [(line["number"], line["text"]) for line in told(bo, "said")]
        await say(at, 0, text="psst")
        await say(at, 3, text="now")
        assert [(2, "now")] == [(line["number"], line["text"]) for line in told(bo, "said")]
        at.close()

    run(play())


def test_what_is_being_written_is_on_disk_when_a_service_closes(tmp_path: Path) -> None:
    async def write() -> None:
        kept = await Storage.open(tmp_path / "torite.db")
        row = {"id": 1, "name": "Ada", "language": "en", "seen_at": storage.now()}
        writing = asyncio.create_task(kept.write((sql.insert(schema.person), [row])))
        for waits in (False, True):  # until it waits, and until the writer has taken it
            while bool(kept._waiting) is waits:
                await asyncio.sleep(0)
        await kept.close()
        await writing

    run(write())
