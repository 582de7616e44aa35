"""What was learned from play: it may be chosen, goes by what the seat sees, and is the same compiled and not."""

from __future__ import annotations

import numpy
import pytest

from torite.games import find, games
from torite.kernel import generator
from torite.kernel.slots import learned_rule, legal, payoff
from torite.kit.action_sets import Actions
from torite.kit.turn_order import LEARNED, THUMB, play_on
from torite.match import Match

VARIANTS = [name for game in games().values() if game.advice.has_learned_rule for name in game.variants]
COMPILED = [pytest.param(name, marks=pytest.mark.compiles(game=find(name)[0].name)) for name in VARIANTS]
DEALS = 2000
#: Of games against others: how many play, and what it gets more a deal at the least.
AGAINST_OTHERS = [
    pytest.param(name, seats, more, marks=pytest.mark.compiles(game=find(name)[0].name))
    for name, seats, more in (
        ("ambition", 4, 20),
        ("ambition-revised", 4, 40),
        ("galapagos", 2, 12),
        ("galapagos-jokers", 2, 9),
    )
]


def test_some_have_learned() -> None:
    assert {"emissary", "emissary-published", "ambition", "galapagos"} <= set(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_it_may_be_chosen_and_needs_only_what_is_seen(variant: str, seed: int) -> None:
    """Where the state says otherwise than the view, the rule has looked at what lies hidden."""
    match = Match(variant, seed=seed)
    bound = match.game.binding.interpreted
    while not match.over and len(match.log) < 400:
        seat = match.actors[0]
        seen, state = match.view(seat), match.log.trial()
        while True:
            may = Actions(match.game.verbs.words)
            bound(legal)(state, seat, may)
            action = bound(learned_rule)(state, seat, may)
            assert action in may
            assert action == bound(learned_rule)(seen, seat, may)
            match.game.rules.act(state, seat, action)
            if state.drafting[seat] == 0:
                break
            match.game.rules.act(seen, seat, action)
        match.act(seat, match.game.verbs.gesture_text(gesture_to(match, seat)))
        if match.turns.awaits_chance:
            match.go_on()


def gesture_to(match: Match, seat: int) -> list[int]:
    """Return all parts of what is chosen."""
    bound, seen, parts = match.game.binding.interpreted, match.view(seat), list[int]()
    while True:
        may = Actions(match.game.verbs.words)
        bound(legal)(seen, seat, may)
        parts.append(bound(learned_rule)(seen, seat, may))
        state = match.log.trial()
        for part in parts:
            match.game.rules.act(state, seat, part)
        if state.drafting[seat] == 0:
            return parts
        match.game.rules.act(seen, seat, parts[-1])


@pytest.mark.parametrize("variant", COMPILED)
def test_compiled_code_plays_the_same(variant: str) -> None:
    match = Match(variant, seed=0, manual=True)
    game, state = match.game, match.log.trial()
    play = game.binding.compiled(play_on, playout=True)
    for number in range(2):
        plain = [0] * generator.PADDED
        generator.seed(plain, 5, number)
        rng, played = numpy.array(plain, dtype=numpy.int64), state.copy()
        words = numpy.array(state.to_words()[: game.layout.words], dtype=numpy.int64)
        policies = [LEARNED] * match.seats
        game.binding.interpreted(play_on)(played, False, policies, plain, 0)
        play(words.view(game.layout.playout_dtype)[0], False, numpy.array(policies), rng)
        said = game.state.from_words([int(word) for word in words])
        pays = [[0] * match.seats for _ in range(2)]
        for one, pay in zip((played, said), pays, strict=True):
            game.rules.payoff(one, pay)
        assert pays[0] == pays[1]
        assert plain == rng.tolist()


def worth(variant: str, policies: list[int], seat: int) -> float:
    """Return what a seat gets in the first deals of matches, on average."""
    match = Match(variant, seats=len(policies), seed=0, manual=True)
    game, state = match.game, match.log.trial()
    compiled = game.binding.compiled
    play, seed, pays = compiled(play_on, playout=True), compiled(generator.seed), game.binding.interpreted(payoff)
    blank = numpy.array(state.to_words()[: game.layout.words], dtype=numpy.int64)
    total = 0
    for number in range(DEALS):
        rng, words, pay = numpy.zeros(generator.PADDED, dtype=numpy.int64), blank.copy(), [0] * len(policies)
        seed(rng, 7, number)
        play(words.view(game.layout.playout_dtype)[0], False, numpy.array(policies), rng)
        pays(game.state.from_words([int(word) for word in words]), pay)
        total += pay[seat]
    return total / DEALS


@pytest.mark.parametrize(("variant", "seats", "more"), AGAINST_OTHERS)
def test_it_gets_more_than_the_rule_of_thumb_in_its_place(variant: str, seats: int, more: int) -> None:
    policies = [THUMB] * seats
    by_thumb = worth(variant, policies, 1)
    policies[1] = LEARNED
    assert worth(variant, policies, 1) > by_thumb + more
