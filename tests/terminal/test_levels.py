"""Levels of bots: one set of names for people, everywhere; programs keep theirs, and what was typed before works."""

from __future__ import annotations

import pytest

from torite.bots import CALLED, FOR_PEOPLE, LEVELS
from torite.errors import words
from torite.service.catalogue import setup
from torite.service.page_messages import page_words
from torite.terminal.bots import named
from torite.terminal.lab import results
from torite.terminal.saves import BadInput
from torite.terminal.text_layout import Ink
from torite.words import LANGUAGES


def test_people_and_programs_have_a_name_for_each() -> None:
    assert list(CALLED.values()) == list(LEVELS)
    assert [words("en")(f"level.{level}") for level in LEVELS] == list(CALLED)
    assert list(CALLED)[1:] == ["beginner", "steady", "keen", "skilled", "strong"]


@pytest.mark.parametrize(
    ("typed", "level"),
    [("easy", "random"), ("steady", "simple"), ("strong", "search"), ("medium", "simple"), ("hard", "search")]
    + [(level, level) for level in LEVELS],
)
def test_every_name_is_understood(typed: str, level: str) -> None:
    assert [level, level] == named([typed], "steady", 2) == named([], typed, 2)


def test_who_asks_for_another_is_told_the_names_for_people() -> None:
    for names, level in ((["god"], "steady"), ([], "god")):
        with pytest.raises(BadInput, match="random, beginner, steady, keen, skilled, strong"):
            named(names, level, 3)


def test_too_many_bots_are_counted_in_whole_sentences() -> None:
    for count, free, said in (
        (1, 0, "This is a game for one: no seat is free for a bot."),
        (3, 1, "3 bots are too many: 1 seat is free."),
    ):
        with pytest.raises(BadInput) as refused:
            named(["beginner"] * count, "steady", free)
        assert said == str(refused.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_calls_them_so(language: str) -> None:
    say = words(language)
    assert [(level, say(f"level.{level}"), say(f"level_about.{level}")) for level in FOR_PEOPLE] == [
        (level.name, level.text, level.about) for level in setup("agurk", 4, language, False).levels
    ]
    for level in LEVELS:
        assert say(f"level.{level}") in page_words(language)(f"table.level.{level}")


def test_a_simulation_calls_them_so() -> None:
    row = dict.fromkeys(
        ["mean_score", "mean_score_error", "mean_share", "mean_share_error", "lowest_share", "lowest_share_error"], 0.5
    )
    said = results([{"seat": seat, "bot": level, **row} for seat, level in enumerate(LEVELS)], "match", "en", Ink(79))
    assert [line.split()[1] for line in said.split("\n")[1:]] == list(CALLED)
