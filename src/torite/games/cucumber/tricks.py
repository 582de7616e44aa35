"""The play of a trick: what may be led and followed, and who takes it (CUC-3, GURKA_SE-3, GURKA_NO-3, GURKA_IS-1)."""

from __future__ import annotations

from torite.kit import (
    DONE,
    HAND,
    bar,
    clear,
    drop,
    kernel,
    kinds,
    lowest,
    note,
    offer,
    offer_one,
    open_trick,
    pour,
    put,
    put_on_trick,
    size,
    size_of,
    spare,
    strike,
)

from .cards import AT_LEAST, STRENGTH, STRONGEST, of_strength, strongest, weakest
from .options import AceRule, BeatReference, LeadCount, LeadRule, MultiFollow
from .state import (
    AFTER_ACE,
    BEAT,
    BEAT_SET,
    LEAD_LOWEST,
    MIXED_SET,
    MUST_BEAT,
    ONE_RANK,
    PLAY,
    SECOND_ACE,
    TAKES,
    State,
    active_after,
)

ACE_STRENGTH = 14


@kernel
def is_lead(s: State) -> bool:
    """Tell whether the seat to play leads: nothing is on the trick, or all of it is."""
    return s.trick_len == 0


@kernel
def legal_play(s: State, seat: int, may: list[int]) -> None:
    """CUC-3.2, 3.4: lead any card; follow with a card that beats the reference, or with the lowest."""
    offer(may, PLAY, spare(s.hand[seat], s.draft[seat]))
    if is_lead(s):
        _limit_lead(s, seat, may)
    elif s.set_size == 1:
        _limit_follow(s, seat, may)
    else:
        _limit_set(s, seat, may)
    if s.drafting[seat] == 1 and is_lead(s):
        offer_one(may, DONE)


@kernel
def _limit_lead(s: State, seat: int, may: list[int]) -> None:
    """GURKA_SE-3.4: lead the lowest; GURKA_IS-1.5, 1.6: further cards of a led set are of its rank."""
    held = kinds(s.hand[seat])
    if s.options.lead_rule == LeadRule.LOWEST:
        strike(may, PLAY, AT_LEAST[s.order][weakest(s.order, held) + 1], LEAD_LOWEST)
    if s.drafting[seat] == 1:
        rank = STRENGTH[s.order][lowest(kinds(s.draft[seat]))]
        strike(may, PLAY, held & ~of_strength(s.order, rank), ONE_RANK)


@kernel
def lead_limit(s: State, seat: int, card: int) -> int:
    """GURKA_IS-1.5, 1.7, CUC-3.14: how many cards may be led together with this one."""
    if s.options.lead_count == LeadCount.ONE:
        return 1
    held = size(s.hand[seat])
    same = size_of(s.hand[seat], of_strength(s.order, STRENGTH[s.order][card]))
    if s.options.keep_last_single and held > 1:
        return min(same, held - 1)
    return same


@kernel
def reference(s: State) -> int:
    """CUC-3.5: the strength to beat, of the card just before or of the strongest so far."""
    if s.options.beat_reference == BeatReference.HIGHEST:
        return s.best
    return strongest(s.order, kinds(s.trick[s.previous_seat]))


@kernel
def barred_aces(s: State) -> int:
    """GURKA_SE-3.2: all cards after an ace; GURKA_NO-3.1: aces after an ace in the trick."""
    if s.options.ace_rule == AceRule.PREVIOUS_ACE:
        if kinds(s.trick[s.previous_seat]) & of_strength(s.order, ACE_STRENGTH) != 0:
            return AT_LEAST[s.order][0]
    elif s.options.ace_rule == AceRule.ONCE_PER_TRICK:
        aces = of_strength(s.order, ACE_STRENGTH)
        for seat in range(s.seats):
            if kinds(s.trick[seat]) & aces != 0:
                return aces
    return 0


@kernel
def beating(s: State) -> int:
    """CUC-3.5, 3.6: the kinds that beat the reference and are not barred by an ace rule."""
    strict = 0 if s.options.beat_equal else 1
    return AT_LEAST[s.order][reference(s) + strict] & ~barred_aces(s)


@kernel
def _limit_follow(s: State, seat: int, may: list[int]) -> None:
    """CUC-3.4, 3.7, 3.8: a card that beats, or the lowest (only if nothing beats, where ducking is barred)."""
    held = kinds(s.hand[seat])
    beats = beating(s) & held
    low = of_strength(s.order, weakest(s.order, held))
    barred = barred_aces(s)
    if s.options.ace_rule == AceRule.PREVIOUS_ACE:
        strike(may, PLAY, barred & ~low, AFTER_ACE)
    else:
        strike(may, PLAY, barred & ~low, SECOND_ACE)
    strike(may, PLAY, held & ~beats & ~low, BEAT)
    if not s.options.may_duck and beats != 0:
        strike(may, PLAY, held & ~beats, MUST_BEAT)


@kernel
def needed(s: State, v: int) -> int:
    """GURKA_IS-1.11, 1.15: how many cards of strength v or more a set needs to beat the reference."""
    to_beat = v if s.options.beat_equal else v - 1
    if to_beat < 0:
        return 0
    if s.options.multi_follow == MultiFollow.PAIRWISE:
        previous = s.options.beat_reference == BeatReference.PREVIOUS
        return size_of(s.trick[s.previous_seat if previous else s.best_seat], AT_LEAST[s.order][to_beat])
    return s.set_size if to_beat <= reference(s) else 0


@kernel
def least_asked(s: State) -> int:
    """GURKA_IS-1.11: the least strength v from which on one must ask what is needed.

    Where each card must be as strong as one, all are needed from that one's strength: what meets that meets it below.
    """
    if s.options.multi_follow == MultiFollow.PAIRWISE:
        return 0
    return reference(s) + (0 if s.options.beat_equal else 1)


@kernel
def most_asked(s: State) -> int:
    """The greatest such strength: beyond, nothing is needed."""
    return STRONGEST + 1 if s.options.multi_follow == MultiFollow.PAIRWISE else least_asked(s)


@kernel
def can_beat(s: State, seat: int, card: int) -> bool:
    """GURKA_IS-1.10: tell whether the draft with this card (-1: none) can be completed to a set that beats.

    The strongest cards left complete it best, so it can exactly if every threshold is met with them.
    """
    drafted = size(s.draft[seat]) + (1 if card >= 0 else 0)
    for v in range(least_asked(s), most_asked(s) + 1):
        above = AT_LEAST[s.order][v]
        chosen = size_of(s.draft[seat], above)
        if card >= 0:
            chosen += (above >> card) & 1
        others = size_of(s.hand[seat], above) - chosen
        if chosen + min(s.set_size - drafted, others) < needed(s, v):
            return False
    return True


@kernel
def edge_of_lowest(s: State, seat: int) -> int:
    """GURKA_IS-1.12: return the strength of the k-th lowest card of the hand."""
    edge = weakest(s.order, kinds(s.hand[seat]))
    while size_of(s.hand[seat], ~AT_LEAST[s.order][edge + 1]) < s.set_size:
        edge += 1
    return edge


@kernel
def can_be_lowest(s: State, seat: int, card: int, edge: int) -> bool:
    """GURKA_IS-1.12: tell whether the draft with this card can be completed to the k lowest of the hand.

    *edge* is the strength of the k-th lowest.
    """
    below = size_of(s.hand[seat], ~AT_LEAST[s.order][edge])
    at_edge = size_of(s.draft[seat], of_strength(s.order, edge))
    beyond = size_of(s.draft[seat], AT_LEAST[s.order][edge + 1])
    strength = STRENGTH[s.order][card]
    at_edge += 1 if strength == edge else 0
    beyond += 1 if strength > edge else 0
    return beyond == 0 and at_edge <= s.set_size - below


@kernel
def _limit_set(s: State, seat: int, may: list[int]) -> None:
    """GURKA_IS-1.10 to 1.13: each part must lead to a set that beats, or to the k lowest."""
    edge = edge_of_lowest(s, seat)
    left = spare(s.hand[seat], s.draft[seat])
    while left != 0:
        card = lowest(left)
        equal = left & of_strength(s.order, STRENGTH[s.order][card])
        left &= ~equal
        beats = can_beat(s, seat, card)
        low = can_be_lowest(s, seat, card, edge)
        if not low and not beats:
            strike(may, PLAY, equal, _why_no_set(s, seat))
        elif not beats and not s.options.may_duck and _hand_can_beat(s, seat):
            strike(may, PLAY, equal, MUST_BEAT)


@kernel
def _unsaid(s: State, seat: int) -> int:
    return BEAT_SET


@kernel(compiled=_unsaid)
def _why_no_set(s: State, seat: int) -> int:
    """GURKA_IS-1.10, 1.13: say why a card leads to no set: others of the hand would beat, or none do."""
    return MIXED_SET if _hand_can_beat(s, seat) else BEAT_SET


@kernel
def _hand_can_beat(s: State, seat: int) -> bool:
    """Tell whether any set of the hand beats, whatever was drafted."""
    for v in range(least_asked(s), most_asked(s) + 1):
        if min(s.set_size, size_of(s.hand[seat], AT_LEAST[s.order][v])) < needed(s, v):
            return False
    return True


@kernel
def act_play(s: State, seat: int, card: int) -> None:
    """Lay one more card; a lead or a follow of the full number is put on the trick."""
    wanted = lead_limit(s, seat, card) if is_lead(s) else s.set_size
    if wanted == 1:
        if is_lead(s):
            _begin_trick(s, seat, 1)
        else:
            _learn_from_card(s, seat, card)
        put_on_trick(s, seat, card)
        _played(s, seat)
        return
    put(s.draft[seat], card)
    s.drafting[seat] = 1
    if size(s.draft[seat]) == wanted:
        put_set(s, seat)


@kernel
def put_set(s: State, seat: int) -> None:
    """GURKA_IS-1.5, 1.10: put the drafted set on the trick."""
    s.drafting[seat] = 0
    if is_lead(s):
        _begin_trick(s, seat, size(s.draft[seat]))
    else:
        _learn_from_set(s, seat)
    while kinds(s.draft[seat]) != 0:
        card = lowest(kinds(s.draft[seat]))
        drop(s.draft[seat], card)
        put_on_trick(s, seat, card)
    _played(s, seat)


@kernel
def _begin_trick(s: State, seat: int, led: int) -> None:
    """CUC-3.11, RASSI-1.6: a lead of the whole hand begins the last trick, which may have an order of its own."""
    _clear_trick(s, seat)
    s.set_size = led
    s.is_last = 1 if size(s.hand[seat]) == led else 0
    s.best = -1
    if s.options.lead_rule == LeadRule.LOWEST and size(s.hand[seat]) > led:
        bar(s, HAND + seat, ~AT_LEAST[s.order][weakest(s.order, kinds(s.hand[seat]))])


@kernel
def _clear_trick(s: State, leader: int) -> None:
    for seat in range(s.seats):
        pour(s.trick[seat], s.played)
    open_trick(s, leader)


@kernel
def _learn_nothing(s: State, seat: int, card: int) -> None:
    pass


@kernel(playout=_learn_nothing)
def _learn_from_card(s: State, seat: int, card: int) -> None:
    """CUC-3.4, 3.7: who did not beat threw the lowest; where ducking is barred, nothing held beats either."""
    beats = beating(s)
    if (beats >> card) & 1 == 0:
        bar(s, HAND + seat, ~AT_LEAST[s.order][STRENGTH[s.order][card]])
        if not s.options.may_duck:
            bar(s, HAND + seat, beats)


@kernel
def _learn_nothing_of_set(s: State, seat: int) -> None:
    pass


@kernel(playout=_learn_nothing_of_set)
def _learn_from_set(s: State, seat: int) -> None:
    """GURKA_IS-1.12: who did not beat threw the lowest cards; all that is left is at least as strong."""
    if not can_beat(s, seat, -1):
        edge = strongest(s.order, kinds(s.draft[seat]))
        bar(s, HAND + seat, ~AT_LEAST[s.order][edge])


@kernel
def _played(s: State, seat: int) -> None:
    """CUC-3.9, 3.10: keep in mind the strongest card and the last who played it."""
    order = s.last_order if s.is_last == 1 else s.order
    strength = strongest(order, kinds(s.trick[seat]))
    if s.trick_len == 0 or strength >= s.best:
        s.best = strength
        s.best_seat = seat
    s.previous_seat = seat
    s.trick_len += 1
    s.turn = active_after(s, seat)
    if s.turn == s.leader:
        _take(s)


@kernel
def _take(s: State) -> None:
    """CUC-3.9: the strongest card takes the trick and leads to the next."""
    note(s, TAKES, s.best_seat, 0)
    s.tricks_played += 1
    s.trick_len = 0
    s.turn = s.best_seat
    clear(s.draft[s.best_seat])
