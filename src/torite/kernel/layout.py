"""The flat form of a state: which field lies where, as compiled code sees it in a NumPy record."""

from __future__ import annotations

import dataclasses
import math
import typing
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from torite.kernel.fields import EMPTY, See, Spec, UpTo

if TYPE_CHECKING:
    import numpy

    from torite.pieces import Pack

OPTIONS = -1  #: instead of a depth of lists
SHARED = ("seats", "places")  #: what seats know of places, whose rows states share: whoever changes one replaces it


@dataclass(frozen=True)
class Field:
    """One field of a layout.

    Attributes:
        name: its name.
        spec: what was declared.
        offset: index of its first word.
        shape: sizes in words, the last being the words of a multiset where it holds pieces.
        note: its line of meaning, unit and clause.
        kind: the class of the options, where it holds them.
    """

    name: str
    spec: Spec
    offset: int
    shape: tuple[int, ...]
    note: str

    kind: type | None = None

    @property
    def words(self) -> int:
        """Words it takes."""
        return math.prod(self.shape)

    @property
    def default(self) -> int:
        """What each of its words is at first."""
        if self.spec.first is not None:
            return self.spec.first
        return EMPTY if self.spec.holds == "sequence" else 0

    @property
    def is_place(self) -> bool:
        """Whether pieces lie in it."""
        return self.spec.holds in ("pieces", "sequence") and self.spec.place and not self.spec.beside

    @property
    def owners(self) -> int:
        """How many places of pieces it is: one, or one a seat."""
        if self.spec.holds == "pieces":
            return math.prod(self.shape[:-1])
        return math.prod(self.shape[:-1]) if len(self.shape) > 1 else 1

    @property
    def depth(self) -> int:
        """How deep its lists are: 0 for a number, OPTIONS for options."""
        return OPTIONS if self.kind is not None else len(self.shape)

    @property
    def is_parted(self) -> bool:
        """Whether its value is a list of parts, one an owner, be it of a single owner."""
        return len(self.shape) > (0 if self.spec.holds == "number" else 1)

    def fresh(self) -> Any:
        """Make its first value: an int, nested lists or options."""
        if self.kind is not None:
            return self.kind()
        if self.spec.shape == SHARED:
            row = _filled(self.default, self.shape[2:])
            return [[row] * self.shape[1] for _ in range(self.shape[0])]
        return _filled(self.default, self.shape)


@dataclass(frozen=True)
class Place:
    """A place where pieces lie that somebody may not see: an index of may, must, known and count."""

    field: Field
    owner: int
    offset: int
    length: int


class Layout:
    """Where each field of a state lies.

    Attributes:
        seats: the largest number of seats.
        figures: players at the table whom nobody plays; their chairs come after the seats.
        pack: the pack of the game's pieces.
        fields: the fields in order, those beside the state last.
        words: words of the state proper, which playouts copy.
        all_words: words with knowledge and notes.
        hidden: the fields of the state that not everybody sees.
        places: the places of pieces that are not public, in order.
    """

    def __init__(
        self, seats: int, figures: int, pack: Pack, declared: dict[str, tuple[Spec, str]], options: type | None
    ) -> None:
        self.seats = seats
        self.figures = figures
        self.pack = pack
        hidden = sum(
            _owners(spec, seats, figures)
            for spec, _ in declared.values()
            if spec.holds in ("pieces", "sequence") and spec.place and spec.see is not See.ALL and not spec.beside
        )
        sizes = {"seats": seats, "chairs": seats + figures, "places": hidden, "words": pack.words}
        sizes["pack"] = len(pack) * pack.copies
        fields, offset = [], 0
        for name, (spec, note) in sorted(declared.items(), key=lambda item: item[1][0].beside):
            shape = tuple(size if isinstance(size, int) else sizes[size] for size in spec.shape)
            if spec.holds == "pieces":
                shape = (*shape, pack.words)
            if isinstance(spec.values, UpTo):
                spec = dataclasses.replace(spec, values=range(sizes[spec.values.size] + 1))
            kind = options if spec.holds == "options" else None
            if kind is not None:
                shape = (sum(option_sizes(kind).values()),)
            field = Field(name, spec, offset, shape, note, kind)
            fields.append(field)
            offset += field.words
        self.fields = tuple(fields)
        self.all_words = offset
        self.words = sum(field.words for field in fields if not field.spec.beside)
        self.named = {field.name: field for field in fields}
        self.hidden = tuple(f for f in fields if f.spec.see is not See.ALL and not f.spec.beside)
        self.places = tuple(
            Place(f, owner, f.offset + owner * (f.words // f.owners), f.words // f.owners)
            for f in fields
            if f.is_place and f.spec.see is not See.ALL
            for owner in range(f.owners)
        )

    @cached_property
    def _place_numbers(self) -> dict[tuple[str, int], int]:
        return {(place.field.name, place.owner): i for i, place in enumerate(self.places)}

    def place(self, field: str, owner: int = 0) -> int:
        """Return the index of a place that is not public."""
        return self._place_numbers[field, owner]

    @cached_property
    def dtype(self) -> numpy.dtype[Any]:
        """The record of the state with what lies beside it."""
        return self._record(beside=True)

    @cached_property
    def playout_dtype(self) -> numpy.dtype[Any]:
        """The record of the state alone: a prefix of the other."""
        return self._record(beside=False)

    def _record(self, beside: bool) -> numpy.dtype[Any]:
        import numpy

        def kind(field: Field) -> Any:
            if field.kind is None:
                return numpy.dtype((numpy.int64, field.shape))
            sizes = option_sizes(field.kind)
            return numpy.dtype([(n, numpy.int64, () if k == 1 else (k,)) for n, k in sizes.items()])

        return numpy.dtype([(f.name, kind(f)) for f in self.fields if beside or not f.spec.beside])


def _owners(spec: Spec, seats: int, figures: int) -> int:
    shape = spec.shape if spec.holds == "pieces" else spec.shape[:-1]
    sizes = {"seats": seats, "chairs": seats + figures}
    return math.prod(size if isinstance(size, int) else sizes[size] for size in shape)


def _filled(value: int, shape: tuple[int, ...]) -> Any:
    return [_filled(value, shape[1:]) for _ in range(shape[0])] if shape else value


def option_sizes(kind: type) -> dict[str, int]:
    """Return how many words each option takes: one, or those of a tuple."""
    hints = typing.get_type_hints(kind)
    return {field.name: len(typing.get_args(hints[field.name])) or 1 for field in dataclasses.fields(kind)}


def add_words(words: list[int], value: Any, depth: int) -> None:
    """Add the words of a field; a view is written for every choice of a bot."""
    if depth == 0:
        words.append(int(value))
    elif depth == 1:
        words += value
    elif depth == OPTIONS:
        words += _option_words(value)
    else:
        for part in value:
            add_words(words, part, depth - 1)


@lru_cache(maxsize=256)
def _option_words(options: Any) -> tuple[int, ...]:
    """List the words of options, which are frozen: a number each, or those of a tuple."""
    values = [getattr(options, field.name) for field in dataclasses.fields(options)]
    return tuple(int(one) for value in values for one in (value if isinstance(value, tuple) else (value,)))
