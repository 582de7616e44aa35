"""The first page: a hand at once, a path, a search, families, and a shelf that stays as it is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.guests import BOT, PHONE, Guest, Guests
from tests.page.test_small_and_large import FINGER, SMALL

SCREENS = 4


def shelf(guest: Guest) -> list[str]:
    """Return what stands on the shelf."""
    return guest.page.get_by_role("article").get_by_role("heading").all_inner_texts()


def find(guest: Guest, text: str) -> None:
    guest.page.get_by_role("searchbox").fill(text)


def test_what_is_found_is_seen_on_a_phone(guests: Guests) -> None:
    """It stands below the field, which is at the lower edge of the first screen."""
    ann = guests("Ann", **PHONE)
    ann.go()
    expect(ann.page.get_by_role("article").last).to_be_visible()
    ann.page.get_by_role("searchbox").press_sequentially("flash")
    expect(ann.page.get_by_role("article")).to_have_count(1)
    expect(ann.page.get_by_role("article").get_by_role("heading")).to_be_in_viewport()


# the way in


@pytest.mark.long
def test_one_button_deals_an_easy_game_and_later_the_game_of_last_time(guests: Guests) -> None:
    ann = guests()
    ann.go()
    ann.button("Deal me a hand Agurk: easy to learn, about 15 min").click()
    expect(ann.playable.first).to_be_visible()
    ann.sit("rassi", BOT)
    ann.go()
    ann.button("Deal me a hand Rassi, as last time").click()
    expect(ann.prompt).to_be_visible()
    expect(ann.page).to_have_title(re.compile("Rassi"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_on_a_phone_the_first_page_is_four_screens_long_at_most(guests: Guests, language: str) -> None:
    """Also for who has played; everything on it is large enough to be touched."""
    ann = guests("Ann", language=language, **PHONE)
    ann.go()
    expect(ann.page.get_by_role("article").last).to_be_visible()
    high = "document.documentElement.scrollHeight"
    assert ann.page.evaluate(high) <= SCREENS * PHONE["viewport"]["height"]
    expect(ann.button(re.compile(f"^{ann.words['home.deal']}"))).to_be_in_viewport()
    assert [] == ann.page.evaluate(SMALL, FINGER)
    ann.table("agurk")
    ann.go()
    expect(ann.page.get_by_role("article").last).to_be_visible()
    expect(ann.link(re.compile("^(Agurk|アグルク)$")).first).to_be_visible()
    assert ann.page.evaluate(high) <= SCREENS * PHONE["viewport"]["height"]


@pytest.mark.long
def test_bots_play_as_was_chosen_and_it_is_remembered(guests: Guests) -> None:
    ann = guests("Ann")
    ann.go()
    level = ann.page.get_by_label(ann.words["home.level"])
    expect(level).to_have_value("simple")
    level.select_option(label="strong")
    ann.button(re.compile("^Deal me a hand")).click()
    expect(ann.prompt).to_be_visible()
    expect(ann.text(ann.words["table.level.search"]).first).to_be_attached()
    ann.go("/new/agurk")
    expect(ann.page.get_by_role("combobox").filter(has_text="A bot, strong").nth(1)).to_have_value("search")
    ann.go()
    expect(level).to_have_value("search")
    ann.button(re.compile("^Play now Flashpoint")).click()
    expect(ann.prompt).to_be_visible()
    expect(ann.text(ann.words["table.level.search"]).first).to_be_attached()


def test_from_a_game_that_many_know_a_path_leads_to_ours(guests: Guests) -> None:
    ann = guests("Ann")
    ann.go()
    path = ann.page.get_by_role("region", name=ann.words["home.path"])
    path.get_by_role("combobox").select_option(label="Hearts")
    expect(path).to_contain_text("whoever merely has the most of them is punished")
    path.get_by_role("link", name="try Ambition").click()
    expect(ann.named_heading("guide.ready")).to_be_visible()


# families, and looking for a game


@pytest.mark.long
def test_a_family_is_one_place_with_a_choice_of_its_games(guests: Guests) -> None:
    ann = guests("Ann")
    ann.go()
    expect(ann.page.get_by_role("article").last).to_be_visible()
    assert "Cucumber" == shelf(ann)[0]
    assert not {"Agurk", "Rassi", "Kurkku"} & set(shelf(ann))
    ann.link("All 9 of them Cucumber").click()
    expect(ann.heading("Cucumber: all 9 games")).to_be_visible()
    assert 9 == len(shelf(ann))
    assert "Agurk" == shelf(ann)[0]
    ann.button("Play now Rassi").click()
    expect(ann.prompt).to_be_visible()
    ann.go("/family/whist")
    expect(ann.named_heading("shell.nothing")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/family/cucumber"])
def test_the_ways_to_begin_stand_level_in_a_row(guests: Guests, path: str) -> None:
    """Also beside a game that offers more of them."""
    ann = guests("Ann").go(path)
    expect(ann.page.get_by_role("article").first).to_be_visible()
    rows: dict[int, set[int]] = {}
    for article in ann.page.get_by_role("article").all():
        box, begin = article.bounding_box(), article.get_by_role("button").first.bounding_box()
        assert box
        assert begin
        rows.setdefault(round(box["y"]), set()).add(round(begin["y"]))
    assert len(rows) > 1
    assert [] == [tops for tops in rows.values() if len(tops) > 1]


def test_a_game_is_found_by_name_by_what_it_is_and_for_how_many(guests: Guests) -> None:
    ann = guests("Ann")
    ann.go()
    for text, found in (
        ("ラッシ", ["Rassi", "Flashpoint"]),
        ("danish", ["Agurk"]),
        ("solitaire", ["The Emissary", "French Tarot Solo"]),
    ):
        find(ann, text)
        expect(ann.page.get_by_role("article")).to_have_count(len(found))
        assert found == shelf(ann)
    ann.named("home.clear").click()
    ann.page.get_by_label(ann.words["home.what_kind"]).select_option(label="dice")
    expect(ann.page.get_by_role("article")).to_have_count(1)
    assert ["Cribbage Dice"] == shelf(ann)


def test_where_nothing_fits_it_is_said_with_what_comes_near(guests: Guests) -> None:
    ann = guests("Ann")
    ann.go()
    find(ann, "emisary")
    expect(ann.page.get_by_role("status").filter(has_text=ann.words["home.none"])).to_be_visible()
    expect(ann.named_heading("home.near_name")).to_be_visible()
    assert ["The Emissary"] == shelf(ann)
    find(ann, "dice 12 players")
    expect(ann.named_heading("home.near_people")).to_be_visible()
    assert "Cribbage Dice" in shelf(ann)


# the shelf and a new table


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_ways_to_play_that_are_unfolded_move_nothing(guests: Guests, phone: bool) -> None:
    ann = guests("Ann", **(PHONE if phone else {}))
    ann.go()
    games = ann.page.get_by_role("article")
    expect(games.last).to_be_visible()
    buttons = games.get_by_role("button")
    more = ann.button("More Cribbage Dice")
    more.scroll_into_view_if_needed()
    before = [button.bounding_box() for button in buttons.all()]
    more.click()
    ways = ann.page.get_by_role("dialog")
    expect(ways.get_by_role("listitem")).to_have_count(5)
    assert before == [button.bounding_box() for button in buttons.all()]
    ways.get_by_role("link", name="Cribbage Dice with a crib").click()
    expect(ann.named("setup.start")).to_be_visible()


def test_who_gives_their_chair_to_a_bot_sits_on_the_next(guests: Guests) -> None:
    ann = guests("Ann")
    ann.go("/new/agurk")
    chairs = ann.page.get_by_role("combobox").filter(has=ann.page.get_by_role("option", name=ann.words["setup.me"]))
    expect(chairs.first).to_have_value("me")
    chairs.first.select_option("simple")
    expect(chairs.nth(1)).to_have_value("me")
    number = chairs.count()
    expect(ann.text(ann.words["setup.with_bots"].split("{n}")[0] + str(number - 1)).first).to_be_visible()
