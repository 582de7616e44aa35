"""What a kernel may not name is told in words, before Numba tells of it in its own."""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from torite.games import games
from torite.kernel import compile as compiling
from torite.kernel.compile import Binding, NotCompilable, _global_names, _marks, is_kernel, kernel
from torite.lab.loops import play_many

LISTED = [1, 2, 3]
NAMED = {"C2": 1}
FEW = {1, 2}
TABLE = (1, 2, 3)


def plain(n: int) -> int:
    return n


@kernel
def calls_plain(n: int) -> int:
    return plain(n)


@kernel
def indexes_list(n: int) -> int:
    return LISTED[n]


@kernel
def indexes_dict(n: int) -> int:
    return NAMED["C2"] + n


@kernel
def asks_set(n: int) -> bool:
    return n in FEW


@kernel
def names_nothing(n: int) -> int:
    return no_such_table[n]  # type: ignore[name-defined]  # noqa: F821


@kernel
def fine(n: int) -> int:
    return min(TABLE[n], len(TABLE))


@kernel
def calls_fine(n: int) -> int:
    return fine(n) + indexes_list(n)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (calls_plain, "calls_plain names plain, a plain function: mark it with @kernel"),
        (indexes_list, "indexes_list names LISTED, a list: write it as a tuple"),
        (indexes_dict, "indexes_dict names NAMED, a dict: write it as a tuple"),
        (asks_set, "asks_set names FEW, a set: write it as a mask"),
        (names_nothing, "names_nothing names no_such_table, which is defined nowhere: import it"),
        (calls_fine, "indexes_list names LISTED, a list"),
    ],
)
def test_what_cannot_be_compiled_is_told(function: Callable[..., Any], said: str) -> None:
    """The error names the game, the kernel, what it names and what to do; also where another kernel calls it."""
    with pytest.raises(NotCompilable, match=rf"toy: the kernel {__name__}\.{said}"):
        Binding("toy", {}, ()).compiled(function)


def test_what_games_name_can_be_compiled() -> None:
    """Every kernel of every game; but those that have others in their place in all compiled code."""
    checked = 0
    for game in games().values():
        package = game.state.__module__.rpartition(".")[0]
        for function, mark in compiling._marks.items():
            if function.__module__.startswith((f"{package}.", "torite.k")) and not (mark.slot or mark.compiled):
                assert is_kernel(function)
                game.binding.check(function)
                checked += 1
    assert checked > 1000


@pytest.mark.long
def test_threads_that_bind_at_once_get_what_is_bound_whole() -> None:
    """Whoever asks while another thread binds has every slot's function, however deep it is called."""
    game, threads = games()["cucumber"], 6
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(threads) as pool:
            for _ in range(20):
                binding, start = Binding("race", game.binding.slots, ()), threading.Barrier(threads)

                def bind(binding: Binding = binding, start: threading.Barrier = start) -> list[str]:
                    start.wait()
                    return unbound(binding.interpreted(play_many))

                assert [[]] * threads == [told.result() for told in [pool.submit(bind) for _ in range(threads)]]
    finally:
        sys.setswitchinterval(interval)


def unbound(function: Any) -> list[str]:
    """List the slots that a bound kernel still calls as such, by itself or further down."""
    met, ahead, found = set[Any](), [function], []
    while ahead:
        kernel = ahead.pop()
        if kernel not in met:
            met.add(kernel)
            named = [kernel.__globals__.get(name) for name in set(_global_names(kernel.__code__))]
            found += [value.__name__ for value in named if is_kernel(value) and _marks[value].slot]
            ahead += [value for value in named if isinstance(value, types.FunctionType)]
    return found
