"""No two things overlap and nothing is cut in whole matches of every game: not in their fullest moments alone.

Moments of a match, from its first to its last, are drawn in windows and languages that take turns; of a game of many
variants, one of each. With `--thorough` all moments of all variants are, in every window and both languages.
"""

from __future__ import annotations

import itertools

import pytest

from tests.page.guests import Guests
from tests.page.recording import Moment, moment, recorded, told_of
from tests.page.stage import SIZES, Stage
from tests.page.test_low_middles import CUT_FORCE
from tests.strategies import Table, usual_tables
from torite.games import games

LANGUAGES = ("en", "ja")
USUAL = ("360x640", "1024x700")
MOST = 12  #: moments of a match in each window and language in the usual run, from its first to its last

#: Facts of what is in force that are cut, where no account has their place.
CUT = f"() => document.querySelector('.in-force') ? ({CUT_FORCE})() : []"


def along(count: int, most: int) -> list[int]:
    """Choose so many moments of a match, evenly from its first to its last."""
    return list(dict.fromkeys((count - 1) * part // max(1, most - 1) for part in range(most)))


def some(table: Table, language: str, turn: int, tables: int) -> list[Moment]:
    """Lay out the moments of a match whose turn it is: those of all turns together go along the match."""
    ways = len(USUAL) * len(LANGUAGES)
    shown = along(sum(1 for _ in told_of(table)), ways * max(1, MOST // tables))
    chosen = set(shown[turn + len(USUAL) * LANGUAGES.index(language) :: ways])
    return [moment(match, language) for at, match in enumerate(told_of(table)) if at in chosen]


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(games()))
def test_nothing_overlaps_all_through_a_match(guests: Guests, game: str, pytestconfig: pytest.Config):
    """Whatever is asked and laid; what is in force is seen whole."""
    thorough = bool(pytestconfig.getoption("--thorough"))
    tables = [table for table in usual_tables() if table.game.name == game]
    for language in LANGUAGES:
        stage = Stage(guests, language)
        for table, (turn, size) in itertools.product(tables, enumerate(SIZES if thorough else USUAL)):
            moments = recorded(table, language) if thorough else some(table, language, turn, len(tables))
            stage.resize(size)
            assert [] == stage.faults(moments, CUT), size
