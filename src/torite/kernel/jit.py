"""The only door to Numba: compiles kernels whose names are bound, and keeps what Python calls on disk.

This reaches into Numba in four places, so its version is locked: what only compiled code calls is optimised and
translated once, in its caller; no index is negative, so none is looked at for that; room for a set lies on the stack;
and what is compiled is found by its sources, wherever they lie (`numba_cache.py`).
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

from torite.errors import NoCompiler

#: Whether the thread compiles a kernel: what is altered in Numba is altered for kernels alone.
_ours = threading.local()

#: Held while Numba is told where it finds what it has compiled, which it knows for all threads alike.
_making = threading.Lock()

#: Ends the name of what only compiled code calls; some kernels are compiled both ways.
INNER = "_inner"

#: Whether also what only compiled code calls is translated to machine code; see `translate_all`.
_translates_all = False

#: Processors, as LLVM names them, that have `pdep` whatever else is said of them.
WITH_PDEP = ("x86-64-v3", "x86-64-v4")


def require(name: str) -> None:
    """Make sure that there is a compiler.

    Raises:
        NoCompiler: where Numba is not installed.
    """
    if importlib.util.find_spec("numba") is None:
        raise NoCompiler("error.no_compiler", name=name)


def compiled(function: Any, entry: bool, inline: bool, folder: Path) -> Callable[..., Any]:
    """Compile a kernel at its first call.

    Args:
        function: the kernel, with its own globals and name.
        entry: whether Python calls it; then it is kept on disk.
        inline: whether it is put in its place where it is called.
        folder: where it is kept.
    """
    import numba

    options: dict[str, Any] = {"cache": True} if entry else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    options |= {"forceinline": inline, "_nrt": False}  # nothing is made on the heap, so nothing is counted
    inner = _spare_inner_work()
    _leave_indices_alone()
    if not entry:
        function.__qualname__ += INNER
        inner.add(function.__qualname__)
    with _kept_by_sources(function, folder):
        dispatcher: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
    if entry:
        dispatcher.compile = _marked(dispatcher.compile)
    return cast("Callable[..., Any]", dispatcher)


@contextlib.contextmanager
def _kept_by_sources(function: Any, folder: Path) -> Iterator[None]:
    """Have a kernel that is made meanwhile kept in a folder; what others compile with Numba is kept as it was."""
    import numba

    from torite.kernel.numba_cache import FOLDER

    config: Any = numba.config
    setattr(function, FOLDER, folder)
    with _making:
        before, config.CACHE_LOCATOR_CLASSES = config.CACHE_LOCATOR_CLASSES, "torite.kernel.numba_cache.BySources"
        try:
            yield
        finally:
            config.CACHE_LOCATOR_CLASSES = before


def _marked(compile_entry: Callable[..., Any]) -> Callable[..., Any]:
    """Tell, while an entry and all that it calls is compiled, that it is one of ours."""

    def marked(signature: Any) -> Any:
        _ours.compiling = True
        try:
            return compile_entry(signature)
        finally:
            _ours.compiling = False

    return marked


def translate_all() -> None:
    """Translate every function from now on, as for a library, though most are never called by themselves.

    It takes a quarter longer, and leaves code behind that LLVM makes up to 4 % more of where it is called.
    """
    global _translates_all
    _translates_all = True


@cache
def _spare_inner_work() -> set[str]:
    """Let Numba not optimise fully, nor translate to machine code, what only compiled code calls.

    Numba does both for every function, and again for each that calls it; nearly half of the time of a first compile
    goes there. It is done once, in the entry that holds all of the code.

    Returns:
        The qualified names of inner kernels, to be added to.
    """
    from numba.core import codegen, cpu

    inner: set[str] = set()
    library: Any = codegen.CPUCodeLibrary
    context: Any = cpu.CPUContext
    make_function = importlib.import_module("numba._dynfunc").make_function
    optimise, translate, addressed = (
        library._optimize_final_module,
        library._finalize_final_module,
        context.get_executable,
    )

    def optimise_once(self: Any) -> None:
        if self.name not in inner:
            return optimise(self)
        manager, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
        )
        manager.run(self._final_module, builder)

    def translate_once(self: Any) -> None:
        if _translates_all or self.name not in inner:
            translate(self)
        self._finalized = True

    def named(self: Any, code: Any, described: Any, env: Any) -> Any:
        if _translates_all or code.name not in inner:
            return addressed(self, code, described, env)
        return make_function(described.lookup_module(), described.qualname, "", 0, env, (code,))

    library._optimize_final_module, library._finalize_final_module = optimise_once, translate_once
    context.get_executable = named
    return inner


@cache
def _leave_indices_alone() -> None:
    """Let Numba not ask of every index whether it is negative and so counted from the end.

    A kernel has no such index: a law of all games says so, and compiled with bounds checks a negative one is refused.
    """
    from numba.core import types
    from numba.np import arrayobj

    counted_from_either_end: Any = arrayobj.fix_integer_index

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if not getattr(_ours, "compiling", False):
            return counted_from_either_end(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    arrayobj.fix_integer_index = as_it_is


@cache
def instruction(name: str) -> Callable[..., Any]:
    """Make the compiled form of an intrinsic."""
    if name == "room":
        return _room()
    if name == "pdep":
        return _pdep()
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    no = ir.Constant(ir.IntType(1), 1)
    last = ir.Constant(ir.IntType(64), 63)
    forms: dict[str, Callable[[Any, Any], Any]] = {
        "ctpop": lambda builder, mask: builder.ctpop(mask),
        "cttz": lambda builder, mask: builder.cttz(mask, no),
        "ctlz": lambda builder, mask: builder.sub(last, builder.ctlz(mask, no)),
    }

    def one(context: Any, mask: Any) -> Any:
        return types.int64(types.int64), lambda c, builder, s, given: forms[name](builder, given[0])

    return intrinsic(one)


def _pdep() -> Callable[..., Any]:
    """Make the search of a set bit: one instruction and a count where the processor compiled for has it."""
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic

    if not _has_pdep():
        portable: Callable[..., Any] = njit(cache=False)(_nth_by_halving)
        return portable
    word = ir.IntType(64)

    def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        mask, n = given
        kind = ir.FunctionType(word, [word, word])
        name = "llvm.x86.bmi.pdep.64"
        deposit = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        chosen = builder.call(deposit, [builder.shl(ir.Constant(word, 1), n), mask])
        return builder.cttz(chosen, ir.Constant(ir.IntType(1), 1))

    def two(context: Any, mask: Any, n: Any) -> Any:
        return types.int64(types.int64, types.int64), emit

    return intrinsic(two)


def _has_pdep() -> bool:
    """Tell whether the processor that is compiled for has `pdep`: this one, or as Numba is told."""
    import numba
    from llvmlite import binding as llvm

    told_numba: Any = numba.config
    name, features = told_numba.CPU_NAME, told_numba.CPU_FEATURES
    told = (features or "").split(",")
    if "-bmi2" in told or "+bmi2" in told:
        return "+bmi2" in told
    if name is None:
        return features is None and bool(llvm.get_host_cpu_features().get("bmi2", False))
    return name in WITH_PDEP


def _nth_by_halving(mask: int, n: int) -> int:
    for _ in range(n):
        mask &= mask - 1
    place = 0
    while not mask & 0xFF:
        mask >>= 8
        place += 8
    while not mask & 1:
        mask >>= 1
        place += 1
    return place


def _room() -> Callable[..., Any]:
    """Make room for words on the stack of whoever asks: an array that Numba neither counts nor frees."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import NumbaTypeError
    from numba.extending import intrinsic
    from numba.np import arrayobj

    code: Any = cgutils
    arrays: Any = arrayobj
    kind = types.Array(types.int64, 1, "C")

    def emitter(words: int) -> Callable[..., Any]:
        def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            form = ir.ArrayType(ir.IntType(64), words)
            place = code.alloca_once(builder, form)
            builder.store(ir.Constant(form, None), place)
            made = arrays.make_array(kind)(context, builder)
            arrays.populate_array(
                made,
                data=builder.bitcast(place, ir.IntType(64).as_pointer()),
                shape=code.pack_array(builder, [context.get_constant(types.intp, words)]),
                strides=code.pack_array(builder, [context.get_constant(types.intp, 8)]),
                itemsize=context.get_constant(types.intp, 8),
                meminfo=None,
            )
            return made._getvalue()

        return emit

    def room(context: Any, n: Any) -> Any:
        if not isinstance(n, types.IntegerLiteral):
            raise NumbaTypeError("room is made for a constant: a number, or the name of one in its module")
        return kind(n), emitter(n.literal_value)

    made: Callable[..., Any] = intrinsic(prefer_literal=True)(room)
    return made
