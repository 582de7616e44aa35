"""Section 8: rulers won are allies."""

from __future__ import annotations

import pytest

from tests.aloud import cards
from tests.clauses import clause
from tests.games.emissary.builders import (
    ROW,
    answer,
    clause_of,
    hand_of,
    heaps,
    legal,
    place_of,
    row_of,
    table,
    take,
    trump,
    turned,
    verbs,
)

HAND = "C3 C4 C5 H6 S8 S7 S6 S5"
STOCK = "H2 H3 H4 H5 D4 D5 H7 H8"


@clause("EMIS-8.1")
@pytest.mark.parametrize("place", range(1, 9))
def test_ruler_of_a_success_is_kept(place: int) -> None:
    """As an ally not used; he leaves the row."""
    m = table(won=[place])
    assert ([ROW.split()[place - 1]], [], None) == (
        place_of(m, "allies"), place_of(m, "used_allies"), row_of(m)[place - 1],
    )  # fmt: skip


@clause("EMIS-8.1", "EMIS-8.4")
def test_no_ally_yet_and_none_outside_a_visit() -> None:
    """A ruler in the row has no power; an ally has none before a kingdom is chosen."""
    assert "EMIS-8.1" == clause_of(table(at=4), "use HK")
    m = table(won=[2])
    assert {f"visit {place}" for place in (1, 3, 4, 5, 6, 7, 8)} == legal(m)
    assert "EMIS-2.2" == clause_of(m, "use HK")


@clause("EMIS-8.2")
def test_powers_of_allies() -> None:
    """♥ Diplomacy, ♣ Military, ♠ Politics, ♦ Commerce; kings and queens alike."""
    for won, ally in ((2, "HK"), (5, "HQ")):
        m = take(table("D3 D8 C3 C4 S4 S5 S6 S7", "H6 H7", at=4, won=[won]), f"use {ally}")
        assert cards("C3 C4 S4 S5 S6 S7 H6 H7") == hand_of(m)
    for won, ally in ((6, "CK"), (1, "CQ")):
        m = take(table("D3 D8 C3 C4 S4 S5 S6 S7", "H6 H7", at=4, won=[won]), f"use {ally}")
        assert cards("D3 D8 C3 C4 S4 S5 S6 S7 H6 H7") == hand_of(m)
    for won, ally in ((3, "SK"), (7, "SQ")):
        m = take(table("D3 D8 C3 C4 S4 S5 S6 S7", "H6 H7", at=4, won=[won]), f"use {ally} 2")
        assert ("HK", "DK", "H") == (row_of(m)[3], row_of(m)[1], trump(m))
    for won, ally in ((4, "DK"), (8, "DQ")):
        m = take(table("D3 D8 C3 C4 S4 S5 S6 S7", "H6 H7", at=2, won=[won]), f"use {ally}", "discard D3 D8")
        assert cards("C3 C4 S4 S5 S6 S7 H6 H7") == hand_of(m)


@clause("EMIS-8.3", "EMIS-10.2")
def test_ally_is_used_once_in_the_whole_game() -> None:
    """Then it has left the game, in this visit and later."""
    m = take(table("D2 D3 D4 D5 C2 C3 C4 C5", "S2 S3 S4 S5 S6 S7 S8 SA H2 H3", at=4, won=[2], row=ROW), "use HK")
    assert (["HK"], [], [1]) == (place_of(m, "used_allies"), place_of(m, "allies"), m.scores)
    assert "EMIS-8.3" == clause_of(m, "use HK")


@clause("EMIS-8.3")
def test_used_ally_does_not_come_back_in_the_next_visit() -> None:
    """♦K, used at kingdom 1, which is then won."""
    stock = "D2 D3 D4 D5 D6 D7 D8 DA H2 H3 H4"
    m = take(table("C8 S2 S3 S4 S5 S6 S7 S8", stock, at=1, won=[4, 2]), "use DK", "discard D2 D3")
    answer(m, "C8 S2 S3 S4 S5 S6 S7 S8")
    assert ([5], cards("CQ HK"), ["DK"]) == (m.scores, place_of(m, "allies"), place_of(m, "used_allies"))
    m.go_on()
    take(m, "visit 5")
    assert ({"CQ", "HK"}, "EMIS-8.3") == (verbs(m, "use"), clause_of(m, "use DK"))


@clause("EMIS-8.3", "EMIS-8.4")
@pytest.mark.parametrize("tricks", [0, 1, 2, 5])
@pytest.mark.parametrize("after_turning", [False, True])
def test_allies_need_no_selecting(tricks: int, after_turning: bool) -> None:
    """At any time of the visit, in no window."""
    m = answer(table("C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 H4 H5 H6 H7 H8", at=4, won=[6, 2]),
               " ".join(["C3", "C4", "C5", "C6", "S8", "S7", "S6", "S5"][:tricks]))  # fmt: skip
    take(m, *(["turn"] if after_turning else []))
    assert {"CK", "HK"} <= verbs(m, "use")
    take(m, "use HK")
    assert {"CK"} == verbs(m, "use")


@clause("EMIS-8.4")
def test_selecting_an_ally_is_refused_with_its_clause() -> None:
    """An ally, used or not, and a ruler in the row: none is selected, and the sentence says why."""
    m = take(table(at=4, won=[2, 6]), "use CK")
    assert {"EMIS-8.4"} == {clause_of(m, f"select {ruler}") for ruler in ("HK", "CK", "SQ")}


@clause("EMIS-8.4", "EMIS-6.9", "EMIS-6.10", "EMIS-5.7")
def test_limits_of_powers_hold_for_allies() -> None:
    """Politics is barred at kingdom 8; nothing while the card is turned, between tricks."""
    m = table(at=8, won=[3])
    assert ("EMIS-6.9", set()) == (clause_of(m, "use SK 1"), verbs(m, "use"))
    other = take(table(at=4, won=[2], power_timing="between_tricks"), "turn")
    assert ("EMIS-5.7", set()) == (clause_of(other, "use HK"), verbs(other, "use"))


@clause("EMIS-8.4")
def test_last_ally_can_be_used_only_before_the_last_answer() -> None:
    """When the hand is played out, the visit is over."""
    m = table("C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 H4 H5 H6 H7 H8 HA", at=4, won=[6])
    answer(m, "C3 C4 C5 C6 S8 S7 S6 S5")
    assert (True, set()) == (m.log.deal_over, legal(m))


@clause("EMIS-8.5")
def test_ally_may_repeat_a_power_of_the_visit() -> None:
    """♣J, ♣K and ♣Q in one visit, each with the ♣ of its moment."""
    m = take(table("C2 C5 C7 H2 H3 H4 S2 S3", "CA C3 H5 S4 S5 S6 S7 S8", at=4, won=[6, 1]), "select CJ", "use CJ")
    assert 11 == len(hand_of(m))
    take(m, "use CK")
    assert (16, ["CK"]) == (len(hand_of(m)), place_of(m, "used_allies"))
    take(m, "use CQ")
    assert (["CJ"], cards("CK CQ"), []) == (
        place_of(m, "used_vassals"), place_of(m, "used_allies"), place_of(m, "allies"),
    )  # fmt: skip


@clause("EMIS-8.6", "EMIS-6.7")
def test_politics_several_times_in_a_visit() -> None:
    """Each exchanges what lies there at that moment; back to the first ruler is possible."""
    m = take(table(at=4, won=[3, 7]), "select SJ", "use SJ 2")
    assert ("HK", "DK") == (row_of(m)[3], row_of(m)[1])
    take(m, "use SK 6")
    assert ("CK", "DK", "HK") == (row_of(m)[3], row_of(m)[1], row_of(m)[5])
    take(m, "use SQ 2")
    assert ("DK", "CK", "HK", "D") == (row_of(m)[3], row_of(m)[1], row_of(m)[5], trump(m))
    back = take(table(at=4, won=[3]), "select SJ", "use SJ 2", "use SK 2")
    assert ("DK", "HK") == (row_of(back)[3], row_of(back)[1])


@clause("EMIS-8.4", "EMIS-5.8", "EMIS-5.9")
def test_commerce_by_an_ally_after_the_card_was_turned() -> None:
    """First it is carried out; then the duty to follow goes by the new hand."""
    m = take(table("C3 C4 C5 C6 S8 S7 S6 S5", "H6 H2 H3 D2", at=2, won=[4]), "turn", "use DK")
    assert {"EMIS-5.8"} == {clause_of(m, code) for code in ("play C3", "select HJ", "use DK")}
    take(m, "discard C3 C4")
    assert ("H6", {"play H2", "play H3"}) == (turned(m), {code for code in legal(m) if code[:4] == "play"})
    assert (21, 2, 0) == heaps(m)
