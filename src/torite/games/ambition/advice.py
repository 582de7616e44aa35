"""The rule of thumb: dare a slam with a hand that bears it, else hide; having to take, take enough and no more."""

from __future__ import annotations

from torite.kit import bit, count, kernel, kinds, lowest, offered

from .cards import ALL_POINTS, CARDS, OF_SUIT
from .state import PASS, PASS_ACROSS, PASS_LEFT, PASS_RIGHT, PLAY, Phase, Stand, State, Way, cards_on_trick
from .tricks import is_lead, winning_card

RANKS = 13
#: By rank from 2 to ace, in hundredths: how far a card is a trick, and how far it is a danger. A court card lifts a 2.
POWER = tuple((40, 1, 2, 3, 4, 5, 6, 7, 15, 30, 50, 75, 90)[card % RANKS] for card in range(CARDS))
DANGER = tuple((65, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120)[card % RANKS] for card in range(CARDS))
SLAM_POWER = 45  # of the hand's cards on average, from which a slam is dared at the beginning
NIL_POWER = (35, 20)  # by edition: and up to which a nil is tried
SLAM_SHARE = 62  # of all points in hundredths, that a slam takes
MARGIN = 9  # points by which a seat stays behind the highest


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Pass what is in the way of the plan; then win the trick or avoid it, whichever brings the plan further."""
    if s.phase == Phase.PASS:
        return _pass(s, seat, may)
    choices = offered(may, PLAY)
    if choices & (choices - 1) == 0:
        return PLAY + lowest(choices)
    takes = wants_to_take(s, seat)
    if is_lead(s):
        return PLAY + (most_of(POWER, choices) if takes else least_of(DANGER, choices))
    if choices & OF_SUIT[s.led] != 0:
        return PLAY + _follow(s, choices, takes)
    return PLAY + (least_of(POWER, choices) if takes else most_of(DANGER, choices))


@kernel
def total_of(table: tuple[int, ...], cards: int) -> int:
    """Add up what a table says of each card of a mask."""
    total = 0
    while cards != 0:
        total += table[lowest(cards)]
        cards &= cards - 1
    return total


@kernel
def most_of(table: tuple[int, ...], cards: int) -> int:
    """Return the card of a mask of which a table says most, the last of equals; the mask is not empty."""
    best = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if table[card] >= table[best]:
            best = card
    return best


@kernel
def least_of(table: tuple[int, ...], cards: int) -> int:
    """Return the card of a mask of which a table says least, the first of equals; the mask is not empty."""
    best = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if table[card] < table[best]:
            best = card
    return best


@kernel
def _pass(s: State, seat: int, may: list[int]) -> int:
    """The weakest cards of a hand for a slam, else the most dangerous; scattered, the worst to the left."""
    hand = kinds(s.hand[seat])
    verb = PASS
    if s.way == Way.SCATTER:
        verb = (
            PASS_LEFT if offered(may, PASS_LEFT) != 0 else PASS_ACROSS if offered(may, PASS_ACROSS) != 0 else PASS_RIGHT
        )
    cards = offered(may, verb)
    if s.slam_on[seat] == 1 and total_of(POWER, hand) >= SLAM_POWER * count(hand):
        return verb + least_of(POWER, cards)
    return verb + most_of(DANGER, cards)


@kernel
def wants_to_take(s: State, seat: int) -> bool:
    """Tell whether a trick helps: to a slam that the hand bears, out of an understrike, or to more but not the most."""
    hand = kinds(s.hand[seat])
    power, cards = total_of(POWER, hand), count(hand)
    left = ALL_POINTS[s.options.edition]
    best = 0
    for other in range(s.seats):
        left -= s.points[other]
        if other != seat:
            best = max(best, s.points[other])
    if s.slam_on[seat] == 1 and 100 * SLAM_POWER * cards * s.to_slam[seat] <= SLAM_SHARE * power * left:
        return True
    stand = s.stands[seat]
    if stand == Stand.NIL:
        return power > NIL_POWER[s.options.edition] * cards
    if stand == Stand.BETWEEN:
        worth = left // cards if is_lead(s) else s.worth
        return s.points[seat] + worth + MARGIN <= best
    return stand == Stand.UNDER or stand == Stand.SLAM


@kernel
def _follow(s: State, choices: int, takes: bool) -> int:
    """Win as surely as possible, for the last player as cheaply; or duck with the most dangerous card that loses."""
    lying = cards_on_trick(s)
    wins = 0
    left = choices
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if winning_card(s, lying | bit(card)) == card:
            wins |= bit(card)
    last = s.trick_len == s.seats - 1
    if takes:
        if wins == 0:
            return least_of(POWER, choices)
        return least_of(DANGER, wins) if last else most_of(POWER, wins)
    loses = choices & ~wins
    if loses != 0:
        return most_of(DANGER, loses)
    return most_of(DANGER, wins) if last else least_of(DANGER, wins)
