"""Chips, ante, pot, buy-in and return: clauses CUC-6 and GURKA_SE-2 and 3.5."""

from typing import Any

import pytest

from tests.aloud import take
from tests.clauses import clause
from tests.games.cucumber.builders import (
    PRESETS,
    VARIANTS,
    asks,
    at_table,
    chips,
    last_trick,
    next_deal,
    out,
    row,
    score,
    verbs,
)
from torite import Match

WITH_ANTE = [v for v in VARIANTS if PRESETS[v]["ante"] == "yes"]
BUY = {"buy", "decline"}


def asked(m: Match) -> tuple[int, set[str]] | None:
    """Who is asked to buy in or return now; None when the deal is over."""
    return None if m.log.deal_over or m.over else asks(m)


@clause("CUC-6.1", "CUC-6.4", "GURKA_SE-1.3", "GURKA_NO-1.3", "NORWEGIAN-1.11")
@pytest.mark.parametrize("variant", VARIANTS)
def test_ante_of_each_preset(variant: str) -> None:
    """Where there is an ante every player pays it before the first deal; elsewhere nothing is paid."""
    ante = 3 if variant in WITH_ANTE else 0
    m = at_table(variant=variant, seats=4, starting_chips=8, ante_chips=3)
    assert 4 * ante == m.public.pot
    if ante:
        assert [5, 5, 5, 5] == chips(m)


@clause("CUC-6.2")
def test_ante_is_paid_once() -> None:
    """Later deals cost no chips."""
    m = last_trick("C2 C3 C4", variant="gurka-no")
    m.go_on()
    assert ([9, 9, 9], 3) == (chips(m), m.public.pot)


@clause("CUC-6.3", "CUC-17.8")
def test_winner_takes_the_whole_pot() -> None:
    """Antes and buy-ins go to the winner, and the pot is empty."""
    m = last_trick("CK C2 -", variant="gurka-se", score=[20, 5, 31])
    take(m, "buy")
    assert ([7, 9, 9], 5) == (chips(m), m.public.pot)
    next_deal(m, "C2 CK -")
    take(m, "decline")
    next_deal(m, "C2 CQ -")
    assert (1, BUY) == asked(m)
    take(m, "decline")
    assert m.over
    assert ([12, 9, 9], 0) == (chips(m), m.public.pot)


@clause("CUC-6.5")
def test_penalty_points_are_not_chips() -> None:
    """A lost deal moves the total and no chips."""
    m = last_trick("CK C2 C3", variant="gurka-se")
    assert ([13, 0, 0], [9, 9, 9]) == (score(m), chips(m))


@clause("GURKA_SE-2.1", "GURKA_SE-2.2", "GURKA_SE-2.4", "GURKA_SE-2.6", "GURKA_SE-2.7", "EX-CUC-13")
def test_buy_in() -> None:
    """Ante 2, five started, three left with 31, 18, 24: the first may pay 4, the pot is 14, the total 24."""
    m = last_trick("CK C2 C3 - -", variant="gurka-se", score=[18, 18, 24, 30, 30], ante_chips=2)
    assert [31, 18, 24, 30, 30] == score(m)
    assert 10 == m.public.pot
    assert (0, BUY) == asked(m)
    take(m, "buy")
    assert ([24, 18, 24, 30, 30], 14, [4, 8, 8, 8, 8]) == (score(m), m.public.pot, chips(m))
    assert ([3, 4], [1, 0, 0, 0, 0]) == (out(m), row(m, "bought"))


@clause("GURKA_SE-2.1", "GURKA_SE-2.2", "EX-CUC-13")
def test_no_buy_in_with_four_left() -> None:
    """With four left, the loser counted, there is no buy-in and the player is out."""
    m = last_trick("CK C2 C3 C4 -", variant="gurka-se", score=[18, 18, 24, 0, 30])
    assert m.log.deal_over
    assert ([31, 18, 24, 0, 30], [0, 4]) == (score(m), out(m))


@clause("GURKA_SE-2.2")
def test_left_counts_those_still_in_at_the_scoring() -> None:
    """With four in and one at the limit nobody else is offered a buy-in either, though three remain."""
    m = last_trick("CK C2 C3 C4", variant="gurka-se", score=[18, 2, 24, 0])
    assert m.log.deal_over
    next_deal(m, "- C2 C3 C4")
    assert (2, BUY) == asked(m)


@clause("GURKA_SE-2.3")
def test_one_buy_in_per_player() -> None:
    """Who has bought in once is out the next time."""
    m = last_trick("CK C2 C3", variant="gurka-se", score=[18, 0, 0], initial={"bought": [1, 0, 0]})
    assert ([0], True) == (out(m), m.log.deal_over)
    m = last_trick("CK C2 C3", variant="gurka-se", score=[18, 0, 0], initial={"bought": [0, 1, 1]})
    assert (0, BUY) == asked(m)


@clause("GURKA_SE-2.3")
def test_declining_leaves_the_chance() -> None:
    """A player below the limit who declines is asked again after the next deal."""
    m = last_trick("C2 C5 C3", variant="gurka-se", score=[10, 15, 12])
    assert (1, BUY) == asked(m)
    take(m, "decline")
    assert m.log.deal_over
    next_deal(m, "C2 C5 C3")
    assert (1, BUY) == asked(m)


@clause("GURKA_SE-2.4", "GURKA_SE-2.5")
@pytest.mark.parametrize(("antes", "price"), [(2, 6), (1, 3)])
def test_price_of_the_buy_in(antes: int, price: int) -> None:
    """The price is `buy_in_antes` times the ante, two by default."""
    m = last_trick("CK C2 C3", variant="gurka-se", score=[18, 2, 4], ante_chips=3, buy_in_antes=antes)
    take(m, "buy")
    assert (9 + price, 7 - price) == (m.public.pot, chips(m)[0])


@clause("GURKA_SE-2.7", "GURKA_SE-2.8")
def test_others_above_the_limit_do_not_count() -> None:
    """The buyer goes back to the highest total of those still in and below the limit, not of those out."""
    m = last_trick("CK C2 C3 -", variant="gurka-se", score=[20, 5, 4, 29])
    take(m, "buy")
    assert [5, 5, 4, 29] == score(m)


@clause("GURKA_SE-2.8")
def test_no_buy_in_without_others_below_the_limit() -> None:
    """If all remaining players reach the limit together nobody can buy in."""
    m = last_trick("C9 H9 -", variant="gurka-se", score=[25, 22, 40], last_trick_tie="all_lose")
    assert m.over
    assert [34, 31, 40] == score(m)
    assert m.result is not None
    assert 1 == m.result.places[1]


@clause("GURKA_SE-2.9", "GURKA_SE-2.11", "GURKA_SE-2.12", "EX-CUC-39")
def test_offer_without_anybody_at_the_limit() -> None:
    """With 10, 28, 12 after scoring only the player with 28 is asked, and goes back to 12 for 2 chips."""
    m = last_trick("C2 C5 C3", variant="gurka-se", score=[10, 23, 12])
    assert [10, 28, 12] == score(m)
    assert (1, BUY) == asked(m)
    take(m, "buy")
    assert m.log.deal_over
    assert ([10, 12, 12], 5, [9, 7, 9]) == (score(m), m.public.pot, chips(m))


@clause("GURKA_SE-2.9", "GURKA_SE-2.12", "EX-CUC-39")
def test_nobody_is_asked_who_shares_the_top() -> None:
    """With 28, 28, 12 nobody can lower a total and nobody is asked."""
    m = last_trick("C2 C5 C3", variant="gurka-se", score=[28, 23, 12])
    assert ([28, 28, 12], True) == (score(m), m.log.deal_over)


@clause("GURKA_SE-2.9", "GURKA_SE-2.11")
def test_first_the_player_at_the_limit_then_the_others() -> None:
    """The player at the limit is asked first; a purchase makes the two top totals equal, so no other is asked."""
    m = last_trick("C2 C5 CK", variant="gurka-se", score=[28, 0, 20])
    assert (2, BUY) == asked(m)
    take(m, "buy")
    assert ([28, 0, 28], True) == (score(m), m.log.deal_over)


@clause("GURKA_SE-2.9", "GURKA_SE-2.11", "GURKA_SE-2.13")
def test_after_a_refusal_the_next_is_asked() -> None:
    """The one who declined is as good as out: the next highest may go back to the lowest."""
    m = last_trick("C2 C5 CK", variant="gurka-se", score=[28, 3, 20])
    take(m, "decline")
    assert (0, BUY) == asked(m)
    assert [] == out(m)
    take(m, "buy")
    assert m.log.deal_over
    assert ([3, 3, 33], [2]) == (score(m), out(m))


@clause("GURKA_SE-2.13")
def test_after_a_refusal_of_two_players_the_match_is_over() -> None:
    """With two players left the one who stays has nobody to go back to."""
    m = last_trick("C2 CK -", variant="gurka-se", score=[28, 20, 40])
    assert (1, BUY) == asked(m)
    take(m, "decline")
    assert m.over


@clause("GURKA_SE-2.10")
@pytest.mark.parametrize(("chips_left", "may"), [(1, False), (2, True)])
def test_no_buy_in_without_chips(chips_left: int, may: bool) -> None:
    """One chip does not pay a price of two."""
    m = last_trick("CK C2 C3", variant="gurka-se", score=[18, 0, 0], starting_chips=1 + chips_left)
    assert may == (asked(m) == (0, BUY))
    assert ([] if may else [0]) == out(m)


@clause("GURKA_SE-2.11")
def test_each_is_asked_once_per_deal() -> None:
    """Declining ends the questions of that deal for this player."""
    m = last_trick("C2 C5 C3", variant="gurka-se", score=[10, 23, 12])
    take(m, "decline")
    assert ([10, 28, 12], True) == (score(m), m.log.deal_over)


@clause("GURKA_SE-2.11")
def test_not_asked_with_four_players() -> None:
    """The offer needs three or fewer also when nobody is at the limit."""
    assert last_trick("C2 C5 C3 C4", variant="gurka-se", score=[10, 23, 12, 0]).log.deal_over


@clause("GURKA_SE-2.12", "GURKA_SE-2.11")
@pytest.mark.parametrize(("dealer", "order"), [(2, [0, 1]), (0, [1, 0]), (1, [0, 1])])
def test_several_at_the_limit_are_asked_from_the_dealers_left(dealer: int, order: list[int]) -> None:
    """Two at the limit are asked clockwise from the dealer's left, each with the totals as they then stand."""
    options: dict[str, Any] = {"last_trick_tie": "all_lose", "dealer": dealer}
    m = last_trick("C9 H9 C3", variant="gurka-se", score=[25, 22, 8], **options)
    assert [34, 31, 8] == score(m)
    assert (order[0], BUY) == asked(m)
    take(m, "buy")
    assert 8 == score(m)[order[0]]
    assert (order[1], BUY) == asked(m)
    take(m, "buy")
    assert ([8, 8, 8], True, []) == (score(m), m.log.deal_over, out(m))


@clause("GURKA_SE-2.12", "GURKA_SE-2.13", "GURKA_SE-2.8")
def test_players_at_the_limit_are_not_others_for_each_other() -> None:
    """Neither a player at the limit still to be asked nor one who declined sets the total to go back to."""
    options: dict[str, Any] = {"last_trick_tie": "all_lose", "dealer": 2}
    m = last_trick("C9 H9 C3", variant="gurka-se", score=[25, 22, 8], **options)
    take(m, "decline", "buy")
    assert ([34, 8, 8], [0]) == (score(m), out(m))


@clause("GURKA_SE-3.5", "EX-CUC-14")
def test_return() -> None:
    """At 20 with others at 7 and 13 a player may go back to 13, free, once."""
    m = last_trick("C10 C2 C3", variant="gurka-se-short", score=[10, 7, 13])
    assert [20, 7, 13] == score(m)
    assert (0, {"return", "decline"}) == asked(m)
    take(m, "return")
    assert ([13, 7, 13], [9, 9, 9], 3) == (score(m), chips(m), m.public.pot)
    assert [1, 0, 0] == row(m, "bought")
    next_deal(m, "CK C2 C3")
    assert ([26, 7, 13], (2, {"return", "decline"})) == (score(m), asked(m))


@clause("GURKA_SE-3.6")
def test_return_needs_no_three_players_and_no_chips() -> None:
    """With five players left and no chips the return is offered all the same."""
    options: dict[str, Any] = {"starting_chips": 1}
    m = last_trick("C10 C2 C3 C4 C5", variant="gurka-se-short", score=[10, 7, 13, 13, 0], **options)
    assert (0, {"return", "decline"}) == asked(m)


@clause("GURKA_SE-3.6")
def test_return_is_offered_below_the_limit_too() -> None:
    """The one who stands alone at the top may return to the next highest."""
    m = last_trick("C2 C5 C3 C4", variant="gurka-se-short", score=[10, 11, 12, 0])
    assert (1, {"return", "decline"}) == asked(m)
    take(m, "return")
    assert [10, 12, 12, 0] == score(m)


@clause("GURKA_SE-2.9")
def test_no_ante_no_chips_but_a_free_return() -> None:
    """A return needs no ante."""
    m = last_trick("C10 C2 C3", score=[15, 2, 1], buy_in="free")
    assert (0, {"return", "decline"}) == asked(m)


@clause("CUC-17.8")
def test_pot_is_what_was_paid() -> None:
    """Chips and pot together stay what all brought."""
    m = last_trick("CK C2 C3", variant="gurka-se", score=[18, 2, 4])
    take(m, "buy")
    assert 30 == sum(chips(m)) + m.public.pot


@clause("CUC-17.7")
def test_nobody_at_the_limit_stays_in() -> None:
    """After a refusal the player is out and has no cards in the next deal."""
    m = last_trick("CK C2 C3", variant="gurka-se", score=[18, 2, 3])
    take(m, "decline", "decline")
    m.go_on()
    assert ([0], []) == (out(m), m.cards(0))
    assert {"play"} == verbs(m)
