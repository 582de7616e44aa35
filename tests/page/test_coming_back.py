"""Whatever happens to the page, the line or the service: the same table goes on."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.guests import BOT, Guest, Guests
from tests.page.line import Line
from tests.service.conftest import Running

LOST = re.compile("lost its connection; your cards are safe")


def in_mid_trick(guests: Guests, address: str = "") -> Guest:
    """Ann at a table with three bots, where cards lie that she must follow."""
    ann = guests("Ann", address=address).sit("agurk", BOT, BOT, BOT)
    ann.wait_for_turn()
    ann.play()
    ann.wait_for_turn()
    return ann


def seen(guest: Guest) -> tuple[list[str], list[str], str]:
    """What somebody sees of a table: the log's last lines, the hand, the prompt."""
    hand = [card.get_attribute("aria-label") or "" for card in guest.hand.all()]
    return guest.log.all_inner_texts()[-3:], hand, guest.prompt.inner_text()


@pytest.mark.long
def test_a_reload_in_mid_trick_shows_the_same(guests: Guests):
    ann = in_mid_trick(guests)
    before = seen(ann)
    ann.page.reload()
    ann.wait_for_turn()
    assert before == seen(ann)
    ann.play()


@pytest.mark.long
def test_a_line_that_was_cut_is_told_and_comes_back_by_itself(guests: Guests, line: Line):
    """The table says so after a moment, keeps what it shows, and goes on when the network is there again."""
    ann = in_mid_trick(guests, line.address)
    before = seen(ann)
    guests.forgive()
    line.cut()
    expect(ann.text(LOST)).to_be_visible()
    assert before == seen(ann)
    line.mend()
    expect(ann.text(LOST)).to_have_count(0)
    assert before == seen(ann)
    ann.play()


@pytest.mark.long
def test_a_card_played_while_the_line_is_cut_is_played_once(guests: Guests, line: Line):
    """It is sent when the line is back; nobody has to play it again."""
    ann = in_mid_trick(guests, line.address)
    held = ann.hand.count()
    guests.forgive()
    line.cut()
    expect(ann.text(LOST)).to_be_visible()
    ann.playable.first.click()
    line.mend()
    expect(ann.hand).to_have_count(held - 1)
    ann.wait_for_turn()
    ann.page.reload()
    ann.wait_for_turn()
    expect(ann.hand).to_have_count(held - 1)


@pytest.mark.long
def test_a_killed_service_comes_back_with_the_same_table(guests: Guests, fresh: Running):
    """Killed in mid-trick and started anew, it gives the same hand and the same trick, without a reload."""
    ann = in_mid_trick(guests, fresh.address)
    before = seen(ann)
    guests.forgive()
    fresh.kill()
    expect(ann.text(LOST)).to_be_visible()
    fresh.start()
    expect(ann.text(LOST)).to_have_count(0)
    assert before == seen(ann)
    ann.play_deal()


@pytest.mark.long
def test_a_second_tab_of_the_same_seat_agrees(guests: Guests):
    """What is played in one tab is played in the other."""
    ann = in_mid_trick(guests)
    other = Guest(ann.context, ann.address, "en")
    other.page.goto(ann.page.url)
    other.wait_for_turn()
    assert seen(ann) == seen(other)
    left = other.hand.count() - 1
    ann.play()
    expect(other.hand).to_have_count(left)
    other.wait_for_turn()
    other.play()
    expect(ann.hand).to_have_count(left - 1)
