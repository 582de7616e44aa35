"""Counts instructions of a decision at random, game by game: `python -m benchmarks.instructions [--keep] [GAME …]`.

Times depend on what else a machine does; instructions do not. Valgrind counts those of a process that plays few deals
and of one that plays many, and the difference is divided by the choices between them, dealing and scoring included.
What is kept, in `instructions.json` beside this file, is what the last change of compiled code left; a game that takes
over 3 % more than that is a loss, and the command ends with 1. Only libraries are counted, of one platform (`python -m
torite.vector.build` makes them): code that is compiled when it is called is tuned to the processor it runs on. Where
that cannot be done, a line says why, and the command ends with 2.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from torite.games import games
from torite.kernel.library import library, platform_name

PLATFORM = "linux-x86_64"  #: whose libraries are counted
KEPT = Path(__file__).with_suffix(".json")
MORE = 1.03  #: of the instructions kept; what takes more is a loss
CHOICES = (50_000, 1_050_000)  #: played about, in the two processes

PLAY = """
import sys
from torite.lab.loops import CHOICES
from torite.lab.table import Table
game, about = sys.argv[1], int(sys.argv[2])
table = Table(game, None, {}, ["random"], 1)
few = int(table.results(0, 50, False)[1][:, CHOICES].sum())
many = table.results(50, 50 * about // few, False)  # in one call: calls take instructions too
print(few + int(many[1][:, CHOICES].sum()))
"""
#: Threads that wait for work count while they do.
ALONE = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def counted(game: str, about: int) -> tuple[int, int]:
    """Return instructions, and choices made, of a process that makes about so many.

    Raises:
        subprocess.CalledProcessError: when it fails.
    """
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--branch-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*tool, sys.executable, "-c", PLAY, game, str(about)],
        capture_output=True, text=True, check=True, env={**os.environ, **ALONE},
    )  # fmt: skip
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", "")), int(done.stdout)


def of_a_decision(game: str) -> float:
    """Return the instructions of a decision."""
    few, many = (counted(game, about) for about in CHOICES)
    return (many[0] - few[0]) / (many[1] - few[1])


def hindrance(wanted: list[str]) -> str | None:
    """Say why the instructions of some games cannot be counted here; None where they can."""
    if platform_name() != PLATFORM:
        return f"Instructions are those of {PLATFORM}, and not counted on {platform_name()}."
    if shutil.which("valgrind") is None:
        return "Valgrind counts the instructions, and is not installed: apt-get install valgrind"
    lacking = [name for name in wanted if library(games()[name].binding.sources) is None]
    if lacking:
        return f"These have no library that fits their sources: python -m torite.vector.build {' '.join(lacking)}"
    return None


def main(arguments: list[str] | None = None) -> int:
    """Count, compare with what is kept, and keep what was counted if that is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--keep", action="store_true", help="keep what is counted, to be compared with later")
    given = parser.parse_args(arguments)
    wanted = given.games or sorted(games())
    unknown = [name for name in wanted if name not in games()]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; there are: {', '.join(sorted(games()))}")
    why = hindrance(wanted)
    if why:
        print(why, file=sys.stderr)
        return 2
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    lost = False
    for name in wanted:
        now = of_a_decision(next(iter(games()[name].variants)))
        before = kept.get(name)
        print(f"{name:20}{now:10.1f}" + (f"{before:10.1f}{now / before:8.3f}" if before else ""), flush=True)
        lost |= before is not None and now > before * MORE
        kept[name] = round(now, 1)
    if given.keep:
        KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 1 if lost and not given.keep else 0


if __name__ == "__main__":
    sys.exit(main())
