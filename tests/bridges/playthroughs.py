"""Playthroughs of tables: what OpenSpiel keeps of its own games, to see that they still tell the same."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

from absl import flags

from torite.bridges.openspiel import name_of
from torite.bridges.spiel_state import ToriteState

WRITTEN = 128  #: views in a playthrough, one of each seat at each state; the library takes some 20 ms for each


def playthrough(variant: str, seats: int) -> None:
    """Write down a random match as the library keeps its own games', with all that there is at each state; and again.

    Cards are dealt in one of few ways, so that most of what is written is play, and it ends after `WRITTEN` views.

    Raises:
        AssertionError: where the same actions tell something else the second time.
    """
    from open_spiel.python.algorithms import generate_playthrough  # with all of SciPy

    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()  # one of them says how actions are read, and none is given here
    with tempfile.TemporaryDirectory() as folder, _ending_after(WRITTEN // seats):
        file = Path(folder, "playthrough.txt")
        named = f"{name_of(variant)}(players={seats},shuffles=3)"
        file.write_text(generate_playthrough.playthrough(named, None, seed=1), encoding="utf-8")
        for one, other in zip(*map(str.splitlines, generate_playthrough.replay(file)), strict=True):
            if one != other:
                raise AssertionError(f"written first: {one}; and then: {other}")


def _ending_after(states: int) -> Any:
    """Have every match end after so many states, if it does not before."""
    ends = ToriteState.is_terminal
    return mock.patch.object(
        ToriteState, "is_terminal", lambda state: ends(state) or len(state.full_history()) >= states
    )
