"""What is touched and read on a phone: it stays where it is, is large enough, and is seen without scrolling."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.page.guests import AT_ONCE, BOT, PHONE, Guests
from tests.page.recording import Moment, moment, told_of
from tests.page.stage import Stage
from tests.page.test_newcomer import UNSEEN
from tests.strategies import Table
from torite.bots import WeighedAction
from torite.games import find
from torite.service import advice
from torite.service.bot_questions import WeighedDecision

SETTLED = "dispatchEvent(new PointerEvent('pointerdown')); stage.settle()"
MOST = 4  #: decisions
FINGER = 44  #: pixels that may be touched at least


def test_a_setting_does_not_move_what_lies_below_it(guests: Guests) -> None:
    """What is said of it has its room before."""
    ann = guests("Ann", **PHONE).sit("agurk", BOT, BOT)
    ann.named("table.menu.open").click()
    below = ann.page.get_by_role("checkbox", name=ann.words["table.menu.stand_in"])
    before = below.bounding_box()
    wish = ann.page.get_by_role("checkbox", name=ann.words["table.menu.forced"])
    for wished in (True, False):
        wish.set_checked(wished)
        expect(wish).to_be_checked(checked=wished)
        assert before == below.bounding_box()


@pytest.mark.parametrize("height", [640, 740])
def test_the_way_out_of_the_settings_is_in_sight(guests: Guests, height: int) -> None:
    """From its first line to its last."""
    ann = guests("Ann", **{**PHONE, "viewport": {"width": 360, "height": height}}).sit("agurk", BOT, BOT)
    ann.named("table.menu.open").click()
    close = ann.named("table.close")
    expect(close).to_be_in_viewport(ratio=1)
    ann.page.get_by_role("dialog").get_by_role("link", name=ann.words["table.home"]).scroll_into_view_if_needed()
    expect(close).to_be_in_viewport(ratio=1)
    close.click()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_what_leads_on_lies_in_one_place_after_each_deal(guests: Guests) -> None:
    """However much there is to be read above: after the second there is a score sheet, too."""
    ann = guests("Ann", **PHONE, preferences=AT_ONCE).sit("agurk", BOT, BOT)
    places = set()
    for _ in range(2):
        ann.play_deal()
        ann.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")
        box = ann.next_deal.bounding_box()
        assert box
        places.add((round(box["x"]), round(box["y"])))
        ann.go_on()
    assert 1 == len(places), places


def commanded(language: str) -> Iterator[tuple[Moment, list[str]]]:
    """Moments at which a command may be given in Flashpoint, with many cards and with few; what is advised there."""
    seen: set[int] = set()
    for match in told_of(Table("flashpoint", 4)):
        if 0 in match.actors and any(action.code.startswith("command") for action in match.actions(0)):
            one = moment(match, language)
            zones = json.loads(one.scene)["scene"]["zones"]
            held = sum(zone["count"] for zone in zones if (zone["name"], zone["seat"]) == ("hand", 0))
            if held not in seen and len(seen) < MOST:
                weighed = [WeighedAction(action.code, 2.4 * n) for n, action in enumerate(match.actions(0))]
                yield one, advice.lesson(match, 0, WeighedDecision(weighed), language, 0, 0).sentences
            seen.add(held)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_key_of_a_command_moves_nothing_when_it_is_touched(guests: Guests, language: str) -> None:
    """Whoever reads along has less room: what leads to more words makes way for the word that is touched."""
    stage = Stage(guests, language, seen=[])
    stage.resize("360x740")
    name = find("flashpoint")[0].words(language)("verb.command_lead_8")
    for one, sentences in commanded(language):
        stage.page.evaluate("(long) => { stage.long = long }", sentences)
        stage.newcomer(one, "")
        words = stage.guest.prompt.get_by_role("button", name=name, exact=True)
        lying = [stage.guest.prompt.bounding_box(), words.first.bounding_box()]
        words.first.click()
        expect(words, one.what).to_have_count(2)
        for before, now in zip(lying, (stage.guest.prompt.bounding_box(), words.first.bounding_box()), strict=True):
            assert now == pytest.approx(before, abs=1), one.what


@pytest.mark.parametrize("seen", [["flashpoint"], []], ids=["known", "with-lesson"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_advice_about_a_command_is_seen_whole(guests: Guests, language: str, seen: list[str]) -> None:
    """A first deal's, and a hint: with their buttons, beside the pad of all commands."""
    stage = Stage(guests, language, seen=seen)
    stage.resize("360x740")
    cut = []
    for one, sentences in commanded(language):
        stage.page.evaluate("(long) => { stage.long = long }", sentences)
        stage.newcomer(one, "")
        cut += [f"{one.what}: {what}" for what in stage.page.evaluate(UNSEEN)]
        stage.guest.named("table.hint.ask").click()
        read = stage.guest.prompt.get_by_role("button", name=stage.guest.words["table.understood"])
        expect(read).to_be_visible()
        cut += [f"{one.what}, hint: {what}" for what in stage.page.evaluate(UNSEEN)]
        read.click()
        expect(stage.page.locator("#prompt .sentence")).to_be_visible()
    assert [] == cut


@pytest.mark.parametrize("size", ["360x740", "1440x900"])
def test_a_pass_is_seen_in_the_trick(guests: Guests, size: str) -> None:
    """Mine, which comes of itself, and others': a word lies where their card would."""
    stage = Stage(guests, "en")
    stage.resize(size)
    own = others = 0
    for match in told_of(Table("flashpoint", 4)):
        scene = json.loads((one := moment(match, "en")).scene)["scene"]
        passed = [seat["seat"] for seat in scene["seats"] if any(mark["name"] == "passed" for mark in seat["marks"])]
        lies = {zone["seat"] for zone in scene["zones"] if zone["name"] == "trick" and zone["count"]}
        if not passed or not lies or scene["deal_over"] or len(lies) + len(passed) == 4:
            continue
        stage.show(one)
        stage.page.evaluate(SETTLED)
        trick = stage.page.get_by_role("list", name=stage.guest.words["table.trick"])
        expect(trick.get_by_text("passed", exact=True)).to_have_count(len(passed))
        own, others = own + (0 in passed), others + (passed != [0])
        if own and others:
            return
    raise AssertionError("nobody passed")


def test_the_way_home_is_as_wide_as_a_finger(guests: Guests) -> None:
    """At a table only its sign is left."""
    ann = guests("Ann", **PHONE).sit("agurk", BOT, BOT)
    for link in ann.page.locator("header").get_by_role("link").all():
        box = link.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER


@pytest.mark.parametrize(("variant", "told"), [("flashpoint", "with seat"), ("perlaggen", "with seat"), ("agurk", "")])
def test_partners_are_told_where_a_table_is_set(guests: Guests, variant: str, told: str) -> None:
    """Of each seat who plays with it, where that is so in every deal."""
    ann = guests("Ann", **PHONE).go(f"/new/{variant}")
    seats = ann.page.get_by_role("region", name=ann.words["setup.seats"]).get_by_role("listitem")
    expect(seats.first).to_be_visible()
    partners = [3, 4, 1, 2]
    for seat, partner in zip(seats.all(), partners, strict=False):
        expect(seat.locator("label")).to_contain_text(f"with seat {partner}" if told else "Seat")
    assert bool(told) == bool(seats.get_by_text("with seat").count())


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hint_stands_in_the_place_of_what_is_asked(guests: Guests, language: str) -> None:
    """Its first line is seen whole, and nothing moves for it."""
    stage = Stage(guests, language, seen=["agurk"])
    stage.resize("360x740")
    looked = 0
    for match in told_of(Table("agurk", 4)):
        if looked == MOST or 0 not in match.actors or len(match.actions(0)) < MOST:
            continue
        looked += 1
        one = moment(match, language)
        stage.newcomer(one, "")
        before = stage.guest.prompt.bounding_box()
        stage.guest.named("table.hint.ask").click()
        said = stage.guest.prompt.get_by_role("status").first
        expect(said).to_be_visible()
        box, inside = said.bounding_box(), stage.guest.prompt.bounding_box()
        assert box, one.what
        assert inside, one.what
        assert inside == pytest.approx(before, abs=1), one.what
        assert box["y"] >= inside["y"], one.what
        stage.guest.prompt.get_by_role("button", name=stage.guest.words["table.understood"]).click()
    assert looked == MOST
