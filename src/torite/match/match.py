"""A match in progress, for people: checked actions, views, explanations and undo.

A match is its log. Everything a seat is shown comes from its view and its history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torite.errors import BadOptions, IllegalMove
from torite.kit.game import Game, Variant
from torite.kit.options import Options
from torite.match import setup
from torite.match.arrange import Arrangement
from torite.match.chance import Chance
from torite.match.entries import Action, Result, Seen
from torite.match.gestures import Gestures
from torite.match.knowledge import Knowledge
from torite.match.log import Log
from torite.match.score_sheet import ScoreSheet
from torite.match.turns import Turns


class Match:
    """A match of a game.

    What most programs need stands here; the rest is asked of its parts: `log`, `chance`, `gestures`, `turns`,
    `knowledge` and `score_sheet`.

    Args:
        game: a game's or a variant's name in the catalogue.
        seats: number of seats; the variant's usual number if not given.
        options: options that differ from the variant's, by name.
        seed: makes the match repeatable.
        key: the 64-byte key of its chance; drawn from the operating system if neither it nor a seed is given.
        key_hash: the hash of a key that is not told: nothing can be drawn then, only settled.
        names: the players' names, by seat.
        entropy: what players added to the key after its hash was told, by seat.
        arranged: what is arranged of the first deal.
        initial: public fields of the state, by name, set before the first deal.
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
        arranged: Arrangement | None = None,
        initial: Mapping[str, Any] | None = None,
        daily: str | None = None,
        pause: bool = False,
        manual: bool = False,
    ) -> None:
        setup.check_kinds(seats=seats, options=options, seed=seed, key=key, key_hash=key_hash, names=names,
                          entropy=entropy, arranged=arranged, initial=initial)  # fmt: skip
        made, wanted = setup.read(game, seats, options, names, initial, arranged)
        self._chance = Chance(
            made,
            wanted,
            seed=seed,
            key=key,
            key_hash=key_hash,
            entropy=entropy,
            daily=daily,
            pause=pause,
            manual=manual,
        )
        self._log = Log(made)
        self._gestures = Gestures(self._log)
        self._turns = Turns(self._log, self._gestures)
        self._knowledge = Knowledge(self._log, self._gestures)
        self._score_sheet = ScoreSheet(self._log)
        self._advance()

    @property
    def game(self) -> Game:
        """The game."""
        return self._log.setup.game

    @property
    def variant(self) -> Variant:
        """Its variant."""
        return self._log.setup.variant

    @property
    def seats(self) -> int:
        """How many play."""
        return self._log.setup.seats

    @property
    def options(self) -> Options:
        """The options in force."""
        return self._log.setup.options

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self._log.setup.names

    @property
    def log(self) -> Log:
        """All entries, and the true state."""
        return self._log

    @property
    def chance(self) -> Chance:
        """Its key, and what was agreed or arranged."""
        return self._chance

    @property
    def gestures(self) -> Gestures:
        """What seats may take, and what they have begun."""
        return self._gestures

    @property
    def turns(self) -> Turns:
        """Who is asked next, and whether an answer still counts."""
        return self._turns

    @property
    def knowledge(self) -> Knowledge:
        """What seats and spectators know."""
        return self._knowledge

    @property
    def score_sheet(self) -> ScoreSheet:
        """What the match has come to."""
        return self._score_sheet

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._log.over

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must act now, in the order in which they are asked."""
        return self._log.actors

    def actions(self, seat: int) -> tuple[Action, ...]:
        """List what a seat may take now, duties and offers; in a draft, what may be added to it."""
        return self._gestures.actions(seat)

    def why(self, seat: int, code: str, language: str = "en") -> tuple[str, str] | None:
        """Explain why an action is not allowed: a sentence and its clause; None if it is."""
        refusal = self._gestures.refusal(seat, code)
        return None if refusal is None else (refusal.say(language), refusal.facts["clause"])

    def act(self, seat: int, code: str | Action, bot: bool = False, whole: bool = False) -> None:
        """Take an action, or a part of one; an error changes nothing.

        Args:
            seat: who acts.
            code: the action.
            bot: whether a bot takes it for the person whose seat it is; the record then says so.
            whole: whether a part alone is refused: the gesture is to be complete.

        Raises:
            MatchOver, NotYourTurn, IllegalMove: with what was tried, why not, and what is open.
        """
        if self._gestures.take(seat, code, bot, whole):
            self._advance()

    def may_undo(self, seat: int, free: bool = False) -> bool:
        """Tell whether `undo` would take something back."""
        return bool(self._gestures.begun(self._log.setup.checked(seat))) or self._undoable(seat, free) >= 0

    def undo(self, seat: int, free: bool = False) -> None:
        """Take back a seat's last gesture, or the parts of its draft.

        Args:
            seat: who takes back.
            free: alone or in a lesson: also what others did and learnt since; chance comes out the same again.

        Raises:
            IllegalMove: when somebody has learnt something since (at the end of the match whatever chance held), or
                there is nothing to take back.
        """
        if self._gestures.drop(seat):
            return
        target = self._undoable(seat, free)
        if target < 0:
            raise IllegalMove("error.undo", seat=self.names[seat], clause="")
        self._gestures.revert(seat, target)

    def _undoable(self, seat: int, free: bool) -> int:
        """Return the number of the entry that a seat may take back; -1 for none."""
        own = next((entry for entry in self._log.backwards() if entry.seat == seat), None)
        if own is None or (not free and self.game.verbs.verb(own.actions[0]).final):
            return -1
        last = next(self._log.backwards())
        if free or (last is own and not self.over and not self._knowledge.learnt_since(seat, own.number)):
            return own.number
        return -1

    def go_on(self) -> None:
        """Let chance settle what it waits with, and all up to the next choice."""
        self._draw()
        self._advance()

    def _advance(self) -> None:
        while not self._chance.waits(self._log) and self._draw():
            pass

    def _draw(self) -> bool:
        """Let chance settle what it is asked for; tell whether it was asked for something."""
        ask = self._log.ask
        if ask is None:
            return False
        self._gestures.settle(ask.name, self._chance.draw(self._log))
        return True

    def view(self, seat: int) -> Any:
        """Return what a seat knows, its own draft included: a state with the rest blanked."""
        return self._knowledge.view(seat)

    @property
    def public(self) -> Any:
        """What a spectator sees: a state with what is not public blanked."""
        return self._knowledge.public

    def cards(self, seat: int) -> list[str]:
        """List the codes of the pieces that a seat holds, in pack order."""
        return self._knowledge.cards(seat)

    def history(self, seat: int, since: int = 0) -> list[Seen]:
        """List the entries from a number on as a seat saw them; what was undone is left out."""
        return self._knowledge.history(seat, since)

    @property
    def scores(self) -> list[int]:
        """The running scores as the table writes them."""
        return self._score_sheet.scores

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        return self._score_sheet.result

    def rename(self, names: Sequence[str]) -> None:
        """Call the players otherwise, by seat; what was played stays as it is.

        Raises:
            BadOptions: for a name that is not fit to be shown.
        """
        self._log.rename(names)
        self._knowledge.forget_scenes()

    def at(self, step: int) -> Match:
        """Return another match that stands where this one stood after so many of the entries that stand.

        It is played on from the nearest state that is kept, so it costs little wherever it is. Its chance waits to be
        told.

        Args:
            step: how many entries; 0 for the start, more than there are for all.

        Raises:
            BadOptions: for what is no such number.
        """
        if isinstance(step, bool) or not isinstance(step, int) or step < 0:
            raise BadOptions("error.step", step=step)
        other = Match(
            self.variant.name,
            self.seats,
            self.options.texts(),
            seed=0,
            names=self.names,
            initial=self._log.setup.initial,
            manual=True,
        )
        if self._knowledge.is_open:
            other._knowledge.open_hands()
        other._log.begin_as(self._log, step)
        return other
