"""Perlaggen told a second time, from its clauses alone: the options, the cut, the deal and the exchange."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.games.perlaggen.naive_figures import ELEMENTS, PERMANENT, Figure, Fixed, left_of, partner, suit

DEFAULTS: dict[str, Any] = {
    "target": 18,
    "cut_ritual": "auto",
    "exchange_after_decline": "none",
    "wild_duty": "never",
    "wild_designation": "must_satisfy_duty",
    "equal_card": "wild_strength",
    "played_cards": "last_trick",
    "wild_binding": "claims_only",
    "figure_tie": "nobody",
    "raise_needs_figure": True,
    "fifth_trick": "led_or_wild",
    "max_value": 18,
    "gestrichen_may_raise": True,
    "announce_mode": "free",
    "table_talk": "public",
    "showdown": "procedure",
    "showdown_concession": "compared",
    "instant_win": True,
    "gestrichen_compare": "pooled",
}


@dataclass
class Element:
    """What may become of one of the three elements: status is `open`, `given`, `won`, `tied` or `void`."""

    value: int = 1
    ever_bet: bool = False
    holder: int = -1
    status: str = "open"
    team: int = -1
    credited: bool = False


class Deal:
    """A match up to the first card. `phase` is `cut`, `exchange`, `ask`, `play`, `answer`, `show` or `end`."""

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self.options = DEFAULTS | (options or {})
        self.score = [0, 0]
        self.winner = -1
        self.happened: Counter[str] = Counter()
        self.phase = "end"
        self.dealer = -1
        self.deals = 0

    def begin(self, dealer: int, pack: list[str]) -> None:
        """Shuffle: the pack lies there, its top card first (2.1, 2.2)."""
        assert self.deals == 0 or dealer == left_of(self.dealer)
        assert self.phase == "end"
        self.dealer, self.pack = dealer, list(pack)
        self.deals += 1
        self.start_score = list(self.score)
        self.kept: list[str] = []
        self.last_seen = ""
        self.hands: list[list[str]] = [[], [], [], []]
        self.element = {name: Element() for name in ELEMENTS}
        self.fixed: Fixed = {}
        self.tricks: list[tuple[int, list[tuple[int, str, str]]]] = []
        self.trick: list[tuple[int, str, str]] = []
        self.bet: tuple[str, int, int] | None = None  # element, who proposes, where it goes back to
        self.asked = self.turn = -1
        self.deferred = False
        self.deciding = -1
        self.standing: tuple[int, Figure] | None = None
        self.equal = False
        self.showing = ""
        self.asking = 0
        self.claimed: list[tuple[int, str, tuple[tuple[str, str], ...]]] = []
        self.lines: list[tuple[str, int, int]] = []
        self.phase = "cut"
        if self.options["cut_ritual"] == "off":
            self.deal()

    @property
    def cutter(self) -> int:
        """The player on the dealer's right."""
        return (self.dealer + 3) % 4

    def cut(self, lifted: int) -> None:
        """Lift some cards and look at the lowest of them (2.2 to 2.5)."""
        assert self.phase == "cut"
        assert 1 <= lifted <= len(self.pack) - 1
        self.last_seen = self.pack[lifted - 1]
        if self.last_seen in PERMANENT:
            self.kept.append(self.pack.pop(lifted - 1))
            self.happened[f"kept {len(self.kept)}"] += 1
        else:
            self.pack = self.pack[lifted:] + self.pack[:lifted]
            self.deal()

    def deal(self) -> None:
        """Deal around what was kept, and turn up (2.6 to 2.9)."""
        order = [left_of(self.dealer), partner(self.dealer), self.cutter, self.dealer]
        cards = iter(self.pack)
        kept = len(self.kept)
        self.hands[self.cutter] += self.kept
        for packet, fewer in ((2, max(0, 2 - kept)), (3, 3 - max(0, kept - 2))):
            for seat in order:
                self.hands[seat] += [next(cards) for _ in range(fewer if seat == self.cutter else packet)]
        self.up = next(cards)
        self.rest = list(cards)
        self.hand_over()

    def arrange(self, dealer: int, hands: list[list[str]], up: str, rest: list[str]) -> None:
        """Begin a deal with these cards; there is no cut."""
        self.begin(dealer, [])
        self.hands, self.up, self.rest = [list(hand) for hand in hands], up, list(rest)
        self.hand_over()

    def hand_over(self) -> None:
        """The hands are dealt: perhaps somebody may take the card turned up (2.10 to 2.15)."""
        assert [5, 5, 5, 5, 12] == [*map(len, self.hands), len(self.rest)]
        self.trump = suit(self.up)
        self.phase = "exchange"
        for seat in (self.dealer, partner(self.dealer)):
            if self.up in PERMANENT and self.eligible(seat):
                self.turn = seat
                return
        self.begin_play()

    def eligible(self, seat: int) -> list[str]:
        """The trumps that may be given for the card turned up."""
        return [card for card in self.hands[seat] if suit(card) == self.trump and card not in PERMANENT]

    def begin_play(self) -> None:
        """The hands are complete."""
        self.held = [list(hand) for hand in self.hands]
        self.next_card(left_of(self.dealer))

    def decline(self, seat: int) -> None:
        """Leave the wild card where it is (2.13)."""
        other = partner(seat)
        if seat == self.dealer and self.options["exchange_after_decline"] == "partner" and self.eligible(other):
            self.turn = other
        else:
            self.begin_play()

    def next_card(self, seat: int) -> None:
        """A seat is due to play."""
        raise NotImplementedError
