"""[0-0] in the play: clauses DCRIB-4.12 to 4.17, 4.21 and the worked examples."""

import pytest

from tests.aloud import turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    SPLIT,
    D,
    N,
    all_said,
    begin,
    goes,
    leaders,
    line,
    of_tile,
    pegged,
    play,
    points,
    said,
)

SPLITS = [{"double_blank_on_31": "split"}, {"variant": SPLIT}]
ONCE_31 = "6-6 5-5 4-5"  # N makes 31


@clause("DCRIB-4.12", "DCRIB-4.13", "EX-DCRIB-6")
def test_example_fifteen_again() -> None:
    """4, 6, 5 are 15; [0-0] is no run with them, but fifteen again."""
    m = line("2-2 1-5 1-4 0-0")
    assert ({"fifteen": 2}, 15) == (of_tile(m), m.public.total)
    assert [5, 2] == m.scores


@clause("DCRIB-4.12", "DCRIB-4.15")
def test_fifteen_again_by_either_player() -> None:
    """N's [0-0] on D's 15. (On one's own 15 it never comes: whoever has tiles can play on 15.)"""
    m = play(begin("3-3 0-0 2-0 1-0", "6-3 6-6 6-5 6-4"), "3-3 6-3")
    assert (15, {"fifteen": 2}) == (m.public.total, of_tile(m))
    assert {"fifteen": 2} == of_tile(play(m, "0-0"))
    assert [2, 2] == m.scores


@clause("DCRIB-4.12", "EX-DCRIB-7")
@pytest.mark.parametrize("options", [{}, *SPLITS])
def test_example_double_blank_on_31(options: dict[str, str]) -> None:
    """2 for the 31 and 2 for [0-0]; shared, 1 and 1."""
    m = line(f"{ONCE_31} 0-0", **options)
    own = 1 if options else 2
    assert {"split_blank" if options else "thirty_one": own} == of_tile(m)
    assert [own, own] == m.scores
    assert [own, own] == [sum(a for _, seat, a in all_said(m) if seat == one and a < 3) for one in (0, 1)]


@clause("DCRIB-4.13", "EX-DCRIB-4")
def test_example_no_five_alike() -> None:
    """After four sixes (24) [0-0] scores nothing."""
    m = line("2-4 0-6 3-3 1-5 0-0")
    assert ({}, 24) == (of_tile(m), m.public.total)


@clause("DCRIB-4.13")
@pytest.mark.parametrize("played", ["3-3 6-0 0-0", "4-0 6-0 5-1 0-0", "6-0 5-0 0-0", "5-0 6-1 6-0 0-0"])
def test_double_blank_continues_nothing_of_other_values(played: str) -> None:
    """No pair, no run."""
    assert not {"pair", "triplet", "fours", "run"} & set(of_tile(line(played)))


@clause("DCRIB-4.14", "EX-DCRIB-9")
def test_example_runs_from_zero() -> None:
    """1, 2, 0 is a run of three, and with 3 one of four."""
    assert {"run": 3} == of_tile(line("0-1 1-1 0-0"))
    assert {"run": 4} == of_tile(line("0-1 1-1 0-0 0-3"))


@clause("DCRIB-4.14")
@pytest.mark.parametrize(
    ("played", "run"), [("0-0 1-0 2-0", 3), ("2-0 0-0 1-0", 3), ("0-0 2-0 3-0", 0), ("1-0 0-0", 0)]
)
def test_zero_is_a_value_like_any(played: str, run: int) -> None:
    """Next to 1; not a joker."""
    assert run == of_tile(line(played)).get("run", 0)


@clause("DCRIB-4.15")
@pytest.mark.parametrize("rule", ["full", "split"])
def test_ones_own_31(rule: str) -> None:
    """N makes 31 and plays [0-0] on it: 2 and 2; shared, 2 in all."""
    m = play(begin("6-6 4-5 0-0 1-2", "5-5 4-6 2-2 0-1", double_blank_on_31=rule), ONCE_31)
    assert ([D], N) == (goes(m), turn(m))
    play(m, "0-0")
    assert [4 if rule == "full" else 2, 0] == m.scores
    assert [D, N] == goes(m)
    assert [] == said(m, "split_rest")


@clause("DCRIB-4.16")
@pytest.mark.parametrize("options", SPLITS)
def test_split(options: dict[str, str]) -> None:
    """The maker scores 1 and [0-0] scores 1; nothing follows at the close. No other count is touched."""
    m = play(begin("6-6 4-5 1-1 1-2", "5-5 4-6 0-0 0-1", **options), ONCE_31)
    assert ([("split_maker", N, 1)], [1, 0]) == (points(m), m.scores)
    play(m, "0-0")
    assert ([("split_blank", D, 1)], [1, 1]) == (points(m), m.scores)
    assert 0 == m.public.total
    assert {"fifteen": 2} == of_tile(line("2-2 1-5 1-4 0-0", **options))


@clause("DCRIB-4.16")
def test_default_is_full() -> None:
    """Nothing is shared without the option."""
    m = line(f"{ONCE_31} 0-0")
    assert [2, 2] == m.scores
    assert [] == all_said(m, "split_maker", "split_blank", "split_rest")


@clause("DCRIB-4.17", "EX-DCRIB-26")
@pytest.mark.parametrize("options", SPLITS)
def test_example_second_point_of_31(options: dict[str, str]) -> None:
    """Nobody has [0-0], both say Go: N has 1 and 1, and D leads."""
    m = play(begin("6-6 4-5 1-1 1-2", "5-5 4-6 2-2 0-1", **options), ONCE_31)
    assert [("split_maker", N, 1), ("split_rest", N, 1)] == points(m)
    assert [2, 0] == m.scores
    assert ([D, N], [D], D) == (goes(m), leaders(m), turn(m))


@clause("DCRIB-4.17")
def test_second_point_waits_for_the_close() -> None:
    """While [0-0] may still come from the opponent or from the maker, there is but 1; a spectator sees no more."""
    for hands in (("6-6 4-5 0-0 1-2", "5-5 4-6 2-2 0-1"), ("6-6 4-5 1-1 1-2", "5-5 4-6 0-0 0-1")):
        m = play(begin(*hands, double_blank_on_31="split"), ONCE_31)
        assert ([("split_maker", N, 1)], [1, 0]) == (points(m), m.scores)
        play(m, "0-0")
        assert 2 == sum(m.scores)


@clause("DCRIB-4.17")
def test_second_point_at_the_end_of_the_play() -> None:
    """31 with the last tile of the deal: both points come by the same entry, before the hands are counted."""
    m = play(begin("0-0 2-0 5-0 6-1", "1-0 1-1 3-2 6-3", double_blank_on_31="split"), "0-0 1-0 2-0 1-1 5-0 3-2 6-1 6-3")
    assert m.log.deal_over
    assert [("split_maker", D, 1), ("split_rest", D, 1)] == points(m)
    keys = [key for key, _, _ in said(m)]
    assert keys.index("split_rest") < keys.index("hand_count")


@clause("DCRIB-4.17", "DCRIB-4.15")
def test_double_blank_as_the_very_last_tile_on_31() -> None:
    """Shared, also where it empties the last hand; no point for the last tile."""
    hands = ("6-2 3-0 5-4 1-0", "5-0 2-0 2-1 0-0")
    order = "6-2 5-0 3-0 2-0 5-4 2-1 1-0 0-0"
    m = play(begin(*hands), order)
    assert (True, [("thirty_one", D, 2)]) == (m.log.deal_over, points(m))
    m = play(begin(*hands, double_blank_on_31="split"), order)
    assert (True, [("split_blank", D, 1)]) == (m.log.deal_over, points(m))
    assert 1 == len(all_said(m, "split_maker"))
    assert [] == all_said(m, "split_rest")


@clause("DCRIB-4.21", "DCRIB-4.13", "EX-DCRIB-21")
def test_example_double_blank_lies_between() -> None:
    """After 6-0 a six is no pair, and 5-6-0-7 is no run."""
    assert {} == of_tile(line("3-3 0-0 2-4"))
    assert {} == of_tile(line("0-5 0-6 0-0 3-4"))


@clause("DCRIB-4.21")
@pytest.mark.parametrize("played", ["6-0 5-1 0-0 4-2", "5-0 4-0 0-0 3-0", "5-0 4-0 3-3 0-0 6-1"])
def test_double_blank_breaks_pairs_and_runs(played: str) -> None:
    """Nothing goes on over it."""
    assert not {"pair", "triplet", "run"} & set(of_tile(line(played)))


@clause("DCRIB-4.12", "DCRIB-4.13")
@pytest.mark.parametrize("total", ["6-6", "6-6 5-5", "6-6 5-5 1-0"])
def test_double_blank_elsewhere_scores_nothing(total: str) -> None:
    """It leaves the count unchanged."""
    before, after = line(total), line(f"{total} 0-0")
    assert ({}, before.public.total) == (of_tile(after), after.public.total)


@clause("DCRIB-4.16", "DCRIB-4.17", "EX-DCRIB-10")
def test_example_whole_play_shared() -> None:
    """N makes 31 and plays [0-0] on it: 2 for N in all, and D's last tile."""
    m = play(begin("6-6 4-5 0-0 1-2", "5-5 4-6 2-2 0-1", variant=SPLIT), "6-6 5-5 4-5 0-0 4-6 1-2 2-2 0-1")
    assert [2, 1] == pegged(m)
