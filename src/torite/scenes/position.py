"""A position as everybody may know it: what the parts of a public scene are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torite.match.naming import naming
from torite.scenes.labels import Legend, legend
from torite.worlds.view import SPECTATOR

if TYPE_CHECKING:
    from torite.match import Match
    from torite.scenes.schema import Piece


class PublicPosition:
    """What a spectator sees of a match now, with the words for it in one language, and what its game says of it."""

    def __init__(self, match: Match, language: str) -> None:
        self.match = match
        self.legend: Legend = legend(match.game, language)
        self.words = naming(match.game, match.names, self.legend.words)
        self.view = match.knowledge.glimpse(SPECTATOR)
        self.display = match.game.display
        self.actors = match.actors
        self.idle = self.display.hidden_facts(self.view) | (set() if self._plays_a_trick() else self.legend.of_trick)
        self.unseen = self.display.unseen_zones(self.view)
        self.at_stake = self.display.at_stake(self.view)
        self.marks = self.display.marks(self.view)
        self.gauges = self.display.gauges(self.view)
        self.scores = match.scores
        self.over, self.deal_over, self.awaits_chance = match.over, match.log.deal_over, match.turns.awaits_chance
        told = self.display.standing_for(self.view)
        #: the pieces that stand for another, each with that one
        self.standing: dict[int, Piece] = {k: self.legend.pieces[other] for k, other in told.items() if k != other}

    def _plays_a_trick(self) -> bool:
        """Tell whether a trick lies there, the one completed last too."""
        tricks = self.match.game.tricks
        return tricks is not None and any(map(any, getattr(self.view, tricks.trick)))
