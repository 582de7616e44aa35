"""What is in order, and looks wrong: what touches an edge, boxes in boxes, holes, what is told of the past."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.page.every_page import PAGES
from tests.page.guests import AT_ONCE, DESKTOP, Guests
from tests.page.recording import Moment, hardest, recorded
from tests.page.reel import Reel
from tests.page.reel import recorded as played
from tests.page.stage import Stage
from tests.page.test_low_middles import BOARD, CUT_BEFORE
from tests.strategies import Table
from torite.games import catalogue

#: Rows of an account whose words or pieces come nearer to the rules around them than this.
TOUCHED = """() => [...document.querySelectorAll(".end ul li")].flatMap((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(row.firstElementChild);
  const boxes = [...range.getClientRects()].map((box) => ({ top: box.top + 3, bottom: box.bottom - 3 }));
  for (const piece of row.querySelectorAll("svg.piece")) boxes.push(piece.getBoundingClientRect());
  return boxes.some((box) => box.top < top + 3 || box.bottom > bottom - 3) ? [row.textContent] : [];
})"""
#: What lies in the middle at its edges and comes nearer to them than a border is seen apart from another.
AT_THE_EDGE = """() => {
  const mat = document.querySelector(".mat").getBoundingClientRect();
  return [...document.querySelectorAll(".plaque, .side .title, .side .worth")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < mat.left + 2.5 || right > mat.right - 2.5;
    })
    .map((one) => one.textContent);
}"""
#: Boxes that hold one other box and nothing else.
BOXED_TWICE = """() => [...document.querySelectorAll(".plaque:has(.opens)")]
  .filter((one) => one.querySelectorAll("dl > div").length === 1)
  .filter((one) => parseFloat(getComputedStyle(one).borderTopWidth))
  .map((one) => one.textContent)"""
#: How far from its middle what lies in it lies, in parts of the mat's width.
ASIDE = """() => {
  const mat = document.querySelector(".mat").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".mat .plaque, .mat .starter")].map((one) => one.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
  const off = ((left + right) / 2 - (mat.left + mat.right) / 2) / mat.width;
  return Math.abs(off) > 0.12 ? [`${Math.round(100 * off)} %`] : [];
}"""
#: Pieces of the line that touch the track above them.
UNDER_THE_TRACK = """() => {
  const track = document.querySelector(".track").getBoundingClientRect();
  return [...document.querySelectorAll(".centre ol [data-piece]")]
    .filter((one) => one.getBoundingClientRect().top < track.bottom + 4)
    .map((one) => one.dataset.piece);
}"""
#: What lies before the near seat and touches the question below it.
ON_THE_QUESTION = """() => {
  const ask = document.querySelector(".ask")?.getBoundingClientRect();
  return [...document.querySelectorAll(".near [data-piece]")]
    .filter((one) => one.checkVisibility() && ask && one.getBoundingClientRect().bottom > ask.top - 2)
    .map((one) => one.dataset.piece);
}"""
#: Rows without anybody or anything in them, above the mat.
EMPTY_ABOVE = """() => {
  const [board, mat] = [".board", ".middle"].map((one) => document.querySelector(one).getBoundingClientRect());
  return mat.top - board.top > 12 ? [`${mat.top - board.top} px`] : [];
}"""
#: Figures whose name reaches into the round end of its plate.
CRAMPED = """() => [...document.querySelectorAll(".figure .who")]
  .filter((one) => one.getBoundingClientRect().right - one.lastElementChild.getBoundingClientRect().right < 8)
  .map((one) => one.textContent)"""
#: What is told of a seat with the score, and begins with what parts it from another, or goes on in the next line.
TORN = """() => [...document.querySelectorAll("#state-heading ~ table .marks")].flatMap((cell) => {
  const found = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange();
  const wide = cell.clientWidth - 8;
  let line = NaN;
  while (walker.nextNode()) {
    const text = walker.currentNode;
    for (const { 0: part, index } of text.data.matchAll(/·|[^·\\s]+(\\s+[^·\\s]+)*/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + part.length);
      const rects = [...range.getClientRects()].filter((box) => box.width > 1);
      const tops = new Set(rects.map((box) => Math.round(box.top / 8)));
      const sum = rects.reduce((all, box) => all + box.width, 0);
      if (part === "·" && rects[0] && Math.round(rects[0].top / 8) !== line) found.push(`· in ${cell.textContent}`);
      if (part !== "·" && tops.size > 1 && sum < wide - 12) found.push(part);
      if (rects.length) line = Math.round(rects.at(-1).top / 8);
    }
  }
  return found;
})"""
#: Names of cards that go on in a second line, or are wider than their card by more than a hair.
BROKEN_CAPTIONS = """() => [...document.querySelectorAll(".mat li b[data-upon], .hand b[data-upon]")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { fontSize } = getComputedStyle(one);
    const { height, width } = one.getBoundingClientRect();
    return height > 1.8 * parseFloat(fontSize) || width > one.parentElement.getBoundingClientRect().width + 3;
  })
  .map((one) => one.textContent)"""
#: What lies in the middle and is hidden by the question.
BEHIND = """() => {
  const ask = document.querySelector(".ask").getBoundingClientRect();
  return [...document.querySelectorAll(".mat .trick .card")]
    .filter((one) => one.getBoundingClientRect().bottom > ask.top + 2)
    .map((one) => one.dataset.piece);
}"""
#: Pieces of the line that are not drawn, or not whole, and what is cut before the near seat.
NOT_DRAWN = """() => {
  const middle = document.querySelector(".middle").getBoundingClientRect();
  return [...document.querySelectorAll(".mat [data-place^=line]")]
    .filter((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      return width < 18 || left < middle.left - 1 || right > middle.right + 1 || top < middle.top - 1
        || bottom > middle.bottom + 1;
    })
    .map((one) => one.dataset.piece);
}"""
#: Seats whose dice stand in more than one row.
IN_ROWS = """() => [...document.querySelectorAll(".edge [data-seat]")]
  .filter((seat) => new Set([...seat.querySelectorAll("[data-piece]")]
    .map((one) => Math.round(one.getBoundingClientRect().top))).size > 1)
  .map((seat) => seat.dataset.seat)"""
#: Cards of open hands that are hardly told from afar.
SMALL_HANDS = """() => [...document.querySelectorAll(".held .pile [data-piece]")]
  .map((one) => Math.round(one.getBoundingClientRect().width))
  .filter((width) => width < 40)"""


def some(variant: str, language: str = "en", *, over: bool = False, most: int = 6, phase: str = "") -> list[Moment]:
    """Choose moments of a match: of deals that are over, or of others, of one phase."""
    seats = {"emissary": 1, "french-tarot-solo": 1, "flashpoint": 4, "doppelkopf": 4, "ambition": 4, "agurk": 4}
    moments = recorded(Table(variant, seats.get(variant, 2)), language)
    wanted = [one for one in moments if one.kind[3] == over and phase in ("", one.kind[0])]
    assert wanted
    return hardest(wanted, most)


def stage(guests: Guests, size: str, language: str = "en") -> Stage:
    """Open a window."""
    opened = Stage(guests, language)
    opened.resize(size)
    return opened


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "1440x900"])
@pytest.mark.parametrize("variant", ["ambition", "domino-cribbage", "flashpoint"])
def test_an_account_stands_apart_from_its_rules(guests: Guests, variant: str, size: str):
    """Two lines no less than one, and pieces."""
    language = "ja" if size == "1440x900" else "en"
    assert [] == stage(guests, size, language).found(some(variant, language, over=True), TOUCHED)


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "size"),
    [("emissary", "1440x900"), ("galapagos", "1440x900"), ("bingo", "360x640"), ("flashpoint", "1440x900")],
)
def test_nothing_lies_on_the_edge_of_the_mat(guests: Guests, variant: str, size: str):
    """Neither what is in force nor what a pile is called."""
    assert [] == stage(guests, size).found(some(variant, most=10), AT_THE_EDGE)


def test_what_opens_is_boxed_once(guests: Guests):
    """Trumps alone are in force."""
    assert [] == stage(guests, "360x640").found(some("bingo"), BOXED_TWICE)


@pytest.mark.parametrize("size", ["360x640", "768x1024", "1440x900"])
def test_the_starter_lies_in_the_middle_where_nothing_else_does(guests: Guests, size: str):
    """Dice are thrown by hand; the mat is for the one that counts with every hand."""
    assert [] == stage(guests, size).found(some("cribbage-dice"), ASIDE)


@pytest.mark.parametrize("size", ["360x640", "1440x900"])
def test_a_line_and_what_lies_before_me_touch_nothing(guests: Guests, size: str):
    """Neither the track nor the question."""
    law = f"() => [...({UNDER_THE_TRACK})(), ...({ON_THE_QUESTION})()]"
    assert [] == stage(guests, size).found(some("domino-cribbage", phase="play", most=10), law)


@pytest.mark.long
@pytest.mark.parametrize("size", ["768x1024", "1440x900"])
def test_nobody_over_there_takes_no_room(guests: Guests, size: str):
    """The mat begins at the top, and the names of figures have room in their plates."""
    law = f"() => [...({EMPTY_ABOVE})(), ...({CRAMPED})()]"
    assert [] == stage(guests, size).found(some("french-tarot-solo"), law)


@pytest.mark.parametrize(("language", "size"), [("en", "1440x900"), ("ja", "768x1024")])
def test_won_cards_are_set_smaller_before_they_are_cut(guests: Guests, language: str, size: str):
    """While many answers take the room, on wide tables too."""
    assert [] == stage(guests, size, language).found(some("flashpoint", language, phase="command"), CUT_BEFORE)


@pytest.mark.long
def test_dice_before_a_seat_stand_in_one_row(guests: Guests):
    """None stands alone below the others."""
    moments = recorded(Table("cribbage-dice-equal-turns", 3), "en")
    assert [] == stage(guests, "1440x900").found(hardest(moments, 4), IN_ROWS)


def test_what_is_played_is_seen_with_large_letters(guests: Guests):
    """A line comes before what was scored, which the log tells as well."""
    moments = [one for one in some("domino-cribbage", phase="play", most=12) if "line" in one.kind[2]]
    assert moments
    assert [] == stage(guests, "360x740 large").found(moments, NOT_DRAWN)


@pytest.mark.long
def test_large_letters_cut_no_meld(guests: Guests):
    """What does not fit before a seat is told with the score alone."""
    assert [] == stage(guests, "360x740 large").found(some("galapagos", phase="pick"), CUT_BEFORE)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_many_answers_hide_nothing_of_the_trick(guests: Guests, language: str):
    """On a low desk they are asked one family at a time, as on a phone."""
    asked = [one for one in some("flashpoint", language, phase="command") if one.kind[1]]
    assert asked
    assert [] == stage(guests, "1024x700", language).found(asked, BEHIND)


@pytest.mark.long
@pytest.mark.parametrize(("language", "size"), [("ja", "360x640"), ("ja", "390x844"), ("en", "360x640")])
def test_what_a_card_is_called_is_one_word(guests: Guests, language: str, size: str):
    """It is written smaller rather than broken."""
    seen = stage(guests, size, language).found(hardest(recorded(Table("perlaggen", 4), language), 12), BROKEN_CAPTIONS)
    assert [] == seen


@pytest.mark.long
@pytest.mark.parametrize(("language", "size"), [("en", "1440x900"), ("ja", "1024x700")])
def test_no_line_of_the_score_begins_with_a_dot(guests: Guests, language: str, size: str):
    """Nor is what fits in a line broken: *this deal 23* is one thing."""
    assert [] == stage(guests, size, language).found(some("flashpoint", language, most=8), TORN)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["doppelkopf", "ambition", "flashpoint"])
def test_nobody_is_winning_a_trick_that_is_over(guests: Guests, variant: str):
    """The score says so neither beside an empty mat nor beside the account of a deal."""
    shown = stage(guests, "1440x900")
    told = recorded(Table(variant, 4), "en")
    over = [one for one in told if one.kind[3]]
    led = [one for before, one in pairwise(told) if "trick" in before.kind[2] and "trick" not in one.kind[2]]
    for one in [*over[:3], *led[:6]]:
        shown.show(one)
        shown.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        words = shown.page.locator("section:has(> #state-heading)").inner_text()
        assert "is winning" not in words, one.what
        assert not {"winning", "takes it", "scores"} & set(re.split(r"\s*[·\n\t]\s*", words)), one.what


def test_open_hands_are_read_when_a_match_is_looked_at_again(guests: Guests):
    """On a desk they are as large as cards in play on a phone: nothing else is there to be looked at."""
    match = played(Table("agurk", 2))
    reel = Reel(guests, match, "en")
    reel.page.set_viewport_size(DESKTOP["viewport"])
    reel.show(2)
    assert reel.page.locator(".held .pile [data-piece]").count() == 2 * 7
    assert [] == reel.page.evaluate(SMALL_HANDS)


@pytest.mark.long
def test_what_may_be_tried_stands_apart_from_the_table(guests: Guests):
    """Its ways touch neither the table nor the end of the window."""
    guest = guests("Ann", preferences=AT_ONCE, **DESKTOP)
    PAGES["variation"](guest)
    way = guest.named("replay.study.stop")
    own, bar = (one.bounding_box() for one in (way, way.locator("..")))
    assert own is not None
    assert bar is not None
    assert own["y"] >= bar["y"] + 2
    assert own["y"] + own["height"] <= bar["y"] + bar["height"] - 2


def test_a_day_ends_in_no_dot(guests: Guests):
    """What day it is stands beside that it is today's, or below it."""
    guest = guests("Ann", preferences=AT_ONCE)
    guest.go("/daily/emissary")
    assert "·" not in guest.page.locator(".date").inner_text()


@pytest.mark.parametrize(("language", "size"), [("en", "360x640"), ("ja", "360x740"), ("en", "1440x900")])
def test_what_lies_in_a_trick_is_explained_to_whoever_presses_there(guests: Guests, language: str, size: str):
    """Nobody knows what a damp squib is, nor who has its points."""
    words = catalogue()["flashpoint"][0].words(language)
    called, means = (words(f"{family}value.combination.0") for family in ("", "meaning."))
    told = recorded(Table("flashpoint", 4), language)
    shown = stage(guests, size, language)
    shown.show(next(one for one in told if one.kind[0] == "follow" and "trick" in one.kind[2] and called in one.scene))
    shown.page.locator(".worth").click()
    slip = shown.page.locator("[popover]:popover-open")
    expect(slip).to_contain_text(means)
    boxes = [one.bounding_box() for one in slip.get_by_text(called, exact=True).all()]
    assert (
        len([box for box in boxes if box and box["width"] > 1]) == 1
    )  # above it, and not once more before its meaning


#: Where the middle of the table begins and ends.
MIDDLE = """() => {
  const { top, bottom } = document.querySelector(".middle").getBoundingClientRect();
  return [`${Math.round(top / 2)} to ${Math.round(bottom / 2)}`];
}"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", ["360x640", "360x740", "390x844"])
def test_a_trick_lies_where_the_last_one_lay(guests: Guests, size: str, language: str):
    """However much is told of seats, however many rows my hand takes: all through a deal."""
    deal = [one for one in recorded(Table("flashpoint", 4), language) if one.kind[0] in ("lead", "follow")]
    places = {found.rpartition(": ")[2] for found in stage(guests, size, language).found(deal[:34], MIDDLE)}
    assert len(places) == 1, places


@pytest.mark.parametrize("size", ["360x640", "360x740"])
def test_what_a_seat_has_no_room_for_is_one_press_away(guests: Guests, size: str):
    """The cards that it has won lie open, and are counted by whoever would remember them."""
    told = recorded(Table("flashpoint", 4), "en")
    piles = [zone for zone in json.loads(told[40].scene)["scene"]["zones"] if zone["name"] == "taken" and zone["count"]]
    assert piles
    shown = stage(guests, size)
    shown.show(told[40])
    for zone in piles:
        shown.page.locator(f"[data-seat='{zone['seat']}'] .who").click(force=True)
        expect(shown.page.locator("[popover]:popover-open .group svg")).to_have_count(zone["count"])
        shown.page.keyboard.press("Escape")


@pytest.mark.long
def test_many_announcements_take_one_button_on_a_phone(guests: Guests):
    """They are listed when it is pressed, and each is asked about as it is beside a wide table."""
    shown = stage(guests, "360x640")
    shown.show(next(one for one in recorded(Table("doppelkopf", 4), "en") if one.scene.count('"offer":true') >= 4))
    assert shown.page.locator("#prompt .offer").count() == 1
    shown.guest.named("table.offers").click()
    listed = shown.page.locator("[popover]:popover-open .listed > button")
    assert listed.count() >= 4
    listed.first.click()
    expect(shown.guest.named("table.not_so")).to_be_visible()
    shown.resize("1440x900")
    shown.guest.named("table.not_so").click()
    assert shown.page.locator("#prompt .offer").count() >= 4


#: Piles before a seat of which the name is written and nothing is drawn.
NAMED_ALONE = """() => [...document.querySelectorAll("[data-seat] .others > .pile")]
  .filter((one) => one.checkVisibility() && ![...one.querySelectorAll(".card")].some((card) => card.checkVisibility()))
  .map((one) => one.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_lies_before_a_seat_is_drawn_where_it_is_named(guests: Guests, language: str):
    """On the lowest phone its cards are set smaller, while it is asked which card is taken."""
    asked = [one for one in some("galapagos", language, phase="pick", most=8) if one.kind[1]]
    assert asked
    assert [] == stage(guests, "360x640", language).found(asked[:2], NAMED_ALONE)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["domino-cribbage", "cribbage-dice"])
def test_a_board_with_pegs_is_read_beside_what_was_scored(guests: Guests, variant: str):
    """By somebody new as well, who reads along, on the lowest phone."""
    shown = Stage(guests, "en", seen=[])
    shown.resize("360x640")
    counted = [one for one in recorded(Table(variant, 2), "en")[:60] if one.kind[5] and not one.kind[3]]
    assert counted
    assert min(int(found.rpartition(": ")[2]) for found in shown.found(counted[:8], f"() => [({BOARD})()]")) >= 150
