"""Section 2 and GALA-8.4, 8.5: the auctions."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.aloud import listed, take, turn
from tests.clauses import clause
from tests.games.galapagos.asking import WITH_JOKERS, legal
from tests.games.galapagos.builders import at_auction, auctioned, both_bid
from tests.games.galapagos.naive_melds import SUITS, bid_wins


def winner(faced: str, first: str, second: str, **how: str) -> str:
    """The bid that wins the first auction."""
    return (first, second)[turn(both_bid(faced, first, second, **how))]


@clause("GALA-2.3")
@pytest.mark.parametrize(("low", "high"), [("2", "3"), ("9", "10"), ("10", "J"), ("Q", "K"), ("K", "A"), ("2", "A")])
@pytest.mark.parametrize("suits", ["CS", "SD", "HC", "DH", "CC"])
def test_higher_rank_wins(low: str, high: str, suits: str) -> None:
    """Whatever the suits: also over a bid of the faced suit."""
    one, other = suits[0] + high, suits[1] + low
    faced = f"{suits[1]}7"
    assert one == winner(faced, one, other) == winner(faced, other, one)


@clause("GALA-2.4", "GALA-2.5", "GALA-2.6", "GALA-2.7")
@pytest.mark.parametrize("faced", SUITS)
@pytest.mark.parametrize(("first", "second"), list(permutations(SUITS, 2)))
def test_every_tie_is_broken(faced: str, first: str, second: str) -> None:
    """Suit, then colour, then parity, written out for each of the four suits."""
    order = {"S": "SCHD", "C": "CSDH", "H": "HDSC", "D": "DHCS"}[faced]
    expected = min(first, second, key=order.index)
    assert f"{expected}8" == winner(f"{faced}3", f"{first}8", f"{second}8")


@clause("EX-GALA-1", "GALA-2.5")
def test_example_1() -> None:
    """Faced ♠A: ♣5 beats ♦5."""
    assert "C5" == winner("SA", "C5", "D5") == winner("SA", "D5", "C5")


@clause("EX-GALA-2", "GALA-2.6")
def test_example_2() -> None:
    """Faced ♠10: ♥3 beats ♦3."""
    assert "H3" == winner("S10", "H3", "D3") == winner("S10", "D3", "H3")


@clause("EX-GALA-3")
@pytest.mark.parametrize(
    ("faced", "one", "other", "why"),
    [
        ("D8", "HJ", "CJ", "colour"), ("D8", "CJ", "SJ", "parity"), ("D8", "D4", "H4", "suit"),
        ("HQ", "D7", "S7", "colour"), ("HQ", "S7", "C7", "parity"), ("HQ", "C9", "S8", "rank"),
    ],
)  # fmt: skip
def test_example_3(faced: str, one: str, other: str, why: str) -> None:
    """Six auctions and why each is won."""
    assert why == bid_wins(one, other, faced)
    assert one == winner(faced, one, other) == winner(faced, other, one)


@clause("GALA-8.4")
@pytest.mark.parametrize("joker", ["JR", "JB"])
@pytest.mark.parametrize("other", ["SA", "H2", "DA"])
def test_joker_beats_any_card(joker: str, other: str) -> None:
    """Also an ace of the faced suit."""
    assert joker == winner("S7", joker, other, variant=WITH_JOKERS) == winner("S7", other, joker, variant=WITH_JOKERS)


@clause("GALA-8.5", "EX-GALA-14")
@pytest.mark.parametrize(("faced", "expected"), [("D5", "JR"), ("CK", "JB"), ("H2", "JR"), ("SA", "JB")])
def test_two_jokers(faced: str, expected: str) -> None:
    """The one of the faced card's colour wins."""
    assert expected == winner(faced, "JR", "JB", variant=WITH_JOKERS) == winner(faced, "JB", "JR", variant=WITH_JOKERS)


@clause("GALA-2.2", "GALA-2.13")
def test_both_bid_one_card_of_the_hand() -> None:
    """Every card may be bid, nothing else may be done."""
    m = at_auction()
    assert {0, 1} == set(m.actors)
    for seat in (0, 1):
        assert {f"bid {card}" for card in m.cards(seat)} == legal(m, seat)
        assert 13 == len(legal(m, seat))


@clause("GALA-2.2", "GALA-2.14")
@pytest.mark.parametrize("first", [0, 1])
def test_bids_come_in_any_order(first: int) -> None:
    """Who has bid waits; the other may bid all that they hold."""
    m = at_auction("S7", "HA", "H3")
    m.act(first, ("bid HA", "bid H3")[first])
    assert (1 - first,) == m.actors
    assert 13 == len(legal(m, 1 - first))
    assert () == m.actions(first)
    m.act(1 - first, ("bid HA", "bid H3")[1 - first])
    assert (0,) == m.actors


@clause("GALA-2.1", "GALA-2.8")
@pytest.mark.parametrize(("code", "mine", "others"), [("take faced", "S7", "D9"), ("take blind", "D9", "S7")])
@pytest.mark.parametrize("seat", [0, 1])
def test_winner_chooses_between_the_two_cards(code: str, mine: str, others: str, seat: int) -> None:
    """The loser gets the other; both lie in the won piles."""
    bids = ("HA", "H3") if seat == 0 else ("H3", "HA")
    m = both_bid("S7", *bids, blind="D9")
    assert ((seat,), {"take faced", "take blind"}) == (m.actors, legal(m))
    take(m, code)
    assert [mine] == listed(m, m.log.state.won_pile[seat])
    assert [others] == listed(m, m.log.state.won_pile[1 - seat])


@clause("GALA-2.10", "GALA-2.11", "GALA-2.12", "GALA-9.2")
def test_thirteen_auctions() -> None:
    """Cards won are never bid, cards bid are gone; the numbers of hand, bid, won and stock cards after each."""
    m = at_auction()
    won: set[str] = set()
    for number in range(1, 14):
        for seat in (0, 1):
            assert not won & {code.split()[1] for code in legal(m, seat)}
            m.act(seat, f"bid {m.cards(seat)[0]}")
        take(m, "take blind")
        true = m.log.state
        for seat in (0, 1):
            won |= set(listed(m, true.won_pile[seat]))
        if number < 13:
            found = [(len(m.cards(s)), len(listed(m, true.bids[s])), len(listed(m, true.won_pile[s]))) for s in (0, 1)]
            assert [(13 - number, number, number)] * 2 == found
            assert 26 - 2 * number == true.stock_left
            assert "bid" in {code.split()[0] for code in legal(m, 0)}
    assert "bid" not in {code.split()[0] for seat in m.actors for code in legal(m, seat)}


@clause("GALA-2.12")
def test_next_card_is_turned_up() -> None:
    """After each auction the third card, then the fifth, is the faced one."""
    m = both_bid("S7", "HA", "H3", blind="D9")
    stock = [m.game.pack.codes[kind] for kind in m.log.state.stock if kind >= 0]
    take(m, "take faced")
    faced = listed(m, m.public.turned)
    assert 1 == len(faced)
    assert faced[0] not in ("S7", "D9")
    assert faced[0] in stock or len(stock) < 24


@clause("GALA-2.11", "GALA-2.10")
def test_piles_hold_what_was_bid_and_won() -> None:
    """After thirteen auctions the won pile is the Tricks hand, and the bid pile that of the play-off."""
    m = auctioned(("S2 D9 HK", "C3"), ("CA", "HA"))
    for seat, card in ((0, "CA"), (1, "HA")):
        assert card in listed(m, m.log.state.bids[seat])
    assert {"S2", "D9", "HK"} <= set(listed(m, m.log.state.won_pile[0]) or m.cards(0))


@clause("GALA-2.3", "GALA-2.4", "GALA-2.5", "GALA-2.6")
@pytest.mark.parametrize(
    ("faced", "first", "second"), [("D8", "HJ", "CJ"), ("D8", "CJ", "SJ"), ("D8", "D4", "H4"), ("HQ", "C9", "S8")]
)
def test_note_says_why_a_bid_won(faced: str, first: str, second: str) -> None:
    """By rank, suit, colour or parity, with its clause."""
    m = both_bid(faced, first, second)
    clauses = {"rank": "GALA-2.3", "suit": "GALA-2.4", "colour": "GALA-2.5", "parity": "GALA-2.6"}
    cited = {note.line.clause for note in m.log.standing[-1].notes}
    assert clauses[bid_wins(first, second, faced)] in cited
