"""The clauses of Galapagos written out a second time, plainly: a whole match as one story over lists and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.games.galapagos.naive_melds import CARDS, JOKERS, SUITS, Meld, bid_wins, declared, is_joker, total, worth
from tests.games.galapagos.naive_melds import suits_to_name as nameable
from tests.games.galapagos.naive_playoff import (
    answers,
    bonus,
    follower_wins,
    game_points,
    leads,
    may_follow,
    play_of,
    trick_points,
)

DEFAULTS: dict[str, Any] = {
    "target": 1000, "century_mark": "at_least_100", "meld_overlap": "set_and_sequence", "ace_both_ends": False,
    "trump_bonus_time": "at_melds", "meld_reveal": "on_demand", "trump_naming": "simultaneous",
    "review_piles": "all_own", "jokers": False, "joker_surplus": "discard_two_unseen",
    "joker_exchange": "with_won_card", "joker_follow": "free",
}  # fmt: skip


@dataclass(frozen=True)
class Chance:
    """Chance must choose a seat, or put these cards in order."""

    name: str
    cards: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Choice:
    """These seats must choose, each one of these codes."""

    may: dict[int, frozenset[str]]


Course = Generator[Chance | Choice, Any, Any]


def pair() -> list[list[str]]:
    """Two empty lists."""
    return [[], []]


def code_of(cards: Iterable[str]) -> str:
    """The code of a play of several cards, the cards in the order of letters."""
    return "play " + " ".join(sorted(cards))


@dataclass
class Naive:
    """A match told as one story: it wants chance or a choice, and is given it."""

    options: dict[str, Any]
    dealer: int = -1
    totals: list[int] = field(default_factory=lambda: [0, 0])
    hands: list[list[str]] = field(default_factory=pair)
    bids: list[list[str]] = field(default_factory=pair)
    won: list[list[str]] = field(default_factory=pair)
    stock: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    last_taker: int = -1
    named: list[str] = field(default_factory=lambda: ["", ""])
    melds: list[tuple[Meld, ...]] = field(default_factory=lambda: [(), ()])
    told: list[bool] = field(default_factory=lambda: [False, False])
    shown: list[set[int]] = field(default_factory=lambda: [set(), set()])
    trick: dict[int, str] = field(default_factory=dict)
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    leader: int = -1
    table: frozenset[str] = frozenset()
    scored: list[list[int]] = field(default_factory=list)
    bonuses: list[list[int]] = field(default_factory=list)
    phase: str = ""
    winner: int = -1
    points: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    wants: Chance | Choice | None = None

    def __post_init__(self) -> None:
        self.options = DEFAULTS | self.options
        self.course = self.story()
        self.wants = next(self.course)

    def give(self, answer: Any) -> None:
        """Give what chance settles, or a seat and the code that it chose."""
        try:
            self.wants = self.course.send(answer)
        except StopIteration:
            self.wants = None

    @property
    def mark(self) -> int:
        """GALA-4.3."""
        return 100 if self.options["century_mark"] == "at_least_100" else 101

    @property
    def deal_scores(self) -> list[int]:
        """GALA-4.1."""
        return [sum(phase[seat] for phase in self.scored) for seat in (0, 1)]

    def story(self) -> Course:
        """GALA-1.5, 1.6, 7.1 to 7.4: deal after deal."""
        self.dealer = yield Chance("dealer")
        while True:
            yield from self.deal()
            yield from self.auctions()
            yield from self.melding()
            yield from self.trick_taking()
            yield from self.play_off()
            self.happened["deal"] += 1
            high, low = max(self.totals), min(self.totals)
            self.happened["equal past the target"] += high == low >= self.options["target"]
            if high >= self.options["target"] and high > low:
                break
            self.dealer = 1 - self.dealer
        self.winner = self.totals.index(high)
        self.points = game_points(low, self.options["target"])

    def deal(self) -> Course:
        """GALA-1.4, 8.1 to 8.3."""
        self.phase = "deal"
        other, each = 1 - self.dealer, 12 if self.options["jokers"] else 13
        self.hands = pair()
        if self.options["jokers"]:
            first, second = yield Chance("jokers", frozenset(JOKERS))
            self.hands[other].append(first)
            self.hands[self.dealer].append(second)
        cards = yield Chance("deal", frozenset(CARDS))
        for number in range(2 * each):
            self.hands[self.dealer if number % 2 else other].append(cards[number])
        self.stock, self.removed = list(cards[2 * each :]), []
        if self.options["jokers"]:
            self.removed = [self.stock.pop(), self.stock.pop()]
        self.bids, self.won, self.tricks, self.trick, self.table = pair(), pair(), [0, 0], {}, frozenset()
        self.named, self.melds, self.told, self.shown = ["", ""], [(), ()], [False, False], [set(), set()]
        self.scored, self.bonuses, self.last_taker, self.leader = [], [], -1, -1

    def sealed(self, may: dict[int, Iterable[str]]) -> Course:
        """Let these seats choose in any order; return what each chose."""
        chosen: dict[int, str] = {}
        while len(chosen) < len(may):
            left = {seat: frozenset(codes) for seat, codes in may.items() if seat not in chosen}
            seat, code = yield Choice(left)
            chosen[seat] = code
        return chosen

    def choose(self, seat: int, may: Iterable[str]) -> Course:
        """Let one seat choose."""
        return (yield from self.sealed({seat: may}))[seat]

    def auctions(self) -> Course:
        """Section 2."""
        while self.stock:
            self.phase = "bid"
            bids = yield from self.sealed({seat: [f"bid {card}" for card in self.hands[seat]] for seat in (0, 1)})
            cards = [bids[seat].split()[1] for seat in (0, 1)]
            why = [bid_wins(cards[seat], cards[1 - seat], self.stock[0]) for seat in (0, 1)]
            assert bool(why[0]) != bool(why[1])
            winner = 0 if why[0] else 1
            self.happened[f"by {why[winner]}"] += 1
            for seat in (0, 1):
                self.hands[seat].remove(cards[seat])
                self.bids[seat].append(cards[seat])
            self.phase, self.leader = "pick", winner
            take = yield from self.choose(winner, ["take faced", "take blind"])
            faced, blind = self.stock.pop(0), self.stock.pop(0)
            blind_to = winner if take == "take blind" else 1 - winner
            self.won[blind_to].append(blind)
            self.won[1 - blind_to].append(faced)
            self.last_taker = blind_to

    def melding(self) -> Course:
        """Sections 3 and 4."""
        if self.options["jokers"] and self.options["joker_exchange"] == "with_won_card":
            yield from self.exchange()
        for seat in (self.last_taker, 1 - self.last_taker):
            suits = nameable(self.won[seat], self.options)
            if suits and self.options["trump_bonus_time"] == "at_melds":
                self.phase = "commit"
                code = yield from self.choose(seat, [*(f"name {suit}" for suit in suits), "decline"])
                self.named[seat] = "" if code == "decline" else code.split()[1]
                self.happened[code.split()[0]] += 1
            self.melds[seat] = declared(self.won[seat], self.named[seat], self.options)
            self.told[seat] = True
            if self.options["meld_reveal"] == "on_demand":
                yield from self.challenge(seat)
            if self.options["meld_reveal"] == "always":
                self.shown[seat] = set(range(1, len(self.melds[seat]) + 1))
        points = [worth(self.melds[seat], self.named[seat]) for seat in (0, 1)]
        self.happened["no melds"] += points.count(0)
        self.score(points, 100)

    def exchange(self) -> Course:
        """GALA-8.6, 8.7."""
        self.phase = "exchange"
        codes = yield from self.sealed(
            {seat: ["keep", *(f"exchange {card}" for card in self.won[seat])] for seat in (0, 1)}
        )
        for seat, code in codes.items():
            self.happened[code.split()[0]] += 1
            if code != "keep":
                card, joker = code.split()[1], next(card for card in self.bids[seat] if is_joker(card))
                self.won[seat][self.won[seat].index(card)] = joker
                self.bids[seat][self.bids[seat].index(joker)] = card

    def challenge(self, seat: int) -> Course:
        """GALA-3.12, 3.13: the other asks for melds, or does not."""
        numbers = set(range(1, len(self.melds[seat]) + 1))
        while numbers - self.shown[seat]:
            self.phase = "challenge"
            code = yield from self.choose(
                1 - seat, ["accept", *(f"show {number}" for number in numbers - self.shown[seat])]
            )
            if code == "accept":
                return
            self.shown[seat].add(int(code.split()[1]))
            self.happened["show"] += 1

    def score(self, points: list[int], amount: int) -> None:
        """GALA-4.1 to 4.6."""
        before = self.deal_scores
        self.scored.append(points)
        self.bonuses.append(bonus(before, self.deal_scores, amount, self.mark))
        self.happened[f"bonus {sum(self.bonuses[-1])}"] += 1
        for seat in (0, 1):
            self.totals[seat] += points[seat] + self.bonuses[-1][seat]

    def trick_taking(self) -> Course:
        """Section 5."""
        late = self.options["trump_bonus_time"] == "at_tricks"
        yield from self.naming()
        self.leader = self.last_taker
        while self.won[0]:
            yield from self.one_trick()
        points = [trick_points(number) for number in self.tricks]
        if late:
            for seat in (0, 1):
                cards = self.played[seat]
                extra = total(cards, self.named[seat], self.options) - worth(self.melds[seat])
                self.happened["extra"] += extra > 0
                points[seat] += extra
        self.score(points, 50)

    def naming(self) -> Course:
        """GALA-5.1, 5.2, 5.13."""
        self.played = [list(cards) for cards in self.won]
        free = [seat for seat in (self.last_taker, 1 - self.last_taker) if not self.named[seat]]
        in_turn = self.options["trump_naming"] == "last_taker_first"
        for seats in [[seat] for seat in free] if in_turn else [free]:
            self.phase = "name"
            names = yield from self.sealed({seat: [f"name {suit}" for suit in SUITS] for seat in seats})
            for seat, code in names.items():
                self.named[seat] = code.split()[1]
                self.happened[f"named {len(free)}"] += 1

    def one_trick(self) -> Course:
        """GALA-5.4 to 5.10."""
        self.phase = "play"
        leader, other = self.leader, 1 - self.leader
        led = (yield from self.choose(leader, [f"play {card}" for card in self.won[leader]])).split()[1]
        self.won[leader].remove(led)
        self.trick[leader] = led
        trumps = (self.named[leader], self.named[other])
        fits = may_follow(self.won[other], led, trumps, self.options["joker_follow"])
        reply = (yield from self.choose(other, [f"play {card}" for card in fits])).split()[1]
        self.won[other].remove(reply)
        self.trick = {}
        self.happened["joker in a trick"] += is_joker(led) + is_joker(reply)
        self.happened["two jokers"] += is_joker(led) and is_joker(reply)
        self.leader = other if follower_wins(led, reply, trumps) else leader
        self.tricks[self.leader] += 1

    def play_off(self) -> Course:
        """Section 6."""
        self.hands, self.bids = self.bids, pair()
        while all(self.hands):
            yield from self.one_exchange()
        over = next(seat for seat in (0, 1) if not self.hands[seat])
        points = [0, 0]
        points[over] = 10 * len(self.hands[1 - over])
        self.score(points, 30)

    def one_exchange(self) -> Course:
        """GALA-6.2 to 6.8: a lead and what answers it."""
        seat, self.table = self.leader, frozenset()
        may = {code_of(cards) for cards in leads(frozenset(self.hands[seat]))}
        while True:
            self.phase = "answer" if self.table else "lead"
            code = yield from self.choose(seat, may)
            if code == "pass":
                self.happened["pass able to beat" if len(may) > 1 else "pass"] += 1
                break
            cards = frozenset(code.split()[1:])
            self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
            play = play_of(cards)
            assert play is not None
            self.happened[f"{'answer' if self.table else 'lead'} {play.kind}"] += 1
            self.happened["joker in the play-off"] += any(map(is_joker, cards))
            self.table, self.leader = cards, seat
            if not self.hands[seat]:
                return
            seat = 1 - seat
            may = {code_of(cards) for cards in answers(self.hands[seat], play)} | {"pass"}
        self.table = frozenset()
