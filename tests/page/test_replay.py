"""Looking back on a match: step by step, through anybody's eyes, checked, kept and shown to a stranger."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.guests import Guest, Guests


@pytest.fixture
def looking_back(guests: Guests) -> Guest:
    """Ann, who has played a short match and looks at it again."""
    ann = guests("Ann").sit(options={"out_at": "1"})
    ann.play_match()
    ann.link("Replay").click()
    expect(ann.heading("Agurk: looking back")).to_be_visible()
    return ann


def where(guest: Guest) -> str:
    return guest.page.get_by_role("slider", name="Place in the match").get_attribute("aria-valuetext") or ""


def test_steps_tricks_and_ends_are_reached_by_buttons_and_keys(looking_back: Guest):
    """A step, a trick, the end, the beginning; what happened is told in words."""
    ann = looking_back
    assert "Deal 1 of 1, step 2 of 16" == where(ann)
    ann.button("One step on").click()
    expect(
        ann.page.get_by_role("status").filter(has_text=re.compile(r"^\w+ plays (the )?\w+ of \w+\.$"))
    ).to_have_count(1)
    assert "Deal 1 of 1, step 3 of 16" == where(ann)
    ann.page.keyboard.press("ArrowLeft")
    assert "Deal 1 of 1, step 2 of 16" == where(ann)
    ann.button("One trick on").click()
    assert "Deal 1 of 1, step 4 of 16" == where(ann)
    ann.page.keyboard.press("End")
    last = where(ann)
    expect(ann.heading("How the deal was scored")).to_be_visible()
    ann.button("One deal back").click()
    assert where(ann) != last
    ann.page.keyboard.press("Home")
    assert "Step 0 of 16" == where(ann)


def test_all_hands_or_one_seats_are_seen(looking_back: Guest):
    """All hands open, Ann's alone, or none as an onlooker sees it."""
    ann = looking_back
    hands = ann.page.get_by_role("group", name=re.compile("^Hand: 7"))
    eyes = ann.page.get_by_role("combobox", name="Seen by")
    expect(hands).to_have_count(2)
    eyes.select_option("Ann")
    expect(hands).to_have_count(1)
    eyes.select_option("an onlooker")
    expect(hands).to_have_count(0)
    eyes.select_option("all hands open")
    expect(hands).to_have_count(2)


def test_the_match_plays_by_itself_and_stops(looking_back: Guest):
    ann = looking_back
    ann.page.keyboard.press("End")
    before = where(ann)
    ann.button("One trick back").click()
    ann.button("Play").click()
    expect(ann.button("Pause")).to_be_visible()
    expect(ann.page.get_by_role("slider")).to_have_attribute("aria-valuetext", before)
    expect(ann.button("Play")).to_be_visible()


def test_the_shuffles_are_drawn_again(looking_back: Guest):
    """Browser and service agree on every outcome."""
    ann = looking_back
    ann.button("Draw the cards again").click()
    expect(ann.text(re.compile(r"^(\d+) of \1 outcomes are as the key gives them"))).to_be_visible()
    expect(ann.text(re.compile(r"^All \d+ outcomes are as the key gives them"))).to_be_visible()


def test_the_record_is_kept_verified_and_brought_back(looking_back: Guest, guests: Guests, tmp_path: Path):
    """The file passes `torite verify`, and a stranger can look at it again."""
    ann = looking_back
    with ann.page.expect_download() as begun:
        ann.link("Download the record").click()
    file = tmp_path / begun.value.suggested_filename
    begun.value.save_as(file)
    assert file.suffix == ".torite"
    said = subprocess.run([Path(sys.executable).with_name("torite"), "verify", file], capture_output=True, text=True)
    assert 0 == said.returncode, said.stdout + said.stderr
    bob = guests().go()
    bob.text("Look at a match from a record").click()
    bob.page.get_by_label("A file").set_input_files(file)
    expect(bob.heading("Agurk: looking back")).to_be_visible()
    expect(bob.page.get_by_role("combobox", name="Seen by").locator("option", has_text="Ann")).to_have_count(1)


def test_the_link_shows_a_stranger_the_same_position(looking_back: Guest, guests: Guests):
    """No seat, no name, no cookie: the link is enough."""
    ann = looking_back
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.button("One trick on").click()
    at = where(ann)
    ann.button("Copy the link").click()
    expect(ann.text("The link is copied.")).to_be_visible()
    eve = guests()
    eve.page.goto(ann.page.evaluate("navigator.clipboard.readText()"))
    expect(eve.heading("Agurk: looking back")).to_be_visible()
    assert at == where(eve)
