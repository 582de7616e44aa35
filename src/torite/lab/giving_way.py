"""Who plays matches may be asked between two choices to let others go first, and goes on when that returns."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar


def _go_on() -> None:
    """Play on."""


#: Called between two choices of a match, and between two matches that are played in compiled code.
between_choices: ContextVar[Callable[[], None]] = ContextVar("between_choices", default=_go_on)
