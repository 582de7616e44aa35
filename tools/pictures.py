"""The pictures of the page in README.md and docs/: `make readme` takes them anew.

Each is a window as wide as a page of text shows it well, compressed until it is small.
"""

from __future__ import annotations

import base64
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect, sync_playwright

from tests.page.conftest import ARGUMENTS, BROWSERS
from tests.page.guests import AT_ONCE, BOT, OPEN, Guest, Guests
from tests.service.conftest import Running
from torite.lab import sweep
from torite.lab.report import page

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MOST = 200_000  #: bytes of a picture
QUALITY = 85
WINDOW = {"width": 1200, "height": 800}
ADDRESS = "http://192.168.1.20:8377"  #: of a service in somebody's network, as the lobby shows it
UNTIL = 4  #: cards that have been played when the table is pictured, at least


def home(guest: Guest) -> None:
    """Show where everybody begins."""
    guest.go()
    expect(guest.page.get_by_role("article").last).to_be_visible()


def table(guest: Guest) -> None:
    """Show a trick in which it is my turn, not the first of the deal, and to which others have played."""
    on_trick = guest.page.locator("[data-place='trick'] svg, .trick svg")
    for _ in range(20):
        guest.sit("agurk", BOT, BOT, BOT).wait_for_turn()
        for _ in range(UNTIL):
            guest.play()
            if not guest.wait_for_turn():
                break
            if on_trick.count() >= 3:
                return


def lobby(guest: Guest) -> None:
    """Show an invitation into a network."""

    def answer(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "network": ADDRESS, "command": ""})

    guest.page.route("**/api/tables/*/invite", answer)
    guest.go(f"/t/{guest.table('agurk', OPEN, OPEN, BOT, start=False)}")
    expect(guest.page.get_by_role("img", name=guest.words["reach.qr"])).to_be_visible()


def report(guest: Guest) -> None:
    """Show the page of a run of the lab: what is found, and the first plots with their tables."""
    swept = sweep("agurk", "out_at", [15, 30, 45, 60], 20_000, ["simple"], 4, seed=1)
    guest.page.set_content(page(swept))
    guest.page.set_viewport_size({"width": WINDOW["width"], "height": 1220})


PICTURES: dict[str, Callable[[Guest], None]] = {"home": home, "table": table, "lobby": lobby, "report": report}


def taken(guest: Guest) -> bytes:
    """Picture what a guest sees, in a form that is small and that every browser knows."""
    guest.page.wait_for_load_state("networkidle")
    guest.page.wait_for_timeout(500)  # what appears slowly has appeared
    session: Any = guest.context.new_cdp_session(guest.page)
    told = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(told["data"])


def take() -> bool:
    """Take all pictures; False where there is no Chromium."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        return False
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        running = Running(Path(data) / "data")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            guests = Guests(browser, running.address)
            for name, show in PICTURES.items():
                guest = guests("Ann", preferences={**AT_ONCE, "paper": "washi"}, viewport=WINDOW)
                show(guest)
                (FOLDER / f"{name}.webp").write_bytes(taken(guest))
                guest.context.close()
        finally:
            browser.close()
            running.stop()
    return True
