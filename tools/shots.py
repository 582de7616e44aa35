"""Picture all pages, to be looked at: `python -m tools.shots [FOLDER] [--only PAGE …] [--tables [GAME …]]`.

Each page comes wide and narrow, in both papers and both languages; with `--tables` each phase of every game comes in
six windows instead. It needs Chromium, and Playwright to drive it.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.page.conftest import ARGUMENTS, BROWSERS
from tests.page.every_page import PAGES
from tests.page.guests import AT_ONCE, DESKTOP, PHONE, Guests
from tests.service.conftest import Running
from tools import table_shots

ROOT = Path(__file__).parents[1]
SIZES = {"desktop": DESKTOP, "phone": PHONE}
NAMES = {"en": "Ann", "ja": "かな"}


def picture(guests: Guests, folder: Path, pages: Sequence[str]) -> int:
    """Visit them in every way, and say how many pictures that are."""
    for language, (size, options), paper in itertools.product(NAMES, SIZES.items(), ("washi", "night")):
        guest = guests(NAMES[language], language=language, preferences={**AT_ONCE, "paper": paper}, **options)
        for name in pages:
            PAGES[name](guest)
            guest.page.wait_for_load_state("networkidle")
            file = folder / f"{name}-{size}-{paper}-{language}.png"
            guest.page.screenshot(path=file, full_page=name != "pieces", timeout=60_000, animations="disabled")
        guest.context.close()
    return len(pages) * 2 * len(NAMES) * len(SIZES)


def main(given: Sequence[str] | None = None) -> int:
    """Start a service and picture its pages."""
    parser = argparse.ArgumentParser("python -m tools.shots", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "build" / "shots", help="where they go (build/shots)"
    )
    parser.add_argument("--only", nargs="+", metavar="PAGE", choices=PAGES, default=[*PAGES], help=", ".join(PAGES))
    games = table_shots.GAMES
    parser.add_argument("--tables", nargs="*", metavar="GAME", choices=games, help=f"of tables: {', '.join(games)}")
    wanted = parser.parse_args(given)
    folder = wanted.folder
    folder.mkdir(parents=True, exist_ok=True)
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        print("There is no Chromium here.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        running = Running(Path(data) / "data")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            guests = Guests(browser, running.address)
            if wanted.tables is None:
                count = picture(guests, folder, wanted.only)
            else:
                count = table_shots.picture(guests, folder, wanted.tables or table_shots.GAMES)
        finally:
            browser.close()
            running.stop()
    print(f"{count} pictures are in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
