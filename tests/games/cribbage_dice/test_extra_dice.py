"""Extra dice and the crib: section 5."""

from __future__ import annotations

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import (
    EXTRA,
    NOTHING,
    SEED,
    bad_options,
    bare,
    cribs_counted,
    dice_fall,
    dice_of,
    hands_counted,
    keep_all,
    legal,
    points,
    refused,
    starter,
    table,
    wanted,
)
from tests.strategies import say_twice

FIRST, DEALER = "5 1 2 5 5 9 12", "3 3 6 7 8 10"  # worked example 19


@clause("CDICE-5.1")
@pytest.mark.parametrize("dealer", [0, 1])
def test_non_dealer_rolls_seven_dice(dealer: int) -> None:
    """The first is the starter and is put aside; six are the player's."""
    m = dice_fall(bare(2, EXTRA), "12 1" if dealer == 0 else "1 12")
    assert 7 == wanted(m)
    dice_fall(m, FIRST)
    assert (1 - dealer, 5, [1, 2, 5, 5, 9, 12]) == (turn(m), starter(m), dice_of(m, 1 - dealer))


@clause("CDICE-5.2", "CDICE-5.7")
def test_two_of_the_six_go_to_the_crib_before_any_reroll() -> None:
    """Any two, not one, not three; then play goes on with the other four as ever."""
    m = table(FIRST, "4", variant=EXTRA)
    assert {f"crib {face}" for face in (1, 2, 5, 9, 12)} == legal(m)
    for code in ("keep", "roll 5", "roll 1 2", "crib 1 2 5"):
        assert "illegal-move" == refused(m, code).code
    take(m, "crib 12 1")
    assert ([2, 5, 5, 9], {"keep", "roll 2", "roll 5", "roll 9"}, 3) == (dice_of(m, 0), legal(m), m.public.rerolls)
    take(m, "roll 2")
    assert [4, 5, 5, 9] == dice_of(m, 0)


@clause("CDICE-5.3")
def test_dealer_rolls_six_and_does_the_same() -> None:
    """With the starter of the round, and without one of the dealer's own."""
    m = dice_fall(bare(2, EXTRA), "1 12")
    take(dice_fall(m, FIRST), "crib 1 2", "keep")
    assert 6 == wanted(m)
    dice_fall(m, DEALER)
    assert (1, 5, {f"crib {face}" for face in (3, 6, 7, 8, 10)}) == (turn(m), starter(m), legal(m))
    take(m, "crib 3 10")
    assert [3, 6, 7, 8] == dice_of(m, 1)


@clause("EX-CDICE-19", "CDICE-5.4", "CDICE-5.5", "CDICE-5.6")
def test_example_of_a_round_with_a_crib() -> None:
    """14 for the one, 8 and a crib of 7 for the dealer."""
    m = take(table(FIRST, DEALER, variant=EXTRA), "crib 1 2", "keep", "crib 3 10", "keep")
    assert ([(0, 14), (1, 8)], [(1, 7)]) == (hands_counted(m), cribs_counted(m))
    assert ([14, 15], True) == (m.scores, m.log.deal_over)
    crib = next(note for note in m.score_sheet.account if note.line.key == "crib_count")
    assert (0, 1, 2, 4, 9) == crib.pieces
    after = m.score_sheet.account[m.score_sheet.account.index(crib) + 1 :]
    assert 7 == sum(note.amount for note in after)
    assert [("fifteen", 2), ("fifteen", 2), ("run", 3)] == sorted((note.line.key, note.amount) for note in after)


@clause("EX-CDICE-19", "CDICE-5.12")
def test_example_with_a_starter_of_the_dealers() -> None:
    """The dealer rolls seven dice too; hand 7 and crib 8 count with the dealer's starter."""
    m = dice_fall(bare(2, EXTRA, starter="per_turn"), "1 12")
    take(dice_fall(m, FIRST), "crib 1 2", "keep")
    assert 7 == wanted(m)
    take(dice_fall(m, f"4 {DEALER}"), "crib 3 10", "keep")
    assert ([(0, 14), (1, 7)], [(1, 8)]) == (hands_counted(m), cribs_counted(m))


@clause("CDICE-5.7", "CDICE-5.4")
def test_crib_dice_are_not_rolled_again() -> None:
    """They count as they fell first, and a re-roll of the same number takes one of the four."""
    m = table("12 2 4 6 8 8 8", "8 12", NOTHING + " 9 9", variant=EXTRA)
    take(m, "crib 8 8", "roll 8 2")
    assert [4, 6, 8, 12] == dice_of(m, 0)
    take(m, "keep", "crib 9 9", "keep")
    assert [(1, points("8 8 9 9 12"))] == cribs_counted(m)
    crib = next(note for note in m.score_sheet.account if note.line.key == "crib_count")
    assert (7, 7, 8, 8, 11) == crib.pieces


@clause("CDICE-5.5")
def test_crib_is_the_dealers_alone() -> None:
    """Scored once, after the dealer's own hand; the deal passes, and so does the crib."""
    m = table("12 2 2 2 4 6 8", "2 2 2 4 6 8", "12 2 2 2 4 6 8", "2 2 2 4 6 8", variant=EXTRA, dealer=0)
    for dealer in (0, 1):
        take(m, "crib 2 2", "keep", "crib 2 2", "keep")
        assert [(1 - dealer, 0), (dealer, 0)] == hands_counted(m)[-2:]
        assert (dealer, 12) == cribs_counted(m)[-1]
        order = [note.line.key for note in m.score_sheet.account if note.line.heading]
        assert ["hand_count", "hand_count", "crib_count"] == order
        m.go_on()
    assert ([12, 12], 2) == (m.scores, len(cribs_counted(m)))


@clause("CDICE-5.6")
def test_crib_counts_with_the_starter_like_a_hand() -> None:
    """Four fives and a starter of five: forty."""
    m = take(table("5 5 5 1 2 4 8", "5 5 1 2 4 11", variant=EXTRA), "crib 5 5", "keep", "crib 5 5", "keep")
    assert [(1, 40)] == cribs_counted(m)


@clause("CDICE-5.10")
def test_numbers_of_nine_dice_are_kept_at_once() -> None:
    """The crib of four, the dealer's hand, and the starter: more dice than the seed has."""
    m = take(table("7 7 7 7 7 7 7", "7 7 7 7 7 7", variant=EXTRA), "crib 7 7", "keep", "crib 7 7")
    state = m.log.trial()
    assert [7, [6, 6], [6, 6], [7] * 4] == [starter(m), *(list(pair) for pair in state.laid[:2]), dice_of(m, 1)]
    take(m, "keep")
    assert ([20, 40], [(1, 20)]) == (m.scores, cribs_counted(m))


@clause("CDICE-5.9")
@pytest.mark.parametrize("seats", range(2, 7))
def test_crib_from_the_first_and_the_dealer(seats: int) -> None:
    """With three to six players the others roll four dice and put none aside."""
    m = bare(seats, EXTRA)
    dice_fall(m, " ".join(["1"] * (seats - 1) + ["2"]))
    for seat in range(seats):
        aside = seat in (0, seats - 1)
        assert 4 + 2 * aside + (seat == 0) == wanted(m)
        dice_fall(m, ("12 " if seat == 0 else "") + ("2 2 " if aside else "") + NOTHING)
        assert (seat, aside) == (turn(m), "keep" not in legal(m))
        take(m, *["crib 2 2"] * aside, "keep")
    assert ([(seat, 0) for seat in range(seats)], [(seats - 1, 12)]) == (hands_counted(m), cribs_counted(m))


@clause("CDICE-5.9", "CDICE-5.12")
def test_crib_with_three_players_and_a_starter_each() -> None:
    """Seven, five and seven dice; the crib counts with the dealer's starter."""
    m = dice_fall(bare(3, EXTRA, starter="per_turn"), "1 2 3")
    for number, roll, codes in (
        (7, f"12 2 2 {NOTHING}", ["crib 2 2", "keep"]),
        (5, f"12 {NOTHING}", ["keep"]),
        (7, f"2 2 2 {NOTHING}", ["crib 2 2", "keep"]),
    ):
        assert number == wanted(m)
        take(dice_fall(m, roll), *codes)
    assert [(2, 20)] == cribs_counted(m)


@clause("CDICE-5.13", "CDICE-5.9")
@pytest.mark.parametrize("seats", range(2, 7))
def test_crib_of_two_players_is_refused_with_more(seats: int) -> None:
    """By the clause, in both languages."""
    for variant, options in ((SEED, {"extra_dice": "yes"}), (EXTRA, {"crib_from": "two_players"})):
        error = bad_options(variant, seats, **options)
        assert (seats > 2) == (error is not None)
        if error is not None:
            say_twice(error)
            assert "CDICE-5.13" == error.facts["clause"]
            assert all("CDICE-5.13" in error.say(language) for language in ("en", "ja"))


@clause("CDICE-5.13")
def test_with_two_players_it_is_the_same() -> None:
    """Whichever is agreed, both put two dice aside."""
    records = []
    for source in ("two_players", "first"):
        m = keep_all(table(variant=EXTRA, crib_from=source))
        records.append([(entry.seat, entry.actions, entry.outcome, entry.notes) for entry in m.log.standing])
        assert 1 == len(cribs_counted(m))
    assert records[0] == records[1]
