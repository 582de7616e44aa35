"""A whole match of the naive oracle: who is asked what, what a deal costs, how the match ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tests.games.cucumber.naive import Settings, Words, added_and_taken, legal_plays, play_of, winner_of


class Table:
    """One match followed from the outside: it is told each deal's hands and each action."""

    contra_by: int | None
    first_number: int | None
    last_number: int | None
    gate: bool | None
    lost_with_club6: set[int] | None
    trick: list[list[str]]
    players: list[int]

    def __init__(self, rules: Settings, dealer: int) -> None:
        self.rules, self.dealer, self.n = rules, dealer, rules.seats
        self.score, self.out, self.bought = [0] * self.n, [False] * self.n, [False] * self.n
        self.chips, self.pot = [rules.starting_chips] * self.n, 0
        if rules.ante:
            self.chips = [rules.starting_chips - rules.ante_chips] * self.n
            self.pot = rules.ante_chips * self.n
        self.deals, self.over = 0, False
        self.winners: list[int] = []
        self.hand_size = rules.hand_size or len(rules.pack) // self.n

    def active(self) -> list[int]:
        """The seats still in, in seat order."""
        return [s for s in range(self.n) if not self.out[s]]

    def from_seat(self, seat: int) -> list[int]:
        """The seats still in, clockwise from a seat, which comes first if it is in."""
        return [s % self.n for s in range(seat, seat + self.n) if not self.out[s % self.n]]

    def begin(self, hands: list[list[str]]) -> None:
        """Take up the hands as they were dealt."""
        rules = self.rules
        self.hands = [list(h) for h in hands]
        self.stock = len(rules.pack) - sum(len(h) for h in hands)
        self.contra_by, self.doubled, self.factor = None, [False] * self.n, [1] * self.n
        self.thrown, self.lost_with_club6 = 0, None
        self.left = self.from_seat(self.dealer + 1)
        self.trick, self.players = [], []
        self.leader = self.dealer if rules.first_leader == "dealer" else self.left[0]
        order = self.from_seat(self.dealer) if rules.exchange == "dealer_gate" else self.left
        rounds = ["free", "double", "redouble"] if rules.exchange == "rassi" else [rules.exchange]
        self.asks = [(kind, s) for kind in rounds if kind for s in order]
        self.asks += [("contra", s) for s in self.left] if rules.contra else []
        self.first_number, self.last_number, self.gate = None, None, None
        self.next_ask()

    # What is asked before the tricks

    def counts(self, kind: str, seat: int) -> Sequence[int]:
        """The numbers of cards that a seat may exchange; empty if it is not asked."""
        held, stock, rules = len(self.hands[seat]), self.stock, self.rules
        if kind == "same_count":
            if self.first_number is None:
                return range(1, min(held, stock) + 1)
            number = min(self.first_number, stock)
            return [number] if number > 0 else []
        if kind == "one_fewer":
            if self.last_number is None:
                return range(1, min(held, stock) + 1)
            return [self.last_number - 1] if 1 <= self.last_number - 1 <= stock else []
        if kind == "dealer_gate":
            return [] if self.gate is False else range(1, min(held - 2, stock) + 1)
        if kind == "redouble" and rules.redouble_needs_double and not self.doubled[seat]:
            return []
        supply = stock + (self.thrown if rules.stock_empty == "reshuffle" else 0)
        return [held] if supply >= held else []

    def next_ask(self) -> None:
        """Pass over the questions that the public state answers."""
        while self.asks and self.asks[0][0] != "contra" and not list(self.counts(*self.asks[0])):
            self.asks.pop(0)
        self.turn = self.asks[0][1] if self.asks else self.leader
        if not self.asks:
            self.players = self.from_seat(self.leader)

    def before_tricks(self) -> set[Words]:
        """The legal codes of the question that is open."""
        kind, seat = self.asks[0]
        hand = self.hands[seat]
        if kind == "contra":
            return {("contra",), ("pass",)}
        if kind in ("free", "double", "redouble"):
            bars = kind == "free" and any(c != "JR" and c[1:] in "KQJ" for c in hand)
            return {("keep",)} if bars else {("keep",), (kind,)}
        sets = [c for k in self.counts(kind, seat) for c in combinations(hand, k)]
        return {("keep",)} | {("exchange", *play_of(c)) for c in sets}

    def answer(self, code: str, hand_after: list[str]) -> None:
        """Take an answer to the open question; a hand that drew is told as it is now."""
        kind, seat = self.asks.pop(0)
        verb, *cards = code.split()
        if verb == "contra":
            self.contra_by, self.asks = seat, []
        if verb in ("free", "double", "redouble"):
            cards = list(self.hands[seat])
            self.factor[seat] = {"free": self.factor[seat], "double": 2, "redouble": 4}[verb]
            self.doubled[seat] = self.doubled[seat] or verb == "double"
            if self.stock < len(cards):
                self.stock, self.thrown = self.stock + self.thrown, 0
            self.thrown += len(cards)
        self.stock -= len(cards)
        self.hands[seat] = list(hand_after)
        if kind in ("same_count", "one_fewer", "dealer_gate"):
            opening = self.first_number is None if kind == "same_count" else self.last_number is None
            if kind == "dealer_gate":
                opening = self.gate is None
                self.gate = bool(cards) if opening else self.gate
            if opening and not cards:
                self.asks = [ask for ask in self.asks if ask[0] == "contra"]
            if cards:
                self.first_number = self.first_number or len(cards)
                self.last_number = len(cards)
        self.next_ask()

    def legal(self) -> set[Words]:
        """The legal actions of the seat to act, as tuples of words; cards of a play sorted."""
        if self.asks and self.asks[0][0] == "buy":
            return {("decline",), ("return" if self.rules.buy_in == "free" else "buy",)}
        if self.asks:
            return self.before_tricks()
        return {("play", *cards) for cards in legal_plays(self.rules, self.hands[self.turn], self.trick)}

    # The tricks and the end of a deal

    def play(self, code: str) -> None:
        """Take a play; score the deal after the last one."""
        cards = code.split()[1:]
        for card in cards:
            self.hands[self.turn].remove(card)
        self.trick.append(cards)
        if len(self.trick) < len(self.players):
            self.turn = self.players[len(self.trick)]
            return
        if not any(self.hands):
            self.score_deal()
            return
        self.leader = self.turn = self.players[winner_of(self.rules, self.trick)]
        self.players, self.trick = self.from_seat(self.leader), []

    # The end of a deal

    def score_deal(self) -> None:
        """Add, subtract and reset (section 4), then ask for buy-ins."""
        rules = self.rules
        adds, takes, card = added_and_taken(rules, self.trick, self.players)
        self.losing_points = rules.points(card)
        if card == "C6" and "C6" in rules.tops and rules.club6_always_out and not rules.fixed_deals:
            self.lost_with_club6 = set(adds)
        for seat, points in adds.items():
            contra = 1 if self.contra_by is None else 4 if self.contra_by == seat else 2
            self.score[seat] += points * contra * self.factor[seat]
        for seat, points in takes.items():
            self.score[seat] = max(0, self.score[seat] - points)
        for seat in self.active():
            if rules.exact_reset and self.score[seat] == rules.out_at and not self.is_lost(seat):
                self.score[seat] = 0
        weakest = min(rules.strength(c, last=True) for play in self.trick for c in play)
        self.weakest = next(
            s
            for s, play in zip(self.players, self.trick, strict=True)
            if weakest in [rules.strength(c, last=True) for c in play]
        )
        self.deals += 1
        self.asked: set[int] = set()
        self.left_at_scoring = len(self.active())
        self.next_buy()

    def is_lost(self, seat: int) -> bool:
        """A player whom ♣6 has put out whatever the total (GURKA_IS-2.5)."""
        return self.lost_with_club6 is not None and seat in self.lost_with_club6

    def at_limit(self, seat: int) -> bool:
        """A total that has reached the limit (CUC-5.1)."""
        rules, score = self.rules, self.score[seat]
        return self.is_lost(seat) or (score >= rules.out_at if rules.out_compare == "ge" else score > rules.out_at)

    def target(self, seat: int) -> int | None:
        """The total to which a seat could go back, or None if it cannot (GURKA_SE-2)."""
        rules = self.rules
        others = [self.score[s] for s in self.active() if s != seat and not self.at_limit(s)]
        price = rules.buy_in_antes * rules.ante_chips
        if not rules.buy_in or self.bought[seat] or self.is_lost(seat) or not others or seat in self.asked:
            return None
        if rules.buy_in == "paid" and (self.left_at_scoring > 3 or self.chips[seat] < price):
            return None
        return max(others) if max(others) < self.score[seat] else None

    def next_buy(self) -> None:
        """Ask those at the limit, then the others, clockwise from the dealer's left (GURKA_SE-2.9, 2.12)."""
        order = self.from_seat(self.dealer + 1)
        order = [s for s in order if self.at_limit(s)] + [s for s in order if not self.at_limit(s)]
        able = [s for s in order if self.target(s) is not None]
        if able and not self.rules.fixed_deals:
            self.asks, self.turn = [("buy", able[0])], able[0]
        else:
            self.asks = []
            self.drop_out()

    def buy(self, code: str) -> None:
        """Take the answer to a buy-in or return."""
        seat = self.asks.pop()[1]
        if code != "decline":
            price = self.rules.buy_in_antes * self.rules.ante_chips if code == "buy" else 0
            self.score[seat], self.bought[seat] = self.target(seat) or 0, True
            self.chips[seat] -= price
            self.pot += price
        self.asked.add(seat)
        self.next_buy()

    def drop_out(self) -> None:
        """Remove players, end the match or make ready for the next deal (section 5)."""
        rules, before = self.rules, self.active()
        if rules.fixed_deals:
            candidates = before if self.deals == rules.fixed_deals else []
        else:
            for seat in [s for s in before if self.at_limit(s)]:
                self.out[seat] = True
            candidates = self.active() or before
            candidates = candidates if len(self.active()) <= 1 else []
        if candidates:
            lowest = min(self.score[s] for s in candidates)
            clockwise = [s % self.n for s in range(self.dealer + 1, self.dealer + 1 + self.n)]
            self.winners = [s for s in clockwise if s in candidates and self.score[s] == lowest]
            for i, seat in enumerate(self.winners):
                self.chips[seat] += self.pot // len(self.winners) + (i < self.pot % len(self.winners))
            self.pot, self.over = 0, True
            return
        start = self.weakest if rules.next_dealer == "weakest_last" else self.dealer + 1
        self.dealer = self.from_seat(start)[0]
        self.hand_size = self.next_hand_size()

    def next_hand_size(self) -> int:
        """The cards for each in the next deal."""
        rules, first = self.rules, self.rules.hand_size
        if rules.hand_rule == "all":
            return len(rules.pack) // len(self.active())
        if rules.hand_rule == "loser_points":
            return min(self.losing_points, 7)
        if rules.hand_rule == "fixed":
            return first
        if rules.shrink_end == "restart":
            return first - self.deals % first
        if rules.shrink_end == "stay":
            return max(1, first - self.deals)
        swing = self.deals % (2 * (first - 1)) if first > 1 else 0
        return first - swing if swing < first else swing - first + 2
