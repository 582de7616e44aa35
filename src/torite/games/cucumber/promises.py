"""The invariants of the clauses (section 17), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import kinds, size

from .options import BuyIn, LastTrickTie
from .state import Phase, State


def equal_hands(s: State) -> bool:
    """Invariant 1: between tricks all hands are equally large."""
    if s.phase != Phase.PLAY or s.trick_len > 0:
        return True
    return len({size(s.hand[seat]) for seat in range(s.seats) if not s.out[seat]}) == 1


def empty_after_deal(s: State) -> bool:
    """Invariant 1: a deal ends with all hands empty."""
    return s.phase not in (Phase.DEAL, Phase.OVER) or all(kinds(row) == 0 for row in s.hand)


def single_last(s: State) -> bool:
    """Invariant 5: the last trick has one card each."""
    return not s.is_last or not s.options.keep_last_single or s.set_size == 1


def scores_fit(s: State) -> bool:
    """Invariant 6: no score is negative; none stands at the limit that resets."""
    if any(score < 0 for score in s.score):
        return False
    if not s.options.exact_reset or s.phase not in (Phase.DEAL, Phase.OVER):
        return True
    return all(
        s.score[seat] != s.options.out_at or s.doomed[seat] or s.out[seat] or s.bought[seat] for seat in range(s.seats)
    )


def one_loser(s: State) -> bool:
    """Invariant 6: with refunds one player gained points; nobody who is out gained any."""
    if s.phase not in (Phase.DEAL, Phase.OVER) or s.deals_played == 0:
        return True
    gained = sum(added > 0 for added in s.added)
    return gained == 1 if s.options.last_trick_tie == LastTrickTie.REFUND else gained >= 1


def limit_drops_out(s: State) -> bool:
    """Invariant 7: between deals nobody at the limit is still in."""
    from .scoring import at_limit

    return s.phase != Phase.DEAL or not any(at_limit(s, seat) for seat in range(s.seats))


def pot_fits(s: State) -> bool:
    """Invariant 8: the pot is what was paid in, and is empty at the end; chips are conserved."""
    if not s.options.ante:
        return s.pot == 0
    whole = s.pot + sum(s.chips[seat] for seat in range(s.seats)) == s.seats * s.options.starting_chips
    if s.phase == Phase.OVER:
        return whole and s.pot == 0
    paid = sum(s.bought) * s.options.buy_in_antes * s.options.ante_chips * (s.options.buy_in == BuyIn.PAID)
    return whole and s.pot == s.seats * s.options.ante_chips + paid


PROMISES: dict[str, Any] = {
    "CUC-17.1 equal hands": equal_hands,
    "CUC-17.1 empty hands": empty_after_deal,
    "CUC-17.5 single last trick": single_last,
    "CUC-17.6 scores": scores_fit,
    "CUC-17.6 losers": one_loser,
    "CUC-17.7 drop-outs": limit_drops_out,
    "CUC-17.8 pot": pot_fits,
}
