"""What matches for programs share at one table: game, options and seats, and the memory of the compiled loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from torite.errors import BadOptions
from torite.games import find
from torite.kernel import generator
from torite.kernel.layout import Layout
from torite.vector.codes import ActionTable
from torite.vector.encode import NUMBER_COLUMNS, OTHER_COLUMNS, SET_COLUMNS
from torite.vector.loops import ENTRY, MEMO, MOST_PARTS, Batch, Room, Rulebook
from torite.vector.observation import Observation

SEEDS = 10**18  #: as many on either side of 0; they fit in a word
MOST_RECALLED = 4096  #: actions


class ProgramTable:
    """A variant with its options and seats, as programs play it.

    Args:
        game: a variant's name in the catalogue.
        seats: how many sit there; the variant's usual number by default.
        options: options that differ from the variant's.
        recall: so many of the last actions are in an observation.

    Attributes:
        game, variant, seats, options: what is played.
        actions: its actions by number.
        observation: the layout of what a seat sees.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
    """

    def __init__(
        self, game: str, seats: int | None = None, options: Mapping[str, Any] | None = None, recall: int = 0
    ) -> None:
        self.game, self.variant = find(game)
        self.seats = self.variant.default_seats if seats is None else seats
        self.options = self.game.options(self.variant.name, options or {}, self.seats)
        if isinstance(recall, bool) or not isinstance(recall, int) or not 0 <= recall <= MOST_RECALLED:
            raise BadOptions("error.recall", value=recall, most=MOST_RECALLED)
        self.actions = ActionTable(self.game)
        self.observation = Observation(self.game, self.seats, recall)
        self._books: dict[tuple[Any, ...], Rulebook] = {}

    def rulebook(
        self,
        policies: Sequence[int],
        whole: bool,
        forced: bool = True,
        offers: bool = True,
        seed: int = 0,
        viewer: int | None = None,
    ) -> Rulebook:
        """Lay out what the compiled loops of a table share.

        Raises:
            BadOptions: for a seed that is none.
        """
        how = (tuple(policies), whole, forced, offers)
        if how not in self._books:
            self._books[how] = self._rulebook(*how)
        return self._books[how]._replace(number=checked_seed(seed), viewer=-1 if viewer is None else viewer)

    def _rulebook(self, policies: tuple[int, ...], whole: bool, forced: bool, offers: bool) -> Rulebook:
        import numpy

        seated = [*policies, *[0] * (self.game.layout.seats - len(policies))]
        forms = [self.actions.seen_as(number) for number in range(len(self.actions))]
        seen = self.observation
        used = used_words(self.game.layout, self.seats)
        lists = (used, seated, seen.kinds, self.actions.dense, self.actions.actions)
        runs, seating, kinds, dense, actions = (numpy.array(one, dtype=numpy.int64) for one in lists)
        rows = ((seen.sets, SET_COLUMNS), (seen.numbers, NUMBER_COLUMNS), (seen.others, OTHER_COLUMNS))
        sets, numbers, others = (
            numpy.array(one, numpy.int64).reshape(self.seats, -1, columns) for one, columns in rows
        )
        forms_of = numpy.array(forms, dtype=numpy.int64)
        return Rulebook(
            self._blank, runs, seating, whole, forced, offers, 0, sets, numbers, others, kinds, dense, actions,
            forms_of, seen.past, seen.recall, -1,
        )  # fmt: skip

    @cached_property
    def _blank(self) -> Any:
        """int64[words]: a state before `start`, with options and seats."""
        import numpy

        state = self.game.state.at_table(self.seats, self.options)
        return numpy.array(state.to_words(), dtype=numpy.int64)

    def check_seat(self, seat: int) -> None:
        """Make sure that a number is that of a seat.

        Raises:
            BadOptions: where it is not.
        """
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise BadOptions("error.seat", seat=seat, most=self.seats - 1)

    def batch(self, n: int) -> Batch:
        """Make the memory of so many matches."""
        import numpy

        layout, recall = self.game.layout, self.observation.recall
        words = numpy.tile(self._blank, (n, 1))
        past = numpy.zeros((n, 2 * recall and 2 * recall + MOST_PARTS, ENTRY), numpy.int64)
        others = (self.game.verbs.words, generator.PADDED, MEMO, MOST_PARTS)
        may, rng, memo, parts = (numpy.zeros((n, size), numpy.int64) for size in others)
        return Batch(words, words.view(layout.dtype)[:, 0], may, rng, memo, past, parts)

    def room(self) -> Room:
        """Make the room that one thread needs."""
        import numpy

        seats = self.game.layout.seats
        return Room(numpy.zeros(seats, numpy.int64), numpy.zeros(seats, numpy.float32))


def used_words(layout: Layout, seats: int) -> list[tuple[int, int]]:
    """List the words of a state that so many seats use, as first and last of each run, the last exclusive.

    The others belong to seats that nobody has, and stay as they are for ever.
    """
    import numpy

    taken = [*range(seats), *range(layout.seats, layout.seats + layout.figures)]
    sizes = {"seats": layout.seats, "chairs": layout.seats + layout.figures, "places": len(layout.places)}
    used = {"seats": taken[:seats], "chairs": taken}
    used["places"] = [i for i, place in enumerate(layout.places) if place.field.owners == 1 or place.owner in taken]
    marked = numpy.zeros(layout.all_words, bool)
    for field in layout.fields:
        part = marked[field.offset : field.offset + field.words].reshape(field.shape)
        axes = [used[size] if size in sizes else range(field.shape[i]) for i, size in enumerate(field.spec.shape)]
        part[numpy.ix_(*axes)] = True
    edges = numpy.flatnonzero(numpy.diff(marked, prepend=False, append=False))
    return [(int(first), int(last)) for first, last in edges.reshape(-1, 2)]


def checked_seed(seed: int) -> int:
    """Return a seed, if it is a whole number that fits.

    Raises:
        BadOptions: for another.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not -SEEDS <= seed < SEEDS:
        raise BadOptions("error.seed", value=seed)
    return seed
