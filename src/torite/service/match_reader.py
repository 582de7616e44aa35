"""What processes that look at replays have in common: the matches looked at last."""

from __future__ import annotations

from torite.match import Match
from torite.service import replays
from torite.service.errors import Refused
from torite.service.positions import Positions
from torite.service.worker_process import Dropped, NotKept, Questions, Worker


class MatchReader(Worker):
    """A process that reads replays.

    Args:
        most: bytes that the matches it keeps may take.
        asked: where questions come from; None means that there are no more.
    """

    def __init__(self, most: int, asked: Questions) -> None:
        super().__init__(asked)
        self.kept = Positions(most)

    def _match(self, name: str, record: str | None) -> Match:
        """Return a replay's match, read if it is not kept."""
        match = self.kept.get(name)
        if match is None:
            if record is None:
                raise NotKept
            match = self._reopened(record)
            self.kept.put(name, match)
        return match

    def _reopened(self, record: str) -> Match:
        """Read a record that was taken in before.

        Raises:
            Refused: when this version cannot read it any more.
        """
        try:
            return replays.reopened(record, self.between)
        except (Dropped, MemoryError):
            raise
        except Exception:
            raise Refused("replay_aside", "aside") from None
