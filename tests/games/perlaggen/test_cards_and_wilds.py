"""Section 1: the pack, the ranks, and which cards are wild under which trumps."""

from __future__ import annotations

from itertools import pairwise

import pytest

import torite
from tests.aloud import taker
from tests.clauses import clause
from tests.games.perlaggen.builders import E, N, S, W, as_any, play, plays, table, tame, trick
from tests.games.perlaggen.naive_figures import PACK, PERMANENT, RANKS, SUITS, suit, wilds

#: The first example: the wild cards of each trump suit, the strongest first.
WILDS = {
    "S": "HK D6 D7 C7 S7 SJ SQ",
    "H": "HK D6 D7 C7 H7 HJ HQ",
    "D": "HK D6 D7 C7 DJ DQ",
    "C": "HK D6 D7 C7 CJ CQ",
}
TRUMPS = pytest.mark.parametrize("trump", SUITS)


@clause("PERL-1.1")
def test_pack_of_33() -> None:
    """♦ from the ace to the 6, the others to the 7."""
    pack = torite.games()["perlaggen"][0].pack
    codes = [pack.codes[kind] for kind in pack.all]
    assert set(PACK) == set(codes)
    assert (33, 9) == (len(codes), sum(suit(card) == "D" for card in codes))


@clause("EX-PERL-1", "PERL-1.3", "PERL-1.4", "PERL-1.5", "PERL-11.2")
@TRUMPS
def test_example_1_wild_cards_of_each_trump_suit(trump: str) -> None:
    """Just these can be played as another card; there are 7 of them under ♥ and ♠, else 6."""
    assert WILDS[trump].split() == wilds(trump)
    found, cards = set(), PACK[:]
    while cards:
        hand = [cards.pop() for _ in range(min(5, len(cards)))]
        up = next(card for card in (trump + "9", trump + "10", trump + "A") if card not in hand)
        hand += [card for card in PACK if card not in (*hand, up)][: 5 - len(hand)]
        found |= {play.split("=")[0] for play in plays(table(" ".join(hand), up=up)) if "=" in play}
    assert set(WILDS[trump].split()) == found
    assert set(PERMANENT) <= found
    assert len(found) == (7 if trump in "HS" else 6)


@clause("PERL-1.6", "PERL-1.7", "PERL-3.3")
def test_a_wild_card_stands_for_any_of_the_33() -> None:
    """Also for one in its owner's hand, for one played before, for one in the trick, for the card turned up."""
    m = tame("D7 SA C9 C8 H10", "H9 CK D9")
    assert {"SA", "C9", "C8", "H10"} | as_any("D7") == plays(m)
    assert 33 == len(as_any("D7"))
    play(m, "SA")
    m = tame("H9 HA", "D7 C9 C8 SK CK", "H7 H8", "HJ HQ")
    play(m, "H9")
    assert as_any("D7") | {"C9", "C8", "SK", "CK"} == plays(m)


@clause("PERL-1.2", "PERL-3.11")
@pytest.mark.parametrize(("one", "up"), [("S", "H10"), ("H", "S10"), ("D", "S10"), ("C", "S10")])
def test_ranks_of_a_suit(one: str, up: str) -> None:
    """From the ace down to the 7, ♦ to the 6: of two that follow one another the higher wins."""
    order = [one + rank for rank in reversed(RANKS) if one + rank in PACK]
    assert (9 if one == "D" else 8) == len(order)
    for high, low in pairwise(order):
        others = " ".join(card for card in ("C8", "D8", "H8", "S8") if suit(card) != one and suit(card) != up[0])
        lead, other = others.split()[:2]
        assert E == taker(trick(f"{low} {high} {lead} {other}", up=up))
        assert N == taker(trick(f"{high} {low} {lead} {other}", up=up))


@clause("PERL-1.3", "PERL-1.4", "PERL-3.12", "EX-PERL-1")
@TRUMPS
def test_the_smaller_number_is_stronger(trump: str) -> None:
    """Each wild card beats the next one as the same card, whichever was played first."""
    up = trump + "10"
    for strong, weak in pairwise(WILDS[trump].split()):
        assert N == taker(trick(f"{strong}={trump}A {weak}={trump}A D8 D9", up=up))
        assert E == taker(trick(f"{weak}={trump}A {strong}={trump}A D8 D9", up=up))


@clause("PERL-1.3")
def test_the_seven_of_spades_is_wild_under_spades_alone() -> None:
    """And the 7 of hearts under hearts."""
    for hand, up, wild in (("S7 H7", "S10", "S7"), ("S7 H7", "H10", "H7"), ("S7 H7", "C10", ""), ("S7 H7", "D10", "")):
        trump = suit(up)
        m = tame(hand, trump=trump, up=up)
        assert {one for one in ("S7", "H7") if f"{one}=CA" in plays(m)} == ({wild} if wild else set())


@clause("PERL-1.3", "EX-PERL-1")
def test_wild_cards_change_from_deal_to_deal() -> None:
    """The knave of the last trump suit is a plain card again."""
    m = tame("SJ SA", trump="S", cut_ritual="off")
    assert "SJ=CA" in plays(m)
    m = tame("SJ SA", trump="C")
    assert "SJ=CA" not in plays(m)
    assert "SJ" in plays(m)


@clause("PERL-1.5", "PERL-3.3")
def test_card_that_is_not_wild_is_no_other() -> None:
    """A natural card is itself."""
    m = tame("SK S9 H9 CK DQ")
    assert {"SK", "S9", "H9", "CK", "DQ"} == plays(m)
    assert m.gestures.refusal(N, "play CK as HA") is not None
    assert m.gestures.refusal(N, "play SK as SA") is not None


def test_seats_and_partners() -> None:
    """N leads when W deals, and play goes clockwise."""
    m = tame("SA", "S9", "SK", "S8")
    for seat, card in ((N, "SA"), (E, "S9"), (S, "SK"), (W, "S8")):
        assert (seat,) == m.actors
        play(m, card)
