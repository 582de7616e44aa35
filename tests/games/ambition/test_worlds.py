"""What a seat may conclude: worlds drawn from its view, against what it saw and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.ambition.builders import codes, table
from tests.games.ambition.naive import SUITS, Rules
from torite import Match
from torite.worlds.sampler import Sampler

PILES = ("for_left", "for_across", "for_right")


class Memory:
    """What a seat remembers of a round: who has none of a suit, what it gave to whom, what lies in the open."""

    def __init__(self, m: Match) -> None:
        self.void: list[set[str]] = [set() for _ in range(m.seats)]
        self.given: list[dict[str, int]] = [{} for _ in range(m.seats)]

    def note(self, m: Match, seat: int, code: str) -> None:
        """Remember an action that is about to be taken."""
        card = code.split()[-1]
        if code.startswith("play"):
            led = m.public.led if m.public.trick_len % m.seats else -1
            if led >= 0 and SUITS[led] != card[0]:
                self.void[seat].add(SUITS[led])
            return
        word = {1: "left", 2: "across", 3: "right"}.get(m.public.way) or code.split()[1]
        step = {"left": 1, "across": 2, "right": m.seats - 1}[word]
        self.given[seat][card] = (seat + step) % m.seats

    def allows(self, m: Match, viewer: int, world: Any) -> bool:
        """Tell whether a world is one that the viewer cannot rule out."""
        true, seats = m.log.state, range(m.seats)
        hands, real = ([codes(state.hand[seat]) for seat in seats] for state in (world, true))
        places = [part for name in ("hand", *PILES, "trick", "taken") for part in getattr(world, name)]
        whole = sorted(card for place in places for card in codes(place))
        passing = any(not true.chosen[seat] for seat in seats) and m.public.way != 0
        gone = {card for seat in seats for name in ("trick", "taken") for card in codes(getattr(true, name)[seat])}
        to = {card: seat for card, seat in self.given[viewer].items() if card not in gone and not passing}
        return (
            whole == sorted(Rules(seats=m.seats).pack())
            and hands[viewer] == real[viewer]
            and [len(hand) for hand in hands] == [len(hand) for hand in real]
            and all(
                len(codes(getattr(world, pile)[seat])) == len(codes(getattr(true, pile)[seat]))
                for pile in PILES
                for seat in seats
            )
            and all(codes(getattr(world, pile)[viewer]) == codes(getattr(true, pile)[viewer]) for pile in PILES)
            and not any(card[0] in self.void[seat] for seat in seats for card in hands[seat])
            and all(card in hands[seat] for card, seat in to.items())
            and (passing or "D3" in gone or "D3" in hands[turn(m)])
        )


@clause("AMB-3.1", "AMB-3.3", "AMB-4.1", "AMB-4.3", "AMB-12.1", "AMB-12.8")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("round", [1, 0])
def test_worlds_are_what_a_seat_cannot_rule_out(seats: int, round: int) -> None:
    """The truth is one of them; every world that is drawn is; the cards that nobody has seen do move about."""
    chooser, moved = random.Random(f"{seats} {round}"), 0
    for number in range(2):
        m = table(seats=seats, round=round or seats, fourth_round="scatter", seed=number)
        memory = Memory(m)
        while not m.log.deal_over:
            seat = chooser.choice(m.actors)
            code = chooser.choice(sorted(legal(m, seat)))
            memory.note(m, seat, code)
            m.act(seat, code)
            if m.log.deal_over or chooser.random() > 0.15:
                continue
            viewer = chooser.randrange(seats)
            if m.gestures.draft(viewer)["parts"]:  # a view with a draft is of that moment alone
                continue
            assert memory.allows(m, viewer, m.log.state)
            sampler = Sampler(m.game, m.view(viewer), viewer, number, compiled=False)
            for _ in range(2):
                world = sampler.world()
                assert memory.allows(m, viewer, world)
                moved += world.hand != m.log.state.hand
    assert moved > 10
