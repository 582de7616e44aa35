"""A match in progress, for people: checked actions, views, explanations, undo and the written record.

A match is its log. Everything a seat is shown comes from its view and its history.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from torite.errors import BadOptions, BadRecord, IllegalMove, MatchOver, NotYourTurn
from torite.games import find
from torite.kernel import chance as keys
from torite.kernel.declare import See
from torite.kit.actions import DONE, WAIT, Actions
from torite.kit.asks import HEAD, Ask
from torite.kit.clauses import Line
from torite.match import arrange, explain
from torite.views import EVERYTHING, SPECTATOR, glimpse, view

KEPT_STATES = 64
WORLDS_TRIED = 4
MOST_ADDED = 80  #: letters that a player may add to the key


@dataclass(frozen=True)
class Action:
    """What a seat may take now.

    Attributes:
        code: its text; ends with `+` when it begins a gesture that may already be complete.
        number: the action's number in the rules.
        offer: whether anybody may take it and nobody need.
        partial: whether more parts must or may follow.
    """

    code: str
    number: int
    offer: bool = False
    partial: bool = False

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True)
class Note:
    """A sentence of the rules about what happened."""

    line: Line
    seat: int
    amount: int


@dataclass(frozen=True)
class Entry:
    """One entry of the log.

    Attributes:
        number: its place in the log, from 0.
        seat: who acted; -1 for chance.
        actions: the parts of the action; empty for chance and for an undo.
        chance: the name of what chance settled; empty for an action.
        outcome: what it settled.
        what: whether that is a number, a shuffle or dice (`torite.kit.asks`).
        undo: the number of the entry that is taken back; -1 for none.
        notes: what the rules said of it.
    """

    number: int
    seat: int
    actions: tuple[int, ...] = ()
    chance: str = ""
    outcome: tuple[int, ...] = ()
    what: int = 0
    undo: int = -1
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Seen:
    """An entry as a seat saw it.

    Attributes:
        number: the entry's number.
        seat: who acted; -1 for chance.
        code: the code as far as it was shown (`exchange 3` for three cards unseen); the name, for chance.
        notes: what the rules said of it, which everybody hears.
        outcome: the outcome of chance, where it is public as such (who deals, a roll).
    """

    number: int
    seat: int
    code: str
    notes: tuple[Note, ...]
    outcome: tuple[int, ...] = ()


@dataclass(frozen=True)
class Event:
    """Something a viewer could notice in an entry: a field of the view that changed.

    Attributes:
        number: the entry's number.
        field: the field's name.
        owner: the seat it belongs to, -1 for none.
        gained: codes of pieces that came to lie there as far as they are seen; None for one unseen.
        lost: codes of pieces that left.
        before, after: the values, for a number.
    """

    number: int
    field: str
    owner: int
    gained: tuple[str | None, ...] = ()
    lost: tuple[str | None, ...] = ()
    before: int = 0
    after: int = 0


@dataclass(frozen=True)
class Result:
    """How a match ended.

    Attributes:
        places: each seat's place, 1 for the winners; equal scores share a place.
        shares: each seat's share of the win.
        scores: the final scores.
        account: the last deal's lines.
    """

    places: tuple[int, ...]
    shares: tuple[Fraction, ...]
    scores: tuple[int, ...]
    account: tuple[Note, ...]


class Match:
    """A match of a game.

    Args:
        game: a game's or a variant's name in the catalogue.
        seats: number of seats; the variant's usual number if not given.
        options: options that differ from the variant's, by name.
        seed: makes the match repeatable.
        key: the 64-byte key of its chance; drawn from the operating system if neither it nor a seed is given.
        names: the players' names, by seat.
        words: what players added to the key after its hash was told, by seat.
        hands, stock, turned, rolls, dealer: what is arranged of the first deal.
        numbers: outcomes of chance that are numbers, by name (`dealer` is one of them). What everybody sees as such
            counts as agreed, not as arranged: who deals first, say, in the next match of an evening.
        given: public fields of the state, by name, set before the first deal.
        pause: whether chance waits for `go_on` between deals.
        manual: whether all chance waits for `go_on`, or for `settle` with an outcome from elsewhere.

    Raises:
        UnknownName: for an unknown game.
        BadOptions: for anything else that is not allowed.

    Example:
        >>> match = Match("agurk", seats=3, seed=7)
        >>> match.act(match.actors[0], str(match.actions(match.actors[0])[0]))
    """

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
        given: Mapping[str, Any] | None = None,
        pause: bool = False,
        manual: bool = False,
    ) -> None:
        self.game, self.variant = find(game)
        self.seats = self.variant.default_seats if seats is None else seats
        self.options = self.game.options(self.variant.name, options or {}, self.seats)
        if key is not None and (not isinstance(key, bytes) or len(key) != keys.KEY_BYTES):
            raise BadOptions("error.key", most=keys.KEY_BYTES)
        self.key: bytes | None = key or (keys.fresh_key() if seed is None else keys.key_from_seed(seed))
        self.key_hash = keys.key_hash(self.key or b"")
        self.names = _names(names, self.seats)
        self.words = _added(words, self.seats)
        self.pause = pause
        self.manual = manual
        self.given = dict(given or {})
        self.open_to_all = False
        self.log: list[Entry] = []
        self._live: list[int] = []
        self._drafts: dict[int, list[int]] = {}
        self._wanted = arrange.read(self.game, self.seats, hands, stock, turned, rolls, dealer, numbers)
        public = self.game.chances.public
        agreed = {name: number for name, number in self._wanted.numbers.items() if name in public}
        self.arranged = bool(self.given) or self._wanted.more_than(agreed)
        self.agreed = {} if self.arranged else agreed
        self._state = self._fresh()
        self._before: dict[int, Any] = {}
        self._laid: dict[str, tuple[Any, Any]] = {}
        self._kept: set[int] | None = None
        self._advance()

    # what is so

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.game.rules.over(self._state))

    @property
    def deal_over(self) -> bool:
        """Whether a deal has ended and the next has not begun."""
        return bool(self.game.rules.deal_over(self._state))

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must act now, in the order in which they are asked."""
        if self.over or self.waits:
            return ()
        mask, first = self.game.rules.actors(self._state), max(0, self._state.turn)
        return tuple(s for s in ((first + i) % self.seats for i in range(self.seats)) if mask >> s & 1)

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

    @property
    def scores(self) -> list[int]:
        """The running scores as the table writes them."""
        return self._out(self.game.rules.scores)

    @property
    def payoffs(self) -> list[int]:
        """What each seat wants more of, at the end of a deal or of the match."""
        return self._out(self.game.rules.payoff)

    @property
    def account(self) -> tuple[Note, ...]:
        """The scoring lines of the deal that was scored last."""
        lines: list[Note] = []
        for number in reversed(self._live):
            entry = self.log[number]
            if lines and entry.chance:
                break
            lines = [note for note in entry.notes if note.line.scoring] + lines
        return tuple(lines)

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        if not self.over:
            return None
        state, scores = self._state, self.scores
        standing = getattr(self.game.rules, "standing", lambda s, seat: -scores[seat])
        ranks = [(0, 0) if state.won[s] else (1, standing(state, s)) for s in range(self.seats)]
        winners = sum(state.won[: self.seats])
        return Result(
            tuple(1 + sum(other < mine for other in ranks) for mine in ranks),
            tuple(Fraction(state.won[s], winners) if winners else Fraction(0) for s in range(self.seats)),
            tuple(scores),
            self.account,
        )

    @property
    def public(self) -> Any:
        """What a spectator sees: a state with what is not public blanked."""
        return view(self.game, self._state, SPECTATOR)

    def view(self, seat: int) -> Any:
        """Return what a seat knows, its own draft included: a state with the rest blanked."""
        return view(self.game, self._drafted(self._seat(seat)), seat)

    def glimpse(self, viewer: int) -> Any:
        """Return a viewer's view to be read only; EVERYTHING may look at a match that is over."""
        if viewer == EVERYTHING and (self.over or self.open_to_all):
            return glimpse(self.game, self._state, viewer)
        state = self._drafted(viewer) if self._drafts.get(self._viewer(viewer)) else self._state
        return glimpse(self.game, state, viewer)

    def laid_out(self, language: str, lay: Callable[[Match, str], Any]) -> Any:
        """Return what everybody sees of this position in a language, laid out once."""
        state, laid = self._laid.get(language, (None, None))
        if state is not self._state:
            laid = lay(self, language)
            self._laid[language] = (self._state, laid)
        return laid

    @cached_property
    def option_texts(self) -> dict[str, str]:
        """The options in force as texts, by name."""
        return self.options.texts()

    def drafting(self, seat: int) -> bool:
        """Tell whether a seat has begun a gesture."""
        return bool(self._drafts.get(seat))

    def seen_backwards(self, viewer: int) -> Iterator[Seen]:
        """Run through the history, the latest entry first."""
        for number in reversed(self._live):
            yield self._seen(self.log[number], viewer)

    def cards(self, seat: int) -> list[str]:
        """List the codes of the pieces that a seat holds, in pack order."""
        hand = self._state.hand[self._seat(seat)]
        return [self.game.pack.codes[kind] for kind in self.game.pack.listed(hand)]

    def history(self, seat: int, since: int = 0) -> list[Seen]:
        """List the entries from a number on as a seat saw them; what was undone is left out."""
        viewer = self._viewer(seat)
        return [self._seen(self.log[number], viewer) for number in self._live if number >= since]

    def events(self, seat: int, since: int | None = None) -> list[Event]:
        """List what a seat could notice.

        Args:
            seat: the viewer, or SPECTATOR.
            since: the number of the first entry that counts; the last entry's if not given.
        """
        viewer = self._viewer(seat)
        first = len(self.log) - 1 if since is None else since
        found = []
        for before, entry, after in self._steps(first):
            found += _differences(self.game, entry.number, before, after, viewer)
        return found

    def scene(self, seat: int = SPECTATOR, language: str = "en", since: int | None = None) -> dict[str, Any]:
        """Lay out what a seat sees and may do, for people; the log from an entry on."""
        from torite.views.scene import scene

        return scene(self, seat, language, since)

    def actions(self, seat: int) -> tuple[Action, ...]:
        """List what a seat may take now, duties and offers; in a draft, what may be added to it."""
        if self.over or self.waits:
            return ()
        state = self._drafted(self._seat(seat), trial=True)
        return tuple(self._action(state, seat, number) for number in self._legal(state, seat).listed())

    def why(self, seat: int, code: str, language: str = "en") -> tuple[str, str] | None:
        """Explain why an action is not allowed: a sentence and its clause; None if it is."""
        refusal = self.refusal(seat, code)
        return None if refusal is None else (refusal.say(language), refusal.facts["clause"])

    def refusal(self, seat: int, code: str) -> IllegalMove | None:
        """Return why an action is not allowed, with its facts; None if it is."""
        try:
            self._take(self._seat(seat), code)
        except IllegalMove as refusal:
            return refusal
        return None

    def draft(self, seat: int, parts: Sequence[str] = ()) -> dict[str, Any]:
        """Tell what may be added to some parts of a gesture, and whether it is complete.

        Returns:
            `parts`, the codes taken together; `may`, the codes of further parts; `complete`, whether `done`
            may be said or has come of itself.

        Raises:
            IllegalMove: when the parts do not go together.
        """
        state, taken = self._drafted(self._seat(seat)), list(self._drafts.get(seat, ()))
        for part in map(self._text, parts):
            for number in self._parse(seat, part.removesuffix("+")):
                if taken and not state.drafting[seat]:
                    raise self._refused(state, seat, part, number, "refusal.whole")
                taken.append(self._part(state, seat, number, part))
        whole = not state.drafting[seat] and bool(taken)
        may = [] if whole else self._legal(state, seat).listed()
        return {
            "parts": self.game.verbs.gesture_text(taken) if taken else "",
            "may": [self.game.verbs.text(number) for number in may if number != DONE],
            "complete": whole or DONE in may,
        }

    # what is done

    def act(self, seat: int, code: str | Action) -> None:
        """Take an action, or a part of one; an error changes nothing.

        Raises:
            MatchOver, NotYourTurn, IllegalMove: with what was tried, why not, and what is open.
        """
        text = code.code if isinstance(code, Action) else code
        state, actions = self._take(self._seat(seat), text)
        if state.drafting[seat]:
            self._drafts[seat] = actions
            return
        self._drafts.pop(seat, None)
        self._enter(Entry(len(self.log), seat, tuple(actions)), state)
        self._advance()

    def go_on(self) -> None:
        """Let chance settle what it waits with, and all up to the next choice."""
        if self.ask is not None:
            self._settle()
        self._advance()

    def arrange(self, **wanted: Any) -> None:
        """Arrange the next deal: hands, stock, turned, rolls, dealer, numbers.

        Raises:
            BadOptions: when something does not exist.
        """
        self._wanted = arrange.read(self.game, self.seats, **wanted)
        self.arranged = True

    def may_undo(self, seat: int, free: bool = False) -> bool:
        """Tell whether `undo` would take something back."""
        return bool(self._drafts.get(self._seat(seat))) or self._undoable(seat, free) >= 0

    def undo(self, seat: int, free: bool = False) -> None:
        """Take back a seat's last gesture, or the parts of its draft.

        Args:
            seat: who takes back.
            free: alone or in a lesson: also what others did and learnt since; chance comes out the same again.

        Raises:
            IllegalMove: when somebody has learnt something since, or there is nothing to take back.
        """
        if self._drafts.pop(self._seat(seat), None):
            return
        target = self._undoable(seat, free)
        if target < 0:
            raise IllegalMove("error.undo", seat=self.names[seat], clause="")
        self.revert(seat, target)

    @property
    def entries(self) -> list[Entry]:
        """The entries that stand: those that were not taken back."""
        return [self.log[number] for number in self._live]

    def trial(self) -> Any:
        """Return a copy of the true state to try something out on; not for bots, who get views."""
        return self._state.trial()

    def record(self, with_key: bool = False) -> str:
        """Write the match down.

        Args:
            with_key: tell the key although the match goes on, as a saved game does; else it is told at the end.
        """
        from torite.records import write

        return write(self, with_key)

    @classmethod
    def replay(cls, text: str) -> Match:
        """Read a record back.

        Raises:
            BadRecord: when it cannot be read, or was cut or altered.
        """
        from torite.records import read

        return read(text)

    # how

    def _fresh(self) -> Any:
        state = self.game.state()
        state.options = self.options  # type: ignore[attr-defined]
        state.seats = self.seats
        self.game.rules.start(state)
        for name, value in self.given.items():
            _give(self.game, state, name, value, self.seats)
        return state

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise BadOptions("error.seat", seat=seat, most=self.seats - 1)
        return seat

    def _viewer(self, seat: int) -> int:
        return seat if type(seat) is int and seat == SPECTATOR else self._seat(seat)

    def _out(self, rule: Any) -> list[int]:
        out = [0] * self.seats
        rule(self._state, out)
        return out

    def _advance(self) -> None:
        while not self.manual and self.ask is not None and not self._pauses():
            self._settle()

    def _pauses(self) -> bool:
        """Tell whether chance waits here: between deals, before anything of the next is settled."""
        return self.pause and self.deal_over and bool(self._live) and not self.log[self._live[-1]].chance

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
        self._state = self._followed(self._state, entry)
        self._laid.clear()  # the same state, and no longer what was laid out
        self._live.append(len(self.log))
        self.log.append(dataclasses.replace(entry, number=len(self.log)))

    def _enter(self, entry: Entry, state: Any) -> None:
        notes = tuple(
            Note(self.game.notes.listed[line], seat, amount) for line, seat, amount in state.notes[: state.note_count]
        )
        if state is not self._state:
            self._before[entry.number] = self._state
        if self._kept is None:
            self._before.pop(entry.number - KEPT_STATES, None)
        self.log.append(dataclasses.replace(entry, notes=notes))
        self._live.append(entry.number)
        self._state = state
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

    def _action(self, state: Any, seat: int, number: int) -> Action:
        verb = self.game.verbs.verb(number)
        text = self.game.verbs.text(number)
        if not verb.of_pieces:
            return Action(text, number, verb.offer)
        after = state.trial()
        self.game.rules.act(after, seat, number)
        partial = bool(after.drafting[seat])
        open_end = partial and DONE in self._legal(after, seat).listed()
        return Action(f"{text} +" if open_end else text, number, verb.offer, partial)

    def _text(self, code: object) -> str:
        """Return a code that is text; anything else is written out, to be refused as one nobody understands."""
        return (
            code
            if isinstance(code, str)
            else str(code.code)
            if isinstance(code, Action)
            else f"({type(code).__name__})"
        )

    def _parse(self, seat: int, code: str) -> list[int]:
        try:
            numbers = self.game.verbs.parse(code)
        except ValueError as wrong:
            raise IllegalMove(
                "error.code_part" if str(wrong) else "error.code",
                seat=self.names[seat],
                tried=code.strip()[:60],
                part=str(wrong)[:40],
                open=self._open(seat),
                clause="",
            ) from None
        return [number for number in numbers if number != WAIT]

    def _open(self, seat: int) -> str:
        codes = [action.code for action in self.actions(seat)]
        return ", ".join(codes[:24]) + (" …" if len(codes) > 24 else "")

    def _take(self, seat: int, code: str) -> tuple[Any, list[int]]:
        """Try an action on a copy of the state; return the copy and all parts of the gesture."""
        if self.over:
            raise MatchOver("error.over")
        code = self._text(code)
        state, taken = self._to_change(seat), list(self._drafts.get(seat, ()))
        if not self._legal(state, seat).listed():
            acting = ", ".join(self.names[s] for s in self.actors)
            raise NotYourTurn("error.turn", seat=self.names[seat], actors=acting)
        stays_open = code.rstrip().endswith("+")
        state.note_count = 0
        for number in self._parse(seat, code.rstrip().removesuffix("+")):
            if taken and not state.drafting[seat]:
                raise self._refused(state, seat, code, number, "refusal.whole")
            taken.append(self._part(state, seat, number, code))
        if state.drafting[seat] and not stays_open and DONE in self._legal(state, seat).listed():
            taken.append(self._part(state, seat, DONE, code))
        return state, taken

    def _part(self, state: Any, seat: int, number: int, code: str) -> int:
        if number not in self._legal(state, seat):
            raise self._refused(state, seat, code, number)
        self.game.rules.act(state, seat, number)
        return number

    def _refused(self, state: Any, seat: int, code: str, number: int, key: str = "") -> IllegalMove:
        seen = view(self.game, state, seat)
        facts = explain.refusal(self.game, seen, seat, number, self._legal(seen, seat), key)
        return IllegalMove(
            "error.illegal",
            self.game.words,
            seat=self.names[seat],
            tried=code.strip()[:80],
            open=self._open(seat),
            **facts,
        )

    def _seen(self, entry: Entry, seat: int) -> Seen:
        if entry.chance:
            public = entry.outcome if entry.chance in self.game.chances.public else ()
            return Seen(entry.number, -1, entry.chance, entry.notes, public)
        shown = explain.shown(self.game.verbs, entry.actions, own=seat in (entry.seat, EVERYTHING))
        return Seen(entry.number, entry.seat, shown, entry.notes)

    def _steps(self, first: int) -> Iterator[tuple[Any, Entry, Any]]:
        """Run through the live entries from a number on, with the states before and after each."""
        wanted = [number for number in self._live if number >= first]
        if any(number not in self._before for number in wanted):
            self._before = {n: before for n, before in self._replayed(self._live) if n >= first}
        for number, following in zip(wanted, [*wanted[1:], None], strict=False):
            after = self._state if following is None else self._before[following]
            yield self._before[number], self.log[number], after

    def _replayed(self, numbers: Sequence[int]) -> Iterator[tuple[int, Any]]:
        """Run through entries from the start; yield each number with the state before it."""
        state = self._fresh()
        for number in numbers:
            yield number, state
            state = self._after(state, self.log[number])

    def _after(self, state: Any, entry: Entry) -> Any:
        return self._followed(state.copy(), entry)

    def _followed(self, state: Any, entry: Entry) -> Any:
        state.note_count = 0
        if entry.chance:
            self.game.rules.settle(state, list(entry.outcome))
        for action in entry.actions:
            self.game.rules.act(state, entry.seat, action)
        return state

    def _undoable(self, seat: int, free: bool) -> int:
        own = [n for n in self._live if self.log[n].seat == seat]
        if not own:
            return -1
        if free or (self._live[-1] == own[-1] and not self._learnt(seat, own[-1])):
            return own[-1]
        return -1

    def _learnt(self, seat: int, number: int) -> bool:
        """Tell whether the seat saw more after its entry than it could have told before.

        It did unless the entry leads to the same view from every world that its earlier view allowed; some are tried.
        """
        from torite.views.sampler import Sampler

        before = next(self._steps(number))[0]
        seen = view(self.game, before, seat)
        after = view(self.game, self._state, seat).to_words()[: self.game.layout.words]
        sampler = Sampler(self.game, seen, seat, number, compiled=False)
        for _ in range(WORLDS_TRIED):
            world = sampler.world()
            for action in self.log[number].actions:
                self.game.rules.act(world, seat, action)
            if view(self.game, world, seat).to_words()[: self.game.layout.words] != after:
                return True
        return False

    def revert(self, seat: int, target: int) -> None:
        """Take back everything from an entry on, as an entry of the seat, trusting that it may."""
        state = self._before.pop(target, None) or next(self._steps(target))[0]
        self._drafts.clear()
        self.log.append(Entry(len(self.log), seat, undo=target))
        del self._live[bisect_left(self._live, target) :]
        self._state = state


def _names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    given = [str(name) for name in names or ()]
    if len(given) > seats or any(not name.isprintable() or not 0 < len(name) <= 40 for name in given):
        raise BadOptions("error.names", most=seats)
    return tuple(given + [f"Seat {i}" for i in range(len(given), seats)])


def _added(words: Mapping[int, str] | None, seats: int) -> dict[int, str]:
    added = {seat: text for seat, text in sorted((words or {}).items()) if text}
    for seat in added:
        if type(seat) is not int or not 0 <= seat < seats:
            raise BadOptions("error.seat", seat=seat, most=seats - 1)
    if not all(isinstance(text, str) and text.isprintable() and len(text) <= MOST_ADDED for text in added.values()):
        raise BadOptions("error.added", most=MOST_ADDED)
    return added


def _give(game: Any, state: Any, name: str, value: Any, seats: int) -> None:
    field = game.layout.named.get(name)
    if (
        field is None
        or field.spec.see is not See.ALL
        or field.spec.holds != "number"
        or field.spec.beside
        or field.spec.constant
        or len(field.shape) > 1
    ):
        known = ", ".join(
            f.name
            for f in game.layout.fields
            if f.spec.see is See.ALL and f.spec.holds == "number" and not f.spec.beside and not f.spec.constant
        )
        raise BadOptions("error.given", name=name, known=known)
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    fits = len(values) <= seats if field.shape else not isinstance(value, (list, tuple))
    if not fits or not all(type(v) is int and abs(v) < 1 << 40 for v in values):
        raise BadOptions("error.given_value", name=name, value=str(value)[:60])
    if field.shape:
        getattr(state, name)[: len(values)] = values
    else:
        setattr(state, name, value)


def _differences(game: Any, number: int, before: Any, after: Any, seat: int) -> list[Event]:
    return explain.differences(game, number, view(game, before, seat), view(game, after, seat), Event)
