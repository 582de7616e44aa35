"""The flat form of a state: which field lies where, and objects of lists and numbers with the same words.

A declared class (`torite.kernel.fields`) is the plain, interpreted form: its objects hold ints and (nested) lists. Its
`layout` knows where each field lies in the flat form, which compiled code sees as a NumPy record. Both forms have the
same words in the same order, so equal states are equal bytes.
"""

from __future__ import annotations

import array
import dataclasses
import inspect
import math
import re
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from torite.kernel.fields import EMPTY, IN_PLAY, Bits, Names, OneOf, See, Span, Spec, UpTo

if TYPE_CHECKING:
    import numpy

    from torite.pieces import Pack

OPTIONS = -1  #: instead of a depth of lists


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
        value: Any = self.default
        for size in reversed(self.shape):
            value = [_copied(value) for _ in range(size)]
        return value


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
                shape = (sum(_option_sizes(kind).values()),)
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
            sizes = _option_sizes(field.kind)
            return numpy.dtype([(n, numpy.int64, () if k == 1 else (k,)) for n, k in sizes.items()])

        return numpy.dtype([(f.name, kind(f)) for f in self.fields if beside or not f.spec.beside])


def _owners(spec: Spec, seats: int, figures: int) -> int:
    shape = spec.shape if spec.holds == "pieces" else spec.shape[:-1]
    sizes = {"seats": seats, "chairs": seats + figures}
    return math.prod(size if isinstance(size, int) else sizes[size] for size in shape)


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value


#: How to copy lists nested so deep; states are copied often.
_COPIES: tuple[Callable[[Any], Any], ...] = (
    lambda value: value,
    lambda value: value[:],
    lambda value: [row[:] for row in value],
    lambda value: [[row[:] for row in rows] for rows in value],
)


def _copy_of_seats(depth: int, taken: int) -> Callable[[Any], Any]:
    """Copy what belongs to the seats that are taken: what nobody has is nothing, for ever, so it is shared."""
    return lambda value: _COPIES[depth](value[:taken]) + value[taken:]


SHARED = ("seats", "places")  #: what seats know of places, whose rows copies share: whoever changes one replaces it


class Declared:
    """Base of every state class; collects the annotations of a class and its bases."""

    layout: ClassVar[Layout]
    reset_deal: ClassVar[Callable[[Any], None]]  #: puts back what a state keeps for a deal, or for a trick
    reset_trick: ClassVar[Callable[[Any], None]]  #: puts back what it keeps for a trick
    _declared: ClassVar[dict[str, tuple[Spec, str]]] = {}

    def __init_subclass__(cls, seats: int = 0, pack: Pack | None = None, figures: int = 0) -> None:
        notes = _field_notes(cls)
        own = {name: (spec, notes.get(name, "")) for name, spec in _specs(cls)}
        taken = [name for name, (spec, _) in own.items() if name in cls._declared and cls._declared[name][0] != spec]
        if taken:
            raise TypeError(f"{cls.__name__}.{taken[0]} is a field of every state already, and of another form")
        cls._declared = {**cls._declared, **own}
        if pack is not None:
            options = next((hint for hint in _hints(cls).values() if dataclasses.is_dataclass(hint)), None)
            cls.layout = Layout(seats, figures, pack, cls._declared, typing.cast("type | None", options))
            cls.reset_deal = _resetting(cls.layout, "reset_deal", {Span.DEAL, Span.TRICK})
            cls.reset_trick = _resetting(cls.layout, "reset_trick", {Span.TRICK})

    def __init__(self) -> None:
        for field in self.layout.fields:
            setattr(self, field.name, field.fresh())

    def copy(self) -> Self:
        """Return an independent copy."""
        other = self.trial()
        mine, theirs = self.__dict__, other.__dict__
        for name, copied in self._copiers(True, mine.get("seats", 0)):
            theirs[name] = copied(mine[name])
        return other

    def trial(self) -> Self:
        """Return a copy to try something out on: what lies beside the state is scratch in it."""
        other = object.__new__(type(self))
        mine, theirs = self.__dict__, other.__dict__
        theirs.update(mine)
        theirs.update(self._scratch())
        for name, copied in self._copiers(False, mine.get("seats", 0)):
            theirs[name] = copied(mine[name])
        return other

    @classmethod
    @cache
    def _copiers(cls, beside: bool, seats: int) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
        """List the fields of one part of the state that must be copied, and how; the others are numbers."""
        layout, found = cls.layout, []
        for field in layout.fields:
            depth = 0 if field.kind else len(field.shape) - (field.spec.shape == SHARED)
            of_seats = field.spec.shape[:1] == ("seats",) and depth > 1
            if field.spec.beside is not beside or not (depth or beside):
                continue
            found.append((field.name, _copy_of_seats(depth, seats) if of_seats and seats else _COPIES[depth]))
        return tuple(found)

    @classmethod
    @cache
    def _scratch(cls) -> dict[str, Any]:
        return {f.name: f.fresh() for f in cls.layout.fields if f.spec.beside}

    def to_words(self) -> list[int]:
        """List all words in the order of the flat form."""
        words: list[int] = []
        for name, depth in self._depths():
            add_words(words, getattr(self, name), depth)
        return words

    @classmethod
    @cache
    def _depths(cls) -> tuple[tuple[str, int], ...]:
        """List the fields with how deep their lists are."""
        return tuple((field.name, field.depth) for field in cls.layout.fields)

    def to_bytes(self) -> bytes:
        """Write the flat form as bytes, eight to a word, in the machine's order."""
        return array.array("q", self.to_words()).tobytes()

    @classmethod
    def from_words(cls, words: Sequence[int]) -> Self:
        """Read the flat form, with or without what lies beside it."""
        state = cls()
        for field in cls.layout.fields:
            if field.offset + field.words <= len(words):
                part = iter(words[field.offset : field.offset + field.words])
                value = _shaped(part, field.shape)
                setattr(state, field.name, value if field.kind is None else _options(field.kind, value))
        return state

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` wrote."""
        words = array.array("q")
        words.frombytes(data)
        return cls.from_words(words)


def _option_sizes(kind: type) -> dict[str, int]:
    """Return how many words each option takes: one, or those of a tuple."""
    hints = typing.get_type_hints(kind)
    return {field.name: len(typing.get_args(hints[field.name])) or 1 for field in dataclasses.fields(kind)}


def _options(kind: type, words: list[int]) -> Any:
    hints = typing.get_type_hints(kind)
    left = iter(words)
    values: dict[str, Any] = {}
    for name, size in _option_sizes(kind).items():
        if typing.get_origin(hints[name]) is tuple:
            values[name] = tuple(next(left) for _ in range(size))
        else:
            values[name] = hints[name](next(left))
    return kind(**values)


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


def _shaped(words: Iterator[int], shape: tuple[int, ...]) -> Any:
    if not shape:
        return int(next(words))
    return [_shaped(words, shape[1:]) for _ in range(shape[0])]


def _hints(cls: type) -> dict[str, Any]:
    scope = vars(sys.modules[cls.__module__])
    own = inspect.get_annotations(cls)
    return {name: eval(hint, scope) if isinstance(hint, str) else hint for name, hint in own.items()}


def _specs(cls: type) -> Iterator[tuple[str, Spec]]:
    for name, hint in _hints(cls).items():
        if typing.get_origin(hint) is Annotated:
            spec = next(spec for spec in hint.__metadata__ if isinstance(spec, Spec))
            span = next((span for span in hint.__metadata__ if isinstance(span, Span)), spec.span)
            first = vars(cls).get(name)
            if first is not None and spec.holds != "number":
                raise TypeError(f"{cls.__name__}.{name} holds {spec.holds}: nothing lies there at first")
            of_trick, first = IN_PLAY in hint.__metadata__, None if first is None else int(first)
            values = next((one for one in hint.__metadata__ if _says_values(one)), spec.values)
            yield name, dataclasses.replace(spec, span=span, of_trick=of_trick, first=first, values=values)
        elif dataclasses.is_dataclass(hint):
            yield name, Spec(holds="options", constant=True)


def _says_values(said: Any) -> bool:
    """Tell whether what an annotation says is what a field's numbers can be: `Annotated[Public, Contract]`."""
    return isinstance(said, (Names, Bits, OneOf, UpTo, range)) or (isinstance(said, type) and issubclass(said, IntEnum))


def _resetting(layout: Layout, name: str, spans: set[Span]) -> Callable[[Any], None]:
    """Make the kernel that puts the fields of some spans back to what they were at first."""
    lines = [f"def {name}(s):", "    pass"]
    for field in layout.fields:
        if field.spec.span in spans:
            place, indent = f"s.{field.name}", "    "
            sizes = (*field.spec.shape, "words") if field.spec.holds == "pieces" else field.spec.shape
            for i, size in zip("ijk", sizes, strict=False):
                lines.append(f"{indent}for {i} in range({'s.seats' if size == 'seats' else f'len({place})'}):")
                place, indent = f"{place}[{i}]", indent + "    "
            lines.append(f"{indent}{place} = {field.default}")
    made: dict[str, Any] = {"__name__": __name__}
    exec(compile("\n".join(lines), f"<{name}>", "exec"), made)
    return typing.cast("Callable[[Any], None]", made[name])


def _field_notes(cls: type) -> dict[str, str]:
    """Collect the comment at the end of each field's line."""
    try:
        source = inspect.getsource(cls)
    except (OSError, TypeError):
        return {}
    return dict(re.findall(r"^\s+(\w+): [^#\n]+?\s+# (.+)$", source, re.MULTILINE))
