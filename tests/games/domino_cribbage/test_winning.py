"""Reaching the target, in the play, by a Go, at a close or while counting: clauses DCRIB-6, 4.22 and the examples."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.aloud import turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    CARD,
    NAME,
    SPLIT,
    D,
    N,
    all_said,
    begin,
    counts,
    goes,
    lay_away,
    pegged,
    play,
    play_on,
    points,
    said,
)
from tests.games.domino_cribbage.naive import count, values
from torite import Match
from torite.errors import MatchOver

TWELVE, STARTER = "2-3 5-5 4-6 3-4", "1-4"  # a hand that counts 12
BETTER = "6-1 5-2 6-2 4-4"
NOTHING = "6-6 6-4 4-4 2-0"  # counts nothing with a 6


def to_the_count(score: Sequence[int], non_dealer: str, dealer: str, starter: str, **how: Any) -> Match:
    """Play a deal to its end so that the scores are these before the hands are counted."""
    gained = pegged(play_on(begin(non_dealer, dealer, starter, **{**how, "target": 999})))
    before = [wanted - points for wanted, points in zip(score, gained, strict=True)]
    return play_on(begin(non_dealer, dealer, starter, score=before, **how))


def won(m: Match, seat: int, score: int) -> bool:
    """Whether this seat has won, with this score, and nothing more is to be done."""
    assert m.over
    assert m.result is not None
    assert () == m.actors
    assert ("wins", seat, score) == said(m)[-1]
    assert 1 == len(all_said(m, "wins"))
    assert [1, 2] == [m.result.places[seat], m.result.places[1 - seat]]
    return m.scores[seat] == score


@clause("DCRIB-6.1", "DCRIB-6.2", "DCRIB-5.1", "EX-DCRIB-20")
def test_example_non_dealer_counts_first() -> None:
    """60–60: the non-dealer wins with any point; the dealer's better hand is not counted."""
    assert count(values(f"{BETTER} {STARTER}")) > count(values(f"{TWELVE} {STARTER}")) - 1
    m = to_the_count([60, 60], TWELVE, BETTER, STARTER)
    assert won(m, N, 72)
    assert [("hand_count", N, 12)] == counts(m)
    assert 60 == m.scores[D]


@clause("DCRIB-6.1", "DCRIB-6.3", "EX-DCRIB-25")
def test_example_final_score_passes_the_target() -> None:
    """58 and a hand of 12 end at 70."""
    assert won(to_the_count([58, 30], TWELVE, BETTER, STARTER), N, 70)


@clause("DCRIB-5.1", "DCRIB-6.1", "DCRIB-6.3")
def test_dealer_counts_the_hand_and_then_the_crib() -> None:
    """Where the non-dealer falls short, the dealer may win with the hand, or else with the crib."""
    hand, crib = count(values("2-1 3-0 6-1 5-1 6-0")), count(values("5-4 5-0 4-1 2-2 6-0"))
    assert min(hand, crib) > 2
    how = {"crib": "5-4 5-0 4-1 2-2"}
    m = to_the_count([60, 60], NOTHING, "2-1 3-0 6-1 5-1", "6-0", **how)
    assert won(m, D, 60 + hand)
    assert [("hand_count", N, 0), ("hand_count", D, hand)] == counts(m)
    m = to_the_count([60, 60 - hand], NOTHING, "2-1 3-0 6-1 5-1", "6-0", **how)
    assert won(m, D, 60 + crib)
    assert [("hand_count", N, 0), ("hand_count", D, hand), ("crib_count", D, crib)] == counts(m)
    m = to_the_count([60, 60 - hand - crib], NOTHING, "2-1 3-0 6-1 5-1", "6-0", **how)
    assert (False, True) == (m.over, m.log.deal_over)


@clause("DCRIB-6.1", "DCRIB-6.2")
def test_nobody_wins_one_point_short() -> None:
    """60 is not enough, 61 is: the hand of 12 on 48 and on 49."""
    m = to_the_count([48, 10], TWELVE, "0-0 6-6 6-0 1-0", STARTER)
    assert ((60, False), 0) == ((m.scores[N], m.over), len(all_said(m, "wins")))
    m = to_the_count([49, 10], TWELVE, "0-0 6-6 6-0 1-0", STARTER)
    assert won(m, N, 61)


@clause("DCRIB-6.1")
def test_win_in_the_midst_of_the_play() -> None:
    """The match ends with the tile: no further tile, no count; the crib stays where it is."""
    m = play(begin("0-4 1-0 1-1 2-0", "5-6 6-6 6-4 6-3", score=[0, 59]), "0-4 5-6")
    assert won(m, D, 61)
    assert [0, 61] == m.scores
    assert [("fifteen", D, 2)] == points(m)
    assert [] == all_said(m, "hand_count", "crib_count")
    assert (3, 3) == (len(m.cards(N)), len(m.cards(D)))
    with pytest.raises(MatchOver):
        m.act(N, "play 1-0")
    assert [] == m.game.pack.listed(m.public.crib)


@clause("DCRIB-6.3", "DCRIB-4.22")
@pytest.mark.parametrize("score", [55, 56, 57, 58, 59, 60])
def test_all_lines_of_a_tile_are_added_first(score: int) -> None:
    """A run and a fifteen are 5: from 56 one wins, and from 60 one ends at 65."""
    m = play(begin("2-2 0-5 1-0 1-1", "1-5 6-6 6-4 6-3", score=[score, 0]), "2-2 1-5 0-5")
    assert {("run", N, 3), ("fifteen", N, 2)} == set(points(m))
    assert score + 5 == m.scores[N]
    assert won(m, N, score + 5) if score + 5 >= 61 else not m.over


@clause("DCRIB-4.22", "DCRIB-6.1", "DCRIB-6.3")
def test_go_is_not_paid_after_a_win() -> None:
    """N's pair makes 61; D's Go, which would follow from the tile, is not said and pays nothing."""
    hands, order = ("6-6 6-3 2-0 1-1", "5-4 6-5 6-4 5-5"), "6-6 5-4 6-3"
    m = play(begin(*hands, score=[58, 0]), order)
    assert won(m, N, 61)
    assert ([("pair", N, 2), ("go_point", N, 1)], [D]) == (points(m), goes(m))
    m = play(begin(*hands, score=[59, 0]), order)
    assert won(m, N, 61)
    assert [("pair", N, 2)] == points(m)
    assert [] == goes(m)


@clause("DCRIB-4.22", "DCRIB-6.1", "DCRIB-4.7")
def test_win_by_a_go() -> None:
    """60 and the point for the other's Go."""
    m = play(begin("6-5 5-4 6-4 5-5", "6-6 2-0 1-1 3-0", score=[60, 60]), "6-5 6-6")
    assert won(m, D, 61)
    assert ([N], [("go_point", D, 1)]) == (goes(m), points(m))


@clause("DCRIB-4.22", "DCRIB-4.19", "DCRIB-6.1")
def test_win_by_a_go_held_back() -> None:
    """With `only_31` D at 60 has not won by N's Go; the close wins, or a pair before it, or the 31."""
    how: dict[str, Any] = {"score": [60, 60], "go_then_31": "only_31"}
    m = play(begin("6-5 5-4 6-4 5-5", "6-6 2-0 1-0 3-0", **how), "6-5 6-6")
    assert not m.over
    play(m, "2-0")
    assert (False, [60, 60]) == (m.over, m.scores)
    m = play(begin("6-5 5-4 6-4 5-5", "6-6 2-0 6-1 3-0", **how), "6-5 6-6 2-0 3-0")
    assert won(m, D, 61)
    assert [("go_point", D, 1)] == points(m)
    m = play(begin("6-5 5-4 6-4 5-5", "6-6 2-0 1-1 3-0", **how), "6-5 6-6 2-0 1-1")
    assert won(m, D, 62)
    assert [("pair", D, 2)] == points(m)
    m = play(begin("6-5 5-4 6-4 5-5", "6-6 2-0 6-0 3-0", **how), "6-5 6-6 2-0 6-0")
    assert won(m, D, 62)


@clause("DCRIB-4.22", "DCRIB-4.20", "DCRIB-6.1")
@pytest.mark.parametrize("pays", [False, True])
def test_lines_of_the_tile_come_before_the_empty_hand(pays: bool) -> None:
    """60–60: N's last tile makes a pair and N wins, though the empty hand would pay D."""
    hands = ("5-0 2-1 0-0 1-1", "4-0 6-2 2-0 6-1")
    m = play(begin(*hands, score=[60, 60], empty_hand_go_scores=pays), "5-0 4-0 0-0 6-2 2-1 2-0")
    assert (False, 22) == (m.over, m.public.total)
    assert won(play(m, "1-1"), N, 62)
    assert ([("pair", N, 2)], 60) == (points(m), m.scores[D])


@clause("DCRIB-4.22", "DCRIB-4.10", "DCRIB-4.20", "DCRIB-6.1")
def test_empty_hand_comes_before_the_go_that_is_said() -> None:
    """60–60: N's last tile scores nothing, and D cannot play. The option pays D for the empty hand; else N for the Go.

    Where D can play, only the option ends the match.
    """
    order = "5-0 4-0 0-0 6-2 2-1 2-0 4-1"
    how: dict[str, Any] = {"score": [60, 60]}
    for dealer, winner in (("4-0 6-2 2-0 6-1", N), ("4-0 6-2 2-0 1-0", None)):
        m = play(begin("5-0 2-1 0-0 4-1", dealer, **how), order)
        assert ([D] if winner == N else []) == goes(m)
        assert won(m, N, 61) if winner == N else (D, 27) == (turn(m), m.public.total)
        m = play(begin("5-0 2-1 0-0 4-1", dealer, empty_hand_go_scores=True, **how), order)
        assert won(m, D, 61)
        assert ([("go_point", D, 1)], []) == (points(m), goes(m))


@clause("DCRIB-6.1", "DCRIB-4.9", "DCRIB-4.22")
def test_win_by_the_last_tile() -> None:
    """60 and 1 for the last tile: nothing is counted; a fifteen and the last tile are added."""
    hands, order = ("6-6 4-5 0-0 1-2", "5-5 4-6 2-2 0-1"), "6-6 5-5 4-5 0-0 4-6 1-2 2-2 0-1"
    m = play(begin(*hands, score=[50, 60]), order)
    assert won(m, D, 61)
    assert ([("last", D, 1)], []) == (points(m), counts(m))
    order = "6-6 5-5 4-5 0-0 4-6 1-0 2-0 1-1"
    m = play(begin("6-6 4-5 0-0 1-0", "5-5 4-6 2-0 1-1", score=[50, 60]), order)
    assert won(m, D, 65)
    assert {("fifteen", D, 2), ("pair", D, 2), ("last", D, 1)} == set(points(m))


@clause("DCRIB-4.22", "DCRIB-4.17", "DCRIB-4.16", "DCRIB-6.1")
def test_win_with_31_shared() -> None:
    """The maker at 60 has won at once with 61; at 59 only at the close, and not if [0-0] follows."""
    none, other = ("6-6 4-5 1-1 1-2", "5-5 4-6 2-2 0-1"), ("6-6 4-5 1-1 1-2", "5-5 4-6 0-0 0-1")
    order = "6-6 5-5 4-5"
    for hands in (none, other):
        m = play(begin(*hands, variant=SPLIT, score=[60, 60]), order)
        assert won(m, N, 61)
        assert [("split_maker", N, 1)] == points(m)
        assert [] == goes(m)
    m = play(begin(*none, variant=SPLIT, score=[59, 60]), order)
    assert won(m, N, 61)
    assert [("split_maker", N, 1), ("split_rest", N, 1)] == points(m)
    m = play(begin(*other, variant=SPLIT, score=[59, 60]), order)
    assert (False, [60, 60]) == (m.over, m.scores)
    assert won(play(m, "0-0"), D, 61)


@clause("DCRIB-6.4")
@pytest.mark.parametrize("loser", [0, 10, 29, 30, 31, 45, 60])
def test_a_win_counts_once(loser: int) -> None:
    """Whatever the loser has: no skunk."""
    m = play(begin("0-4 1-0 1-1 2-0", "5-6 6-6 6-4 6-3", score=[loser, 59]), "0-4 5-6")
    assert won(m, D, 61)
    assert m.result is not None
    assert ((2, 1), (Fraction(0), Fraction(1)), (loser, 61)) == (m.result.places, m.result.shares, m.result.scores)
    assert [0, 1] == list(m.public.won)
    other = play(begin("0-4 1-0 1-1 2-0", "5-6 6-6 6-4 6-3", score=[7, 59]), "0-4 5-6")
    assert m.score_sheet.payoffs == other.score_sheet.payoffs


@clause("DCRIB-6.1")
@pytest.mark.parametrize(("variant", "target"), [(NAME, 61), (SPLIT, 61), (CARD, 121)])
def test_target_of_each_variant(variant: str, target: int) -> None:
    """Two short it goes on, one short a fifteen wins."""
    hands = ("0-4 1-0 1-1 2-0", "5-6 6-6 6-4 6-3")
    assert not play(begin(*hands, variant=variant, score=[0, target - 3]), "0-4 5-6").over
    for short in (2, 1):
        assert won(play(begin(*hands, variant=variant, score=[0, target - short]), "0-4 5-6"), D, target + 2 - short)


@clause("DCRIB-6.1")
@pytest.mark.parametrize("target", [1, 2, 31, 200, 999])
def test_other_targets(target: int) -> None:
    """The first to reach the option's number."""
    m = play(begin("0-4 1-0 1-1 2-0", "5-6 6-6 6-4 6-3", target=target, score=[0, max(0, target - 2)]), "0-4 5-6")
    assert won(m, D, max(2, target))


@clause("DCRIB-6.1", "DCRIB-1.5")
def test_match_goes_on_until_somebody_wins() -> None:
    """Scores run on from deal to deal."""
    m = begin(target=100)
    scores = [[0, 0]]
    while not m.over:
        play_on(m)
        assert all(now >= was for now, was in zip(m.scores, scores[-1], strict=True))
        scores.append(list(m.scores))
        if not m.over:
            assert max(m.scores) < 100
            m.go_on()
            lay_away(m)
    assert max(m.scores) >= 100 > min(m.scores)
    assert [list(deal.scores) for deal in m.score_sheet.deals] == scores[1:]
