"""A deal followed action by action from section 10 and 13 alone: what may be announced, and how the deal ends.

Cards are codes, levels of announcement 0 for none, 1 for Re or Contra, 2 to 5 for 90, 60, 30 and Schwarz. Who wins a
trick is what the naive reading of section 3 says.
"""

from __future__ import annotations

from typing import Any

from tests.games.doppelkopf.builders import POINTS
from tests.games.doppelkopf.naive import orders_of, taker
from tests.games.doppelkopf.naive_score import End, Fox

NAMES = {"re": ["re", "90", "60", "30", "schwarz"], "contra": ["contra", "90", "60", "30", "schwarz"]}
TABLE = {48: [11, 10, 9, 8, 7], 40: [6, 6, 6, 6, 6]}
RULES = {
    "reply_limit": "requirement_minus_one",
    "late_reply_opens_90": True,
    "marriage_alone_announcements": "shift_two",
    "heart10_rule": "first_wins",
}


class Deal:
    """A deal from the moment its contract is fixed.

    Args:
        deck: 48 or 40.
        hands: the cards of each active seat when play begins.
        contract: its name as builders tell it.
        declarer: soloist, marrying or poor player; -1 in a normal game.
        partner: the rich player of a poverty; -1 for none.
        options: what differs from the defaults.
    """

    def __init__(
        self,
        deck: int,
        hands: dict[int, list[str]],
        contract: str,
        declarer: int,
        partner: int,
        leader: int,
        options: dict[str, Any],
    ) -> None:
        self.deck, self.hands, self.contract = deck, hands, contract
        self.declarer, self.leader, self.options = declarer, leader, options
        self.rules = {**RULES, **options}
        self.active = sorted(hands)
        self.order = orders_of("doppelkopf-40" if deck == 40 else "doppelkopf")[contract]
        self.said = {"re": 0, "contra": 0}
        self.late: set[str] = set()  # parties whose Re or Contra was a late reply
        self.spoken: dict[str, list[int]] = {"re": [], "contra": []}  # hands of those who said 90 or more
        self.mute = False
        self.known: dict[int, str] = {}  # parties that everybody knows
        self.tricks: list[dict[int, str]] = []
        self.takers: list[int] = []
        self.trick: dict[int, str] = {}
        self.shift = 0
        self.re = self._first_re(partner)
        self.decided = contract != "marriage"
        if contract == "marriage":
            self.known[declarer] = "re"
        elif contract != "normal":
            self.known = {seat: self.side(seat) for seat in self.active}

    def _first_re(self, partner: int) -> set[int]:
        if self.contract == "normal":
            return {seat for seat, hand in self.hands.items() if "CQ" in hand}
        return {self.declarer, partner} - {-1} if self.contract == "poverty" else {self.declarer}

    def side(self, seat: int) -> str:
        """The party of a seat."""
        return "re" if seat in self.re else "contra"

    def limit(self, level: int) -> int:
        """The cards needed for a level (DOKO-10.9, 10.20, 10.21, 18.18)."""
        return TABLE[self.deck][level - 1] - self.shift

    def reply_limit(self, seat: int) -> int:
        """The cards needed for a Re or Contra, as a reply if the opponents have spoken (DOKO-10.12 to 10.14)."""
        others = "contra" if self.side(seat) == "re" else "re"
        level = self.said[others]
        if level == 0:
            return self.limit(1)
        if level == 1 or self.rules["reply_limit"] == "requirement_minus_one":
            return min(self.limit(level) - 1, self.limit(1))
        return min(self.limit(1) - 1, *(cards - 1 for cards in self.spoken[others]))

    def may_announce(self, seat: int, level: int) -> bool:
        """Section 10, with 17.7, 18.16, 18.18 and 18.19."""
        if seat not in self.active or not self.decided or len(self.tricks) == self.deck // 4:
            return False
        own, cards = self.side(seat), len(self.hands[seat])
        alone = self.contract == "marriage" and len(self.re) == 1
        if alone and self.rules["marriage_alone_announcements"] == "forbidden":
            return False
        if self.mute and own == "re":
            return False
        if level <= self.said[own]:
            return False
        late = own in self.late
        for step in range(self.said[own] + 1, level + 1):
            if step == 1:
                if cards < self.reply_limit(seat):
                    return False
                late = cards < self.limit(1)
            elif cards < self.limit(step) or (late and not self.rules["late_reply_opens_90"]):
                return False
        return True

    def calls(self, seat: int) -> set[str]:
        """The codes of the announcements that a seat may make."""
        if seat not in self.active:
            return set()
        names = NAMES[self.side(seat)]
        return {f"announce {name}" for number, name in enumerate(names, 1) if self.may_announce(seat, number)}

    def announce(self, seat: int, name: str) -> None:
        """Note an announcement."""
        own, cards = self.side(seat), len(self.hands[seat])
        level = NAMES[own].index(name) + 1
        if self.said[own] == 0 and cards < self.limit(1):
            self.late.add(own)
        if level >= 2:
            self.spoken[own].append(cards)
        self.said[own] = level
        self.known[seat] = own

    def play(self, seat: int, card: str) -> None:
        """Note a card."""
        self.hands[seat].remove(card)
        self.trick[seat] = card
        if self.contract == "normal" and card == "CQ":
            self.known[seat] = "re"
        if len(self.trick) == 4:
            self._close()
        if self.contract == "normal" and sum("CQ" in hand for hand in self.hands.values()) == 0:
            self.known = {seat: self.side(seat) for seat in self.active}

    def _close(self) -> None:
        last = len(self.tricks) == self.deck // 4 - 1
        place = taker(self.order, list(self.trick.values()), last, self.rules["heart10_rule"])
        winner = list(self.trick)[place]
        self.tricks.append(self.trick)
        self.takers.append(winner)
        self.trick = {}
        if not self.decided and (winner != self.declarer or len(self.tricks) == 3):
            self.re.add(winner)
            self.decided = True
            self.shift = len(self.tricks) - 1
            self.known = {seat: self.side(seat) for seat in self.active}

    def end(self, seats: int) -> End:
        """The end of the deal."""
        points, tricks, doubles = [0] * seats, [0] * seats, [0] * seats
        foxes = []
        for trick, winner in zip(self.tricks, self.takers, strict=True):
            points[winner] += sum(POINTS[card[1:]] for card in trick.values())
            tricks[winner] += 1
            doubles[winner] += all(card[1:] in ("A", "10") for card in trick.values())
            last = trick is self.tricks[-1]
            foxes += [Fox(seat, winner, last) for seat, card in trick.items() if card == "DA" and seat != winner]
        idle = [seat for seat in range(seats) if seat not in self.active]
        return End(
            re=tuple(sorted(self.re)),
            points=points,
            tricks=tricks,
            said=dict(self.said),
            foxes=foxes,
            doubles=doubles,
            last=dict(self.tricks[-1]),
            taker=self.takers[-1],
            contract=self.contract,
            idle=idle[0] if idle else -1,
            options={**self.options, "deck": self.deck},
        )
