"""Finds deals, and ways to play them, that come to what is wanted late in a round."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.games.flashpoint.naive import PACK, Naive, left_of, partner, rank, suit, winning

NODES = 150


@dataclass
class Course:
    """A deal and the cards played so far, in order; `hands` is what is left of it."""

    deal: list[list[str]]
    hands: list[list[str]]
    leader: int
    kept: Mapping[int, frozenset[str]]
    played: list[str] = field(default_factory=list)
    nodes: int = 0

    def reach(self, wanted: int, tricks: int) -> bool:
        """Play so many tricks, only cards that need not be kept, so that the wanted seat leads then."""
        if not tricks:
            kept = all(set(self.hands[seat]) == cards for seat, cards in self.kept.items())
            return kept and self.leader == wanted
        return self.turn(self.leader, [], wanted, tricks)

    def turn(self, seat: int, trick: list[tuple[int, str]], wanted: int, tricks: int) -> bool:
        """One player's turn, and all that follows."""
        self.nodes += 1
        if self.nodes > NODES:
            return False
        if (trick and seat == self.leader) or len(trick) == 4:
            return self.next_trick(trick, wanted, tricks)
        taken = {suit(card) for _, card in trick}
        able = [card for card in self.hands[seat] if suit(card) not in taken]
        if not able:
            return self.turn_after(seat, trick, wanted, tricks)
        for card in [card for card in able if card not in self.kept.get(seat, ())]:
            self.hands[seat].remove(card)
            self.played.append(card)
            if self.turn_after(seat, [*trick, (seat, card)], wanted, tricks):
                return True
            self.played.pop()
            self.hands[seat].append(card)
        return False

    def turn_after(self, seat: int, trick: list[tuple[int, str]], wanted: int, tricks: int) -> bool:
        """The next player's turn, or the end of the trick."""
        if left_of(seat) == self.leader:
            return self.next_trick(trick, wanted, tricks)
        return self.turn(left_of(seat), trick, wanted, tricks)

    def next_trick(self, trick: list[tuple[int, str]], wanted: int, tricks: int) -> bool:
        """Find the next leader, and go on."""
        taker = trick[winning([rank(card) for _, card in trick])][0]
        before = self.leader
        order = [taker, partner(taker), left_of(taker), left_of(partner(taker))]
        able = [seat for seat in order if self.hands[seat]]
        self.leader = able[0] if able else -1
        if (able or tricks == 1) and self.reach(wanted, tricks - 1):
            return True
        self.leader = before
        return False


@dataclass(frozen=True)
class Story:
    """What has been found: the seed, the hands (seat 0 leads first), and every action up to there."""

    seed: int
    hands: tuple[str, ...]
    codes: tuple[str, ...]


@cache
def found(kept: tuple[str | None, ...], leader: int, tricks: int, seed: int) -> tuple[tuple[str, ...], int, str]:
    """Find the four hands dealt, who leads first, and the cards played in so many tricks.

    Args:
        kept: what each seat holds then; None where that is all the same.
        leader: who leads then.
        tricks: how many tricks have been played.
        seed: another deal for another seed.
    """
    chooser = random.Random(f"{kept} {leader} {tricks} {seed}")
    keeps = {seat: frozenset(hand.split()) for seat, hand in enumerate(kept) if hand is not None}
    spare = [card for card in PACK if not any(card in cards for cards in keeps.values())]
    for _ in range(500):
        chooser.shuffle(spare)
        rest = iter(spare)
        hands = [sorted(keeps.get(seat, ())) for seat in range(4)]
        for hand in hands:
            hand += [next(rest) for _ in range(8 - len(hand))]
            chooser.shuffle(hand)
        course = Course([list(hand) for hand in hands], hands, chooser.randrange(4), keeps)
        first = course.leader
        if course.reach(leader, tricks):
            return tuple(" ".join(hand) for hand in course.deal), first, " ".join(course.played)
    raise AssertionError("no such position was found")


@cache
def arrived(wanted: Callable[[Naive], bool], seed: int, options: tuple[tuple[str, Any], ...] = ()) -> Story:
    """Play deals at random, the first with this seed, until what is wanted comes about."""
    for number in range(seed, seed + 20_000):
        chooser = random.Random(number)
        cards = PACK[:]
        chooser.shuffle(cards)
        hands = tuple(" ".join(cards[8 * seat : 8 * seat + 8]) for seat in range(4))
        told, codes = Naive(dict(options)), list[str]()
        told.deal(3, [hand.split() for hand in hands])
        while told.wants is not None:
            if wanted(told):
                return Story(number, hands, tuple(codes))
            may = sorted(told.wants[1])
            codes.append("none" if "none" in may else chooser.choice(may))
            told.act(codes[-1])
    raise AssertionError("no such position was found")
