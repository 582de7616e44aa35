"""Before the play: redeal, bid, kitty and discard, slam; and the handful before the own first card (TAROT-3 to 7)."""

from __future__ import annotations

from torite.kit import count, kernel, note, note_pieces, offer, offer_one, pour, put, size, strike

from .cards import ALL_PLAIN, EXCUSE_BIT, KINGS, NUMBERED, OUDLERS, PETIT_BIT, PLAIN, SIZES, TRUMPS
from .options import BidPolicy, PetitSecRedeal
from .state import (
    ANNOUNCE_SLAM,
    BID,
    GARDE_CONTRE,
    HANDFUL,
    HIGHER_BID,
    IS_PRISE,
    KEEP,
    KITTY_SIZE,
    LAY_AWAY,
    LAYS_TRUMPS,
    ME,
    NO_KING,
    NO_OUDLER,
    NO_TRUMP,
    PASS,
    PRISE,
    REDEAL,
    SHOWS_EXCUSE,
    TOO_FEW_TRUMPS,
    TRUMPS_ENOUGH,
    TURNS_UP,
    Phase,
    State,
    has_exchange,
)

HANDFULS = 3


@kernel
def is_petit_sec(s: State) -> bool:
    """TAROT-3.3: tell whether the player holds trump 1, no other trump and not the Excuse."""
    return s.hand[ME][1] == PETIT_BIT


@kernel
def begin_bidding(s: State) -> None:
    """TAROT-3.3, 4.3, 4.9: ask for a redeal, else for the bid; the first deal is a Prise."""
    if s.options.petit_sec_redeal == PetitSecRedeal.PLAYER_RIGHT and is_petit_sec(s):
        s.phase = Phase.REDEAL
    else:
        ask_bid(s)


@kernel
def ask_bid(s: State) -> None:
    """TAROT-4.3: ask for the bid, unless the first deal is a Prise."""
    if s.deals_played == 0 and s.options.bid_policy != BidPolicy.FREE:
        note(s, IS_PRISE, -1, 0)
        take_bid(s, PRISE)
    else:
        s.phase = Phase.BID


@kernel
def legal_redeal(may: list[int]) -> None:
    """TAROT-3.3: redeal or not."""
    offer_one(may, REDEAL)
    offer_one(may, KEEP)


@kernel
def legal_bid(s: State, may: list[int]) -> None:
    """TAROT-4.1, 4.4, 4.9: any bid; where bids never fall, none below the last one."""
    for bid in range(PRISE, GARDE_CONTRE + 1):
        offer_one(may, BID + bid)
        if s.options.bid_policy == BidPolicy.NON_DECREASING and bid < s.last_bid:
            strike(may, BID + bid, 1, HIGHER_BID)


@kernel
def take_bid(s: State, bid: int) -> None:
    """TAROT-4.6 to 4.8, 5.1: the kitty is turned up and exchanged, or nobody sees it."""
    s.bid = bid
    s.last_bid = bid
    if has_exchange(s):
        for block in range(2):
            s.turned[block] = s.kitty[block]
        note_pieces(s, TURNS_UP, -1, 0, s.turned)
        s.phase = Phase.DISCARD
    else:
        s.phase = Phase.SLAM


@kernel
def trumps_away(s: State) -> int:
    """TAROT-5.5: count the trumps that must be laid away: the plain cards but Kings do not suffice."""
    return max(0, KITTY_SIZE - count((s.hand[ME][0] | s.kitty[0]) & ALL_PLAIN & ~KINGS))


@kernel
def legal_discard(s: State, may: list[int]) -> None:
    """TAROT-5.2 to 5.5: six of the thirty: no oudler, no King, and trumps only where nothing else is left."""
    plain = (s.hand[ME][0] | s.kitty[0]) & ~s.draft[ME][0]
    trumps = (s.hand[ME][1] | s.kitty[1]) & ~s.draft[ME][1]
    offer(may, LAY_AWAY + PLAIN, plain)
    offer(may, LAY_AWAY + TRUMPS, trumps)
    strike(may, LAY_AWAY + PLAIN, KINGS, NO_KING)
    strike(may, LAY_AWAY + TRUMPS, OUDLERS, NO_OUDLER)
    unavoidable = trumps_away(s)
    if unavoidable == 0:
        strike(may, LAY_AWAY + TRUMPS, NUMBERED, NO_TRUMP)
    elif count(s.draft[ME][1]) >= unavoidable:
        strike(may, LAY_AWAY + TRUMPS, NUMBERED, TRUMPS_ENOUGH)


@kernel
def act_discard(s: State, kind: int) -> None:
    """TAROT-5.2, 5.4: name a card; the sixth completes the discard, and its trumps are shown."""
    put(s.draft[ME], kind)
    s.drafting[ME] = 1
    if size(s.draft[ME]) < KITTY_SIZE:
        return
    pour(s.kitty, s.hand[ME])
    for block in range(2):
        s.hand[ME][block] &= ~s.draft[ME][block]
    s.trumps_away[1] = s.draft[ME][1]
    pour(s.draft[ME], s.laid_away)
    s.drafting[ME] = 0
    if s.trumps_away[1] != 0:
        note_pieces(s, LAYS_TRUMPS, ME, count(s.trumps_away[1]), s.trumps_away)
    s.phase = Phase.SLAM


@kernel
def legal_slam(may: list[int]) -> None:
    """TAROT-6.1: announce a slam, or not."""
    offer_one(may, PASS)
    offer_one(may, ANNOUNCE_SLAM)


@kernel
def can_show(s: State, size_wanted: int) -> bool:
    """TAROT-7.5: tell whether so many trumps can be shown, the Excuse standing for the last one that is missing."""
    held = count(s.hand[ME][1] & NUMBERED)
    return held >= size_wanted or (held == size_wanted - 1 and s.hand[ME][1] & EXCUSE_BIT != 0)


@kernel
def smallest_handful(s: State) -> int:
    """TAROT-7.2: return the size of a single handful."""
    return SIZES[s.options.handful_table][0]


@kernel
def legal_handful(s: State, may: list[int]) -> None:
    """TAROT-7.1, 7.5, 7.6: a handful of a size that can be shown, or none."""
    offer_one(may, PASS)
    for handful in range(1, HANDFULS + 1):
        offer_one(may, HANDFUL + handful)
        if not can_show(s, SIZES[s.options.handful_table][handful - 1]):
            strike(may, HANDFUL + handful, 1, TOO_FEW_TRUMPS)


@kernel
def declare_handful(s: State, handful: int) -> None:
    """TAROT-7.4: show a handful; the Excuse is shown where it stands for the last trump."""
    s.handful = handful
    if count(s.hand[ME][1] & NUMBERED) < SIZES[s.options.handful_table][handful - 1]:
        note(s, SHOWS_EXCUSE, ME, 0)
