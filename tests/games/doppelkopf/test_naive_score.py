"""Random ends of deals, scored by the package and by the naive oracle; what every score has in common."""

from collections import Counter

import pytest

from tests.clauses import clause
from tests.games.doppelkopf.ends import settle
from tests.games.doppelkopf.naive_score import DEFAULTS, End, Result, score
from tests.games.doppelkopf.random_ends import FREE, FREE_40, random_ends

PARTS = 4
OF_A_PART, OF_A_LONG_PART = 5_000, 50_000
LONG_PARTS = 20
SECTIONS = ("DOKO-11.4", "DOKO-11.7", "DOKO-11.8", "DOKO-11.9", "DOKO-12.1", "DOKO-12.2", "DOKO-12.3", "DOKO-12.5")
EXTRAS = ("fox", "charlie", "caught", "double")


def compare(seed: str, number: int) -> Counter[str]:
    """Score random ends twice; return how often each winner and item came up."""
    seen: Counter[str] = Counter()
    for end in random_ends(seed, number):
        expected = score(end)
        assert settle(end) == expected, end
        seen.update([expected.winner, *expected.items])
    return seen


@pytest.mark.long
@clause(*SECTIONS, "DOKO-12.8", "DOKO-13.1", "DOKO-14.1", "DOKO-14.2", "DOKO-14.3", "DOKO-14.4", "DOKO-14.7")
@pytest.mark.parametrize("part", range(PARTS))
def test_random_ends(part: int) -> None:
    """Winner, items and scores of random ends are those of the oracle."""
    seen = compare(f"ends {part}", OF_A_PART)
    assert min(seen.values()) > OF_A_PART // 200, seen
    assert len(seen) == 3 + 11 + 2 + 8, sorted(seen)


@pytest.mark.slow
@clause(*SECTIONS)
@pytest.mark.parametrize("part", range(LONG_PARTS))
def test_a_million_random_ends(part: int) -> None:
    """Winner, items and scores of a million random ends are those of the oracle."""
    compare(f"many ends {part}", OF_A_LONG_PART)


def test_every_option_of_the_score_is_drawn() -> None:
    """The random options are those that the oracle knows."""
    assert {"deck", *FREE, *FREE_40} == set(DEFAULTS)


def extras_of(result: Result, party: str) -> int:
    """The extra points of a party."""
    return sum(result.items.get(f"{kind}_{party}", 0) for kind in EXTRAS)


def settled(seed: str) -> list[tuple[End, Result]]:
    """Random ends with what the package makes of them."""
    return [(end, settle(end)) for end in random_ends(seed, 1500)]


@clause("DOKO-26.6", "DOKO-1.3")
def test_scores_sum_to_zero() -> None:
    """With extra points netted and a threefold soloist nothing is won or lost as a whole; the idle dealer scores 0."""
    for end, result in settled("sums"):
        if end.idle >= 0:
            assert result.scores[end.idle] == 0, end
        rules = {**DEFAULTS, **end.options}
        if len(end.re) == 2 and rules["extra_points_mode"] == "zero_sum":
            assert sum(result.scores) == 0, end
        if len(end.re) == 1:
            assert sum(result.scores) == (0 if rules["solo_factor"] == 3 else -2 * result.scores[end.re[0]]), end


@clause("DOKO-26.8", "DOKO-11.9")
def test_a_draw_needs_announcements_by_both() -> None:
    """A draw comes only where both parties said 90 or more."""
    draws = [end for end, result in settled("draws") if result.winner == "draw"]
    assert draws
    assert all(min(end.said.values()) >= 2 for end in draws)


@clause("DOKO-26.9", "DOKO-12.1")
def test_a_value_is_for_the_winners() -> None:
    """What a deal is worth is added for the winners and taken from the losers, whoever announced."""
    for end, result in settled("values"):
        value = sum(n for name, n in result.items.items() if name.split("_")[0] not in {*EXTRAS, "draw"})
        net = extras_of(result, "re") - extras_of(result, "contra")
        rules = {**DEFAULTS, **end.options}
        if len(end.re) == 2 and rules["extra_points_mode"] == "zero_sum" and result.winner != "draw":
            sign = 1 if result.winner == "re" else -1
            assert result.scores[end.re[0]] == sign * value + net, end
            assert value >= 1, end


@clause("DOKO-26.10", "DOKO-13.2")
def test_no_extra_points_when_re_is_alone() -> None:
    """Foxes, Charlies and Doppelkopf tricks bring nothing in a solo, a silent solo and a marriage alone."""
    lonely = [(end, result) for end, result in settled("alone") if len(end.re) == 1]
    assert {end.contract for end, _ in lonely} >= {"normal", "marriage", "solo-queens", "solo-hearts"}
    assert any(end.foxes for end, _ in lonely)
    assert any(any(end.doubles) for end, _ in lonely)
    assert all(extras_of(result, "re") == extras_of(result, "contra") == 0 for _, result in lonely)
