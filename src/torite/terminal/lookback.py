"""Looking back on a deal: what a seat could have done otherwise, found by playing the match's log again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torite.match import Match


def chances_to_play(match: Match, seat: int, codes: set[str]) -> list[tuple[int, list[str]]]:
    """Find when, in the deal played last, a seat could have played one of these pieces and played others.

    Args:
        match: the match, at the end of a deal.
        seat: whose choices.
        codes: codes of the pieces.

    Returns:
        For each such choice the number of the trick, from 1, and the codes of the pieces played instead.
    """
    other = match.at(0)
    tricks = match.game.tricks

    def played(match: Match) -> int:
        return getattr(match.public, tricks.played) if tricks else 0

    found: list[tuple[int, list[str]]] = []
    for entry in match.log.standing:
        if entry.chance:
            other.settle(entry.chance, entry.outcome)
            if entry.chance == "deal":
                found = []
            continue
        taken = match.game.verbs.gesture_text(entry.actions)
        if entry.seat == seat and not codes & set(taken.split()):
            open_now = {word for action in other.actions(seat) for word in action.code.split()[1:2]}
            if codes & open_now and match.game.verbs.verb(entry.actions[0]).name == "play":
                found.append((played(other) + 1, taken.split()[1:]))
        other.act(entry.seat, taken)
    return found
