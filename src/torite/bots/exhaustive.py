"""Every line of play of a world, to the deal's end: a search without recursion, over a stack of states.

A line goes on with any duty of any actor and any offer of any seat; an open gesture is completed first. A record and
its words are the same memory when compiled. In plain Python they are not, so a state is read from words, kept and taken
back by kernels that have a form for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from torite.kernel.bits import count_of, nth_of
from torite.kernel.compile import kernel
from torite.kernel.generator import below
from torite.kernel.slots import HAS_OFFERS, MAY_WORDS, OFFERS, act, actors, deal_over, legal, over, payoff, scores

YES, NO, UNTOLD = 0, 1, 2
# what is counted in `memo`: steps left, choices of the line at hand, choices of the shortest line
LEFT, MADE, SHORTEST, MEMO = range(4)
# rows of `worth`: what the line at hand is worth in payoffs and in scores, and what the first line was worth
PAYOFF, SCORE, FIRST_PAYOFF, FIRST_SCORE, WORTHS = range(5)
MOST_DEPTH = 64  #: choices of a line, forced ones not counted


class Lines(NamedTuple):
    """A world, and room for playing every line of it.

    Attributes:
        words, s: the world as words and as a record; `s.touched` tells what was looked at.
        kept: room for MOST_DEPTH states.
        rows: room for MOST_DEPTH + 1 rows of choices.
        worth: room for WORTHS rows of a number for each seat.
        memo: what is counted.
    """

    words: Any
    s: Any
    kept: Any
    rows: Any
    worth: Any
    memo: Any


@kernel
def _read_nothing(words: Any, s: Any) -> None:
    pass


@kernel(compiled=_read_nothing)
def read(words: Any, s: Any) -> None:
    """Make the state what its words say."""
    vars(s).update(vars(type(s).from_words(words)))


@kernel
def _keep_words(kept: Any, depth: int, words: Any, s: Any) -> None:
    for w in range(len(kept[depth])):
        kept[depth][w] = words[w]


@kernel(compiled=_keep_words)
def keep(kept: Any, depth: int, words: Any, s: Any) -> None:
    """Keep the state."""
    kept[depth] = s.trial()


@kernel
def _take_back_words(kept: Any, depth: int, words: Any, s: Any) -> None:
    for w in range(len(kept[depth])):
        words[w] = kept[depth][w]


@kernel(compiled=_take_back_words)
def take_back(kept: Any, depth: int, words: Any, s: Any) -> None:
    """Make the state again what was kept. What it has beside its fields (`touched`) stays as it is."""
    vars(s).update(vars(kept[depth].trial()))


@kernel
def open_choices(s: Any, may: Any, row: Any) -> int:
    """Fill a row with all that anybody may do now, seat by seat; return how much that is."""
    for j in range(len(row)):
        row[j] = 0
    duties = actors(s)
    gesture = 0
    for seat in range(s.seats):
        if s.drafting[seat] == 1:
            gesture = 1 << seat
    for seat in range(s.seats):
        mine = ((duties | gesture) >> seat) & 1 == 1
        if not mine and (gesture != 0 or duties == 0 or HAS_OFFERS == 0):
            continue
        for j in range(len(may)):
            may[j] = 0
        legal(s, seat, may)
        for j in range(len(may)):
            row[MAY_WORDS * seat + j] = may[j] if mine else may[j] & OFFERS[j]
    return count_of(row)


@kernel
def take(s: Any, row: Any, n: int, memo: Any) -> None:
    """Do number *n* of a row of choices, and strike it out."""
    choice = nth_of(row, n)
    row[choice // 64] ^= 1 << (choice % 64)
    act(s, choice // (64 * MAY_WORDS), choice % (64 * MAY_WORDS))
    memo[LEFT] -= 1
    memo[MADE] += 1


@kernel
def ended(s: Any) -> bool:
    """Tell whether the deal is over, or all of it."""
    return over(s) or deal_over(s)


@kernel
def is_worth_the_same(s: Any, worth: Any, first: bool) -> bool:
    """Tell whether the deal is worth what it was on the first line: each seat's payoff and running score."""
    payoff(s, worth[PAYOFF])
    scores(s, worth[SCORE])
    same = True
    for seat in range(s.seats):
        same = same and worth[PAYOFF][seat] == worth[FIRST_PAYOFF][seat]
        same = same and worth[SCORE][seat] == worth[FIRST_SCORE][seat]
        if first:
            worth[FIRST_PAYOFF][seat] = worth[PAYOFF][seat]
            worth[FIRST_SCORE][seat] = worth[SCORE][seat]
    return same or first


@kernel
def play_somehow(lines: Any, may: Any, rng: Any) -> bool:
    """Play on at random to the deal's end; tell whether it was reached, and chance was not needed."""
    s, row, memo = lines.s, lines.rows[0], lines.memo
    memo[MADE] = 0
    while not ended(s):
        n = open_choices(s, may, row)
        if n == 0 or memo[LEFT] <= 0:
            return False
        take(s, row, below(rng, n), memo)
    memo[SHORTEST] = min(memo[SHORTEST], memo[MADE])
    return True


@kernel
def all_lines(lines: Any, may: Any) -> int:
    """Play every line of a world; tell whether all are worth the same.

    Args:
        lines: the world; its steps left are counted down.
        may: room for a set of actions.

    Returns:
        YES; NO; or UNTOLD when a line needs chance, is too deep, or there are too many.
    """
    s, rows, memo = lines.s, lines.rows, lines.memo
    depth = 0
    here = 0
    first = True
    while memo[LEFT] > 0:
        if not ended(s):
            n = open_choices(s, may, rows[depth])
            if n == 0 or depth == MOST_DEPTH:
                return UNTOLD
            here = depth
            if n > 1:
                keep(lines.kept, depth, lines.words, s)
                depth += 1
        else:
            if not is_worth_the_same(s, lines.worth, first):
                return NO
            first = False
            while depth > 0 and count_of(rows[depth - 1]) == 0:
                depth -= 1
            if depth == 0:
                return YES
            here = depth - 1
            take_back(lines.kept, here, lines.words, s)
        take(s, rows[here], 0, memo)
    return UNTOLD
