"""Looking back on a deal: what a seat could have done otherwise, found by playing the match's log again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from torite.match import Match


DEAL, PLAY = "deal", "play"  #: what begins a deal; the verb of a piece put on a trick


class LookBack(NamedTuple):
    """A seat's deal, looked back on.

    Attributes:
        chances: when it could have parted with a piece and kept a weaker one, but played that: the number of the
            trick, from 1, and the codes of the pieces played instead.
        strength: how the game orders a piece, by its code, when the seat played last; more is stronger.
    """

    chances: list[tuple[int, list[str]]]
    strength: Callable[[str], Any]


def look_back(match: Match, seat: int, codes: set[str]) -> LookBack:
    """Find when, in the deal played last, a seat could have played one of these pieces and played weaker ones.

    Playing something stronger, or as strong, was no mistake: that would have been kept instead.

    Args:
        match: the match, at the end of a deal.
        seat: whose choices.
        codes: codes of the pieces.
    """
    game, other = match.game, match.at(0)
    found: list[tuple[int, list[str], set[str]]] = []
    view = match.view(seat)
    for entry in match.log.standing:
        if entry.chance:
            other.gestures.settle(entry.chance, entry.outcome)
            if entry.chance == DEAL:
                found = []
            continue
        taken = game.verbs.gesture_text(entry.actions)
        if entry.seat == seat and game.verbs.verb(entry.actions[0]).name == PLAY:
            view = other.view(seat)
            open_now = {word for action in other.actions(seat) for word in action.code.split()[1:2]}
            played = taken.split()[1:]
            if codes & open_now and not codes & set(played):
                found.append((_tricks_played(other) + 1, played, codes & open_now))
        other.act(entry.seat, taken)

    def strength(code: str) -> Any:
        return game.display.sort_key(view, game.pack.kind(code))

    chances = [
        (trick, played) for trick, played, could in found if max(map(strength, played)) < max(map(strength, could))
    ]
    return LookBack(chances, strength)


def _tricks_played(match: Match) -> int:
    tricks = match.game.tricks
    return getattr(match.public, tricks.played) if tricks else 0
