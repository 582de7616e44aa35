"""The rule of thumb: go where the hand can be brought to what is demanded, and play and help it towards that."""

from __future__ import annotations

from typing import Any

from torite.kit import bit, count, holds_action, kernel, kinds, lowest, offered, size

from .cards import CLUBS, DIAMONDS, HEARTS, OF_SUIT, RANK, SUIT, VASSALS, wins
from .choosing import places_left
from .future import FUTURE, index_of
from .options import Carryover, Mode
from .state import DISCARD, HAND_SIZE, KING, PLAY, PLAYER, POLITICIANS, POLITICS, SELECT, TURN, USE, VISIT, Phase, State

WON = 1000  # an argument; what cards are expected to win is in thousandths of it
AS_TRUMP = (500, 570, 680, 770, 850, 930, 1050, 1130)  # of a card by its rank, A to 8
AS_PLAIN = (-100, -10, 80, 160, 260, 350, 440, 530)
DRAWN = 370  # of a card not drawn yet
SWAY = 800  # how far Commerce brings a hand towards the demand
SUCCESS = 200  # a kingdom and an ally, in hundredths of a point
ALLY = 100
MARGIN = 5  # by how much a vassal must raise the chance to be used now, in per cent
SPARED = 6  # the same for an ally, beside its point
STEP, FIRST = 250, -3000  # of the columns of …
# … the chance to win as many as demanded, in per cent: a row for each number of cards in hand up to eight; a column for
# how much more is demanded than the cards are expected to win. Counted in visits played so, without powers.
CHANCE = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 1, 7, 25, 55, 80, 86, 67, 37, 21, 14, 4, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 1, 3, 7, 20, 40, 57, 64, 63, 56, 43, 27, 14, 7, 4, 2, 0, 0, 0, 0, 0),
    (0, 0, 0, 1, 2, 4, 9, 17, 31, 45, 55, 58, 57, 53, 44, 32, 22, 15, 8, 4, 2, 1, 0, 0, 0),
    (0, 0, 1, 2, 4, 9, 16, 26, 37, 47, 53, 54, 53, 51, 46, 39, 30, 22, 14, 9, 5, 2, 1, 0, 0),
    (0, 1, 3, 6, 10, 16, 22, 31, 39, 45, 49, 51, 51, 50, 48, 43, 36, 29, 21, 15, 10, 6, 3, 1, 1),
    (2, 3, 6, 10, 14, 19, 26, 33, 39, 45, 48, 49, 49, 48, 48, 45, 41, 36, 29, 23, 17, 11, 7, 4, 3),
    (3, 5, 8, 11, 16, 22, 29, 35, 39, 43, 46, 47, 48, 48, 47, 45, 43, 39, 34, 30, 25, 19, 13, 9, 7),
    (5, 7, 9, 13, 17, 22, 28, 34, 39, 43, 45, 46, 46, 47, 47, 46, 45, 42, 39, 35, 30, 24, 19, 15, 12),
)
COLUMNS = len(CHANCE[0])


@kernel
def expected_of(cards: int, trump: int) -> int:
    """Return the arguments that cards are expected to win, in thousandths."""
    total = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        total += AS_TRUMP[RANK[card]] if SUIT[card] == trump else AS_PLAIN[RANK[card]]
    return total


@kernel
def chance_of(cards: int, short: int) -> int:
    """Return the chance to win what is demanded, in hundredths of a per cent.

    Args:
        cards: the number of cards in hand.
        short: how much more is demanded than they are expected to win, in thousandths of an argument.
    """
    if cards == 0:
        return 10_000 if short == 0 else 0
    row = min(cards, HAND_SIZE)
    at = max(0, min(short - FIRST, STEP * (COLUMNS - 1) - 1))
    column, beyond = at // STEP, at % STEP
    return 100 * (CHANCE[row][column] * (STEP - beyond) + CHANCE[row][column + 1] * beyond) // STEP


@kernel
def best_kingdom(s: State, choices: int, worth: Any) -> int:
    """Find the kingdom where the chance to win just enough, times what a success is worth, is greatest.

    Args:
        s: the state.
        choices: the kingdoms open, as a mask of places.
        worth: the table of further scores, by `index_of`.
    """
    hand = kinds(s.hand[PLAYER])
    left = places_left(s)
    best, best_value = lowest(choices), -1
    while choices != 0:
        place = lowest(choices)
        choices &= choices - 1
        trump, need = SUIT[s.kingdoms[place]], WON * (place + 1)
        chance = chance_of(count(hand), need - expected_of(hand, trump))
        for suit in range(4):
            chance = max(chance, _chance_after(s, suit, trump, need))
        value = chance * (SUCCESS + worth[index_of(left & ~bit(place), size(s.allies) + 1)])
        if value > best_value:
            best, best_value = place, value
    return best


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Visit where most is to be expected; use powers that raise the chance enough; answer to keep it high."""
    if s.phase == Phase.KINGDOM:
        return VISIT + best_kingdom(s, offered(may, VISIT), FUTURE)
    if s.phase == Phase.DISCARD:
        return DISCARD + _discard(s)
    if s.phase == Phase.ANSWER and offered(may, PLAY) != 0:
        return PLAY + _answer(s, offered(may, PLAY))
    easy = s.options.mode == Mode.EASY and s.options.unused_vassal_carryover == Carryover.REFRESH_ALL
    if easy and offered(may, SELECT) != 0:
        return SELECT + lowest(offered(may, SELECT))
    return _help(s, may)


@kernel
def _need(s: State) -> int:
    return WON * (s.kingdom + 1 - s.arguments)


@kernel
def _answer(s: State, choices: int) -> int:
    """Find the card after which the rest of the hand is likeliest to win what is then demanded."""
    hand = kinds(s.hand[PLAYER])
    led = lowest(kinds(s.trick[KING]))
    best, best_value = lowest(choices), -1
    while choices != 0:
        card = lowest(choices)
        choices &= choices - 1
        need = _need(s) - (WON if wins(s.trump, led, card) else 0)
        rest = hand & ~bit(card)
        value = chance_of(count(rest), need - expected_of(rest, s.trump)) if need >= 0 else -1
        if value > best_value:
            best, best_value = card, value
    return best


@kernel
def _discard(s: State) -> int:
    """Find the pair without which the hand is likeliest to win what is demanded; return the one not named yet."""
    hand = kinds(s.hand[PLAYER])
    named = kinds(s.draft[PLAYER])
    best, best_value = lowest(hand & ~named), -1
    left = hand
    while left != 0:
        one = lowest(left)
        left &= left - 1
        rest = left
        while rest != 0:
            pair = bit(one) | bit(lowest(rest))
            rest &= rest - 1
            value = chance_of(count(hand) - 2, _need(s) - expected_of(hand & ~pair, s.trump))
            if value > best_value and pair & named == named:
                best, best_value = lowest(pair & ~named), value
    return best


@kernel
def _help(s: State, may: list[int]) -> int:
    """Find the power that raises the chance most, if it is worth it; else have the card turned."""
    hand = kinds(s.hand[PLAYER])
    after = places_left(s) & ~bit(s.kingdom)
    gain = SUCCESS + FUTURE[index_of(after, min(size(s.allies) + 1, HAND_SIZE))]
    with_one_less = SUCCESS + FUTURE[index_of(after, size(s.allies))] - ALLY
    now = chance_of(count(hand), _need(s) - expected_of(hand, s.trump))
    must = not holds_action(may, TURN)
    best, best_value = TURN, -(1 << 30) if must else now * gain
    left = offered(may, USE) | offered(may, SELECT)
    while left != 0:
        helper = lowest(left)
        left &= left - 1
        chance = _chance_after(s, SUIT[helper], s.trump, _need(s))
        value = _worth(bit(helper), chance, gain, with_one_less)
        if value > best_value:
            best = (USE if offered(may, USE) & bit(helper) != 0 else SELECT) + helper
            best_value = value
    for i in range(len(POLITICS)):
        left = offered(may, POLITICS[i])
        while left != 0:
            place = lowest(left)
            left &= left - 1
            chance = chance_of(count(hand), _need(s) - expected_of(hand, SUIT[s.kingdoms[place]]))
            value = _worth(bit(POLITICIANS[i]), chance, gain, with_one_less)
            if value > best_value:
                best, best_value = POLITICS[i] + place, value
    return best


@kernel
def _worth(helper: int, chance: int, gain: int, with_one_less: int) -> int:
    """Return what the visit is worth with a helper used, in hundredths of a point and of a per cent."""
    if helper & VASSALS != 0:
        return (chance - 100 * MARGIN) * gain
    return (chance - 100 * SPARED) * with_one_less - ALLY * (10_000 - chance)


@kernel
def _chance_after(s: State, suit: int, trump: int, need: int) -> int:
    """Return the chance to win what is demanded after the power of a suit; Politics is not looked at."""
    hand = kinds(s.hand[PLAYER])
    short = need - expected_of(hand, trump)
    if suit == CLUBS:
        drawn = count(hand & OF_SUIT[CLUBS])
        return chance_of(count(hand) + drawn, short - DRAWN * drawn)
    if suit == HEARTS:
        trumps = hand & OF_SUIT[trump]
        refilled = count(trumps) if s.options.diplomacy_refill else 0
        kept = hand & ~trumps
        return chance_of(count(kept) + refilled, need - expected_of(kept, trump) - DRAWN * refilled)
    if suit == DIAMONDS:
        return chance_of(count(hand), min(0, short + SWAY) if short < 0 else max(0, short - SWAY))
    return chance_of(count(hand), short)
