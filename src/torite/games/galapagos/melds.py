"""The melds of the won cards: which there are, what they count, which suit may be named (GALA-3)."""

from __future__ import annotations

from typing import Any

from torite.kit import bit, count, kernel, lowest, room

from .cards import (
    ACE,
    ACE_LIES,
    FOURS,
    MELD_LESS,
    MELD_POINTS,
    NAMED_BONUS,
    OF_RANK,
    OF_SUIT,
    POINT,
    RANK_COUNT,
    SEQUENCES,
    SHORTEST,
    SUIT,
    SUITS,
    THREES,
    TOP,
    WEIGHT,
    lies_at,
    points_of,
    ranks_of,
)
from .options import MeldOverlap
from .state import NO_SUIT, State

ALL_FOUR = 5  # of a rank held whole: no set, without one suit, or all four
WAYS = ALL_FOUR + 1
MOST_SETS = 4


@kernel
def missing_suit(cards: int) -> int:
    """Return the suit that three cards of a rank lack."""
    suit = 0
    while cards & OF_SUIT[suit] != 0:
        suit += 1
    return suit


@kernel
def set_points(cards: int, rank: int, suit: int) -> int:
    """GALA-3.3, 3.4: what cards of a rank count as a set, where a suit (-1: none) is named."""
    held = count(cards)
    if held < SHORTEST:
        return 0
    if held > SHORTEST:
        return MELD_POINTS[FOURS + rank]
    return MELD_POINTS[THREES + rank] + (NAMED_BONUS if missing_suit(cards) == suit else 0)


@kernel(seldom=True)
def sequences_weight(s: State, cards: int) -> int:
    """GALA-3.5 to 3.8: weigh the sequences of cards."""
    total = 0
    for suit in range(SUITS):
        total += WEIGHT[s.options.ace_both_ends][ranks_of(cards, suit)]
    return total


@kernel(seldom=True)
def meld_total(s: State, cards: int, suit: int) -> int:
    """GALA-3.3 to 3.9, 3.15: what the melds of won cards count at most, where a suit (-1: none) is named."""
    if s.options.meld_overlap == MeldOverlap.NONE:
        return points_of(_best_weight(s, cards, suit, room(1)))
    total = points_of(sequences_weight(s, cards))
    for rank in range(RANK_COUNT):
        total += set_points(cards & OF_RANK[rank], rank, suit)
    return total


@kernel(seldom=True)
def nameable(s: State, cards: int) -> int:
    """GALA-3.10, 3.15: return the suits that raise the total of won cards, as a mask."""
    total = meld_total(s, cards, NO_SUIT)
    suits = 0
    for suit in range(SUITS):
        if meld_total(s, cards, suit) > total:
            suits |= bit(suit)
    return suits


@kernel(seldom=True)
def _best_weight(s: State, cards: int, suit: int, chosen: Any) -> int:
    """GALA-3.15, 3.16: weigh the best selection of melds without a card in common.

    Args:
        s: the state.
        cards: won cards.
        suit: the suit named, -1 for none.
        chosen: the cards of its sets are written to its only word.
    """
    ranks = room(MOST_SETS)
    ways = 1
    found = 0
    for rank in range(RANK_COUNT):
        held = count(cards & OF_RANK[rank])
        if held >= SHORTEST:
            ranks[found] = rank
            found += 1
            ways *= WAYS if held > SHORTEST else 2
    best = -1
    for way in range(ways):
        sets = 0
        weight = 0
        left = way
        for i in range(found):
            same = cards & OF_RANK[ranks[i]]
            choices = WAYS if count(same) > SHORTEST else 2
            picked = _picked(same, left % choices)
            left //= choices
            if picked != 0:
                sets |= picked
                weight += POINT * set_points(picked, ranks[i], suit) - MELD_LESS
        weight += sequences_weight(s, cards & ~sets)
        if weight > best:
            best = weight
            chosen[0] = sets
    return best


@kernel
def _picked(same: int, way: int) -> int:
    """Return the cards that a set of a rank takes: none, all of three, three of four, or four."""
    if way == 0:
        return 0
    if count(same) == SHORTEST or way == ALL_FOUR:
        return same
    return same & ~OF_SUIT[way - 1]


@kernel(seldom=True)
def find_melds(s: State, cards: int, suit: int, melds: Any, masks: Any) -> int:
    """GALA-3.12, 3.17: list the melds of won cards as they are declared; return how many they are.

    Args:
        s: the state.
        cards: won cards.
        suit: the suit named, -1 for none.
        melds: room for MELDS melds, each an index of `cards.MELD_KIND`.
        masks: room for their cards.
    """
    in_sets = room(1)
    in_sets[0] = cards
    for_runs = cards
    if s.options.meld_overlap == MeldOverlap.NONE:
        _best_weight(s, cards, suit, in_sets)
        for_runs = cards & ~in_sets[0]
    found = 0
    for i in range(RANK_COUNT):
        rank = RANK_COUNT - 1 - i
        same = in_sets[0] & OF_RANK[rank]
        if count(same) >= SHORTEST:
            melds[found] = (FOURS if count(same) > SHORTEST else THREES) + rank
            masks[found] = same
            found += 1
    return _list_runs(s, for_runs, found, melds, masks)


@kernel(seldom=True)
def _list_runs(s: State, cards: int, found: int, melds: Any, masks: Any) -> int:
    """GALA-3.17: long ones first, then by suit, then the high one first."""
    sets = found
    for suit in range(SUITS):
        ranks = ranks_of(cards, suit)
        ace = ACE_LIES[s.options.ace_both_ends][ranks]
        run = 0
        for i in range(TOP + 2):
            place = TOP - i
            if place >= 0 and lies_at(ranks, ace, place):
                run |= bit(RANK_COUNT * suit + (place - 1 if place > 0 else ACE))
            else:
                if count(run) >= SHORTEST:
                    found = _put_run(found, sets, run, melds, masks)
                run = 0
    return found


@kernel
def _put_run(found: int, sets: int, run: int, melds: Any, masks: Any) -> int:
    """Put a run behind the sets and the runs that are as long or longer; return how many melds there are now."""
    at = found
    while at > sets and count(masks[at - 1]) < count(run):
        melds[at] = melds[at - 1]
        masks[at] = masks[at - 1]
        at -= 1
    melds[at] = SEQUENCES + SUITS * (count(run) - SHORTEST) + SUIT[lowest(run)]
    masks[at] = run
    return found + 1
