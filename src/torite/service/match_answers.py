"""What HTTP answers about finished matches; the rest is in `answers.py`."""

from __future__ import annotations

from torite.scenes.schema_base import Part, Worded
from torite.service.messages import OccupantKind


class PlayedSeat(Part, frozen=True):
    """A seat of a match that is over.

    Attributes:
        name: as it was when the match ended.
        score, place: null where they are not known any more.
    """

    name: str
    kind: OccupantKind
    you: bool
    score: int | None
    place: int | None


class PlayedMatch(Part, frozen=True):
    """A match that I played to its end.

    Attributes:
        id: of its table.
        here: the service has this variant.
        rules: what whoever set the table called its rules; empty for nothing of its own.
        daily: the day whose deal was played; empty for none.
        finished_at: in seconds since 1970.
    """

    id: str
    title: str
    variant: str
    here: bool
    rules: str
    daily: str
    seats: list[PlayedSeat]
    finished_at: float
    replay: str


class Matches(Part, frozen=True):
    """GET /api/matches?variant=&with=&before=&language=: matches that I played to their ends, the latest first.

    GET /api/matches/export is a file of all their records; POST /api/tables/<id>/rematch → {id}, the table of the next.

    Attributes:
        before: what asks for those after these; empty where there are none.
        games, people: what may be asked for: variants by their titles, others by the names they had.
    """

    matches: list[PlayedMatch]
    before: str
    games: list[Worded]
    people: list[Worded]
