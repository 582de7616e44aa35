"""Claims: which cards, and what each wild in them stands for (PERL-8.4, 8.7, 4.9)."""

from __future__ import annotations

from torite.kit import (
    DONE,
    HAND,
    bit,
    clear,
    count,
    has,
    kernel,
    kinds,
    know_one,
    lowest,
    nth_verb,
    offer,
    offer_one,
    piece_of,
    put,
    strike,
    verb_index,
)

from .cards import (
    ALL_CARDS,
    FEWEST,
    OF_RANK,
    OF_SUIT,
    RANK,
    RUN_STRENGTH,
    RUNS,
    RUNS_FROM,
    RUNS_TO,
    STAND_INDEX,
    STRENGTH,
    SUIT,
    WILD_KINDS,
    WILDS,
    figure_size,
    figure_strength,
)
from .figures import count_meant, meaning_of, meant, run_of_suit, strength_of
from .refusals import refuse
from .showdown import fix, go_on_settling, needed
from .state import (
    CLAIM_GLEICH,
    CLAIM_HANGER,
    FIXED,
    GLEICH,
    NOT_IN_FIGURE,
    NOT_IN_RUN,
    NOT_STRICTLY,
    NOT_WILD,
    NOT_YET,
    SEATS,
    TOO_WEAK,
    State,
    cards_of,
    team_of,
)


@kernel
def drafted_as(s: State, seat: int) -> int:
    """Return the mask of what the cards chosen for a claim stand for."""
    cards = kinds(s.draft[seat])
    mask = cards & ~WILDS[s.trump]
    wilds = cards & WILDS[s.trump]
    while wilds != 0:
        mask |= bit(s.draft_as[seat][STRENGTH[s.trump][lowest(wilds)]])
        wilds &= wilds - 1
    return mask


@kernel
def legal_claim(s: State, seat: int, may: list[int]) -> None:
    """PERL-8.4, 8.7: the cards with which a figure that is strong enough can still be made, and what wilds may be."""
    base = CLAIM_GLEICH + s.element * (CLAIM_HANGER - CLAIM_GLEICH)
    least = needed(s, team_of(seat))
    chosen = drafted_as(s, seat)
    refusal = why_weak(s, seat, chosen, least)
    own = cards_of(s, seat) & ~kinds(s.draft[seat])
    plain, free = fitting(s, seat, chosen, least)
    naturals = own & ~WILDS[s.trump]
    offer(may, base, naturals & plain)
    refuse(may, base, naturals & ~plain, refusal)
    _refuse_naturals(may, base, naturals)
    wilds = own & WILDS[s.trump]
    while wilds != 0:
        _legal_wild(s, may, base, lowest(wilds), plain, free, refusal)
        wilds &= wilds - 1
    if s.drafting[seat] == 1:
        offer_one(may, DONE)
        if not is_figure(s, seat, chosen, least):
            strike(may, DONE, 1, NOT_YET)


@kernel
def _unsaid(may: list[int], base: int, cards: int) -> None:
    pass


@kernel(compiled=_unsaid)
def _refuse_naturals(may: list[int], base: int, cards: int) -> None:
    """PERL-1.3, 1.5: say of cards that are wild under other trumps that they are not now."""
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if STAND_INDEX[card] >= 0:
            refuse(may, nth_verb(base, 1 + STAND_INDEX[card]), ALL_CARDS & ~bit(card), NOT_WILD)


@kernel
def _legal_wild(s: State, may: list[int], base: int, card: int, plain: int, free: int, refusal: int) -> None:
    """PERL-4.7, 4.9: a wild stands for any card that fits; one that is fixed only for what it was before."""
    base_as = nth_verb(base, 1 + STAND_INDEX[card])
    others = ALL_CARDS & ~bit(card)
    open_to = ALL_CARDS if has(s.loose, card) else bit(meaning_of(s, card))
    fit = free if has(s.loose, card) else plain & open_to
    offer(may, base, bit(card) & fit)
    offer(may, base_as, others & fit)
    refuse(may, base, bit(card) & ~open_to, FIXED)
    refuse(may, base_as, others & ~open_to, FIXED)
    refuse(may, base, bit(card) & open_to & ~fit, refusal)
    refuse(may, base_as, others & open_to & ~fit, refusal)


@kernel
def why_weak(s: State, seat: int, chosen: int, least: int) -> int:
    """Return the sentence that says why a card does not do."""
    if chosen != 0:
        return NOT_IN_FIGURE if s.element == GLEICH else NOT_IN_RUN
    return NOT_STRICTLY if least == s.claim[1 - team_of(seat)] + 1 else TOO_WEAK


@kernel
def fitting(s: State, seat: int, chosen: int, least: int) -> tuple[int, int]:
    """Find which cards fit, as masks of what they stand for: of those that stand for one card, and of free wilds."""
    cards = cards_of(s, seat)
    wilds = cards & WILDS[s.trump]
    bound = wilds & ~s.loose
    free = wilds & s.loose
    if s.element == GLEICH:
        fit = _equals(s, cards & ~wilds, bound, count(free), chosen, least)
        return fit, fit
    drafted = kinds(s.draft[seat])
    have = (cards & ~wilds & ~drafted) | meant(s, bound & ~drafted)
    return _in_runs(have | chosen, count(free & ~drafted), chosen, least)


@kernel
def _equals(s: State, naturals: int, bound: int, free: int, chosen: int, least: int) -> int:
    """PERL-4.2: return the cards of all ranks of which the seat has enough; of one rank, once a card is chosen."""
    ranks = naturals | meant(s, bound) if free < FEWEST else ALL_CARDS
    if chosen != 0:
        ranks = chosen
    fit = 0
    while ranks != 0:
        rank = RANK[lowest(ranks)]
        equal = count(naturals & OF_RANK[rank]) + count_meant(s, bound, OF_RANK[rank]) + free
        if figure_strength(equal, rank) >= least:
            fit |= OF_RANK[rank]
        ranks &= ~OF_RANK[rank]
    return fit


@kernel
def _in_runs(have: int, free: int, chosen: int, least: int) -> tuple[int, int]:
    """PERL-4.3: return the cards of all sequences that can still be made, and those of them that free wilds may be."""
    plain, wild = 0, 0
    for suit in range(len(OF_SUIT)):
        best = run_of_suit(suit, have, free) if chosen & ~OF_SUIT[suit] == 0 else 0
        if best < least:
            continue
        for i in range(RUNS_FROM[suit][figure_size(best)], RUNS_TO[suit]):
            if RUN_STRENGTH[i] < least:
                break
            lacking = RUNS[i] & ~have
            if RUN_STRENGTH[i] <= best and chosen & ~RUNS[i] == 0 and count(lacking) <= free:
                plain |= RUNS[i]
                wild |= lacking if count(lacking) == free else RUNS[i]  # no wild is left for a card that is there
    return plain & ~chosen, wild & ~chosen


@kernel
def is_figure(s: State, seat: int, chosen: int, least: int) -> bool:
    """PERL-8.4: tell whether the cards chosen are a figure, and strong enough."""
    size = count(kinds(s.draft[seat]))
    if strength_of(chosen, size) < least:
        return False
    if s.element == GLEICH:
        return chosen & ~OF_RANK[RANK[lowest(chosen)]] == 0
    return chosen != 0 and figure_size(run_of_suit(SUIT[lowest(chosen)], chosen, 0)) == count(chosen)


@kernel
def act_claim(s: State, seat: int, action: int) -> None:
    """PERL-8.4: choose a card, and what it stands for; or show the figure."""
    if action == DONE:
        _show(s, seat)
        return
    base = CLAIM_GLEICH + s.element * (CLAIM_HANGER - CLAIM_GLEICH)
    verb = verb_index(action, base)
    card = piece_of(action) if verb == 0 else WILD_KINDS[verb - 1]
    put(s.draft[seat], card)
    s.drafting[seat] = 1
    if has(WILDS[s.trump], card):
        s.draft_as[seat][STRENGTH[s.trump][card]] = piece_of(action)


@kernel
def _show(s: State, seat: int) -> None:
    """PERL-4.9, 8.4: the figure lies open, its wilds are fixed, and the other team acts."""
    team = team_of(seat)
    cards = kinds(s.draft[seat])
    s.claim[team] = strength_of(drafted_as(s, seat), count(cards))
    s.standing_by = seat
    clear(s.shown[seat])
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        put(s.shown[seat], card)
        _lay_open(s, seat, card)
    clear(s.draft[seat])
    s.drafting[seat] = 0
    s.acting = 1 - team
    go_on_settling(s)


@kernel
def _lay_open(s: State, seat: int, card: int) -> None:
    """Everybody sees a card of a claim, and what it stands for."""
    if has(WILDS[s.trump], card):
        number = STRENGTH[s.trump][card]
        fix(s, card, s.draft_as[seat][number])
        s.draft_as[seat][number] = 0
    if has(kinds(s.hand[seat]), card):
        for viewer in range(SEATS):
            know_one(s, viewer, HAND + seat, card)
