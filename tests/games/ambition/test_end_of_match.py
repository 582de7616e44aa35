"""Section 8: strikes, pardons, who is out, who wins, and when the match ends."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import torite
from tests.aloud import legal
from tests.clauses import clause
from tests.games.ambition.builders import REVISED_NAME, accounted, clauses_of, end, play_any, strikes, taking, winners
from tests.games.ambition.naive import OLD, REVISED, Rules

LIMITS = (2, 3, 4, 5, 6)


@clause("AMB-8.1")
def test_strikes_and_understrikes_are_counted_together() -> None:
    """For each player by itself."""
    s = end((45, 30, 10, 0), OLD, strikes=[1, 2, 1, 0])
    assert [2, 2, 2, 1] == list(s.strikes)
    assert [0, 0, 1, 1] == list(s.understrikes)
    assert [2, 1, 2, 0] == list(end((45, 0, None, 40), OLD, strikes=[1, 0, 2, 0]).strikes)
    m = taking(45, 30, 10, 0, initial={"strikes": [1, 2, 1, 0]})
    assert [2, 2, 2, 1] == strikes(m)
    assert {("strikes", 0, 2), ("strikes", 2, 2), ("strikes", 3, 1)} <= set(accounted(m))


@clause("AMB-8.1")
def test_what_is_no_strike() -> None:
    """Nil, a slam and points scored leave the count as it is."""
    for rules, taken in ((OLD, (53, 21, 11, None)), (REVISED, (121, None, None, None)), (REVISED, (75, 30, 16, None))):
        assert [3, 3, 3, 3] == list(end(taken, rules, strikes=[3, 3, 3, 3]).strikes)


@clause("AMB-8.2", "AMB-8.3", "AMB-12.6")
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("rules", [OLD, Rules(seats=3), REVISED], ids=["old", "three", "revised"])
def test_full_strike_of_the_last_number(limit: int, rules: Rules) -> None:
    """Puts the player out and ends the match after that round; one fewer does not."""
    rules = Rules(rules.edition, rules.seats, strikes_out=limit)
    taken = {True: (40, 25, 20), False: (40, 41, 40)}[rules.old] if rules.seats == 3 else (40, 20, 15, 10)
    if not rules.old:
        taken = (48, 40, 18, 15)
    for had in range(limit):
        s = end(taken, rules, strikes=[had, 0, 0, 0])
        last = had == limit - 1
        assert had + 1 == s.strikes[0]
        assert (int(last), last) == (s.out[0], torite.games()["ambition"][0].rules.over(s))
        assert sum(s.won) == int(last)


@clause("AMB-8.4", "AMB-8.5", "AMB-12.6")
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("rules", [OLD, REVISED], ids=["old", "revised"])
def test_understrike_of_the_last_number(limit: int, rules: Rules) -> None:
    """Is pardoned: the count stays one below, the score is 0, the match goes on."""
    rules = Rules(rules.edition, strikes_out=limit)
    taken = (30, 25, 20, 10) if rules.old else (48, 40, 18, 15)
    for had in range(limit):
        s = end(taken, rules, strikes=[0, 0, 0, had], score=[7, 7, 7, 7])
        assert min(had + 1, limit - 1) == s.strikes[3]
        assert (0, 7) == (s.out[3], s.score[3])
        assert not torite.games()["ambition"][0].rules.over(s)
        assert int(had < limit - 1) == s.understrikes[3]


@clause("AMB-8.4", "AMB-8.5")
def test_pardon_is_told_and_the_match_goes_on() -> None:
    """The account has it with its clause; a full strike later ends the match."""
    m = taking(9, 36, 25, 15, initial={"strikes": [3, 0, 0, 0]})
    assert ("pardoned", 0, 3) in accounted(m)
    assert "AMB-8.5" in clauses_of(m, 0)
    assert "strikes" not in [line for line, seat, _ in accounted(m) if seat == 0]
    assert (False, [3, 1, 0, 0], [0, 0, 25, 15]) == (m.over, strikes(m), m.scores)
    m.go_on()
    assert 4 == len(m.actors)
    again = taking(36, 9, 25, 15, initial={"strikes": [3, 0, 0, 0]})
    assert (True, [4, 1, 0, 0]) == (again.over, strikes(again))


@clause("AMB-8.5")
def test_pardoned_again_and_again() -> None:
    """However many understrikes follow."""
    s = end((30, 25, 20, 10), OLD, strikes=[0, 0, 0, 3])
    for _ in range(3):
        s = end((30, 25, 20, 10), OLD, strikes=[0, 0, 0, s.strikes[3]])
        assert (3, 0) == (s.strikes[3], s.out[3])


@clause("AMB-8.3", "AMB-8.6")
def test_out_whatever_the_score() -> None:
    """The best score does not win if it is out; the most of the others does."""
    m = taking(31, 25, 18, 11, initial={"score": [400, 0, 100, 99], "strikes": [3, 3, 3, 2]})
    assert ([400, 25, 118, 110], [1, 0, 0, 0]) == (m.scores, list(m.public.out))
    assert [2] == winners(m)
    assert m.result is not None
    assert [4, 3, 1, 2] == list(m.result.places)
    assert ("goes_out", 0) in [(line, seat) for line, seat, _ in accounted(m)]
    assert "AMB-8.3" in clauses_of(m, 0)
    assert "AMB-8.6" in clauses_of(m, 2)


@clause("AMB-8.3", "AMB-8.6")
def test_who_is_out_does_not_share_the_win() -> None:
    """With as many points as the winner."""
    m = taking(31, 25, 18, 11, initial={"score": [125, 100, 0, 0], "strikes": [3, 0, 0, 0]})
    assert [125, 125, 18, 11] == m.scores
    assert [1] == winners(m)
    assert [0, 1, 0, 0] == list(m.public.won)


@clause("AMB-8.3", "AMB-8.2")
def test_void_slam_is_a_full_strike() -> None:
    """It puts a player out too."""
    m = taking(53, 21, 11, None, initial={"line": [1, 0, 0, 0], "strikes": [3, 0, 0, 0], "score": [90, 1, 2, 3]})
    assert (True, [1, 0, 0, 0]) == (m.over, list(m.public.out))
    assert [3] == winners(m)


@clause("AMB-8.6")
def test_points_of_the_last_round_count() -> None:
    """The winner is found after it is scored."""
    m = taking(31, 25, 18, 11, initial={"score": [0, 100, 106, 90], "strikes": [3, 0, 0, 0]})
    assert [1] == winners(m)
    assert [0, 125, 124, 101] == m.scores


@clause("AMB-8.7")
@pytest.mark.parametrize(
    ("score", "won"), [([0, 0, 0, 15], [2, 3]), ([0, 0, 1, 15], [2]), ([300, 200, 0, 16], [3]), ([0, 0, 0, 0], [2])]
)
def test_equal_best_scores_share_the_win(score: list[int], won: list[int]) -> None:
    """Two go out with the same strike; only the others count."""
    m = taking(30, 30, 15, 10, initial={"score": score, "strikes": [3, 3, 0, 0]})
    assert [score[0], score[1], score[2] + 15, score[3]] == m.scores
    assert won == winners(m)
    assert m.result is not None
    assert [Fraction(int(seat in won), len(won)) for seat in range(4)] == list(m.result.shares)
    cited = "AMB-8.7" if len(won) == 2 else "AMB-8.6"
    assert all(cited in clauses_of(m, seat) for seat in won)


@clause("AMB-8.7")
def test_three_share_the_win() -> None:
    """All who are left."""
    m = taking(31, 25, 18, 11, initial={"score": [0, 75, 82, 89], "strikes": [3, 0, 0, 0]})
    assert [100, 100, 100] == m.scores[1:]
    assert [1, 2, 3] == winners(m)
    assert m.result is not None
    assert [Fraction(0), *[Fraction(1, 3)] * 3] == list(m.result.shares)


@clause("AMB-8.7", "AMB-8.2")
def test_all_who_reach_the_number_are_out() -> None:
    """Three tie for the highest, two of them with three strikes; and all three."""
    m = end((40, 40, 40, 1), REVISED, strikes=[3, 2, 3, 3])
    assert ([1, 0, 1, 0], [4, 3, 4, 3]) == (list(m.out), list(m.strikes))
    m = end((40, 40, 40, 1), REVISED, strikes=[3, 3, 3, 0], score=[9, 9, 9, 0])
    assert ([1, 1, 1, 0], [0, 0, 0, 1]) == (list(m.out), list(m.won))


@clause("AMB-8.8")
def test_revised_edition_ends_with_the_fourth_strike_too() -> None:
    """Not at a number of points."""
    options = torite.Match(REVISED_NAME, seed=1).options.texts()
    assert "4" == options["strikes_out"]
    m = taking(48, 40, 18, 15, rules=REVISED, initial={"score": [500, 400, 300, 200], "strikes": [2, 3, 3, 3]})
    assert not m.over
    m = taking(48, 40, 18, 15, rules=REVISED, initial={"strikes": [3, 3, 3, 3]})
    assert (True, [1, 0, 0, 0]) == (m.over, list(m.public.out))


@clause("AMB-8.9", "AMB-8.2")
def test_no_limit_of_rounds_or_points() -> None:
    """After a hundred rounds with thousands of points it goes on as long as nobody is out."""
    for rules in (OLD, REVISED):
        taken = (53, 21, 11, None) if rules.old else (75, 30, 16, None)
        m = taking(*taken, rules=rules, initial={"deals_played": 99, "score": [5000] * 4, "strikes": [3] * 4})
        assert (False, 100) == (m.over, m.public.deals_played)
        m.go_on()
        assert m.actors


@clause("AMB-8.2")
@pytest.mark.parametrize("had", [0, 3])
def test_match_ends_only_after_a_round(had: int) -> None:
    """The last card is played, whatever is certain before."""
    m = taking(31, 25, 18, 11, whole=False, initial={"strikes": [had] * 4})
    assert (False, 1, 1) == (m.over, len(m.actors), len(legal(m)))
    play_any(m, 1)
    assert (had == 3) == m.over
    if m.over:
        with pytest.raises(torite.MatchOver):
            m.act(0, "play D3")
        assert ((), ()) == (m.actors, m.actions(0))


def random_match(rules: Rules, seed: int) -> tuple[torite.Match, list[dict[str, Any]]]:
    """Play a match at random; the public figures after each round."""
    options = {"strikes_out": rules.strikes_out, "slam_repeat": rules.slam_repeat}
    m = torite.Match("ambition" if rules.old else REVISED_NAME, rules.seats, options, seed=seed, pause=True)
    chooser, rounds = random.Random(seed), []
    while not m.over:
        if m.turns.awaits_chance:
            m.go_on()
        while m.actors:
            seat = chooser.choice(m.actors)
            code = chooser.choice(m.actions(seat))
            m.act(seat, code)
        rounds.append(
            {"strikes": strikes(m), "scores": m.scores, "out": list(m.public.out), "slams": list(m.public.slams)}
        )
    return m, rounds


@clause("AMB-12.6", "AMB-12.9", "AMB-12.7", "AMB-8.9")
@pytest.mark.parametrize(
    "rules",
    [Rules(strikes_out=2), Rules(seats=3, strikes_out=3), Rules("revised", strikes_out=3)],
    ids=["old", "three", "revised"],
)
def test_strikes_of_whole_matches(rules: Rules) -> None:
    """Never above the number; reached only at the end; rounds with a strike are few; scores never fall."""
    for seed in range(2):
        m, rounds = random_match(rules, seed)
        for number, one in enumerate(rounds):
            last = number == len(rounds) - 1
            assert max(one["strikes"]) <= rules.strikes_out
            assert last == (rules.strikes_out in one["strikes"])
            assert [int(count == rules.strikes_out) for count in one["strikes"]] == one["out"][: rules.seats]
            before = rounds[number - 1]["scores"] if number else [0] * rules.seats
            assert all(now >= was for now, was in zip(one["scores"], before, strict=True))
        assert len(rounds) - sum(rounds[-1]["slams"]) <= rules.seats * (rules.strikes_out - 1) + 1
        assert winners(m)
