"""Every page passes axe, by day and by night, on a desk and in a hand, and is no wider than its window."""

from pathlib import Path
from typing import Any, Literal

import pytest

from tests.conftest import Many
from tests.page.every_page import PAGES
from tests.page.guests import AT_ONCE, DESKTOP, PHONE, Guests
from tests.page.test_small_and_large import overflow

AT_REST = "Promise.allSettled(document.getAnimations().map((move) => move.finished)).then(() => true)"
AXE = Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js"

Scheme = Literal["light", "dark"]
WAYS: tuple[tuple[dict[str, Any], Scheme], ...] = ((DESKTOP, "light"), (PHONE, "dark"))
OTHER_WAYS: tuple[tuple[dict[str, Any], Scheme], ...] = ((DESKTOP, "dark"), (PHONE, "light"))

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: it comes when the page is built here")


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing(guests: Guests, page: str, many: Many):
    """One visit, seen in both papers, wide and narrow; each way in `make slow`, else by day wide, by night narrow."""
    ann = guests("Ann", preferences={**AT_ONCE, "paper": "system"})
    PAGES[page](ann)
    ann.page.evaluate("document.querySelectorAll('svg *').forEach((line) => line.tagName === 'title' || line.remove())")
    ann.page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    assert ann.page.evaluate(AT_REST)
    found = {}
    for size, scheme in (*WAYS, *OTHER_WAYS)[: many(4, 2)]:
        ann.page.set_viewport_size(size["viewport"])
        ann.page.emulate_media(color_scheme=scheme)
        answer = ann.page.evaluate("axe.run({resultTypes: ['violations']})")
        assert overflow(ann) <= 0
        for fault in answer["violations"]:
            nodes = [f"{' '.join(map(str, node['target']))}: {node['failureSummary']}" for node in fault["nodes"]]
            found[f"{fault['id']} ({scheme}, {size['viewport']['width']})"] = nodes[:3]
    assert {} == found
