"""The page of a run in a browser: by day, by night, on paper; wide and narrow; with nothing that axe finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.lab.test_report import RUNS
from tests.page.conftest import Hidden
from tests.page.test_axe import AXE
from torite.lab.report import page
from torite.words import LANGUAGES

PAPER, NIGHT, WHITE = "rgb(246, 241, 231)", "rgb(22, 32, 31)", "rgb(255, 255, 255)"
LETTERS = "getComputedStyle(document.querySelector('svg[role=img] text')).fill"
GROUND = "getComputedStyle(document.body).backgroundColor"
ASKED: Any = "[...performance.getEntriesByType('resource')].map((one) => one.name)"


@pytest.mark.long
@pytest.mark.parametrize("name", ["sweep", "bots", "alone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_fit_to_be_shown(name: str, language: str, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(page(RUNS[name], language), encoding="utf-8")
    Hidden.show()
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    try:
        shown = context.new_page()
        complaints: list[str] = []
        shown.on("console", lambda message: complaints.append(message.text))
        shown.goto(file.as_uri())
        assert [] == complaints == shown.evaluate(ASKED)
        letters = set()
        for media, scheme, ground in (("screen", "light", PAPER), ("screen", "dark", NIGHT), ("print", "dark", WHITE)):
            how: Any = {"media": media, "color_scheme": scheme}
            shown.emulate_media(**how)
            assert ground == shown.evaluate(GROUND)
            letters.add(shown.evaluate(LETTERS))
        assert {"rgb(35, 32, 27)", "rgb(236, 230, 216)"} == letters, "plots are written as the page is"
        if AXE.is_file():
            shown.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
        for width in (1280, 360):
            for scheme in ("light", "dark"):
                how = {"media": "screen", "color_scheme": scheme}
                shown.emulate_media(**how)
                shown.set_viewport_size({"width": width, "height": 740})
                assert shown.evaluate("document.documentElement.scrollWidth") <= width
                if AXE.is_file():
                    faults = shown.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
                    assert [] == [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in faults]
    finally:
        context.close()
        Hidden.hide()
