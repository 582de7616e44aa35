"""Whoever has never played a game reads first what it is about, when it is over and who wins it, then what is asked."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

import torite
from tests.page.guests import Guests
from tests.page.recording import first_asked, moment, recorded
from tests.page.stage import Stage
from tests.strategies import Table, usual_tables
from torite.service import advice

#: What is read, and whether all of it is seen where it stands.
READ = """() => {
  const room = document.querySelector("#prompt > :first-child");
  const { top, bottom } = document.querySelector("#prompt button").getBoundingClientRect();
  const at = (y) => room.contains(document.elementFromPoint(innerWidth / 4, y));
  return [room.textContent.trim(), room.scrollHeight <= room.clientHeight + 1 && at(top + 4) && at(bottom - 4)];
}"""


#: Names of seats, tools and pieces of my hand of which a part is behind something else, or out of the window.
COVERED = """() => [...document.querySelectorAll("[data-seat] .name, .tools button, [role=toolbar] [data-piece]")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const low = one.dataset.piece ? top + 24 : bottom - 3;
    return [top + 3, low].some((y) => {
      const at = document.elementFromPoint((left + right) / 2, y);
      return !at || !(one.contains(at) || at.contains(one) || at.closest("[data-piece], [data-upon]"));
    });
  })
  .map((one) => one.dataset.piece ?? one.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740", "1024x700"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_a_game_is_about_is_read_whole_before_its_first_question(guests: Guests, language: str, size: str) -> None:
    """In every game, without scrolling for it; and nothing of the table is behind it."""
    stage = Stage(guests, language, seen=[])
    stage.resize(size)
    on = {"en": "All right", "ja": "わかった"}[language]
    for table in usual_tables():
        match = first_asked(table)
        goal = advice.lesson(match, 0, None, language, 0, 0).goal
        stage.newcomer(moment(match, language), goal)
        assert [f"{goal} {on}", True] == stage.page.evaluate(READ), table
        assert [] == stage.page.evaluate(COVERED), table


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_first_question_comes_next(guests: Guests, language: str) -> None:
    """And with it what may be done about it, as at every other decision."""
    stage = Stage(guests, language, seen=[])
    match = first_asked(Table("agurk", 4))
    asked = torite.lay_out(match, 0, language).prompt
    stage.newcomer(moment(match, language), "GOAL")
    expect(stage.guest.prompt).not_to_contain_text(asked)
    stage.guest.read_on()
    expect(stage.guest.prompt).to_contain_text(asked)
    expect(stage.guest.named("table.lesson.skip")).to_be_visible()
    expect(stage.guest.prompt).not_to_contain_text("GOAL")


def test_what_can_be_answered_comes_with_the_question(guests: Guests) -> None:
    """Buttons without their question say nothing."""
    stage = Stage(guests, "en", seen=[])
    stage.newcomer(moment(first_asked(Table("rassi", 4)), "en"), "GOAL")
    expect(stage.guest.button("Keep the hand")).to_have_count(0)
    stage.guest.read_on()
    expect(stage.guest.button("Keep the hand")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_why_is_answered_where_the_eyes_are(guests: Guests, language: str) -> None:
    """On a phone, without scrolling for the first line of it."""
    stage = Stage(guests, language, seen=[])
    stage.resize("360x740")
    stage.show(moment(first_asked(Table("agurk", 4)), language))
    stage.guest.named("table.lesson.why").click()
    room = stage.page.locator("#prompt .words")
    answer = room.get_by_role("paragraph").filter(has_text=stage.page.evaluate("stage.long[1]"))
    expect(answer).to_be_in_viewport()
    top, above = (one.evaluate("(one) => one.getBoundingClientRect().top") for one in (answer, room))
    assert above - 1 <= top <= above + room.evaluate("(one) => one.clientHeight") / 2


def test_what_is_advised_gives_way_to_whether_one_is_sure(guests: Guests) -> None:
    """A command could be obeyed: whether it is broken all the same is read alone."""
    stage = Stage(guests, "en", seen=[])
    stage.resize("360x740")
    doubtful = next(one for one in recorded(Table("flashpoint", 4), "en") if '"confirm":' in one.scene)
    stage.show(doubtful)
    advised = stage.guest.prompt.get_by_text(stage.page.evaluate("stage.long[0]"))
    expect(advised).to_be_visible()
    choice = next(one for one in json.loads(doubtful.scene)["scene"]["choices"] if one.get("confirm"))
    stage.page.locator(f"[role=toolbar] [data-piece={choice['doubtful'][0]}]").click()
    expect(stage.guest.prompt).to_contain_text("all the same?")
    expect(advised).to_have_count(0)


#: Whether all of a question is seen, and none of it pales: what goes on below begins after it.
ASKED = """() => {
  const room = document.querySelector("#prompt .words");
  const fade = Number(/100% - ([\\d.]+)px/.exec(getComputedStyle(room).maskImage)?.[1] ?? 0);
  const { top, bottom } = room.getBoundingClientRect();
  const asked = room.querySelector(".sentence").getBoundingClientRect();
  const below = 0.2 * parseFloat(getComputedStyle(room.querySelector(".sentence")).lineHeight); // under its letters
  return asked.top >= top - 1 && asked.bottom - below <= bottom - fade + 1;
}"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("variant", "seats", "phase"), [("galapagos", 2, "commit"), ("flashpoint", 4, "command")])
def test_a_long_question_is_asked_whole_in_a_first_deal(
    guests: Guests, variant: str, seats: int, phase: str, language: str
) -> None:
    """On the lowest phone: what is advised does not dim its last line."""
    stage = Stage(guests, language, seen=[])
    stage.resize("360x640")
    asked = [one for one in recorded(Table(variant, seats), language) if one.kind[0] == phase and one.kind[1]]
    assert asked
    for one in asked[:4]:
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        assert stage.page.evaluate(ASKED), one.what
