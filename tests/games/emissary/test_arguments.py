"""Section 3: an argument, who wins it, and when the king's card is turned."""

from __future__ import annotations

from itertools import product

import pytest

from tests.aloud import cards
from tests.clauses import clause
from tests.games.emissary.builders import (
    answer,
    argument,
    clause_of,
    easy_visit,
    hand_of,
    heaps,
    lead,
    legal,
    place_of,
    stock_of,
    table,
    take,
    told,
    turned,
    verbs,
)
from tests.games.emissary.naive import CARDS, RANKS, SUITS
from torite.match import Arrangement


@clause("EMIS-3.1", "EMIS-3.9")
def test_king_leads_the_top_card_of_the_stock() -> None:
    """In every trick, whoever won the one before."""
    m = take(table("C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 S2 S3 C2", at=4), "select DJ")
    for led, card in (("H2", "C3"), ("H3", "C4"), ("S2", "S8"), ("S3", "S5"), ("C2", "C6")):
        assert led == stock_of(m)[0]
        take(m, "turn")
        assert led == turned(m)
        assert led not in stock_of(m)
        assert 1 == m.public.leader
        take(m, f"play {card}")
    assert [led for _, _, (led,) in told(m, "turns_up")] == ["H2", "H3", "S2", "S3", "C2"]


@clause("EMIS-3.2", "EMIS-3.3")
@pytest.mark.parametrize(
    ("led", "hand", "may"),
    [
        ("H6", "H7 H2 CA S8 S7 S6 S5 S4", "H7 H2"),
        ("H6", "CA S8 S7 S6 S5 S4 D2 D3", "CA S8 S7 S6 S5 S4 D2 D3"),
        ("C5", "C4 H8 H7 H6 H5 H4 H3 H2", "C4"),
        ("C5", "H8 S8 H7 H6 H5 H4 H3 H2", "H8 S8 H7 H6 H5 H4 H3 H2"),
        ("D8", "DA D2 C8 C7 C6 S2 S3 S4", "DA D2"),
    ],
)
def test_suit_must_be_followed(led: str, hand: str, may: str) -> None:
    """Trump ♣. Whoever has the suit follows, high or low; else anything goes, trump or not."""
    m = lead(led, hand, "C")
    assert set(may.split()) == verbs(m, "play")
    assert {"EMIS-3.2"} >= {clause_of(m, f"play {card}") for card in set(hand.split()) - set(may.split())}


@clause("EMIS-1.5", "EMIS-3.4", "EMIS-3.6")
@pytest.mark.parametrize("ruler", ["H", "C"])
def test_ranks_within_a_suit(ruler: str) -> None:
    """8 > 7 > … > 2 > A: every pair of ♥, trump or not."""
    for led, own in product(RANKS, RANKS):
        if led != own:
            won = "8765432A".index(own) < "8765432A".index(led)
            assert won == argument(f"H{led}", f"H{own}", ruler, f"H{own}")


@clause("EMIS-3.5", "EMIS-3.6")
@pytest.mark.parametrize(("led", "own", "ruler"), list(product(SUITS, SUITS, SUITS)))
def test_other_suits_win_by_trump_alone(led: str, own: str, ruler: str) -> None:
    """The ace of trumps beats the 8 of another suit; anything else that does not follow loses, also the 8."""
    if own == led:
        return
    assert (own == ruler) == argument(f"{led}8", f"{own}A", ruler, f"{own}A")
    assert (own == ruler) == argument(f"{led}A", f"{own}8", ruler, f"{own}8")


@clause("EMIS-3.7", "EMIS-3.8")
def test_where_the_cards_go() -> None:
    """The player's winning card to the won pile, all else to the discards."""
    m = table("C3 C4 S8 S7 S6 S5 S4 S3", "H2 H3 S2", at=4, row="CQ HK SK CK HQ DK SQ DQ")
    answer(take(m, "select DJ"), "C3")
    assert (["C3"], ["H2"], (23, 1, 1)) == (place_of(m, "won_pile"), place_of(m, "discards"), heaps(m))
    answer(m, "S8")
    assert (["C3"], cards("H2 H3 S8"), (22, 3, 1)) == (place_of(m, "won_pile"), place_of(m, "discards"), heaps(m))
    answer(m, "S7")
    assert (cards("C3 S7"), cards("H2 H3 S8 S2")) == (place_of(m, "won_pile"), place_of(m, "discards"))
    assert [0, 1, 0] == [note.seat for entry in m.log for note in entry.notes if note.line.key == "takes"]


@clause("EMIS-3.10", "EMIS-9.1")
def test_eight_cards_are_eight_arguments() -> None:
    """The visit ends with the hand, and only then."""
    hand, stock = easy_visit(3, "S")
    m = table(hand, stock, at=3)
    for number, card in enumerate(hand.split()):
        assert (number, False) == (m.public.tricks_played, m.log.deal_over)
        answer(m, card)
    assert (8, True) == (m.public.tricks_played, m.log.deal_over)


@clause("EMIS-3.11", "EMIS-9.2")
def test_visit_stops_when_it_is_lost() -> None:
    """With the win that is one too many; the same defeat comes later without the option."""
    hand, stock = "S8 S7 S6 S5 S4 S3 S2 SA", "H2 H3 H4 H5 H6 H7 H8 HA"
    stops, goes_on = (table(hand, stock, at=3, stop_when_lost=on) for on in (True, False))
    for m in (stops, goes_on):
        answer(m, "S8 S7 S6")
        assert not m.log.deal_over
        answer(m, "S5")
    assert ((True, 4), (False, 4)) == ((stops.over, stops.public.arguments), (goes_on.over, goes_on.public.arguments))
    answer(goes_on, "S4 S3 S2 SA")
    assert (True, 8) == (goes_on.over, goes_on.public.arguments)
    assert stops.scores == goes_on.scores == [0]
    assert [0, 0] == [m.public.won[0] for m in (stops, goes_on)]


@clause("EMIS-3.11")
def test_visit_does_not_stop_when_too_few_can_be_won() -> None:
    """Five losses at kingdom 4 and three cards left: it is played out."""
    m = table("S8 S7 S6 S5 S4 S3 S2 SA", "H2 H3 H4 H5 H6 H7 H8 HA", at=4)
    answer(m, "S8 S7 S6 S5 S4")
    assert (5, 0, False) == (m.public.tricks_played, m.public.arguments, m.log.deal_over)


@clause("EMIS-3.12")
def test_king_waits_while_something_can_be_done() -> None:
    """Before the first trick something can be selected; in the second as well; then no more."""
    m = table("C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 H4 H5", at=4)
    assert ("", True) == (turned(m), "turn" in legal(m))
    take(m, "turn", "play C3")
    assert ("", True) == (turned(m), "turn" in legal(m))
    take(m, "turn", "play C4")
    assert "H4" == turned(m)
    take(m, "play C5")
    assert "H5" == turned(m)


@clause("EMIS-3.12", "EMIS-5.7")
def test_turning_while_a_power_is_left() -> None:
    """A selected vassal or an ally: the player turns; once it is used the card is turned at once."""
    m = take(table("C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 H4 H5 H6 D2 D3", at=4), "select DJ")
    answer(m, "C3 C4")
    assert {"turn", "use DJ"} == legal(m)
    take(m, "turn")
    assert {"use DJ", "play C5", "play C6", "play S8", "play S7", "play S6", "play S5"} == legal(m)
    take(m, "play C5", "use DJ")
    assert "" == turned(m)
    take(m, "discard H5 H6")
    assert "D2" == turned(m)
    ally = answer(table("C3 C4 C5 C6 S8 S7 S6 S5", "D5 D6 D7 D8", at=4, won=[2]), "C3 C4")
    assert {"turn", "use HK"} == legal(ally)


@clause("EMIS-3.12")
def test_card_is_turned_at_once_after_the_choice_of_the_kingdom() -> None:
    """Where nothing can be selected or used: all four vassals rest, after easy visits that selected them."""
    m = table(unused_vassal_carryover="stay_down", at=2)
    assert "" == turned(m)
    hand, stock = easy_visit(2, "H")
    m = take(table(hand, stock, at=2, unused_vassal_carryover="stay_down"), *(f"select {suit}J" for suit in SUITS))
    answer(m, hand)
    m.chance.arrange(Arrangement(hands={0: "C3 C4 C5 C6 S8 S7 S6 S5"}, stock="H2 H3"))
    m.go_on()
    take(m, "visit 4")
    assert {"turn", "use HK"} == legal(m)
    take(m, "use HK")
    assert "H2" == turned(m)


@clause("EMIS-3.12")
def test_card_is_turned_at_once_after_a_selection() -> None:
    """♠J alone is free, and Politics is barred at kingdom 8: with it selected nothing is left."""
    hand, stock = easy_visit(2, "H")
    m = take(table(hand, stock, at=2, unused_vassal_carryover="stay_down"), "select CJ", "select DJ", "select HJ")
    answer(m, hand)
    m.chance.arrange(Arrangement(hands={0: "C3 C4 C5 C6 S8 S7 S6 S5"}, stock="H2 H3"))
    m.go_on()
    take(m, "visit 8", "use HK")
    assert {"turn", "select SJ"} == legal(m)
    take(m, "select SJ")
    assert "H2" == turned(m)


@clause("EMIS-3.1", "EMIS-3.12")
def test_card_cannot_be_answered_or_turned_twice() -> None:
    """First it is turned, then it is answered."""
    m = table("C3 C4 C5 C6 S8 S7 S6 S5", "H2", at=4)
    assert "EMIS-3.1" == clause_of(m, "play C3")
    take(m, "turn")
    assert "EMIS-3.12" == clause_of(m, "turn")


@clause("EMIS-3.10", "EMIS-6.5")
def test_more_cards_are_more_arguments() -> None:
    """Military with three ♣: eleven tricks."""
    m = take(table("C2 C5 C7 H2 H3 H4 S2 S3", at=8), "select CJ", "use CJ")
    assert 11 == len(hand_of(m))
    for number in range(11):
        assert number == m.public.tricks_played
        if "turn" in legal(m):
            take(m, "turn")
        take(m, f"play {min(verbs(m, 'play'))}")
    assert (11, True) == (m.public.tricks_played, m.log.deal_over)


@clause("EMIS-3.2")
def test_every_card_of_the_pack_can_be_led() -> None:
    """What may be answered is just what follows."""
    for led in CARDS:
        hand = [card for card in CARDS if card != led][:: 4 if led[1] != "A" else 3][:8]
        m = take(table(" ".join(hand), led, at=5), "turn")
        assert ({card for card in hand if card[0] == led[0]} or set(hand)) == verbs(m, "play")
