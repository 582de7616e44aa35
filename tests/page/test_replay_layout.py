"""Looking back on a match: no two things lie on one another, nothing is cut, on a phone or at a desk, in any game."""

from __future__ import annotations

import zlib

import pytest
from playwright.sync_api import expect

from tests.page.guests import Guests
from tests.page.reel import Reel, recorded, telling
from tests.strategies import Table
from torite.games import catalogue

FEW = 5  #: steps of a match in the usual run
MOST = 14
SIZES = ("360x740", "1440x900")
#: One table of each game, as its first variant is usually played.
ONE_EACH = {game.name: Table(name, variant.default_seats) for name, (game, variant) in reversed([*catalogue().items()])}


@pytest.mark.long
@pytest.mark.parametrize("look", [pytest.param(table, id=name) for name, table in sorted(ONE_EACH.items())])
def test_nothing_overlaps_in_a_replay(guests: Guests, look: Table, pytestconfig: pytest.Config):
    """All hands open and through one seat's eyes, step by step, and behind each tab; each game in a window of two."""
    thorough = bool(pytestconfig.getoption("--thorough"))
    match, turn = recorded(look), zlib.crc32(str(look).encode())
    for language in ("en", "ja") if thorough else (("en", "ja")[turn % 2],):
        reel = Reel(guests, match, language)
        for size in (*SIZES, "360x640", "1024x700", "768x1024") if thorough else (SIZES[turn // 2 % 2],):
            reel.resize(size)
            for number, step in enumerate(telling(match, MOST if thorough else FEW)):
                reel.show(step, ("all", "0", "public")[number % 3])
                assert [] == reel.faults(), (size, language, step)
            tabs = reel.page.get_by_role("tab")
            for number in range(tabs.count()):
                tabs.nth(number).click()
                expect(reel.page.get_by_text(reel.guest.words["replay.loading"])).to_have_count(0)
                reel.page.evaluate("stage.settle()")
                assert [] == reel.faults(), (size, language, tabs.nth(number).inner_text())
            tabs.first.click()


@pytest.mark.long
def test_the_table_stays_where_it_is_from_step_to_step(guests: Guests):
    """However much there is to say of a step, the board and the controls do not move."""
    table = Table("agurk", 4)
    match = recorded(table)
    where = """() => [...document.querySelectorAll("[data-step], [type=range]")]
      .map((at) => at.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])"""
    reel = Reel(guests, match, "en")
    for size in SIZES:
        reel.resize(size)
        seen = set()
        for step in telling(match, MOST):
            reel.show(step)
            seen.add(str(reel.page.evaluate(where)))
        assert 1 == len(seen), size


@pytest.mark.long
@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_overlaps_where_many_look_together(guests: Guests, leader: int, language: str):
    """Nobody leads, I lead, another leads while I look about."""
    reel = Reel(guests, recorded(Table("agurk", 4)), language)
    reel.meet(leader)
    for size in SIZES:
        reel.resize(size)
        reel.show(9)
        assert [] == reel.faults(), size
