"""A thousand deals through OpenSpiel's hearts and ours: the same choices at every turn, the same returns."""

from __future__ import annotations

import random

import pytest

from torite.kit import Actions
from torite_hearts import GAME
from torite_hearts.state import PASS, PLAY, Phase, State

pyspiel = pytest.importorskip("pyspiel")

DEALS = 1000
SWITCHES = [name for name in GAME.option_class.about() if name not in ("deals", "out_at")]
THEIR_SUITS, THEIR_RANKS = "CDHS", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
THEIRS = [THEIR_SUITS.index(code[0]) + 4 * THEIR_RANKS.index(code[1:]) for code in GAME.pack.codes]
OURS = [THEIRS.index(card) for card in range(52)]


def random_options(rng):
    """A random set of OpenSpiel's options, half of the time with at most one that is not the default."""
    chosen = {name: rng.random() < 0.5 for name in SWITCHES} if rng.random() < 0.5 else {}
    return {**chosen, "pass_cards": rng.random() < 0.8}


def begin(options, direction, cards):
    """The same deal on both sides, the first card to seat 0."""
    text = ",".join(f"{name}={str(value).lower()}" for name, value in options.items())
    theirs = pyspiel.load_game(f"hearts({text})").new_initial_state()
    for action in (direction, *(THEIRS[card] for card in cards)):
        theirs.apply_action(action)
    ours = State()
    ours.seats = 4
    ours.options = GAME.options("hearts", options, 4)  # type: ignore[assignment]
    GAME.rules.start(ours)
    GAME.rules.settle(ours, [3])
    if options["pass_cards"]:
        GAME.rules.settle(ours, [direction])
    GAME.rules.settle(ours, cards)
    return theirs, ours


def cards_open(state, seat):
    """The cards that a seat may pass or play in our state."""
    may = Actions(GAME.verbs.words)
    GAME.rules.legal(state, seat, may)
    return {action % 64 for action in may.listed()}


@pytest.mark.parametrize("part", range(10))
def test_plays_as_open_spiel(part):
    """Every legal set of every decision, and the returns at the end."""
    rng = random.Random(part)
    seen = set()
    for _ in range(DEALS // 10):
        options = random_options(rng)
        direction = rng.randrange(4) if options["pass_cards"] else 0
        theirs, ours = begin(options, direction, rng.sample(range(52), 52))
        while not theirs.is_terminal():
            seat = theirs.current_player()
            assert GAME.rules.actors(ours) >> seat & 1
            assert {OURS[card] for card in theirs.legal_actions()} == cards_open(ours, seat)
            card = rng.choice(theirs.legal_actions())
            GAME.rules.act(ours, seat, (PASS if ours.phase == Phase.PASS else PLAY) + OURS[card])
            theirs.apply_action(card)
        payoffs = [0] * 4
        GAME.rules.payoff(ours, payoffs)
        assert GAME.rules.over(ours)
        assert theirs.returns() == payoffs
        seen.add(direction)
    assert {0, 1, 2, 3} == seen
