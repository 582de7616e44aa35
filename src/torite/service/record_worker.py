"""A process that looks at records and results, so that neither their length nor their number holds anybody up.

Like those that think, it reads questions from its standard input and writes answers to its standard output, each a
length of four bytes and as much msgpack. An empty question while it works means that nobody waits for the answer: it
gives up between two steps. It answers each question once.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from datetime import date
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec
from msgspec.structs import asdict

from torite.errors import ToriteError
from torite.match import Match
from torite.records.results import MOST_ROWS, Result, check_possible, read_results, unknown, written
from torite.records.statistics import figures
from torite.scenes import share_line
from torite.service import catalogue, replays
from torite.service.answers import FinishedGame, Results, VariantFigures
from torite.service.errors import Refused
from torite.service.kept_results import KeptResults, check_here, told_of, unpacked
from torite.service.page_messages import LANGUAGES
from torite.service.positions import Positions
from torite.service.replay_answers import Moves

PACKING = 6  #: how hard answers are packed: a sixtieth of their length, in a tenth of the time of laying them out
HEAD = 4  #: bytes of a length
AT_A_TIME = 500  #: results that are new, of which the service keeps so many in one go


class Missing(Exception):
    """A replay or results that are not kept, and were not told."""


class Dropped(Exception):
    """Nobody waits for the answer any more."""


class Worker:
    """What one process does.

    Args:
        most: bytes that the matches it keeps may take.
        asked: where questions come from; None means that there are no more.
    """

    def __init__(self, most: int, asked: SimpleQueue[bytes | None]) -> None:
        self.kept = Positions(most)
        self.results = KeptResults()
        self._asked = asked

    def run(self, tell: Callable[[bytes], None]) -> None:
        """Answer questions until there are none."""
        while (question := self._asked.get()) is not None:
            if question:
                tell(msgspec.msgpack.encode(self.answer(msgspec.msgpack.decode(question))))

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer a question: a `value`, a `fault` with its sentences, that a record is `missing`, or nothing.

        A mistake of ours is `broken`: it is told where the question came from, and this process goes on.
        """
        try:
            return {"value": getattr(self, f"do_{question.pop('what')}")(**question)}
        except Missing:
            return {"missing": True}
        except ToriteError as fault:
            return {"fault": fault.code, "say": {language: fault.say(language) for language in LANGUAGES}}
        except Dropped:
            return {}
        except Exception:
            return {"broken": traceback.format_exc()}

    def between(self) -> None:
        """Give up if nobody waits any more.

        Raises:
            Dropped: when something else has been said since the question.
        """
        if not self._asked.empty():
            raise Dropped

    # replays

    def _match(self, name: str, record: str | None) -> Match:
        """Return a replay's match, read if it is not kept."""
        match = self.kept.get(name)
        if match is None:
            if record is None:
                raise Missing
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

    def do_check(self, name: str, record: str | None) -> None:
        """Look whether a replay can be read."""
        self._match(name, record)

    def do_bring(self, name: str, record: str) -> None:
        """Read a record that anybody may have written."""
        self.kept.put(name, replays.opened(record, self.between))

    def do_summary(self, name: str, record: str | None, id: str, language: str) -> bytes:
        """Tell what a replay holds."""
        match = self._match(name, record)
        return _packed(replays.summary(match, id, language, self.between))

    def do_steps(self, name: str, record: str | None, first: int, last: int, viewer: int, language: str) -> bytes:
        """Lay out some positions of a replay."""
        match = self._match(name, record)
        return _packed({"steps": replays.steps(match, first, last, viewer, language, self.between)})

    def do_moves(self, name: str, record: str | None, viewer: int, language: str) -> bytes:
        """Tell all entries of a replay."""
        return _packed(Moves(replays.moves(self._match(name, record), viewer, language, self.between)))

    def do_begun(self, name: str, record: str | None, step: int) -> dict[str, Any]:
        """Tell what a table is made from on which a replay is played on from a step."""
        return replays.begun(self._match(name, record), step)

    def do_verify(self, name: str, record: str | None, language: str) -> bytes:
        """Tell whether a replay was fair."""
        return _packed(replays.fair(self._match(name, record), language, self.between))

    def do_share(self, name: str, record: str | None, language: str) -> str:
        """Write the line that tells others how a game for one ended."""
        return share_line(self._match(name, record), language)

    def do_ended(self, name: str, record: str | None) -> list[list[int]]:
        """Tell the scores and the places with which a match ended; nothing of one that did not."""
        result = self._match(name, record).result
        return [[*result.scores], [*result.places]] if result else [[], []]

    # results

    def _results(self, name: str, rows: bytes | None) -> list[Result]:
        """Return somebody's results, in the order in which the games ended."""
        packed = self.results.get(name)
        if packed is None:
            if rows is None:
                raise Missing
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
        return _packed(Results(each, games, total))

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


def _packed(value: Any) -> bytes:
    """Write a value as JSON, packed: positions have much in common."""
    return gzip.compress(msgspec.json.encode(value), PACKING, mtime=0)


def main() -> None:
    """Answer questions until there are none, or who asks has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks ends it, by asking no more
    source, told = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a library prints may get between the answers
    if hasattr(os, "nice"):
        os.nice(5)
    asked: SimpleQueue[bytes | None] = SimpleQueue()
    threading.Thread(target=_listen, args=(source, asked), daemon=True).start()

    def tell(answer: bytes) -> None:
        told.write(len(answer).to_bytes(HEAD, "big") + answer)
        told.flush()

    Worker(int(sys.argv[1]), asked).run(tell)


def _listen(source: BinaryIO, asked: SimpleQueue[bytes | None]) -> None:
    while len(head := source.read(HEAD)) == HEAD:
        asked.put(source.read(int.from_bytes(head, "big")))
    asked.put(None)


if __name__ == "__main__":
    main()
