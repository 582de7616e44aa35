"""The invariants of the clauses (section 26), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import kinds, size, size_of

from .cards import ALL_POINTS, CLASS, OF_CLASS, TRUMPS, points_in
from .options import ExtraPoints
from .scoring import comes_true, is_alone, overachieved, points_of
from .state import ACTIVE, CONTRA, RE, SAID_90, SAID_SCHWARZ, UNDECIDED, Contract, Phase, State, tricks_in_all

TRUMPS_48 = (26, 26, 26, 24, 8, 8, 0, 16)  # of each order
TRUMPS_40 = (24, 24, 24, 22, 8, 8, 0, 16)


def _scored(s: State) -> bool:
    """Tell whether a deal that was played to its end lies there."""
    return s.phase in (Phase.DEAL, Phase.OVER) and s.begun == 1 and s.tricks_played == tricks_in_all(s)


def _active(s: State) -> list[int]:
    return [seat for seat in range(s.seats) if seat != s.idle]


def cards_add_up(s: State) -> bool:
    """Invariant 1: the pack has 240 card points, and the parties share them."""
    if points_in(s.in_play) != ALL_POINTS:
        return False
    return not _scored(s) or points_of(s, RE) + points_of(s, CONTRA) == ALL_POINTS


def trumps_are_right(s: State) -> bool:
    """Invariant 2: each order has its number of trumps, and every card is of one class."""
    wanted = (TRUMPS_48 if s.options.deck == 48 else TRUMPS_40)[s.order]
    classes = [size_of(s.in_play, mask) for mask in OF_CLASS[s.order]]
    return size_of(s.in_play, TRUMPS[s.order]) == wanted and sum(classes) == s.options.deck


def hands_shrink(s: State) -> bool:
    """Invariant 3: in the play hands differ by a card at most, and have one for each trick left."""
    if s.phase != Phase.PLAY:
        return True
    left = tricks_in_all(s) - s.tricks_played
    laid = [size(s.trick[seat]) if s.trick_len < ACTIVE else 0 for seat in range(s.seats)]
    return all(size(s.hand[seat]) + laid[seat] == left for seat in _active(s))


def all_follow(s: State) -> bool:
    """Invariant 4: who did not follow to the trick had nothing of its class, as everybody knows now."""
    if s.phase != Phase.PLAY or s.trick_len == 0:
        return True
    laid = [(seat, kinds(s.trick[seat])) for seat in _active(s) if kinds(s.trick[seat])]
    strangers = [seat for seat, cards in laid if CLASS[s.order][cards.bit_length() - 1] != s.led]
    return all(kinds(s.hand[seat]) & OF_CLASS[s.order][s.led] == 0 for seat in strangers)


def tricks_add_up(s: State) -> bool:
    """Invariant 5: every trick was taken by one seat."""
    return s.phase not in (Phase.PLAY, Phase.OVER) or sum(s.tricks[: s.seats]) == s.tricks_played


def scores_add_up(s: State) -> bool:
    """Invariant 6: a deal's scores sum to nothing, and who sits out has none."""
    if s.idle >= 0 and s.added[s.idle]:
        return False
    odd = s.options.extra_points_mode == ExtraPoints.GAIN_ONLY or (
        _scored(s) and is_alone(s) and s.options.solo_factor == 1
    )
    return odd or sum(s.added[: s.seats]) == 0


def announced_in_order(s: State) -> bool:
    """Invariant 7: a seat's highest announcement is not above its party's."""
    return all(
        0 <= s.announced[seat] <= s.called[s.side[seat]] <= SAID_SCHWARZ
        for seat in _active(s)
        if s.side[seat] != UNDECIDED and s.phase != Phase.DEALER
    )


def one_aim_at_most(s: State) -> bool:
    """Invariant 8: not both parties' highest announcements come true."""
    if not _scored(s):
        return True
    return not all(s.called[party] >= SAID_90 and comes_true(s, party) for party in (RE, CONTRA))


def losers_beat_nothing(s: State) -> bool:
    """Invariant 9: the losers have not beaten an announcement of the winners by thirty."""
    if not _scored(s) or s.winner == UNDECIDED:
        return True
    return overachieved(s, RE + CONTRA - s.winner) == 0


def alone_without_extras(s: State) -> bool:
    """Invariant 10: a player alone scores the same multiple of what each opponent scores."""
    if not _scored(s) or not is_alone(s):
        return True
    alone = next(seat for seat in _active(s) if s.side[seat] == RE)
    return all(s.added[alone] == -s.options.solo_factor * s.added[seat] for seat in _active(s) if seat != alone)


def parties_stay(s: State) -> bool:
    """Invariant 11: what is public of a party is true, and a marriage lacks its second player until it is found."""
    if any(s.party[seat] not in (UNDECIDED, s.side[seat]) for seat in range(s.seats)):
        return False
    if s.contract != Contract.MARRIAGE or s.phase != Phase.PLAY:
        return True
    return (s.side[: s.seats].count(RE) == 1) == (s.partner < 0)


def tournament_counts(s: State) -> bool:
    """Invariant 12: a tournament's deals are the ordinary ones and the compulsory solos that were played."""
    if not s.options.tournament:
        return True
    playing = s.phase not in (Phase.DEAL, Phase.OVER)
    solos = s.seats - sum(s.owes[: s.seats]) - (s.compulsory if playing else 0)
    return s.deals_played == s.ordinary + solos


PROMISES: dict[str, Any] = {
    "DOKO-26.1 card points": cards_add_up,
    "DOKO-26.2 trumps": trumps_are_right,
    "DOKO-26.3 hands shrink": hands_shrink,
    "DOKO-26.4 follow": all_follow,
    "DOKO-26.5 tricks": tricks_add_up,
    "DOKO-26.6 scores": scores_add_up,
    "DOKO-26.7 announcements": announced_in_order,
    "DOKO-26.8 aims": one_aim_at_most,
    "DOKO-26.9 losers": losers_beat_nothing,
    "DOKO-26.10 alone": alone_without_extras,
    "DOKO-26.11 parties": parties_stay,
    "DOKO-26.12 tournament": tournament_counts,
}
