"""A puzzle's position with the pieces that its seat does not see dealt otherwise, so that nothing hidden is kept of the
match in which it was found.

Two pieces of the last shuffle are exchanged at a time; what was played stays as it was. An exchange counts if all of it
can be played again and the seat sees, and has seen, the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from torite.errors import ToriteError
from torite.kit.chances import SHUFFLE
from torite.match import Match
from torite.study.puzzles import Puzzle, standing

EXCHANGES = 40  #: that are tried


def redealt(puzzle: Puzzle, match: Match, seed: int) -> Puzzle:
    """Return a puzzle with other pieces where its seat cannot see them, as far as some are found that fit.

    Args:
        puzzle: the puzzle.
        match: the match that stands at its position.
        seed: the same one deals the same.
    """
    shuffles = [number for number, entry in enumerate(match.log.standing) if entry.what == SHUFFLE]
    if not shuffles:
        return puzzle
    at, chooser = shuffles[-1], random.Random(seed)
    seen, pack = _seen(match, puzzle.seat), match.game.pack
    name, _, _ = puzzle.lines[at].partition(": ")
    kinds = list(match.log.standing[at].outcome)
    unseen = _unseen(match, puzzle.seat)
    spots = [spot for spot, kind in enumerate(kinds) if kind in unseen]
    pairs = [(one, other) for one in spots for other in spots if one < other and kinds[one] != kinds[other]]
    for one, other in chooser.sample(pairs, min(EXCHANGES, len(pairs))):
        kinds[one], kinds[other] = kinds[other], kinds[one]
        tried = replace(puzzle, lines=[*puzzle.lines[:at], f"{name}: {pack.text(kinds)}", *puzzle.lines[at + 1 :]])
        if _looks(tried, seen):
            puzzle = tried
        else:
            kinds[one], kinds[other] = kinds[other], kinds[one]
    return puzzle


def _unseen(match: Match, seat: int) -> set[int]:
    """Gather the kinds of which a seat does not see all pieces."""
    from torite.worlds.sampler import Sampler

    return set(Sampler(match.game, match.view(seat), seat, compiled=False).kinds)


def _looks(puzzle: Puzzle, seen: Sequence[Any]) -> bool:
    """Tell whether a puzzle can be played so, and its seat sees the same."""
    try:
        return _seen(standing(puzzle, seed=0), puzzle.seat) == seen
    except ToriteError:
        return False


def _seen(match: Match, seat: int) -> list[Any]:
    """Gather what a seat sees, has seen, and may do."""
    return [match.view(seat).to_words(), match.history(seat), match.actions(seat), match.actors]
