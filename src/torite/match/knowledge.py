"""What is known at the table: views, histories, events, and what is laid out of a position for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torite.match import explain
from torite.match.entries import Entry, Event, Seen
from torite.match.gestures import Gestures
from torite.match.log import Log
from torite.worlds import EVERYTHING, SPECTATOR, glimpse, view

WORLDS_TRIED = 4


class Knowledge:
    """What seats and spectators know of a match.

    Args:
        log: its log.
        gestures: what its seats have begun.
    """

    def __init__(self, log: Log, gestures: Gestures) -> None:
        self._log, self._gestures = log, gestures
        self._game = log.setup.game
        self._open = False
        self._made: dict[str, tuple[int, Any]] = {}  # what was made of a position, and how long the log was there

    @property
    def public(self) -> Any:
        """What a spectator sees: a state with what is not public blanked."""
        return view(self._game, self._log.state, SPECTATOR)

    def view(self, seat: int) -> Any:
        """Return what a seat knows, its own draft included: a state with the rest blanked."""
        return view(self._game, self._gestures.drafted(self._log.setup.checked(seat)), seat)

    def glimpse(self, viewer: int) -> Any:
        """Return a viewer's view to be read only; EVERYTHING may look where all is open."""
        state = self._log.state
        if viewer == SPECTATOR:
            return self._once("", lambda: glimpse(self._game, state, SPECTATOR))
        if viewer == EVERYTHING and self.is_open:
            return glimpse(self._game, state, viewer)
        if self._gestures.begun(self._viewer(viewer)):
            return glimpse(self._game, self._gestures.drafted(viewer), viewer)
        return glimpse(self._game, state, viewer, self.glimpse(SPECTATOR))

    @property
    def is_open(self) -> bool:
        """Whether everybody may look at everything: the match is over, or its hands were opened."""
        return self._log.over or self._open

    def open_hands(self) -> None:
        """Let everybody look at everything, as in a match that is over."""
        self._open = True

    def laid_out(self, language: str, lay: Callable[[], Any]) -> Any:
        """Return what everybody sees of this position in a language, laid out once."""
        return self._once(language, lay)

    def forget_scenes(self) -> None:
        """Forget what was laid out of this position, which holds the match as the match holds it."""
        self._made.clear()

    def _once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what was made of this position under a name, made when it is first asked for."""
        length, made = self._made.get(name, (-1, None))
        if length != len(self._log):
            made = make()
            self._made[name] = (len(self._log), made)
        return made

    def cards(self, seat: int) -> list[str]:
        """List the codes of the pieces that a seat holds, in pack order."""
        seat = self._log.setup.checked(seat)
        return [self._game.pack.codes[kind] for kind in explain.held(self._game, self._log.state, seat)]

    def history(self, seat: int, since: int = 0) -> list[Seen]:
        """List the entries from a number on as a seat saw them; what was undone is left out."""
        viewer = self._viewer(seat)
        return [self.seen(entry, viewer) for entry in self._log.since(since)]

    def events(self, seat: int, since: int | None = None) -> list[Event]:
        """List what a seat could notice.

        Args:
            seat: the viewer, or SPECTATOR.
            since: the number of the first entry that counts; the last entry's if not given.
        """
        viewer, game = self._viewer(seat), self._game
        found: list[Event] = []
        for before, entry, after in self._log.steps(len(self._log) - 1 if since is None else since):
            views = view(game, before, viewer), view(game, after, viewer)
            found += explain.differences(game, entry.number, *views, Event)
        return found

    def seen(self, entry: Entry, seat: int) -> Seen:
        """Return an entry as a seat, SPECTATOR or EVERYTHING saw it."""
        if entry.chance:
            public = entry.outcome if entry.chance in self._game.chances.public else ()
            return Seen(entry.number, -1, entry.chance, entry.notes, public)
        shown = explain.shown(self._game.verbs, entry.actions, own=seat in (entry.seat, EVERYTHING))
        return Seen(entry.number, entry.seat, shown, entry.notes, bot=entry.bot)

    def learnt_since(self, seat: int, number: int) -> bool:
        """Tell whether a seat saw more after its entry than it could have told before.

        It did unless the entry leads to the same view from every world that its earlier view allowed; some are tried.
        """
        from torite.worlds.sampler import Sampler

        game = self._game
        seen = view(game, next(self._log.steps(number))[0], seat)
        after = view(game, self._log.state, seat).to_words()[: game.layout.words]
        sampler = Sampler(game, seen, seat, number, compiled=False)
        for _ in range(WORLDS_TRIED):
            world = sampler.world()
            for action in self._log[number].actions:
                game.rules.act(world, seat, action)
            if view(game, world, seat).to_words()[: game.layout.words] != after:
                return True
        return False

    def _viewer(self, seat: int) -> int:
        return seat if type(seat) is int and seat == SPECTATOR else self._log.setup.checked(seat)
