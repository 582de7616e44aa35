"""Classes of states, by the fields that they declare: objects of ints and (nested) lists, the interpreted form.

Their `layout` knows where each field lies in the flat form. Both forms have the same words in the same order, so equal
states are equal bytes.
"""

from __future__ import annotations

import array
import dataclasses
import inspect
import re
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from torite.kernel.fields import IN_PLAY, Bits, Names, OneOf, Span, Spec, UpTo
from torite.kernel.layout import SHARED, Layout, add_words, option_sizes

if TYPE_CHECKING:
    from torite.pieces import Pack

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

    @classmethod
    def at_table(cls, seats: int, options: Any) -> Self:
        """Return the state of a table at which nothing has happened; what is of seats that stay free is shared."""
        state = cls._empty(seats).copy()
        state.__dict__["options"] = options
        return state

    @classmethod
    @cache
    def _empty(cls, seats: int) -> Self:
        state = cls()
        state.__dict__["seats"] = seats
        return state

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


def _options(kind: type, words: list[int]) -> Any:
    hints = typing.get_type_hints(kind)
    left = iter(words)
    values: dict[str, Any] = {}
    for name, size in option_sizes(kind).items():
        if typing.get_origin(hints[name]) is tuple:
            values[name] = tuple(next(left) for _ in range(size))
        else:
            values[name] = hints[name](next(left))
    return kind(**values)


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
        source = inspect.getsource(sys.modules[cls.__module__])
    except (KeyError, OSError, TypeError):
        return {}
    # inspect finds a class by parsing its whole module: a fifth of the time in which the games are there
    own = re.search(rf"^( *)class {cls.__name__}\b.*?(?=^(?!\1 ) *\S|\Z)", source, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"^\s+(\w+): [^#\n]+?\s+# (.+)$", own[0] if own else "", re.MULTILINE))
