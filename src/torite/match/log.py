"""The log of a match: its entries, the state that they make of the start, and the chance that it settles."""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from torite.errors import BadOptions, BadRecord
from torite.games import find
from torite.kernel import chance as keys
from torite.kit.actions import Actions
from torite.kit.asks import HEAD, Ask
from torite.match import arrange
from torite.match.entries import Entry, Note
from torite.match.given import daily_key, give, read_names, read_words

MARK = 16  #: the state before each of so many entries is kept, the last two of them: others are played again from there


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
        names: Sequence[str] | None = None,
        words: Mapping[int, str] | None = None,
        hands: Mapping[int, str | Sequence[str]] | None = None,
        stock: str | Sequence[str] | None = None,
        turned: str | Sequence[str] | None = None,
        rolls: Sequence[Sequence[int]] | None = None,
        dealer: int | None = None,
        numbers: Mapping[str, int] | None = None,
        lying: Mapping[str, str | Sequence[str] | Mapping[int, str | Sequence[str]]] | None = None,
        given: Mapping[str, Any] | None = None,
        daily: str | None = None,
        pause: bool = False,
        manual: bool = False,
    ) -> None:
        self.game, self.variant = find(game)
        self.seats = self.variant.default_seats if seats is None else seats
        self.options = self.game.options(self.variant.name, options or {}, self.seats)
        self._wanted = arrange.read(self.game, self.seats, hands, stock, turned, rolls, dealer, numbers, lying)
        implied = arrange.implied(self.game, self._wanted)
        if implied:
            self.options = self.game.options(self.variant.name, {**(options or {}), **implied}, self.seats)
        if key is not None and (not isinstance(key, bytes) or len(key) != keys.KEY_BYTES):
            raise BadOptions("error.key", most=keys.KEY_BYTES)
        self.key: bytes | None = key or (keys.fresh_key() if seed is None else keys.key_from_seed(seed))
        self.key_hash = keys.key_hash(self.key or b"")
        self.names = read_names(names, self.seats)
        self.words = read_words(words, self.seats)
        self.pause = pause
        self.manual = manual
        self.given = dict(given or {})
        self.open_to_all = False
        self.log: list[Entry] = []
        self._live: list[int] = []
        self._drafts: dict[int, list[int]] = {}
        public = {*self.game.chances.public, arrange.DEALER}
        agreed = {name: number for name, number in self._wanted.numbers.items() if name in public}
        self.arranged = bool(self.given) or self._wanted.more_than(agreed)
        self.agreed = {} if self.arranged else agreed
        self.daily = daily or ""
        if daily is not None:
            free = seed is None and key is None and not (self.words or self.arranged or self.agreed)
            self.key = daily_key(self.game, self.variant, self.options, daily, free)
            self.key_hash = keys.key_hash(self.key)
        self._state = self._fresh()
        self._before: dict[int, Any] = {}
        self._ends: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._between = True  # whether no deal was going on before the entry being made
        self._laid: dict[str, tuple[Any, Any]] = {}
        self._kept: set[int] | None = None
        self._advance()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.game.rules.over(self._state))

    @property
    def deal_over(self) -> bool:
        """Whether a deal has ended and the next has not begun."""
        return bool(self.game.rules.deal_over(self._state))

    @property
    def waits(self) -> bool:
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

    def arrange(self, **wanted: Any) -> None:
        """Arrange the next deal: hands, stock, turned, rolls, dealer, numbers, lying.

        Raises:
            BadOptions: when something does not exist.
        """
        self._wanted = arrange.read(self.game, self.seats, **wanted)
        self.arranged = True

    @property
    def entries(self) -> list[Entry]:
        """The entries that stand: those that were not taken back."""
        return [self.log[number] for number in self._live]

    def backwards(self) -> Iterator[Entry]:
        """Run through the entries that stand, the latest first."""
        for number in reversed(self._live):
            yield self.log[number]

    def trial(self) -> Any:
        """Return a copy of the true state to try something out on; not for bots, who get views."""
        return self._state.trial()

    def _fresh(self) -> Any:
        state = self.game.state()
        state.options = self.options  # type: ignore[attr-defined]
        state.seats = self.seats
        self.game.rules.start(state)
        for name, value in self.given.items():
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
        if self.key is None:
            raise BadRecord("error.no_key", line=0)
        number = sum(1 for live in self._live if self.log[live].chance)
        drawn = keys.Drawn(keys.mixed(self.key, self.words), number)
        return arrange.draw(self.game, self._state, ask, drawn, self._wanted)

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
        """Keep no states, but those before the entries that are undone later.

        For records, which are read to their end or not at all: after an error the match is of no use.
        """
        self._kept = set(undone)
        yield
        self._kept = None
        self._before.clear()

    def stands(self, number: int, seat: int) -> bool:
        """Tell whether an entry is the seat's and has not been taken back."""
        at = bisect_left(self._live, number)
        return self._live[at : at + 1] == [number] and self.log[number].seat == seat

    def follow(self, entry: Entry) -> None:
        """Enter what stands in another match, trusting it; for looking back, so no state before it is kept."""
        self._between = self.deal_over
        self._state = self._followed(self._state, entry)
        self._laid.clear()  # the same state, and no longer what was laid out
        self._live.append(len(self.log))
        self.log.append(dataclasses.replace(entry, number=len(self.log)))
        self._mark_end(self.log[-1])

    def _mark_end(self, entry: Entry) -> None:
        """Remember the scores of a deal that an entry ended; between deals an outcome ends none."""
        if self.deal_over and not (entry.chance and self._between):
            out = [0] * self.seats
            self.game.rules.scores(self._state, out)
            self._ends[entry.number] = (int(getattr(self._state, "deals_played", 0)), tuple(out))

    def _enter(self, entry: Entry, state: Any) -> None:
        notes = tuple(
            Note(self.game.notes.listed[line], seat, amount, tuple(self.game.pack.listed(row)))
            for line, seat, amount, row in state.noted()
        )
        if state is not self._state and (entry.number % MARK == 0 or self._kept is not None):
            self._before[entry.number] = self._state
            if self._kept is None:
                self._before.pop(entry.number - 2 * MARK, None)
        self.log.append(dataclasses.replace(entry, notes=notes))
        self._live.append(entry.number)
        self._state = state
        self._mark_end(entry)
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
        if self._kept is None or len(self.log) in self._kept:
            return self._drafted(seat)
        return self._state

    def _drafted(self, seat: int, trial: bool = False) -> Any:
        state = self._state.trial() if trial else self._state.copy()
        for number in self._drafts.get(seat, ()):
            self.game.rules.act(state, seat, number)
        return state

    def _steps(self, first: int) -> Iterator[tuple[Any, Entry, Any]]:
        """Run through the live entries from a number on, with the states before and after each."""
        live = self._live
        at = begin = bisect_left(live, first)
        while 0 < begin < len(live) and live[begin] not in self._before:
            begin -= 1
        if at == len(live):
            return
        state = self._before[live[begin]] if live[begin] in self._before else self._fresh()
        for i in range(begin, len(live)):
            entry = self.log[live[i]]
            after = self._state if i + 1 == len(live) else self._before.get(live[i + 1]) or self._after(state, entry)
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
        state = self._before.get(target) or next(self._steps(target))[0]
        self._before = {number: before for number, before in self._before.items() if number < target}
        self._ends = {number: end for number, end in self._ends.items() if number < target}
        self._drafts.clear()
        self.log.append(Entry(len(self.log), seat, undo=target))
        del self._live[bisect_left(self._live, target) :]
        self._state = state
