"""Kernels that leave word of the fields they name.

A rule reads or writes a field of the state only in a kernel whose code names it. Bound here, each such kernel first
sets the field's bit in `s.touched`, a word behind the state. What a line of play left untouched could have been
anything, and the line would have gone the same: so a search need not try what it could be.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from torite.kernel.compile import Binding, _marks, kernel

TOUCHES = 0  #: stands for the bits of the fields that a kernel names


def _named(s: Any, *rest: Any) -> Any:
    """Stand for the kernel that names them."""
    raise TypeError("a stand-in was called")


def _watched(s: Any, *rest: Any) -> Any:
    """Leave word, then do what the kernel does."""
    s.touched |= TOUCHES
    return _named(s, *rest)


class Watching(Binding):
    """Kernels bound to a game, some of whose fields are watched.

    The state needs a number `touched` beside its fields; only 0 must be written into it.

    Args:
        binding: the game's own binding.
        bits: the bit of each field that is watched, by the field's name.
        apart: packages whose kernels name no watched field: what they call so is an attribute of something else.
    """

    def __init__(self, binding: Binding, bits: Mapping[str, int], apart: tuple[str, ...] = ()) -> None:
        super().__init__(f"{binding.name}-watched", binding.slots, binding.sources)
        self._bits = bits
        self._apart = tuple(f"{package}." for package in apart)
        self._standing: dict[Callable[..., Any], Callable[..., Any]] = {}

    def _slotted(self, function: Callable[..., Any]) -> Any:
        target = super()._slotted(function)
        if target not in self._standing:
            named = set() if target.__module__.startswith(self._apart) else set(_attributes(target.__code__))
            touches = sum(self._bits.get(name, 0) for name in named)
            self._standing[target] = self._stand_in(target, touches) if touches else target
        return self._standing[target]

    def _stand_in(self, function: types.FunctionType, touches: int) -> Callable[..., Any]:
        """Make a kernel that leaves word and calls a copy of the function, which is not watched again.

        Raises:
            TypeError: when the function takes no state `s` first, so that there is nowhere to leave word.
        """
        if function.__code__.co_varnames[:1] != ("s",):
            raise TypeError(
                f"{function.__qualname__} names a hidden field, but its first argument is not the state `s`"
            )
        copy = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
        scope = {**_watched.__globals__, "__name__": function.__module__, "TOUCHES": touches, "_named": kernel(copy)}
        stand_in = types.FunctionType(_watched.__code__, scope, function.__name__)
        stand_in.__qualname__ = f"{function.__qualname__}_watched"
        _marks[stand_in] = _marks[function]
        self._standing |= {copy: copy, stand_in: stand_in}
        return stand_in


def _attributes(code: types.CodeType) -> Iterator[str]:
    """Run through the attributes that code reads or writes."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_ATTR", "STORE_ATTR", "LOAD_METHOD"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _attributes(constant)
