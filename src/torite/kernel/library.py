"""Compiled code that was made before: a shared library beside a game's package, called without a compiler.

`torite.vector.build` makes it: `compiled/linux-x86_64.so`, and beside it a page that says of which sources it was made
and what its entries take. It is taken for what it says only when page and library are whole, the sources are those that
run, and the processor has what the code asks for. Otherwise the kernels are compiled when they are first called.

An entry is called as Numba's own code calls it: a status is returned, the result is written through the first pointer,
the second is for an error; an array is its owner (none), its length, the size of an item, its data, shape and strides;
a record is a pointer, a tuple is its parts.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import logging
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from torite.kernel.cache import is_whole, sources_seal

FOLDER = "compiled"  #: beside a game's modules
SWITCH = "TORITE_LIBRARIES"  #: set to `0`, nothing is taken but what is compiled here


@dataclass(frozen=True)
class Platform:
    """What a library is made for.

    Attributes:
        triple: as LLVM names it.
        processor: the least that it runs on, as LLVM names it.
        suffix: what files of shared libraries end in there.
    """

    triple: str
    processor: str
    suffix: str


V3 = "x86-64-v3"  #: the processor of most machines since 2013; it has `pdep`
#: What x86-64-v3 has beyond v2, as Linux names it.
V3_FLAGS = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"})

AVX2 = 40  #: as Windows numbers what a processor has; what has it has all of v3

PLATFORMS = {
    "linux-x86_64": Platform("x86_64-unknown-linux-gnu", V3, ".so"),
    "linux-aarch64": Platform("aarch64-unknown-linux-gnu", "generic", ".so"),
    "darwin-arm64": Platform("arm64-apple-macosx11.0.0", "apple-m1", ".dylib"),
    "win32-amd64": Platform("x86_64-pc-windows-gnu", V3, ".dll"),
}

#: How a word is given: as a pointer, of the same size in the same register, since ctypes takes half as long for these.
Pointer = ctypes.c_void_p
#: How a result comes back: a number, a truth, nothing.
RETURNED: dict[str, Any] = {"i": ctypes.c_int64, "b": ctypes.c_int8, "n": ctypes.c_void_p, "f": ctypes.c_double}

MOST_LAID = 16  #: tuples that are kept with how they are laid out

log = logging.getLogger(__name__)


#: Tuples by their identity, of what kind each is, and how it is laid out; and all kinds there are.
_laid: dict[int, tuple[Any, Any, Sequence[Any]]] = {}
_kinds: dict[Any, Any] = {}


class NotTaken(Exception):
    """A library that cannot be used, and why."""


def platform_name() -> str:
    """Name this machine as libraries are named: `linux-x86_64`."""
    return f"{sys.platform}-{platform.machine().lower()}"


def sealed(page: dict[str, Any]) -> str:
    """Hash a page, but for its own seal."""
    kept = {name: value for name, value in page.items() if name != "seal"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


class Entry:
    """A compiled kernel that Python calls.

    A tuple is laid out once, for all entries: whoever calls again and again gives the same one, which is kept.

    Args:
        function: where it begins.
        takes: what its arguments are, one after the other: `i` a number, `b` a truth, `i8[2]` an array of int64 of two
            dimensions, `f8[1]` one of float64, `V616[1]` one of records of 616 bytes, `r616` one record, or a list of
            these for a tuple.
        returns: `i`, `b`, `f` or `n` for nothing.
    """

    def __init__(self, function: Any, takes: Sequence[Any], returns: str) -> None:
        function.restype = ctypes.c_int32
        self._takes = tuple(map(_the_same, takes))
        function.argtypes = [Pointer, Pointer, *(word for kind in self._takes for word in _words(kind))]
        self._function = function
        self._result = RETURNED[returns]
        self._returns = returns

    def __call__(self, *given: Any) -> Any:
        """Call it; the interpreter's lock is released meanwhile.

        Raises:
            TypeError: for arguments of another kind than it takes.
        """
        _check_number(self._takes, given)
        words: list[Any] = []
        for kind, value in zip(self._takes, given, strict=True):
            words += _flat(kind, value)
        result, error = self._result(), Pointer()
        status = self._function(ctypes.byref(result), ctypes.byref(error), *words)
        if status:
            raise RuntimeError(f"compiled code ended with status {status}")
        if self._returns == "n":
            return None
        return bool(result.value) if self._returns == "b" else result.value


def _words(kind: Any) -> list[Any]:
    """List what an argument is to C."""
    if isinstance(kind, tuple):
        return [word for part in kind for word in _words(part)]
    if kind == "b":
        return [ctypes.c_bool]
    return [Pointer] * (5 + 2 * int(kind[-2]) if kind[-1] == "]" else 1)


def _flat(kind: Any, value: Any) -> Sequence[Any]:
    """Lay an argument out as compiled code takes it."""
    if isinstance(kind, tuple):
        return _laid_out(kind, value)
    if kind == "i":
        return (int(value),)
    if kind == "b":
        return (bool(value),)
    return (_record(kind, value),) if kind[0] == "r" else _array(kind, value)


def _laid_out(kind: tuple[Any, ...], value: Any) -> Sequence[Any]:
    """Lay a tuple out, once for all calls that it is given to."""
    known = _laid.get(id(value))
    if known is not None and known[0] is value and known[1] is kind:
        return known[2]
    _check_number(kind, value)
    words = [word for one, part in zip(kind, value, strict=True) for word in _flat(one, part)]
    if len(_laid) >= MOST_LAID:
        _laid.clear()
    _laid[id(value)] = value, kind, words
    return words


def _the_same(kind: Any) -> Any:
    """Return a kind, one object for all that are equal, with tuples in place of lists."""
    kind = kind if isinstance(kind, str) else tuple(map(_the_same, kind))
    return _kinds.setdefault(kind, kind)


def _check_number(takes: Sequence[Any], given: Sequence[Any]) -> None:
    if len(takes) != len(given):
        raise TypeError(f"{len(takes)} arguments are taken, not {len(given)}")


def _record(kind: str, value: Any) -> int:
    import numpy

    place = numpy.frombuffer(value, numpy.uint8)
    if len(place) != int(kind[1:]):
        raise TypeError(f"a record of {kind[1:]} bytes is taken, not one of {len(place)}")
    return int(place.ctypes.data)


def _array(kind: str, value: Any) -> Sequence[Any]:
    form = f"{value.dtype.kind}{value.itemsize}[{value.ndim}]"
    if form != kind or not value.flags.c_contiguous:
        raise TypeError(f"an array {kind} in one piece is taken, not {form}")
    place = value.__array_interface__["data"][0]
    return (None, None, value.size, value.itemsize, place, *value.shape, *value.strides)


class Library:
    """The compiled code of one game.

    Args:
        page: what it says of itself.
        handle: the loaded library.
    """

    def __init__(self, page: dict[str, Any], handle: Any) -> None:
        self._page = page
        self._handle = handle

    def entry(self, name: str) -> Callable[..., Any] | None:
        """Return a compiled kernel by its qualified name; None where it was not compiled."""
        told = self._page["entries"].get(name)
        return Entry(self._handle[told["symbol"]], told["takes"], told["returns"]) if told else None


@cache
def library(sources: tuple[Path, ...]) -> Library | None:
    """Load the library of a game, if there is one that can be taken; else say why not, to whoever asks for more."""
    if not sources or os.environ.get(SWITCH) == "0" or os.environ.get("NUMBA_BOUNDSCHECK"):
        return None
    page = sources[0] / FOLDER / f"{platform_name()}.json"
    if not page.exists():
        return None
    try:
        return _load(page, sources)
    except NotTaken as reason:
        log.info("%s is left alone, and compiled when it is called: %s", page, reason)
        return None


def is_compiled(sources: tuple[Path, ...]) -> bool:
    """Tell whether a game has compiled code that is its own: a library that can be taken, or all in the cache."""
    try:
        _checked(sources[0] / FOLDER / f"{platform_name()}.json", sources)
    except NotTaken:
        return is_whole(sources)
    return True


def _load(file: Path, sources: tuple[Path, ...]) -> Library:
    page, code = _checked(file, sources)
    try:
        return Library(page, ctypes.CDLL(str(code)))
    except OSError as error:
        raise NotTaken(str(error)) from None


def _checked(file: Path, sources: tuple[Path, ...]) -> tuple[dict[str, Any], Path]:
    """Return what a library says of itself, and where it lies.

    Raises:
        NotTaken: when it is not there, not whole, of other sources or for another processor.
    """
    try:
        page = json.loads(file.read_bytes())
        whole = page["seal"] == sealed(page)
        code = file.with_suffix(PLATFORMS[file.stem].suffix)
        if not whole or hashlib.sha256(code.read_bytes()).hexdigest() != page["sha256"]:
            raise NotTaken("it is damaged")
        if page["sources"] != sources_seal(sources):
            raise NotTaken("it was made of other sources")
        if page["processor"] == V3 and not has_v3():
            raise NotTaken(f"this processor is no {V3}, or it cannot be told")
        return page, code
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotTaken(str(error)) from None


@cache
def has_v3() -> bool:
    """Tell whether the processor is one of x86-64-v3; where it cannot be told, it is not."""
    if sys.platform == "win32":
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(AVX2))
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    flags = next((line for line in text.splitlines() if line.startswith("flags")), "")
    return set(flags.split()) >= V3_FLAGS
