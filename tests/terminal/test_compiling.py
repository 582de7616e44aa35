"""Before a game is compiled, who searches at a terminal does so plainly, and a process beside it compiles."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import torite
from tests.patience import wait_until
from torite.bots import SearchBot
from torite.bots.plain import PlainBot
from torite.match import Match
from torite.terminal import compiling
from torite.terminal.bots import Bots
from torite.terminal.saves import Seating

#: In place of Python: writes down how it was begun and what it was told, and goes when nobody is there any more.
SCRIPT = """#!/bin/sh
echo "$$ $@" > {folder}/begun.part && mv {folder}/begun.part {folder}/begun
cat > {folder}/told
touch {folder}/gone
"""


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How choices and hints were thought of, one after the other; nothing is thought of here."""
    how: list[str] = []

    def choose(self: SearchBot, view: object, history: object, seat: int, offered: bool = False) -> str:
        how.append(type(self).__name__)
        return "play C2"

    def counsel(self: SearchBot, view: object, history: object, seat: int) -> list[object]:
        how.append(type(self).__name__)
        return []

    for kind in (SearchBot, PlainBot):
        monkeypatch.setattr(kind, "choose", choose)
        monkeypatch.setattr(kind, "counsel", counsel)
    return how


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a process that compiles, and never is done, writes down what it was told."""
    script = tmp_path / "python"
    script.write_text(SCRIPT.format(folder=tmp_path))
    script.chmod(0o700)
    monkeypatch.setattr(compiling, "sys", SimpleNamespace(executable=str(script)))
    return tmp_path


def table() -> tuple[Bots, Match]:
    return Bots(Seating(0, {1: "search", 2: "search"}, 1, 0.05)), torite.Match("agurk", 3, seed=1)


def test_choices_and_hints_are_searched_plainly_until_the_game_is_compiled(
    beside: Path, searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = False
    monkeypatch.setattr(compiling, "is_compiled", lambda sources: compiled)
    bots, match = table()
    bots.choose(match, 1)
    bots.advise(match, 0)
    assert ["PlainBot", "PlainBot"] == searched
    wait_until((beside / "begun").exists)
    assert ["-m", "torite.service.bot_worker"] == (beside / "begun").read_text().split()[1:]
    compiled = True
    bots.choose(match, 1)
    bots.advise(match, 0)
    assert ["SearchBot", "SearchBot"] == searched[2:]
    wait_until(lambda: not Path(f"/proc/{(beside / 'begun').read_text().split()[0]}").exists())


def test_nothing_is_begun_where_it_is_compiled(searched: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "is_compiled", lambda sources: True)
    monkeypatch.setattr(subprocess, "Popen", lambda *what, **more: pytest.fail("a process was begun"))
    bots, match = table()
    bots.choose(match, 1)
    assert ["SearchBot"] == searched


def test_where_compiling_fails_search_says_why_as_ever(
    beside: Path, searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "is_compiled", lambda sources: False)
    (beside / "python").write_text("#!/bin/sh\ntouch " + str(beside / "begun") + "\nhead -c 10 > /dev/null\nexit 1\n")
    bots, match = table()
    bots.choose(match, 1)
    process = bots._compiling._under_way[match.game.name]
    wait_until(lambda: process.poll() is not None)
    bots.choose(match, 1)
    assert ["PlainBot", "SearchBot"] == searched


#: Has a game compiled, and ends, or is killed.
ENDS = """
import os, sys
from types import SimpleNamespace
import torite
from torite.terminal import compiling
compiling.is_compiled = lambda sources: False
compiling.sys = SimpleNamespace(executable=sys.argv[1])
made = compiling.Compiling()
assert not made.ready(torite.Match("agurk", 3).game)
assert "numba" not in sys.modules
if sys.argv[2] == "killed":
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("how", ["ends", "killed"])
def test_what_compiles_goes_with_who_plays(beside: Path, how: str) -> None:
    subprocess.run([sys.executable, "-c", ENDS, str(beside / "python"), how], check=how == "ends")
    if how == "killed":
        wait_until((beside / "gone").exists)
    elif (beside / "begun").exists():
        process = (beside / "begun").read_text().split()[0]
        wait_until(lambda: not Path(f"/proc/{process}").exists())
