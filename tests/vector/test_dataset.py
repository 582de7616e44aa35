"""Datasets of decisions: the same rows however often they are interrupted, read in batches, with what they mean."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

from tests.terminal.test_command_line import Here, here
from torite.errors import BadOptions
from torite.vector import ProgramTable, dataset, make, playing
from torite.vector.dataset import BadDataset, described, generate, read
from torite.vector.playing import DatasetPlan
from torite.vector.recording import Rows

__all__ = ["here"]


@pytest.fixture
def plan() -> DatasetPlan:
    """Return what most of these tests write down."""
    return DatasetPlan(ProgramTable("agurk", recall=2), ("simple", "random"), 60, seed=5)


def whole(file: Path, batch: int = 4096) -> dict[str, Any]:
    """Read a dataset at once."""
    parts = list(read(file, batch))
    return {name: numpy.concatenate([part[name] for part in parts]) for name in Rows._fields}


def alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all((one[name] == other[name]).all() for name in Rows._fields)


@pytest.mark.compiles(sampled=True)
@pytest.mark.parametrize("suffix", dataset.FORMATS)
def test_rows_are_read_as_they_were_written(suffix: str, plan: DatasetPlan, tmp_path: Path) -> None:
    file = tmp_path / f"agurk{suffix}"
    rows = generate(plan, file)
    found = whole(file)
    assert rows == len(found["seat"]) == len(whole(file, 7)["seat"])
    assert alike(found, whole(file, 7))
    assert found["observation"].shape == (rows, plan.table.observation.size)
    assert (found["mask"][numpy.arange(rows), found["action"]] == 1).all()
    assert (found["mask"].sum(axis=1) > 1).all()
    assert sorted(set(found["match"].tolist())) == list(range(60))
    assert described(file) == plan.described()
    assert not list(tmp_path.glob("*.parts"))
    assert {len(part["seat"]) for part in read(file, 100, ["seat"])} <= {100, rows % 100}


@pytest.mark.compiles(sampled=True)
def test_what_came_of_a_decision_is_what_the_seat_got(plan: DatasetPlan, tmp_path: Path) -> None:
    """In a deal every decision of a seat has the same outcome: what an environment gives for it."""
    plan = dataclasses.replace(plan, bots=("random",), forced=True, offers=False)
    generate(plan, tmp_path / "a.arrow")
    found = whole(tmp_path / "a.arrow")
    env = make("agurk", n=1, seed=5, offers=False, recall=2)
    env.reset()
    for i in range(int((found["match"] == 0).sum())):
        assert env.observation[0].tobytes() == found["observation"][i].tobytes()
        env.step([found["action"][i]])
    assert env.done[0] == 1
    first = found["match"] == 0
    assert all(
        env.reward[0][seat] == gain for seat, gain in zip(found["seat"][first], found["gain"][first], strict=True)
    )


@pytest.mark.compiles(sampled=True)
def test_an_interrupted_dataset_goes_on_and_has_the_same_rows(
    plan: DatasetPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "PART", 50)
    generate(plan, tmp_path / "once.parquet")
    stops = 0

    def interrupt(done: int, wanted: int) -> None:
        nonlocal stops
        if done < wanted:
            stops += 1
            raise KeyboardInterrupt

    while True:
        try:
            generate(plan, tmp_path / "often.parquet", interrupt)
            break
        except KeyboardInterrupt:
            (tmp_path / "often.parquet.parts/000000000099-000000000100.arrow.torn").write_bytes(b"half")
    assert stops > 2
    assert alike(whole(tmp_path / "once.parquet"), whole(tmp_path / "often.parquet"))


@pytest.mark.compiles(sampled=True)
def test_parts_of_other_settings_are_refused(
    plan: DatasetPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "PART", 50)

    def stop(done: int, wanted: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate(plan, tmp_path / "a.parquet", stop)
    with pytest.raises(BadDataset, match="other settings"):
        generate(dataclasses.replace(plan, seed=6), tmp_path / "a.parquet")
    assert generate(plan, tmp_path / "a.parquet") > 0
    with pytest.raises(BadDataset, match="there already"):
        generate(plan, tmp_path / "a.parquet")


@pytest.mark.long
@pytest.mark.compiles(sampled=True)
def test_bots_that_think_write_what_they_choose(tmp_path: Path) -> None:
    """A level that does not play in arrays is asked by its view; gestures are written part by part."""
    plan = DatasetPlan(ProgramTable("agurk", recall=3), ("simple",), 2, seed=1)
    for match in range(2):
        compiled, thinking = playing.Compiled(plan).rows(match), playing.Thinking(plan).rows(match)
        assert all((one == other).all() for one, other in zip(compiled, thinking, strict=True))
    table = ProgramTable("domino-cribbage")
    generate(DatasetPlan(table, ("search", "simple"), 1, seconds=0.01), tmp_path / "a.arrow")
    found = whole(tmp_path / "a.arrow")
    codes = {table.actions.codes[number].split()[0] for number in found["action"]}
    assert "play" in codes
    assert len(codes) > 1


@pytest.mark.parametrize(
    "wrong", [{"matches": 0}, {"unit": "trick"}, {"bots": ()}, {"bots": "simple"}, {"bots": ("simple",) * 5}]
)
def test_what_is_not_allowed_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        DatasetPlan(**{"table": ProgramTable("agurk"), **wrong})


def test_what_is_no_dataset_is_refused(plan: DatasetPlan, tmp_path: Path) -> None:
    with pytest.raises(BadDataset, match=r"\.parquet, \.arrow"):
        generate(plan, tmp_path / "a.csv")
    for name in ("a.parquet", "a.arrow"):
        (tmp_path / name).write_bytes(b"no such thing")
        with pytest.raises(BadDataset, match="no dataset"):
            list(read(tmp_path / name))
    with pytest.raises(BadDataset, match="no dataset"):
        list(read(tmp_path / "none.parquet"))
    with pytest.raises(BadDataset, match="columns"):
        list(read(tmp_path / "a.parquet", columns=["hands"]))
    (tmp_path / "file").write_text("")
    with pytest.raises(BadDataset, match="cannot be written"):
        generate(plan, tmp_path / "file" / "a.parquet")


@pytest.mark.compiles(sampled=True)
def test_the_command_writes_one(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    code, told, _ = here("generate", "agurk", "-n", 5, "--bots", "simple,easy", "--out", file)
    assert code == 0
    assert str(file) in told
    assert described(file)["bots"] == ["simple", "random"] * 2
    assert here("generate", "agurk", "--out", file)[0] == 2
    assert here("generate", "chess", "--out", tmp_path / "b.parquet")[0] == 2


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path) -> None:
    """In one line; and nothing that does not need it is hindered."""
    ask = "import sys; sys.modules['pyarrow'] = None; from torite.terminal.main import main; main()"
    words = ["generate", "agurk", "--out", str(tmp_path / "a.parquet")]
    done = subprocess.run([sys.executable, "-c", ask, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "torite[lab]" in done.stderr
    assert len(done.stderr.splitlines()) == 1
