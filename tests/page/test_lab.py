"""Rules of one's own and the lab, in the page: changed, named, tried, played by a friend with the link, handed on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.page.every_page import experiment, kind_of_game
from tests.page.guests import OPEN, PHONE, Guest, Guests
from torite.lab import Table, compare
from torite.lab.findings import findings


def number(guest: Guest, text: str) -> Locator:
    """Return the field of the rule that says something."""
    return guest.page.get_by_role("group", name=text).get_by_role("spinbutton")


def until_done(guest: Guest) -> list[str]:
    """Wait for the end of an experiment; return what is found."""
    expect(guest.page.get_by_text(guest.words["lab.state.done"])).to_be_visible()
    lines = guest.page.get_by_role("region", name=guest.words["lab.found"]).get_by_role("listitem")
    expect(lines.first).to_be_visible()
    return [line.replace("\xa0", " ") for line in lines.all_inner_texts()]


#: Tables that are wider than the window.
CUT = """() => [...document.querySelectorAll("main [role=region]")].filter((at) => at.scrollWidth > at.clientWidth)
  .map((at) => `${at.textContent.trim().slice(0, 40)}: ${at.scrollWidth - at.clientWidth}`)"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_found_is_read_whole_on_a_phone(guests: Guests, language: str) -> None:
    """Means and differences of two tables, and which rules came up, without scrolling sideways."""
    ann = guests("Ann", language=language, **PHONE)
    for visit in (experiment, kind_of_game):
        visit(ann)
        assert [] == ann.page.evaluate(CUT)


@pytest.mark.long
def test_a_designer_changes_a_rule_names_it_tries_it_and_plays_it_with_a_friend(guests: Guests) -> None:
    ann, ben = guests("Ann"), guests("Ben")
    ann.go("/new/agurk")
    ann.page.locator("summary", has_text=ann.words["setup.rules"]).click()
    number(ann, "The score that puts a player out").fill("15")
    ann.page.locator("summary", has_text=ann.words["rules.title"]).click()
    ann.page.get_by_label(ann.words["rules.name"], exact=True).fill("Kitchen rules")
    ann.named("rules.keep").click()
    expect(ann.page.get_by_text(ann.words["rules.kept"].format(name="Kitchen rules"))).to_be_visible()
    link = ann.page.get_by_label(ann.words["rules.link"]).input_value().split(" · ")[-1]

    ann.link(ann.words["rules.try"]).click()
    ann.page.get_by_role("combobox", name=ann.words["lab.matches"], exact=True).select_option("200")
    ann.page.get_by_label(ann.words["lab.name"]).fill("Shorter?")
    ann.named("lab.begin").click()
    said = until_done(ann)
    tables = [Table("agurk", 4, options, ["simple"], 1) for options in ({}, {"out_at": "15"})]
    assert findings(compare(tables, 200), "en", 1) == said
    expect(ann.page.get_by_role("table")).to_have_count(3)  # wins, scores, what kind of game it is
    ben.go(ann.page.url.removeprefix(ann.address))  # whoever has the link reads it, and may not delete it
    assert until_done(ben) == said
    expect(ben.named("lab.delete")).to_have_count(0)

    ann.page.get_by_role("listitem").filter(has_text="15").get_by_role("link", name=ann.words["lab.play"]).click()
    expect(ann.named("setup.start")).to_be_visible()
    ann.page.get_by_role("button", name=re.compile("^Kitchen rules")).click()
    ann.page.get_by_label(ann.words["setup.seat"].format(n=2), exact=True).select_option("open")
    ann.named("setup.set_table").click()
    expect(ann.page.get_by_role("heading", name="Kitchen rules (Agurk)")).to_be_visible()
    ben.go(
        ann.page.get_by_role("textbox", name=ann.words["table.lobby.invite"]).input_value().removeprefix(ann.address)
    )
    expect(ben.page.get_by_role("heading", name="Kitchen rules (Agurk)")).to_be_visible()
    expect(ben.page.get_by_text("The score that puts a player out: 15")).to_be_visible()

    ben.go(link.removeprefix(ann.address))  # the rules handed on, to be kept by somebody else
    expect(ben.page.get_by_label(ben.words["rules.name"], exact=True)).to_have_value("Kitchen rules")
    ben.named("rules.keep").click()
    expect(ben.page.get_by_role("button", name=re.compile("^Kitchen rules"))).to_be_visible()


@pytest.mark.long
def test_values_of_a_rule_are_compared_and_an_experiment_is_stopped_and_deleted(guests: Guests) -> None:
    ann = guests("Ann", **PHONE)
    ann.go("/")
    ann.named_link("lab.open").click()
    ann.page.get_by_label(ann.words["lab.mode.values"]).check()
    ann.page.get_by_label(ann.words["lab.rule"], exact=True).select_option(label="The score that puts a player out.")
    ann.page.get_by_label(ann.words["lab.from"], exact=True).fill("30")
    ann.page.get_by_label(ann.words["lab.to"], exact=True).fill("20")
    expect(ann.named("lab.begin")).to_be_disabled()
    ann.page.get_by_label(ann.words["lab.from"], exact=True).fill("10")
    ann.page.get_by_label(ann.words["lab.step"], exact=True).fill("5")
    expect(ann.page.get_by_text("10 · 15 · 20")).to_be_visible()
    ann.page.get_by_role("combobox", name=ann.words["lab.matches"], exact=True).select_option("1000000")
    ann.named("lab.begin").click()
    expect(ann.page.get_by_role("rowheader", name="20", exact=True).first).to_be_visible()
    ann.named("lab.stop").click()
    expect(ann.page.get_by_text(ann.words["lab.state.stopped"])).to_be_visible()
    ann.named("lab.delete").click()
    ann.page.get_by_role("dialog").get_by_role("button", name=ann.words["lab.delete"]).click()
    expect(ann.named_heading("lab.title")).to_be_visible()
    expect(ann.named_heading("lab.mine")).to_have_count(0)


def test_a_table_of_named_rules_says_so_where_it_is_found_again(guests: Guests) -> None:
    ann = guests("Ann")
    ann.made("agurk", OPEN, start=False, options={"out_at": "15"}, rules="Kitchen rules")
    ann.go("/")
    expect(ann.link("Kitchen rules (Agurk)")).to_be_visible()
