"""Playing: what may be taken, what is refused and why, gestures part by part, and taking back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from torite.errors import IllegalMove, MatchOver, NotYourTurn
from torite.kit.action_sets import Actions
from torite.kit.actions import DONE, WAIT
from torite.kit.turn_order import decide
from torite.match import explain
from torite.match.entries import Action, Choice, Entry
from torite.match.log import Log
from torite.match.naming import naming
from torite.words import Words
from torite.worlds import view

WORLDS_TRIED = 4
INCOMPLETE = "error.incomplete"  #: the sentence that refuses a part alone


class Play(Log):
    """A match as those who play see it: actions checked, refused and taken back."""

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must act now, in the order in which they are asked."""
        if self.over or self.awaits_chance:
            return ()
        mask, first = self.game.rules.actors(self._state), max(0, self._state.turn)
        return tuple(s for s in ((first + i) % self.seats for i in range(self.seats)) if mask >> s & 1)

    @property
    def must_act(self) -> tuple[int, ...]:
        """The seats that must act now, those that have more than offers to choose from first."""
        if len(self.actors) < 2 or not any(self.game.verbs.offers):
            return self.actors
        return tuple(sorted(self.actors, key=lambda seat: all(action.offer for action in self.actions(seat))))

    def actions(self, seat: int) -> tuple[Action, ...]:
        """List what a seat may take now, duties and offers; in a draft, what may be added to it."""
        if self.over or self.awaits_chance:
            return ()
        state = self._drafted(seat, trial=True) if self._drafts.get(self._seat(seat)) else self._state
        return tuple(self._action(state, seat, number) for number in self._legal(state, seat).listed())

    def next_choice(self, waited: Collection[int] = ()) -> Choice | None:
        """Return who is asked next, and for what, in the order in which all programs ask; None where nobody is.

        Args:
            waited: the seats that let their offers pass since the last entry.
        """
        if not self.actors:
            return None
        may = Actions(self.game.verbs.words)
        mask = sum(1 << seat for seat in set(waited))
        state = self._drafted(*self._drafts, trial=True) if self._drafts else self._state
        seat = self.game.binding.interpreted(decide)(state, mask, may)
        return Choice(seat, tuple(one for one in self.actions(seat) if one.number in may), WAIT in may)

    def asked(self) -> Iterator[Choice]:
        """Run through those who are asked as long as each lets its offers pass; last comes who must act."""
        waited: set[int] = set()
        while (choice := self.next_choice(waited)) is not None:
            yield choice
            if not choice.offer:
                return
            waited.add(choice.seat)

    def is_offer(self, code: str) -> bool:
        """Tell whether a code is of a verb that may be taken out of turn."""
        try:
            return self.game.verbs.verb_of(code).offer
        except ValueError:
            return False

    def only_choices_since(self, number: int) -> bool:
        """Tell whether the log was as long as this, and since then seats have acted and chance has settled nothing."""
        return 0 <= number <= len(self.log) and not any(entry.chance or entry.undo >= 0 for entry in self.log[number:])

    def was_open(self, number: int, seat: int, code: str) -> bool:
        """Tell whether an action, or the first part of one, was possible when the log was as long as this."""
        before = next(self._steps(number), None)
        try:
            parts = self.game.verbs.parse(code.removesuffix("+"))
        except ValueError:
            return False
        return before is not None and bool(parts) and parts[0] in self._legal(before[0], seat)

    def still_valid(self, number: int, seat: int, code: str) -> bool:
        """Tell whether an action that answers the log as it was at a length may be tried now.

        What may be taken at any time may be, in the same deal. So may what was asked of several seats at once, when
        only others of them have answered and the rest are asked still: they may come in any order.
        """
        if not self.only_choices_since(number):
            return False
        answers = self.log[number:]
        if not answers or self.is_offer(code):
            return True
        if len(answers) >= self.seats:
            return False
        offered = any(self.game.verbs.verb(action).offer for entry in answers for action in entry.actions)
        if offered or seat not in self.actors:
            return False
        asked = self.game.rules.actors(next(self._steps(number))[0])
        left = {one for one in range(self.seats) if asked >> one & 1} - {entry.seat for entry in answers}
        return left == set(self.actors) and self.was_open(number, seat, code)

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
        text = self._text(code)
        if whole and text.rstrip().endswith("+"):
            raise IllegalMove(INCOMPLETE, clause="")
        steps = self._take(self._seat(seat), text)
        if whole and any(state.drafting[seat] for state, _ in steps):
            raise IllegalMove(INCOMPLETE, clause="")
        for state, actions in steps:
            if state.drafting[seat]:
                self._drafts[seat] = actions
                return
            self._drafts.pop(seat, None)
            self._enter(Entry(len(self.log), seat, tuple(actions), bot=bot), state)
        self._advance()

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

    def _action(self, state: Any, seat: int, number: int) -> Action:
        verb = self.game.verbs.verb(number)
        text = self.game.verbs.text(number)
        if not (verb.of_pieces and verb.gesture(self.options)):
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

    def _take(self, seat: int, code: str) -> list[tuple[Any, list[int]]]:
        """Try an action on a copy of the state; return the copy and all parts of the gesture.

        Words said at once (`flash twin four`) are actions of their own, each with its copy.
        """
        if self.over:
            raise MatchOver("error.over")
        code = self._text(code)
        state, taken = self._to_change(seat), list(self._drafts.get(seat, ()))
        may = self._legal(state, seat)
        if not any(may):
            for number in self._struck(may, code):
                raise self._refused(state, seat, code, number)
            acting = ", ".join(self.names[s] for s in self.actors)
            raise NotYourTurn("error.turn", seat=self.names[seat], actors=acting)
        stays_open = code.rstrip().endswith("+")
        state.note_count = 0
        first: Actions | None = may
        steps = []
        for number in self._parse(seat, code.rstrip().removesuffix("+")):
            if taken and not state.drafting[seat]:
                if self.game.verbs.verb(number).takes_more:
                    raise self._refused(state, seat, code, number, "refusal.whole")
                steps.append((state, taken))
                state, taken = state.copy(), []
                state.note_count = 0
            taken.append(self._part(state, seat, number, code, first))
            first = None
        if state.drafting[seat] and not stays_open and DONE in self._legal(state, seat).listed():
            taken.append(self._part(state, seat, DONE, code))
        return [*steps, (state, taken)]

    def _struck(self, may: Actions, code: str) -> list[int]:
        """List the parts of a code that a rule forbids, where nothing at all is allowed."""
        try:
            numbers = self.game.verbs.parse(code)
        except ValueError:
            return []
        return [number for number in numbers if may.refusal(number) >= 0]

    def _part(self, state: Any, seat: int, number: int, code: str, may: Actions | None = None) -> int:
        if number not in (may or self._legal(state, seat)):
            raise self._refused(state, seat, code, number)
        self.game.rules.act(state, seat, number)
        return number

    def _refused(self, state: Any, seat: int, code: str, number: int, key: str = "") -> IllegalMove:
        seen = view(self.game, state, seat)
        facts = explain.refusal(self.game, seen, seat, number, self._legal(seen, seat), key)
        open_now = self._open(seat)
        return IllegalMove(
            "error.illegal" if open_now else "error.illegal_yet",
            self._spoken,
            seat=self.names[seat],
            tried=code.strip()[:80],
            open=open_now,
            **facts,
        )

    def _spoken(self, language: str) -> Words:
        """Open the game's words, with the names of those who play."""
        return naming(self.game, self.names, self.game.words(language))

    def _undoable(self, seat: int, free: bool) -> int:
        own = [n for n in self._live if self.log[n].seat == seat]
        if not own or (not free and self.game.verbs.verb(self.log[own[-1]].actions[0]).final):
            return -1
        if free or (self._live[-1] == own[-1] and not self._learnt(seat, own[-1])):
            return own[-1]
        return -1

    def _learnt(self, seat: int, number: int) -> bool:
        """Tell whether the seat saw more after its entry than it could have told before.

        It did unless the entry leads to the same view from every world that its earlier view allowed; some are tried.
        """
        from torite.worlds.sampler import Sampler

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
