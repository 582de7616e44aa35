"""The game and its second telling, side by side: played together by the rules alone and held against each other."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.games.perlaggen.naive import DEFAULTS, wins_trick
from tests.games.perlaggen.naive_figures import ELEMENTS, PACK, Part, height, suit
from tests.games.perlaggen.naive_showdown import Naive, claim_code, parts_of
from tests.strategies import acting, asked, legal
from torite.games import catalogue

VALUES: dict[str, tuple[Any, ...]] = {
    "target": (3, 5, 18),
    "cut_ritual": ("auto", "interactive", "off"),
    "exchange_after_decline": ("none", "partner"),
    "wild_duty": ("never", "trump_lead_only"),
    "wild_designation": ("must_satisfy_duty", "any"),
    "equal_card": ("wild_strength", "first_played"),
    "played_cards": ("last_trick", "open"),
    "wild_binding": ("claims_only", "when_played"),
    "figure_tie": ("nobody", "first_claim"),
    "raise_needs_figure": (True, False),
    "fifth_trick": ("led_or_wild", "led_trump_or_wild", "spiel_only", "off"),
    "max_value": (2, 4, 18),
    "gestrichen_may_raise": (True, False),
    "announce_mode": ("free", "polled"),
    "table_talk": ("public", "team", "off"),
    "showdown": ("procedure", "auto"),
    "showdown_concession": ("compared", "group1"),
    "instant_win": (True, False),
    "gestrichen_compare": ("pooled", "by_element"),
}
PHASES = {"cut": "CUT", "exchange": "EXCHANGE", "ask": "POLL", "play": "PLAY", "answer": "ANSWER", "show": "SHOWDOWN"}
STATUS = {"open": 0, "given": 1, "won": 2, "tied": 3, "void": 4}


def any_options(chooser: random.Random) -> dict[str, Any]:
    """Draw a value for every option."""
    return {name: chooser.choice(values) for name, values in VALUES.items()}


class Pair:
    """A match by the rules alone, and the story of it; both are told the same deals and actions."""

    def __init__(self, options: dict[str, Any], chooser: random.Random) -> None:
        self.game = catalogue()["perlaggen"][0]
        self.chooser = chooser
        state: Any = self.game.state()
        state.options = self.game.options("perlaggen", options, 4)
        state.seats = 4
        self.game.rules.start(state)
        self.state = state
        self.story = Naive(options)
        self.phases = self.game.phase

    def chance(self, rich: float = 0.0) -> None:
        """Settle what chance has to settle, in both."""
        while ask := asked(self.game, self.state):
            self.state.note_count = 0
            if ask.name == "deal":
                pack = self.shuffled(rich)
                self.game.rules.settle(self.state, [self.game.pack.kind(card) for card in pack])
                self.story.begin(self.state.dealer, pack)
            else:
                number = self.chooser.randrange(ask.n)
                if ask.name == "cut":
                    assert ask.n == len(self.story.pack) - 1
                    number = self.lifted() - 1
                    self.story.cut(number + 1)
                self.game.rules.settle(self.state, [number])

    def lifted(self) -> int:
        """How many cards are lifted: so that a wild card is seen, now and then."""
        pack = self.story.pack
        wild = [place for place, card in enumerate(pack[:-1], 1) if card in ("HK", "D6", "D7", "C7")]
        return (
            self.chooser.choice(wild)
            if wild and self.chooser.random() < 0.4
            else self.chooser.randint(1, len(pack) - 1)
        )

    def shuffled(self, rich: float) -> list[str]:
        """Shuffle; perhaps so that a permanent wild card is turned up, or few wild cards are in the game."""
        pack = PACK[:]
        self.chooser.shuffle(pack)
        if self.chooser.random() < rich:
            wild = self.chooser.choice(("HK", "D6", "D7", "C7"))
            at = pack.index(wild)
            pack[at], pack[20] = pack[20], wild
        return pack

    def listed(self, row: Any) -> list[str]:
        """The codes of a row of cards, sorted."""
        return sorted(self.game.pack.codes[kind] for kind in self.game.pack.listed(row))

    def listed_as(self, seat: int) -> str:
        """What a seat's card in the trick stands for; nothing where it is itself."""
        kind = self.state.trick_as[seat]
        return str(self.game.pack.codes[kind]) if kind >= 0 else ""

    def codes(self, seat: int) -> set[str]:
        """What the rules let a seat do."""
        numbers = legal(self.game, self.state, seat).listed()
        found = {self.game.verbs.text(number) for number in numbers}
        assert len(found) == len(numbers)
        return found

    def act(self, seat: int, code: str) -> None:
        """Take an action in both; the parts of a claim in any order, each held against what may be added."""
        if not code.startswith("claim"):
            self.state.note_count = 0
            (number,) = self.game.verbs.parse(code)
            self.game.rules.act(self.state, seat, number)
            self.story.act(seat, code)
            return
        name, parts = parts_of(code)
        given: list[Part] = []
        for part in parts:
            self.same_parts(seat, name, given)
            given.append(part)
            (number,) = self.game.verbs.parse(claim_code(name, [part]))
            self.game.rules.act(self.state, seat, number)
        self.same_parts(seat, name, given)
        if self.state.drafting[seat]:
            self.state.note_count = 0
            self.game.rules.act(self.state, seat, 1)
        self.story.act(seat, code)

    def same_parts(self, seat: int, name: str, given: list[Part]) -> None:
        """Hold what may be added to a claim against each other."""
        if not given:
            return
        more, whole = self.story.claims(seat, given)
        may = {claim_code(name, [part]) for part in more} | ({"done"} if whole else set())
        if not self.state.drafting[seat]:
            assert (more, whole) == (set(), True)
            return
        assert may == self.codes(seat)

    def same(self) -> None:
        """Hold all that can be compared against each other."""
        s, told = self.state, self.story
        ended = told.phase == "end"
        assert (ended, told.winner >= 0) == (self.game.rules.deal_over(s), self.game.rules.over(s))
        assert list(told.score) * 2 == list(s.score)
        out = [0] * 4
        self.game.rules.scores(s, out)
        assert list(told.score) * 2 == out
        assert [told.winner == seat % 2 for seat in range(4)] == [bool(one) for one in s.won[:4]]
        for number, name in enumerate(ELEMENTS):
            one = told.element[name]
            assert one.value == s.value[number]
            assert one.ever_bet == bool(s.ever_bet[number])
            assert (one.holder, STATUS[one.status], one.team) == (s.holder[number], s.status[number], s.by[number])
        if not ended:
            assert PHASES[told.phase] == self.phases(s.phase).name
        if not ended and told.phase == "cut":
            assert (told.actors, {f"cut {n}" for n in range(1, len(told.pack))}) == (
                {told.cutter},
                self.codes(told.cutter),
            )
        elif not ended:
            assert (told.trump, told.up) == ("CSHD"[s.trump], *self.listed(s.turned))
            assert [sorted(hand) for hand in told.hands] == [self.listed(row) for row in s.hand]
            assert sorted(told.rest) == self.listed(s.stock)
            self.same_moment()

    def same_moment(self) -> None:
        """Hold who may do what against each other."""
        s, told = self.state, self.story
        assert told.actors == set(acting(self.game, s))
        for seat in range(4):
            assert told.legal(seat) == self.codes(seat), seat
        if told.phase == "show":
            assert (told.acting, told.showing, told.deciding) == (s.acting, ELEMENTS[s.element], s.deciding)
        if told.phase == "answer":
            assert told.bet
            assert (ELEMENTS.index(told.bet[0]), told.bet[1]) == (s.bet_on, s.proposer)
        if told.phase in ("play", "ask"):
            taken = [sum(taker == seat for taker, _ in told.tricks) for seat in range(4)]
            assert (told.turn, taken) == (s.due, list(s.tricks))
            if told.trick:
                lying = {seat: self.listed(s.trick[seat]) for seat in range(4)}
                shown = {seat: self.listed_as(seat) for seat in range(4)}
                assert {seat: [card] for seat, card, _ in told.trick} == {k: v for k, v in lying.items() if v}
                assert {seat: what for seat, card, what in told.trick if card != what} == {
                    seat: what for seat, what in shown.items() if what
                }
                best = wins_trick(told.trick, told.trump, told.options["equal_card"] == "first_played")
                assert (best, "CSHD".index(suit(told.trick[0][2]))) == (s.best_seat, s.led)


def step(pair: Pair, eager: float) -> tuple[int, str]:
    """Choose who acts and what: announcements as eagerly as is said, claims of any strength."""
    told, chooser = pair.story, pair.chooser
    if told.phase == "play" and not told.polled and chooser.random() < eager:
        seat = chooser.randrange(4)
        spoken = [code for code in sorted(told.legal(seat)) if code.startswith(("bet", "concede"))]
        bets = [code for code in spoken if code.startswith("bet")]
        if spoken:
            return seat, chooser.choice(bets if bets and chooser.random() < 0.85 else spoken)
    seat = chooser.choice(sorted(told.actors))
    may = sorted(told.legal(seat))
    if told.phase == "ask":
        bets = [code for code in may if code.startswith("bet")]
        rare = chooser.random()
        return seat, chooser.choice(bets) if bets and rare < eager else chooser.choice(may) if rare > 0.97 else "pass"
    if told.phase == "play":
        may = [code for code in may if code.startswith("play")]
        plain = [code for code in may if " as " not in code]
        return seat, chooser.choice(plain if plain and chooser.random() < 0.5 else may)
    if told.phase == "show" and chooser.random() < 0.6:
        may = [code for code in may if code.startswith("claim")] or may
    if told.phase == "cut" and chooser.random() < 0.5:
        return seat, f"cut {pair.lifted()}"
    code = chooser.choice(may)
    return seat, claim(told, seat, parts_of(code)[1][0], chooser) if code.startswith("claim") else code


def claim(told: Naive, seat: int, first: Part, chooser: random.Random) -> str:
    """Go on with a claim at random until it is whole."""
    parts = [first]
    while True:
        more, whole = told.claims(seat, parts)
        if whole and (not more or chooser.random() < 0.4):
            return claim_code(told.showing, parts)
        parts.append(chooser.choice(sorted(more, key=lambda part: (height(part[1]), part))))


def play_together(options: dict[str, Any], seed: Any, deals: int = 60) -> Counter[str]:
    """Play a match to its end in both, or so many deals of it; return what happened."""
    chooser = random.Random(f"{seed} {options}")
    pair = Pair(options, chooser)
    for _ in range(deals):
        pair.chance(chooser.choice((0.0, 0.5)))
        pair.same()
        eager = chooser.choice((0.02, 0.1, 0.3))
        while pair.story.phase != "end":
            pair.act(*step(pair, eager))
            pair.same()
        if pair.story.winner >= 0:
            break
    return pair.story.happened


assert set(VALUES) == set(DEFAULTS)
