"""The end of a visit: success or defeat, and what is counted (EMIS-9, EMIS-10)."""

from __future__ import annotations

from torite.kit import EMPTY, clear, count, kernel, note, note_pieces, pour, put, room, size

from .choosing import places_left
from .options import Carryover
from .state import (
    ALL_WON,
    ALLIES_LEFT,
    ALLIES_USED,
    ARGUMENTS,
    DEMANDED,
    KING,
    KINGDOMS,
    KINGDOMS_WON,
    NEW_ALLY,
    PLAYER,
    SUCCEEDS,
    TOO_FEW,
    TOO_MANY,
    Phase,
    State,
)


@kernel
def demand(s: State) -> int:
    """EMIS-2.5, 6.8: the place of the kingdom visited is the number of arguments to win there."""
    return s.kingdom + 1


@kernel
def reckon(s: State) -> None:
    """EMIS-10.2, 10.4 to 10.6: a point for each kingdom won, and for each ally not used."""
    s.score[PLAYER] = KINGDOMS - count(places_left(s)) + size(s.allies)


@kernel(seldom=True)
def end_visit(s: State) -> None:
    """EMIS-6.18, 9.1, 9.2, 9.6: judge the visit; a card of the king not answered is no argument."""
    s.discarded += size(s.trick[KING])
    pour(s.trick[KING], s.discards)
    s.deals_played += 1
    if s.arguments == demand(s):
        _succeed(s)
    else:
        note(s, TOO_MANY if s.arguments > demand(s) else TOO_FEW, PLAYER, demand(s))
        s.phase = Phase.OVER
    _tell(s)
    _turn_up(s)


@kernel
def _succeed(s: State) -> None:
    """EMIS-8.1, 9.1, 10.1: the ruler lying here becomes an ally; eight kingdoms win."""
    note(s, SUCCEEDS, PLAYER, demand(s))
    ruler = room(1)
    put(ruler, s.kingdoms[s.kingdom])
    note_pieces(s, NEW_ALLY, PLAYER, 2, ruler)
    pour(ruler, s.allies)
    s.kingdoms[s.kingdom] = EMPTY
    reckon(s)
    s.phase = Phase.DEAL
    if places_left(s) == 0:
        s.won[PLAYER] = 1
        s.phase = Phase.OVER


@kernel
def _untold(s: State) -> None:
    pass


@kernel(playout=_untold)
def _tell(s: State) -> None:
    """Say how the visit went and, at the end, what the score is made of."""
    note(s, DEMANDED, PLAYER, demand(s))
    note(s, ARGUMENTS, PLAYER, s.arguments)
    if size(s.spent) > 0:
        note_pieces(s, ALLIES_USED, PLAYER, size(s.spent), s.spent)
    if s.phase == Phase.OVER:
        note(s, KINGDOMS_WON, PLAYER, KINGDOMS - count(places_left(s)))
        note_pieces(s, ALLIES_LEFT, PLAYER, size(s.allies), s.allies)
    if s.won[PLAYER] == 1:
        note(s, ALL_WON, PLAYER, s.score[PLAYER])


@kernel
def _turn_up(s: State) -> None:
    """EMIS-9.3 to 9.5: the vassals are turned up again; with `stay_down` those selected in vain sit a visit out."""
    clear(s.spent)
    pour(s.used_vassals, s.vassals)
    pour(s.resting, s.vassals)
    if s.options.unused_vassal_carryover == Carryover.STAY_DOWN:
        pour(s.selected, s.resting)
    else:
        pour(s.selected, s.vassals)
