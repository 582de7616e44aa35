"""Where hidden pieces may lie, at one's own table: in practice alone, and anew after each choice."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.guests import BOT, OPEN, Guests


def test_in_practice_it_is_told_of_what_one_does_not_see(guests: Guests) -> None:
    """A column for each bot's hand and the stock; no card of one's own among the rows."""
    ann = guests("Ann").sit("agurk", BOT, BOT)
    ann.wait_for_turn()
    labels = ann.hand.evaluate_all("all => all.map((one) => one.ariaLabel)")
    own = [name.removesuffix(", may be played") for name in labels]
    ann.named("table.menu.open").click()
    ann.named("table.whereabouts.open").click()
    asked = ann.page.get_by_role("dialog", name=ann.words["table.whereabouts.title"])
    expect(asked.get_by_role("columnheader")).to_have_count(4)
    expect(asked.get_by_role("cell").filter(has_text=re.compile(r"^\d+.%$")).first).to_be_visible()
    expect(asked.get_by_text(ann.words["table.whereabouts.about"])).to_be_visible()
    shown = asked.get_by_role("img").evaluate_all("all => all.map((one) => one.ariaLabel ?? one.alt)")
    assert own
    assert shown
    assert set(shown).isdisjoint(own)


@pytest.mark.long
def test_where_another_person_sits_it_is_not_offered(guests: Guests) -> None:
    ann, bo = guests("Ann"), guests("Bo")
    made = ann.made("agurk", OPEN, start=False)
    bo.post(f"tables/{made['id']}/join", {"secret": made["secret"], "name": "Bo", "watch": False})
    bo.go(f"/t/{made['id']}")
    ann.go(f"/t/{made['id']}")
    ann.named("table.lobby.start").click()
    ann.hand.first.wait_for()
    ann.named("table.menu.open").click()
    expect(ann.page.get_by_role("dialog", name=ann.words["table.menu.title"])).to_be_visible()
    expect(ann.named("table.whereabouts.open")).to_have_count(0)
