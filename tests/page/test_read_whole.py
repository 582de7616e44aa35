"""On the smallest screens what must be read or pressed next is seen whole, without scrolling for it."""

from __future__ import annotations

from tests.page.guests import Guests
from tests.page.recording import Moment, hardest, recorded
from tests.page.stage import Stage
from tests.strategies import Table

MOST = 12

BROKEN = """() => [...document.querySelectorAll("[data-table] section button.button")]
  .filter((one) => one.getBoundingClientRect().height > 50)
  .map((one) => one.textContent)"""


def cut(stage: Stage, moments: list[Moment], script: str) -> list[str]:
    """List what a script finds in moments."""
    found = []
    for one in moments:
        stage.show(one)
        stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
        found += [f"{one.what}: {what}" for what in stage.page.evaluate(script)]
    return found


def test_a_word_on_a_bet_is_not_broken(guests: Guests):
    """Beside a long sentence on how the bet stands, on a desk."""
    stage = Stage(guests, "en")
    stage.resize("1440x900")
    assert [] == cut(stage, hardest(recorded(Table("perlaggen", 4), "en"), 2 * MOST), BROKEN)
