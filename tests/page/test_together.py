"""Two people and a bot at one table, and somebody who looks on."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.guests import BOT, DESKTOP, OPEN, PHONE, Guest, Guests


def invite(guests: Guests, **more) -> tuple[Guest, Guest, str]:
    """Ann sets a table for herself, a friend and a bot; Kana, who reads Japanese, sits down by the link."""
    ann, kana = guests("Ann"), guests(language="ja")
    made = ann.made("agurk", OPEN, BOT, start=False, **more)
    link = f"/t/{made['id']}#{made['secret']}"
    kana.go(link)
    kana.page.get_by_label(kana.words["join.name"], exact=True).fill("かな")
    kana.named("join.sit").click()
    expect(kana.heading("アグルク")).to_be_visible()
    ann.go(f"/t/{made['id']}")
    return ann, kana, link


def begun(guests: Guests, **more) -> tuple[Guest, Guest, str]:
    ann, kana, link = invite(guests, **more)
    ann.button("Start").click()
    for guest in (ann, kana):
        expect(guest.prompt).to_be_visible()
    return ann, kana, link


def play_deal(*people: Guest) -> None:
    """Whoever may, plays, until the deal is over for all."""
    while not all(guest.next_deal.is_visible() for guest in people):
        for guest in people:
            if guest.playable.count():
                guest.play()


@pytest.mark.long
def test_an_invitation_needs_two_taps_to_the_seat(guests: Guests):
    """The host copies a link; the friend opens it, taps once to sit, and is there; the host sees it at once."""
    ann = guests("Ann").go()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.button(re.compile("^Invite friends Agurk$")).click()
    ann.button("Copy").click()
    expect(ann.button("Copied")).to_be_visible()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    assert link == ann.page.get_by_role("textbox", name="Whoever has this link may sit down").input_value()
    bob = guests()
    bob.page.goto(link)
    expect(bob.heading("Agurk")).to_be_visible()
    bob.page.get_by_label(re.compile("Your name")).fill("Bob")
    bob.button("Sit down").click()
    expect(bob.text("Whoever set the table starts the match.")).to_be_visible()
    expect(ann.page.get_by_role("listitem").filter(has_text="Bob")).to_contain_text("here")
    assert "#" not in bob.page.url, "the secret stays out of the address that may be shown around"


@pytest.mark.long
def test_two_people_and_a_bot_play_a_deal(guests: Guests):
    """Everybody sees the same cards played, each in their language; the deal's end waits for both."""
    ann, kana, _ = begun(guests)
    play_deal(ann, kana)
    assert ann.log.count() == kana.log.count()
    ann.next_deal.click()
    expect(ann.text("Waiting for かな.")).to_be_visible()
    kana.next_deal.click()
    for guest in (ann, kana):
        expect(guest.hand).to_have_count(7)


@pytest.mark.long
def test_talk_is_heard_and_phrases_are_translated(guests: Guests):
    """Free words are as they were said; a phrase comes in the reader's language; what is new is counted."""
    ann, kana, _ = begun(guests)
    ann.tab("Talk").click()
    ann.page.get_by_label("Say something").fill("Is it raining?")
    ann.page.keyboard.press("Enter")
    ann.button("Well played!").click()
    talk = kana.page.get_by_role("tab", name=re.compile(kana.words["table.tab.talk"]))
    expect(talk).to_contain_text("2")
    talk.click()
    heard = kana.page.get_by_role("log")
    expect(heard).to_contain_text("Is it raining?")
    expect(heard).to_contain_text(kana.words["phrase.well"])
    kana.named("phrase.thanks").click()
    expect(ann.page.get_by_role("log")).to_contain_text("Thank you!")
    ann.text("Somebody too loud?").click()
    ann.page.get_by_role("checkbox", name="かな").check()
    expect(ann.page.get_by_role("log")).not_to_contain_text("Thank you!")


@pytest.mark.long
def test_presence_is_seen(guests: Guests):
    """Who closes the window is not here; who comes back is."""
    ann, kana, _ = begun(guests, grace=600)
    seat = ann.page.get_by_role("region", name=re.compile("^かな:"))
    expect(seat).not_to_contain_text("not here")
    kana.page.close()
    expect(seat).to_contain_text("not here")
    kana.page = kana.context.new_page()
    kana.go(ann.page.url.removeprefix(ann.address))
    expect(seat).not_to_contain_text("not here")


@pytest.mark.long
def test_a_bot_sits_in_for_who_has_left_and_gives_the_seat_back(guests: Guests):
    """After leaving, a bot plays on; coming back takes one tap from the first page."""
    ann, kana, _ = begun(guests)
    kana.named("table.menu.open").click()
    kana.named("table.menu.leave").click()
    seat = ann.page.get_by_role("region", name=re.compile("^かな:"))
    expect(seat).to_contain_text("away, a bot sits in")
    ann.play_deal()
    kana.link("アグルク").first.click()
    expect(kana.next_deal).to_be_visible()
    expect(seat).not_to_contain_text("a bot sits in")


@pytest.mark.long
def test_a_bot_sits_in_for_who_stays_away(guests: Guests):
    """A second after the line is lost the bot plays, and the person finds the seat as it is now."""
    ann, kana, _ = begun(guests, grace=1)
    kana.page.close()
    seat = ann.page.get_by_role("region", name=re.compile("^かな:"))
    expect(seat).to_contain_text("away, a bot sits in")
    ann.play_deal()


@pytest.mark.long
def test_a_spectator_never_sees_a_hand(guests: Guests):
    """Whoever looks on sees backs and what is played, has nothing to press, and is counted."""
    ann = guests("Ann").sit("agurk", BOT, BOT)
    eve = guests()
    told: list[str] = []
    eve.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))))
    eve.page.goto(ann.invitation())
    eve.button("Just watch").click()
    expect(eve.page.get_by_role("region", name=re.compile("^Ann:"))).to_be_visible()
    expect(ann.text("1 person watches.")).to_be_visible()
    ann.play_deal()
    expect(eve.log).to_have_count(ann.log.count())
    expect(eve.heading("The deal is over")).to_be_visible()
    for control in (eve.hand, eve.next_deal, eve.page.get_by_role("textbox"), eve.button("Hint"), eve.button("Undo")):
        assert control.count() == 0
    assert len(told) > 7
    assert not any(piece for frame in told for piece in hand_pieces(json.loads(frame)))


def hand_pieces(message: dict[str, Any]) -> list[Any]:
    """The pieces of hands that a message tells."""
    zones = message.get("scene", {}).get("zones", [])
    return [piece for zone in zones if zone["name"] == "hand" for piece in zone["pieces"] if piece]


@pytest.mark.long
@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_what_is_said_stands_at_the_seat_for_a_moment(guests: Guests, options: Any):
    """Others see it and hear it once; who said it does not, nor who has the talk before them hears it twice."""
    ann, kana, _ = begun(guests)
    looks = Guest(ann.context, ann.address, "en") if options is DESKTOP else phone_of(guests, ann, options)
    looks.page.goto(ann.page.url)
    expect(looks.prompt).to_be_visible()
    kana.tab(kana.words["table.tab.talk"]).click()
    kana.named("phrase.well").click()
    bubble = looks.page.locator("[data-bubble]")
    expect(bubble).to_have_text("かな Well played!")
    expect(bubble).to_be_visible()
    expect(looks.page.get_by_role("status").filter(has_text="かな says: Well played!")).to_have_count(1)
    expect(bubble).to_have_count(0)
    looks.tab("Talk").click()
    expect(looks.page.get_by_role("log")).to_contain_text("Well played!")
    kana.named("phrase.thanks").click()
    expect(bubble).to_be_visible()
    expect(looks.page.get_by_role("status").filter(has_text="says:")).to_have_count(0)
    expect(kana.page.locator("[data-bubble]")).to_have_count(0)
    looks.page.reload()
    expect(looks.prompt).to_be_visible()
    expect(bubble).to_have_count(0)


def phone_of(guests: Guests, ann: Guest, options: Any) -> Guest:
    """A phone that is Ann's too."""
    phone = guests(**options)
    phone.post("account/device", {"code": ann.post("account/code", {})["code"]})
    return phone
