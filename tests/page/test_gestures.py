"""Gestures of several parts, and refusals that teach."""

import re
from itertools import count
from random import Random

import pytest
from playwright.sync_api import Locator, expect

import torite
from tests.page.guests import BOT, Guest, Guests
from tests.page.recording import Moment, moment
from tests.page.stage import Stage
from torite.match import Match


@pytest.mark.long
def test_several_cards_are_exchanged_at_once(guests: Guests):
    """Chosen one by one, put back, chosen anew, confirmed: then as many new cards are in the hand."""
    ann = guests("Ann")
    while not ann.text("Exchange up to 10 cards").count():  # whoever is first may exchange all
        ann.sit("gurka-is-exchange").wait_for_turn()
    before = set(held(ann))
    chosen = before_and_after(ann, 3)
    expect(ann.button("Exchange 3")).to_be_enabled()
    ann.button("Put back").click()
    expect(ann.hand.and_(ann.page.locator("[aria-pressed=true]"))).to_have_count(0)
    chosen = before_and_after(ann, 3)
    ann.button("Exchange 3").click()
    expect(ann.log.filter(has_text=re.compile("^You put .+ away"))).to_have_count(1)
    after = set(held(ann))
    assert 10 == len(after)
    assert set(chosen) == before - after


def test_a_hand_is_kept_or_thrown_away_at_a_price(guests: Guests):
    """Rassi asks twice: first whether the hand is free, then whether a new one is worth the double."""
    ann = guests("Ann").sit("rassi")
    before = held(ann)
    ann.button("Keep the hand").click()
    expect(ann.prompt).to_contain_text("it costs you double")
    assert before == held(ann)
    ann.button("New hand, doubled").click()
    expect(ann.page.get_by_role("region", name=re.compile("^Ann:.*double"))).to_be_visible()
    assert set(before).isdisjoint(held(ann))


@pytest.mark.long
def test_a_pair_is_led_in_iceland(guests: Guests):
    """After the first card only those of its rank may join it."""
    ann = guests("Ann")
    pair: list[str] = []
    while not pair:
        ann.sit("gurka-is").wait_for_turn()
        pair = same_rank(held(ann)) if "lead" in ann.prompt.inner_text() else []
    ann.button(f"{pair[0]}, may be played").click()
    expect(ann.playable).to_have_count(sum(1 for card in held(ann) if card.split()[0] == pair[0].split()[0]) - 1)
    ann.button(f"{pair[1]}, may be played").click()
    ann.button(re.compile("^(Play|Lead) 2$")).click()
    expect(ann.log.filter(has_text=re.compile("^You play .+ .+"))).to_have_count(1)
    assert not set(pair) & set(held(ann))


@pytest.mark.long
def test_a_refusal_teaches_and_opens_its_clause(guests: Guests):
    """A card that may not be played says why in a sentence, with the clause behind it."""
    ann = guests("Ann")
    card = refused(ann)
    count = ann.hand.count()
    card.click(force=True)  # it is called disabled, and answers all the same
    notice = ann.prompt.get_by_role("alert")
    expect(notice).to_contain_text(re.compile(r"beat|lowest"))
    ann.prompt.get_by_role("button", name=re.compile("^Clause CUC-")).click()
    slip = ann.page.get_by_role("dialog", name=re.compile("^CUC-"))
    expect(slip).to_contain_text(re.compile(r"\w+ \w+ \w+"))
    ann.page.keyboard.press("Escape")
    expect(slip).to_have_count(0)
    ann.button("All right").click()
    expect(notice).to_have_count(0)
    assert ann.hand.count() == count
    ann.play()


def held(guest: Guest) -> list[str]:
    """The names of the cards in hand."""
    return [(card.get_attribute("aria-label") or "").split(",")[0] for card in guest.hand.all()]


def before_and_after(guest: Guest, number: int) -> list[str]:
    """Choose the first cards; return their names."""
    for card in guest.hand.all()[:number]:
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
    return held(guest)[:number]


def same_rank(cards: list[str]) -> list[str]:
    """Two cards of one rank, if there are."""
    for card in cards:
        others = [other for other in cards if other.split()[0] == card.split()[0]]
        if len(others) > 1 and card != "six of clubs" and "six of clubs" not in others:
            return others[:2]
    return []


def refused(guest: Guest) -> Locator:
    """Come, at one table or another, to a turn in which some card may not be played; return that card."""
    for _ in range(6):
        guest.sit("agurk", BOT, BOT, BOT)
        while guest.wait_for_turn():
            card = guest.hand.and_(guest.button(re.compile(", not now$")))
            if card.count():
                return card.first
            guest.play()
    raise AssertionError("every card may be played in six deals")


def test_a_tap_while_the_table_shows_what_was_before_shows_what_is_and_plays_nothing(guests: Guests):
    """While a trick lies there to be looked at somebody may have led: what that asks is first seen, then answered."""
    stage = Stage(guests, "en")
    before, resting, asked = while_it_rests()
    stage.show(before)
    stage.show(resting)
    stage.page.evaluate(
        """() => {
          stage.sent = [];
          const send = stage.line.send.bind(stage.line);
          stage.line.send = (text) => { stage.sent.push(JSON.parse(text).type); send(text); };
        }"""
    )
    stage.show(asked)
    ann = stage.guest
    expect(ann.prompt).to_contain_text("Waiting for")
    expect(ann.playable).to_have_count(0)
    expect(ann.hand.and_(ann.page.locator(".dim"))).to_have_count(0)
    ann.hand.first.click(force=True)
    expect(ann.prompt).not_to_contain_text("Waiting for")
    assert ann.playable.count()
    assert "act" not in stage.page.evaluate("stage.sent")
    ann.playable.first.click()
    assert "act" in stage.page.evaluate("stage.sent")


def while_it_rests() -> tuple[Moment, Moment, Moment]:
    """Play until a trick is about to be taken by somebody else, has been, and it is for the first seat to answer."""
    for seed in count():
        match, chooser = Match("agurk", 3, seed=seed), Random(seed)
        while not match.over:
            before = moment(match, "en") if match.actors[0] == 0 and match.log[-1].seat > 0 else None
            match.act(match.actors[0], chooser.choice(match.actions(match.actors[0])))
            lies = any(zone.count for zone in torite.lay_out(match, 0, "en").zones if zone.name == "trick")
            if before is None or lies or match.log.deal_over or match.actors[0] == 0:
                continue
            resting = moment(match, "en")
            while match.actors[0] != 0:
                match.act(match.actors[0], match.actions(match.actors[0])[0])
            return before, resting, moment(match, "en")
    raise AssertionError
