"""Back, as a phone has it: it closes what lies open on top, and leaves the page only when nothing does."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.page.guests import AT_ONCE, BOT, PHONE, Guest, Guests

Opened = tuple[Callable[[Guest], None], Callable[[Guest], Locator]]

#: What opens at the table, by its name: how, and what is then seen.
SHEETS: dict[str, Opened] = {
    "settings": (
        lambda ann: ann.named("table.menu.open").dispatch_event("click"),  # another may lie over its button
        lambda ann: ann.page.get_by_role("dialog", name=ann.words["table.menu.title"]),
    ),
    "score": (lambda ann: ann.tab("Score").click(), lambda ann: ann.page.get_by_role("tabpanel")),
    "log": (lambda ann: ann.tab("Log").click(), lambda ann: ann.page.get_by_role("tabpanel")),
    "talk": (lambda ann: ann.tab("Talk").click(), lambda ann: ann.page.get_by_role("tabpanel")),
    "guide": (
        lambda ann: ann.named("table.rules").click(),
        lambda ann: ann.page.get_by_role("complementary", name=ann.words["guide.panel"]),
    ),
    "leaving": (
        lambda ann: ann.named("table.leave").click(),
        lambda ann: ann.page.get_by_role("dialog", name=ann.words["table.leave_title"]),
    ),
    "preferences": (
        lambda ann: ann.page.locator("header").get_by_role("button", name="Ann").click(),
        lambda ann: ann.page.get_by_role("dialog", name=ann.words["mine.title"]),
    ),
}


def seated(guests: Guests) -> Guest:
    """Ann on a phone, who came to a table from the first page."""
    ann = guests("Ann", **PHONE).go("/")
    expect(ann.named_heading("home.title")).to_be_visible()
    return ann.sit("agurk", BOT, BOT)


def stays(ann: Guest) -> None:
    """She is at the table, and nothing lies open over it."""
    expect(ann.prompt).to_be_visible()
    expect(ann.page).to_have_url(re.compile("/t/"))


def goes(ann: Guest) -> None:
    """One more Back leads where she came from."""
    ann.page.go_back()
    expect(ann.named_heading("home.title")).to_be_visible()
    assert ann.page.url == f"{ann.address}/"


def test_back_closes_what_lies_open_and_then_leaves(guests: Guests) -> None:
    """A sheet, a dialog, the guide: each is put away first."""
    ann = seated(guests)
    for name, (opens, seen) in SHEETS.items():
        opens(ann)
        expect(seen(ann), name).to_be_visible()
        ann.page.go_back()
        expect(seen(ann), name).to_be_hidden()
        stays(ann)
    goes(ann)


def test_what_was_closed_by_its_button_needs_no_back(guests: Guests) -> None:
    """However many were: a single Back leaves the table."""
    ann = seated(guests)
    for name, (opens, seen) in SHEETS.items():
        opens(ann)
        expect(seen(ann), name).to_be_visible()
        if name in ("settings", "leaving"):
            seen(ann).get_by_role("button", name=ann.words["table.close"]).click()
        elif name == "guide":
            ann.named("guide.close").click()
        else:
            opens(ann)
        expect(seen(ann), name).to_be_hidden()
    stays(ann)
    goes(ann)


def test_back_closes_one_after_the_other(guests: Guests) -> None:
    """What was opened last is closed first: a clause, the guide under it, the talk under that."""
    ann = seated(guests)
    ann.tab("Talk").click()
    ann.named("table.rules").dispatch_event("click")
    guide = SHEETS["guide"][1](ann)
    guide.locator("summary").first.click()
    guide.get_by_role("button", name=re.compile("^Clause ")).first.click()
    slip = ann.page.get_by_role("dialog")
    expect(slip).to_be_visible()
    ann.page.go_back()
    expect(slip).to_have_count(0)
    expect(guide).to_be_visible()
    ann.page.go_back()
    expect(guide).to_have_count(0)
    expect(ann.page.get_by_role("tabpanel")).to_be_visible()
    ann.page.go_back()
    expect(ann.page.get_by_role("tabpanel")).to_have_count(0)
    stays(ann)
    goes(ann)


def test_one_that_leads_to_another_takes_its_place(guests: Guests) -> None:
    """From the settings to the keys, and to the guide: one Back closes the one that is seen, one more leaves."""
    ann = seated(guests)
    settings, guide = SHEETS["settings"], SHEETS["guide"]
    settings[0](ann)
    ann.named("table.keys.title").click()
    keys = ann.page.get_by_role("dialog", name=ann.words["table.keys.title"])
    expect(keys).to_be_visible()
    ann.page.go_back()
    expect(keys).to_have_count(0)
    settings[0](ann)
    ann.named("table.menu.guide").click()
    expect(guide[1](ann)).to_be_visible()
    ann.page.go_back()
    expect(guide[1](ann)).to_have_count(0)
    stays(ann)
    goes(ann)


def test_a_way_out_of_a_sheet_leads_there_and_back_to_the_table(guests: Guests) -> None:
    """A link in one, or in one over another, is followed as from the table itself."""
    ann = seated(guests)
    ann.tab("Score").click()
    SHEETS["settings"][0](ann)
    ann.page.get_by_role("dialog").get_by_role("link", name=ann.words["table.home"]).click()
    expect(ann.named_heading("home.title")).to_be_visible()
    ann.page.go_back()
    stays(ann)
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    expect(ann.page.get_by_role("tabpanel")).to_have_count(0)
    SHEETS["preferences"][0](ann)
    ann.named_link("you.open").click()
    expect(ann.page).to_have_url(re.compile("/you$"))
    expect(SHEETS["preferences"][1](ann)).to_be_hidden()
    ann.page.go_back()
    stays(ann)
    goes(ann)


def test_who_leaves_by_the_question_is_home_and_comes_back(guests: Guests) -> None:
    """The page is gone to although the question is closed in the same moment."""
    ann = seated(guests)
    SHEETS["leaving"][0](ann)
    ann.page.get_by_role("dialog").get_by_role("button", name=ann.words["table.leave"]).click()
    expect(ann.named_heading("home.title")).to_be_visible()
    ann.page.go_back()
    stays(ann)
    goes(ann)


def test_a_page_that_was_loaded_anew_needs_no_back_for_what_was_open(guests: Guests) -> None:
    """Nothing is open any more, and one Back leaves."""
    ann = seated(guests)
    ann.tab("Score").click()
    SHEETS["settings"][0](ann)
    expect(SHEETS["settings"][1](ann)).to_be_visible()
    ann.page.reload()
    stays(ann)
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    ann.page.wait_for_function("!history.state")
    goes(ann)


def test_forward_after_back_opens_nothing(guests: Guests) -> None:
    """It stays at the table, and one Back leaves as before."""
    ann = seated(guests)
    opens, seen = SHEETS["settings"]
    opens(ann)
    expect(seen(ann)).to_be_visible()
    ann.page.go_back()
    expect(seen(ann)).to_have_count(0)
    ann.page.evaluate("history.forward()")
    ann.page.wait_for_timeout(200)
    ann.page.wait_for_function("!history.state")
    stays(ann)
    expect(seen(ann)).to_have_count(0)
    opens(ann)
    expect(seen(ann)).to_be_visible()
    ann.page.go_back()
    expect(seen(ann)).to_have_count(0)
    goes(ann)


def test_a_page_stays_where_it_was_scrolled_to_when_a_slip_is_closed(guests: Guests) -> None:
    """A clause lies over the guide: who has read on beside it is not sent back."""
    ann = guests("Ann", **PHONE).go("/guide/agurk")
    ann.page.locator("article summary").first.click()
    ann.button(re.compile("^Clause ")).first.click()
    slip = ann.page.get_by_role("dialog")
    expect(slip).to_be_visible()
    ann.page.evaluate("scrollTo(0, 1200)")
    ann.page.wait_for_function("scrollY > 1100")
    slip.get_by_role("button", name=ann.words["table.close"]).click()
    expect(slip).to_have_count(0)
    ann.page.wait_for_timeout(200)
    assert ann.page.evaluate("scrollY") > 1100


def test_back_at_a_desk_closes_the_guide_beside_the_table(guests: Guests) -> None:
    """There as well; the log, which always stands there, is nothing to be closed."""
    ann = guests("Ann", preferences=AT_ONCE).go("/")
    expect(ann.named_heading("home.title")).to_be_visible()
    ann.sit("agurk", BOT, BOT)
    opens, seen = SHEETS["guide"]
    opens(ann)
    expect(seen(ann)).to_be_visible()
    ann.page.go_back()
    expect(seen(ann)).to_have_count(0)
    stays(ann)
    goes(ann)
