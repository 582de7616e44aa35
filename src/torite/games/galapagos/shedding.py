"""The rule of thumb in the Play-off: shed what is long, and answer with what costs least."""

from __future__ import annotations

from torite.kit import DONE, bit, count, holds_action, kernel, kinds, lowest, offered

from .cards import JOKERS, OF_RANK, RANK, RANK_COUNT, SHORTEST
from .combos import WAYS, cards_at, kind_of, positions
from .state import PASS, PLAY, Combo, Phase, State

WASTE = 6  # what it costs to break a set, in ranks
DEAR = 9  # rank from which on a single card is kept while the other is far from going out
FEW = 4  # cards with which the other is near to going out


@kernel
def shed(s: State, seat: int, may: list[int]) -> int:
    """Choose the next card of a combination, `done` when it is whole, or `pass`."""
    hand, named = kinds(s.hand[seat]), kinds(s.draft[seat])
    wanted = _to_lead(s, hand) if s.phase == Phase.LEAD else _to_answer(s, hand, count(kinds(s.hand[1 - seat])))
    if wanted == 0 and named == 0 and s.phase == Phase.ANSWER:
        return PASS
    choices = offered(may, PLAY)
    further = wanted & ~named & choices if named & ~wanted == 0 else 0
    if further != 0:
        return PLAY + lowest(further)
    if holds_action(may, DONE):
        return DONE
    return PLAY + lowest(choices)


@kernel
def _to_lead(s: State, hand: int) -> int:
    """The whole hand, if it is one combination; else the longest run, the largest set, low ones first."""
    if kind_of(hand) != Combo.NONE:
        return hand
    best, best_value = 0, -1000
    for rank in range(RANK_COUNT):
        same = hand & OF_RANK[rank]
        if same != 0:
            value = 8 * count(same) - rank
            if value > best_value:
                best, best_value = same, value
    run = _best_run(hand)
    if run != 0 and 8 * count(run) - RANK[lowest(run)] - _broken(hand, run) > best_value:
        return run
    return best if best != 0 else hand


@kernel
def _best_run(hand: int) -> int:
    """Return a longest run of a hand, the lower one of two; 0 if it has none."""
    best = 0
    for way in range(WAYS):
        held = positions(hand, way)
        while held != 0:
            low = lowest(held)
            length = lowest(~(held >> low))
            held &= ~(bit(low + length) - 1)
            if length >= SHORTEST and length > count(best):
                best = run_at(hand, low, length, way)
    return best


@kernel
def run_at(hand: int, low: int, length: int, way: int) -> int:
    """Return a card for each position of a run, all of which the hand has, ordinary ones before a joker."""
    run = 0
    for place in range(low, low + length):
        here = cards_at(hand, bit(place), way)
        run |= bit(lowest(here & ~JOKERS if here & ~JOKERS != 0 else here))
    return run


@kernel
def _broken(hand: int, run: int) -> int:
    """Return what it costs that a run takes cards out of sets."""
    cost = 0
    for rank in range(RANK_COUNT):
        if run & OF_RANK[rank] != 0 and count(hand & OF_RANK[rank]) > 1:
            cost += WASTE
    return cost


@kernel
def _to_answer(s: State, hand: int, theirs: int) -> int:
    """The lowest that beats, whole sets before parts of larger ones; 0 to pass."""
    if s.combo == Combo.SEQUENCE:
        return _higher_run(s, hand)
    best, best_value = 0, 1000
    for rank in range(s.combo_top + 1, RANK_COUNT):
        same = hand & OF_RANK[rank]
        held = count(same)
        if held >= s.combo_size:
            value = rank + WASTE * (held - s.combo_size)
            if value < best_value:
                best, best_value = _first(same, s.combo_size), value
        elif held == s.combo_size - 1 and held > 0 and hand & JOKERS != 0:
            value = rank + WASTE
            if value < best_value:
                best, best_value = same | (hand & JOKERS), value
    if theirs > FEW and best_value > DEAR + WASTE:
        return 0
    return best


@kernel
def _higher_run(s: State, hand: int) -> int:
    """Return the lowest run that beats the one on the table, 0 if there is none."""
    length = s.combo_size
    for way in range(WAYS):
        starts = positions(hand, way)
        for _ in range(1, length):
            starts &= starts >> 1
        starts &= ~(bit(max(0, s.combo_top - length + 2)) - 1)
        if starts != 0:
            return run_at(hand, lowest(starts), length, way)
    return 0


@kernel
def _first(cards: int, number: int) -> int:
    """Return so many of some cards."""
    found = 0
    for _ in range(number):
        found |= bit(lowest(cards & ~found))
    return found
