"""The learned rule: of all cards that may be played or passed, the one for whose traits a table counts most.

The table was learned from what a search thought of each card: `python -m torite.lab.learning ambition` makes it.
"""

from __future__ import annotations

from pathlib import Path

from torite.kit import bit, count, has, kernel, kinds, lowest, offered, piece_of, room
from torite.kit.learned import Traits, read_table, starts_of, steps

from .advice import POWER, RANKS, SLAM_POWER, rule_of_thumb, total_of, wants_to_take
from .cards import CARDS, OF_SUIT, PACK, POINTS, SUIT
from .state import PASS, PASS_ACROSS, PASS_LEFT, PASS_RIGHT, PLAY, Phase, State, cards_on_trick
from .tricks import is_lead, winning_card

NEAR_SLAM = 25  # points
CLUB_KING = PACK.kind("CK")
ABOVE = tuple(OF_SUIT[SUIT[card]] & ~((2 << card) - 1) for card in range(CARDS))
BELOW = tuple(OF_SUIT[SUIT[card]] & ((1 << card) - 1) for card in range(CARDS))

# coarse numbers: points of a trick, of a card, of a round; cards in hand; cards of a suit in hand, and unseen
OF_TRICK, OF_CARD = steps((1, 4, 8, 13, 20), 130), steps((1, 2, 4, 9), 30)
OF_ROUND = steps((1, 6, 11, 17, 25, 33, 46), 130)
IN_HAND, IN_SUIT = steps((2, 4, 7, 10), 17), steps((2, 3, 4, 5), 13)
OUT_IN_SUIT = steps((1, 4, 7), 13)
OF_POWER = steps((15, 25, 35, 48), 100)

# What is so whichever card is chosen:
UNSEEN, LYING, HAND, MODE, WANTS, AFTER, STAND, BEHIND, LEFT = range(9)  # MODE: of LEADS, FOLLOWS, DISCARDS
TAKER, DANGER, WORTH, EDITION, ROUND, SLAM_ON, STRONG, KING, SLAMS, BEARS_SLAM = range(9, 19)
SITUATION = 19
LEADS, FOLLOWS, DISCARDS = 0, 1, 2

#: How many lines each trait has, in the order of `_play_traits`, and the last three of `_pass_traits`.
SIZES = (2, 156, 192, 288, 120, 480, 390, 180, 96, 312, 360, 192, 320, 180, 234, 192, 320, 80, 208, 130, 78)
FIRST = starts_of(SIZES)
TRAIT_COUNT = len(SIZES)
PLAYS = TRAIT_COUNT - 3  # traits of a card to be played
FILE = Path(__file__).parent / "learned.bin"
TABLE = read_table(FILE, sum(SIZES))


@kernel
def learned_rule(s: State, seat: int, may: list[int]) -> int:
    """Play or pass the card whose traits count most."""
    verb = PLAY
    if s.phase == Phase.PASS:
        verb = PASS
        for other in (PASS_LEFT, PASS_ACROSS, PASS_RIGHT):
            if verb == PASS and offered(may, other) != 0:
                verb = other
    choices = offered(may, verb)
    if choices & (choices - 1) == 0:
        return verb + lowest(choices)
    thumb = rule_of_thumb(s, seat, may)
    now = room(SITUATION)
    lines = room(TRAIT_COUNT)
    _look(s, seat, now)
    best = -1
    most = 0
    while choices != 0:
        card = lowest(choices)
        choices &= choices - 1
        _describe(s, verb + card, card, thumb == verb + card, now, lines)
        total = 0
        for i in range(TRAIT_COUNT):
            total += TABLE[lines[i]]
        if best < 0 or total > most:
            best, most = card, total
    return verb + best


@kernel
def describe(s: State, seat: int, action: int, thumb: int, lines: list[int]) -> None:
    """Write which lines of the table an action's traits are.

    Args:
        s: the state.
        seat: who chooses.
        action: what may be chosen.
        thumb: what the rule of thumb chooses.
        lines: room for a line of each trait.
    """
    now = room(SITUATION)
    _look(s, seat, now)
    _describe(s, action, piece_of(action), action == thumb, now, lines)


@kernel
def _look(s: State, seat: int, now: list[int]) -> None:
    """Look at all that is so whichever card is chosen."""
    lead = is_lead(s)
    hand = kinds(s.hand[seat])
    lying = cards_on_trick(s)
    gone = hand | lying
    best = 0
    now[DANGER] = 0
    for other in range(s.seats):
        gone |= kinds(s.taken[other])
        if other != seat:
            best = max(best, s.points[other])
            now[DANGER] |= _nears_slam(s, other)
    power = total_of(POWER, hand) // count(hand)
    now[HAND] = hand
    now[UNSEEN] = kinds(s.in_play) & ~gone
    now[LYING] = 0 if lead else lying
    now[MODE] = LEADS if lead else FOLLOWS if hand & OF_SUIT[s.led] != 0 else DISCARDS
    now[WANTS] = 1 if wants_to_take(s, seat) else 0
    now[AFTER] = s.seats - 1 if lead else s.seats - 1 - s.trick_len
    now[STAND] = s.stands[seat]
    now[BEHIND] = (best >= s.points[seat]) + (best > s.points[seat] + 8) + (best > s.points[seat] + 20)
    now[LEFT] = IN_HAND[count(hand)]
    now[TAKER] = s.stands[seat if lead else s.best_seat]
    now[WORTH] = 0 if lead else s.worth
    now[EDITION] = s.options.edition
    now[ROUND] = OF_ROUND[s.points[seat]]
    now[SLAM_ON] = s.slam_on[seat]
    now[STRONG] = OF_POWER[power]
    now[KING] = 0 if has(hand, CLUB_KING) else 1 if has(now[UNSEEN], CLUB_KING) else 2
    now[SLAMS] = 0 if lead or s.best_seat == seat else _nears_slam(s, s.best_seat)
    now[BEARS_SLAM] = 1 if s.slam_on[seat] == 1 and power >= SLAM_POWER else 0


@kernel
def _nears_slam(s: State, seat: int) -> int:
    """Return 1 where a seat is near a slam that counts, else 0."""
    return 1 if s.slam_on[seat] == 1 and s.to_slam[seat] <= NEAR_SLAM else 0


@kernel
def _describe(s: State, action: int, card: int, is_thumb: bool, now: list[int], lines: list[int]) -> None:
    """Write an action's lines; those of the other phase are the first ones, which count nothing."""
    for i in range(TRAIT_COUNT):
        lines[i] = FIRST[i]
    lines[0] = 1 if is_thumb else 0
    if s.phase == Phase.PLAY:
        _play_traits(s, card, now, lines)
    else:
        strong, rank, suit = now[BEARS_SLAM], card % RANKS, SUIT[card]
        way = 0 if action < PASS_ACROSS else 1 if action < PASS_RIGHT else 2
        held = IN_SUIT[count(now[HAND] & OF_SUIT[suit])]
        lines[PLAYS] += ((suit * RANKS + rank) * 2 + strong) * 2 + now[EDITION]
        lines[PLAYS + 1] += (held * RANKS + rank) * 2 + strong
        lines[PLAYS + 2] += (way * RANKS + rank) * 2 + strong


@kernel
def _play_traits(s: State, card: int, now: list[int], lines: list[int]) -> None:
    mode, wants, after, stand, left = now[MODE], now[WANTS], now[AFTER], now[STAND], now[LEFT]
    hand, unseen, suit, rank = now[HAND], now[UNSEEN], SUIT[card], card % RANKS
    higher, lower = min(3, count(unseen & ABOVE[card])), min(3, count(unseen & BELOW[card]))
    held, out = IN_SUIT[count(hand & OF_SUIT[suit])], OUT_IN_SUIT[count(unseen & OF_SUIT[suit])]
    wins = 0
    if mode == LEADS:
        wins = 1 if higher == 0 else 0
    elif mode == FOLLOWS:
        wins = 1 if winning_card(s, now[LYING] | bit(card)) == card else 0
    points = POINTS[now[EDITION]][card]
    worth, counts = OF_TRICK[now[WORTH] + points], OF_CARD[points]
    place = (1 if hand & BELOW[card] != 0 else 0) + (2 if hand & ABOVE[card] != 0 else 0)
    leads, clubs = 1 if mode == LEADS else 0, 1 if suit == 0 else 0
    lines[1] += ((mode * 2 + wants) * RANKS + rank) * 2 + wins
    lines[2] += (((mode * 4 + after) * 2 + wins) * 4 + higher) * 2 + wants
    lines[3] += ((stand * 2 + wins) * 6 + worth) * 4 + now[BEHIND]
    lines[4] += ((mode * 4 + suit) * 5 + counts) * 2 + wants
    lines[5] += (((mode * 2 + wants) * 5 + held) * 4 + higher) * 4 + lower
    lines[6] += ((wants * 5 + left) * RANKS + rank) * 3 + mode
    lines[7] += ((now[TAKER] * 5 + counts) * 2 + wins) * 3 + mode
    lines[8] += ((now[DANGER] * 2 + wins) * 6 + worth) * 4 + after
    lines[9] += ((suit * RANKS + rank) * 3 + mode) * 2 + now[EDITION]
    lines[10] += (((stand * 5 + left) * 3 + mode) * 2 + wins) * 2 + wants
    lines[11] += ((now[ROUND] * 2 + wins) * 6 + worth) * 2 + now[EDITION]
    lines[12] += (((now[SLAM_ON] * 2 + wins) * 8 + now[ROUND]) * 5 + left) * 2 + wants
    lines[13] += ((now[STRONG] * 2 + wins) * 6 + stand) * 3 + mode
    lines[14] += ((now[KING] * 2 + clubs) * RANKS + rank) * 3 + mode
    lines[15] += (((place * 2 + wins) * 3 + mode) * 4 + after) * 2 + wants
    lines[16] += (((out * 4 + higher) * 5 + held) * 2 + leads) * 2 + wants
    lines[17] += ((now[SLAMS] * 2 + wins) * 5 + counts) * 4 + after


TRAITS = Traits(describe, SIZES, FILE)
