"""Cards, wild cards and figures of Perlaggen told a second time, from the clauses alone."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise, product
from typing import NamedTuple

RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]  #: from low to high
SUITS = "CSHD"
PACK = [suit + rank for suit in SUITS for rank in RANKS if rank != "6" or suit == "D"]
HEIGHTS = {card: RANKS.index(card[1:]) for card in PACK}
PERMANENT = ["HK", "D6", "D7", "C7"]  #: the wild cards of every deal, the strongest first
ELEMENTS = ("gleich", "hanger", "spiel")

Fixed = dict[str, str]  #: what a wild card stands for, where that is fixed


def suit(card: str) -> str:
    """The suit of a card."""
    return card[0]


def rank(card: str) -> str:
    """The rank of a card."""
    return card[1:]


def height(card: str) -> int:
    """How high a card stands in its suit, from 0."""
    return HEIGHTS[card]


@cache
def wilds(trump: str) -> list[str]:
    """The wild cards when this suit is trumps, the strongest first."""
    seven = [trump + "7"] if trump + "7" not in PERMANENT else []
    return [*PERMANENT, *seven, trump + "J", trump + "Q"]


def partner(seat: int) -> int:
    """Who sits opposite."""
    return (seat + 2) % 4


def left_of(seat: int) -> int:
    """The next player clockwise."""
    return (seat + 1) % 4


# figures


class Figure(NamedTuple):
    """How strong a figure is: how many cards, and how high its rank or its top card."""

    cards: int
    top: int

    def __str__(self) -> str:
        return f"{self.cards} {RANKS[self.top]}"


NONE = Figure(0, -1)


def stand(hand: list[str], trump: str, fixed: Fixed) -> tuple[list[str], int]:
    """What the cards of a hand are that are not free, and how many wild cards are."""
    wild = wilds(trump)
    fast = [fixed.get(card, card) for card in hand if card in fixed or card not in wild]
    return fast, len(hand) - len(fast)


def best_gleich(hand: list[str], trump: str, fixed: Fixed | None = None) -> Figure:
    """The best Gleich of a hand; NONE where it has none."""
    fast, free = stand(hand, trump, fixed or {})
    counts = [sum(height(card) == top for card in fast) + free for top in range(len(RANKS))]
    found = [Figure(count, top) for top, count in enumerate(counts) if count >= 2]
    return max(found, default=NONE)


def runs() -> list[list[str]]:
    """All sequences of two to five cards of a suit, each from its top card down."""
    found = []
    for one in SUITS:
        row = [one + rank for rank in reversed(RANKS) if one + rank in PACK]
        found += [row[at : at + size] for size in range(2, 6) for at in range(len(row) - size + 1)]
    return found


RUNS = runs()


def best_hanger(hand: list[str], trump: str, fixed: Fixed | None = None) -> Figure:
    """The best Hanger of a hand; NONE where it has none."""
    fast, free = stand(hand, trump, fixed or {})
    found = [Figure(len(run), height(run[0])) for run in RUNS if sum(card not in fast for card in run) <= free]
    return max(found, default=NONE)


def best(element: str, hand: list[str], trump: str, fixed: Fixed | None = None) -> Figure:
    """The best figure of a hand."""
    return (best_gleich if element == "gleich" else best_hanger)(hand, trump, fixed)


def strength(element: str, cards: list[str]) -> Figure:
    """How strong these cards are as they stand; NONE where they make no such figure."""
    heights = sorted(map(height, cards), reverse=True)
    if len(cards) < 2:
        return NONE
    if element == "gleich":
        return Figure(len(cards), heights[0]) if heights[0] == heights[-1] else NONE
    apart = all(high - low == 1 for high, low in pairwise(heights))
    return Figure(len(cards), heights[0]) if apart and len(set(map(suit, cards))) == 1 else NONE


def by_trying(element: str, hand: list[str], trump: str, fixed: Fixed | None = None) -> Figure:
    """The best figure of a hand, by trying every card for every wild one; slow."""
    fixed = fixed or {}
    what = [[fixed[c]] if c in fixed else PACK if c in wilds(trump) else [c] for c in hand]
    found = NONE
    for cards in product(*what):
        for size in range(2, len(hand) + 1):
            found = max([found, *(strength(element, list(some)) for some in combinations(cards, size))])
    return found


# claims


Part = tuple[str, str]  #: a card, and what it stands for


def may_stand(card: str, trump: str, fixed: Fixed) -> list[str]:
    """What a card may stand for in a claim."""
    return [fixed[card]] if card in fixed else PACK if card in wilds(trump) else [card]


def could_come(element: str, parts: list[Part], rest: list[str], trump: str, fixed: Fixed) -> Figure:
    """The strongest figure that these parts can be made into with the rest of a hand; NONE for none."""
    fast, free = stand(rest, trump, fixed)
    return made(element, tuple(shown for _, shown in parts), tuple(fast), free)


@cache
def made(element: str, cards: tuple[str, ...], fast: tuple[str, ...], free: int) -> Figure:
    """The strongest figure that has all these cards, from cards that are what they are, and free wild ones."""
    if element == "gleich":
        tops = {height(card) for card in cards} or set(range(len(RANKS)))
        counts = [Figure(len(cards) + sum(height(c) == top for c in fast) + free, top) for top in tops]
        return max((one for one in counts if one.cards >= 2 and (not cards or len(tops) == 1)), default=NONE)
    if len(set(cards)) < len(cards):
        return NONE
    fitting = [run for run in RUNS if set(cards) <= set(run)]
    able = [run for run in fitting if sum(card not in cards and card not in fast for card in run) <= free]
    return max((Figure(len(run), height(run[0])) for run in able), default=NONE)


def next_parts(
    element: str, parts: list[Part], hand: list[str], trump: str, fixed: Fixed, least: Figure
) -> tuple[set[Part], bool]:
    """What may be added to a claim that must come to at least so much, and whether it is whole as it is."""
    used = [card for card, _ in parts]
    rest = [card for card in hand if card not in used]
    found = set()
    for card in rest:
        others = [other for other in rest if other != card]
        for shown in may_stand(card, trump, fixed):
            if could_come(element, [*parts, (card, shown)], others, trump, fixed) >= least:
                found.add((card, shown))
    return found, strength(element, [shown for _, shown in parts]) >= least


def designations(hand: list[str], trump: str, fixed: Fixed) -> list[Fixed]:
    """All ways to fix the wild cards of a hand for its best Gleich."""
    top = best_gleich(hand, trump, fixed)
    if top == NONE:
        return [fixed]
    free = [card for card in hand if card in wilds(trump) and card not in fixed]
    suits = [one + RANKS[top.top] for one in SUITS if one + RANKS[top.top] in PACK]
    return [{**fixed, **dict(zip(free, chosen, strict=True))} for chosen in product(suits, repeat=len(free))]


def figure_of(element: str, hand: str, trump: str) -> str:
    """The best figure of a hand in words: `3 Q`; nothing for none."""
    found = best(element, hand.split(), trump)
    return "" if found == NONE else str(found)
