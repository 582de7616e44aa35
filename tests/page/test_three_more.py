"""Auctions, commands and cards for every neighbour: Galapagos, Flashpoint and Ambition at the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.guests import AT_ONCE, BOT, DESKTOP, OPEN, PHONE, Guest, Guests
from tests.page.line import Line
from tests.page.test_axe import AXE
from torite.games import find

BIDDING, COMMANDING, SCATTERING = "galapagos", "flashpoint", "ambition"
TAUGHT = {**AT_ONCE, "seen": [BIDDING, COMMANDING, SCATTERING]}
BOTS = (BOT, BOT, BOT)
COMMANDS, TRICK, AUCTIONS = 24, 4, 13


def seated(guests: Guests, variant: str, *others: Any, language: str = "en", **how: Any) -> Guest:
    """Somebody at a table with bots; further settings are of the browser, `options` of the game."""
    options = how.pop("options", {})
    guest = guests("Ann", language=language, preferences=TAUGHT, **(how or DESKTOP))
    return guest.sit(variant, *others, options=options)


def word(variant: str, key: str, language: str = "en", **facts: Any) -> str:
    """One of a game's own sentences."""
    return find(variant)[0].words(language)(key, **facts)


def fits(guest: Guest) -> bool:
    """Nothing is wider than the window."""
    return bool(guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def faults(guest: Guest) -> dict[str, Any]:
    """What axe has to say against the page."""
    guest.page.evaluate(
        "document.querySelectorAll('svg *').forEach((line) => line.tagName === 'title' || line.remove())"
    )
    guest.page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    answer = guest.page.evaluate("axe.run({resultTypes: ['violations']})")
    return {fault["id"]: [node["failureSummary"] for node in fault["nodes"][:3]] for fault in answer["violations"]}


def asked(guest: Guest) -> Locator:
    """Anything that is asked of me, or the way on."""
    ways = guest.prompt.get_by_role("button").or_(guest.playable).or_(guest.next_deal).first
    expect(ways).to_be_visible()
    return ways


def press(guest: Guest, button: Locator) -> None:
    """Press what is asked, and wait until something else is."""
    before = guest.prompt.inner_text()
    button.click()
    expect(guest.prompt).not_to_have_text(before, use_inner_text=True)


def play_one(guest: Guest) -> None:
    """Play the first card that may be played; another hand may come when it was the last."""
    piece = guest.playable.first.get_attribute("data-piece")
    guest.playable.first.click()
    expect(guest.page.locator(f"[role=toolbar] [data-piece='{piece}']")).to_have_count(0)


def group(guest: Guest, name: str) -> Locator:
    """A group of the page, by its name."""
    return guest.page.get_by_role("group", name=name, exact=True)


def on_table(guest: Guest, key: str = "table.trick") -> Locator:
    """What lies in the middle, card by card."""
    return guest.page.get_by_role("list", name=guest.words[key], exact=True).get_by_role("listitem")


# a card to every neighbour


def rest_of_deal(*guests: Guest) -> None:
    """Let bots play on for us, and go on to the next deal."""
    for guest in guests:
        guest.named("table.menu.open").click()
        guest.page.get_by_label(guest.words["table.menu.stand_in"]).click()  # by the next look the deal may be over
        guest.named("table.close").click()
    for guest in guests:
        guest.next_deal.click()
    for guest in guests:
        expect(guest.prompt).to_contain_text(re.compile("Choose"))
        expect(guest.playable.first).to_be_visible()


def ways(guest: Guest) -> Locator:
    """The neighbours of whom one is asked."""
    return guest.prompt.get_by_role("button", name=re.compile(r"^(Left|Right) \(\w+\)$"))


@pytest.mark.long
def test_a_card_for_every_neighbour_by_taps_and_keys(guests: Guests, line: Line) -> None:
    """Each card is asked whom it is for, says so, and may be taken back; the last one goes to who is left.

    Who has got a card is not asked about again, though the service has not answered yet. What was chosen while the line
    was lost stands when it is back.
    """
    ann = seated(guests, SCATTERING, BOT, BOT, options={"fourth_round": "scatter"}, address=line.address)
    expect(ann.prompt).to_contain_text(re.compile(r"to \w+"))  # three cards for one: it says for whom
    rest_of_deal(ann)
    rest_of_deal(ann)
    ann.hand.first.click()
    expect(ways(ann)).to_have_count(2)
    left = re.sub(r".*\((\w+)\)", r"\1", ways(ann).first.inner_text())
    ways(ann).first.click()
    chosen = ann.hand.and_(ann.button(re.compile(", chosen for ")))
    expect(chosen).to_have_attribute("aria-label", re.compile(f", chosen for {left}$"))
    chosen.click()
    expect(chosen).to_have_count(0)
    line.late = 1.0
    ann.hand.nth(2).focus()
    ann.page.keyboard.press("Enter")
    expect(ways(ann)).to_have_count(2)
    ann.page.keyboard.press("2")
    expect(ann.hand.nth(2)).to_have_attribute("aria-label", re.compile(", chosen for (?!" + left + ")"))
    expect(ann.button("Pass 1 of 2")).to_be_disabled()
    guests.forgive()
    line.cut()
    ann.hand.nth(4).click()
    expect(chosen).to_have_count(2)
    line.late = 0.0
    line.mend()
    names = [str(card.get_attribute("aria-label")).split(",")[0] for card in chosen.all()]
    ann.button("Pass 2").click()
    expect(ann.log.filter(has_text=re.compile("^You pass .+ to the left. You pass .+ to the right"))).to_have_count(1)
    for name in names:
        expect(ann.hand.and_(ann.button(re.compile(f"^{name},")))).to_have_count(0)


@pytest.mark.long
def test_a_question_stands_while_others_choose(guests: Guests) -> None:
    """Ann is asked whom a card is for when Bo has passed his: she is asked still, and may answer."""
    ann, bo = guests("Ann"), guests("Bo")
    made = ann.made(SCATTERING, OPEN, BOT, start=False, options={"fourth_round": "scatter"})
    bo.post(f"tables/{made['id']}/join", {"secret": made["secret"], "name": "", "watch": False})
    ann.go(f"/t/{made['id']}")
    ann.named("table.lobby.start").click()
    bo.go(f"/t/{made['id']}")
    for _ in range(2):
        rest_of_deal(ann, bo)
    ann.hand.first.click()
    expect(ways(ann)).to_have_count(2)
    bo.hand.first.click()
    ways(bo).first.click()
    bo.hand.nth(1).click()
    bo.button("Pass 2").click()
    expect(ann.page.get_by_role("region", name=re.compile("^Bo: .*has chosen"))).to_have_count(1)
    expect(ways(ann)).to_have_count(2)
    ways(ann).first.click()
    expect(ann.hand.first).to_have_accessible_name(re.compile(", chosen for "))


# commands


@pytest.mark.long
def test_a_command_and_a_whole_trick(guests: Guests) -> None:
    """Two grids of signs; then the middle tells at every card what the trick is worth, and for whom."""
    ann = seated(guests, COMMANDING, *BOTS)
    for family in ("command_lead", "command_avoid"):
        signs = group(ann, word(COMMANDING, f"family.{family}")).get_by_role("button")
        expect(signs).to_have_count(COMMANDS // 2)
    signs.first.focus()
    ann.page.keyboard.press("ArrowRight")
    expect(signs.nth(1)).to_be_focused()
    ann.button(word(COMMANDING, "verb.command_avoid_7")).click()
    expect(ann.log.filter(has_text=word(COMMANDING, "said_you.command_avoid_7"))).to_have_count(1)
    while not ann.playable.count():
        asked(ann)
        if not ann.playable.count():
            press(ann, ann.button(word(COMMANDING, "verb.none")))
    lying = on_table(ann).count()
    assert 0 < lying < TRICK
    worth = ann.page.get_by_text(re.compile(r"^Worth")).locator("xpath=ancestor::div[1]").filter(has_text="for ").first
    expect(worth).to_contain_text(re.compile(r"\d+.*for \w+, \w+", re.DOTALL))
    expect(on_table(ann).filter(has_text=re.compile("winning.*wins", re.DOTALL))).to_have_count(1)
    ann.play()
    expect(ann.log.filter(has_text=re.compile("wins? the trick"))).not_to_have_count(0)


def test_commands_on_a_phone_in_japanese(guests: Guests) -> None:
    """All of them are within the window's width, and axe finds nothing."""
    ann = seated(guests, COMMANDING, *BOTS, language="ja", **PHONE)
    family = word(COMMANDING, "family.command_avoid", "ja")
    ann.page.get_by_role("button", name=family, exact=True).click()  # one family at a time
    avoid = group(ann, family).get_by_role("button")
    expect(avoid).to_have_count(COMMANDS // 2)
    assert fits(ann)
    boxes = [button.bounding_box() for button in avoid.all()]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 and box["x"] + box["width"] <= 360 for box in boxes)
    if AXE.is_file():
        assert {} == faults(ann)


@pytest.mark.parametrize("again", [False, True], ids=["by its button", "by its key"])
def test_a_command_on_a_phone_is_said_by_a_second_touch(guests: Guests, again: bool) -> None:
    """Its keys lie close: the first touch says nothing yet, another key is chosen instead, and nothing moves."""
    ann = seated(guests, COMMANDING, *BOTS, **PHONE)
    family = group(ann, word(COMMANDING, "family.command_lead"))
    word_of = {rank: word(COMMANDING, f"verb.command_lead_{rank}") for rank in "78"}
    wrong, key = (family.get_by_role("button", name=word_of[rank], exact=True) for rank in "78")
    before = key.bounding_box()
    wrong.click()
    offered = ann.prompt.get_by_role("button", name=word_of["7"], exact=True).filter(has_text=word_of["7"])
    expect(offered).to_be_visible()
    key.click()
    expect(key).to_have_attribute("aria-pressed", "true")
    expect(offered).to_have_count(0)
    assert key.bounding_box() == before
    assert fits(ann)
    expect(family).to_be_visible()
    (key if again else ann.prompt.get_by_role("button", name=word_of["8"], exact=True).last).click()
    expect(family).to_have_count(0)
    expect(ann.page.get_by_text(word(COMMANDING, "value.command.5")).first).to_be_visible()


# auctions, melds, the play-off


def auction(guest: Guest, language: str = "en") -> bool:
    """Bid the first card, and take the hidden card where I win; the bids lie open meanwhile. Tell whether I won."""
    held = guest.hand.count()
    guest.playable.first.click()
    expect(guest.hand.nth(held - 1)).to_have_count(0)
    asked(guest)
    take = guest.button(word(BIDDING, "verb.take_blind", language))
    if not take.count():
        return False
    expect(on_table(guest, "table.revealed")).to_have_count(2)
    assert not covered(guest)
    press(guest, take)
    return True


def covered(guest: Guest) -> bool:
    """Whether a bid lies over the words that say why one of them won."""
    boxes = [piece.bounding_box() for piece in on_table(guest, "table.revealed").all()]
    why = guest.page.locator("p.reason").bounding_box()
    assert why
    return any(box and box["y"] < why["y"] + why["height"] and why["y"] < box["y"] + box["height"] for box in boxes)


def melds(guest: Guest) -> bool:
    """Name nothing and ask for the first meld that may be seen, until there is a hand; tell whether one was seen."""
    seen, show = False, guest.prompt.get_by_role("button", name=re.compile(r"^Show me \d: .+ \(\d+\)$"))
    while not guest.playable.count():
        asked(guest)
        suits = group(guest, word(BIDDING, "family.name")).get_by_role("button")
        leave = guest.button(word(BIDDING, "verb.decline")).or_(guest.button(word(BIDDING, "verb.accept")))
        if show.count() and not seen:
            press(guest, show.first)
            expect(guest.page.get_by_role("group", name=re.compile("^" + word(BIDDING, "zone.shown")))).to_be_visible()
            seen = True
        elif leave.count():
            press(guest, leave)
        elif suits.count():
            press(guest, suits.first)
    return seen


@pytest.mark.long
def test_a_deal_of_bids_melds_tricks_and_the_play_off(guests: Guests) -> None:
    """Sealed bids are turned over together; a meld is shown when asked for; equal cards are tapped and led at once."""
    ann = seated(guests, BIDDING)
    expect(group(ann, ann.words["table.stake"])).to_contain_text("25")
    for _ in range(AUCTIONS):
        auction(ann)
    assert melds(ann)
    while ann.page.get_by_role("heading", name=word(BIDDING, "phase.tricks"), exact=True).count():
        play_one(ann)
        asked(ann)
    while not ann.prompt.get_by_text(word(BIDDING, "prompt.lead")).count():
        press(ann, ann.button(word(BIDDING, "verb.pass")))
        asked(ann)
    pair = same_rank([str(card.get_attribute("data-piece")) for card in ann.hand.all()])
    for card in pair:
        ann.page.locator(f"[role=toolbar] [data-piece={card}]").click()
    ann.button("Play 2").click()
    expect(ann.log.filter(has_text=re.compile(r"^You play \S+ \S+\.$"))).to_have_count(1)


def same_rank(codes: list[str]) -> list[str]:
    """The first two cards of one rank."""
    return next([code, other] for code in codes for other in codes if code != other and code[1:] == other[1:])


@pytest.mark.long
def test_an_auction_on_a_phone_in_japanese(guests: Guests) -> None:
    """Nothing is wider than the window, before the bids and with them open, nor covered; axe finds nothing."""
    ann = seated(guests, BIDDING, language="ja", **PHONE)
    assert fits(ann)
    won = 0
    for _ in range(AUCTIONS):
        won += auction(ann, "ja")
        assert fits(ann)
        if won:
            break
    assert won
    if AXE.is_file():
        assert {} == faults(ann)
