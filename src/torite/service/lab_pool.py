"""The processes that play for the lab: so many at a time, and some that wait in the midst of a match.

A turn is a few seconds. A match that takes longer gives way between two choices: its process waits with it until its
experiment's turn comes again, and meanwhile another one plays. Where as many wait as may, one more match is not
interrupted: it has a minute then, ends with its process where that is not enough, and begins anew another time. In
compiled code nothing gives way: a match that takes more than a minute there is given up.
"""

from __future__ import annotations

import asyncio
from typing import Any

from torite.service.config import Config
from torite.service.jobs import Jobs, Spent
from torite.service.worker_pool import Overran, Process, Workers, value_of

GOES: tuple[str, ...] = ("last",)  #: the lab has the processor while nobody else has use for it
JOB = 900.0  #: seconds; what has never been played here is compiled first
A_TURN = 5.0  #: seconds of the processor after which a match gives way
A_MINUTE = 60.0  #: seconds of the processor that a turn has where nothing gives way
ASIDE = 4  #: matches that may wait half played, for each that is played at a time


class LabWorkers(Workers):
    """Those that play for the lab.

    Args:
        at_once: how many play at a time.

    Attributes:
        at_once: how many play at a time.
    """

    def __init__(self, at_once: int) -> None:
        made = [Process("torite.service.lab_worker", *GOES) for _ in range(at_once * (1 + ASIDE))]
        super().__init__(made, Jobs(at_once, of_one=at_once), JOB)
        self.at_once = at_once
        self._half: dict[str, Process] = {}  # those that are in the midst of a match, or may be before their turn ends

    async def play(self, who: tuple[int, int], name: str, spent: Spent, left: float, **facts: Any) -> Any:
        """Play some of an experiment when it is the turn of its place, and there of its person.

        Args:
            who: place and person.
            name: the experiment.
            spent: gets what it has cost.
            left: seconds of processor that the experiment has.
            facts: what `Lab.do_play` needs to know.

        Returns:
            What came of it; None where it is in the midst of a match, or has to begin it anew.

        Raises:
            Refused: when it took too long.
            WorkerFault: when it cannot be played.
            RuntimeError: for a mistake of ours, with where it was made.
            Overran: when it could give way, and did not for as long as it may take.
        """
        answer = await self.jobs.do(who, lambda: self._a_turn(name, spent, min(A_MINUTE, left), facts), spent)
        return value_of(answer) if answer else None

    async def _a_turn(self, name: str, spent: Spent, most: float, facts: dict[str, Any]) -> dict[str, Any]:
        process = self._half.get(name)
        if process is None or not process.alive:
            self.let_go(name)
            process = self._free()
        else:
            facts = {}
        if gives_way := name in self._half or len(self._half) < self.at_once * ASIDE:
            self._half[name] = process
        process.busy, half = True, False
        try:
            turn = {"turn": A_TURN if gives_way else most, "most": most}
            answer = await self.asked(process, "play", facts | turn, spent, patience=0.0)
            half = "half" in answer
            return {} if half else answer
        except asyncio.CancelledError:
            process.stop()  # it may just have given way
            raise
        except Overran:
            spent.seconds = most
            if gives_way:
                raise
            return {}
        finally:
            if not half:
                self._half.pop(name, None)
                self._let_be(process)

    def _free(self) -> Process:
        """Return a process that plays nothing; one that is there, if there is."""
        return min((one for one in self.all if not one.busy), key=lambda one: not one.alive)

    def _let_be(self, process: Process) -> None:
        """Let a process be free, or put it down where there are more of these than can play."""
        process.busy = False
        if sum(one.alive and not one.busy for one in self.all) > self.at_once:
            process.stop()

    def let_go(self, name: str) -> None:
        """Put down the process that is in the midst of a match of an experiment, which nobody wants any more."""
        process = self._half.pop(name, None)
        if process is not None:
            process.stop()
            self._let_be(process)


def of_the_lab(config: Config) -> LabWorkers:
    """Those that play for the lab."""
    return LabWorkers(config.lab)
