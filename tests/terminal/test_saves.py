"""Nothing is lost: a match that was broken off at any step goes on as it would have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.tables import played_out, sit, some_line
from torite.errors import ToriteError
from torite.match import Match
from torite.records import read, write
from torite.terminal import saves
from torite.terminal.play import Wish, sit_down
from torite.terminal.saves import Save, Seating
from torite.terminal.session import At

SEATING = Seating(0, {1: "simple", 2: "simple"}, 7)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.mark.long
@pytest.mark.parametrize("game", ["agurk", "gurka-is"])
def test_resumed_at_any_step_it_is_the_same_match(game: str) -> None:
    """The log of a match resumed from each of its saves is the log of the match that was never broken off."""
    kept: list[str] = []
    whole = sit(game, 3, seed=7, options={"out_at": 14}, keep=lambda match: kept.append(write(match, with_key=True)))
    played_out(whole)
    steps = sorted({0, 2, len(kept) // 2, len(kept) - 2})
    for step in steps:
        resumed = sit(game, 3, seed=7, match=read(kept[step]))
        played_out(resumed)
        assert write(resumed.match) == write(whole.match)


def test_every_action_is_kept() -> None:
    """After each action, a person's or a bot's, the match is handed over to be saved."""
    lengths: list[int] = []
    session = sit("agurk", 3, keep=lambda match: lengths.append(len(match.log)))
    list(session.begin())
    while session.at is At.TURN:
        list(session.feed(some_line(session)))
    assert lengths == list(range(3, 3 + len(lengths)))


def test_a_save_reads_back(tmp_path: Path) -> None:
    """Record and seating come back as they were."""
    match = Match("agurk", 3, seed=1)
    path = saves.folder() / saves.new_name("agurk")
    saves.save(match, path, SEATING)
    again, seating = saves.load(saves.newest())
    assert write(again, with_key=True) == write(match, with_key=True)
    assert seating == SEATING


@pytest.mark.parametrize(
    "told", ["", "{}", "[]", "nonsense", '{"seat": 0, "bots": {"1": "god"}, "seed": 1, "seconds": 1}']
)
def test_a_save_without_its_seating_still_opens(told: str) -> None:
    """What stands beside the record may be lost or spoilt; the match is not."""
    match = Match("agurk", 3, seed=1)
    path = saves.folder() / saves.new_name("agurk")
    saves.save(match, path, SEATING)
    saves.beside(path).write_text(told)
    again, seating = saves.load(path)
    assert write(again) == write(match)
    assert seating is None


def test_a_failed_write_leaves_the_old_save(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A write that breaks off leaves the file as it was, and nothing beside it."""
    path = tmp_path / "match.torite"
    saves.write(path, "old\n")
    monkeypatch.setattr("os.fsync", lambda descriptor: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        saves.write(path, "new\n")
    assert path.read_text() == "old\n"
    assert list(tmp_path.glob(".*.part")) == []


def test_an_ended_match_goes_to_the_records() -> None:
    """The record lies among the records, verified; the save is gone."""
    session = sit("agurk", 3, seed=7, options={"fixed_deals": 1, "hand_size": 3})
    path = saves.folder() / saves.new_name("agurk")
    session.keep = lambda match: saves.save(match, path, SEATING)
    played_out(session)
    home = saves.finish(session.match, path)
    assert home.parent == saves.folder("records")
    assert not list(saves.folder().iterdir())
    assert read(home.read_text()).over


def test_a_match_that_is_resumed_twice_is_kept_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """What another terminal was told is safe stays so; whoever comes after it is told where theirs lies."""
    path = saves.folder() / f"agurk-before{saves.ENDING}"
    saves.save(Match("agurk", 3, seed=1), path, SEATING)
    wish = Wish("agurk", language="en", plain=True)
    tables = [sit_down(saves.load(path)[0], Save(path, SEATING), wish) for _ in range(2)]
    for table in tables:
        table.keep(table.match)
    for number, table in enumerate(tables):
        for _ in range(2):
            table.match.act(table.match.actors[0], table.match.actions(table.match.actors[0])[number].code)
            table.keep(table.match)
    told = capsys.readouterr().err
    assert (1, True) == (told.count("\n"), "elsewhere" in told)
    lie = sorted(saves.folder().glob(f"*{saves.ENDING}"), key=lambda file: file != path)
    assert [write(table.match, with_key=True) for table in tables] == [file.read_text("utf-8") for file in lie]


def test_without_a_save_there_is_nothing_to_resume() -> None:
    """The refusal names the folder."""
    with pytest.raises(ToriteError, match="no unfinished match"):
        saves.newest()
