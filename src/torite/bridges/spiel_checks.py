"""OpenSpiel's own tests, each over one table of ours: see `torite.bridges.conformance`."""

from __future__ import annotations

import contextlib
import os
import sys
import unittest
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

LIBRARY = "OpenSpiel"
PACKAGE = "open_spiel"
STEPS = 400  #: of a random match in which worlds are drawn
EACH = 5  #: a world at one state in so many


def _load(variant: str, seats: int) -> Any:
    import pyspiel

    from torite.bridges.openspiel import name_of

    return pyspiel.load_game(name_of(variant), {"players": seats})


def random_sim_test(variant: str, seats: int) -> None:
    """A random match with all that the library checks at each state: actions, copies, tensors, what is written down."""
    import pyspiel

    pyspiel.random_sim_test(_load(variant, seats), num_sims=1, serialize=True, verbose=False)


def api_test(variant: str, seats: int) -> None:
    """The tests of its interface over a part of the tree.

    Raises:
        AssertionError: with what failed.
    """
    game = _load(variant, seats)
    named = {"game": game, "game_name": game.get_type().short_name}
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(type("OurApiTest", (_interface(),), named))
    result = unittest.TestResult()
    with _silent():
        suite.run(result)
    faults = [text for _, text in (*result.errors, *result.failures)]
    if faults or not result.testsRun:
        raise AssertionError("\n".join(faults) or "no test was run")


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Keep to itself what the library's C++ writes of every error, also of those that its tests are after."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@cache
def _interface() -> Any:
    """Make a class of its tests that visits as many states as are quickly visited."""
    from open_spiel.integration_tests import api_test as theirs
    from open_spiel.python.algorithms import sample_some_states

    class Part(theirs.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:
            super(theirs.EnforceAPIOnPartialTreeBase, cls).setUpClass()
            cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=40)
            cls.game_type = cls.game.get_type()

    return Part


def resample_test(variant: str, seats: int) -> None:
    """What the library checks of worlds (`ResampleInfostateTest`, which is in C++ alone).

    Raises:
        AssertionError: where a world tells its seat something else.
    """
    import pyspiel

    game = _load(variant, seats)
    state, sampler = game.new_initial_state(), pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    for step in range(STEPS):
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(pyspiel.sample_action(state.chance_outcomes(), sampler())[0])
            continue
        if step % EACH == 0:
            _check_worlds(state, sampler)
        legal = state.legal_actions()
        state.apply_action(legal[int(sampler() * len(legal))])


def _check_worlds(state: Any, sampler: Any) -> None:
    for seat in range(state.num_players()):
        other = state.resample_from_infostate(seat, sampler)
        for told in ("information_state_string", "information_state_tensor"):
            if getattr(other, told)(seat) != getattr(state, told)(seat):
                raise AssertionError(f"{told} of seat {seat} differs in a world of its own")
        if other.current_player() != state.current_player():
            raise AssertionError(f"another player acts in a world of seat {seat}")


CHECKS: dict[str, Callable[[str, int], None]] = {
    "random_sim_test": random_sim_test,
    "api_test": api_test,
    "resample_test": resample_test,
}
