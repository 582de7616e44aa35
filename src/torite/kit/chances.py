"""What rules ask of chance: a number, a shuffle or dice, each by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torite.kernel.bits import count
from torite.kernel.compile import kernel

NOTHING, NUMBER, SHUFFLE, DICE = range(4)
HEAD = 3  #: words of an ask before its pieces: what, n, faces


@dataclass(frozen=True)
class Ask:
    """A question to chance.

    Attributes:
        name: the game's name for it (`deal`, `dealer`, `roll`).
        what: NUMBER, SHUFFLE or DICE.
        n: numbers 0 … n−1, n pieces, or n dice.
        faces: faces of each die.
        pieces: the multiset to be shuffled.
    """

    name: str
    what: int
    n: int
    faces: int
    pieces: tuple[int, ...]


class Chances:
    """The names of a game's chances; a chance's number is what `chance` returns for it."""

    def __init__(self) -> None:
        self.names: list[str] = [""]
        self.public: set[str] = set()

    def name(self, name: str, public: bool = False) -> int:
        """Declare a chance; return its number.

        Args:
            name: its name in records.
            public: whether everybody sees the outcome as such (a roll, who deals), as they do not see a shuffle.
        """
        self.names.append(name)
        if public:
            self.public.add(name)
        return len(self.names) - 1


@kernel
def ask_number(ask: Any, n: int) -> None:
    """Ask for a number 0 ≤ x < n."""
    ask[0] = NUMBER
    ask[1] = n


@kernel
def ask_shuffle(ask: Any, row: Any) -> None:
    """Ask for the pieces of a row in random order."""
    ask[0] = SHUFFLE
    ask[1] = 0
    for j in range(len(row)):
        ask[HEAD + j] = row[j]
        ask[1] += count(row[j])


@kernel
def ask_dice(ask: Any, dice: int, faces: int) -> None:
    """Ask for dice, each 1 … faces."""
    ask[0] = DICE
    ask[1] = dice
    ask[2] = faces
