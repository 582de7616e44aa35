"""What a deal is worth and what each player scores: clauses DOKO-12, DOKO-14 and the worked examples on them."""

from typing import Any

import pytest

from tests.clauses import clause
from tests.games.doppelkopf.ends import ended, settle
from tests.games.doppelkopf.naive_score import Fox

ALL = " 90 60 30 schwarz"


def items(re: int, re_said: str = "", contra_said: str = "", **how: Any) -> dict[str, int]:
    """The items that apply when Re takes so many card points."""
    return settle(ended(re, re_said, contra_said, **how)).items


def scores(re: int, re_said: str = "", contra_said: str = "", **how: Any) -> list[int]:
    """What the four players score; Re are seats 0 and 2, or seat 0 alone."""
    return settle(ended(re, re_said, contra_said, **how)).scores


@clause("DOKO-12.1", "DOKO-12.2")
def test_won_is_one() -> None:
    """A deal won without anything else is worth 1."""
    assert items(130) == {"won": 1}
    assert items(100) == {"won": 1}


@clause("DOKO-12.2")
@pytest.mark.parametrize(("losers", "under"), [(90, 0), (89, 1), (60, 1), (59, 2), (30, 2), (29, 3), (0, 3)])
def test_under_rows(losers: int, under: int) -> None:
    """One more under 90, under 60 and under 30, for either party; a trick without points is a trick."""
    rows = dict.fromkeys(["under_90", "under_60", "under_30"][:under], 1)
    assert items(240 - losers, tricks=(11, 1)) == {"won": 1, **rows}
    assert items(losers, tricks=(1, 11)) == {"won": 1, **rows}


@clause("DOKO-12.2", "DOKO-11.5")
@pytest.mark.parametrize(("losers", "under"), [(91, 0), (90, 1), (61, 1), (60, 2), (31, 2), (30, 3)])
def test_under_rows_of_at_most(losers: int, under: int) -> None:
    """With the literal reading 90, 60 and 30 themselves count in the rows too."""
    rows = dict.fromkeys(["under_90", "under_60", "under_30"][:under], 1)
    assert items(240 - losers, n_threshold="at_most") == {"won": 1, **rows}
    assert items(losers, n_threshold="at_most") == {"won": 1, **rows}


@clause("DOKO-12.2", "EX-DOKO-15", "DOKO-11.6")
def test_no_trick() -> None:
    """All tricks are worth 5; Schwarz that fails by one trick of 15 points gives Contra 7."""
    assert scores(240, tricks=(12, 0)) == [5, -5, 5, -5]
    assert items(240, tricks=(12, 0)) == {"won": 1, "under_90": 1, "under_60": 1, "under_30": 1, "no_trick": 1}
    assert items(0, tricks=(0, 12)) == items(240, tricks=(12, 0))
    assert scores(225, "re" + ALL, tricks=(11, 1)) == [-7, 7, -7, 7]
    assert items(225, "re" + ALL, tricks=(11, 1)) == {"won": 1, "said_re": 2, "re_levels": 4}


@clause("DOKO-12.3")
@pytest.mark.parametrize("points", [100, 140])
def test_all_announcements_count_for_the_winner(points: int) -> None:
    """Re and Contra bring 2 each, whoever wins."""
    assert items(points, "re") == {"won": 1, "said_re": 2}
    assert items(points, "", "contra") == {"won": 1, "said_contra": 2}
    assert items(points, "re", "contra") == {"won": 1, "said_re": 2, "said_contra": 2}


@clause("DOKO-12.3", "DOKO-12.4")
def test_every_level_counts() -> None:
    """Each of 90 to Schwarz brings 1, both parties' together."""
    won = items(240, "re" + ALL, "contra 90 60", tricks=(12, 0), overachievement_points=False)
    assert (won["said_re"], won["said_contra"], won["re_levels"], won["contra_levels"]) == (2, 2, 4, 2)
    lost = items(0, "re 90", "contra" + ALL, tricks=(0, 12), overachievement_points=False)
    assert (lost["re_levels"], lost["contra_levels"]) == (1, 4)


@clause("DOKO-12.5")
@pytest.mark.parametrize(
    ("said", "points", "beaten"),
    [
        (" 90", 119, 0),
        (" 90", 120, 1),
        (" 90 60", 89, 0),
        (" 90 60", 90, 1),
        (" 90 60", 119, 1),
        (" 90 60", 120, 2),
        (" 90 60 30", 59, 0),
        (" 90 60 30", 60, 1),
        (" 90 60 30", 90, 2),
        (" 90 60 30", 120, 3),
        (ALL, 29, 0),
        (ALL, 30, 1),
        (ALL, 60, 2),
        (ALL, 90, 3),
        (ALL, 120, 4),
        (ALL, 240, 4),
    ],
)
def test_beaten_by_thirty_is_cumulative(said: str, points: int, beaten: int) -> None:
    """One for every announcement of the losers that was beaten by 30 or more, for either party."""
    assert items(points, "", "contra" + said).get("beaten", 0) == beaten
    assert items(240 - points, "re" + said).get("beaten", 0) == beaten
    assert "beaten" not in items(points, "", "contra" + said, overachievement_points=False)


@clause("DOKO-12.5", "DOKO-11.5")
def test_beaten_is_not_moved_by_at_most() -> None:
    """Item j asks for 120 and so on under either reading."""
    assert "beaten" not in items(119, "", "contra 90", n_threshold="at_most")
    assert items(120, "", "contra 90", n_threshold="at_most")["beaten"] == 1


@clause("DOKO-26.9", "DOKO-12.5")
def test_winners_own_announcement_is_not_beaten() -> None:
    """Losers never score item j."""
    assert "beaten" not in items(151, "re 90", "contra")
    assert "beaten" not in items(210, "re 90 60", "contra")


@clause("DOKO-12.6")
def test_winners_under_90_lose_nothing_by_it() -> None:
    """Contra wins a failed 60 with 70 points: nothing is taken off, and Re's 170 are not under anything."""
    assert items(170, "re 90 60") == {"won": 1, "said_re": 2, "re_levels": 2}
    assert items(211, "re" + ALL, tricks=(11, 1)) == {"won": 1, "said_re": 2, "re_levels": 4}


@clause("DOKO-12.7", "DOKO-11.9")
def test_draw_has_only_extra_points() -> None:
    """In a draw nobody has a value; a caught fox still counts."""
    assert scores(130, "re 90", "contra 90") == [0, 0, 0, 0]
    assert items(130, "re 90", "contra 90") == {}
    assert scores(130, "re 90", "contra 90", foxes=(Fox(1, 0),)) == [1, -1, 1, -1]


@clause("DOKO-12.8")
def test_draw_as_the_association_scores_it() -> None:
    """Item j and the under rows count for each party in a draw, and the two sums are netted."""
    assert scores(100, "re 90 60", "contra 90 60", draw_scoring="ddv") == [-1, 1, -1, 1]
    assert items(100, "re 90 60", "contra 90 60", draw_scoring="ddv") == {"draw_re": 1, "draw_contra": 2}
    assert scores(170, "re 90 60", "contra 90 60", draw_scoring="ddv") == [3, -3, 3, -3]
    assert items(170, "re 90 60", "contra 90 60", draw_scoring="ddv") == {"draw_re": 3}
    assert scores(60, "re" + ALL, "contra 90 60 30", draw_scoring="ddv") == [-4, 4, -4, 4]
    foxes = (Fox(0, 1),)
    assert scores(170, "re 90 60", "contra 90 60", draw_scoring="ddv", foxes=foxes) == [2, -2, 2, -2]


@clause("DOKO-12.8", "DOKO-12.5")
def test_draw_without_item_j() -> None:
    """Where item j is switched off, a draw has none of it either, and keeps the under rows."""
    how: dict[str, Any] = {"draw_scoring": "ddv", "overachievement_points": False}
    assert items(100, "re 90 60", "contra 90 60", **how) == {}
    assert items(170, "re 90 60", "contra 90 60", **how) == {"draw_re": 1}


@clause("DOKO-12.8", "DOKO-14.4")
def test_draw_of_a_soloist() -> None:
    """A soloist has three times what the draw brings."""
    assert scores(150, "re 90", "contra 90", alone=True, draw_scoring="ddv") == [3, -1, -1, -1]
    assert scores(150, "re 90", "contra 90", alone=True) == [0, 0, 0, 0]


@clause("DOKO-12.8", "DOKO-14.7")
def test_draw_of_gain_only() -> None:
    """The netted value of a draw has opposite signs for the parties, their extra points have not."""
    how: dict[str, Any] = {"draw_scoring": "ddv", "extra_points_mode": "gain_only", "foxes": (Fox(0, 1),)}
    assert scores(170, "re 90 60", "contra 90 60", **how) == [3, -2, 3, -2]


@clause("DOKO-12.9")
def test_against_the_queens() -> None:
    """The option gives Contra 1 for winning, Re never."""
    assert items(110) == {"won": 1}
    assert items(110, against_the_queens="on") == {"won": 1, "queens_beaten": 1}
    assert items(110, against_the_queens="on", contract="marriage")["queens_beaten"] == 1
    assert items(110, against_the_queens="on", contract="poverty")["queens_beaten"] == 1
    assert items(130, against_the_queens="on") == {"won": 1}
    assert items(110, deck=40, against_the_queens="off") == {"won": 1}


@clause("DOKO-12.9")
@pytest.mark.parametrize("contract", ["solo-queens", "solo-diamonds", "normal", "marriage"])
def test_against_the_queens_is_not_for_lone_players(contract: str) -> None:
    """It never applies against a solo, a silent solo or a marriage alone."""
    assert items(110, alone=True, contract=contract, against_the_queens="on") == {"won": 1}


@clause("DOKO-12.9", "DOKO-12.7")
def test_against_the_queens_is_for_winners() -> None:
    """A draw is not won against the queens."""
    assert scores(130, "re 90", "contra 90", against_the_queens="on") == [0, 0, 0, 0]
    assert scores(130, "re 90", "contra 90", against_the_queens="on", draw_scoring="ddv") == [1, -1, 1, -1]


@clause("DOKO-14.1", "DOKO-14.3", "DOKO-26.6")
def test_two_against_two() -> None:
    """Each winner has plus the value, each loser minus the value."""
    assert scores(155, "re") == [4, -4, 4, -4]
    assert scores(80, "re") == [-4, 4, -4, 4]


@clause("DOKO-14.4", "DOKO-14.5")
@pytest.mark.parametrize("contract", ["solo-jacks", "solo-hearts", "normal", "marriage"])
@pytest.mark.parametrize(("factor", "lone"), [(3, 12), (1, 4)])
def test_alone_scores_threefold(contract: str, factor: int, lone: int) -> None:
    """Whoever is alone scores three times the value, with the option once; each opponent once."""
    how: dict[str, Any] = {"alone": True, "contract": contract, "solo_factor": factor}
    assert scores(155, "re", **how) == [lone, -4, -4, -4]
    assert scores(80, "re", **how) == [-lone, 4, 4, 4]


@clause("DOKO-14.4")
def test_solo_factor_is_for_lone_players() -> None:
    """Two against two is never multiplied."""
    assert scores(155, "re", solo_factor=1) == [4, -4, 4, -4]
    assert scores(155, "re", solo_factor=1, contract="poverty") == [4, -4, 4, -4]


@clause("DOKO-14.2")
def test_extra_points_are_netted() -> None:
    """Extra points of the parties are set off against one another, whoever won."""
    foxes = (Fox(0, 1), Fox(2, 3))
    assert scores(130, foxes=foxes) == [-1, 1, -1, 1]
    assert scores(110, foxes=foxes) == [-3, 3, -3, 3]
    assert scores(130, foxes=(Fox(0, 1), Fox(1, 2))) == [1, -1, 1, -1]


@clause("DOKO-14.7", "DOKO-14.2")
def test_gain_only() -> None:
    """A party adds its own extra points and does not suffer from the others'."""
    foxes = (Fox(0, 1), Fox(2, 3))
    assert scores(130, foxes=foxes, extra_points_mode="gain_only") == [1, 1, 1, 1]
    assert scores(110, foxes=foxes, extra_points_mode="gain_only") == [-1, 3, -1, 3]
    assert scores(130, "re", alone=True, foxes=foxes, extra_points_mode="gain_only") == [9, -3, -3, -3]


@clause("EX-DOKO-10", "DOKO-11.8", "DOKO-12.3")
def test_both_said_90() -> None:
    """155 : 85 with 90 on both sides is worth 9."""
    assert scores(155, "re 90", "contra 90") == [9, -9, 9, -9]
    assert items(155, "re 90", "contra 90") == {
        "won": 1,
        "under_90": 1,
        "said_re": 2,
        "said_contra": 2,
        "re_levels": 1,
        "contra_levels": 1,
        "beaten": 1,
    }


@clause("EX-DOKO-11", "DOKO-11.9", "DOKO-12.8")
def test_draw_example() -> None:
    """140 : 100 with 90 on both sides is a draw; the association gives Re a point."""
    assert scores(140, "re 90", "contra 90") == [0, 0, 0, 0]
    assert scores(140, "re 90", "contra 90", draw_scoring="ddv") == [1, -1, 1, -1]


@clause("EX-DOKO-13", "DOKO-11.7", "DOKO-12.5")
def test_failed_announcement_example() -> None:
    """Re, 90, 60 fails with 170 : 70 for 5, and with 120 : 120 and Contra for 9."""
    assert scores(170, "re 90 60") == [-5, 5, -5, 5]
    assert scores(120, "re 90 60", "contra") == [-9, 9, -9, 9]


@clause("EX-DOKO-16", "DOKO-13.2", "DOKO-14.4")
@pytest.mark.parametrize("foxes", [(), (Fox(0, 1),)])
@pytest.mark.parametrize("last", ["C9 CK CK C9", "DK CJ DK DK"])
def test_lost_solo(foxes: tuple[Fox, ...], last: str) -> None:
    """110 in a solo against Contra costs the soloist 9; a fox or a Charlie changes nothing."""
    for contract in ("solo-queens", "solo-diamonds", "normal"):
        how: dict[str, Any] = {"alone": True, "contract": contract, "foxes": foxes, "last": last, "taker": 1}
        assert scores(110, "", "contra", **how) == [-9, 3, 3, 3]


@clause("EX-DOKO-17", "DOKO-13.1", "DOKO-14.2", "EX-DOKO-25", "DOKO-14.7")
def test_extra_points_example() -> None:
    """130 : 110, a Charlie for Re, a fox and a Doppelkopf for Contra: all score 0; with gain_only 2 and 1."""
    how: dict[str, Any] = {"last": "CJ DK D9 DK", "foxes": (Fox(0, 1),), "doubles": (0, 1, 0, 0)}
    assert scores(130, **how) == [0, 0, 0, 0]
    assert scores(130, **how, extra_points_mode="gain_only") == [2, 1, 2, 1]


@clause("EX-DOKO-19", "DOKO-12.3")
def test_overcall_example() -> None:
    """A soloist held to Re, 90, 60 wins 7 with 185 : 55."""
    assert scores(185, "re 90 60", alone=True) == [21, -7, -7, -7]
