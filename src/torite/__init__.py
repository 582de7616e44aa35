"""Torite: rare trick-taking games, played right, against bots, with friends, and a million deals at a time.

>>> import torite
>>> match = torite.Match("agurk", seats=4, seed=7)
>>> len(match.actions(match.actors[0]))
7
"""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it, which is not read: whoever ends a command at once is not kept by it
if TYPE_CHECKING:
    from typing import Any

    from torite.bots import bot
    from torite.errors import (
        BadOptions,
        BadRecord,
        IllegalMove,
        MatchOver,
        NoCompiler,
        NotYourTurn,
        ToriteError,
        UnknownName,
    )
    from torite.games import catalogue as games
    from torite.kernel.chance import daily_key
    from torite.match import Arrangement, Match
    from torite.records import read, write
    from torite.scenes import lay_out

__version__ = "0.1.0"
__all__ = [
    "Arrangement",
    "BadOptions",
    "BadRecord",
    "IllegalMove",
    "Match",
    "MatchOver",
    "NoCompiler",
    "NotYourTurn",
    "ToriteError",
    "UnknownName",
    "bot",
    "daily_key",
    "games",
    "lay_out",
    "read",
    "write",
]

_HOMES = {
    "bot": "torite.bots",
    "daily_key": "torite.kernel.chance",
    "games": "torite.games",
    "lay_out": "torite.scenes",
    "Arrangement": "torite.match",
    "Match": "torite.match",
    "read": "torite.records",
    "write": "torite.records",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that what is not used is not waited for."""
    if name not in __all__:
        raise AttributeError(name)
    import importlib

    home = importlib.import_module(_HOMES.get(name, "torite.errors"))
    return getattr(home, "catalogue" if name == "games" else name)
