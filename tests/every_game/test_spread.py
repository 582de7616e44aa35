"""The usual run checks a law at a spread of tables: no game is left out of any law, and no variant of all of them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

from tests.conftest import (
    COLLECTED,
    DRAWN,
    HERE,
    LANDING,
    LATEST,
    MOST_FILES,
    SHARE,
    SPREAD,
    changed_parts,
    compiled_first,
    compiles_of,
    further_compiled,
    further_drawn,
    further_long,
    further_looked_at,
    is_of_the_page,
)
from tests.strategies import Table, smallest_tables, spread, tables, usual_tables
from torite.games import catalogue, games

LISTED = {"table": tables, "smallest": smallest_tables, "usual": usual_tables}
LAW = re.compile(r"^def (test_\w+)\((table|smallest|usual): Table", re.MULTILINE)
LAWS = [found for file in sorted(Path(__file__).parent.glob("test_*.py")) for found in LAW.findall(file.read_text())]
LEAST = 4  # laws that each variant is met by


def of(law: str, what: str, share: int) -> list[Table]:
    """List the tables of a law."""
    return spread(LISTED[what](), law, share)


@pytest.mark.parametrize("share", [0, SPREAD])
def test_every_law_is_checked_in_every_game(share: int) -> None:
    """Also with `--quick` in a game that has been changed, where the law is not left out altogether."""
    assert len(LAWS) > 15
    for law, what in LAWS:
        assert set(games()) == {table.game.name for table in of(law, what, share)}, law


def test_every_variant_is_met_by_some_laws() -> None:
    """Many are met by more."""
    met = Counter(table.variant for law, what in LAWS for table in of(law, what, SPREAD))
    assert [] == [variant for variant in catalogue() if met[variant] < LEAST]


def test_every_table_is_met_by_some_law() -> None:
    """No number of seats that the usual run knows is left to `make slow` alone."""
    assert set(tables()) <= {table for law, what in LAWS for table in of(law, what, SPREAD)}


@pytest.mark.long
def test_one_game_has_all_laws_at_all_of_its_tables(pytestconfig: pytest.Config) -> None:
    """Whatever its variants are called: `--game` asks for as many cases of each law as the game has tables."""
    asked = f"{Path(__file__).parent} --game cucumber --collect-only -q -n 0"
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *shlex.split(asked)],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        capture_output=True, text=True, cwd=pytestconfig.rootpath, check=True,
    ).stdout  # fmt: skip
    cases = re.findall(r"::(test_\w+)\[(.*)\]", listed)
    met = Counter(law for law, _ in cases)
    own = {what: [table for table in LISTED[what]() if table.game.name == "cucumber"] for what in LISTED}
    assert [] == [law for law, what in LAWS if met[law] < len(own[what])]
    names = {"cucumber", *games()["cucumber"].variants}
    assert [] == [case for _, case in cases if not any(name in case for name in names)]


@pytest.mark.long
@pytest.mark.parametrize("share", [LANDING, SHARE])
def test_what_one_turn_leaves_out_another_tries(pytestconfig: pytest.Config, share: int) -> None:
    """But of what any game stands for: there three do."""
    items = pytestconfig.stash[COLLECTED]
    if not any(is_of_the_page(item.path) for item in items):
        pytest.skip("a part of the tests alone is asked for")
    parts = DRAWN * share // LANDING
    ways = [
        (share, lambda turn: further_compiled(items, turn, share), 100),
        (share, lambda turn: further_looked_at(items, turn, share), 50),
        (share, lambda turn: further_long(items, turn, share), 40),
        (parts, lambda turn: further_drawn(items, turn, parts, set()), 5000),
    ]
    never, once = set[pytest.Item](), Counter[pytest.Item]()
    for turns, left_out, least in ways:
        each = [left_out(turn) for turn in range(turns)]
        assert all(len(some) > least for some in each)
        never |= set.intersection(*each)
        once.update(set.union(*each))
    assert [] == [item.nodeid for item, ways_of in once.items() if ways_of > 1], "shared out twice"
    marks = {item: item.get_closest_marker("compiles") for item in never}
    assert [] == [item.nodeid for item, mark in marks.items() if not (mark and mark.kwargs.get("sampled"))]


def test_all_is_tried_of_what_was_changed_and_a_part_of_other_games_and_programs() -> None:
    """And what is about no game and starts nothing, and files that were changed, always; in four turns, all of it."""
    items: dict[str, list[Any]] = {
        folder: [
            mock.Mock(path=HERE / folder / "test_it.py", nodeid=f"{folder} {n}", fixturenames=fixtures,
                      **{"get_closest_marker.return_value": None, "getparent.return_value": None})
            for n in range(400)
        ]
        for folder, fixtures in {
            "games/bingo": [], "games/emissary": [], "kit": [], "service": ["service"], "terminal": ["fresh"],
            "page": ["browser"],
        }.items()
    }  # fmt: skip
    all_of_them = [item for several in items.values() for item in several]
    left_out = [further_drawn(all_of_them, turn, 4, {"bingo", "terminal", "page/test_it.py"}) for turn in range(4)]
    drawn = {*items["games/emissary"], *items["service"]}
    assert drawn == set.union(*left_out)
    assert not set.intersection(*left_out)
    assert all(0.7 < len(each) / len(drawn) < 0.8 for each in left_out)


def test_what_has_a_file_that_is_not_as_it_was_committed_is_changed(tmp_path: Path) -> None:
    """Of a game's rules, of its tests, of an example, of a package; a file more, too. Without history nothing is."""
    assert set() == changed_parts(tmp_path)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    files = [tmp_path / name for name in ("src/torite/games/bingo/rules.py", "tests/games/agurk.py", "src/kit.py")]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("1\n")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "begin"]):
        subprocess.run([*git, *words], check=True)
    assert set() == changed_parts(tmp_path)
    for file in files:
        file.write_text("2\n")
    assert {"bingo"} == changed_parts(tmp_path)
    more = {
        "tests/games/perlaggen/test_new.py": "perlaggen", "examples/hearts/rules.py": "hearts",
        "src/torite/service/new.py": "service", "tests/terminal/test_new.py": "terminal", "client/src/new.ts": "page",
    }  # fmt: skip
    for name in more:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert {"bingo", *more.values()} == changed_parts(tmp_path)
    for words in (["add", "-A"], ["commit", "-q", "-m", "go on"]):
        subprocess.run([*git, *words], check=True)
    assert {"games/perlaggen/test_new.py", "terminal/test_new.py"} == changed_parts(tmp_path)
    for number in range(MOST_FILES + 1):
        (tmp_path / f"tests/terminal/test_{number}.py").touch()
    for words in (["add", "-A"], ["commit", "-q", "-m", "rename"]):
        subprocess.run([*git, *words], check=True)
    assert {"games/perlaggen/test_new.py", "terminal/test_new.py"} == changed_parts(tmp_path)
    for number in range(LATEST):
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", f"{number}"], check=True)
    assert set() == changed_parts(tmp_path)


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_every_worker_begins_with_its_part_of_what_compiles(workers: int) -> None:
    """No test is lost, none comes twice, and what is compiled of one game stays with one worker, whoever asks."""
    marks = {n: SimpleNamespace(kwargs={"game": f"game {n % 5}"}) for n in range(200) if n % 9 > 6}
    items: list[Any] = [
        SimpleNamespace(path=f"test_{n % 9}.py", get_closest_marker=lambda _, n=n: marks.get(n)) for n in range(200)
    ]
    ordered = compiled_first(items, workers)
    assert Counter(map(id, items)) == Counter(map(id, ordered))
    at, homes = 0, dict[object, set[int]]()
    for worker in range(workers):
        length = (len(items) - at) // (workers - worker)  # as they are shared out
        compiling = [item.get_closest_marker("compiles") is not None for item in ordered[at : at + length]]
        assert compiling == sorted(compiling, reverse=True)
        for item in ordered[at : at + sum(compiling)]:
            homes.setdefault(compiles_of(item), set()).add(worker)
        at += length
    assert 5 == len(homes)
    assert all(len(workers_of) == 1 for workers_of in homes.values())
