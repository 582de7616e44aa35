"""Counts instructions of a decision at random, game by game: `python -m benchmarks.instructions [--keep] [GAME …]`.

Times depend on what else a machine does; instructions do not. Valgrind counts those of a process that plays few deals
and of one that plays many, and the difference is divided by the choices between them, dealing and scoring included.
What is kept, in `instructions.json` beside this file, is what the last change of compiled code left; a game that takes
over 3 % more than that is a loss, and the command ends with 1. Give the games libraries first (`python -m
torite.lab.build`): code that is compiled when it is called is tuned to the processor it runs on.
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

KEPT = Path(__file__).with_suffix(".json")
MORE = 1.03  #: of the instructions kept; what takes more is a loss
CHOICES = (20_000, 220_000)  #: played at least, in the two processes

PLAY = """
import sys
from torite.lab.simulate import Table
game, least = sys.argv[1], int(sys.argv[2])
table = Table(game, None, {}, ["random"], 1)
made = 0
while made < least:
    table.play_compiled(50, False)
    made = int(table.totals[2])
print(made)
"""


def counted(game: str, least: int) -> tuple[int, int]:
    """Return instructions, and choices made, of a process that makes at least so many.

    Raises:
        subprocess.CalledProcessError: when it fails.
    """
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--branch-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*tool, sys.executable, "-c", PLAY, game, str(least)],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "0"},
    )  # fmt: skip
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", "")), int(done.stdout)


def of_a_decision(game: str) -> float:
    """Return the instructions of a decision."""
    few, many = (counted(game, least) for least in CHOICES)
    return (many[0] - few[0]) / (many[1] - few[1])


def main() -> int:
    """Count, compare with what is kept, and keep what was counted if that is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--keep", action="store_true", help="keep what is counted, to be compared with later")
    given = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("Valgrind counts the instructions, and is not installed: apt-get install valgrind", file=sys.stderr)
        return 2
    from torite.games import games

    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    lost = False
    for name in given.games or sorted(games()):
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
