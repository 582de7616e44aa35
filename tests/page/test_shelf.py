"""The shelf stays in line whatever is unfolded, and a new table always has a chair of mine."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.guests import Guests


def test_ways_to_play_that_are_unfolded_move_no_other_games_buttons(guests: Guests) -> None:
    ann = guests("Ann")
    ann.go()
    games = ann.page.get_by_role("article")
    plays = [games.nth(n).get_by_role("button").first for n in range(3)]
    before = [play.bounding_box() for play in plays]
    games.first.locator("summary").click()
    expect(games.first.get_by_role("listitem").first).to_be_visible()
    assert before == [play.bounding_box() for play in plays]
    assert 1 == len({box["y"] for box in before if box})


def test_who_gives_their_chair_to_a_bot_sits_on_the_next(guests: Guests) -> None:
    ann = guests("Ann")
    ann.go("/new/agurk")
    chairs = ann.page.get_by_role("combobox").filter(has=ann.page.get_by_role("option", name=ann.words["setup.me"]))
    expect(chairs.first).to_have_value("me")
    chairs.first.select_option("simple")
    expect(chairs.nth(1)).to_have_value("me")
    number = chairs.count()
    expect(ann.text(ann.words["setup.with_bots"].split("{n}")[0] + str(number - 1)).first).to_be_visible()
