"""Flashpoint told a second time, from its clauses alone: dictionaries and lists, nothing shared with the game."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

SUITS = "CSHD"
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7"]  #: from high to low
PACK = [suit + rank for suit in SUITS for rank in RANKS]
KINDS = ("void", "twin", "long", "four")
COMMANDS = [f"command {sense} {what}" for sense in ("lead", "avoid") for what in (*SUITS, *RANKS)]
POINTS = {
    "nothing": 0, "pair": 1, "run of three": 3, "triplet": 6, "pair-run": 8, "two pairs": 10, "run of four": 12,
    "quartet": 16,
}  # fmt: skip
DAMP_SQUIB = 10

DEFAULTS: dict[str, Any] = {
    "target": 100,
    "command_mode": "free",
    "command_penalty": 15,
    "double_void": "each",
    "double_four": "once",
    "square_timing": "fifth_trick",
    "bonus_use": "add_if_target",
    "tie": "points_then_draw",
}
PARLETT: dict[str, Any] = DEFAULTS | {"command_mode": "on_invitation", "bonus_use": "margin_only"}


def suit(card: str) -> str:
    """The suit of a card."""
    return card[0]


def rank(card: str) -> str:
    """The rank of a card."""
    return card[1:]


def partner(seat: int) -> int:
    """Who sits opposite."""
    return (seat + 2) % 4


def left_of(seat: int) -> int:
    """The next player clockwise."""
    return (seat + 1) % 4


# tricks


def combination(ranks: list[str]) -> str:
    """The highest line of the table that applies to the ranks of a trick (section 5)."""
    many = sorted(Counter(ranks).values(), reverse=True)
    runs = [set(RANKS[i : i + 3]) for i in range(6)]
    has_run = any(run <= set(ranks) for run in runs)
    found = {
        "nothing": True,
        "pair": many[0] == 2,
        "run of three": has_run,
        "triplet": many[0] == 3,
        "pair-run": has_run and len(ranks) == 4 and many[0] == 2,
        "two pairs": many == [2, 2],
        "run of four": any(sorted(ranks, key=RANKS.index) == RANKS[i : i + 4] for i in range(5)),
        "quartet": many[0] == 4,
    }
    return max((name for name, is_there in found.items() if is_there), key=POINTS.__getitem__)


def winning(ranks: list[str]) -> int:
    """Which card of a trick wins, counted from 0 in playing order (section 4)."""
    repeated = [index for index, one in enumerate(ranks) if ranks.count(one) > 1]
    return repeated[-1] if repeated else min(range(len(ranks)), key=lambda index: RANKS.index(ranks[index]))


# flashes


def missing(hand: list[str]) -> int:
    """How many suits a hand lacks."""
    return 4 - len({suit(card) for card in hand})


def fours(hand: list[str]) -> list[str]:
    """The ranks of which a hand has all four, the higher first."""
    return [one for one in RANKS if [rank(card) for card in hand].count(one) == 4]


def flashes(hand: list[str], double_void: str = "each", double_four: str = "once") -> dict[str, int]:
    """What a hand of eight may show in the first trick, with its bonus (section 7)."""
    found = {
        "void": 10 * missing(hand) if double_void == "each" else 10 * min(1, missing(hand)),
        "twin": 20 * (sorted(Counter(map(suit, hand)).values()) == [2, 2, 2, 2]),
        "long": 30 * (len({rank(card) for card in hand}) == 8),
        "four": 40 * (len(fours(hand)) if double_four == "each" else min(1, len(fours(hand)))),
    }
    return {kind: worth for kind, worth in found.items() if worth}


def proof(hand: list[str], kind: str, double_four: str = "once") -> set[str]:
    """The cards that are shown for a flash."""
    if kind != "four":
        return set(hand)
    shown = fours(hand) if double_four == "each" else fours(hand)[:1]
    return {card for card in hand if rank(card) in shown}


def is_square(hand: list[str]) -> bool:
    """Four cards, one of each suit."""
    return sorted(map(suit, hand)) == sorted(SUITS)


# commands


def matches(card: str, what: str) -> bool:
    """Tell whether a card is of the suit or rank named."""
    return what in (suit(card), rank(card))


def obeys(card: str, command: str) -> bool:
    """Tell whether a lead does what was commanded."""
    _, sense, what = command.split()
    return matches(card, what) == (sense == "lead")


def could_obey(hand: list[str], command: str) -> bool:
    """Tell whether any card of a hand would."""
    return any(obeys(card, command) for card in hand)


# the end


def finals(points: list[int], bonus: list[int], target: int = 100) -> list[int]:
    """The final totals of both teams (9.3)."""
    return [have + more if have >= target else have for have, more in zip(points, bonus, strict=True)]


def winner(points: list[int], bonus: list[int], options: dict[str, Any]) -> str:
    """`NS`, `EW`, `drawn` or `on`, after a round (9.1 to 9.9)."""
    if max(points) < options["target"]:
        return "on"
    weighed = points if options["bonus_use"] == "margin_only" else finals(points, bonus, options["target"])
    for compared in (weighed, points if options["tie"] == "points_then_draw" else weighed):
        if compared[0] != compared[1]:
            return "NS" if compared[0] > compared[1] else "EW"
    return "drawn" if options["tie"] == "points_then_draw" else "on"


class Naive:
    """A match. `wants` is who must act, and everything that this player may do; None between rounds and at the end."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = DEFAULTS | options
        self.points = [0, 0]
        self.bonus = [0, 0]
        self.outcome = "on"
        self.happened: Counter[str] = Counter()
        self.rounds = 0
        self.dealer = -1
        self.wants: tuple[int, set[str]] | None = None

    def deal(self, dealer: int, hands: list[list[str]]) -> None:
        """Begin a round."""
        assert self.rounds == 0 or dealer == left_of(self.dealer)
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.dealt = [list(hand) for hand in hands]
        self.tricks: list[dict[str, Any]] = []
        self.shown: dict[int, list[str]] = {seat: [] for seat in range(4)}
        self.seen: dict[int, set[str]] = {seat: set() for seat in range(4)}
        self.lines: list[tuple[str, int, int]] = []
        self.rounds += 1
        self.before_lead(left_of(dealer))

    def before_lead(self, leader: int) -> None:
        """The moment for a command."""
        self.leader = self.turn = leader
        self.trick: list[tuple[int, str]] = []
        self.passed: list[int] = []
        self.command = ""
        mode = self.options["command_mode"]
        if mode == "free":
            self.ask_command()
        elif mode == "on_invitation":
            self.wants = (leader, {"invite", "decline"})
        else:
            self.ask_play(leader)

    def ask_command(self) -> None:
        """The leader's partner may command."""
        self.wants = (partner(self.leader), {*COMMANDS, "none"})

    def flashes_open(self, seat: int) -> set[str]:
        """The flashes that the player in turn may show now."""
        hand = self.hands[seat]
        found: set[str] = set()
        if not self.tricks:
            found |= set(flashes(hand))
        fifth = len(self.tricks) == 4
        if is_square(hand) and (fifth or self.options["square_timing"] == "any_four_cards"):
            found.add("square")
        return found - set(self.shown[seat])

    def playable(self, seat: int) -> list[str]:
        """The cards that may be played."""
        taken = {suit(card) for _, card in self.trick}
        return [card for card in self.hands[seat] if suit(card) not in taken]

    def ask_play(self, seat: int) -> None:
        """A player's turn; a pass that leaves no choice is made at once."""
        self.turn = seat
        cards, shows = self.playable(seat), self.flashes_open(seat)
        if cards:
            self.wants = (seat, {f"play {card}" for card in cards} | {f"flash {kind}" for kind in shows})
        elif shows:
            self.happened["pass with a flash"] += 1
            self.wants = (seat, {"pass"} | {f"flash {kind}" for kind in shows})
        else:
            self.happened["pass" if self.hands[seat] else "pass without cards"] += 1
            self.passes(seat)

    def passes(self, seat: int) -> None:
        """A player plays nothing."""
        self.passed.append(seat)
        self.next_turn(seat)

    def next_turn(self, seat: int) -> None:
        """The next player, or the end of the trick."""
        if left_of(seat) == self.leader:
            self.end_trick()
        else:
            self.ask_play(left_of(seat))

    def act(self, code: str) -> None:
        """Take an action of the player who must act."""
        assert self.wants is not None
        seat, may = self.wants
        assert code in may, code
        verb, _, rest = code.partition(" ")
        if code == "invite":
            self.ask_command()
        elif code in ("decline", "none"):
            self.ask_play(self.leader)
        elif verb == "command":
            self.command = code
            self.ask_play(self.leader)
        elif verb == "flash":
            self.show(seat, rest)
        elif code == "pass":
            self.passes(seat)
        else:
            self.play(seat, rest)

    def show(self, seat: int, kind: str) -> None:
        """Show a flash to the left."""
        hand, options = self.hands[seat], self.options
        worth = 10 if kind == "square" else flashes(hand, options["double_void"], options["double_four"])[kind]
        self.bonus[seat % 2] += worth
        self.lines.append((kind, seat, worth))
        self.shown[seat].append(kind)
        self.seen[seat] |= proof(hand, kind, options["double_four"])
        self.happened[f"flash {kind}"] += 1
        self.ask_play(seat)

    def play(self, seat: int, card: str) -> None:
        """Play a card; a lead against the command may cost something."""
        if not self.trick and self.command:
            able = could_obey(self.hands[seat], self.command)
            if not able:
                self.happened["could not obey"] += 1
            elif not obeys(card, self.command):
                self.happened["penalty"] += 1
                self.points[1 - seat % 2] += self.options["command_penalty"]
                self.lines.append(("penalty", seat, self.options["command_penalty"]))
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.next_turn(seat)

    def end_trick(self) -> None:
        """Score the trick; find the next leader, or end the round."""
        ranks = [rank(card) for _, card in self.trick]
        taker = self.trick[winning(ranks)][0]
        line = combination(ranks)
        last = not any(self.hands)
        worth = (POINTS[line] or DAMP_SQUIB) * (2 if last else 1)
        team = taker % 2 if line != "nothing" else 1 - taker % 2
        self.points[team] += worth
        self.lines.append((line, taker, worth))
        self.happened[line] += 1
        self.tricks.append({"cards": list(self.trick), "taker": taker, "line": line, "worth": worth, "team": team})
        if last:
            self.happened[f"{len(self.tricks)} tricks"] += 1
            self.wants = None
            self.outcome = winner(self.points, self.bonus, self.options)
            return
        order = (taker, partner(taker), left_of(taker), left_of(partner(taker)))
        place = next(index for index, seat in enumerate(order) if self.hands[seat])
        self.happened[f"leader {place}"] += 1
        self.before_lead(order[place])

    @property
    def over(self) -> bool:
        """Tell whether the match is over."""
        return self.wants is None and self.outcome != "on"

    @property
    def scores(self) -> list[int]:
        """What stands on the sheet for each player: points, and at the end the final total (9.10)."""
        teams = finals(self.points, self.bonus, self.options["target"]) if self.over else self.points
        return [teams[seat % 2] for seat in range(4)]


def every_hand_with_fours() -> list[list[str]]:
    """All hands of two sets of four."""
    return [[s + r for r in two for s in SUITS] for two in combinations(RANKS, 2)]


def rich_hand(chooser: random.Random) -> list[str]:
    """A hand of eight in which flashes are likely."""
    if chooser.random() < 0.2:
        return chooser.sample(PACK, 8)
    if chooser.random() < 0.3:
        suits = [*SUITS, *SUITS] if chooser.random() < 0.5 else chooser.choices(SUITS, k=8)
        return [s + r for s, r in zip(suits, chooser.sample(RANKS, 8), strict=True)]
    if chooser.random() < 0.4:
        return [card for s in SUITS for card in chooser.sample([c for c in PACK if suit(c) == s], 2)]
    if chooser.random() < 0.5:
        four = chooser.choice(RANKS)
        rest = chooser.sample([card for card in PACK if rank(card) != four], 4)
        return [s + four for s in SUITS] + rest
    few = chooser.sample(SUITS, chooser.choice((2, 2, 3)))
    return chooser.sample([card for card in PACK if suit(card) in few], 8)
