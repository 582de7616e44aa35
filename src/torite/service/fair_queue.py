"""A queue in which nobody waits longer because somebody else asks much.

Questions are of kinds, some of which come before others. Within a kind the people take turns: however many questions
one has waiting, everybody else's next one comes before the second of theirs. How many may wait is bounded for each
person and kind. One lane is always kept for the first kind, where there are several.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar


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


class Asked(Protocol):
    """What a queue must know of a question: its kind, by name, and who asks."""

    kind: str
    person: int


Q = TypeVar("Q", bound=Asked)


class FairQueue(Generic[Q]):
    """Questions that wait.

    Args:
        kinds: what may be asked, in the order in which it is answered.
        most: how many of each kind may wait for one person.
    """

    def __init__(self, kinds: Sequence[Kind], most: Mapping[str, int]) -> None:
        self._kinds = kinds
        self._most = most
        self._waiting: dict[str, OrderedDict[int, deque[Q]]] = {kind.name: OrderedDict() for kind in kinds}
        self._last = ""  # the kind that was taken last

    def put(self, question: Q) -> bool:
        """Add a question, unless too many of its kind wait for the same person; tell whether it was added."""
        people = self._waiting[question.kind]
        own = people.setdefault(question.person, deque())
        if len(own) >= self._most[question.kind]:
            return False
        own.append(question)
        return True

    def drop(self, question: Q) -> bool:
        """Forget a question that is not needed any more; tell whether it still waited."""
        people = self._waiting[question.kind]
        own = people.get(question.person, deque())
        waited = question in own
        if waited:
            own.remove(question)
        if not own:
            people.pop(question.person, None)
        return waited

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
            for person, own in self._waiting[kind.name].items():
                if kind.at_once is not None and people[kind.name, person] >= kind.at_once:
                    continue
                question = next(filter(fits, own), None)
                if question is not None:
                    return self._taken(question)
        return None

    def _order(self, running: Mapping[str, int]) -> Iterator[Kind]:
        """Run through the kinds in the order in which they are served now."""
        hurried = [kind for kind in self._kinds if kind.hurries and not running[kind.name] and self._last != kind.name]
        yield from hurried
        yield from (kind for kind in self._kinds if kind not in hurried)

    def _taken(self, question: Q) -> Q:
        people = self._waiting[question.kind]
        self.drop(question)
        if question.person in people:
            people.move_to_end(question.person)
        self._last = question.kind
        return question

    def ahead(self, kind: str, person: int) -> int:
        """Tell how many questions of a kind are answered before the next that a person would ask."""
        people = self._waiting[kind]
        own = len(people.get(person, ()))
        return own + sum(min(len(others), own + 1) for other, others in people.items() if other != person)

    def lengths(self) -> dict[str, int]:
        """Tell how many questions of each kind wait."""
        return {kind: sum(map(len, people.values())) for kind, people in self._waiting.items()}

    def people(self, kind: str) -> int:
        """Tell of how many people questions of a kind wait."""
        return len(self._waiting[kind])

    def __iter__(self) -> Iterator[Any]:
        for people in self._waiting.values():
            for own in people.values():
                yield from own
