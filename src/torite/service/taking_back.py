"""How often, and when, something may be taken back among others: nobody is held up by it without end."""

from __future__ import annotations

from torite.match import Match
from torite.service.errors import Refused

MOST = 100  #: times that a seat may in a match, which makes it longer each time (`lengths.py`)


def check_take_back(match: Match, seat: int, move_time: int, late: bool) -> None:
    """Check that a seat may take something back.

    Args:
        match: the match.
        seat: the seat.
        move_time: seconds for a move; 0 for as long as one likes.
        late: whether its time was over when it did what it did last.

    Raises:
        Refused: when it may not.
    """
    last = next(match.log.backwards(), None)
    if move_time and last and last.bot and last.seat == seat:
        raise Refused("time_was_up")
    if late:
        raise Refused("done_late")
    if sum(entry.seat == seat and entry.undo >= 0 for entry in match.log) >= MOST:
        raise Refused("taken_back", number=MOST)
