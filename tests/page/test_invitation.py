"""Who invites friends is told whom the link reaches; a guest is not told to send what they have not."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.guests import OPEN, Guests


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
