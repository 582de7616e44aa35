"""The log of a match: its entries, the state that they make of the start, and the chance that it settles."""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

from torite.errors import BadOptions
from torite.games import find
from torite.kit.action_sets import Actions
from torite.kit.chances import HEAD, Ask
from torite.match import arrange
from torite.match.chance import Chance
from torite.match.entries import Entry, Note
from torite.match.marks import Marks
from torite.match.setup import give, read_entropy, read_names

End = tuple[int, tuple[int, ...], tuple[Note, ...]]  #: of a deal: how many were scored, the scores, what it was


class Log:
    """The log of a match, and the true state; see `Match` for what it is made from."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        *,
        key: bytes | None = None,
        key_hash: str | None = None,
        names: Sequence[str] | None = None,
        entropy: Mapping[int, str] | None = None,
        hands: Mapping[int, str | Sequence[str]] | None = None,
        stock: str | Sequence[str] | None = None,
        turned: str | Sequence[str] | None = None,
        rolls: Sequence[Sequence[int]] | None = None,
        dealer: int | None = None,
        numbers: Mapping[str, int] | None = None,
        places: Mapping[str, str | Sequence[str] | Mapping[int, str | Sequence[str]]] | None = None,
        initial: Mapping[str, Any] | None = None,
        arranged: bool = False,
        daily: str | None = None,
        pause: bool = False,
        manual: bool = False,
    ) -> None:
        self.game, self.variant = find(game)
        self.seats = self.variant.default_seats if seats is None else seats
        self.options = self.game.options(self.variant.name, options or {}, self.seats)
        wanted = arrange.read(self.game, self.seats, hands, stock, turned, rolls, dealer, numbers, places)
        implied = arrange.implied(self.game, wanted)
        if implied:
            self.options = self.game.options(self.variant.name, {**(options or {}), **implied}, self.seats)
        self.initial = dict(initial or {})
        self.names = read_names(names, self.seats)
        added = read_entropy(entropy, self.seats)
        self.chance = Chance(self.game, wanted, seed, key, key_hash, added, arranged or bool(initial))
        self.pause = pause
        self.manual = manual
        self.open_to_all = False
        self.log: list[Entry] = []
        self._live: list[int] = []
        self._chances: list[int] = []  # those of them that chance settled
        self._drafts: dict[int, list[int]] = {}
        if daily is not None:
            self.chance.be_of(daily, self.variant, self.options)
        self._state = self._fresh()
        self._marks = Marks()
        self._standing: tuple[int, list[Entry]] = (0, [])
        self._ends: dict[int, End] = {}
        self._between = True  # whether no deal was going on before the entry being made
        self._laid: dict[str, tuple[Any, Any]] = {}
        self._advance()

    @property
    def key(self) -> bytes | None:
        """The key of its chance; None where only the hash is known."""
        return self.chance.key

    @property
    def key_hash(self) -> str:
        """The hash of its key."""
        return self.chance.key_hash

    @property
    def daily(self) -> str:
        """The day whose deal it is; empty for none."""
        return self.chance.daily

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.game.rules.over(self._state))

    @property
    def deal_over(self) -> bool:
        """Whether a deal has ended and the next has not begun."""
        return bool(self.game.rules.deal_over(self._state))

    @property
    def awaits_chance(self) -> bool:
        """Whether chance waits for `go_on`."""
        return self.ask is not None

    @property
    def ask(self) -> Ask | None:
        """What chance must settle now."""
        words: list[int] = [0] * (HEAD + self.game.pack.words)
        number = 0 if self.over else self.game.rules.chance(self._state, words)
        if not number:
            return None
        return Ask(self.game.chances.names[number], words[0], words[1], words[2], tuple(words[HEAD:]))

    def drafting(self, seat: int) -> bool:
        """Tell whether a seat has begun a gesture."""
        return bool(self._drafts.get(seat))

    def go_on(self) -> None:
        """Let chance settle what it waits with, and all up to the next choice."""
        if self.ask is not None:
            self._settle()
        self._advance()

    def wait_for_chance(self, pause: bool | None = None, manual: bool | None = None) -> None:
        """Change where chance waits: between deals, or before every outcome; None for as it was."""
        self.pause = self.pause if pause is None else pause
        self.manual = self.manual if manual is None else manual

    def open_hands(self) -> None:
        """Let everybody look at everything, as in a match that is over."""
        self.open_to_all = True

    def arrange(self, **wanted: Any) -> None:
        """Arrange the next deal: hands, stock, turned, rolls, dealer, numbers, places.

        Raises:
            BadOptions: when something does not exist.
        """
        self.chance.arrange(arrange.read(self.game, self.seats, **wanted))

    @property
    def entries(self) -> list[Entry]:
        """The entries that stand: those that were not taken back."""
        return [self.log[number] for number in self._live]

    @property
    def standing(self) -> list[Entry]:
        """The entries that stand, numbered anew, as another match has them in which nothing was taken back."""
        length, entries = self._standing
        if length != len(self.log):
            entries = [e if e.number == i else dataclasses.replace(e, number=i) for i, e in enumerate(self.entries)]
            self._standing = len(self.log), entries
        return entries

    def _marked(self, step: int) -> int:
        """Return the last step up to one at which a state is kept; 0 for none."""
        steps = range(min(step, len(self._live) - 1), 0, -1)
        return next((one for one in steps if self._marks.at(self._live[one]) is not None), 0)

    def _begin_with(self, entries: list[Entry], state: Any) -> None:
        """Take over the entries that stand in another match, and the state that they make of the start."""
        self.log = list(entries)
        self._live = list(range(len(entries)))
        self._chances = [entry.number for entry in entries if entry.chance]
        self._state = self._state if state is None else state

    def backwards(self) -> Iterator[Entry]:
        """Run through the entries that stand, the latest first."""
        for number in reversed(self._live):
            yield self.log[number]

    def trial(self) -> Any:
        """Return a copy of the true state to try something out on; not for bots, who get views."""
        return self._state.trial()

    def _fresh(self) -> Any:
        state = self.game.state()
        state.options = self.options
        state.seats = self.seats
        self.game.rules.start(state)
        for name, value in self.initial.items():
            give(self.game, state, name, value, self.seats)
        return state

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise BadOptions("error.seat", seat=seat, most=self.seats - 1)
        return seat

    def _advance(self) -> None:
        while not self.manual and self.ask is not None and not self._pauses():
            self._settle()

    def _pauses(self) -> bool:
        """Tell whether chance waits here: between deals, before anything of the next is settled."""
        return self.pause and self.deal_over and bool(self._live) and self._live[-1] in self._ends

    def drawn(self) -> list[int]:
        """Draw the outcome of what chance must settle now, without entering it.

        Raises:
            BadRecord: when the match was read from a record that does not tell its key.
        """
        ask = self.ask
        if ask is None:
            raise ValueError("chance has nothing to settle")
        return self.chance.draw(self._state, ask, len(self._chances))

    def _settle(self) -> None:
        assert self.ask is not None
        self.settle(self.ask.name, self.drawn())

    def settle(self, name: str, outcome: Sequence[int]) -> None:
        """Enter an outcome of what chance is asked for, trusting that it is one."""
        ask = self.ask
        if ask is None or ask.name != name:
            raise ValueError(f"chance was not asked for {name}")
        self._between = self.deal_over
        state = self._to_change()
        state.note_count = 0
        self.game.rules.settle(state, list(outcome))
        self._enter(Entry(len(self.log), -1, chance=name, outcome=tuple(outcome), what=ask.what), state)

    @contextmanager
    def in_place(self, undone: Iterable[int]) -> Iterator[None]:
        """Keep few states, and those before the entries that are undone later.

        For records, which are read to their end or not at all: after an error the match is of no use.
        """
        self._marks.begin(undone)
        yield
        self._marks.end()

    def stands(self, number: int, seat: int) -> bool:
        """Tell whether an entry is the seat's and has not been taken back."""
        at = bisect_left(self._live, number)
        return self._live[at : at + 1] == [number] and self.log[number].seat == seat

    def follow(self, entry: Entry) -> None:
        """Enter what stands in another match, trusting it; for looking back, so no state before it is kept."""
        self._between = self.deal_over
        self._state = self._followed(self._state, entry)
        self._laid.clear()  # the same state, and no longer what was laid out
        self._append(entry if entry.number == len(self.log) else dataclasses.replace(entry, number=len(self.log)))

    def _append(self, entry: Entry) -> None:
        self.log.append(entry)
        self._live.append(entry.number)
        if entry.chance:
            self._chances.append(entry.number)
        self._mark_end(entry)

    def _mark_end(self, entry: Entry) -> None:
        """Remember the scores of a deal that an entry ended; between deals an outcome ends none."""
        if self.deal_over and not (entry.chance and self._between):
            out = [0] * self.seats
            self.game.rules.scores(self._state, out)
            played = self._state.deals_played
            self._ends[entry.number] = (played, tuple(out), tuple(self._headings()))

    def _headings(self) -> list[Note]:
        """List the notes that say what the deal was that has just ended."""
        before = next(reversed(self._ends), -1)
        entries = takewhile(lambda entry: entry.number > before, self.backwards())
        return [note for entry in list(entries)[::-1] for note in entry.notes if note.line.heading]

    def _enter(self, entry: Entry, state: Any) -> None:
        notes = tuple(
            Note(self.game.notes.listed[line], seat, amount, tuple(self.game.pack.listed(row)))
            for line, seat, amount, row in state.noted()
        )
        if state is not self._state and self._marks.wants(entry.number):
            self._marks.keep(entry.number, self._state)
        self._state = state
        self._append(dataclasses.replace(entry, notes=notes) if notes else entry)
        self._drafts = {seat: parts for seat, parts in self._drafts.items() if self._still_legal(seat, parts)}

    def _still_legal(self, seat: int, parts: list[int]) -> bool:
        """Tell whether a draft is still one after somebody else's entry."""
        state = self._state.trial()
        for part in parts:
            if part not in self._legal(state, seat):
                return False
            self.game.rules.act(state, seat, part)
        return bool(state.drafting[seat])

    def _legal(self, state: Any, seat: int) -> Actions:
        may = Actions(self.game.verbs.words)
        self.game.rules.legal(state, seat, may)
        return may

    def _to_change(self, seat: int = -1) -> Any:
        """Return the state that an entry may change: a copy with a seat's draft, or the state itself."""
        if self._marks.undone is None or self._marks.wants(len(self.log)):
            return self._drafted(seat)
        return self._state

    def _drafted(self, *seats: int, trial: bool = False) -> Any:
        state = self._state.trial() if trial else self._state.copy()
        for seat in seats:
            for number in self._drafts.get(seat, ()):
                self.game.rules.act(state, seat, number)
        return state

    def _steps(self, first: int) -> Iterator[tuple[Any, Entry, Any]]:
        """Run through the live entries from a number on, with the states before and after each."""
        live = self._live
        at = begin = bisect_left(live, first)
        while 0 < begin < len(live) and self._marks.at(live[begin]) is None:
            begin -= 1
        if at == len(live):
            return
        state = self._marks.at(live[begin]) or self._fresh()
        for i in range(begin, len(live)):
            entry = self.log[live[i]]
            after = self._state if i + 1 == len(live) else self._marks.at(live[i + 1]) or self._after(state, entry)
            if i >= at:
                yield state, entry, after
            state = after

    def _after(self, state: Any, entry: Entry) -> Any:
        return self._followed(state.copy(), entry)

    def _followed(self, state: Any, entry: Entry) -> Any:
        state.note_count = 0
        if entry.chance:
            self.game.rules.settle(state, list(entry.outcome))
        for action in entry.actions:
            self.game.rules.act(state, entry.seat, action)
        return state

    def revert(self, seat: int, target: int) -> None:
        """Take back everything from an entry on, as an entry of the seat, trusting that it may."""
        state = self._rewound(target)
        while self._ends and next(reversed(self._ends)) >= target:
            self._ends.popitem()
        for numbers in (self._live, self._chances):
            del numbers[bisect_left(numbers, target) :]
        self._drafts.clear()
        self.log.append(Entry(len(self.log), seat, undo=target))
        self._state = state

    def _rewound(self, target: int) -> Any:
        """Return the state before an entry that stands, which nothing else holds then; forget those after it."""
        self._marks.forget_after(target)
        found = self._marks.pop(target)
        if found is not None:
            return found
        nearest, kept = self._marks.last
        state = self._fresh() if kept is None else kept.copy()
        for number in self._live[bisect_left(self._live, nearest) : bisect_left(self._live, target)]:
            if number > nearest and self._marks.undone is not None and self._marks.wants(number):
                self._marks.keep(number, state.copy())
            self._followed(state, self.log[number])
        return state
