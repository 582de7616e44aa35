"""The law of puzzles: those beside a game can be opened and answered, and a short search does not refute them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from torite.bots import SearchBot
from torite.games import find, games
from torite.study import puzzles
from torite.study.losses import losses
from torite.study.puzzles import GRADES, THEMES, WAIT, Puzzle, answered, is_same, of_game, standing

ITERATIONS = 3_000  #: of a search
MOST_BYTES = 60_000  #: of a game's puzzles
GAMES = list(games().values())
every_puzzle = pytest.mark.parametrize(
    "puzzle", [one for game in GAMES for one in of_game(game)], ids=lambda one: f"{one.variant}-{one.name}"
)


def some_of_each_game() -> list[Any]:
    """List one puzzle of each game, the others for the slow tests."""
    listed: list[Any] = []
    for game in GAMES:
        for at, one in enumerate(of_game(game)):
            marks = [pytest.mark.compiles, *([pytest.mark.slow] if at else [])]
            listed.append(pytest.param(game.name, one, id=f"{one.variant}-{one.name}", marks=marks))
    return listed


def test_puzzles_are_few_enough_and_differ() -> None:
    for game in GAMES:
        file, known = game.folder / puzzles.FILE, of_game(game)
        assert not file.exists() or file.stat().st_size < MOST_BYTES
        assert len({one.name for one in known}) == len(known)


@every_puzzle
def test_a_puzzle_can_be_opened_and_all_that_was_weighed_be_chosen(puzzle: Puzzle) -> None:
    match = standing(puzzle, seed=1)
    assert puzzle.seat in match.actors
    assert find(puzzle.variant)[1].name == puzzle.variant
    assert set(puzzle.themes) <= set(THEMES)
    assert 1 <= puzzle.grade <= GRADES
    assert puzzle.offered is (WAIT in {one.code for one in puzzle.choices})
    for one in puzzle.choices:
        if one.code != WAIT:
            tried = match.at(len(match.log.standing))
            tried.act(puzzle.seat, one.code)
            found = answered(tried, puzzle)
            assert found is not None
            assert one.code in found.codes
            assert found.equal or (found.loss, found.error) == (one.loss, one.error)
            assert found.loss <= one.loss


@every_puzzle
def test_each_other_choice_is_surely_worse(puzzle: Puzzle) -> None:
    assert (puzzle.choices[0].loss, puzzle.choices[0].error) == (0.0, 0.0)
    assert all(one.loss - one.error > 0 for one in puzzle.choices[1:])
    assert puzzle.exact is not any(one.error for one in puzzle.choices)


@every_puzzle
def test_it_goes_on_to_the_end_of_its_deal(puzzle: Puzzle) -> None:
    match, chooser = standing(puzzle, seed=1, pause=True), random.Random(1)
    while match.turns.must_act:
        seat = match.turns.must_act[0]
        match.act(seat, chooser.choice(match.actions(seat)))
    assert match.log.deal_over or match.over


@pytest.mark.parametrize(("name", "puzzle"), some_of_each_game())
def test_a_short_search_does_not_refute_it(name: str, puzzle: Puzzle) -> None:
    """With fewer worlds than it was found with, what is best does not cost as much as the next was said to cost."""
    match = standing(puzzle, seed=1)
    assert match.game.name == name
    bots = [SearchBot(match.game, seed, iterations=ITERATIONS) for seed in range(3)]
    found = losses([bot.advise(match.view(puzzle.seat), (), puzzle.seat, puzzle.offered) for bot in bots])
    cost = next(one.loss for one in found if is_same(match.game, one.code, puzzle.best))
    assert cost < puzzle.choices[1].loss
