"""Sets and sequences of the Play-off: what cards may join, and what they are (GALA-6, GALA-8.12 to GALA-8.17).

A sequence lies at positions: 2 to 14 are the ranks, 1 is an ace or a joker below the two, 15 a joker above the ace. It
lies either *low*, up to the king, or *high*, from the two on: no hand of thirteen has one that does both.
"""

from __future__ import annotations

from torite.kit import bit, count, highest, kernel, lowest

from .cards import ACE, ALL_RANKS, JOKERS, OF_RANK, RANK, RANK_COUNT, SHORTEST, in_all_suits, ranks_in
from .state import Combo

BELOW_TWO = -1  # rank of a joker alone (GALA-8.14)
LOW_END, TWO, HIGH_END = 1, 2, 15  # positions
WAYS = 2  # how a sequence lies: low, high
HIGH = 1
KING = ACE - 1


@kernel
def positions(cards: int, way: int) -> int:
    """GALA-6.4, 8.13: return the positions that cards take in a sequence that lies low (0) or high (1), as a mask."""
    ranks = ranks_in(cards)
    joker = 1 if cards & JOKERS != 0 else 0
    if way == HIGH:
        return ranks << TWO | joker << HIGH_END
    ace = ranks >> ACE
    return (ranks & ~bit(ACE)) << TWO | (ace | joker) << LOW_END


@kernel
def cards_at(hand: int, places: int, way: int) -> int:
    """Return the cards of a hand that can lie at some positions of a sequence that lies low or high."""
    found = in_all_suits((places >> TWO) & ALL_RANKS) & hand
    if way == HIGH:
        return found | (hand & JOKERS if places >> HIGH_END != 0 else 0)
    return found | (hand & (OF_RANK[ACE] | JOKERS) if places & bit(LOW_END) != 0 else 0)


@kernel
def is_set(cards: int) -> bool:
    """GALA-6.2, 8.14, 8.17: tell whether cards are of one rank, a joker apart."""
    ordinary = cards & ~JOKERS
    return cards != 0 and (ordinary == 0 or ordinary & ~OF_RANK[RANK[lowest(ordinary)]] == 0)


@kernel
def run_top(cards: int) -> int:
    """GALA-6.2, 6.4, 8.13: return the top position of cards that are a sequence, 0 if they are none."""
    length = count(cards)
    if length < SHORTEST:
        return 0
    for way in range(WAYS):
        places = positions(cards, way)
        gapless = places >> lowest(places)
        if count(places) == length and gapless & (gapless + 1) == 0:
            return highest(places)
    return 0


@kernel
def kind_of(cards: int) -> int:
    """Tell what cards are: a set, a sequence or neither."""
    if is_set(cards):
        return Combo.SET
    return Combo.SEQUENCE if run_top(cards) != 0 else Combo.NONE


@kernel
def top_of(cards: int, combo: int) -> int:
    """GALA-6.7, 8.14, 8.17: return by what a combination compares: the rank of a set, the top of a sequence."""
    if combo == Combo.SEQUENCE:
        return run_top(cards)
    ordinary = cards & ~JOKERS
    return RANK[lowest(ordinary)] if ordinary != 0 else BELOW_TWO


@kernel
def further_leads(hand: int, named: int) -> int:
    """GALA-6.2, 8.12 to 8.17: return the cards that can be named next by whoever leads.

    Args:
        hand: cards held, those named among them.
        named: cards named so far.
    """
    if named & ~JOKERS == 0:
        return hand & ~named
    found = 0
    if is_set(named):
        found = (OF_RANK[RANK[lowest(named & ~JOKERS)]] | JOKERS) & hand
    return (found | _in_runs_around(hand, named)) & ~named


@kernel
def _in_runs_around(hand: int, named: int) -> int:
    """Return the cards of the whole stretches of a hand's ranks in which the cards named lie, at other ranks."""
    found = 0
    for way in range(WAYS):
        held, taken = positions(hand, way), positions(named, way)
        if count(taken) == count(named):
            stretch = _stretch(held, lowest(taken))
            if taken & ~stretch == 0 and count(stretch) >= SHORTEST:
                found |= cards_at(hand, stretch & ~taken, way)
    return found


@kernel
def _stretch(held: int, at: int) -> int:
    """Return the positions in a row around one, all of which are held."""
    top = at + lowest(~(held >> at))
    low = highest(~held & (bit(at) - 1)) + 1
    return bit(top) - bit(low)


@kernel
def further_in_set(hand: int, named: int, size: int, above: int) -> int:
    """GALA-6.5 to 6.7, 8.17: return the cards that can be named next on the way to a set of a size above a rank."""
    found = 0
    if size == 1:
        return in_all_suits(ALL_RANKS & ~(bit(above + 1) - 1)) & hand
    jokers = hand & JOKERS
    for rank in range(above + 1, RANK_COUNT):
        same = hand & OF_RANK[rank]
        if same != 0 and named & ~same & ~JOKERS == 0 and count(same | jokers) >= size:
            found |= same | jokers
    return found & ~named


@kernel
def further_in_runs(hand: int, named: int, length: int, above: int) -> int:
    """GALA-6.5 to 6.7, 8.13: return the cards that can be named next on the way to a run of a length above a top."""
    found = 0
    for way in range(WAYS):
        taken = positions(named, way)
        if count(taken) == count(named):
            found |= cards_at(hand, _in_windows(positions(hand, way), taken, length, above) & ~taken, way)
    return found


@kernel
def _in_windows(held: int, taken: int, length: int, above: int) -> int:
    """Return the positions of the runs of a length that are held, hold those taken, and end above a position."""
    starts = held
    for i in range(1, length):
        starts &= held >> i
    starts &= ~(bit(max(0, above - length + 2)) - 1)
    if taken != 0:
        starts &= bit(lowest(taken) + 1) - 1
        starts &= ~(bit(max(0, highest(taken) - length + 1)) - 1)
    found = 0
    for i in range(length):
        found |= starts << i
    return found


@kernel
def closes_around(named: int) -> int:
    """GALA-6.4: return the cards with which the ace would lie between the king and the two."""
    corner = bit(ACE) | bit(KING) | 1
    ranks = ranks_in(named) & corner
    return in_all_suits(corner & ~ranks) if count(ranks) == 2 else 0
