"""What each choice of a match cost, on the page: judged when that is asked for, and the way back to each choice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import torite
from tests.arranged import new_match
from tests.page.guests import PHONE, Guests
from tests.page.reel import NAMES, Reel
from tests.service.test_judged_positions import a_choice
from torite.bots.levels import ThumbBot
from torite.match import Match
from torite.records import Study
from torite.study.analysis import TIMES

pytestmark = pytest.mark.compiles
SIZES = ("360x640", "1024x700", "1440x900")


def played() -> Match:
    """A short match of two who play what comes first, and by the rule of thumb."""
    match = new_match("agurk", 2, options={"fixed_deals": "3", "hand_size": "4"}, names=NAMES[2:4], key=bytes(64))
    while not match.over:
        seat = match.actors[0]
        thumb = ThumbBot(match.game, 1).choose(match.view(seat), seat=seat)
        match.act(seat, thumb if seat else match.actions(seat)[0])
    return match


@pytest.mark.long
def test_what_was_chosen_is_judged_and_leads_back_there(guests: Guests) -> None:
    """On a phone: judged by the service, and from the last choice on to a table of one's own."""
    ann = guests("Ann", **PHONE).sit(options={"out_at": "1"})
    ann.play_match()
    ann.link("Review").click()
    ann.page.get_by_role("tab", name="Judged").click()
    ann.button("Judge this match").click()
    panel = ann.page.get_by_role("tabpanel")
    expect(ann.heading("What cost most")).to_be_visible()
    expect(panel.get_by_role("progressbar")).to_have_count(0)
    panel.get_by_role("slider").press("End")
    expect(panel.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("points"))
    expect(ann.page).to_have_url(re.compile(r"#\d+/0$"))
    panel.get_by_role("button", name="Play on from step").click()
    expect(ann.page).to_have_url(re.compile("/t/"))


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_that_is_judged_is_whole_and_reached(guests: Guests, language: str) -> None:
    reel = Reel(guests, played(), language)
    words = reel.guest.words
    for size in SIZES:
        reel.resize(size)
        reel.page.get_by_role("tab", name=words["replay.tab.judged"]).click()
        begin = reel.page.get_by_role("button", name=words["replay.judged.begin"])
        if begin.count():
            begin.click()
        expect(reel.page.get_by_role("heading", name=words["replay.judged.worst"])).to_be_visible()
        assert [] == reel.faults(), size
        worst = reel.page.locator(".worst").first
        worst.click()
        expect(reel.page).to_have_url(re.compile(r"#\d+/0$"))
        reel.page.get_by_role("tab", name=words["replay.tab.judged"]).click()
        expect(reel.page.get_by_role("heading", name=words["replay.play_on.title"])).to_be_attached()
        expect(reel.page.locator(".worst[aria-current]").first).to_be_attached()
        reel.page.evaluate("stage.settle()")
        assert [] == reel.faults(), size


def test_choices_at_a_variation_are_weighed_wherever_one_walks(guests: Guests) -> None:
    """In Japanese on the smallest phone: at a variation's end, and at the step before, where something was played."""
    ann = guests("Ann", language="ja", **PHONE | {"viewport": {"width": 360, "height": 640}})
    match = played()
    step, seat, others = a_choice(match)
    name = ann.post("replays", {"record": torite.write(match)})["id"]
    tried = {"of": 0, "step": step, "seat": seat, "act": others[0], "viewer": -2}
    end = ann.post(f"replays/{name}/study/play", tried)["step"]
    mover = 1 - seat
    code = str(Study(match).vary(step, [f"{seat}: {others[0]}"]).at(end, 1).actions(mover)[0])
    ann.post(f"replays/{name}/study/play", tried | {"of": 1, "step": end, "seat": mover, "act": code})
    ann.go(f"/r/{name}#{end}v1")
    judged = ann.page.get_by_role("tab", name=ann.words["replay.tab.judged"])
    judged.click()
    expect(ann.named_heading("replay.weighed.title")).to_be_visible()
    ann.named("replay.weighed.begin").click()
    panel = ann.page.get_by_role("tabpanel")
    whole = ann.words["replay.weighed.times"].format(times=TIMES, all=TIMES)
    expect(panel.get_by_role("status")).to_have_text(whole)
    expect(panel.get_by_role("heading", name=match.names[mover])).to_be_visible()
    choices = panel.get_by_role("listitem")
    expect(choices.first).to_contain_text(ann.words["replay.weighed.best"])
    expect(choices.and_(panel.locator("[aria-current]"))).to_have_count(1)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.page.get_by_role("tab", name=ann.words["replay.tab.table"]).click()
    ann.named("replay.control.next").click()
    expect(ann.page).to_have_url(re.compile(rf"#{end + 1}v1$"))
    judged.click()
    expect(panel.get_by_role("status")).to_be_visible()
    expect(choices.and_(panel.locator("[aria-current]"))).to_have_count(0)
    ann.named("replay.weighed.stop").click()
    expect(ann.named("replay.weighed.begin")).to_be_visible()
