"""Names, talk and records from people who mean harm: text, and nothing else."""

import re

import pytest
from playwright.sync_api import Request, expect

from tests.page.guests import BOT, OPEN, Guests

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "\u202egnp.exe\u202c \u2067abc",
    "{name}{n:a|b}$&$1",
    "&lt;b&gt;' onclick='alert(1)",
    "W" * 200,
    "a\u0301" * 60 + "\u200b\ufeff",
]


@pytest.mark.long
@pytest.mark.parametrize("payload", HOSTILE, ids=range(len(HOSTILE)))
def test_names_and_talk_are_text(guests: Guests, payload: str):
    """As a player's name and in talk, seen by that player and by another, at the table and in its replay."""
    eve, bob = guests(), guests("Bob")
    made = bob.made("agurk", OPEN, start=False, options={"out_at": "1"})
    eve.go(f"/t/{made['id']}#{made['secret']}")
    eve.page.get_by_label(eve.words["join.name"]).evaluate("(at) => at.removeAttribute('maxlength')")
    eve.page.get_by_role("textbox", name=eve.words["join.name"]).fill(payload[:60])
    eve.button("Sit down").click()
    bob.go(f"/t/{made['id']}")
    bob.button("Start").click()
    for guest in (eve, bob):
        expect(guest.prompt).to_be_visible()
        guest.tab("Talk").click()
    eve.page.get_by_label("Say something").fill(payload)
    eve.page.keyboard.press("Enter")
    for guest in (eve, bob):
        said = guest.page.get_by_role("log")
        expect(said.get_by_role("paragraph")).to_have_count(1)
        assert guest.page.locator("main").locator("img, script, iframe").count() == 0
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if "<" in payload:
        expect(bob.page.get_by_role("log")).to_contain_text(payload)


@pytest.mark.long
def test_a_hostile_record_is_refused_in_words_or_shown_as_text(guests: Guests):
    """Names and words in a record that came from elsewhere."""
    ann = guests("Ann")
    ann.sit(options={"out_at": "1"}).play_match()
    replay = ann.link("Review").get_attribute("href") or ""
    record = ann.context.request.get(f"{ann.address}/api/replays/{replay[3:]}/record").text()
    eve = guests().go()
    guests.forgive()
    for payload in HOSTILE:
        if not eve.button("Show it").is_visible():
            eve.go().text("Look at a match from a record").click()
        eve.page.get_by_label("Or its text").fill(record.replace("Ann", payload))
        eve.button("Show it").click()
        expect(eve.page.get_by_role("alert").or_(eve.page.get_by_role("tab", name="Moves")).first).to_be_visible()
        assert eve.page.locator("main").locator("img, script, iframe").count() == 0


def test_hostile_addresses_are_answered_in_words(guests: Guests):
    """Tables, replays, games and sections that are none."""
    eve = guests()
    guests.forgive()
    for path in ("/t/%3Cscript%3E#%3Cimg%20src=x%3E", "/r/..%2f..%2fetc", "/new/%22%3E%3Cb%3E", "/guide/x#%E0%A4%A"):
        eve.go(path)
        expect(eve.page.get_by_role("main")).to_contain_text(re.compile(r"\w+ \w+"))


@pytest.mark.parametrize("path", ["/t/%2e%2e%2f", "/t/a%2Fb", "/t/a.b", "/r/%20", "/r/x%3Fy"])
def test_what_can_be_no_table_is_not_looked_for(guests: Guests, path: str):
    ann = guests()
    ann.go(path)
    expect(ann.text(ann.words["shell.nothing"])).to_be_visible()


def test_the_first_page_is_light(guests: Guests):
    """All that comes over the line until the shelf stands there, compressed, is less than 150 kB."""
    eve = guests()
    session = eve.context.new_cdp_session(eve.page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    eve.go()
    expect(eve.page.get_by_role("article").last).to_be_visible()
    eve.page.wait_for_load_state("networkidle")
    assert len(sizes) >= 4
    assert sum(sizes) < 150_000


@pytest.mark.long
def test_nothing_is_fetched_from_elsewhere(guests: Guests):
    """The list of all requests of a visit: one address. Every other test is watched for the same."""
    eve = guests()
    asked: set[str] = set()

    def note(request: Request) -> None:
        asked.add(request.url.split("/")[2])

    eve.context.on("request", note)
    eve.go()
    eve.sit("agurk", BOT).play_deal()
    eve.go("/guide/agurk")
    assert {eve.address.removeprefix("http://")} == asked
