"""The rule of thumb for the showdown: show the best figure, its wilds so that the Hanger is served too."""

from __future__ import annotations

from torite.kit import DONE, bit, count, holds_action, kernel, kinds, lowest, nth_verb, offered

from .cards import OF_RANK, RUN_STRENGTH, RUNS, STAND_INDEX, WILDS, figure_rank
from .claims import drafted_as
from .figures import best_figure, longest_run, meant
from .state import ACCEPT, CLAIM_GLEICH, CLAIM_HANGER, CONCEDE, DEFER, GLEICH, State, cards_of


@kernel(seldom=True)
def settle_element(s: State, seat: int, may: list[int]) -> int:
    """Show the best figure; else leave it to the partner, or equal, or give it up."""
    part = claim_part(s, seat, may)
    if part >= 0:
        return part
    if holds_action(may, DONE):
        return DONE
    if holds_action(may, ACCEPT):
        return ACCEPT
    if holds_action(may, DEFER):
        return DEFER
    return CONCEDE + s.element


@kernel(seldom=True)
def claim_part(s: State, seat: int, may: list[int]) -> int:
    """Choose the next card of the best figure, and what it stands for; -1 when all are chosen."""
    base = CLAIM_GLEICH if s.element == GLEICH else CLAIM_HANGER
    wanted = wanted_cards(s, seat)
    cards = cards_of(s, seat) & ~kinds(s.draft[seat])
    naturals = offered(may, base) & wanted & cards
    if naturals != 0:
        return base + lowest(naturals)
    wilds = cards & WILDS[s.trump]
    while wilds != 0:
        wild = lowest(wilds)
        wilds &= wilds - 1
        base_as = nth_verb(base, 1 + STAND_INDEX[wild])
        meanings = offered(may, base_as) & wanted
        if meanings != 0:
            return base_as + lowest(meanings)
    return -1


@kernel(seldom=True)
def wanted_cards(s: State, seat: int) -> int:
    """Return what the cards of the best figure stand for, once the wilds stand for what serves the Hanger too."""
    cards = cards_of(s, seat)
    wilds = cards & WILDS[s.trump]
    have = (cards & ~wilds) | meant(s, wilds & ~s.loose)
    best = best_figure(s, s.element, cards, s.loose)
    if best == 0:
        return 0
    if s.element == GLEICH:
        return _wanted_equals(have, OF_RANK[figure_rank(best)])
    drafted = drafted_as(s, seat)
    return _wanted_run(have | drafted, count(wilds & s.loose & ~kinds(s.draft[seat])), best)


@kernel
def _wanted_equals(have: int, equals: int) -> int:
    """Leave of the cards of a rank that one has, and of the others that one with which the best sequence is left."""
    wanted = have & equals
    best = -1
    chosen = 0
    others = equals
    while others != 0:
        run = longest_run(have | bit(lowest(others)), 0)
        if run > best:
            best = run
            chosen = bit(lowest(others))
        others &= others - 1
    return wanted | chosen


@kernel
def _wanted_run(have: int, free: int, strength: int) -> int:
    """Return the first sequence of a strength that can be made."""
    for i in range(len(RUNS)):
        if RUN_STRENGTH[i] == strength and count(RUNS[i] & ~have) <= free:
            return RUNS[i]
    return 0
