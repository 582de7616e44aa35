"""Turns: who is asked next, and whether an answer to what was asked before still counts."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator

from torite.kit.action_sets import Actions
from torite.kit.actions import DONE, WAIT
from torite.kit.turn_order import decide
from torite.match.entries import Choice
from torite.match.gestures import Gestures
from torite.match.log import Log


class Turns:
    """Who is asked, in the order in which all programs ask.

    Args:
        log: the log of the match.
        gestures: what its seats may take.
    """

    def __init__(self, log: Log, gestures: Gestures) -> None:
        self._log, self._gestures = log, gestures
        self._game, self._seats = log.setup.game, log.setup.seats

    @property
    def awaits_chance(self) -> bool:
        """Whether chance waits for `go_on`: nobody is asked until then."""
        return self._log.ask is not None

    @property
    def must_act(self) -> tuple[int, ...]:
        """The seats that must act now, those that have more than offers to choose from first.

        It is for programs that ask the seats, and is told to nobody: who comes first depends on what each holds.
        """
        actors = self._log.actors
        if len(actors) < 2 or not any(self._game.verbs.offers):
            return actors
        return tuple(sorted(actors, key=lambda seat: all(one.offer for one in self._gestures.actions(seat))))

    def next(self, waited: Collection[int] = ()) -> Choice | None:
        """Return who is asked next, and for what; None where nobody is.

        Args:
            waited: the seats that let their offers pass since the last entry.
        """
        if not self._log.actors:
            return None
        may = Actions(self._game.verbs.words)
        mask = sum(1 << seat for seat in set(waited))
        seat = self._game.binding.interpreted(decide)(self._gestures.all_drafted(), mask, may)
        return Choice(seat, tuple(one for one in self._gestures.actions(seat) if one.number in may), WAIT in may)

    def asked(self) -> Iterator[Choice]:
        """Run through those who are asked as long as each lets its offers pass; last comes who must act."""
        waited: set[int] = set()
        while (choice := self.next(waited)) is not None:
            yield choice
            if not choice.offer:
                return
            waited.add(choice.seat)

    def is_offer(self, code: str) -> bool:
        """Tell whether a code is of a verb that may be taken out of turn."""
        try:
            return self._game.verbs.verb_of(code).offer
        except ValueError:
            return False

    def only_choices_since(self, number: int) -> bool:
        """Tell whether the log was as long as this, and since then seats have acted and chance has settled nothing."""
        log = self._log
        return 0 <= number <= len(log) and not any(entry.chance or entry.undo >= 0 for entry in log[number:])

    def was_open(self, number: int, seat: int, code: str) -> bool:
        """Tell whether an action, or the first part of one, was possible when the log was as long as this."""
        before = next(self._log.steps(number), None)
        try:
            parts = self._game.verbs.parse(code.removesuffix("+"))
        except ValueError:
            return False
        return before is not None and bool(parts) and parts[0] in self._gestures.legal(before[0], seat)

    def led_to(self, entry: int, number: int, code: str | None) -> bool:
        """Tell whether an action, or taking back (None), that answered the log at a length can have led to an entry.

        Since then others may have been first; what was no longer asked led to nothing. Parts of a gesture come in any
        order, and several words that were said at once are entries of their own.
        """
        log = self._log
        if not 0 <= number <= entry < len(log):
            return False
        done, before = log[entry], log[number:entry]
        if code is None or done.undo >= 0:
            return code is None and done.undo >= 0 and number == entry
        if any(one.chance or one.undo >= 0 for one in before):
            return False
        if not self.is_offer(code) and any(one.seat == done.seat for one in before):
            return False
        try:
            asked = sorted(self._game.verbs.parse(code))
        except ValueError:
            return False
        taken: list[int] = []
        for one in itertools.takewhile(lambda one: one.seat == done.seat and one.undo < 0, log[entry:]):
            taken += [action for action in one.actions if action != DONE]
            if len(taken) >= len(asked):
                break
        return sorted(taken) == asked

    def still_valid(self, number: int, seat: int, code: str) -> bool:
        """Tell whether an action that answers the log as it was at a length may be tried now.

        What may be taken at any time may be, in the same deal. So may what was asked of several seats at once, when
        only others of them have answered and the rest are asked still: they may come in any order.
        """
        if not self.only_choices_since(number):
            return False
        answers = self._log[number:]
        if not answers or self.is_offer(code):
            return True
        if len(answers) >= self._seats:
            return False
        actors = self._log.actors
        offered = any(self._game.verbs.verb(action).offer for entry in answers for action in entry.actions)
        if offered or seat not in actors:
            return False
        asked = self._game.rules.actors(next(self._log.steps(number))[0])
        left = {one for one in range(self._seats) if asked >> one & 1} - {entry.seat for entry in answers}
        return left == set(actors) and self.was_open(number, seat, code)
