"""The rule of thumb: show every flash, have the partner lead one's shortest suit, obey, and play what promises most.

What a lead or a second card promises stands in tables: the points that the trick comes to in the mean, if those who
still play hold a few random cards each and choose the best of them (`python -m benchmarks.flashpoint`). A third
card is judged by what the last player may hold, a last one exactly.
"""

from __future__ import annotations

from torite.kit import bit, kernel, kinds, lowest, offered, size, size_of

from .cards import ALL_CARDS, OBEYING, OF_SUIT, RANK, SAME_SUIT, SUITS_IN_ALL
from .state import (
    COMMAND,
    FLASH_VOID,
    FLASHES,
    INVITE,
    NO_COMMAND,
    NONE,
    PLAY,
    POINTS,
    SEATS,
    VERBS,
    Combination,
    Phase,
    State,
)
from .tricks import beats, combination_of

ALL_FLASHES = VERBS.mask(*FLASHES)
SCALE = 100  # parts of a point
LEAST = -100 * SCALE  # less than any card promises
LENGTH_WORTH = 50  # what playing from a suit is worth for each card held of it, in those parts
LED = (-173, -184, -211, -187, -212, -314, -393, -455)  # of each rank led
SECOND = (  # of each rank led, and each played to it
    (228, 28, 31, 202, 32, -70, -180, -253),
    (28, 231, 72, 176, 123, -1, -88, -196),
    (31, 72, 239, 220, 197, 58, -18, -112),
    (-51, 20, 95, 239, 189, 70, -102, -170),
    (80, 41, -7, 251, 239, 124, -21, -215),
    (339, 229, 206, 207, 340, 239, 76, -77),
    (417, 383, 353, 359, 349, 346, 231, -102),
    (472, 446, 431, 423, 429, 368, 392, 228),
)
MEAN_PARTS, WORST_PARTS = 3, 1  # how the mean over a last player's cards is weighed with the worst of them


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Flash whatever there is; play the card that promises most, of those that obey."""
    if s.phase == Phase.COMMAND:
        return _command(s, seat)
    if s.phase == Phase.INVITE:
        return INVITE
    flashes = offered(may, FLASH_VOID) & ALL_FLASHES
    if flashes != 0:
        return FLASH_VOID + lowest(flashes)
    cards = offered(may, PLAY)
    if s.phase == Phase.LEAD and s.command != NO_COMMAND and cards & OBEYING[s.command] != 0:
        cards &= OBEYING[s.command]
    return PLAY + _best_card(s, seat, cards)


@kernel
def _command(s: State, seat: int) -> int:
    """Have the suit led that one can spare most easily: the shortest."""
    if kinds(s.hand[seat]) == 0:
        return NONE
    shortest = 0
    for suit in range(SUITS_IN_ALL):
        if size_of(s.hand[seat], OF_SUIT[suit]) < size_of(s.hand[seat], OF_SUIT[shortest]):
            shortest = suit
    return COMMAND + shortest


@kernel
def _best_card(s: State, seat: int, cards: int) -> int:
    """Choose the card that promises most; from a long suit rather than from a short one."""
    best = lowest(cards)
    most = LEAST
    while cards != 0:
        card = lowest(cards)
        cards ^= bit(card)
        promise = promise_of(s, seat, card) + LENGTH_WORTH * size_of(s.hand[seat], SAME_SUIT[card])
        if promise > most:
            best = card
            most = promise
    return best


@kernel
def promise_of(s: State, seat: int, card: int) -> int:
    """Judge a card for the team that plays it, in parts of a point."""
    if s.phase == Phase.LEAD:
        return LED[RANK[card]]
    if s.trick_len == 1:
        return SECOND[RANK[s.best]][RANK[card]]
    return _of_third(s, seat, card) if s.trick_len == 2 else SCALE * _of_last(s, seat, card)


@kernel
def worth_to(combination: int, wins: bool) -> int:
    """FLASH-5.1, 5.4: return what a complete trick is worth to a team that wins it, or does not."""
    return POINTS[combination] if wins == (combination != Combination.NONE) else -POINTS[combination]


@kernel
def wins_with(s: State, seat: int, card: int) -> bool:
    """Tell whether the trick is the seat's team's once it has played the card."""
    return beats(s, card) or s.best_seat % 2 == seat % 2


@kernel
def _of_last(s: State, seat: int, card: int) -> int:
    again = s.ranks & bit(RANK[card])
    found = combination_of(size(s.on_trick) + 1, s.ranks | bit(RANK[card]), s.paired | again)
    return worth_to(found, wins_with(s, seat, card))


@kernel
def _of_third(s: State, seat: int, card: int) -> int:
    """Weigh the mean over the cards that the last player may play, a pass among them, with the worst."""
    cards = size(s.on_trick) + 1
    ranks = s.ranks | bit(RANK[card])
    paired = s.paired | (s.ranks & bit(RANK[card]))
    high = max(RANK[card], RANK[s.best])
    ours = wins_with(s, seat, card)
    worst = worth_to(combination_of(cards, ranks, paired), ours)
    total = worst
    ways = 1
    left = unseen_by(s, seat) & ~(s.lying | SAME_SUIT[card])
    while left != 0:
        last = RANK[lowest(left)]
        left ^= bit(lowest(left))
        again = ranks & bit(last)
        loses = again != 0 or (paired == 0 and last > high)
        worth = worth_to(combination_of(cards + 1, ranks | bit(last), paired | again), ours and not loses)
        total += worth
        ways += 1
        worst = min(worst, worth)
    return SCALE * (MEAN_PARTS * total // ways + WORST_PARTS * worst) // (MEAN_PARTS + WORST_PARTS)


@kernel
def unseen_by(s: State, seat: int) -> int:
    """Return the cards that have not been played and that the seat does not hold."""
    mask = ALL_CARDS & ~kinds(s.hand[seat])
    for other in range(SEATS):
        mask &= ~kinds(s.spent[other])
    return mask
