"""Fifteen, thirty-one, pairs and runs in the play: clauses DCRIB-4.1 to 4.6 and the worked examples."""

from itertools import permutations

import pytest

from tests.clauses import clause
from tests.games.domino_cribbage.builders import D, N, begin, goes, line, of_tile, play, points, tiles
from tests.games.domino_cribbage.naive import TILES, value

SIXES = ["6-0", "5-1", "4-2", "3-3"]


@clause("DCRIB-4.1", "EX-DCRIB-2")
@pytest.mark.parametrize("played", ["0-4 5-6", "1-2 6-6", "5-5 4-0 1-0", "6-6 2-0 1-0"])
def test_example_fifteen(played: str) -> None:
    """A count of exactly 15 is 2 points, with however many tiles."""
    m = line(played)
    assert {"fifteen": 2} == of_tile(m)
    assert [2 if seat == m.log.standing[-1].seat else 0 for seat in (0, 1)] == m.scores


@clause("DCRIB-4.1", "DCRIB-4.2")
@pytest.mark.parametrize("played", ["6-6 2-0", "6-6 4-0", "6-5 4-1", "6-6 5-5 6-2", "6-6 6-5 4-3", "3-0 6-0"])
def test_no_other_count_scores(played: str) -> None:
    """14 and 16 and 30 are nothing; nor is a count passed by."""
    assert {} == of_tile(line(played))


@clause("DCRIB-4.2", "EX-DCRIB-7")
@pytest.mark.parametrize(("played", "scorer"), [("6-6 5-5 4-5", N), ("6-5 5-4 6-3 2-0", D), ("6-6 5-4 1-0 4-3 1-1", N)])
def test_example_thirty_one(played: str, scorer: int) -> None:
    """A count of exactly 31 is 2 points."""
    m = line(played)
    assert 31 == sum(map(value, tiles(played)))
    assert "thirty_one" in of_tile(m)
    assert 2 == of_tile(m)["thirty_one"]
    assert ("thirty_one", scorer, 2) in points(m)


@clause("DCRIB-4.3", "EX-DCRIB-3")
@pytest.mark.parametrize("other", ["0-6", "3-3", "1-5"])
def test_example_pair(other: str) -> None:
    """After [2-4] any other six makes a pair."""
    assert {"pair": 2} == of_tile(line(f"2-4 {other}"))


@clause("DCRIB-4.4", "EX-DCRIB-3")
@pytest.mark.parametrize("third", ["3-3", "1-5"])
def test_example_triplet(third: str) -> None:
    """After [2-4] [0-6] a third six makes 6 points, and no pair beside them."""
    assert {"triplet": 6} == of_tile(line(f"2-4 0-6 {third}"))


@clause("DCRIB-4.5", "EX-DCRIB-3")
def test_example_fours() -> None:
    """After [2-4] [0-6] [3-3] the last six makes 12 points; in any order; N has 6 and D 14 by then."""
    for order in permutations(SIXES):
        m = line(" ".join(order))
        assert {"fours": 12} == of_tile(m)
        assert [6, 2 + 12] == m.scores


@clause("DCRIB-4.3", "DCRIB-4.4")
@pytest.mark.parametrize("played", ["6-0 5-0 5-1", "6-0 5-1 5-0 4-2", "6-2 5-0 5-3"])
def test_pair_is_with_the_tile_just_before(played: str) -> None:
    """Equal tiles with another between them are none."""
    assert not {"pair", "triplet", "fours"} & set(of_tile(line(played)))


@clause("DCRIB-4.3")
@pytest.mark.parametrize("one", range(13))
def test_pairs_of_every_value(one: int) -> None:
    """Every two tiles of one value, whichever comes first, pair; 0, 1, 11 and 12 occur once."""
    equal = [tile for tile in TILES if value(tile) == one]
    for first, second in permutations(equal, 2):
        assert 2 == of_tile(line(f"{first} {second}"))["pair"]
    assert (len(equal) == 1) == (one in (0, 1, 11, 12))


@clause("DCRIB-4.6", "EX-DCRIB-5")
@pytest.mark.parametrize("five", ["0-5", "1-4", "2-3"])
def test_example_run_and_fifteen(five: str) -> None:
    """4, 6, 5: a run of three and fifteen, added together."""
    m = line(f"2-2 1-5 {five}")
    assert {"run": 3, "fifteen": 2} == of_tile(m)
    assert [5, 0] == m.scores


@clause("DCRIB-4.6", "EX-DCRIB-8")
def test_example_run_grows() -> None:
    """3, 5, 4: 3; with a 6: 4; with a 7: 5; the count is 25."""
    played = ["1-2", "0-5", "2-2", "0-6", "3-4"]
    found = [line(" ".join(played[:number])) for number in range(1, 6)]
    assert [
        {},
        {},
        {"run": 3},
        {
            "run": 4,
        },
        {"run": 5},
    ] == [{key: points for key, points in of_tile(m).items() if key == "run"} for m in found]
    assert [3, 8, 12, 18, 25] == [m.public.total for m in found]
    assert {"run": 5} == of_tile(found[-1])


@clause("DCRIB-4.6")
def test_runs_in_any_order() -> None:
    """Three, four or five consecutive values in every order score one run, of the last tile's longest."""
    for run in (("3-0", "4-0", "5-0"), ("2-0", "3-0", "4-0", "5-0"), ("1-0", "2-0", "3-0", "4-0", "5-0")):
        for order in permutations(run):
            assert len(run) == of_tile(line(" ".join(order)))["run"]


@clause("DCRIB-4.6", "DCRIB-4.11")
@pytest.mark.parametrize(
    ("played", "run"),
    [
        ("3-0 4-0 4-1 3-1", 0),  # 3 4 5 4: the last three are no run of different values
        ("3-0 3-1 5-0 2-1", 3),  # 3 4 5 3: a run of the last three
        ("6-0 3-0 4-0 5-0", 4),  # 6 3 4 5
        ("6-1 3-0 4-0 5-0", 3),  # 7 3 4 5
        ("4-0 5-0", 0),
        ("4-0 6-0 6-2", 0),  # 4 6 8
        ("4-0 4-1 3-2 6-0", 0),  # 4 5 5 6
        ("6-2 6-1 6-3", 3),  # 8 7 9
        ("6-4 5-4 4-4", 3),  # 10 9 8
    ],
)
def test_largest_run_of_the_last_tiles(played: str, run: int) -> None:
    """Only an unbroken row of the last tiles counts, and only the longest."""
    assert run == of_tile(line(played)).get("run", 0)


@clause("DCRIB-4.1", "DCRIB-4.2", "DCRIB-4.6")
@pytest.mark.parametrize(
    ("played", "lines"),
    [
        ("3-0 6-0 4-2", {"pair": 2, "fifteen": 2}),
        ("3-2 4-1 5-0", {"triplet": 6, "fifteen": 2}),
        ("6-1 6-2 6-0", {"run": 3}),
        ("4-0 5-0 6-0", {"run": 3, "fifteen": 2}),
        ("6-5 5-5 4-1 3-2", {"pair": 2, "thirty_one": 2}),
        ("6-1 5-3 5-4 4-3", {"run": 3, "thirty_one": 2}),
        ("2-0 2-1 3-1 3-2 6-0 5-1", {"pair": 2}),
    ],
)
def test_all_lines_of_a_tile_are_added(played: str, lines: dict[str, int]) -> None:
    """What applies scores at once, together."""
    before, after = (line(text) for text in (played.rsplit(" ", 1)[0], played))
    assert lines == of_tile(after)
    seat = after.log.standing[-1].seat
    gained = sum(amount for _, one, amount in points(after) if one == seat)
    assert before.scores[seat] + gained == after.scores[seat]


@clause("DCRIB-4.3", "DCRIB-4.6", "DCRIB-3.7")
def test_only_tiles_of_the_sequence_count() -> None:
    """A pair or a run with the tiles put aside is none, nor a fifteen with what was counted before."""
    m = play(begin("6-6 6-3 6-2 1-1", "5-5 5-4 4-4 3-0"), "6-6 5-5 6-3 5-4")
    assert [D, N] == goes(m)
    assert ({}, 9) == (of_tile(m), m.public.total)
    play(m, "6-2")
    assert ({}, 17) == (of_tile(m), m.public.total)
