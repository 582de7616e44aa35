"""What a puzzle is about, told by what is declared and by what its best choice does; nothing that is not sure.

- `offer`: it is asked whether to take an offer.
- `word`: no choice names a piece: a bid, a call, an answer.
- `discard`: the best choice puts pieces away that the others do not see.
- `lead`, `follow`: the best choice puts a piece on an empty trick, or on one that was led to.
- `endgame`: that, with no more than three pieces in hand.
"""

from __future__ import annotations

from torite.kit.actions import WAIT
from torite.kit.display import TrickFields
from torite.kit.verb import Shown
from torite.match import Match
from torite.match.entries import Choice

FEW_LEFT = 3  #: pieces in hand


def themes(match: Match, choice: Choice, best: str) -> list[str]:
    """List the themes of a choice in a match, of which one is best."""
    if choice.offer:
        return ["offer"]
    verbs = match.game.verbs
    named = [verbs.verb(action.number) for action in choice.actions if action.number != WAIT]
    if not any(verb.of_pieces for verb in named):
        return ["word"]
    verb = verbs.verb_of(best)
    if verb.of_pieces and verb.shown is not Shown.ALL:
        return ["discard"]
    way = _played(match, choice.seat, best) if verb.of_pieces else ""
    if not way:
        return []
    return [way, "endgame"] if len(match.cards(choice.seat)) <= FEW_LEFT else [way]


def _played(match: Match, seat: int, best: str) -> str:
    """Tell whether a choice leads to a trick or follows to one; empty for neither."""
    fields = match.game.tricks
    if fields is None or not (fields.trick and fields.played):
        return ""
    before, chairs = match.log.state, match.seats + len(match.game.figures)
    after = match.at(len(match.log.standing))
    after.act(seat, best)
    length, played = _told(before, fields)
    if _told(after.log.state, fields) == (length, played) or not 0 <= length <= chairs:
        return ""
    return "follow" if 0 < length < chairs else "lead"


def _told(state: object, fields: TrickFields) -> tuple[int, int]:
    """Tell how many have played to the trick, and how many tricks were played."""
    length = getattr(state, fields.length) if fields.length else sum(map(any, getattr(state, fields.trick)))
    return length, getattr(state, fields.played)
