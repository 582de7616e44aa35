"""The clauses of Bingo written out a second time, plainly: tables of suits, winners, replies, points, game points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

PIPS = range(7)
BINGO = "0-0"
TILES = tuple(f"{high}-{low}" for high in PIPS for low in range(high + 1))
DOUBLES = tuple(f"{pip}-{pip}" for pip in PIPS)

#: The other pips of each suit from strong to weak, suit 0 first; [0-0] stands above all of them (BINGO-2.4 to 2.7).
SUITS: dict[tuple[str, str], tuple[str, ...]] = {
    ("low", "pip"): ("0654321", "6543210", "6543210", "6543210", "6543210", "6543210", "6543210"),
    ("low", "top"): ("0654321", "1654320", "2654310", "3654210", "4653210", "5643210", "6543210"),
    ("high", "pip"): ("0654321", "0654321", "0654321", "0654321", "0654321", "0654321", "0654321"),
    ("high", "top"): ("0654321", "1065432", "2065431", "3065421", "4065321", "5064321", "6054321"),
}
#: The pips from large to small, by `blank_order`.
PIPS_DOWN = {"low": "6543210", "high": "0654321"}


@dataclass(frozen=True)
class Rules:
    """What is agreed, as section 9 has it by default."""

    blank_order: str = "low"
    double_order: str = "pip"
    must_trump_when_void: bool = False
    bingo_follows_any_suit: bool = False
    doubles_points: tuple[int, ...] = (20, 40, 50, 60, 70)
    doubles_need_trick: bool = True
    bingo_bonus: int = 10
    no_trick_game_points: int = 2
    both_70: str = "higher"
    last_trick_bonus: int = 10
    target_game_points: int = 7

    def options(self) -> dict[str, Any]:
        """The same for a match."""
        return {**vars(self), "doubles_points": list(self.doubles_points)}


SEED = Rules()
PAGAT_LIKE = Rules("high", "top", must_trump_when_void=True, no_trick_game_points=3)


def tile(one: int | str, other: int | str) -> str:
    """Write a tile, the larger number first."""
    low, high = sorted((int(one), int(other)))
    return f"{high}-{low}"


def pips(of: str) -> tuple[int, int]:
    """The two pips of a tile."""
    one, other = of.split("-")
    return int(one), int(other)


def suit_row(suit: int, rules: Rules = SEED) -> list[str]:
    """A suit from strong to weak, [0-0] at its head."""
    own = [tile(suit, pip) for pip in SUITS[rules.blank_order, rules.double_order][suit]]
    return [BINGO, *(one for one in own if one != BINGO)]


def suit_led(led: str, trump: int, rules: Rules = SEED) -> int:
    """The suit of a led tile: trumps, or its larger pip."""
    if trump in pips(led):
        return trump
    return int(next(pip for pip in PIPS_DOWN[rules.blank_order] if int(pip) in pips(led)))


def of_suit(one: str, suit: int, trump: int) -> bool:
    """Tell whether a tile is one of a suit: a trump is of no other."""
    return suit in pips(one) and (suit == trump or trump not in pips(one))


def reply_wins(led: str, reply: str, trump: int, rules: Rules = SEED) -> bool:
    """Tell whether the reply takes the trick: the first line of BINGO-4.3 that applies."""
    if BINGO in (led, reply):
        return reply == BINGO
    trumps = [trump in pips(led), trump in pips(reply)]
    if any(trumps) and not all(trumps):
        return trumps[1]
    suit = suit_led(led, trump, rules)
    if not of_suit(reply, suit, trump):
        return False
    row = suit_row(suit, rules)
    return row.index(reply) < row.index(led)


def replies(hand: list[str], led: str, trump: int, rules: Rules = SEED) -> set[str]:
    """What may be played to a led tile once nobody draws any more: section 5."""
    suit = suit_led(led, trump, rules)
    trumps = {one for one in hand if trump in pips(one)}
    bingo = {one for one in hand if one == BINGO}
    everywhere = bingo if rules.bingo_follows_any_suit else set()
    if suit == trump:
        row = suit_row(suit, rules)
        stronger = {one for one in trumps if row.index(one) < row.index(led)} | everywhere
        return stronger or trumps or bingo or set(hand)
    following = {one for one in hand if of_suit(one, suit, trump)} | everywhere
    if following or not rules.must_trump_when_void:
        return following or set(hand)
    return trumps or bingo or set(hand)


def ruled_out(led: str, reply: str, trump: int, rules: Rules = SEED) -> set[str]:
    """The tiles with which this reply would not have been allowed."""
    others = [one for one in TILES if one not in (led, reply)]
    return {one for one in others if reply not in replies([reply, one], led, trump, rules)}


def worth(one: str, trump: int) -> int:
    """The points of a tile: section 3."""
    total = sum(pip or 7 for pip in pips(one))
    double = one in DOUBLES
    if trump in pips(one):
        return 28 if double else total
    return total if double or total == 10 else 0


def trump_of(turned: str) -> int:
    """The trumps that a trump tile makes."""
    return 0 if 0 in pips(turned) else max(pips(turned))


def game_points(points: list[int], tricks: list[int], closer: int = -1, rules: Rules = SEED) -> list[int]:
    """What each player scores for a deal that did not end by doubles shown: BINGO-8.2 to 8.8."""
    scored = [0, 0]
    reached = [seat for seat in (0, 1) if points[seat] >= 70]
    if closer >= 0 and closer not in reached:
        scored[1 - closer] = 2
    elif closer >= 0 or len(reached) == 1:
        winner = closer if closer >= 0 else reached[0]
        if tricks[1 - winner] == 0:
            scored[winner] = rules.no_trick_game_points
        else:
            scored[winner] = 2 if points[1 - winner] < 30 else 1
    elif len(reached) == 2 and rules.both_70 == "higher" and points[0] != points[1]:
        scored[points.index(max(points))] = 1
    return scored


@dataclass
class Deal:
    """A deal as it goes on: what may be taken, and what comes of it."""

    dealer: int
    hands: list[list[str]]
    stock: list[str]  # the trump tile is the last
    rules: Rules = SEED
    stage: str = "lead"  # then show, reply, after a trick, over
    led: str = ""
    closed_by: int = -1
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    tiles: list[int] = field(default_factory=lambda: [0, 0])
    last: list[int] = field(default_factory=lambda: [0, 0])
    made: list[int] = field(default_factory=lambda: [0, 0])
    scored: list[int] = field(default_factory=lambda: [0, 0])
    declared: int = 0
    chain: int = 0
    bingo_won: bool = False
    shown: list[str] = field(default_factory=list)
    six_left: bool = False

    def __post_init__(self) -> None:
        """The non-dealer leads (BINGO-1.7)."""
        self.leader = 1 - self.dealer
        self.trump = trump_of(self.stock[-1])

    @property
    def actor(self) -> int:
        """Who has to choose; after a trick its winner is already the leader."""
        return 1 - self.leader if self.stage == "reply" else self.leader

    @property
    def led_lies(self) -> bool:
        """Tell whether a tile was led and waits for the reply."""
        return self.stage == "reply"

    @property
    def drawing(self) -> bool:
        """Tell whether tiles are still drawn."""
        return bool(self.stock) and self.closed_by < 0

    def doubles(self, seat: int) -> list[str]:
        """The doubles that a player holds."""
        return [one for one in self.hands[seat] if one in DOUBLES]

    def legal(self) -> set[str]:
        """The codes of everything that may be taken."""
        own = self.hands[self.actor]
        if self.stage == "reply":
            may = set(own) if self.drawing else replies(own, self.led, self.trump, self.rules)
            return {f"play {one}" for one in may}
        if self.stage == "show":
            return {f"show {one}" for one in self.doubles(self.leader) if one not in self.shown}
        six = {"reveal 6"} if self.six_left else set()
        return {"draw", "close"} | six if self.stage == "after" else self._leads() | six

    def _leads(self) -> set[str]:
        own, doubles = self.hands[self.leader], self.doubles(self.leader)
        if self.declared:
            return {f"lead {one}" for one in (self.shown if self.chain else doubles)}
        codes = {f"lead {one}" for one in own}
        if self.tricks[self.leader] or not self.rules.doubles_need_trick:
            codes |= {f"declare {k}" for k in range(2, 7) if k <= len(doubles)}
        return codes | ({"reveal 7"} if len(doubles) == 7 else set())

    def act(self, code: str) -> None:
        """Take an action."""
        verb, what = code.split(" ", 1) if " " in code else (code, "")
        getattr(self, f"_{verb}")(what)

    def _declare(self, number: str) -> None:
        self.declared, self.six_left = int(number), False
        self.chain, self.bingo_won, self.shown = 0, False, []

    def _lead(self, one: str) -> None:
        self.hands[self.leader].remove(one)
        self.led, self.stage, self.six_left = one, "reply", False
        if self.declared and self.chain:
            self.shown.remove(one)
        elif self.declared:
            left = self.doubles(self.leader)
            if len(left) == self.declared - 1:
                self.shown = left
            else:
                self.stage = "show"

    def _show(self, listed: str) -> None:
        self.shown += listed.split()
        if len(self.shown) == self.declared - 1:
            self.stage = "reply"

    def _reveal(self, number: str) -> None:
        self.scored[self.leader] = 3 if number == "7" else 1
        self.stage = "over"

    def _play(self, one: str) -> None:
        seven = len(self.doubles(1 - self.leader)) == 7
        self.hands[1 - self.leader].remove(one)
        changes = reply_wins(self.led, one, self.trump, self.rules)
        winner = 1 - self.leader if changes else self.leader
        self.tricks[winner] += 1
        self.tiles[winner] += worth(self.led, self.trump) + worth(one, self.trump)
        self._count_declaration(changes)
        self.leader, self.six_left = winner, changes and seven
        self.stage = "after" if self.drawing else "lead"
        if not any(self.hands):
            self._end()

    def _count_declaration(self, lost: bool) -> None:
        if self.declared == 0:
            return
        self.chain += 1
        self.bingo_won |= self.led == BINGO
        if lost:
            self.declared, self.shown = 0, []
        elif self.chain == self.declared:
            bonus = self.rules.bingo_bonus if self.bingo_won else 0
            self.made[self.leader] += self.rules.doubles_points[self.declared - 2] + bonus
            self.declared, self.shown = 0, []

    def _draw(self, _: str) -> None:
        for seat in (self.leader, 1 - self.leader):
            self.hands[seat].append(self.stock.pop(0))
        self.stage, self.six_left = "lead", False

    def _close(self, _: str) -> None:
        self.closed_by, self.stage, self.six_left = self.leader, "lead", False

    def _end(self) -> None:
        self.stage = "over"
        if self.closed_by < 0:
            self.last[self.leader] = self.rules.last_trick_bonus
        self.scored = game_points(self.points, self.tricks, self.closed_by, self.rules)

    @property
    def points(self) -> list[int]:
        """Tiles, last trick and doubles of both (section 8)."""
        return [sum(kind[seat] for kind in (self.tiles, self.last, self.made)) for seat in (0, 1)]
