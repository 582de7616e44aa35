"""Marks kernels, binds their free names to a game and has them compiled.

A kernel is a plain function over a state. It runs as it is, on plain objects. To compile it, its code is
given new globals, in which every kernel it names is compiled too, tables are arrays, and *slots* (the names
by which generic loops call a game's rules) are the game's functions. The copy has a qualified name of its own,
so that Numba caches it on disk, in a folder named by a hash of every source that can end up in it: Numba
itself does not notice an edit in another file (its issue 1833).
"""

from __future__ import annotations

import builtins
import dis
import threading
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, overload

from torite.kernel import jit
from torite.kernel.cache import cache_folder
from torite.kernel.library import library

#: Kernels of so many bytes of code or fewer are compiled into their callers; so is every kernel of so many bytes or
#: fewer together with all that it calls.
SHORT = 300
SMALL = 8_000

#: Rules that are called seldom beside `legal` and `act`: in the midst of a hot loop their code would slow it down.
SELDOM = (
    "start", "chance", "settle", "settle_chance", "settle_all", "scores", "payoff", "rule_of_thumb", "learned_rule",
    "complete", "odds", "prune", "leave_to_heuristic", "reset_deal",
)  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Mark:
    """How a kernel is compiled.

    Attributes:
        playout: what takes its place in playouts, which keep neither knowledge nor notes.
        compiled: what takes its place in any compiled code.
        instruction: what it is compiled to: the processor's instruction, or `room`.
        slot: whether a game's function of the same name takes its place.
        seldom: whether it is called but now and then, and so never put in its place where it is called.
    """

    playout: Callable[..., Any] | None = None
    compiled: Callable[..., Any] | None = None
    instruction: str = ""
    slot: bool = False
    seldom: bool = False


#: Names that compiled code has without a definition.
GIVEN = set(vars(builtins))

_marks: dict[Callable[..., Any], Mark] = {}


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(
    *, playout: Callable[..., Any] | None = None, compiled: Callable[..., Any] | None = None, seldom: bool = False
) -> Callable[[F], F]: ...
def kernel(
    function: F | None = None,
    *,
    playout: Callable[..., Any] | None = None,
    compiled: Callable[..., Any] | None = None,
    seldom: bool = False,
) -> F | Callable[[F], F]:
    """Mark a function as compilable; it stays the plain function that it is.

    Args:
        function: the function, when the decorator is used bare.
        playout: a kernel that takes its place in playouts.
        compiled: a kernel that takes its place in all compiled code.
        seldom: it is called but now and then (once a deal, say): its code stands by itself, which compiles faster and
            leaves its callers shorter.
    """

    def mark(function: F) -> F:
        _marks[function] = Mark(playout, compiled, seldom=seldom)
        return function

    return mark if function is None else mark(function)


def intrinsic(instruction: str) -> Callable[[F], F]:
    """Mark a function that the compiler has a form of its own for: ctpop, cttz, ctlz and pdep over int64, or room."""

    def mark(function: F) -> F:
        _marks[function] = Mark(instruction=instruction)
        return function

    return mark


def slot(function: F) -> F:
    """Mark a function as a slot: where it is named, the bound game's function of that name is called."""
    _marks[function] = Mark(slot=True)
    return function


def is_kernel(value: object) -> bool:
    """Tell whether a value is a function marked as kernel, intrinsic or slot."""
    return isinstance(value, types.FunctionType) and value in _marks


class NotCompilable(TypeError):
    """A kernel names something that compiled code cannot have."""


#: What to do with a global of a kernel that compiled code cannot have, by what it is.
REMEDIES = (
    (types.FunctionType, "a plain function", "mark it with @kernel"),
    (list, "a list", "write it as a tuple of numbers, made once at import"),
    (dict, "a dict", "write it as a tuple of numbers that is indexed by kind or by number (Pack.table makes one)"),
    ((set, frozenset), "a set", "write it as a mask (Pack.mask makes one)"),
)


def _global_names(code: types.CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _global_names(constant)


class Binding:
    """Kernels bound to one game, interpreted or compiled.

    Args:
        name: the game's name; part of each compiled function's qualified name.
        slots: the game's function or constant for each slot.
        sources: folders and files of the game's own code, part of the cache's key.
    """

    def __init__(self, name: str, slots: Mapping[str, Any], sources: tuple[Path, ...]) -> None:
        self.name = name
        self.slots = slots
        self.sources = sources
        self._interpreted: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._compiled: dict[tuple[Callable[..., Any], bool, bool], Callable[..., Any]] = {}

    def interpreted(self, function: F) -> F:
        """Bind a kernel without compiling it."""
        target = self._slotted(function)
        if target not in self._interpreted:
            with _interpreting:
                begun: dict[Callable[..., Any], Callable[..., Any]] = {}
                self._interpret(target, begun)
                self._interpreted.update(begun)  # no other thread finds one whose names are not bound yet
        return self._interpreted[target]  # type: ignore[return-value]

    def _interpret(self, function: Any, begun: dict[Callable[..., Any], Callable[..., Any]]) -> Callable[..., Any]:
        """Bind a kernel and all that it names, if they are neither bound nor begun."""
        target = self._slotted(function)
        made = self._interpreted.get(target) or begun.get(target)
        if made is not None:
            return made
        names = set(_global_names(target.__code__))
        if not any(is_kernel(target.__globals__.get(n)) or self._is_slot_constant(n) for n in names):
            return begun.setdefault(target, target)
        scope = dict(target.__globals__)
        begun[target] = types.FunctionType(target.__code__, scope, target.__name__, target.__defaults__)
        for name in names:
            if is_kernel(scope.get(name)):
                scope[name] = self._interpret(scope[name], begun)
            elif self._is_slot_constant(name):
                scope[name] = self.slots[name]
        return begun[target]

    def entries(self) -> Iterator[Any]:
        """Run through the kernels that were compiled here for Python to call."""
        return (made for (_, _, entry), made in self._compiled.items() if entry)

    def compiled(self, function: F, playout: bool = False) -> F:
        """Bind and compile a kernel.

        Args:
            function: the kernel or slot.
            playout: leave out what playouts do not keep (knowledge, notes); the state's record is shorter.
        """
        return self._bound(function, playout, entry=True)  # type: ignore[return-value]

    def _bound(self, function: Callable[..., Any], playout: bool, entry: bool) -> Callable[..., Any]:
        key = (self._slotted(function), playout, entry)
        with _compiling:
            if key not in self._compiled:
                self._compiled[key] = self._compile(*key)
        return self._compiled[key]

    def _is_slot_constant(self, name: str) -> bool:
        return name in self.slots and not callable(self.slots[name])

    def _slotted(self, function: Callable[..., Any]) -> Any:
        return self.slots.get(function.__name__, function) if _marks[function].slot else function

    def _compile(self, function: Any, playout: bool, entry: bool) -> Callable[..., Any]:
        """Compile one kernel.

        Only an entry, which Python calls, is kept on disk: it holds the code of all that it calls. What it calls
        needs no wrapper for Python, and is put in its place where it is called if it is short.
        """
        mark = _marks[function]
        replacement = mark.compiled or (mark.playout if playout else None)
        if replacement is not None:
            return self._bound(replacement, playout, entry)
        if mark.instruction:
            return jit.instruction(mark.instruction)
        place = f"{self.name}_{'playout' if playout else 'play'}_{function.__module__}_{function.__qualname__}"
        place = place.replace(".", "_").replace("-", "_")
        made = library(self.sources) if entry else None
        found = made.entry(place) if made else None
        if found:
            return found
        jit.require(self.name)
        self.check(function)
        scope: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
        for name in set(_global_names(function.__code__)):
            if self._is_slot_constant(name):
                scope[name] = self._constant(self.slots[name], playout)
            elif name in function.__globals__:
                scope[name] = self._constant(function.__globals__[name], playout)
        bound = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        bound.__qualname__ = place
        bound.__module__ = function.__module__
        short = len(bound.__code__.co_code) <= SHORT or self._code_size(function, playout, set()) <= SMALL
        return jit.compiled(bound, entry, short and not self._is_seldom(function), cache_folder(self.sources))

    def check(self, function: Callable[..., Any]) -> None:
        """Check what a kernel names, before Numba tells of it in its own words.

        Raises:
            NotCompilable: with the game, the kernel, the name and what to do.
        """
        for name in sorted(set(_global_names(function.__code__))):
            value = self.slots[name] if self._is_slot_constant(name) else function.__globals__.get(name)
            kernel = f"{self.name}: the kernel {function.__module__}.{function.__qualname__} names {name}"
            if name not in self.slots and name not in function.__globals__ and name not in GIVEN:
                raise NotCompilable(f"{kernel}, which is defined nowhere: import it, or define it in its module")
            for kind, what, remedy in REMEDIES:
                if isinstance(value, kind) and not is_kernel(value):
                    raise NotCompilable(f"{kernel}, {what}: {remedy}")

    def _is_seldom(self, function: Any) -> bool:
        """Tell whether a rule is called once a deal or less, or not in every playout."""
        return (
            _marks[function].seldom
            or any(self.slots.get(name) is function for name in SELDOM)
            or function.__name__ in SELDOM
        )

    def reached(self, functions: Iterable[Any]) -> set[Any]:
        """Collect some kernels and all that they call."""
        met, ahead = set[Any](), list(functions)
        while ahead:
            target = self._slotted(ahead.pop())
            if target not in met:
                met.add(target)
                ahead += filter(is_kernel, map(target.__globals__.get, set(_global_names(target.__code__))))
        return met

    def _code_size(self, function: Any, playout: bool, met: set[Any]) -> int:
        """Add up the code of a kernel and of all that it calls, but for what stands by itself wherever it is called."""
        target = self._slotted(function)
        target = _marks[target].compiled or (_marks[target].playout if playout else None) or target
        if target in met:
            return 0
        met.add(target)
        scope = target.__globals__
        named = {self._slotted(scope[n]) for n in set(_global_names(target.__code__)) if is_kernel(scope.get(n))}
        called = (k for k in named if not self._is_seldom(k))
        return len(target.__code__.co_code) + sum(self._code_size(k, playout, met) for k in called)

    def _constant(self, value: Any, playout: bool) -> Any:
        if is_kernel(value):
            return self._bound(value, playout, entry=False)
        if isinstance(value, tuple) and value and _is_table(value):
            import numpy

            return numpy.array(value, dtype=numpy.int64)
        return value


_compiling = threading.RLock()
_interpreting = threading.Lock()


def _is_table(value: Any) -> bool:
    return all(isinstance(item, int) or (isinstance(item, tuple) and item and _is_table(item)) for item in value)
