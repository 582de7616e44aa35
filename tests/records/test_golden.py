"""Golden matches: each replays to the same text, ends with the scores written, and comes out the same when remade."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import torite
from tests.clauses import clause
from tests.records import remake
from tests.records.matches import EXAMPLES, MATCHES, Example
from torite.games import games

FILES = sorted(remake.FOLDER.glob("*.record"))
SHORT = range(20, 115)  # lines of a record that a person can follow with cards in hand

each = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@each
def test_record_replays_to_the_same_text(file: Path) -> None:
    """Reading a record and writing it gives the same bytes; it ends with the scores written."""
    text = file.read_text(encoding="utf-8")
    match = torite.read(text)
    assert torite.write(match) == text
    assert match.over
    assert f"end: {' '.join(map(str, match.scores))}\n" in text
    assert len(text.splitlines()) in SHORT


@each
def test_record_comes_out_again(file: Path) -> None:
    """The same seed and the same choices give the same match."""
    assert torite.write(MATCHES[file.stem].play()) == file.read_text(encoding="utf-8")


@clause("EX-CUC-8", "EX-CUC-13", "EX-CUC-17", "EX-CUC-20", "EX-CUC-23", "EX-CUC-24", "EX-CUC-27")
@clause("EX-CUC-32", "EX-CUC-34", "EX-CUC-38", "EX-CUC-40", "EX-CUC-42")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_worked_example_ends_as_the_clauses_say(example: Example) -> None:
    """The scores of the record are those worked out by hand, and the places follow from who was left."""
    match = torite.read(remake.path_of(example.name).read_text(encoding="utf-8"))
    assert tuple(match.scores) == example.scores
    assert example.clause in (match.game.folder / "clauses.md").read_text(encoding="utf-8")


def test_every_match_has_its_record() -> None:
    """There is a record for each match of the list and for nothing else, and a match for each variant."""
    assert {file.stem for file in FILES} == set(MATCHES)
    assert set(MATCHES) >= set(games()["cucumber"].variants)


@pytest.mark.parametrize("file", FILES[:3], ids=lambda file: file.stem)
def test_altered_record_is_refused(file: Path) -> None:
    """A score that was changed does not replay."""
    head, end, tail = file.read_text(encoding="utf-8").partition("end: ")
    with pytest.raises(torite.BadRecord):
        torite.read(f"{head}{end}9{tail}")


def test_remaking_shows_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command shows a diff and returns 1; with `--write` it writes; then nothing differs."""
    monkeypatch.setattr(remake, "FOLDER", tmp_path)
    monkeypatch.setattr(remake, "MATCHES", {example.name: example for example in EXAMPLES[:2]})
    (tmp_path / "old.record").write_text("torite record 1\n", encoding="utf-8")
    assert remake.main([]) == 1
    shown = capsys.readouterr().out
    assert "-torite record 1\n" in shown
    assert f"+++ {EXAMPLES[0].name}.record" in shown
    assert remake.main(["--write"]) == 0
    assert sorted(file.stem for file in tmp_path.iterdir()) == sorted(example.name for example in EXAMPLES[:2])
    capsys.readouterr()
    assert remake.main([]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("seats", "said"),
    [("99999", "not by 99999"), ("0", "not by 0"), ("9" * 5000, 'lacks "seats"'), ("many", 'lacks "seats"')],
)
def test_seats_that_a_game_has_not_are_refused_by_their_number(seats: str, said: str) -> None:
    text = (remake.FOLDER / "agurk.record").read_text(encoding="utf-8")
    with pytest.raises(torite.BadRecord) as fault:
        torite.read(re.sub(r"(?m)^seats: .*$", f"seats: {seats}", text))
    assert said in fault.value.say("en")
    assert len(fault.value.say("ja")) < 200
