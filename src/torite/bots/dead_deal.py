"""Whether the rest of a deal still matters, as far as a seat can know.

The deal is *settled* for a seat when in every world that its view allows the deal comes out the same whatever anybody
does: each seat's payoff and running score. Worlds may differ among each other; that is luck, and not play.

First a few worlds are played out at random, twice each: early in a deal that shows at once that play matters. Else
every world is laid out and every line of it is played. What no line looks at (a stock that nobody draws from, cards
thrown away) needs no laying out; `torite.kernel.field_access` tells what was looked at.
"""

from __future__ import annotations

from functools import cache
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
    Lines,
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
from torite.kernel.fields import UNKNOWN, See
from torite.kernel.generator import seed
from torite.kernel.layout import Field, Layout, add_words
from torite.kernel.scratch import room
from torite.kernel.slots import MAY_WORDS, complete
from torite.kit.game import Game
from torite.worlds import enumeration
from torite.worlds.constraints import MOST_PIECES, lay, prepare
from torite.worlds.enumeration import Ways, deal, find_spots, has_required, next_layout, rest_fits
from torite.worlds.plan import Plan, plan_record, unseen_of
from torite.worlds.sample import blank_numbers, sample

STEPS = 2_000_000  #: choices tried in all, well below a microsecond each when compiled
TRIED = 8  #: worlds that are played out at random before all are laid out
LOOKED = 3  #: beside YES, NO and UNTOLD: a line looked at a field that none had looked at before
GENERIC = ("torite.bots", "torite.worlds")  #: packages that look at hidden fields by their words alone
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
    return Watching(binding, _bits(layout), GENERIC)


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
            own: list[int] = []
            add_words(own, getattr(seen, field.name), field.depth)
            words[field.offset : field.offset + field.words] = own
    return words


def _room(game: Game, seen: Any, seat: int, steps: int, compiled: bool) -> tuple[Any, ...]:
    """Make room for all that `_tell` writes, and fill in what it reads."""
    layout = game.layout
    bits: Any = [_bits(layout)[place.field.name] for place in layout.places]
    unseen = unseen_of(layout, _words(seen), compiled)
    sizes = (MOST_PIECES, MEMO, generator.PADDED, layout.words)
    grids = (
        (MOST_PIECES, enumeration.COLUMNS),
        (WORTHS, layout.seats),
        (MOST_DEPTH + 1, game.verbs.words * int(seen.seats)),
    )
    rooms: list[Any]
    words: Any
    other: Any
    if compiled:
        import numpy

        bits, other = numpy.array(bits, dtype=numpy.int64), plan_record()
        rooms = [numpy.zeros(size, dtype=numpy.int64) for size in (*sizes, *grids)]
        kept: Any = numpy.empty((MOST_DEPTH, layout.words), dtype=numpy.int64)
        words = numpy.zeros(layout.words + 1, dtype=numpy.int64)
        s: Any = words.view(_record(layout))[0]
    else:
        other = Plan()
        rooms = [[0] * size for size in sizes] + [[[0] * width for _ in range(height)] for height, width in grids]
        kept, words = [None] * MOST_DEPTH, [0] * layout.words
        s = game.state()
        s.touched = 0
    used, memo, rng, blank, spots, worth, rows = rooms
    ways, lines = Ways(bits, spots, used, other), Lines(words, s, kept, rows, worth, memo)
    return unseen, ways, lines, blank, rng, _secrets(seen), seat, steps


@kernel
def _tell(unseen: Any, ways: Any, lines: Any, blank: Any, rng: Any, secrets: int, seat: int, steps: int) -> int:
    """Tell whether the deal is settled: YES, NO or UNTOLD.

    Args:
        unseen: the view: see `torite.worlds.constraints.Unseen`.
        ways: room for the ways in which unseen pieces may lie.
        lines: room for a world and its lines; nothing was looked at yet.
        blank: room for the words of a world in which nothing unseen lies.
        rng: room for a generator.
        secrets: the bits of fields that are unknown and in no place.
        seat: whose view it is.
        steps: choices that may be tried.
    """
    lines.memo[LEFT] = steps
    lines.memo[SHORTEST] = steps
    seed(rng, 0, 0)
    prepare(unseen)
    if not _adds_up(unseen.plan):
        return UNTOLD
    verdict = _try_some(unseen, lines, rng, seat)
    if verdict != YES:
        return verdict
    for w in range(unseen.table.words):
        blank[w] = unseen.seen[w]
    blank_numbers(unseen.table, blank)
    prepare(unseen)
    verdict = LOOKED
    while verdict == LOOKED:
        if lines.s.touched & secrets != 0:
            return UNTOLD
        verdict = _try_all(unseen, ways, lines, blank, rng, seat)
    return verdict


@kernel
def _adds_up(plan: Any) -> bool:
    """Tell whether there are as many unseen pieces as places for them."""
    need = 0
    for p in range(plan.open_count):
        need += plan.need[p]
    return need == plan.piece_count


@kernel
def _try_some(unseen: Any, lines: Any, rng: Any, seat: int) -> int:
    """Play a few worlds out at random, twice each: NO if one comes out differently, YES if none does."""
    words, s, kept = lines.words, lines.s, lines.kept
    may = room(MAY_WORDS)
    verdict = YES
    for _ in range(TRIED):
        if not sample(unseen, words, rng):
            return UNTOLD
        read(words, s)
        complete(s, seat, rng)
        keep(kept, 0, words, s)
        for line in range(2):
            take_back(kept, 0, words, s)
            if not play_somehow(lines, may, rng):
                verdict = UNTOLD
                break
            if not is_worth_the_same(s, lines.worth, line == 0):
                return NO
    return verdict


@kernel
def _try_all(unseen: Any, ways: Any, lines: Any, blank: Any, rng: Any, seat: int) -> int:
    """Play every line of every world, as far as they differ in what was looked at before; LOOKED when that was more."""
    plan, words, s, memo = unseen.plan, lines.words, lines.s, lines.memo
    may = room(MAY_WORDS)
    looked = s.touched
    n = find_spots(unseen, ways, looked)
    if _are_too_many(plan, ways, n, memo):
        return UNTOLD
    find_spots(unseen, ways, looked)
    picked = next_layout(plan, ways, n, False, memo[LEFT])
    while picked > 0:
        if has_required(unseen, ways, n):
            deal(plan, ways, n)
            for w in range(len(blank)):
                words[w] = blank[w]
            lay(plan, unseen.table, words)
            read(words, s)
            complete(s, seat, rng)
            verdict = all_lines(lines, may)
            if s.touched != looked:
                return LOOKED
            if verdict != YES and rest_fits(unseen, ways, looked):
                return verdict
        picked = next_layout(plan, ways, n, True, memo[LEFT])
    return YES if picked == 0 else UNTOLD


@kernel
def _are_too_many(plan: Any, ways: Any, n: int, memo: Any) -> bool:
    """Tell whether the worlds are more than the steps left allow, each played out once."""
    most = memo[LEFT] // max(1, memo[SHORTEST])
    found = 0
    left = memo[LEFT]
    picked = next_layout(plan, ways, n, False, left)
    while picked > 0 and found <= most:
        found += 1
        left -= picked
        picked = next_layout(plan, ways, n, True, left)
    return picked != 0
