"""Agurk, Kurkku and Mätäpesä: clauses AGURK-1, KURKKU and MATAPESA."""

from typing import Any

import pytest

from tests.aloud import play, turn
from tests.clauses import clause
from tests.games.cucumber.builders import (
    at_table,
    codes,
    follow,
    last_trick,
    next_deal,
    out,
    refuses,
    row,
    score,
    verbs,
)
from tests.games.cucumber.views import played_in, stock_in


@clause("AGURK-1.1")
def test_agurk() -> None:
    """Two to seven players with seven cards each."""
    assert [True, False, False, True] == [refuses("agurk", n) for n in (1, 2, 7, 8)]
    m = at_table(seats=7)
    assert ([7] * 7, 3) == ([len(m.cards(seat)) for seat in range(7)], m.public.stock_left)


@clause("AGURK-1.4")
def test_agurk_has_no_exchange_and_no_ante() -> None:
    """The first thing is a lead, and no chips are paid."""
    m = at_table(seats=4)
    assert ({"play"}, 0) == (verbs(m), m.public.pot)


@clause("AGURK-2.1", "AGURK-2.2")
def test_jokers_of_agurk() -> None:
    """A joker beats an ace and a joker, counts 15, and an ace does not beat it."""
    assert {"JR", "C2"} == follow("HA", "JR C9 C2", "agurk-joker")
    assert {"JR", "C2"} == follow("JR", "JR CA C2", "agurk-joker")
    assert [15, 0] == score(last_trick("JR CA", variant="agurk-joker"))


@clause("AGURK-2.1")
def test_three_jokers_can_be_held() -> None:
    """All three jokers are in the pack, and share one code."""
    m = at_table("JR JR JR C2", "C3 C4 C5 C6", variant="agurk-joker", exchange="none")
    assert {"play JR", "play C2"} == codes(m)
    play(m, "JR C3 JR C4 JR C5 C2 C6")
    assert [0, 6] == score(m)


@clause("KURKKU-1.1")
def test_kurkku_players() -> None:
    """Three or four players with seven cards each."""
    assert [True, False, False, True] == [refuses("kurkku", n) for n in (2, 3, 4, 5)]
    assert [7, 7, 7] == [len(at_table(variant="kurkku", seats=3).cards(seat)) for seat in range(3)]


@clause("KURKKU-1.2", "MATAPESA-1.4", "RASSI-1.5", "CUC-3.12", "EX-CUC-18")
@pytest.mark.parametrize("variant", ["kurkku", "matapesa", "rassi"])
def test_played_cards_stay_visible_in_finland(variant: str) -> None:
    """After a trick everybody can see all cards played so far."""
    m = at_table("C2 C9 CJ", "C3 H9 HJ", "C4 S9 SJ", variant=variant, exchange="none")
    play(m, "C2 C3 C4")
    play(m, "S9 CJ H9")
    for seat in (0, 1, 2, None):
        assert {"C2", "C3", "C4", "S9", "CJ", "H9"} == played_in(m, seat)


@clause("CUC-3.12")
def test_played_cards_are_turned_down_elsewhere() -> None:
    """In Agurk a finished trick is seen by nobody once the next card lies, and by all with the option."""
    hands = "C2 C9", "C3 H9", "C4 S9"
    m = play(at_table(*hands), "C2 C3 C4 S9")
    for seat in (0, 1, 2, None):
        assert {"S9"} == played_in(m, seat)
    m = play(at_table(*hands, played_visible=True), "C2 C3 C4 S9")
    assert {"C2", "C3", "C4", "S9"} == played_in(m, None)


@clause("KURKKU-1.3", "EX-CUC-18")
def test_kurkku_limit() -> None:
    """29 is in, 30 is out."""
    assert [] == out(last_trick("C9 C2 C3", variant="kurkku", score=[20, 0, 0]))
    assert [0] == out(last_trick("C9 C2 C3", variant="kurkku", score=[21, 0, 0]))


@clause("MATAPESA-1.1", "MATAPESA-1.2", "MATAPESA-1.3", "EX-CUC-19")
@pytest.mark.parametrize(
    ("seats", "hand", "over"), [(3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4), (7, 7, 3), (8, 6, 4)]
)
def test_matapesa_hands(seats: int, hand: int, over: int) -> None:
    """All hands are as large as can be equal; the cards over lie face up for all."""
    m = at_table(variant="matapesa", seats=seats)
    assert [hand] * seats == [len(m.cards(seat)) for seat in range(seats)]
    held = {card for seat in range(seats) for card in m.cards(seat)}
    for seat in (0, None):
        assert over == len(stock_in(m, seat))
        assert not held & set(stock_in(m, seat))
        assert "?" not in stock_in(m, seat)


@clause("MATAPESA-1.1")
def test_matapesa_players() -> None:
    """Three to eight players."""
    assert [True, False, False, True] == [refuses("matapesa", n) for n in (2, 3, 8, 9)]


@clause("MATAPESA-1.2")
@pytest.mark.parametrize(("left", "hand"), [(2, 26), (3, 17), (4, 13)])
def test_matapesa_hands_after_drop_outs(left: int, hand: int) -> None:
    """The hand size is computed anew from the players still in."""
    gone = [0] * left + [1] * (5 - left)
    m = at_table(variant="matapesa", seats=5, initial={"out": gone}, dealer=0)
    assert [hand] * left + [0] * (5 - left) == [len(m.cards(seat)) for seat in range(5)]


@clause("MATAPESA-1.2")
def test_matapesa_hand_size_changes_in_play() -> None:
    """When one of four drops out the three others have seventeen cards in the next deal."""
    m = at_table(variant="matapesa", seats=4, initial={"score": [29, 29, 29, 29]}, out_at=30, last_trick_tie="all_lose")
    while not m.log.deal_over and not m.over:
        m.act(turn(m), min(codes(m)))
    left = 4 - len(out(m))
    m.go_on()
    assert 52 // left == max(len(m.cards(seat)) for seat in range(4))


@clause("MATAPESA-1.3")
def test_cards_over_may_be_hidden() -> None:
    """With `hidden` nobody sees the cards over."""
    m = at_table(variant="matapesa", seats=5, leftover="hidden")
    assert ["?", "?"] == stock_in(m, 0) == stock_in(m, None)


@clause("MATAPESA-1.5", "MATAPESA-1.6")
@pytest.mark.parametrize("limit", [1, 9, 30, 200])
def test_matapesa_limit_is_agreed(limit: int) -> None:
    """Any positive limit can be agreed; it is 30 if nothing is said."""
    m = last_trick("C9 C2 C3", variant="matapesa", score=[limit - 1, 0, 0], out_at=limit)
    assert [0] == out(m)
    m = last_trick("C9 C2 C3", variant="matapesa", score=[20, 0, 0])
    assert ([], [29, 0, 0]) == (out(m), score(m))
    assert [0] == out(last_trick("C9 C2 C3", variant="matapesa", score=[21, 0, 0]))


@clause("MATAPESA-1.6")
def test_matapesa_of_one_deal() -> None:
    """One fixed deal: all but the loser win jointly."""
    m = last_trick("C9 C2 C3", variant="matapesa", fixed_deals=1)
    assert m.over
    assert m.result is not None
    assert [3, 1, 1] == list(m.result.places)


@clause("MATAPESA-1.7")
@pytest.mark.parametrize(
    ("options", "left", "hand", "over"),
    [({}, 2, 26, 0), ({"jokers": 3}, 3, 18, 1), ({"two_decks_from": 3}, 3, 34, 2), ({"jokers": 1}, 2, 26, 1)],
)
def test_matapesa_divides_the_whole_pack(options: Any, left: int, hand: int, over: int) -> None:
    """Jokers and second packs are divided too."""
    m = at_table(variant="matapesa", seats=3, dealer=0, initial={"out": [0] * left + [1] * (3 - left)}, **options)
    assert hand == len(m.cards(0)) == len(m.cards(1))
    assert over == m.public.stock_left == len(stock_in(m, None))


@clause("CUC-2.2", "MATAPESA-1.6")
def test_dealers_of_matapesa_pass_on() -> None:
    """The deal passes clockwise here too, whoever lost."""
    m = last_trick("C9 C2 C3", variant="matapesa", out_at=99)
    next_deal(m, "C9 C2 C3")
    m.go_on()
    assert 1 == m.public.dealer
    assert [18, 0, 0] == row(m, "score")
