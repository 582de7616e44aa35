"""The best Gleich and the best Hanger of five cards: the game's quick search against the second telling."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from tests.clauses import clause
from tests.games.perlaggen.builders import table
from tests.games.perlaggen.naive_figures import (
    NONE,
    PACK,
    SUITS,
    Figure,
    Fixed,
    best,
    best_hanger,
    by_trying,
    designations,
    stand,
    wilds,
)
from torite.games.perlaggen import figures

TRUMPS = pytest.mark.parametrize("trump", SUITS)
GLEICH, HANGER = "gleich", "hanger"


@cache
def remembered(name: str, plain: frozenset[str], free: int, trump: str) -> Figure:
    """The best figure of natural cards and so many free wild ones, worked out once."""
    return best(name, [*plain, *wilds(trump)[:free]], trump)


def told(name: str, hand: Sequence[str], trump: str, fixed: Fixed) -> int:
    """The best figure, as a number: cards × 16 + rank, the 6 being 0; 0 for none."""
    if fixed:
        found = best(name, list(hand), trump, fixed)
    else:
        plain, free = stand(list(hand), trump, {})
        found = remembered(name, frozenset(plain), free, trump)
    return 0 if found == NONE else found.cards * 16 + found.top


class Fast:
    """The game's own search for hands under one trump suit."""

    def __init__(self, trump: str) -> None:
        self.match = table(up=next(trump + rank for rank in ("9", "10")), seed=1)
        self.state: Any = self.match.log.state.copy()
        self.bit = {card: 1 << self.match.game.pack.kind(card) for card in PACK}
        self.trump, self.all = trump, int(self.state.loose)

    def mask(self, hand: Iterable[str]) -> int:
        """A hand as a mask."""
        return sum(self.bit[card] for card in hand)

    def fix(self, fixed: Fixed) -> int:
        """Fix wild cards; return the mask of the cards that are still loose."""
        kind = self.match.game.pack.kind
        for place, wild in enumerate(wilds(self.trump)):
            self.state.fixed[place] = kind(fixed[wild]) if wild in fixed else -1
        return self.all & ~self.mask(fixed)

    def best(self, name: str, mask: int, loose: int) -> int:
        """The best figure."""
        quick = figures.best_gleich if name == GLEICH else figures.best_hanger
        return int(quick(self.state, mask, loose))

    def same(self, hand: Sequence[str], fixed: Fixed) -> None:
        """Hold both against each other for a hand, and whether there is a figure at all."""
        loose, mask = self.fix(fixed), self.mask(hand)
        for number, name in enumerate((GLEICH, HANGER)):
            wanted = told(name, hand, self.trump, fixed)
            assert wanted == self.best(name, mask, loose), (name, hand, fixed)
            assert bool(wanted) == bool(figures.has_figure(self.state, number, mask, loose)), (name, hand, fixed)


@clause("PERL-4.2", "PERL-4.3", "PERL-4.4", "PERL-4.7", "PERL-5.11")
@TRUMPS
def test_some_thousand_hands(trump: str) -> None:
    """At random, all wild cards free."""
    chooser, fast = random.Random(trump), Fast(trump)
    for _ in range(1000):
        fast.same(chooser.sample(PACK, 5), {})


@clause("PERL-4.9", "PERL-4.10", "PERL-8.14")
@TRUMPS
def test_hands_with_fixed_wild_cards(trump: str) -> None:
    """Some are fixed, as any card, also as one that lies beside them or as another fixed one."""
    chooser, fast = random.Random(trump), Fast(trump)
    for number in range(600):
        wild = chooser.sample(wilds(trump), chooser.choice((1, 2, 2, 3)))
        hand = [*wild, *chooser.sample([card for card in PACK if card not in wild], 5 - len(wild))]
        near = chooser.sample(hand, 2)
        fixed = {
            card: chooser.choice([*near, *PACK] if number % 2 else near) for card in wild if chooser.random() < 0.6
        }
        fast.same(hand, fixed)


@clause("PERL-8.10", "PERL-8.15")
@TRUMPS
def test_best_hanger_after_the_gleich(trump: str) -> None:
    """The wild cards of the best Gleich are fixed as well as can be."""
    chooser, fast = random.Random(trump), Fast(trump)
    for _ in range(60):
        wild = chooser.sample(wilds(trump), chooser.choice((1, 1, 2, 3)))
        hand = [*wild, *chooser.sample([card for card in PACK if card not in wild], 5 - len(wild))]
        fixed = {card: chooser.choice(PACK) for card in wild if chooser.random() < 0.2}
        loose = fast.fix(fixed)
        wanted = max(best_hanger(hand, trump, way) for way in designations(hand, trump, fixed))
        fast.state.loose = loose
        number = 0 if wanted == NONE else wanted.cards * 16 + wanted.top
        assert number == figures.best_after(fast.state, fast.mask(hand)), (hand, fixed)
        fast.state.loose = fast.all


@TRUMPS
def test_second_telling_by_trying(trump: str) -> None:
    """A hand with two wild cards, every card tried for each."""
    chooser = random.Random(trump)
    plain = [card for card in PACK if card not in wilds(trump)]
    hand = chooser.sample(plain, 3) + chooser.sample(wilds(trump), 2)
    for name in (GLEICH, HANGER):
        assert by_trying(name, hand, trump) == best(name, hand, trump)


@pytest.mark.slow
@clause("PERL-4.2", "PERL-4.3", "PERL-4.4", "PERL-4.7")
@TRUMPS
def test_all_hands(trump: str) -> None:
    """All 237,336, all wild cards free."""
    fast, count = Fast(trump), 0
    loose = fast.fix({})
    for hand in combinations(PACK, 5):
        mask = fast.mask(hand)
        for name in (GLEICH, HANGER):
            assert told(name, hand, trump, {}) == fast.best(name, mask, loose), (name, hand)
        count += 1
    assert 237_336 == count
