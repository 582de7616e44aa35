"""Looking back on a match: step by step, through anybody's eyes, checked, kept and shown to a stranger."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.page.guests import PHONE, Guest, Guests


@pytest.fixture
def looking_back(guests: Guests) -> Guest:
    """Ann, who has played a short match and looks at it again."""
    ann = guests("Ann").sit(options={"out_at": "1"})
    ann.play_match()
    ann.link("Review").click()
    expect(ann.heading("Agurk: looking back")).to_be_visible()
    return ann


def where(guest: Guest) -> str:
    return guest.page.get_by_role("slider", name="Place in the match").get_attribute("aria-valuetext") or ""


def eyes(guest: Guest) -> Locator:
    """Through whose eyes the match is seen."""
    return guest.page.get_by_role("combobox", name="Seen by")


@pytest.mark.long
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


@pytest.mark.long
def test_all_hands_or_one_seats_are_seen(looking_back: Guest):
    """All hands open, Ann's alone, or none as an onlooker sees it."""
    ann = looking_back
    hands = ann.page.get_by_role("group", name=re.compile("^Hand: 7"))
    expect(hands).to_have_count(2)
    eyes(ann).select_option("Ann")
    expect(hands).to_have_count(1)
    eyes(ann).select_option("an onlooker")
    expect(hands).to_have_count(0)
    eyes(ann).select_option("all hands open")
    expect(hands).to_have_count(2)


@pytest.mark.long
def test_the_match_plays_by_itself_and_stops(looking_back: Guest):
    ann = looking_back
    ann.page.keyboard.press("End")
    before = where(ann)
    ann.button("One trick back").click()
    ann.button("Play").click()
    expect(ann.button("Pause")).to_be_visible()
    expect(ann.page.get_by_role("slider")).to_have_attribute("aria-valuetext", before)
    expect(ann.button("Play")).to_be_visible()


@pytest.mark.long
def test_the_shuffles_are_drawn_again(looking_back: Guest):
    """Browser and service agree on every outcome."""
    ann = looking_back
    ann.read_about()
    ann.button("Draw the cards again").click()
    expect(ann.text(re.compile(r"^(\d+) of \1 outcomes are as the key gives them"))).to_be_visible()
    expect(ann.text(re.compile(r"^All \d+ outcomes are as the key gives them"))).to_be_visible()


@pytest.mark.long
def test_the_record_is_kept_verified_and_brought_back(looking_back: Guest, guests: Guests, tmp_path: Path):
    """The file passes `torite verify`, and a stranger can look at it again."""
    ann = looking_back
    ann.read_about()
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


@pytest.mark.long
def test_the_link_shows_a_stranger_the_same_position(looking_back: Guest, guests: Guests):
    """No seat, no name, no cookie: the link is enough, and opens through the same eyes."""
    ann = looking_back
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.button("One trick on").click()
    eyes(ann).select_option("Ann")
    at = where(ann)
    ann.read_about()
    ann.button("Copy the link to this step").click()
    expect(ann.text("The link is copied.")).to_be_visible()
    eve = guests()
    eve.page.goto(ann.page.evaluate("navigator.clipboard.readText()"))
    expect(eve.heading("Agurk: looking back")).to_be_visible()
    assert at == where(eve)
    expect(eyes(eve)).to_have_value("0")


@pytest.mark.long
def test_the_address_goes_along_and_fills_no_history(looking_back: Guest):
    """Each step has an address; one step back in the history leaves the match, however long one has looked."""
    ann = looking_back
    expect(ann.page).to_have_url(re.compile(r"/r/[^#/]+#2$"))
    before = ann.page.evaluate("history.length")
    for _ in range(3):
        ann.button("One step on").click()
    expect(ann.page).to_have_url(re.compile("#5$"))
    eyes(ann).select_option("an onlooker")
    expect(ann.page).to_have_url(re.compile("#5/public$"))
    ann.page.reload()
    expect(ann.heading("Agurk: looking back")).to_be_visible()
    assert "Deal 1 of 1, step 5 of 16" == where(ann)
    expect(eyes(ann)).to_have_value("-1")
    assert before == ann.page.evaluate("history.length")
    ann.page.go_back()
    expect(ann.heading("Agurk: looking back")).to_have_count(0)


@pytest.mark.long
def test_an_address_that_is_written_is_gone_to(looking_back: Guest):
    ann = looking_back
    ann.page.evaluate("location.hash = '#9/1'")
    expect(ann.page.get_by_role("slider")).to_have_attribute("aria-valuetext", "Deal 1 of 1, step 9 of 16")
    expect(eyes(ann)).to_have_value("1")


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "at", "told"),
    [
        ("#99", "Deal 1 of 1, step 16 of 16", "This match has steps 0 to 16; here is step 16."),
        ("#4/7", "Deal 1 of 1, step 4 of 16", "Nobody sits on the seat that this link names"),
        ("#<b>", "Deal 1 of 1, step 2 of 16", "This link names no step of the match"),
    ],
)
def test_an_address_of_no_step_is_told(looking_back: Guest, address: str, at: str, told: str):
    """What there is of it is shown, and a sentence says what there was not; it goes with the next step."""
    ann = looking_back
    ann.page.goto(ann.page.url.partition("#")[0] + "?" + address)
    expect(ann.text(told)).to_be_visible()
    assert at == where(ann)
    expect(eyes(ann)).to_have_value("-2")
    ann.button("One step back").click()
    expect(ann.text(told)).to_have_count(0)


def moves(guest: Guest) -> Locator:
    """The list of all that happened."""
    return guest.page.get_by_role("group", name="All that happened")


@pytest.mark.long
def test_the_moves_are_listed_and_lead_to_their_steps(looking_back: Guest):
    """By deal and trick, with pieces drawn; a tap goes there, and the one that is shown is marked and in view."""
    ann = looking_back
    listed = moves(ann).get_by_role("listitem").get_by_role("button")
    expect(listed).to_have_count(15)
    expect(moves(ann).get_by_text("Trick 7")).to_have_count(1)
    third = moves(ann).get_by_role("button", name=re.compile(r"^\w+ plays (the )?\w+ of \w+ ?\.")).nth(2)
    expect(third.locator("svg")).to_have_count(1)
    third.click()
    assert "Deal 1 of 1, step 5 of 16" == where(ann)
    current = moves(ann).locator("[aria-current=step]")
    expect(current).to_have_text(third.inner_text(), use_inner_text=True)
    for key, step in (("ArrowDown", 6), ("ArrowDown", 7), ("ArrowUp", 6), ("End", 16)):
        ann.page.keyboard.press(key)
        assert f"Deal 1 of 1, step {step} of 16" == where(ann)
        expect(current).to_be_focused()
        expect(current).to_be_in_viewport()
    ann.page.keyboard.press("Home")
    moves(ann).get_by_role("button", name="Before the first deal").click()
    assert "Step 1 of 16" == where(ann)


@pytest.mark.long
def test_on_a_phone_a_move_leads_to_the_table(guests: Guests):
    """The list is behind a tab; whoever taps a move sees the table again, as it was then."""
    ann = guests("Ann", **PHONE).sit(options={"out_at": "1"})
    ann.play_match()
    ann.link("Review").click()
    ann.page.get_by_role("tab", name="Moves").click()
    moves(ann).get_by_role("listitem").get_by_role("button").nth(5).click()
    expect(ann.page.get_by_role("slider")).to_have_attribute("aria-valuetext", "Deal 1 of 1, step 7 of 16")
    expect(ann.page.get_by_role("region", name="The table")).to_be_in_viewport(ratio=0.5)


@pytest.mark.long
def test_notes_are_mine_until_i_give_out_their_link(looking_back: Guest, guests: Guests):
    """Written at a step, kept, marked in the list, and read by others only through their link."""
    ann = looking_back
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    note = "<b>Too early</b>: the ace & the king were still out"
    ann.page.get_by_role("tab", name="Notes").click()
    ann.page.get_by_label("Note at step 2").fill(note)
    ann.button("Keep it").click()
    expect(ann.page.get_by_role("listitem").filter(has_text=note)).to_be_visible()
    ann.page.reload()
    expect(moves(ann).get_by_text("note", exact=True)).to_have_count(1)
    plain = ann.page.url
    ann.page.get_by_role("tab", name="Notes").click()
    ann.button("Make a link to my notes and variations").click()
    ann.button("Copy the link to them").click()
    expect(ann.text("The link is copied.")).to_be_visible()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    eve = guests()
    eve.page.goto(plain)
    eve.page.get_by_role("tab", name="Notes").click()
    expect(eve.heading("My notes")).to_be_visible()
    expect(eve.text(note)).to_have_count(0)
    eve.page.goto("about:blank")
    eve.page.goto(link)
    eve.page.get_by_role("tab", name="Notes").click()
    expect(eve.heading("Notes of Ann")).to_be_visible()
    expect(eve.text(note)).to_be_visible()
    assert eve.page.get_by_role("tabpanel").locator("b").count() == 0
    ann.button("Show them to nobody any more").click()
    expect(ann.button("Make a link to my notes and variations")).to_be_visible()
    guests.forgive()
    eve.page.reload()
    eve.page.get_by_role("tab", name="Notes").click()
    expect(eve.page.get_by_role("alert")).to_contain_text("whoever wrote them does not show them any more")


@pytest.mark.long
def test_one_leads_and_the_others_see_what_they_show(looking_back: Guest, guests: Guests):
    """Everybody goes where the leader goes; one may look about and come back; the lead goes on, also without a word."""
    ann = looking_back
    ann.read_about()
    ann.button("Begin to watch together").click()
    expect(ann.text("You lead; 0 others follow.")).to_be_visible()
    link = ann.page.url.partition("#")[0]
    eve = guests()
    eve.page.goto(link)
    expect(eve.text("Ann leads.")).to_be_visible()
    ann.button("One trick on").click()
    eyes(ann).select_option("Ann")
    at = eve.page.get_by_role("slider")
    expect(at).to_have_attribute("aria-valuetext", "Deal 1 of 1, step 4 of 16")
    expect(eyes(eve)).to_have_value("0")
    eve.button("One step back").click()
    expect(eve.text("Ann leads; you look about alone.")).to_be_visible()
    ann.button("One trick on").click()
    assert "Deal 1 of 1, step 3 of 16" == where(eve)
    eve.button("Back to the leader").click()
    expect(at).to_have_attribute("aria-valuetext", "Deal 1 of 1, step 6 of 16")
    ann.page.get_by_role("combobox", name="Hand over the lead to…").select_option("Guest 2")
    expect(eve.text("You lead; 1 other follows.")).to_be_visible()
    eve.page.keyboard.press("End")
    expect(ann.page.get_by_role("slider")).to_have_attribute("aria-valuetext", "Deal 1 of 1, step 16 of 16")
    eve.button("Watch alone").click()
    expect(ann.text("Nobody leads now.")).to_be_visible()
    ann.button("Take the lead").click()
    expect(ann.text("You lead; 0 others follow.")).to_be_visible()
    ann.page.reload()
    expect(ann.text("Nobody leads now.")).to_be_visible()


@pytest.mark.long
def test_one_plays_on_from_a_step(looking_back: Guest):
    """From where the match is shown, on the seat that is chosen; not from its end."""
    ann = looking_back
    ann.page.keyboard.press("End")
    ann.read_about()
    expect(ann.text("The match is over at this step.")).to_be_visible()
    ann.page.evaluate("location.hash = '#4/0'")
    ann.page.get_by_role("combobox", name="Your seat").select_option("Ann")
    ann.button("Play on from step 4").click()
    expect(ann.prompt).to_be_visible()
    assert "/t/" in ann.page.url
    expect(ann.hand).to_have_count(6)
    ann.play_match()
