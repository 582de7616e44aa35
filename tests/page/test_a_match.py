"""A whole match of Agurk, by mouse, by keyboard alone, and by touch."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.guests import BOT, DESKTOP, PHONE, Guest, Guests


@pytest.mark.long
def test_a_match_is_played_by_mouse_from_the_shelf_to_the_result(guests: Guests):
    """From *Play now* to the first deal's end, and by way of the table's own rules to a result."""
    ann = guests().go()
    ann.button(re.compile("^Play now Agurk$")).click()
    ann.play_deal()
    expect(ann.heading("The deal is over")).to_be_visible()
    ann.link("Torite").click()
    ann.link("All 9 of them Cucumber").click()
    ann.button("More Agurk").click()
    ann.page.get_by_role("dialog").get_by_role("link", name="Agurk", exact=True).click()
    ann.page.get_by_role("combobox", name="Seats", exact=True).select_option("2")
    ann.heading("The rules").click()
    ann.page.get_by_role("spinbutton", name="The score that puts a player out.").fill("3")
    ann.button("Start").click()
    ann.play_match()
    expect(ann.heading(re.compile("wins?"))).to_be_visible()
    expect(ann.link("Review")).to_be_visible()


@pytest.mark.long
def test_a_match_is_played_by_keyboard_alone(guests: Guests):
    """Tab leads to *Play now*, arrows and Enter or a digit play, N deals: no mouse, no touch."""
    ann = guests().go()
    expect(ann.button(re.compile("^Play now Agurk$"))).to_be_visible()
    tab_to(ann, ann.button(re.compile("^Play now Agurk$")))
    ann.page.keyboard.press("Enter")
    by_arrows = True
    while ann.wait_for_turn():
        left = ann.hand.count() - 1
        if by_arrows:
            to_the_hand(ann)
            ann.page.keyboard.press("Enter")
        else:
            ann.page.keyboard.press("1")
        expect(ann.hand).to_have_count(left)
        by_arrows = not by_arrows
    ann.page.keyboard.press("n")
    expect(ann.next_deal).to_have_count(0)
    ann.wait_for_turn()
    expect(ann.hand).to_have_count(7)


@pytest.mark.long
def test_a_short_match_ends_by_keyboard_alone(guests: Guests):
    """The result is reached, and Tab leads on to the replay."""
    ann = guests().sit(options={"out_at": "3"})
    while ann.wait_for_turn() or ann.next_deal.is_visible():
        left = (ann.hand.count() or 8) - 1
        ann.page.keyboard.press("1" if ann.hand.count() else "n")
        expect(ann.hand).to_have_count(left)
    tab_to(ann, ann.link("Review"))
    ann.page.keyboard.press("Enter")
    expect(ann.heading("Agurk: looking back")).to_be_visible()


@pytest.mark.long
def test_a_match_is_played_by_touch_on_a_small_phone(guests: Guests):
    """Nothing but taps, on a screen 360 wide and 740 high."""
    ann = guests(**PHONE).go()
    ann.button(re.compile("^Play now Agurk$")).tap()
    while ann.wait_for_turn():
        tap_a_card(ann)
    ann.next_deal.tap()
    expect(ann.next_deal).to_have_count(0)
    ann.go(f"/t/{ann.table(options={'out_at': '3'})}")
    while ann.wait_for_turn() or ann.next_deal.is_visible():
        if ann.playable.count():
            tap_a_card(ann)
        else:
            ann.next_deal.tap()
            expect(ann.next_deal).to_have_count(0)
    expect(ann.heading(re.compile("wins?"))).to_be_visible()


def tab_to(guest: Guest, aim: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        guest.page.keyboard.press("Tab")
        if aim.evaluate("(aim) => aim === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {aim}")


def to_the_hand(guest: Guest) -> None:
    """Go to a card that may be played: by Tab into the hand, if the focus is elsewhere, and there by arrows."""
    focused = "document.activeElement.closest('[role=toolbar]') !== null"
    for _ in range(60):
        if guest.page.evaluate(focused):
            break
        guest.page.keyboard.press("Tab")
    guest.page.keyboard.press("Home")
    for _ in range(10):
        if guest.playable.and_(guest.page.locator(":focus")).count():
            return
        guest.page.keyboard.press("ArrowRight")
    raise AssertionError("no arrow leads to a card that may be played")


def tap_a_card(guest: Guest) -> None:
    left = guest.hand.count() - 1
    guest.playable.first.tap()
    expect(guest.hand).to_have_count(left)


@pytest.mark.long
@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_last_trick_stays_beside_the_account(guests: Guests, options: Any):
    """Whose card is whose, who took it, and the card that costs: until the next deal."""
    ann = guests("Ann", **options).sit("agurk", BOT, BOT, BOT)
    ann.play_deal()
    trick = ann.page.get_by_role("list", name=ann.words["table.last_trick"])
    expect(trick.get_by_role("listitem")).to_have_count(4)
    expect(trick.get_by_role("listitem").filter(has_text="Ann")).to_have_count(1)
    expect(trick.get_by_role("listitem").filter(has_text=ann.words["table.took"])).to_have_count(1)
    expect(trick).to_be_in_viewport()
    line = ann.page.get_by_role("region", name="The deal is over").get_by_role("listitem").filter(has_text="costs")
    expect(line.first.get_by_role("img")).to_be_visible()
    ann.go_on()
    expect(trick).to_have_count(0)


@pytest.mark.long
def test_the_account_stands_in_the_middle_of_a_high_table(guests: Guests):
    """Between the seats at its sides, with the last trick above it: both whole."""
    ann = guests("Ann", viewport={"width": 1440, "height": 900}).sit("agurk", BOT, BOT, BOT)
    ann.play_deal()
    account = ann.page.get_by_role("region", name="The deal is over")
    trick = ann.page.get_by_role("list", name=ann.words["table.last_trick"])
    expect(trick).to_be_in_viewport(ratio=1)
    expect(account).to_be_in_viewport(ratio=1)
    place, table = account.bounding_box(), ann.page.locator("[data-table]").bounding_box()
    assert place
    assert table
    assert abs(2 * place["x"] + place["width"] - 2 * table["x"] - table["width"]) <= 16
