"""A slow second reading of clauses.md, written without sight of the rules' code: the oracle of test_naive.

Cards are codes, plays are sorted tuples of codes, legal plays are found by trying every subset of a hand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

Words = tuple[str, ...]
Cards = Sequence[str]

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CLAUSES = Path(__file__).parents[3] / "src/torite/games/cucumber/clauses.md"
DEFAULTS = {
    "redouble_needs_double": "yes",
    "stock_empty": "refuse",
    "starting_chips": 10,
    "ante_chips": 1,
    "buy_in_antes": 2,
    "fixed_deals": "none",
    "multi_follow": "highest",
    "shrink_end": "restart",
    "club6_always_out": "no",
}


def presets() -> dict[str, dict[str, Any]]:
    """Read the table of presets that section 13 gives for programs."""
    text = CLAUSES.read_text(encoding="utf-8")
    rows = json.loads(text[text.index("```json") + 7 : text.index("```", text.index("```json") + 7)])
    return {name.replace("_", "-"): {**DEFAULTS, **rows["agurk"], **row} for name, row in rows.items()}


def plain(value: Any) -> Any:
    """Turn the words of the table into Python: yes and no, and nothing for a dash."""
    return {"yes": True, "no": False, "-": None, "none": None}.get(value, value) if isinstance(value, str) else value


class Settings(SimpleNamespace):
    """All options of one match, as attributes."""

    def __init__(self, variant: str, seats: int, overrides: dict[str, Any]) -> None:
        row = {name: plain(value) for name, value in {**presets()[variant], **overrides}.items()}
        row["joker_rank"] = row["joker_rank"] or ("as_ace" if row["jokers"] == 1 else "above_ace")
        row["joker_points"] = 15 if row["joker_points"] is None else row["joker_points"]
        row["keep_last_single"] = row["keep_last_single"] is not False
        super().__init__(**row, seats=seats)
        self.least, self.most_seats = (int(end) for end in self.players.split("-"))
        self.courts = dict(zip("KQJ", (int(p) for p in self.court_points.split("/")), strict=True))
        tops = [part.split("=") for part in self.top_cards.split(",")] if self.top_cards else []
        self.tops = {code: int(points) for code, points in tops}
        self.packs = 2 if self.two_decks_from and seats >= self.two_decks_from else 1
        self.pack = [s + r for s in "CSHD" for r in RANKS] * self.packs + ["JR"] * self.jokers

    def refused(self) -> bool:
        """Tell whether CUC-7.1 or CUC-7.2 refuses these options."""
        largest = max(self.hand_size, 7) if self.hand_rule == "loser_points" else self.hand_size
        numbers = [self.out_at, self.ace_points, self.joker_points, self.ante_chips, *self.courts.values()]
        numbers += [self.fixed_deals] if self.fixed_deals is not None else []
        return (
            not self.least <= self.seats <= self.most_seats
            or largest * self.seats > len(self.pack)
            or (self.hand_size == 0) != (self.hand_rule == "all")
            or (self.exchange is not None and self.leftover == "face_up")
            or (self.ace_rule is not None and self.lead_count == "same_rank_set")
            or (self.buy_in == "paid" and not self.ante)
            or (self.ante and self.starting_chips < self.ante_chips)
            or min(numbers) < 1
            or (self.two_decks_from is not None and self.two_decks_from < 2)
        )

    def is_ace(self, card: str) -> bool:
        """An ace, or a joker that is the same as an ace (CUC-1.8)."""
        return card[1:] == "A" or (card == "JR" and self.joker_rank == "as_ace")

    def strength(self, card: str, last: bool = False) -> int:
        """The strength of a card; in the last trick an ace may be the lowest (RASSI-1.3)."""
        if card in self.tops:
            return 50 + self.tops[card]
        if self.is_ace(card):
            return -1 if last and self.last_trick_ace == "low" else RANKS.index("A")
        return 40 if card == "JR" else RANKS.index(card[1:])

    def points(self, card: str) -> int:
        """The points of a card (CUC-1.4)."""
        if card in self.tops:
            return self.tops[card]
        if self.is_ace(card):
            return self.ace_points
        if card == "JR":
            return self.joker_points
        return self.courts[card[1:]] if card[1:] in self.courts else int(card[1:])


def play_of(cards: Cards) -> Words:
    """Write a set of cards so that its order does not matter."""
    return tuple(sorted(cards))


def winner_of(rules: Settings, trick: Sequence[Cards]) -> int:
    """The place in a trick of the last play that holds its strongest card (CUC-3.10)."""
    best = max(rules.strength(c) for play in trick for c in play)
    return max(i for i, play in enumerate(trick) if any(rules.strength(c) == best for c in play))


def is_lead(rules: Settings, hand: list[str], cards: Cards) -> bool:
    """A set of one strength; one card is kept; perhaps only the lowest (GURKA_IS-1.5, 1.7, 1.17)."""
    values = {rules.strength(c) for c in cards}
    if len(values) > 1:
        return False
    if len(cards) > 1 and (rules.lead_count == "one" or (rules.keep_last_single and len(cards) == len(hand))):
        return False
    return rules.lead_rule == "any" or values == {min(rules.strength(c) for c in hand)}


def is_lowest(rules: Settings, hand: list[str], cards: Cards) -> bool:
    """The k lowest cards of the hand, any of equal ones (CUC-3.8)."""
    return sorted(map(rules.strength, cards)) == sorted(map(rules.strength, hand))[: len(cards)]


def is_beating(rules: Settings, trick: Sequence[Cards], cards: Cards) -> bool:
    """Every card beats what it is measured by (CUC-3.5, 3.6, GURKA_IS-1.11, 1.15) and no ace rule bars it."""
    if rules.ace_rule == "previous_ace" and rules.is_ace(trick[-1][0]):
        return False
    if rules.ace_rule == "once_per_trick" and rules.is_ace(cards[0]) and any(rules.is_ace(p[0]) for p in trick):
        return False
    measured = trick[-1]
    if rules.beat_reference == "highest":
        measured = trick[winner_of(rules, trick)]
    mine, other = sorted(map(rules.strength, cards)), sorted(map(rules.strength, measured))
    if len(trick[0]) == 1 or rules.multi_follow == "highest":
        other = [max(other)] * len(mine)
    pairs = list(zip(mine, other, strict=True))
    return all(a > b for a, b in pairs) or (rules.beat_equal and all(a >= b for a, b in pairs))


def legal_plays(rules: Settings, hand: list[str], trick: Sequence[Cards]) -> set[Words]:
    """Every legal play of a hand on a trick so far (a list of plays)."""
    if not trick:
        most = len(hand) if rules.lead_count == "same_rank_set" else 1
        leads = [c for k in range(1, min(most, 8) + 1) for c in combinations(hand, k)]
        return {play_of(cards) for cards in leads if is_lead(rules, hand, cards)}
    count = len(trick[0])
    if count == len(hand):
        return {play_of(hand)}
    sets = {play_of(cards) for cards in combinations(hand, count)}
    beating = {cards for cards in sets if is_beating(rules, trick, cards)}
    lowest = {cards for cards in sets if is_lowest(rules, hand, cards)}
    return beating | lowest if rules.may_duck or not beating else beating


def added_and_taken(
    rules: Settings, trick: Sequence[Cards], seats: list[int]
) -> tuple[dict[int, int], dict[int, int], str]:
    """What each seat adds, without multipliers, and subtracts after the last trick (CUC-4.1 to 4.5)."""
    best = max(rules.strength(c, last=True) for play in trick for c in play)
    worth = [sum(rules.points(c) for c in play if rules.strength(c, last=True) == best) for play in trick]
    tied = [i for i, play in enumerate(trick) if any(rules.strength(c, last=True) == best for c in play)]
    losers = tied if rules.last_trick_tie == "all_lose" else tied[-1:]
    card = next(c for c in trick[tied[-1]] if rules.strength(c, last=True) == best)
    adds = {seats[i]: worth[i] for i in losers}
    takes = {seats[i]: worth[i] for i in tied if i not in losers}
    return adds, takes, card
