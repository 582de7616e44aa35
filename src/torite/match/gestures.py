"""Gestures: what a seat may take, what is refused and why, and actions of several parts taken part by part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torite.errors import IllegalMove, MatchOver, NotYourTurn
from torite.kit.action_sets import Actions
from torite.kit.actions import DONE, WAIT
from torite.match import explain
from torite.match.entries import Action, Entry
from torite.match.log import Log
from torite.match.naming import naming
from torite.words import Words
from torite.worlds import view

INCOMPLETE = "error.incomplete"  #: the sentence that refuses a part alone


class Gestures:
    """What the seats of a match may take, and the gestures that they have begun.

    Args:
        log: the log of the match, into which complete gestures are entered.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._game, self._rules = log.setup.game, log.setup.game.rules
        self._drafts: dict[int, list[int]] = {}

    def actions(self, seat: int) -> tuple[Action, ...]:
        """List what a seat may take now, duties and offers; in a draft, what may be added to it."""
        if self._log.halted:
            return ()
        state = self.drafted(seat, trial=True) if self._drafts.get(self._checked(seat)) else self._log.state
        return tuple(self._action(state, seat, number) for number in self.legal(state, seat).listed())

    def legal(self, state: Any, seat: int) -> Actions:
        """Return what the rules let a seat take in a state."""
        may = Actions(self._game.verbs.words)
        self._rules.legal(state, seat, may)
        return may

    def begun(self, seat: int) -> tuple[int, ...]:
        """Return the parts of the gesture that a seat has begun; none where it has begun no gesture."""
        return tuple(self._drafts.get(seat, ()))

    def drafted(self, *seats: int, trial: bool = False) -> Any:
        """Return a copy of the true state in which seats have taken the parts that they have begun.

        Args:
            seats: these seats.
            trial: whether the copy is to try something out on.
        """
        state = self._log.state.trial() if trial else self._log.state.copy()
        return self._with_parts(state, *seats)

    def all_drafted(self) -> Any:
        """Return the true state, or a trial of it in which all have taken the parts that they have begun."""
        return self.drafted(*self._drafts, trial=True) if self._drafts else self._log.state

    def _with_parts(self, state: Any, *seats: int) -> Any:
        for seat in seats:
            for number in self._drafts.get(seat, ()):
                self._rules.act(state, seat, number)
        return state

    def refusal(self, seat: int, code: str) -> IllegalMove | None:
        """Return why an action is not allowed, with its facts; None if it is."""
        try:
            self._take(self._checked(seat), code)
        except IllegalMove as refusal:
            return refusal
        return None

    def draft(self, seat: int, parts: Sequence[str] = ()) -> dict[str, Any]:
        """Tell what may be added to some parts of a gesture, and whether it is complete.

        Returns:
            `parts`, the codes taken together; `may`, the codes of further parts; `complete`, whether `done`
            may be said or has come of itself.

        Raises:
            MatchOver, NotYourTurn, IllegalMove: when the parts do not go together, or nothing may be taken.
        """
        state, taken = self.drafted(self._checked(seat)), list(self._drafts.get(seat, ()))
        if parts:
            self._legal_now(state, seat, self._text(parts[0]))
        for part in map(self._text, parts):
            for number in self._parse(seat, part.removesuffix("+")):
                if taken and not state.drafting[seat]:
                    raise self._refused(state, seat, part, number, "refusal.whole")
                taken.append(self._part(state, seat, number, part))
        whole = not state.drafting[seat] and bool(taken)
        may = [] if whole else self.legal(state, seat).listed()
        return {
            "parts": self._game.verbs.gesture_text(taken) if taken else "",
            "may": [self._game.verbs.text(number) for number in may if number != DONE],
            "complete": whole or DONE in may,
        }

    def take(self, seat: int, code: str | Action, bot: bool = False, whole: bool = False) -> bool:
        """Take an action, or a part of one; an error changes nothing. See `Match.act`.

        Returns:
            Whether the gesture is complete.
        """
        text = self._text(code)
        if whole and text.rstrip().endswith("+"):
            raise IllegalMove(INCOMPLETE, clause="")
        steps = self._take(self._checked(seat), text)
        if whole and any(state.drafting[seat] for state, _ in steps):
            raise IllegalMove(INCOMPLETE, clause="")
        for state, actions in steps:
            if state.drafting[seat]:
                self._drafts[seat] = actions
                return False
            self._drafts.pop(seat, None)
            self._log.enter(Entry(len(self._log), seat, tuple(actions), bot=bot), state)
            self._drop_stale()
        return True

    def settle(self, name: str, outcome: Sequence[int]) -> None:
        """Enter an outcome of what chance is asked for, trusting that it is one."""
        self._log.settle(name, outcome)
        self._drop_stale()

    def _drop_stale(self) -> None:
        """Drop the drafts that are none any more after somebody else's entry."""
        if self._drafts:
            self._drafts = {seat: parts for seat, parts in self._drafts.items() if self._still_legal(seat, parts)}

    def _still_legal(self, seat: int, parts: list[int]) -> bool:
        state = self._log.state.trial()
        for part in parts:
            if part not in self.legal(state, seat):
                return False
            self._rules.act(state, seat, part)
        return bool(state.drafting[seat])

    def drop(self, seat: int) -> bool:
        """Take back the parts that a seat has begun; tell whether there were any."""
        return bool(self._drafts.pop(self._checked(seat), None))

    def drafts(self) -> dict[int, list[int]]:
        """Return a copy of what seats have begun."""
        return {seat: parts.copy() for seat, parts in self._drafts.items()}

    def draft_again(self, drafts: dict[int, list[int]]) -> None:
        """Have begun again what seats had begun, trusting that they may."""
        self._drafts = drafts

    def revert(self, seat: int, target: int) -> None:
        """Take back everything from an entry on, drafts too, as an entry of the seat, trusting that it may."""
        self._drafts.clear()
        self._log.revert(seat, target)

    def _action(self, state: Any, seat: int, number: int) -> Action:
        verb = self._game.verbs.verb(number)
        text = self._game.verbs.text(number)
        if not (verb.of_pieces and verb.gesture(self._log.setup.options)):
            return Action(text, number, verb.offer)
        after = state.trial()
        self._rules.act(after, seat, number)
        partial = bool(after.drafting[seat])
        open_end = partial and DONE in self.legal(after, seat).listed()
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
            numbers = self._game.verbs.parse(code)
        except ValueError as wrong:
            raise IllegalMove(
                "error.code_part" if str(wrong) else "error.code",
                seat=self._log.setup.names[seat],
                tried=code.strip()[:60],
                part=str(wrong)[:40],
                open=self._open(seat),
                clause="",
            ) from None
        return [number for number in numbers if number != WAIT]

    def _open(self, seat: int) -> str:
        codes = [action.code for action in self.actions(seat)]
        return ", ".join(codes[:24]) + (" …" if len(codes) > 24 else "")

    def _legal_now(self, state: Any, seat: int, code: str) -> Actions:
        """Return what a seat that tries something may take.

        Raises:
            MatchOver, NotYourTurn, IllegalMove: where that is nothing.
        """
        if self._log.over:
            raise MatchOver("error.over")
        may = self.legal(state, seat)
        if not any(may):
            for number in self._struck(may, code):
                raise self._refused(state, seat, code, number)
            name, acting = self._log.setup.names[seat], ", ".join(self._log.setup.names[s] for s in self._log.actors)
            if not acting:
                raise NotYourTurn("error.turn_of_chance", seat=name)
            raise NotYourTurn("error.turn", seat=name, actors=acting)
        return may

    def _take(self, seat: int, code: str) -> list[tuple[Any, list[int]]]:
        """Try an action on a copy of the state; return the copy and all parts of the gesture.

        Words said at once (`flash twin four`) are actions of their own, each with its copy.
        """
        code = self._text(code)
        state = self._with_parts(self._log.to_change(), seat)
        taken = list(self._drafts.get(seat, ()))
        may = self._legal_now(state, seat, code)
        stays_open = code.rstrip().endswith("+")
        state.note_count = 0
        first: Actions | None = may
        steps = []
        for number in self._parse(seat, code.rstrip().removesuffix("+")):
            if taken and not state.drafting[seat]:
                if self._game.verbs.verb(number).takes_more:
                    raise self._refused(state, seat, code, number, "refusal.whole")
                steps.append((state, taken))
                state, taken = state.copy(), []
                state.note_count = 0
            taken.append(self._part(state, seat, number, code, first))
            first = None
        if state.drafting[seat] and not stays_open and DONE in self.legal(state, seat).listed():
            taken.append(self._part(state, seat, DONE, code))
        return [*steps, (state, taken)]

    def _struck(self, may: Actions, code: str) -> list[int]:
        """List the parts of a code that a rule forbids, where nothing at all is allowed."""
        try:
            numbers = self._game.verbs.parse(code)
        except ValueError:
            return []
        return [number for number in numbers if may.refusal(number) >= 0]

    def _part(self, state: Any, seat: int, number: int, code: str, may: Actions | None = None) -> int:
        if number not in (may or self.legal(state, seat)):
            raise self._refused(state, seat, code, number)
        self._rules.act(state, seat, number)
        return number

    def _refused(self, state: Any, seat: int, code: str, number: int, key: str = "") -> IllegalMove:
        seen = view(self._game, state, seat)
        facts = explain.refusal(self._game, seen, seat, number, self.legal(seen, seat), key)
        open_now = self._open(seat)
        return IllegalMove(
            "error.illegal" if open_now else "error.illegal_yet",
            self._spoken,
            seat=self._log.setup.names[seat],
            tried=code.strip()[:80],
            open=open_now,
            **facts,
        )

    def _spoken(self, language: str) -> Words:
        """Open the game's words, with the names of those who play."""
        return naming(self._game, self._log.setup.names, self._game.words(language))

    def _checked(self, seat: int) -> int:
        return self._log.setup.checked(seat)
