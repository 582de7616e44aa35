"""Whole matches with random options against the clauses told a second time, step by step, to their ends."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

import torite
from tests.aloud import turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import dice_of, legal, places, shares, starter, wanted, winners
from tests.games.cribbage_dice.naive import Choice, Dice, Naive, count, total_of
from torite import Match

MATCHES, PARTS = 480, 8
CHOICES: dict[str, list[Any]] = {
    "max_rerolls": [3, 2], "starter": ["shared", "per_turn"], "end_rule": ["first", "equal_turns", "equal_turns"],
    "tie": ["share", "playoff"], "extra_dice": [False, True], "last_roll_31": [False, True],
    "last_roll_closeness": ["absolute", "not_over"],
}  # fmt: skip


def opened(chooser: random.Random, dry: bool) -> Naive:
    """Open a match with random options, often near its end."""
    seats = chooser.randint(2, 6)
    options = {name: chooser.choice(values) for name, values in CHOICES.items()}
    crowded = options["extra_dice"] and seats > 2
    options["crib_from"] = "first" if crowded else chooser.choice(["first", "two_players"])
    options["target"] = chooser.choice([2, 12, 40, 90])
    options["last_roll_31"] |= dry
    least = max(0, options["target"] - chooser.choice([1, 2] if dry else [1, 8, 90]))
    return Naive(seats, options, [chooser.randrange(least, options["target"]) for _ in range(seats)])


def compare(m: Match, naive: Naive) -> None:
    """Both want the same, and stand the same."""
    assert naive.scores == m.scores
    assert (sorted(naive.winners), naive.wants is None) == (winners(m), m.over)
    if isinstance(naive.wants, Dice):
        assert (naive.wants.number, ()) == (wanted(m), m.actors)
    if isinstance(naive.wants, Choice):
        seat = naive.wants.seat
        assert (0, seat, set(naive.wants.begin)) == (wanted(m), turn(m), legal(m))
        assert (naive.dealer, naive.starter, naive.hands[seat]) == (m.public.dealer, starter(m), dice_of(m, seat))
        assert naive.rerolls == m.public.rerolls or "keep" not in naive.wants.begin


def chosen(naive: Naive, chooser: random.Random, eager: float) -> str:
    """Choose at random: to keep, or some of the dice."""
    assert isinstance(naive.wants, Choice)
    hand = naive.hands[naive.wants.seat]
    if "keep" not in naive.wants.begin:
        return "crib " + " ".join(map(str, chooser.sample(hand, 2)))
    if chooser.random() >= eager:
        return "keep"
    return "roll " + " ".join(map(str, chooser.sample(hand, chooser.randint(1, 4))))


def fallen(naive: Naive, chooser: random.Random, fall: Sequence[int], dry: bool) -> list[int]:
    """Roll the dice wanted; in a dry match mostly such that the hand counts nothing and makes 31."""
    assert isinstance(naive.wants, Dice)
    dice = [chooser.choice(fall) for _ in range(naive.wants.number)]
    if naive.dealer < 0:
        return [chooser.randint(1, 12) for _ in dice]
    if dry and len(dice) in (4, 5) and chooser.random() < 0.9:
        own = dice[:-4]
        four = chooser.choice(dry_hands((own or [naive.starter])[0]) or [dice[-4:]])
        return [*own, *four]
    return dice


@cache
def dry_hands(first: int) -> list[tuple[int, ...]]:
    """All four dice that count nothing with a starter, and make 31."""
    fours = combinations_with_replacement(range(1, 13), 4)
    return [four for four in fours if total_of(four) == 31 and not count([first, *four])]


def played(number: int, compared: bool = True) -> Counter[str]:
    """Play a match to its end; tell what happened in it. In some only a few faces ever fall, so that totals tie."""
    chooser = random.Random(f"cribbage dice {number}")
    dry = chooser.random() < 0.2
    naive = opened(chooser, dry)
    few = ([5, 10], [1, 10, 12], chooser.sample(range(1, 13), 3))
    fall = range(1, 13) if dry else chooser.choice([range(1, 13), range(1, 13), *few])
    m = None
    if compared:
        given = {"score": list(naive.scores)}
        m = torite.Match("cribbage-dice", naive.seats, naive.options, initial=given, manual=True, seed=1)
    answers = 0
    while naive.wants is not None:
        answers += 1
        assert answers < 3000
        choosing = isinstance(naive.wants, Choice)
        answer = chosen(naive, chooser, 0 if dry else 0.4) if choosing else fallen(naive, chooser, fall, dry)
        if m is not None:
            compare(m, naive)
            enter(m, answer)
        naive.give(answer)
    if m is not None:
        compare(m, naive)
        share = Fraction(1, len(naive.winners))
        assert [share if seat in naive.winners else 0 for seat in range(m.seats)] == shares(m)
        assert [seat in naive.winners for seat in range(m.seats)] == [place == 1 for place in places(m)]
    return naive.happened


def enter(m: Match, answer: str | list[int]) -> None:
    """Take an action, or let dice fall."""
    if isinstance(answer, str):
        m.act(turn(m), answer)
    else:
        assert m.log.ask is not None
        m.gestures.settle(m.log.ask.name, answer)


@clause(
    "CDICE-1.2", "CDICE-1.3", "CDICE-1.4", "CDICE-1.5", "CDICE-2.2", "CDICE-2.3", "CDICE-2.4", "CDICE-2.8",
    "CDICE-2.9", "CDICE-4.1", "CDICE-4.2", "CDICE-4.3", "CDICE-4.4", "CDICE-4.5", "CDICE-4.6", "CDICE-4.7",
    "CDICE-4.8", "CDICE-4.9", "CDICE-5.3", "CDICE-5.5", "CDICE-5.11", "CDICE-5.12", "CDICE-6.8", "CDICE-6.10",
    "CDICE-10.5", "CDICE-10.6",
)  # fmt: skip
@pytest.mark.parametrize("part", range(PARTS))
def test_whole_matches_against_the_clauses_told_again(part: int) -> None:
    """Whose turn, which dice, which choices, totals, the end and who wins, with every option and number of seats."""
    for number in range(part, MATCHES, PARTS):
        played(number)


@clause("CDICE-4.8", "CDICE-4.9")
def test_the_matches_come_to_all_that_can_happen() -> None:
    """Every kind of ending is among those that are compared."""
    happened: Counter[str] = Counter()
    for number in range(MATCHES):
        happened += played(number, compared=False)
    assert {
        "won by a hand", "won by a crib", "won by the settlement, 1 there", "won by the settlement, 2 there",
        "reached by a hand", "reached by a crib", "reached by the settlement, 1 there",
        "reached by the settlement, 2 there", "additional turn", "tie", "play-off turn", "round",
    } <= set(happened)  # fmt: skip
