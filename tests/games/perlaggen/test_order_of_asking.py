"""Section 6: announcements in any order, or asked for one after the other; and talk."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.aloud import turn
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EVERYBODY,
    EW,
    MIXED,
    NS,
    SEATS,
    STRONG_N,
    E,
    N,
    S,
    W,
    at_showdown,
    legal,
    offers,
    phase,
    play,
    refused,
    score,
    silent,
    status,
    table,
    take,
    to_act,
    values,
)
from tests.games.perlaggen.test_showdown import EQUAL, GLEICHS
from torite import Match

#: W is due to play when S deals; everybody holds a Hanger.
ALL_HANGERS = ("CK CQ H10 D8 SA", "C9 C8 HA DK SK", "DJ D10 H8 C10 S9", "HJ HQ D9 CA S8")


def polled(*hands: str, **options: Any) -> Match:
    """A match in which announcements are asked for."""
    return table(*hands, announce_mode="polled", **options)


@clause("PERL-6.1", "PERL-5.4")
def test_free_form_any_seat_at_any_time() -> None:
    """Only the card of the seat due moves the game on; nobody passes."""
    m = table(*MIXED)
    for seat in range(4):
        assert {"concede gleich", "concede hanger", "concede spiel", "bet spiel"} <= offers(m, seat)
        assert "pass" not in legal(m, seat)
    assert {"PERL-6.3"} == refused(m, "N pass", "E pass", "N defer")
    take(m, "W concede hanger", "S bet spiel", "E hold", "W bet spiel", "N raise")
    assert (0, "answer") == (len([1 for seen in m.history(-1) if seen.code.startswith("play")]), phase(m))


@clause("PERL-6.3", "EX-PERL-14")
def test_polled_asks_clockwise_from_the_seat_due() -> None:
    """Each announces one thing or passes; when all four have passed the card is played."""
    m = polled(*MIXED)
    for seat in (N, E, S, W):
        assert ("poll", seat) == (phase(m), turn(m))
        assert {"pass"} | offers(m, seat) == legal(m, seat)
        for other in range(4):
            assert other == seat or set() == legal(m, other)
        take(m, "pass")
    assert ("play", N) == (phase(m), turn(m))
    assert set() == offers(m, N) == offers(m, E)
    assert all(code.startswith("play") for code in legal(m, N))
    play(m, "D10")
    assert ("poll", E) == (phase(m), turn(m))


@clause("PERL-6.3")
def test_polled_begins_anew_after_an_announcement() -> None:
    """And its answers: again from the seat due."""
    m = take(polled(*MIXED), "pass", "pass", "S bet spiel")
    assert ("answer", W) == (phase(m), turn(m))
    take(m, "hold")
    assert ("poll", N) == (phase(m), turn(m))
    take(m, "pass", "E concede hanger")
    assert ("poll", N, [1, 0]) == (phase(m), turn(m), score(m))
    take(m, "pass", "pass", "pass", "pass")
    assert ("play", N) == (phase(m), turn(m))
    m = take(polled(*MIXED), "pass", "E bet gleich", "S good")
    assert ("poll", N) == (phase(m), turn(m))


@clause("PERL-6.3")
def test_polled_refusals() -> None:
    """Out of order, a card too early, an announcement too late."""
    m = polled(*MIXED)
    assert {"PERL-6.3"} == refused(m, "E bet spiel", "S pass", "W concede gleich", "N play D10")
    silent(m)
    assert {"PERL-6.3"} == refused(m, "N bet gleich", "N concede spiel", "E bet spiel")
    assert {"PERL-6.3"} >= refused(m, "N pass")


@clause("EX-PERL-14", "PERL-6.3", "PERL-6.2")
def test_example_14_order_of_answers() -> None:
    """W is due; E bets Hanger, S defers, N must answer, raises; E first, W if E defers; then again from W."""
    m = polled(*ALL_HANGERS, dealer=S)
    take(m, "W pass", "N pass", "E bet hanger")
    assert (S, {"good", "hold", "raise", "defer"}) == (turn(m), legal(m, S))
    assert {"PERL-6.3"} == refused(m, "N hold", "N defer")
    take(m, "S defer")
    assert (N, {"good", "hold", "raise"}) == (turn(m), legal(m, N))
    assert {"PERL-6.3"} == refused(m, "N defer", "S hold")
    take(m, "N raise")
    assert (E, {"good", "hold", "raise", "defer"}) == (turn(m), legal(m, E))
    take(m, "E defer")
    assert (W, {"good", "hold", "raise"}) == (turn(m), legal(m, W))
    take(m, "W hold")
    assert ("poll", W, 3) == (phase(m), turn(m), values(m)[1])


@clause("PERL-6.3")
@pytest.mark.parametrize("seat", range(4))
def test_nearest_clockwise_answers_first(seat: int) -> None:
    """From the proposer; then the partner."""
    m = polled(*MIXED)
    while turn(m) != seat:
        take(m, "pass")
    take(m, "bet spiel")
    first = (seat + 1) % 4
    assert first == turn(m)
    assert first == (seat + 1) % 4
    take(m, "defer")
    assert (seat + 3) % 4 == turn(m)


@clause("PERL-6.8", "PERL-6.3")
def test_seats_with_nothing_to_announce_are_passed_over() -> None:
    """When all elements are settled nobody is asked any more."""
    m = take(polled(*STRONG_N), "N concede gleich", "N concede hanger")
    play(m, "SA HA H8 HQ SK H9 CA C9 S9 CK C10 C8")
    assert ("play", N) == (phase(m), turn(m))
    play(m, "S8")
    assert ("play", E) == (phase(m), turn(m))


@clause("PERL-6.8")
def test_who_may_only_concede_is_asked() -> None:
    """Gestrichen, or without a figure: there is still something to say."""
    m = polled(*MIXED, initial={"score": [17, 17, 17, 17]})
    for seat in (N, E, S, W):
        assert ("poll", seat, {"pass", "concede gleich", "concede hanger", "concede spiel"}) == (
            phase(m), turn(m), legal(m, seat),
        )  # fmt: skip
        take(m, "pass")
    assert "play" == phase(m)


# at the showdown


@clause("PERL-6.9", "PERL-8.3")
@pytest.mark.parametrize(("dealer", "first"), [(N, E), (E, W), (S, W), (W, E)])
def test_polled_showdown_of_ew(dealer: int, first: int) -> None:
    """The acting team's seat nearest clockwise from the dealer is asked first; then the partner must act."""
    m = at_showdown(*GLEICHS, deciding=EW, announce_mode="polled", dealer=dealer)
    assert ((EW, "gleich"), (first,)) == (to_act(m), m.actors)
    assert "defer" in legal(m)
    assert refused(m, f"{SEATS[(first + 2) % 4]} concede gleich") <= {"PERL-6.9"}
    take(m, "defer")
    assert ((first + 2) % 4, True) == (turn(m), "defer" not in legal(m))
    assert refused(m, f"{SEATS[turn(m)]} defer") == {"PERL-6.9"}
    assert "concede gleich" in legal(m)


@clause("PERL-6.9")
@pytest.mark.parametrize(("dealer", "first"), [(E, S), (W, N)])
def test_polled_showdown_of_ns(dealer: int, first: int) -> None:
    """Asked anew in every turn."""
    m = at_showdown(*EQUAL, deciding=NS, announce_mode="polled", dealer=dealer)
    assert first == turn(m)
    if first == S:
        take(m, "defer")
    take(m, "N claim gleich D9 S9")
    assert ((dealer + 1) % 4 if (dealer + 1) % 2 else (dealer + 2) % 4) == turn(m)
    if turn(m) == E:
        take(m, "defer")
    take(m, "W claim gleich H9 C9")
    assert ((NS, "gleich"), first) == (to_act(m), turn(m))
    assert {"accept", "defer", "concede gleich"} <= legal(m)
    take(m, "defer", "accept")
    assert ("tied", -1) == status(m, "gleich")


@clause("PERL-6.9", "PERL-6.3", "PERL-8.5")
def test_polled_answers_at_the_showdown() -> None:
    """Go by the proposer, not by the dealer."""
    m = at_showdown(*MIXED, announce_mode="polled", dealer=W)
    take(m, "N bet gleich")
    assert E == turn(m)
    take(m, "defer", "W hold")
    assert ((EW, "gleich"), E) == (to_act(m), turn(m))
    take(m, "E bet gleich")
    assert S == turn(m)
    take(m, "defer", "N raise")
    assert E == turn(m)


@clause("PERL-6.9")
def test_deferral_is_for_polled_alone() -> None:
    """In the free form either partner acts."""
    m = at_showdown(*MIXED)
    assert {N, S} == set(m.actors)
    assert {"PERL-6.3"} == refused(m, "N defer", "S pass")
    assert {"PERL-6.3"} == refused(take(m, "N bet gleich"), "E defer")


# talk


@clause("PERL-6.4", "PERL-6.5", "PERL-6.7")
@pytest.mark.parametrize("talk", ["public", "team", "off"])
def test_talk_is_no_action(talk: str) -> None:
    """It has no code, whatever was agreed about it: nothing that is said changes the game."""
    m = table(*MIXED, table_talk=talk)
    for code in ("talk", "say gleich", "tell gleich 3", "ask bet", "advise hold"):
        assert m.gestures.refusal(N, code) is not None
    verbs = {name.split()[0] for name in m.game.verbs.names()}
    assert {
        "cut", "exchange", "decline", "play", "bet", "concede", "good", "hold", "raise", "claim", "accept", "pass",
        "defer", "done",
    } >= verbs  # fmt: skip


@clause("PERL-6.5", "PERL-6.7")
def test_ready_made_phrases() -> None:
    """Questions, statements and advice; statements are true or false of the own hand, and worded in both languages."""
    m = table("C9 C8 D10 H10 D7", "H9 D9 CJ SA DQ", "CK CQ H7 D8 S9", "HA DJ C10 H8 DK")
    for seat in range(4):
        found = m.game.display.phrases(m.view(seat), seat)
        truths = {truth for _, _, truth in found}
        assert {True, False, None} == truths
        for key, facts, _ in found:
            for language in ("en", "ja"):
                assert m.game.words(language)(f"phrase.{key}", **facts)
        assert len(found) == len({(key, str(sorted(facts.items()))) for key, facts, _ in found})


@clause("PERL-6.5")
def test_phrases_read_nothing_but_the_view() -> None:
    """What they say of the hand is the same whatever the others hold."""
    one = table("C9 C8 D10 H10 D7", seed=1)
    other = table("C9 C8 D10 H10 D7", seed=2)
    assert one.game.display.phrases(one.view(N), N) == other.game.display.phrases(other.view(N), N)


@clause("PERL-6.6")
def test_talk_is_an_option_of_the_table() -> None:
    """Everybody hears, the partner alone, or nobody: the service reads it."""
    assert ["off", "public", "team"] == sorted(torite.games()["perlaggen"][0].option_class.allowed("table_talk"))
    assert "public" == torite.Match("perlaggen", seed=1).options.texts()["table_talk"]


@clause("PERL-6.6")
def test_teams() -> None:
    """Partners sit opposite, for all viewers."""
    m = table(*MIXED)
    for viewer in EVERYBODY:
        view = m.public if viewer < 0 else m.view(viewer)
        assert [0b0101, 0b1010, 0b0101, 0b1010] == [m.game.display.team(view, seat) for seat in range(4)]
