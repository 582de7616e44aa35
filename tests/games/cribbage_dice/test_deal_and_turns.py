"""Who deals, in which order turns go, and which dice a turn begins with: sections 1 and 2."""

from __future__ import annotations

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import (
    DESIGNER,
    NOTHING,
    bare,
    dice_fall,
    dice_of,
    hands_counted,
    keep_all,
    starter,
    table,
    told,
    wanted,
    winners,
)


@clause("CDICE-1.1", "CDICE-1.5")
@pytest.mark.parametrize(
    ("rolls", "dealer"),
    [
        (["7 12"], 1),
        (["12 11"], 0),
        (["1 2 3 4 5 6"], 5),
        (["3 9 4 8 2 1"], 1),
        (["12 12", "5 5", "2 1"], 0),
        (["9 9 9 1", "12 3 12", "4 8"], 2),
        (["4 4 4 4 4", "1 1 2 1 2", "6 3"], 2),
        (["7 7 6", "1 2"], 1),
        (["3 11 2 11 1 11", "1 1 1", "2 12 12", "6 7"], 5),
    ],
)
def test_highest_roll_deals_first(rolls: list[str], dealer: int) -> None:
    """Only those who tie for the highest roll again, in seat order, and only their new rolls are compared."""
    m = bare(len(rolls[0].split()))
    for roll in rolls:
        assert m.log.ask is not None
        assert ("dealer", len(roll.split())) == (m.log.ask.name, wanted(m))
        dice_fall(m, roll)
    assert (dealer, "deal") == (m.public.dealer, m.log.ask and m.log.ask.name)
    assert [("deals", dealer, max(map(int, rolls[-1].split())))] == told(m, "deals")


@clause("EX-CDICE-18")
def test_example_of_a_tie_for_the_deal() -> None:
    """C deals after a tie with B; A plays first, then B, then C."""
    m = bare(3)
    dice_fall(m, "7 12 12")
    assert 2 == wanted(m)
    dice_fall(dice_fall(m, "3 9"), f"12 {NOTHING}")
    order = []
    for _ in range(2):
        order.append(turn(m))
        dice_fall(take(m, "keep"), NOTHING)
    assert (2, [0, 1, 2]) == (m.public.dealer, [*order, turn(m)])


@clause("CDICE-1.3", "CDICE-1.4", "CDICE-10.6")
@pytest.mark.parametrize("seats", range(2, 7))
def test_left_of_the_dealer_begins_and_the_dealer_plays_last(seats: int) -> None:
    """Whoever deals, every player has exactly one turn, clockwise."""
    for dealer in range(seats):
        m = keep_all(table(dealer=dealer, seats=seats))
        assert m.log.deal_over
        assert [(dealer + 1 + i) % seats for i in range(seats)] == [seat for seat, _ in hands_counted(m)]


@clause("CDICE-1.2", "CDICE-10.6")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_deal_passes_clockwise(seats: int) -> None:
    """After each round; a round is one turn of every player."""
    m = table(dealer=1, seats=seats, target=999)
    for number in range(seats + 2):
        assert (1 + number) % seats == m.public.dealer
        assert (2 + number) % seats == turn(m)
        keep_all(m)
        assert (True, seats * (number + 1)) == (m.log.deal_over, len(hands_counted(m)))
        m.go_on()


@clause("CDICE-2.1", "CDICE-10.1")
def test_first_player_rolls_five_dice_and_the_first_is_the_starter() -> None:
    """The other four are the player's."""
    m = dice_fall(bare(), "1 12")
    assert 5 == wanted(m)
    dice_fall(m, "12 9 3 3 1")
    assert (0, 12, [1, 3, 3, 9]) == (turn(m), starter(m), dice_of(m, 0))
    assert [("starter", 0, 1), ("rolls", 0, 4)] == told(m, "starter", "rolls")


@clause("CDICE-2.2", "CDICE-2.3", "CDICE-10.2")
@pytest.mark.parametrize("seats", [2, 4])
def test_one_starter_serves_the_round(seats: int) -> None:
    """Re-rolls leave it alone, and later players roll four dice; the next round has a new one."""
    m = dice_fall(dice_fall(bare(seats), " ".join(["1"] * (seats - 1) + ["2"])), f"12 {NOTHING}")
    for seat in range(seats):
        dice_fall(take(m, "roll 2"), "12")
        assert (seat, 12, [4, 6, 8, 12]) == (turn(m), starter(m), dice_of(m, seat))
        take(m, "keep")
        assert (4 if seat < seats - 1 else 5) == wanted(m)
        dice_fall(m, NOTHING if seat < seats - 1 else "5 1 2 3 9")
    assert [(seat, 2) for seat in range(seats)] == hands_counted(m)
    assert (1, 5, [1, 2, 3, 9]) == (turn(m), starter(m), dice_of(m, 1))


@clause("CDICE-2.2", "CDICE-2.5")
def test_starter_cannot_be_rolled_again() -> None:
    """Its number names no die of the player's."""
    m = table(f"12 {NOTHING}")
    refusal = m.gestures.refusal(0, "roll 12")
    assert refusal is not None
    assert 12 == starter(m)


@clause("CDICE-2.9", "CDICE-10.2")
def test_starter_of_each_turn() -> None:
    """With `per_turn` every first roll is of five dice, and the first of them counts for this turn alone."""
    m = dice_fall(bare(3, DESIGNER), "1 2 3")
    for seat, (first, points) in enumerate([(12, 0), (4, 2), (8, 2)]):
        assert 5 == wanted(m)
        dice_fall(m, f"{first} {NOTHING}")
        assert (seat, first) == (turn(m), starter(m))
        dice_fall(take(m, "roll 8"), "8")
        assert first == starter(m)
        take(m, "keep")
        assert (seat, points) == hands_counted(m)[-1]
    assert 5 == wanted(m)


@clause("CDICE-2.9")
def test_starter_of_each_turn_in_additional_turns_and_play_offs() -> None:
    """An additional turn and each turn of a play-off have a starter die of their own."""
    m = bare(2, DESIGNER, end_rule="equal_turns", tie="playoff", target=2)
    dice_fall(m, "2 1")
    for roll, seat in (("12 2 4 6 8", 1), ("8 2 4 6 8", 0), ("8 2 4 6 8", 1), ("4 2 4 6 8", 1), ("12 2 4 6 8", 0)):
        assert 5 == wanted(m)
        dice_fall(m, roll)
        assert (seat, int(roll.split()[0])) == (turn(m), starter(m))
        take(m, "keep")
    assert (True, [2, 4], [1]) == (m.over, m.scores, winners(m))
