"""The clauses of Ambition written out a second time, plainly: points, tricks, passing, scoring, whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

SUITS, RANKS = "CSHD", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS)
COURT = ("J", "Q", "K", "A")
FULL = {"gamefarm_2004": 85, "revised": 121}  #: what a round is worth, by edition
SLAMS = {"gamefarm_2004": (53, 65, 85), "revised": (75, 105, 121)}  #: where each line of the slams begins

#: The table of card points: ♣K, ♥2, then by suit the court cards and the others.
POINTS: dict[str, dict[str, int | tuple[int, int]]] = {
    "gamefarm_2004": {"CK": 11, "C": (0, 0), "S": (5, 2), "H": (2, 1), "D": (2, 1)},
    "revised": {"CK": 18, "H2": 10, "C": (0, 0), "S": (6, 2), "H": (3, 1), "D": (3, 1)},
}


@dataclass(frozen=True)
class Rules:
    """What is agreed, with the defaults of the older edition."""

    edition: str = "gamefarm_2004"
    seats: int = 4
    two_promotion: str = "same_suit"
    fourth_round: str = "none"
    slam_score: str = "bonus_only"
    slam_repeat: str = "by_edition"
    strikes_out: int = 4
    show_points: bool = True

    @property
    def old(self) -> bool:
        """Tell whether it is the edition of 2004."""
        return self.edition == "gamefarm_2004"

    def pack(self) -> list[str]:
        """AMB-1.1 to 1.3: the cards in use."""
        return [card for card in CARDS if self.seats == 4 or card != "C3"]

    def bonus(self, trick: int) -> int:
        """AMB-2.2, 2.4: what winning that trick, counted from 1, brings beside its cards."""
        if self.old:
            return 2 if trick == len(self.pack()) // self.seats else 0
        return 10 if trick == 1 else 0


OLD, REVISED = Rules(), Rules("revised")


def card_points(card: str, edition: str) -> int:
    """AMB-2.1, 2.3: what a card is worth."""
    table = POINTS[edition]
    worth = table.get(card, table[card[0]])
    return worth if isinstance(worth, int) else worth[0 if card[1:] in COURT else 1]


def worth_of(cards: Sequence[str], edition: str) -> int:
    """The card points of some cards."""
    return sum(card_points(card, edition) for card in cards)


def best_card(cards: Sequence[str], two_promotion: str = "same_suit") -> str:
    """AMB-4.4, section 5: the card that wins a trick, the first of these having been led."""
    led = cards[0][0]
    of_suit = [card for card in cards if card[0] == led]
    court = [card for card in (cards if two_promotion == "any_court" else of_suit) if card[1:] in COURT]
    if court and led + "2" in of_suit:
        return led + "2"
    return max(of_suit, key=lambda card: RANKS.index(card[1:]))


def may_follow(hand: Sequence[str], led: str) -> set[str]:
    """AMB-4.3: the cards that may be played to a lead."""
    return {card for card in hand if card[0] == led[0]} or set(hand)


def slam_line(taken: int, edition: str) -> int:
    """AMB-6.5, 7.6, 6.9: the line of the slam table that points reach, 1 to 3; 0 for no slam."""
    return sum(taken >= start for start in SLAMS[edition])


def slam_score(taken: int, rules: Rules) -> int:
    """AMB-6.5, 6.6, 7.6: what a slam scores."""
    line = slam_line(taken, rules.edition)
    if rules.old:
        bonus = {1: 28, 2: 35, 3: 50}[line]
        return bonus + taken if rules.slam_score == "points_plus_bonus" else bonus
    return {1: 50 + taken - 75, 2: 80 + 2 * (taken - 105), 3: 121}[line]


def slam_counts(line: int, best_before: int, rules: Rules) -> bool:
    """AMB-6.7, 6.9, 6.10, 7.7, 7.9: tell whether a slam of this line counts after those that have counted."""
    repeat = rules.slam_repeat if rules.slam_repeat != "by_edition" else "once" if rules.old else "unlimited"
    return {
        "unlimited": True,
        "once": best_before == 0,
        "tiered": line > best_before,
        "until_second_line": best_before < 2,
    }[repeat]


def score_round(taken: Sequence[int | None], rules: Rules, before: Sequence[int] = ()) -> list[tuple[str, int]]:
    """Sections 6 and 7: what each player gets for points taken, None for no trick, and how much is scored.

    It is one of `nil`, `slam`, `void` (a slam that does not count), `understrike`, `strike` and `plain`.
    *before* has the highest line of each player's slams that have counted.
    """
    nils = list(taken).count(None)
    nil = 28 if rules.old else {1: 30, 2: 15}.get(nils, 0)
    few = 10 if rules.old else 15
    most = max(points for points in taken if points is not None)
    result = []
    for seat, points in enumerate(taken):
        line = slam_line(points or 0, rules.edition)
        if points is None:
            result.append(("nil", nil))
        elif line and slam_counts(line, before[seat] if before else 0, rules):
            result.append(("slam", slam_score(points, rules)))
        elif line:
            result.append(("void", 0))
        elif points <= few:
            result.append(("understrike", 0))
        elif points == most:
            result.append(("strike", 0))
        else:
            result.append(("plain", points))
    return result


def directions(rules: Rules) -> list[str]:
    """AMB-3.2, 3.4 to 3.6: how the cards are passed in each round of the cycle."""
    last = rules.fourth_round
    return ["left", "right", "across", last] if rules.seats == 4 else ["left", "right", last]


def neighbour(seat: int, word: str, seats: int) -> int:
    """The seat to the left, to the right or opposite."""
    return (seat + {"left": 1, "right": -1, "across": 2}[word]) % seats


@dataclass
class Game:
    """A match in progress, in words and lists.

    `phase` is `deal`, `pass`, `play` or `over`; actions are codes of one card each, as parts of a gesture are.
    """

    rules: Rules
    dealer: int
    round: int = 0
    phase: str = "deal"
    turn: int = -1
    hands: list[list[str]] = field(default_factory=list)
    passes: list[list[tuple[int, str]]] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    last: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=list)
    lines: list[tuple[str, int]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        n = self.rules.seats
        self.scores, self.strikes, self.slams = [0] * n, [0] * n, [0] * n
        self.slams_made, self.out, self.struck_rounds = [0] * n, [False] * n, 0
        self.hands, self.passes = [[] for _ in range(n)], [[] for _ in range(n)]
        self.tricks, self.taken, self.piles = [0] * n, [0] * n, [[] for _ in range(n)]

    @property
    def way(self) -> str:
        """How the cards are passed in this round."""
        cycle = directions(self.rules)
        return cycle[(self.round - 1) % len(cycle)]

    def deal(self, order: Sequence[str]) -> None:
        """AMB-1.6, 1.7: one card at a time, clockwise from the dealer's left."""
        n = self.rules.seats
        self.round += 1
        self.hands, self.passes, self.piles = [[] for _ in range(n)], [[] for _ in range(n)], [[] for _ in range(n)]
        self.trick, self.last = [], []
        self.tricks, self.taken = [0] * n, [0] * n
        for i, card in enumerate(order):
            self.hands[(self.dealer + 1 + i) % n].append(card)
        self.phase = "pass"
        if self.way == "none":
            self.begin_play()

    def begin_play(self) -> None:
        """AMB-4.1, 4.2: whoever now holds ♦3 leads it."""
        self.phase = "play"
        self.turn = next(seat for seat, hand in enumerate(self.hands) if "D3" in hand)

    @property
    def parts(self) -> int:
        """How many cards each player passes."""
        return self.rules.seats - 1 if self.way == "scatter" else 3

    def actors(self) -> set[int]:
        """Who must act."""
        if self.phase == "pass":
            return {seat for seat, given in enumerate(self.passes) if len(given) < self.parts}
        return {self.turn} if self.phase == "play" else set()

    def legal(self, seat: int) -> set[str]:
        """The codes that a seat may take now, of a pass one for each card."""
        if seat not in self.actors():
            return set()
        if self.phase == "pass":
            left = [card for card in self.hands[seat] if card not in [one for _, one in self.passes[seat]]]
            return {f"pass {word}{card}" for word in self.words(seat) for card in left}
        if self.trick:
            return {f"play {card}" for card in may_follow(self.hands[seat], self.trick[0][1])}
        first = sum(self.tricks) == 0
        return {f"play {card}" for card in self.hands[seat] if card == "D3" or not first}

    def words(self, seat: int) -> list[str]:
        """What stands before the card of a pass: nothing, or to whom."""
        if self.way != "scatter":
            return [""]
        words = ("left", "across", "right") if self.rules.seats == 4 else ("left", "right")
        served = [receiver for receiver, _ in self.passes[seat]]
        return [f"{word} " for word in words if neighbour(seat, word, self.rules.seats) not in served]

    def act(self, seat: int, code: str) -> None:
        """Take an action, or the part of a pass."""
        assert code in self.legal(seat)
        verb, *word, card = code.split()
        if verb == "play":
            self.play(seat, card)
            return
        receiver = neighbour(seat, word[0] if word else self.way, self.rules.seats)
        self.passes[seat].append((receiver, card))
        if not self.actors():
            for giver, given in enumerate(self.passes):
                for receiver, one in given:
                    self.hands[giver].remove(one)
                    self.hands[receiver].append(one)
            self.begin_play()

    def play(self, seat: int, card: str) -> None:
        """Section 4: a card to the trick; a whole trick is taken."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = (seat + 1) % self.rules.seats
        if len(self.trick) < self.rules.seats:
            return
        cards = [one for _, one in self.trick]
        self.turn = self.trick[cards.index(best_card(cards, self.rules.two_promotion))][0]
        self.tricks[self.turn] += 1
        self.taken[self.turn] += worth_of(cards, self.rules.edition) + self.rules.bonus(sum(self.tricks))
        self.piles[self.turn] += cards
        self.last, self.trick = self.trick, []
        if not self.hands[seat]:
            self.end_round()

    def end_round(self) -> None:
        """Sections 6 to 8: scores, strikes, the end."""
        taken = [points if tricks else None for points, tricks in zip(self.taken, self.tricks, strict=True)]
        self.lines = score_round(taken, self.rules, self.slams)
        for seat, (kind, scored) in enumerate(self.lines):
            self.happened[kind] += 1
            self.scores[seat] += scored
            if kind in ("strike", "void"):
                self.strikes[seat] += 1
                self.out[seat] = self.strikes[seat] == self.rules.strikes_out
            elif kind == "understrike":
                self.happened["pardon"] += self.strikes[seat] == self.rules.strikes_out - 1
                self.strikes[seat] = min(self.strikes[seat] + 1, self.rules.strikes_out - 1)
            elif kind == "slam":
                self.slams_made[seat] += 1
                self.slams[seat] = max(self.slams[seat], slam_line(self.taken[seat], self.rules.edition))
        self.struck_rounds += any(kind in ("strike", "void") for kind, _ in self.lines)
        self.dealer = (self.dealer + 1) % self.rules.seats
        self.phase = "deal"
        if any(self.out):
            self.phase = "over"
            self.happened[f"{sum(self.out)} out"] += 1
            best = max(score for score, out in zip(self.scores, self.out, strict=True) if not out)
            self.winners = [seat for seat, score in enumerate(self.scores) if score == best and not self.out[seat]]


def options_of(rules: Rules) -> dict[str, Any]:
    """The rules as a match is given them, without the edition and the number of seats."""
    return {name: value for name, value in vars(rules).items() if name not in ("edition", "seats")}
