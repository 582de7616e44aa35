"""A wrong declaration is caught: for each game one field, or more, shown to everybody on purpose.

The law that takes what is hidden from the declarations does not see it, since it deals anew only what they hide; the
one that takes it from the second list does, with the first pairs.
"""

from __future__ import annotations

import dataclasses
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.every_game.test_non_interference import again, unlike
from tests.redealing import Deal
from tests.secrecy.law import Law
from tests.secrecy.pairs import Leak
from tests.secrecy.positions import LAWS, course_of, match_of
from tests.secrecy.test_law import disagreements
from torite.games import games
from torite.kernel.fields import See
from torite.match import Match

MUTANTS = (  # the first of each game in the usual run
    ("ambition", "hand"),
    ("ambition", "for_left"),
    ("bingo", "hand"),
    ("bingo", "stock"),
    ("cribbage_dice", "laid"),
    ("cribbage_dice", "hand"),
    ("cucumber", "hand"),
    ("cucumber", "thrown"),
    ("cucumber", "stock"),
    ("domino_cribbage", "laid"),
    ("domino_cribbage", "stock"),
    ("doppelkopf", "hand"),
    ("doppelkopf", "side"),
    ("doppelkopf", "offered"),
    ("emissary", "stock"),
    ("flashpoint", "hand"),
    ("flashpoint", "four_rank"),
    ("french_tarot_solo", "closed"),
    ("french_tarot_solo", "kitty"),
    ("galapagos", "bidding"),
    ("galapagos", "naming"),
    ("galapagos", "won_pile"),
    ("galapagos", "stock"),
    ("hearts", "passing"),
    ("hearts", "hand"),
    ("perlaggen", "five"),
    ("perlaggen", "stock"),
)
MOST = 120  #: matches looked at until a leak is found
TRIES = 20  #: deals anew from one position


def mutants() -> list[Any]:
    """Mark all but the first of each game as slow."""
    first = dict(reversed(MUTANTS))
    return [
        pytest.param(game, field, id=f"{game}-{field}", marks=() if first[game] == field else pytest.mark.slow)
        for game, field in MUTANTS
    ]


@pytest.fixture
def mutant(game: str, field: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Law]:
    """Show a field to everybody, by a rule of visibility that is wrong."""
    law = next(law for law in LAWS if law.game == game)
    worlds, declared = games()[game].worlds, games()[game].layout.named[field]

    def sees(s: Any, viewer: int, owner: int, at: int) -> bool:
        return at == declared.offset or worlds.sees(s, viewer, owner, at)

    spec = declared.spec
    forgotten = sys.modules["torite.worlds.view"]._parts.cache_clear
    monkeypatch.setitem(vars(games()[game]), "worlds", dataclasses.replace(worlds, sees=sees))
    object.__setattr__(declared, "spec", dataclasses.replace(spec, see=See.RULE))
    forgotten()
    yield law
    object.__setattr__(declared, "spec", spec)
    forgotten()


def caught(law: Law, match: Match, seat: int) -> bool:
    """Tell whether a pair of the second list differs, from one position."""
    course = course_of(law, match, seat)
    chooser = random.Random(2)
    try:
        tried = (pair for _ in range(TRIES) for pair in (course.pairs(chooser) if course else ()))
        return any(course is not None and course.unlike(pair) for pair in tried)
    except Leak:
        return True


def old_law_sees(match: Match, seat: int) -> bool:
    """Tell whether a redeal of what the declarations hide differs in what is told, or in the views of a pair."""
    if match.game.pack.of_dice or not Deal.fits(match):
        return False
    deal = Deal(match, seat)
    for number in range(3):
        kinds = deal.redealt(random.Random(number), 10)
        if kinds is not None and unlike(match, again(deal, kinds), seat, []):
            return True
    return False


@pytest.mark.long
@pytest.mark.parametrize(("game", "field"), mutants())
def test_a_wrong_declaration_is_caught(mutant: Law, field: str) -> None:
    """By the pairs, where the law of the declarations sees nothing; and by comparing the two lists."""
    assert field in disagreements(mutant, 60)[0]
    for number in range(MOST):
        match = match_of(mutant, number)
        for seat in range(match.seats):
            if caught(mutant, match, seat) and not old_law_sees(match, seat):
                return
    pytest.fail(f"{field} is shown to everybody, and nothing was found")


def test_every_game_has_a_mutant() -> None:
    assert {law.game for law in LAWS} == {game for game, _ in MUTANTS}
