"""Sections 6 and 7: what the points taken come to, in both editions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.clauses import clause
from tests.games.ambition.builders import accounted, clauses_of, end, ended, strikes, taking
from tests.games.ambition.naive import FULL, OLD, REVISED, Rules, score_round, slam_line, slam_score

Taken = tuple[int | None, ...]
THREE = Rules(seats=3)
EVERY = pytest.mark.parametrize("rules", [OLD, THREE, REVISED], ids=["old", "three", "revised"])


def result(taken: Taken, rules: Rules = OLD, **given: Any) -> list[tuple[int, int]]:
    """What each scores and how many strikes it gets; the naive scorer must say so too."""
    s = end(taken, rules, **given)
    found = [(scored, now - was) for (scored, now), was in
             zip(ended(s), given.get("strikes", [0] * rules.seats), strict=True)]  # fmt: skip
    line = given.get("line", [0] * rules.seats)
    assert [scored for scored, _ in found] == [scored for _, scored in score_round(taken, rules, line)]
    return found


def split(chooser: random.Random, rules: Rules) -> Taken:
    """Share the points of a round out at random, often near the borders of the lines, some without a trick."""
    full, seats = FULL[rules.edition], rules.seats
    tricks = [chooser.random() < 0.75 for _ in range(seats)]
    tricks[chooser.randrange(seats)] = True
    playing = [seat for seat in range(seats) if tricks[seat]]
    marks = (10, 11, 52, 53, 64, 65, 84) if rules.old else (15, 16, 74, 75, 104, 105, 120)
    left, taken = full, [None if not one else 0 for one in tricks]
    for seat in playing[:-1]:
        part = min(left, chooser.choice((chooser.choice(marks), chooser.randint(0, left), left // len(playing))))
        taken[seat], left = part, left - part
    taken[playing[-1]] = left
    return tuple(taken)


# everything at once


@clause(
    "AMB-6.1", "AMB-6.2", "AMB-6.3", "AMB-6.4", "AMB-6.5", "AMB-6.6", "AMB-6.7", "AMB-6.8", "AMB-6.9", "AMB-6.10",
    "AMB-7.1",
    "AMB-7.2", "AMB-7.3", "AMB-7.4", "AMB-7.5", "AMB-7.6", "AMB-7.7", "AMB-7.8", "AMB-7.9", "AMB-12.3", "AMB-12.4",
    "AMB-12.5", "AMB-12.7",
)  # fmt: skip
@EVERY
@pytest.mark.parametrize("repeat", ["by_edition", "once", "tiered", "unlimited", "until_second_line"])
@pytest.mark.parametrize("slam", ["bonus_only", "points_plus_bonus"])
def test_random_rounds(rules: Rules, repeat: str, slam: str) -> None:
    """Points shared out at random, with slams before: scores, strikes, understrikes and slams against the model."""
    if not rules.old and slam == "points_plus_bonus":
        return
    rules = Rules(rules.edition, rules.seats, slam_repeat=repeat, slam_score=slam)
    chooser = random.Random(str(rules))
    for _ in range(60):
        taken, line = split(chooser, rules), [chooser.randrange(4) for _ in range(rules.seats)]
        lines = score_round(taken, rules, line)
        s = end(taken, rules, line=line)
        kinds = [kind for kind, _ in lines]
        assert [scored for _, scored in lines] == list(s.added[: rules.seats]), (taken, line)
        assert list(s.added) == list(s.score)
        assert [int(kind in ("strike", "void", "understrike")) for kind in kinds] == list(s.strikes[: rules.seats])
        assert [int(kind == "understrike") for kind in kinds] == list(s.understrikes[: rules.seats])
        for seat, kind in enumerate(kinds):
            assert s.slams[seat] == int(line[seat] > 0) + int(kind == "slam")
            counted = slam_line(taken[seat] or 0, rules.edition) if kind == "slam" else 0
            assert s.line[seat] == max(line[seat], counted)
        most = 121 if not rules.old else 135 if slam == "points_plus_bonus" else 50
        assert all(0 <= added <= most for added in s.added)
        assert kinds.count("slam") + kinds.count("void") <= 1
        assert ("strike" in kinds or "void" in kinds) != ("slam" in kinds)


@clause("AMB-6.1", "AMB-6.2", "AMB-6.3", "AMB-6.4", "AMB-6.5", "AMB-7.1", "AMB-7.3", "AMB-7.4", "AMB-7.5", "AMB-7.6")
@EVERY
def test_every_number_of_points(rules: Rules) -> None:
    """One player takes so many, another the rest, the others no trick: from 0 to all."""
    nobody = (None,) * (rules.seats - 2)
    for points in range(FULL[rules.edition] + 1):
        result((points, FULL[rules.edition] - points, *nobody), rules)
        if points:
            result((FULL[rules.edition] - points, *nobody, points), rules)


# the older edition


@clause("AMB-6.1")
@pytest.mark.parametrize(
    "taken", [(53, 20, 12, None), (50, 35, None, None), (85, None, None, None), (45, 40, None), (85, None, None)]
)
def test_nil(taken: Taken) -> None:
    """28 for each, however many; no strike; three or four players."""
    rules = Rules(seats=len(taken))
    found = result(taken, rules)
    assert [(28, 0)] * taken.count(None) == [found[seat] for seat, points in enumerate(taken) if points is None]


@clause("AMB-6.2")
def test_too_little() -> None:
    """Ten points are an understrike, eleven are not; tricks of no points are no nil."""
    assert [(0, 1), (30, 0), (0, 1), (0, 1)] == result((45, 30, 10, 0))
    assert [(0, 1), (30, 0), (11, 0), (28, 0)] == result((44, 30, 11, None))
    assert [(0, 1), (42, 0), (0, 1), (28, 0)] == result((43, 42, 0, None))


@clause("AMB-6.3")
def test_highest() -> None:
    """No points and a strike: alone, or with others who have as many."""
    assert [(0, 1), (21, 0), (21, 0), (21, 0)] == result((22, 21, 21, 21))
    assert [(0, 1), (0, 1), (22, 0), (15, 0)] == result((24, 24, 22, 15))
    assert [(0, 1), (0, 1), (0, 1), (0, 1)] == result((28, 28, 28, 1))
    assert [(0, 1), (0, 1), (13, 0)] == result((36, 36, 13), THREE)
    assert [(0, 1), (33, 0), (28, 0), (28, 0)] == result((52, 33, None, None))


@clause("AMB-6.4")
def test_in_between() -> None:
    """From eleven points to one less than the highest: the points taken."""
    assert [(0, 1), (42, 0), (28, 0), (28, 0)] == result((43, 42, None, None))
    assert [(0, 1), (22, 0), (11, 0), (28, 0)] == result((52, 22, 11, None))
    assert [(0, 1), (34, 0), (28, 0)] == result((51, 34, None), THREE)


@clause("AMB-6.5")
@pytest.mark.parametrize(("points", "scored"), [(53, 28), (64, 28), (65, 35), (84, 35), (85, 50)])
def test_slam_lines(points: int, scored: int) -> None:
    """Each line from its first number to its last."""
    rest: Taken = (85 - points if points < 85 else None, None, None)
    assert (scored, 0) == result((points, *rest))[0]
    assert (points + scored, 0) == result((points, *rest), Rules(slam_score="points_plus_bonus"))[0]
    assert (scored, 0) == result((points, *rest[:2]), THREE)[0]


@clause("AMB-6.6")
def test_slam_scores_only_the_bonus() -> None:
    """By default the points taken are not added; with `points_plus_bonus` they are."""
    assert (28, 0) == result((55, 30, None, None))[0]
    assert (83, 0) == result((55, 30, None, None), Rules(slam_score="points_plus_bonus"))[0]
    assert 135 == result((85, None, None, None), Rules(slam_score="points_plus_bonus"))[0][0]
    assert 83 == taking(55, 20, 10, None, slam_score="points_plus_bonus").scores[0]


@clause("AMB-6.7")
def test_slam_counts_once_for_each_player() -> None:
    """A second is void: nothing and a strike. Another player's is not."""
    assert (0, 1) == result((85, None, None, None), line=[1, 0, 0, 0])[0]
    assert (50, 0) == result((85, None, None, None), line=[0, 1, 1, 1])[0]
    assert (0, 1) == result((53, 32, None, None), Rules(slam_repeat="once"), line=[3, 0, 0, 0])[0]
    assert (28, 0) == result((53, 32, None, None), Rules(slam_repeat="unlimited"), line=[3, 0, 0, 0])[0]


@clause("AMB-6.7")
def test_slam_of_an_earlier_round_is_remembered() -> None:
    """Two slams of one player in two rounds of one match, card by card."""
    m = taking(55, 20, 10, None)
    assert ([28, 20, 0, 28], [0, 0, 1, 0]) == (m.scores, strikes(m))
    assert ([1, 0, 0, 0], [1, 0, 0, 0]) == (list(m.public.slams), list(m.public.line))
    m.go_on()
    assert ([1, 0, 0, 0], [1, 0, 0, 0]) == (list(m.public.slams), list(m.public.line))
    again = taking(70, None, 15, None, initial={"line": [1, 0, 0, 0], "score": m.scores})
    assert ([28, 48, 15, 56], [1, 0, 0, 0]) == (again.scores, strikes(again))
    assert ([1, 0, 0, 0], [1, 0, 0, 0]) == (list(again.public.slams), list(again.public.line))


@clause("AMB-6.8")
def test_others_in_a_round_with_a_slam() -> None:
    """Nobody is struck for being the highest with 52 or fewer; the rest is as ever."""
    for rules, line in ((OLD, [0] * 4), (OLD, [1, 0, 0, 0]), (Rules(slam_repeat="tiered"), [3, 0, 0, 0])):
        assert [(32, 0), (28, 0), (28, 0)] == result((53, 32, None, None), rules, line=line)[1:]
        assert [(16, 0), (16, 0), (28, 0)] == result((53, 16, 16, None), rules, line=line)[1:]
        assert [(11, 0), (0, 1), (0, 1)] == result((64, 11, 10, 0), rules, line=line)[1:]


@clause("AMB-6.9")
@pytest.mark.parametrize(
    ("rules", "starts"),
    [(Rules(slam_repeat="tiered"), (53, 65, 85)), (Rules("revised", slam_repeat="tiered"), (75, 105, 121))],
)
def test_tiered_slams(rules: Rules, starts: tuple[int, ...]) -> None:
    """Every line after every other: it counts only above all that have counted; the void ones change nothing."""
    full, last = FULL[rules.edition], starts[2]
    for had in range(4):
        for points in (*starts, starts[1] - 1, last - 1):
            rest: Taken = (full - points if points < full else None, None, None)
            s = end((points, *rest), rules, line=[had, 0, 0, 0], slams=[had, 0, 0, 0])
            reached = sum(points >= start for start in starts)
            if reached > had:
                assert (slam_score(points, rules), 0) == ended(s)[0]
                assert (reached, had + 1) == (s.line[0], s.slams[0])
            else:
                assert (0, 1) == ended(s)[0]
                assert (had, had) == (s.line[0], s.slams[0])


# the revised edition


@clause("AMB-7.1", "AMB-7.2")
def test_nil_of_the_revised_edition() -> None:
    """30, 15 each, nothing each; never a strike."""
    assert [(30, 0)] == result((60, 41, 20, None), REVISED)[3:]
    assert [(15, 0)] * 2 == result((61, 60, None, None), REVISED)[2:]
    assert [(0, 0)] * 3 == result((121, None, None, None), REVISED)[1:]


@clause("AMB-7.3")
def test_too_little_in_the_revised_edition() -> None:
    """Fifteen points are an understrike, sixteen are not."""
    assert [(40, 0), (0, 1), (0, 1)] == result((66, 40, 15, 0), REVISED)[1:]
    assert [(39, 0), (16, 0), (30, 0)] == result((66, 39, 16, None), REVISED)[1:]


@clause("AMB-7.4")
def test_highest_of_the_revised_edition() -> None:
    """74 or fewer, ties included."""
    assert (0, 1) == result((74, 47, None, None), REVISED)[0]
    assert [(0, 1), (0, 1), (0, 1), (0, 1)] == result((40, 40, 40, 1), REVISED)
    assert [(0, 1), (0, 1), (31, 0), (20, 0)] == result((35, 35, 31, 20), REVISED)


@clause("AMB-7.5")
def test_in_between_in_the_revised_edition() -> None:
    """The points taken."""
    assert [(60, 0), (15, 0), (15, 0)] == result((61, 60, None, None), REVISED)[1:]
    assert [(39, 0), (21, 0), (20, 0)] == result((41, 39, 21, 20), REVISED)[1:]


@clause("AMB-7.6")
def test_slams_of_the_revised_edition() -> None:
    """Every number from 75 to 121."""
    for points in range(75, 122):
        rest: Taken = (121 - points if points < 121 else None, None, None)
        scored = 50 + points - 75 if points <= 104 else 80 + 2 * (points - 105) if points <= 120 else 121
        assert (scored, 0) == result((points, *rest), REVISED)[0]
    assert (79, 110) == (result((104, 17, None, None), REVISED)[0][0], result((120, 1, None, None), REVISED)[0][0])


@clause("AMB-7.7")
def test_slams_count_any_number_of_times() -> None:
    """In the revised edition by default; `once` may be agreed."""
    for slams, line in ((1, 1), (3, 3), (7, 3)):
        given = {"slams": [slams, 0, 0, 0], "line": [line, 0, 0, 0]}
        assert (50, 0) == result((75, 46, None, None), REVISED, **given)[0]
        assert slams + 1 == end((75, 46, None, None), REVISED, **given).slams[0]
        assert (0, 1) == result((75, 46, None, None), Rules("revised", slam_repeat="once"), **given)[0]


@clause("AMB-7.8", "AMB-7.9")
@pytest.mark.parametrize("repeat", ["once", "tiered", "unlimited"])
def test_others_in_a_slam_round_of_the_revised_edition(repeat: str) -> None:
    """Valid or void, nobody else is struck; nils, understrikes and points as ever."""
    rules, line = Rules("revised", slam_repeat=repeat), [3, 0, 0, 0]
    found = result((80, 26, 15, None), rules, line=line)
    assert [(26, 0), (0, 1), (30, 0)] == found[1:]
    assert ((55, 0) if repeat == "unlimited" else (0, 1)) == found[0]
    assert [(46, 0), (15, 0), (15, 0)] == result((75, 46, None, None), rules, line=line)[1:]


@clause("AMB-7.1", "AMB-7.6")
def test_revised_rounds_card_by_card() -> None:
    """A slam of 90, an understrike, a nil."""
    m = taking(90, 31, 0, None, rules=REVISED)
    assert ([65, 31, 0, 30], [0, 0, 1, 0]) == (m.scores, strikes(m))
    assert [1, 0, 0, 0] == list(m.public.slams)


# the account


@clause("AMB-6.1", "AMB-6.2", "AMB-6.3", "AMB-6.4", "AMB-8.1")
def test_account_of_the_older_edition() -> None:
    """Every line with its clause; what is added is the sum of the lines that score."""
    m = taking(45, 40, 0, None)
    assert {"AMB-6.3", "AMB-8.1"} <= clauses_of(m, 0)
    assert "AMB-6.4" in clauses_of(m, 1)
    assert {"AMB-6.2", "AMB-8.1"} <= clauses_of(m, 2)
    assert "AMB-6.1" in clauses_of(m, 3)
    assert [("between", 1, 40)] == [line for line in accounted(m) if line[0] == "between"]
    assert [("nil", 3, 28)] == [line for line in accounted(m) if line[0] == "nil"]
    assert {("highest", 0, 45), ("under", 2, 0)} <= set(accounted(m))
    assert {("strikes", 0, 1), ("strikes", 2, 1)} == {line for line in accounted(m) if line[0] == "strikes"}
    assert [("last_trick", 2)] == [(key, amount) for key, _, amount in accounted(m) if key == "last_trick"]


@clause("AMB-6.5", "AMB-6.6", "AMB-6.7", "AMB-6.9", "AMB-6.10")
@pytest.mark.parametrize(
    ("options", "line", "cited", "amount"),
    [
        ({}, 0, "AMB-6.5", 28),
        ({"slam_score": "points_plus_bonus"}, 0, "AMB-6.6", 83),
        ({}, 1, "AMB-6.7", 55),
        ({"slam_repeat": "once"}, 2, "AMB-6.7", 55),
        ({"slam_repeat": "tiered"}, 1, "AMB-6.9", 55),
        ({"slam_repeat": "unlimited"}, 1, "AMB-6.5", 28),
        ({"slam_repeat": "until_second_line"}, 1, "AMB-6.5", 28),
        ({"slam_repeat": "until_second_line"}, 2, "AMB-6.10", 55),
    ],
)
def test_account_of_a_slam(options: dict[str, Any], line: int, cited: str, amount: int) -> None:
    """Which clause made it count so."""
    m = taking(55, 30, None, None, initial={"line": [line, 0, 0, 0]}, **options)
    assert (cited, amount) in {(note.line.clause, note.amount) for note in m.score_sheet.account if note.seat == 0}
    assert (28 if amount == 28 else 83 if amount == 83 else 0) == m.scores[0]


@clause("AMB-7.1", "AMB-7.2", "AMB-7.3", "AMB-7.4", "AMB-7.5", "AMB-7.6", "AMB-7.9")
def test_account_of_the_revised_edition() -> None:
    """Its own clauses."""
    m = taking(48, 40, 18, 15, rules=REVISED)
    assert ["AMB-7.4", "AMB-7.5", "AMB-7.5", "AMB-7.3"] == [
        next(iter(sorted(one for one in clauses_of(m, seat) if one.startswith("AMB-7")))) for seat in range(4)
    ]
    assert "AMB-7.6" in clauses_of(taking(75, 46, None, None, rules=REVISED), 0)
    assert "AMB-7.1" in clauses_of(taking(75, 46, None, None, rules=REVISED), 3)
    assert {"AMB-7.1", "AMB-7.2"} & clauses_of(taking(121, None, None, None, rules=REVISED), 3)
    once = Rules("revised", slam_repeat="once")
    assert "AMB-7.9" in clauses_of(taking(75, 46, None, None, rules=once, initial={"line": [1, 0, 0, 0]}), 0)


@clause("AMB-2.4", "AMB-2.2")
@pytest.mark.parametrize(
    ("rules", "key", "cited", "bonus"), [(OLD, "last_trick", "AMB-2.2", 2), (REVISED, "first_trick", "AMB-2.4", 10)]
)
def test_account_tells_the_extra_points(rules: Rules, key: str, cited: str, bonus: int) -> None:
    """Who won the last trick, or the first, with the clause; nothing else is told of extra points."""
    m = taking(*((30, 25, 18, 12) if rules.old else (48, 40, 18, 15)), rules=rules)
    takers = [note.seat for entry in m.log.standing for note in entry.notes if note.line.key == "takes"]
    told = [
        (note.line.key, note.line.clause, note.seat, note.amount)
        for note in m.score_sheet.account
        if "_trick" in note.line.key
    ]
    assert [(key, cited, takers[-1 if rules.old else 0], bonus)] == told
