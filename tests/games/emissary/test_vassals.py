"""Section 5: selecting vassals, and when their powers may be used."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.aloud import cards
from tests.clauses import clause
from tests.games.emissary.builders import (
    answer,
    clause_of,
    hand_of,
    heaps,
    legal,
    place_of,
    table,
    take,
    trump,
    turned,
    verbs,
)
from torite import Match
from torite.match import Arrangement

HAND = "C3 C4 C5 C6 S8 S7 S6 S5"
STOCK = "H2 H3 H4 H5 H6 H7 H8 HA D2 D3"
ALL = {"CJ", "DJ", "HJ", "SJ"}


def at_four(*codes: str, **options: Any) -> Match:
    """Kingdom 4, ♦ trump, no ♦ or ♥ in hand; then these actions."""
    return take(table(HAND, STOCK, at=4, **options), *codes)


@clause("EMIS-5.1", "EMIS-9.3")
def test_power_works_once_a_visit() -> None:
    """Then it is used, and neither selected nor used again; in the next visit it is there anew."""
    m = at_four("select DJ", "use DJ", "discard H2 H3")
    assert (["DJ"], []) == (place_of(m, "used_vassals"), place_of(m, "selected"))
    assert ("EMIS-5.1", "EMIS-5.1") == (clause_of(m, "use DJ"), clause_of(m, "select DJ"))
    assert ALL - {"DJ"} == verbs(m, "select")


@clause("EMIS-5.2")
def test_vassals_must_be_selected_first() -> None:
    """No power of one that is not."""
    m = at_four()
    assert set() == verbs(m, "use")
    assert {"EMIS-5.2"} == {clause_of(m, code) for code in ("use HJ", "use CJ", "use DJ", "use SJ 7")}
    take(m, "select CJ")
    assert {"CJ"} == verbs(m, "use")


@clause("EMIS-5.3")
def test_several_vassals_may_be_selected() -> None:
    """One after another, all four."""
    m = at_four()
    for number, vassal in enumerate(("HJ", "SJ", "CJ", "DJ"), 1):
        take(m, f"select {vassal}")
        assert number == len(place_of(m, "selected"))
    assert (sorted(ALL), [], set()) == (place_of(m, "selected"), place_of(m, "vassals"), verbs(m, "select"))


@clause("EMIS-5.4", "EMIS-5.11", "EMIS-11.2")
def test_selected_vassal_is_turned_down() -> None:
    """It leaves those face up; the others stay there."""
    m = at_four("select SJ")
    assert (["SJ"], cards("CJ DJ HJ")) == (place_of(m, "selected"), place_of(m, "vassals"))


@clause("EMIS-5.2", "EMIS-5.5")
def test_two_windows() -> None:
    """Open before the first trick, closed in it, open from its end to the second answer, closed for good."""
    m = at_four()
    assert ALL == verbs(m, "select")
    take(m, "turn")
    assert (set(), "EMIS-5.5") == (verbs(m, "select"), clause_of(m, "select DJ"))
    take(m, "play C3")
    assert (ALL, "") == (verbs(m, "select"), turned(m))
    take(m, "turn")
    assert (ALL, "H3") == (verbs(m, "select"), turned(m))
    take(m, "select DJ")
    assert ALL - {"DJ"} == verbs(m, "select")
    take(m, "play C4")
    assert (set(), "EMIS-5.2") == (verbs(m, "select"), clause_of(m, "select HJ"))
    answer(m, "C5")
    assert (set(), "EMIS-5.2") == (verbs(m, "select"), clause_of(m, "select HJ"))


@clause("EMIS-5.5")
def test_selection_in_both_windows() -> None:
    """Also when powers were used in between."""
    m = answer(at_four("select DJ", "use DJ", "discard H2 H3", "select SJ"), "C3")
    assert {"CJ", "HJ"} == verbs(m, "select")
    take(m, "use SJ 7", "select HJ", "turn", "select CJ")
    assert cards("CJ HJ") == place_of(m, "selected")


@clause("EMIS-5.5", "EMIS-5.12")
def test_one_window_is_one_run_of_selections() -> None:
    """Several in a row; the next action of another kind closes it."""
    used = at_four("select DJ", "select HJ", vassal_selection="one_window")
    assert {"CJ", "SJ"} == verbs(used, "select")
    take(used, "use DJ", "discard H2 H3")
    assert (set(), "EMIS-5.12") == (verbs(used, "select"), clause_of(used, "select CJ"))
    for m in (used, at_four("select DJ", "select HJ", vassal_selection="one_window")):
        answer(m, "C3")
        assert (set(), "EMIS-5.12") == (verbs(m, "select"), clause_of(m, "select CJ"))
        take(m, "turn")
        assert (set(), "EMIS-5.12") == (verbs(m, "select"), clause_of(m, "select CJ"))


@clause("EMIS-5.12")
def test_one_window_may_be_the_second() -> None:
    """If nothing was selected before the first trick, all four are still open; there too it is one run."""
    m = answer(at_four(vassal_selection="one_window"), "C3")
    assert ALL == verbs(m, "select")
    before = take(answer(at_four(vassal_selection="one_window"), "C3"), "select DJ", "turn")
    assert (set(), "EMIS-5.12") == (verbs(before, "select"), clause_of(before, "select HJ"))
    after = take(m, "turn", "select DJ", "select HJ")
    assert {"CJ", "SJ"} == verbs(after, "select")
    take(after, "use HJ")
    assert (set(), "EMIS-5.12") == (verbs(after, "select"), clause_of(after, "select CJ"))


@clause("EMIS-5.12")
def test_another_action_before_any_selection_closes_nothing() -> None:
    """An ally used first in `one_window`."""
    m = take(table(HAND, STOCK, at=4, won=[2], vassal_selection="one_window"), "use HK")
    assert ALL == verbs(m, "select")
    take(m, "select DJ", "select HJ", "use DJ", "discard C3 C4")
    assert set() == verbs(m, "select")


@clause("EMIS-5.12")
def test_one_window_is_open_anew_in_the_next_visit() -> None:
    """It is closed for this visit only."""
    row = "CQ SK HK DK HQ CK SQ DQ"
    m = table("S2 S3 CA C2 C3 C4 C5 C6", "H2 H3 H4 H5 H6 H7 H8 HA", at=2, row=row, vassal_selection="one_window")
    take(m, "select DJ")
    answer(m, "S2 S3 CA C2 C3 C4 C5 C6")
    m.chance.arrange(Arrangement(hands={0: HAND}, stock=STOCK))
    m.go_on()
    assert ALL == verbs(take(m, "visit 4"), "select")


@clause("EMIS-5.12")
def test_selecting_is_final() -> None:
    """No second time; and it is not taken back."""
    m = at_four("select DJ")
    assert "EMIS-5.12" == clause_of(m, "select DJ")


@clause("EMIS-5.12")
def test_selecting_is_not_taken_back() -> None:
    """Only where everything may be taken back."""
    m = at_four("select DJ")
    assert (False, True) == (m.may_undo(0), m.may_undo(0, free=True))
    with pytest.raises(torite.IllegalMove):
        m.undo(0)
    assert ["DJ"] == place_of(m, "selected")


@clause("EMIS-5.6", "EMIS-5.7")
@pytest.mark.parametrize("tricks", [0, 1, 2, 4])
@pytest.mark.parametrize("after_turning", [False, True])
def test_powers_at_any_time(tricks: int, after_turning: bool) -> None:
    """Before a king's card or after it, in any trick."""
    m = answer(at_four("select DJ", "select HJ"), " ".join(HAND.split()[:tricks]))
    take(m, *(["turn"] if after_turning else []))
    assert {"DJ", "HJ"} == verbs(m, "use")
    take(m, "use HJ", "use DJ", f"discard {' '.join(m.cards(0)[:2])}")
    assert cards("DJ HJ") == place_of(m, "used_vassals")


@clause("EMIS-5.7")
def test_powers_between_tricks() -> None:
    """Only while no king's card lies there; vassals and allies alike."""
    m = take(table(HAND, "H2 H3 D2 D3 D4", at=4, won=[7], power_timing="between_tricks"), "select DJ", "select HJ")
    assert {"DJ", "HJ", "SQ 1", "SQ 2", "SQ 3", "SQ 5", "SQ 6", "SQ 8"} == verbs(m, "use")
    take(m, "turn")
    assert set() == verbs(m, "use")
    assert {"EMIS-5.7"} == {clause_of(m, code) for code in ("use DJ", "use HJ", "use SQ 8")}
    take(m, "play C3")
    assert {"DJ", "HJ"} <= verbs(m, "use")
    take(m, "turn", "select CJ")
    assert "EMIS-5.7" == clause_of(m, "use CJ")


@clause("EMIS-5.8")
def test_power_in_hand_is_carried_out_first() -> None:
    """Commerce: nothing but the discard, not even another power."""
    m = at_four("select DJ", "select CJ", "use DJ")
    assert {f"discard {card}" for card in m.cards(0)} == legal(m)
    assert {"EMIS-5.8"} == {clause_of(m, code) for code in ("use CJ", "select HJ", "turn", "play C3")}
    take(m, "discard H2 H3", "use CJ")
    assert 12 == len(hand_of(m))


@clause("EMIS-5.9", "EMIS-6.7")
def test_new_trump_counts_for_the_card_already_turned() -> None:
    """♥2 turned under ♦: nothing wins. With ♠ trump the ♠5 does; the ♣8 of before would not."""
    m = at_four("select SJ", "turn")
    take(m, "use SJ 7")
    assert ("S", "H2") == (trump(m), turned(m))
    take(m, "play S5")
    assert 1 == heaps(m)[2]


@clause("EMIS-5.9")
def test_duty_to_follow_is_judged_when_answering() -> None:
    """♥ came by Commerce after a ♥ was turned: now it must be followed."""
    m = at_four("select DJ", "turn")
    assert len(verbs(m, "play")) == 8
    take(m, "use DJ", "discard C3 C4")
    assert {"H3", "H4"} == verbs(m, "play")
    assert "EMIS-3.2" == clause_of(m, "play C5")
    other = take(table(HAND, "S2 H3 H4", at=4), "select DJ", "turn")
    assert {"S5", "S6", "S7", "S8"} == verbs(other, "play")
    take(other, "use DJ", "discard S5 S6")
    assert {"S7", "S8"} == verbs(other, "play")


@clause("EMIS-5.10")
def test_no_power_after_the_last_trick() -> None:
    """The visit is over with the last answer, although a vassal and an ally are left."""
    m = take(table(HAND, STOCK, at=4, won=[6]), "select DJ")
    for card in HAND.split():
        answer(m, card)
    assert (True, True, 0) == (m.log.deal_over, m.over, len(legal(m)))
    with pytest.raises(torite.ToriteError):
        m.act(0, "use DJ")


@clause("EMIS-5.13", "EMIS-7.5")
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_any_time_needs_no_selection(mode: str) -> None:
    """All four powers from the choice of the kingdom on, in every trick; nothing is selected; nothing is a duty."""
    m = at_four(vassal_selection="any_time", mode=mode, stop_when_lost=False)
    assert {"turn", "use HJ", "use CJ", "use DJ", *(f"use SJ {place}" for place in (1, 2, 3, 5, 6, 7, 8))} == legal(m)
    assert "EMIS-5.13" == clause_of(m, "select HJ")
    take(m, "use CJ")
    assert ("EMIS-5.1", ["CJ"]) == (clause_of(m, "use CJ"), place_of(m, "used_vassals"))
    while len(hand_of(m)) > 1:
        take(m, "turn")
        take(m, f"play {min(verbs(m, 'play'))}")
        assert {"HJ", "DJ"} <= verbs(m, "use")
    take(m, "turn")
    assert 1 == len(verbs(m, "play"))


@clause("EMIS-5.13", "EMIS-5.7")
def test_any_time_selection_between_tricks() -> None:
    """Whether a power may be used once the card is turned is up to `power_timing`."""
    for timing, used in (("any_time", True), ("between_tricks", False)):
        m = at_four("turn", vassal_selection="any_time", power_timing=timing)
        assert used == bool(verbs(m, "use"))
        assert used or clause_of(m, "use HJ") == "EMIS-5.7"
