"""The learned rule: of all that may be bid, taken, played or shed, that for whose traits a table counts most.

The table was learned from what a search thought of each: `python -m torite.lab.learning galapagos` makes it. Exchanges,
trumps and what is asked of melds are left to the rule of thumb.
"""

from __future__ import annotations

from pathlib import Path

from torite.kit import DONE, bit, count, kernel, kinds, lowest, piece_of, room
from torite.kit.learned import Traits, read_table, starts_of, steps

from .advice import STAKES, rule_of_thumb
from .auctions import faced_card
from .cards import IS_RED, JOKERS, OF_RANK, OF_SUIT, ORDINARY, RANK, RANK_COUNT, SUIT
from .playoff import up_to
from .scoring import deal_score, mark_of
from .state import HAND_SIZE, PASS, STOCK, TAKE_FACED, VERBS, Phase, State
from .trick_advice import above, is_safe, maybe_held
from .tricks import follower_wins, is_lead, is_trump
from .valuing import swing, usual_swing, worth

RANKS = RANK_COUNT + 1  # jokers above all
PLACES = 10  # of a card in a hand, from the lowest
WORDS = VERBS.words

# coarse numbers: what is at stake at an auction, in fifths of a point; what a card is worth to one; cards, of a hand
# and of a few; points wanting to the mark
AT_STAKE, TO_ONE = steps(STAKES, 1000), steps((15, 25, 35, 50, 70, 100, 150), 1000)
MORE = steps((-60, -40, -25, -15, -7, 0, 7, 15, 25, 40, 60), 500, -500)
OF_HAND, FEW = steps((2, 4, 7, 10), 14), steps((1, 2, 3), 26)
OF_SUITS, TO_MARK = steps((2, 3, 4, 5), 14), steps((1, 21, 51, 81), 101)

# What is so whichever is chosen:
HAND, THEIRS, PILE, STAKE, SIGN, TURN, MODE, LEFT, PARITY, MINE, OTHERS, DIFFERENCE = range(12)
SITUATION = 12
LEADS, FOLLOWS, DISCARDS = 0, 1, 2  # MODE in the tricks
SHEDS, PASSES, ENDS = 0, 1, 2  # what is done in the Play-off

#: How many lines each trait has: the rule of thumb's choice; of bids; of what is taken; of tricks; of the Play-off.
SIZES = (2, 200, 140, 140, 60, 320, 24, 28, 168, 240, 120, 280, 50, 120, 252, 120, 150, 144)
FIRST = starts_of(SIZES)
TRAIT_COUNT = len(SIZES)
FILE = Path(__file__).parent / "learned.bin"
TABLE = read_table(FILE, sum(SIZES))


@kernel
def learned_rule(s: State, seat: int, may: list[int]) -> int:
    """Do that whose traits count most, where something was learned."""
    thumb = rule_of_thumb(s, seat, may)
    if not is_learned(s):
        return thumb
    now = room(SITUATION)
    lines = room(TRAIT_COUNT)
    _look(s, seat, now)
    best = -1
    most = 0
    for j in range(WORDS):
        left = may[j]
        while left != 0:
            action = 64 * j + lowest(left)
            left &= left - 1
            _describe(s, seat, action, action == thumb, now, lines)
            total = 0
            for i in range(TRAIT_COUNT):
                total += TABLE[lines[i]]
            if best < 0 or total > most:
                best, most = action, total
    return best


@kernel
def is_learned(s: State) -> bool:
    """Tell whether what is chosen now is learned."""
    phase = s.phase
    bids = phase == Phase.BID or phase == Phase.PICK
    return bids or phase == Phase.TRICKS or phase == Phase.LEAD or phase == Phase.ANSWER


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
    _describe(s, seat, action, action == thumb, now, lines)


@kernel
def _look(s: State, seat: int, now: list[int]) -> None:
    """Look at all that is so whatever is chosen."""
    hand = kinds(s.hand[seat])
    now[HAND] = hand
    now[LEFT] = OF_HAND[count(hand)]
    if s.phase == Phase.BID or s.phase == Phase.PICK:
        faced = faced_card(s)
        more = swing(s, seat, faced) - usual_swing(s)
        now[DIFFERENCE] = MORE[max(-500, min(more, 500)) + 500]
        now[STAKE] = AT_STAKE[min(abs(more), 1000)]
        now[SIGN] = 1 if more >= 0 else 0
        now[TURN] = (STOCK - s.stock_left) // 2
        now[MINE] = TO_ONE[min(worth(kinds(s.won_pile[seat]), faced), 1000)]
        now[OTHERS] = TO_ONE[min(worth(kinds(s.taken_faced[1 - seat]), faced), 1000)]
    elif s.phase == Phase.TRICKS:
        now[THEIRS] = maybe_held(s, seat)
        now[MODE] = LEADS if is_lead(s) else FOLLOWS if hand & OF_SUIT[s.led] != 0 else DISCARDS
        now[PARITY] = 2 * (s.tricks[seat] & 1) + (s.tricks[1 - seat] & 1)
        now[MINE] = TO_MARK[max(0, min(mark_of(s) - deal_score(s, seat), 101))]
        now[OTHERS] = TO_MARK[max(0, min(mark_of(s) - deal_score(s, 1 - seat), 101))]
    else:
        now[THEIRS] = _left_with(s, seat)


@kernel
def _left_with(s: State, seat: int) -> int:
    """Return what the other has in the Play-off: all that neither lies there nor is the seat's."""
    seen = kinds(s.hand[seat])
    for one in range(2):
        seen |= kinds(s.played[one]) | kinds(s.laid[one]) | kinds(s.trick[one])
    return ORDINARY & ~seen


@kernel
def _describe(s: State, seat: int, action: int, is_thumb: bool, now: list[int], lines: list[int]) -> None:
    """Write an action's lines; those of other phases are the first ones, which count nothing."""
    for i in range(TRAIT_COUNT):
        lines[i] = FIRST[i]
    lines[0] = 1 if is_thumb else 0
    if s.phase == Phase.BID:
        _bid_traits(s, piece_of(action), now, lines)
    elif s.phase == Phase.PICK:
        takes = 1 if action == TAKE_FACED else 0
        lines[6] += now[DIFFERENCE] * 2 + takes
        lines[7] += now[TURN] * 2 + takes
    elif s.phase == Phase.TRICKS:
        _trick_traits(s, seat, piece_of(action), now, lines)
    elif s.phase == Phase.LEAD or s.phase == Phase.ANSWER:
        _shed_traits(s, seat, action, now, lines)


@kernel
def _bid_traits(s: State, card: int, now: list[int], lines: list[int]) -> None:
    rank, faced = RANK[card], faced_card(s)
    lower = count(now[HAND] & up_to(rank - 1))
    place = min(PLACES - 1, lower * (PLACES - 1) // max(1, count(now[HAND]) - 1))
    like = 2
    if bit(card) & JOKERS == 0 and bit(faced) & JOKERS == 0:
        like = 0 if SUIT[card] == SUIT[faced] else 1 if IS_RED[SUIT[card]] == IS_RED[SUIT[faced]] else 2
    lines[1] += (now[STAKE] * 2 + now[SIGN]) * PLACES + place
    lines[2] += now[TURN] * PLACES + place
    lines[3] += now[STAKE] * RANKS + rank
    lines[4] += (like * PLACES + place) * 2 + now[SIGN]
    lines[5] += (now[MINE] * 8 + now[OTHERS]) * (PLACES // 2) + place // 2


@kernel
def _trick_traits(s: State, seat: int, card: int, now: list[int], lines: list[int]) -> None:
    mode, hand, theirs, left, rank = now[MODE], now[HAND], now[THEIRS], now[LEFT], RANK[card]
    suit = s.trump[seat] if bit(card) & JOKERS != 0 else SUIT[card]
    trump = 1 if is_trump(s, seat, card) else 0
    following = theirs & OF_SUIT[suit]
    if mode == LEADS:
        wins = 1 if is_safe(s, seat, card, theirs) else 0
    else:
        wins = 1 if follower_wins(s, 1 - seat, lowest(kinds(s.trick[1 - seat])), card) else 0
    higher, held = FEW[count(above(following, card))], OF_SUITS[count(hand & OF_SUIT[suit])]
    lines[8] += ((mode * 2 + trump) * RANKS + rank) * 2 + wins
    lines[9] += (((mode * 2 + wins) * 2 + trump) * 4 + now[PARITY]) * 5 + left
    lines[10] += ((mode * 4 + higher) * 5 + held) * 2 + trump
    lines[11] += ((left * RANKS + rank) * 2 + trump) * 2 + wins
    lines[12] += (now[MINE] * 5 + now[OTHERS]) * 2 + wins
    lines[13] += ((mode * 4 + FEW[count(following)]) * 2 + trump) * 5 + min(rank // 3, 4)


@kernel
def _shed_traits(s: State, seat: int, action: int, now: list[int], lines: list[int]) -> None:
    hand, theirs = now[HAND], now[THEIRS]
    named = min(2, count(kinds(s.draft[seat])))
    answers = 1 if s.phase == Phase.ANSWER else 0
    does = PASSES if action == PASS else ENDS if action == DONE else SHEDS
    rank = RANK_COUNT if does != SHEDS else RANK[piece_of(action)]
    same = 0 if rank == RANK_COUNT else count(hand & OF_RANK[rank])
    higher = 0 if rank == RANK_COUNT else FEW[count(theirs & ~up_to(rank))]
    lines[14] += ((answers * 3 + does) * RANKS + rank) * 3 + named
    lines[15] += ((answers * 3 + does) * 5 + same) * 4 + higher
    lines[16] += ((now[LEFT] * 5 + OF_HAND[min(HAND_SIZE, count(theirs))]) * 3 + does) * 2 + answers
    lines[17] += ((s.combo * 4 + FEW[s.combo_size]) * 3 + does) * 4 + higher


TRAITS = Traits(describe, SIZES, FILE)
