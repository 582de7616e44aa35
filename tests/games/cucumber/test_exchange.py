"""The exchanges of Agurk and Iceland: clauses AGURK-2 and GURKA_IS-3."""

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cucumber.builders import asks, at_table, exchange, is_complete, numbers, verbs
from torite import Match

AGURK, ICELAND = "agurk-joker", "gurka-is-exchange"


def asked(m: Match) -> tuple[int, set[int]] | None:
    """Who is asked to exchange and how many cards are possible; None once the tricks have begun."""
    return None if verbs(m) == {"play"} else (turn(m), numbers(m))


@clause("AGURK-2.3")
def test_dealers_left_exchanges_any_number_first() -> None:
    """The seat to the dealer's left is asked first and may exchange any number of its seven cards."""
    m = at_table(variant=AGURK, seats=3, dealer=1)
    assert (2, {0, 1, 2, 3, 4, 5, 6, 7}) == asked(m)


@clause("AGURK-2.3")
def test_exchange_draws_as_many_from_the_stock() -> None:
    """The discards leave the hand and the next cards of the stock come in their place."""
    m = at_table("C2 C3 C4", "", "", variant=AGURK, stock="HK HQ S9")
    take(m, "exchange C2 C4")
    assert {"C3", "HK", "HQ"} == set(m.cards(0))
    assert 55 - 9 - 2 == m.public.stock_left


@clause("AGURK-2.3")
def test_cards_may_be_discarded_in_any_order_and_of_one_rank_or_not() -> None:
    """Any set of cards may go, written in any order."""
    m = at_table("C2 H2 CA", "", variant=AGURK)
    for code in ("exchange CA C2", "exchange C2 CA", "exchange H2", "exchange CA H2 C2"):
        assert is_complete(m, code)


@clause("AGURK-2.4")
def test_first_number_is_bound_by_the_stock() -> None:
    """With three cards in the stock the first player may exchange at most three."""
    m = at_table(variant=AGURK, seats=4, hand_size=13)
    assert (0, {0, 1, 2, 3}) == asked(m)


@clause("AGURK-2.5")
def test_others_exchange_the_same_number_or_none() -> None:
    """After three cards everybody else may exchange exactly three or none, the dealer last."""
    m = exchange(at_table(variant=AGURK, seats=4, dealer=1), 3)
    found = []
    for number in (0, 3, 0):
        found.append(asked(m))
        exchange(m, number)
    assert [(3, {0, 3}), (0, {0, 3}), (1, {0, 3})] == found
    assert asked(m) is None


@clause("AGURK-2.6")
def test_nobody_exchanges_if_the_first_does_not() -> None:
    """After a first refusal the tricks begin."""
    m = exchange(at_table(variant=AGURK, seats=4), 0)
    assert (0, {"play"}) == asks(m)


@clause("AGURK-2.7", "AGURK-2.8", "EX-CUC-9")
def test_the_stock_runs_dry() -> None:
    """Five players: 6, 6 and 6 leave two cards; P4 may take exactly two or none, and then the dealer nothing."""
    m = at_table(variant=AGURK, seats=5)
    left = [m.public.stock_left]
    for _ in range(3):
        exchange(m, 6)
        left.append(m.public.stock_left)
    assert [20, 14, 8, 2] == left
    assert (3, {0, 2}) == asked(m)
    exchange(m, 2)
    assert (0, 0, {"play"}) == (m.public.stock_left, *asks(m))


@clause("AGURK-2.7")
def test_the_rest_of_the_stock_stays_for_the_next() -> None:
    """Who declines the rest of the stock leaves it to the dealer, still as that number or none."""
    m = at_table(variant=AGURK, seats=5)
    for number in (6, 6, 6, 0):
        exchange(m, number)
    assert (4, {0, 2}) == asked(m)


@clause("EX-CUC-9", "AGURK-2.6")
def test_example_of_a_first_refusal() -> None:
    """If P1 had exchanged nothing nobody could, though the stock is full."""
    m = exchange(at_table(variant=AGURK, seats=5), 0)
    assert (20, (0, {"play"})) == (m.public.stock_left, asks(m))


@clause("AGURK-2.8")
def test_empty_stock_ends_the_exchange() -> None:
    """After the whole stock is taken nobody else is asked."""
    m = exchange(at_table(variant=AGURK, seats=4, hand_size=13), 3)
    assert (0, {"play"}) == asks(m)


@clause("AGURK-2.9", "CUC-17.4")
def test_discards_stay_out_of_the_deal() -> None:
    """Discards lie apart: hands and stock together have lost just those cards, and no card comes twice."""
    m = at_table("C2 C3 C4", "", variant=AGURK, stock="HK HQ")
    exchange(m, 3)
    exchange(m, 3)
    assert 55 - 6 - 6 == m.public.stock_left
    held = m.cards(0) + m.cards(1)
    assert not {"C2", "C3", "C4"} & set(held)
    assert len(held) == len({c for c in held if c != "JR"}) + held.count("JR")


@clause("AGURK-2.10")
def test_jokers_and_exchange_can_be_set_apart() -> None:
    """Jokers without an exchange, and an exchange without jokers."""
    m = at_table(variant="agurk", seats=3, jokers=3)
    assert ({"play"}, 55 - 21) == (verbs(m), m.public.stock_left)
    m = at_table(variant="agurk", seats=3, exchange="same_count")
    assert ({"exchange", "keep"}, 52 - 21) == (verbs(m), m.public.stock_left)


@clause("AGURK-2.3", "CUC-2.3")
def test_players_who_are_out_are_not_asked() -> None:
    """The exchange passes over seats that are out."""
    m = at_table(variant=AGURK, seats=4, dealer=3, initial={"out": [1, 0, 1, 0]})
    assert 1 == turn(m)
    assert (3, {0, 2}) == asked(exchange(m, 2))


@clause("GURKA_IS-3.1")
def test_first_player_of_iceland_takes_any_number() -> None:
    """From the first player clockwise; the first any number of the ten cards."""
    m = at_table(variant=ICELAND, seats=4, dealer=1)
    assert (2, set(range(11))) == asked(m)


@clause("GURKA_IS-3.1", "GURKA_IS-3.2", "EX-CUC-37")
def test_one_fewer_than_the_player_before() -> None:
    """P1 takes 4; P2 may take 3 or 0 and declines; P3 may take 3 and does; P4 may take 2 or 0."""
    m = exchange(at_table(variant=ICELAND, seats=4), 4)
    found = []
    for number in (0, 3, 2):
        found.append(asked(m))
        exchange(m, number)
    assert [(1, {0, 3}), (2, {0, 3}), (3, {0, 2})] == found
    assert (0, {"play"}) == asks(m)


@clause("GURKA_IS-3.2", "EX-CUC-37")
@pytest.mark.parametrize("first", [0, 1])
def test_nobody_after_one_or_none(first: int) -> None:
    """If the first takes one card or declines nobody else may exchange."""
    assert (0, {"play"}) == asks(exchange(at_table(variant=ICELAND, seats=4), first))


@clause("GURKA_IS-3.2")
def test_the_number_falls_to_one_and_ends() -> None:
    """After 2 and 1 the exchange is over."""
    m = exchange(at_table(variant=ICELAND, seats=4), 2)
    assert (1, {0, 1}) == asked(m)
    assert (0, {"play"}) == asks(exchange(m, 1))


@clause("GURKA_IS-3.3", "GURKA_IS-3.4")
def test_first_number_of_iceland_is_bound_by_the_stock() -> None:
    """With four cards in the stock the first may take at most four."""
    assert (0, {0, 1, 2, 3, 4}) == asked(at_table(variant=ICELAND, seats=4, hand_size=12))


@clause("GURKA_IS-3.4")
def test_too_small_a_stock_ends_the_exchange_of_iceland() -> None:
    """After four of six cards the next would have to take three of two: nobody is asked any more."""
    m = at_table(variant=ICELAND, seats=2, hand_size=23)
    assert 6 == m.public.stock_left
    assert (0, {"play"}) == asks(exchange(m, 4))


@clause("GURKA_IS-3.4", "GURKA_IS-3.2")
def test_a_stock_just_large_enough() -> None:
    """After four of seven cards the next may take exactly three."""
    m = exchange(at_table(variant=ICELAND, seats=3, hand_size=15), 4)
    assert (1, {0, 3}) == asked(m)


@clause("GURKA_IS-3.3")
def test_discards_of_iceland_are_not_reused() -> None:
    """The stock falls by what is drawn and never rises."""
    m = exchange(exchange(at_table(variant=ICELAND, seats=4), 4), 3)
    assert 52 - 40 - 7 == m.public.stock_left
