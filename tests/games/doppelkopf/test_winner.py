"""Who wins a deal: clauses DOKO-11 and the worked examples on them."""

from typing import Any

import pytest

from tests.clauses import clause
from tests.games.doppelkopf.ends import ended, settle

LADDER = ["", " 90", " 90 60", " 90 60 30", " 90 60 30 schwarz"]
MARKS = {1: 90, 2: 60, 3: 30}


def winner(re: int, re_said: str = "", contra_said: str = "", **how: Any) -> str:
    """Who wins when Re takes so many card points."""
    return settle(ended(re, re_said, contra_said, **how)).winner


def swapped(re: int, re_said: str = "", contra_said: str = "", **how: Any) -> str:
    """Who wins when the parties change places: `re` are then the card points of Contra."""
    if how.get("tricks"):
        how["tricks"] = how["tricks"][::-1]
    back = {"re": "contra", "contra": "re", "draw": "draw"}
    return back[winner(240 - re, contra_said.replace("contra", "re"), re_said.replace("re", "contra"), **how)]


@clause("DOKO-11.1", "DOKO-11.10")
@pytest.mark.parametrize("said", ["", "re"])
@pytest.mark.parametrize("alone", [False, True])
def test_re_needs_121(said: str, alone: bool) -> None:
    """Without 90 to Schwarz Re wins with 121 and Contra with 120; a mere Re changes nothing, nor does a solo."""
    assert winner(121, said, alone=alone) == "re"
    assert winner(120, said, alone=alone) == "contra"
    assert winner(240, said, alone=alone) == "re"
    assert winner(0, said, alone=alone) == "contra"


@clause("DOKO-11.2")
@pytest.mark.parametrize("alone", [False, True])
def test_contra_alone_needs_121(alone: bool) -> None:
    """Where only Contra was announced, 120 : 120 is a win for Re."""
    assert winner(120, "", "contra", alone=alone) == "re"
    assert winner(119, "", "contra", alone=alone) == "contra"


@clause("DOKO-11.3")
@pytest.mark.parametrize("alone", [False, True])
def test_both_announced_is_as_nothing_announced(alone: bool) -> None:
    """With Re and Contra both said, Contra wins with 120."""
    assert winner(120, "re", "contra", alone=alone) == "contra"
    assert winner(121, "re", "contra", alone=alone) == "re"


@clause("DOKO-11.2", "DOKO-11.4")
def test_level_of_contra_replaces_the_exception() -> None:
    """The exception for 120 : 120 is only for deals without 90 to Schwarz."""
    assert winner(120, "re 90", "contra") == "contra"
    assert winner(120, "", "contra 90") == "re"


@clause("DOKO-11.4", "DOKO-11.5")
@pytest.mark.parametrize("level", MARKS)
@pytest.mark.parametrize("alone", [False, True])
def test_opponents_must_stay_under(level: int, alone: bool) -> None:
    """90, 60 and 30 come true with at least 151, 181 and 211 card points, for either party."""
    mark = MARKS[level]
    assert winner(241 - mark, "re" + LADDER[level], alone=alone) == "re"
    assert winner(240 - mark, "re" + LADDER[level], alone=alone) == "contra"
    assert winner(mark - 1, "", "contra" + LADDER[level], alone=alone) == "contra"
    assert winner(mark, "", "contra" + LADDER[level], alone=alone) == "re"


@clause("DOKO-11.5")
@pytest.mark.parametrize("level", MARKS)
def test_at_most(level: int) -> None:
    """With the literal reading 90, 60 or 30 card points of the opponents are few enough, and one more is not."""
    mark = MARKS[level]
    how: dict[str, Any] = {"n_threshold": "at_most"}
    assert winner(240 - mark, "re" + LADDER[level], **how) == "re"
    assert winner(239 - mark, "re" + LADDER[level], **how) == "contra"
    assert winner(mark, "", "contra" + LADDER[level], **how) == "contra"
    assert winner(mark + 1, "", "contra" + LADDER[level], **how) == "re"


@clause("DOKO-11.5", "DOKO-11.1")
def test_at_most_leaves_120_alone() -> None:
    """The option is about 90, 60 and 30 only."""
    assert winner(120, n_threshold="at_most") == "contra"
    assert winner(121, n_threshold="at_most") == "re"


@clause("DOKO-11.4")
def test_highest_announcement_counts() -> None:
    """With 60 said, 151 are not enough, though they would be for 90; with 240 points a lost trick spoils Schwarz."""
    assert winner(170, "re 90 60") == "contra"
    assert winner(185, "re 90 60 30") == "contra"
    assert winner(215, "re 90 60 30 schwarz") == "contra"


@clause("DOKO-11.6")
@pytest.mark.parametrize("threshold", ["under", "at_most"])
def test_a_trick_without_points_defeats_schwarz(threshold: str) -> None:
    """Schwarz is about tricks: four nines taken by the opponents are enough against it."""
    everything = "re" + LADDER[4]
    assert winner(240, everything, tricks=(12, 0), n_threshold=threshold) == "re"
    assert winner(240, everything, tricks=(11, 1), n_threshold=threshold) == "contra"
    assert swapped(0, "", "contra" + LADDER[4], tricks=(0, 12), n_threshold=threshold) == "contra"
    assert swapped(0, "", "contra" + LADDER[4], tricks=(1, 11), n_threshold=threshold) == "re"


@clause("DOKO-11.7")
def test_failed_announcement_loses() -> None:
    """Whoever fails loses, even with 225 card points, and the others win with fewer than 120."""
    assert winner(150, "re 90") == "contra"
    assert winner(210, "re 90 60 30") == "contra"
    assert winner(225, "re" + LADDER[4], tricks=(11, 1)) == "contra"
    assert winner(90, "", "contra 90") == "re"
    assert winner(30, "re", "contra 90 60 30") == "re"


@clause("DOKO-11.8")
@pytest.mark.parametrize("own", range(1, 5))
@pytest.mark.parametrize("other", range(1, 5))
def test_the_one_that_comes_true_wins(own: int, other: int) -> None:
    """Of two announcements the one that comes true wins, however high the other was."""
    for decide in (winner, swapped):
        assert decide(240, "re" + LADDER[own], "contra" + LADDER[other], tricks=(12, 0)) == "re"
        assert decide(0, "re" + LADDER[own], "contra" + LADDER[other], tricks=(0, 12)) == "contra"


@clause("DOKO-11.9")
@pytest.mark.parametrize("alone", [False, True])
def test_draw(alone: bool) -> None:
    """With both 90 said, everything from 90 : 150 to 150 : 90 is a draw."""
    expected = {89: "contra", 90: "draw", 120: "draw", 121: "draw", 150: "draw", 151: "re"}
    assert {points: winner(points, "re 90", "contra 90", alone=alone) for points in expected} == expected


@clause("DOKO-11.9", "DOKO-11.8")
def test_draw_of_different_levels() -> None:
    """With 60 against 30, Re wins from 181, Contra from 211, and between them nobody."""
    expected = {29: "contra", 30: "draw", 60: "draw", 180: "draw", 181: "re"}
    assert {points: winner(points, "re 90 60", "contra 90 60 30") for points in expected} == expected


@clause("DOKO-11.9", "DOKO-11.5")
def test_draw_with_at_most() -> None:
    """With the literal reading the draw begins one card point later on either side."""
    expected = {90: "contra", 91: "draw", 149: "draw", 150: "re"}
    found = {points: winner(points, "re 90", "contra 90", n_threshold="at_most") for points in expected}
    assert found == expected


@clause("EX-DOKO-12", "DOKO-11.1", "DOKO-11.2", "DOKO-11.3", "DOKO-12.9")
def test_even_points() -> None:
    """120 : 120 after Contra only, after both, and after nothing."""
    for said, who, value, with_queens in [(("", "contra"), "re", 3, 3), (("re", "contra"), "contra", 5, 6)]:
        assert settle(ended(120, *said)).winner == who
        assert abs(settle(ended(120, *said)).scores[0]) == value
        assert abs(settle(ended(120, *said, against_the_queens="on")).scores[0]) == with_queens
    assert settle(ended(120)).scores == [-1, 1, -1, 1]
    assert settle(ended(120, against_the_queens="on")).scores == [-2, 2, -2, 2]


@clause("EX-DOKO-14", "DOKO-11.5")
def test_exactly_90() -> None:
    """Contra said 90 and Re takes exactly 90, or 89."""
    assert settle(ended(90, "", "contra 90")).scores == [4, -4, 4, -4]
    assert settle(ended(90, "", "contra 90", n_threshold="at_most")).scores == [-5, 5, -5, 5]
    for threshold in ("under", "at_most"):
        assert settle(ended(89, "", "contra 90", n_threshold=threshold)).scores == [-5, 5, -5, 5]
