"""The puzzle of a day: the way in, what is asked, what each choice is worth less, and the streak in the browser."""

import json
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from tests.page.guests import Guest, Guests
from torite.games import find
from torite.scenes.labels import legend
from torite.study.puzzles import Puzzle, near, of_day

TODAY = "new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10)"


def asked(ann: Guest) -> Puzzle:
    """Come to Agurk's puzzle of the day by its guide; return it."""
    ann.go("/guide/agurk")
    day = ann.page.evaluate(TODAY)
    ann.button(re.compile("Puzzle of the day")).click()
    ann.wait_for_turn()
    found = of_day(*find("agurk"), day)
    assert found is not None
    return found


def choose(ann: Guest, code: str) -> None:
    name = legend(find("agurk")[0], "en").names[code.split()[1]]
    ann.button("Look at it").click()
    ann.button(re.compile(f"^{name}, may be played")).click()


@pytest.mark.long
def test_a_puzzle_asks_and_tells_what_each_choice_costs(guests: Guests) -> None:
    ann = guests("Ann")
    puzzle = asked(ann)
    idea = ann.page.get_by_role("region", name="The puzzle of the day")
    expect(idea).to_contain_text("One choice is clearly the best here")
    choose(ann, puzzle.choices[1].code)
    told = ann.page.get_by_role("status").filter(has_text="is better than")
    expect(told.first).to_be_visible()
    ann.button("Leave the puzzle").first.click()
    expect(ann.button(re.compile("Puzzle of the day"))).not_to_contain_text("in a row")


@pytest.mark.long
def test_right_answers_day_after_day_are_counted_in_the_browser(guests: Guests) -> None:
    """Somebody who was right yesterday, and the day before, is today."""
    ann = guests("Ann")
    ann.go("/guide/agurk")
    yesterday = date.fromisoformat(ann.page.evaluate(TODAY)) - timedelta(days=1)
    kept = json.dumps({"solved": {"agurk": {"day": yesterday.isoformat(), "streak": 2}}})
    ann.page.evaluate("kept => localStorage.setItem('torite.preferences', kept)", kept)
    ann.go("/guide/agurk")
    expect(ann.button(re.compile(r"Puzzle of the day\s*\(2 days in a row\)"))).to_be_visible()
    choose(ann, asked(ann).best)
    expect(ann.page.get_by_role("status").filter(has_text="Right: ").first).to_be_visible()
    ann.go("/guide/agurk")
    expect(ann.button(re.compile(r"Puzzle of the day\s*\(3 days in a row\)"))).to_be_visible()


@pytest.mark.long
def test_a_rating_is_kept_and_the_next_puzzle_is_another(guests: Guests) -> None:
    """The first answer to each counts: in the guide, before the question, and with what it changed."""
    ann = guests("Ann")
    puzzle = asked(ann)
    expect(ann.page.get_by_text(f"This puzzle is rated {puzzle.rating}.")).to_be_visible()
    choose(ann, puzzle.best)
    told = ann.page.get_by_text(re.compile(r"Your rating with puzzles: \d+ ± \d+ \(\+\d+\)"))
    expect(told.first).to_be_visible()
    ann.go("/guide/agurk")
    expect(ann.page.get_by_text(re.compile(r"Your rating with puzzles: 1[3-9]\d\d ± "))).to_be_visible()
    ann.button(re.compile("Another puzzle")).click()
    expect(ann.page.get_by_role("region", name="A puzzle for you")).to_be_visible()
    kept = ann.page.evaluate("JSON.parse(localStorage.getItem('torite.preferences')).rated.agurk")
    assert kept["solved"] == [puzzle.name]
    following = near(*find("agurk"), round(kept["rating"]), [puzzle.name])
    assert following is not None
    ann.wait_for_turn()
    expect(ann.page.get_by_text(f"This puzzle is rated {following.rating}.")).to_be_visible()


#: How much of what is told of an answer is hidden in the room that it stands in.
HIDDEN = """() => [...document.querySelectorAll("[role=status]")].filter((one) => one.checkVisibility()).map((one) => {
  for (let at = one.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY))
      return `${at.className}: ${at.scrollHeight - at.clientHeight} of ${one.textContent}`;
}).filter(Boolean)"""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_choices_cost_is_read_whole_on_a_phone(guests: Guests, language: str) -> None:
    """Nobody scrolls through the answer in two lines."""
    ann = guests("Ann", language=language, viewport={"width": 360, "height": 640})
    puzzle = asked(ann)
    choose(ann, puzzle.choices[1].code)
    told = ann.page.get_by_role("status").filter(has_text="is better than" if language == "en" else "のほうが")
    expect(told).to_be_visible()
    assert [] == ann.page.evaluate(HIDDEN)
