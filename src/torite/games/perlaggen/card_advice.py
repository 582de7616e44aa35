"""The rule of thumb for cards: lead high, take a trick as cheaply as will do; and what a search need not try."""

from __future__ import annotations

from torite.kit import bit, count, kernel, kinds, lowest, nth_verb, offered

from .cards import ACE, RANK, STAND_INDEX, SUIT, WIDTH, WILDS
from .state import MAJORITY, PLAY, PLAY_AS, SEATS, State, partner_of, team_of, team_tricks
from .tricks import beats, is_lead, power


@kernel(seldom=True)
def choose_card(s: State, seat: int, may: list[int]) -> int:
    """Lead high; take a trick as cheaply as will do, unless it is the partner's; else throw the lowest card away."""
    plain = offered(may, PLAY) & ~WILDS[s.trump]
    wild = _weakest_wild(s, seat)
    if is_lead(s):
        return PLAY + _highest(s, plain) if plain != 0 else _as_top(s, wild)
    last = s.trick_len == SEATS - 1
    ours = s.best_seat == partner_of(seat)
    sure = SUIT[s.best] == s.trump and RANK[s.best] == ACE
    if plain != 0 and ours and (last or sure):
        return PLAY + _lowest(s, plain)
    winning = _winning(s, plain)
    if winning != 0:
        return PLAY + (_lowest(s, winning) if last else _highest(s, winning))
    if wild >= 0 and not ours and (plain == 0 or is_worth_a_wild(s, seat)) and beats(s, wild, top_trump(s)):
        return _as_top(s, wild)
    return PLAY + _lowest(s, plain) if plain != 0 else _as_top(s, wild)


@kernel
def is_worth_a_wild(s: State, seat: int) -> bool:
    """Keep wilds for the tricks that decide: the last to play takes with one, and who has no trick to lose."""
    lost = team_tricks(s, 1 - team_of(seat))
    return s.trick_len == SEATS - 1 or lost == MAJORITY - 1 or count(kinds(s.hand[seat]) & WILDS[s.trump]) > 1


@kernel
def top_trump(s: State) -> int:
    """Return the ace of trumps."""
    return WIDTH * s.trump + ACE


@kernel
def _as_top(s: State, wild: int) -> int:
    """Play a wild as the ace of trumps, which always does the duty."""
    return nth_verb(PLAY_AS, STAND_INDEX[wild]) + top_trump(s)


@kernel
def _weakest_wild(s: State, seat: int) -> int:
    wilds = kinds(s.hand[seat]) & WILDS[s.trump]
    found = -1
    while wilds != 0:
        card = lowest(wilds)
        wilds &= wilds - 1
        if found < 0 or STAND_INDEX[card] > STAND_INDEX[found]:
            found = card
    return found


@kernel
def _winning(s: State, cards: int) -> int:
    """Return the natural cards that would win the trick as it lies."""
    found = 0
    while cards != 0:
        if beats(s, lowest(cards), lowest(cards)):
            found |= bit(lowest(cards))
        cards &= cards - 1
    return found


@kernel
def _lowest(s: State, cards: int) -> int:
    """Return the card that one can best spare."""
    found = lowest(cards)
    while cards != 0:
        if spared(s, lowest(cards)) < spared(s, found):
            found = lowest(cards)
        cards &= cards - 1
    return found


@kernel
def _highest(s: State, cards: int) -> int:
    """Return the card that one can spare least; of side suits rather than of trumps when it is led."""
    found = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if _lead_worth(s, card) > _lead_worth(s, found):
            found = card
    return found


@kernel
def _lead_worth(s: State, card: int) -> int:
    if is_lead(s):
        return RANK[card] - (WIDTH if SUIT[card] == s.trump and RANK[card] < ACE else 0)
    return power(s, card)


@kernel
def spared(s: State, card: int) -> int:
    """Order cards by how well one can spare them."""
    return RANK[card] + (WIDTH if SUIT[card] == s.trump else 0)
