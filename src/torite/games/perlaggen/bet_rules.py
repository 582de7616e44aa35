"""Who may bet, raise and give up, and why not (PERL-5; clauses, "Decision structure", guards B, B' and R)."""

from __future__ import annotations

from torite.kit import has, kernel, kinds, lowest, size

from .cards import SUIT, WILDS
from .figures import has_figure
from .options import FifthTrick
from .state import (
    AT_MAX,
    ELEMENT_OVER,
    ELEMENTS,
    FIFTH_CARD,
    HANGER,
    MUST_HAVE_HELD,
    NO_FIGURE,
    RAISE_AT_MAX,
    RAISE_NO_FIGURE,
    RAISE_STRUCK_OUT,
    SEATS,
    SPIEL,
    SPIEL_DECIDED,
    STRUCK_OUT,
    TRICKS,
    State,
    Status,
    cards_of,
    is_gestrichen,
    team_of,
)

ALLOWED = -1  # in place of a refusal


@kernel
def concession_refusal(s: State, element: int) -> int:
    """PERL-5.15, 5.17: say why an element cannot be given up."""
    if s.status[element] == Status.OPEN:
        return ALLOWED
    return SPIEL_DECIDED if element == SPIEL and s.status[element] == Status.WON else ELEMENT_OVER


@kernel
def ladder_refusal(s: State, team: int, element: int) -> int:
    """PERL-5.9, 5.18, 5.19: say why a team cannot bet on an element, whatever its cards; everybody knows it."""
    refusal = concession_refusal(s, element)
    if refusal != ALLOWED:
        return refusal
    if is_gestrichen(s, team):
        return STRUCK_OUT
    if s.ever_bet[element] == 1 and s.holder[element] != team:
        return MUST_HAVE_HELD
    return AT_MAX if s.value[element] + 1 > s.options.max_value else ALLOWED


@kernel(seldom=True)
def bet_refusal(s: State, seat: int, element: int) -> int:
    """PERL-5.9 to 5.14, 5.17 to 5.19: say why a seat cannot bet on an element."""
    refusal = ladder_refusal(s, team_of(seat), element)
    if refusal != ALLOWED:
        return refusal
    if not has_fifth_card(s, seat, element):
        return FIFTH_CARD
    if element <= HANGER and not has_figure(s, element, cards_of(s, seat), s.loose):
        return NO_FIGURE
    return ALLOWED


@kernel
def is_fifth_led(s: State) -> bool:
    """PERL-5.13, 8.3: from the lead to the fifth trick on, to the end of the play."""
    return s.deciding < 0 and s.tricks_played == TRICKS - 1 and 0 < s.trick_len < SEATS


@kernel
def has_fifth_card(s: State, seat: int, element: int) -> bool:
    """PERL-5.13, 5.14: from the lead to the fifth trick on, tell whether the seat's last card lets it bet."""
    if not is_fifth_led(s) or s.options.fifth_trick == FifthTrick.OFF:
        return True
    if s.options.fifth_trick == FifthTrick.SPIEL_ONLY and element != SPIEL:
        return True
    cards = kinds(s.hand[seat]) if size(s.hand[seat]) > 0 else kinds(s.trick[seat])
    card = lowest(cards)
    return (
        SUIT[card] == s.led
        or has(WILDS[s.trump], card)
        or (s.options.fifth_trick == FifthTrick.LED_TRUMP_OR_WILD and SUIT[card] == s.trump)
    )


@kernel(seldom=True)
def raise_refusal(s: State, seat: int) -> int:
    """PERL-5.12, 5.18, 5.20: say why a seat that answers cannot raise."""
    if s.value[s.bet_on] + 2 > s.options.max_value:
        return RAISE_AT_MAX
    if not s.options.gestrichen_may_raise and is_gestrichen(s, team_of(seat)):
        return RAISE_STRUCK_OUT
    if s.bet_on > HANGER or not s.options.raise_needs_figure:
        return ALLOWED
    return ALLOWED if has_figure(s, s.bet_on, cards_of(s, seat), s.loose) else RAISE_NO_FIGURE


@kernel
def is_anything_open(s: State) -> bool:
    """PERL-6.8: tell whether anything can still be given up, and so whether seats are asked at all."""
    for element in range(ELEMENTS):
        if s.status[element] == Status.OPEN:
            return True
    return False
