"""Random ends of deals that could happen, extreme ones often."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.games.doppelkopf.builders import POINTS, pack
from tests.games.doppelkopf.naive import ORDERS, taker
from tests.games.doppelkopf.naive_score import End, Fox

MARKS = [0, 8, 15, 29, 30, 31, 59, 60, 61, 70, 85, 89, 90, 91, 119, 120]
MARKS += [240 - mark for mark in MARKS]
TELLING = ["CJ", "CJ", "DA", "DA", "H10", "CA", "S10", "D9", "CQ"]  # cards that the last trick shall often have
ALONE = ["normal", "marriage", "solo-clubs", "solo-hearts", "solo-queens", "solo-jacks", "solo-notrump"]
PAIR = ["normal", "normal", "marriage", "poverty"]
FREE: dict[str, list[Any]] = {
    "n_threshold": ["under", "at_most"],
    "against_the_queens": [None, "on", "off"],
    "overachievement_points": [True, False],
    "draw_scoring": ["extras_only", "ddv"],
    "charlie_capture": [True, False],
    "extra_points_mode": ["zero_sum", "gain_only"],
    "solo_factor": [3, 1],
}
FREE_40: dict[str, list[Any]] = {"last_fox_mode": ["replace", "add"], "defence_bonus_in_solo": [False, True]}


def winner_of(trick: dict[int, str]) -> int:
    """Who takes a trick of the normal game, its cards in the order in which they were played."""
    return list(trick)[taker(ORDERS["normal"], list(trick.values()))]


@cache
def cards_of(deck: int) -> tuple[str, ...]:
    """The cards of a pack."""
    return tuple(pack("doppelkopf-40" if deck == 40 else "doppelkopf"))


@cache
def bounds(deck: int) -> tuple[list[int], list[int]]:
    """The least and the most card points that so many tricks can hold, by number of tricks."""
    cards = sorted(POINTS[card[1:]] for card in cards_of(deck))
    tricks = range(deck // 4 + 1)
    return [sum(cards[: 4 * n]) for n in tricks], [sum(cards[len(cards) - 4 * n :]) for n in tricks]


def random_trick(chooser: random.Random, active: list[int], deck: int) -> tuple[dict[int, str], int]:
    """Draw a last trick and its winner."""
    left = list(cards_of(deck))
    lead = chooser.randrange(4)
    trick: dict[int, str] = {}
    for seat in active[lead:] + active[:lead]:
        telling = [card for card in TELLING if card in left]
        card = chooser.choice(telling if telling and chooser.random() < 0.6 else left)
        left.remove(card)
        trick[seat] = card
    return trick, winner_of(trick)


def shared(chooser: random.Random, total: int, least: list[int], most: list[int]) -> list[int] | None:
    """Share a number out between a least and a most of each."""
    if not sum(least) <= total <= sum(most):
        return None
    shares, order = list(least), list(range(len(least)))
    chooser.shuffle(order)
    for place, i in enumerate(order):
        rest = total - sum(shares)
        room = sum(most[j] - shares[j] for j in order[place + 1 :])
        shares[i] += chooser.randint(max(rest - room, 0), min(rest, most[i] - shares[i]))
    return shares


def random_counts(chooser: random.Random, end: End, parties: list[list[int]], deck: int) -> bool:
    """Draw tricks and card points of all seats; tell whether that came out."""
    low, high = bounds(deck)
    worth = sum(POINTS[card[1:]] for card in end.last.values())
    of_re = chooser.choice(MARKS) if chooser.random() < 0.7 else chooser.randint(0, 240)
    possible = [
        n
        for n in range(deck // 4 + 1)
        if low[n] <= of_re <= high[n] and low[deck // 4 - n] <= 240 - of_re <= high[deck // 4 - n]
    ]
    if not possible:
        return False
    tricks_of_re = chooser.choice(possible) if chooser.random() < 0.6 else chooser.choice([possible[0], possible[-1]])
    totals = [(of_re, tricks_of_re), (240 - of_re, deck // 4 - tricks_of_re)]
    for seats, (points, tricks) in zip(parties, totals, strict=True):
        took = [int(seat == end.taker) for seat in seats]
        counts = shared(chooser, tricks, took, [deck // 4] * len(seats))
        if counts is None:
            return False
        least = [worth * last + low[n - last] for n, last in zip(counts, took, strict=True)]
        drawn = shared(chooser, points, least, [max(high[n], w) for n, w in zip(counts, least, strict=True)])
        if drawn is None:
            return False
        for seat, n, share in zip(seats, counts, drawn, strict=True):
            end.tricks[seat], end.points[seat] = n, share
    return True


def random_specials(chooser: random.Random, end: End, active: list[int]) -> None:
    """Draw Doppelkopf tricks and foxes that fit the rest."""
    fat = all(card[1:] in ("A", "10") for card in end.last.values())
    worth = sum(POINTS[card[1:]] for card in end.last.values())
    left = 4 - fat
    for seat in active:
        last = seat == end.taker
        free = min(end.tricks[seat] - last, (end.points[seat] - worth * last) // 40, left)
        more = chooser.randint(0, free) if free > 0 and chooser.random() < 0.4 else 0
        left -= more
        end.doubles[seat] = more + (fat and last)
    end.foxes += [Fox(by, end.taker, True) for by, card in end.last.items() if card == "DA" and by != end.taker]
    for _ in range(2 - sum(card == "DA" for card in end.last.values())):
        takers = [seat for seat in active if end.tricks[seat] > (seat == end.taker)]
        if takers and chooser.random() < 0.5:
            to = chooser.choice(takers)
            end.foxes.insert(0, Fox(chooser.choice([seat for seat in active if seat != to]), to))


def random_options(chooser: random.Random, deck: int) -> dict[str, Any]:
    """Draw every option that the score depends on."""
    free = FREE | FREE_40 if deck == 40 else FREE
    chosen = {name: chooser.choice(values) for name, values in free.items()}
    return {"deck": deck, **{name: value for name, value in chosen.items() if value is not None}}


def random_end(chooser: random.Random) -> End:
    """Draw an end of a deal."""
    deck = 40 if chooser.random() < 0.4 else 48
    seats = 5 if deck == 48 and chooser.random() < 0.2 else 4
    idle = chooser.randrange(5) if seats == 5 else -1
    active = [seat for seat in range(seats) if seat != idle]
    options = random_options(chooser, deck)
    while True:
        re = tuple(chooser.sample(active, 1 if chooser.random() < 0.35 else 2))
        end = End(re, [0] * seats, [0] * seats, doubles=[0] * seats, idle=idle, options=options)
        end.contract = chooser.choice(PAIR if len(re) == 2 else ALONE)
        levels = [0, 0, 1, 2, 3, 4, 5] if chooser.random() < 0.6 else [2, 2, 3, 4, 5]
        end.said = {"re": chooser.choice(levels), "contra": chooser.choice(levels)}
        end.last, end.taker = random_trick(chooser, active, deck)
        if random_counts(chooser, end, [list(re), [seat for seat in active if seat not in re]], deck):
            random_specials(chooser, end, active)
            return end


def random_ends(seed: str, number: int) -> Iterator[End]:
    """Draw so many ends, the same for the same seed."""
    chooser = random.Random(seed)
    for _ in range(number):
        yield random_end(chooser)
