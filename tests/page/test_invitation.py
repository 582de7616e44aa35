"""Who invites friends is told whom the link reaches, and has it for a camera, too; a guest is not told to send it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.page.guests import OPEN, PHONE, Guest, Guests
from tests.page.test_small_and_large import overflow


def test_a_link_to_this_machine_says_so_and_how_it_reaches_further(guests: Guests) -> None:
    ann, ben = guests("Ann"), guests("Ben")
    made = ann.made("agurk", OPEN, OPEN, start=False)
    ann.go(f"/t/{made['id']}")
    expect(ann.text(ann.words["reach.machine"])).to_be_visible()
    expect(ann.page.get_by_label(ann.words["reach.command"])).to_have_value("torite serve --host 0.0.0.0")
    expect(ann.text(ann.words["reach.further"])).to_be_visible()
    ben.post(f"tables/{made['id']}/join", {"secret": made["secret"], "name": "Ben", "watch": False})
    ben.go(f"/t/{made['id']}")
    expect(ben.text("1 seat is free; whoever set the table has the link for more friends.")).to_be_visible()
    expect(ann.text("1 seat is free. Send the link to your friends")).to_be_visible()
    ben.post("me", {"name": "Bernd"})
    for one in (ann, ben):
        expect(one.text("Bernd").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("address", ["/t/nowhere#nothing", "/r/nowhere", "/nowhere"])
def test_where_nothing_is_a_way_leads_to_the_games(guests: Guests, address: str) -> None:
    """Somebody whose link was cut off is not left standing there."""
    guests.forgive()
    ann = guests("Ann").go(address)
    ann.page.get_by_role("main").get_by_role("link", name=ann.words["shell.home"]).click()
    expect(ann.heading(ann.words["home.title"])).to_be_visible()


def in_network(guest: Guest, command: str = "") -> None:
    """Let the service say that it has an address in the network, or how it is started so that it has one."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json={**told, "network": "" if command else "http://192.168.1.20:8377", "command": command})

    guest.page.route("**/api/tables/*/invite", answer)


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_a_link_that_others_can_open_may_be_scanned(guests: Guests, options: dict[str, Any]) -> None:
    """In the lobby and later; the code has words for who cannot see it, and stays within the window."""
    ann = guests("Ann", **options)
    in_network(ann)
    made = ann.made("agurk", OPEN, OPEN, start=False)
    ann.go(f"/t/{made['id']}")
    code = ann.page.get_by_role("img", name=ann.words["reach.qr"])
    expect(code).to_be_visible()
    expect(ann.text(ann.words["reach.network"])).to_be_visible()
    field = ann.page.get_by_role("textbox", name=ann.words["table.lobby.invite"])
    expect(field).to_have_value(f"http://192.168.1.20:8377/t/{made['id']}#{made['secret']}")
    box = code.bounding_box()
    assert box
    assert box["width"] == box["height"] >= 140
    assert overflow(ann) <= 0
    before = code.locator("path").get_attribute("d")
    ann.named("table.hosting.open").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name=ann.words["reach.qr"]).locator("path")).to_have_attribute("d", before or "")
    dialog.get_by_role("button", name=ann.words["table.hosting.renew"]).click()
    expect(ann.text(ann.words["table.hosting.renewed"])).to_be_visible()
    expect(dialog.get_by_role("img").locator("path")).not_to_have_attribute("d", before or "")


def test_a_link_that_nobody_else_can_open_is_no_code(guests: Guests) -> None:
    """Instead there is the very line that starts this service for the network."""
    ann = guests("Ann")
    in_network(ann, ".venv/bin/torite serve --port 9000 --host 0.0.0.0")
    made = ann.made("agurk", OPEN, OPEN, start=False)
    ann.go(f"/t/{made['id']}")
    line = ann.page.get_by_label(ann.words["reach.command"])
    expect(line).to_have_value(".venv/bin/torite serve --port 9000 --host 0.0.0.0")
    expect(ann.page.get_by_role("img", name=ann.words["reach.qr"])).to_have_count(0)
