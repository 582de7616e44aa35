"""Perlaggen told a second time, from its clauses alone: dictionaries and lists, nothing shared with the game.

This is the play and the bets; what comes before is in `naive_deal`, what comes after in `naive_showdown`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.games.perlaggen.naive_deal import DEFAULTS, Deal
from tests.games.perlaggen.naive_figures import (
    ELEMENTS,
    NONE,
    PACK,
    Figure,
    best,
    height,
    left_of,
    partner,
    suit,
    wilds,
)

__all__ = ["DEFAULTS", "Table", "may_play", "wins_trick"]


def wins_trick(trick: list[tuple[int, str, str]], trump: str, first_played: bool = False) -> int:
    """Who wins a trick of seats, cards and what they stand for (3.11, 3.12)."""
    led = suit(trick[0][2])

    def key(place: int) -> tuple[int, int, int]:
        _, card, shown = trick[place]
        plain = 2 if suit(shown) == trump else 1 if suit(shown) == led else 0
        by_strength = wilds(trump)[::-1].index(card) + 1 if card in wilds(trump) else 0
        return plain, height(shown), -place if first_played else by_strength

    return trick[max(range(len(trick)), key=key)][0]


def may_play(hand: list[str], led: str, trump: str, options: dict[str, Any]) -> set[str]:
    """Everything that may be played behind a card of this suit; no suit for a lead (3.2 to 3.10)."""

    def is_wild(card: str) -> bool:
        return card in wilds(trump)

    obliging = [card for card in hand if not is_wild(card)]
    if options["wild_duty"] == "trump_lead_only" and led != trump:
        obliging = hand
    bound = bool(led) and any(suit(card) == led for card in obliging)

    def fits(card: str) -> bool:
        return not bound or suit(card) in (led, trump)

    free = options["wild_designation"] == "any"
    found = {f"play {card}" for card in hand if fits(card) or (is_wild(card) and free)}
    for card in filter(is_wild, hand):
        found |= {f"play {card} as {other}" for other in PACK if other != card and (free or fits(other))}
    return found


@cache
def remembered(name: str, hand: tuple[str, ...], trump: str, fixed: tuple[tuple[str, str], ...]) -> Figure:
    """The best figure of a hand, worked out once."""
    return best(name, list(hand), trump, dict(fixed))


class Table(Deal):
    """A match up to the showdown."""

    # play

    def next_card(self, seat: int) -> None:
        """A seat is due to play; under `polled` all are asked first."""
        self.turn = seat
        self.ask_from(0)

    def ask_from(self, number: int) -> None:
        """Ask the seats from this one on, counted from the seat due, who may announce anything (6.3, 6.8)."""
        self.phase = "play"
        if self.options["announce_mode"] == "polled":
            for self.asking in range(number, 4):
                seat = (self.turn + self.asking) % 4
                if self.bets(seat) or self.concessions():
                    self.phase, self.asked = "ask", seat
                    return
                self.happened["passed over"] += 1

    def gestrichen(self, team: int) -> bool:
        """Tell whether a team is."""
        return self.score[team] >= self.options["target"] - 1

    def tricks_of(self, team: int) -> int:
        """How many tricks a team has."""
        return sum(taker % 2 == team for taker, _ in self.tricks)

    def is_open(self, name: str) -> bool:
        """Tell whether an element may still be spoken of."""
        return self.element[name].status == "open"

    def figure(self, name: str, seat: int) -> Figure:
        """The best figure of a player, with what is fixed by now."""
        held = self.held[seat]
        return remembered(name, tuple(held), self.trump, tuple((c, self.fixed[c]) for c in held if c in self.fixed))

    def bets(self, seat: int) -> set[str]:
        """What a seat may bet on during the play (guard B)."""
        return {f"bet {name}" for name in ELEMENTS if self.may_bet(seat, name) and self.in_fifth(seat, name)}

    def may_bet(self, seat: int, name: str) -> bool:
        """Guard B without the fifth trick."""
        one, team = self.element[name], seat % 2
        allowed = self.is_open(name) and (not one.ever_bet or one.holder == team) and not self.gestrichen(team)
        holds = name == "spiel" or self.figure(name, seat) != NONE
        return bool(allowed and holds and one.value + 1 <= self.options["max_value"])

    def in_fifth(self, seat: int, name: str) -> bool:
        """The limit after the lead to the fifth trick (5.13, 5.14)."""
        limit = self.options["fifth_trick"]
        if len(self.tricks) < 4 or not self.trick or limit == "off" or (limit == "spiel_only" and name != "spiel"):
            return True
        fifth = next((card for who, card, _ in self.trick if who == seat), self.hands[seat][-1:])
        card = fifth if isinstance(fifth, str) else fifth[0]
        suits = [suit(self.trick[0][2]), self.trump if limit == "led_trump_or_wild" else ""]
        return card in wilds(self.trump) or suit(card) in suits

    def concessions(self) -> set[str]:
        """What may be given up during the play."""
        return {f"concede {name}" for name in ELEMENTS if self.is_open(name)}

    def may_raise(self, seat: int) -> bool:
        """Guard R."""
        assert self.bet
        name, team = self.bet[0], seat % 2
        if self.gestrichen(team) and not self.options["gestrichen_may_raise"]:
            return False
        holds = name == "spiel" or self.figure(name, seat) != NONE or not self.options["raise_needs_figure"]
        return holds and self.element[name].value + 2 <= self.options["max_value"]

    # who may do what

    @property
    def polled(self) -> bool:
        """Whether there is an order of asking."""
        return bool(self.options["announce_mode"] == "polled")

    @property
    def actors(self) -> set[int]:
        """Who must act."""
        if self.phase == "end":
            return set()
        if self.phase == "ask" or (self.polled and self.phase in ("answer", "show")):
            return {self.asked}
        if self.phase == "answer":
            assert self.bet
            return {left_of(self.bet[1]), (self.bet[1] + 3) % 4}
        if self.phase == "show":
            return {self.acting, self.acting + 2}
        return {self.cutter if self.phase == "cut" else self.turn}

    def legal(self, seat: int) -> set[str]:
        """Everything that a seat may do, but for claims: of these only what may be claimed first, its cards alone."""
        if self.phase == "play" and not self.polled:
            led = suit(self.trick[0][2]) if self.trick else ""
            plays = may_play(self.hands[seat], led, self.trump, self.options) if seat == self.turn else set()
            return plays | self.bets(seat) | self.concessions()
        if seat not in self.actors:
            return set()
        if self.phase == "play":
            return may_play(self.hands[seat], suit(self.trick[0][2]) if self.trick else "", self.trump, self.options)
        if self.phase == "cut":
            return {f"cut {lifted}" for lifted in range(1, len(self.pack))}
        if self.phase == "exchange":
            return {"decline", *(f"exchange {card}" for card in self.eligible(seat))}
        if self.phase == "ask":
            return {"pass"} | self.bets(seat) | self.concessions()
        defer = {"defer"} if self.polled and not self.deferred else set()
        if self.phase == "answer":
            return {"good", "hold"} | ({"raise"} if self.may_raise(seat) else set()) | defer
        return self.shows(seat) | defer

    # what happens

    def act(self, seat: int, code: str) -> None:
        """Take an action; a claim is given whole."""
        verb, _, rest = code.partition(" ")
        assert verb == "claim" or code in self.legal(seat), code
        self.happened[f"{verb} in {self.phase}"] += 1
        if verb == "cut":
            self.cut(int(rest))
        elif verb == "exchange":
            self.hands[seat].remove(rest)
            self.hands[seat].append(self.up)
            self.up = rest
            self.begin_play()
        elif verb == "decline":
            self.decline(seat)
        elif verb == "play":
            card, _, shown = rest.partition(" as ")
            self.play(seat, card, shown or card)
        elif verb == "pass":
            self.ask_from(self.asking + 1)
        elif verb == "defer":
            self.asked, self.deferred = partner(seat), True
        elif verb == "bet":
            self.element[rest].ever_bet = True
            self.propose(rest, seat)
        elif verb == "concede":
            self.concede(rest, seat)
        elif verb in ("good", "hold", "raise"):
            self.answer(seat, verb)
        else:
            self.show(seat, code)

    def play(self, seat: int, card: str, shown: str) -> None:
        """Play a card."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card, shown))
        if self.options["wild_binding"] == "when_played" and card in wilds(self.trump):
            self.fixed[card] = shown
        if len(self.trick) < 4:
            self.next_card(left_of(seat))
            return
        taker = wins_trick(self.trick, self.trump, self.options["equal_card"] == "first_played")
        self.tricks.append((taker, self.trick))
        self.trick = []
        if self.tricks_of(taker % 2) == 3 and self.is_open("spiel"):
            self.element["spiel"].status, self.element["spiel"].team = "won", taker % 2
        if len(self.tricks) == 5:
            self.end_play(self.element["spiel"].team)
        else:
            self.next_card(taker)

    def propose(self, name: str, seat: int) -> None:
        """Propose one more: the other team must answer (5.16, 6.2, 6.3)."""
        back = self.bet[2] if self.bet else (0 if self.phase in ("play", "ask") else 1)
        self.bet = (name, seat, back)
        self.phase, self.asked, self.deferred = "answer", left_of(seat), False

    def answer(self, seat: int, verb: str) -> None:
        """Good, hold or raise (5.6 to 5.8)."""
        assert self.bet
        name, proposer, back = self.bet
        one = self.element[name]
        if verb == "good":
            self.bet = None
            self.give(name, proposer % 2)
        else:
            one.value += 1
            if verb == "raise":
                self.propose(name, seat)
                return
            one.holder, self.bet = seat % 2, None
        if self.phase == "end":
            return
        if name == "spiel" and verb == "good":
            self.end_play(proposer % 2)
        elif back == 0:
            self.ask_from(0)
        elif verb == "good":
            self.show_next()
        else:
            self.show_turn(seat % 2 if self.standing is None else 1 - self.standing[0])

    def concede(self, name: str, seat: int) -> None:
        """Give an element up unasked (5.15, 7.2, 9.4)."""
        team = 1 - seat % 2
        if self.phase == "show":
            self.concede_show(team)
            return
        self.give(name, team)
        if self.phase == "end":
            return
        if name == "spiel":
            self.end_play(team)
        else:
            self.ask_from(0)

    def give(self, name: str, team: int) -> None:
        """What is given up counts at once (9.1, 9.5)."""
        one = self.element[name]
        one.status, one.team = "given", team
        self.credit(name)
        if self.score[team] >= self.options["target"] and self.options["instant_win"]:
            self.happened["instant win"] += 1
            self.finish(team)

    def credit(self, name: str) -> None:
        """Enter an element."""
        one = self.element[name]
        one.credited = True
        self.score[one.team] += one.value
        self.lines.append((name, one.team, one.value))

    def finish(self, winner: int) -> None:
        """End the deal; with a winner, the game."""
        self.phase, self.winner = "end", winner

    def end_play(self, deciding: int) -> None:
        """The play is over (section 7)."""
        raise NotImplementedError

    def show_next(self) -> None:
        """Go on with the next element of the showdown."""
        raise NotImplementedError

    def show_turn(self, team: int) -> None:
        """It is a team's turn at the showdown."""
        raise NotImplementedError

    def concede_show(self, team: int) -> None:
        """The element in question goes to this team at the showdown."""
        raise NotImplementedError

    def shows(self, seat: int) -> set[str]:
        """What a seat may do at the showdown."""
        raise NotImplementedError

    def show(self, seat: int, code: str) -> None:
        """Claim or accept at the showdown."""
        raise NotImplementedError

    acting = -1
