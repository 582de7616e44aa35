"""A finished match is found again, on the first page and under *My games*; who is out need not wait for its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.page.guests import BOT, OPEN, PHONE, Guest, Guests


@pytest.mark.long
def test_a_finished_match_is_found_under_my_games(guests: Guests) -> None:
    ann = guests("Ann")
    ann.sit(options={"out_at": "1"}).play_match()
    ann.link(ann.words["table.home"]).click()
    expect(ann.link(ann.words["home.replay"].format(game="Agurk"))).to_be_in_viewport()
    ann.link(ann.words["home.all_played"]).click()
    matches = ann.page.get_by_role("region", name=ann.words["matches.title"])
    expect(matches.get_by_role("listitem")).to_have_count(1)
    expect(matches.get_by_text(re.compile(r"^place [12], \d+ point"))).to_be_visible()
    with ann.page.expect_download() as download:
        matches.get_by_role("link", name=ann.words["matches.export"]).click()
    assert "torite-matches.zip" == download.value.suggested_filename
    matches.get_by_role("link", name=re.compile(f"^{ann.words['results.replay']}")).click()
    ann.read_about()
    expect(ann.named("replay.fair.ask")).to_be_visible()
    ann.go("/mine")
    matches.get_by_role("button", name=re.compile(f"^{ann.words['table.rematch']}")).click()
    expect(ann.playable.or_(ann.prompt).first).to_be_visible()


@pytest.mark.long
def test_my_habits_are_told_where_they_are_asked_for(guests: Guests) -> None:
    ann = guests("Ann")
    ann.sit(options={"out_at": "1"}).play_match()
    ann.go("/mine")
    matches = ann.page.get_by_role("region", name=ann.words["matches.title"])
    asked = matches.get_by_text(ann.words["matches.habits_of"].format(game="Agurk"))
    counted = matches.get_by_text(re.compile(r"^Your newest match: 1, with \d+ deals?, whatever rules were agreed\.$"))
    expect(asked).to_be_visible()
    expect(counted).to_have_count(0)
    asked.click()
    expect(counted).to_be_visible()
    expect(matches.get_by_text(re.compile("^There is nothing to tell"))).to_be_visible()


def told(guest: Guest) -> Locator:
    """Return what is told of the matches, one by one."""
    return guest.page.get_by_role("region", name=guest.words["matches.title"]).get_by_role("listitem")


@pytest.mark.long
def test_matches_are_chosen_by_game_and_by_who_played(guests: Guests) -> None:
    """Both together, too; what is chosen stays when there is nothing of it, and all come back."""
    ann, ben = guests("Ann"), guests("Ben")
    made = ann.made("agurk", OPEN, start=False, options={"out_at": "1"})
    ben.post(f"tables/{made['id']}/join", {"secret": made["secret"], "name": "Ben", "watch": False})
    ann.go(f"/t/{made['id']}")
    ben.go(f"/t/{made['id']}")
    ann.named("table.lobby.start").click()
    for one in (ann, ben):
        expect(one.prompt).to_be_visible()
    while not ann.rematch.is_visible():
        for one in (ann, ben):
            if one.playable.count():
                one.play()
    ann.sit("kurkku", BOT, BOT, options={"out_at": "1"}).play_match()
    ann.go("/mine")
    expect(told(ann)).to_have_count(2)
    game, person = ann.page.get_by_label(ann.words["matches.game"]), ann.page.get_by_label(ann.words["matches.person"])
    game.select_option(label="Kurkku")
    expect(told(ann)).to_have_count(1)
    expect(told(ann)).to_contain_text("Kurkku")
    person.select_option(label="Ben")
    expect(ann.text(ann.words["matches.none"])).to_be_visible()
    expect(game.locator("option:checked")).to_have_text("Kurkku")
    game.select_option(label=ann.words["matches.any_game"])
    expect(told(ann)).to_have_count(1)
    expect(told(ann)).to_contain_text("Agurk")
    expect(told(ann)).to_contain_text("Ben")
    person.select_option(label=ann.words["matches.any_person"])
    expect(told(ann)).to_have_count(2)


@pytest.mark.long
def test_what_is_not_known_of_an_old_match_is_left_out(guests: Guests) -> None:
    """Of matches from before places were kept there is the score alone, or neither: no empty bracket, no null."""
    ann = guests("Ann")
    ann.sit("agurk", options={"out_at": "1"}).play_match()

    def old(route: Route) -> None:
        answer = route.fetch().json()
        (match,) = answer["matches"]
        plain = {**match, "id": "older", "seats": [{**seat, "place": None, "score": None} for seat in match["seats"]]}
        scored = {**match, "seats": [{**seat, "place": None} for seat in match["seats"]]}
        route.fulfill(json={**answer, "matches": [scored, plain]})

    ann.page.route("**/api/matches?*", old)
    ann.go("/mine")
    expect(told(ann)).to_have_count(2)
    scored, plain = told(ann).all_inner_texts()
    assert re.search(r"^\d+ points?$", scored, re.M)
    assert re.search(r"\(\d+ points?\)", scored)
    assert not re.search(r"null|\(|\d+ point|place", plain)


@pytest.mark.long
def test_who_is_out_skips_to_the_end(guests: Guests) -> None:
    """Bots play on at six seats; nothing is to be clicked deal by deal."""
    ann = guests("Ann")
    for _ in range(12):
        ann.sit("agurk", *[BOT] * 5, options={"out_at": "12"})
        skip = ann.named("table.out_end")
        while True:
            expect(ann.playable.or_(ann.next_deal).or_(ann.rematch).or_(skip).first).to_be_visible()
            if skip.is_visible() or ann.rematch.is_visible():
                break
            if ann.next_deal.is_visible():
                ann.go_on()
            else:
                ann.play_deal()
        if skip.is_visible():
            break
    skip.first.click()
    expect(ann.rematch).to_be_visible()
    expect(skip).to_have_count(0)


@pytest.mark.long
def test_opening_the_score_sheet_moves_what_is_in_its_room_alone(guests: Guests) -> None:
    ann = guests("Ann", **PHONE)
    ann.sit("agurk", options={"out_at": "20"})
    ann.play_deal()
    sheet = ann.page.locator("summary", has_text=ann.words["table.sheet"])
    while not (ann.rematch.is_visible() and sheet.count()):
        if ann.rematch.is_visible():
            ann.sit("agurk", options={"out_at": "20"})
        else:
            ann.go_on()
        ann.play_deal()
    around = "[...document.querySelectorAll('*')].map((one) => one.matches('.read') ? 0 : one.scrollTop)"
    higher = "for (const one of document.querySelectorAll('.room > *')) one.style.marginBottom = '60rem'"
    ann.page.evaluate(higher)  # a table that scrolls in its room
    sheet.scroll_into_view_if_needed()
    before = ann.page.evaluate(around)
    sheet.click()
    expect(ann.page.get_by_role("table")).to_be_visible()
    assert max(before) == 0 == max(ann.page.evaluate(around))
