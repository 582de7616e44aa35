"""What the two ends of a line to a process that thinks say first: which rules they have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from torite import __version__
from torite.games import games

PATH = "/think"
NAMED = 5  #: games that are named at most, where the rules of many differ
Why = Literal["", "version", "rules", "full"]


class Hello(Struct, frozen=True, forbid_unknown_fields=True):
    """What a process says.

    Attributes:
        version: of Torite.
        rules: the digests of all games' rules.
    """

    version: str
    rules: dict[str, str]


class Welcome(Struct, frozen=True, forbid_unknown_fields=True):
    """What the service says to it.

    Attributes:
        why: it is not asked anything; empty where it is.
        version: of Torite, the service's.
        games: some whose rules differ.
    """

    why: Why = ""
    version: str = __version__
    games: list[str] = []


def hello() -> Hello:
    """Say which rules are in force here."""
    return Hello(__version__, {name: game.digest for name, game in games().items()})


def welcome(said: Hello) -> Welcome:
    """Answer somebody: they are asked about all games that there are here, or about none.

    Whatever else their version, or the rules of a game that they share with others, is made of, may differ too.
    """
    if said.version != __version__:
        return Welcome("version")
    differ = _differing(hello().rules, said.rules)
    return Welcome("rules", games=differ[:NAMED]) if differ else Welcome()


def _differing(ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    return sorted(name for name, digest in ours.items() if theirs.get(name) != digest)
