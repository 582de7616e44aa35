"""Whoever goes about by the keyboard alone sees where they are: nothing lies on what has the focus."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.guests import DESKTOP, PHONE, Guest, Guests

#: What lies on the middle of what has the focus, or that it is out of sight; nothing where it is seen.
COVERED = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return top && (at.contains(top) || top.contains(at)) ? "" : `${at.ariaLabel ?? at.textContent.trim()} at ${x}, ${y}`;
}"""
WHERE = "document.activeElement.closest('.start') ? '' : 'below'"


def covered(guest: Guest) -> str:
    return str(guest.page.evaluate(COVERED))


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_bar_above_the_rules_lies_on_none_that_is_come_to(guests: Guests, size: dict[str, Any]) -> None:
    """From the last of them back to the button in the bar."""
    ann = guests("Ann", **size).go("/new/agurk")
    ann.page.locator("main summary", has_text=ann.words["setup.rules"]).click()
    ann.page.locator("main summary").last.focus()
    ways = 0
    while ann.page.evaluate(WHERE):
        assert covered(ann) == ""
        ann.page.keyboard.press("Shift+Tab")
        ways += 1
    assert ways > 50
    expect(ann.named("setup.start")).to_be_focused()


@pytest.mark.long
def test_preferences_close_when_the_keyboard_goes_on(guests: Guests) -> None:
    """What comes after them is not under them; Escape leads back to what opened them."""
    ann = guests("Ann").go()
    expect(ann.page.get_by_role("article").first).to_be_visible()
    opens = ann.page.get_by_role("banner").get_by_role("button").last
    panel = ann.page.get_by_role("dialog")
    opens.press("Enter")
    ann.page.keyboard.press("Tab")
    expect(panel.get_by_role("textbox")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(opens).to_be_focused()
    opens.press("Enter")
    panel.get_by_role("link").last.focus()
    ann.page.keyboard.press("Tab")
    expect(panel).to_be_hidden()
    assert covered(ann) == ""
    assert ann.page.evaluate("!!document.activeElement.closest('main')")
