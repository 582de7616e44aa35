"""Deals that bring every player the points that a test wants.

Every trick but the last is of one suit, one card from each hand, so nobody ever has a choice of suits to make and the
holder of the best card of the trick is whoever is to take it. In the last trick each plays a card of another suit.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from tests.games.ambition.naive import SUITS, Rules, best_card, worth_of

TRIES = 300


@dataclass(frozen=True)
class Plan:
    """Hands, seat 0 first, and the cards of each trick in playing order from its leader."""

    hands: tuple[str, ...]
    tricks: tuple[str, ...]


@cache
def plan(taken: tuple[int | None, ...], rules: Rules, seed: int = 0) -> Plan:
    """Find a deal, and its tricks, in which the seats take these points, None for no trick."""
    chooser = random.Random(f"{taken} {rules} {seed}")
    tricks_needed = [0 if points is None else 1 for points in taken]
    for _ in range(TRIES):
        groups, singles = _cut(rules, chooser)
        first = next((i for i, group in enumerate(groups) if "D3" in group), -1)
        if first < 0:
            continue
        groups[0], groups[first] = groups[first], groups[0]
        count = len(groups) + 1
        worth = [worth_of(cards, rules.edition) + rules.bonus(i) for i, cards in enumerate([*groups, singles], 1)]
        order = sorted(range(count), key=lambda i: -worth[i])
        takers = _takers([worth[i] for i in order], [points or 0 for points in taken], tricks_needed, [2_000])
        if takers is not None:
            by_trick = dict(zip(order, takers, strict=True))
            last = by_trick[count - 1]
            before = next((i for i in range(1, count - 1) if by_trick[i] == last), -1)
            if before > 0:  # who takes the last trick must lead it
                course = [i for i in range(count - 1) if i != before] + [before]
                pairs = [(groups[i], by_trick[i]) for i in course]
                return _hands([*pairs, (singles, last)], rules.seats, chooser)
    raise AssertionError(f"no deal was found that brings {taken}")


def _cut(rules: Rules, chooser: random.Random) -> tuple[list[list[str]], list[str]]:
    """Cut each suit into tricks, and a card that is left for the last."""
    groups, singles, n = [], [], rules.seats
    for suit in SUITS:
        cards = [card for card in rules.pack() if card[0] == suit]
        chooser.shuffle(cards)
        groups += [cards[i : i + n] for i in range(0, len(cards) // n * n, n)]
        singles += cards[len(cards) // n * n :]
    return groups, singles


def _takers(worth: list[int], left: list[int], tricks: list[int], patience: list[int]) -> list[int] | None:
    """Find who takes each trick, so that nothing is left over; None for no way, or none found in time."""
    patience[0] -= 1
    if not worth:
        return [] if not any(left) and not any(need > 0 for need in tricks) else None
    if patience[0] < 0:
        return None
    for seat in sorted(range(len(left)), key=lambda seat: (-left[seat], -tricks[seat])):
        if tricks[seat] != 0 and worth[0] <= left[seat]:
            fewer = [points - worth[0] * (i == seat) for i, points in enumerate(left)]
            done = [-1 if i == seat else need for i, need in enumerate(tricks)]
            rest = _takers(worth[1:], fewer, done, patience)
            if rest is not None:
                return [seat, *rest]
    return None


def _hands(tricks: list[tuple[list[str], int]], n: int, chooser: random.Random) -> Plan:
    """Give out the cards: the best of each trick to its taker, and of the last trick any to its leader."""
    hands: list[list[str]] = [[] for _ in range(n)]
    lines, leader = [], -1
    for number, (cards, taker) in enumerate(tricks, 1):
        others = [seat for seat in range(n) if seat != taker]
        chooser.shuffle(others)
        best = best_card(cards) if number < len(tricks) else cards[0]
        rest = [card for card in cards if card != best]
        held = {taker: best} | dict(zip(others, rest, strict=True))
        for seat, card in held.items():
            hands[seat].append(card)
        if leader < 0:
            leader = next(seat for seat, card in held.items() if card == "D3")
        lines.append(" ".join(held[(leader + i) % n] for i in range(n)))
        leader = taker
    return Plan(tuple(" ".join(hand) for hand in hands), tuple(lines))
