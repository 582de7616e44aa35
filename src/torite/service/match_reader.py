"""What processes that look at replays have in common: the matches looked at last."""

from __future__ import annotations

from collections import OrderedDict

from torite.errors import ToriteError
from torite.match import Match
from torite.records import Study
from torite.service import replays, studied
from torite.service.errors import Refused
from torite.service.positions import Positions
from torite.service.worker_process import Dropped, NotKept, Questions, Worker

STUDIES = 4  #: variations of so many replays are kept as they were read, each 256 KiB of text at most


class MatchReader(Worker):
    """A process that reads replays.

    Args:
        most: bytes that the matches it keeps may take.
        asked: where questions come from; None means that there are no more.
    """

    def __init__(self, most: int, asked: Questions) -> None:
        super().__init__(asked)
        self.kept = Positions(most)
        self.telling = studied.Telling(self.between)
        self._studies: OrderedDict[tuple[str, int], Study] = OrderedDict()

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

    def _study(self, name: str, record: str | None, lines: str) -> Study:
        """Return a replay's match with variations that are kept; they are read if they were not looked at of late.

        Raises:
            Refused: when this version cannot read them any more.
        """
        match, known = self._match(name, record), (name, hash(lines))
        if known not in self._studies:
            try:
                self._keep(known, studied.read(match, lines, self.between))
            except ToriteError:
                raise Refused("replay_aside", "aside") from None
        self._studies.move_to_end(known)
        return self._studies[known]

    def _keep(self, known: tuple[str, int], study: Study) -> None:
        self._studies[known] = study
        while len(self._studies) > STUDIES:
            self._studies.popitem(last=False)
