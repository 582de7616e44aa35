"""A match in progress, for people: checked actions, views, explanations and undo.

A match is its log. Everything a seat is shown comes from its view and its history.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any

from torite.match import explain
from torite.match.entries import Action, Deal, Entry, Event, Note, Result, Seen
from torite.match.play import Play
from torite.match.setup import read_names
from torite.worlds import EVERYTHING, SPECTATOR, glimpse, view

__all__ = ["Action", "Deal", "Entry", "Event", "Match", "Note", "Result", "Seen"]


class Match(Play):
    """A match of a game.

    Args:
        game: a game's or a variant's name in the catalogue.
        seats: number of seats; the variant's usual number if not given.
        options: options that differ from the variant's, by name.
        seed: makes the match repeatable.
        key: the 64-byte key of its chance; drawn from the operating system if neither it nor a seed is given.
        key_hash: the hash of a key that is not told: nothing can be drawn then, only settled.
        names: the players' names, by seat.
        entropy: what players added to the key after its hash was told, by seat.
        hands, stock, turned, rolls, dealer: what is arranged of the first deal.
        numbers: outcomes of chance that are numbers, by name (`dealer` is one of them). What everybody sees as such
            counts as agreed, not as arranged: who deals first, say, in the next match of an evening.
        places: pieces in other places, by field, and by owner where it has several, in their order:
            `{"kitty": "T1 C5 …", "closed": {1: "H7 …"}}`.
        initial: public fields of the state, by name, set before the first deal.
        arranged: whether its chance was arranged elsewhere, as its record says.
        daily: the day whose deal is played, as in `2026-11-22`: everywhere the same. For variants for one, by their
            own rules; nothing else of chance may be given.
        pause: whether chance waits for `go_on` between deals.
        manual: whether all chance waits for `go_on`, or for `settle` with an outcome from elsewhere.

    Raises:
        UnknownName: for an unknown game.
        BadOptions: for anything else that is not allowed.

    Example:
        >>> match = Match("agurk", seats=3, seed=7)
        >>> match.act(match.actors[0], str(match.actions(match.actors[0])[0]))
    """

    def rename(self, names: Sequence[str]) -> None:
        """Call the players otherwise, by seat; what was played stays as it is.

        Raises:
            BadOptions: for a name that is not fit to be shown.
        """
        self.names = read_names(names, self.seats)
        self._laid.clear()

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
        """The scoring lines of the deal that ended last."""
        last, before = [*islice(reversed(self._ends), 2), -1, -1][:2]
        first = bisect_right(self._live, before) if self._ends else 0
        entries = (self.log[number] for number in self._live[first : bisect_right(self._live, last)])
        return tuple(note for entry in entries for note in entry.notes if note.line.scoring)

    @property
    def last_scored(self) -> tuple[Note, ...]:
        """The scoring lines of the entry that scored last in the deal in progress."""
        for number in reversed(self._live):
            if number in self._ends:
                break
            lines = tuple(note for note in self.log[number].notes if note.line.scoring)
            if lines:
                return lines
        return ()

    @property
    def sheet(self) -> list[Deal]:
        """The score sheet: the deals that have ended, each with what it changed."""
        rows: list[Deal] = []
        start, played = self._first
        for scored, scores, notes in self._ends.values():
            changes = tuple(now - was for now, was in zip(scores, start, strict=True))
            rows.append(Deal(scored if scored > played else 0, scores, changes, notes))
            start, played = scores, scored
        return rows

    @cached_property
    def _first(self) -> tuple[tuple[int, ...], int]:
        """The scores, and the deals scored, before the first deal."""
        out, fresh = [0] * self.seats, self._fresh()
        self.game.rules.scores(fresh, out)
        return tuple(out), fresh.deals_played

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        if not self.over:
            return None
        state, scores = self._state, self.scores
        ranks = [(0, 0) if state.won[s] else (1, self.game.display.rank_key(state, s)) for s in range(self.seats)]
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
        if self._drafts.get(self._viewer(viewer)):
            return glimpse(self.game, self._drafted(viewer), viewer)
        public = self._once("", lambda: glimpse(self.game, self._state, SPECTATOR))
        return public if viewer == SPECTATOR else glimpse(self.game, self._state, viewer, public)

    def laid_out(self, language: str, lay: Callable[[Match, str], Any]) -> Any:
        """Return what everybody sees of this position in a language, laid out once."""
        return self._once(language, lambda: lay(self, language))

    def _once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what was made of this position under a name, made when it is first asked for."""
        state, made = self._laid.get(name, (None, None))
        if state is not self._state:
            made = make()
            self._laid[name] = (self._state, made)
        return made

    def forget_scenes(self) -> None:
        """Forget what was laid out of this position, which holds the match as the match holds it."""
        self._laid.clear()

    @cached_property
    def option_texts(self) -> dict[str, str]:
        """The options in force as texts, by name."""
        return self.options.texts()

    def cards(self, seat: int) -> list[str]:
        """List the codes of the pieces that a seat holds, in pack order."""
        return [self.game.pack.codes[kind] for kind in explain.held(self.game, self._state, self._seat(seat))]

    def history(self, seat: int, since: int = 0) -> list[Seen]:
        """List the entries from a number on as a seat saw them; what was undone is left out."""
        viewer = self._viewer(seat)
        return [self.seen(self.log[number], viewer) for number in self._live if number >= since]

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

    def again(self) -> Match:
        """Begin the same match once more, its chance waiting to be told."""
        return Match(
            self.variant.name,
            self.seats,
            self.options.texts(),
            seed=0,
            names=self.names,
            initial=self.initial,
            manual=True,
        )

    def at(self, step: int) -> Match:
        """Return another match that stands where this one stood after so many of the entries that stand.

        It is played on from the nearest state that is kept, so it costs little wherever it is.

        Args:
            step: how many entries; 0 for the start.
        """
        other, standing = self.again(), self.standing
        if self.over or self.open_to_all:
            other.open_hands()
        first = self._marked(step)
        other._begin_with(standing[:first], self._marks.at(self._live[first]).copy() if first else None)
        other._ends = {bisect_left(self._live, end): facts for end, facts in self._ends.items()}
        while other._ends and next(reversed(other._ends)) >= first:
            other._ends.popitem()
        for entry in standing[first:step]:
            other.follow(entry)
        return other

    def _viewer(self, seat: int) -> int:
        return seat if type(seat) is int and seat == SPECTATOR else self._seat(seat)

    def _out(self, rule: Any) -> list[int]:
        out = [0] * self.seats
        rule(self._state, out)
        return out

    def seen(self, entry: Entry, seat: int) -> Seen:
        """Return an entry as a seat, SPECTATOR or EVERYTHING saw it."""
        if entry.chance:
            public = entry.outcome if entry.chance in self.game.chances.public else ()
            return Seen(entry.number, -1, entry.chance, entry.notes, public)
        shown = explain.shown(self.game.verbs, entry.actions, own=seat in (entry.seat, EVERYTHING))
        return Seen(entry.number, entry.seat, shown, entry.notes, bot=entry.bot)


def _differences(game: Any, number: int, before: Any, after: Any, seat: int) -> list[Event]:
    return explain.differences(game, number, view(game, before, seat), view(game, after, seat), Event)
