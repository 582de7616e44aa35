"""The end of the deal and of the match: clauses BINGO-8 and the examples on them."""

from collections import Counter

import pytest

import torite
from tests.aloud import legal, scored, take, turn
from tests.clauses import clause
from tests.games.bingo.builders import play_any, points, table, totals, trick
from tests.games.bingo.ends import WHY, End, ended, random_ends, settle
from tests.games.bingo.naive import DOUBLES, Rules, game_points
from torite import Match

THREE = Rules(no_trick_game_points=3)
NOBODY = Rules(both_70="nobody")


@clause("BINGO-8.2")
@pytest.mark.parametrize("other", [30, 31, 55, 69])
@pytest.mark.parametrize("mine", [70, 71, 110])
def test_one_game_point(mine: int, other: int) -> None:
    """The opponent has 30 to 69."""
    assert ([1, 0], "scores_one") == settle(ended(f"{mine}-{other}"))
    assert ([0, 1], "scores_one") == settle(ended(f"{other}-{mine}", last=1))


@clause("BINGO-8.3")
@pytest.mark.parametrize("other", [0, 7, 28, 29])
@pytest.mark.parametrize("rules", [Rules(), THREE])
def test_two_game_points(other: int, rules: Rules) -> None:
    """The opponent has fewer than 30, and a trick."""
    assert ([2, 0], "scores_two") == settle(ended(f"100-{other}", tricks="13-1", rules=rules))
    assert ([0, 2], "scores_two") == settle(ended(f"{other}-100", tricks="1-13", last=1, rules=rules))


@clause("BINGO-8.4")
@pytest.mark.parametrize("closer", [-1, 0])
def test_opponent_without_a_trick(closer: int) -> None:
    """Two, or three by option; a trick worth nothing is a trick."""
    assert ([2, 0], "no_trick") == settle(ended("140-0", closer, "14-0"))
    assert ([3, 0], "no_trick") == settle(ended("140-0", closer, "14-0", rules=THREE))
    assert [2, 0] == settle(ended("140-0", closer, "13-1", rules=THREE))[0]


@clause("BINGO-8.5")
@pytest.mark.parametrize("rules", [Rules(), THREE, NOBODY])
@pytest.mark.parametrize("mine", [0, 30, 66, 69])
@pytest.mark.parametrize("other", [0, 29, 30, 69, 70, 90])
def test_victory_declared_in_vain(mine: int, other: int, rules: Rules) -> None:
    """The opponent scores 2, whatever he or she has, with or without a trick."""
    for tricks in ("5-5", "10-0", "0-10"):
        assert ([0, 2], "closed_in_vain") == settle(ended(f"{mine}-{other}", 0, tricks, rules=rules))
        turned = "-".join(reversed(tricks.split("-")))
        assert ([2, 0], "closed_in_vain") == settle(ended(f"{other}-{mine}", 1, turned, rules=rules))


@clause("BINGO-8.6")
@pytest.mark.parametrize("rules", [Rules(), NOBODY, THREE])
@pytest.mark.parametrize("points", ["70-70", "71-75", "75-71", "70-100"])
def test_closer_goes_first(points: str, rules: Rules) -> None:
    """With 70 only the closer scores; an opponent with 70 counts like one with 30 to 69."""
    assert ([1, 0], "closer_first") == settle(ended(points, 0, rules=rules))
    assert [0, 1] == settle(ended("-".join(reversed(points.split("-"))), 1, rules=rules))[0]


@clause("BINGO-8.6", "BINGO-8.2", "BINGO-8.3")
def test_closer_with_seventy_scores_like_anybody() -> None:
    """One or two by what the opponent has."""
    assert [[1, 0], [1, 0], [2, 0]] == [settle(ended(f"70-{other}", 0))[0] for other in (69, 30, 29)]


@clause("BINGO-8.7")
@pytest.mark.parametrize(
    ("points", "scores", "why"),
    [("75-73", [1, 0], "higher"), ("70-80", [0, 1], "higher"), ("72-72", [0, 0], "both_70")],
)
def test_both_have_seventy(points: str, scores: list[int], why: str) -> None:
    """And nobody closed: the one with more scores, with equal points nobody."""
    assert (scores, why) == settle(ended(points))
    assert ([0, 0], "both_70") == settle(ended(points, rules=NOBODY))


@clause("BINGO-8.8", "EX-BINGO-22")
def test_example_nobody_has_seventy() -> None:
    """Played out 66 to 65 without a bonus for the last trick: nobody scores."""
    rules = Rules(last_trick_bonus=0)
    for both in ("66-65", "69-69", "0-69"):
        assert ([0, 0], "nobody_70") == settle(ended(both, rules=rules))


@clause("EX-BINGO-22", "BINGO-8.8")
def test_nobody_scores_in_a_deal_played() -> None:
    """Found by playing deals with threes as trumps and no bonus; the account says so, and the next deal begins."""
    for seed in range(1, 400):
        m = play_any(table(trump=3, seed=seed, last_trick_bonus=0))
        if max(totals(m)) < 70:
            assert (131, [0, 0]) == (sum(totals(m)), m.scores)
            assert "nobody_70" in [key for key, _, _ in scored(m)]
            m.go_on()
            assert 0 == m.public.dealer
            return
    raise AssertionError("no such deal")


@clause("EX-BINGO-17")
@pytest.mark.parametrize(
    ("end", "scores"),
    [
        (ended("90-55"), [1, 0]),
        (ended("120-25"), [2, 0]),
        (ended("75-73"), [1, 0]),
        (ended("72-72"), [0, 0]),
        (ended("92-24", 0), [2, 0]),
        (ended("66-40", 0), [0, 2]),
        (ended("71-75", 0), [1, 0]),
        (ended("60-80", 0), [0, 2]),
        (ended("95-0", 0, "8-0"), [2, 0]),
        (ended("95-0", 0, "8-0", rules=THREE), [3, 0]),
        (ended("75-74", 1), [0, 1]),
    ],
)
def test_example_game_points(end: End, scores: list[int]) -> None:
    """Points of A and B, and what they score."""
    assert scores == settle(end)[0]


@clause("BINGO-8.2", "BINGO-8.3", "BINGO-8.4", "BINGO-8.5", "BINGO-8.6", "BINGO-8.7", "BINGO-8.8", "BINGO-12.7")
@pytest.mark.parametrize("part", range(4))
def test_random_ends(part: int) -> None:
    """Those of the second scorer, for ends drawn under all options; every line comes up."""
    seen: Counter[str] = Counter()
    for end in random_ends(f"ends {part}", 1000):
        scores, why = settle(end)
        assert end.expected == scores, (end, why)
        assert 1 >= sum(score > 0 for score in scores)
        seen[why] += 1
    assert set(WHY) == set(seen)
    assert min(seen.values()) > 10


@clause("BINGO-8.2", "BINGO-3.6", "BINGO-7.5")
def test_points_are_tiles_last_trick_and_doubles() -> None:
    """Each of the three can make the seventy."""
    assert [0, 0] == settle(End((69, 66), rules=Rules(last_trick_bonus=0)))[0]
    assert [1, 0] == settle(End((70, 61), rules=Rules(last_trick_bonus=0)))[0]
    assert [1, 0] == settle(End((60, 60), last=0))[0]
    assert [1, 0] == settle(End((60, 40), last=1, made=(20, 0)))[0]
    assert [0, 1] == settle(End((60, 60), last=1, made=(0, 20)))[0]


@clause("BINGO-8.1")
def test_points_do_not_count_when_doubles_are_shown() -> None:
    """The other had won a trick with 10 points; only the one game point is scored, and nothing else is told."""
    m = trick(table("6-4 4-1", f"2-1 {' '.join(DOUBLES[1:])}", stock="3-1 0-0"), "6-4 2-1", "draw")
    assert [10, 0] == points(m)
    trick(m, "4-1 4-4", "reveal 6")
    assert [0, 1] == m.scores
    assert {"six_shown"} == {key for key, _, _ in scored(m)}


@clause("BINGO-8.9")
@pytest.mark.parametrize(("before", "over"), [([6, 0], True), ([5, 6], False), ([6, 6], True), ([4, 0], False)])
def test_first_with_seven_wins(before: list[int], over: bool) -> None:
    """Seat 1 closes in vain, and seat 0 scores 2; or seat 0 scores one more by playing on."""
    m = play_any(won_by(0, before))
    gained = m.scores[0] - before[0]
    assert (1, before[1]) == (gained, m.scores[1])
    assert over == m.over == (m.scores[0] >= 7)
    if over:
        assert m.result is not None
        assert ((1, 2), [1, 0]) == (m.result.places, [int(share) for share in m.result.shares])
        assert ("wins", 0, m.scores[0]) in scored(m)
        assert () == m.actors


def won_by(seat: int, before: list[int]) -> Match:
    """A deal that this seat wins by one game point when both play the first tile that they may."""
    for seed in range(1, 500):
        end = play_any(table(seed=seed))
        if end.scores == [int(seat == 0), int(seat == 1)]:
            return table(seed=seed, initial={"score": before})
    raise AssertionError("no such deal")


@clause("BINGO-8.9")
@pytest.mark.parametrize("target", [1, 2, 9])
def test_target_is_an_option(target: int) -> None:
    """The match is over with so many game points, not with fewer."""
    m = torite.Match("bingo", seed=target, options={"target_game_points": target}, pause=True)
    while not m.over:
        assert max(m.scores) < target
        play_any(m)
        m.go_on()
    assert max(m.scores) >= target > min(m.scores)


@clause("BINGO-8.9")
def test_more_than_seven() -> None:
    """A win by two with six before is a win with eight."""
    m = take(table(" ".join(DOUBLES), initial={"score": [6, 6]}), "reveal 7")
    assert (True, [9, 6]) == (m.over, m.scores)


@clause("BINGO-8.10")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("how", ["played out", "closed", "shown"])
def test_the_other_deals_next(dealer: int, how: str) -> None:
    """However the deal ended; everything begins anew but the game points."""
    hands = [" ".join(DOUBLES), ""]
    m = table(*(hands if dealer == 1 else reversed(hands)), dealer=dealer)
    if how == "shown":
        take(m, "reveal 7")
    play_any(m, then="close" if how == "closed" else "draw")
    assert m.log.deal_over
    scores = m.scores
    m.go_on()
    assert (1 - dealer, dealer, 14) == (m.public.dealer, turn(m), m.public.stock_left)
    assert ([0, 0], [0, 0], [0, 0], -1) == (
        list(m.public.tricks),
        points(m),
        list(m.public.made),
        m.public.closed_by,
    )
    assert (scores, [7, 7]) == (m.scores, [len(m.cards(seat)) for seat in (0, 1)])
    assert {code.split()[0] for code in legal(m)} <= {"lead", "reveal"}


@clause("BINGO-8.1", "BINGO-8.10")
@pytest.mark.parametrize("then", ["draw", "close"])
def test_deal_after_doubles_were_shown_is_scored_as_usual(then: str) -> None:
    """By its points."""
    m = take(table(" ".join(DOUBLES)), "reveal 7")
    m.go_on()
    play_any(m, then=then)
    expected = game_points(totals(m), list(m.public.tricks), m.public.closed_by)
    assert [3 + expected[0], expected[1]] == m.scores
    assert {"tile_points"} <= {key for key, _, _ in scored(m)}
