"""A small phone, large letters, forced colours, no motion."""

import pytest
from playwright.sync_api import expect

from tests.page.every_page import PAGES
from tests.page.guests import AT_ONCE, BOT, PHONE, Guest, Guests

FINGER = 44

SMALL = """(finger) => [...document.querySelectorAll("main :is(button, a[href], input, select, summary, [role=tab])")]
  .filter((at) => at.checkVisibility() && !at.closest("[popover]"))
  .filter((at) => {
    const label = at.closest("label"), box = (label ?? at).getBoundingClientRect();
    return box.width && (box.height < finger - 0.5 || box.width < finger - 0.5);
  })
  .map((at) => `${at.tagName} ${at.ariaLabel ?? at.textContent.trim()}
    ${at.getBoundingClientRect().width}x${at.getBoundingClientRect().height}`)"""

COVERED = """() => [...document.querySelectorAll("[role=toolbar] button, #prompt button")]
  .filter((at) => {
    const box = at.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + 12, box.top + Math.min(16, box.height / 2));
    return !top || !(at === top || at.contains(top) || top.contains(at));
  })
  .map((at) => at.ariaLabel ?? at.textContent.trim())"""


def overflow(guest: Guest) -> int:
    """By how many pixels a page is wider than its window."""
    return int(guest.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def scrolls(guest: Guest) -> int:
    """By how many pixels a page is higher than its window."""
    return int(guest.page.evaluate("document.documentElement.scrollHeight - innerHeight"))


@pytest.mark.long
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "ja"])
@pytest.mark.parametrize("part", PAGES)
def test_no_page_scrolls_sideways_on_a_phone(guests: Guests, part: str, language: str):
    """At 360 pixels; beside axe each page is made as narrow in English, and so it comes again in `make slow` alone."""
    ann = guests("Ann", language=language, **PHONE)
    PAGES[part](ann)
    assert overflow(ann) <= 0


@pytest.mark.long
@pytest.mark.parametrize(("variant", "others"), [("agurk", 3), ("gurka-is-exchange", 3), ("ogorek", 16), ("kurkku", 3)])
def test_a_phone_shows_all_that_is_needed_to_play(guests: Guests, variant: str, others: int):
    """No scrolling either way, and nothing to touch that is smaller than a finger."""
    ann = guests("Ann", **PHONE).sit(variant, *[BOT] * others)
    for _ in range(2):
        expect(ann.hand.first).to_be_visible()
        assert scrolls(ann) <= 0
        assert overflow(ann) <= 0
        expect(ann.hand.last).to_be_in_viewport()
        expect(ann.prompt).to_be_in_viewport()
        assert [] == ann.page.evaluate(SMALL, FINGER)
        ann.hand.first.click(force=True)


@pytest.mark.long
def test_letters_of_twice_the_size_cover_nothing(guests: Guests):
    """Every card's corner and every button can still be pressed, on a desk and in a hand."""
    for options in ({}, PHONE):
        ann = guests("Ann", **options).sit("agurk", BOT, BOT, BOT)
        ann.wait_for_turn()
        ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
        ann.page.wait_for_function("getComputedStyle(document.documentElement).fontSize === '32px'")
        assert overflow(ann) <= 0
        ann.prompt.scroll_into_view_if_needed()
        ann.hand.first.scroll_into_view_if_needed()
        assert [] == ann.page.evaluate(COVERED)
        ann.play()


def test_forced_colours_leave_cards_and_turns_to_be_seen(guests: Guests):
    """Cards keep their own inks, the prompt its border; the deal goes on."""
    ann = guests("Ann", forced_colors="active").sit("agurk", BOT, BOT)
    ann.wait_for_turn()
    width = ann.prompt.evaluate("(at) => parseFloat(getComputedStyle(at).borderTopWidth)")
    assert width >= 1
    ann.play()


@pytest.mark.long
def test_reduced_motion_moves_nothing(guests: Guests):
    """At the usual speed, too: what changes fades at the most."""
    ann = guests("Ann", preferences={**AT_ONCE, "speed": "usual", "restMs": 1200}, reduced_motion="reduce")
    ann.sit("agurk", BOT, BOT)
    ann.page.evaluate(
        """() => {
          window.moved = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            if (/translate|scale|transform|left|top/.test(JSON.stringify(frames))) moved.push(JSON.stringify(frames));
            return animate.call(this, frames, timing);
          };
        }"""
    )
    for _ in range(2):
        ann.wait_for_turn()
        ann.play()
    running = """document.getAnimations()
        .filter((one) => /translate|scale|rotate|transform|left|top|width|height/.test(one.transitionProperty ?? ""))
        .map((one) => one.transitionProperty)"""
    assert [] == ann.page.evaluate("moved")
    assert [] == ann.page.evaluate(running)
