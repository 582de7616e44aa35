"""Tiles and dice at the page: in English on a desktop, in Japanese on a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.guests import AT_ONCE, DESKTOP, PHONE, Guest, Guests
from tests.page.line import Line
from tests.patience import PATIENCE
from tests.service.conftest import Running
from torite.games import find

BINGO, TILES, DICE = "bingo", "domino-cribbage", "cribbage-dice"
TAUGHT = {**AT_ONCE, "seen": [BINGO, TILES, DICE]}

everywhere = pytest.mark.parametrize(("language", "screen"), [("en", DESKTOP), ("ja", PHONE)], ids=["desktop", "phone"])


def seated(guests: Guests, variant: str, language: str, screen: dict[str, Any], **how: Any) -> Guest:
    """Somebody at a table with a bot."""
    guest = guests("Ann", language=language, preferences=TAUGHT, **how, **screen)
    return guest.sit(variant)


def word(variant: str, language: str, key: str) -> str:
    """One of a game's own words."""
    return find(variant)[0].words(language)(key)


def confirm(guest: Guest, text: str, count: int, dice: bool = False) -> Locator:
    """The button that confirms so many pieces."""
    key = "table.confirm_dice" if dice else "table.confirm"
    return guest.button(guest.words[key].format(text=text, count=count))


def names(guest: Guest) -> list[str]:
    """What lies before me, by name, from the left."""
    return [(piece.get_attribute("aria-label") or "").split(",")[0].split("、")[0] for piece in guest.hand.all()]


def tap(guest: Guest, *places: int) -> None:
    """Choose pieces by their places."""
    for place in places:
        piece = guest.hand.nth(place)
        piece.click()
        expect(piece).to_have_attribute("aria-pressed", "true")


def fits(guest: Guest, screen: dict[str, Any]) -> bool:
    """Nothing is wider than the window."""
    wide = int(guest.page.evaluate("document.documentElement.scrollWidth"))
    return wide <= int(screen["viewport"]["width"])


def play_one(guest: Guest) -> None:
    """Play the first tile that may be played; a tile is there once, so that it has gone then."""
    label = guest.playable.first.get_attribute("aria-label") or ""
    piece = guest.playable.first.get_attribute("data-piece")
    guest.hand.and_(guest.button(label)).click()
    expect(guest.page.locator(f"[role=toolbar] [data-piece='{piece}']")).to_have_count(0)


# Domino Cribbage


def board(guest: Guest, language: str) -> dict[str, int]:
    """The cribbage board as it is read out: scores by name; its length is 61."""
    text = find(TILES)[0].words(language)("track.board")
    image = guest.page.get_by_role("img", name=re.compile(f"^{text}"))
    expect(image).to_be_visible()
    label = image.get_attribute("aria-label") or ""
    listed = re.fullmatch(guest.words["table.track"].format(text=text, list="(.+)", target=61), label)
    assert listed, label
    return {name: int(score) for name, score in re.findall(r"(\w+) (\d+)", listed[1])}


def scores(guest: Guest) -> list[int]:
    """The scores that the two seats tell."""
    seat = re.escape(guest.words["table.seat_tiles"]).replace(r"\{", "{").replace(r"\}", "}")
    seat = re.sub(r"\{held:[^}]*\}", r"\\w+", seat)
    told = re.compile("^" + seat.format(name=r"\w+", held=r"\d+", score=r"(\d+)", more=""))
    labels = [str(one.get_attribute("aria-label")) for one in guest.page.get_by_role("region").all()]
    return sorted(int(found[1]) for found in map(told.match, labels) if found)


@pytest.mark.long
@everywhere
def test_a_deal_of_domino_cribbage(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """Two tiles are tapped and confirmed, four are played; the board tells both scores."""
    ann = seated(guests, TILES, language, screen)
    expect(ann.hand).to_have_count(6)
    assert [0, 0] == list(board(ann, language).values())
    before = names(ann)
    lay = word(TILES, language, "verb.crib")
    tap(ann, 0, 5)
    expect(confirm(ann, lay, 2)).to_be_enabled()
    assert fits(ann, screen)
    confirm(ann, lay, 2).click()
    expect(ann.hand).to_have_count(4)
    assert before[1:5] == names(ann)
    while ann.wait_for_turn():
        play_one(ann)
        assert fits(ann, screen)
    expect(ann.next_deal).to_be_visible()
    pegged = board(ann, language)
    assert "Ann" in pegged
    assert 2 == len(pegged)
    assert sorted(pegged.values()) == scores(ann)
    assert sum(pegged.values()) > 0
    assert fits(ann, screen)


@everywhere
def test_one_tile_is_not_enough_for_the_crib(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """Nor are three: a third one is not taken, and it is told why."""
    ann = seated(guests, TILES, language, screen)
    tap(ann, 0)
    needs = ann.words["table.confirm_of"].format(text=word(TILES, language, "verb.crib"), count=1, needed=2)
    expect(ann.button(needs)).to_be_disabled()
    tap(ann, 1)
    expect(confirm(ann, word(TILES, language, "verb.crib"), 2)).to_be_enabled()
    ann.hand.nth(2).click(force=True)
    expect(ann.prompt.get_by_role("alert")).to_contain_text(
        re.compile("^(That is a whole action without|.+を足さなくても)")
    )
    expect(ann.hand.and_(ann.page.locator("[aria-pressed=true]"))).to_have_count(2)


def test_a_tile_too_many_takes_nothing_away(guests: Guests, line: Line) -> None:
    """Touched before the service has said that two are all: the two stay, and one is told why."""
    ann = seated(guests, TILES, "en", DESKTOP, address=line.address)
    line.late = 0.5
    for place in range(4):
        ann.hand.nth(place).click()
    crib = confirm(ann, word(TILES, "en", "verb.crib"), 2)
    expect(crib).to_be_enabled()
    expect(ann.hand.and_(ann.page.locator("[aria-pressed=true]"))).to_have_count(2)
    expect(ann.prompt.get_by_role("alert")).to_contain_text("That is a whole action without")
    crib.click()
    expect(ann.hand).to_have_count(4)


# Cribbage Dice


def two_alone(before: list[str]) -> list[int]:
    """The places of two dice that show what no other shows; fewer if there are no two."""
    return [place for place, name in enumerate(before) if before.count(name) == 1][:2]


@everywhere
def test_dice_are_rolled_again_in_one_gesture(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """Two of four; the others stay where they lie, and one roll fewer is left."""
    ann = seated(guests, DICE, language, screen)
    keep = ann.button(word(DICE, language, "verb.keep"))
    expect(keep).to_be_visible()
    while len(two_alone(names(ann))) < 2:
        ann.sit(DICE)
        expect(keep).to_be_visible()
    expect(ann.hand).to_have_count(4)
    assert fits(ann, screen)
    before, asked = names(ann), ann.prompt.inner_text()
    thrown = two_alone(before)
    tap(ann, *thrown)
    again = confirm(ann, word(DICE, language, "verb.roll"), 2, dice=True)
    expect(again).to_be_enabled()
    again.click()
    expect(ann.prompt).not_to_have_text(asked, use_inner_text=True)
    expect(keep).to_be_visible()
    after = names(ann)
    kept = [place for place in range(4) if place not in thrown]
    assert [before[place] for place in kept] == [after[place] for place in kept], (before, after)
    expect(ann.prompt).to_contain_text("2 more times" if language == "en" else "あと2回")
    assert fits(ann, screen)


@everywhere
def test_dice_are_put_back_before_they_are_rolled(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """Nothing has been rolled then."""
    ann = seated(guests, DICE, language, screen)
    expect(ann.button(word(DICE, language, "verb.keep"))).to_be_visible()
    before = names(ann)
    tap(ann, 1, 3)
    ann.named("table.cancel").click()
    expect(ann.hand.and_(ann.page.locator("[aria-pressed=true]"))).to_have_count(0)
    assert before == names(ann)


@pytest.mark.long
@everywhere
def test_a_round_of_dice_ends_with_its_account(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """Everything is kept; both hands are told, and the next round is a button."""
    ann = seated(guests, DICE, language, screen)
    ann.button(word(DICE, language, "verb.keep")).click()
    expect(ann.next_deal).to_be_visible()
    over = ann.page.get_by_role("region", name=ann.words["table.deal_over"])
    expect(over.get_by_text("CDICE-2.7")).to_have_count(2)
    ann.go_on()
    expect(ann.button(word(DICE, language, "verb.keep"))).to_be_visible()
    assert fits(ann, screen)


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with one process that thinks."""
    running = Running(tmp_path_factory.mktemp("expecting") / "data", fixed=True, thinkers=1, seconds=0.1)
    yield running
    running.stop()
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


@pytest.mark.long
@everywhere
def test_a_hint_tells_what_is_expected(
    guests: Guests, thinking: Running, language: str, screen: dict[str, Any]
) -> None:
    """As soon as there is a process that thinks: the best and three others with their numbers."""
    ann = seated(guests, DICE, language, screen, address=thinking.address)
    expect(ann.button(word(DICE, language, "verb.keep"))).to_be_visible()
    told = re.compile(find(DICE)[0].words(language)("hint.points", n=r"\d+\.\d"))
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ann.named("table.hint.ask").click()
        expect(ann.prompt.get_by_role("status")).to_be_visible()
        if told.search(ann.prompt.inner_text()):
            break
        ann.named("table.understood").click()
        ann.page.wait_for_timeout(300)
    expect(ann.prompt.get_by_role("listitem")).to_have_count(4)
    worths = [told.search(one.inner_text()) for one in ann.prompt.get_by_role("listitem").all()]
    assert all(worths)
    assert fits(ann, screen)


# Bingo


@pytest.mark.long
@everywhere
def test_draw_and_close_are_buttons(guests: Guests, language: str, screen: dict[str, Any]) -> None:
    """Whoever took the trick draws once, and closes the stock the next time."""
    draw_name, close_name = word(BINGO, language, "verb.draw"), word(BINGO, language, "verb.close")
    ann = seated(guests, BINGO, language, screen)
    draw, close = ann.button(draw_name), ann.button(re.compile(f"^{close_name} "))  # and what comes of it
    for _ in range(20):
        if not won(ann, draw):
            ann.sit(BINGO)
            continue
        expect(close).to_be_visible()
        assert fits(ann, screen)
        expect(ann.hand).to_have_count(6)
        draw.click()
        expect(ann.hand).to_have_count(7)
        if won(ann, draw):
            close.click()
            expect(close).to_have_count(0)
            expect(ann.hand).to_have_count(6)
            assert won(ann, draw) is False, "nobody draws any more"
            return
        ann.sit(BINGO)
    raise AssertionError("a player takes two tricks in one deal of twenty")


def won(guest: Guest, draw: Locator) -> bool:
    """Play until I may draw; False where no more is to come of that: the stock is closed or the deal over."""
    while True:
        expect(draw.or_(guest.playable.first).or_(guest.next_deal).or_(guest.rematch).first).to_be_visible()
        if draw.count():
            return True
        if not guest.playable.count() or guest.hand.count() < 6:
            return False
        play_one(guest)
