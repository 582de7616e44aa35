"""The order in which a program asks seats and chance, for every generic loop: playouts, search, simulation.

After every entry the seats that have offers are asked, clockwise from the first actor; each takes one or waits; one
taken begins the round anew; when all wait, the first actor who has a duty must act, and where none has, the first
actor must take an offer. A gesture once begun is not interrupted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from torite.kernel.bits import bit, count_of, count_within, lowest, nth_of, nth_within
from torite.kernel.compile import kernel
from torite.kernel.generator import below, scaled, step
from torite.kernel.scratch import room
from torite.kernel.slots import (
    ASK_WORDS,
    BLOCKS,
    HAS_DUTY_WORDS,
    HAS_LEARNED,
    HAS_OFFERS,
    HAS_THUMB,
    MAY_WORDS,
    OFFER_WORDS,
    OFFERS,
    OUTCOME_WORDS,
    act,
    actors,
    chance,
    deal_over,
    duties,
    duty_words,
    learned_rule,
    legal,
    over,
    rule_of_thumb,
    settle,
)
from torite.kit.actions import WAIT
from torite.kit.chances import DICE, HEAD, NUMBER
from torite.pieces.pack import BLOCK

#: Policies: uniformly at random; the rule of thumb; mostly that; what was learned, if anything was; mostly that.
RANDOM, THUMB, MIXED, LEARNED, MIXED_LEARNED = 0, 1, 2, 3, 4
MIXED_RANDOM = 4  #: in the mixed policies one choice in so many is random


class StateMemory(NamedTuple):
    """One state in compiled code: its words, and the same memory as a record."""

    words: Any
    s: Any


class Playout(NamedTuple):
    """What a playout needs beside the state.

    Attributes:
        policies: how each seat plays.
        pay: room for payoffs.
        rng: the generator.
    """

    policies: Any
    pay: Any
    rng: Any


@kernel
def draw(ask: Any, outcome: Any, rng: Any) -> None:
    """Draw what was asked for with the fast generator, whose state stays in registers meanwhile."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    if ask[0] == NUMBER:
        drawn, a, b, c, d = step(a, b, c, d)
        outcome[0] = scaled(drawn, ask[1])
    elif ask[0] == DICE:
        for i in range(ask[1]):
            drawn, a, b, c, d = step(a, b, c, d)
            outcome[i] = 1 + scaled(drawn, ask[2])
    else:
        n = 0
        for j in range(HEAD, len(ask)):
            mask = ask[j]
            first = (j - HEAD + 1) * BLOCK if BLOCKS > 1 else 0
            while mask != 0:
                outcome[n] = first + lowest(mask)
                mask &= mask - 1
                n += 1
        for i in range(n - 1, 0, -1):
            drawn, a, b, c, d = step(a, b, c, d)
            j = scaled(drawn, i + 1)
            held = outcome[i]
            outcome[i] = outcome[j]
            outcome[j] = held
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d


@kernel
def settle_chance(s: Any, ask: Any, outcome: Any, rng: Any) -> bool:
    """Settle what chance is asked for now; tell whether it was asked for anything. While it is, nobody must act."""
    if chance(s, ask) == 0:
        return False
    draw(ask, outcome, rng)
    settle(s, outcome)
    return True


@kernel
def settle_all(s: Any, rng: Any) -> None:
    """Settle what chance is asked for, and what it is asked for then, but not beyond a deal's end."""
    settle_asked(s, room(ASK_WORDS), room(OUTCOME_WORDS), rng)


@kernel(seldom=True)
def settle_asked(s: Any, ask: Any, outcome: Any, rng: Any) -> None:
    """Do what `settle_all` does, with room for questions and outcomes."""
    between = deal_over(s)
    while actors(s) == 0 and settle_chance(s, ask, outcome, rng) and (between or not deal_over(s)):
        between = deal_over(s)


@kernel
def first_of(s: Any, mask: int) -> int:
    """Return the seat of a mask that is asked first: clockwise from `s.turn`."""
    if s.turn >= 0 and mask == bit(s.turn):  # as nearly always, and then compiled code need not look for it
        return int(s.turn)
    seat = max(0, s.turn)
    while (mask >> seat) & 1 == 0:
        seat = seat + 1 if seat + 1 < s.seats else 0
    return seat


@kernel
def decide(s: Any, waited: int, may: Any) -> int:
    """Fill *may* with the next decision and return its seat.

    Args:
        s: the state.
        waited: mask of the seats that let their offers pass since the last entry.
        may: is filled with duties, or with offers and `wait`.
    """
    first = first_of(s, actors(s))
    if HAS_OFFERS and s.drafting[first] == 0:
        seat = first
        for _ in range(s.seats):
            if (waited >> seat) & 1 == 0 and asked(s, seat, True, may):
                return seat
            seat = seat + 1 if seat + 1 < s.seats else 0
    return bound_to_act(s, first, may)


@kernel
def bound_to_act(s: Any, first: int, may: Any) -> int:
    """Fill *may* for the first actor who has a duty, from *first* clockwise; where none has, with that one's offers."""
    return first if has_duty(s, first, may) else bound_after(s, first, may)


@kernel
def bound_after(s: Any, first: int, may: Any) -> int:
    """Fill *may* for the next actor who has a duty; where none has, with the offers of *first*, who has none either."""
    seat = first
    mask = actors(s)
    for _ in range(s.seats - 1):
        seat = seat + 1 if seat + 1 < s.seats else 0
        if (mask >> seat) & 1 == 1 and has_duty(s, seat, may):
            return seat
    legal(s, first, may)
    return first


@kernel
def has_duty(s: Any, seat: int, may: Any) -> bool:
    """Fill *may* with a seat's duties; tell whether there are any."""
    for j in range(len(may)):
        may[j] = 0
    duties(s, seat, may)
    for j in range(OFFER_WORDS):
        may[j] &= ~OFFERS[j]
    return choices_of(may, duty_words(s, seat)) != 0


@kernel
def choices_of(may: Any, words: int) -> int:
    """Count what an actor must choose among, which is in these words."""
    return count_within(may, words) if HAS_DUTY_WORDS else count_of(may)


@kernel
def asked(s: Any, seat: int, offered: bool, may: Any) -> bool:
    """Fill *may* with a seat's offers and `wait`, or with its duties; tell whether there are any."""
    for j in range(len(may)):
        may[j] = 0
    if offered:
        legal(s, seat, may)
    else:
        duties(s, seat, may)
    offers = 0
    bound = 0
    if HAS_OFFERS:
        for j in range(len(may)):
            offers |= may[j] & OFFERS[j]
    for j in range(len(may)):
        bound |= may[j] & ~OFFERS[j] if HAS_OFFERS else may[j]
    if HAS_OFFERS and (offered or bound != 0):
        for j in range(len(may)):
            may[j] &= OFFERS[j] if offered else ~OFFERS[j]
    if offered:
        may[0] |= 1 << WAIT
        return offers != 0
    return bound != 0


@kernel
def choose(s: Any, seat: int, may: Any, policy: int, rng: Any) -> int:
    """Choose among *may* by a policy; at random, an offer is let pass."""
    mixed = policy in (MIXED, MIXED_LEARNED)
    if HAS_THUMB and policy != RANDOM and (not mixed or below(rng, MIXED_RANDOM) != 0):
        learned = HAS_LEARNED and policy >= LEARNED
        action = learned_rule(s, seat, may) if learned else rule_of_thumb(s, seat, may)
        if action >= 0:
            return action
    if HAS_OFFERS and may[0] & 1 == 1:
        return WAIT
    return nth_of(may, below(rng, count_of(may)))


@kernel
def play_on(s: Any, whole: bool, policies: Any, rng: Any, waited: int = 0) -> int:
    """Play on to the end of the deal, or of the whole match; return the number of choices made.

    Args:
        s: the state, changed in place.
        whole: whether to go on to the match's end.
        policies: a policy for each seat; where all are random, the same choices are drawn faster.
        rng: the generator.
        waited: mask of the seats that let their offers pass since the last entry.
    """
    random = True
    for seat in range(s.seats):
        random = random and policies[seat] == RANDOM
    made = 0
    ask = room(ASK_WORDS)
    outcome = room(OUTCOME_WORDS)
    while not over(s) and (whole or not deal_over(s)):
        if actors(s) == 0:
            settle_asked(s, ask, outcome, rng)
        made += play_at_random(s, rng) if random else play_by_policies(s, policies, rng, waited)
        waited = 0
    return made


@kernel
def play_at_random(s: Any, rng: Any) -> int:
    """Play on uniformly at random until nobody must act: chance must settle something, or the deal is over.

    The hottest loop of all: nothing else is called in it, so that the set of actions stays in registers, and so does
    the generator. Offers are let pass.
    """
    may = room(MAY_WORDS)
    made = 0
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    mask = actors(s)
    while mask != 0:
        seat = first_of(s, mask)
        for j in range(MAY_WORDS):
            may[j] = 0
        duties(s, seat, may)
        for j in range(OFFER_WORDS):
            may[j] &= ~OFFERS[j]
        words = duty_words(s, seat)
        choices = choices_of(may, words)
        if HAS_OFFERS and choices == 0:
            seat = bound_after(s, seat, may)
            words = duty_words(s, seat)
            choices = choices_of(may, words)
        drawn, a, b, c, d = step(a, b, c, d)
        chosen = scaled(drawn, choices)
        act(s, seat, nth_within(may, words, chosen) if HAS_DUTY_WORDS else nth_of(may, chosen))
        made += 1
        mask = actors(s)
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d
    return made


@kernel
def play_by_policies(s: Any, policies: Any, rng: Any, waited: int = 0) -> int:
    """Play on by policies until nobody must act. Who plays at random lets offers pass and is not asked about them."""
    may = room(MAY_WORDS)
    made = 0
    never = 0
    for seat in range(s.seats):
        never |= (policies[seat] == RANDOM) << seat
    waited |= never
    while actors(s) != 0:
        seat = decide(s, waited, may)
        action = choose(s, seat, may, policies[seat], rng)
        if action == WAIT:
            waited |= 1 << seat
        else:
            waited = never
            act(s, seat, action)
            made += 1
    return made
