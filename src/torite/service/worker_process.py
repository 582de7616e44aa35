"""A process that works for the service, and answers one question at a time.

Like those that think, it reads questions from its standard input and writes answers to its standard output, each a
length of four bytes and as much msgpack; an answer says how many seconds of the processor it took. An empty question
while it works means that nobody waits for the answer: it gives up between two steps. It answers each question once.
When nothing more can be asked, who asks has gone, and the process ends at once, whatever it does.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec

from torite.errors import ToriteError
from torite.service.page_messages import LANGUAGES

PACKING = 6  #: how hard answers are packed: a sixtieth of their length, in a tenth of the time of laying them out
HEAD = 4  #: bytes of a length

Questions = SimpleQueue[bytes | None]  #: None means that there are no more


class NotKept(Exception):
    """Something that is not kept, and was not told."""


class Unready(Exception):
    """Games that would have to be compiled first, by their names."""

    def __init__(self, games: Sequence[str]) -> None:
        super().__init__(games)
        self.games = games


class Dropped(Exception):
    """Nobody waits for the answer any more."""


class Answer(msgspec.Struct, omit_defaults=True):
    """What comes of a question: a value, or why there is none.

    Attributes:
        value: of what was done.
        missing: something is not kept, and was not told.
        unready: games that would have to be compiled first.
        fault: the code of what cannot be done, with
        say: its sentences, by language.
        broken: where a mistake of ours was made.
        dropped: nobody waited for it any more.
        half: it goes on with what it does, and answers again.
        seconds: of the processor that it took.
    """

    value: Any = None
    missing: bool = False
    unready: Sequence[str] = ()
    fault: str = ""
    say: dict[str, str] = {}
    broken: str = ""
    dropped: bool = False
    half: bool = False
    seconds: float = 0.0


class Worker:
    """What one process does: a method `do_*` for each kind of question.

    Args:
        asked: where questions come from.
    """

    def __init__(self, asked: Questions) -> None:
        self._asked = asked
        self._write: Callable[[bytes], None] = _to_nobody
        self._since = 0.0  # when the last question came, in seconds of the processor

    def run(self, write: Callable[[bytes], None]) -> None:
        """Answer questions until there are none."""
        self._write = write
        while (question := self.wait()) is not None:
            if question:
                self.tell(self.answer(msgspec.msgpack.decode(question)))

    def wait(self) -> bytes | None:
        """Wait for the next question."""
        question = self._asked.get()
        self._since = time.process_time()
        return question

    def tell(self, answer: Answer) -> None:
        """Tell an answer, and what it cost."""
        answer.seconds = time.process_time() - self._since
        self._write(msgspec.msgpack.encode(answer))

    def answer(self, question: dict[str, Any]) -> Answer:
        """Answer a question.

        A mistake of ours is `broken`: it is told where the question came from, and this process goes on.
        """
        try:
            return Answer(getattr(self, f"do_{question.pop('what')}")(**question))
        except NotKept:
            return Answer(missing=True)
        except Unready as lacking:
            return Answer(unready=lacking.games)
        except ToriteError as fault:
            return Answer(fault=fault.code, say={language: fault.say(language) for language in LANGUAGES})
        except Dropped:
            return Answer(dropped=True)
        except Exception:
            return Answer(broken=traceback.format_exc())

    def between(self) -> None:
        """Give up if nobody waits any more.

        Raises:
            Dropped: when something else has been said since the question.
        """
        if not self._asked.empty():
            raise Dropped


def _to_nobody(answer: bytes) -> None:
    """Have an answer come to nothing."""


def packed(value: Any) -> bytes:
    """Write a value as JSON, packed: positions have much in common."""
    return gzip.compress(msgspec.json.encode(value), PACKING, mtime=0)


def serve(make: Callable[[Questions], Worker]) -> None:
    """Answer questions until who asks has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks ends it, by asking no more
    source, told = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a library prints may get between the answers
    asked: Questions = SimpleQueue()
    threading.Thread(target=_listen, args=(source, asked), daemon=True).start()

    def tell(answer: bytes) -> None:
        told.write(len(answer).to_bytes(HEAD, "big") + answer)
        told.flush()

    with contextlib.suppress(BrokenPipeError):
        make(asked).run(tell)


def stand_back() -> None:
    """Let everything else on this machine go first."""
    if hasattr(os, "nice"):
        os.nice(19)
    if hasattr(os, "sched_setscheduler"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _listen(source: BinaryIO, asked: Questions) -> None:
    while len(head := source.read(HEAD)) == HEAD:
        asked.put(source.read(int.from_bytes(head, "big")))
    os._exit(0)
