"""Arranging a deal on the page: pieces are picked with a finger or by keys, then it is looked at or played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.guests import PHONE, Guests

SMALL = PHONE | {"viewport": {"width": 360, "height": 640}}


@pytest.mark.long
def test_a_deal_is_arranged_looked_at_weighed_and_played(guests: Guests) -> None:
    """In Japanese on the smallest phone, by touch and by keys; what is put back may be picked again."""
    ann = guests("Ann", language="ja", **SMALL).go("/new/agurk")
    ann.named_link("arrange.link").click()
    expect(ann.page).to_have_url(re.compile("/set-up/agurk$"))
    pack = ann.page.locator("[data-code]")
    queen = ann.page.locator('[data-code="HQ"]')
    queen.click()
    expect(queen).to_have_attribute("aria-disabled", "true")
    expect(ann.page.locator(".place small").first).to_have_text(re.compile("1"))
    ann.page.locator(".lying button").click()
    expect(queen).not_to_have_attribute("aria-disabled", "true")
    queen.focus()
    queen.press("ArrowRight")
    expect(queen).not_to_be_focused()
    queen.focus()
    queen.press("Enter")
    expect(ann.page.locator(".lying button")).to_have_count(1)
    expect(pack).to_have_count(52)  # what lies elsewhere stays where it was in the pack
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.named("arrange.look").click()
    expect(ann.page).to_have_url(re.compile(r"/r/[\w-]+#\d+"))
    ann.page.get_by_role("tab", name=ann.words["replay.tab.judged"]).click()
    ann.named("replay.weighed.begin").click()
    expect(ann.page.locator(".worth").first).to_be_visible()
    ann.go("/set-up/agurk")
    queen.click()
    ann.named("arrange.play").click()
    expect(ann.page).to_have_url(re.compile("/t/"))
    expect(ann.page.get_by_role("toolbar").locator('[data-piece="HQ"]')).to_be_visible()
