"""What can be read as it stands, and yet looks like a mistake: a word broken in two, words that run together."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.page.guests import Guests
from tests.page.recording import Moment, hardest, recorded
from tests.page.stage import Stage
from tests.page.test_nothing_overlaps import turn_to_play
from tests.strategies import Table
from torite.games import catalogue
from torite.scenes.labels import legend

LANGUAGES = ("en", "ja")
MOST = 12  #: moments of a match

#: The lines of a game's name in the bar, if one breaks a word or there are more than two.
BROKEN_NAME = """() => {
  const name = document.querySelector("header .at").firstChild;
  const range = document.createRange();
  const lines = (from, to) => {
    range.setStart(name, from);
    range.setEnd(name, to);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
  };
  const words = [...name.data.matchAll(/[\\p{L}\\p{M}]+/gu)];
  const broken = words.filter((word) => lines(word.index, word.index + word[0].length) > 1).map((word) => word[0]);
  return [...broken, ...(lines(0, name.data.length) > 2 ? [name.data] : [])];
}"""
#: Helps beside the hand whose words stand so near to the next that both read as one.
RUN_TOGETHER = """() => {
  const range = document.createRange();
  const all = [...document.querySelectorAll(".tools button")].map((one) => {
    range.selectNodeContents(one);
    return [one.textContent.trim(), range.getBoundingClientRect()];
  });
  return all.slice(1).flatMap(([words, { left, top }], at) =>
    Math.abs(top - all[at][1].top) < 2 && left - all[at][1].right < 5.5 ? [`${all[at][0]} ${words}`] : []);
}"""
#: What is said of a seat that goes on in a new line with the dot that parts it from what was said before.
DOT_FIRST = """() => [...document.querySelectorAll(".marks:not(.signs) > span + span")]
  .filter((one) => getComputedStyle(one, "::before").content.includes("·"))
  .filter((one) => one.getBoundingClientRect().top > one.previousElementSibling.getBoundingClientRect().top + 9)
  .map((one) => one.textContent)"""
#: Cards of a trick that lie upon the edge of the ground.
ON_THE_EDGE = """() => {
  const mat = document.querySelector(".mat").getBoundingClientRect();
  return [...document.querySelectorAll("[data-place=trick] [data-piece]")].filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < mat.left + 3 || right > mat.right - 3;
  }).map((one) => one.dataset.piece);
}"""
#: Names at seats and what is said under them that begin as little in one place as their middles lie over one another.
ASKEW = """() => [...document.querySelectorAll("[data-seat] .said")].filter((said) => {
  const [name, under] = [...said.children].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const above = said.previousElementSibling.getBoundingClientRect().bottom <= (name?.top ?? 0) + 2;
  return above && under && under.width && Math.abs(name.left + name.right - under.left - under.right) > 12;
}).map((said) => said.textContent)"""

#: Scores that stand in another line than the face beside them.
SCORE_BELOW = """() => [...document.querySelectorAll("[data-seat]:not(.wide, .you) > .who")].filter((who) => {
  const [face, score] = [...who.querySelectorAll(".portrait, .score")].map((one) => one.getBoundingClientRect());
  return score.top > face.bottom - 4 || score.right > who.getBoundingClientRect().right + 1;
}).map((who) => who.textContent)"""
#: What marks a name as that of whoever is winning, where it is painted beyond what the name stands on.
STAINED = """() => [...document.querySelectorAll("[data-seat].wins .name")].filter((name) => {
  const { boxShadow, clipPath } = getComputedStyle(name);
  if (boxShadow === "none") return false;
  const [, spread] = boxShadow.match(/0px 0px 0px ([\\d.]+)px/);
  const clipped = clipPath.match(/inset\\(([-\\d.]+)px/);
  const beyond = clipped ? Math.min(Number(spread), -Number(clipped[1])) : Number(spread);
  const { top, bottom } = name.getBoundingClientRect();
  const who = name.closest(".who");
  const face = who.querySelector(".portrait").getBoundingClientRect();
  return top - beyond < face.bottom - 1 || bottom + beyond > who.getBoundingClientRect().bottom + 1;
}).map((name) => name.textContent)"""
#: Words for what is in force that are broken in two.
BROKEN_FACT = """() => [...document.querySelectorAll(".plaque dt")].filter((one) => {
  if (!one.checkVisibility()) return false;
  const range = document.createRange();
  return [...one.firstChild.data.matchAll(/\\p{L}+/gu)].some((word) => {
    range.setStart(one.firstChild, word.index);
    range.setEnd(one.firstChild, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
}).map((one) => one.textContent)"""
#: Cards of the trick that ended a deal whose shadow is cut off at the side.
SHADOWLESS = """() => [...document.querySelectorAll("figure [data-piece]")].filter((card) => {
  const [own, room] = [card, card.closest("figure")].map((one) => one.getBoundingClientRect());
  return own.right > room.right - 2 || own.left < room.left + 2;
}).map((card) => card.dataset.piece)"""


def moments(variant: str, seats: int, language: str) -> list[Moment]:
    """Choose those of a match with most to draw."""
    return hardest(recorded(Table(variant, seats), language), MOST)


@pytest.mark.long
def test_no_word_of_a_name_is_broken(guests: Guests):
    """Of any variant, on the narrowest phone; two lines hold it."""
    broken = []
    for language in LANGUAGES:
        stage, moment = Stage(guests, language), turn_to_play(language)
        stage.resize("360x640")
        for game, variant in catalogue().values():
            title = legend(game, language).title(variant.name)
            stage.show(replace(moment, table=json.dumps({**json.loads(moment.table), "title": title})))
            expect(stage.page.locator("header .at")).to_have_text(title)
            broken += stage.page.evaluate(BROKEN_NAME)
    assert [] == broken


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "390x844"])
def test_helps_stand_apart(guests: Guests, size: str):
    """Seven of them, in the language whose words have no spaces."""
    stage = Stage(guests, "ja")
    stage.resize(size)
    assert [] == stage.found(moments("french-tarot-solo", 1, "ja"), RUN_TOGETHER)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_begins_with_a_dot(guests: Guests, language: str):
    """Where a seat has little room at the side of the table."""
    stage = Stage(guests, language)
    stage.resize("768x1024")
    own = [one for one in recorded(Table("french-tarot-solo", 1), language) if one.kind[0] == "own"]
    assert [] == stage.found(own[::4], DOT_FIRST)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["flashpoint", "perlaggen"])
def test_no_card_lies_on_the_edge(guests: Guests, variant: str):
    """Where what the trick is worth takes its room."""
    stage = Stage(guests, "ja")
    stage.resize("360x740")
    assert [] == stage.found(moments(variant, 4, "ja"), ON_THE_EDGE)


def high(one: Moment) -> Moment:
    """Have every seat of a moment be about to win by a score of three figures, deal, and have led."""
    told = json.loads(one.scene)
    for seat in told["scene"]["seats"]:
        seat["score"] = 131
        seat["marks"] = [{"name": name, "text": name, "means": ""} for name in ("dealer", "leader", "best_seat")]
    return replace(one, scene=json.dumps(told))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_stands_beside_the_face(guests: Guests, language: str):
    """On a phone, where a seat deals and has led, and the score has three figures."""
    stage = Stage(guests, language)
    stage.resize("360x740")
    assert [] == stage.found([*map(high, moments("flashpoint", 4, language)[:3])], SCORE_BELOW)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["agurk", "flashpoint"])
def test_what_marks_a_name_lies_on_nothing_else(guests: Guests, variant: str):
    """Neither on the face above it nor on the hand below."""
    stage = Stage(guests, "en")
    stage.resize("360x740")
    assert [] == stage.found([*map(high, moments(variant, 4, "en")[:3])], STAINED)


def test_a_trick_that_ended_a_deal_is_seen_to_its_edge(guests: Guests):
    """Also beside a short name."""
    stage = Stage(guests, "en")
    stage.resize("360x740")
    ended = [one for one in recorded(Table("agurk", 4), "en") if one.kind[3] or one.kind[4]]
    assert ended
    assert [] == stage.found(ended[:4], SHADOWLESS)


@pytest.mark.long
def test_no_word_for_what_is_in_force_is_broken_where_letters_are_large(guests: Guests):
    """On a phone, beside a trick and what it is worth."""
    stage = Stage(guests, "en")
    stage.resize("360x740 large")
    assert [] == stage.found(moments("flashpoint", 4, "en"), BROKEN_FACT)


@pytest.mark.parametrize("size", ["768x1024", "1440x900"])
def test_what_a_seat_is_called_stands_in_its_middle(guests: Guests, size: str):
    """A long name has a line of its own, and so has what is said under it."""
    stage = Stage(guests, "en")
    stage.resize(size)
    assert [] == stage.found(moments("flashpoint", 4, "en")[:4], ASKEW)


#: Codes of trumps, and hyphens in place of a minus, in what is read.
IN_CODE = r"""() => document.querySelector(".frame").innerText.match(/\bT\d+\b.{0,20}|(?<![\w\d])-\d+/g) ?? []"""


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_speaks_in_code(guests: Guests, language: str):
    """A trump of the tarot has a name, and a minus is as long as a plus: in the prompt, the log and the account."""
    stage = Stage(guests, language)
    stage.resize("1440x900")
    told = recorded(Table("french-tarot-solo", 1), language)
    some = hardest(told, MOST) + [one for one in told if "T1" in json.loads(one.scene)["scene"]["prompt"]][:2]
    some += [one for one in told if one.kind[3]][:2]
    assert any(re.search(r'"score":-', one.scene) for one in some)
    assert [] == stage.found(some, IN_CODE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_boxes_of_the_settings_are_of_one_size(guests: Guests, language: str) -> None:
    """However long the words beside them are."""
    stage = Stage(guests, language)
    stage.resize("360x740")
    stage.show(recorded(Table("flashpoint", 4), language)[0])
    stage.guest.named("table.menu.open").click()
    boxes = stage.page.get_by_role("dialog").get_by_role("checkbox")
    wide = boxes.evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().width))")
    assert len(wide) > 1
    assert {26} == set(wide)


#: What is written on cards of the trick in more than one line.
IN_LINES = """() => [...document.querySelectorAll("[data-place=trick] b")].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map((one) => one.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740"])
def test_who_won_a_trick_is_written_on_the_card_in_one_line(guests: Guests, size: str) -> None:
    """On the narrowest cards: two lines hide the half of the card that won."""
    written = 0
    for language in LANGUAGES:
        stage = Stage(guests, language)
        stage.resize(size)
        moments = recorded(Table("flashpoint", 4), language)
        tricks = [json.loads(one.scene)["scene"].get("last_trick") for one in moments]
        for at in [at for at in range(1, len(moments)) if tricks[at] and tricks[at] != tricks[at - 1]][:MOST]:
            stage.show(moments[at - 1])
            stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
            stage.show(moments[at])
            stage.page.evaluate("stage.settle()")
            written += stage.page.locator("[data-place=trick] b").count()
            assert [] == stage.page.evaluate(IN_LINES), moments[at].what
    assert written
