"""A process that looks at records, results and experiments, so that neither length nor number holds anybody up."""

from __future__ import annotations

import functools
import os
import sys
import time
from datetime import date
from typing import Any

import msgspec
from msgspec.structs import asdict

from torite.records.results import MOST_ROWS, SoloResult, check_possible, read_results, unknown, written
from torite.records.statistics import figures
from torite.scenes import share_line
from torite.service import arranging, catalogue, judging, lab_reading, replays
from torite.service.answers import FinishedGame, Results, VariantFigures
from torite.service.errors import Refused
from torite.service.hidden import hidden, unseen
from torite.service.kept_bytes import KeptBytes
from torite.service.kept_results import check_here, told_of, unpacked
from torite.service.replay_answers import Moves
from torite.service.replay_wire import ArrangedPlace
from torite.service.study_reader import StudyReader
from torite.service.worker_process import NotKept, Questions, packed, serve
from torite.study.habits import Habits, count

AT_A_TIME = 500  #: results that are new, of which the service keeps so many in one go


class Records(StudyReader):
    """What one process does.

    Args:
        most: bytes that the matches it keeps may take.
        asked: where questions come from; None means that there are no more.
    """

    def __init__(self, most: int, asked: Questions) -> None:
        super().__init__(most, asked)
        self.results = KeptBytes()

    # replays

    def do_check(self, name: str, record: str | None) -> None:
        """Look whether a replay can be read."""
        self._match(name, record)

    def do_bring(self, name: str, record: str) -> dict[str, Any]:
        """Read a record that anybody may have written; return it alone, its comments, its variations."""
        match, parts = replays.opened(record, self.between)
        self.kept.put(name, match)
        return parts

    def do_arranging(self, variant: str, seats: int | None, language: str) -> bytes:
        """Tell what may be arranged of a deal."""
        return packed(arranging.arranging(variant, seats, language))

    def do_arrange(
        self, name: str, variant: str, seats: int, places: list[dict[str, Any]], dealer: int | None, scores: list[int]
    ) -> dict[str, Any]:
        """Write the record of an arranged deal, and read it like one from elsewhere."""
        wanted = msgspec.convert(places, list[ArrangedPlace])
        return self.do_bring(name, arranging.record(variant, seats, wanted, dealer, scores))

    def do_summary(self, name: str, record: str | None, id: str, language: str) -> bytes:
        """Tell what a replay holds."""
        match = self._match(name, record)
        return packed(replays.summary(match, id, language, self.between))

    def do_steps(self, name: str, record: str | None, first: int, last: int, viewer: int, language: str) -> bytes:
        """Lay out some positions of a replay."""
        match = self._match(name, record)
        return packed({"steps": replays.steps(match, first, last, viewer, language, self.between)})

    def do_moves(self, name: str, record: str | None, viewer: int, language: str) -> bytes:
        """Tell all entries of a replay."""
        return packed(Moves(replays.moves(self._match(name, record), viewer, language, self.between)))

    def do_begun(self, name: str, record: str | None, step: int) -> dict[str, Any]:
        """Tell what a table is made from on which a replay is played on from a step."""
        return replays.begun(self._match(name, record), step)

    def do_part(self, name: str, record: str | None, first: int) -> None:
        """Check that a part to judge begins with an entry, before there is any work with it."""
        judging.check_part(self._match(name, record), first)

    def do_judged(self, name: str, record: str | None, decisions: bytes, following: int, language: str) -> bytes:
        """Tell in words what decisions of a replay cost."""
        return packed(judging.told(self._match(name, record), decisions, following, language))

    def do_places(self, name: str, record: str | None, step: int, seat: int, language: str) -> bytes:
        """Tell where the pieces may have lain that a seat did not see."""
        return packed(hidden(self._match(name, record), step, seat, language, self.between))

    def do_unseen(self, language: str, **seen: Any) -> bytes:
        """Tell where the pieces may lie that a seat of a match that goes on does not see."""
        return packed(unseen(language=language, between=self.between, **seen))

    def do_habits(self, name: str, record: str | None, own: list[int]) -> dict[str, Any]:
        """Count what some seats of a replay did, and the others; no deal of a match that is not over."""
        match, mine, others = self._match(name, record), Habits(), Habits()
        deals = count(match, own, mine, others, self.between) if match.over else 0
        return {"deals": deals, "mine": msgspec.to_builtins(mine), "others": msgspec.to_builtins(others)}

    def do_verify(self, name: str, record: str | None, language: str) -> bytes:
        """Tell whether a replay was fair."""
        return packed(replays.fair(self._match(name, record), language, self.between))

    def do_share(self, name: str, record: str | None, language: str) -> str:
        """Write the line that tells others how a game for one ended."""
        return share_line(self._match(name, record), language)

    def do_ended(self, name: str, record: str | None) -> list[list[int]]:
        """Tell the scores and the places with which a match ended; nothing of one that did not."""
        result = self._match(name, record).result
        return [[*result.scores], [*result.places]] if result else [[], []]

    # results

    def _results(self, name: str, rows: bytes | None) -> list[SoloResult]:
        """Return somebody's results, in the order in which the games ended."""
        packed = self.results.get(name)
        if packed is None:
            if rows is None:
                raise NotKept
            self.results.put(name, packed := rows)
        return unpacked(packed)

    def do_results(
        self, name: str, rows: bytes | None, latest: list[dict[str, Any]], total: int, today: str, language: str
    ) -> bytes:
        """Tell the figures of somebody's results, and their latest games."""
        worked_out = figures(told_of(self._results(name, rows)), date.fromisoformat(today))
        self.between()
        each = [VariantFigures(**asdict(one), **catalogue.named(one.variant, language)) for one in worked_out]
        games = [FinishedGame(**game, **catalogue.named(game["variant"], language)) for game in latest]
        return packed(Results(each, games, total))

    def do_export(self, name: str, rows: bytes | None) -> bytes:
        """Write somebody's results as a file."""
        return written(self._results(name, rows))

    def do_import(self, name: str, rows: bytes | None, data: bytes) -> Any:
        """Read a file of results that anybody may have written; return those that are new, in parts, and how many.

        Raises:
            BadRecord: when it is none.
            Refused: when they would be too many, or of too many variants that are not here.
        """
        given = read_results(data)
        check_possible(given, time.time())
        before = self._results(name, rows)
        new = unknown(given, before)
        if new and len(before) + len(new) > MOST_ROWS:
            raise Refused("results_many", "too-long", most=MOST_ROWS)
        check_here(new, before)
        parts = [new[first : first + AT_A_TIME] for first in range(0, len(new), AT_A_TIME)]
        return {"parts": list(map(msgspec.msgpack.encode, parts)), "new": len(new), "known": len(given) - len(new)}

    # experiments

    def do_experiment(self, how: str, **facts: Any) -> bytes:
        """Write what came of an experiment, in one of the ways of `lab_reading`."""
        written: bytes = getattr(lab_reading, how)(**facts)
        return written


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)
    serve(functools.partial(Records, int(sys.argv[1])))
