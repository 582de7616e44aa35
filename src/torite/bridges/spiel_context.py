"""What the states of one OpenSpiel game share: rules, layout, compiled code, room, and what restricts chance."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from torite.bridges import spiel_step
from torite.bridges.spiel_step import HEAD, MARKS
from torite.errors import BadOptions
from torite.kernel import generator
from torite.kernel.fields import See
from torite.kernel.slots import OUTCOME_WORDS
from torite.kit.chances import HEAD as ASK_HEAD
from torite.kit.chances import NUMBER, SHUFFLE
from torite.kit.turn_order import draw
from torite.vector.loops import ASKED
from torite.vector.observation import ObservationPart
from torite.vector.tables import ProgramTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_SHUFFLES = 100_000
PAST, PADDING, BARRED = "past", "padding", ".barred"  #: parts of an observation
#: Of what is known of a place that not everybody sees, what everybody knows.
COMMON = {"count", "required", "least", "at_most"}


class Terms(NamedTuple):
    """How a table is played in OpenSpiel, beside its options.

    Attributes:
        whole: whether a whole match is played, or one deal.
        offers: whether seats are asked about what they may take out of turn.
        zero_sum: whether each seat gets its payoff less the mean of all.
        shuffles: to so many each shuffle is restricted; 0 for to none.
        seed: of these.
    """

    whole: bool = False
    offers: bool = True
    zero_sum: bool = False
    shuffles: int = 0
    seed: int = 0


class ThreadBuffers(NamedTuple):
    """What one thread writes into, and the numbers that it gives to compiled code.

    Attributes:
        given: int64[].
        told: the memory of `facts`, which Python reads faster so.
        ask, facts, bytes, observed_words, space: see `torite.bridges.spiel_step.StepResult`.
    """

    given: Any
    told: memoryview
    ask: Any
    facts: Any
    bytes: Any
    observed_words: Any
    space: Any


class Context:
    """What the states of one game share.

    Args:
        table: what is played.
        terms: how.

    Attributes:
        kinds: the kinds of the pack in order; a piece that chance lays is the number of its kind in it.
        most_outcomes: more outcomes no chance has.
        root: the trajectory that every match begins with, once somebody has asked for it.

    Raises:
        BadOptions: for terms that are not allowed.
    """

    def __init__(self, table: ProgramTable, terms: Terms) -> None:
        if not 0 <= terms.shuffles <= MOST_SHUFFLES:
            raise BadOptions("error.shuffles", value=terms.shuffles, most=MOST_SHUFFLES)
        if terms.zero_sum and table.seats == 1:
            raise BadOptions("error.zero_sum_alone", variant=table.variant.name)
        self.table, self.terms, self.game = table, terms, table.game
        self.kinds = table.game.pack.all
        self.most_outcomes = max(len(table.game.pack), table.game.layout.seats, len(self.kinds), terms.shuffles)
        #: What is played, so that states of others are told from its own.
        self.name = (
            f"{table.variant.name} {table.seats} {table.options.texts()} {table.observation.recall} {tuple(terms)}"
        )
        self.root: Any = None
        self._rooms = threading.local()
        self._shuffled: dict[tuple[int, ...], list[list[int]]] = {}

    @cached_property
    def step(self) -> Any:
        """The compiled `torite.bridges.spiel_step.go`."""
        return self.game.binding.compiled(spiel_step.go)

    @cached_property
    def book(self) -> Any:
        """What the compiled loops share."""
        return self.table.rulebook([ASKED] * self.table.seats, self.terms.whole, offers=self.terms.offers)

    @property
    def room(self) -> ThreadBuffers:
        """The room of the thread that asks."""
        try:
            return self._rooms.room
        except AttributeError:
            self._rooms.room = self._make_room()
            return self._rooms.room

    def _make_room(self) -> ThreadBuffers:
        import numpy

        seats, layout = self.table.seats, self.game.layout
        sizes = (OUTCOME_WORDS, ASK_HEAD + layout.pack.words, HEAD + len(self.table.actions))
        given, ask, facts = (numpy.zeros(size, numpy.int64) for size in sizes)
        seen = numpy.zeros((seats, self.table.observation.size), numpy.uint8)
        return ThreadBuffers(given, memoryview(facts.data), ask, facts, seen, seen.view(numpy.int64), self.table.room())

    def fresh(self) -> tuple[Any, Any]:
        """Make the rewards and the marks of a new match."""
        import numpy

        seats = self.table.seats
        return numpy.zeros(seats, numpy.float32), numpy.zeros((seats, MARKS), numpy.int64)

    # chance

    def shuffled(self, pieces: tuple[int, ...]) -> list[list[int]]:
        """List the shuffles of some pieces to which chance is restricted.

        Args:
            pieces: their multiset.
        """
        if pieces not in self._shuffled:
            make, begin = self.game.binding.interpreted(draw), self.game.binding.interpreted(generator.seed)
            n, drawn = sum(map(int.bit_count, pieces)), []
            for number in range(self.terms.shuffles):
                rng, outcome = [0] * generator.PADDED, [0] * n
                begin(rng, self.terms.seed, number)
                make([SHUFFLE, n, 0, *pieces], outcome, rng)
                drawn.append(outcome)
            self._shuffled[pieces] = drawn
        return self._shuffled[pieces]

    def outcome_text(self, name: str, what: int, outcome: int) -> str:
        """Write one outcome of a chance: `dealer 2`, `deal HQ`, `roll 5`; of a shuffle as a whole, `deal #3`."""
        if what == SHUFFLE:
            return f"{name} #{outcome}" if self.terms.shuffles else f"{name} {self.piece(outcome)}"
        return f"{name} {outcome}" if what == NUMBER else f"{name} {outcome + 1}"

    def piece(self, number: int) -> str:
        """Write a piece by the number of its kind."""
        return self.game.pack.codes[self.kinds[number]]

    # what others see

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """How others see each action, by its number."""
        actions = self.table.actions
        names = (*actions.codes, *actions.told)
        return tuple(names[actions.seen_as(number)[0]] for number in range(len(actions)))

    @cached_property
    def as_one(self) -> tuple[bool, ...]:
        """Of each action, whether of several parts of it others see but one."""
        return tuple(self.table.actions.seen_as(number)[1] for number in range(len(self.table.actions)))

    # what a seat sees, in words

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """What each byte of an observation is called: `hand[CQ]`, `score[1]`."""
        found: list[str] = []
        for part in self.table.observation.parts:
            found += [part.name + index for index in self._indices(part.shape)]
        return tuple(found)

    def _indices(self, shape: tuple[int, ...]) -> list[str]:
        if shape == (1,):
            return [""]
        kinds, pack = self.table.observation.kinds, self.game.pack
        codes = {byte: pack.codes[kind] for kind, byte in enumerate(kinds) if byte >= 0 and pack.codes[kind]}
        last = len(shape) - 1
        named = [str(codes.get(byte, byte)) for byte in range(max(codes) + 1)]
        axes = [named if i == last and size == len(named) else map(str, range(size)) for i, size in enumerate(shape)]
        return [f"[{','.join(at)}]" for at in itertools.product(*axes)]

    def is_common(self, part: ObservationPart) -> bool:
        """Tell whether everybody sees what stands in a part of an observation."""
        name, _, what = part.name.partition(".")
        named = self.game.layout.named
        return what in COMMON or (not what and name in named and named[name].spec.see is See.ALL)

    @cached_property
    def own_bytes(self) -> NDArray[Any]:
        """int64[]: the bytes of an observation in which a seat sees pieces and numbers that not all see."""
        left_out = (PAST, PADDING)
        parts = [part for part in self.table.observation.parts if part.name not in left_out]
        return bytes_of([part for part in parts if not (self.is_common(part) or part.name.endswith(BARRED))])

    @cached_property
    def common_bytes(self) -> NDArray[Any]:
        """int64[]: the bytes in which everybody sees the same, but for which pieces are in play."""
        return bytes_of([one for one in self.table.observation.parts if self.is_common(one) and one.name != "in_play"])

    def view_text(self, seen: Any, chosen: Any) -> str:
        """Write some bytes of what a seat sees: those that are not 0, by name."""
        import numpy

        tokens, values = self.tokens, seen[chosen]
        at = numpy.flatnonzero(values)
        pairs = zip(chosen[at].tolist(), values[at].tolist(), strict=True)
        return " ".join([tokens[i] if value == 1 else f"{tokens[i]}={value}" for i, value in pairs])


def bytes_of(parts: Sequence[ObservationPart]) -> NDArray[Any]:
    """int64[]: the numbers of the bytes of some parts."""
    import numpy

    return numpy.concatenate([numpy.arange(0), *[numpy.arange(part.start, part.start + part.size) for part in parts]])
