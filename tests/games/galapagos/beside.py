"""The game and its second telling, side by side: played together by the rules alone, and held against each other."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

from tests.aloud import plain
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS, meld_named
from tests.games.galapagos.naive import Chance, Choice, Naive, code_of
from tests.games.galapagos.naive_melds import CARDS, RANKS, SUITS, total, worth
from tests.games.galapagos.naive_playoff import play_of
from tests.strategies import Table, acting, asked, legal
from torite.kit.actions import DONE

VALUES: dict[str, tuple[Any, ...]] = {
    "century_mark": ("at_least_100", "over_100"),
    "meld_overlap": ("set_and_sequence", "none"),
    "ace_both_ends": (False, True),
    "trump_bonus_time": ("at_melds", "at_tricks"),
    "meld_reveal": ("on_demand", "always", "never"),
    "trump_naming": ("simultaneous", "last_taker_first"),
    "review_piles": ("all_own", "own_won_only"),
    "joker_surplus": ("discard_two_unseen", "reveal_two"),
    "joker_exchange": ("with_won_card", "none"),
    "joker_follow": ("free", "as_trump_suit"),
}
EVERY = [
    options
    for chosen in product(*VALUES.values())
    for options in [dict(zip(VALUES, chosen, strict=True))]
    if not (options["ace_both_ends"] and options["meld_overlap"] == "none")
]


class Pair:
    """A match by the rules alone, and the story of it; chance is drawn once for both."""

    def __init__(self, options: dict[str, Any], chooser: random.Random, rich: float) -> None:
        own = {name: value for name, value in options.items() if name != "jokers"}
        variant = WITH_JOKERS if options.get("jokers") else PLAIN
        self.table = Table(variant, 2, tuple((name, plain(value)) for name, value in own.items()))
        self.game, self.state = self.table.game, self.table.begin()
        self.rules, self.pack, self.verbs = self.game.rules, self.game.pack, self.game.verbs
        self.story = Naive(dict(options))
        self.chooser, self.rich = chooser, rich
        self.aims: list[set[str]] = [set(), set()]
        self.checked = 0

    def play(self) -> Counter[str]:
        """Play to the end, comparing after every action."""
        while self.story.wants is not None:
            self.same()
            if isinstance(self.story.wants, Chance):
                self.settle(self.story.wants)
            else:
                seat = self.chooser.choice(sorted(self.story.wants.may))
                self.act(seat, self.chosen(seat, sorted(self.story.wants.may[seat])))
        self.same()
        return self.story.happened

    def settle(self, wanted: Chance) -> None:
        """Draw what chance must settle; it is asked for the same in both."""
        ask = asked(self.game, self.state)
        assert ask is not None
        assert wanted.name == ask.name
        if not wanted.cards:
            assert ask.n == 2
            number = self.chooser.randrange(2)
            self.rules.settle(self.state, [number])
            self.story.give(number)
            return
        order = sorted(wanted.cards)
        assert order == sorted(self.pack.codes[kind] for kind in self.pack.listed(ask.pieces))
        self.chooser.shuffle(order)
        if wanted.name == "deal" and self.chooser.random() < self.rich:
            order = self.rich_order()
        self.rules.settle(self.state, [self.pack.kind(card) for card in order])
        self.story.give(order)

    def rich_order(self) -> list[str]:
        """Deal so that whoever takes what suits them has many melds, of few suits or ranks."""
        self.aims = []
        rest = list(CARDS)
        for _ in range(2):
            ranks = {card[1:]: self.chooser.random() * self.chooser.choice((1, 3)) for card in CARDS}
            suits = {suit: self.chooser.random() * self.chooser.choice((0.2, 3)) for suit in SUITS}
            rest.sort(key=lambda card: -ranks[card[1:]] - suits[card[0]] - self.chooser.random() * 0.3)
            self.aims.append(set(rest[:13]))
            rest = rest[13:]
        self.chooser.shuffle(rest)
        each = 12 if self.story.options["jokers"] else 13
        piles = [self.chooser.sample(sorted(aim), 13) for aim in self.aims]
        stock = [card for pair in zip(*piles, strict=True) for card in self.chooser.sample(pair, 2)]
        return [*rest[: 2 * each], *stock, *rest[2 * each :]]

    def chosen(self, seat: int, may: list[str]) -> str:
        """Choose a code: a card that suits, a name rather than none, the larger combination at times."""
        if may[0] == "take blind" and self.chooser.random() < 0.9:
            faced = self.story.stock[0]
            return "take faced" if faced in self.aims[seat] else "take blind"
        if "decline" in may and self.chooser.random() < 0.5:
            return self.chooser.choice([code for code in may if code != "decline"])
        if self.story.phase == "name" and self.chooser.random() < 0.5:
            return max(may, key=lambda code: total(self.story.won[seat], code.split()[1], self.story.options))
        if "accept" in may and self.chooser.random() < 0.4:
            return "accept"
        if "keep" in may and self.chooser.random() < 0.4:
            return "keep"
        if self.story.phase in ("lead", "answer") and self.chooser.random() < 0.6:
            return max(may, key=lambda code: (len(code.split()), self.chooser.random()))
        return self.chooser.choice(may)

    def act(self, seat: int, code: str) -> None:
        """Take an action in both."""
        for number in self.verbs.parse(code):
            assert number in legal(self.game, self.state, seat).listed(), code
            self.rules.act(self.state, seat, number)
        if self.state.drafting[seat]:
            assert DONE in legal(self.game, self.state, seat).listed(), code
            self.rules.act(self.state, seat, DONE)
        self.story.give((seat, code))

    # comparing

    def same(self) -> None:
        """Hold all that can be compared against each other."""
        told, true = self.story, self.state
        wanted = told.wants
        assert (told.totals, wanted is None) == (list(true.score), bool(self.rules.over(true)))
        assert isinstance(wanted, Chance) or wanted is None or told.dealer == true.dealer
        self.same_score()
        if isinstance(wanted, Chance):
            return
        self.same_cards()
        if wanted is None:
            assert [told.winner == seat for seat in (0, 1)] == [bool(won) for won in true.won]
            assert [told.points if told.winner == seat else 0 for seat in (0, 1)] == list(true.game_points)
            return
        assert isinstance(wanted, Choice)
        assert sorted(wanted.may) == acting(self.game, true)
        for seat in (0, 1):
            codes = {self.verbs.text(number) for number in legal(self.game, true, seat).listed()}
            expected = set(wanted.may.get(seat, ()))
            if told.phase in ("lead", "answer"):
                self.same_plays(seat, expected)
                expected = {f"play {card}" for code in expected for card in code.split()[1:]} | expected & {"pass"}
            assert expected == codes, (told.phase, seat)

    def same_score(self) -> None:
        """Points of each phase and the bonus."""
        told, true = self.story, self.state
        if told.phase and not isinstance(told.wants, Chance):
            points = [list(true.meld_points), list(true.trick_points), list(true.playoff_points)]
            assert told.scored == points[: len(told.scored)]
            assert [sum(phase[seat] for phase in told.bonuses) for seat in (0, 1)] == list(true.bonus)
            assert all(value % 5 == 0 for phase in points for value in phase)

    def same_cards(self) -> None:
        """Hands, piles, stock, names, melds and tricks."""
        told, true = self.story, self.state
        listed = self.listed
        assert len(told.stock) == true.stock_left
        assert told.stock == [*listed(true.turned), *(self.pack.codes[kind] for kind in true.stock if kind >= 0)]
        assert sorted(told.removed) == listed(true.removed)
        for seat in (0, 1):
            everything = [*true.hand, *true.bidding, *true.bids, *true.won_pile, *true.given]
            mine = [card for row in everything[seat::2] for card in listed(row)]
            whole = [*told.hands[seat], *told.bids[seat], *told.won[seat]]
            if told.phase == "bid" and listed(true.bidding[seat]):
                assert seat not in (told.wants.may if isinstance(told.wants, Choice) else ())
            assert sorted(whole) == sorted(mine)
            assert {"": -1}.get(told.named[seat], SUITS.find(told.named[seat])) == true.trump[seat] or (
                told.phase == "name"
            )
            self.same_melds(seat)
        assert told.tricks == list(true.tricks)
        assert told.stock or told.last_taker == true.last_taker
        if told.phase in ("play", "bid"):
            held = told.won if told.phase == "play" else told.hands
            assert [sorted(cards) for cards in held] == [
                sorted([*listed(true.hand[seat]), *listed(true.bidding[seat])]) for seat in (0, 1)
            ]
        if told.phase in ("lead", "answer", "play", "name"):
            ends = sum(map(len, (*told.hands, *told.won, *told.bids)))
            assert ends <= 52

    def listed(self, row: Any) -> list[str]:
        """The codes of a row, in the order of letters."""
        return sorted(self.pack.codes[kind] for kind in self.pack.listed(row))

    def same_melds(self, seat: int) -> None:
        """What was declared: as good as can be, in order, and what of it was shown."""
        told, true = self.story, self.state
        assert told.told[seat] == bool(true.declared[seat]), seat
        if not told.told[seat]:
            return
        count = true.meld_count[seat]
        named = [meld_named(index) for index in true.meld[seat][:count]]
        assert (len(told.melds[seat]), list(map(bool, true.meld[seat]))) == (
            count, [place < count for place in range(len(true.meld[seat]))]
        )  # fmt: skip
        if told.options["meld_overlap"] == "set_and_sequence":
            assert [meld.named for meld in told.melds[seat]] == named
        else:
            assert sorted(named, key=place_of) == named
            assert worth(told.melds[seat]) == sum(points_of(meld) for meld in named) or told.named[seat]
        shown = {number for number in range(1, count + 1) if true.shown_melds[seat][number - 1]}
        assert told.shown[seat] == shown
        if told.options["meld_overlap"] == "set_and_sequence":
            cards = {card for number in shown for card in told.melds[seat][number - 1].cards}
            assert sorted(cards) == self.listed(true.shown[seat])

    def same_plays(self, seat: int, expected: set[str]) -> None:
        """Try some cards of the hand together: they may be played just if the story says so."""
        told = self.story
        hand = sorted(told.hands[seat])
        if seat not in (told.wants.may if isinstance(told.wants, Choice) else ()):
            return
        combos = [code.split()[1:] for code in sorted(expected) if code != "pass"]
        tries = [self.chooser.sample(hand, self.chooser.randint(1, min(4, len(hand))))]
        tries += [self.chooser.choice(combos)] if combos else []
        tries += [near(self.chooser, hand, tries[-1])]
        for cards in tries:
            self.checked += 1
            self.chooser.shuffle(cards)
            assert (code_of(cards) in expected) == self.whole(seat, cards), (cards, play_of(frozenset(cards)))

    def whole(self, seat: int, cards: list[str]) -> bool:
        """Tell whether these cards, in this order, are a whole action."""
        state = self.state.trial()
        for place, card in enumerate(cards):
            if place and not state.drafting[seat]:
                return False
            (number,) = self.verbs.parse(f"play {card}")
            if number not in legal(self.game, state, seat).listed():
                return False
            self.rules.act(state, seat, number)
        return not state.drafting[seat] or DONE in legal(self.game, state, seat).listed()


def near(chooser: random.Random, hand: list[str], cards: list[str]) -> list[str]:
    """Some cards with one more, one less, or one changed."""
    rest = [card for card in hand if card not in cards]
    drop = chooser.random() < 0.6 and len(cards) > 1
    found = cards[1:] if drop else list(cards)
    return found + ([chooser.choice(rest)] if rest and (not drop or chooser.random() < 0.6) else [])


def place_of(meld: tuple[str, int, str]) -> tuple[int, ...]:
    """GALA-3.17: where a declared meld stands."""
    kind, size, of = meld
    return (0, -RANKS.index(of)) if kind == "set" else (1, -size, SUITS.index(of))


def points_of(meld: tuple[str, int, str]) -> int:
    """What a declared meld scores without a suit named."""
    kind, size, of = meld
    if kind == "set":
        return 15 if size == 3 else {"3": 60, "2": 80}.get(of, 40)
    return {3: 10, 4: 20}.get(size, 10 * size)
