"""A slow second reading of the score, written from clauses.md alone: the oracle of test_naive_score.

An end of a deal is described by what the clauses speak of; seats are numbers, cards are codes, levels of announcement
are 0 for none, 1 for Re or Contra, 2 to 5 for 90, 60, 30 and Schwarz.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

LEVELS = {"none": 0, "re": 1, "contra": 1, "90": 2, "60": 3, "30": 4, "schwarz": 5}
OTHER = {"re": "contra", "contra": "re"}
DEFAULTS: dict[str, Any] = {
    "deck": 48,
    "n_threshold": "under",
    "against_the_queens": None,  # off with 48 cards, on with 40 (DOKO-12.9)
    "overachievement_points": True,
    "draw_scoring": "extras_only",
    "charlie_capture": True,
    "extra_points_mode": "zero_sum",
    "solo_factor": 3,
    "last_fox_mode": "replace",
    "defence_bonus_in_solo": False,
}


class Fox(NamedTuple):
    """A ♦A that another seat than its player took."""

    by: int
    to: int
    last: bool = False


@dataclass
class End:
    """A deal that has just been played out.

    Attributes:
        re: seats of Re; a single one is alone.
        points: card points of each seat's tricks.
        tricks: tricks of each seat.
        said: highest level that each party announced.
        foxes: foxes that another seat took than the one that played them.
        doubles: Doppelkopf tricks of each seat.
        last: the card of each active seat in the last trick.
        taker: who took the last trick.
        contract: `normal`, `marriage`, `poverty`, or a solo as it is bid.
        idle: seat that does not play, -1 with four players.
        options: what differs from the defaults.
    """

    re: tuple[int, ...]
    points: list[int]
    tricks: list[int]
    said: dict[str, int] = field(default_factory=lambda: {"re": 0, "contra": 0})
    foxes: list[Fox] = field(default_factory=list)
    doubles: list[int] = field(default_factory=list)
    last: dict[int, str] = field(default_factory=dict)
    taker: int = 0
    contract: str = "normal"
    idle: int = -1
    options: dict[str, Any] = field(default_factory=dict)


@dataclass
class Result:
    """What a deal brings.

    Attributes:
        winner: `re`, `contra`, or `draw`.
        items: amount of each line of the account that applies.
        scores: what each seat scores.
    """

    winner: str
    items: dict[str, int]
    scores: list[int]


class Count:
    """An end of a deal as sections 11 to 14 look at it."""

    def __init__(self, end: End) -> None:
        self.end = end
        plain = {"on": True, "off": False}
        self.rules = {**DEFAULTS, **{name: plain.get(value, value) for name, value in end.options.items()}}
        self.seats = range(len(end.points))
        self.side = {s: "re" if s in end.re else "contra" for s in self.seats if s != end.idle}
        self.points = {p: sum(end.points[s] for s in self.of(p)) for p in OTHER}
        self.tricks = {p: sum(end.tricks[s] for s in self.of(p)) for p in OTHER}
        self.alone = len(end.re) == 1

    def of(self, party: str) -> list[int]:
        """The seats of a party."""
        return [seat for seat, side in self.side.items() if side == party]

    def stays_below(self, party: str, mark: int) -> bool:
        """A party has fewer card points than a mark, or at most so many (DOKO-11.5)."""
        return self.points[party] < mark + (self.rules["n_threshold"] == "at_most")

    def comes_true(self, party: str) -> bool:
        """The highest of a party's announcements from 90 on (DOKO-11.5, 11.6)."""
        level, others = self.end.said[party], OTHER[party]
        if level == LEVELS["schwarz"]:
            return self.tricks[others] == 0
        return self.stays_below(others, {2: 90, 3: 60, 4: 30}[level])

    def winner(self) -> str:
        """Section 11."""
        said = self.end.said
        aiming = [party for party in OTHER if said[party] >= LEVELS["90"]]
        if not aiming:
            needed = 120 if said["contra"] and not said["re"] else 121
            return "re" if self.points["re"] >= needed else "contra"
        right = [party for party in aiming if self.comes_true(party)]
        if right:
            (winner,) = right
            return winner
        return OTHER[aiming[0]] if len(aiming) == 1 else "draw"

    def lowness(self, party: str) -> dict[str, int]:
        """Items b to e, against a party."""
        marks = {"under_90": 90, "under_60": 60, "under_30": 30}
        found = {name: 1 for name, mark in marks.items() if self.stays_below(party, mark)}
        return {**found, **({"no_trick": 1} if self.tricks[party] == 0 else {})}

    def beaten(self, party: str) -> int:
        """Item j: the announcements of a party that its opponents beat by 30 or more."""
        if not self.rules["overachievement_points"]:
            return 0
        have = self.points[OTHER[party]]
        needed = {"90": 120, "60": 90, "30": 60, "schwarz": 30}
        return sum(self.end.said[party] >= LEVELS[name] and have >= mark for name, mark in needed.items())

    def queens_count(self) -> bool:
        """Item k may be scored (DOKO-12.9, 18.22, 18.23, 18.27)."""
        on = self.rules["against_the_queens"]
        on = self.rules["deck"] == 40 if on is None else on
        return bool(on and (not self.alone or self.rules["defence_bonus_in_solo"]))

    def value(self, winner: str) -> dict[str, int]:
        """Section 12, for a deal that somebody won."""
        said = self.end.said
        items = {"won": 1, **self.lowness(OTHER[winner])}
        items["said_re"] = 2 if said["re"] else 0
        items["said_contra"] = 2 if said["contra"] else 0
        items["re_levels"] = max(said["re"] - 1, 0)
        items["contra_levels"] = max(said["contra"] - 1, 0)
        items["beaten"] = self.beaten(OTHER[winner])
        items["queens_beaten"] = int(winner == "contra" and self.queens_count())
        return items

    def value_of_draw(self) -> dict[str, int]:
        """DOKO-12.8."""
        if self.rules["draw_scoring"] == "extras_only":
            return {}
        return {f"draw_{p}": self.beaten(OTHER[p]) + sum(self.lowness(OTHER[p]).values()) for p in OTHER}

    def extras(self) -> dict[str, int]:
        """Section 13, with DOKO-18.20 and 18.21."""
        if self.alone:
            return {}
        items: Counter[str] = Counter()
        for fox in self.end.foxes:
            if self.side[fox.by] != self.side[fox.to]:
                last = fox.last and self.rules["deck"] == 40
                worth = {"replace": 2, "add": 3}[self.rules["last_fox_mode"]] if last else 1
                items[f"fox_{self.side[fox.to]}"] += worth
        taker = self.side[self.end.taker]
        for seat, card in self.end.last.items():
            if card == "CJ" and seat == self.end.taker:
                items[f"charlie_{taker}"] += 1
            elif card == "CJ" and self.side[seat] != taker and self.rules["charlie_capture"]:
                items[f"caught_{taker}"] += 1
        for seat, tricks in enumerate(self.end.doubles):
            if tricks:
                items[f"double_{self.side[seat]}"] += tricks
        return dict(items)


def score(end: End) -> Result:
    """Score a deal as sections 11 to 14 say."""
    count = Count(end)
    winner = count.winner()
    extras = count.extras()
    own = {party: sum(n for name, n in extras.items() if name.endswith(f"_{party}")) for party in OTHER}
    if winner == "draw":
        items = count.value_of_draw()
        value = items.get("draw_re", 0) - items.get("draw_contra", 0)
    else:
        items = count.value(winner)
        value = sum(items.values()) * (1 if winner == "re" else -1)
    if count.rules["extra_points_mode"] == "zero_sum":
        for_re = value + own["re"] - own["contra"]
        for_contra = -for_re
    else:
        for_re, for_contra = value + own["re"], -value + own["contra"]
    scores = [0 for _ in count.seats]
    for seat, side in count.side.items():
        scores[seat] = for_re if side == "re" else for_contra
        if count.alone and side == "re":
            scores[seat] *= count.rules["solo_factor"]
    return Result(winner, {name: n for name, n in {**items, **extras}.items() if n}, scores)
