"""Lessons at the terminal: the idea, what was done at once and at the end, and the way on."""

from __future__ import annotations

import pytest

from torite.games import find
from torite.scenes import lessons
from torite.terminal.learn import feed, learn, sit_down, teach
from torite.terminal.play import Wish
from torite.terminal.saves import BadInput
from torite.terminal.session import At, Session


def sat(name: str = "low-card-last", language: str = "en") -> tuple[Session, lessons.Lesson, str]:
    game, variant = find("agurk")
    lesson = lessons.find(game, variant, name)
    session = sit_down(game, lesson, Wish("agurk", language=language, plain=True))
    return session, lesson, "\n".join(teach(session, lesson))


def play(session: Session, lesson: lessons.Lesson, *lines: str) -> str:
    return "\n".join(text for line in lines for text in feed(session, lesson, line))


def test_a_lesson_tells_its_idea_and_deals_what_it_says() -> None:
    session, _, told = sat()
    assert "Only the last trick costs" in told
    assert {"SK", "HQ", "C3"} == set(session.match.cards(0))


def test_what_was_done_is_told_at_once_and_at_the_end() -> None:
    session, lesson, _ = sat()
    told = play(session, lesson, "play hq")
    assert told.startswith("Well done")
    assert "Well done" not in play(session, lesson, "score")
    while session.at is At.TURN:
        last = play(session, lesson, str(session.match.actions(0)[0]))
    assert "Well done: a strong card went" in " ".join(last.split())


def test_a_mistake_is_told_in_the_readers_language() -> None:
    session, lesson, told = sat(language="ja")
    assert "失点になるのは最後のトリックだけ" in told
    said = play(session, lesson, "play c3")
    while session.at is At.TURN:
        said = play(session, lesson, str(session.match.actions(0)[0]))
    assert "最後のトリックで失点しました" in "".join(said.split())
    assert "お見事" not in said


@pytest.mark.parametrize("number", [7, 0])
def test_a_lesson_that_is_not_there_is_refused(number: int) -> None:
    with pytest.raises(BadInput, match="1 to 6"):
        learn(Wish("agurk", plain=True), number)


def test_a_game_without_lessons_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """One from outside may have none yet."""
    monkeypatch.setattr("torite.scenes.lessons.of_game", lambda game: ())
    with pytest.raises(BadInput, match="no lessons of agurk"):
        learn(Wish("agurk", plain=True), 1)


def test_lessons_come_one_after_the_other(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """From the one that is named, as long as the person wants."""
    lines = iter(["play ha", "1", "1", "yes", "quit"])
    monkeypatch.setattr("torite.terminal.learn.line_of", lambda prompt: next(lines))
    assert 0 == learn(Wish("agurk", plain=True), 2)
    told = capsys.readouterr().out
    assert told.index("Lesson 2 of 6") < told.index("Lesson 3 of 6")
    assert "Lesson 1 of 6" not in told
