"""A queue in which nobody waits longer because somebody else asks much.

Questions are of kinds, some of which come before others. Within a kind everybody has as many turns: a question's turn
is the one in progress as it is asked, or the one after its person's last; so the first of somebody else comes before
the second of whoever asks much (start-time fair queueing). How many may wait is bounded for each person and kind. One
lane is always kept for the first kind, where there are several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar


class Kind(NamedTuple):
    """A kind of questions.

    Attributes:
        name: what it is called in figures and limits.
        hurries: whether one goes before all others now and then, while none of the kind is being answered: every second
            question may. Else they wait until nothing of a kind before theirs does.
        at_once: how many of one person may be answered at a time; None for any number.
    """

    name: str
    hurries: bool = False
    at_once: int | None = 1


class QueuedQuestion(Protocol):
    """What a queue must know of a question: its kind, by name, and who asks."""

    kind: str
    person: int


Q = TypeVar("Q", bound=QueuedQuestion)


class WaitingQuestion(NamedTuple, Generic[Q]):
    """A question that waits: for which turn, and as which of all."""

    turn: int
    number: int
    question: Q


class FairQueue(Generic[Q]):
    """Questions that wait.

    Args:
        kinds: what may be asked, in the order in which it is answered.
        most: how many of each kind may wait for one person.
    """

    def __init__(self, kinds: Sequence[Kind], most: Mapping[str, int]) -> None:
        self._kinds = kinds
        self._most = most
        self._waiting: dict[str, list[WaitingQuestion[Q]]] = {kind.name: [] for kind in kinds}
        self._turn = dict.fromkeys(self._waiting, 0)  # in progress
        self._after: dict[str, dict[int, int]] = {kind.name: {} for kind in kinds}  # the turn after somebody's last
        self._put = 0
        self._last = ""  # the kind that was taken last

    def put(self, question: Q) -> bool:
        """Add a question, unless too many of its kind wait for the same person; tell whether it was added."""
        kind, person = question.kind, question.person
        if sum(one.question.person == person for one in self._waiting[kind]) >= self._most[kind]:
            return False
        self._put += 1
        self._waiting[kind].append(WaitingQuestion(self._next(kind, person), self._put, question))
        return True

    def _next(self, kind: str, person: int) -> int:
        """Return the turn for which a person's next question waits."""
        own = [one.turn + 1 for one in self._waiting[kind] if one.question.person == person]
        return max(self._turn[kind], self._after[kind].get(person, 0), *own)

    def drop(self, question: Q) -> bool:
        """Forget a question that is not needed any more; tell whether it still waited."""
        waiting = self._waiting[question.kind]
        left = [one for one in waiting if one.question is not question]
        self._waiting[question.kind] = left
        return len(left) < len(waiting)

    def take(self, running: Collection[Q], lanes: int, fits: Callable[[Q], bool] = lambda question: True) -> Q | None:
        """Return the question to be answered next, which waits no more; None where none may.

        Args:
            running: what is being answered.
            lanes: how many questions can be answered at a time.
            fits: whether a question can be answered in the lane that is free.
        """
        kinds = Counter(question.kind for question in running)
        people = Counter((question.kind, question.person) for question in running)
        aside = len(running) - kinds[self._kinds[0].name]
        for kind in self._order(kinds):
            if kind is not self._kinds[0] and aside >= max(1, lanes - 1):
                continue
            most = kind.at_once
            for one in sorted(self._waiting[kind.name]):
                full = most is not None and people[kind.name, one.question.person] >= most
                if not full and fits(one.question):
                    self._begin(one)
                    return one.question
        return None

    def _order(self, running: Mapping[str, int]) -> list[Kind]:
        """List the kinds in the order in which they are served now."""
        hurried = [kind for kind in self._kinds if kind.hurries and not running[kind.name] and self._last != kind.name]
        return hurried + [kind for kind in self._kinds if kind not in hurried]

    def _begin(self, one: WaitingQuestion[Q]) -> None:
        kind, person = one.question.kind, one.question.person
        self.drop(one.question)
        self._last, self._turn[kind] = kind, max(self._turn[kind], one.turn)
        after = self._after[kind] | {person: one.turn + 1}
        self._after[kind] = {who: turn for who, turn in after.items() if turn > self._turn[kind]}

    def ahead(self, kind: str, person: int) -> int:
        """Tell how many questions of a kind are answered before the next that a person would ask."""
        turn = self._next(kind, person)
        return sum(one.turn <= turn for one in self._waiting[kind])

    def lengths(self) -> dict[str, int]:
        """Tell how many questions of each kind wait."""
        return {kind: len(waiting) for kind, waiting in self._waiting.items()}

    def people(self, kind: str) -> int:
        """Tell of how many people questions of a kind wait."""
        return len({one.question.person for one in self._waiting[kind]})
