"""Whether the rest of a deal still matters, as far as a seat can know.

The deal is *settled* for a seat when in every world that its view allows the deal comes out the same whatever anybody
does: each seat's payoff and running score. Worlds may differ among each other; that is luck, and not play.

First a few worlds are played out at random, twice each: early in a deal that shows at once that play matters. Else
every world is laid out and every line of it is played. What no line looks at (a stock that nobody draws from, cards
thrown away) needs no laying out; `torite.kernel.field_access` tells what was looked at.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any

from torite.bots.exhaustive import (
    LEFT,
    MEMO,
    MOST_DEPTH,
    NO,
    SHORTEST,
    UNTOLD,
    WORTHS,
    YES,
    all_lines,
    is_worth_the_same,
    keep,
    play_somehow,
    read,
    take_back,
)
from torite.kernel import generator
from torite.kernel.compile import Binding, kernel
from torite.kernel.field_access import Watching
from torite.kernel.fields import UNKNOWN, Field, Layout, See, _flat
from torite.kernel.generator import seed
from torite.kernel.scratch import room
from torite.kernel.slots import MAY_WORDS, complete
from torite.kit.game import Game
from torite.worlds import enumeration
from torite.worlds.constraints import (
    MOST_PIECES,
    NEED,
    P_OPEN,
    P_PIECES,
    PLAN_WORDS,
    T_HEAD,
    T_HIDDEN,
    T_NUMBERS,
    T_SHOWN,
    T_WORDS,
    lay,
    prepare,
)
from torite.worlds.enumeration import deal, find_spots, has_required, next_layout, rest_fits
from torite.worlds.sample import WEIGHTS, sample
from torite.worlds.sampler import tables_of

STEPS = 2_000_000  #: choices tried in all, well below a microsecond each when compiled
TRIED = 8  #: worlds that are played out at random before all are laid out
LOOKED = 3  #: beside YES, NO and UNTOLD: a line looked at a field that none had looked at before
UNREAD = ("known", "notes", "note_pieces")  #: what a seat knows to lie in a place lies there in its view
DRAFTS = ("draft", "drafting")  #: hidden, but no secrets: a gesture that is open has changed nothing yet


def settled(game: Game, seen: Any, seat: int, steps: int = STEPS, compiled: bool = True) -> bool | None:
    """Tell whether the rest of the deal cannot change what the deal is worth, as far as a seat can know.

    What is compared is every seat's payoff and running score at the deal's end: a choice that costs chips or buys a
    score back counts as play. What else may differ then (who deals next, say) is not looked at. The answer depends on
    the view, the seat and the steps alone.

    Args:
        game: the game.
        seen: the seat's view.
        seat: whose view it is.
        steps: most choices to be tried, over all worlds and lines.
        compiled: whether to compile; plain Python is slower and the same.

    Returns:
        True: in each world that the view allows every line of play is worth the same; so it is when the deal is over.
        False: in some world two lines are not.
        None: it cannot be told: there are too many worlds or lines; chance is asked before the deal's end; a line looks
        at a number that the seat cannot know (a sealed bid, a side); or the view is of no possible state.
    """
    watching = _watching(game.binding, game.layout)
    arguments = _room(game, seen, seat, steps, compiled)
    bind = watching.compiled(_tell, playout=True) if compiled else watching.interpreted(_tell)
    return {YES: True, NO: False}.get(int(bind(*arguments)))


@cache
def _bits(layout: Layout) -> dict[str, int]:
    """Give each field that somebody may not see a bit."""
    watched = [f.name for f in layout.fields if _is_hidden(f)]
    return {name: 1 << i for i, name in enumerate(watched)}


def _is_hidden(field: Field) -> bool:
    return field.spec.see is not See.ALL and not field.spec.beside and field.name not in DRAFTS


@cache
def _watching(binding: Binding, layout: Layout) -> Watching:
    return Watching(binding, _bits(layout))


def _secrets(seen: Any) -> int:
    """Return the bits of the fields that hold something that the viewer cannot know and that follows from no place."""
    bits = 0
    for name, bit in _bits(seen.layout).items():
        field = seen.layout.named[name]
        if field.spec.follows:
            continue
        if not field.is_place and (field.spec.holds != "number" or _has_unknown(getattr(seen, name))):
            bits |= bit
    return bits


def _has_unknown(value: Any) -> bool:
    return any(map(_has_unknown, value)) if isinstance(value, list) else value == UNKNOWN


@cache
def _record(layout: Layout) -> Any:
    """The record of the state with `touched` behind it."""
    import numpy

    fields = layout.playout_dtype.fields
    assert fields is not None
    return numpy.dtype([*((name, fields[name][0]) for name in layout.playout_dtype.names or ()), ("touched", "i8")])


def _words(seen: Any) -> list[int]:
    """List a view's words, but for those that no world is made from: they are most of them."""
    words = [0] * seen.layout.all_words
    for field in seen.layout.fields:
        if field.name not in UNREAD:
            value = getattr(seen, field.name)
            words[field.offset : field.offset + field.words] = list(_flat(value)) if field.kind else _flattened(value)
    return words


def _flattened(value: Any) -> list[int]:
    if not isinstance(value, list):
        return [value]
    while value and isinstance(value[0], list):
        value = list(chain.from_iterable(value))
    return value


def _room(game: Game, seen: Any, seat: int, steps: int, compiled: bool) -> tuple[Any, ...]:
    """Make room for all that `_tell` writes, and fill in what it reads."""
    layout = game.layout
    bits = [_bits(layout)[place.field.name] for place in layout.places]
    lists = (_words(seen), bits, tables_of(game.name, layout))
    sizes = (PLAN_WORDS, PLAN_WORDS, MOST_PIECES, MEMO, generator.PADDED, layout.words)
    grids = (
        (MOST_PIECES, enumeration.COLUMNS),
        (WORTHS, layout.seats),
        (MOST_DEPTH + 1, game.verbs.words * int(seen.seats)),
    )
    given: list[Any]
    rooms: list[Any]
    words: Any
    if compiled:
        import numpy

        given = [numpy.array(values, dtype=numpy.int64) for values in lists]
        rooms = [numpy.zeros(size, dtype=numpy.int64) for size in (*sizes, *grids)]
        kept: Any = numpy.empty((MOST_DEPTH, layout.words), dtype=numpy.int64)
        words = numpy.zeros(layout.words + 1, dtype=numpy.int64)
        s: Any = words.view(_record(layout))[0]
        weights: Any = numpy.zeros(WEIGHTS)
    else:
        given = [list(values) for values in lists]
        rooms = [[0] * size for size in sizes] + [[[0] * width for _ in range(height)] for height, width in grids]
        kept, words, weights = [None] * MOST_DEPTH, [0] * layout.words, [0.0] * WEIGHTS
        s = game.state()
        s.touched = 0
    return *given, *rooms, kept, words, s, weights, _secrets(seen), seat, steps


@kernel
def _tell(
    seen: Any,
    bits: Any,
    table: Any,
    plan: Any,
    other: Any,
    used: Any,
    memo: Any,
    rng: Any,
    blank: Any,
    spots: Any,
    worth: Any,
    rows: Any,
    kept: Any,
    words: Any,
    s: Any,
    weights: Any,
    secrets: int,
    seat: int,
    steps: int,
) -> int:
    """Tell whether the deal is settled: YES, NO or UNTOLD.

    Args:
        seen, table, plan, weights: see `torite.worlds.sample.sample`.
        bits, used, spots, other: see `torite.worlds.enumeration`.
        memo, worth, rows, kept, words, s: see `torite.bots.exhaustive`; s.touched is 0.
        rng: room for a generator.
        blank: room for the words of a world in which nothing unseen lies.
        secrets: the bits of fields that are unknown and in no place.
        seat: whose view it is.
        steps: choices that may be tried.
    """
    memo[LEFT] = steps
    memo[SHORTEST] = steps
    seed(rng, 0, 0)
    prepare(seen, plan, table)
    if not _adds_up(plan):
        return UNTOLD
    verdict = _try_some(seen, table, plan, memo, rng, worth, rows, kept, words, s, weights, seat)
    if verdict != YES:
        return verdict
    _blank(seen, table, blank)
    prepare(seen, plan, table)
    verdict = LOOKED
    while verdict == LOOKED:
        if s.touched & secrets != 0:
            return UNTOLD
        verdict = _try_all(
            seen, bits, table, plan, other, used, memo, rng, blank, spots, worth, rows, kept, words, s, seat
        )
    return verdict


@kernel
def _adds_up(plan: Any) -> bool:
    """Tell whether there are as many unseen pieces as places for them."""
    need = 0
    for p in range(plan[P_OPEN]):
        need += plan[NEED + p]
    return need == plan[P_PIECES]


@kernel
def _blank(seen: Any, table: Any, blank: Any) -> None:
    """Write the world without its unseen pieces: unknown numbers are 0, as in a world that is drawn."""
    for w in range(table[T_WORDS]):
        blank[w] = seen[w]
    first = T_HEAD + 3 * (table[T_SHOWN] + table[T_HIDDEN])
    for i in range(first, first + table[T_NUMBERS]):
        if blank[table[i]] == UNKNOWN:
            blank[table[i]] = 0


@kernel
def _try_some(
    seen: Any,
    table: Any,
    plan: Any,
    memo: Any,
    rng: Any,
    worth: Any,
    rows: Any,
    kept: Any,
    words: Any,
    s: Any,
    weights: Any,
    seat: int,
) -> int:
    """Play a few worlds out at random, twice each: NO if one comes out differently, YES if none does."""
    may = room(MAY_WORDS)
    verdict = YES
    for _ in range(TRIED):
        if not sample(seen, plan, weights, table, words, rng):
            return UNTOLD
        read(words, s)
        complete(s, seat, rng)
        keep(kept, 0, words, s)
        for line in range(2):
            take_back(kept, 0, words, s)
            if not play_somehow(s, may, rows[0], memo, rng):
                verdict = UNTOLD
                break
            if not is_worth_the_same(s, worth, line == 0):
                return NO
    return verdict


@kernel
def _try_all(
    seen: Any,
    bits: Any,
    table: Any,
    plan: Any,
    other: Any,
    used: Any,
    memo: Any,
    rng: Any,
    blank: Any,
    spots: Any,
    worth: Any,
    rows: Any,
    kept: Any,
    words: Any,
    s: Any,
    seat: int,
) -> int:
    """Play every line of every world, as far as they differ in what was looked at before; LOOKED when that was more."""
    may = room(MAY_WORDS)
    looked = s.touched
    n = find_spots(seen, plan, table, bits, looked, spots, used)
    if _are_too_many(plan, spots, used, n, memo):
        return UNTOLD
    find_spots(seen, plan, table, bits, looked, spots, used)
    picked = next_layout(plan, spots, used, n, False, memo[LEFT])
    while picked > 0:
        if has_required(seen, plan, table, spots, n):
            deal(plan, spots, used, n)
            for w in range(len(blank)):
                words[w] = blank[w]
            lay(plan, table, words)
            read(words, s)
            complete(s, seat, rng)
            verdict = all_lines(words, s, kept, rows, may, worth, memo)
            if s.touched != looked:
                return LOOKED
            if verdict != YES and rest_fits(seen, plan, table, bits, looked, used, other):
                return verdict
        picked = next_layout(plan, spots, used, n, True, memo[LEFT])
    return YES if picked == 0 else UNTOLD


@kernel
def _are_too_many(plan: Any, spots: Any, used: Any, n: int, memo: Any) -> bool:
    """Tell whether the worlds are more than the steps left allow, each played out once."""
    most = memo[LEFT] // max(1, memo[SHORTEST])
    found = 0
    left = memo[LEFT]
    picked = next_layout(plan, spots, used, n, False, left)
    while picked > 0 and found <= most:
        found += 1
        left -= picked
        picked = next_layout(plan, spots, used, n, True, left)
    return picked != 0
