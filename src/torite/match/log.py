"""The log of a match: its entries, and the state that they make of the start."""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from types import MappingProxyType
from typing import Any, overload

from torite.kit.chances import HEAD, Ask
from torite.match.entries import DealEnd, Entry, Note
from torite.match.marks import Marks
from torite.match.setup import Setup


@dataclass(frozen=True)
class LogMoment:
    """How a log stood: how many entries it had, and all that they make but themselves.

    A state that an entry led to is not changed any more, so it is kept here as it is.
    """

    entries: int
    state: Any
    marks: Marks
    live: list[int]
    chances: list[int]
    ends: dict[int, DealEnd]
    renumbered: tuple[int, list[Entry]]


class Log(Sequence[Entry]):
    """All entries of a match in their order, also those that were taken back.

    Args:
        setup: what the match is made from.

    Attributes:
        setup: the same, with the names that the players have now.
        state: the true state, which nobody else changes; not for bots, who get views.
        marks: the states kept before some entries.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.state = setup.begin()
        self.marks = Marks()
        self._rules = setup.game.rules
        self._entries: list[Entry] = []
        self._live: list[int] = []  # the numbers of those that stand
        self._chances: list[int] = []  # those of them that chance settled
        self._renumbered: tuple[int, list[Entry]] = (0, [])
        self._ends: dict[int, DealEnd] = {}
        self._between = True  # whether no deal was going on before the entry being made

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        return self._entries[at]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __eq__(self, other: object) -> bool:
        return self._entries == other._entries if isinstance(other, Log) else NotImplemented

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._rules.over(self.state))

    @property
    def deal_over(self) -> bool:
        """Whether a deal has ended and the next has not begun."""
        return bool(self._rules.deal_over(self.state))

    @property
    def ask(self) -> Ask | None:
        """What chance must settle now."""
        return None if self.over else self._asked()

    def _asked(self) -> Ask | None:
        game = self.setup.game
        words: list[int] = [0] * (HEAD + game.pack.words)
        number = self._rules.chance(self.state, words)
        if not number:
            return None
        return Ask(game.chances.names[number], words[0], words[1], words[2], tuple(words[HEAD:]))

    @property
    def halted(self) -> bool:
        """Whether nobody may act: the match is over, or chance must settle something first."""
        return self.over or self._asked() is not None

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must act now, in the order in which they are asked."""
        if self.halted:
            return ()
        seats, mask, first = self.setup.seats, self._rules.actors(self.state), max(0, self.state.turn)
        return tuple(s for s in ((first + i) % seats for i in range(seats)) if mask >> s & 1)

    def trial(self) -> Any:
        """Return a copy of the true state to try something out on; not for bots, who get views."""
        return self.state.trial()

    @property
    def standing(self) -> list[Entry]:
        """The entries that stand: those that were not taken back."""
        return [self._entries[number] for number in self._live]

    @property
    def renumbered(self) -> list[Entry]:
        """The entries that stand, numbered anew, as another match has them in which nothing was taken back."""
        length, entries = self._renumbered
        if length != len(self):
            entries = [e if e.number == i else dataclasses.replace(e, number=i) for i, e in enumerate(self.standing)]
            self._renumbered = len(self), entries
        return entries

    def since(self, number: int) -> Iterator[Entry]:
        """Run through the entries that stand from a number on."""
        for one in self._live[bisect_left(self._live, number) :]:
            yield self._entries[one]

    def backwards(self) -> Iterator[Entry]:
        """Run through the entries that stand, the latest first."""
        for number in reversed(self._live):
            yield self._entries[number]

    def stands(self, number: int, seat: int) -> bool:
        """Tell whether an entry is the seat's and has not been taken back."""
        at = bisect_left(self._live, number)
        return self._live[at : at + 1] == [number] and self._entries[number].seat == seat

    @property
    def settled(self) -> int:
        """How many of the entries that stand chance has settled."""
        return len(self._chances)

    @property
    def ends(self) -> MappingProxyType[int, DealEnd]:
        """The ends of deals, by the numbers of the entries that ended them."""
        return MappingProxyType(self._ends)

    @property
    def ended_deal(self) -> bool:
        """Whether the last entry that stands ended a deal, and nothing of the next is settled."""
        return self.deal_over and bool(self._live) and self._live[-1] in self._ends

    def steps(self, first: int) -> Iterator[tuple[Any, Entry, Any]]:
        """Run through the entries that stand from a number on, with the states before and after each."""
        live = self._live
        at = begin = bisect_left(live, first)
        while 0 < begin < len(live) and self.marks.at(live[begin]) is None:
            begin -= 1
        if at == len(live):
            return
        state = self.marks.at(live[begin]) or self.setup.begin()
        for i in range(begin, len(live)):
            entry = self._entries[live[i]]
            kept = self.state if i + 1 == len(live) else self.marks.at(live[i + 1])
            after = kept or self._followed(state.copy(), entry)
            if i >= at:
                yield state, entry, after
            state = after

    def moment(self) -> LogMoment:
        """Return how it stands, to be brought back."""
        lists = self._live.copy(), self._chances.copy(), self._ends.copy()
        return LogMoment(len(self), self.state, self.marks.copy(), *lists, self._renumbered)

    def back_to(self, moment: LogMoment) -> None:
        """Stand as it stood then, as if nothing had been entered since; a moment is good for one time."""
        del self._entries[moment.entries :]
        self.state, self.marks, self._renumbered = moment.state, moment.marks, moment.renumbered
        self._live, self._chances, self._ends = moment.live, moment.chances, moment.ends

    def rename(self, names: Sequence[str]) -> None:
        """Call the players otherwise, by seat.

        Raises:
            BadOptions: for a name that is not fit to be shown.
        """
        self.setup = self.setup.renamed(names)

    def to_change(self) -> Any:
        """Return the state that an entry may change: a copy, or the state itself where none is kept before it."""
        if self.marks.undone is None or self.marks.wants(len(self)):
            return self.state.copy()
        return self.state

    def settle(self, name: str, outcome: Sequence[int]) -> None:
        """Enter an outcome of what chance is asked for, trusting that it is one."""
        ask = self.ask
        if ask is None or ask.name != name:
            raise ValueError(f"chance was not asked for {name}")
        self._between = self.deal_over
        state = self.to_change()
        state.note_count = 0
        self._rules.settle(state, list(outcome))
        self.enter(Entry(len(self), -1, chance=name, outcome=tuple(outcome), what=ask.what), state)

    def enter(self, entry: Entry, state: Any) -> None:
        """Enter what has been done, trusting it.

        Args:
            entry: the entry, without its notes.
            state: what it made of the state to be changed.
        """
        game = self.setup.game
        notes = tuple(
            Note(game.notes.listed[line], seat, amount, tuple(game.pack.listed(row)))
            for line, seat, amount, row in state.noted()
        )
        if state is not self.state and self.marks.wants(entry.number):
            self.marks.keep(entry.number, self.state)
        self.state = state
        self._append(dataclasses.replace(entry, notes=notes) if notes else entry)

    def follow(self, entry: Entry) -> None:
        """Enter what stands in another match, trusting it; for looking back, so no state before it is kept."""
        self._between = self.deal_over
        self.state = self._followed(self.state, entry)
        self._append(entry if entry.number == len(self) else dataclasses.replace(entry, number=len(self)))

    def stand_at(self, state: Any) -> None:
        """Stand at a state to which nothing leads here, trusting it; nothing has been entered yet."""
        self.state = state

    def begin_as(self, other: Log, step: int) -> None:
        """Stand where another log stood after so many of the entries that stand in it; nothing has been entered yet.

        It is played on from the nearest state that is kept there.
        """
        entries, live = other.renumbered, other._live
        first, state = other._nearest(min(step, len(live)))
        if first:
            self.state = state.copy()
        self._entries = entries[:first]
        self._live = list(range(first))
        before = live[first] if first < len(live) else len(other)
        self._chances = [bisect_left(live, number) for number in takewhile(lambda n: n < before, other._chances)]
        ends = takewhile(lambda end: end[0] < before, other._ends.items())
        self._ends = {bisect_left(live, number): facts for number, facts in ends}
        for entry in entries[first:step]:
            self.follow(entry)

    def _nearest(self, step: int) -> tuple[int, Any]:
        """Find the last state that is kept of those up to a step; return its step, and the state."""
        if step == len(self._live):
            return step, self.state
        kept = ((one, self.marks.at(self._live[one])) for one in range(step, 0, -1))
        return next(((one, state) for one, state in kept if state is not None), (0, None))

    def _append(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._live.append(entry.number)
        if entry.chance:
            self._chances.append(entry.number)
        self._mark_end(entry)

    def _mark_end(self, entry: Entry) -> None:
        """Remember the scores of a deal that an entry ended; between deals an outcome ends none."""
        if self.deal_over and not (entry.chance and self._between):
            out = [0] * self.setup.seats
            self._rules.scores(self.state, out)
            self._ends[entry.number] = DealEnd(self.state.deals_played, tuple(out), tuple(self._headings()))

    def _headings(self) -> list[Note]:
        """List the notes that say what the deal was that has just ended."""
        before = next(reversed(self._ends), -1)
        entries = takewhile(lambda entry: entry.number > before, self.backwards())
        return [note for entry in list(entries)[::-1] for note in entry.notes if note.line.heading]

    def _followed(self, state: Any, entry: Entry) -> Any:
        state.note_count = 0
        if entry.chance:
            self._rules.settle(state, list(entry.outcome))
        for action in entry.actions:
            self._rules.act(state, entry.seat, action)
        return state

    @contextmanager
    def in_place(self, undone: Iterable[int], wanted: Iterable[int] = ()) -> Iterator[None]:
        """Keep few states, and those before the entries that are undone later, or that are wanted for good.

        For records, which are read to their end or not at all: after an error the match is of no use.
        """
        self.marks.begin(undone, wanted)
        yield
        self.marks.end()

    def revert(self, seat: int, target: int) -> None:
        """Take back everything from an entry on, as an entry of the seat, trusting that it may."""
        state = self._rewound(target)
        while self._ends and next(reversed(self._ends)) >= target:
            self._ends.popitem()
        for numbers in (self._live, self._chances):
            del numbers[bisect_left(numbers, target) :]
        self._entries.append(Entry(len(self), seat, undo=target))
        self.state = state

    def _rewound(self, target: int) -> Any:
        """Return the state before an entry that stands, which nothing else holds then; forget those after it."""
        self.marks.forget_after(target)
        found = self.marks.pop(target)
        if found is not None:
            return found
        nearest, kept = self.marks.last
        state = self.setup.begin() if kept is None else kept.copy()
        for number in self._live[bisect_left(self._live, nearest) : bisect_left(self._live, target)]:
            if number > nearest and self.marks.undone is not None and self.marks.wants(number):
                self.marks.keep(number, state.copy())
            self._followed(state, self._entries[number])
        return state
