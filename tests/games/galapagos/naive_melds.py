"""The clauses of Galapagos on cards, bids and melds written out a second time, plainly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

SUITS, RANKS = "CSHD", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS)
JOKERS = ("JR", "JB")
BLACK, PARITY = "CS", ("SH", "CD")
ACE = 14


def is_joker(card: str) -> bool:
    """GALA-8.1: tell a joker from a card."""
    return card in JOKERS


def rank(card: str) -> int:
    """GALA-1.2: 2 to 14, the ace high."""
    return RANKS.index(card[1:]) + 2


def is_black(card: str) -> bool:
    """GALA-2.5, 8.5: ♠, ♣ and the black joker are black."""
    return card == "JB" if is_joker(card) else card[0] in BLACK


# bids


def bid_wins(mine: str, other: str, faced: str) -> str:
    """GALA-2.3 to 2.6, 8.4, 8.5: why a bid wins (joker, rank, suit, colour, parity); empty if it does not."""
    if is_joker(mine) or is_joker(other):
        if is_joker(mine) and is_joker(other):
            return "colour" if is_black(mine) == is_black(faced) else ""
        return "joker" if is_joker(mine) else ""
    if rank(mine) != rank(other):
        return "rank" if rank(mine) > rank(other) else ""
    if faced[0] in (mine[0], other[0]):
        return "suit" if mine[0] == faced[0] else ""
    if is_black(mine) != is_black(other):
        return "colour" if is_black(mine) == is_black(faced) else ""
    parity = next(pair for pair in PARITY if faced[0] in pair)
    return "parity" if mine[0] in parity else ""


# melds


@dataclass(frozen=True)
class Meld:
    """A set or a sequence: its cards in order, and whether an ace in a sequence is low."""

    cards: tuple[str, ...]
    kind: str
    ace_low: bool = False

    @property
    def missing(self) -> str:
        """GALA-3.3: the suit that a set of three lacks; empty for anything else."""
        lacking = [suit for suit in SUITS if suit not in {card[0] for card in self.cards}]
        return lacking[0] if self.kind == "set" and len(self.cards) == 3 else ""

    @property
    def top(self) -> int:
        """The rank of a set, the top rank of a sequence."""
        return len(self.cards) if self.ace_low else max(map(rank, self.cards))

    @property
    def named(self) -> tuple[str, int, str]:
        """GALA-3.12: kind, size, and rank of a set or suit of a sequence."""
        return self.kind, len(self.cards), self.cards[0][1:] if self.kind == "set" else self.cards[0][0]

    def points(self, trump: str = "") -> int:
        """GALA-3.3 to 3.5: what it scores with a suit named."""
        size = len(self.cards)
        if self.kind == "set":
            if size == 4:
                return {"3": 60, "2": 80}.get(self.cards[0][1:], 40)
            return 30 if trump and trump == self.missing else 15
        return {3: 10, 4: 20}.get(size, 10 * size)


def in_order(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """GALA-3.17: sets, high rank first; sequences, long first, then by suit, then high first."""

    def place(meld: Meld) -> tuple[int, ...]:
        if meld.kind == "set":
            return 0, -meld.top
        return 1, -len(meld.cards), SUITS.index(meld.cards[0][0]), -meld.top

    return tuple(sorted(melds, key=place))


def runs_of(held: set[str], suit: str, aces: str) -> list[Meld]:
    """GALA-3.2, 3.5 to 3.7: the longest runs of a suit, the ace standing low, high or at both ends."""
    where = {rank(card): card for card in held if card[0] == suit}
    if ACE in where and "low" in aces:
        where[1] = where[ACE]
    if "high" not in aces:
        where.pop(ACE, None)
    found, place = [], 1
    while place <= ACE:
        end = place
        while end in where:
            end += 1
        if end - place >= 3:
            found.append(Meld(tuple(where[at] for at in range(place, end)), "sequence", place == 1))
        place = end + 1
    if len(found) == 1 and len(found[0].cards) == 14:
        return [Meld(found[0].cards[1:], "sequence")]
    return found


def worth(melds: Iterable[Meld], trump: str = "") -> int:
    """The points of some melds."""
    return sum(meld.points(trump) for meld in melds)


def rating(melds: Iterable[Meld], trump: str) -> tuple[int, int, int]:
    """GALA-3.16: the total, then few melds, then aces high."""
    listed = list(melds)
    runs = [meld for meld in listed if meld.kind == "sequence"]
    low = sum(meld.ace_low for meld in runs)
    return worth(listed, trump), -len(listed), -low


@cache
def largest(held: frozenset[str], both_ends: bool) -> tuple[Meld, ...]:
    """GALA-3.6 to 3.9: the melds where a card may count in a set and in a sequence."""
    ordinary = {card for card in held if not is_joker(card)}
    melds = []
    for each in RANKS:
        alike = tuple(suit + each for suit in SUITS if suit + each in ordinary)
        if len(alike) >= 3:
            melds.append(Meld(alike, "set"))
    for suit in SUITS:
        ways = [runs_of(ordinary, suit, aces) for aces in (("low+high",) if both_ends else ("high", "low"))]
        melds += max(ways, key=lambda runs: rating(runs, ""))
    return in_order(melds)


@cache
def all_melds(held: frozenset[str]) -> tuple[Meld, ...]:
    """GALA-3.15: every meld that could be taken, also parts of larger ones."""
    ordinary = {card for card in held if not is_joker(card)}
    melds = []
    for each in RANKS:
        alike = [suit + each for suit in SUITS if suit + each in ordinary]
        melds += [Meld(cards, "set") for size in (3, 4) for cards in combinations(alike, size)]
    for suit in SUITS:
        for low in (False, True):
            run = [suit + "A"] * low + [suit + each for each in RANKS[: 12 + (not low)]]
            for start, end in combinations(range(len(run) + 1), 2):
                part = tuple(run[start:end])
                if len(part) >= 3 and ordinary.issuperset(part) and (not low or start == 0):
                    melds.append(Meld(part, "sequence", low))
    return tuple(dict.fromkeys(melds))


@cache
def best_apart(held: frozenset[str], trump: str) -> tuple[tuple[int, int, int], tuple[Meld, ...]]:
    """GALA-3.15, 3.16: the best selection in which no card lies twice, and how good it is."""
    possible = all_melds(held)

    @cache
    def best(left: frozenset[str]) -> tuple[tuple[int, int, int], tuple[Meld, ...]]:
        card = min((card for meld in possible if left.issuperset(meld.cards) for card in meld.cards), default="")
        if not card:
            return (0, 0, 0), ()
        found = best(left - {card})
        for meld in possible:
            if card in meld.cards and left.issuperset(meld.cards):
                rest = best(left - set(meld.cards))[1]
                found = max(found, (rating((*rest, meld), trump), (*rest, meld)), key=lambda one: one[0])
        return found

    rated, melds = best(held)
    return rated, in_order(melds)


def declared(held: Iterable[str], trump: str, options: dict[str, Any]) -> tuple[Meld, ...]:
    """The melds that are declared with a suit named; empty for none."""
    if options["meld_overlap"] == "none":
        return best_apart(frozenset(held), trump)[1]
    return largest(frozenset(held), options["ace_both_ends"])


def total(held: Iterable[str], trump: str, options: dict[str, Any]) -> int:
    """What the melds of a won pile come to with a suit named."""
    return worth(declared(held, trump, options), trump)


def suits_to_name(held: Iterable[str], options: dict[str, Any]) -> set[str]:
    """GALA-3.10, 3.15: the suits that may be named at meld scoring."""
    held = list(held)
    if options["meld_overlap"] == "none":
        plain = total(held, "", options)
        return {suit for suit in SUITS if total(held, suit, options) > plain}
    return {meld.missing for meld in declared(held, "", options)} - {""}
