"""Perlaggen told a second time: the showdown, the count, and gestrichen."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.perlaggen.naive import Table
from tests.games.perlaggen.naive_figures import (
    ELEMENTS,
    NONE,
    Figure,
    Part,
    best_hanger,
    designations,
    next_parts,
    partner,
    strength,
    wilds,
)

ANY = Figure(2, 0)  #: the weakest figure there could be


def parts_of(code: str) -> tuple[str, tuple[Part, ...]]:
    """Read a claim given whole: its element, and its cards with what they stand for."""
    _, name, *rest = code.split()
    found: list[Part] = []
    while rest:
        card = rest.pop(0)
        shown = card
        if rest and rest[0] == "as":
            shown = rest[1]
            del rest[:2]
        found.append((card, shown))
    return name, tuple(found)


def claim_code(name: str, parts: Sequence[Part]) -> str:
    """Write a claim."""
    return f"claim {name} " + " ".join(card if card == shown else f"{card} as {shown}" for card, shown in parts)


class Naive(Table):
    """A match. `phase` is `end` between deals, and at the end, when `winner` is a team."""

    def end_play(self, deciding: int) -> None:
        """Both teams gestrichen, or the showdown (8.11, 10.8, 10.10)."""
        self.deciding = deciding
        given = any(self.element[name].status == "given" for name in ("gleich", "hanger"))
        beyond = max(self.score) >= self.options["target"]
        if self.gestrichen(0) and self.gestrichen(1) and not given and not beyond:
            winner = self.both_gestrichen()
            self.happened["both gestrichen"] += 1
            self.score[winner] = self.options["target"]
            self.finish(winner)
        elif self.options["showdown"] == "auto":
            self.auto()
        else:
            self.show_next()

    def team_best(self, name: str, team: int) -> Figure:
        """A team's best figure."""
        return max(self.figure(name, team), self.figure(name, team + 2))

    def both_gestrichen(self) -> int:
        """Who wins (10.4 to 10.6)."""
        tables: list[list[tuple[int, int, int]]] = []
        for team in (0, 1):
            found = []
            for is_gleich, name in ((1, "gleich"), (0, "hanger")):
                one = self.team_best(name, team)
                found.append((one.cards, one.top, is_gleich) if one.cards >= 3 else (0, 0, 0))
            tables.append(found)
        if self.options["gestrichen_compare"] == "pooled":
            rounds = [(max(tables[0]), max(tables[1]))]
        else:
            rounds = list(zip(tables[0], tables[1], strict=True))
        for ns, ew in rounds:
            if ns != ew:
                return 0 if ns > ew else 1
        self.happened["both gestrichen, by spiel"] += 1
        return self.deciding

    # the showdown

    def show_next(self) -> None:
        """The next element that is open, or the count (8.1, 8.8)."""
        for self.showing in ("gleich", "hanger"):
            if self.is_open(self.showing):
                if all(self.figure(self.showing, seat) == NONE for seat in range(4)):
                    self.element[self.showing].status = "void"
                    self.happened[f"void {self.showing}"] += 1
                    continue
                self.standing, self.equal = None, False
                self.show_turn(self.deciding)
                return
        self.settle()

    def show_turn(self, team: int) -> None:
        """A team acts; it concedes or accepts where nothing else is left (8.6, 8.12)."""
        self.phase, self.acting, self.deferred = "show", team, False
        self.asked = next(seat for seat in ((self.dealer + step) % 4 for step in range(1, 5)) if seat % 2 == team)
        able = any(self.bets_now(seat) or self.figure(self.showing, seat) >= self.least() for seat in (team, team + 2))
        if not able and self.equal:
            self.happened["accepts by itself"] += 1
            self.tie()
        elif not able:
            self.happened["concedes by itself"] += 1
            self.concede_show(1 - team)

    def least(self) -> Figure:
        """The weakest claim that would do (8.4, 8.7)."""
        if self.standing is None:
            return ANY
        strictly = self.equal or self.options["figure_tie"] == "first_claim"
        return Figure(self.standing[1].cards, self.standing[1].top + strictly)

    def claims(self, seat: int, parts: Sequence[Part] = ()) -> tuple[set[Part], bool]:
        """What a seat may add to a claim, and whether it is whole."""
        return next_parts(self.showing, list(parts), self.held[seat], self.trump, self.fixed, self.least())

    def bets_now(self, seat: int) -> set[str]:
        """Guard B'."""
        return {f"bet {self.showing}"} if self.may_bet(seat, self.showing) else set()

    def shows(self, seat: int) -> set[str]:
        """What a seat may do in its team's turn; of claims, their first parts."""
        first = {claim_code(self.showing, [part]) for part in self.claims(seat)[0]}
        accept = {"accept"} if self.equal else set()
        return first | accept | self.bets_now(seat) | {f"concede {self.showing}"}

    def show(self, seat: int, code: str) -> None:
        """Claim, or accept."""
        if code == "accept":
            assert self.equal
            self.tie()
            return
        name, parts = parts_of(code)
        assert name == self.showing
        for number, part in enumerate(parts):
            assert part in self.claims(seat, parts[:number])[0], code
        assert self.claims(seat, parts)[1], code
        shown = strength(name, [card for _, card in parts])
        self.equal = self.standing is not None and shown == self.standing[1]
        self.happened["equal claim"] += self.equal
        self.happened["claim above own"] += any(who % 2 == seat % 2 and what == name for who, what, _ in self.claimed)
        self.standing = (seat % 2, shown)
        self.fixed |= {card: what for card, what in parts if self.is_wild(card)}
        self.claimed.append((seat, name, parts))
        self.show_turn(1 - seat % 2)

    def is_wild(self, card: str) -> bool:
        """Tell whether a card is wild in this deal."""
        return card in wilds(self.trump)

    def tie(self) -> None:
        """Nobody gets it."""
        self.element[self.showing].status = "tied"
        self.happened["tied"] += 1
        self.show_next()

    def concede_show(self, team: int) -> None:
        """The element goes to this team, beaten or given up (9.4, 9.7)."""
        one = self.element[self.showing]
        beaten = self.standing is not None and self.options["showdown_concession"] == "compared"
        if beaten:
            one.status, one.team = "won", team
        else:
            self.give(self.showing, team)
        if self.phase != "end":
            self.show_next()

    # the showdown by itself

    def auto(self) -> None:
        """Compare all at once (8.10, 8.15)."""
        for name in ("gleich", "hanger"):
            if self.is_open(name):
                self.compare(name)
        self.settle()

    def compare(self, name: str) -> None:
        """Compare one element; a Gleich fixes wild cards."""
        one, found = self.element[name], [self.team_best(name, team) for team in (0, 1)]
        if found == [NONE, NONE]:
            one.status = "void"
            self.happened[f"void {name}"] += 1
            return
        if found[0] != found[1]:
            one.status, one.team = "won", 0 if found[0] > found[1] else 1
            fixing = [one.team]
        elif self.options["figure_tie"] == "first_claim":
            one.status, one.team, fixing = "won", self.deciding, [self.deciding]
        else:
            one.status, fixing = "tied", [0, 1]
            self.happened["tied"] += 1
        if name == "gleich":
            for team in fixing:
                self.fix_gleich(team)

    def fix_gleich(self, team: int) -> None:
        """Fix the wild cards of the best Gleich so that most is left for the Hanger."""
        tried = []
        for seat in (team, team + 2):
            if self.figure("gleich", seat) == self.team_best("gleich", team):
                ways = designations(self.held[seat], self.trump, self.fixed)
                for number, fixed in enumerate(ways):
                    own = best_hanger(self.held[seat], self.trump, fixed)
                    others = best_hanger(self.held[partner(seat)], self.trump, fixed)
                    tried.append((seat, own, max(own, others), -number, fixed))
        best_of = {seat: max(one[1:] for one in tried if one[0] == seat) for seat in {one[0] for one in tried}}
        chosen = max(best_of.values(), key=lambda one: one[1])
        self.fixed = {**self.fixed, **chosen[3]}

    # the count

    def settle(self) -> None:
        """Enter what is left, or all of it anew (9.3, 9.6, 9.8)."""
        anew = not self.options["instant_win"]
        if anew:
            self.score = list(self.start_score)
            self.lines = []
        groups = [
            [one for one in ELEMENTS if self.element[one].status == "given"] if anew else [],
            [one for one in ELEMENTS if self.element[one].status == "won" and self.element[one].ever_bet],
            [one for one in ELEMENTS if self.element[one].status == "won" and not self.element[one].ever_bet],
        ]
        for name in (name for group in groups for name in group):
            self.credit(name)
            team = self.element[name].team
            if self.score[team] >= self.options["target"]:
                self.finish(team)
                return
        self.finish(-1)
