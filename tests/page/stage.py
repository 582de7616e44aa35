"""A page at whose table scenes that were recorded are shown, and all that is drawn is measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.page.guests import AT_ONCE, Guest, Guests
from tests.page.recording import Moment
from torite.games import catalogue

HERE = Path(__file__).parent
#: The windows at which everything is looked at: how wide, how high, and how large the letters are.
SIZES = {
    "360x640": (360, 640, 100),
    "360x740": (360, 740, 100),
    "390x844": (390, 844, 100),
    "768x1024": (768, 1024, 100),
    "1024x700": (1024, 700, 100),
    "1440x900": (1440, 900, 100),
    "360x740 large": (360, 740, 200),
    "1440x900 large": (1440, 900, 200),
}
#: A phone held sideways.
SIDEWAYS = {"740x360": (740, 360, 100), "844x390": (844, 390, 100)}
LONG = {
    "en": [
        "You may play the ten of hearts, the ace of spades, the king of clubs. A steady player would play the ten.",
        "Not the queen of diamonds: hearts were led, and you hold hearts, so you must follow suit if you can.",
        "Not the jack of clubs: it is a trump in this game, and trumps may be played only where none can follow.",
    ],
    "ja": [
        "ハートの10、スペードのA、クラブのKを出せます。落ち着いた人ならハートの10を出すところです。",
        "ダイヤのQは出せません。ハートがリードされていて、手札にハートがあるので、フォローしなければなりません。",
        "クラブのJは出せません。このゲームでは切り札で、フォローできないときにだけ出せます。",
    ],
}


class Stage:
    """One window.

    Args:
        guests: who may visit.
        language: that is read.
        preferences: others than the usual.
    """

    def __init__(self, guests: Guests, language: str, **preferences: Any) -> None:
        wanted = {**AT_ONCE, "restMs": 0, "seen": list(catalogue()), **preferences}
        self.guest: Guest = guests("Guest", language=language, preferences=wanted, reduced_motion="reduce")
        self.page = self.guest.page
        self.page.add_init_script(path=HERE / "stage.js")
        self.page.add_init_script(path=HERE / "measure.js")
        self.guest.go("/t/stage")
        self.page.evaluate("(long) => { stage.long = long; return stage.ready }", LONG[language])

    def resize(self, size: str) -> None:
        """Take one of the windows."""
        width, height, letters = (SIZES | SIDEWAYS)[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(
            """(letters) => {
              document.documentElement.style.fontSize = letters === 100 ? "" : `${letters}%`;
              stage.scrolled = letters > 100 || innerHeight < 700;
            }""",
            letters,
        )

    def show(self, moment: Moment) -> None:
        """Show one moment."""
        self.page.evaluate("(one) => stage.show(one)", as_told(moment))

    def newcomer(self, moment: Moment, goal: str) -> None:
        """Show the first moment at which somebody is asked who has never played the game, and let them look at it."""
        self.page.evaluate("(goal) => { stage.goal = goal }", goal)
        self.show(moment)
        self.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")

    def found(self, moments: Sequence[Moment], script: str) -> list[str]:
        """Show moments one after the other, and list what a script finds in each."""
        found: list[str] = []
        for one in moments:
            self.show(one)
            self.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
            found += [f"{one.what}: {what}" for what in self.page.evaluate(script)]
        return found

    def faults(self, moments: Sequence[Moment], law: str = "() => []") -> list[str]:
        """Show moments one after the other, and list what is wrong with how they are drawn, and what a script finds."""
        found: list[str] = self.page.evaluate(f"(all) => stage.walk(all, {law})", [as_told(one) for one in moments])
        return found


def as_told(moment: Moment) -> dict[str, str]:
    """Return what the page needs of a moment."""
    return {"what": moment.what, "table": moment.table, "scene": moment.scene}
