"""Random matches of every variant, compared at every step with the naive oracle."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.cucumber.naive import DEFAULTS, Settings, Words, play_of, presets
from tests.games.cucumber.naive_table import Table
from torite import Match

VARIANTS = sorted(presets())
STEPS = 240  #: actions that are compared for each variant
OF_A_MATCH = 60  #: actions that one match is followed for
MANY = 25  #: parts of gestures up to which every one is tried; beyond, one random path

CHOICES: dict[str, list[Any]] = {
    "beat_reference": ["previous", "highest"],
    "beat_equal": [True, False],
    "may_duck": [True, False],
    "lead_rule": ["any", "lowest"],
    "ace_rule": ["none", "previous_ace", "once_per_trick"],
    "last_trick_ace": ["high", "low"],
    "ace_points": [1, 11, 14],
    "court_points": ["13/12/11", "11/11/11", "3/2/1"],
    "jokers": [0, 1, 3],
    "joker_rank": ["as_ace", "above_ace"],
    "joker_points": [15, 20],
    "top_cards": ["none", "C6=21", "S7=16,C7=15"],
    "last_trick_tie": ["refund", "all_lose"],
    "out_at": [15, 21, 40],
    "out_compare": ["ge", "gt"],
    "exact_reset": [True, False],
    "exchange": ["none", "same_count", "rassi", "dealer_gate", "one_fewer"],
    "redouble_needs_double": [True, False],
    "stock_empty": ["refuse", "reshuffle"],
    "contra": [True, False],
    "ante": [True, False],
    "starting_chips": [1, 2, 10],
    "ante_chips": [1, 2],
    "buy_in": ["none", "paid", "free"],
    "buy_in_antes": [1, 2],
    "leftover": ["hidden", "face_up"],
    "fixed_deals": ["none", 1, 3],
    "lead_count": ["one", "same_rank_set"],
    "multi_follow": ["highest", "pairwise"],
    "keep_last_single": [True, False],
    "shrink_end": ["restart", "stay", "bounce"],
    "club6_always_out": [True, False],
    "hand_rule": ["fixed", "shrink", "loser_points", "all"],
    "hand_size": [0, 1, 2, 3, 4, 5],
    "two_decks_from": ["none", 2, 3, 6],
    "first_leader": ["left", "dealer"],
    "next_dealer": ["clockwise", "weakest_last"],
}


def random_options(chooser: random.Random) -> dict[str, Any]:
    """Draw some options that differ from the preset's."""
    names = chooser.sample(sorted(CHOICES), chooser.choice([0, 2, 5, 9, 14]))
    drawn = {"hand_size": chooser.choice([1, 2, 3, 4])} if chooser.random() < 0.6 else {}
    return {**drawn, **{name: chooser.choice(CHOICES[name]) for name in names}}


def matches(variant: str, chooser: random.Random) -> Iterator[tuple[Match, Table]]:
    """Start random matches; what the library refuses must be just what the oracle refuses."""
    started = 0
    while True:
        options = random_options(chooser) if started else {}
        least, most = (int(end) for end in presets()[variant]["players"].split("-"))
        seats = chooser.randint(least, min(most, 6) if chooser.random() < 0.8 else most)
        rules = Settings(variant, seats, options)
        started += 1
        try:
            m = torite.Match(variant, seats=seats, options=options, seed=f"{variant} {started}", pause=True)
        except torite.BadOptions:
            assert rules.refused(), (variant, seats, options)
            continue
        assert not rules.refused(), (variant, seats, options)
        yield m, Table(rules, m.public.dealer)


def compare_actions(m: Match, table: Table, legal: set[Words], chooser: random.Random) -> None:
    """Compare what may be done: all first parts, then what may be added to parts of gestures."""
    listed = [str(action) for action in m.actions(table.turn)]
    firsts = {tuple(code.removesuffix(" +").split()) for code in listed}
    assert first_words(legal) == firsts, torite.write(m)
    todo = [tuple(code.split()[:2]) for code in listed if " " in code]
    if sum(len(words) - 1 for words in legal) > MANY:
        todo = [chooser.choice(todo)] if todo else []
    tried = set()
    while todo:
        verb, *cards = todo.pop()
        if (verb, *cards) in tried:
            continue
        tried.add((verb, *cards))
        draft = m.gestures.draft(table.turn, [f"{verb} {' '.join(cards)}"])
        longer = [words for words in legal if words[0] == verb and not Counter(cards) - Counter(words[1:])]
        more = {card for words in longer for card in (Counter(words[1:]) - Counter(cards))}
        assert {f"{verb} {card}" for card in more} == set(draft["may"]), (torite.write(m), cards)
        assert ((verb, *play_of(cards)) in legal) == draft["complete"], (torite.write(m), cards)
        further = [(verb, *play_of([*cards, card])) for card in sorted(more)]
        todo += further if len(legal) <= MANY else further[:1]


def first_words(legal: set[Words]) -> set[Words]:
    """The verbs and the verb with each card that a legal gesture may begin with."""
    return {(words[0], card) for words in legal for card in words[1:]} | {words for words in legal if len(words) == 1}


def follow(m: Match, table: Table, chooser: random.Random, steps: int) -> int:
    """Play at random, comparing what may be done, and after every deal what has come of it; tell the steps."""
    begin(m, table)
    for step in range(steps):
        seat, legal = table.turn, table.legal()
        assert (seat,) == m.actors, torite.write(m)
        compare_actions(m, table, legal, chooser)
        code = " ".join(chooser.choice(sorted(legal)))
        question = table.asks[0][0] if table.asks else "play"
        m.act(seat, code)
        if question == "buy":
            table.buy(code)
        elif question == "play":
            table.play(code)
        else:
            table.answer(code, m.cards(seat))
            assert table.stock == m.public.stock_left, torite.write(m)
        compare(m, table)
        if table.over:
            return step + 1
        if m.log.deal_over:
            m.go_on()
            begin(m, table)
    return steps


def begin(m: Match, table: Table) -> None:
    """Take up a new deal, which must be of the size and by the dealer expected."""
    hands = [m.cards(seat) for seat in range(m.seats)]
    expected = [0 if table.out[seat] else table.hand_size for seat in range(m.seats)]
    assert expected == [len(hand) for hand in hands], torite.write(m)
    assert table.dealer == m.public.dealer, torite.write(m)
    table.begin(hands)


def compare(m: Match, table: Table) -> None:
    """Compare totals, drop-outs, chips, pot and the end."""
    public = m.public
    assert table.score == list(public.score[: m.seats]), torite.write(m)
    assert table.over == m.over, torite.write(m)
    assert [int(gone) for gone in table.out] == list(public.out[: m.seats]), torite.write(m)
    assert [int(done) for done in table.bought] == list(public.bought[: m.seats]), torite.write(m)
    if table.rules.ante:
        assert (table.chips, table.pot) == (list(public.chips[: m.seats]), public.pot), torite.write(m)
    if m.result:
        assert sorted(table.winners) == [s for s in range(m.seats) if m.result.places[s] == 1], torite.write(m)


@pytest.mark.long
@clause("CUC-17.2", "CUC-3.4", "CUC-4.2", "CUC-5.1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_matches(variant: str) -> None:
    """Legal actions, scores and the course of random matches are those of the oracle."""
    chooser, left = random.Random(variant), STEPS
    for m, table in matches(variant, chooser):
        left -= follow(m, table, chooser, min(left, OF_A_MATCH))
        if left <= 0:
            return


def test_all_options_are_drawn() -> None:
    """The random options cover every option but those that only show or that name the variant."""
    assert set(CHOICES) >= {*presets()["agurk"], *DEFAULTS} - {"players", "played_visible"}
