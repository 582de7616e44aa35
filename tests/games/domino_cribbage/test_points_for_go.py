"""Points for Go, for the last tile and for an empty hand: clauses DCRIB-4.7 to 4.11, 4.18 to 4.20."""

import random
from typing import Any

import pytest

from tests.aloud import turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    CARD,
    D,
    N,
    all_said,
    begin,
    goes,
    line,
    of_tile,
    pegged,
    play,
    points,
    said,
    tiles,
)
from tests.games.domino_cribbage.naive import value
from torite import Match

# N says Go at 23; D goes on with tiles of its own
N_GOES, TO_23 = "6-5 5-4 6-4 5-5", "6-5 6-6"


@clause("DCRIB-4.7", "DCRIB-4.8")
def test_go_pays_the_other_at_once() -> None:
    """1 point for D when N says Go at 23; the Go that closes the sequence pays nothing."""
    m = play(begin(N_GOES, "6-6 2-0 1-1 3-0"), TO_23)
    assert [("go_point", D, 1)] == points(m)
    assert [0, 1] == m.scores
    play(m, "2-0 3-0")
    assert [0, 1] == m.scores
    play(m, "1-1")
    assert 30 == sum(map(value, tiles("6-5 6-6 2-0 3-0 1-1")))
    assert [] == points(m)
    assert [0, 1] == m.scores


@clause("DCRIB-4.7", "DCRIB-4.8", "DCRIB-3.15")
def test_two_goes_in_a_row_pay_once() -> None:
    """N's tile makes 30 and nobody can play: D's Go pays N, N's own pays nobody."""
    m = play(begin("6-6 6-5 6-4 6-2", "5-5 5-4 6-3 5-3"), "6-6 5-5 6-2")
    assert [D, N] == goes(m)
    assert [("go_point", N, 1)] == points(m)
    assert [1, 0] == m.scores


@clause("DCRIB-4.8")
def test_every_sequence_may_pay_a_go() -> None:
    """Once per sequence, not once per deal."""
    m = play(begin("6-6 6-4 6-1 4-4", "6-5 5-5 6-2 6-3"), "6-6 6-5")
    assert 23 == m.public.total
    play(m, "6-1")
    assert [("go_point", N, 1)] == points(m)
    assert (D, 0) == (turn(m), m.public.total)
    play(m, "5-5 6-4 6-3")
    assert [("go_point", D, 1)] == points(m)


@clause("DCRIB-4.8", "EX-DCRIB-12")
@pytest.mark.parametrize(("rule", "points_of_dealer"), [("both", 3), ("only_31", 2)])
def test_example_go_then_31(rule: str, points_of_dealer: int) -> None:
    """N 11, D 23, N Go, D 29, D 31: 1 and 2, or only the 2."""
    m = play(begin("5-6 4-5 4-6 5-5", "6-6 0-6 0-2 3-4", go_then_31=rule), "5-6 6-6 0-6 0-2")
    assert [("counts", D, 31)] == said(m, "counts")
    assert [0, points_of_dealer] == m.scores
    assert N == turn(m)


@clause("DCRIB-4.19")
@pytest.mark.parametrize("how", [{"go_then_31": "only_31"}, {"variant": CARD}])
def test_point_for_go_is_held_back(how: dict[str, str]) -> None:
    """Nothing is scored with the Go itself; it is when the sequence closes below 31, and lapses at 31."""
    m = play(begin(N_GOES, "6-6 2-0 1-1 3-0", **how), TO_23)
    assert ([("go", N, 0)], [], [0, 0]) == (said(m, "go"), points(m), m.scores)
    play(m, "2-0 3-0")
    assert [0, 0] == m.scores
    play(m, "1-1")
    assert ([("go_point", D, 1)], [0, 1]) == (points(m), m.scores)
    m = play(begin(N_GOES, "6-6 2-0 6-0 3-0", **how), TO_23 + " 2-0 6-0")
    assert ({"thirty_one": 2}, [0, 2]) == (of_tile(m), m.scores)
    assert [] == all_said(m, "go_point")


@clause("DCRIB-4.19")
def test_go_of_two_in_a_row_is_paid_at_the_close() -> None:
    """Where both say Go at once, the point held back is scored by the same entry."""
    m = play(begin("6-6 6-5 6-4 6-2", "5-5 5-4 6-3 5-3", go_then_31="only_31"), "6-6 5-5 6-2")
    assert ([("go_point", N, 1)], [1, 0]) == (points(m), m.scores)


@clause("DCRIB-4.9", "DCRIB-4.10")
def test_last_tile_of_the_deal() -> None:
    """1 point below 31; whoever plays it; beside all else that it scores."""
    low = "1-0 2-0 3-0 4-0"
    m = line("1-0 1-1 2-0 2-1 3-0 3-1 4-0 3-2")
    assert m.log.deal_over
    assert {"last": 1} == {key: amount for key, amount in of_tile(m).items() if key == "last"}
    assert ("last", D, 1) in points(m)
    m = play(begin(low, "1-1 2-2 5-0 4-1"), "1-0 1-1 2-0 2-2 3-0 5-0 4-0")
    assert [] == said(m, "last")
    play(m, "4-1")
    assert ("last", D, 1) in points(m)


@clause("DCRIB-4.9", "DCRIB-4.2", "DCRIB-4.18")
def test_no_point_for_the_last_tile_at_31() -> None:
    """The 2 points for 31 are all."""
    m = line("6-2 5-0 3-0 2-0 5-4 2-1 1-0 0-0")
    assert (m.log.deal_over, {"thirty_one": 2}) == (True, of_tile(m))
    m = line("0-0 1-0 2-0 1-1 5-0 3-2 6-1 6-3")
    assert (m.log.deal_over, {"thirty_one": 2}) == (True, of_tile(m))


@clause("DCRIB-4.9")
def test_last_needs_both_hands_empty() -> None:
    """A player's own last tile is nothing while the other has tiles."""
    m = play(begin("1-0 2-0 2-2 4-0", "1-1 5-0 5-1 3-0"), "1-0 1-1 2-0 5-0 2-2 5-1 4-0")
    assert [] == m.cards(N)
    assert "last" not in of_tile(m)


@clause("DCRIB-4.10", "DCRIB-4.20", "EX-DCRIB-10")
@pytest.mark.parametrize(("pays", "amount"), [(False, 0), (True, 1)])
def test_example_empty_hand(pays: bool, amount: int) -> None:
    """N's hand is empty at 13: nothing by itself, or 1 for D at once; Last comes on top."""
    m = play(begin("6-6 4-5 0-0 1-2", "5-5 4-6 2-2 0-1", empty_hand_go_scores=pays), "6-6 5-5 4-5 0-0 4-6 1-2")
    assert [("go_point", D, 1)] * amount == points(m)
    assert [4, amount] == m.scores
    play(m, "2-2 0-1")
    assert [4, 1 + amount] == pegged(m)


@clause("DCRIB-4.10", "EX-DCRIB-11")
def test_example_go_of_the_one_left() -> None:
    """D is out of tiles; N's own Go pays N, whose tile was the last; then N's last tile pays as well."""
    m = play(begin("5-6 4-5 4-6 5-5", "6-6 0-5 1-1 3-4"), "5-6 6-6")
    assert [("go_point", D, 1)] == points(m)
    play(m, "0-5 1-1 4-5 3-4 4-6")
    assert [("go_point", N, 1)] == points(m)
    play(m, "5-5")
    assert {"last": 1} == of_tile(m)
    assert [2, 1] == pegged(m)


@clause("DCRIB-4.10", "EX-DCRIB-22", "EX-DCRIB-23")
def test_example_go_pays_the_player_of_the_latest_tile() -> None:
    """Also where that is the player whose hand has just become empty."""
    m = play(begin("6-6 2-6 0-6 4-6", "5-6 4-5 0-1 5-5"), "6-6 5-6 2-6 4-5 0-6 0-1 4-6")
    assert [("go_point", N, 1)] == points(m)
    m = play(begin("3-6 0-3 0-0 0-1", "4-6 6-6 5-6 5-5"), "3-6 4-6 0-3 0-0 0-1 6-6 5-6")
    assert [("go_point", D, 1)] == points(m)


@clause("DCRIB-4.20")
def test_empty_hand_pays_nothing_at_31_nor_after_a_go() -> None:
    """At 31 no Go pays; and one Go of the sequence is enough."""
    m = play(begin("6-4 5-1 4-1 3-2", "2-0 1-1 1-0 6-6", empty_hand_go_scores=True), "6-4 2-0 5-1 1-1 4-1 1-0 3-2")
    assert [("counts", N, 31)] == said(m, "counts")
    assert [] == said(m, "go_point")
    assert [] == m.cards(N)
    assert D == turn(m)
    m = play(begin(N_GOES, "6-6 2-0 1-1 1-0", empty_hand_go_scores=True), TO_23 + " 2-0 1-0")
    assert [("go_point", D, 1)] == all_said(m, "go_point")
    play(m, "1-1")
    assert ([], []) == (m.cards(D), said(m, "go_point"))


@clause("DCRIB-4.20")
def test_empty_hand_pays_only_in_its_own_sequence() -> None:
    """In a later one the player left alone gets what 4.10 says, and nothing at its beginning."""
    m = play(begin("3-6 0-3 0-0 0-1", "4-6 6-6 5-6 5-5", empty_hand_go_scores=True), "3-6 4-6 0-3 0-0 0-1")
    assert ([], [1, 0]) == (points(m), m.scores)
    play(m, "6-6")
    assert ([], [1, 0]) == (points(m), m.scores)
    play(m, "5-6")
    assert ([("go_point", D, 1)], [1, 1]) == (points(m), m.scores)


@clause("DCRIB-4.20", "DCRIB-4.8")
def test_go_after_an_empty_hand_that_paid_pays_nothing() -> None:
    """D had the point for N's empty hand; D's own Go, the second, pays nobody."""
    m = play(begin("6-6 2-6 0-6 4-6", "5-6 4-5 0-1 5-5", empty_hand_go_scores=True), "6-6 5-6 2-6 4-5 0-6 0-1 4-6")
    assert [("go_point", D, 1)] == points(m)
    assert [D, N, D] == goes(m)


@clause("DCRIB-4.20", "DCRIB-4.19")
def test_empty_hand_is_held_back_as_a_spoken_go() -> None:
    """With both options D's point for N's empty hand waits for the close: it is scored at 27, and lapses at 31."""
    how: dict[str, Any] = {"empty_hand_go_scores": True, "go_then_31": "only_31"}
    m = play(begin("6-4 5-1 4-1 3-0", "2-0 1-1 2-1 1-0", **how), "6-4 2-0 5-1 1-1 4-1 2-1 3-0")
    assert [("counts", N, 31)] == said(m, "counts")
    m = play(begin("6-4 5-0 4-0 1-1", "2-0 3-0 4-1 1-0", **how), "6-4 2-0 5-0 3-0 4-0 1-0 1-1")
    assert ([], [D]) == (m.cards(N), goes(m))
    assert [("run", N, 5), ("go_point", D, 1)] == points(m)
    m = play(begin("6-4 5-0 4-0 1-1", "2-0 3-0 3-1 1-0", **how), "6-4 2-0 5-0 3-0 4-0 1-0 1-1")
    before = list(m.scores)
    assert [] == all_said(m, "go_point")
    play(m, "3-1")
    assert {"thirty_one": 2} == of_tile(m)
    assert [] == all_said(m, "go_point")
    assert [before[0], before[1] + 2] == pegged(m)


@clause("DCRIB-4.11")
def test_tiles_of_one_player_in_succession() -> None:
    """After N's Go, D's own three tiles make a run, and two of them a pair."""
    m = play(begin(N_GOES, "6-6 2-0 1-0 3-0"), TO_23 + " 2-0 1-0")
    assert {} == of_tile(m)
    assert {"run": 3} == of_tile(play(m, "3-0"))
    m = play(begin(N_GOES, "6-6 2-0 1-1 3-0"), TO_23 + " 2-0 1-1")
    assert {"pair": 2} == of_tile(m)


@clause("DCRIB-4.18", "DCRIB-4.7")
@pytest.mark.parametrize("how", [{}, {"empty_hand_go_scores": True}, {"go_then_31": "only_31"}])
def test_go_at_31_scores_nothing(how: dict[str, Any]) -> None:
    """The 2 points for 31 are all, though both say Go."""
    m = play(begin("6-6 5-4 6-4 3-3", "5-5 6-5 6-3 4-1", **how), "6-6 5-5 5-4")
    assert [D, N] == goes(m)
    assert [("thirty_one", N, 2)] == points(m)
    assert [2, 0] == m.scores


def whole(m: Match, chooser: random.Random) -> list[list[tuple[str, int, int]]]:
    """Play a deal; what each tile was told to score."""
    found = []
    while not m.log.deal_over:
        m.act(turn(m), chooser.choice(m.actions(turn(m))))
        found.append(points(m))
    return found


@clause("DCRIB-4.8", "DCRIB-4.10")
@pytest.mark.parametrize("seed", range(3))
def test_scores_of_the_play_are_what_was_told(seed: int) -> None:
    """Every point is a line of the account, and no line is without points."""
    chooser = random.Random(seed)
    for _ in range(15):
        m = begin(target=999)
        told = whole(m, chooser)
        assert all(amount > 0 for lines in told for _, _, amount in lines)
        counted = [
            sum(amount for key, seat, amount in all_said(m, "hand_count", "crib_count") if seat == one)
            for one in (0, 1)
        ]
        assert [a + b for a, b in zip(pegged(m), counted, strict=True)] == m.scores
