"""Section 6: the four powers."""

from __future__ import annotations

import pytest

from tests.aloud import cards, state
from tests.clauses import clause
from tests.games.emissary.builders import (
    ROW,
    accounted,
    answer,
    clause_of,
    hand_of,
    heaps,
    legal,
    place_of,
    row_of,
    table,
    take,
    told,
    trump,
    turned,
    verbs,
)
from tests.looking import sure
from torite import Match
from torite.records import write
from torite.scenes import lay_out

# Diplomacy


@clause("EMIS-6.1", "EMIS-6.2")
def test_diplomacy_changes_all_trumps() -> None:
    """♥J: all trumps go to the discards, as many cards come."""
    m = take(table("C3 C8 H2 H5 S4 S6 D7 D8", "H6 S7 C2", at=1), "select HJ", "use HJ")
    assert cards("H2 H5 S4 S6 D7 D8 H6 S7") == hand_of(m)
    assert (cards("C3 C8"), (22, 2, 0)) == (place_of(m, "discards"), heaps(m))
    assert [("lays_away", 2, ("C3", "C8"))] == told(m, "lays_away")


@clause("EMIS-6.2")
def test_diplomacy_goes_by_the_trump_of_the_moment() -> None:
    """After Politics the new ruler's suit."""
    m = take(table("C3 C8 H2 H5 S4 S6 D7 D8", "CA C2", at=1), "select SJ", "select HJ", "use SJ 4", "use HJ")
    assert cards("C3 C8 H2 H5 S4 S6 CA C2") == hand_of(m)


@clause("EMIS-6.3", "EMIS-3.10")
def test_diplomacy_without_refill() -> None:
    """The hand shrinks, and with it the number of arguments."""
    m = take(
        table("C3 C8 H2 H5 S4 S6 D7 D8", "H6 S7", at=1, diplomacy_refill=False, stop_when_lost=False),
        "select HJ",
        "use HJ",
    )
    assert (cards("H2 H5 S4 S6 D7 D8"), (24, 2, 0)) == (hand_of(m), heaps(m))
    assert [] == told(m, "draws")
    lowest = 0
    while not m.log.deal_over:
        take(m, *(["turn"] if "turn" in legal(m) else []))
        take(m, f"play {min(verbs(m, 'play'))}")
        lowest += 1
    assert 6 == lowest


@clause("EMIS-6.4", "EMIS-6.17")
@pytest.mark.parametrize("refill", [True, False])
def test_diplomacy_without_a_trump(refill: bool) -> None:
    """Nothing happens, and it is used."""
    m = take(table("H2 H3 H4 H5 S4 S6 D7 D8", "H6", at=1, diplomacy_refill=refill), "select HJ", "use HJ")
    assert (cards("H2 H3 H4 H5 S4 S6 D7 D8"), (24, 0, 0)) == (hand_of(m), heaps(m))
    assert (["HJ"], "EMIS-5.1") == (place_of(m, "used_vassals"), clause_of(m, "use HJ"))


@clause("EMIS-6.4")
def test_trumps_drawn_by_diplomacy_stay() -> None:
    """They are not discarded in turn."""
    m = take(table("C3 C8 H2 H5 S4 S6 D7 D8", "CA C2 H6", at=1), "select HJ", "use HJ")
    assert cards("H2 H5 S4 S6 D7 D8 CA C2") == hand_of(m)


# Military


@clause("EMIS-6.5", "EMIS-6.6")
@pytest.mark.parametrize(("clubs", "drawn"), [("C2 C5 C7", 3), ("C2", 1), ("", 0), ("CA C2 C3 C4 C5 C6 C7 C8", 8)])
def test_military_draws_as_many_as_there_are_clubs(clubs: str, drawn: int) -> None:
    """Whatever is trump; the ♣ drawn do not count again."""
    spare = ["H2", "H3", "H4", "H5", "H6", "H7", "H8", "HA"][len(clubs.split()) :]
    top = [
        card
        for card in ["C4", "C3", "C6", "C8", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "SA"]
        if card not in clubs.split()
    ]
    m = take(table(" ".join([*clubs.split(), *spare]), " ".join(top), at=3), "select CJ", "use CJ")
    assert (8 + drawn, (24 - drawn, 0, 0)) == (len(hand_of(m)), heaps(m))
    assert cards(" ".join([*clubs.split(), *spare, *top[:drawn]])) == hand_of(m)
    assert ["CJ"] == place_of(m, "used_vassals")


@clause("EMIS-6.17")
def test_military_without_a_club() -> None:
    """Allowed, without effect, and used."""
    m = take(table("H2 H3 H4 H5 S4 S6 D7 D8", at=1), "select CJ", "use CJ")
    assert (8, "EMIS-5.1") == (len(hand_of(m)), clause_of(m, "use CJ"))


# Politics


@clause("EMIS-6.7", "EMIS-6.8", "EMIS-6.11")
@pytest.mark.parametrize("other", [1, 2, 3, 5, 6, 7, 8])
def test_politics_exchanges_the_rulers(other: int) -> None:
    """The new ruler lies here and his suit is trump; the demand stays with the place."""
    m = take(table(at=4), "select SJ", f"use SJ {other}")
    row = ROW.split()
    row[3], row[other - 1] = row[other - 1], row[3]
    assert (row, row[3][0], 3) == (row_of(m), trump(m), m.public.kingdom)
    assert 4 == sure(lay_out(m, 0, "en").road).stations[3].demand


@clause("EMIS-6.8", "EMIS-6.11", "EMIS-8.1")
def test_ruler_who_lies_there_at_the_end_is_won() -> None:
    """Kingdom 1 with ♦K of kingdom 4: ♦K is the ally, ♣Q lies at 4 for good."""
    m = take(table("D8 H2 H3 H4 H5 H6 H7 H8", "S2 S3 S4 S5 S6 S7 S8 SA", at=1), "select SJ", "use SJ 4")
    answer(m, "D8 H2 H3 H4 H5 H6 H7 H8")
    assert (["DK"], [2]) == (place_of(m, "allies"), m.scores)
    m.go_on()
    assert [None, "HK", "SK", "CQ", "HQ", "CK", "SQ", "DQ"] == row_of(m)
    assert "C" == trump(take(m, "visit 4"))


@clause("EMIS-6.7")
def test_politics_needs_an_unvisited_kingdom() -> None:
    """Not this one, and none that was won."""
    m = take(table(at=4, won=[2, 7]), "select SJ")
    assert {f"SJ {place}" for place in (1, 3, 5, 6, 8)} == {code for code in verbs(m, "use") if code[:2] == "SJ"}
    assert {"EMIS-6.7"} == {clause_of(m, code) for code in ("use SJ 4", "use SJ 2", "use SJ 7")}


@clause("EMIS-6.9", "EMIS-6.10", "EMIS-7.8")
def test_politics_is_barred_at_the_eighth_kingdom() -> None:
    """By vassal and ally; the vassal may be selected all the same."""
    m = take(table(at=8, won=[3]), "select SJ")
    assert set() == verbs(m, "use")
    assert {"EMIS-6.9"} == {clause_of(m, code) for code in ("use SJ 1", "use SJ 7", "use SK 1")}


@clause("EMIS-6.10")
def test_ruler_of_the_eighth_may_be_taken_from_elsewhere() -> None:
    """Kingdom 8 lends its ruler."""
    m = take(table(at=2), "select SJ", "use SJ 8")
    assert ("D", "DQ", "HK") == (trump(m), row_of(m)[1], row_of(m)[7])


@clause("EMIS-6.10", "EMIS-6.9")
def test_ban_on_the_last_visit() -> None:
    """`last_visit`: at the eighth kingdom it is allowed while another is left; at the last one left it never is."""
    m = take(table(at=8, won=[3], politics_ban="last_visit"), "select SJ")
    assert {f"{who} {place}" for who in ("SJ", "SK") for place in (1, 2, 4, 5, 6, 7)} == verbs(m, "use")
    for ban in ("last_visit", "position_8"):
        last = take(table(at=3, won=[1, 2, 4, 5, 6, 7, 8], politics_ban=ban), "select SJ")
        assert not {code for code in verbs(last, "use") if code[0] == "S"}
        assert {"EMIS-6.10"} == {clause_of(last, code) for code in ("use SJ 8", "use SQ 1")}


@clause("EMIS-6.12")
def test_rulers_of_one_suit_may_be_exchanged() -> None:
    """Trump stays."""
    m = take(table(at=4), "select SJ", "use SJ 8")
    assert ("DQ", "DK", "D") == (row_of(m)[3], row_of(m)[7], trump(m))


@clause("EMIS-6.15")
def test_either_red_king_does_in_the_example_of_politics() -> None:
    """♣Q exchanged for ♥K or ♦K: nothing else depends on it."""
    for king in ("HK", "DK"):
        row = ["SK", "SQ", "HQ", "CQ", "CK", "DQ", king, "DK" if king == "HK" else "HK"]
        m = take(table(at=4, row=" ".join(row)), "select SJ", "use SJ 7")
        assert (king, "CQ", king[0]) == (row_of(m)[3], row_of(m)[6], trump(m))


# Commerce


@clause("EMIS-6.13", "EMIS-6.14")
@pytest.mark.parametrize("thrown", ["CA H2", "S8 CA", "H3 D4", "D4 H3"])
def test_commerce_draws_two_and_discards_two(thrown: str) -> None:
    """Any two of the ten, the two drawn among them; in any order."""
    hand = "H2 H3 D4 D5 D6 D7 D8 S2"
    m = take(table(hand, "S8 CA C2", at=1), "select DJ", "use DJ")
    assert (cards(hand + " S8 CA"), (22, 0, 0)) == (hand_of(m), heaps(m))
    take(m, f"discard {thrown}")
    left = set((hand + " S8 CA").split()) - set(thrown.split())
    assert (sorted(left), cards(thrown), (22, 2, 0)) == (hand_of(m), place_of(m, "discards"), heaps(m))


@clause("EMIS-6.14")
def test_cards_of_commerce_one_at_a_time() -> None:
    """The same as both at once, which is what the record has."""
    whole, parts = (take(table("H2 H3 D4 D5 D6 D7 D8 S2", "S8 CA", at=1), "select DJ", "use DJ") for _ in range(2))
    take(whole, "discard CA H2")
    take(parts, "discard H2")
    assert {f"discard {card}" for card in parts.cards(0) if card != "H2"} >= legal(parts)
    assert len(whole.log) == len(parts.log) + 1
    take(parts, "discard CA")
    assert write(whole) == write(parts)
    assert state(whole).to_words() == state(parts).to_words()
    assert "0: discard CA H2" in write(whole).splitlines()


@clause("EMIS-6.14")
def test_just_two_cards_are_discarded() -> None:
    """Not one, not three, not one twice."""
    m = take(table("H2 H3 D4 D5 D6 D7 D8 S2", "S8 CA", at=1), "select DJ", "use DJ")
    for code in ("discard H2 H2", "discard H2 H3 D4", "discard C8 H2", "discard"):
        assert m.gestures.refusal(0, code) is not None
    draft = m.gestures.draft(0, ["discard H2"])
    assert (False, 9) == (draft["complete"], len(draft["may"]))


@clause("EMIS-6.14", "EMIS-5.9")
def test_commerce_after_the_card_was_turned() -> None:
    """It goes on with the same card of the king."""
    m = take(table("H2 H3 D4 D5 D6 D7 D8 S2", "C8 S8 CA", at=1), "select DJ", "turn", "use DJ", "discard H2 H3")
    assert ("C8", {"CA"}) == (turned(m), verbs(m, "play"))


@clause("EMIS-6.16", "EMIS-6.18")
def test_short_commerce() -> None:
    """Nothing to draw: two of the hand are discarded; of a hand of one the one, and the visit ends."""
    clubs = "CA C2 C3 C4 C5 C6 C7 C8"
    m = table(clubs, at=1, won=[8, 6], recycle_for_powers=False, row="HK DQ SK DK HQ CK SQ CQ", stop_when_lost=False)
    take(m, "select CJ", "select DJ", "select HJ", "use CJ", "use CK", "use CQ")
    assert (32, (0, 0, 0)) == (len(hand_of(m)), heaps(m))
    take(m, "use DJ", "discard CA C2")
    assert (30, (0, 2, 0)) == (len(hand_of(m)), heaps(m))


@clause("EMIS-6.16", "EMIS-6.18")
def test_commerce_with_a_single_card_and_nothing_to_draw() -> None:
    """The whole hand is one card: it goes, and the visit ends."""
    m = _one_card_left()
    assert 1 == len(hand_of(m))
    take(m, "use DJ")
    (code,) = legal(m)
    assert code == f"discard {hand_of(m)[0]}"
    tricks = m.public.tricks_played
    take(m, code)
    assert (True, [], tricks) == (m.log.deal_over, hand_of(m), m.public.tricks_played)


def _one_card_left() -> Match:
    """♣ alone in hand, the stock drained by playing all the rest; no power may shuffle."""
    clubs = "CA C2 C3 C4 C5 C6 C7 C8"
    stock = " ".join(suit + rank for suit in "SHD" for rank in "8765432A")
    m = table(clubs, stock, at=8, row="HK DK SK CK HQ CQ SQ DQ", won=[6], recycle_for_powers=False)
    take(m, "select CJ", "select DJ", "use CJ")  # sixteen cards in hand, sixteen in the stock
    for _ in range(15):
        take(m, "turn")
        take(m, f"play {min(verbs(m, 'play'))}")
    take(m, "turn")
    return m


# a hand that is emptied


@clause("EMIS-6.18", "EMIS-3.10", "EMIS-9.1")
def test_hand_emptied_by_diplomacy() -> None:
    """The visit ends at once and is judged; the king's card is no argument and goes to the discards."""
    m = table("C2 C7 C8 H4 H5 H6 H7 H8", "S2 D2 D3 D4 D5 D6 H3", at=1, diplomacy_refill=False)
    answer(take(m, "select HJ"), "C8 H4 H5 H6 H7 H8")
    assert (cards("C2 C7"), 1, "") == (hand_of(m), m.public.arguments, turned(m))
    take(m, "turn")
    assert "H3" == turned(m)
    take(m, "use HJ")
    assert (True, False, [2]) == (m.log.deal_over, m.over, m.scores)
    assert (6, "succeeds") == (m.public.tricks_played, accounted(m)[0][0])
    assert {"H3", "C2", "C7"} <= set(place_of(m, "discards"))
    assert "" == turned(m)


@clause("EMIS-6.18", "EMIS-9.2")
def test_hand_emptied_too_early() -> None:
    """With the wrong number of wins it is a defeat."""
    m = table("CA C2 C3 C4 C5 C6 C7 C8", at=1, diplomacy_refill=False)
    take(m, "select HJ", "use HJ")
    assert (True, "too_few", 0) == (m.over, accounted(m)[0][0], m.public.tricks_played)
