"""The game and its second telling, side by side: played together by the rules alone and held against each other."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

from tests.games.flashpoint.naive import COMMANDS, PACK, POINTS, Naive, combination, finals, rank, rich_hand, winning
from tests.strategies import acting, asked, legal
from torite.games import catalogue

VALUES: dict[str, tuple[str, ...]] = {
    "command_mode": ("free", "on_invitation", "off"),
    "double_void": ("each", "once"),
    "double_four": ("once", "each"),
    "square_timing": ("fifth_trick", "any_four_cards"),
    "bonus_use": ("add_if_target", "margin_only"),
    "tie": ("points_then_draw", "extra_round"),
}
EVERY = [dict(zip(VALUES, chosen, strict=True)) for chosen in product(*VALUES.values())]
NAMES = list(POINTS)


class Pair:
    """A match by the rules alone, and the story of it; both are told the same deals and actions."""

    def __init__(self, options: dict[str, Any], chooser: random.Random, variant: str = "flashpoint") -> None:
        self.game = catalogue()[variant][0]
        self.chooser = chooser
        state: Any = self.game.state()
        state.options = self.game.options(variant, options, 4)
        state.seats = 4
        self.game.rules.start(state)
        self.state = state
        self.story = Naive(options)
        self.number = {code: self.game.verbs.parse(code)[0] for code in (*COMMANDS, "none", "invite", "decline")}

    def deal(self, rich: float) -> None:
        """Begin a round: the cards in random order, or so that a hand is likely to have a flash."""
        while ask := asked(self.game, self.state):
            self.game.rules.settle(
                self.state, self.outcome(rich) if ask.name == "deal" else [self.chooser.randrange(4)]
            )
        hands = [self.listed(row) for row in self.state.hand]
        self.story.deal(self.state.dealer, hands)

    def outcome(self, rich: float) -> list[int]:
        """A shuffle, in two batches of four for each seat."""
        first = rich_hand(self.chooser) if self.chooser.random() < rich else []
        rest = [card for card in PACK if card not in first]
        self.chooser.shuffle(rest)
        hands = [first or [rest.pop() for _ in range(8)], *([rest.pop() for _ in range(8)] for _ in range(3))]
        self.chooser.shuffle(hands)
        order = [card for batch in (hand[i : i + 4] for i in (0, 4) for hand in hands) for card in batch]
        return [self.game.pack.kind(card) for card in order]

    def listed(self, row: Any) -> list[str]:
        """The codes of a row of cards."""
        return [self.game.pack.codes[kind] for kind in self.game.pack.listed(row)]

    def act(self, code: str) -> None:
        """Take an action in both."""
        assert self.story.wants is not None
        number = self.number.setdefault(code, -1)
        if number < 0:
            number = self.number[code] = self.game.verbs.parse(code)[0]
        self.state.note_count = 0
        self.game.rules.act(self.state, self.story.wants[0], number)
        self.story.act(code)

    def same(self) -> None:
        """Hold all that can be compared against each other."""
        s, told = self.state, self.story
        ended = told.wants is None
        assert (told.over, ended) == (self.game.rules.over(s), self.game.rules.deal_over(s))
        assert [sorted(hand) for hand in told.hands] == [sorted(self.listed(row)) for row in s.hand]
        assert (told.points * 2, told.bonus * 2) == (list(s.score), list(s.bonus))
        assert (len(told.tricks), told.rounds - (not ended)) == (s.tricks_played, s.deals_played)
        assert [sum(one["taker"] == seat for one in told.tricks) for seat in range(4)] == list(s.tricks)
        out = [0] * 4
        self.game.rules.scores(s, out)
        assert told.scores == out
        if told.wants is not None:
            self.same_moment(*told.wants)
        else:
            won = {"NS": [1, 0, 1, 0], "EW": [0, 1, 0, 1], "drawn": [1] * 4, "on": [0] * 4}[told.outcome]
            assert won == list(s.won)[:4]
            assert (told.tricks[-1]["worth"], 0) == (s.worth, sum(map(len, told.hands)))

    def same_moment(self, seat: int, may: set[str]) -> None:
        """Hold whose turn it is, what is open and how the trick stands against each other."""
        s, told = self.state, self.story
        codes = [self.game.verbs.text(number) for number in legal(self.game, s, seat).listed()]
        assert ([seat], may, len(may)) == (acting(self.game, s), set(codes), len(codes))
        assert (told.dealer, told.leader) == (s.dealer, s.to_lead)
        command = self.number[told.command] - self.number["command lead C"] if told.command else -1
        assert command == s.command
        if told.trick:
            ranks = [rank(card) for _, card in told.trick]
            assert sorted(card for _, card in told.trick) == sorted(self.listed(s.on_trick))
            assert {who: [card] for who, card in told.trick} == {
                who: cards for who in range(4) if (cards := self.listed(s.trick[who]))
            }
            best, line = told.trick[winning(ranks)][0], combination(ranks)
            assert (best, NAMES.index(line), POINTS[line] or 10) == (s.best_seat, s.combination, s.worth)
            assert [int(who in told.passed) for who in range(4)] == list(s.passed)
            assert [(who % 2 == best % 2) == (line != "nothing") for who in range(4)] == [bool(one) for one in s.gains]


def chosen(told: Naive, chooser: random.Random, eager: float) -> str:
    """Choose an action: commands now and then, flashes as eagerly as is said, any card."""
    assert told.wants is not None
    may = sorted(told.wants[1])
    if "none" in may:
        return chooser.choice(COMMANDS) if chooser.random() < 0.6 else "none"
    flashes = [code for code in may if code.startswith("flash")]
    if flashes and chooser.random() < eager:
        return chooser.choice(flashes)
    return chooser.choice([code for code in may if code not in flashes])


def play_round(pair: Pair, rich: float, eager: float) -> None:
    """Play a round in both."""
    pair.deal(rich)
    pair.same()
    while pair.story.wants is not None:
        pair.act(chosen(pair.story, pair.chooser, eager))
        pair.same()


def play_together(options: dict[str, Any], seed: Any, rich: float = 0.7, **how: Any) -> Counter[str]:
    """Play a match to its end in both; return what happened."""
    chooser = random.Random(f"{seed} {options}")
    pair = Pair(options, chooser, **how)
    while not pair.story.over:
        assert pair.story.rounds < 60
        play_round(pair, rich, chooser.choice((0.3, 0.7, 1)))
    totals = finals(pair.story.points, pair.story.bonus, pair.story.options["target"])
    assert totals == pair.story.scores[:2]
    return pair.story.happened + Counter({pair.story.outcome: 1, "rounds": pair.story.rounds})
