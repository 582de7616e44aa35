"""Where the pieces may lie that a seat does not see, in a replay or in a match that goes on: told in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from torite.games import find
from torite.kit.game import Game
from torite.match import Match
from torite.service.replay_answers import Hidden, HiddenPieces, HiddenPlace
from torite.study.places import PARTS, WORLDS, Places, name, places, places_of

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
    found = places(match, step, seat, _worlds(match.seats), between=between)
    return _told(match.game, match.names, found, step, language)


def seen_by(match: Match, seat: int) -> dict[str, Any]:
    """Return all that `unseen` needs to know: the seat's own view, and what everybody knows."""
    view = match.view(seat).to_bytes()
    return {
        "variant": match.variant.name,
        "names": list(match.names),
        "step": len(match.log),
        "seat": seat,
        "view": view,
    }


def unseen(
    variant: str, names: Sequence[str], step: int, seat: int, view: bytes, language: str, between: Callable[[], None]
) -> Hidden:
    """Tell where the pieces may lie, from a seat's view alone.

    Args:
        variant, names, step, seat, view: as of `seen_by`.
        language, between: as of `hidden`.
    """
    game, _ = find(variant)
    found = places_of(game, game.state.from_bytes(view), seat, _worlds(len(names)), between=between)
    return _told(game, names, found, step, language)


def _worlds(seats: int) -> int:
    return WORLDS if seats <= MANY_SEATS else 20 * PARTS


def _told(game: Game, names: Sequence[str], found: Places, step: int, language: str) -> Hidden:
    named = [(*name(game, names, place, language), place.unseen) for place in found.places]
    return Hidden(
        step,
        found.seat,
        [HiddenPlace(*one) for one in named],
        [
            HiddenPieces([one.code for one in some], [one.copies for one in some], list(some[0].each))
            for some in found.alike
        ],
        found.exact,
        min(found.worlds, MANY + 1),
        found.error,
    )
