"""A finished match is found again: on the first page, and under *My games* with its replay and another."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.guests import Guests


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
    expect(ann.named("replay.fair.ask")).to_be_visible()
    ann.go("/mine")
    matches.get_by_role("button", name=re.compile(f"^{ann.words['table.rematch']}")).click()
    expect(ann.playable.or_(ann.prompt).first).to_be_visible()
