"""Announcements of the 40-card game and those that come with a solo: clauses DOKO-18.18, 18.19, 18.16 and 17.7."""

from typing import Any

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import announce, bid, keep_all, normal, parties, play_any, table
from tests.games.doppelkopf.calls import (
    HIGHER,
    LADDERS,
    all_calls,
    at_turn,
    called,
    calls,
    clause_of,
    ladder,
    married,
    steps,
    tricks_on,
    until_holds,
)
from torite import Match

SMALL: dict[str, Any] = {"variant": "doppelkopf-40"}
SIX = (6, 6, 6, 6, 6)
MARRIAGE_40 = ("H10 H10 CQ CQ SQ SQ CK", "CA CA", "C10", "C10 CK")
BOTH = ["requirement_minus_one", "announcer_hand_minus_one"]


def small(**how: Any) -> Match:
    """A normal game of 40 cards in which seats 0 and 2 are Re and seat 0 leads."""
    return normal("CQ", "", "CQ", "", **SMALL, **how)


@clause("DOKO-18.18")
@pytest.mark.parametrize("said", LADDERS)
def test_single_limit(said: str) -> None:
    """With 40 cards every level is open down to 6 cards, whatever was said before."""
    m = announce(small(), *(f"2 {level}" for level in said.split()))
    levels = len(said.split())
    for _ in steps(m):
        found = {seat: calls(m, seat) for seat in (0, 2)}
        assert found == {seat: ladder("re", levels, len(m.cards(seat)), 0, SIX) for seat in (0, 2)}


@clause("DOKO-18.18")
def test_until_the_fifth_card() -> None:
    """The window closes with the announcer's own fifth card."""
    m = until_holds(small(), 0, 6)
    while turn(m) != 0:
        play_any(m, 1)
    assert calls(m, 0) == "re 90 60 30 schwarz"
    assert called(announce(m, "0 schwarz")) == (5, 0)
    m = until_holds(small(), 0, 5)
    assert calls(m, 0) == ""
    assert clause_of(at_turn(m, 0), 0, "re") is not None


@clause("DOKO-18.19", "DOKO-10.12", "DOKO-10.13")
@pytest.mark.parametrize("level", ["re", *HIGHER])
@pytest.mark.parametrize("reply_limit", BOTH)
def test_reply_with_five(level: str, reply_limit: str) -> None:
    """Whatever was said, a reply is open with 5 cards and not with 4."""
    m = announce(small(reply_limit=reply_limit), f"2 {level}")
    assert calls(until_holds(m, 1, 6), 1) == "contra 90 60 30 schwarz"
    assert calls(until_holds(m, 1, 5), 1) == "contra"
    assert calls(until_holds(m, 1, 4), 1) == ""


@clause("DOKO-18.19", "DOKO-10.15")
@pytest.mark.parametrize("opens", [True, False])
def test_late_reply(opens: bool) -> None:
    """A reply with 5 cards is late: a partner with 6 may go on only where the option is on."""
    m = announce(small(late_reply_opens_90=opens), "2 re")
    until_holds(until_holds(m, 1, 6), 3, 6)
    while len(m.cards(1)) == len(m.cards(3)):
        play_any(m, 1)
    late, early = (1, 3) if len(m.cards(1)) == 5 else (3, 1)
    assert calls(m, late) == "contra"
    announce(m, f"{late} contra")
    assert calls(m, late) == ""
    assert calls(m, early) == ("90 60 30 schwarz" if opens else "")


@clause("DOKO-18.19", "DOKO-10.20", "DOKO-10.21")
@pytest.mark.parametrize("found", [1, 2, 3])
def test_marriage_shift_of_40_cards(found: int) -> None:
    """Partner found in trick 2: 5 cards, reply 4; in trick 3: 4, reply 3."""
    m = married(found, hands=MARRIAGE_40, **SMALL)
    own = ("re", "re", "contra", "contra")
    for _ in steps(m):
        assert all_calls(m) == [ladder(own[s], 0, len(m.cards(s)), found - 1, SIX) for s in range(4)]
    m = announce(married(found, hands=MARRIAGE_40, **SMALL), "0 90")
    assert calls(until_holds(m, 2, 6 - found), 2) == "contra"
    assert calls(until_holds(m, 2, 5 - found), 2) == ""


@clause("DOKO-18.19", "DOKO-10.22")
@pytest.mark.parametrize("rule", ["shift_two", "forbidden"])
def test_marriage_alone_with_40_cards(rule: str) -> None:
    """A marriage alone is lowered to 4, or silent."""
    m = married(4, hands=MARRIAGE_40, marriage_alone_announcements=rule, **SMALL)
    own = ("re", "contra", "contra", "contra")
    for _ in steps(m):
        open_now = [ladder(own[s], 0, len(m.cards(s)), 2, SIX) for s in range(4)]
        assert all_calls(m) == (open_now if rule == "shift_two" else [""] * 4)


def auction(last: str, **how: Any) -> Match:
    """Seat 0 wins a solo auction of 40 cards with this bid; seat 2 reserved as well and passed."""
    m = bid(keep_all(table(**SMALL, **how)), "reserve pass reserve pass")
    return take(m, f"bid {last}", "pass")


@clause("DOKO-18.16")
def test_with_re() -> None:
    """Who won with Re has announced it before the first card; he may go on, and the others may reply."""
    m = auction("solo-queens with-re")
    assert called(m) == (1, 0)
    assert all_calls(m) == ["90 60 30 schwarz", *["contra 90 60 30 schwarz"] * 3]
    assert clause_of(m, 0, "re") == "DOKO-10.3"
    assert calls(until_holds(m, 2, 5), 2) == "contra"
    assert calls(until_holds(m, 2, 4), 2) == ""


@clause("DOKO-18.16")
def test_without_re() -> None:
    """Who won without Re announces nothing in this deal; the others may."""
    m = auction("solo-jacks without-re")
    assert called(m) == (0, 0)
    assert all_calls(m) == ["", *["contra 90 60 30 schwarz"] * 3]
    for level in ("re", *HIGHER):
        assert clause_of(m, 0, level) == "DOKO-18.16"
    announce(m, "1 60")
    assert called(m) == (0, 3)
    for _ in steps(m):
        assert calls(m, 0) == ""


@clause("DOKO-18.16")
def test_plain_bid_of_the_auction() -> None:
    """A plain bid leaves announcements as they are."""
    m = auction("solo-queens-jacks")
    assert called(m) == (0, 0)
    assert all_calls(m) == ["re 90 60 30 schwarz", *["contra 90 60 30 schwarz"] * 3]


@clause("DOKO-18.16")
def test_without_re_ends_with_the_deal() -> None:
    """In the next deal the same player may announce again."""
    m = tricks_on(auction("solo-jacks without-re", pause=True), 10)
    m.go_on()
    bid(keep_all(m), "pass pass pass pass")
    assert all(all_calls(m))


def overcalled(**how: Any) -> Match:
    """B, seat 1, says solo; D, seat 3, overcalls with 90, B holds, D says 60, B passes; D plays a jack solo."""
    m = bid(table(dealer=0, solo_overcall=True, **how), "reserve pass reserve pass")
    return bid(m, "yes 90 hold 60 pass solo-jacks")


@clause("EX-DOKO-19", "DOKO-17.7", "DOKO-17.2", "DOKO-17.3")
def test_level_of_the_overcall_is_announced() -> None:
    """D counts as having said Re, 90 and 60 before the first card, and may go on to 30."""
    m = overcalled()
    assert parties(m) == [1, 1, 1, 2]
    assert called(m) == (3, 0)
    assert all_calls(m) == [*["contra 90 60 30 schwarz"] * 3, "30 schwarz"]
    assert {clause_of(m, 3, level) for level in ("re", "90", "60")} == {"DOKO-10.3"}
    assert calls(until_holds(m, 3, 8), 3) == "30 schwarz"
    assert calls(until_holds(m, 3, 7), 3) == ""


@clause("DOKO-17.7", "DOKO-10.13", "DOKO-10.14")
@pytest.mark.parametrize(("reply_limit", "limit"), [(BOTH[0], 8), (BOTH[1], 10)])
def test_reply_to_an_overcall(reply_limit: str, limit: int) -> None:
    """60 said with the whole hand is replied to with 8 cards, or as a mere Re where the hand decides."""
    m = overcalled(reply_limit=reply_limit)
    assert calls(until_holds(m, 1, limit), 1).startswith("contra")
    assert calls(until_holds(m, 1, limit - 1), 1) == ""


@clause("DOKO-17.7")
def test_plain_yes_announces_nothing() -> None:
    """A soloist whom nobody overcalled has announced nothing."""
    m = bid(table(dealer=0, solo_overcall=True), "reserve pass reserve pass")
    bid(m, "yes pass solo-jacks")
    assert called(m) == (0, 0)
    assert calls(m, 1) == "re 90 60 30 schwarz"


@clause("EX-DOKO-19", "DOKO-17.7", "DOKO-12.3")
def test_overcall_binds_the_soloist() -> None:
    """Re and two levels count in the score of the deal, 2 and 2, and the 60 decides who wins."""
    m = play_any(overcalled())
    found = {note.line.key: note.amount for note in m.score_sheet.account}
    assert (found["said_re"], found["re_levels"]) == (2, 2)
    points = m.public.points[3]
    assert m.public.winner == (2 if points >= 181 else 1)
    assert m.scores[3] == -3 * m.scores[0]
