"""Who a browser is: logging out, another device, what is kept; and what a host does about a table."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.page.guests import BOT, OPEN, PHONE, Guest, Guests
from tests.page.test_together import begun, invite


def you(guest: Guest) -> Guest:
    """Go to one's own page by way of the bar."""
    guest.go()
    guest.page.get_by_role("banner").get_by_role("button").last.click()
    guest.named_link("you.open").click()
    expect(guest.named_heading("you.title")).to_be_visible()
    return guest


def host_menu(guest: Guest) -> None:
    """Open what only the host may do, at a table in play."""
    guest.named("table.menu.open").click()
    guest.named("table.hosting.open").click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()


@pytest.mark.long
def test_a_code_moves_me_to_another_device(guests: Guests):
    """It is shown on one and typed on the other, which then has the same name and tables."""
    ann, phone = guests("Ann"), guests(**PHONE)
    table = ann.table("agurk", BOT)
    you(ann).named("you.device.make").click()
    shown = ann.page.get_by_text(re.compile(r"^The code: ?[A-Z0-9]{5} [A-Z0-9]{5}$"))
    code = (shown.text_content() or "").partition(":")[2]
    you(phone)
    expect(phone.text("This browser is nobody yet.")).to_be_visible()
    phone.page.get_by_label("A code from another device").fill(code.lower())
    phone.button("Be that person here").click()
    expect(phone.text("This browser is Ann now.")).to_be_visible()
    expect(phone.text("2 browsers are you")).to_be_visible()
    phone.go(f"/t/{table}")
    expect(phone.prompt).to_be_visible()
    guests.forgive()
    other = you(guests("Bob"))
    other.page.get_by_label("A code from another device").fill(code)
    other.button("Be that person here").click()
    expect(other.page.get_by_role("alert")).to_contain_text("That code opens nothing")


def test_who_is_somebody_already_is_asked_first(guests: Guests):
    """What happens to who they were is said, and nothing happens without a yes."""
    ann, bob = guests("Ann"), guests("Bob")
    code = ann.post("account/code", {})["code"]
    guests.forgive()
    you(bob).page.get_by_label("A code from another device").fill(code)
    bob.button("Be that person here").click()
    dialog = bob.page.get_by_role("dialog", name="Become the other person?")
    expect(dialog).to_contain_text("its own tables and results")
    bob.button("Close").click()
    expect(dialog).to_have_count(0)
    expect(bob.text("This browser is Bob.")).to_be_visible()
    bob.button("Be that person here").click()
    bob.button("Become the other person").click()
    expect(bob.text("This browser is Ann now.")).to_be_visible()
    expect(bob.page.get_by_role("banner")).to_contain_text("Ann")


def test_logging_out_warns_where_nobody_could_come_back(guests: Guests):
    """And leaves a browser that knows nobody."""
    ann = guests("Ann")
    ann.table("agurk", BOT)
    you(ann).button("Log out of this browser").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("No other browser is you.")
    ann.button("Log out").click()
    expect(ann.heading("Rare trick-taking games, at a quiet table")).to_be_visible()
    expect(ann.heading("Your tables")).to_have_count(0)
    assert not ann.context.cookies()


@pytest.mark.long
def test_logging_out_everywhere_else_ends_other_windows_but_not_mine(guests: Guests):
    """A table open in another window of this browser comes back by itself; on the other device it says why it went."""
    ann, phone = guests("Ann"), guests(**PHONE)
    phone.post("account/device", {"code": ann.post("account/code", {})["code"]})
    ann.sit("agurk", BOT)
    phone.go(f"/t/{ann.page.url.rpartition('/')[2]}")
    expect(phone.prompt).to_be_visible()
    window = Guest(ann.context, ann.address, "en")
    guests.forgive()
    you(window).button("Log out everywhere else").click()
    expect(window.text("1 other key is worth nothing any more.")).to_be_visible()
    expect(phone.heading("Logged out")).to_be_visible()
    expect(phone.page.get_by_role("alert")).to_contain_text("You have been logged out of this browser.")
    ann.wait_for_turn()
    ann.play()


def test_a_new_key_that_is_lost_on_its_way_is_asked_for_again_by_the_same_page(guests: Guests):
    """With a random number of the page's own, so that a copy of the cookie gets none."""
    ann = guests("Ann")
    ann.table("agurk", BOT)
    before = ann.context.cookies()[0]["value"]
    sent = []

    def lose(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "")["nonce"])
        if len(sent) == 1:
            route.fetch()  # the page gets its cookie with it, so that is put back
            ann.context.add_cookies([{"name": "torite", "value": before, "url": ann.address}])
            route.abort()
        else:
            route.continue_()

    ann.page.route("**/api/account/rotate", lose)
    guests.forgive()
    you(ann).button("Log out everywhere else").click()
    expect(ann.text("This browser has a new one")).to_be_visible()
    assert 2 == len(sent)
    assert sent[0] == sent[1]
    assert re.fullmatch("[0-9a-f]{32}", sent[0])
    expect(ann.text("This browser is Ann.")).to_be_visible()
    assert before != ann.context.cookies()[0]["value"]


@pytest.mark.long
def test_what_is_kept_is_downloaded_and_deleted(guests: Guests, tmp_path: Path):
    """The file is told whole; deleting is asked twice, and those who play on see a bot instead."""
    ann, kana, _ = begun(guests)
    you(ann)
    with ann.page.expect_download() as download:
        ann.link("Download all of it").click()
    download.value.save_as(tmp_path / "mine.json")
    told = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    assert ("Ann", 1) == (told["person"]["name"], len(told["tables"]))
    ann.button("Delete all of it").click()
    expect(ann.button("Delete")).to_be_disabled()
    ann.page.get_by_label("Yes, all of it").check()
    ann.button("Delete").click()
    expect(ann.heading("Rare trick-taking games, at a quiet table")).to_be_visible()
    seat = kana.page.get_by_role("region", name=re.compile("^Somebody："))
    expect(seat).to_be_visible()
    assert not ann.context.cookies()


# the host


@pytest.mark.long
def test_the_host_removes_somebody_and_lets_them_back(guests: Guests):
    """Who is removed is told so, kindly; the seat is played by a bot, and given back."""
    ann, kana, _ = begun(guests)
    table = kana.page.url
    guests.forgive()
    host_menu(ann)
    ann.button("Remove: かな").click()
    expect(ann.page.get_by_role("group", name=re.compile("^Remove かな"))).to_be_visible()
    ann.button("Not after all").click()
    ann.button("Remove: かな").click()
    ann.button("Remove").click()
    expect(kana.named_heading("table.farewell.removed")).to_be_visible()
    expect(ann.button("Let back in: かな")).to_be_visible()
    ann.button("Close").click()
    expect(ann.page.get_by_role("region", name=re.compile("^かな:"))).to_contain_text("removed, a bot plays")
    kana.page.goto(table)
    expect(kana.named_heading("shell.nothing")).to_be_visible()
    host_menu(ann)
    ann.button("Let back in: かな").click()
    expect(ann.button("Remove: かな")).to_be_visible()
    kana.page.goto(table)
    expect(kana.prompt).to_be_visible()


@pytest.mark.long
def test_the_host_mutes_somebody_for_all(guests: Guests):
    """Who is muted reads why; the host takes it back."""
    ann, kana, _ = begun(guests)
    host_menu(ann)
    ann.button("Mute: かな").click()
    expect(ann.button("Let talk: かな")).to_be_visible()
    kana.tab(kana.words["table.tab.talk"]).click()
    kana.named("phrase.well").click()
    expect(kana.text("卓を立てた人に発言を止められています")).to_be_visible()
    ann.button("Let talk: かな").click()
    expect(ann.button("Mute: かな")).to_be_visible()
    kana.named("phrase.well").click()
    expect(kana.page.get_by_role("log")).to_contain_text(kana.words["phrase.well"])


@pytest.mark.long
def test_a_new_link_replaces_the_old_one(guests: Guests):
    """In the lobby the new link stands there afterwards; the old one opens nothing."""
    ann, _, old = invite(guests)
    guests.forgive()
    ann.button("People and link").click()
    field = ann.page.get_by_role("dialog").get_by_role("textbox", name="The link to this table")
    expect(field).to_have_value(ann.address + old)
    ann.button("Make a new link").click()
    expect(ann.text("The old one opens nothing any more")).to_be_visible()
    new = field.input_value()
    ann.button("Close").click()
    expect(ann.page.get_by_role("textbox", name="Whoever has this link may sit down")).to_have_value(new)
    bob = guests("Bob")
    bob.go(old)
    expect(bob.heading("This link does not open the table")).to_be_visible()
    bob.page.goto(new)
    expect(bob.button("Sit down").or_(bob.button("Just watch")).first).to_be_visible()


@pytest.mark.long
def test_a_closed_table_says_so_to_everybody(guests: Guests):
    """And is in nobody's list."""
    ann, kana, _ = begun(guests)
    host_menu(ann)
    ann.button("Close the table").click()
    ann.button("Close it for everybody").click()
    for guest in (ann, kana):
        expect(guest.named_heading("table.farewell.closed")).to_be_visible()
        guest.named_link("table.home").click()
        expect(guest.named_heading("home.shelf")).to_be_visible()
        expect(guest.named_heading("home.continue")).to_have_count(0)


# the address


@pytest.mark.long
def test_the_invitation_does_not_stay_in_the_address(guests: Guests):
    """Neither after sitting down, nor where who sits there opens the link again; and Back does not bring it back."""
    bob = guests("Bob")
    made = bob.made("agurk", OPEN, BOT, start=False)
    ann = guests("Ann").go()
    ann.page.goto(f"{ann.address}/t/{made['id']}#{made['secret']}")
    ann.button("Sit down").click()
    expect(ann.text("Whoever set the table starts the match.")).to_be_visible()
    for guest in (ann, bob):
        guest.go("/guide/agurk")
        guest.page.goto(f"{ann.address}/t/{made['id']}#{made['secret']}")
        expect(guest.heading("Agurk")).to_be_visible()
        expect(guest.page).to_have_url(f"{ann.address}/t/{made['id']}")
        guest.page.go_back()
        expect(guest.page).to_have_url(f"{ann.address}/guide/agurk")
        guest.page.go_forward()
        expect(guest.heading("Agurk")).to_be_visible()
        assert made["secret"] not in guest.page.url


@pytest.mark.long
def test_whom_i_do_not_want_to_hear_stays_unheard(guests: Guests):
    """Also when the page is loaded again; at other tables they are heard."""
    ann, kana, _ = begun(guests)
    kana.tab(kana.words["table.tab.talk"]).click()
    kana.named("phrase.well").click()
    ann.tab("Talk").click()
    expect(ann.page.get_by_role("log")).to_contain_text("Well played!")
    ann.text("Somebody too loud?").click()
    ann.page.get_by_role("checkbox", name="かな").check()
    ann.page.reload()
    ann.tab("Talk").click()
    expect(ann.page.get_by_role("log")).to_contain_text("Nobody has said anything yet.")
    ann.text("Somebody too loud?").click()
    expect(ann.page.get_by_role("checkbox", name="かな")).to_be_checked()


def test_whose_key_is_nobodys_any_more_reads_so_until_they_are_somebody(guests: Guests):
    """On every page but a table, with the way to where a code of another device is typed."""
    ann = guests()
    ann.page.context.add_cookies([{"name": "torite", "value": "x" * 43, "url": ann.address}])
    ann.go()
    told = ann.page.get_by_role("status").filter(has_text="is nobody's any more")
    expect(told).to_be_visible()
    told.get_by_role("link").click()
    expect(ann.named_heading("you.title")).to_be_visible()
    expect(told).to_be_visible()
    ann.table("agurk", BOT)
    ann.go()
    expect(told).to_have_count(0)
