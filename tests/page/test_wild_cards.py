"""Cards that stand for others, bets at any moment, and talk: Perlaggen at the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.guests import AT_ONCE, DESKTOP, OPEN, PHONE, Guest, Guests
from tests.page.test_axe import AXE
from tests.page.test_three_more import asked, faults, fits, group, on_table, press, word

GAME = "perlaggen"
TAUGHT = {**AT_ONCE, "seen": [GAME]}
SILENT = {"kind": "bot", "bot": "random"}  #: a bot that never bets
TABLES = 40  #: so many are tried until one has what a test is about
WILDS = ("HK", "D6", "D7", "C7")  #: always wild
SPIEL = "bet_spiel"


def come(guests: Guests, name: str = "Ann", language: str = "en", **how: Any) -> Guest:
    """Somebody who knows the game."""
    return guests(name, language=language, preferences=TAUGHT, **(how or DESKTOP))


def seated(guest: Guest, found: Callable[[Guest], Any]) -> Any:
    """Sit down with bots, at table after table, until at my turn to play there is what is looked for."""
    for _ in range(TABLES):
        guest.sit(GAME, SILENT, SILENT, SILENT)
        to_play(guest)
        if what := found(guest):
            return what
    raise AssertionError("no such table")


def to_play(guest: Guest) -> None:
    """Go on until a card is to be played: an exchange may be offered before."""
    while asked(guest) and not guest.playable.count():
        press(guest, guest.prompt.get_by_role("button").last)


def card(guest: Guest, code: str) -> Locator:
    """A card of my hand."""
    return guest.page.locator(f"[role=toolbar] [data-piece='{code}']")


def wild(guest: Guest, itself: bool = True) -> str:
    """A wild card of mine that may be itself, or may not; empty for none."""
    for code in WILDS:
        if card(guest, code).count() and guest.hand.count() > 1:
            card(guest, code).click()
            expect(meanings(guest).first).to_be_visible()
            may = bool(meanings(guest).filter(has_text=guest.words["table.itself"]).count())
            guest.named("table.cancel").click()
            if may == itself and guest.named("table.all_cards").count() == 0:
                return code
    return ""


def meanings(guest: Guest) -> Locator:
    """What the card that was touched may stand for."""
    asking = re.compile(guest.words["table.stands_title"].format(text=".+", name=".+").replace("?", r"\?"))
    ways = re.compile("itself|そのまま| as |として")
    return guest.page.get_by_role("group", name=asking).get_by_role("button", name=ways)


def strip(guest: Guest) -> Locator:
    """What can be bet on."""
    return group(guest, guest.words["table.elements"])


def cell(guest: Guest, element: str, language: str = "en") -> Locator:
    """One thing that can be bet on."""
    return strip(guest).get_by_role("region", name=re.compile("^" + word(GAME, f"element.{element}", language)))


def spoken(guest: Guest, verb: str, language: str = "en") -> Locator:
    """A word on an element, in the strip."""
    return strip(guest).get_by_role("button", name=word(GAME, f"verb.{verb}", language), exact=True)


# cards that stand for others


@pytest.mark.long
def test_a_wild_card_is_played_as_another_by_touch(guests: Guests) -> None:
    """It asks what it stands for; the one not allowed says why; then both cards are seen, in the trick and the log."""
    ann = come(guests)
    code = seated(ann, lambda guest: wild(guest, itself=False))
    card(ann, code).click()
    ann.named("table.all_cards").click()
    pack = group(ann, ann.words["table.whole_pack"])
    expect(pack.get_by_role("button")).to_have_count(33)
    why = ann.page.get_by_role("dialog").get_by_role("alert")
    expect(why).to_be_empty()
    pack.get_by_role("button", name=re.compile(", not now$")).first.click(force=True)
    expect(why).to_contain_text(re.compile("so (the wild must stand|play)|must stand for"))
    wanted = pack.get_by_role("button", name=re.compile(", may be chosen$")).first
    name = str(wanted.get_attribute("aria-label")).removesuffix(", may be chosen")
    wanted.click()
    expect(card(ann, code)).to_have_count(0)
    expect(ann.log.filter(has_text=re.compile(r"^You play \S+ \(as \S+\)\."))).to_have_count(1)
    ann.named("table.last_trick").click()
    expect(ann.page.get_by_role("dialog").get_by_role("img", name=re.compile(f" as {name}$"))).to_have_count(1)


@pytest.mark.long
def test_a_wild_card_is_played_by_keys(guests: Guests) -> None:
    """Enter asks, the focus goes to itself, arrows to the others; Escape puts back; Enter twice plays it as itself."""
    ann = come(guests)
    code = seated(ann, wild)
    keyboard = ann.page.keyboard
    card(ann, code).focus()
    keyboard.press("Enter")
    expect(meanings(ann).first).to_be_focused()
    expect(meanings(ann).first).to_have_accessible_name(re.compile("as itself$"))
    keyboard.press("ArrowRight")
    expect(meanings(ann).nth(1)).to_be_focused()
    keyboard.press("Escape")
    expect(meanings(ann)).to_have_count(0)
    expect(card(ann, code)).to_have_attribute("aria-label", re.compile(", may be played$"))
    card(ann, code).focus()
    keyboard.press("Enter")
    keyboard.press("Enter")
    expect(card(ann, code)).to_have_count(0)
    expect(ann.log.filter(has_text=re.compile(r"^You play \S+\."))).to_have_count(1)


def showdown(ann: Guest, bo: Guest) -> str:
    """Give the tricks up at once, beside a partner who says nothing; the wild card that I may show, empty for none."""
    made = ann.made(GAME, SILENT, OPEN, SILENT, start=False)
    bo.post(f"tables/{made['id']}/join", {"secret": made["secret"], "name": "", "watch": False})
    ann.go(f"/t/{made['id']}")
    ann.named("table.lobby.start").click()
    expect(strip(ann).or_(ann.prompt.get_by_role("button").first).first).to_be_visible()
    if not cell(ann, "spiel").get_by_role("button").count():
        return ""  # an exchange comes first
    spoken(ann, "concede_spiel").click()
    ann.prompt.get_by_role("button", name=word(GAME, "verb.concede_spiel"), exact=True).click()
    expect(cell(ann, "spiel").get_by_role("button")).to_have_count(0)
    asked(ann)
    return next((code for code in WILDS if card(ann, code).and_(ann.playable).count()), "")


def choose(guest: Guest, piece: Locator) -> None:
    """Touch a card of a figure; what a wild one stands for is the first that is offered."""
    chosen = guest.hand.and_(guest.page.locator("[aria-pressed=true]"))
    count = chosen.count()
    piece.click()
    expect(chosen).to_have_count(count + 1)
    if meanings(guest).count():
        meanings(guest).first.click()
        expect(meanings(guest)).to_have_count(0)
    guest.weighed()


@pytest.mark.long
def test_a_figure_is_shown_with_a_wild_card(guests: Guests) -> None:
    """Each card is touched, the wild one asks; the button says what is shown; a second touch takes back."""
    ann, bo = come(guests), come(guests, "Bo")
    code = next(filter(None, (showdown(ann, bo) for _ in range(TABLES))))
    show = ann.prompt.get_by_role("button", name=re.compile("^Show a (Gleich|Hanger): "))
    choose(ann, card(ann, code))
    expect(show).to_be_visible()
    card(ann, code).click()
    expect(show).to_have_count(0)
    choose(ann, card(ann, code))
    while not show.is_enabled():
        choose(ann, ann.playable.first)
    cards = show.inner_text().partition(": ")[2]
    assert 2 <= len(re.findall("[♣♠♥♦]", cards.replace(" as ", "")))
    show.click()
    expect(ann.log.filter(has_text=re.compile("^You show a (Gleich|Hanger): "))).to_have_count(1)
    expect(ann.page.get_by_role("group", name=re.compile("^" + word(GAME, "zone.shown"))).first).to_be_visible()


# bets


def three(guests: Guests, language: str = "en", **how: Any) -> tuple[Guest, Guest, Guest]:
    """Ann, and two partners against her; Ann's own is a bot."""
    ann = come(guests, "Ann", language, **how)
    others = [come(guests, name, **how) for name in ("Bo", "Cy")]
    made = ann.made(GAME, OPEN, SILENT, OPEN, start=False)
    for other in others:
        other.post(f"tables/{made['id']}/join", {"secret": made["secret"], "name": "", "watch": False})
    ann.go(f"/t/{made['id']}")
    ann.button(ann.words["table.lobby.start"]).click()
    for other in others:
        other.go(f"/t/{made['id']}")
    return ann, others[0], others[1]


@pytest.mark.long
def test_a_bet_is_answered_by_either_partner(guests: Guests) -> None:
    """Both are asked, everybody else reads why the table waits; having held they may bet, and who bet may not."""
    ann, bo, cy = three(guests)
    bet = spoken(ann, SPIEL)
    expect(strip(ann).get_by_role("region")).to_have_count(3)
    expect(bet).not_to_have_attribute("aria-disabled", "true")
    bet.click()
    for other in (bo, cy):
        expect(other.prompt).to_contain_text("Ann bets on Spiel: it would be worth 2.")
    expect(ann.prompt).to_contain_text(re.compile("Ann bets on Spiel, for 2: (Bo, Cy|Cy, Bo) must answer"))
    expect(cell(ann, "spiel")).to_have_accessible_name(re.compile("worth 1.* for 2"))
    cy.prompt.get_by_role("button", name=re.compile(f"^{word(GAME, 'verb.hold')}")).click()  # what comes of it follows
    for guest in (ann, bo, cy):
        expect(cell(guest, "spiel")).to_have_accessible_name("Spiel: worth 2")
    expect(spoken(bo, SPIEL)).not_to_have_attribute("aria-disabled", "true")
    dim = cell(ann, "spiel").get_by_role("button", name="Bet")
    expect(dim).to_have_attribute("aria-disabled", "true")
    dim.click(force=True)
    expect(ann.prompt.get_by_role("alert")).to_be_visible()


@pytest.mark.long
def test_answers_stand_side_by_side_below_a_refusal(guests: Guests) -> None:
    """Also on a phone: three of one width, whole words, on one line."""
    ann, bo, _ = three(guests, **PHONE)
    spoken(ann, SPIEL).click()
    expect(bo.prompt).to_contain_text("Ann bets on Spiel")
    bo.hand.first.click(force=True)
    expect(bo.prompt.get_by_role("alert")).to_be_visible()
    answers = [bo.prompt.get_by_role("button", name=word(GAME, f"verb.{verb}")) for verb in ("good", "hold", "raise")]
    boxes = [answer.bounding_box() for answer in answers]
    assert all(box and box["width"] > 80 for box in boxes)
    assert 1 == len({round(box["y"]) for box in boxes if box})


@pytest.mark.long
def test_giving_up_is_asked_about_first(guests: Guests) -> None:
    """What cannot be taken back has a question before it; then the others have it, and my words on it are gone."""
    ann = come(guests)
    seated(ann, lambda guest: True)
    spoken(ann, "concede_hanger").click()
    expect(ann.prompt).to_contain_text("Give up Hanger?")
    ann.named("table.not_so").click()
    expect(ann.prompt).not_to_contain_text("Give up Hanger?")
    spoken(ann, "concede_hanger").click()
    ann.prompt.get_by_role("button", name=word(GAME, "verb.concede_hanger"), exact=True).click()
    expect(cell(ann, "hanger").get_by_role("button")).to_have_count(0)
    expect(ann.log.filter(has_text="You give Hanger up.")).to_have_count(1)


# talk, and a phone


@pytest.mark.long
def test_phrases_of_the_game_are_said(guests: Guests) -> None:
    """They stand in groups; where nobody talks there is no talk at all."""
    ann = come(guests)
    seated(ann, lambda guest: True)
    ann.tab("Talk").click()
    ann.named("table.phrases.advise").click()
    ann.button(word(GAME, "phrase.advise_bet")).click()
    said = ann.page.get_by_role("log", name=ann.words["table.talk"])
    expect(said).to_contain_text("Ann " + word(GAME, "phrase.advise_bet"))
    ann.sit(GAME, SILENT, SILENT, SILENT, options={"table_talk": "off"})
    expect(ann.tab("Log")).to_be_visible()
    expect(ann.tab("Talk")).to_have_count(0)


@pytest.mark.long
def test_a_phone_in_japanese(guests: Guests) -> None:
    """Strip, hand, and what a card stands for are within the window, large enough for a finger; axe finds nothing."""
    ann = come(guests, language="ja", **PHONE)
    code = seated(ann, lambda guest: wild(guest) or wild(guest, itself=False))
    assert fits(ann)
    buttons = strip(ann).get_by_role("button").all()
    assert 6 == len(buttons)
    boxes = [button.bounding_box() for button in buttons]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    held, low = ann.hand.first.bounding_box(), ann.page.get_by_role("tablist").bounding_box()
    assert held
    assert low
    assert held["y"] + 44 < low["y"], "the strip leaves the hand in sight"
    card(ann, code).click()
    expect(meanings(ann).first).to_be_visible()
    assert fits(ann)
    if AXE.is_file():
        assert {} == faults(ann)
    assert on_table(ann).count() < 4


@pytest.mark.long
def test_a_wild_card_in_the_hand_says_so(guests: Guests) -> None:
    """Its name stands on it while it stands for nothing else, and ears hear it."""
    ann = come(guests)
    code = seated(ann, wild)
    held = card(ann, code)
    named = word(GAME, "caption.wild")
    titles = [word(GAME, f"caption.{name}") for name in ("maxi", "weli", "schell", "eichel")]
    told = re.compile("|".join([named, *titles]))
    expect(held.get_by_text(told)).to_be_visible()
    expect(held).to_have_accessible_name(re.compile(f"({told.pattern}), may be played$"))
