"""Section 3: passing three cards, and one to each opponent."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from tests.aloud import legal, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.ambition.builders import (
    HANDS,
    HANDS_OF_THREE,
    OLD_NAME,
    REVISED_NAME,
    cards,
    passing,
    play_any,
    refused_by,
    row,
    table,
)
from tests.games.ambition.naive import Rules, directions, neighbour
from torite import Match
from torite.kit import kinds

GIVEN = ("C2 S6 H10", "C3 S7 HJ", "C4 S8 HQ", "C5 S9 HK")  #: three cards of each of HANDS
GIVEN_OF_THREE = ("C2 S5 H8", "C4 S6 H9", "C5 S7 H10")
TABLES = [(OLD_NAME, 3), (OLD_NAME, 4), (REVISED_NAME, 4)]
SCATTERED = ("pass left C2 across S6 right H10", "pass left C3 across S7 right HJ",
             "pass left C4 across S8 right HQ", "pass left C5 across S9 right HK")  # fmt: skip


def given_by(seats: int) -> tuple[str, ...]:
    """Three cards of each hand."""
    return GIVEN if seats == 4 else GIVEN_OF_THREE


def scattering(seats: int = 4, variant: str = OLD_NAME, round: int = 0, **how: Any) -> Match:
    """A round in which a card goes to each opponent."""
    return table(seats=seats, variant=variant, round=round or seats, fourth_round="scatter", **how)


# where the cards go


@clause("AMB-3.2", "AMB-3.4", "AMB-3.5")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
@pytest.mark.parametrize("round", range(1, 10))
def test_cycle_of_directions(variant: str, seats: int, round: int) -> None:
    """Left, right, across, none with four; left, right, none with three; then again."""
    cycle = directions(Rules(seats=seats))
    word = cycle[(round - 1) % len(cycle)]
    m = table(variant=variant, seats=seats, round=round)
    if word == "none":
        assert 1 == len(m.actors)
        assert {"play D3"} == legal(m)
        return
    before = [set(m.cards(seat)) for seat in range(seats)]
    for seat, three in enumerate(given_by(seats)):
        m.act(seat, f"pass {three}")
    for seat, three in enumerate(given_by(seats)):
        giver = next(one for one in range(seats) if neighbour(one, word, seats) == seat)
        assert (before[seat] - set(three.split())) | set(given_by(seats)[giver].split()) == set(m.cards(seat))


@clause("AMB-3.2", "AMB-3.4", "AMB-3.5", "AMB-3.6")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
@pytest.mark.parametrize("scatter", ["none", "scatter"])
def test_directions_as_a_match_goes_on(variant: str, seats: int, scatter: str) -> None:
    """Round after round; the cycle does not depend on who deals or is struck."""
    rules = Rules(seats=seats, fourth_round=scatter)
    chooser = random.Random(f"{variant} {seats} {scatter}")
    m = new_match(variant, seats, {"fourth_round": scatter, "strikes_out": 6}, seed=2, dealer=1, pause=True)
    for number in range(6):
        word = directions(rules)[number % len(directions(rules))]
        hands = [m.cards(seat) for seat in range(seats)]
        acting = {tuple(code.split()[:-1]) for seat in m.actors for code in legal(m, seat)}
        words = {"left", "right", "across"} if seats == 4 else {"left", "right"}
        expected = {"none": {("play",)}, "scatter": {("pass", to) for to in words}}.get(word, {("pass",)})
        assert expected == acting
        if word in ("left", "right", "across"):
            passed = [chooser.sample(hand, 3) for hand in hands]
            for seat, three in enumerate(passed):
                hands[seat] = [card for card in hands[seat] if card not in three]
                m.act(seat, "pass " + " ".join(three))
            for seat, three in enumerate(passed):
                hands[neighbour(seat, word, seats)] += three
            assert [sorted(hand) for hand in hands] == [sorted(m.cards(seat)) for seat in range(seats)]
        play_any(m)
        m.go_on()


@clause("AMB-3.2")
def test_left_is_the_next_seat_clockwise() -> None:
    """Left, right, across, with names."""
    for round, receiver in ((1, 1), (2, 3), (3, 2)):
        m = passing(*GIVEN, round=round)
        assert set(GIVEN[0].split()) <= set(m.cards(receiver))


# three cards


@clause("AMB-3.1", "AMB-3.3")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_all_pass_at_once(round: int) -> None:
    """Everybody is asked, in whatever order they answer; who has chosen is asked no more."""
    for order in itertools.islice(itertools.permutations(range(4)), 0, 24, 5):
        m = table(round=round)
        waiting = {0, 1, 2, 3}
        for seat in order:
            assert waiting == set(m.actors)
            assert {f"pass {card}" for card in m.cards(seat)} == legal(m, seat)
            m.act(seat, f"pass {GIVEN[seat]}")
            waiting.remove(seat)
            assert () == m.actions(seat) or not waiting
        assert cards(" ".join(HANDS)) == cards(*(" ".join(m.cards(seat)) for seat in range(4)))
        assert 1 == len(m.actors)


@clause("AMB-3.1")
def test_just_three_cards() -> None:
    """No fewer and no more, none twice; any three of the hand, the ♦3 among them."""
    m = table(round=1)
    assert m.gestures.refusal(0, "pass C2 C6 S2 S6")
    assert m.gestures.refusal(0, "pass C2 C6 C6")
    m.act(0, "pass C2 D3")
    assert 0 in m.actors
    assert {f"pass {card}" for card in HANDS[0].split()} - {"pass C2", "pass D3"} == legal(m, 0)
    m.act(0, "pass CA")
    assert 0 not in m.actors
    for first in m.cards(1):
        others = [card for card in m.cards(1) if card != first]
        assert {f"pass {card}" for card in others} == set(m.gestures.draft(1, [f"pass {first}"])["may"])


@clause("AMB-3.1", "AMB-3.3")
def test_cards_are_received_when_all_have_chosen() -> None:
    """Until then nobody sees what comes, and nothing of it lies in a hand."""
    m = table(round=1)
    for seat in range(3):
        m.act(seat, f"pass {GIVEN[seat]}")
        for other in range(4):
            own = set(HANDS[other].split()) - (set(GIVEN[other].split()) if other <= seat else set())
            assert own == set(m.cards(other))
            assert sorted(own) == sorted(m.game.pack.codes[k] for k in m.game.pack.listed(m.view(other).hand[other]))
    m.act(3, f"pass {GIVEN[3]}")
    for seat in range(4):
        assert 13 == len(m.cards(seat))
        assert set(GIVEN[(seat - 1) % 4].split()) <= set(m.cards(seat))


@clause("AMB-3.3")
def test_result_does_not_depend_on_the_order_of_choosing() -> None:
    """The state after the last choice is one and the same."""
    ends = []
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        m = table(round=2)
        for seat in order:
            m.act(seat, f"pass {GIVEN[seat]}")
        ends.append(m.log.state.to_words())
    assert ends[0] == ends[1]


@clause("AMB-4.2", "AMB-3.1")
@pytest.mark.parametrize(("round", "leader"), [(1, 1), (2, 3), (3, 2)])
def test_leader_is_found_after_passing(round: int, leader: int) -> None:
    """The ♦3 went to another seat, who leads it."""
    m = passing("D3 C2 C6", *GIVEN[1:], round=round)
    assert leader == turn(m)
    assert {"play D3"} == legal(m)
    assert 0 == turn(passing(*GIVEN, round=round))


# one to each


@clause("AMB-3.5", "AMB-3.6")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_scatter_gives_one_to_each_opponent(variant: str, seats: int) -> None:
    """In the round that would be without passing."""
    m = scattering(seats, variant)
    words = ["left", "across", "right"] if seats == 4 else ["left", "right"]
    before = [set(m.cards(seat)) for seat in range(seats)]
    gifts = {(seat, word): given_by(seats)[seat].split()[i] for seat in range(seats) for i, word in enumerate(words)}
    assert seats == len(m.actors)
    for seat in range(seats):
        m.act(seat, "pass " + " ".join(f"{word} {gifts[seat, word]}" for word in words))
    for (seat, word), card in gifts.items():
        before[seat].remove(card)
        before[neighbour(seat, word, seats)].add(card)
    assert [sorted(hand) for hand in before] == [sorted(m.cards(seat)) for seat in range(seats)]
    assert {"play D3"} == legal(m)


@clause("AMB-3.5", "AMB-3.6")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_scatter_changes_only_the_last_round_of_the_cycle(variant: str, seats: int) -> None:
    """In the others three cards go to one player."""
    for round in range(1, 9):
        m = scattering(seats, variant, round)
        verbs = {" ".join(code.split()[:-1]) for code in legal(m, 0)}
        words = {"pass left", "pass right"} | ({"pass across"} if seats == 4 else set())
        assert verbs == ({"pass"} if round % seats else words)


@clause("AMB-3.6")
def test_scatter_of_three_passes_two_cards() -> None:
    """Left and right; the second completes it."""
    m = scattering(3)
    m.act(1, "pass right C4")
    assert {f"pass left {card}" for card in HANDS_OF_THREE[1].split() if card != "C4"} == legal(m, 1)
    m.act(1, "pass left S6")
    assert (0, 2) == tuple(sorted(m.actors))


@clause("AMB-3.5")
def test_scatter_part_by_part() -> None:
    """A card once given, and a neighbour once served, are not named again."""
    m = scattering()
    hand = HANDS[2].split()
    assert {f"pass {word} {card}" for word in ("left", "across", "right") for card in hand} == legal(m, 2)
    m.act(2, "pass across HA")
    left = [card for card in hand if card != "HA"]
    assert {f"pass {word} {card}" for word in ("left", "right") for card in left} == legal(m, 2)
    m.act(2, "pass right C4")
    assert {f"pass left {card}" for card in left if card != "C4"} == legal(m, 2)
    m.act(2, "pass left D8")
    assert 2 not in m.actors
    for seat in (0, 1, 3):
        m.act(seat, SCATTERED[seat])
    assert ("HA" in m.cards(0), "C4" in m.cards(1), "D8" in m.cards(3)) == (True, True, True)


@clause("AMB-3.5", "AMB-3.3")
def test_scatter_is_carried_out_together() -> None:
    """Nothing is received before the last has chosen."""
    m = scattering()
    for seat in (2, 0, 3):
        m.act(seat, SCATTERED[seat])
        assert all(set(m.cards(other)) <= set(HANDS[other].split()) for other in range(4))
    m.act(1, SCATTERED[1])
    assert {13} == {len(m.cards(seat)) for seat in range(4)}
    assert {"C5", "S8", "HJ"} <= set(m.cards(0))
    assert {"C2", "S9", "HQ"} <= set(m.cards(1))


@clause("AMB-4.2", "AMB-3.5")
def test_leader_after_scatter() -> None:
    """The ♦3 given to the left, across or right."""
    for word, leader in (("left", 1), ("across", 2), ("right", 3)):
        others = [w for w in ("left", "across", "right") if w != word]
        m = scattering()
        m.act(0, f"pass {word} D3 {others[0]} C2 {others[1]} C6")
        for seat in (1, 2, 3):
            m.act(seat, SCATTERED[seat])
        assert leader == turn(m)


@clause("AMB-3.5", "AMB-3.6", "AMB-3.2")
def test_wrong_forms_of_a_pass() -> None:
    """Three cards to one where each gets one, one to each where three go to one, across where nobody sits."""
    assert "AMB-3.5" == refused_by(scattering(), 0, "pass C2 C6 S2")
    assert "AMB-3.2" == refused_by(table(round=1), 0, "pass left C2 across C6 right S2")
    assert "AMB-3.6" == refused_by(scattering(3), 0, "pass across C2")
    assert "AMB-3.5" == refused_by(scattering(), 0, "pass left C2 C6 right S2")


# conservation


@clause("AMB-12.1")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("scatter", ["none", "scatter"])
def test_every_card_is_somewhere(seats: int, scatter: str) -> None:
    """In a hand, in transit, on the trick or taken: after every action of random rounds."""
    chooser = random.Random(f"{seats} {scatter}")
    for round in {1, seats}:
        m = table(seats=seats, round=round, fourth_round=scatter)
        while not m.log.deal_over:
            seat = chooser.choice(m.actors)
            m.act(seat, chooser.choice(sorted(legal(m, seat))))
            s = m.log.state
            places = [*s.hand, *s.for_left, *s.for_across, *s.for_right, *s.trick, *s.taken]
            assert sum(kinds(place) for place in places) == kinds(row(" ".join(Rules(seats=seats).pack())))
            assert sum(kinds(place).bit_count() for place in places) == len(Rules(seats=seats).pack())
