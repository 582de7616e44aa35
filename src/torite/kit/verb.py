"""A verb: what actions begin with, and what the others see of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

NOTHING = -1  #: base of a verb that only stands for sealed ones


class Shown(Enum):
    """What the others see of an action when it is taken."""

    ALL = "all"
    COUNT = "the verb and how many pieces"
    VERB = "the verb"


def always(_options: Any) -> bool:
    """Tell that a verb may be taken with several parts, whatever was agreed."""
    return True


@dataclass(frozen=True)
class Verb:
    """A verb of a game.

    Attributes:
        name: how its codes begin (`play`, `announce re`).
        base: what its actions are counted from: its first, or base + kind.
        actions: its actions.
        of_pieces: whether its actions name a piece.
        lowest: the number of the first action, for verbs that name a number; None for others.
        stations: whether that number is a station's of the road (see `torite.scenes.scene`).
        offer: whether anybody may take it and nobody need.
        shown: what the others see of it.
        gesture: tells by the options whether it may be taken with several parts at all.
        final: whether it stands once it is taken: no undo but a free one takes it back.
        sealed: what the others read in its place, where they see no more of it than that a choice was made; choices
            that are made at once share it (`name C` and `name S`, `exchange` and `keep`).
        stem: the verb of pieces beside which this one says what a piece stands for; empty for others.
        piece: the kind that stands for another, NOTHING for verbs of which none does.
    """

    name: str
    base: int
    actions: Sequence[int]
    of_pieces: bool = False
    lowest: int | None = None
    stations: bool = False
    offer: bool = False
    shown: Shown = Shown.ALL
    gesture: Callable[[Any], bool] = always
    final: bool = False
    sealed: str = ""
    stem: str = ""
    piece: int = NOTHING

    @property
    def key(self) -> str:
        """Its name as it stands in message keys; where a piece stands for another, that of the verb beside it."""
        return (self.stem or self.name).replace(" ", "_")

    @property
    def takes_more(self) -> bool:
        """Whether a piece or a number comes after its name."""
        return self.of_pieces or self.lowest is not None
