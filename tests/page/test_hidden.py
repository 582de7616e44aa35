"""Where hidden pieces may lie, on the page: for the step and the eyes that one looks through, asked for when opened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.arranged import new_match
from tests.page.guests import Guests
from tests.page.reel import NAMES, Reel
from torite.bots.levels import ThumbBot
from torite.match import Match
from torite.scenes import wording

SIZES = ("360x640", "1024x700", "1440x900")


def played(variant: str, seats: int, **options: str) -> Match:
    """A match that is over, of bots that play by the rule of thumb."""
    match = new_match(variant, seats, options=options, names=NAMES[1 : 1 + seats], key=bytes(64))
    while not match.over:
        seat = match.actors[0]
        match.act(seat, ThumbBot(match.game, 1).choose(match.view(seat), seat=seat))
    return match


def first_choice(match: Match) -> int:
    """The first position in which somebody must act."""
    return next(step for step in range(len(match.log.standing)) if match.at(step).actors)


def look(reel: Reel, place: str) -> None:
    """Go elsewhere while the table is behind another tab."""
    reel.page.evaluate("(hash) => { location.hash = hash }", place)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_whole_and_follows_the_step_and_the_eyes(guests: Guests, language: str) -> None:
    match = played("agurk", 2, fixed_deals="1", hand_size="4")
    reel = Reel(guests, match, language)
    asked: list[str] = []
    reel.page.on("request", lambda request: asked.append(request.url) if "/places?" in request.url else None)
    words, step = reel.guest.words, first_choice(match)
    first, second = (wording.seat_name(match, seat, match.game.words(language)) for seat in range(2))
    for size in SIZES:
        reel.resize(size)
        reel.show(step)
        assert bool(asked) == (size != SIZES[0])
        reel.page.get_by_role("tab", name=words["replay.tab.hidden"]).click()
        panel = reel.page.get_by_role("tabpanel")
        expect(panel.get_by_role("cell")).to_have_text(["", re.compile("^8"), re.compile("^92")])
        expect(panel.get_by_role("columnheader", name=re.compile(second))).to_be_visible()
        reel.page.evaluate("stage.settle()")
        assert [] == reel.faults(), size
        panel.get_by_role("combobox").select_option("1")
        expect(panel.get_by_role("columnheader", name=re.compile(first))).to_be_visible()
        look(reel, "#0")
        expect(panel.get_by_text(words["replay.hidden.none"])).to_be_visible()
        look(reel, f"#{step}/0")
        expect(panel.get_by_role("columnheader", name=re.compile(second))).to_be_visible()
        expect(panel.get_by_role("combobox")).to_have_count(0)
        reel.page.get_by_role("tab", name=words["replay.tab.moves"]).click()


@pytest.mark.long
def test_what_was_drawn_has_an_interval(guests: Guests) -> None:
    """Of a game for four with equal cards: each of the others has a column, and the rows say how sure they are."""
    match = played("doppelkopf", 4, deal_count="1")
    reel = Reel(guests, match, "en")
    reel.resize("360x640")
    reel.show(first_choice(match), "1")
    reel.page.get_by_role("tab", name="Hidden").click()
    panel = reel.page.get_by_role("tabpanel")
    expect(panel.get_by_text(re.compile(r"1,600 ways .* ± \d"))).to_be_visible()
    expect(panel.get_by_role("columnheader")).to_have_count(4)
    expect(panel.get_by_role("img", name=re.compile("2 times")).first).to_be_visible()
    reel.page.evaluate("stage.settle()")
    assert [] == reel.faults()
