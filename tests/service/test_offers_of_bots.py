"""Bots with offers at a table: all are asked at once and before duties, within the pause; people come first."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.arranged import new_match
from tests.games.doppelkopf.builders import filled
from tests.patience import PATIENCE
from tests.service.quick_time import run_quickly
from tests.service.test_wire_secrecy import Paper, resources
from tests.strategies import legal
from torite.games import games
from torite.match import Match
from torite.service import wire
from torite.service.message_handlers import hear
from torite.service.pauses import ENOUGH, Pauses, Situation
from torite.service.table import Table
from torite.service.table_setup import Occupant, TableSetup
from torite.service.viewer import Viewer
from torite.service.wire import Settings

NAMES = ["Ada", "Bo", "Cy", "Di"]
HANDS = ("CQ", "H10 H10", "", "CQ")  # Ada and Di are Re
RE = 2


class Thoughts:
    """Thinks for the bots of a table, as the test says, and writes down who is asked.

    Attributes:
        asked: seat and whether out of turn, in the order in which they were asked.
        answers: announcements by seat, each made once, as soon as the seat is asked and may.
        open: while it is not set, nobody comes to an end.
        changed: set whenever somebody is asked.
    """

    def __init__(self, answers: dict[int, str] | None = None, seconds: float = 0.0) -> None:
        self.asked: list[tuple[int, bool]] = []
        self.answers = dict(answers or {})
        self.seconds = seconds
        self.open = asyncio.Event()
        self.open.set()
        self.changed = asyncio.Event()

    async def choose(self, variant: str, seen: Any, seat: int, level: str, offered: bool = False, **more: Any) -> str:
        self.asked.append((seat, offered))
        self.changed.set()
        await asyncio.sleep(self.seconds)
        await self.open.wait()
        return self.answers.pop(seat, "wait") if offered else first_card(seen, seat)

    def takes(self, *what: Any) -> float:
        """Nobody waits for a process."""
        return 0.0

    async def until_asked(self, seats: set[int]) -> None:
        """Wait until all of these have been asked."""
        async with asyncio.timeout(PATIENCE):
            while not seats <= {seat for seat, _ in self.asked}:
                self.changed.clear()
                await self.changed.wait()


class Quick(Pauses):
    """Everybody is known to choose soon."""

    def known(self, person: int, at: Situation) -> list[float]:
        return [0.01] * ENOUGH


class Written(Paper):
    """Storage that keeps nothing, tells when something is written, and takes as long as it is not free."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.free = asyncio.Event()
        self.free.set()

    async def write(self, *statements: Any) -> None:
        self.changed.set()
        await self.free.wait()


def first_card(seen: Any, seat: int) -> str:
    """The first card that a seat's view lets it play."""
    game = games()["doppelkopf"]
    codes = map(game.verbs.text, legal(game, seen, seat).listed())
    return next(code for code in codes if code.startswith("play"))


class Scene:
    """A table in play, its people and what the bots think.

    Args:
        people: the seats of people.
        thoughts: how the bots choose.
        pace: seconds before a bot acts.
        cards: what has been played.
    """

    def __init__(self, people: tuple[int, ...], thoughts: Thoughts, pace: float = 0.0, cards: str = "") -> None:
        self.match = in_play(cards)
        occupants = [
            Occupant("person", name, seat) if seat in people else Occupant("bot", name, None, "search")
            for seat, name in enumerate(NAMES)
        ]
        setup = TableSetup("t", "doppelkopf", {}, Settings(grace=1000), 0, occupants, key=b"k" * 64, state="playing")
        self.written = Written()
        self.thoughts = thoughts
        self.table = Table(resources((pace, pace), thoughts, self.written), setup, self.match)
        self.viewers = {seat: Viewer(seat, seat, "en") for seat in people}
        self.cid = 0

    async def until(self, test: Callable[[], Any]) -> None:
        """Wait until something is so; looked at whenever something is written."""
        async with asyncio.timeout(PATIENCE):
            while not test():
                self.written.changed.clear()
                await self.written.changed.wait()
                await asyncio.sleep(0)

    async def quiet(self) -> None:
        """Let happen whatever needs no time."""
        for _ in range(50):
            await asyncio.sleep(0)

    async def act(self, seat: int, code: str, number: int | None = None) -> str:
        """Have a person say something; return the verdict."""
        self.cid += 1
        number = len(self.match.log) if number is None else number
        await hear(self.table, self.viewers[seat], wire.Act(cid=self.cid, number=number, code=code))
        told = [json.loads(message) for message in self.viewers[seat]._waiting]
        answer = next(message for message in told if message.get("cid") == self.cid)
        return str(answer.get("code", answer["type"]))

    @property
    def entries(self) -> list[str]:
        """What has happened since all passed."""
        verbs = self.match.game.verbs
        played = [entry for entry in self.match.log.standing if entry.actions]
        return [f"{entry.seat}: {verbs.gesture_text(entry.actions)}" for entry in played[4:]]


def in_play(cards: str = "") -> Match:
    """A normal game that Ada leads, with what has been played of it."""
    match = new_match("doppelkopf", 4, hands=filled(HANDS), dealer=3, names=NAMES, seed=1, pause=True)
    for seat in range(4):
        match.act(seat, "pass")
    for card in cards.split():
        match.act(match.actors[0], f"play {card}")
    return match


def now() -> float:
    return asyncio.get_running_loop().time()


def run(scene: Callable[[], Scene], work: Callable[[Scene], Awaitable[None]]) -> None:
    """Set a table, let it go on, and see what comes of it."""

    async def at_table() -> None:
        set_up = scene()
        for viewer in set_up.viewers.values():
            await set_up.table.enter(viewer)
        try:
            await asyncio.wait_for(work(set_up), PATIENCE)
        finally:
            set_up.table.close()

    run_quickly(at_table())


def test_all_bots_with_offers_think_at_once() -> None:
    """None comes to an end before all have begun, at a person's turn; the one in turn is not asked."""

    async def play(at: Scene) -> None:
        at.thoughts.open.clear()
        await at.thoughts.until_asked({1, 2, 3})
        assert [(1, True), (2, True), (3, True)] == sorted(at.thoughts.asked)
        at.thoughts.open.set()
        await at.until(lambda: at.entries)
        assert ["2: announce contra"] == at.entries

    run(lambda: Scene((0,), Thoughts({2: "announce contra"})), play)


def test_of_many_announcements_the_first_clockwise_is_made() -> None:
    """From the one in turn on; the others are asked anew, for what was said may change their minds."""

    async def play(at: Scene) -> None:
        at.thoughts.open.clear()
        await at.thoughts.until_asked({1, 2, 3})
        at.thoughts.open.set()
        await at.until(lambda: at.entries)
        assert "1: announce contra" == at.entries[0]
        at.thoughts.asked.clear()
        await at.thoughts.until_asked({2, 3})
        assert ["1: announce contra"] == at.entries, "both had chosen too, and think again"

    run(lambda: Scene((0,), Thoughts({1: "announce contra", 2: "announce contra", 3: "announce re"})), play)


def test_clockwise_begins_with_the_one_in_turn() -> None:
    """Cy is in turn: Di comes before Ada."""

    async def play(at: Scene) -> None:
        assert (2,) == at.match.actors
        await at.until(lambda: at.entries[2:])
        assert "3: announce re" == at.entries[2]

    run(lambda: Scene((2,), Thoughts({0: "announce re", 3: "announce re"}), cards="H9 H9"), play)


def test_bots_are_asked_for_offers_before_a_duty_of_theirs() -> None:
    """Bo is in turn and announces; then all are asked again, and only then Bo plays."""

    async def play(at: Scene) -> None:
        await at.until(lambda: len(at.entries) == 3)
        assert ["0: play H9", "1: announce contra"] == at.entries[:2]
        assert at.entries[2].startswith("1: play")
        first_duty = at.thoughts.asked.index((1, False))
        assert {(1, True), (2, True), (3, True)} == set(at.thoughts.asked[:first_duty])
        assert 6 == first_duty, "twice all three"

    run(lambda: Scene((0,), Thoughts({1: "announce contra"}), cards="H9"), play)


def test_one_that_lets_its_offers_pass_is_asked_once_an_entry() -> None:
    """However long Ada thinks, nobody is asked again meanwhile; in the next three entries they do their duties."""

    async def play(at: Scene) -> None:
        await at.thoughts.until_asked({1, 2, 3})
        await at.quiet()
        assert 3 == len(at.thoughts.asked)
        assert "done" == await at.act(0, "play H9")
        await at.until(lambda: len(at.entries) == 4)
        for number in (1, 2, 3):
            assert 1 == at.thoughts.asked.count((number, False))

    run(lambda: Scene((0,), Thoughts()), play)


def test_a_person_does_not_wait_for_bots_that_think() -> None:
    """Ada plays while they think about announcements; what they would have said then is forgotten, and asked again."""

    async def play(at: Scene) -> None:
        at.thoughts.open.clear()
        await at.thoughts.until_asked({1, 2, 3})
        at.thoughts.asked.clear()
        assert "done" == await at.act(0, "play H9")
        assert ["0: play H9"] == at.entries
        await at.thoughts.until_asked({1, 2, 3})
        at.thoughts.open.set()
        await at.until(lambda: len(at.entries) > 2)
        assert "2: announce contra" == at.entries[1]
        assert 1 == len([line for line in at.entries if "announce" in line])

    run(lambda: Scene((0,), Thoughts({2: "announce contra"})), play)


def test_a_person_out_of_turn_is_before_a_bot_that_thinks() -> None:
    """Di announces while Bo, in turn, thinks of a card; Bo thinks again and plays."""

    async def play(at: Scene) -> None:
        at.thoughts.open.clear()
        await at.thoughts.until_asked({1, 2})
        assert "done" == await at.act(3, "announce re")
        assert ["0: play H9", "3: announce re"] == at.entries
        assert RE == at.match.public.party[3]
        at.thoughts.open.set()
        await at.until(lambda: len(at.entries) > 2)
        assert at.entries[2].startswith("1: play")

    run(lambda: Scene((0, 3), Thoughts(), cards="H9"), play)


def test_who_has_acted_meanwhile_is_not_asked_what_was_to_be_done_before() -> None:
    """Di's announcement is still being kept when all have thought: of Bo's card he is asked once it is, and once."""

    async def play(at: Scene) -> None:
        at.thoughts.open.clear()
        await at.thoughts.until_asked({1, 2})
        at.written.free.clear()
        number = len(at.match.log)
        said = asyncio.create_task(at.act(3, "announce re"))
        while len(at.match.log) == number:
            await asyncio.sleep(0)
        at.thoughts.open.set()
        await at.quiet()
        assert (1, False) not in at.thoughts.asked
        at.written.free.set()
        assert "done" == await said
        await at.until(lambda: len(at.entries) > 2)
        assert 1 == at.thoughts.asked.count((1, False))

    run(lambda: Scene((0, 3), Thoughts(), cards="H9"), play)


def test_a_late_announcement_after_a_bot_has_moved() -> None:
    """Di answered the scene before Bo's card: it still stands, and is taken; a card would be stale."""

    async def play(at: Scene) -> None:
        number = len(at.match.log)
        await at.until(lambda: len(at.entries) == 3)
        assert (3,) == at.match.actors
        card = next(str(action) for action in at.match.actions(3) if not action.offer)
        assert "stale" == await at.act(3, card, number)
        assert "done" == await at.act(3, "announce re", number)
        assert "3: announce re" == at.entries[-1]
        assert "illegal-move" == await at.act(3, "announce re", number)
        assert "done" == await at.act(3, card)

    run(lambda: Scene((0, 3), Thoughts(), cards="H9"), play)


def test_a_forced_card_waits_while_an_announcement_is_open() -> None:
    """Who has forced cards played is not robbed of an announcement; when none is left, the card is played."""

    async def play(at: Scene) -> None:
        at.table.resources.pauses = Quick()
        at.table.forced.add(3)
        await at.until(lambda: len(at.entries) == 3)
        (card,) = [str(action) for action in at.match.actions(3) if not action.offer]
        await at.quiet()
        assert 3 == len(at.entries)
        assert "done" == await at.act(3, "announce schwarz")
        await at.until(lambda: len(at.entries) == 5)
        assert f"3: {card}" == at.entries[4]

    run(lambda: Scene((0, 3), Thoughts(), cards="HA"), play)


def test_thinking_about_offers_and_duties_is_within_the_pause() -> None:
    """How long a bot takes is drawn before it thinks: it tells nobody whether there was something to announce."""

    async def play(at: Scene) -> None:
        began = now()
        await at.until(lambda: len(at.entries) == 2)
        assert 1.0 == pytest.approx(now() - began)
        assert (1, False) in at.thoughts.asked
        assert 1 < sum(offered for _, offered in at.thoughts.asked)

    run(lambda: Scene((0,), Thoughts(seconds=0.45), pace=1.0, cards="H9"), play)


def test_an_announcement_keeps_the_pause() -> None:
    """What a bot says out of turn comes no sooner than a card would."""

    async def play(at: Scene) -> None:
        began = now()
        await at.until(lambda: at.entries)
        assert 1.5 == pytest.approx(now() - began)
        assert ["3: announce re"] == at.entries

    run(lambda: Scene((0,), Thoughts({3: "announce re"}, seconds=0.75), pace=1.5), play)


def test_bots_are_not_asked_again_when_somebody_comes_back() -> None:
    """What they let pass they have let pass until something happens, however often the page is loaded."""

    async def play(at: Scene) -> None:
        await at.thoughts.until_asked({1, 2, 3})
        await at.quiet()
        for _ in range(3):
            await at.table.leave(at.viewers[0])
            await at.table.enter(at.viewers[0])
            await at.quiet()
        assert 3 == len(at.thoughts.asked)

    run(lambda: Scene((0,), Thoughts()), play)


def test_an_announcement_of_an_earlier_deal_is_stale() -> None:
    """What was meant for one deal is not taken in the next, nor where something was taken back since."""
    match = in_play()
    number = len(match.log)
    match.act(match.actors[0], match.actions(match.actors[0])[0])
    assert match.turns.only_choices_since(number)
    assert not match.turns.only_choices_since(len(match.log) + 1)
    match.undo(0, free=True)
    assert not match.turns.only_choices_since(number)
    number = len(match.log)
    while not match.log.deal_over:
        match.act(match.actors[0], next(one for one in match.actions(match.actors[0]) if not one.offer))
    match.go_on()
    assert not match.turns.only_choices_since(number)
