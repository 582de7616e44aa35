"""Games for one at the page: figures, the road, powers that are touched where they lie, a deal of the tarots."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.guests import AT_ONCE, DESKTOP, ME, PHONE, SETTINGS, Guest, Guests
from tests.page.test_axe import AXE
from torite.games import find

EMISSARY, TAROT = "emissary", "french-tarot-solo"
TAUGHT = {**AT_ONCE, "seen": [EMISSARY, TAROT]}
KINGDOMS, HAND, TAROTS, KITTY = 8, 8, 24, 6

everywhere = pytest.mark.parametrize(("language", "screen"), [("en", DESKTOP), ("ja", PHONE)], ids=["desktop", "phone"])


def alone(guests: Guests, variant: str, language: str = "en", screen: dict[str, Any] = DESKTOP, **how: Any) -> Guest:
    """Somebody at a table for one, for practice."""
    options = how.pop("options", {})
    guest = guests("Ann", language=language, preferences={**TAUGHT, **how.pop("preferences", {})}, **how, **screen)
    wanted = {"variant": variant, "seats": [ME], "start": True, "options": options}
    table = guest.post("tables", {**wanted, "settings": {**SETTINGS, "scored": False}})["id"]
    guest.go(f"/t/{table}")
    expect(guest.prompt).to_be_visible()
    return guest


def word(variant: str, guest: Guest, key: str, **facts: Any) -> str:
    """One of a game's own sentences."""
    return find(variant)[0].words("ja" if guest.words["table.close"] != "Close" else "en")(key, **facts)


def fits(guest: Guest) -> bool:
    """Nothing is wider than the window."""
    return bool(guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def road(guest: Guest) -> Locator:
    """The stations of the road."""
    return guest.page.get_by_role("group", name=word(EMISSARY, guest, "road.title")).get_by_role("listitem")


def station(guest: Guest, number: int) -> Locator:
    """One station: what is read out there, and its button where it may be chosen."""
    return road(guest).nth(number - 1).locator("[aria-label]")


def told(guest: Guest, number: int) -> str:
    """What is read out at a station."""
    return station(guest, number).get_attribute("aria-label") or ""


def is_here(guest: Guest, number: int) -> None:
    """I visit this station."""
    expect(road(guest).nth(number - 1)).to_have_attribute("aria-current", "step")
    assert re.match(re.escape(guest.words["table.station.here"].format(number=number, told="")), told(guest, number))


def power(guest: Guest, code: str) -> Locator:
    """A vassal or an ally, by its card."""
    return guest.page.get_by_role("group").get_by_role("button").filter(has=guest.page.locator(f"[data-piece={code}]"))


def may(piece: Locator) -> None:
    """It may be chosen now."""
    expect(piece).not_to_have_attribute("aria-disabled", "true")


def end(guest: Guest) -> Locator:
    """What stands there when a visit or a deal is over."""
    return guest.next_deal.or_(guest.named("alone.again"))


def play_on(guest: Guest) -> None:
    """Play until the visit is over: the king leads, I answer with the first card that may be played."""
    lead = guest.button(word(EMISSARY, guest, "verb.turn"))
    while True:
        expect(lead.or_(guest.playable.first).or_(end(guest)).first).to_be_visible()
        if end(guest).count():
            return
        before = guest.prompt.inner_text(), guest.hand.count()
        lead.or_(guest.playable).first.click(position={"x": 8, "y": 12})  # what is there by then
        guest.page.wait_for_function(
            "([text, held]) => document.getElementById('prompt').innerText !== text"
            " || document.querySelectorAll('[role=toolbar] button').length !== held",
            arg=before,
        )
        assert fits(guest)


@pytest.mark.long
@everywhere
def test_a_whole_visit(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """A kingdom is chosen on the road, two vassals are selected where they lie, and all is answered."""
    ann = alone(guests, EMISSARY, language, screen)
    expect(road(ann)).to_have_count(KINGDOMS)
    expect(ann.hand).to_have_count(HAND)
    assert all(told(ann, number).startswith(f"{number}") for number in range(1, KINGDOMS + 1))
    assert fits(ann)
    station(ann, 4).click()
    is_here(ann, 4)
    for code in ("HJ", "DJ"):
        may(power(ann, code))
        power(ann, code).click()
    expect(ann.page.get_by_role("group", name=re.compile(f"^{word(EMISSARY, ann, 'zone.selected')}"))).to_be_visible()
    play_on(ann)
    expect(ann.page.get_by_text("EMIS-9", exact=False).first).to_be_visible()
    assert fits(ann)


@pytest.mark.long
def test_a_visit_by_keyboard(guests: Guests) -> None:
    """A digit is a station; powers and cards are reached and pressed without a mouse."""
    ann = alone(guests, EMISSARY)
    expect(road(ann)).to_have_count(KINGDOMS)
    ann.page.keyboard.press("6")
    is_here(ann, 6)
    may(power(ann, "CJ"))
    power(ann, "CJ").focus()
    ann.page.keyboard.press("ArrowRight")
    following = ann.page.evaluate("document.activeElement.querySelector('[data-piece]').dataset.piece")
    assert following in ("HJ", "SJ", "DJ")
    ann.page.keyboard.press("Enter")
    chosen = ann.page.get_by_role("group", name=re.compile(f"^{word(EMISSARY, ann, 'zone.selected')}"))
    expect(chosen.locator(f"[data-piece={following}]")).to_be_visible()
    ann.button(word(EMISSARY, ann, "verb.turn")).focus()
    ann.page.keyboard.press("Enter")
    expect(ann.playable.first).to_be_visible()
    ann.page.keyboard.press("1")
    expect(ann.hand).to_have_count(HAND - 1)
    assert "has been" not in ann.prompt.inner_text()


def test_arrows_lead_along_the_road(guests: Guests) -> None:
    """From station to station, and Enter goes there."""
    ann = alone(guests, EMISSARY)
    station(ann, 1).focus()
    for _ in range(2):
        ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("Enter")
    is_here(ann, 3)


@pytest.mark.long
@everywhere
def test_politics_by_card_and_station(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """The vassal is touched, the road lights up, Escape cancels; then two rulers change places."""
    ann = alone(guests, EMISSARY, language, screen)
    station(ann, 2).click()
    is_here(ann, 2)
    ruler = [road(ann).nth(place).locator("[data-piece]").get_attribute("data-piece") for place in (1, 4)]
    power(ann, "SJ").click()
    selected = ann.page.get_by_role("group", name=re.compile(f"^{word(EMISSARY, ann, 'zone.selected')}"))
    expect(selected.locator("[data-piece=SJ]")).to_be_visible()
    asked = ann.prompt.inner_text()
    for cancel in ("touch", "escape"):
        power(ann, "SJ").click()
        expect(ann.prompt).to_contain_text(ann.words["table.aim"].format(text=word(EMISSARY, ann, "verb.use_SJ")))
        expect(power(ann, "SJ")).to_have_attribute("aria-pressed", "true")
        if cancel == "touch":
            power(ann, "SJ").click()
        else:
            ann.page.keyboard.press("Escape")
        expect(ann.prompt).to_have_text(asked, use_inner_text=True)
    power(ann, "SJ").click()
    station(ann, 5).click()
    expect(road(ann).nth(1).locator(f"[data-piece={ruler[1]}]")).to_be_visible()
    expect(road(ann).nth(4).locator(f"[data-piece={ruler[0]}]")).to_be_visible()
    is_here(ann, 2)
    assert fits(ann)


@pytest.mark.long
@everywhere
def test_commerce_discards_two(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """Two cards are drawn, two are chosen, one is put back and another chosen."""
    ann = alone(guests, EMISSARY, language, screen)
    station(ann, 5).click()
    is_here(ann, 5)
    power(ann, "DJ").click()
    selected = ann.page.get_by_role("group", name=re.compile(f"^{word(EMISSARY, ann, 'zone.selected')}"))
    expect(selected.locator("[data-piece=DJ]")).to_be_visible()
    power(ann, "DJ").click()
    expect(ann.hand).to_have_count(HAND + 2)
    choose(ann, 0)
    needs = {"text": word(EMISSARY, ann, "verb.discard"), "needed": 2}
    expect(ann.button(ann.words["table.confirm_of"].format(count=1, **needs))).to_be_disabled()
    choose(ann, 9)
    choose(ann, 0, chosen=False)
    choose(ann, 4)
    ann.button(ann.words["table.confirm"].format(count=2, text=needs["text"])).click()
    expect(ann.hand).to_have_count(HAND)
    assert fits(ann)


def choose(guest: Guest, place: int, chosen: bool = True) -> None:
    """Choose a card of the hand, or put it back."""
    card = guest.hand.nth(place)
    card.click(position={"x": 8, "y": 14})
    if chosen:
        expect(card).to_have_attribute("aria-pressed", "true")
    else:
        expect(card).not_to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_a_power_tells_what_it_does_and_why_not(guests: Guests) -> None:
    """Its sentence goes with it; touched at the wrong moment it says why."""
    ann = alone(guests, EMISSARY)
    station(ann, 3).click()
    is_here(ann, 3)
    about = ann.page.get_by_role("tooltip").filter(has_text=word(EMISSARY, ann, "caption.diplomacy_about"))
    power(ann, "HJ").hover()
    expect(about.first).to_be_visible()
    for group in ("selected", "used_vassals"):
        power(ann, "HJ").click()
        zone = ann.page.get_by_role("group", name=re.compile(f"^{word(EMISSARY, ann, f'zone.{group}')}"))
        expect(zone.locator("[data-piece=HJ]")).to_be_visible()
    power(ann, "HJ").click(force=True)
    expect(ann.prompt.get_by_role("alert")).to_be_visible()
    expect(ann.prompt).to_contain_text("EMIS-5.1")


# French Tarot


def open_cards(guest: Guest) -> Locator:
    """The Dummy's open cards."""
    zone = guest.page.get_by_role("group", name=re.compile(f"^{word(TAROT, guest, 'zone.shown')}"))
    return zone.get_by_role("button")


def may_open(guest: Guest) -> Locator:
    """Those of them that may be played."""
    return open_cards(guest).and_(
        guest.button(re.compile(guest.words["table.lying_may"].format(name="") + "$")),
    )


def lay_away(guest: Guest) -> None:
    """Choose six cards, five of them anew, and lay them away."""
    text = word(TAROT, guest, "verb.discard")
    allowed = guest.hand.and_(guest.button(re.compile(guest.words["table.card_may"].format(name="") + "$")))
    for count in range(1, 5):
        allowed.first.click(position={"x": 8, "y": 14})
        expect(guest.button(guest.words["table.confirm_of"].format(text=text, count=count, needed=6))).to_be_disabled()
    pressed = guest.hand.and_(guest.page.locator("[aria-pressed=true]"))
    pressed.first.click(position={"x": 8, "y": 14})
    expect(pressed).to_have_count(3)
    for count in range(4, 7):
        rest = allowed if allowed.count() else kitty(guest)
        rest.first.click(position={"x": 8, "y": 14})
        expect(guest.prompt).to_contain_text(re.compile(rf"\b{count}\b|{count}枚"))
    assert fits(guest)
    guest.button(guest.words["table.confirm"].format(text=text, count=6)).click()
    expect(guest.button(word(TAROT, guest, "verb.pass"))).to_be_visible()


def kitty(guest: Guest) -> Locator:
    """The cards of the kitty that may be laid away."""
    zone = guest.page.get_by_role("group", name=re.compile(f"^{word(TAROT, guest, 'zone.kitty')}"))
    return zone.get_by_role("button").and_(
        guest.button(re.compile(guest.words["table.lying_may"].format(name="") + "$"))
    )


def step(guest: Guest) -> bool:
    """One action of a deal; False when it is over."""
    no = guest.button(word(TAROT, guest, "verb.pass"))
    expect(may_open(guest).first.or_(guest.playable.first).or_(no).or_(end(guest)).first).to_be_visible()
    if end(guest).count():
        return False
    before = guest.prompt.inner_text(), guest.page.locator("[data-place^='trick:']").count()
    if no.count():
        no.click()
    elif may_open(guest).count():
        may_open(guest).first.click()
    else:
        guest.playable.first.click(position={"x": 8, "y": 14})
    guest.page.wait_for_function(
        "([text, lying]) => document.getElementById('prompt').innerText !== text"
        " || document.querySelectorAll(\"[data-place^='trick:']\").length !== lying",
        arg=before,
    )
    return True


@pytest.mark.long
@everywhere
def test_a_whole_deal_of_tarots(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """Six are laid away, the Dummy's cards are played from where they lie, and the account is read."""
    ann = alone(guests, TAROT, language, screen, options={"deal_count": "1"})
    expect(ann.hand).to_have_count(TAROTS)
    lay_away(ann)
    assert step(ann)
    expect(open_cards(ann)).to_have_count(3)
    small = ann.page.evaluate(
        "[...document.querySelectorAll('[data-place^=\"shown:\"]')].map((card) => card.getBoundingClientRect().width)"
    )
    assert min(small) >= 44, small
    while step(ann):
        assert fits(ann)
    expect(ann.page.get_by_text("TAROT-14.9").first).to_be_visible()
    expect(ann.page.get_by_role("columnheader")).to_have_count(0)
    assert fits(ann)
    ann.link(ann.words["table.replay"]).click()
    ann.read_about()
    expect(ann.named("replay.fair.ask")).to_be_visible()
    expect(ann.named("table.heaps")).to_be_visible()
    assert fits(ann)


@pytest.mark.long
def test_a_trick_is_seen_whole_before_the_next_lead(guests: Guests) -> None:
    """All three cards lie there until somebody taps; then the AI's next lead."""
    ann = alone(guests, TAROT, preferences={"restMs": 0})
    expect(ann.hand).to_have_count(TAROTS)
    lay_away(ann)
    assert step(ann)
    trick = ann.page.get_by_role("list", name=ann.words["table.trick"]).get_by_role("listitem")
    expect(trick).to_have_count(1)
    may_open(ann).first.click()
    expect(ann.playable.first.or_(ann.button(word(TAROT, ann, "verb.pass"))).first).to_be_visible()
    expect(trick).to_have_count(2)
    if ann.button(word(TAROT, ann, "verb.pass")).count():
        step(ann)
    ann.playable.first.click(position={"x": 8, "y": 14})
    expect(trick).to_have_count(3)
    expect(may_open(ann).first).to_be_visible()
    ann.page.mouse.click(640, 420)
    expect(trick).to_have_count(1)


@pytest.mark.long
def test_a_card_of_the_dummy_that_does_not_follow(guests: Guests) -> None:
    """It says why, in the Dummy's words."""
    ann = alone(guests, TAROT)
    expect(ann.hand).to_have_count(TAROTS)
    lay_away(ann)
    assert step(ann)
    for _ in range(2 * TAROTS):
        expect(may_open(ann).first.or_(ann.playable.first).or_(end(ann)).first).to_be_visible()
        if 0 < may_open(ann).count() < open_cards(ann).count():
            break
        step(ann)
    locked = open_cards(ann).and_(ann.page.locator("[aria-disabled=true]")).first
    locked.click(force=True)
    expect(ann.prompt.get_by_role("alert")).to_be_visible()
    expect(ann.prompt).to_contain_text("TAROT-9")


# alone


@pytest.mark.long
@pytest.mark.parametrize("variant", [EMISSARY, TAROT])
def test_nobody_is_waited_for(guests: Guests, variant: str) -> None:
    """No lobby, no talk, no bot that plays on; somebody who looks on brings the talk back."""
    ann = alone(guests, variant)
    expect(ann.tab("Log")).to_be_visible()
    expect(ann.tab("Talk")).to_have_count(0)
    ann.named("table.menu.open").click()
    expect(ann.page.get_by_label(ann.words["table.menu.stand_in"])).to_have_count(0)
    expect(ann.named("table.menu.leave")).to_have_count(0)
    ann.named("table.close").click()
    bo = guests("Bo", preferences=TAUGHT)
    link = ann.invitation()
    bo.page.goto(link)
    watch = bo.named("join.watch")
    expect(watch).to_be_visible()
    watch.click()
    expect(bo.prompt).to_be_visible()
    expect(ann.tab("Talk")).to_be_visible()


@pytest.mark.long
@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: it comes when the page is built here")
@pytest.mark.parametrize("variant", [EMISSARY, TAROT])
def test_axe_finds_nothing(guests: Guests, variant: str) -> None:
    """In the middle of a game for one, in both papers, wide and narrow."""
    ann = alone(guests, variant, preferences={"paper": "system"})
    if variant == EMISSARY:
        station(ann, 4).click()
        is_here(ann, 4)
        power(ann, "SJ").click()
        power(ann, "SJ").click()
    else:
        lay_away(ann)
        step(ann)
    ann.page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = {}
    for size in (DESKTOP, PHONE):
        ann.page.set_viewport_size(size["viewport"])
        for scheme in ("light", "dark"):
            ann.page.emulate_media(color_scheme=scheme)
            answer = ann.page.evaluate("axe.run({resultTypes: ['violations']})")
            for fault in answer["violations"]:
                nodes = [f"{' '.join(map(str, node['target']))}: {node['failureSummary']}" for node in fault["nodes"]]
                found[f"{fault['id']} ({scheme}, {size['viewport']['width']})"] = nodes[:3]
    assert {} == found
