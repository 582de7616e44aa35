"""Whole matches beside the second telling, with random options, bets, answers, concessions and claims."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.clauses import clause
from tests.games.perlaggen.beside import VALUES, Pair, any_options, play_together, step
from tests.games.perlaggen.builders import NINTH, NINTH_PLAY, NS
from tests.games.perlaggen.naive_figures import PACK
from tests.games.perlaggen.naive_showdown import Naive

#: What has to have come about for a comparison to mean much.
WANTED = (
    "cut in cut", "kept 1", "kept 2", "exchange in exchange", "decline in exchange", "bet in play", "bet in ask",
    "bet in show", "good in answer", "hold in answer", "raise in answer", "concede in play", "concede in ask",
    "concede in show", "defer in answer", "defer in show", "claim in show", "claim above own", "concedes by itself",
    "passed over", "instant win", "tied",
)  # fmt: skip


@clause(
    "PERL-2.8", "PERL-3.6", "PERL-3.8", "PERL-3.10", "PERL-3.12", "PERL-4.14", "PERL-5.9", "PERL-5.14", "PERL-6.3",
    "PERL-6.8", "PERL-8.4", "PERL-8.5", "PERL-8.6", "PERL-8.12", "PERL-8.14", "PERL-9.3", "PERL-9.8", "PERL-11.6",
)  # fmt: skip
@pytest.mark.parametrize("part", range(4))
def test_random_matches(part: int) -> None:
    """After every action: whose turn, what everybody may do, values, holders, scores, end and winners."""
    happened: Counter[str] = Counter()
    for seed in range(7 * part, 7 * part + 7):
        happened += play_together(any_options(random.Random(f"options {seed}")), seed)
    assert happened["play in play"] > 100
    assert happened["good in answer"] + happened["hold in answer"] > 10


@pytest.mark.parametrize("name", VALUES)
def test_every_value_of_every_option(name: str) -> None:
    """A short match of each, the other options as they usually are."""
    for value in VALUES[name]:
        play_together({name: value, "target": value if name == "target" else 4}, name, deals=2)


@pytest.mark.slow
def test_many_random_matches() -> None:
    """A thousand; all that is wanted comes about."""
    happened: Counter[str] = Counter()
    for seed in range(1000):
        happened += play_together(any_options(random.Random(f"many {seed}")), f"many {seed}")
    assert [] == [what for what in (*WANTED, "both gestrichen", "void hanger", "equal claim") if not happened[what]]


@clause("PERL-11.1", "PERL-11.2", "PERL-11.3", "PERL-11.6", "PERL-11.7", "PERL-11.8", "PERL-11.9")
@pytest.mark.parametrize("seed", range(6))
def test_promises_hold(seed: int) -> None:
    """The invariants, as the game states them, and as the clauses do."""
    chooser = random.Random(f"promises {seed}")
    options = any_options(chooser) | {"target": 6}
    pair = Pair(options, chooser)
    for _ in range(4):
        pair.chance(0.3)
        while pair.story.phase != "end":
            for name, promise in pair.game.promises.items():
                assert promise(pair.state), name
            if pair.story.phase != "cut":
                lying = [card for row in pair.state.hand for card in pair.listed(row)]
                lying += [card for row in pair.state.spent for card in pair.listed(row)]
                lying += [card for row in pair.state.trick for card in pair.listed(row)]
                lying += pair.listed(pair.state.stock) + pair.listed(pair.state.turned)
                assert sorted(PACK) == sorted(lying)
                if options["instant_win"]:
                    assert max(pair.story.score) < options["target"]
            pair.act(*step(pair, 0.2))
        meanings = {part for _, _, parts in pair.story.claimed for part in parts}
        assert len(meanings) == len({card for card, _ in meanings})
        if pair.story.winner >= 0:
            break


def ninth_told(**options: object) -> Naive:
    """The ninth example in the second telling, up to the showdown."""
    told = Naive(dict(options))
    hands = [hand.split() for hand in NINTH]
    rest = [card for card in PACK if card != "S10" and not any(card in hand for hand in hands)]
    told.arrange(0, hands, "S10", rest)
    for number, play in enumerate(NINTH_PLAY.split()):
        (seat,) = told.actors
        told.act(seat, f"play {play.replace('=', ' as ')}")
        for after, bettor, name, other in ((7, 0, "gleich", 1), (15, 3, "spiel", 2)):
            if number == after:
                told.act(bettor, f"bet {name}")
                told.act(other, "hold")
    return told


@clause("EX-PERL-9", "EX-PERL-18")
def test_examples_in_the_second_telling() -> None:
    """The second telling comes to the results of the clauses as well."""
    told = ninth_told()
    assert [1, 3, 2, 0, 3] == [taker for taker, _ in told.tricks]
    told.act(3, "claim gleich S9 C9")
    told.act(0, "claim gleich HQ DQ S7 as CQ")
    told.act(1, "concede gleich")
    assert ([("hanger", 0, 1), ("gleich", 0, 2), ("spiel", 1, 2)], [3, 2]) == (told.lines, told.score)
    told = ninth_told(showdown="auto")
    assert [("gleich", NS, 2), ("spiel", 1, 2), ("hanger", NS, 1)] == told.lines
