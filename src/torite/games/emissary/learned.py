"""The learned rule: what was learned from visits about the chance of success says what is best to be done now.

Of all that may be done that is chosen after which a network (`torite.kit.learned`) sees most to be gained. It looks at
the hand, what is demanded, and who can still help: `python -m torite.games.emissary.learning` makes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from torite.kit import bit, count, has, holds_action, kernel, kinds, lowest, offered, room, size
from torite.kit.learned import CERTAIN, learned_chance, read_net

from .advice import ALLY, DRAWN, SUCCESS, WON, chance_of, expected_of
from .cards import CLUBS, DIAMONDS, HEARTS, OF_SUIT, PACK, RANK, SUIT, VASSALS, wins
from .choosing import exchangeable, places_left
from .future import FUTURE, index_of
from .options import Mode, PoliticsBan, VassalSelection
from .state import (
    DISCARD,
    HAND_SIZE,
    KING,
    KINGDOMS,
    PLAY,
    PLAYER,
    POLITICIANS,
    POLITICS,
    SELECT,
    TURN,
    USE,
    VISIT,
    Phase,
    State,
)

# What describes a position, each part by rank or by suit where so many are named:
TRUMPS, PLAIN = 0, 8  # of the hand, by rank
OF_CLUBS, VOIDS = 16, 17  # of the hand, which Military counts; suits but trump that it has none of
UNKNOWN, HELD, NEED, SPARE = 18, 19, 20, 21  # cards to be drawn, all of the hand, what is demanded yet, held beyond it
THUMB, SHORT, OFF = 22, 23, 24  # what the rule of thumb makes of it: the chance, what is lacking, and its size
TURNED, FIRST, SECOND, TRADING = 25, 26, 27, 28  # a card is to be answered; no trick yet; one; Commerce goes on
READY, OPEN, ALLIED, RULED = 29, 33, 37, 41  # by suit: selected; may be; allies; rulers whom Politics can bring here
OWED, HARD, GONE = 45, 49, 50  # by suit: must be used; the mode; trumps that were played
INPUTS = 51
COARSE, SLIGHT, FAR = 500, 250, 12  # steps of THUMB and SHORT, and the most of those
VALUE, ACTION, DESCRIBED = 0, 1, 2  # of the best so far
BEST = DESCRIBED + INPUTS
FILE = Path(__file__).parent / "learned.bin"
NET = read_net(FILE, INPUTS)
OF_SUITS = tuple(PACK.of_suit[suit] for suit in range(4))  # all cards, vassals and rulers among them


@kernel
def learned_rule(s: State, seat: int, may: list[int]) -> int:
    """Do that after which most is to be gained."""
    best = room(BEST)
    return choose(s, may, NET, FUTURE, best)


@kernel
def choose(s: State, may: Any, net: Any, worth: Any, best: Any) -> int:
    """Choose among *may*.

    Args:
        s: the state.
        may: what may be done.
        net: the network.
        worth: the table of further scores, by `index_of`.
        best: is filled with how the best is described.
    """
    x = room(INPUTS)
    best[VALUE] = -(1 << 60)
    best[ACTION] = -1
    _describe(s, x)
    if s.phase == Phase.KINGDOM:
        _weigh_visits(s, offered(may, VISIT), net, worth, x, best)
    elif s.phase == Phase.DISCARD:
        _weigh_discards(s, offered(may, DISCARD), net, x, best)
    elif offered(may, PLAY) != 0:
        _weigh_answers(s, offered(may, PLAY), net, x, best)
    else:
        _weigh_help(s, may, net, worth, x, best)
    return best[ACTION]


@kernel
def _describe(s: State, x: Any) -> None:
    """Describe what is the same whatever is chosen: who can help, and what was played."""
    free = s.options.vassal_selection == VassalSelection.ANY_TIME
    ready = kinds(s.selected) | (kinds(s.vassals) if free else 0)
    could_be = 0 if free or s.tricks_played > 1 else kinds(s.vassals)
    hard = s.options.mode == Mode.HARD and not free
    for suit in range(4):
        x[READY + suit] = count(ready & OF_SUITS[suit])
        x[OPEN + suit] = count(could_be & OF_SUITS[suit])
        x[ALLIED + suit] = count(kinds(s.allies) & OF_SUITS[suit])
        x[OWED + suit] = x[READY + suit] if hard else 0
    x[HARD] = 1 if hard else 0
    x[FIRST] = 1 if s.tricks_played == 0 else 0
    x[SECOND] = 1 if s.tricks_played == 1 else 0
    if s.phase != Phase.KINGDOM:
        x[GONE] = _gone(s, s.trump)
        _describe_rulers(s, exchangeable(s), x)


@kernel
def _gone(s: State, suit: int) -> int:
    """Count the cards of a suit that were played, or thrown away, and do not lie in the stock again."""
    return count((kinds(s.discards) | kinds(s.won_pile)) & OF_SUIT[suit])


@kernel
def _describe_rulers(s: State, places: int, x: Any) -> None:
    """Describe which suits Politics could make trump."""
    for suit in range(4):
        x[RULED + suit] = 0
    while places != 0:
        x[RULED + SUIT[s.kingdoms[lowest(places)]]] = 1
        places &= places - 1


@kernel
def _chance(x: Any, net: Any, hand: int, unknown: int, need: int, trump: int) -> int:
    """Return the chance of success with a hand, and cards to be drawn."""
    held = count(hand) + unknown
    if need < 0 or held == 0:
        x[HELD] = 0
        return CERTAIN if need == 0 else 0
    for i in range(TURNED):
        x[i] = 0
    left = hand
    while left != 0:
        card = lowest(left)
        left &= left - 1
        x[TRUMPS + RANK[card] if SUIT[card] == trump else PLAIN + RANK[card]] += 1
    for suit in range(4):
        x[VOIDS] += 1 if suit != trump and hand & OF_SUIT[suit] == 0 else 0
    short = WON * need - expected_of(hand, trump) - DRAWN * unknown
    x[OF_CLUBS] = count(hand & OF_SUIT[CLUBS])
    x[UNKNOWN] = unknown
    x[HELD] = held
    x[NEED] = need
    x[SPARE] = held - need
    x[THUMB] = chance_of(held, short) // COARSE
    x[SHORT] = max(-FAR, min(FAR, short // SLIGHT))
    x[OFF] = abs(x[SHORT])
    return learned_chance(x, net)


@kernel
def _consider(best: Any, x: Any, action: int, value: int) -> None:
    """Keep what was described, if it is the best so far."""
    if value > best[VALUE]:
        best[VALUE] = value
        best[ACTION] = action
        for i in range(INPUTS):
            best[DESCRIBED + i] = x[i]


@kernel
def _weigh_visits(s: State, choices: int, net: Any, worth: Any, x: Any, best: Any) -> None:
    """EMIS-2.4: weigh the kingdoms, each by the chance and by what is left after it."""
    left = places_left(s)
    while choices != 0:
        place = lowest(choices)
        choices &= choices - 1
        barred = place == KINGDOMS - 1 and s.options.politics_ban == PoliticsBan.POSITION_8
        _describe_rulers(s, 0 if barred else left & ~bit(place), x)
        chance = _chance(x, net, kinds(s.hand[PLAYER]), 0, place + 1, SUIT[s.kingdoms[place]])
        gain = SUCCESS + worth[index_of(left & ~bit(place), size(s.allies) + 1)]
        _consider(best, x, VISIT + place, chance * gain)


@kernel
def _weigh_answers(s: State, choices: int, net: Any, x: Any, best: Any) -> None:
    """EMIS-3.2 to 3.6: weigh the answers by the chance that is left after them."""
    hand = kinds(s.hand[PLAYER])
    led = lowest(kinds(s.trick[KING]))
    x[SECOND] = x[FIRST]
    x[FIRST] = 0
    if x[SECOND] == 0:  # nobody can be selected any more
        for suit in range(4):
            x[OPEN + suit] = 0
    while choices != 0:
        card = lowest(choices)
        choices &= choices - 1
        need = _need(s) - (1 if wins(s.trump, led, card) else 0)
        _consider(best, x, PLAY + card, _chance(x, net, hand & ~bit(card), 0, need, s.trump))


@kernel
def _weigh_discards(s: State, choices: int, net: Any, x: Any, best: Any) -> None:
    """EMIS-6.14: weigh the pairs that Commerce may discard; the one not named yet is chosen."""
    hand = kinds(s.hand[PLAYER])
    named = kinds(s.draft[PLAYER])
    while choices != 0:
        one = lowest(choices)
        choices &= choices - 1
        others = named if named != 0 else hand & ~bit(one)
        if others == 0:
            _consider(best, x, DISCARD + one, 0)
        while others != 0:
            pair = bit(one) | bit(lowest(others))
            others &= others - 1
            _consider(best, x, DISCARD + one, _chance(x, net, hand & ~pair, 0, _need(s), s.trump))


@kernel
def _weigh_help(s: State, may: Any, net: Any, worth: Any, x: Any, best: Any) -> None:
    """EMIS-3.12, 5, 8: weigh having the card turned, selecting, and each power."""
    hand = kinds(s.hand[PLAYER])
    gain = _gain(s, worth, size(s.allies) + 1)
    if holds_action(may, TURN):
        x[TURNED] = 1
        _consider(best, x, TURN, gain * _chance(x, net, hand, 0, _need(s), s.trump))
        x[TURNED] = 0
    left = offered(may, SELECT)
    while left != 0:
        suit = SUIT[lowest(left)]
        x[READY + suit] += 1
        x[OPEN + suit] -= 1
        x[OWED + suit] += x[HARD]
        _consider(best, x, SELECT + lowest(left), gain * _chance(x, net, hand, 0, _need(s), s.trump))
        x[READY + suit] -= 1
        x[OPEN + suit] += 1
        x[OWED + suit] -= x[HARD]
        left &= left - 1
    left = offered(may, USE)
    while left != 0:
        helper = lowest(left)
        left &= left - 1
        _spend(x, helper, -1)
        x[TRADING] = 1 if SUIT[helper] == DIAMONDS else 0
        _consider(best, x, USE + helper, _worth(s, worth, helper, _chance_with(s, net, x, SUIT[helper])))
        x[TRADING] = 0
        _spend(x, helper, 1)
    _weigh_politics(s, may, net, worth, x, best)


@kernel
def _weigh_politics(s: State, may: Any, net: Any, worth: Any, x: Any, best: Any) -> None:
    """EMIS-6.7: weigh Politics, by each of those who have it, with each ruler."""
    for i in range(len(POLITICS)):
        left = offered(may, POLITICS[i])
        while left != 0:
            place = lowest(left)
            left &= left - 1
            suit = SUIT[s.kingdoms[place]]
            _spend(x, POLITICIANS[i], -1)
            _describe_rulers(s, exchangeable(s) & ~bit(place) | bit(s.kingdom), x)
            x[GONE] = _gone(s, suit)
            chance = _chance(x, net, kinds(s.hand[PLAYER]), 0, _need(s), suit)
            _consider(best, x, POLITICS[i] + place, _worth(s, worth, POLITICIANS[i], chance))
            _describe_rulers(s, exchangeable(s), x)
            x[GONE] = _gone(s, s.trump)
            _spend(x, POLITICIANS[i], 1)


@kernel
def _spend(x: Any, helper: int, change: int) -> None:
    """Describe a helper as used, or not any more."""
    suit = SUIT[helper]
    if has(VASSALS, helper):
        x[READY + suit] += change
        x[OWED + suit] += change * x[HARD]
    else:
        x[ALLIED + suit] += change


@kernel
def _chance_with(s: State, net: Any, x: Any, suit: int) -> int:
    """Return the chance of success after the power of a suit."""
    hand = kinds(s.hand[PLAYER])
    kept = hand
    unknown = 0
    if suit == CLUBS:
        unknown = count(hand & OF_SUIT[CLUBS])
    elif suit == HEARTS:
        kept = hand & ~OF_SUIT[s.trump]
        unknown = count(hand & OF_SUIT[s.trump]) if s.options.diplomacy_refill else 0
    return _chance(x, net, kept, unknown, _need(s), s.trump)


@kernel
def _need(s: State) -> int:
    """Return the arguments to be won yet."""
    return s.kingdom + 1 - s.arguments


@kernel
def _gain(s: State, worth: Any, allies: int) -> int:
    """Return what a success is worth, with so many allies after it."""
    return SUCCESS + worth[index_of(places_left(s) & ~bit(s.kingdom), min(allies, HAND_SIZE))]


@kernel
def _worth(s: State, worth: Any, helper: int, chance: int) -> int:
    """Return what a chance is worth with a helper used: of an ally its point, too."""
    if has(VASSALS, helper):
        return chance * _gain(s, worth, size(s.allies) + 1)
    return chance * _gain(s, worth, size(s.allies)) - ALLY * CERTAIN
