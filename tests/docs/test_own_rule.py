"""The page on a rule of one's own is walked in a copy: its changes apply, its commands say what it shows."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.pages import ROOT
from tests.patience import PATIENCE

PAGE = ROOT / "docs" / "own-rule.md"
BLOCK = re.compile(r"^```(diff|sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
LONG = (
    "--measures",
    "torite.vector.build",
)  #: what is known by these compiles for half a minute: `make slow` waits for it
#: These are asked at few tables in the usual run, and as the page says in `make slow`.
LAWS = "pytest tests/every_game"
PROGRAMS = {"torite": ("-m", "torite.terminal.main"), "pytest": ("-m", "pytest"), "python": ()}
#: What the tests were started with, and the copy's are not.
OURS = ("PYTEST_", "TORITE_", "PYTHON", "XDG_", "GIT_")


class Step(NamedTuple):
    """A block of the page; after commands, what it shows of their output."""

    line: int
    language: str
    text: str
    shown: str


def steps() -> Iterator[Step]:
    text = PAGE.read_text(encoding="utf-8")
    found = [(text.count("\n", 0, at.start()) + 1, at[1], at[2]) for at in BLOCK.finditer(text)]
    for (line, language, block), (_, after, shown) in zip(found, [*found[1:], (0, "", "")], strict=True):
        if language != "text":
            yield Step(line, language, block, shown if after == "text" else "")


class Copy:
    """The files that git knows of, as they are now, in a folder of their own; nothing is written outside it."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "torite"
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, self.folder / name)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.environment = {
            **kept,
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_CONFIG_HOME": str(home / "config"),
            # compiled code is shared with the other tests: it is kept by its sources
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
            "GIT_CEILING_DIRECTORIES": str(home),
            "PYTHONPATH": os.pathsep.join([str(self.folder / "src"), str(self.folder)]),
            "PYTHONUTF8": "1",
            "COLUMNS": "100",
            "LANG": "C",
        }

    def apply(self, step: Step) -> None:
        done = subprocess.run(
            ["git", "apply", "--unidiff-zero", "-"],
            cwd=self.folder, env=self.environment, input=step.text, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{PAGE.name}:{step.line}: {done.stderr}"

    def run(self, command: str) -> str:
        """Run a line of the page: `! ` before it says that it fails, `NAME=value ` what it is told."""
        words = shlex.split(command)
        fails, words = words[0] == "!", words[words[0] == "!" :]
        told: dict[str, str] = {}
        while "=" in words[0]:
            name, _, told[name] = words.pop(0).partition("=")
        done = subprocess.run(
            [sys.executable, *PROGRAMS[words[0]], *words[1:]],
            cwd=self.folder, env={**self.environment, **told}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=False,
        )  # fmt: skip
        said = done.stdout + done.stderr
        assert done.returncode == int(fails), f"{command}\n{said}"
        return said


def walk(home: Path, long: bool) -> None:
    """Apply every change, and run the commands that are long, or those that are not; what asks the laws in any case."""
    copy, checker = Copy(home), doctest.OutputChecker()
    where = copy.run("python -c 'import torite, tests; print(torite.__file__, tests.__file__)'").split()
    assert all(Path(file).is_relative_to(copy.folder) for file in where)
    for step in steps():
        if step.language == "diff":
            copy.apply(step)
            continue
        commands = step.text.splitlines()
        if any(sign in step.text for sign in LONG) != long and LAWS not in step.text:
            continue
        said = "".join(copy.run(command if long else command.replace(LAWS, f"{LAWS} --quick")) for command in commands)
        wanted = f"$ ... {step.shown} ... $\n"
        assert checker.check_output(wanted, f"$ . {said} . $\n", FLAGS), f"{PAGE.name}:{step.line}: {step.text}\n{said}"


@pytest.mark.long
@pytest.mark.full
@pytest.mark.compiles(game="agurk-clubs")
def test_the_page_can_be_walked_through(tmp_path: Path) -> None:
    """But for what takes long; the copy has the variant at last, and the project has not."""
    walk(tmp_path, long=False)
    assert "agurk-clubs" in (tmp_path / "torite/src/torite/games/cucumber/options.py").read_text()
    assert "agurk-clubs" not in (ROOT / "src/torite/games/cucumber/options.py").read_text()


@pytest.mark.slow
@pytest.mark.compiles(game="agurk-clubs")
def test_its_long_commands(tmp_path: Path) -> None:
    """The measures, the laws, and the library that is taken for these very sources."""
    walk(tmp_path, long=True)
    assert list((tmp_path / "torite/src/torite/games/cucumber/compiled").glob("*.json"))


def test_what_takes_long_is_on_the_page() -> None:
    commands = [command for step in steps() if step.language == "sh" for command in step.text.splitlines()]
    assert all(any(sign in command for command in commands) for sign in LONG)
    assert {command.removeprefix("! ").split()[0].partition("=")[0] for command in commands} <= {
        *PROGRAMS,
        "TORITE_GAMES",
    }
