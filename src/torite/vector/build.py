"""Makes the libraries of games: `python -m torite.vector.build [GAME …]`, for whoever installs them without a compiler.

Each game is compiled in a process of its own, for a processor that most machines are at least, by having it do once all
that Python may ask of compiled code. Numba's output is kept: one module of all entries, of which nothing else is seen
from outside, one object, one shared library, and the page that `torite.kernel.library` reads.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from torite.kernel.cache import sources_seal
from torite.kernel.library import FOLDER, PLATFORMS, SWITCH, V3, Platform, platform_name, sealed

MATCHES = 2  #: simulated to have the loop compiled
DECISIONS = 24  #: of a match, in which each sort of search must come up
ITERATIONS = 2  #: of a search


def exercise(name: str) -> list[Any]:
    """Have a game do all that is compiled; return its entries."""
    from torite.bots import dead_deal
    from torite.bots.levels import SearchBot, ThumbBot
    from torite.games import games
    from torite.lab.simulate import simulate
    from torite.match import Match
    from torite.worlds.sampler import Sampler

    game = games()[name]
    variant = next(iter(game.variants))
    simulate(variant, MATCHES, ("random", "simple")[: game.variants[variant].seats[0]], seed=1)
    match, bot = Match(variant, seed=1), SearchBot(game, 1, iterations=ITERATIONS)
    bot.warm(match)
    for _ in range(DECISIONS):
        if match.over:
            break
        seat = match.turns.must_act[0]
        Sampler(game, match.view(seat), seat, 1).world()
        dead_deal.settled(game, match.view(seat), seat, 100)
        match.act(seat, ThumbBot(game, 0).choose(match.view(seat), seat=seat))
    step_through(variant)
    watching = dead_deal._watching(game.binding, game.layout)
    return [*game.binding.entries(), *watching.entries()]


def step_through(variant: str) -> None:
    """Have programs play: many matches side by side, and one step by step."""
    from torite.vector.env import VectorEnv
    from torite.vector.loops import CHANCE
    from torite.vector.position import Position, an_outcome
    from torite.vector.tables import ProgramTable

    table = ProgramTable(variant, recall=1)
    env, position = VectorEnv(table, 1), Position(table)
    env.reset()
    env.step(env.mask.argmax(axis=1))
    Position(table).draw()
    position.settle(an_outcome(table.game.pack, position.ask))
    while position.seat == CHANCE:
        position.draw()
    position.observe(position.seat)
    position.resampled(position.seat, 1)
    position.take(position.legal()[0])
    position.go_on()
    position.play(position.legal()[0])
    position.go_on()


#: Platforms as Zig names them; of Linux with the oldest libc that a manylinux wheel may ask for.
ZIG = {
    "linux-x86_64": "x86_64-linux-gnu.2.17",
    "linux-aarch64": "aarch64-linux-gnu.2.17",
    "darwin-arm64": "aarch64-macos",
    "win32-amd64": "x86_64-windows-gnu",
}
#: What libraries of C have everywhere; all else that compiled code calls must be in it.
PROVIDED = {"memset", "memcpy", "memmove", "log", "sqrt"}


def described(kind: Any) -> Any:
    """Write down what an argument is, as `Entry` takes it.

    Raises:
        TypeError: for a kind that no entry takes.
    """
    from numba.core import types as numba_types

    types: Any = numba_types
    if isinstance(kind, types.BaseTuple):
        return [described(part) for part in kind]
    if isinstance(kind, types.Boolean):
        return "b"
    if isinstance(kind, types.Integer) and kind.bitwidth == 64:
        return "i"
    if isinstance(kind, types.Record):
        return f"r{kind.size}"
    if isinstance(kind, types.Array) and kind.layout == "C":
        return f"{_item(kind.dtype)}[{kind.ndim}]"
    raise TypeError(f"an entry takes {kind}")


def _item(kind: Any) -> str:
    """Write down what an array holds: `i8`, `u1`, `f4`, `V616` for records."""
    from numba.core import types as numba_types

    types: Any = numba_types
    if isinstance(kind, types.Record):
        return f"V{kind.size}"
    letter = "f" if isinstance(kind, types.Float) else "i" if kind.signed else "u"
    return f"{letter}{kind.bitwidth // 8}"


def returned(kind: Any) -> str:
    """Write down what an entry returns."""
    from numba import types

    return "n" if isinstance(kind, types.NoneType) else "f" if isinstance(kind, types.Float) else described(kind)


def module_of(entries: Sequence[Any]) -> tuple[Any, dict[str, Any]]:
    """Put the code of entries into one module; return it and what is to be said of each."""
    from llvmlite import binding as llvm

    whole: Any = llvm.parse_assembly("")
    told: dict[str, Any] = {}
    for entry in entries:
        ((_, made),) = entry.overloads.items()
        place = entry.py_func.__qualname__
        module = llvm.parse_assembly(made.library.get_llvm_str())
        own = made.fndesc.llvm_func_name
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "external" if function.name == own else "internal"
        for variable in module.global_variables:
            if not variable.is_declaration:
                variable.linkage = "internal"
        module.get_function(own).name = place
        told[place] = {
            "symbol": place,
            "takes": [described(kind) for kind in made.signature.args],
            "returns": returned(made.signature.return_type),
        }
        whole.link_in(module)
    check(whole)
    return whole, told


def check(module: Any) -> None:
    """Make sure that code calls nothing but what is in it.

    Raises:
        TypeError: with what else it calls.
    """
    called = {function.name for function in module.functions if function.is_declaration}
    missing = {name for name in called if not name.startswith("llvm.")} - PROVIDED
    if missing:
        raise TypeError(f"compiled code calls {', '.join(sorted(missing))}, which no library has")


def emitted(text: str, platform: Platform) -> bytes:
    """Optimise a module as a whole for a platform, and write it as an object."""
    from llvmlite import binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(platform.triple)
    machine = target.create_target_machine(cpu=platform.processor, features="", opt=3, reloc="pic", codemodel="default")
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = platform.triple, str(machine.target_data)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3)))
    return bytes(machine.emit_object(module))


def link(code: bytes, file: Path, name: str) -> None:
    """Make a shared library of an object.

    Zig links for every platform, and for Linux so that an old libc suffices; without it the compiler driver that `CC`
    names, or that is there, links for this one. Neither the folder nor the time of it stands in what is made: the file
    is named from within its folder, for macOS keeps the name, and Windows' linker is given a time.
    """
    driver = os.environ.get("CC", "cc").split()
    if importlib.util.find_spec("ziglang"):
        driver = [sys.executable, "-m", "ziglang", "cc", "-target", ZIG[name]]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "code.o").write_bytes(code)
        words = [*driver, "-shared", "-s", "-o", file.name, "code.o", "-lm"]
        subprocess.run(words, check=True, cwd=folder, env={**os.environ, "SOURCE_DATE_EPOCH": "0"})
        file.write_bytes((Path(folder) / file.name).read_bytes())


def build(name: str, platforms: Sequence[str]) -> None:
    """Make the libraries of one game, for platforms whose code Numba makes alike.

    It is done in this process, which must have compiled nothing else.
    """
    portable = PLATFORMS[platforms[0]].processor != V3
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"XDG_CACHE_HOME": folder, SWITCH: "0", "NUMBA_CPU_FEATURES": ""}
        os.environ["NUMBA_CPU_NAME"] = "generic" if portable else V3
        from torite.games import games
        from torite.kernel import jit

        jit.translate_all()
        game = games()[name]
        module, entries = module_of(exercise(name))
    for one in platforms:
        write(game.folder, one, str(module), entries)


def write(folder: Path, name: str, module: str, entries: dict[str, Any]) -> Path:
    """Write a library and its page beside the sources that it was made of; return the library."""
    home, platform = folder / FOLDER, PLATFORMS[name]
    home.mkdir(exist_ok=True)
    file = home / f"{name}{platform.suffix}"
    link(emitted(module, platform), file, name)
    page = {
        "sources": sources_seal((folder,)),
        "processor": platform.processor,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "entries": entries,
    }
    page["seal"] = sealed(page)
    file.with_suffix(".json").write_text(json.dumps(page, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return file


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the libraries of the games named, or of all; the exit status says whether each could be made."""
    from torite.games import games

    parser = argparse.ArgumentParser(
        prog="python -m torite.vector.build", description=(__doc__ or "").partition("\n\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games; all where none is named")
    parser.add_argument("--platform", action="append", choices=PLATFORMS, help="what for; this machine's by default")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    unknown = [name for name in given.games if name not in games()]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; there are: {', '.join(sorted(games()))}")
    wanted = given.platform or [platform_name()]
    if given.here:
        build(given.games[0], wanted)
        return 0
    alike = [[name for name in wanted if (PLATFORMS[name].processor == V3) is v3] for v3 in (True, False)]
    orders = [(game, some) for game in given.games or sorted(games()) for some in alike if some]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return max(pool.map(lambda order: _apart(*order), orders), default=0)


def _apart(game: str, platforms: Sequence[str]) -> int:
    """Make some libraries in a process of their own; return how it ended."""
    chosen = [word for name in platforms for word in ("--platform", name)]
    command = [sys.executable, "-m", "torite.vector.build", "--here", game, *chosen]
    return min(1, abs(subprocess.run(command, check=False).returncode))


if __name__ == "__main__":
    sys.exit(main())
