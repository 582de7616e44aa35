"""The end of a deal and of the match: card points, the moon, bonuses, the winner (HEARTS-5, HEARTS-6)."""

from __future__ import annotations

from torite.kit import kernel, kinds, next_seat, note

from .cards import ALL_POINTS, JACK, JACK_POINTS, NO_TRICK_POINTS, POINT_CARDS, card_points
from .state import COUNTS, JACK_BONUS, NO_TRICK, SEATS, SHOOTS, WINS, Phase, State, cards_on_trick


@kernel
def cards_taken(s: State, seat: int) -> int:
    """Return the cards that a seat took in the deal; the last trick still lies before its taker."""
    return kinds(s.taken[seat]) | (cards_on_trick(s) if seat == s.turn else 0)


@kernel
def shooter(s: State) -> int:
    """HEARTS-5.2: return the seat that took all hearts and the queen of spades, -1 if there is none."""
    for seat in range(SEATS):
        if cards_taken(s, seat) & POINT_CARDS == POINT_CARDS:
            return seat
    return -1


@kernel(seldom=True)
def score_deal(s: State) -> None:
    """HEARTS-5: add what each seat's tricks cost to its score, then see whether the match is over."""
    moon = shooter(s)
    for seat in range(SEATS):
        if moon < 0:
            s.added[seat] = card_points(cards_taken(s, seat))
            note(s, COUNTS, seat, s.added[seat])
        else:
            s.added[seat] = 0 if seat == moon else ALL_POINTS
            note(s, SHOOTS, seat, s.added[seat])
        s.added[seat] += _bonus(s, seat, moon)
        s.score[seat] += s.added[seat]
    s.deals_played += 1
    s.dealer = next_seat(s, s.dealer)
    next_deal(s)
    if _ends(s):
        _name_winners(s)


@kernel
def next_deal(s: State) -> None:
    """HEARTS-1.4, 2.1: a direction is drawn for every deal in which cards are passed."""
    s.phase = Phase.DIRECTION if s.options.pass_cards else Phase.DEAL
    s.turn = -1


@kernel
def _bonus(s: State, seat: int, moon: int) -> int:
    """HEARTS-5.4, 5.5: −10 for the jack of diamonds; −5 for no trick at all, but not after a moon."""
    cards = cards_taken(s, seat)
    bonus = 0
    if s.options.jd_bonus and cards & JACK != 0:
        bonus += JACK_POINTS
        note(s, JACK_BONUS, seat, JACK_POINTS)
    if s.options.avoid_all_tricks_bonus and cards == 0 and moon < 0:
        bonus += NO_TRICK_POINTS
        note(s, NO_TRICK, seat, NO_TRICK_POINTS)
    return bonus


@kernel
def _ends(s: State) -> bool:
    """HEARTS-6.1, 6.2: the match ends after the number of deals agreed, or when a score reaches the limit."""
    if s.options.deals > 0:
        return s.deals_played == s.options.deals
    for seat in range(SEATS):
        if s.score[seat] >= s.options.out_at:
            return True
    return False


@kernel
def _name_winners(s: State) -> None:
    """HEARTS-6.3: the lowest score wins; equal ones win together."""
    best = min(min(s.score[0], s.score[1]), min(s.score[2], s.score[3]))
    for seat in range(SEATS):
        if s.score[seat] == best:
            s.won[seat] = 1
            note(s, WINS, seat, best)
    s.phase = Phase.OVER
