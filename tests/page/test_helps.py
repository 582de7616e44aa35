"""What helps at the table: undo, hints, the last trick, a bot for a while, the guided first deal, guide and account."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.aloud import take
from tests.games.flashpoint.builders import table as flashpoint
from tests.page.guests import AT_ONCE, BOT, PHONE, Guest, Guests
from tests.page.recording import hardest, moment, recorded
from tests.page.stage import Stage
from tests.strategies import Table


@pytest.mark.long
def test_a_move_is_taken_back(guests: Guests):
    """Against bots alone undo needs nobody else: the card is in hand again, and the log forgets it."""
    ann = guests("Ann").sit("agurk", BOT, BOT)
    ann.wait_for_turn()
    told = ann.log.count()
    card = ann.play()
    ann.wait_for_turn()
    ann.button("Undo").click()
    expect(ann.hand.and_(ann.button(f"{card}, may be played"))).to_be_visible()
    expect(ann.log).to_have_count(told)
    expect(ann.prompt.get_by_text(re.compile("Taken back.*You play"))).to_be_visible()


HEARD = """() => {
  window.heard = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...how) {
    heard += 1;
    return start.apply(this, how);
  };
}"""


@pytest.mark.long
def test_cards_are_heard_where_that_was_asked_for(guests: Guests):
    """Silent at first, and while the window is hidden; in the settings they are asked for."""
    ann = guests("Ann").sit("agurk", BOT, BOT)
    ann.page.evaluate(HEARD)
    ann.wait_for_turn()
    ann.play()
    ann.wait_for_turn()
    assert ann.page.evaluate("heard") == 0
    ann.named("table.menu.open").click()
    ann.page.get_by_role("checkbox", name=ann.words["table.menu.sound"]).check()
    ann.named("table.close").click()
    ann.play()
    ann.wait_for_turn()
    assert ann.page.evaluate("heard") > 0
    ann.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true }); heard = 0")
    ann.play()
    ann.wait_for_turn()
    assert ann.page.evaluate("heard") == 0


def test_a_table_without_undo_has_no_button_for_it(guests: Guests):
    ann = guests("Ann").sit("agurk", undo=False)
    expect(ann.button("Hint")).to_be_visible()
    assert ann.button("Undo").count() == 0


def test_a_hint_says_what_to_do(guests: Guests):
    """By its button and by its key, and it goes away when it was understood."""
    ann = guests("Ann").sit()
    ann.wait_for_turn()
    ann.button("Hint").click()
    said = ann.prompt.get_by_role("status")
    expect(said).to_contain_text("Play")
    ann.button("All right").click()
    expect(said).to_have_count(0)
    ann.page.keyboard.press("h")
    expect(said).to_contain_text("Play")


def test_the_last_trick_is_shown(guests: Guests):
    """Who played what, in a small dialog that Escape closes and that gives the focus back."""
    ann = guests("Ann").sit()
    ann.wait_for_turn()
    first = ann.play()
    ann.wait_for_turn()
    ann.button("Previous trick").click()
    dialog = ann.page.get_by_role("dialog", name="Previous trick")
    expect(dialog.get_by_role("img", name=first)).to_be_visible()
    expect(dialog).to_contain_text("Ann")
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ann.button("Previous trick")).to_be_focused()
    ann.page.keyboard.press("l")
    expect(dialog).to_be_visible()


@pytest.mark.long
def test_a_bot_plays_on_for_me(guests: Guests):
    """From the menu, until the deal ends or I take my hand back."""
    ann = guests("Ann").sit()
    ann.wait_for_turn()
    ann.button("Settings").click()
    play_on = ann.page.get_by_role("checkbox", name="Play on for me in this deal")
    play_on.click()  # by the next look the deal may be over
    ann.button("Close").click()
    expect(ann.next_deal).to_be_visible()
    ann.go_on()
    assert ann.wait_for_turn()


@pytest.mark.long
def test_a_forced_card_is_played_for_me(guests: Guests):
    """Once wished, a single card that may be played goes by itself; the wish outlives the table."""
    ann = guests("Ann").sit("agurk", BOT, BOT)
    ann.wait_for_turn()
    ann.button("Settings").click()
    ann.page.get_by_role("checkbox", name="Play a card when it is my only one").check()
    ann.button("Close").click()
    while ann.wait_for_turn():  # the last card, at least, goes by itself
        if ann.playable.count() > 1:
            ann.play()
    ann.sit()
    ann.button("Settings").click()
    expect(ann.page.get_by_role("checkbox", name="Play a card when it is my only one")).to_be_checked()


@pytest.mark.long
def test_the_first_deal_is_guided_and_ends_with_it(guests: Guests):
    """A sentence at each decision, more on request, and none in the second deal: that it ends here is told."""
    ann = guests("Ann", preferences={**AT_ONCE, "seen": []}).sit("agurk", BOT, BOT)
    ended = ann.page.get_by_text("The advice of a first deal ends here.")
    ann.read_on()
    while ann.wait_for_turn():
        expect(ann.button("Stop the advice")).to_be_visible()
        expect(ended).to_have_count(0)
        ann.play()
    expect(ended).to_be_visible()
    ann.go_on()
    ann.wait_for_turn()
    expect(ended).to_have_count(0)
    expect(ann.button("Stop the advice")).to_have_count(0)


def taught(guests: Guests, offered: str, **options: Any) -> Guest:
    """Play first deals, each as somebody new, until the lesson offers a button."""
    for bots in (3, 2, 4, 5, 6, 1):
        guest = guests("Ann", preferences={**AT_ONCE, "seen": []}, **options).sit("agurk", *[BOT] * bots)
        guest.read_on()
        while guest.wait_for_turn():
            expect(guest.button("Stop the advice")).to_be_visible()
            if guest.button(offered).count():
                return guest
            guest.play()
    raise AssertionError(f"no lesson offers {offered}")


@pytest.mark.long
def test_the_lesson_says_why_and_can_be_skipped(guests: Guests):
    """Why opens what stands behind it, skipping it is one press and lasts."""
    ann = taught(guests, "Why?")
    ann.button("Why?").click()
    expect(ann.button("Fewer words")).to_be_visible()
    expect(ann.prompt).to_contain_text(re.compile("may be chosen|You may choose"))
    ann.button("Stop the advice").click()
    expect(ann.button("Fewer words")).to_have_count(0)
    ann.page.reload()
    ann.wait_for_turn()
    ann.play()
    ann.wait_for_turn()
    expect(ann.button("Stop the advice")).to_have_count(0)


@pytest.mark.long
def test_the_guide_opens_beside_the_table_at_a_section(guests: Guests):
    """A lesson leads to the section that matters, and the table stays."""
    ann = taught(guests, "Read more")
    ann.button("Read more").click()
    guide = ann.page.get_by_role("complementary", name="How it is played")
    expect(guide.get_by_role("heading", name="Agurk").first).to_be_visible()
    expect(guide.locator(":focus")).to_be_in_viewport()
    guide.get_by_role("button", name="Close").click()
    expect(guide).to_have_count(0)
    ann.play()


@pytest.mark.long
def test_the_guide_that_opened_at_a_section_can_be_closed_on_a_phone(guests: Guests):
    """Its own room is moved to the section, not the table around it, so what closes it stays in sight."""
    ann = taught(guests, "Read more", **PHONE)
    ann.button("Read more").click()
    guide = ann.page.get_by_role("complementary", name="How it is played")
    expect(guide.locator(":focus")).to_be_in_viewport()
    assert guide.get_by_role("button", name="Close").evaluate(
        """(button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        }"""
    )


@pytest.mark.long
def test_the_log_tells_all_and_the_account_cites_its_clauses(guests: Guests):
    """Each card of the deal is a line; each line of the account opens the clause that it comes from."""
    ann = guests("Ann").sit()
    ann.play_deal()
    expect(ann.log).to_have_count(15)
    expect(ann.log.first).to_have_text("The cards are dealt.")
    ann.button(re.compile("^Clause CUC-4")).first.click()
    expect(ann.page.get_by_role("dialog", name=re.compile("^CUC-4"))).to_contain_text(re.compile(r"\w+ \w+ \w+"))


def test_the_rest_of_a_deal_may_be_given_away(guests: Guests):
    """Only when no choice changes anything any more: else there is no such button."""
    ann = guests("Ann").sit()
    ann.wait_for_turn()
    assert ann.button("Play it out: no choice matters now").count() == 0


def test_the_keys_are_listed(guests: Guests):
    ann = guests("Ann").sit()
    ann.wait_for_turn()
    ann.page.keyboard.press("?")
    keys = ann.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("previous trick")
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "seats"), [("agurk", 4), ("ambition", 4), ("bingo", 2), ("galapagos", 2)])
def test_words_at_seats_and_piles_say_what_they_mean(guests: Guests, variant: str, seats: int) -> None:
    """Whoever taps on a seat hears what is said of it, and whoever taps on a pile what lies there."""
    stage = Stage(guests, "en")
    stage.resize("360x740")
    for one in hardest(recorded(Table(variant, seats), "en"), 2):
        scene = json.loads(one.scene)["scene"]
        if scene["deal_over"]:
            continue
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        told = []
        for asked in stage.page.locator("[data-table] button[aria-haspopup=dialog][data-upon]:visible").all():
            asked.click(position={"x": 4, "y": 4})
            slip = stage.page.get_by_role("dialog")
            told.append(slip.inner_text())
            slip.get_by_role("button", name=stage.guest.words["table.close"]).click()
            expect(slip).to_have_count(0)
        words = [word for seat in scene["seats"] for word in [*seat["facts"], *seat["gauges"], *seat["marks"]]]
        stock = [zone for zone in scene["zones"] if zone["name"] == "stock" and zone["count"]]
        words = [word for word in words if word["name"] != "best_seat"]  # not while nothing lies there
        for word in {word["text"]: word for word in [*words, *stock]}.values():
            assert any(word["about"] in text for text in told), (one.what, word)


def test_a_card_that_pays_has_its_price_written_on_it(guests: Guests) -> None:
    """In both rows of a hand, and not on the card that obeys."""
    stage = Stage(guests, "en")
    stage.resize("360x640")
    stage.show(moment(take(flashpoint("DK D9 SA S8 S7 H7 H8 C7"), "command lead 9"), "en"))
    expect(stage.guest.hand.filter(has_text="−15")).to_have_count(7)
    expect(stage.guest.button("nine of diamonds, may be played")).not_to_contain_text("−15")


def test_each_question_begins_alike(guests: Guests) -> None:
    """What was opened for the last command is not open for the next, and what is asked is read from its beginning."""
    match = flashpoint("DK D9 SA S8 S7 H7 H8 C7")
    asked, answered = moment(match, "en", 2), moment(take(match, "command lead 9"), "en", 2)
    stage = Stage(guests, "en")
    stage.resize("360x640")
    stage.show(asked)
    words = stage.guest.prompt.locator(".words")
    lead, not_lead = stage.guest.button("Lead…"), stage.guest.button("Don't lead…")
    expect(lead).to_have_attribute("aria-pressed", "true")
    not_lead.click()
    expect(not_lead).to_have_attribute("aria-pressed", "true")
    words.evaluate(
        "(room) => { room.style.cssText += '; flex: none; height: 1em; min-height: 0'; room.scrollTop = 9; }"
    )
    expect(words).to_have_js_property("scrollTop", 9)
    stage.show(answered)
    stage.show(asked)
    expect(lead).to_have_attribute("aria-pressed", "true")
    expect(words).to_have_js_property("scrollTop", 0)
