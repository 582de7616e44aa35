"""The invariants of the clauses (section 10), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import size

from .counting import points_of
from .state import DEALT, PLAYED, SEATS, TO_CRIB, Phase, State
from .tiles import MOST, PACK, TILES, VALUE


def tiles_add_up(s: State) -> bool:
    """Invariant 1: twelve tiles are dealt, four to the crib, one is the starter, fifteen are not used."""
    if s.begun == 0:
        return True
    rows = [*s.hand, *s.laid, *s.played, s.starter, s.crib]
    listed = [kind for row in rows for kind in PACK.listed(row)]
    listed += [kind for kind in (*s.stock, *s.line) if kind >= 0]
    return sorted(listed) == list(TILES) and size(s.starter) == int(s.stock[0] < 0)


def count_stays_low(s: State) -> bool:
    """Invariant 2: the count never exceeds thirty-one, and nobody plays more than four tiles."""
    counted = sum(VALUE[kind] for kind in s.line[: s.line_len])
    by = s.line_by[: s.line_len]
    played = [size(s.played[seat]) + by.count(seat) for seat in range(SEATS)]
    return s.total == counted <= MOST and max(played) <= PLAYED


def goes_pay_once(s: State) -> bool:
    """Invariant 3: a Go is paid or held back at most once in a sequence, and never for a count of thirty-one."""
    return s.go_paid in (0, 1) and (s.go_owed < 0 or s.go_paid == 1)


def order_is_nothing(s: State) -> bool:
    """Invariant 4: a hand counts what its values count, however a value is split into ends."""
    if s.phase != Phase.CRIB:
        return True
    hand = PACK.mask(PACK.listed(s.hand[0])[:PLAYED])
    swapped = 0
    for kind in PACK.listed([hand]):
        alike = [k for k in TILES if VALUE[k] == VALUE[kind] and not swapped >> k & 1]
        swapped |= 1 << alike[-1]
    zero = 1 << PACK.kind("0-0")
    return (hand | swapped) & zero != 0 or points_of(s, hand) == points_of(s, swapped)


def scores_grow(s: State) -> bool:
    """Invariant 5: scores never fall, and the match stops at the first to reach the target."""
    pegs = all(s.score[seat] >= s.back_peg[seat] and s.score[seat] >= s.before[seat] for seat in range(SEATS))
    reached = sum(s.score[seat] >= s.options.target for seat in range(SEATS))
    return pegs and (reached == 0 or (reached == 1 and s.phase == Phase.OVER))


def crib_stays_hidden(s: State) -> bool:
    """Invariant 6: the crib lies apart, two tiles from each, until the hands are counted."""
    laid = [size(row) for row in s.laid]
    if s.phase == Phase.PLAY:
        return laid == [TO_CRIB] * SEATS and size(s.crib) == 0
    return s.phase != Phase.CRIB or all(
        size(s.hand[seat]) + laid[seat] == DEALT and laid[seat] in (0, TO_CRIB) for seat in range(SEATS)
    )


PROMISES: dict[str, Any] = {
    "DCRIB-10.1 tiles": tiles_add_up,
    "DCRIB-10.2 count": count_stays_low,
    "DCRIB-10.3 goes": goes_pay_once,
    "DCRIB-10.4 order": order_is_nothing,
    "DCRIB-10.5 scores": scores_grow,
    "DCRIB-10.6 crib": crib_stays_hidden,
}
