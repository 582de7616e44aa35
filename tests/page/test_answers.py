"""Answers on a small phone: two stand in a line each, and all that may be said at any time stands in a row."""

from __future__ import annotations

import json

import pytest

from tests.page.guests import Guests
from tests.page.recording import Moment, recorded
from tests.page.stage import Stage
from tests.strategies import Table

LOW = "360x640"
#: Of each answer in how many lines it stands, what is told below it left out.
LINES = """() => [...document.querySelectorAll("#prompt .ways > .button")].map((button) => {
  const range = document.createRange();
  const text = [...button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  range.selectNodeContents(text);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""
ROWS = """() => new Set(
  [...document.querySelectorAll("#prompt .ways > .button")].map((one) => one.getBoundingClientRect().top)
).size"""


def with_answers(table: Table, language: str, verbs: set[str]) -> Moment:
    """A moment of a random match at which these may be said, among others."""
    for seed in range(9):
        for one in recorded(table, language, seed):
            choices = json.loads(one.scene)["scene"]["choices"]
            if verbs <= {choice["verb"] for choice in choices if choice["kind"] == "press"}:
                return one
    raise AssertionError(f"{table}: nobody is asked so")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("variant", "seats", "verbs"), [("bingo", 2, {"draw", "close"}), ("doppelkopf", 4, {"pass", "reserve"})]
)
def test_two_answers_stand_in_a_line_each(
    guests: Guests, variant: str, seats: int, verbs: set[str], language: str
) -> None:
    """Half of the window is more than they need."""
    stage = Stage(guests, language)
    stage.resize(LOW)
    stage.show(with_answers(Table(variant, seats), language, verbs))
    assert [1, 1] == stage.page.evaluate(LINES)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_may_be_said_at_any_time_leaves_the_table_its_room(guests: Guests, language: str) -> None:
    """Five words of Doppelkopf stand in one row; the trick has the room of another."""
    stage = Stage(guests, language)
    stage.resize(LOW)
    words = {f"announce {word}" for word in ("contra", "90", "60", "30", "schwarz")}
    stage.show(with_answers(Table("doppelkopf", 4), language, words))
    assert 1 == stage.page.evaluate(ROWS)


#: The answers in the prompt, and those beside what they are about.
ANSWERS = """() => ["#prompt .ways > .button", "[data-table] section .ways .button"]
  .map((where) => document.querySelectorAll(where).length)"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_answer_is_offered_twice(guests: Guests, language: str) -> None:
    """Bets are made where it is told how they stand while cards are played; a showdown asks for them."""
    stage = Stage(guests, language)
    stage.resize(LOW)
    for one in recorded(Table("perlaggen", 4), language):
        scene = json.loads(one.scene)["scene"]
        verbs = {choice["verb"] for choice in scene["choices"]}
        if not verbs or scene["deal_over"] or one.kind[0] not in ("play", "showdown"):
            continue
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        asked, beside = stage.page.evaluate(ANSWERS)
        assert bool(asked) == (one.kind[0] == "showdown" and verbs != {"claim gleich"}), one.what
        assert bool(beside) == (one.kind[0] == "play"), one.what
