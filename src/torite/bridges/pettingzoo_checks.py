"""PettingZoo's own tests over a table: see `torite.bridges.conformance`."""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

from pettingzoo.test import api_test, render_test, seed_test

from torite.bridges.pettingzoo import env

LIBRARY = "PettingZoo"
PACKAGE = "pettingzoo"
CYCLES = 20  #: actions that they try for each agent, or so
#: What they say of every environment whose observations are dictionaries with a mask, their own among them.
SAID_OF_MASKS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


def conforms(variant: str, seats: int) -> None:
    """Have PettingZoo test a table.

    Raises:
        Exception: what its tests raise, warnings among it, where it does not pass.
    """

    def made(**how: Any) -> Any:
        return env(variant, seats=seats, **how)

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for said in SAID_OF_MASKS:
            warnings.filterwarnings("ignore", message=said)
        api_test(made(), num_cycles=CYCLES)
        api_test(made(unit="match", recall=3, dtype="uint8"), num_cycles=CYCLES)
        seed_test(made, num_cycles=CYCLES)
        render_test(made)


CHECKS = {"api, seed and render tests": conforms}
