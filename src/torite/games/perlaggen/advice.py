"""The rule of thumb: bet and hold by how often such a figure or hand wins, show the best, take tricks cheaply.

How often a team has the best figure when one of it holds one of some strength stands in tables: the per cent of random
deals (`python -m benchmarks.perlaggen`).
"""

from __future__ import annotations

from torite.kit import WAIT, bit, has, holds_action, kernel, kinds, lowest, offered

from .card_advice import choose_card
from .cards import ACE, RANK, SUIT, WIDTH, WILDS, figure_rank, figure_size
from .claim_advice import settle_element
from .figures import best_figure
from .state import (
    BET,
    DEFER,
    ELEMENTS,
    EXCHANGE,
    GLEICH,
    GOOD,
    HOLD,
    MAJORITY,
    PASS,
    RAISE,
    SPIEL,
    TRICKS,
    Phase,
    State,
    cards_of,
    partner_of,
    team_of,
    team_tricks,
)
from .tricks import is_lead

# how often in per cent, for figures of no, one, two … cards, by rank from 6 to A
GLEICH_WINS = (
    (34,) * WIDTH,
    (34,) * WIDTH,
    (34, 34, 34, 34, 34, 35, 34, 34, 38),
    (42, 42, 42, 44, 47, 50, 58, 65, 78),
    (86, 87, 88, 89, 91, 93, 95, 98, 99),
    (100,) * WIDTH,
)
HANGER_WINS = (
    (33,) * WIDTH,
    (33,) * WIDTH,
    (33, 34, 34, 34, 34, 34, 35, 36, 37),
    (38, 38, 38, 39, 42, 45, 49, 53, 68),
    (80, 80, 80, 80, 82, 83, 85, 87, 96),
    (94, 94, 94, 94, 94, 95, 98, 98, 100),
)
# what a card is worth in a trick to come, in hundredths of it
WILD_TRICK, HIGH_TRUMP, LOW_TRUMP, SIDE_ACE, SIDE_KING, SIDE_CARD = 85, 55, 35, 40, 20, 6
EVEN = 100 * TRICKS // 2  # hundredths of tricks at which Spiel is even
SPREAD = 3  # hundredths of tricks for each per cent
WHOLE, HALF = 100, 50
TO_BET, TO_RAISE, TO_HOLD = 66, 84, 40  # chances in per cent from which one bets, raises, holds
BETTOR_STRONGER = 6  # what each bet by the others takes away from a chance
CAUTION = 4  # how much more it takes to bet for each point that an element is worth already


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Give the lowest trump for a wild, announce by chances, show the best figure, play by a few rules."""
    if s.phase == Phase.EXCHANGE:
        return EXCHANGE + lowest(offered(may, EXCHANGE))
    if s.phase == Phase.ANSWER:
        return _answer(s, seat, may)
    if s.phase == Phase.CUT:
        return -1
    offers = holds_action(may, WAIT) or holds_action(may, PASS) or s.phase == Phase.SHOWDOWN
    element = _to_bet(s, seat, may) if offers else -1
    if element >= 0:
        return BET + element
    if holds_action(may, WAIT):
        return WAIT
    if holds_action(may, PASS):
        return PASS
    return settle_element(s, seat, may) if s.phase == Phase.SHOWDOWN else choose_card(s, seat, may)


# chances


@kernel(seldom=True)
def chance_of(s: State, seat: int, element: int) -> int:
    """Return how likely a seat's team gets an element, in per cent, by what the seat holds."""
    if element == SPIEL:
        return chance_of_spiel(s, seat)
    best = best_figure(s, element, cards_of(s, seat), s.loose)
    if s.standing_by >= 0 and s.element == element:
        standing = s.claim[team_of(s.standing_by)]
        if team_of(s.standing_by) != team_of(seat) and best < standing:
            return 0 if best == 0 else WHOLE // 5
        best = max(best, standing) if team_of(s.standing_by) == team_of(seat) else best
    size, rank = figure_size(best), figure_rank(best)
    return GLEICH_WINS[size][rank] if element == GLEICH else HANGER_WINS[size][rank]


@kernel(seldom=True)
def chance_of_spiel(s: State, seat: int) -> int:
    """Judge Spiel by the tricks won and by what the cards left in the hand are worth."""
    side = team_of(seat)
    left = TRICKS - s.tricks_played
    own = hand_worth(s, kinds(s.hand[seat]))
    if not is_lead(s) and has(bit(s.best_seat) | bit(partner_of(s.best_seat)), seat):
        own += WHOLE // 4
    expected = WHOLE * team_tricks(s, side) + own + max(0, WHOLE * left - own) // 3
    if team_tricks(s, side) >= MAJORITY:
        return WHOLE
    if team_tricks(s, 1 - side) >= MAJORITY:
        return 0
    return max(0, min(WHOLE, HALF + (expected - EVEN) // SPREAD))


@kernel
def hand_worth(s: State, cards: int) -> int:
    """Add up what cards are worth in tricks to come, in hundredths."""
    total = 0
    while cards != 0:
        total += card_worth(s, lowest(cards))
        cards &= cards - 1
    return total


@kernel
def card_worth(s: State, card: int) -> int:
    """Judge a card in a trick to come, in hundredths of it."""
    if has(WILDS[s.trump], card):
        return WILD_TRICK
    if SUIT[card] == s.trump:
        return HIGH_TRUMP if RANK[card] >= ACE - 1 else LOW_TRUMP
    if RANK[card] == ACE:
        return SIDE_ACE
    return SIDE_KING if RANK[card] == ACE - 1 else SIDE_CARD


# announcements


@kernel
def _to_bet(s: State, seat: int, may: list[int]) -> int:
    """Choose the element that one bets on, -1 for none."""
    for element in range(ELEMENTS):
        if holds_action(may, BET + element) and chance_of(s, seat, element) >= TO_BET + CAUTION * (
            s.value[element] - 1
        ):
            return element
    return -1


@kernel(seldom=True)
def _answer(s: State, seat: int, may: list[int]) -> int:
    """Raise, hold or give up by the chance, which a bet makes smaller; ask the partner where one's own is small."""
    chance = chance_of(s, seat, s.bet_on) - BETTOR_STRONGER * s.value[s.bet_on]
    if chance >= TO_RAISE and holds_action(may, RAISE):
        return RAISE
    if chance < TO_HOLD and holds_action(may, DEFER):
        return DEFER
    return HOLD if chance >= needed_to_hold(s) else GOOD


@kernel
def needed_to_hold(s: State) -> int:
    """Good gives away what an element is worth now: with much at stake, holding costs little more."""
    return TO_HOLD * 2 // (1 + s.value[s.bet_on])
