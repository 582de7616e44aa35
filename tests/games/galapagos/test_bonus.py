"""Section 4 and GALA-5.12: deal scores, the mark, and the bonus of each phase."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.clauses import clause
from tests.games.galapagos.asking import accounted_for
from tests.games.galapagos.builders import at_tricks, finish, melded, play_tricks
from tests.games.galapagos.naive_playoff import bonus
from tests.games.galapagos.test_melds import EXAMPLE_7
from torite import Match

SIXTY = "S3 H3 D3 C3"  # four threes
FORTY = "S10 H10 D10 C10"
HUNDRED = f"{SIXTY} {FORTY}"
TEN = "H5 H6 H7"
EIGHTY = "S2 H2 D2 C2"
PASSED = "GALA-4.2"


def bonuses(m: Match) -> list[tuple[int, int]]:
    """The bonuses of the deal that ended last: seat and amount."""
    return accounted_for(m, PASSED)


def whole(*won: str, wins: int, winner: int, cards: int, trumps: str = "SH", **how: Any) -> Match:
    """Play a deal: won piles, how many tricks seat 0 wins, who goes out against how many cards."""
    return finish(play_tricks(at_tricks(*won, trumps=trumps, **how), wins=wins), winner, cards)


@clause("GALA-4.2", "GALA-4.6")
@pytest.mark.parametrize("seat", [0, 1])
def test_hundred_after_melds(seat: int) -> None:
    """To the one who reached the mark, at once."""
    won = (HUNDRED, "") if seat == 0 else ("", HUNDRED)
    assert [200 * (seat == 0), 200 * (seat == 1)] == melded(*won).scores


@clause("GALA-4.3", "EX-GALA-6")
@pytest.mark.parametrize(
    ("mark", "melds", "expected"),
    [
        ("at_least_100", f"{SIXTY} H7 H8 H9 H10 DJ DQ DK", 90), ("at_least_100", HUNDRED, 200),
        ("over_100", HUNDRED, 100), ("over_100", f"{SIXTY} {FORTY} {TEN}", 210),
        ("at_least_100", f"{SIXTY} {FORTY} {TEN}", 210), ("over_100", f"{SIXTY} S8 H8 D8 SQ HQ DQ DJ D10", 100),
        ("over_100", f"{EIGHTY} D7 S7 H7", 95),
    ],
)  # fmt: skip
def test_mark_after_melds(mark: str, melds: str, expected: int) -> None:
    """100 is enough, or not."""
    assert expected == melded(melds, century_mark=mark).scores[0]


@clause("GALA-4.4", "EX-GALA-11")
def test_both_reach_the_mark_at_once() -> None:
    """No bonus after the melds, nor later in the deal."""
    m = at_tricks(f"{SIXTY} {FORTY} {TEN}", f"{EIGHTY} S4 H4 D4 C4")
    assert [110, 120] == m.scores
    play_tricks(m, wins=7)
    assert [180, 150] == m.scores
    finish(m, 1, 4)
    assert [180, 190] == m.scores
    assert [] == bonuses(m)


@clause("GALA-4.4")
def test_both_reach_the_mark_in_the_tricks() -> None:
    """At once, so neither gets 50."""
    m = play_tricks(at_tricks(SIXTY, f"{EIGHTY} {TEN}"), wins=7)
    assert [130, 120] == m.scores
    finish(m, 0, 3)
    assert ([160, 120], []) == (m.scores, bonuses(m))


@clause("GALA-4.2", "EX-GALA-11", "GALA-4.1")
def test_example_11() -> None:
    """Melds 60 and 55, tricks 30 and 70: 90 and 125, and 50 for B."""
    m = play_tricks(at_tricks(SIXTY, f"{FORTY} SK HK DK"), wins=6)
    assert [90, 175] == m.scores
    finish(m, 0, 5)
    assert ([140, 175], [(1, 50)]) == (m.scores, bonuses(m))


@clause("EX-GALA-10", "GALA-4.4", "GALA-4.5")
def test_example_10() -> None:
    """140 and 90 after the tricks: A gets 50; B, who passes the mark later, nothing."""
    m = play_tricks(at_tricks(f"{SIXTY} {TEN}", "S4 H4 D4 C4 S8 S9 S10 SJ"), wins=7)
    assert [190, 90] == m.scores
    finish(m, 1, 4)
    assert ([190, 130], [(0, 50)]) == (m.scores, bonuses(m))


@clause("GALA-4.5")
def test_bonus_is_no_part_of_the_deal_score() -> None:
    """It goes to the total only: one bonus of 100, none of 50 for the same player."""
    m = play_tricks(at_tricks(HUNDRED, ""), wins=7)
    assert [270, 30] == m.scores
    finish(m, 1, 8)
    assert ([270, 110], [(0, 100)]) == (m.scores, bonuses(m))


@clause("GALA-4.2")
@pytest.mark.parametrize(
    ("mark", "cards", "expected"),
    [("at_least_100", 6, 90), ("at_least_100", 7, 130), ("over_100", 7, 100), ("over_100", 8, 140)],
)
def test_thirty_after_the_play_off(mark: str, cards: int, expected: int) -> None:
    """To the one who alone reaches the mark there: 30 in tricks, and ten a card."""
    m = whole("", "", wins=7, winner=1, cards=cards, century_mark=mark)
    assert [70, expected] == m.scores
    assert ([(1, 30)] if expected in (130, 140) else []) == bonuses(m)


@clause("GALA-4.4")
def test_second_at_the_mark_gets_nothing() -> None:
    """In the play-off, after the other had reached it in the tricks."""
    m = whole(SIXTY, "", wins=7, winner=1, cards=9)
    assert ([180, 120], [(0, 50)]) == (m.scores, bonuses(m))


@clause("GALA-4.1", "GALA-4.6")
def test_deal_score_starts_from_nothing() -> None:
    """Points of earlier deals do not count for the mark, and what is scored enters the total at once."""
    m = melded(SIXTY, "", initial={"score": [500, 90]})
    assert [560, 90] == m.scores
    m = at_tricks(SIXTY, "", initial={"score": [500, 90]})
    play_tricks(m, wins=6)
    assert [590, 160] == m.scores
    finish(m, 1, 2)
    assert [590, 180] == m.scores


@clause("EX-GALA-18", "GALA-5.12")
@pytest.mark.parametrize(("wins", "expected"), [(6, [130, 130]), (7, [220, 90])])
def test_example_18(wins: int, expected: list[int]) -> None:
    """The extra for the suit named comes with the trick points, and counts for the mark."""
    won = (EXAMPLE_7, f"{FORTY} H2 H3 H4 H5")
    m = at_tricks(*won, trumps="DS", trump_bonus_time="at_tricks")
    assert [85, 60] == m.scores
    play_tricks(m, wins=wins)
    assert expected == m.scores


@clause("GALA-5.12", "GALA-3.15")
def test_extra_without_overlap() -> None:
    """The highest total with the suit named, less what was declared."""
    won = ("SJ HJ DJ CJ C9 C10 CQ CK", "")
    how: dict[str, Any] = {"trump_bonus_time": "at_tricks", "meld_overlap": "none"}
    for name, expected in (("C", 65 + 30 + 15 + 50), ("S", 65 + 30)):
        m = at_tricks(*won, trumps=name + "H", **how)
        assert [65, 0] == m.scores
        play_tricks(m, wins=6)
        assert [expected, 70] == m.scores


@clause("GALA-4.1", "GALA-4.2", "GALA-4.4", "GALA-9.6")
def test_table_of_bonuses() -> None:
    """The second telling: alone, for the first time, and the other not there before."""
    for before, after in product(product((0, 60, 100), repeat=2), product((0, 95, 100, 130), repeat=2)):
        if all(now >= then for then, now in zip(before, after, strict=True)):
            given = bonus(before, after, 50, 100)
            assert sum(given) in (0, 50)
            if max(before) >= 100:
                assert [0, 0] == given
    assert [0, 50] == bonus((60, 60), (90, 130), 50, 100)
