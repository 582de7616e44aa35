"""The worked examples of section 11, in the game and in the second telling of the clauses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import legal
from tests.clauses import clause
from tests.games.ambition.builders import (
    EDITIONS,
    OLD_NAME,
    REVISED_NAME,
    act,
    cards_open,
    end,
    ended,
    may_play,
    one_trick,
    passing,
    play,
    position,
    strikes,
    table,
    taking,
    winners,
)
from tests.games.ambition.naive import OLD, REVISED, Rules, best_card, score_round, worth_of

STRUCK, UNDER = "strike", "understrike"
Expected = list[int | str]


def compare(taken: list[int | None], expected: Expected, rules: Rules = OLD, **given: Any) -> None:
    """Check a round's scores and strikes: by the clauses written out a second time, and in the game."""
    line = given.get("line", [0] * rules.seats)
    kinds = {"void": STRUCK, "strike": STRUCK, "understrike": UNDER}
    assert expected == [kinds.get(kind, scored) for kind, scored in score_round(taken, rules, line)]
    s = end(taken, rules, **given)
    found = [UNDER if under else STRUCK if s.strikes[seat] else s.added[seat] for seat, under in
             enumerate(s.understrikes[: rules.seats])]  # fmt: skip
    assert expected == found
    assert [what if isinstance(what, int) else 0 for what in expected] == list(s.score[: rules.seats])


@clause("EX-AMB-1", "EX-AMB-2", "EX-AMB-3", "EX-AMB-4", "EX-AMB-5", "EX-AMB-6", "EX-AMB-7")
@pytest.mark.parametrize(
    ("cards", "taker", "old", "revised"),
    [
        ("D3 DK D2 D9", 2, 5, 6),
        ("D3 DQ D10 D7", 1, 5, 6),
        ("SK S2 S5 HA", 1, 11, 13),
        ("S5 S2 HK S9", 3, 8, 9),
        ("S2 S10 S9 H2", 1, 7, 16),
        ("H2 HJ C2 HA", 0, 5, 16),
        ("C2 C5 CK SA", 0, 16, 24),
        ("C2 C5 C9 C10", 3, 0, 0),
    ],
)
def test_tricks(cards: str, taker: int, old: int, revised: int) -> None:
    """Who takes each, and what it is worth in either edition."""
    for edition, worth in zip(EDITIONS, (old, revised), strict=True):
        assert (taker, worth) == one_trick(cards, rules=Rules(edition))
        assert (taker, worth) == (cards.split().index(best_card(cards.split())), worth_of(cards.split(), edition))


@clause("EX-AMB-1")
def test_first_trick_of_the_revised_edition() -> None:
    """Ten more."""
    assert (2, 16) == one_trick("D3 DK D2 D9", 0, REVISED)
    assert (2, 5) == one_trick("D3 DK D2 D9", 0)


@clause("EX-AMB-4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_court_card_off_suit(edition: str) -> None:
    """Under `any_court` player 2 wins with the ♠2."""
    assert 1 == one_trick("S5 S2 HK S9", rules=Rules(edition, two_promotion="any_court"))[0]


@clause("EX-AMB-7")
def test_a_trick_of_nothing_is_a_trick() -> None:
    """Who takes it alone is no nil."""
    s = act(position("C2 S3", "C5 S4", "C9 S5", "C10 S6"), "C2 C5 C9 C10")
    assert ([0, 0, 0, 1], [0, 0, 0, 0]) == (list(s.tricks), list(s.points))


@clause("EX-AMB-8", "EX-AMB-9", "EX-AMB-10", "EX-AMB-11", "EX-AMB-12", "EX-AMB-13")
@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ([30, 25, 18, 12], [STRUCK, 25, 18, 12]),
        ([26, 26, 23, 10], [STRUCK, STRUCK, 23, UNDER]),
        ([55, 20, 10, None], [28, 20, UNDER, 28]),
        ([52, 22, 11, None], [STRUCK, 22, 11, 28]),
        ([53, 21, 11, None], [28, 21, 11, 28]),
        ([45, 40, 0, None], [STRUCK, 40, UNDER, 28]),
        ([85, None, None, None], [50, 28, 28, 28]),
    ],
)
def test_rounds_of_the_older_edition(taken: list[int | None], expected: Expected) -> None:
    """Points taken, and what goes on the sheet; once also played out card by card."""
    compare(taken, expected)
    m = taking(*taken)
    assert [what if isinstance(what, int) else 0 for what in expected] == m.scores
    assert [int(what in (STRUCK, UNDER)) for what in expected] == strikes(m)


@clause("EX-AMB-10")
def test_points_and_bonus() -> None:
    """With `points_plus_bonus` 55 count 83."""
    compare([55, 20, 10, None], [83, 20, UNDER, 28], Rules(slam_score="points_plus_bonus"))


@clause("EX-AMB-13")
def test_second_slam() -> None:
    """A player with an earlier slam takes 65: nothing and a strike, the others as usual."""
    compare([65, 20, None, None], [STRUCK, 20, 28, 28], line=[1, 0, 0, 0])
    compare([65, 20, None, None], [35, 20, 28, 28], line=[0, 1, 2, 3])


@clause("EX-AMB-14")
@pytest.mark.parametrize(
    ("points", "scored"),
    [(75, 50), (90, 65), (104, 79), (105, 80), (112, 94), (119, 108), (120, 110), (121, 121)],
)
def test_slam_values_of_the_revised_edition(points: int, scored: int) -> None:
    """Points of the slam, and what it scores."""
    others: list[int | None] = [121 - points if points < 121 else None, None, None]
    s = end([points, *others], REVISED)
    assert (scored, 0) == ended(s)[0]
    assert scored == score_round([points, *others], REVISED)[0][1]


@clause("EX-AMB-15", "EX-AMB-16")
@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ([48, 40, 18, 15], [STRUCK, 40, 18, UNDER]),
        ([80, 25, 16, None], [55, 25, 16, 30]),
        ([74, 47, None, None], [STRUCK, 47, 15, 15]),
        ([121, None, None, None], [121, 0, 0, 0]),
        ([40, 40, 40, 1], [STRUCK, STRUCK, STRUCK, UNDER]),
    ],
)
def test_rounds_of_the_revised_edition(taken: list[int | None], expected: Expected) -> None:
    """Points taken, and what goes on the sheet."""
    compare(taken, expected, REVISED)


@clause("EX-AMB-15")
def test_revised_round_played_out() -> None:
    """48, 40, 18, 15, card by card."""
    m = taking(48, 40, 18, 15, rules=REVISED)
    assert ([0, 40, 18, 0], [1, 0, 0, 1]) == (m.scores, strikes(m))


@clause("EX-AMB-17")
def test_pardoned_understrike() -> None:
    """Nine points in two tricks: the count stays at three, the game goes on."""
    s = end([9, 36, 25, 15], OLD, strikes=[3, 0, 0, 0])
    assert ((0, 3), 0) == (ended(s)[0], s.out[0])
    m = taking(9, 36, 25, 15, initial={"score": [140, 95, 100, 79], "strikes": [3, 0, 0, 0]})
    assert ([140, 95, 125, 94], [3, 1, 0, 0]) == (m.scores, strikes(m))
    assert not m.over
    m.go_on()
    assert 4 == len(m.actors)


@clause("EX-AMB-17")
def test_fourth_strike() -> None:
    """A is highest with 31 and out, whatever the score: B, who has the most of the others, wins."""
    m = taking(31, 25, 18, 11, initial={"score": [140, 95, 100, 79], "strikes": [3, 1, 0, 2]})
    assert ([140, 120, 118, 90], [4, 1, 0, 2]) == (m.scores, strikes(m))
    assert m.over
    assert [1] == winners(m)
    assert [1, 0, 0, 0] == list(m.public.out)


@clause("EX-AMB-18")
def test_following() -> None:
    """The suit led, or any card of a hand without it."""
    for hand, allowed in (("H9 CK SA", {"H9"}), ("CK SA D2", {"CK", "SA", "D2"})):
        s = position("H4 H5 H6", hand, "C3 C4 C5", "S3 S4 S5")
        assert allowed == may_play(act(s, "H4"))


@clause("EX-AMB-19")
@pytest.mark.parametrize(
    ("rules", "slams", "expected"),
    [
        (Rules(slam_repeat="tiered"), (55, 70, 60, 85), [28, 35, STRUCK, 50]),
        (Rules(slam_repeat="once"), (55, 70, 60, 85), [28, STRUCK, STRUCK, STRUCK]),
        (Rules(slam_repeat="by_edition"), (55, 70, 60, 85), [28, STRUCK, STRUCK, STRUCK]),
        (Rules(slam_repeat="unlimited"), (55, 70, 60, 85), [28, 35, 28, 50]),
        (Rules(slam_repeat="until_second_line"), (55, 60, 70, 85), [28, 28, 35, STRUCK]),
        (Rules("revised", slam_repeat="tiered"), (90, 104, 121, 121), [65, STRUCK, 121, STRUCK]),
        (Rules("revised", slam_repeat="until_second_line"), (90, 104, 105, 75), [65, 79, 80, STRUCK]),
    ],
)
def test_slams_one_after_another(rules: Rules, slams: tuple[int, ...], expected: Expected) -> None:
    """What each of a player's slams brings."""
    slams_of, line = [0, 0, 0, 0], [0, 0, 0, 0]
    full = 85 if rules.old else 121
    for points, result in zip(slams, expected, strict=True):
        rest = full - points
        taken: list[int | None] = [rest, points, None, None] if rest else [None, points, None, None]
        s = end(taken, rules, slams=slams_of, line=line)
        assert result == (STRUCK if s.strikes[1] else s.added[1])
        assert result == (STRUCK if score_round(taken, rules, line)[1][0] == "void" else s.added[1])
        slams_of, line = list(s.slams), list(s.line)


@clause("EX-AMB-20")
def test_round_with_a_void_slam() -> None:
    """Nobody else is struck."""
    compare([60, 15, 10, None], [STRUCK, 15, UNDER, 28], line=[1, 0, 0, 0])
    m = taking(60, 15, 10, None, initial={"line": [1, 0, 0, 0]})
    assert ([0, 15, 0, 28], [1, 0, 1, 0]) == (m.scores, strikes(m))


@clause("EX-AMB-21")
def test_three_players() -> None:
    """Scores, and the way of passing in each round."""
    three = Rules(seats=3)
    compare([40, 35, 10], [STRUCK, 35, UNDER], three)
    compare([85, None, None], [50, 28, 28], three)
    m = taking(40, 35, 10)
    assert ([0, 35, 0], [1, 0, 1]) == (m.scores, strikes(m))
    for number, to in ((1, 1), (2, 2), (3, 0), (4, 1)):
        m = passing(*(["C2 C6 C9", "C4 C7 C10", "C5 C8 CJ"] if to else []), round=number, seats=3)
        assert {"C2", "C6", "C9"} <= set(m.cards(to))
        assert 1 == len(m.actors)


@clause("EX-AMB-22")
@pytest.mark.parametrize(
    ("scores", "won"), [([70, 90, 90, 84], [0]), ([70, 90, 90, 86], [3]), ([70, 90, 90, 85], [0, 3])]
)
def test_two_go_out_at_once(scores: list[int], won: list[int]) -> None:
    """B and C tie for the highest with three strikes each; D gets an understrike; A or D wins, or both."""
    m = taking(15, 30, 30, 10, initial={"score": scores, "strikes": [0, 3, 3, 0]})
    assert ([0, 1, 1, 0], [0, 4, 4, 1]) == (list(m.public.out), strikes(m))
    assert [85, 90, 90, scores[3]] == m.scores
    assert won == winners(m)


def test_both_variants_are_told_apart() -> None:
    """The catalogue's names; both begin with a choice of cards to pass."""
    for name in (OLD_NAME, REVISED_NAME):
        m = table(variant=name, round=1)
        assert (0, 1, 2, 3) == tuple(sorted(m.actors))
        assert 13 == len(cards_open(m, 0))
        assert {f"pass {card}" for card in m.cards(2)} == legal(m, 2)
        assert 13 == len(play(table(variant=name), "D3").cards(1))
