"""The console of Sievers and Helmert's Doppelkopf program, read line by line: what it asks, and what it tells.

The program is `doko` (https://github.com/silvansievers/doko), built as its README says; nothing of it is here.
"""

from __future__ import annotations

import contextlib
import queue
import re
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

SEATS = 4
#: What it asks a player at the keyboard, by how the line begins.
QUESTIONS = {
    "please play a card": "card",
    "do you want to play an immediate solo": "at once",
    "do you have a reservation": "reservation",
    "do you want to play a solo": "solo",
    "which game type": "kind",
    "do you want to make an announcement": "announcement",
}
#: What it tells that a player did; the second group, where there is one, says which.
DEEDS = [
    (re.compile(pattern), what)
    for pattern, what in (
        (r"player (\d) played card: \[(\w+)\]", "card"),
        (r"player (\d) does not announce anything", "silence"),
        (r"player (\d) belonging to team (re|kontra) announced: (\d)", "announcement"),
        (r"player (\d) shortens reservation procedure", "at once"),
        (r"player (\d) does not announce an immediate solo", "not at once"),
        (r"player (\d) has a reservation", "reserve"),
        (r"player (\d) is gesund", "pass"),
        (r"player (\d) wants to play a solo", "yes"),
        (r"player (\d) does not want to play a solo", "no"),
        (r"player (\d) plays a (\w+) solo", "kind"),
        (r"player (\d) has a marriage", "marriage"),
    )
]
PLAYER = re.compile(r"you are player (\d)")
POINTS = re.compile(r"player (\d): (-?\d+)$")
BEGINS, ALLOWED, REFUSED, STANDINGS = "uct instance", "move options: ", "you cannot play this card", "standings:"


class Ended(Exception):
    """The program ended where more was expected of it."""


class Asked(NamedTuple):
    """A question to a player at the keyboard.

    Attributes:
        player: who is asked, from 0 on.
        what: one of `QUESTIONS`.
        answers: what may be answered, by number; none for a card.
    """

    player: int
    what: str
    answers: list[str]


class Did(NamedTuple):
    """Something that a player did.

    Attributes:
        player: who did it.
        what: one of `DEEDS`.
        which: the card, the party, or the kind of solo.
        level: of an announcement, from 1 on.
        allowed: what it might have chosen, where it searched.
        took: nanoseconds of that search; 0 where there was none.
    """

    player: int
    what: str
    which: str = ""
    level: int = 0
    allowed: tuple[str, ...] = ()
    took: int = 0


class Refused(NamedTuple):
    """The card that was typed may not be played."""


class Scored(NamedTuple):
    """The deal is over.

    Attributes:
        points: what each player has.
    """

    points: list[int]


Heard = Asked | Did | Refused | Scored


class Console:
    """A run of the program.

    Args:
        command: the program with what it is told on its command line.
        hands: twelve cards for each player, as the program writes them.

    Raises:
        OSError: when it cannot be run.
    """

    def __init__(self, command: Sequence[str], hands: Sequence[Sequence[str]]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self._lines: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        self._player, self._began = 0, 0
        self._allowed: tuple[str, ...] = ()
        threading.Thread(target=self._read, daemon=True).start()
        self.say("y", "0", *(card for hand in hands for card in hand))

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):  # it was closed meanwhile
            for line in self._process.stdout:
                self._lines.put((time.perf_counter_ns(), line.strip()))
        self._lines.put((0, "ended"))

    def say(self, *words: str) -> None:
        """Type words, each on a line of its own.

        Raises:
            Ended: when nobody reads them.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{word}\n" for word in words))
            self._process.stdin.flush()
        except OSError as fault:
            raise Ended("the program has ended") from fault

    def hear(self) -> Heard:
        """Return the next thing that it asks or tells.

        Raises:
            Ended: when it ends.
        """
        while True:
            at, line = self._line()
            found = self._heard(at, line)
            if found is not None:
                return found

    def _line(self) -> tuple[int, str]:
        at, line = self._lines.get()
        if not at:
            self._lines.put((0, line))
            raise Ended("the program has ended")
        return at, line

    def _heard(self, at: int, line: str) -> Heard | None:
        if line.startswith(REFUSED):
            return Refused()
        if line.startswith(STANDINGS):
            return Scored([int(self._line()[1].rpartition(" ")[2]) for _ in range(SEATS)])
        if asked := PLAYER.match(line):
            self._player = int(asked[1])
        elif line.startswith(BEGINS):
            self._began, self._allowed = at, ()
        elif line.startswith(ALLOWED):
            self._allowed = tuple(line.removeprefix(ALLOWED).split(", "))
        else:
            return self._question(line) or self._deed(at, line)
        return None

    def _question(self, line: str) -> Asked | None:
        for begins, what in QUESTIONS.items():
            if line.startswith(begins):
                answers = [] if what == "card" else [each.partition(" - ")[2] for each in self._line()[1].split(", ")]
                return Asked(self._player, what, answers)
        return None

    def _deed(self, at: int, line: str) -> Did | None:
        for pattern, what in DEEDS:
            # the kind of solo may stand behind a word on compulsory ones
            if found := pattern.search(line):
                player, which, level, *_ = (*found.groups(), "", "0") if pattern.groups < 3 else found.groups()
                took = at - self._began if self._began else 0
                done = Did(int(player), what, which, int(level or 0), self._allowed, took)
                self._began, self._allowed = 0, ()
                return done
        return None

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was not read by a program that has ended
                    pipe.close()
