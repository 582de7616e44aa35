"""The clauses of The Emissary written out a second time, plainly: a whole match as one story over lists and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

SUITS, RANKS = "CSHD", "A2345678"
CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS)
RULERS = tuple(suit + rank for suit in SUITS for rank in "KQ")
VASSALS = tuple(suit + "J" for suit in SUITS)

DEFAULTS: dict[str, Any] = {
    "mode": "easy", "vassal_selection": "two_windows", "power_timing": "any_time", "diplomacy_refill": True,
    "politics_ban": "position_8", "unused_vassal_carryover": "refresh_all", "recycle_for_powers": True,
    "stop_when_lost": True, "show_seen_cards": False,
}  # fmt: skip
PUBLISHED: dict[str, Any] = DEFAULTS | {
    "vassal_selection": "any_time", "power_timing": "between_tricks", "diplomacy_refill": False,
    "politics_ban": "last_visit", "recycle_for_powers": False,
}  # fmt: skip


def wins(answer: str, led: str, trump: str) -> bool:
    """EMIS-3.4 to 3.6: tell whether an answer beats the king's card."""
    if answer[0] == led[0]:
        return RANKS.index(answer[1]) > RANKS.index(led[1])
    return answer[0] == trump and led[0] != trump


def answers(hand: Sequence[str], led: str) -> list[str]:
    """EMIS-3.2, 3.3: the cards that may be played to the king's."""
    return [card for card in hand if card[0] == led[0]] or list(hand)


@dataclass(frozen=True)
class Shuffle:
    """Chance must put these cards in order."""

    name: str
    cards: frozenset[str]


@dataclass(frozen=True)
class Choice:
    """The player must choose; these are the codes, of a discard one for each card."""

    codes: frozenset[str]


Course = Generator[Shuffle | Choice, Any, Any]


@dataclass
class Naive:
    """A match told as one story: it wants a shuffle or a choice, and is given it."""

    options: dict[str, Any]
    row: list[str | None] = field(default_factory=list)
    vassals: dict[str, str] = field(default_factory=lambda: dict.fromkeys(VASSALS, "free"))
    allies: list[str] = field(default_factory=list)
    used_allies: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    won_pile: list[str] = field(default_factory=list)
    turned: str | None = None
    place: int = 0
    tricks: int = 0
    run: str = "none"
    lost: bool = False
    happened: Counter[str] = field(default_factory=Counter)
    wants: Shuffle | Choice | None = None

    def __post_init__(self) -> None:
        self.options = DEFAULTS | self.options
        self.course = self.story()
        self.wants = next(self.course)

    def give(self, answer: Any) -> None:
        """Give the order of the cards, or the code of what was chosen."""
        try:
            self.wants = self.course.send(answer)
        except StopIteration:
            self.wants = None

    @property
    def trump(self) -> str:
        """EMIS-2.6, 6.7: the suit of the ruler lying at the visited kingdom."""
        ruler = self.row[self.place - 1]
        assert ruler is not None
        return ruler[0]

    @property
    def score(self) -> int:
        """EMIS-10.2, 10.6: kingdoms won and allies not used."""
        return self.row.count(None) + len(self.allies)

    def unvisited(self) -> list[int]:
        """The kingdoms that still have a ruler."""
        return [place for place, ruler in enumerate(self.row, 1) if ruler]

    def story(self) -> Course:
        """The row, then visit after visit until all are won or one is lost."""
        self.row = list((yield Shuffle("rulers", frozenset(RULERS))))
        while not self.lost and self.unvisited():
            yield from self.visit()
            self.happened["visit"] += 1

    def visit(self) -> Course:
        """Sections 2, 3 and 9."""
        cards = yield Shuffle("deal", frozenset(CARDS))
        self.hand, self.stock = list(cards[:8]), list(cards[8:])
        self.discards, self.won_pile, self.place, self.tricks, self.run = [], [], 0, 0, "none"
        code = yield Choice(frozenset(f"visit {place}" for place in self.unvisited()))
        self.place = int(code.split()[1])
        over = False
        while self.hand and not over:
            over = yield from self.step()
        if self.turned:
            self.happened["king's card left"] += 1
            self.discards.append(self.turned)
            self.turned = None
        self.judge()

    def step(self) -> Course:
        """One action, or a card that is turned by itself; tell whether the visit is over."""
        others = self.selections() | self.uses()
        if self.turned is None:
            turn = {"turn"} if self.may_turn() else set()
            code = (yield Choice(frozenset(others | turn))) if others else "turn"
            if others and code == "turn":
                self.broken()
        else:
            code = yield Choice(frozenset(others | self.plays()))
        verb, *rest = code.split()
        if verb == "turn":
            return (yield from self.turn())
        if verb == "play":
            return self.play(rest[0])
        if verb == "select":
            self.vassals[rest[0]] = "selected"
            self.run = "open"
        else:
            self.broken()
            yield from self.use(rest)
        return False

    def broken(self) -> None:
        """EMIS-5.12: another action ends a run of selections."""
        self.run = "closed" if self.run == "open" else self.run

    def duty(self) -> bool:
        """EMIS-7.1, 7.3, 7.5: tell whether a vassal must still be used."""
        asked = self.options["mode"] == "hard" and self.options["vassal_selection"] != "any_time"
        return asked and "selected" in self.vassals.values()

    def selections(self) -> set[str]:
        """EMIS-5.2, 5.5, 5.12, 7.4, 7.6: the vassals that may be selected."""
        rule, hard = self.options["vassal_selection"], self.options["mode"] == "hard"
        window = self.tricks == 1 or (self.tricks == 0 and self.turned is None)
        if rule == "any_time" or not window or (rule == "one_window" and self.run == "closed"):
            return set()
        if hard and self.turned and len(self.hand) == 1 and self.options["power_timing"] == "between_tricks":
            self.happened["no selection with one card"] += 1
            return set()
        free = {vassal for vassal, state in self.vassals.items() if state == "free"}
        if hard and not self.exchanges():
            free -= {"SJ"}
        return {f"select {vassal}" for vassal in free}

    def exchanges(self) -> list[int]:
        """EMIS-6.7, 6.9, 6.10: the kingdoms that Politics may exchange with."""
        if self.options["politics_ban"] == "position_8" and self.place == 8:
            return []
        return [place for place in self.unvisited() if place != self.place]

    def uses(self) -> set[str]:
        """EMIS-5.6, 5.7, 5.13, 8.3, 8.4: the powers that may be used."""
        if self.turned and self.options["power_timing"] == "between_tricks":
            return set()
        ready = "free" if self.options["vassal_selection"] == "any_time" else "selected"
        helpers = [*(vassal for vassal, state in self.vassals.items() if state == ready), *self.allies]
        plain = {f"use {one}" for one in helpers if one[0] != "S"}
        return plain | {f"use {one} {place}" for one in helpers if one[0] == "S" for place in self.exchanges()}

    def may_turn(self) -> bool:
        """EMIS-7.6."""
        barred = self.options["power_timing"] == "between_tricks" and self.duty() and len(self.hand) == 1
        self.happened["may not turn"] += barred
        return not barred

    def plays(self) -> set[str]:
        """EMIS-3.2, 3.3, 7.3: the cards that may be answered with."""
        assert self.turned is not None
        if self.duty() and len(self.hand) == 1:
            self.happened["may not answer"] += 1
            return set()
        return {f"play {card}" for card in answers(self.hand, self.turned)}

    def turn(self) -> Course:
        """EMIS-3.1, 4.1, 4.4: the king leads; tell whether he cannot."""
        if not self.stock:
            if not self.discards:
                self.happened["king cannot lead"] += 1
                return True
            yield from self.recycle()
        self.turned = self.stock.pop(0)
        return False

    def play(self, card: str) -> bool:
        """EMIS-3.4 to 3.8, 3.11: settle a trick; tell whether the visit is lost by it."""
        assert self.turned is not None
        self.broken()
        self.hand.remove(card)
        (self.won_pile if wins(card, self.turned, self.trump) else self.discards).append(card)
        self.discards.append(self.turned)
        self.turned = None
        self.tricks += 1
        return self.options["stop_when_lost"] and len(self.won_pile) > self.place

    def use(self, what: list[str]) -> Course:
        """Section 6: one of the four powers."""
        helper = what[0]
        self.happened[f"{helper[0]} by {'vassal' if helper[1] == 'J' else 'ally'}"] += 1
        if helper[1] == "J":
            self.vassals[helper] = "used"
        else:
            self.allies.remove(helper)
            self.used_allies.append(helper)
        if helper[0] == "H":
            trumps = [card for card in self.hand if card[0] == self.trump]
            self.hand = [card for card in self.hand if card not in trumps]
            self.discards += trumps
            if self.options["diplomacy_refill"]:
                yield from self.draw(len(trumps))
        elif helper[0] == "C":
            yield from self.draw(sum(card[0] == "C" for card in self.hand))
        elif helper[0] == "S":
            here, there = self.place - 1, int(what[1]) - 1
            self.row[here], self.row[there] = self.row[there], self.row[here]
        else:
            yield from self.draw(2)
            self.happened[f"commerce discards {min(2, len(self.hand))}"] += 1
            code = yield Choice(frozenset(f"discard {card}" for card in self.hand))
            for card in code.split()[1:]:
                self.hand.remove(card)
                self.discards.append(card)
        self.happened["hand emptied"] += not self.hand

    def draw(self, number: int) -> Course:
        """EMIS-4.2, 4.4, 4.5: draw one by one."""
        for _ in range(number):
            if not self.stock:
                if not self.options["recycle_for_powers"] or not self.discards:
                    self.happened["short draw"] += 1
                    return
                self.happened["recycle for a power"] += 1
                yield from self.recycle()
            self.hand.append(self.stock.pop(0))

    def recycle(self) -> Course:
        """EMIS-4.1, 4.3: the discards become the stock."""
        self.happened["recycle"] += 1
        self.stock = list((yield Shuffle("recycle", frozenset(self.discards))))
        self.discards = []

    def judge(self) -> None:
        """EMIS-8.1, 9.1 to 9.5: success or defeat; the vassals are turned up."""
        if len(self.won_pile) == self.place:
            ruler = self.row[self.place - 1]
            assert ruler is not None
            self.allies.append(ruler)
            self.row[self.place - 1] = None
            self.happened["success"] += 1
        else:
            self.lost = True
        down = self.options["unused_vassal_carryover"] == "stay_down"
        for vassal, state in self.vassals.items():
            self.vassals[vassal] = "resting" if down and state == "selected" else "free"
            self.happened["resting"] += self.vassals[vassal] == "resting"
