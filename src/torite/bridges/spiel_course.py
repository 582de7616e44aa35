"""The course of a match in OpenSpiel: where it stands, what each seat saw on the way, what chance has laid so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torite.bots.ismcts import mixed
from torite.bridges.spiel_desk import Desk, Room
from torite.bridges.spiel_sealed import Sealed, tracked
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
    Sight,
)
from torite.kit.actions import DONE, WAIT
from torite.kit.chances import DICE, NUMBER, SHUFFLE
from torite.vector.loops import CHANCE, CHANCE_OF, WAITED, Batch
from torite.vector.redraw import Redraw
from torite.worlds.view import view

OTHERS = -1  #: instead of a seat: whoever saw no more than all did
KEPT = ("words", "may", "rng", "memo", "past", "parts")  #: of a batch, what is not the same memory twice


class Entry:
    """One thing that happened, and all before it.

    Attributes:
        before: what was before.
        seat: who did it; OTHERS for chance.
        done: the number of its action, or the text of what chance did.
        parts: if the action is complete with it, the numbers of all its parts.
        texts: for seats that asked, all that each saw up to here.
    """

    __slots__ = ("before", "done", "parts", "seat", "texts")

    def __init__(self, before: Entry | None, seat: int, done: int | str, parts: tuple[int, ...] = ()) -> None:
        self.before, self.seat, self.done, self.parts = before, seat, done, parts
        self.texts: dict[int, str] | None = None

    def told(self, viewer: int, desk: Desk) -> str:
        """Write all that a seat saw."""
        newer, entry = [], self
        while entry.texts is None or viewer not in entry.texts:
            newer.append(entry._seen_by(viewer, desk))
            if entry.before is None:
                break
            entry = entry.before
        text = (entry.texts or {}).get(viewer, "") + "".join(reversed(newer))
        if self.texts is None:
            self.texts = {}
        self.texts[viewer] = text
        return text

    def _seen_by(self, viewer: int, desk: Desk) -> str:
        if isinstance(self.done, str):
            return self.done
        if viewer == self.seat:
            return f"{viewer}:{desk.table.actions.codes[self.done]}; "
        parts = enumerate(sorted(self.parts))  # whatever their order was
        return "".join([f"{self.seat}:{desk.forms[part]}; " for i, part in parts if not (i and desk.as_one[part])])


class Course:
    """One match, from its beginning to where it stands.

    Attributes:
        desk: what is shared.
        seat: who is asked, CHANCE or ENDED of `torite.vector.loops`.
        legal: the numbers of the actions that it may take.
        earned: what each seat had got when an action was last taken.
        laid: what chance has laid of an outcome that is not complete.
        shared: whether others hold it too, so that it must be copied before it goes on.
        track: of all that was done.
    """

    __slots__ = (
        "_ask", "_batch", "_left", "_marks", "_parts", "_redraws", "_reward", "_room", "_sight",
        "desk", "earned", "laid", "legal", "past", "seat", "shared", "track",
    )  # fmt: skip

    def __init__(self, desk: Desk) -> None:
        self.desk, self._batch = desk, desk.table.batch(1)
        self._reward, self._marks = desk.fresh()
        self._room: Room | None = None
        self.past = Entry(None, OTHERS, "")
        self.laid: tuple[int, ...] = ()
        self._left: tuple[int, ...] = ()
        self._parts: tuple[int, ...] = ()
        self.earned: Any = None
        self.track, self.shared = 0, False
        self._redraws: dict[int, Any] = {}
        self._go(START)

    @classmethod
    def root(cls, desk: Desk) -> Course:
        """Return the beginning, which all new states hold until they go on."""
        if desk.root is None:
            desk.root = cls(desk)
            desk.root.shared = True
        return desk.root

    @classmethod
    def of_view(cls, desk: Desk, seen: Any, seat: int, offered: bool, number: int) -> Course:
        """Return one in which a seat has a view, drawn from its worlds; what came before is not remembered.

        Args:
            desk: what is shared.
            seen: the view.
            seat: whose it is.
            offered: whether it is asked about its offers; else about its duties.
            number: the same number draws the same world.

        Raises:
            ValueError: where none could be drawn.
        """
        course, everybody = cls.root(desk).copy(), (1 << desk.table.seats) - 1
        course._batch.memo[0, WAITED] = everybody ^ 1 << seat if offered else everybody
        worlds = course._redraws = {seat: Redraw(desk.table, seen, seat)}
        course = course.resampled(seat, number)
        course._redraws = worlds
        return course

    @property
    def drafting(self) -> bool:
        """Whether a gesture is open."""
        return bool(self._parts)

    def copy(self) -> Course:
        """Return another that goes on by itself."""
        other: Course = object.__new__(Course)
        words, _, *rest = self._batch
        words = words.copy()
        states = words.view(self.desk.game.layout.dtype)[:, 0]
        other._batch = Batch(words, states, *[array.copy() if array.size else array for array in rest])
        other._reward, other._marks, other._room = self._reward.copy(), self._marks.copy(), None
        other.desk, other.seat, other.legal, other.earned = self.desk, self.seat, self.legal, self.earned
        other.past, other.laid, other._parts = self.past, self.laid, self._parts
        other._ask, other._left, other.track = self._ask, self._left, self.track
        other.shared, other._redraws = False, self._redraws
        return other

    def __deepcopy__(self, memo: Any) -> Course:
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

    def _call(self, what: int) -> Room:
        """Call the compiled step with the room of this thread."""
        desk, room = self.desk, self.desk.room
        if room is not self._room:
            self._room = room
            self._sight = Sight(self._reward, self._marks, room.ask, room.facts, room.bytes, room.lanes, room.space)
        desk.step(what, room.given, self._batch, desk.book, self._sight)
        return room

    def take(self, number: int) -> None:
        """Take one of the actions that are allowed."""
        desk, seat = self.desk, self.seat
        action = desk.table.actions.actions[number]
        if desk.terms.whole:
            self.earned = self._reward.copy()
        desk.room.given[0] = action
        drafting = self._go(TAKE)
        parts: tuple[int, ...] = ()
        if action != WAIT:
            parts = self._parts if action == DONE else (*self._parts, number)
            self._parts = parts if drafting else ()
        self.past = Entry(self.past, seat, number, () if drafting else parts)
        self.track = tracked(self.track, seat, number)

    # chance

    def _begin_chance(self, ask: Sequence[int]) -> None:
        what, n, faces, *pieces = ask
        name = self.desk.game.chances.names[int(self._batch.memo[0, CHANCE_OF])]
        self._ask, self.laid, self._left = (name, what, n, faces, tuple(pieces)), (), ()
        if what == SHUFFLE:
            pack = self.desk.game.pack
            held = pack.listed(pieces)
            self._left = tuple(held.count(kind) for kind in self.desk.kinds)
            if not held:
                self._settle([])

    def outcomes(self) -> list[tuple[int, float]]:
        """List how chance may come out next, each with its probability."""
        _, what, n, faces, _ = self._ask
        if what == SHUFFLE and not self.desk.terms.shuffles:
            total = sum(self._left)
            return [(i, count / total) for i, count in enumerate(self._left) if count]
        many = self.desk.terms.shuffles if what == SHUFFLE else n if what == NUMBER else faces
        return [(i, 1 / many) for i in range(many)]

    def may_come(self, outcome: int) -> bool:
        """Tell whether chance may come out so."""
        _, what, n, faces, _ = self._ask
        if what == SHUFFLE and not self.desk.terms.shuffles:
            return 0 <= outcome < len(self._left) and self._left[outcome] > 0
        return 0 <= outcome < (self.desk.terms.shuffles if what == SHUFFLE else n if what == NUMBER else faces)

    def lay(self, outcome: int) -> None:
        """Let chance come out so."""
        _, what, n, _, pieces = self._ask
        self.track = tracked(self.track, -1, outcome)
        if what == NUMBER:
            self._settle([outcome])
        elif what == SHUFFLE and self.desk.terms.shuffles:
            self._settle(self.desk.shuffled(pieces)[outcome])
        elif what == DICE:
            self.laid = (*self.laid, outcome + 1)
            if len(self.laid) == n:
                self._settle(self.laid)
        else:
            left = list(self._left)
            left[outcome] -= 1
            self.laid, self._left = (*self.laid, self.desk.kinds[outcome]), tuple(left)
            if max(left) == sum(left):  # all that are left are alike
                rest = [kind for kind, count in zip(self.desk.kinds, left, strict=True) for _ in range(count)]
                self._settle([*self.laid, *rest])

    def _settle(self, outcome: Sequence[int]) -> None:
        name = self._ask[0]
        self.desk.room.given[: len(outcome)] = outcome
        public = name in self.desk.game.chances.public
        told = f"{name} {' '.join(map(str, outcome))}; " if public else f"{name}; "
        self.past = Entry(self.past, OTHERS, told)
        self._go(SETTLE)

    def chance_text(self, outcome: int) -> str:
        """Write how chance comes out."""
        return self.desk.outcome_text(self._ask[0], self._ask[1], outcome)

    # what came of it

    def returns(self) -> list[float]:
        """What each seat has got so far."""
        return self._paid(self._reward)

    def rewards(self) -> list[float]:
        """What each seat has got since an action was last taken."""
        return self._paid(self._reward if self.earned is None else self._reward - self.earned)

    def _paid(self, amounts: Any) -> list[float]:
        paid: list[float] = amounts.tolist()
        if not self.desk.terms.zero_sum:
            return paid
        mean = sum(paid) / len(paid)
        return [one - mean for one in paid]

    # written down

    def __reduce__(self) -> tuple[Any, ...]:
        return Sealed.of(self.desk.name, self.track, self.contents()).__reduce__()

    def contents(self) -> dict[str, Any]:
        """Write down all that another course of the same desk needs to be where this one is."""
        earned = None if self.earned is None else self.earned.tolist()
        told = {viewer: self.past.told(viewer, self.desk) for viewer in (OTHERS, *range(self.desk.table.seats))}
        chance = (self.laid, self._left) if self.seat == CHANCE else ((), ())
        return {
            "batch": [getattr(self._batch, name).tobytes() for name in KEPT],
            "reward": self._reward.tobytes(), "marks": self._marks.tobytes(), "earned": earned,
            "told": told, "parts": self._parts, "chance": chance,
        }  # fmt: skip

    @classmethod
    def restored(cls, desk: Desk, track: int, contents: Mapping[str, Any]) -> Course:
        """Make a course of what was written down.

        Raises:
            ValueError: where it is of another form.
        """
        import numpy

        course = cls(desk)
        arrays = [getattr(course._batch, name) for name in KEPT]
        for array, data in zip(arrays, contents["batch"], strict=True):
            array.ravel()[:] = numpy.frombuffer(data, array.dtype)
        for array, name in ((course._reward, "reward"), (course._marks, "marks")):
            array.ravel()[:] = numpy.frombuffer(contents[name], array.dtype)
        course._go(LOOK)
        course.past.texts = dict(contents["told"])
        course._parts, course.track = tuple(contents["parts"]), track
        if contents["earned"] is not None:
            course.earned = numpy.array(contents["earned"], numpy.float32)
        if course.seat == CHANCE:
            course.laid, course._left = map(tuple, contents["chance"])
        return course

    # what is known

    def text(self) -> str:
        """Write down where it stands, for whoever may know it."""
        desk = self.desk
        if self.seat == CHANCE:
            asked = f"chance: {self._ask[0]}, {len(self.laid)} laid: {' '.join(map(str, self.laid))}".rstrip()
        else:
            asked = f"seat {self.seat} is asked" if self.seat >= 0 else "over"
        lines = [asked]
        for seat in range(desk.table.seats):
            lines.append(f"seat {seat}: {desk.view_text(self.seen(seat), desk.own_bytes)}")
        lines.append(f"all, from seat 0 on: {desk.view_text(self.seen(0), desk.common_bytes)}")
        return "\n".join([*lines, self.told_to_all()])

    def told_to_all(self) -> str:
        """What everybody saw, entry by entry."""
        return self.past.told(OTHERS, self.desk)

    def seen(self, seat: int) -> Any:
        """uint8[size]: what a seat sees; written over when the same thread asks again."""
        self.desk.room.given[0] = seat
        return self._call(SHOW).bytes[seat]

    def history_text(self, seat: int) -> str:
        """What a seat saw, entry by entry, and a mark of the views that it had, the present one the last of them."""
        self.desk.room.given[0] = seat
        told = self._call(SHOW).told
        one, other, *last = self._marks[seat].tolist()
        if [told[ONE], told[OTHER]] != last:  # as when it will be asked
            one, other = mixed(one, told[ONE]), mixed(other, told[OTHER])
        return f"{self.past.told(seat, self.desk)}#{one:016x}{other:016x}"

    def information_text(self, seat: int) -> str:
        """What a seat knows: its places, all that it saw, and marks of the views that it had."""
        history = self.history_text(seat)
        own = self.desk.view_text(self.desk.room.bytes[seat], self.desk.own_bytes)
        return f"seat {seat}\n{own}\n{history}"

    def state(self) -> Any:
        """The true state, as a plain object."""
        return self.desk.game.state.from_words([int(word) for word in self._batch.words[0]])

    def resampled(self, seat: int, number: int) -> Course:
        """Return one that a seat cannot tell from this one, drawn from its worlds.

        What others saw in it is what all saw.

        Raises:
            ValueError: where none could be drawn.
        """
        other = self.copy()
        if seat not in self._redraws:
            self._redraws[seat] = Redraw(self.desk.table, view(self.desk.game, self.state(), seat), seat)
        self._redraws[seat].draw(other._batch, number, self.seat)
        text, all_saw = self.past.told(seat, self.desk), self.told_to_all()
        other.past = Entry(None, OTHERS, "")
        other.past.texts = dict.fromkeys(range(self.desk.table.seats), all_saw) | {seat: text, OTHERS: all_saw}
        other._marks[:seat] = other._marks[seat + 1 :] = 0
        other.track = 0
        if other.seat != seat:
            other._parts = ()
        other._go(LOOK)
        return other
