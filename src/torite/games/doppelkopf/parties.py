"""Who plays with whom, who knows it, and when it becomes public (DOKO-8)."""

from __future__ import annotations

from typing import Any

from torite.kit import HAND, bar, bit, copies, drop, kernel, know_one, note, put

from .cards import CLUB_QUEEN, FOX
from .state import CONTRA, IS_CONTRA, IS_RE, RE, UNDECIDED, Contract, Phase, State, active_after

BOTH = 2  # queens of clubs in the pack, and partners in a party of two


@kernel
def queens_out(s: State) -> int:
    """Count the queens of clubs that have been played."""
    total = 0
    for seat in range(s.seats):
        total += s.queens[seat]
    return total


@kernel
def dealt_queens(s: State, seat: int) -> int:
    """Count the queens of clubs that a seat holds or has played."""
    return copies(s.hand[seat], CLUB_QUEEN) + s.queens[seat]


@kernel
def side_by_queens(s: State, seat: int) -> int:
    """DOKO-8.1, 8.2: the holders of the queens of clubs are Re, the others Contra; who sits out is neither."""
    if seat == s.idle:
        return UNDECIDED
    return RE if dealt_queens(s, seat) > 0 else CONTRA


@kernel(seldom=True)
def divide_by_queens(s: State) -> None:
    """DOKO-8.1, 8.2: in a normal game each seat learns its own party from its hand."""
    for seat in range(s.seats):
        s.side[seat] = side_by_queens(s, seat)
    spread_knowledge(s)


@kernel(seldom=True)
def divide_openly(s: State, partner: int) -> None:
    """DOKO-8.5 to 8.7: the declarer and a partner, if there is one, are Re and the others Contra; everybody knows."""
    for seat in range(s.seats):
        if seat != s.idle:
            s.side[seat] = RE if seat in (s.declarer, partner) else CONTRA
            show_party(s, seat)
    spread_knowledge(s)


@kernel(seldom=True)
def show_party(s: State, seat: int) -> None:
    """DOKO-8.9: a seat's party becomes public; a captured fox that turns out to be the partner's is turned down."""
    if s.party[seat] == UNDECIDED:
        s.party[seat] = s.side[seat]
        note(s, IS_RE if s.side[seat] == RE else IS_CONTRA, seat, 0)
        for taker in range(s.seats):
            _turn_down_foxes(s, taker)


@kernel
def are_partners(s: State, seat: int, other: int) -> bool:
    """Tell whether everybody knows that two seats play together."""
    return s.party[seat] != UNDECIDED and s.party[seat] == s.party[other]


@kernel
def _turn_down_foxes(s: State, taker: int) -> None:
    """DOKO-13.5: only a fox that may count stays marked."""
    wanted = 0
    for fox in range(s.foxes):
        if s.fox_to[fox] == taker and not are_partners(s, s.fox_by[fox], taker):
            wanted += 1
    while copies(s.markers[taker], FOX) > wanted:
        drop(s.markers[taker], FOX)
        put(s.taken[taker], FOX)


@kernel(seldom=True)
def own_up(s: State, seat: int) -> None:
    """DOKO-8.9, 10.6: a seat shows its party by an announcement; in a normal game that tells of the queens of clubs."""
    if s.party[seat] == UNDECIDED:
        if s.side[seat] == CONTRA:
            bar(s, HAND + seat, bit(CLUB_QUEEN))
        elif s.queens[seat] == 0:
            for viewer in range(s.seats):
                know_one(s, viewer, HAND + seat, CLUB_QUEEN)
        show_party(s, seat)
        spread_knowledge(s)


@kernel(seldom=True)
def queen_falls(s: State, seat: int) -> None:
    """DOKO-8.9: in a normal game a queen of clubs shows its player's party, the second one everybody's."""
    s.queens[seat] += 1
    if s.contract != Contract.NORMAL:
        return
    show_party(s, seat)
    if queens_out(s) == BOTH:
        other = active_after(s, seat)
        while other != seat:
            show_party(s, other)
            other = active_after(s, other)
    spread_knowledge(s)


@kernel(seldom=True)
def spread_knowledge(s: State) -> None:
    """DOKO-8.8: what each seat knows of the parties: what is public, its own, and what follows from both."""
    for viewer in range(s.seats):
        for seat in range(s.seats):
            s.knows[viewer][seat] = s.party[seat]
        s.knows[viewer][viewer] = s.side[viewer]
        if s.contract == Contract.NORMAL:
            _conclude(s, viewer)


@kernel
def _conclude(s: State, viewer: int) -> None:
    """Two known for Re leave Contra for the others, and so does the own hand that has both queens of clubs.

    Three known for Contra leave a silent solo.
    """
    known_re = 0
    known_contra = 0
    for seat in range(s.seats):
        known_re += s.knows[viewer][seat] == RE
        known_contra += s.knows[viewer][seat] == CONTRA
    if viewer != s.idle and dealt_queens(s, viewer) == BOTH:
        known_re = BOTH
    for seat in range(s.seats):
        if seat != s.idle and s.knows[viewer][seat] == UNDECIDED:
            if known_re == BOTH:
                s.knows[viewer][seat] = CONTRA
            elif known_contra == BOTH + 1:
                s.knows[viewer][seat] = RE


@kernel
def complete(s: State, viewer: int, rng: Any) -> None:
    """In a world the hands say who belongs to whom, as they do at the table."""
    for seat in range(s.seats):
        hidden = s.contract == Contract.NORMAL and s.phase == Phase.PLAY
        s.side[seat] = side_by_queens(s, seat) if hidden else s.party[seat]
    spread_knowledge(s)
