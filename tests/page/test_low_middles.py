"""Where the middle of a table is low the trick has most of it, and what is in force is seen whole beside it."""

from __future__ import annotations

import json
import zlib

import pytest

from tests.arranged import new_match
from tests.conftest import Many
from tests.page.guests import Guests
from tests.page.recording import NAMES, Moment, hardest, moment, recorded
from tests.page.stage import Stage
from tests.strategies import Table

MOST = 12  #: moments of a match
SOME = 5  #: in the usual run
LOW = ["360x640", "1024x700"]

#: Cards of the trick that are narrower than a finger's tip, which tells nine from eight at arm's length.
NARROW = """() => [...document.querySelectorAll("[data-place=trick] li > [data-piece]")]
  .map((one) => [one.dataset.piece, Math.round(one.getBoundingClientRect().width)])
  .filter(([, width]) => width < 39)
  .map((one) => one.join(" "))"""
#: Facts of what is in force that reach beyond the plate's room.
CUT_FORCE = """() => {
  const mat = document.querySelector(".mat").getBoundingClientRect();
  const room = document.querySelector(".in-force").getBoundingClientRect();
  const facts = [...document.querySelectorAll(".plaque dt, .plaque dd")];
  return facts.filter((one) => one.checkVisibility()).filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return top < Math.max(room.top, mat.top) - 1 || bottom > Math.min(room.bottom, mat.bottom) + 1
      || left < mat.left - 1 || right > mat.right + 1;
  }).map((one) => one.textContent);
}"""
#: Pieces of the line in the middle that are smaller than those before a seat.
TINY = """() => [...document.querySelectorAll(".mat .centre ol [data-piece]")]
  .map((one) => [one.dataset.piece, Math.round(one.getBoundingClientRect().width)])
  .filter(([, width]) => width < 23)
  .map((one) => one.join(" "))"""
#: What was scored, where it goes on below what is seen of it.
CUT_COUNTED = """() => [...document.querySelectorAll(".counted")]
  .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)"""
#: Names at seats, of bets, and of whom a trick is worth something, that go on in the next line and are one word.
BROKEN_NAMES = """() => [...document.querySelectorAll("[data-seat] .name, .worth .whose, .elements b")]
  .flatMap((one) => [...one.childNodes])
  .filter((one) => one instanceof Text)
  .flatMap((text) => [...text.data.matchAll(/\\p{L}+/gu)].map((word) => [text, word]))
  .filter(([text, word]) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  })
  .map(([, word]) => word[0])"""
#: Open pieces before a seat of which the room that they lie in shows a part.
CUT_BEFORE = """() => [...document.querySelectorAll("[data-seat] :is([data-piece], .together > .card, .stack > .card)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    for (let at = one.parentElement; at; at = at.parentElement) {
      const { overflowY, display } = getComputedStyle(at);
      if (display === "contents" || !/auto|scroll/.test(overflowY)) continue;
      const room = at.getBoundingClientRect();
      if (top < room.top - 2 || bottom > room.bottom + 2) return true;
    }
  })
  .map((one) => `${one.dataset.piece ?? "a card"} of ${one.closest("[data-seat]").dataset.seat}`)"""
#: Words of a seat of which the room that they lie in shows a part, or nothing.
CUT_WORDS = """() => [...document.querySelectorAll("[data-seat] :is(.who *, .held b, .gauges *, .marks span)")]
  .filter((one) => one.checkVisibility() && !one.closest("svg") && one.textContent.trim())
  .filter((one) => {
    for (let at = one.parentElement; at; at = at.parentElement) {
      const { overflowY, display } = getComputedStyle(at);
      if (display === "contents" || !/auto|scroll/.test(overflowY)) continue;
      const room = at.getBoundingClientRect();
      for (const { top, bottom } of one.getClientRects())
        if (top + 4 < room.top || bottom - 4 > room.bottom) return true;
    }
  })
  .map((one) => `${one.textContent} of ${one.closest("[data-seat]").dataset.seat}`)"""
#: What lies in the middle to be won, or counts with every hand, and is not seen whole.
CUT_STAKE = """() => [...document.querySelectorAll(".stake .card, .stake .called, .starter span")].filter((one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  const side = one.closest(".side").getBoundingClientRect();
  return top < side.top - 1 || bottom > side.bottom + 1 || left < side.left - 1 || right > side.right + 1;
}).map((one) => one.dataset.piece ?? one.textContent)"""


def follows(moments: list[Moment]) -> list[Moment]:
    """Choose the moments at which a trick lies there and a piece of mine is asked for."""

    def asked(one: Moment) -> bool:
        scene = json.loads(one.scene)["scene"]
        lies = any(zone["name"] == "trick" and zone["count"] for zone in scene["zones"])
        return lies and any(choice["verb"].startswith("play") for choice in scene["choices"])

    return [one for one in moments if asked(one)]


@pytest.mark.long
@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", ["flashpoint", "perlaggen", "ambition"])
def test_the_cards_of_a_trick_are_as_wide_as_a_finger(
    guests: Guests, many: Many, variant: str, language: str, size: str
):
    """While one more is asked for, whatever else is told in the middle."""
    stage = Stage(guests, language)
    stage.resize(size)
    moments = follows(recorded(Table(variant, 4), language))
    assert moments
    assert [] == stage.found(hardest(moments, many(MOST, SOME)), NARROW)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("variant", "seats", "every"), [("perlaggen", 4, 1), ("french-tarot-solo", 1, 4)])
def test_the_cards_of_a_trick_are_read_at_any_moment(
    guests: Guests, many: Many, variant: str, seats: int, every: int, language: str
):
    """On the lowest phone, also while something else is asked, and while another is to play."""
    stage = Stage(guests, language)
    stage.resize("360x640")
    moments = [one for one in recorded(Table(variant, seats), language) if "trick" in one.kind[2] and not one.kind[3]]
    assert [] == stage.found(moments[:: many(1, every)], NARROW)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("variant", "seats", "every"),
    [
        ("cribbage-dice", 2, 2),
        ("cribbage-dice-equal-turns", 3, 2),
        ("domino-cribbage", 2, 1),
        ("domino-cribbage-card", 2, 2),
    ],
)
def test_what_was_scored_and_the_line_are_read_whole(
    guests: Guests, many: Many, variant: str, seats: int, every: int, language: str
):
    """On the lowest phone, beside a track: nobody scrolls for a row, nor guesses at pips."""
    stage = Stage(guests, language)
    stage.resize("360x640")
    moments = [one for one in recorded(Table(variant, seats), language) if not one.kind[3]][:: many(1, every)]
    assert [] == stage.found(moments, f"() => [...({TINY})(), ...({CUT_COUNTED})()]")


@pytest.mark.long
def test_long_lines_of_what_was_scored_are_read_whole(guests: Guests):
    """The words alone, where there is no room for what scored; a tile that is played is still told at a glance."""
    stage = Stage(guests, "en")
    stage.resize("360x640")
    moments = recorded(Table("domino-cribbage-split-31", 2), "en")
    longest = [one for one in moments if len(json.loads(one.scene)["scene"].get("counted") or []) > 2]
    assert longest
    assert [] == stage.found(longest[:6], f"() => [...({TINY})(), ...({CUT_COUNTED})()]")


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740", "1024x700"])
@pytest.mark.parametrize(
    ("variant", "seats"),
    [("perlaggen", 4), ("doppelkopf", 4), ("galapagos", 2), ("flashpoint", 4), ("ambition", 4), ("emissary", 1)],
)
def test_what_is_in_force_is_seen_whole(guests: Guests, many: Many, variant: str, seats: int, size: str):
    """Every fact on the plate: nobody scrolls in three lines for what is trump."""
    language = ["en", "ja"][zlib.crc32(f"{variant} {size}".encode()) % 2]
    stage = Stage(guests, language)
    stage.resize(size)
    moments = [one for one in recorded(Table(variant, seats), language) if not one.kind[3]]
    assert moments
    assert [] == stage.found(hardest(moments, many(2 * MOST, SOME)), CUT_FORCE)


@pytest.mark.long
@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", ["flashpoint", "perlaggen"])
def test_a_name_is_not_broken(guests: Guests, many: Many, variant: str, language: str, size: str):
    """At its seat, not even when it has the strongest card and the ground of that, nor beside the trick,
    nor that of a bet beside its pips.
    """
    stage = Stage(guests, language)
    stage.resize(size)
    moments = recorded(Table(variant, 4), language)
    assert [] == stage.found(hardest(moments, many(2 * MOST, 2 * SOME)), BROKEN_NAMES)


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "seats", "size"),
    [
        ("french-tarot-solo", 1, "360x640"),
        ("perlaggen", 4, "360x640"),
        ("galapagos", 2, "1024x700"),
        ("galapagos", 2, "768x1024"),
    ],
)
def test_what_lies_open_before_a_seat_is_seen_whole(guests: Guests, many: Many, variant: str, seats: int, size: str):
    """Cards to choose from, figures, bids and melds: nobody scrolls for half a card."""
    stage = Stage(guests, "en")
    stage.resize(size)
    moments = [one for one in recorded(Table(variant, seats), "en") if {"shown", "won_pile"} & {*one.kind[2]}]
    assert moments
    assert [] == stage.found(hardest(moments, many(MOST, SOME)), CUT_BEFORE)


def test_who_reads_along_sees_no_part_of_a_pile(guests: Guests, many: Many):
    """What was won is not played with any more: it gives way in a first deal, and is not cut."""
    stage = Stage(guests, "en", seen=[])
    stage.resize("360x740")
    moments = [one for one in follows(recorded(Table("flashpoint", 4), "en")) if "taken" in one.kind[2]]
    assert [] == stage.found(moments[: many(MOST, SOME)], CUT_BEFORE)


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("variant", "seats"), [("flashpoint", 4), ("doppelkopf", 4), ("ambition", 4), ("perlaggen", 4), ("galapagos", 2)]
)
def test_who_reads_along_sees_no_part_of_a_seat(
    guests: Guests, many: Many, variant: str, seats: int, language: str, size: str
):
    """What is said of it is left to the score where it would be half a line, and no card is half a card."""
    stage = Stage(guests, language, seen=[])
    stage.resize(size)
    moments = [one for one in recorded(Table(variant, seats), language) if not one.kind[3]]
    assert [] == stage.found(hardest(moments, many(MOST, SOME)), f"() => [...({CUT_WORDS})(), ...({CUT_BEFORE})()]")


@pytest.mark.long
@pytest.mark.parametrize(("language", "size"), [("en", "360x640"), ("ja", "360x740")])
def test_melds_and_piles_before_a_seat_are_not_cut(guests: Guests, many: Many, language: str, size: str):
    """On a phone they are set closer, and what is not played with any more is counted where that is not enough."""
    stage = Stage(guests, language)
    stage.resize(size)
    moments = [one for one in recorded(Table("galapagos", 2), language) if not one.kind[3]]
    assert [] == stage.found(hardest(moments, many(2 * MOST, 2 * SOME)), CUT_BEFORE)


@pytest.mark.long
@pytest.mark.parametrize("size", ["360x640", "360x740", "768x1024", "1024x700", "1440x900", "360x740 large"])
def test_what_is_played_for_is_seen_whole(guests: Guests, many: Many, size: str):
    """The open card and the one below it, while it is asked which of them is taken."""
    stage = Stage(guests, "en")
    stage.resize(size)
    moments = [one for one in recorded(Table("galapagos", 2), "en") if one.kind[0] in ("bid", "pick")]
    assert [] == stage.found(hardest(moments, many(MOST, SOME)), CUT_STAKE)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["domino-cribbage", "domino-cribbage-card"])
def test_who_reads_along_sees_the_starter_whole(guests: Guests, many: Many, variant: str):
    """It is set smaller, without its name, where what is read leaves little room."""
    stage = Stage(guests, "en", seen=[])
    stage.resize("360x640")
    moments = [one for one in recorded(Table(variant, 2), "en") if "starter" in one.kind[2] and not one.kind[3]]
    assert moments
    assert [] == stage.found(hardest(moments, many(MOST, SOME)), CUT_STAKE)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_ways_on_from_a_match_stand_side_by_side(guests: Guests, language: str):
    """None is alone in a row of its own, on the lowest phone."""
    stage = Stage(guests, language)
    stage.resize("360x640")
    over = recorded(Table("emissary", 1), language)[-1]
    assert over.kind[4]
    stage.show(over)
    ways = stage.page.get_by_role("link", name=stage.guest.words["table.home"]).last.locator("..").locator("> *")
    tops = ways.evaluate_all("(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))")
    assert len(tops) == 3
    assert len({*tops}) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "seats", "language", "size"),
    [("emissary", 1, "en", "360x740 large"), ("flashpoint", 4, "ja", "1440x900 large")],
)
def test_letters_of_twice_the_size_make_nothing_meet(
    guests: Guests, many: Many, variant: str, seats: int, language: str, size: str
):
    """Where they leave the least room: under a road, and among the words of a command."""
    stage = Stage(guests, language)
    stage.resize(size)
    assert [] == stage.faults(hardest(recorded(Table(variant, seats), language), many(MOST, SOME)))


def first_tricks(language: str) -> list[Moment]:
    """Play to my choice in the first trick of deals in which nobody wants anything else than the usual game."""
    moments = []
    for seed in range(6):
        match = new_match("doppelkopf", 4, seed=seed, names=NAMES[:4])
        while 0 not in match.actors or not any(action.code.startswith("play") for action in match.actions(0)):
            seat = match.actors[0]
            codes = [action.code for action in match.actions(seat)]
            match.act(seat, "pass" if "pass" in codes else codes[0])
        moments.append(moment(match, language))
    return moments


@pytest.mark.long
def test_what_is_in_force_is_seen_whole_by_who_reads_along(guests: Guests) -> None:
    """In a first deal, on the lowest phone: the contract and its trumps beside the first cards."""
    for language in ("en", "ja"):
        stage = Stage(guests, language, seen=[])
        stage.resize("360x640")
        assert [] == stage.found(first_tricks(language), CUT_FORCE)


#: How wide the board with the pegs is drawn: its picture keeps its form in whatever room it has.
BOARD = """() => {
  const svg = document.querySelector(".track svg");
  const { width, height } = svg.getBoundingClientRect();
  const { width: wide, height: high } = svg.viewBox.baseVal;
  return Math.round(Math.min(width, (height * wide) / high));
}"""


@pytest.mark.long
@pytest.mark.parametrize("seen", [["domino-cribbage"], []], ids=["known", "with-lesson"])
def test_a_flat_board_with_pegs_is_as_wide_as_its_height_allows(guests: Guests, seen: list[str]):
    """On the lowest phone, where a place at the score was as small as a dot."""
    stage = Stage(guests, "en", seen=seen)
    stage.resize("360x640")
    found = []
    for one in recorded(Table("domino-cribbage", 2), "en")[3:60:9]:
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        found.append(stage.page.evaluate(BOARD))
    assert min(found) >= 190
