"""Gymnasium's own test over a table: see `torite.bridges.conformance`."""

from __future__ import annotations

import contextlib
import io
import warnings

import gymnasium
from gymnasium.utils.env_checker import check_env

from torite.bridges.gymnasium import id_of

LIBRARY = "Gymnasium"
PACKAGE = "gymnasium"


def conforms(variant: str, seats: int) -> None:
    """Have Gymnasium test a table.

    Raises:
        Exception: what its test raises, warnings among it, where it does not pass.
    """
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        check_env(gymnasium.make(id_of(variant), seats=seats).unwrapped)
        check_env(gymnasium.make(id_of(variant), seats=seats, unit="match", recall=3, dtype="uint8").unwrapped)


CHECKS = {"check_env": conforms}
