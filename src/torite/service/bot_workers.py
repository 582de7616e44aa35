"""The processes that think for bots and hints, so that the service itself never waits.

Whatever is asked waits in one queue (`fair_queue.py`), until a process that can answer it is free. A process that does
not answer in time is put down and replaced; whoever asked goes on without it, by the rule of thumb. A question holds
its process for as long as it may think, also when it was answered at once: that somebody has no choice shows neither in
how long others wait nor in how soon a bot acts.

To get ready for a game is to compile, which takes long. One process at a time does; until one is ready, those that do
not compile search plainly (`torite.bots.plain`). For one that is alone, or alone ready for another game, one more gets
ready for all of them, and takes its place then. What nobody has asked about yet
others compile meanwhile (`compiled_ahead.py`), which leave a game to these once it is asked about.

Those on other machines (`remote_workers.py`) come and go; while they are there they are asked as those here are. In
their place nothing can be started, so where no process of this machine lacks a game one of them gets ready for it
whatever else it is ready for.
"""

from __future__ import annotations

import asyncio
import math
import os
import secrets
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog

from torite.bots import SHARES, ThumbBot, WeighedAction, bot
from torite.games import find
from torite.kit.game import Game
from torite.service import metrics
from torite.service.bot_process import BotWorker, Thinker
from torite.service.bot_questions import Question, WeighedDecision, by_thumb
from torite.service.compiled_ahead import left_at_once
from torite.service.config import Waiting
from torite.service.fair_queue import FairQueue, Kind
from torite.service.lateness import Lateness, wait

LONGEST = 2.0  #: times its thinking time that a gesture of several parts, or a hint about offers too, may take
GRACE = 1.0  #: seconds that an answer may be late
OFFERS = 0.3  #: of a bot's time for a choice, what it takes to let an offer pass or not
COMPILING = 900.0  #: seconds that the processor may work until a process is ready for a game
AGAIN, LATEST_AGAIN = 1.0, 600.0  #: seconds until what failed to get ready is tried again, first and at most
PATIENT = 3.0  #: times its thinking time that a bot waits for a process; beyond, it takes its usual pause
LEAST = 0.25  #: of a bot's thinking time, what it thinks where many wait; with less it had better not begin
BY_HAND = 0.02  #: seconds before a bot acts, in which the rule of thumb chooses where no process has
PLAY, HINT, LOOK = Kind("play", at_once=None), Kind("hint", hurries=True), Kind("look")
FAULTS = (TimeoutError, OSError, EOFError, msgspec.MsgspecError)  #: how asking a process fails
KINDS = (PLAY, HINT, LOOK)  #: what is asked, in the order in which it is answered
log = structlog.get_logger()


class BotWorkers:
    """All processes that think.

    Args:
        count: how many of this machine; as many as there are cores if not given.
        seconds: how long a bot searches.
        waiting: how many questions may wait.
        make: makes one that thinks.
        left: waits until a game is left to these processes by those that compile ahead.

    Attributes:
        asked, answered, late, refused: how many questions of each kind there were; to how many a process has answered;
            how many were not answered in time; for how many there was no room.
        spent: the seconds that processes were held, by kind.
        failures: how often a process has failed.
    """

    def __init__(
        self, count: int | None = None, seconds: float = 0.4, waiting: Waiting | None = None,
        make: Callable[[], Thinker] = BotWorker, left: Callable[[str], Awaitable[None]] = left_at_once,
    ) -> None:  # fmt: skip
        self.seconds = seconds
        self.failures = 0
        self.asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.late: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._make, self._left = make, left
        self.all: list[Thinker] = [make() for _ in range(count if count is not None else os.cpu_count() or 1)]
        most = waiting or Waiting()
        self._queue: FairQueue[Question] = FairQueue(KINDS, {kind.name: getattr(most, kind.name) for kind in KINDS})
        self._running: set[Question] = set()
        self._lateness = Lateness()
        self._to_warm: dict[str, str] = {}  # variants by their games
        self._variants: dict[str, str] = {}  # one of each game that was asked about
        self._failed_to_warm: dict[str, tuple[int, float]] = {}  # how often in a row, and when it may be tried again
        self._further: Thinker | None = None  # gets ready to take the place of another
        self._tasks: set[asyncio.Task[Any]] = set()

    # what is asked

    async def choose(
        self, variant: str, seen: Any, seat: int, level: str, offered: bool = False, *, person: int = 0,
        by: float = math.inf,
    ) -> str:  # fmt: skip
        """Choose an action; by the rule of thumb where no process can be had in time or fails.

        Args:
            variant: the variant.
            seen: the seat's view.
            seat: the seat.
            level: of the bot.
            offered: whether it is asked about its offers.
            person: whose queue it waits in.
            by: when the answer is needed, by the loop's clock.
        """
        game, found = find(variant)
        if level not in SHARES:
            return bot(level, game, secrets.randbits(30)).choose(seen, (), seat, offered)
        if len(self.all):
            seconds = self.seconds * SHARES[level] * (OFFERS if offered else 1.0)
            by = min(by - BY_HAND, _now() + seconds + PATIENT * self.seconds + GRACE)
            code = await self._ask(
                PLAY, "choose", game, found.name, seen, seat, person, by, seconds, seconds * LEAST,
                level=level, offered=offered,
            )  # fmt: skip
            if code is not None:
                return str(code)
        return ThumbBot(game, secrets.randbits(30)).choose(seen, (), seat, offered)

    async def advise(self, variant: str, seen: Any, seat: int, person: int = 0) -> WeighedDecision:
        """Weigh the actions of a seat, best first; what the rule of thumb does where no process can be had."""
        game, found = find(variant)
        by = _now() + 2 * (LONGEST * self.seconds + GRACE)
        weighed = await self._ask(HINT, "advise", game, found.name, seen, seat, person, by, self.seconds)
        if weighed:
            return WeighedDecision([WeighedAction(*advice) for advice in weighed])
        return by_thumb(game, seen, seat)

    async def settled(self, variant: str, seen: Any, seat: int, person: int = 0, kind: Kind = LOOK) -> bool:
        """Tell whether the rest of the deal no longer matters, as far as a seat can know and we can tell."""
        game, found = find(variant)
        by = _now() + LONGEST * self.seconds + GRACE
        return await self._ask(kind, "settled", game, found.name, seen, seat, person, by, 0.0) is True

    def takes(self, variant: str, person: int, choices: float = 1.0, rounds: int = 1) -> float:
        """Return how many seconds it takes until a bot has chosen, whatever it may choose from.

        Args:
            variant: the variant.
            person: whose queue it waits in.
            choices: how many choices it thinks about; a fraction for offers.
            rounds: how often it waits for a process.

        Returns:
            seconds; 0 where no process can answer or so many wait that the bot had better not.
        """
        game = find(variant)[0].name
        ready = [one for one in self.all if self._can(one, game) and not one.warms]
        late = self.lateness / 2
        free = [max(0.0, one.until + late - _now()) if one.busy else 0.0 for one in ready]
        ahead = self._queue.ahead(PLAY.name, person)
        seconds = self.seconds * self._share(ahead)
        others = any(self._queue.people(kind.name) for kind in KINDS[1:])
        waits = wait(free, ahead, others, seconds, late)
        if waits > PATIENT * self.seconds:
            return 0.0
        return rounds * (waits + self.lateness) + choices * seconds + BY_HAND

    def _share(self, waiting: int) -> float:
        """Return how much of its time a bot may think where so many others wait: the more, the shorter each thinks."""
        lanes = sum(not one.warms for one in self.all)
        return max(LEAST, lanes / (lanes + waiting)) if lanes else 1.0

    @property
    def lateness(self) -> float:
        """The seconds beyond its thinking time after which nearly every answer has come, of late."""
        return self._lateness.allowed(GRACE)

    @property
    def waiting(self) -> dict[str, int]:
        """How many questions of each kind wait."""
        return self._queue.lengths()

    @property
    def games_getting_ready(self) -> int:
        """How many games are asked about for which no process is ready yet; meanwhile they are searched plainly."""
        return sum(not self.ready(game) for game in self._to_warm.keys() | self._failed_to_warm.keys())

    @property
    def alive(self) -> int:
        """How many processes there are, but for one that is still to take the place of another."""
        return sum(one.alive for one in self.all)

    @property
    def elsewhere(self) -> int:
        """How many of these are on other machines."""
        return sum(one.alive and not one.here for one in self.all)

    def ready(self, game: str) -> bool:
        """Tell whether a process is ready for a game."""
        return any(game in thinker.warm for thinker in self.all)

    def warm(self, variant: str) -> None:
        """Have the processes get ready for a game, one after the other; until one is, the others are woken at least."""
        game, found = find(variant)
        self._variants.setdefault(game.name, found.name)
        waits = _now() < self._failed_to_warm.get(game.name, (0, 0.0))[1]
        if not waits and not all(game.name in thinker.warm for thinker in self.all):
            self._to_warm.setdefault(game.name, found.name)
            self._serve()
        if not self.ready(game.name):
            for thinker in self.all:
                if not (thinker.awake or thinker.busy):
                    self._run(self._wake(game.name, thinker.wake(found.name)))

    # who comes and goes

    def join(self, thinker: Thinker) -> None:
        """Ask one from another machine, too."""
        self.all.append(thinker)
        self._serve()

    def leave(self, thinker: Thinker) -> None:
        """Ask one no more, if it was."""
        if thinker in self.all:
            self.all.remove(thinker)

    # how it is answered

    async def _ask(
        self, kind: Kind, what: str, game: Game, variant: str, seen: Any, seat: int, person: int, by: float,
        seconds: float, least: float | None = None, **more: Any,
    ) -> Any:  # fmt: skip
        """Wait for an answer; None where there is none in time. Who goes away waits no more."""
        self.warm(variant)
        plainly = what != "settled"
        if not any(self._can(one, game.name, plainly) for one in self.all):
            return None
        asked: Any = {"what": what, "variant": variant, "seat": seat, "seed": secrets.randbits(30), **more}
        question = Question(kind.name, person, game, seen, asked, seconds, least or seconds, by, plainly)
        self.asked[kind.name] += 1
        if not self._queue.put(question):
            self.refused[kind.name] += 1
            return None
        self._serve()
        try:
            async with asyncio.timeout_at(by):
                return await question.answer
        except TimeoutError:
            self.late[kind.name] += 1
            return None
        finally:
            self._queue.drop(question)

    def _can(self, thinker: Thinker, game: str, plainly: bool = True) -> bool:
        """Tell whether a process can be asked about a game: it is ready, or none is and a plain answer is one."""
        return game in thinker.warm or (plainly and thinker.awake and not thinker.warms and not self.ready(game))

    def _serve(self) -> None:
        """Give every process that is free something to do."""
        self._warm_next()
        for thinker in self.all:
            if not thinker.busy:
                self._answer_next(thinker)

    def _warm_next(self) -> None:
        """Have a process get ready for a game that is waited for, unless one does; first for what none is ready for."""
        self._to_warm = {game: name for game, name in self._to_warm.items() if self._lacking(game)}
        if self._further is not None or any(one.warms for one in self.all):
            return
        for game in sorted(self._to_warm, key=self.ready):
            lacking = self._lacking(game)
            replaced = [one for one in lacking if one.here]
            spared = [one for one in lacking if not replaced or self._can_spare(one)]
            free = [one for one in spared if not one.busy]
            if free:
                thinker = free[0]
                thinker.busy, thinker.until, thinker.warms = True, math.inf, game
                self._run(self._warm(thinker, game))
                return
            if not spared:
                self._further = self._make()
                self._run(self._take_place(replaced[0], self._further, game))
                return

    def _lacking(self, game: str) -> list[Thinker]:
        return [one for one in self.all if game not in one.warm]

    def _can_spare(self, thinker: Thinker) -> bool:
        """Tell whether there is another process, and for each of its games one that is ready too."""
        others = [one for one in self.all if one is not thinker]
        return bool(others) and all(any(game in one.warm for one in others) for game in thinker.warm)

    async def _wake(self, game: str, begun: Awaitable[None]) -> None:
        try:
            await begun
        except FAULTS as fault:
            self._failed("wake", game, fault)
        self._serve()

    async def _warm(self, thinker: Thinker, game: str) -> None:
        try:
            await self._left(game)
            await thinker.ask({"what": "warm", "variant": self._variants[game]}, COMPILING)
            thinker.awake = True
            thinker.warm.add(game)
            self._failed_to_warm.pop(game, None)
        except FAULTS as fault:
            self._put_off(game, fault)
        finally:
            thinker.busy, thinker.until, thinker.warms = False, 0.0, ""
        self._serve()

    async def _take_place(self, thinker: Thinker, further: Thinker, game: str) -> None:
        """Have a further process get ready for a game and for those of another, whose place it takes then.

        What it compiles is kept on disk, so it has the games of the other soon.
        """
        further.warm = set()
        try:
            await self._left(game)
            for wanted in (game, *sorted(thinker.warm & self._variants.keys())):
                await further.ask({"what": "warm", "variant": self._variants[wanted]}, COMPILING)
                further.awake = True
                further.warm.add(wanted)
            self.all[self.all.index(thinker)] = further
            if not thinker.busy:
                thinker.stop()
            self._failed_to_warm.pop(game, None)
        except FAULTS as fault:
            self._put_off(game, fault)
        finally:
            self._further = None
            if further not in self.all:
                further.stop()
        self._serve()

    def _put_off(self, game: str, fault: Exception) -> None:
        """Getting ready for a game has failed: it is tried again when the game is asked about, ever later."""
        self._failed("warm", game, fault)
        self._to_warm.pop(game, None)
        times = self._failed_to_warm.get(game, (0, 0.0))[0]
        self._failed_to_warm[game] = times + 1, _now() + min(AGAIN * 2.0**times, LATEST_AGAIN)

    def _answer_next(self, thinker: Thinker) -> None:
        """Have a process answer what is next; what can only come too late waits for its end."""
        now, lanes = _now(), sum(not one.warms for one in self.all)

        def fits(one: Question) -> bool:
            return self._can(thinker, one.game.name, one.plainly) and now + one.least + self.lateness <= one.by

        question = self._queue.take(self._running, lanes, fits)
        if question is None:
            return
        share = self._share(self.waiting[PLAY.name]) if question.kind == PLAY.name else 1.0
        seconds = min(question.seconds * share, question.by - now - self.lateness)
        thinker.busy, thinker.until = True, now + seconds
        self._running.add(question)
        self._run(self._answer(thinker, question, seconds))

    async def _answer(self, thinker: Thinker, question: Question, seconds: float) -> None:
        began, answer = _now(), None
        try:
            asked = question.to_ask(seconds, plain=question.game.name not in thinker.warm)
            answer = await thinker.ask(asked, LONGEST * self.seconds + GRACE)
            self.answered[question.kind] += 1
            metrics.thought(_now() - began, question.game.name)
            if question.kind == PLAY.name and _now() - began >= seconds:
                self._lateness.note(_now() - began - seconds)
        except FAULTS as fault:
            self._failed(question.asked["what"], question.game.name, fault)
        if not question.answer.done():
            question.answer.set_result(answer)
        await asyncio.sleep(began + seconds - _now())
        self.spent[question.kind] += _now() - began
        thinker.busy = False
        if thinker not in self.all:  # another has taken its place
            thinker.stop()
        self._running.discard(question)
        self._serve()

    def _failed(self, what: str, game: str, fault: BaseException) -> None:
        self.failures += 1
        log.warning("thinker failed", what=what, game=game, fault=type(fault).__name__)

    def _run(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Put all processes down."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for thinker in list(self.all):
            thinker.stop()


def _now() -> float:
    return asyncio.get_running_loop().time()
