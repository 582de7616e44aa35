"""Deals played so that a wanted last trick is left."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from tests.aloud import play, scored, turn
from tests.games.doppelkopf.builders import contract_by, normal, pack
from tests.games.doppelkopf.naive import class_of, orders_of, taker
from torite import Match


@cache
def course(final: tuple[str, ...], re: tuple[int, ...], variant: str) -> tuple[list[str], list[list[str]]]:
    """Find hands and tricks of a normal game that leave these cards, seat 0 to lead, with these seats holding a ♣Q."""
    order, chooser = orders_of(variant)["normal"], random.Random(1)
    classes = {card: class_of(order, card) for card in pack(variant)}
    rest = [card for card in pack(variant) if card != "CQ"]
    queens = {seat: ["CQ"] * (3 - len(re)) if seat in re else [] for seat in range(4)}
    for card in final:
        rest.remove(card)
    while True:
        chooser.shuffle(rest)
        free, hands = iter(rest), []
        for seat in range(4):
            size = len(pack(variant)) // 4 - 1 - len(queens[seat])
            hands.append(queens[seat] + [next(free) for _ in range(size)])
        tricks = played([list(hand) for hand in hands], list(final), order, classes, chooser)
        if tricks is not None:
            return [" ".join([*hand, card]) for hand, card in zip(hands, final, strict=True)], tricks


def played(
    hands: list[list[str]],
    final: list[str],
    order: tuple[str, ...],
    classes: dict[str, int],
    chooser: random.Random,
) -> list[list[str]] | None:
    """Play hands out at random beside the cards to be kept; None where one is forced out or seat 0 does not lead."""
    leader, tricks = 0, []
    for _ in range(len(hands[0])):
        trick: list[str] = []
        for place in range(4):
            seat = (leader + place) % 4
            led = classes[trick[0]] if trick else None
            may = [card for card in hands[seat] if led is None or classes[card] == led]
            if not may and classes[final[seat]] == led:
                return None
            trick.append(chooser.choice(may or hands[seat]))
            hands[seat].remove(trick[-1])
        leader = (leader + taker(order, trick)) % 4
        tricks.append(trick)
    return tricks if leader == 0 else None


def last_trick(
    cards: str, re: tuple[int, ...] = (0, 2), variant: str = "doppelkopf", contract: str = "normal", **options: Any
) -> Match:
    """Play a deal whose last trick is this one, led by seat 0; Re are the holders of the ♣Q, or seat 0 in a solo."""
    hands, tricks = course(tuple(cards.split()), re, variant)
    if contract == "normal":
        m = normal(*hands, variant=variant, **options)
    else:
        m = contract_by(0, contract, *hands, variant=variant, **options)
    for trick in tricks:
        play(m, " ".join(trick))
    assert turn(m) == 0
    return play(m, cards)


def extras(m: Match) -> dict[str, int]:
    """The extra points of the deal that was scored last, those of the last trick and others."""
    found: dict[str, int] = {}
    for key, _, amount in scored(m):
        if key.split("_")[0] in ("fox", "charlie", "caught", "double"):
            found[key] = found.get(key, 0) + amount
    return found


def charlies(m: Match) -> dict[str, int]:
    """The points for ♣J of the deal that was scored last."""
    return {key: amount for key, amount in extras(m).items() if key.split("_")[0] in ("charlie", "caught")}
