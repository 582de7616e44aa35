"""The matches behind the golden records: worked examples of the clauses, and one recorded match of each variant."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torite
from tests.arranged import new_match
from torite.match import Arrangement

PLAYERS = ("Anna", "Björn", "Cilla", "Dag", "Eva")


@dataclass(frozen=True)
class Deal:
    """An arranged deal and what is done in it.

    Attributes:
        hands: the seats' cards, with a stroke between seats and a dash for a seat that is out.
        actions: the codes in order, with commas between them; whoever is in turn takes the next.
        stock: the stock's next cards.
    """

    hands: str
    actions: str
    stock: str = ""

    @property
    def arranged(self) -> dict[str, Any]:
        """What is arranged of it, as a match wants it."""
        hands = {seat: hand for seat, hand in enumerate(self.hands.split(" / ")) if hand != "-"}
        return {"hands": hands, **({"stock": self.stock} if self.stock else {})}


@dataclass(frozen=True)
class Example:
    """A worked example that makes a whole match.

    Attributes:
        clause: its id.
        variant: the variant's name.
        seats: the number of seats; seat 0 leads to the first trick.
        deals: the deals.
        scores: the final scores.
        options: options that differ from the variant's.
        initial: public fields before the first deal.
    """

    clause: str
    variant: str
    seats: int
    deals: tuple[Deal, ...]
    scores: tuple[int, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    initial: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its record."""
        return self.clause.lower()

    def play(self) -> torite.Match:
        """Play it out."""
        match = new_match(
            self.variant,
            self.seats,
            self.options,
            seed=self.clause,
            names=PLAYERS[: self.seats],
            dealer=self.seats - 1,
            initial=self.initial,
            pause=True,
            **self.deals[0].arranged,
        )
        for number, deal in enumerate(self.deals):
            if number > 0:
                match.chance.arrange(Arrangement(**deal.arranged))
            if match.turns.awaits_chance:
                match.go_on()
            for code in deal.actions.split(", "):
                match.act(match.actors[0], code)
        return match


@dataclass(frozen=True)
class Recorded:
    """A match between players who choose at random.

    Attributes:
        variant: the variant's name.
        seats: the number of seats.
        seed: makes its chance and its choices repeatable.
        options: options that differ from the variant's; few cards make a record that a person can follow.
        initial: public fields before the first deal.
    """

    variant: str
    seats: int
    seed: int
    options: Mapping[str, Any]
    initial: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its record."""
        return self.variant

    def play(self) -> torite.Match:
        """Play it out."""
        chooser = random.Random(self.seed)
        names = PLAYERS[: self.seats]
        match = torite.Match(self.variant, self.seats, self.options, seed=self.seed, names=names, initial=self.initial)
        while not match.over:
            seat = match.actors[0]
            match.act(seat, chooser.choice(match.actions(seat)))
        return match


ONE_DEAL: dict[str, Any] = {"fixed_deals": 1}
ONE_CARD: dict[str, Any] = {"hand_size": 1}

EXAMPLES = (
    Example(
        "EX-CUC-8",
        "agurk-joker",
        3,
        (Deal("JR / SA / JR", "keep, play JR, play SA, play JR"),),
        (5, 3, 17),
        {**ONE_CARD, **ONE_DEAL},
        {"score": [20, 3, 2]},
    ),
    Example(
        "EX-CUC-13",
        "gurka-se",
        5,
        (
            Deal("SK / C9 / D2 / - / -", "play SK, play C9, play D2, buy"),
            Deal("SA / C9 / D2 / - / -", "play C9, play D2, play SA, decline"),
            Deal("- / C9 / SA / - / -", "play SA, play C9, decline"),
        ),
        (38, 18, 38, 30, 30),
        {**ONE_CARD, "ante_chips": 2},
        {"score": [18, 18, 24, 30, 30], "out": [0, 0, 0, 1, 1], "left_at": [0, 0, 0, 4, 5], "deals_played": 5},
    ),
    Example(
        "EX-CUC-17",
        "ogorek-contra",
        3,
        (
            Deal("HQ / C9 / D5", "contra, play HQ, play C9, play D5"),
            Deal("- / SK / D2", "pass, contra, play D2, play SK"),
        ),
        (58, 62, 10),
        ONE_CARD,
        {"score": [10, 10, 10]},
    ),
    Example(
        "EX-CUC-20",
        "rassi",
        4,
        (Deal("HA / C5 / DK / S2", "keep, " * 8 + "play HA, play C5, play DK, play S2"),),
        (0, 0, 13, 0),
        {**ONE_CARD, **ONE_DEAL},
    ),
    Example(
        "EX-CUC-23",
        "rassi",
        2,
        (Deal("SK / D2", "keep, keep, double, keep, redouble, play H9, play D2", stock="C4 H9"),),
        (51, 0),
        ONE_CARD,
        {"score": [15, 0]},
    ),
    Example(
        "EX-CUC-24",
        "gurka-no",
        3,
        (
            Deal("H10 / C10 / D4", "play H10, play C10, play D4"),
            Deal("SA / - / C7", "play C7, play SA"),
        ),
        (26, 22, 0),
        ONE_CARD,
        {"score": [2, 12, 0]},
    ),
    Example(
        "EX-CUC-27",
        "gurka-no",
        3,
        (Deal("H9 / C9 / -", "play H9, play C9"),),
        (24, 27, 23),
        ONE_CARD,
        {"score": [15, 18, 23], "out": [0, 0, 1], "left_at": [0, 0, 3], "deals_played": 3},
    ),
    Example(
        "EX-CUC-32",
        "gurka-is",
        2,
        (Deal("C5 H5 S9 / C3 CK HK", "play C5 H5, play C3 HK, play CK, play S9"),),
        (0, 13),
        {"hand_size": 3, **ONE_DEAL},
    ),
    Example(
        "EX-CUC-34",
        "gurka-is",
        2,
        (
            Deal("CA / C6", "play CA, play C6"),
            Deal("C6 / HA", "play HA, play C6"),
        ),
        (26, 0),
        ONE_CARD,
        {"score": [5, 0]},
    ),
    Example(
        "EX-CUC-38",
        "gurka-is-sevens",
        3,
        (Deal("S7 / C7 / HA", "play S7, play C7, play HA"),),
        (16, 0, 0),
        {**ONE_CARD, **ONE_DEAL},
    ),
    Example(
        "EX-CUC-40",
        "ogorek-contra",
        3,
        (Deal("H9 / C9 / D4", "pass, contra, play H9, play C9, play D4"),),
        (18, 36, 0),
        {**ONE_CARD, **ONE_DEAL, "last_trick_tie": "all_lose"},
    ),
    Example(
        "EX-CUC-42",
        "gurka-is",
        2,
        (Deal("C9 H9 / D9 S4", "play C9 H9, play S4 D9"),),
        (18, 9),
        {"hand_size": 2, **ONE_DEAL, "keep_last_single": False},
    ),
)

RECORDED = (
    Recorded("agurk", 3, 9, {"hand_size": 2, "out_at": 12}),
    Recorded("agurk-joker", 3, 120, {"hand_size": 2, "out_at": 12}),
    Recorded("agurk-trad", 3, 215, {"hand_size": 2, "out_at": 12}),
    Recorded("gurka-se", 3, 305, {"hand_size": 2, "out_at": 12}),
    Recorded("gurka-se-must-win", 3, 402, {"hand_size": 2, "out_at": 12}),
    Recorded("gurka-se-ace", 3, 517, {"hand_size": 2, "out_at": 12}),
    Recorded("gurka-se-lead", 3, 602, {"hand_size": 2, "out_at": 12}),
    Recorded("gurka-se-short", 3, 710, {"hand_size": 2, "out_at": 12}),
    Recorded("ogorek", 3, 801, {"hand_size": 2, "out_at": 10}),
    Recorded("ogorek-21", 3, 917, {"hand_size": 2, "out_at": 10}),
    Recorded("ogorek-contra", 3, 1021, {"hand_size": 2, "out_at": 10}),
    Recorded("ogorek-trad", 3, 1128, {"hand_size": 2, "out_at": 10}),
    Recorded("kurkku", 3, 1205, {"hand_size": 2, "out_at": 12}),
    Recorded("matapesa", 3, 1305, {"hand_size": 2, "hand_rule": "fixed", "out_at": 12}),
    Recorded("rassi", 2, 3009, {"hand_size": 3, **ONE_DEAL}),
    Recorded("gurka-no", 3, 1407, {"hand_size": 2, "out_at": 12}),
    Recorded("gurka-no-joker", 3, 1501, {"hand_size": 2, "out_at": 12}),
    Recorded("gurka-no-ace", 3, 1602, {"hand_size": 2, "out_at": 12}),
    Recorded("norwegian", 3, 3101, {"hand_size": 3, **ONE_DEAL}),
    Recorded("gurka-is", 3, 3220, {"hand_size": 5, **ONE_DEAL}),
    Recorded("gurka-is-exchange", 2, 1812, {"hand_size": 4}),
    Recorded("gurka-is-sevens", 2, 1906, {"hand_size": 4}),
    Recorded("gurka-is-strict", 3, 3312, {"hand_size": 5, **ONE_DEAL}),
    Recorded("gurka-is-5", 3, 3408, ONE_DEAL),
    Recorded("gurka-is-6", 2, 2219, {"hand_size": 4}),
    Recorded("doppelkopf", 4, 4101, {"deal_count": 1}),
    Recorded("doppelkopf-ddv", 5, 4202, {"deal_count": 1}),
    Recorded("doppelkopf-40", 4, 4303, {"deal_count": 1}),
    Recorded("bingo", 2, 5101, {"target_game_points": 1}),
    Recorded("bingo-pagat-like", 2, 5202, {"target_game_points": 1}),
    Recorded("domino-cribbage", 2, 5303, {"target": 25}),
    Recorded("domino-cribbage-split-31", 2, 5404, {"target": 25}),
    Recorded("domino-cribbage-card", 2, 5505, {"target": 25}),
    Recorded("cribbage-dice", 2, 5606, {"target": 20}),
    Recorded("cribbage-dice-extra-dice", 2, 5707, {"target": 20}),
    Recorded("cribbage-dice-equal-turns", 3, 5808, {"target": 12}),
    Recorded("cribbage-dice-last-roll-31", 3, 5909, {"target": 12}),
    Recorded("cribbage-dice-designer", 2, 6010, {"target": 20}),
    Recorded("french-tarot-solo", 1, 6111, {"deal_count": 1}),
    Recorded("emissary", 1, 6325, {}),
    Recorded("emissary-published", 1, 6370, {}),
    Recorded("flashpoint", 4, 6601, {"target": 20}),
    Recorded("flashpoint-parlett", 4, 6702, {"target": 20}),
    Recorded("perlaggen", 4, 7051, {"target": 5}),
    Recorded("galapagos", 2, 6805, {"target": 100}),
    Recorded("galapagos-jokers", 2, 6951, {"target": 100}),
    Recorded("ambition", 4, 6401, {"fourth_round": "scatter"}, {"deals_played": 3, "strikes": [3, 3, 3, 3]}),
    Recorded("ambition-revised", 4, 6502, {}, {"strikes": [3, 3, 3, 3]}),
)

MATCHES: dict[str, Example | Recorded] = {played.name: played for played in (*EXAMPLES, *RECORDED)}
