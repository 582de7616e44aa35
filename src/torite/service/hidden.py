"""Where the pieces may have lain that a seat did not see, at a position of a replay: told in words."""

from __future__ import annotations

from collections.abc import Callable

from torite.match import Match
from torite.service.replay_answers import Hidden, HiddenPieces, HiddenPlace
from torite.study.places import PARTS, WORLDS, name, places

MANY = 1_000_000  #: worlds; that there are more is told, but not how many
MANY_SEATS = 8  #: above so many a world takes long to draw, and so fewer are drawn


def hidden(match: Match, step: int, seat: int, language: str, between: Callable[[], None]) -> Hidden:
    """Tell where the pieces may have lain, from what a seat knew then.

    Args:
        match: a match that is over.
        step: the position; 0 is the start.
        seat: the seat.
        language: one of `torite.words.LANGUAGES`.
        between: called now and then; what it raises gives the work up.

    Raises:
        NotOver: for a match that is not over.
        BadOptions: for a position or a seat that there is not.
    """
    worlds = WORLDS if match.seats <= MANY_SEATS else 20 * PARTS
    found = places(match, step, seat, worlds, between=between)
    named = [(*name(match, place, language), place.unseen) for place in found.places]
    return Hidden(
        step,
        seat,
        [HiddenPlace(*one) for one in named],
        [
            HiddenPieces([one.code for one in some], [one.copies for one in some], list(some[0].each))
            for some in found.alike
        ],
        found.exact,
        min(found.worlds, MANY + 1),
        found.error,
    )
