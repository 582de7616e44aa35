"""Section 3 written out by hand, and a trick played by it: what the package is held against.

A line of `ORDERS` is a contract; its words are the classes, trumps first, each from high to low.
"""

from __future__ import annotations

import random
from collections import Counter

PLAIN_TRUMPS = "H10 CQ SQ HQ DQ CJ SJ HJ DJ"
CLUBS, SPADES, DIAMONDS = "CA C10 CK C9", "SA S10 SK S9", "DA D10 DK D9"
HEARTS = "HA HK H9"
ORDERS: dict[str, tuple[str, ...]] = {
    "normal": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ DA D10 DK D9", CLUBS, SPADES, HEARTS),
    "solo-clubs": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ CA C10 CK C9", SPADES, HEARTS, DIAMONDS),
    "solo-spades": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ SA S10 SK S9", CLUBS, HEARTS, DIAMONDS),
    "solo-hearts": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ HA HK H9", CLUBS, SPADES, DIAMONDS),
    "solo-diamonds": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ DA D10 DK D9", CLUBS, SPADES, HEARTS),
    "solo-queens": ("CQ SQ HQ DQ", "CA C10 CK CJ C9", "SA S10 SK SJ S9", "HA H10 HK HJ H9", "DA D10 DK DJ D9"),
    "solo-jacks": ("CJ SJ HJ DJ", "CA C10 CK CQ C9", "SA S10 SK SQ S9", "HA H10 HK HQ H9", "DA D10 DK DQ D9"),
    "solo-notrump": ("", "CA C10 CK CQ CJ C9", "SA S10 SK SQ SJ S9", "HA H10 HK HQ HJ H9", "DA D10 DK DQ DJ D9"),
}
ORDERS["marriage"] = ORDERS["poverty"] = ORDERS["normal"]
SMALL: dict[str, tuple[str, ...]] = {
    "normal": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ DA D10 DK", "CA C10 CK", "SA S10 SK", "HA HK"),
    "solo-clubs": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ CA C10 CK", "SA S10 SK", "HA HK", "DA D10 DK"),
    "solo-spades": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ SA S10 SK", "CA C10 CK", "HA HK", "DA D10 DK"),
    "solo-hearts": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ HA HK", "CA C10 CK", "SA S10 SK", "DA D10 DK"),
    "solo-diamonds": ("H10 CQ SQ HQ DQ CJ SJ HJ DJ DA D10 DK", "CA C10 CK", "SA S10 SK", "HA HK"),
    "solo-queens": ("CQ SQ HQ DQ", "CA C10 CK CJ", "SA S10 SK SJ", "HA H10 HK HJ", "DA D10 DK DJ"),
    "solo-jacks": ("CJ SJ HJ DJ", "CA C10 CK CQ", "SA S10 SK SQ", "HA H10 HK HQ", "DA D10 DK DQ"),
    "solo-notrump": ("", "CA C10 CK CQ CJ", "SA S10 SK SQ SJ", "HA H10 HK HQ HJ", "DA D10 DK DQ DJ"),
    "solo-queens-jacks": ("CQ SQ HQ DQ CJ SJ HJ DJ", "CA C10 CK", "SA S10 SK", "HA H10 HK", "DA D10 DK"),
}
SMALL["marriage"] = SMALL["poverty"] = SMALL["normal"]
Order = tuple[str, ...]


def orders_of(variant: str) -> dict[str, Order]:
    """The contracts of a variant, each with its classes."""
    return SMALL if variant == "doppelkopf-40" else ORDERS


def class_of(order: Order, card: str) -> int:
    """The class a card belongs to: 0 for trumps, then the plain suits."""
    (found,) = (number for number, cards in enumerate(order) if card in cards.split())
    return found


def following(order: Order, led: str, hand: list[str]) -> list[str]:
    """What a hand may play after this card was led: the class led, or anything without it."""
    same = [card for card in hand if class_of(order, card) == class_of(order, led)]
    return same or hand


def beats(order: Order, card: str, best: str, last: bool = False, tens: str = "first_wins") -> bool:
    """Tell whether a card played later takes the trick from the one that holds it so far."""
    mine, held = class_of(order, card), class_of(order, best)
    if card == best:
        second = tens == "second_wins" or (tens == "second_wins_except_last" and not last)
        return card == "H10" and mine == 0 and second
    if mine != held:
        return mine == 0
    cards = order[mine].split()
    return cards.index(card) < cards.index(best)


def taker(order: Order, trick: list[str], last: bool = False, tens: str = "first_wins") -> int:
    """Which card of a trick takes it, counted from 0 in the order of play."""
    best = 0
    for place in range(1, len(trick)):
        if beats(order, trick[place], trick[best], last, tens):
            best = place
    return best


def course_to(order: Order, pack: list[str], final: list[str], seed: int = 0) -> tuple[list[str], list[list[str]]]:
    """Find hands and tricks after which the seats hold just these final cards, as many each, and seat 0 leads.

    Returns:
        The hands by seat, and the tricks before the last one, each in the order of play.
    """
    rest = list(pack)
    kept = [cards.split() for cards in final]
    for card in " ".join(final).split():
        rest.remove(card)
    chooser = random.Random(seed)
    while True:
        chooser.shuffle(rest)
        size = len(rest) // 4
        hands = [[*rest[size * seat : size * (seat + 1)], *kept[seat]] for seat in range(4)]
        tricks = _played(order, [hand[:] for hand in hands], kept, chooser)
        if tricks is not None:
            return [" ".join(hand) for hand in hands], tricks


def _played(
    order: Order, hands: list[list[str]], kept: list[list[str]], chooser: random.Random
) -> list[list[str]] | None:
    """Play at random, keeping the final cards; None where one is forced out or seat 0 does not lead at the end."""
    leader, tricks = 0, []
    for _ in range(len(hands[0]) - len(kept[0])):
        trick: list[str] = []
        for i in range(4):
            seat = (leader + i) % 4
            free = hands[seat] if not trick else following(order, trick[0], hands[seat])
            free = list((Counter(free) - Counter(kept[seat])).elements())
            if not free:
                return None
            trick.append(chooser.choice(free))
            hands[seat].remove(trick[-1])
        leader = (leader + taker(order, trick)) % 4
        tricks.append(trick)
    return tricks if leader == 0 else None
