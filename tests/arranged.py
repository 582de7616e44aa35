"""Matches of which something is arranged, opened in one call."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from torite.match import Arrangement, Match

ARRANGED = [field.name for field in fields(Arrangement)]


def new_match(game: str, *rest: Any, **how: Any) -> Match:
    """Open a match; what is arranged of it is said beside the rest: `new_match("agurk", hands={0: "C9"})`."""
    told = {name: how.pop(name) for name in ARRANGED if name in how}
    arranged = Arrangement(**{name: what for name, what in told.items() if what is not None})
    return Match(game, *rest, arranged=arranged, **how)
