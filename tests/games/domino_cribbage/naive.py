"""Domino Cribbage once more, written from the clauses with plain lists: what the tests hold the rules against.

A tile is its code (`6-4`); notes are (key, seat, amount), as `Note` has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

TILES = tuple(f"{high}-{low}" for high in range(6, -1, -1) for low in range(high, -1, -1))
BLANK = "0-0"
ALIKE = {2: "pair", 3: "triplet", 4: "fours", 5: "fives"}
#: The lines of a tile itself, which are added together (DCRIB-6.3).
OF_TILE = ("fifteen", "thirty_one", "split_maker", "split_blank", "pair", "triplet", "fours", "run", "last")

Said = tuple[str, int, int]
Group = tuple[str, int, tuple[int, ...]]


def value(tile: str) -> int:
    """DCRIB-1.1: the sum of its ends."""
    return int(tile[0]) + int(tile[2])


def values(tiles: str | Sequence[str]) -> list[int]:
    """The values of some tiles."""
    return [value(tile) for tile in (tiles.split() if isinstance(tiles, str) else tiles)]


# a hand


def groups(hand: Sequence[int], worths: Sequence[int] | None = None, zero: bool = True) -> list[Group]:
    """Every group of a hand that scores: its kind, its points, and which pieces it is made of.

    `worths` are what the pieces count for fifteens, their values if not given; `zero` says whether those of value 0
    may take part in fifteens.
    """
    worth, places = worths or hand, range(len(hand))
    found: list[Group] = []
    for size in range(2, len(hand) + 1):
        for group in combinations(places, size):
            if sum(worth[i] for i in group) == 15 and (zero or all(hand[i] for i in group)):
                found.append(("fifteen", 2, group))
    for one in sorted(set(hand)):
        equal = tuple(i for i in places if hand[i] == one)
        if len(equal) >= 2:
            found.append((ALIKE[len(equal)], len(equal) * (len(equal) - 1), equal))
    for size in range(len(hand), 2, -1):
        runs = [group for group in combinations(places, size) if consecutive([hand[i] for i in group])]
        if runs:
            return found + [("run", size, group) for group in runs]
    return found


def consecutive(numbers: Sequence[int]) -> bool:
    """Whether these are consecutive numbers, in any order."""
    return sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))


def count(hand: Sequence[int], worths: Sequence[int] | None = None, zero: bool = True) -> int:
    """DCRIB-5.3 to 5.8: what a hand counts with its starter."""
    return sum(points for _, points, _ in groups(hand, worths, zero))


# the play


@dataclass(frozen=True)
class Agreed:
    """The options."""

    target: int = 61
    split: bool = False
    only_31: bool = False
    empty_hand_pays: bool = False
    zero_in_fifteens: bool = True

    @property
    def named(self) -> dict[str, Any]:
        """As a match is given them."""
        return {
            "target": self.target,
            "double_blank_on_31": "split" if self.split else "full",
            "go_then_31": "only_31" if self.only_31 else "both",
            "empty_hand_go_scores": self.empty_hand_pays,
            "zero_in_fifteens": self.zero_in_fifteens,
        }


@dataclass
class Deal:
    """A deal from the first tile played to the last hand counted.

    Attributes:
        hands: what both hold; the hands of four tiles at the beginning.
        crib: the four tiles put aside.
        starter: the tile turned.
        dealer: who deals.
        score: what both have.
        agreed: the options.
        line: the tiles of this sequence, each with who played it.
        goes: who has said Go in it, in the order in which they did.
        barred: the highest room that each has said Go to: no tile held is so low.
        log: what was said of the last tile.
    """

    hands: list[list[str]]
    crib: list[str]
    starter: str
    dealer: int
    score: list[int]
    agreed: Agreed = field(default_factory=Agreed)
    line: list[tuple[int, str]] = field(default_factory=list)
    goes: list[int] = field(default_factory=list)
    barred: list[int] = field(default_factory=lambda: [-1, -1])
    log: list[Said] = field(default_factory=list)
    turn: int = -1
    winner: int = -1
    counted: bool = False
    go_paid: bool = False
    held_back: int = -1  # whose point for a Go waits for the close
    second_point: int = -1  # whose second point for 31 waits for the close
    closed: list[list[tuple[int, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.kept = [list(hand) for hand in self.hands]
        self.turn = 1 - self.dealer

    @property
    def total(self) -> int:
        """The count."""
        return sum(value(tile) for _, tile in self.line)

    @property
    def over(self) -> bool:
        """Whether nothing more is to be played."""
        return self.counted or self.winner >= 0

    def fitting(self, seat: int) -> list[str]:
        """The tiles that a player may play."""
        return [tile for tile in self.hands[seat] if self.total + value(tile) <= 31]

    def play(self, tile: str) -> list[Said]:
        """Let the player in turn play a tile; return all that is said of it."""
        seat, before = self.turn, self.total
        self.log = []
        self.hands[seat].remove(tile)
        self.line.append((seat, tile))
        self.log.append(("counts", seat, self.total))
        self._score(seat, self._lines(seat, tile, before))
        if self.winner < 0:
            self._goes_after(seat)
        if self.winner < 0 and len(self.goes) == 2:
            self._close()
        return self.log

    def _score(self, seat: int, lines: list[tuple[str, int]]) -> None:
        self.log += [(key, seat, points) for key, points in lines]
        self.score[seat] += sum(points for _, points in lines)
        if self.score[seat] >= self.agreed.target:
            self.winner = seat
            self.log.append(("wins", seat, self.score[seat]))

    def _lines(self, seat: int, tile: str, before: int) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        if self.total == 15:
            found.append(("fifteen", 2))
        if self.total == 31 and not self.agreed.split:
            found.append(("thirty_one", 2))
        elif self.total == 31 and before == 31:
            found.append(("split_blank", 1))
            self.second_point = -1
        elif self.total == 31:
            found.append(("split_maker", 1))
            self.second_point = seat
        played = [value(tile) for _, tile in self.line]
        same = max(n for n in range(1, len(played) + 1) if len(set(played[-n:])) == 1)
        if same >= 2:
            found.append((ALIKE[same], {2: 2, 3: 6, 4: 12}[same]))
        runs = [n for n in range(3, len(played) + 1) if consecutive(played[-n:])]
        if runs:
            found.append(("run", max(runs)))
        if not self.hands[seat] and not self.hands[1 - seat] and self.total < 31:
            found.append(("last", 1))
        return found

    def _goes_after(self, seat: int) -> None:
        """After a tile: an empty hand has said Go; then who cannot play says it, the opponent first."""
        other = 1 - seat
        if not self.hands[seat] and seat not in self.goes:
            self.goes.append(seat)
            if self.agreed.empty_hand_pays and self.hands[other]:
                self._go_pays(other)
        for one in (other, seat):
            if self.winner >= 0 or one in self.goes:
                continue
            if self.fitting(one):
                self.turn = one
                return
            self.goes.append(one)
            self.barred[one] = max(self.barred[one], 31 - self.total)
            self.log.append(("go", one, 0))
            self._go_pays(self.line[-1][0])

    def _go_pays(self, seat: int) -> None:
        if self.total == 31 or self.go_paid:
            return
        self.go_paid = True
        if self.agreed.only_31:
            self.held_back = seat
        else:
            self._score(seat, [("go_point", 1)])

    def _close(self) -> None:
        if self.second_point >= 0:
            self._score(self.second_point, [("split_rest", 1)])
        if self.held_back >= 0 and self.total < 31:
            self._score(self.held_back, [("go_point", 1)])
        if self.winner >= 0:
            return
        self.closed.append(self.line)
        if not any(self.hands):
            self._count()
            return
        first = self.goes[0]
        self.turn = first if self.hands[first] else 1 - first
        self.log.append(("leads", self.turn, 0))
        self.line, self.go_paid, self.held_back, self.second_point = [], False, -1, -1
        self.goes = [seat for seat in (0, 1) if not self.hands[seat]]

    def _count(self) -> None:
        """DCRIB-5.1: the non-dealer's hand, the dealer's, the crib."""
        non_dealer = 1 - self.dealer
        self.counted = True
        for key, seat, hand in (
            ("hand_count", non_dealer, self.kept[non_dealer]),
            ("hand_count", self.dealer, self.kept[self.dealer]),
            ("crib_count", self.dealer, self.crib),
        ):
            if self.winner < 0:
                points = count(values([*hand, self.starter]), zero=self.agreed.zero_in_fifteens)
                self._score(seat, [(key, points)])
