"""The rule of thumb: when to reserve, what to announce, and how to play with a partner whom one may not know yet."""

from __future__ import annotations

from torite.kit import WAIT, bit, has, holds_action, kernel, kinds, lowest, offered, size_of

from .bidding import OF_KIND, can_marry, is_poor, may_redeal
from .cards import (
    ACES,
    CLASS,
    DIAMONDS_ORDER,
    FAT,
    HEART_TEN,
    JACKS,
    OF_CLASS,
    PACK,
    POINTS,
    QUEENS,
    STRENGTH,
    TENS,
    TRUMP,
    TRUMPS,
)
from .state import (
    ACCEPT,
    ACTIVE,
    ANNOUNCE,
    ANNOUNCE_90,
    ANNOUNCE_CONTRA,
    BID,
    BID_CLUBS,
    BID_MARRIAGE,
    BID_POVERTY,
    BIDS,
    HOLD,
    KEEP,
    NO,
    OFFER,
    ORDER_OF,
    PASS,
    PLAY,
    RE,
    REDEAL,
    REFUSE,
    RESERVE,
    RETURN,
    SAID_PARTY,
    UNDECIDED,
    YES,
    Contract,
    Naming,
    Phase,
    Question,
    State,
)
from .tricks import beats, is_lead

TOPS = PACK.mask(PACK.kinds("H10 CQ SQ"))
HIGH_QUEENS, HIGH_JACKS = PACK.mask(PACK.kinds("CQ SQ")), PACK.mask(PACK.kinds("CJ SJ"))
FIRST_SOLO, LAST_SOLO = int(Contract.SOLO_CLUBS), int(Contract.SOLO_QUEENS_JACKS)
GOOD_SOLO, FAIR_SOLO = 17, 15  # worth of a hand from which on a solo is bid, a compulsory one already
SUIT_SOLO = 2  # what a suit solo needs more than one with queens or jacks alone
BOLD = 4  # what a hand needs more for an announcement when it is alone
PARTY_WORTH, LEVEL_WORTH = 12, 16  # worth of a hand from which on Re or Contra is announced, and 90
RICH_TRUMPS = 6  # trumps with which the cards of a poor player are accepted
WORTHWHILE = 8  # card points for which a trick is taken
HIGH = 17  # strength from which on a partner's card is trusted: the higher queens and the heart ten
EARLY = 4  # tricks in which plain aces are led


def _by_cost(order: int) -> tuple[int, ...]:
    """List the kinds of an order from those that one throws away first to those that one keeps."""
    costs = [
        2 * POINTS[kind] + (STRENGTH[order][kind] - 2 if CLASS[order][kind] == TRUMP else 0)
        for kind in range(len(PACK))
    ]
    return tuple(sorted(range(len(PACK)), key=lambda kind: costs[kind]))


def _by_gift(order: int) -> tuple[int, ...]:
    """List the kinds of an order from those that one gives to a partner's trick first; high trumps come last."""
    worth = [POINTS[kind] if STRENGTH[order][kind] < HIGH else -STRENGTH[order][kind] for kind in range(len(PACK))]
    return tuple(sorted(range(len(PACK)), key=lambda kind: (-worth[kind], STRENGTH[order][kind])))


CHEAPEST_FIRST = tuple(_by_cost(order) for order in range(len(TRUMPS)))
DEAREST_FIRST = tuple(_by_gift(order) for order in range(len(TRUMPS)))
WEAKEST_FIRST = tuple(
    tuple(sorted(range(len(PACK)), key=lambda kind: (STRENGTH[order][kind], POINTS[kind])))
    for order in range(len(TRUMPS))
)


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Reserve with a marriage, a poverty or a strong solo; announce with many trumps; help a partner's tricks."""
    if s.phase == Phase.PLAY:
        if holds_action(may, WAIT):
            return _announce(s, seat, may)
        return PLAY + _card(s, seat, offered(may, PLAY))
    if s.phase == Phase.BID:
        return RESERVE if _wants_more(s, seat) else PASS
    if s.phase == Phase.NAME:
        return _name(s, seat)
    if s.phase == Phase.ASK:
        return _answer(s, seat)
    if s.phase == Phase.OVERCALL:
        return HOLD if holds_action(may, HOLD) and solo_worth(s, seat, best_solo(s, seat)) > GOOD_SOLO + 2 else PASS
    if s.phase == Phase.AUCTION:
        return _bid(s, seat)
    return _exchange(s, seat, may)


@kernel(seldom=True)
def _exchange(s: State, seat: int, may: list[int]) -> int:
    if s.phase == Phase.REDEAL:
        return REDEAL if may_redeal(s, seat) else KEEP
    if s.phase == Phase.OFFER:
        return OFFER + first_of(CHEAPEST_FIRST[DIAMONDS_ORDER], offered(may, OFFER))
    if s.phase == Phase.ANSWER:
        return ACCEPT if size_of(s.hand[seat], TRUMPS[DIAMONDS_ORDER]) >= RICH_TRUMPS else REFUSE
    plain = offered(may, RETURN) & ~(TRUMPS[DIAMONDS_ORDER] | ACES)
    return RETURN + first_of(CHEAPEST_FIRST[DIAMONDS_ORDER], plain if plain != 0 else offered(may, RETURN))


@kernel
def first_of(listed: tuple[int, ...], mask: int) -> int:
    """Return the first kind of a list that is in the mask, which is not empty."""
    i = 0
    while not has(mask, listed[i]):
        i += 1
    return listed[i]


# contracts


@kernel(seldom=True)
def solo_worth(s: State, seat: int, contract: int) -> int:
    """Judge a hand for a solo: high trumps twice, other trumps once, plain aces twice and the tens behind them once."""
    order = ORDER_OF[contract]
    trumps = TRUMPS[order]
    high = TOPS & trumps
    if contract == Contract.SOLO_QUEENS:
        high = HIGH_QUEENS
    elif contract == Contract.SOLO_JACKS:
        high = HIGH_JACKS
    worth = size_of(s.hand[seat], trumps) + size_of(s.hand[seat], high)
    tens = 0
    for suit in range(ACTIVE):
        plain = OF_CLASS[order][suit]
        if size_of(s.hand[seat], plain & ACES) > 0:
            tens += size_of(s.hand[seat], plain & TENS)
    worth += 2 * size_of(s.hand[seat], ACES & ~trumps) + tens
    if contract == Contract.SOLO_QUEENS or contract == Contract.SOLO_JACKS:
        return worth + 1 if size_of(s.hand[seat], trumps) > 2 else worth - 3
    return worth - SUIT_SOLO if contract <= Contract.SOLO_DIAMONDS else worth


@kernel(seldom=True)
def best_solo(s: State, seat: int) -> int:
    """Return the contract that suits the hand best."""
    best = FIRST_SOLO
    most = -1
    for contract in range(FIRST_SOLO, LAST_SOLO + 1):
        allowed = contract != Contract.SOLO_DIAMONDS or s.options.diamond_suit_solo
        allowed = allowed and (contract != Contract.SOLO_QUEENS_JACKS or s.options.deck == 40)
        worth = solo_worth(s, seat, contract)
        if allowed and worth > most:
            best = contract
            most = worth
    return best


@kernel(seldom=True)
def best_suit(s: State, seat: int) -> int:
    """Return the suit solo that suits the hand best."""
    best = FIRST_SOLO
    for contract in range(FIRST_SOLO, Contract.SOLO_DIAMONDS + s.options.diamond_suit_solo):
        if solo_worth(s, seat, contract) > solo_worth(s, seat, best):
            best = contract
    return best


@kernel(seldom=True)
def wants_solo(s: State, seat: int) -> bool:
    """A compulsory solo is taken with a fair hand already."""
    return solo_worth(s, seat, best_solo(s, seat)) >= (FAIR_SOLO if s.owes[seat] == 1 else GOOD_SOLO)


@kernel(seldom=True)
def _wants_more(s: State, seat: int) -> bool:
    return can_marry(s, seat) or (s.options.poverty_allowed and is_poor(s, seat)) or wants_solo(s, seat)


@kernel
def bid_of(contract: int) -> int:
    """Return the action that names a solo."""
    if contract < Contract.SOLO_QUEENS:
        return BID_CLUBS + contract - Contract.SOLO_CLUBS
    if contract == Contract.SOLO_QUEENS:
        return BID + OF_KIND
    if contract == Contract.SOLO_QUEENS_JACKS:
        return BID + 2 * OF_KIND
    return BID + (3 if contract == Contract.SOLO_JACKS else 4) * OF_KIND


@kernel(seldom=True)
def _name(s: State, seat: int) -> int:
    if s.naming == Naming.SUIT:
        return bid_of(best_suit(s, seat))
    if s.naming == Naming.ANYTHING and not wants_solo(s, seat):
        if can_marry(s, seat):
            return BID_MARRIAGE
        if s.options.poverty_allowed and is_poor(s, seat):
            return BID_POVERTY
    return bid_of(best_solo(s, seat))


@kernel(seldom=True)
def _answer(s: State, seat: int) -> int:
    if s.question == Question.POVERTY:
        return YES if is_poor(s, seat) else NO
    if s.question == Question.MARRIAGE:
        return YES if can_marry(s, seat) else NO
    return YES if wants_solo(s, seat) else NO


@kernel(seldom=True)
def _bid(s: State, seat: int) -> int:
    contract = best_solo(s, seat)
    bid = bid_of(contract) if contract >= Contract.SOLO_QUEENS else BID
    higher = bid - BID > s.bid and bid < BID + len(BIDS)
    return bid if higher and wants_solo(s, seat) else PASS


# announcements


@kernel(seldom=True)
def hand_worth(s: State, seat: int) -> int:
    """Judge a hand in the contract that is played: its trumps, the high ones twice, and its plain aces."""
    trumps = TRUMPS[s.order]
    if trumps & JACKS == 0 or trumps & QUEENS == 0:
        return solo_worth(s, seat, s.contract) - 1
    return size_of(s.hand[seat], trumps) + size_of(s.hand[seat], TOPS) + size_of(s.hand[seat], ACES & ~trumps)


@kernel(seldom=True)
def _announce(s: State, seat: int, may: list[int]) -> int:
    """Re or Contra with a strong hand, 90 with a very strong one; never twice."""
    worth = hand_worth(s, seat)
    if seat == s.declarer and s.contract >= FIRST_SOLO:
        worth -= BOLD
    own = ANNOUNCE if s.knows[seat][seat] == RE else ANNOUNCE_CONTRA
    if s.called[s.knows[seat][seat]] == SAID_PARTY and worth >= LEVEL_WORTH and holds_action(may, ANNOUNCE_90):
        return ANNOUNCE_90
    return own if worth >= PARTY_WORTH and holds_action(may, own) else WAIT


# cards


@kernel
def _card(s: State, seat: int, choices: int) -> int:
    if is_lead(s):
        return _lead(s, seat, choices)
    mine = s.knows[seat][seat]
    last = s.trick_len == ACTIVE - 1
    winners = winning_cards(s, choices)
    if mine != UNDECIDED and s.knows[seat][s.best_seat] == mine and (last or STRENGTH[s.order][s.best] >= HIGH):
        losers = choices & ~winners
        return first_of(DEAREST_FIRST[s.order], losers if losers != 0 else choices)
    if winners == 0:
        return first_of(CHEAPEST_FIRST[s.order], choices)
    if last:
        gifts = winners & FAT & ~bit(HEART_TEN)
        return first_of(WEAKEST_FIRST[s.order], gifts if gifts != 0 else winners)
    if _on_trick(s) >= WORTHWHILE or winners & ACES & ~TRUMPS[s.order] != 0:
        return first_of(WEAKEST_FIRST[s.order], winners)
    return first_of(CHEAPEST_FIRST[s.order], choices)


@kernel(seldom=True)
def winning_cards(s: State, choices: int) -> int:
    """Return the cards that beat the best one of the trick."""
    winners = 0
    left = choices
    while left != 0:
        card = lowest(left)
        left ^= bit(card)
        if beats(s, card):
            winners |= bit(card)
    return winners


@kernel
def _on_trick(s: State) -> int:
    total = 0
    for seat in range(s.seats):
        cards = kinds(s.trick[seat])
        if cards != 0:
            total += POINTS[lowest(cards)]
    return total


@kernel(seldom=True)
def _lead(s: State, seat: int, choices: int) -> int:
    """Plain aces first, from the shortest suit; then Re draws trumps, and Contra leads what is cheap."""
    trumps = TRUMPS[s.order]
    aces = choices & ACES & ~trumps
    if aces != 0 and (s.tricks_played < EARLY or trumps & JACKS == 0 or trumps & QUEENS == 0):
        best = lowest(aces)
        while aces != 0:
            ace = lowest(aces)
            aces ^= bit(ace)
            if _length(s, seat, ace) < _length(s, seat, best):
                best = ace
        return best
    low_trumps = choices & trumps & ~FAT
    if s.knows[seat][seat] == RE and low_trumps != 0:
        return first_of(CHEAPEST_FIRST[s.order], low_trumps)
    return first_of(CHEAPEST_FIRST[s.order], choices)


@kernel
def _length(s: State, seat: int, card: int) -> int:
    return size_of(s.hand[seat], OF_CLASS[s.order][CLASS[s.order][card]])
