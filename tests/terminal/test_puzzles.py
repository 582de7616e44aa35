"""Puzzles at the terminal: found, checked, and solved with what each choice is worth less."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.study.test_puzzles import by_hand
from tests.terminal.test_command_line import Here, here
from torite.games import find
from torite.study import puzzles
from torite.study.puzzles import Puzzle, read, written
from torite.study.rating import NEW, changed, half
from torite.terminal import solved as solved_file
from torite.terminal.pen import Pen
from torite.terminal.play import Wish
from torite.terminal.puzzles import feed, pose, sit_down
from torite.terminal.text_layout import Ink

__all__ = ["here"]  # a fixture


def solved(puzzle: Puzzle, *lines: str, language: str = "en") -> tuple[str, str]:
    """Return what is said at first, and what these lines are answered with."""
    session = sit_down(puzzle, Wish(puzzle.variant, language=language, plain=True))
    asked = "\n".join(pose(session, puzzle))
    return asked, "\n".join(text for line in lines for text in feed(session, puzzle, line))


def test_a_puzzle_asks_and_tells_what_each_choice_costs() -> None:
    puzzle = by_hand()
    asked, told = solved(puzzle, puzzle.best)
    assert asked.startswith("A puzzle: one choice is clearly the best. 1 of three")
    assert "Right: " in told
    assert told.count("less by") == min(5, len(puzzle.choices) - 1)
    _, told = solved(puzzle, "nonsense", puzzle.choices[2].code)
    best, taken = (one.code.split()[1] for one in (puzzle.choices[0], puzzle.choices[2]))
    pen = Pen(find("agurk")[0], Ink(), "en", plain=True)
    sentence = f"{pen.aloud(pen.named(best))} is better than {pen.aloud(pen.named(taken))} by 2.0 ± 0.2 points."
    assert sentence.casefold() in " ".join(told.casefold().split())


def test_a_puzzle_is_told_in_japanese_too() -> None:
    puzzle = by_hand(exact=True)
    asked, told = solved(puzzle, puzzle.best, language="ja")
    assert asked.startswith("問題です")
    assert "正解です" in told
    assert "計算によるもの" in told


def test_choices_of_several_verbs_are_told_with_them() -> None:
    """To take an offer or to let it pass differ in more than what they name."""
    pen = Pen(find("bingo")[0], Ink(), "en", plain=False)
    lead, pieces = pen.beside(["play 6-6", "close"]), pen.beside(["play 6-6", "play 5-5"])
    assert lead[0] == pen.action("play 6-6")
    assert pieces == [pen.named("6-6"), pen.named("5-5")]
    assert pen.beside(["play 6-6", "wait"])[1] == pen.spoken("verb.wait")


def test_what_others_hold_is_not_told() -> None:
    """What is asked is told from the seat's own view: other cards elsewhere change nothing of it."""
    from torite.study.puzzles import standing
    from torite.study.redealt import redealt

    puzzle = by_hand()
    other = redealt(puzzle, standing(puzzle, seed=1), seed=3)
    assert other.lines != puzzle.lines
    assert solved(puzzle, "score")[0] == solved(other, "score")[0]


def test_one_is_solved_and_another_asked_for(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    known = (by_hand(), by_hand(options={"out_at": "20"}))
    monkeypatch.setattr(puzzles, "of_game", lambda game: known)
    typed = iter([known[0].best, "y", known[0].best, "n"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed))
    status, told, _ = here("puzzles", "agurk", "--plain")
    assert status == 0
    assert told.count("Right: ") == 2


def test_the_first_answer_to_each_puzzle_changes_the_rating(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is kept for the next time, as the page keeps its own, and the next puzzle is one near it."""
    known = tuple(by_hand(grade=grade, options={"out_at": str(20 + grade)}) for grade in (1, 2, 3))
    monkeypatch.setattr(puzzles, "of_game", lambda game: known)
    monkeypatch.setattr(puzzles, "of_day", lambda game, variant, day: known[0])

    def told_after(*typed: str, language: str = "en") -> list[str]:
        lines = iter(typed)
        monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
        status, told, _ = here("puzzles", "agurk", "--plain", "--language", language)
        assert status == 0
        return [
            line for line in told.splitlines() if line.startswith(("Your rating", "This puzzle is", "あなたの問題"))
        ]

    wrong = known[0].choices[2].code
    first = changed(NEW, 1200, solved=False)
    second = changed(first, 1500, solved=True)
    fell, rose = (round(abs(two.rating - one.rating)) for one, two in ((NEW, first), (first, second)))
    told = told_after(wrong, "y", known[1].best, "n")
    assert told[0] == f"Your rating with puzzles: {first.rating:.0f} ± {half(first):.0f} (−{fell})"
    assert told[1].startswith("This puzzle is rated 1200.")
    assert told[2:] == [f"Your rating with puzzles: {second.rating:.0f} ± {half(second):.0f} (+{rose})"]
    again = told_after(known[0].best, "n", language="ja")
    assert again == [f"あなたの問題レーティング: {second.rating:.0f} ± {half(second):.0f}"]
    home = solved_file.file()
    home.write_bytes(home.read_bytes() + b'\n{"variant":"agurk","puz')  # cut off
    third = changed(second, 1800, solved=True)
    told = told_after(known[0].best, "y", known[2].best, "n")
    assert told[-1].startswith(f"Your rating with puzzles: {third.rating:.0f} ")
    assert [one.good for one in solved_file.kept()] == [False, True, True, True, True]


def test_an_answer_that_cannot_be_kept_is_told(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    known = (by_hand(), by_hand(options={"out_at": "20"}))
    monkeypatch.setattr(puzzles, "of_game", lambda game: known)
    monkeypatch.setattr(puzzles, "of_day", lambda game, variant, day: known[0])
    (here.home / "torite").write_text("in the way")
    typed = iter([known[0].best, "y", known[1].best, "n"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed))
    status, told, _ = here("puzzles", "agurk", "--plain")
    assert status == 0
    assert "".join(told.split()).count("puzzles.jsonlcannotbewritten:") == 2, "wherever a long line was broken"
    assert told.count("Your rating with puzzles: ") == 2


def test_a_game_without_puzzles_says_how_some_are_found(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "of_game", lambda game: ())
    status, _, told = here("puzzles", "agurk")
    assert status == 2
    assert "torite puzzles agurk -n 20" in told


@pytest.mark.long
def test_what_is_found_is_written_and_survives(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    status, told, _ = here("puzzles", "ambition", "-n", 1, "--seed", 1, "--out", file)
    assert status == 0
    assert told.startswith("1 puzzle of ")
    assert len(read(file.read_text("utf-8"))) == 1
    assert here("puzzles", "ambition", "-n", 1, "--seed", 1)[1] == file.read_text("utf-8")
    status, told, _ = here("puzzles", "--check", file, "--seconds", 0.2)
    assert (status, told) == (0, "1 of 1 survive a search of 0.2 s each: 100 % (95 %: 21 to 100).\n")
    one = read(file.read_text("utf-8"))[0]
    file.write_text(written([one, replace(one, choices=[*one.choices[1:], one.choices[0]])]), "utf-8")
    status, told, _ = here("puzzles", "--check", file, "--seconds", 0.2)
    assert status == 1
    assert f"{one.name}: a long search does not choose {one.choices[1].code}." in told
    assert "1 of 2 survive" in told
