"""`torite habits`: what is counted is told in both languages and for programs; what cannot be counted is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.study.test_analysis import played
from tests.terminal.test_command_line import Here, here
from torite import records
from torite.match import Match
from torite.study.bot_habits import read
from torite.study.habits import Habits, as_data, count

__all__ = ["here"]  # a fixture
BOTS = ("habits", "agurk-joker", "--seats", 2, "-o", "out_at=30", "--bots", "steady")


def match_of(seed: int) -> Match:
    """A match in which somebody may announce."""
    return played(Match("doppelkopf", seed=seed, names=["Ann", "Ben", "Cid", "Dora"]))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Records of matches that are over."""
    folder = tmp_path_factory.mktemp("records")
    files = [folder / f"{seed}.torite" for seed in range(4)]
    for seed, file in enumerate(files):
        file.write_text(records.write(match_of(seed), with_key=True), encoding="utf-8")
    return files


@pytest.mark.long
def test_one_player_is_told_beside_the_others(here: Here, found: list[Path]) -> None:
    status, told, _ = here("habits", *found, "--name", "Ben")
    told = " ".join(told.split())
    assert status == 0
    assert "Doppelkopf: counted in 4 matches, 32 deals." in told
    assert "Ben: how often" in told
    assert "Everybody else: how often" in told
    assert "not what came of what" in told
    status, told, _ = here("habits", *found, "--language", "ja")
    assert status == 0
    assert "4 局、32 ディール" in told


@pytest.mark.long
def test_programs_get_all_numbers(here: Here, found: list[Path]) -> None:
    status, data, _ = here("habits", *found, "--name", "Ben", "--json")
    mine: Habits = {}
    others: Habits = {}
    for seed in range(4):
        count(match_of(seed), [1], mine, others)
    told = json.loads(data)["doppelkopf"]
    assert (status, told["matches"], told["deals"], told["name"]) == (0, 4, 32, "Ben")
    assert told["habits"] == json.loads(json.dumps(as_data(mine)))
    assert told["others"] == json.loads(json.dumps(as_data(others)))


@pytest.mark.long
def test_bots_play_and_are_counted(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "habits.json"
    status, told, _ = here(*BOTS, "-n", 8, "--seed", 3)
    assert status == 0
    assert "What steady bots did in 8 matches with 2 seats" in " ".join(told.split())
    assert "Keep the hand" in told
    status, data, _ = here(*BOTS, "-n", 8, "--seed", 3, "--json")
    assert (status, json.loads(data)["level"]) == (0, "simple")
    status, told, _ = here(*BOTS, "-n", 8, "--seed", 3, "--out", file)
    assert status == 0
    kept = read(file.read_bytes(), file.name)
    assert as_data(kept.habits) == json.loads(data)["habits"]


def test_where_nothing_is_to_be_told_that_is_said(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "short.torite"
    file.write_text(records.write(played(Match("agurk", seats=2, seed=1, options={"out_at": 8}))), encoding="utf-8")
    status, told, _ = here("habits", file)
    assert (status, "There is nothing to tell" in told) == (0, True)


@pytest.mark.long
def test_what_cannot_be_counted_is_refused_in_a_sentence(here: Here, found: list[Path], tmp_path: Path) -> None:
    unfinished, none, long = (tmp_path / name for name in ("unfinished", "none", "long"))
    unfinished.write_text(records.write(Match("agurk", seed=1)), encoding="utf-8")
    none.write_text("nothing of ours", encoding="utf-8")
    long.write_bytes(b"x" * (1 << 21))
    for arguments in (
        (unfinished,), (none,), (long,), (tmp_path / "missing",), (*found, none), (*found, "--name", "Nobody"),
        ("agurk", "agurk", "--bots", "steady"), ("agurk", "--bots", "nobody"), ("agurk", "--bots", "steady", "-n", 0),
        ("nothing", "--bots", "steady"), ("agurk", "--bots", "steady", "-o", "out_at=x"),
        ("agurk", "--bots", "steady", "--out", tmp_path / "no" / "folder"),
    ):  # fmt: skip
        for language in ("en", "ja"):
            status, told, wrong = here("habits", *arguments, "--language", language)
            assert (status, told) == (2, "")
            assert len(wrong.strip().split("\n")) == 1
