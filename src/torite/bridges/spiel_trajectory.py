"""A match as OpenSpiel plays it: where it stands, what each seat saw on the way, what chance has laid so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torite.bots.ismcts import mixed
from torite.bridges.spiel_context import Context, ThreadBuffers
from torite.bridges.spiel_serialized import SerializedState, tracked
from torite.bridges.spiel_step import (
    DRAFTING,
    HEAD,
    LOOK,
    ONE,
    OPEN,
    OTHER,
    SEAT,
    SETTLE,
    SHOW,
    START,
    TAKE,
    StepResult,
)
from torite.kit.actions import DONE, WAIT
from torite.kit.chances import DICE, NUMBER, SHUFFLE
from torite.vector.loops import CHANCE, CHANCE_OF, Batch
from torite.vector.redraw import Redraw
from torite.worlds.view import view

OTHERS = -1  #: instead of a seat: whoever saw no more than all did
KEPT = ("words", "may", "rng", "memo", "past", "parts")  #: of a batch, what is not the same memory twice


class TrajectoryEntry:
    """One thing that happened, and all before it.

    Attributes:
        before: what was before.
        seat: who did it; OTHERS for chance.
        done: the number of its action, or the text of what chance did.
        parts: if the action is complete with it, the numbers of all its parts.
        texts: for seats that asked, all that each saw up to here.
    """

    __slots__ = ("before", "done", "parts", "seat", "texts")

    def __init__(self, before: TrajectoryEntry | None, seat: int, done: int | str, parts: tuple[int, ...] = ()) -> None:
        self.before, self.seat, self.done, self.parts = before, seat, done, parts
        self.texts: dict[int, str] | None = None

    def told(self, viewer: int, context: Context) -> str:
        """Write all that a seat saw."""
        newer, entry = [], self
        while entry.texts is None or viewer not in entry.texts:
            newer.append(entry._seen_by(viewer, context))
            if entry.before is None:
                break
            entry = entry.before
        text = (entry.texts or {}).get(viewer, "") + "".join(reversed(newer))
        if self.texts is None:
            self.texts = {}
        self.texts[viewer] = text
        return text

    def _seen_by(self, viewer: int, context: Context) -> str:
        if isinstance(self.done, str):
            return self.done
        if viewer == self.seat:
            return f"{viewer}:{context.table.actions.codes[self.done]}; "
        parts = enumerate(sorted(self.parts))  # whatever their order was
        return "".join(
            [f"{self.seat}:{context.forms[part]}; " for i, part in parts if not (i and context.as_one[part])]
        )


class Trajectory:
    """One match, from its beginning to where it stands.

    Attributes:
        context: what is shared.
        seat: who is asked, CHANCE or ENDED of `torite.vector.loops`.
        legal: the numbers of the actions that it may take.
        earned: what each seat had got when an action was last taken.
        laid: what chance has laid of an outcome that is not complete.
        shared: whether others hold it too, so that it must be copied before it goes on.
        track: of all that was done.
    """

    __slots__ = (
        "_ask", "_batch", "_left", "_marks", "_parts", "_redraws", "_result", "_reward", "_room",
        "context", "earned", "laid", "legal", "past", "seat", "shared", "track",
    )  # fmt: skip

    def __init__(self, context: Context) -> None:
        self.context, self._batch = context, context.table.batch(1)
        self._reward, self._marks = context.fresh()
        self._room: ThreadBuffers | None = None
        self.past = TrajectoryEntry(None, OTHERS, "")
        self.laid: tuple[int, ...] = ()
        self._left: tuple[int, ...] = ()
        self._parts: tuple[int, ...] = ()
        self.earned: Any = None
        self.track, self.shared = 0, False
        self._redraws: dict[int, Any] = {}
        self._go(START)

    @classmethod
    def root(cls, context: Context) -> Trajectory:
        """Return the beginning, which all new states hold until they go on."""
        if context.root is None:
            context.root = cls(context)
            context.root.shared = True
        return context.root

    @classmethod
    def of_view(cls, context: Context, seen: Any, seat: int, offered: bool, number: int) -> Trajectory:
        """Return one in which a seat has a view, drawn from its worlds; what came before is not remembered.

        Args:
            context: what is shared.
            seen: the view.
            seat: whose it is.
            offered: whether it is asked about its offers; else about its duties.
            number: the same number draws the same world.

        Raises:
            ValueError: where none could be drawn.
        """
        trajectory = cls.root(context).copy()
        trajectory.seat, trajectory._batch.may[0, 0] = seat, offered << WAIT
        worlds = trajectory._redraws = {seat: Redraw(context.table, seen, seat)}
        trajectory = trajectory.resampled(seat, number)
        trajectory._redraws = worlds
        return trajectory

    @property
    def drafting(self) -> bool:
        """Whether a gesture is open."""
        return bool(self._parts)

    def copy(self) -> Trajectory:
        """Return another that goes on by itself."""
        other: Trajectory = object.__new__(Trajectory)
        words, _, *rest = self._batch
        words = words.copy()
        states = words.view(self.context.game.layout.dtype)[:, 0]
        other._batch = Batch(words, states, *[array.copy() if array.size else array for array in rest])
        other._reward, other._marks, other._room = self._reward.copy(), self._marks.copy(), None
        other.context, other.seat, other.legal, other.earned = self.context, self.seat, self.legal, self.earned
        other.past, other.laid, other._parts = self.past, self.laid, self._parts
        other._ask, other._left, other.track = self._ask, self._left, self.track
        other.shared, other._redraws = False, self._redraws
        return other

    def __deepcopy__(self, memo: Any) -> Trajectory:
        return self if self.shared else self.copy()

    # going on

    def _go(self, what: int) -> int:
        """Go on; return whether the seat that acted has a gesture open."""
        room = self._call(what)
        told = room.told
        self.seat, drafting = told[SEAT], told[DRAFTING]
        self.legal = told[HEAD : HEAD + told[OPEN]].tolist()
        if self._redraws:
            self._redraws = {}
        if self.seat == CHANCE:
            self._begin_chance(room.ask.tolist())
        return drafting

    def _call(self, what: int) -> ThreadBuffers:
        """Call the compiled step with the room of this thread."""
        context, room = self.context, self.context.room
        if room is not self._room:
            self._room = room
            self._result = StepResult(
                self._reward, self._marks, room.ask, room.facts, room.bytes, room.observed_words, room.space
            )
        context.step(what, room.given, self._batch, context.book, self._result)
        return room

    def take(self, number: int) -> None:
        """Take one of the actions that are allowed."""
        context, seat = self.context, self.seat
        action = context.table.actions.actions[number]
        if context.terms.whole:
            self.earned = self._reward.copy()
        context.room.given[0] = action
        drafting = self._go(TAKE)
        parts: tuple[int, ...] = ()
        if action != WAIT:
            parts = self._parts if action == DONE else (*self._parts, number)
            self._parts = parts if drafting else ()
        self.past = TrajectoryEntry(self.past, seat, number, () if drafting else parts)
        self.track = tracked(self.track, seat, number)

    # chance

    def _begin_chance(self, ask: Sequence[int]) -> None:
        what, n, faces, *pieces = ask
        name = self.context.game.chances.names[int(self._batch.memo[0, CHANCE_OF])]
        self._ask, self.laid, self._left = (name, what, n, faces, tuple(pieces)), (), ()
        if what == SHUFFLE:
            pack = self.context.game.pack
            held = pack.listed(pieces)
            self._left = tuple(held.count(kind) for kind in self.context.kinds)
            if not held:
                self._settle([])

    def outcomes(self) -> list[tuple[int, float]]:
        """List how chance may come out next, each with its probability."""
        _, what, n, faces, _ = self._ask
        if what == SHUFFLE and not self.context.terms.shuffles:
            total = sum(self._left)
            return [(i, count / total) for i, count in enumerate(self._left) if count]
        many = self.context.terms.shuffles if what == SHUFFLE else n if what == NUMBER else faces
        return [(i, 1 / many) for i in range(many)]

    def may_come(self, outcome: int) -> bool:
        """Tell whether chance may come out so."""
        _, what, n, faces, _ = self._ask
        if what == SHUFFLE and not self.context.terms.shuffles:
            return 0 <= outcome < len(self._left) and self._left[outcome] > 0
        return 0 <= outcome < (self.context.terms.shuffles if what == SHUFFLE else n if what == NUMBER else faces)

    def lay(self, outcome: int) -> None:
        """Let chance come out so."""
        _, what, n, _, pieces = self._ask
        self.track = tracked(self.track, -1, outcome)
        if what == NUMBER:
            self._settle([outcome])
        elif what == SHUFFLE and self.context.terms.shuffles:
            self._settle(self.context.shuffled(pieces)[outcome])
        elif what == DICE:
            self.laid = (*self.laid, outcome + 1)
            if len(self.laid) == n:
                self._settle(self.laid)
        else:
            left = list(self._left)
            left[outcome] -= 1
            self.laid, self._left = (*self.laid, self.context.kinds[outcome]), tuple(left)
            if max(left) == sum(left):  # all that are left are alike
                rest = [kind for kind, count in zip(self.context.kinds, left, strict=True) for _ in range(count)]
                self._settle([*self.laid, *rest])

    def _settle(self, outcome: Sequence[int]) -> None:
        name = self._ask[0]
        self.context.room.given[: len(outcome)] = outcome
        public = name in self.context.game.chances.public
        told = f"{name} {' '.join(map(str, outcome))}; " if public else f"{name}; "
        self.past = TrajectoryEntry(self.past, OTHERS, told)
        self._go(SETTLE)

    def chance_text(self, outcome: int) -> str:
        """Write how chance comes out."""
        return self.context.outcome_text(self._ask[0], self._ask[1], outcome)

    # what came of it

    def returns(self) -> list[float]:
        """What each seat has got so far."""
        return self._paid(self._reward)

    def rewards(self) -> list[float]:
        """What each seat has got since an action was last taken."""
        return self._paid(self._reward if self.earned is None else self._reward - self.earned)

    def _paid(self, amounts: Any) -> list[float]:
        paid: list[float] = amounts.tolist()
        if not self.context.terms.zero_sum:
            return paid
        mean = sum(paid) / len(paid)
        return [one - mean for one in paid]

    # written down

    def __reduce__(self) -> tuple[Any, ...]:
        return SerializedState.of(self.context.name, self.track, self.contents()).__reduce__()

    def contents(self) -> dict[str, Any]:
        """Write down all that another trajectory of the same context needs to be where this one is."""
        earned = None if self.earned is None else self.earned.tolist()
        told = {viewer: self.past.told(viewer, self.context) for viewer in (OTHERS, *range(self.context.table.seats))}
        chance = (self.laid, self._left) if self.seat == CHANCE else ((), ())
        return {
            "batch": [getattr(self._batch, name).tobytes() for name in KEPT],
            "reward": self._reward.tobytes(), "marks": self._marks.tobytes(), "earned": earned,
            "told": told, "parts": self._parts, "chance": chance,
        }  # fmt: skip

    @classmethod
    def restored(cls, context: Context, track: int, contents: Mapping[str, Any]) -> Trajectory:
        """Make a trajectory of what was written down.

        Raises:
            ValueError: where it is of another form.
        """
        import numpy

        trajectory = cls(context)
        arrays = [getattr(trajectory._batch, name) for name in KEPT]
        for array, data in zip(arrays, contents["batch"], strict=True):
            array.ravel()[:] = numpy.frombuffer(data, array.dtype)
        for array, name in ((trajectory._reward, "reward"), (trajectory._marks, "marks")):
            array.ravel()[:] = numpy.frombuffer(contents[name], array.dtype)
        trajectory._go(LOOK)
        trajectory.past.texts = dict(contents["told"])
        trajectory._parts, trajectory.track = tuple(contents["parts"]), track
        if contents["earned"] is not None:
            trajectory.earned = numpy.array(contents["earned"], numpy.float32)
        if trajectory.seat == CHANCE:
            trajectory.laid, trajectory._left = map(tuple, contents["chance"])
        return trajectory

    # what is known

    def text(self) -> str:
        """Write down where it stands, for whoever may know it."""
        context = self.context
        if self.seat == CHANCE:
            asked = f"chance: {self._ask[0]}, {len(self.laid)} laid: {' '.join(map(str, self.laid))}".rstrip()
        else:
            asked = f"seat {self.seat} is asked" if self.seat >= 0 else "over"
        lines = [asked]
        for seat in range(context.table.seats):
            lines.append(f"seat {seat}: {context.view_text(self.seen(seat), context.own_bytes)}")
        lines.append(f"all, from seat 0 on: {context.view_text(self.seen(0), context.common_bytes)}")
        return "\n".join([*lines, self.told_to_all()])

    def told_to_all(self) -> str:
        """What everybody saw, entry by entry."""
        return self.past.told(OTHERS, self.context)

    def seen(self, seat: int) -> Any:
        """uint8[size]: what a seat sees; written over when the same thread asks again."""
        self.context.room.given[0] = seat
        return self._call(SHOW).bytes[seat]

    def history_text(self, seat: int) -> str:
        """What a seat saw, entry by entry, and a mark of the views that it had, the present one the last of them."""
        self.context.room.given[0] = seat
        told = self._call(SHOW).told
        one, other, *last = self._marks[seat].tolist()
        if [told[ONE], told[OTHER]] != last:  # as when it will be asked
            one, other = mixed(one, told[ONE]), mixed(other, told[OTHER])
        return f"{self.past.told(seat, self.context)}#{one:016x}{other:016x}"

    def information_text(self, seat: int) -> str:
        """What a seat knows: its places, all that it saw, and marks of the views that it had."""
        history = self.history_text(seat)
        own = self.context.view_text(self.context.room.bytes[seat], self.context.own_bytes)
        return f"seat {seat}\n{own}\n{history}"

    def state(self) -> Any:
        """The true state, as a plain object."""
        return self.context.game.state.from_words([int(word) for word in self._batch.words[0]])

    def resampled(self, seat: int, number: int) -> Trajectory:
        """Return one that a seat cannot tell from this one, drawn from its worlds.

        What others saw in it is what all saw.

        Raises:
            ValueError: where none could be drawn.
        """
        other = self.copy()
        if seat not in self._redraws:
            self._redraws[seat] = Redraw(self.context.table, view(self.context.game, self.state(), seat), seat)
        self._redraws[seat].draw(other._batch, self.context.book, number, self.seat)
        text, all_saw = self.past.told(seat, self.context), self.told_to_all()
        other.past = TrajectoryEntry(None, OTHERS, "")
        other.past.texts = dict.fromkeys(range(self.context.table.seats), all_saw) | {seat: text, OTHERS: all_saw}
        other._marks[:seat] = other._marks[seat + 1 :] = 0
        other.track = 0
        if other.seat != seat:
            other._parts = ()
        other._go(LOOK)
        return other
