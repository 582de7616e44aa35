"""What matches for programs share at one table: game, options and seats, and the memory of the compiled loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torite.errors import BadOptions
from torite.games import find
from torite.kernel import generator
from torite.vector.codes import ActionTable
from torite.vector.encode import OTHER_COLUMNS, SET_COLUMNS
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

        state: Any = self.game.state()
        state.options, state.seats = self.options, self.seats
        seated = [*policies, *[0] * (self.game.layout.seats - len(policies))]
        forms = [self.actions.seen_as(number) for number in range(len(self.actions))]
        lists = (state.to_words(), seated, self.observation.kinds, self.actions.dense, self.actions.actions)
        blank, seating, kinds, dense, actions = (numpy.array(one, dtype=numpy.int64) for one in lists)
        sets = numpy.array(self.observation.sets, dtype=numpy.int64).reshape(self.seats, -1, SET_COLUMNS)
        others = numpy.array(self.observation.others, dtype=numpy.int64).reshape(self.seats, -1, OTHER_COLUMNS)
        forms_of = numpy.array(forms, dtype=numpy.int64)
        return Rulebook(
            blank, seating, whole, forced, offers, 0, sets, others, kinds, dense, actions, forms_of,
            self.observation.past, self.observation.recall, -1,
        )  # fmt: skip

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
        words = numpy.zeros((n, layout.all_words), numpy.int64)
        past = numpy.zeros((n, 2 * recall and 2 * recall + MOST_PARTS, ENTRY), numpy.int64)
        others = (self.game.verbs.words, generator.PADDED, MEMO, MOST_PARTS)
        may, rng, memo, parts = (numpy.zeros((n, size), numpy.int64) for size in others)
        return Batch(words, words.view(layout.dtype)[:, 0], may, rng, memo, past, parts)

    def room(self) -> Room:
        """Make the room that one thread needs."""
        import numpy

        seats = self.game.layout.seats
        return Room(numpy.zeros(seats, numpy.int64), numpy.zeros(seats, numpy.float32))


def checked_seed(seed: int) -> int:
    """Return a seed, if it is a whole number that fits.

    Raises:
        BadOptions: for another.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not -SEEDS <= seed < SEEDS:
        raise BadOptions("error.seed", value=seed)
    return seed
