"""A process that thinks: it gets views, never states, and answers with actions.

It reads questions from its standard input and writes answers to its standard output, each a length of four bytes and
as much msgpack. One that is asked something new compiles first: the search itself, and in a process beside it what
tells whether a deal still matters, which is nearly as much again; one that is asked to answer plainly compiles nothing.
While it gets ready for a game it tells now and then
how long the processor has worked for that: on a crowded machine this is far less than the time that goes by.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NotRequired, TypedDict

import msgspec

from torite.service.worker_process import HEAD, stand_back

if TYPE_CHECKING:
    from torite.bots import Level

SETTLED_STEPS = 400_000
BEAT = 2.0  #: seconds between two tellings of how long the processor has worked
WORKED = "worked"  #: the name under which it is told
BESIDE = "beside"  #: what a process is told that gets one thing ready, and ends
LATER = 60.0  #: seconds after the search that what is compiled beside it may take
LAST = "last"  #: what a process is told that gets on only while nobody else has use for the processor


class ThinkerQuestion(TypedDict):
    """What one that thinks is asked: a game is enough to start it (`wake`) and to get it ready (`warm`).

    For the others there is a view, whose seat it is, the seconds it may take, and a seed. A `level` of play, whether it
    is searched plainly, and whether it is `offered` something are told where that is another than usual.
    """

    what: Literal["wake", "warm", "choose", "advise", "settled"]
    variant: str
    view: NotRequired[bytes]
    seat: NotRequired[int]
    seconds: NotRequired[float]
    seed: NotRequired[int]
    level: NotRequired[Level]
    plain: NotRequired[bool]
    offered: NotRequired[bool]


def main() -> None:
    """Answer questions until who asks has gone."""
    source, told = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a library prints may get between the answers
    words, asked = sys.argv[1:], SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(source, asked), daemon=True).start()
    if BESIDE in words:
        _get_settled_ready(words[-1])
        os._exit(0)  # the thread that listens is left where it is
    if LAST in words:
        stand_back()
    elif hasattr(os, "nice"):
        os.nice(5)
    while True:
        question = msgspec.msgpack.decode(asked.get())
        if question["what"] == "warm":
            with _telling(told):
                answer = _answer(question)
        else:
            answer = _answer(question)
        _tell(told, answer)


def _tell(told: BinaryIO, answer: Any) -> None:
    text = msgspec.msgpack.encode(answer)
    try:
        told.write(len(text).to_bytes(HEAD, "big") + text)
        told.flush()
    except BrokenPipeError:  # the service was killed meanwhile, and this is no fault of its own
        os._exit(0)


@contextmanager
def _telling(told: BinaryIO) -> Iterator[None]:
    """Tell again and again how long the processor works."""
    done, began = threading.Event(), time.process_time()

    def tell() -> None:
        while not done.wait(BEAT):
            _tell(told, {WORKED: time.process_time() - began})

    telling = threading.Thread(target=tell, daemon=True)
    telling.start()
    try:
        yield
    finally:
        done.set()
        telling.join()


def _listen(source: BinaryIO, asked: SimpleQueue[bytes]) -> None:
    """Take in questions; when who asks has gone, so does this process, whatever it is thinking of or compiling.

    A service that is killed again and again would else leave one behind each time, and have them all to run beside.
    """
    while len(head := source.read(HEAD)) == HEAD:
        asked.put(source.read(int.from_bytes(head, "big")))
    os._exit(0)


def _answer(question: ThinkerQuestion) -> Any:
    from torite.bots import LEVELS, SearchBot, searching
    from torite.games import find
    from torite.kernel.cache import note_whole
    from torite.kernel.library import library
    from torite.match import Match

    game, variant = find(question["variant"])
    what = question["what"]
    if what == "wake":
        return True  # all that an answer takes is loaded now
    if what == "warm":
        with _compiling_beside(game, variant.name):
            SearchBot(game, iterations=1).warm(Match(variant.name, seed=0))
        _get_settled_ready(variant.name)
        if library(game.binding.sources) is None:
            note_whole(game.binding.sources)
        return True
    seen, seat = game.state.from_bytes(question["view"]), question["seat"]
    if what == "settled":
        return _settled(game, seen, seat)
    level, seconds = question.get("level", LEVELS[-1]), question["seconds"]
    bot = searching(level, game, question["seed"], seconds, plainly=question.get("plain", False))
    if what == "advise":
        return [tuple(advice) for advice in bot.counsel(seen, (), seat)]
    if not question["offered"] and bot.has_gestures(seen, seat):
        bot.seconds = seconds / 2  # each further part takes half as long: all together no longer
    return bot.choose(seen, (), seat, question["offered"])


@contextmanager
def _compiling_beside(game: Any, variant: str) -> Iterator[None]:
    """Have the second half of what a game needs compiled in a process of its own, and kept on disk, where it is not.

    Not so where others need this one's processor anyway.
    """
    from torite.kernel.library import is_compiled

    if LAST in sys.argv or is_compiled(game.binding.sources):
        yield
        return
    command = [sys.executable, "-m", "torite.service.bot_worker", BESIDE, variant]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as beside:  # which ends when this one does
        try:
            yield
            with suppress(subprocess.TimeoutExpired):
                beside.wait(LATER)
        finally:
            beside.kill()


def _get_settled_ready(variant: str) -> None:
    """Have it compiled, or loaded, what tells whether a deal of a game still matters."""
    from torite.games import find
    from torite.match import Match

    match = Match(variant, seed=0)
    _settled(find(variant)[0], match.view(match.actors[0]), match.actors[0])


def _settled(game: Any, seen: Any, seat: int) -> bool:
    if game.pack.of_dice:
        return False  # chance always decides
    from torite.bots.dead_deal import settled

    return settled(game, seen, seat, SETTLED_STEPS) is True


if __name__ == "__main__":
    main()
