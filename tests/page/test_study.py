"""Moves tried at a replay: played at its table, walked, called something, shown to others, taken away."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import torite
from tests.arranged import new_match
from tests.page.guests import PHONE, Guest, Guests


def where(guest: Guest) -> Locator:
    return guest.page.get_by_role("slider", name=guest.words["replay.control.where"])


def listed(guest: Guest) -> Locator:
    return guest.page.get_by_role("group", name="All that happened")


def playable(guest: Guest) -> Locator:
    """Cards that may be tried now."""
    return guest.page.get_by_role("region", name="The table").locator(".hand button:not([aria-disabled=true])")


def looks_back(guest: Guest) -> Guest:
    """Somebody looks at a record of a deal, at the first step of which the third card of the hand was not played."""
    match, chooser = new_match("agurk", 2, key=bytes(64)), random.Random(1)
    while not match.log.deal_over:
        seat = match.actors[0]
        match.act(seat, chooser.choice(match.actions(seat)))
    made = guest.post("replays", {"record": torite.write(match)})
    return guest.go(f"/r/{made['id']}")


def tries(guest: Guest) -> None:
    """Play another card than the match has."""
    guest.button("Try another move").click()
    playable(guest).nth(2).click()
    expect(guest.page).to_have_url(re.compile(r"#3v1$"))


@pytest.mark.long
def test_a_move_is_tried_called_something_shown_and_taken_away(guests: Guests, tmp_path: Path):
    ann = looks_back(guests("Ann"))
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tries(ann)
    variation = listed(ann).get_by_role("button", name=re.compile("^Variation 1"))
    expect(variation).to_have_attribute("aria-expanded", "true")
    playable(ann).first.click()
    expect(ann.page).to_have_url(re.compile(r"#4v1$"))
    ann.button("Back to looking").click()
    expect(where(ann)).to_have_attribute("aria-valuetext", "Deal 1 of 4, step 4 of 4")
    current = listed(ann).locator("[aria-current=step]")
    expect(current).to_have_count(1)
    ann.button("One step back").click()
    ann.button("One step back").click()
    expect(where(ann)).to_have_attribute("aria-valuetext", "Deal 1 of 4, step 2 of 4")
    ann.button("One step on").click()
    expect(ann.page).to_have_url(re.compile(r"#3v1$"))

    ann.tab("Notes").click()
    ann.page.get_by_label("Name of the variation").fill("The bold one")
    ann.button("Keep it").nth(1).click()
    expect(ann.heading(re.compile("^The bold one"))).to_be_visible()
    ann.page.get_by_label("Comment at this step of the variation").fill("Better so, xyzzy.")
    ann.button("Keep it").first.click()
    ann.tab("Moves").click()
    expect(listed(ann).get_by_role("button", name="The bold one")).to_be_visible()
    ann.page.reload()
    expect(listed(ann).get_by_role("button", name="The bold one")).to_have_attribute("aria-expanded", "true")
    expect(ann.page).to_have_url(re.compile(r"#3v1$"))

    ann.tab("About").click()
    with ann.page.expect_download() as begun:
        ann.link("Save with notes and variations").click()
    file = tmp_path / begun.value.suggested_filename
    begun.value.save_as(file)
    bob = guests().go()
    bob.text("Look at a match from a record").click()
    bob.page.get_by_label("A file").set_input_files(file)
    expect(bob.heading("Agurk: looking back")).to_be_visible()
    listed(bob).get_by_role("button", name="The bold one").click()
    expect(bob.page).to_have_url(re.compile(r"#3v1$"))

    ann.button("Back to the match").first.click()
    ann.tab("Notes").click()
    ann.button("Make a link to my notes and variations").click()
    ann.button("Copy the link to them").click()
    expect(ann.text("The link is copied.")).to_be_visible()
    eve = guests()
    eve.page.goto(ann.page.evaluate("navigator.clipboard.readText()"))
    listed(eve).get_by_role("button", name="The bold one").click()
    expect(eve.button("Try another move")).to_have_count(0)
    eve.tab("Notes").click()
    expect(eve.text("Better so, xyzzy.")).to_be_visible()
    expect(eve.page.get_by_label("Name of the variation")).to_have_count(0)

    ann.tab("Moves").click()
    listed(ann).get_by_role("button", name="The bold one").click()
    ann.tab("Notes").click()
    ann.button("Delete the variation").click()
    ann.button("Really delete it").click()
    ann.tab("Moves").click()
    expect(listed(ann).get_by_role("button", name="The bold one")).to_have_count(0)


def test_on_a_phone_moves_are_tried_at_the_table(guests: Guests):
    ann = looks_back(guests("Ann", **PHONE))
    tries(ann)
    ann.button("Back to looking").click()
    expect(ann.page.get_by_text("Variation 1", exact=True)).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(ann.button("One step back")).to_be_in_viewport(ratio=1)
