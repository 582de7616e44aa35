"""Pictures of the terminal's screens, small enough to be read in a review.

`python -m tests.terminal.pictures` makes them anew and shows what changed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from pathlib import Path

from tests.terminal.tables import begun, sit, typed
from torite.terminal.session import At

FOLDER = Path(__file__).parent / "pictures"
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def _table(game: str, seats: int, *lines: str, **how: object) -> str:
    session = sit(game, seats, **how)  # type: ignore[arg-type]
    said = [begun(session)]
    for line in lines:
        said += [f"{session.prompt}{line}", typed(session, line)]
    return "\n".join(said)


def _deal(language: str, **how: object) -> str:
    """Play the weakest card to the end of a deal; return what is said with the last one."""
    hands = {0: "HA C2 D2 H2 S2 C3 D3", 1: "C9 D9 H9 S9 C8 D8 H8"}
    session = sit("agurk", 2, language=language, hands=hands, dealer=1, **how)  # type: ignore[arg-type]
    begun(session)
    said = ""
    while session.at is At.TURN:
        said = typed(session, "1")
    return said


def screens() -> dict[str, Callable[[], str]]:
    """Return how each picture is made, by its name."""
    hand = {0: "S4 C9 D7 DQ HA S6 C6"}
    pairs = {0: "C9 H9 S9 D2 D3 DA H4 S4 CK C6"}
    return {
        "agurk-plain-en": lambda: _table("agurk", 4, "3", "?", hands=hand, seed=5),
        "agurk-plain-ja": lambda: _table("agurk", 4, "3", "?", hands=hand, seed=5, language="ja"),
        "agurk-80-en": lambda: _table("agurk", 4, "3", "last", "score", hands=hand, seed=5, colours="256"),
        "agurk-40-ja": lambda: _table("agurk", 4, "3", hands=hand, seed=5, colours="256", width=39, language="ja"),
        "iceland-plain-en": lambda: _table("gurka-is", 3, "c9 +", "undo", "c9 h9 s9", hands=pairs, dealer=2, seed=5),
        "rassi-plain-en": lambda: _table("rassi", 3, "?", seed=8),
        "deal-over-plain-en": lambda: _deal("en"),
        "deal-over-80-ja": lambda: _deal("ja", colours="256"),
    }


def picture(name: str) -> str:
    """Make a picture; colours are left out."""
    lines = ANSI.sub("", screens()[name]()).split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main() -> None:
    """Make all pictures anew, and show what changed."""
    FOLDER.mkdir(exist_ok=True)
    for name in screens():
        file = FOLDER / f"{name}.txt"
        old, new = file.read_text(encoding="utf-8") if file.exists() else "", picture(name)
        print("".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, name)), end="")
        file.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
