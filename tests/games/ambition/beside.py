"""Whole matches played in the game and in the naive model side by side, by the rules alone."""

from __future__ import annotations

import random
from typing import Any

from tests.games.ambition.builders import GAME, begun, codes
from tests.games.ambition.naive import FULL, RANKS, SLAMS, Game, Rules, best_card, card_points, score_round, slam_counts
from tests.strategies import acting, asked, legal
from torite.games.ambition.state import Stand

#: What a state calls what points come to.
STANDS = {"nil": Stand.NIL, "understrike": Stand.UNDER, "plain": Stand.BETWEEN, "strike": Stand.HIGHEST,
          "slam": Stand.SLAM, "void": Stand.VOID}  # fmt: skip
#: How a seat plays for a round: at random, to take tricks, to take none, or to take none of worth.
TEMPERS = ("random", "takes", "takes", "ducks", "ducks", "ducks")


def random_rules(chooser: random.Random, most_strikes: int = 6) -> Rules:
    """Any combination of options, few strikes more often than many."""
    edition = chooser.choice(("gamefarm_2004", "gamefarm_2004", "revised"))
    old = edition == "gamefarm_2004"
    return Rules(
        edition=edition,
        seats=chooser.choice((3, 4, 4)) if old else 4,
        two_promotion=chooser.choice(("same_suit", "any_court")),
        fourth_round=chooser.choice(("none", "scatter")),
        slam_score=chooser.choice(("bonus_only", "points_plus_bonus")) if old else "bonus_only",
        slam_repeat=chooser.choice(("by_edition", "once", "tiered", "unlimited", "until_second_line")),
        strikes_out=min(chooser.choice((2, 2, 3, 3, 4, 5, 6)), most_strikes),
        show_points=chooser.choice((True, False)),
    )


def shuffled(game: Game, chooser: random.Random) -> list[str]:
    """A deal: sometimes with a seat that holds most of what takes tricks, or a whole suit."""
    pack = game.rules.pack()
    chooser.shuffle(pack)
    kind, n = chooser.random(), game.rules.seats
    if kind < 0.45:
        return pack
    strong = [card for card in pack if card[1:] in ("2", "A", "K", "Q")] if kind < 0.9 else [
        card for card in pack if card[0] == "D"
    ]  # fmt: skip
    keep = strong[: len(pack) // n]
    seat = chooser.randrange(n)
    rest = [card for card in pack if card not in keep]
    size = len(pack) // n
    keep += rest[: size - len(keep)]
    rest = [card for card in rest if card not in keep]
    first = (game.dealer + 1) % n
    return [keep.pop() if (first + i) % n == seat else rest.pop() for i in range(len(pack))]


def choose(game: Game, seat: int, temper: str, may: list[str], chooser: random.Random) -> str:
    """Choose a code in that temper."""
    if temper == "random":
        return chooser.choice(may)
    high = sorted(may, key=lambda code: (RANKS.index(code.split()[-1][1:]), code))
    if game.phase == "pass":
        return high[0] if temper == "takes" else high[-1]
    lying = [card for _, card in game.trick]
    wins = [code for code in high if best_card([*lying, code.split()[1]], game.rules.two_promotion) == code.split()[1]]
    if temper == "takes":
        return wins[-1] if wins else high[0]
    loses = [code for code in high if code not in wins]
    dear = sorted(loses, key=lambda code: card_points(code.split()[1], game.rules.edition))
    return dear[-1] if dear else high[0]


class Pair:
    """A match in both forms; `check` compares them."""

    def __init__(self, rules: Rules, seed: Any) -> None:
        self.rules, self.chooser = rules, random.Random(f"{rules} {seed}")
        self.state = begun(rules).copy()
        self.number = {code: GAME.verbs.parse(code)[0] for code in _codes(rules)}
        self.text = {number: code for code, number in self.number.items()}
        dealer = self.chooser.randrange(rules.seats)
        ask = asked(GAME, self.state)
        assert ask is not None
        assert ("dealer", rules.seats) == (ask.name, ask.n)
        GAME.rules.settle(self.state, [dealer])
        self.naive = Game(rules, dealer)

    def play(self) -> Pair:
        """Play to the end of the match, comparing after every action."""
        while self.naive.phase != "over":
            self.deal()
            tempers = [self.chooser.choice(TEMPERS) for _ in range(self.rules.seats)]
            while self.naive.phase in ("pass", "play"):
                seat = self.chooser.choice(acting(GAME, self.state))
                may = sorted(self.naive.legal(seat))
                self.act(seat, choose(self.naive, seat, tempers[seat], may, self.chooser))
            self.check_round()
        assert GAME.rules.over(self.state)
        return self

    def deal(self) -> None:
        """Deal the same cards in both."""
        ask = asked(GAME, self.state)
        assert ask is not None
        order = shuffled(self.naive, self.chooser)
        assert ("deal", sorted(order)) == (
            ask.name,
            sorted(GAME.pack.codes[kind] for kind in GAME.pack.listed(ask.pieces)),
        )
        self.naive.deal(order)
        self.state.note_count = 0
        GAME.rules.settle(self.state, [GAME.pack.kind(card) for card in order])
        self.check()
        self.check_hands()

    def act(self, seat: int, code: str) -> None:
        """Take an action in both."""
        phase = self.naive.phase
        self.naive.act(seat, code)
        self.state.note_count = 0
        GAME.rules.act(self.state, seat, self.number[code])
        self.check()
        if phase == "pass" and self.naive.phase == "play":
            self.check_hands()
        elif self.naive.phase == "play" and not self.naive.trick:
            self.check_standing()

    def check(self) -> None:
        """Who must act, all that they may do, the trick, tricks and points taken."""
        s, naive, n = self.state, self.naive, self.rules.seats
        actors = acting(GAME, s)
        assert naive.actors() == set(actors)
        for seat in range(n) if len(actors) != 1 else [actors[0], (actors[0] + 1) % n]:
            assert naive.legal(seat) == {self.text[number] for number in legal(GAME, s, seat).listed()}
        assert naive.tricks == s.tricks[:n]
        assert naive.taken == s.points[:n]
        if naive.phase == "play":
            assert naive.turn == s.turn
            lying = dict(naive.trick or naive.last)
            assert [[lying[seat]] if seat in lying else [] for seat in range(n)] == [
                codes(s.trick[seat]) for seat in range(n)
            ]

    def check_standing(self) -> None:
        """What each seat's points would come to, and how far it is from a slam."""
        s, naive, rules = self.state, self.naive, self.rules
        taken = [points if tricks else None for points, tricks in zip(naive.taken, naive.tricks, strict=True)]
        assert [STANDS[kind] for kind, _ in score_round(taken, rules, naive.slams)] == s.stands[: rules.seats]
        left = FULL[rules.edition] - sum(naive.taken)
        for seat, points in enumerate(naive.taken):
            counting = [line for line in (1, 2, 3) if slam_counts(line, naive.slams[seat], rules)]
            short = SLAMS[rules.edition][(counting or [1])[0] - 1] - points
            assert max(0, short) == s.to_slam[seat]
            assert bool(counting and 0 < short <= left) == s.slam_on[seat]

    def check_hands(self) -> None:
        """Every hand; nothing is taken yet, and nothing lies on the table."""
        s, seats = self.state, range(self.rules.seats)
        assert [sorted(hand) for hand in self.naive.hands] == [codes(s.hand[seat]) for seat in seats]
        places = (s.taken, s.trick, s.for_left, s.for_across, s.for_right)
        assert not any(codes(place[seat]) for place in places for seat in seats)

    def check_round(self) -> None:
        """Scores, strikes, slams, the cards taken, who is out, who deals next, who has won."""
        s, naive, n = self.state, self.naive, self.rules.seats
        assert [scored for _, scored in naive.lines] == s.added[:n]
        assert naive.scores == s.score[:n]
        assert naive.strikes == s.strikes[:n]
        assert naive.slams_made == s.slams[:n]
        assert naive.slams == s.line[:n]
        assert [int(out) for out in naive.out] == s.out[:n]
        assert naive.round == s.deals_played
        assert GAME.rules.deal_over(s)
        assert (naive.phase == "over") == bool(GAME.rules.over(s))
        lying = [card for seat in range(n) for card in codes(s.trick[seat])]
        piles = [sorted(codes(s.taken[seat]) + lying * (seat == s.best_seat)) for seat in range(n)]
        assert [sorted(pile) for pile in naive.piles] == piles
        assert naive.winners == [seat for seat in range(n) if s.won[seat]]
        if naive.phase != "over":
            assert naive.dealer == s.dealer


def _codes(rules: Rules) -> list[str]:
    """Every code of one card."""
    words = ("play", "pass", "pass left", "pass across", "pass right")
    return [f"{word} {card}" for word in words for card in rules.pack()]
