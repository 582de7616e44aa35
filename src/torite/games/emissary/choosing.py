"""Who may be selected, and whose power may be used (EMIS-5, EMIS-6.9, EMIS-7, EMIS-8)."""

from __future__ import annotations

from typing import Any

from torite.kit import EMPTY, bit, count, has, kernel, kinds, offer, room, size, strike

from .cards import FOR_POLITICS, RULERS, VASSALS, WITH_POWER
from .options import Mode, PoliticsBan, PowerTiming, VassalSelection
from .state import (
    AFTER_FIRST_TRICK,
    AFTER_TURNING,
    ALLY_USED,
    BARRED_AT_EIGHT,
    COULD_NOT_BE_USED,
    KINGDOMS,
    LAST_KINGDOM,
    NO_ALLY,
    NO_POLITICS_HERE,
    NO_RULER_THERE,
    NO_SELECTING,
    NOT_SELECTED,
    NOTHING_TO_SELECT,
    PLACES,
    PLAYER,
    POLITICIANS,
    POLITICS,
    RESTING,
    RUN_IS_OVER,
    SAME_KINGDOM,
    SELECT,
    SELECTED_ALREADY,
    TOO_LATE,
    USE,
    USED_VASSAL,
    VERBS,
    Phase,
    Run,
    State,
)

WORDS = VERBS.words


@kernel
def _unsaid(may: Any, base: int, mask: int, clause: int) -> None:
    pass


@kernel(compiled=_unsaid)
def refuse(may: Any, base: int, mask: int, clause: int) -> None:
    """Say why a verb that is not open now is not."""
    offer(may, base, mask)
    strike(may, base, mask, clause)


@kernel
def places_left(s: State) -> int:
    """EMIS-2.3: return the kingdoms not won, as a mask of places from 0."""
    mask = 0
    for place in range(KINGDOMS):
        if s.kingdoms[place] != EMPTY:
            mask |= bit(place)
    return mask


@kernel
def is_barred(s: State) -> bool:
    """EMIS-6.9, 6.10: tell whether Politics is barred at this kingdom, whatever else is left."""
    return s.kingdom == KINGDOMS - 1 and s.options.politics_ban == PoliticsBan.POSITION_8


@kernel
def allows_politics(s: State) -> bool:
    """EMIS-6.9, 6.10: tell whether Politics is possible here: not barred, and with a ruler to exchange with."""
    return not is_barred(s) and count(places_left(s)) > 1


@kernel
def owes_a_power(s: State) -> bool:
    """EMIS-7.1, 7.3: tell whether a selected vassal must still be used."""
    return s.options.mode == Mode.HARD and kinds(s.selected) != 0


@kernel
def legal_select(s: State, may: list[int]) -> None:
    """EMIS-5.1 to 5.5, 5.12: vassals face up, before the first trick or about the second."""
    offer(may, SELECT, VASSALS)
    refuse(may, SELECT, RULERS, NO_SELECTING)
    if s.options.vassal_selection == VassalSelection.ANY_TIME:
        strike(may, SELECT, VASSALS, NOTHING_TO_SELECT)
    strike(may, SELECT, kinds(s.used_vassals), USED_VASSAL)
    strike(may, SELECT, kinds(s.resting), RESTING)
    strike(may, SELECT, kinds(s.selected), SELECTED_ALREADY)
    if s.tricks_played > 1:
        strike(may, SELECT, VASSALS, TOO_LATE)
    if s.tricks_played == 0 and s.phase == Phase.ANSWER:
        strike(may, SELECT, VASSALS, AFTER_FIRST_TRICK)
    if s.run == Run.CLOSED:
        strike(may, SELECT, VASSALS, RUN_IS_OVER)
    if s.options.mode == Mode.HARD:
        _strike_useless(s, may)


@kernel
def _strike_useless(s: State, may: list[int]) -> None:
    """EMIS-7.4, 7.6: with every selected vassal to be used, none may be selected that could not be."""
    if not allows_politics(s):
        strike(may, SELECT, VASSALS & FOR_POLITICS, NO_POLITICS_HERE)
    between = s.options.power_timing == PowerTiming.BETWEEN_TRICKS
    if between and s.phase == Phase.ANSWER and size(s.hand[PLAYER]) == 1:
        strike(may, SELECT, VASSALS, COULD_NOT_BE_USED)


@kernel
def usable(s: State) -> int:
    """EMIS-5.1, 5.2, 5.7, 8.1 to 8.3: return whose power may be used now: vassals selected, and allies."""
    if s.options.power_timing == PowerTiming.BETWEEN_TRICKS and s.phase == Phase.ANSWER:
        return 0
    free = kinds(s.vassals) if s.options.vassal_selection == VassalSelection.ANY_TIME else 0
    return kinds(s.selected) | kinds(s.allies) | free


@kernel
def exchangeable(s: State) -> int:
    """EMIS-6.7, 6.9, 6.10: return the places of other kingdoms not won; none where Politics is barred."""
    return 0 if is_barred(s) else places_left(s) & ~bit(s.kingdom)


@kernel
def legal_use(s: State, may: list[int]) -> None:
    """EMIS-5.1, 5.2, 5.7, 8.1 to 8.4: the powers of selected vassals, once a visit, and of allies, once a match."""
    _refuse_powers(s, may)
    helpers = usable(s)
    offer(may, USE, helpers & ~FOR_POLITICS)
    if helpers & FOR_POLITICS != 0:
        places = exchangeable(s)
        for i in range(len(POLITICS)):
            offer(may, POLITICS[i], places if has(helpers, POLITICIANS[i]) else 0)


@kernel
def _unsaid_powers(s: State, may: list[int]) -> None:
    pass


@kernel(compiled=_unsaid_powers)
def _refuse_powers(s: State, may: list[int]) -> None:
    """Say why the powers that cannot be used cannot: all are offered, and struck again."""
    offer(may, USE, WITH_POWER & ~FOR_POLITICS)
    for i in range(len(POLITICS)):
        offer(may, POLITICS[i], PLACES)
    _strike_power(may, kinds(s.used_vassals), USED_VASSAL)
    _strike_power(may, kinds(s.resting), RESTING)
    if s.options.vassal_selection != VassalSelection.ANY_TIME:
        _strike_power(may, kinds(s.vassals), NOT_SELECTED)
    _strike_power(may, kinds(s.used_allies), ALLY_USED)
    _strike_power(may, RULERS & ~kinds(s.allies), NO_ALLY)
    if s.options.power_timing == PowerTiming.BETWEEN_TRICKS and s.phase == Phase.ANSWER:
        _strike_power(may, WITH_POWER, AFTER_TURNING)
    _strike_places(s, may)


@kernel
def _strike_power(may: list[int], mask: int, clause: int) -> None:
    """Take away the powers of these vassals and rulers."""
    strike(may, USE, mask, clause)
    for i in range(len(POLITICS)):
        if has(mask, POLITICIANS[i]):
            strike(may, POLITICS[i], PLACES, clause)


@kernel
def _strike_places(s: State, may: list[int]) -> None:
    """EMIS-6.7, 6.9, 6.10: Politics exchanges with another kingdom not won, and not at the eighth."""
    left = places_left(s)
    for i in range(len(POLITICS)):
        if is_barred(s):
            strike(may, POLITICS[i], PLACES, BARRED_AT_EIGHT)
        elif count(left) == 1:
            strike(may, POLITICS[i], PLACES, LAST_KINGDOM)
        strike(may, POLITICS[i], bit(s.kingdom), SAME_KINGDOM)
        strike(may, POLITICS[i], PLACES & ~left, NO_RULER_THERE)


@kernel
def turns_by_itself(s: State) -> bool:
    """EMIS-3.12: tell whether nothing can be done before the king's card but to have it turned."""
    may = room(WORDS)
    legal_select(s, may)
    legal_use(s, may)
    others = 0
    for j in range(WORDS):
        others |= may[j]
    return others == 0
