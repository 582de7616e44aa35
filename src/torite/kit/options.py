"""Options: a frozen, typed, validated description; each cites its clause; each is an int field of the state.

class Options(kit.Options):
    may_duck: bool = option(True, "CUC-3.7")
    beat_reference: BeatReference = option(BeatReference.PREVIOUS, "CUC-3.5")
    out_at: int = option(21, "CUC-5.1", least=1)
"""

from __future__ import annotations

import enum
import typing
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, dataclass_transform

NONE = 0  #: how an optional number's absence stands in the state


@dataclass(frozen=True)
class About:
    """What is known of an option beside its type and default.

    Attributes:
        clause: the clauses it rests on, separated by blanks.
        least, most: its range, for numbers.
        values: the only values allowed, for numbers.
        optional: whether a number may be none, which the state has as 0.
    """

    clause: str
    least: int = 0
    most: int = 1_000_000
    values: tuple[int, ...] = ()
    optional: bool = False


def option(
    default: Any,
    clause: str,
    least: int = 0,
    most: int = 1_000_000,
    values: tuple[int, ...] = (),
    optional: bool = False,
) -> Any:
    """Declare an option: its default, its clause and what it may be.

    Its annotation is `bool`; `int`, from `least` to `most` or one of `values`, `optional` if it may be none; or a class
    of names: `Course = IntEnum("Course", "DOWN_UP DOWN", start=0)`, written `down_up` and `down`.
    """
    return field(default=default, metadata={"about": About(clause, least, most, values, optional)})


@dataclass_transform(frozen_default=True, field_specifiers=(option,))
class Options:
    """Base of every game's options; a subclass becomes a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def clash(self, seats: int) -> tuple[str, str] | None:
        """Return the message key and the clause by which these options refuse one another, None if they agree."""
        return None

    @classmethod
    @cache
    def about(cls) -> dict[str, About]:
        """Describe each option by name, in order."""
        return {f.name: f.metadata["about"] for f in fields(cls)}  # type: ignore[arg-type]

    @classmethod
    @cache
    def types(cls) -> dict[str, Any]:
        """Return each option's type: bool, int or an IntEnum."""
        return typing.get_type_hints(cls)

    @classmethod
    def allowed(cls, name: str) -> list[str]:
        """List an option's values as texts; a range of numbers is one entry (`1–1000`)."""
        kind, about = cls.types()[name], cls.about()[name]
        if typing.get_origin(kind) is tuple:
            return ["/".join([f"{about.least}–{about.most}"] * len(typing.get_args(kind)))]
        if kind is bool:
            return ["yes", "no"]
        if issubclass(kind, enum.IntEnum):
            return [option_text(member) for member in kind]
        numbers = [str(v) for v in about.values] or [f"{about.least}–{about.most}"]
        return (["none"] if about.optional else []) + numbers

    @classmethod
    def read(cls, name: str, value: Any) -> int | tuple[int, ...]:
        """Turn a value, as Python or as text, into the option's.

        Raises:
            ValueError: when it is none of those allowed.
        """
        kind, about = cls.types()[name], cls.about()[name]
        if typing.get_origin(kind) is tuple:
            parts = (
                value.split("/") if isinstance(value, str) else list(value) if isinstance(value, (list, tuple)) else []
            )
            if len(parts) != len(typing.get_args(kind)):
                raise ValueError(value)
            return tuple(_read_int(part, about) for part in parts)
        if kind is bool:
            return _read_bool(value)
        if issubclass(kind, enum.IntEnum):
            return _read_enum(kind, value)
        if about.optional and value in (None, "none", "-"):
            return NONE
        return _read_int(value, about)

    def texts(self) -> dict[str, str]:
        """Write every option's value."""
        about = self.about()
        return {
            name: "none" if about[name].optional and getattr(self, name) == NONE else option_text(getattr(self, name))
            for name in about
        }


def option_text(value: Any) -> str:
    """Write an option's value: `yes`, `no`, a name, a number or numbers with strokes between them.

    An enumeration whose names are not what players write has a property `text`.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, enum.IntEnum):
        return str(getattr(value, "text", value.name.lower()))
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value)


def _read_bool(value: Any) -> bool:
    known = {
        True: True,
        False: False,
        "yes": True,
        "no": False,
        "on": True,
        "off": False,
        "true": True,
        "false": False,
    }
    key = value.lower() if isinstance(value, str) else value
    if isinstance(key, (bool, str)) and key in known:
        return known[key]
    raise ValueError(value)


def _read_enum(kind: type[enum.IntEnum], value: Any) -> int:
    if isinstance(value, kind):
        return value
    number = isinstance(value, int) and not isinstance(value, bool | enum.IntEnum)  # where names are numbers: a seat
    for member in kind:
        if (isinstance(value, str) or number) and str(value).lower() == option_text(member).lower():
            return member
    if value in (None, "-"):
        return _read_enum(kind, "none")
    raise ValueError(value)


def _read_int(value: Any, about: About) -> int:
    if isinstance(value, str) and value.isascii() and value.lstrip("-").isdigit() and len(value) < 12:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(value)
    if not about.least <= value <= about.most or (about.values and value not in about.values):
        raise ValueError(value)
    return value
