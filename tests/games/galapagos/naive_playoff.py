"""The clauses of Galapagos on tricks and on the play-off written out a second time, plainly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from tests.games.galapagos.naive_melds import ACE, is_joker, rank

# tricks


def suit_of(card: str, trump: str) -> str:
    """GALA-8.9: the suit of a card, of a joker its player's personal trump."""
    return trump if is_joker(card) else card[0]


def strength(card: str) -> int:
    """GALA-1.2, 8.9: the joker lies below the 2."""
    return 1 if is_joker(card) else rank(card)


def may_follow(hand: Iterable[str], led: str, trumps: tuple[str, str], joker_follow: str) -> set[str]:
    """GALA-5.4, 8.10, 8.11, 8.18: what may be played to a lead; trumps are the leader's and the follower's."""
    hand, suit = list(hand), suit_of(led, trumps[0])
    fits = {card for card in hand if not is_joker(card) and card[0] == suit}
    if joker_follow == "as_trump_suit":
        fits |= {card for card in hand if is_joker(card) and trumps[1] == suit}
        return fits or set(hand)
    return (fits or set(hand)) | {card for card in hand if is_joker(card)}


def follower_wins(led: str, reply: str, trumps: tuple[str, str]) -> bool:
    """GALA-5.5 to 5.9: tell whether the reply takes the trick; trumps are the leader's and the follower's."""
    led_trump, reply_trump = suit_of(led, trumps[0]) == trumps[0], suit_of(reply, trumps[1]) == trumps[1]
    if led_trump != reply_trump:
        return reply_trump
    if led_trump:
        return strength(reply) > strength(led)
    return reply[0] == led[0] and rank(reply) > rank(led)


def trick_points(tricks: int) -> int:
    """GALA-5.11."""
    return tricks * (10 if tricks % 2 else 5)


# play-off


@dataclass(frozen=True)
class Play:
    """Cards led or answered: kind, number, and what is compared."""

    kind: str
    size: int
    top: int


@cache
def play_of(cards: frozenset[str]) -> Play | None:
    """GALA-6.2, 6.4, 6.7, 8.12 to 8.15, 8.17: what some cards are; None if they are no combination."""
    ordinary = [card for card in cards if not is_joker(card)]
    jokers, ranks = len(cards) - len(ordinary), {rank(card) for card in ordinary}
    if jokers > 1 or not cards:
        return None
    if not ordinary:
        return Play("set", 1, 1)
    if len(ranks) == 1:
        return Play("set", len(cards), max(ranks))
    if len(cards) < 3 or len(ranks) < len(ordinary):
        return None
    for places in ({1 if each == ACE else each for each in ranks}, ranks):
        for joker in (1, 15) if jokers else (0,):
            line = places | ({joker} if joker else set())
            if len(line) == len(cards) == max(line) - min(line) + 1:
                if joker == 1 and 1 in places:
                    continue
                return Play("sequence", len(cards), max(line))
    return None


def beats(cards: Play, table: Play) -> bool:
    """GALA-6.5 to 6.7, 8.14."""
    return (cards.kind, cards.size) == (table.kind, table.size) and cards.top > table.top


@cache
def leads(hand: frozenset[str]) -> frozenset[frozenset[str]]:
    """GALA-6.2, 6.11: every combination of a hand, sets of a rank and runs of any suits."""
    by_rank: dict[int, list[str]] = {}
    for card in sorted(hand):
        if not is_joker(card):
            by_rank.setdefault(rank(card), []).append(card)
    jokers = [card for card in hand if is_joker(card)]
    found = {frozenset(cards) for alike in by_rank.values() for n in range(1, 5) for cards in combinations(alike, n)}
    by_place = by_rank | ({1: by_rank[ACE]} if ACE in by_rank else {})
    for low, high in combinations(range(1, 15), 2):
        places = range(low, high + 1)
        if len(places) <= 13 and all(place in by_place for place in places):
            found |= {frozenset(run) for run in product(*(by_place[place] for place in places))}
    with_joker = {cards | {joker} for cards in found for joker in jokers} | {frozenset([joker]) for joker in jokers}
    return frozenset(cards for cards in found | with_joker if play_of(cards))


def answers(hand: Iterable[str], table: Play) -> set[frozenset[str]]:
    """GALA-6.5: the combinations that beat what lies on the table."""
    found = {cards: play_of(cards) for cards in leads(frozenset(hand))}
    return {cards for cards, play in found.items() if play and beats(play, table)}


def ranks_of(cards: Iterable[str]) -> str:
    """The ranks of some cards in rising order: `3-4-5`."""
    order = sorted(cards, key=strength)
    return "-".join("joker" if is_joker(card) else card[1:] for card in order)


def counted(plays: Iterable[frozenset[str]]) -> Counter[str]:
    """How often each combination of ranks can be played."""
    return Counter(map(ranks_of, plays))


# bonuses and game points


def bonus(before: Sequence[int], after: Sequence[int], amount: int, mark: int) -> list[int]:
    """GALA-4.2 to 4.4: what both get when a phase has brought the deal scores from one to the other."""
    reached = [points >= mark for points in after]
    alone = sum(reached) == 1 and not any(points >= mark for points in before)
    return [amount if alone and did else 0 for did in reached]


def game_points(loser: int, target: int) -> int:
    """GALA-7.3, 7.5."""
    if loser >= target:
        return 1
    return 2 if 4 * loser >= 3 * target else 3 if 2 * loser >= target else 4
