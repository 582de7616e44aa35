"""Why a card is advised: what it does in the trick, and what it saves in the last one."""

from __future__ import annotations

from torite.kit import Sentence, is_of, kinds, piece_of

from .cards import PACK, STRENGTH, strongest, weakest
from .display import facts
from .scoring import multiplier, points_of
from .state import PLAY, Phase, State
from .tricks import beating, is_lead, reference

#: Sentences that `because` may name.
SAYS = ("because.leaves_last", "because.no_stronger", "because.lowest_that_beats", "because.lets_go")


def because(s: State, seat: int, action: int) -> Sentence | None:
    """CUC-3.4, 4.1: say of a card played alone what is left for the last trick, or that it is high or low in time."""
    if s.phase != Phase.PLAY or not is_of(action, PLAY):
        return None
    card, held = piece_of(action), PACK.listed(s.hand[seat])
    rest = list(held)
    rest.remove(card)
    if not rest:
        return None
    told = {"kept": PACK.glyph(rest[0]), "cost": 0, "reference": facts(s, seat)["reference"]}
    if len(rest) == 1:
        return Sentence("leaves_last", told | {"cost": _cost(s, seat, rest[0])})
    if strength_at_last(s, card) >= max(strength_at_last(s, other) for other in rest):
        return Sentence("no_stronger", told | {"cost": _cost(s, seat, card)})
    return None if is_lead(s) else _because_of_trick(s, seat, card, told)


def _cost(s: State, seat: int, card: int) -> int:
    """CUC-4.1: return what a card costs whoever loses the last trick with it alone."""
    return points_of(s, card) * multiplier(s, seat, PACK.mask([card]))


def _because_of_trick(s: State, seat: int, card: int, told: dict[str, object]) -> Sentence | None:
    """CUC-3.4, 3.9: say that a card beats with as little as will do, or leaves the trick to somebody else."""
    held, strength = kinds(s.hand[seat]), STRENGTH[s.order]
    beats = beating(s) & held
    if not beats:
        return None
    if strength[card] < reference(s):
        return Sentence("lets_go", told)
    least = strength[card] == weakest(s.order, beats)
    return Sentence("lowest_that_beats", told) if least and strength[card] < strongest(s.order, beats) else None


def strength_at_last(s: State, card: int) -> int:
    """RASSI-1.3: return how strong a card is in the last trick."""
    return STRENGTH[s.last_order][card]


def alike(s: State, card: int) -> tuple[int, ...]:
    """CUC-1.2, 1.5: tell a card by its strength, in the last trick too, and what it costs; suits never matter."""
    return STRENGTH[s.order][card], strength_at_last(s, card), points_of(s, card), _cost(s, 0, card)
