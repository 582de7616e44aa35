"""OpenSpiel's own tests and algorithms run over our games, unchanged."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy  # noqa: E402

from tests.bridges import playthroughs  # noqa: E402
from tests.bridges.playthroughs import playthrough  # noqa: E402
from tests.bridges.spiel import asked, load, walk  # noqa: E402
from tests.strategies import Table  # noqa: E402
from torite.bridges.spiel_checks import CHECKS  # noqa: E402

pytestmark = pytest.mark.compiles(sampled=True)
SMALL = {"players": 2, "hand_size": 2, "shuffles": 3, "zero_sum": "yes"}


@pytest.mark.parametrize("check", sorted(CHECKS))
def test_conformance(smallest: Table, check: str) -> None:
    CHECKS[check](smallest.variant, smallest.seats)


def test_a_match_is_written_down_and_played_again_to_the_same_text(smallest: Table) -> None:
    playthrough(smallest.variant, smallest.seats)


def test_a_game_that_breaks_a_promise_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks look."""
    from torite.bridges.spiel_trajectory import Trajectory

    monkeypatch.setattr(Trajectory, "returns", lambda self: [float("nan")] * 2)
    with pytest.raises((pyspiel.SpielError, AssertionError)):
        CHECKS["random_sim_test"]("agurk", 2)


def test_a_playthrough_that_tells_something_else_the_second_time_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    from torite.bridges.spiel_trajectory import Trajectory

    told, count = Trajectory.text, itertools.count()
    monkeypatch.setattr(Trajectory, "text", lambda self: f"{told(self)} {next(count)}")
    with pytest.raises(AssertionError, match=r"written first: # .* 0; and then: # "):
        playthrough("agurk", 2)


def test_a_playthrough_ends_in_time_and_other_matches_when_they_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    written: list[str] = []

    def replay(file: Path) -> tuple[str, str]:
        written.append(file.read_text(encoding="utf-8"))
        return written[0], written[0]

    monkeypatch.setattr(generate_playthrough, "replay", replay)
    monkeypatch.setattr(playthroughs, "WRITTEN", 20)
    playthrough("agurk", 2)
    assert [text.count("# State ") for text in written] == [11]
    assert len(list(walk(load("agurk", players=2), 1))) > 11


def test_regret_minimization_finds_an_equilibrium() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = load("agurk", **SMALL)
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(60):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(game, solver.average_policy())
    assert after < before / 10
    assert after == pytest.approx(exploitability.nash_conv(game, solver.average_policy()) / 2)


def test_regret_minimization_by_samples() -> None:
    from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

    game = load("agurk", **SMALL)
    numpy.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(300):
        solver.iteration()
    assert exploitability.exploitability(game, solver.average_policy()) < before / 2


def test_information_set_search_plays() -> None:
    """It never meets a world whose root it could tell apart, and finds what it can."""
    from open_spiel.python.algorithms import ismcts, mcts

    state = asked(load("agurk", players=4), 3, 10)
    chooser = numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chooser)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 10.0, 60, random_state=chooser)
    policy = dict(bot.get_policy(state))
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


def test_search_with_open_cards_plays() -> None:
    from open_spiel.python.algorithms import mcts

    state = asked(load("agurk", players=2), 3, 4)
    chooser = numpy.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 10.0, 40, mcts.RandomRolloutEvaluator(1, chooser), random_state=chooser)
    assert bot.step(state) in state.legal_actions()


def test_a_reinforcement_learning_environment_runs() -> None:
    from open_spiel.python import rl_environment

    environment = rl_environment.Environment(
        load("agurk", players=3), chance_event_sampler=rl_environment.ChanceEventSampler(2)
    )
    step, chooser = environment.reset(), random.Random(3)
    while not step.last():
        seat = step.observations["current_player"]
        step = environment.step([chooser.choice(step.observations["legal_actions"][seat])])
    assert min(step.rewards) < 0


def test_every_state_of_a_small_game_is_found() -> None:
    from open_spiel.python.algorithms import get_all_states

    def find(game: Any) -> int:
        return len(get_all_states.get_all_states(game, to_string=lambda state: state.history_str()))

    assert find(load("agurk", **{**SMALL, "shuffles": 1})) < find(load("agurk", **SMALL))


@pytest.mark.compiles(sampled=True, game="cribbage_dice")
def test_a_history_is_played_again() -> None:
    game = load("cribbage-dice")
    last = list(walk(game, 1))[-1]
    _, again = pyspiel.build_state_from_history_string(str(game), str(last.history()))
    assert str(again) == str(last)
