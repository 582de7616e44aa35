"""Section 7: easy and hard."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.emissary.builders import answer, clause_of, easy_visit, legal, table, take, turned, verbs
from torite import Match

HAND, STOCK = easy_visit(4, "D")  # four trumps at kingdom 4, the rest thrown away
LAST = HAND.split()[-1]


def last_card(mode: str = "hard", **options: Any) -> Match:
    """Kingdom 4, ♦J selected and not used, one card in hand, four arguments won."""
    m = take(table(HAND, STOCK + " H8 H7", at=4, mode=mode, **options), "select DJ")
    return answer(m, *HAND.split()[:-1])


@clause("EMIS-7.1", "EMIS-7.3")
def test_last_card_waits_for_the_vassals_selected() -> None:
    """Hard: the king's card may be turned, but not answered; after the use it may."""
    m = take(last_card(), "turn")
    assert {"use DJ"} == legal(m)
    assert "EMIS-7.3" == clause_of(m, f"play {LAST}")
    take(m, "use DJ", "discard H8 H7")
    assert {f"play {LAST}"} == legal(m)
    take(m, f"play {LAST}")
    assert (True, [2]) == (m.log.deal_over, m.scores)


@clause("EMIS-7.1")
def test_easy_needs_no_use() -> None:
    """A selected vassal may be left alone."""
    m = take(last_card("easy"), "turn")
    assert {"use DJ", f"play {LAST}"} == legal(m)
    take(m, f"play {LAST}")
    assert (True, [2]) == (m.log.deal_over, m.scores)


@clause("EMIS-7.2")
def test_easy_is_the_default() -> None:
    """In both variants."""
    for variant in ("emissary", "emissary-published"):
        assert "easy" == torite.Match(variant, seed=1).options.texts()["mode"]


@clause("EMIS-7.3")
def test_duty_is_of_every_vassal_selected() -> None:
    """With two of them both, in any order; a vassal that was not selected is none, nor is an ally."""
    m = table(HAND, STOCK + " H8 H7", at=4, mode="hard", won=[2])
    take(m, "select DJ", "select HJ")
    answer(m, *HAND.split()[:-1])
    take(m, "turn")
    assert {"use DJ", "use HJ", "use HK"} == legal(m)
    take(m, "use HJ")
    assert "EMIS-7.3" == clause_of(m, f"play {LAST}")
    take(m, "use DJ", "discard H8 H7")
    assert {f"play {LAST}", "use HK"} == legal(m)


@clause("EMIS-7.3")
def test_duty_bites_at_the_last_card_only() -> None:
    """With two cards left any may be played."""
    m = take(table(HAND, STOCK, at=4, mode="hard"), "select DJ")
    answer(m, *HAND.split()[:-2])
    take(m, "turn")
    assert set(HAND.split()[-2:]) == verbs(m, "play")


@clause("EMIS-7.4", "EMIS-7.8")
@pytest.mark.parametrize(("mode", "open_"), [("hard", False), ("easy", True)])
def test_politics_that_is_impossible(mode: str, open_: bool) -> None:
    """Hard: ♠J cannot be selected at kingdom 8, nor at the last visit; easy: it can, and cannot be used."""
    for m in (table(at=8, mode=mode), table(at=3, won=[1, 2, 4, 5, 6, 7, 8], mode=mode)):
        assert open_ == ("SJ" in verbs(m, "select"))
        assert {"CJ", "DJ", "HJ"} <= verbs(m, "select")
        if not open_:
            assert "EMIS-7.4" == clause_of(m, "select SJ")
            continue
        take(m, "select SJ")
        assert not {code for code in verbs(m, "use") if code.startswith("SJ")}
    other = table(at=8, mode=mode, politics_ban="last_visit")
    assert "SJ" in verbs(other, "select")


@clause("EMIS-7.4", "EMIS-6.17")
def test_power_without_effect_fulfils_the_duty() -> None:
    """Military with no ♣ in hand, Diplomacy with no trump."""
    hand = "S2 S3 S4 S5 S6 S7 S8 SA"
    m = take(table(hand, "H2 H3 H4 H5 H6 H7 H8 HA", at=4, mode="hard"), "select CJ", "select HJ")
    answer(m, "S2 S3 S4 S5 S6 S7 S8")
    take(m, "turn")
    assert {"use CJ", "use HJ"} == legal(m)
    take(m, "use CJ", "use HJ")
    assert {"play SA"} == legal(m)


@clause("EMIS-7.5", "EMIS-5.13")
def test_modes_are_the_same_without_selection() -> None:
    """`any_time`: the last card may be played, whatever was used."""
    m = answer(table(HAND, STOCK, at=4, mode="hard", vassal_selection="any_time"), *HAND.split()[:-1])
    take(m, "turn")
    assert f"play {LAST}" in legal(m)
    take(m, f"play {LAST}")
    assert [2] == m.scores


@clause("EMIS-7.6")
def test_card_is_not_turned_when_the_duty_could_not_be_done() -> None:
    """Hard, between tricks: with one card in hand first the power."""
    m = last_card(power_timing="between_tricks")
    assert ({"use DJ"}, "") == (legal(m), turned(m))
    assert "EMIS-7.6" == clause_of(m, "turn")
    take(m, "use DJ", "discard H8 S8")
    assert {f"play {card}" for card in m.cards(0)} == legal(m)
    assert "use DJ" in legal(last_card("easy", power_timing="between_tricks"))
    assert "turn" in legal(last_card("easy", power_timing="between_tricks"))


def one_card_in_the_second_trick(mode: str = "hard", timing: str = "between_tricks") -> Match:
    """Diplomacy without refill threw six trumps away; the ♥2 was played, the ♥3 is left."""
    m = table("D2 D3 D4 D5 D6 D7 H2 H3", "S2 S3 S4", at=4, mode=mode, power_timing=timing, diplomacy_refill=False)
    return take(m, "select HJ", "use HJ", "turn", "play H2")


@clause("EMIS-7.6")
def test_no_selection_that_could_not_be_used() -> None:
    """Hard, between tricks, the king's second card turned and one card in hand: only that card."""
    m = one_card_in_the_second_trick()
    assert {"turn", "select CJ", "select SJ", "select DJ"} == legal(m)
    take(m, "turn")
    assert {"play H3"} == legal(m)
    assert "EMIS-7.6" == clause_of(m, "select DJ")
    for mode, timing in (("easy", "between_tricks"), ("hard", "any_time"), ("easy", "any_time")):
        other = take(one_card_in_the_second_trick(mode, timing), "turn")
        assert {"CJ", "SJ", "DJ"} == verbs(other, "select")


@clause("EMIS-7.6")
def test_selection_before_turning_is_open_with_one_card() -> None:
    """It can still be used, and then must."""
    m = take(one_card_in_the_second_trick(), "select CJ")
    assert {"use CJ", "select SJ", "select DJ"} == legal(m)
    take(m, "use CJ", "turn")
    assert {"play H3"} == legal(m)


@clause("EMIS-7.6")
def test_with_two_cards_everything_is_open() -> None:
    """Hard, between tricks: the duty waits."""
    m = take(table(HAND, STOCK, at=4, mode="hard", power_timing="between_tricks"), "select DJ")
    answer(m, *HAND.split()[:-2])
    assert {"turn", "use DJ"} == legal(m)
    second = answer(table(HAND, STOCK, at=4, mode="hard", power_timing="between_tricks"), HAND.split()[0])
    assert {"CJ", "DJ", "HJ", "SJ"} == verbs(take(second, "turn"), "select")


@clause("EMIS-7.7", "EMIS-3.11")
def test_duty_lapses_when_the_visit_stops() -> None:
    """Five wins at kingdom 4: the visit is over with ♦J unused."""
    hand, stock = easy_visit(5, "D")
    m = take(table(hand, stock, at=4, mode="hard"), "select DJ")
    answer(m, *hand.split()[:5])
    assert (True, 5) == (m.over, m.public.arguments)


@clause("EMIS-7.7", "EMIS-6.18")
def test_duty_lapses_when_the_hand_is_emptied() -> None:
    """Diplomacy without refill ends the visit; ♦J was selected and is not asked for."""
    m = table("C2 C7 C8 H4 H5 H6 H7 H8", "S2 D2 D3 D4 D5 D6 H3", at=1, diplomacy_refill=False, mode="hard")
    answer(take(m, "select HJ", "select DJ"), "C8 H4 H5 H6 H7 H8")
    take(m, "use HJ")
    assert (True, False, [2]) == (m.log.deal_over, m.over, m.scores)


@clause("EMIS-7.7", "EMIS-4.4")
def test_duty_lapses_when_the_king_cannot_lead() -> None:
    """All 32 cards in hand: the visit ends, used or not."""
    m = table("CA C2 C3 C4 C5 C6 C7 C8", at=5, won=[1, 6], mode="hard")
    take(m, "select CJ", "select DJ", "use CJ", "use CK", "use CQ", "turn")
    assert (True, 0) == (m.over, m.public.tricks_played)


@clause("EMIS-7.1", "EMIS-7.4")
def test_legal_set_is_never_empty_in_hard_mode() -> None:
    """At each kingdom, with all that can be selected, up to the last card."""
    for place in range(1, 9):
        for timing in ("any_time", "between_tricks"):
            m = table(at=place, mode="hard", power_timing=timing, stop_when_lost=False)
            take(m, *(f"select {vassal}" for vassal in sorted(verbs(m, "select"))))
            while not m.log.deal_over:
                may = sorted(legal(m))
                assert may
                plays = [code for code in may if code[:4] in ("play", "turn")]
                code = (plays or may)[0]
                take(m, f"discard {' '.join(m.cards(0)[:2])}" if code.startswith("discard") else code)
