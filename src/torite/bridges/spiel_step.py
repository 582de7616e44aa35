"""One step of a match for OpenSpiel in one call of compiled code: what is done, who is asked then, what each saw."""

from __future__ import annotations

from typing import Any, NamedTuple

from torite.bots.ismcts import mixed
from torite.kernel.bits import lowest
from torite.kernel.compile import kernel
from torite.kernel.slots import MAY_WORDS
from torite.vector.loops import SEAT as ASKED_SEAT
from torite.vector.loops import begin, proceed, settle_one, show

START, TAKE, SETTLE, LOOK, SHOW = range(5)  #: what is done
SEAT, DRAFTING, OPEN, ONE, OTHER, HEAD = range(6)  #: of the facts; behind them the actions that may be taken
# what is kept of the views that a seat had: two hashes of all of them in a row, and those of the last
ALL, OTHER_ALL, LAST, OTHER_LAST, MARKS = range(5)


class StepResult(NamedTuple):
    """Where it is written what comes of a step.

    Attributes:
        reward: float32[seats], what the deals that ended are worth.
        marks: int64[seats, MARKS], of the views that each seat had when it was asked, and before chance came in.
        ask: int64[], what chance is asked for.
        facts: int64[HEAD + actions]: who is asked, whether the one who acted has a gesture open, how many actions
            may be taken; two hashes of what was shown; and the numbers of these actions.
        bytes: uint8[seats, size], what each seat sees.
        observed_words: the same memory as int64.
        space: room.
    """

    reward: Any
    marks: Any
    ask: Any
    facts: Any
    bytes: Any
    observed_words: Any
    space: Any


@kernel
def go(what: int, given: Any, batch: Any, book: Any, result: Any) -> None:
    """Do something in the one match of a batch, and write down what comes of it.

    Args:
        what: START, TAKE an action, SETTLE what chance was asked for, only LOOK; or SHOW what a seat sees.
        given: the action, the outcome, or the seat.
        batch, book: the match, and its rules.
        result: is written.
    """
    s, facts = batch.states[0], result.facts
    if what == SHOW:
        show(batch, book, 0, given[0], result.bytes[given[0]])
        facts[ONE], facts[OTHER] = hashed(result.observed_words[given[0]])
        return
    actor = batch.memo[0][ASKED_SEAT]
    if what == START:
        begin(batch, book, 0, 0)
    elif what == SETTLE:
        settle_one(batch, given)
    asked = proceed(batch, book, given[0] if what == TAKE else -1, result.space, result.ask, result.reward)
    facts[SEAT] = asked
    facts[DRAFTING] = s.drafting[actor]
    facts[OPEN] = 0
    if asked >= 0:
        list_open(batch.may[0], book.dense, facts)
    for viewer in range(s.seats):
        if asked < 0 or viewer == asked:
            show(batch, book, 0, viewer, result.bytes[viewer])
            mark(result.observed_words[viewer], result.marks[viewer])


@kernel
def list_open(may: Any, dense: Any, facts: Any) -> None:
    """List the numbers of the actions that may be taken."""
    n = 0
    for j in range(MAY_WORDS):
        left = may[j]
        while left != 0:
            facts[HEAD + n] = dense[64 * j + lowest(left)]
            left &= left - 1
            n += 1
    facts[OPEN] = n


@kernel
def mark(view: Any, marks: Any) -> None:
    """Remember a view, if it is another than the last one."""
    one, other = hashed(view)
    if one != marks[LAST] or other != marks[OTHER_LAST]:
        marks[ALL] = mixed(marks[ALL], one)
        marks[OTHER_ALL] = mixed(marks[OTHER_ALL], other)
        marks[LAST] = one
        marks[OTHER_LAST] = other


@kernel
def hashed(view: Any) -> tuple[int, int]:
    """Hash a view, twice."""
    one, other = 1, 2
    for word in range(len(view)):
        one = mixed(one, view[word])
        other = mixed(other, view[word] ^ (view[word] >> 32))
    return one, other
