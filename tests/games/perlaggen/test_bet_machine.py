"""Bets as a state machine: every order of announcements from a position, explored to its end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses import clause
from tests.games.perlaggen.builders import MIXED, STRONG_N, play, play_out, score_of, table, take
from tests.games.perlaggen.machine import explore
from tests.games.perlaggen.test_showdown import EQUAL
from torite import Match

MODES = ("free", "polled")


def two_left(**options: Any) -> Match:
    """Gleich has been given up."""
    return take(table(*MIXED, **options), "N concede gleich")


def both_modes(make: Any, **options: Any) -> None:
    """Explore a position in both forms: no dead end, nothing twice, and the same ends."""
    free, polled = (explore(make(announce_mode=mode, **options)) for mode in MODES)
    assert free.ends
    assert free.ends == polled.ends
    assert {"pass", "defer"} == polled.codes - free.codes


@clause(
    "PERL-11.3", "PERL-11.4", "PERL-11.5", "PERL-11.6", "PERL-5.8", "PERL-5.9", "PERL-5.16", "PERL-6.2", "PERL-6.3",
    "PERL-8.5",
)  # fmt: skip
@pytest.mark.parametrize("options", [{"max_value": 3}, {"max_value": 2, "showdown": "auto"}])
def test_two_elements_to_the_end(options: dict[str, Any]) -> None:
    """Hanger and Spiel, with all answers, in both forms."""
    both_modes(two_left, **options)


@clause("PERL-11.3", "PERL-11.4", "PERL-11.5", "PERL-11.6", "PERL-8.7", "PERL-8.12")
def test_equal_figures_to_the_end() -> None:
    """At the showdown, with claims as well."""
    found = explore(take(table(*EQUAL, max_value=4), "E concede hanger", "W concede spiel"))
    assert {"accept", "bet", "claim", "concede", "good", "hold", "raise"} == found.codes
    assert {0, 1, 3} <= {status[0] for _, _, _, status, _ in found.ends} | {0}
    assert {3} < {status[0] for _, _, _, status, _ in found.ends}


@clause("PERL-11.6", "PERL-9.5", "PERL-10.1", "PERL-11.8")
@pytest.mark.parametrize(("ns", "ew"), [(16, 15), (17, 16), (17, 17)])
def test_near_the_end_of_the_game(ns: int, ew: int) -> None:
    """With teams that become gestrichen, or win, on the way."""
    found = explore(take(table(*MIXED, initial=score_of(ns, ew), max_value=2), "N concede hanger"))
    assert all(max(one) >= 17 for one, *_ in found.ends)


@clause("PERL-11.5", "PERL-5.13", "PERL-5.17", "PERL-11.9")
def test_last_cards_with_announcements_between() -> None:
    """The last two cards of the fifth trick, Spiel decided."""
    m = play_out(take(table(*STRONG_N, max_value=2), "N concede gleich"), last=False)
    found = explore(m, cards=True)
    assert found.ends
    assert {"play"} < found.codes
    m = play(
        take(table(*STRONG_N, max_value=2), "N concede gleich"),
        "SA HA H8 HQ SK H9 CA C9 S9 CK C10 C8 S8 CJ DJ DA H10 D8",
    )
    found = explore(m, cards=True)
    assert {"play", "bet", "hold", "good", "concede"} <= found.codes


@pytest.mark.slow
@clause("PERL-11.3", "PERL-11.4", "PERL-11.5", "PERL-11.6", "PERL-6.3")
@pytest.mark.parametrize("most", [2, 3])
def test_three_elements_to_the_end(most: int) -> None:
    """All three, in both forms."""
    both_modes(lambda **options: table(*MIXED, **options), max_value=most)
