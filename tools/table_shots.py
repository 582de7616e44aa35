"""Pictures of tables: scenes of whole matches, each phase of every game in every window."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.page.guests import Guests
from tests.page.recording import Moment, hardest, recorded
from tests.page.stage import SIZES, Stage
from tests.strategies import Table
from torite.games import catalogue

LANGUAGES = ("en", "ja")
PAPERS = ("washi", "night")
#: The windows with letters of the usual size.
WINDOWS = [size for size, (_, _, letters) in SIZES.items() if letters == 100]
#: Variants with a guide of their own: each is a game of its own on the shelf.
GAMES = [name for name, (_, variant) in catalogue().items() if variant.guide in ("", name)]


class Look(NamedTuple):
    """One picture of a table.

    Attributes:
        name: of the picture.
    """

    name: str
    size: str
    language: str
    paper: str
    moment: Moment


def looks(variant: str) -> Iterator[Look]:
    """Choose what is pictured of a game: each of its phases in each window, of other kinds in others.

    Languages and papers take turns, so that each window has all of them.
    """
    table = Table(variant, catalogue()[variant][1].default_seats)
    told = {language: hardest(recorded(table, language), len(recorded(table, language))) for language in LANGUAGES}
    phases = sorted({moment.kind[0] for moment in told["en"]})
    ways = list(itertools.product(LANGUAGES, PAPERS))
    for (at, phase), (window, size) in itertools.product(enumerate(phases), enumerate(WINDOWS)):
        language, paper = ways[(at + window + window // len(ways) + GAMES.index(variant)) % len(ways)]
        kinds = [moment for moment in told[language] if moment.kind[0] == phase]
        moment = kinds[window % len(kinds)]
        number = moment.what.rpartition(" ")[2]
        yield Look(f"{variant}-{size}-{phase}-{number}-{language}-{paper}", size, language, paper, moment)


def picture(guests: Guests, folder: Path, variants: Sequence[str]) -> int:
    """Show all that is chosen of some games, and say how many pictures that are."""
    wanted = sorted(itertools.chain.from_iterable(map(looks, variants)), key=lambda look: (look[2], look[3], look[1]))
    for (language, paper), same in itertools.groupby(wanted, lambda look: (look.language, look.paper)):
        stage = Stage(guests, language, paper=paper)
        for size, those in itertools.groupby(same, lambda look: look.size):
            stage.resize(size)
            for look in those:
                stage.show(look.moment)
                stage.page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); stage.settle()")
                stage.page.screenshot(path=folder / f"{look.name}.png", timeout=60_000, animations="disabled")
        stage.guest.context.close()
    return len(wanted)
