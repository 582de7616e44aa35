"""The Emissary: alone to eight kingdoms, to win exactly as many arguments as each demands.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from torite.kit import (
    ask_shuffle,
    begin_deal,
    bit,
    clear,
    drop,
    is_of,
    is_one_of,
    kernel,
    kinds,
    lowest,
    note,
    offer,
    offer_one,
    piece_of,
    put,
    put_each,
    room,
    size,
    spare,
    strike,
    verb_index,
)

from .cards import CARDS, FOR_POLITICS, OF_SUIT, RULERS, SUIT, VASSALS, WITH_POWER, wins
from .choosing import legal_select, legal_use, owes_a_power, places_left, refuse
from .drawing import fill_stock, go_on, recycle, turn_card
from .future import future
from .options import PowerTiming, VassalSelection
from .powers import discard, name_trump, use, use_politics
from .scoring import demand, end_visit
from .state import (
    CARRY_OUT_FIRST,
    CHOOSE_FIRST,
    DEAL_RULERS,
    DISCARD,
    DUTY,
    DUTY_BEFORE_TURNING,
    FOLLOW,
    HAND_SIZE,
    KING,
    KINGDOM_WON,
    KINGDOMS,
    MOST_STOCK,
    NAME_KINGDOM,
    NO_COMMERCE,
    NO_HELPER,
    PLACES,
    PLAY,
    PLAYER,
    POLITICIANS,
    POLITICS,
    RECYCLE,
    SELECT,
    SHUFFLE,
    STAY,
    TAKES,
    TURN,
    TURN_FIRST,
    TURNED_ALREADY,
    USE,
    VISIT,
    Phase,
    Run,
    State,
)


@kernel
def start(s: State) -> None:
    """EMIS-1: the whole pack but for the markers of the kingdoms, which mean nothing; the vassals face up."""
    s.in_play[0] = CARDS | VASSALS | RULERS
    put_each(s.vassals, VASSALS)
    s.leader = KING
    s.last_leader = KING
    s.phase = Phase.RULERS


@kernel
def chance(s: State, ask: list[int]) -> int:
    """EMIS-1.2, 4.1, 9.7: the rulers once, all playing cards for each visit, the discards when the stock is empty."""
    if s.phase == Phase.RECYCLE:
        ask_shuffle(ask, s.discards)
        return RECYCLE
    pieces = room(1)
    if s.phase == Phase.RULERS:
        put_each(pieces, RULERS)
        ask_shuffle(ask, pieces)
        return DEAL_RULERS
    if s.phase == Phase.DEAL:
        put_each(pieces, CARDS)
        ask_shuffle(ask, pieces)
        return SHUFFLE
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """EMIS-1.2, 2.1, 4.1: lay out what was shuffled."""
    if s.phase == Phase.RECYCLE:
        recycle(s, outcome)
    elif s.phase == Phase.RULERS:
        for place in range(KINGDOMS):
            s.kingdoms[place] = outcome[place]
        s.phase = Phase.DEAL
    else:
        begin_deal(s)  # EMIS-9.7: the playing cards are gathered
        for i in range(HAND_SIZE):
            put(s.hand[PLAYER], outcome[i])
        fill_stock(s, outcome, HAND_SIZE, MOST_STOCK - HAND_SIZE)
        s.begun = 1
        s.phase = Phase.KINGDOM


@kernel
def actors(s: State) -> int:
    """The only player, while chance has nothing to settle."""
    return bit(PLAYER) if Phase.KINGDOM <= s.phase <= Phase.DISCARD else 0


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the player may do now."""
    if s.phase == Phase.KINGDOM:
        _legal_visit(s, may)
    elif s.phase == Phase.DISCARD:
        _legal_discard(s, may)
    elif s.phase == Phase.LEAD or s.phase == Phase.ANSWER:
        refuse(may, VISIT, PLACES, STAY)
        refuse(may, DISCARD, kinds(s.hand[PLAYER]), NO_COMMERCE)
        refuse(may, SELECT, kinds(s.hand[PLAYER]), NO_HELPER)
        refuse(may, USE, kinds(s.hand[PLAYER]), NO_HELPER)
        refuse(may, USE, FOR_POLITICS, NAME_KINGDOM)
        legal_select(s, may)
        legal_use(s, may)
        if s.phase == Phase.LEAD:
            _legal_turn(s, may)
        else:
            _legal_play(s, may)


@kernel
def _legal_visit(s: State, may: list[int]) -> None:
    """EMIS-2.2 to 2.4: one kingdom not yet won, in any order."""
    _refuse_all(s, may, CHOOSE_FIRST)
    refuse(may, DISCARD, kinds(s.hand[PLAYER]), CHOOSE_FIRST)
    offer(may, VISIT, PLACES)
    strike(may, VISIT, PLACES & ~places_left(s), KINGDOM_WON)


@kernel
def _legal_discard(s: State, may: list[int]) -> None:
    """EMIS-5.8, 6.14: Commerce is carried out before anything else is done."""
    _refuse_all(s, may, CARRY_OUT_FIRST)
    refuse(may, VISIT, PLACES, STAY)
    offer(may, DISCARD, spare(s.hand[PLAYER], s.draft[PLAYER]))


@kernel
def _refuse_all(s: State, may: list[int], clause: int) -> None:
    """Say of all that belongs to the tricks why it is not open."""
    refuse(may, TURN, 1, clause)
    refuse(may, SELECT, VASSALS | kinds(s.hand[PLAYER]), clause)
    refuse(may, USE, WITH_POWER | kinds(s.hand[PLAYER]), clause)
    for i in range(len(POLITICS)):
        refuse(may, POLITICS[i], PLACES, clause)
    refuse(may, PLAY, kinds(s.hand[PLAYER]), clause)


@kernel
def _legal_turn(s: State, may: list[int]) -> None:
    """EMIS-3.12, 7.6: have the king's card turned, unless a vassal could then no longer be used."""
    refuse(may, PLAY, kinds(s.hand[PLAYER]), TURN_FIRST)
    offer_one(may, TURN)
    between = s.options.power_timing == PowerTiming.BETWEEN_TRICKS
    if between and size(s.hand[PLAYER]) == 1 and owes_a_power(s):
        strike(may, TURN, 1, DUTY_BEFORE_TURNING)


@kernel
def _legal_play(s: State, may: list[int]) -> None:
    """EMIS-3.2, 3.3, 7.3: follow suit; in hard mode not with the last card while a selected vassal is unused."""
    refuse(may, TURN, 1, TURNED_ALREADY)
    hand = kinds(s.hand[PLAYER])
    offer(may, PLAY, hand)
    suit = OF_SUIT[SUIT[lowest(kinds(s.trick[KING]))]]
    if hand & suit != 0:
        strike(may, PLAY, hand & ~suit, FOLLOW)
    if size(s.hand[PLAYER]) == 1 and owes_a_power(s):
        strike(may, PLAY, hand, DUTY)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; an empty hand, or too many arguments, end the visit."""
    if s.run == Run.OPEN and not is_of(action, SELECT):
        s.run = Run.CLOSED
    if is_of(action, PLAY):
        _answer(s, piece_of(action))
    elif is_of(action, DISCARD):
        discard(s, piece_of(action))
    elif is_one_of(verb_index(action, POLITICS[0]), 0, len(POLITICS) - 1):
        which = verb_index(action, POLITICS[0])
        use_politics(s, POLITICIANS[which], piece_of(action))
    elif is_of(action, USE):
        use(s, piece_of(action))
    elif is_of(action, SELECT):
        _select(s, piece_of(action))
    elif is_of(action, VISIT):
        _visit(s, piece_of(action))
    else:
        turn_card(s)


@kernel
def _visit(s: State, place: int) -> None:
    """EMIS-2.5 to 2.8: go to a kingdom, with the vassals."""
    s.kingdom = place
    name_trump(s)
    go_on(s)


@kernel
def _select(s: State, vassal: int) -> None:
    """EMIS-5.2 to 5.4, 5.12: a vassal is turned face down, for good."""
    drop(s.vassals, vassal)
    put(s.selected, vassal)
    if s.options.vassal_selection == VassalSelection.ONE_WINDOW:
        s.run = Run.OPEN
    go_on(s)


@kernel
def _answer(s: State, card: int) -> None:
    """EMIS-3.4 to 3.8, 3.11: the answer decides the argument; one too many cannot be undone."""
    led = lowest(kinds(s.trick[KING]))
    clear(s.trick[KING])
    drop(s.hand[PLAYER], card)
    _keep_in_sight(s, led, card)
    put(s.discards, led)
    s.discarded += 1
    s.tricks_played += 1
    if wins(s.trump, led, card):
        put(s.won_pile, card)
        s.arguments += 1
        note(s, TAKES, PLAYER, 0)
    else:
        put(s.discards, card)
        s.discarded += 1
        note(s, TAKES, KING, 0)
    if s.arguments > demand(s) and s.options.stop_when_lost:
        end_visit(s)
    else:
        go_on(s)


@kernel
def _keep_in_sight(s: State, led: int, card: int) -> None:
    """Remember the trick just completed, for it goes away at once."""
    clear(s.last_trick[KING])
    clear(s.last_trick[PLAYER])
    put(s.last_trick[KING], led)
    put(s.last_trick[PLAYER], card)


@kernel
def succeeded(s: State) -> bool:
    """EMIS-9.1, 9.2: tell whether the visit that has just ended was a success."""
    return s.phase != Phase.OVER or s.won[PLAYER] == 1


@kernel
def payoff(s: State, out: list[int]) -> None:
    """The score to be expected at the match's end, in hundredths: after a defeat the score as it is."""
    out[PLAYER] = 100 * s.score[PLAYER]
    if s.phase == Phase.DEAL:
        out[PLAYER] += future(s)
