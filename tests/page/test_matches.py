"""A finished match is found again, on the first page and under *My games*; who is out need not wait for its end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.guests import BOT, Guests


def test_a_finished_match_is_found_under_my_games(guests: Guests) -> None:
    ann = guests("Ann")
    ann.sit(options={"out_at": "1"}).play_match()
    ann.link(ann.words["table.home"]).click()
    expect(ann.link(ann.words["home.replay"].format(game="Agurk"))).to_be_in_viewport()
    ann.link(ann.words["home.all_played"]).click()
    matches = ann.page.get_by_role("region", name=ann.words["matches.title"])
    expect(matches.get_by_role("listitem")).to_have_count(1)
    expect(matches.get_by_text(re.compile(r"^[12]\. \d+ point"))).to_be_visible()
    with ann.page.expect_download() as download:
        matches.get_by_role("link", name=ann.words["matches.export"]).click()
    assert "torite-matches.zip" == download.value.suggested_filename
    matches.get_by_role("link", name=re.compile(f"^{ann.words['results.replay']}")).click()
    ann.read_about()
    expect(ann.named("replay.fair.ask")).to_be_visible()
    ann.go("/mine")
    matches.get_by_role("button", name=re.compile(f"^{ann.words['table.rematch']}")).click()
    expect(ann.playable.or_(ann.prompt).first).to_be_visible()


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
