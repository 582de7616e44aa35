"""Section 5: who may still bet once the fifth trick is led."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import turn
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    NINTH,
    NINTH_PLAY,
    SEATS,
    E,
    N,
    S,
    W,
    bets,
    legal,
    offers,
    play,
    refused,
    table,
    take,
)
from torite import Match

ALL = {"gleich", "hanger"}
#: Trumps ♠. N wins the first four tricks with trumps; every seat has a pair and two cards of a suit that follow.
COMMON = ("SA SK S9 S8", "HQ HJ DQ CJ", "H9 H8 D9 C8", "CK CQ DK D8")


def last_card(n: str, e: str, s: str, w: str, lead: str = "", **options: Any) -> Match:
    """The fifth trick, N having led its last card: the others hold these."""
    hands = [f"{rest} {card}" for rest, card in zip(COMMON, (n, e, s, w), strict=True)]
    m = table(*hands, **options)
    for cards in zip(*(rest.split() for rest in COMMON), strict=True):
        play(m, " ".join(cards))
    return play(m, lead or n)


def who_bets(m: Match, name: str = "gleich") -> set[int]:
    """The seats that may bet on an element."""
    return {seat for seat in range(4) if name in bets(m, seat)}


@clause("EX-PERL-9", "PERL-5.13", "PERL-5.14")
@pytest.mark.parametrize(
    ("limit", "may"),
    [("led_or_wild", {N, S}), ("led_trump_or_wild", {N, E, S, W}), ("spiel_only", {N, S}), ("off", {N, E, S, W})],
)
def test_example_9_after_the_lead(limit: str, may: set[int]) -> None:
    """♦Q led: N and S have a ♦; E and W have trumps that are not wild."""
    m = play(table(*NINTH, dealer=N, fifth_trick=limit), " ".join(NINTH_PLAY.split()[:17]))
    assert may == who_bets(m, "spiel")
    if limit == "led_or_wild":
        assert {"PERL-5.13"} == refused(m, "E bet spiel", "W bet spiel", "W bet gleich")
    for card in NINTH_PLAY.split()[17:19]:
        play(m, card)
        assert may == who_bets(m, "spiel")


@clause("PERL-5.13")
def test_before_the_lead_there_is_no_limit() -> None:
    """The fourth trick is over, and anybody may bet who might before."""
    m = play(table(*NINTH, dealer=N), " ".join(NINTH_PLAY.split()[:16]))
    assert {N, E, S, W} == who_bets(m, "spiel")
    assert {N, E, S, W} == who_bets(m, "gleich")


@clause("PERL-5.14", "PERL-5.13")
@pytest.mark.parametrize(
    ("limit", "gleich"),
    [("led_or_wild", {N, E}), ("led_trump_or_wild", {N, E}), ("spiel_only", {N, E, S, W}), ("off", {N, E, S, W})],
)
def test_it_is_about_all_elements(limit: str, gleich: set[int]) -> None:
    """Or about Spiel alone. ♥10 is led, E has ♥A, S and W have cards of other suits."""
    m = last_card("H10", "HA", "DA", "C10", fifth_trick=limit)
    assert gleich == {seat for seat in range(4) if bets(m, seat)}
    assert {"concede gleich", "concede hanger"} <= offers(m, S)


@clause("PERL-5.14")
@pytest.mark.parametrize(
    ("limit", "may"), [("led_or_wild", {N, E, S}), ("led_trump_or_wild", {N, E, S}), ("off", {N, E, S, W})]
)
def test_wild_card_qualifies(limit: str, may: set[int]) -> None:
    """Of whatever suit; also the leader's own."""
    m = last_card("H10", "D7", "SQ", "C10", fifth_trick=limit)
    assert may == who_bets(m, "hanger")


@clause("PERL-5.14")
def test_printed_card_counts_also_when_played() -> None:
    """A natural card of another suit does not qualify, nor a card just played; a wild one does, whatever it is as."""
    m = last_card("H10", "HA", "D7", "C10")
    for card in ("HA", "D7=CA", ""):
        assert {N, E, S} == who_bets(m, "hanger")
        if card:
            play(m, card)


@clause("PERL-5.14", "PERL-3.5")
def test_suit_led_by_designation() -> None:
    """A wild card led as ♥ lets those with ♥ bet, and its own player."""
    m = last_card("D7", "HA", "DA", "C10", lead="D7=H10")
    assert {N, E} == who_bets(m, "hanger")
    m = last_card("D7", "HA", "DA", "C10")
    assert {N, S} == who_bets(m, "hanger")
    m = last_card("D7", "HA", "DA", "C10", lead="D7=SA", fifth_trick="led_trump_or_wild")
    assert {N} == who_bets(m, "hanger")


@clause("PERL-5.14")
@pytest.mark.parametrize("lead", ["H10", "D7", "D7=C10", "SQ"])
def test_leader_always_qualifies(lead: str) -> None:
    """Whatever is led."""
    m = last_card(lead.split("=")[0], "HA", "DA", "C10", lead=lead)
    assert {"gleich", "hanger"} - {"gleich"} <= bets(m, N)


@clause("PERL-5.14")
@pytest.mark.parametrize("seat", [E, W])
def test_answers_are_not_limited(seat: int) -> None:
    """Nor are raises: the limit is on bets alone."""
    m = last_card("H10", "DA", "C7", "S7", fifth_trick="led_or_wild")
    assert {"good", "hold", "raise"} == legal(take(m, "N bet hanger"), seat)


@clause("PERL-5.13", "PERL-5.9")
def test_who_held_may_not_bet_again_without_the_suit() -> None:
    """Both conditions must be met."""
    m = take(last_card("H10", "DA", "C9", "C10"), "N bet hanger", "E hold")
    assert {"PERL-5.13"} == refused(m, "E bet hanger")
    assert E == turn(m)
    assert SEATS[turn(m)] == "E"


@clause("PERL-8.3", "PERL-5.13")
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_no_limit_at_the_showdown(cards: int) -> None:
    """Also where Spiel was given up in the fifth trick: E and W have neither the suit led nor a wild card."""
    m = play(table(*NINTH, dealer=N), " ".join(NINTH_PLAY.split()[: 16 + cards]))
    assert {N, S} == who_bets(m, "spiel")
    take(m, "N concede spiel")
    assert {E, W} == who_bets(m)
