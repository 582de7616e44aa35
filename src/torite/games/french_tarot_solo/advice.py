"""The rule of thumb: win what is worth it as cheaply as may be, and let the Dummy feed the tricks that are won."""

from __future__ import annotations

from torite.kit import count, holds_action, kernel, lowest, offered

from .bidding import HANDFULS
from .cards import (
    CAVALIERS,
    EXCUSE,
    EXCUSE_BIT,
    JACKS,
    KINGS,
    NUMBERED,
    OF_SUIT,
    PETIT_BIT,
    PLAIN,
    QUEENS,
    STRENGTH,
    SUIT_OF,
    SUITS,
    TOP_BIT,
    TRUMP_STRENGTH,
    TRUMP_SUIT,
    TRUMPS,
    UNBEATEN,
    halves_of,
)
from .following import legal_plain, legal_trumps
from .state import (
    AI,
    BID,
    DUMMY,
    GARDE,
    GARDE_CONTRE,
    GARDE_SANS,
    HAND_SIZE,
    HANDFUL,
    KEEP,
    LAY_AWAY,
    ME,
    PASS,
    PLAY,
    PRISE,
    Phase,
    State,
)

#: What a trump is worth that is not spent, by its number, in halves. Plain cards are worth nothing unspent: whoever
#: plays last in every trick wins with them when they can.
SPARED = (0, 4, 4, 4, 4, 6, 6, 6, 6, 8, 8, 8, 10, 10, 12, 12, 14, 14, 16, 18, 20, 24)
EXCUSED = 6  # what the Excuse is worth unspent
NOT_TO_BE_WON = 1000  # more than any card costs
BIG = 19  # trumps from here on are big
ENOUGH, SANS, CONTRE = 35, 47, 59  # strength of hands that bid so


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Bid by strength, lay the losers away, show every handful, and spend strength on points alone."""
    if s.phase == Phase.OWN:
        return PLAY + _own_card(s, offered(may, PLAY + PLAIN), offered(may, PLAY + TRUMPS))
    if s.phase == Phase.DUMMY:
        return PLAY + _dummys_card(s, offered(may, PLAY + PLAIN), offered(may, PLAY + TRUMPS))
    if s.phase == Phase.DISCARD:
        return LAY_AWAY + _loser(s, offered(may, LAY_AWAY + PLAIN), offered(may, LAY_AWAY + TRUMPS))
    if s.phase == Phase.BID:
        return _bid(s, may)
    if s.phase == Phase.HANDFUL:
        for handful in range(HANDFULS, 0, -1):
            if holds_action(may, HANDFUL + handful):
                return HANDFUL + handful
    return KEEP if s.phase == Phase.REDEAL else PASS


@kernel
def strength_of(s: State) -> int:
    """Weigh the player's hand: oudlers, trumps, and court cards; about a point of the deal's score for each."""
    plain, trumps = s.hand[ME][0], s.hand[ME][1]
    held = count(trumps & NUMBERED)
    weight = 2 * held + 2 * (held - held // 2) + 3 * count(trumps & NUMBERED & ~((1 << (BIG - 1)) - 1))
    weight += 10 * (trumps & TOP_BIT != 0) + 8 * (trumps & EXCUSE_BIT != 0) + 6 * (trumps & PETIT_BIT != 0)
    return (
        weight
        + 6 * count(plain & KINGS)
        + 3 * count(plain & QUEENS)
        + 2 * count(plain & CAVALIERS)
        + count(plain & JACKS)
    )


@kernel
def _bid(s: State, may: list[int]) -> int:
    weight = strength_of(s)
    bid = GARDE_CONTRE if weight >= CONTRE else GARDE_SANS if weight >= SANS else GARDE if weight >= ENOUGH else PRISE
    while not holds_action(may, BID + bid):
        bid += 1
    return BID + bid


@kernel
def _loser(s: State, plain: int, trumps: int) -> int:
    """Choose a card to be laid away: low ones of long suits first, for they lose tricks; short suits let trumps in."""
    if plain == 0:
        return TRUMPS + lowest(trumps)
    best, least = 0, 1000
    for suit in range(SUITS):
        mask = plain & OF_SUIT[suit]
        if mask != 0:
            kind = PLAIN + lowest(mask)
            held = count((s.hand[ME][0] | s.kitty[0]) & ~s.draft[ME][0] & OF_SUIT[suit])
            weight = STRENGTH[kind] - 2 * held
            if weight < least:
                best, least = kind, weight
    return best


@kernel
def _lying(s: State) -> int:
    """Count the halves on the trick, without an Excuse: it stays with its side."""
    plain = s.trick[AI][0] | s.trick[DUMMY][0]
    trumps = (s.trick[AI][1] | s.trick[DUMMY][1]) & NUMBERED
    return halves_of(plain, trumps)


@kernel
def _own_card(s: State, plain: int, trumps: int) -> int:
    """Choose the own card: what the trick brings, less what the card could still be worth."""
    lying = _lying(s)
    best, most = -1, -1000
    while plain != 0:
        kind = PLAIN + lowest(plain)
        bit = plain & -plain
        plain ^= bit
        own = halves_of(bit, 0)
        wins = SUIT_OF[kind] == s.led and STRENGTH[kind] > s.best
        value = lying + own if wins else -lying - own
        if value > most:
            best, most = kind, value
    while trumps != 0:
        kind = TRUMPS + lowest(trumps)
        bit = trumps & -trumps
        trumps ^= bit
        value = _worth_of_excuse(s, lying) if kind == EXCUSE else _worth_of_trump(s, lying, kind, bit)
        if value > most:
            best, most = kind, value
    return best


@kernel
def _worth_of_trump(s: State, lying: int, kind: int, bit: int) -> int:
    own = halves_of(0, bit)
    wins = STRENGTH[kind] > s.best
    return (lying + own if wins else -lying - own) - SPARED[STRENGTH[kind] - TRUMP_STRENGTH]


@kernel
def _worth_of_excuse(s: State, lying: int) -> int:
    """The Excuse is lost in the last trick, and so goes before it; else it spares another card."""
    if s.tricks_played == HAND_SIZE - 2:
        return 1000
    return -lying - EXCUSED


@kernel
def _dummys_card(s: State, plain: int, trumps: int) -> int:
    """Choose the Dummy's card: points where the own hand wins after it, else few points and a strong card."""
    best, most = -1, -1000
    while plain != 0:
        kind = PLAIN + lowest(plain)
        bit = plain & -plain
        plain ^= bit
        value = _worth_of_dummys(s, kind, halves_of(bit, 0))
        if value > most:
            best, most = kind, value
    while trumps != 0:
        kind = TRUMPS + lowest(trumps)
        bit = trumps & -trumps
        trumps ^= bit
        value = _worth_of_dummys(s, kind, halves_of(0, bit))
        if value > most:
            best, most = kind, value
    return best


@kernel
def _worth_of_dummys(s: State, kind: int, points: int) -> int:
    led = SUIT_OF[kind] if s.led < 0 and kind != EXCUSE else s.led
    beats = kind != EXCUSE and (kind >= TRUMPS or SUIT_OF[kind] == led) and STRENGTH[kind] > s.best
    to_beat = STRENGTH[kind] if beats else s.best
    top = max(s.top_trump, STRENGTH[kind] - TRUMP_STRENGTH) if kind >= TRUMPS and kind != EXCUSE else s.top_trump
    cost = _cost_of_winning(s, led, top, to_beat)
    lying = _lying(s)
    strong = SPARED[STRENGTH[kind] - TRUMP_STRENGTH] if kind >= TRUMPS and kind != EXCUSE else 0
    if kind == EXCUSE:
        points = 0
    if cost < NOT_TO_BE_WON:
        return lying + points - cost
    return strong - lying - 2 * points


@kernel
def _cost_of_winning(s: State, led: int, top: int, to_beat: int) -> int:
    """Find what the cheapest own card costs that wins; NOT_TO_BE_WON if none does."""
    plain = legal_plain(s.hand[ME][0], s.hand[ME][1], led)
    trumps = legal_trumps(s.hand[ME][0], s.hand[ME][1], led, top) & NUMBERED
    if led >= 0 and led != TRUMP_SUIT and to_beat < TRUMP_STRENGTH:
        winners = plain & OF_SUIT[led]
        while winners != 0:
            if STRENGTH[PLAIN + lowest(winners)] > to_beat:
                return 0
            winners &= winners - 1
    if to_beat == UNBEATEN:
        return NOT_TO_BE_WON
    if to_beat > TRUMP_STRENGTH:
        trumps &= ~((1 << (to_beat - TRUMP_STRENGTH)) - 1)
    return SPARED[lowest(trumps) + 1] if trumps != 0 else NOT_TO_BE_WON
