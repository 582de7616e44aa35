"""Why not: what is offered only to be struck again, with a sentence that teaches. Compiled rules do without."""

from __future__ import annotations

from torite.kit import count, kernel, kinds, lowest, nth_verb, offer, strike

from .cards import ALL_CARDS, MAYBE_WILD, STAND_INDEX
from .state import CLAIM_GLEICH, CLAIM_GLEICH_AS, CLAIM_HANGER, CLAIM_HANGER_AS, EXCHANGE, PLAY, PLAY_AS, State


@kernel
def _skip(may: list[int], base: int, mask: int, refusal: int) -> None:
    pass


@kernel(compiled=_skip)
def refuse(may: list[int], base: int, mask: int, refusal: int) -> None:
    """Say why some actions of a verb, or of words one after the other, cannot be taken."""
    offer(may, base, mask)
    strike(may, base, mask, refusal)


@kernel
def _skip_of_seat(s: State, seat: int, may: list[int], refusal: int) -> None:
    pass


@kernel(compiled=_skip_of_seat)
def refuse_exchange(s: State, seat: int, may: list[int], refusal: int) -> None:
    """Say why a seat cannot give one of its cards for the one turned up."""
    refuse(may, EXCHANGE, kinds(s.hand[seat]), refusal)


@kernel(compiled=_skip_of_seat)
def refuse_play(s: State, seat: int, may: list[int], refusal: int) -> None:
    """Say why a seat cannot play one of its cards, as itself or as another."""
    _refuse_pieces(may, kinds(s.hand[seat]), PLAY, PLAY_AS, refusal)


@kernel(compiled=_skip_of_seat)
def refuse_claims(s: State, seat: int, may: list[int], refusal: int) -> None:
    """Say why a seat cannot claim a figure of its cards."""
    cards = kinds(s.five[seat]) | kinds(s.hand[seat])
    _refuse_pieces(may, cards, CLAIM_GLEICH, CLAIM_GLEICH_AS, refusal)
    _refuse_pieces(may, cards, CLAIM_HANGER, CLAIM_HANGER_AS, refusal)


@kernel(compiled=_skip_of_seat)
def refuse_element(s: State, seat: int, may: list[int], refusal: int) -> None:
    """Say why a seat cannot claim a figure for the element that is not being settled."""
    if s.element == 0:
        _refuse_pieces(may, kinds(s.five[seat]), CLAIM_HANGER, CLAIM_HANGER_AS, refusal)
    else:
        _refuse_pieces(may, kinds(s.five[seat]), CLAIM_GLEICH, CLAIM_GLEICH_AS, refusal)


@kernel
def _skip_pieces(may: list[int], cards: int, base: int, base_as: int, refusal: int) -> None:
    pass


@kernel(compiled=_skip_pieces)
def _refuse_pieces(may: list[int], cards: int, base: int, base_as: int, refusal: int) -> None:
    refuse(may, base, cards, refusal)
    wild = cards & MAYBE_WILD
    for _ in range(count(wild)):
        refuse(may, nth_verb(base_as, STAND_INDEX[lowest(wild)]), ALL_CARDS, refusal)
        wild &= wild - 1
