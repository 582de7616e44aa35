"""What made the difference between two choices: both tried in the same worlds, from what their seat knew.

Worlds are drawn from the seat's view, as a search draws them; in each, either choice is taken and the deal played on
to its end by the rule of thumb, with the same chance. What is told of it (`torite.study.telling`) is told in these
numbers, so of the worlds that were drawn, and of nothing that the seat could not know.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from torite.bots.levels import PER_CENT
from torite.kernel.generator import PADDED
from torite.kernel.generator import seed as begin_stream
from torite.kernel.slots import actors, deal_over, over, payoff
from torite.kit.action_sets import Actions
from torite.kit.actions import WAIT
from torite.kit.turn_order import THUMB, choose, decide, settle_all
from torite.match import Match
from torite.records.entering import on
from torite.scenes.table_parts import TAKES
from torite.study.analysis import Decision, NotOver
from torite.worlds.sampler import NoWorld, Sampler

WORLDS = 100  #: in which two choices are tried


@dataclass(frozen=True)
class Threat:
    """A piece that takes the trick from what was taken.

    Attributes:
        seat: who plays it.
        piece: its code.
        held: in how many worlds that seat holds it.
        takes: in how many of them it takes the trick.
    """

    seat: int
    piece: str
    held: int
    takes: int


@dataclass(frozen=True)
class Duty:
    """A duty that left only some of the cards in hand.

    Attributes:
        struck: the code of a choice that was not allowed.
        clause: the clause that forbade it, and all others that were not.
        open: how many cards of the hand could be chosen.
        held: how many it had.
    """

    struck: str
    clause: str
    open: int
    held: int


@dataclass(frozen=True)
class Tried:
    """The best choice and the one that was taken, tried in the same worlds.

    Attributes:
        entry, part, seat: whose decision, and where it stands.
        best, taken: the choices.
        unit: what a difference is counted in: as of a `torite.study.DealWorth`.
        worlds: how many were drawn.
        better, worse: in how many of them the best came out better, or worse.
        mean, error: how much better on average, and half of the 95 % interval.
        most, least: how much better in the world where it was most so, and where it was least; below 0 for worse.
        best_takes, taken_takes: in how many the seat takes the trick to which it plays; -1 where it plays to none.
        threat: the piece that takes the trick most often after what was taken; None where none does.
        duty: what left only these choices; None where nothing did.
        line: who plays what to the trick after the best, in the world in the middle: as many came out better for it as
            worse.
        line_takes: who takes that trick; -1 where there is none.
    """

    entry: int
    part: int
    seat: int
    best: str
    taken: str
    unit: str
    worlds: int
    better: int
    worse: int
    mean: float
    error: float
    most: float
    least: float
    best_takes: int
    taken_takes: int
    threat: Threat | None
    duty: Duty | None
    line: tuple[tuple[int, str], ...]
    line_takes: int


def tried(match: Match, one: Decision, worlds: int = WORLDS, seed: int = 0, between: Callable[[], None] = on) -> Tried:
    """Try the best choice of a decision, and the one that was taken, in the same worlds.

    Args:
        match: a match that is over.
        one: a decision of it.
        worlds: how many, some twenty or more.
        seed: the same one tries the same.
        between: called between two of them; what it raises gives the work up.

    Raises:
        NotOver: for a match that is not over.
        NoWorld: where hardly any world agrees with what the seat knew, so that none is found.
    """
    if not match.over:
        raise NotOver("error.not_over")
    return _Trial(match, one).told(worlds, seed, between)


def mistakes_tried(
    match: Match, decisions: Iterable[Decision], seed: int = 0, between: Callable[[], None] = on
) -> Iterator[Tried]:
    """Try the mistakes among some decisions; those for which no world is found are left out."""
    for one in decisions:
        if one.is_mistake:
            with suppress(NoWorld):
                yield tried(match, one, seed=seed, between=between)


@dataclass(frozen=True)
class _Course:
    """How a deal went on after a choice.

    Attributes:
        paid: what it paid the seat.
        takes: who takes the trick to which the choice played; -1 where it played to none.
        by: the kind with which somebody else took it, played after the choice; -1 where that was not one piece.
        line: what was played to that trick after the choice.
    """

    paid: float
    takes: int
    by: int
    line: tuple[tuple[int, int], ...]


class _Trial:
    """A decision at which choices are tried."""

    def __init__(self, match: Match, one: Decision) -> None:
        self.match, self.game, self.one, self.seat = match, match.game, one, one.seat
        self.before = match.at(one.entry)
        self.seen = self.before.view(self.seat)
        for action in match.log.renumbered[one.entry].actions[: one.part]:
            self.game.rules.act(self.seen, self.seat, action)
        bound = self.game.binding.interpreted
        self._begin, self._settle, self._payoff = bound(begin_stream), bound(settle_all), bound(payoff)
        self._actors, self._over, self._deal_over = bound(actors), bound(over), bound(deal_over)
        self._decide, self._choose = bound(decide), bound(choose)
        self._ended = False
        self._length = self.game.tricks.length if self.game.tricks is not None else ""

    def told(self, number: int, seed: int, between: Callable[[], None]) -> Tried:
        """Try both choices in so many worlds."""
        one, text = self.one, self.game.verbs.text
        drawn = random.Random(f"{seed}/{one.entry}/{one.part}").getrandbits(30)
        sampler = Sampler(self.game, self.seen, self.seat, drawn, compiled=False)
        best, taken = (self._parts(code) for code in (one.best, one.taken))
        worlds, pairs = [], []
        for i in range(1, number + 1):
            worlds.append(sampler.likely_world())
            pairs.append(tuple(self._course(worlds[-1], parts, drawn, i) for parts in (best, taken)))
            between()
        scale = PER_CENT if self._unit == "win" else 1.0
        more = [scale * (good.paid - bad.paid) for good, bad in pairs]
        middle = pairs[sorted(range(number), key=more.__getitem__)[number // 2]][0]
        interval = (1.96 + 2.5 / (number - 1)) / math.sqrt(number)  # by Student's t, within a thousandth or so
        return Tried(
            entry=one.entry,
            part=one.part,
            seat=one.seat,
            best=one.best,
            taken=one.taken,
            unit=self._unit,
            worlds=number,
            better=sum(of > 0 for of in more),
            worse=sum(of < 0 for of in more),
            mean=statistics.fmean(more),
            error=interval * statistics.stdev(more),
            most=max(more),
            least=min(more),
            best_takes=self._takes([good for good, _ in pairs]),
            taken_takes=self._takes([bad for _, bad in pairs]),
            threat=self._threat(worlds, [bad for _, bad in pairs]),
            duty=self._duty(),
            line=tuple((seat, text(action)) for seat, action in middle.line),
            line_takes=middle.takes,
        )

    @property
    def _unit(self) -> str:
        if self.game.advice.payoff_unit == "win":
            return "win"
        return "match" if self._ended else ""

    def _parts(self, code: str) -> list[int]:
        """Return what a choice is made of: nothing where it lets an offer pass."""
        return [] if code == "wait" else self.game.verbs.parse(code.removesuffix("+").strip())

    def _course(self, world: Any, parts: list[int], number: int, stream: int) -> _Course:
        """Take a choice in a world, and play on."""
        state, rng, pay = world.trial(), [0] * PADDED, [0] * self.game.layout.seats
        self._begin(rng, number, stream)
        taker, plays = -1, False
        for action in parts:
            taker, played = self._act(state, self.seat, action)
            plays = plays or played
        waited = 0 if parts else 1 << self.seat
        going, line = plays and taker < 0, list[tuple[int, int]]()
        for seat, made, took, played in self._steps(state, rng, waited):
            if going and played:
                line.append((seat, made))
            if going and took >= 0:
                taker, going = took, False
        self._ended = self._ended or bool(self._over(state))
        self._payoff(state, pay)
        kind = self._kind([made for seat, made in line if seat == taker])
        return _Course(float(pay[self.seat]), taker if plays else -1, kind, tuple(line) if taker >= 0 else ())

    def _steps(self, state: Any, rng: list[int], waited: int) -> Iterator[tuple[int, int, int, bool]]:
        """Play on as playouts do, to the deal's end: each action, who takes a trick by it, whether it is played."""
        while not self._over(state) and not self._deal_over(state):
            if self._actors(state) == 0:
                self._settle(state, rng)
            while self._actors(state) != 0:
                may = Actions(self.game.verbs.words)
                seat = self._decide(state, waited, may)
                action = self._choose(state, seat, may, THUMB, rng)
                if action == WAIT:
                    waited |= 1 << seat
                    continue
                waited = 0
                yield seat, action, *self._act(state, seat, action)
            waited = 0

    def _act(self, state: Any, seat: int, action: int) -> tuple[int, bool]:
        """Take an action; return who takes a trick by it, -1 for nobody, and whether it is played to a trick."""
        before, state.note_count = self._lies(state), 0
        self.game.rules.act(state, seat, action)
        noted = (who for line, who, *_ in state.noted() if self.game.notes.listed[line].key == TAKES)
        taker = next(noted, -1)
        played = self.game.verbs.verb(action).of_pieces and (taker >= 0 or self._lies(state) != before)
        return taker, bool(self._length) and played

    def _lies(self, state: Any) -> int:
        """Count the seats that have played to the trick."""
        return int(getattr(state, self._length)) if self._length else 0

    def _kind(self, actions: list[int]) -> int:
        """Return the kind that was played, if that was one and no figure's."""
        verbs = self.game.verbs
        if len(actions) != 1 or self.game.figures or not verbs.verb(actions[0]).of_pieces:
            return -1
        return actions[0] - verbs.verb(actions[0]).base

    def _takes(self, courses: list[_Course]) -> int:
        """Count the worlds in which the seat takes the trick; -1 where there is none in some."""
        return -1 if any(one.takes < 0 for one in courses) else sum(one.takes == self.seat for one in courses)

    def _threat(self, worlds: list[Any], courses: list[_Course]) -> Threat | None:
        """Find the piece in somebody else's hand that takes the trick most often."""
        field = self.game.display.hand
        by = Counter((one.takes, one.by) for one in courses if one.takes not in (-1, self.seat) and one.by >= 0)
        if not by or not field:
            return None
        (seat, kind), _ = min(by.items(), key=lambda found: (-found[1], found[0]))
        holds = [kind in self.game.pack.listed(getattr(world, field)[seat]) for world in worlds]
        takes = sum(held and (one.takes, one.by) == (seat, kind) for held, one in zip(holds, courses, strict=True))
        return Threat(seat, self.game.pack.codes[kind], sum(holds), takes) if takes else None

    def _duty(self) -> Duty | None:
        """Find the one clause that forbade all cards in hand that could not be chosen; None where there is none."""
        verbs = self.game.verbs
        verb = verbs.verb_of(self.one.taken)
        cards = self.before.cards(self.seat)
        if self.one.part or not verb.of_pieces or self.one.taken.split()[-1] not in cards:
            return None
        may = Actions(verbs.words)
        self.game.rules.legal(self.seen, self.seat, may)
        numbers = [verb.base + self.game.pack.kind(card) for card in cards]
        struck = [number for number in numbers if number not in may]
        lines = {may.refusal(number) for number in struck}
        if len(lines) != 1 or -1 in lines:
            return None
        clause = self.game.refusals.listed[lines.pop()].clause
        return Duty(verbs.text(struck[0]), clause, len(cards) - len(struck), len(cards))
