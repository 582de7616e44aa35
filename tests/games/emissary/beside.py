"""The game and its second telling, side by side: played together and held against each other."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

from tests.aloud import codes
from tests.arranged import new_match
from tests.games.emissary.builders import PUBLISHED, SEED, easy_visit, legal, stock_of
from tests.games.emissary.naive import DEFAULTS, RANKS, SUITS, Choice, Naive, Shuffle, answers, wins
from torite import Match
from torite.match import Arrangement

VALUES: dict[str, tuple[Any, ...]] = {
    "mode": ("easy", "hard"),
    "vassal_selection": ("two_windows", "one_window", "any_time"),
    "power_timing": ("any_time", "between_tricks"),
    "diplomacy_refill": (True, False),
    "politics_ban": ("position_8", "last_visit"),
    "unused_vassal_carryover": ("refresh_all", "stay_down"),
    "recycle_for_powers": (True, False),
    "stop_when_lost": (True, False),
    "show_seen_cards": (False, True),
}
EVERY = [dict(zip(VALUES, chosen, strict=True)) for chosen in product(*VALUES.values())]
STATES = {"free": "vassals", "selected": "selected", "used": "used_vassals", "resting": "resting"}
PLACES = ("allies", "used_allies", "discards", "won_pile", *STATES.values())
LIKED = ("use", "select")


class Pair:
    """A match and the story of it; chance goes from the match to the story."""

    def __init__(self, options: dict[str, Any], seed: Any, how: dict[str, Any], variant: str = SEED) -> None:
        own = {name: value for name, value in options.items() if variant == SEED or value != PUBLISHED_DEFAULT[name]}
        self.match: Match = new_match(variant, options=own, seed=seed, pause=True, **how)
        self.story = Naive(dict(options))
        self.told = 0
        self.settle()

    def settle(self) -> None:
        """Tell the story how chance came out; it must have wanted just that."""
        for entry in self.match.log[self.told :]:
            if entry.chance:
                wanted = self.story.wants
                outcome = [self.match.game.pack.codes[kind] for kind in entry.outcome]
                assert isinstance(wanted, Shuffle)
                assert (wanted.name, sorted(wanted.cards)) == (entry.chance, sorted(outcome))
                self.story.give(outcome)
        self.told = len(self.match.log)

    def act(self, code: str) -> None:
        """Take an action in both."""
        self.match.act(0, code)
        self.told += 1
        self.story.give(code)
        self.settle()

    def go_on(self, **arranged: Any) -> None:
        """Begin the next visit."""
        if arranged:
            self.match.chance.arrange(Arrangement(**arranged))
        self.match.go_on()
        self.settle()

    def same(self) -> None:
        """Hold all that can be compared against each other."""
        m, told, true = self.match, self.story, self.match.log.state
        wanted = told.wants
        lying = {name: codes(m, getattr(true, name)) for name in PLACES}
        assert told.row == [m.game.pack.codes[kind] if kind >= 0 else None for kind in true.kingdoms]
        assert (sorted(told.allies), sorted(told.used_allies)) == (lying["allies"], lying["used_allies"])
        assert ([told.score], len(told.allies) + len(told.used_allies) + 8 - told.row.count(None)) == (m.scores, 8)
        for state, name in STATES.items():
            assert sorted(one for one, now in told.vassals.items() if now == state) == lying[name]
        assert (sorted(told.discards), sorted(told.won_pile)) == (lying["discards"], lying["won_pile"])
        assert (told.stock, len(told.stock)) == (stock_of(m), true.stock_left)
        assert (len(told.discards), len(told.won_pile)) == (true.discarded, true.arguments)
        assert ([told.turned] if told.turned else [], told.tricks) == (codes(m, true.trick[1]), true.tricks_played)
        ends = wanted is None
        waits = isinstance(wanted, Shuffle)
        assert (ends, ends or waits, waits) == (m.over, m.log.deal_over, m.turns.awaits_chance)
        if isinstance(wanted, Choice):
            assert set(wanted.codes) == legal(m)
            assert sorted(told.hand) == codes(m, true.hand[0])
            assert (true.trump, true.kingdom) == ((SUITS.index(told.trump), told.place - 1) if told.place else (-1, -1))
            parts = [told.hand, told.stock, told.discards, told.won_pile, [told.turned] if told.turned else []]
            assert 32 == sum(map(len, parts)) == len(set().union(*parts))
            assert codes(m, true.trick[0]) == []


PUBLISHED_DEFAULT = DEFAULTS | {
    "vassal_selection": "any_time",
    "power_timing": "between_tricks",
    "diplomacy_refill": False,
    "politics_ban": "last_visit",
    "recycle_for_powers": False,
}


def chosen(pair: Pair, chooser: random.Random, eager: float) -> str:
    """Choose an action: powers and selections as eagerly as is said, else what comes near the demand."""
    told = pair.story
    assert isinstance(told.wants, Choice)
    may = sorted(told.wants.codes)
    if may[0].startswith("discard"):
        return "discard " + " ".join(chooser.sample(sorted(told.hand), min(2, len(told.hand))))
    if may[0].startswith("visit"):
        fit = {place: abs(place - strength(told, place)) for place in told.unvisited()}
        return f"visit {min(fit, key=lambda place: (fit[place], place))}"
    if told.turned and not told.options["diplomacy_refill"] and {card[0] for card in told.hand} == {told.trump}:
        for code in ("use HJ", "use HK", "use HQ"):
            if code in may:
                return code
    liked = [code for code in may if code.split()[0] in LIKED]
    plain = [code for code in may if code.split()[0] not in LIKED]
    if liked and (not plain or chooser.random() < eager):
        return chooser.choice(liked)
    if plain == ["turn"]:
        return "turn"
    assert told.turned is not None
    good = [code for code in plain if wins(code.split()[1], told.turned, told.trump)]
    missing = told.place - len(told.won_pile)
    wanted = missing > 0 and (missing >= len(told.hand) - 1 or chooser.random() < 0.6)
    either = (good if wanted else [code for code in plain if code not in good]) or plain
    return chooser.choice(either)


def strength(told: Naive, place: int) -> float:
    """Guess how many arguments the hand wins at a kingdom."""
    ruler = told.row[place - 1]
    assert ruler is not None
    return sum(0.9 if card[0] == ruler[0] else 0.55 if card[1] in "678" else 0.15 for card in told.hand)


def sure(told: Naive, chooser: random.Random) -> tuple[int, dict[str, Any]]:
    """Arrange a visit that can be won at a kingdom."""
    clubs = [place for place in told.unvisited() if str(told.row[place - 1])[0] == "C"]
    place = chooser.choice(clubs or told.unvisited())
    ruler = told.row[place - 1]
    assert ruler is not None
    hand, stock = easy_visit(place, ruler[0])
    return place, {"hands": {0: hand}, "stock": stock}


def play_sure(pair: Pair, place: int, chooser: random.Random) -> None:
    """Win an arranged visit, with selections that do no harm in between."""
    told = pair.story
    pair.act(f"visit {place}")
    for card in list(told.hand):
        pair.same()
        assert isinstance(told.wants, Choice)
        may = [code for code in sorted(told.wants.codes) if code.startswith("select")]
        if may and told.options["mode"] == "easy" and chooser.random() < 0.3:
            pair.act(chooser.choice(may))
        if told.turned is None:
            pair.act("turn")
        assert card in answers(told.hand, told.turned or "")
        pair.act(f"play {card}")


def play_together(
    options: dict[str, Any], seed: Any, sure_visits: int, eager: float, variant: str = SEED, hand_suit: str = ""
) -> tuple[Pair, Counter[str]]:
    """Play a match to its end in both: so many visits that are won for sure, then as luck will have it.

    The first visit after those has a hand of one suit, if one is named; `T` is that of a ruler left.
    """
    chooser = random.Random(f"{seed} {options}")
    rulers = ["CQ", "HK", "SK", "DK", "HQ", "CK", "SQ", "DQ"]
    chooser.shuffle(rulers)
    first = chooser.randint(1, 8)
    hand, stock = easy_visit(first, rulers[first - 1][0])
    arranged: dict[str, Any] = {"places": {"kingdoms": " ".join(rulers)}} if sure_visits else {}
    arranged |= {"hands": {0: hand}, "stock": stock} if sure_visits else {}
    pair = Pair(options, str(seed), arranged, variant)
    told = pair.story
    used: Counter[str] = Counter()
    for number in range(sure_visits):
        if number:
            first, arranged = sure(told, chooser)
            pair.go_on(**arranged)
        play_sure(pair, first, chooser)
        pair.same()
        if told.wants is None:
            return pair, used
    if sure_visits:
        rulers_left = [ruler for ruler in told.row if ruler]
        suit = chooser.choice(rulers_left)[0] if hand_suit == "T" and rulers_left else hand_suit
        pair.go_on(**({"hands": {0: " ".join(suit + rank for rank in RANKS)}} if suit else {}))
    while told.wants is not None:
        pair.same()
        if isinstance(told.wants, Shuffle):
            pair.go_on()
            continue
        code = chosen(pair, chooser, eager)
        used[code.split()[0]] += 1
        pair.act(code)
    pair.same()
    return pair, used


__all__ = ["EVERY", "PUBLISHED", "Pair", "play_together"]
