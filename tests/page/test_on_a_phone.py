"""What is touched and read on a phone: it stays where it is, is large enough, and is seen without scrolling."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.guests import BOT, PHONE, Guests


def test_a_setting_does_not_move_what_lies_below_it(guests: Guests) -> None:
    """What is said of it has its room before."""
    ann = guests("Ann", **PHONE).sit("agurk", BOT, BOT)
    ann.named("table.menu.open").click()
    close = ann.named("table.close")
    before = close.bounding_box()
    wish = ann.page.get_by_role("checkbox", name=ann.words["table.menu.forced"])
    for wished in (True, False):
        wish.set_checked(wished)
        expect(wish).to_be_checked(checked=wished)
        assert before == close.bounding_box()
