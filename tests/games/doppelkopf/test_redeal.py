"""The redeal right of the 40-card variant: clauses DOKO-18.6 to 18.9 and 18.24, and the worked example 21."""

from typing import Any

import pytest

import torite
from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import TRUMPS, bid, keep_all, plain_hand, points_in, table, trump_hand
from torite import Match

FORTY = "doppelkopf-40"
POOR = plain_hand("DK D10", size=10)  # 2 trumps
RICH = "DA DA HA HA H10 H10 S10 S10 SQ CQ"  # 90 card points


def forty(*hands: str, **how: Any) -> Match:
    """A table with 40 cards, before the redeal is asked for."""
    return table(*hands, variant=FORTY, **how)


def may_redeal(hand: str, **how: Any) -> bool:
    """Tell whether a hand gives the right to a new deal."""
    return "redeal" in legal(forty(hand, **how), 0)


@clause("DOKO-18.3", "DOKO-18.6")
@pytest.mark.parametrize("trumps", range(6))
def test_redeal_right_by_trumps(trumps: int) -> None:
    """Two trumps or fewer give the right, three do not."""
    hand = plain_hand(" ".join(["DK", "D10", "DJ", "HJ", "SJ"][:trumps]), without="CA CA SA SA HA HA", size=10)
    assert points_in(hand) < 84
    assert (trumps <= 2) == may_redeal(hand)


@clause("DOKO-18.3", "DOKO-18.7")
@pytest.mark.parametrize("card", [card for card in TRUMPS if card != "D9"])
def test_each_trump_counts_against_the_redeal_right(card: str) -> None:
    """The 12 kinds of DOKO-18.3 are the trumps that are counted."""
    others = [one for one in ("DK", "DJ", "HJ") if one != card]
    few = plain_hand(f"{card} {others[0]}", without="CA CA SA SA HA HA", size=10)
    many = plain_hand(f"{card} {others[0]} {others[1]}", without="CA CA SA SA HA HA", size=10)
    assert points_in(few) < 84 > points_in(many)
    assert [True, False] == [may_redeal(few), may_redeal(many)]


@clause("EX-DOKO-21", "DOKO-18.6")
@pytest.mark.parametrize(
    ("hand", "points", "right"),
    [
        ("CA CA SA SA HA H10 D10 DK DQ DJ", 84, True),
        ("CA CA SA SA HA H10 D10 DQ HQ DJ", 83, False),
        ("CA CA SA SA HA C10 S10 CQ HQ SJ", 83, False),
        ("CA CA SA SA HA C10 S10 CK DQ DJ", 84, True),
        ("CA CA SA SA HA C10 C10 CK SK DJ", 85, True),
        ("HA CK CK SK SK HK HK C10 DQ DJ", 50, True),
        ("DA DA CA CA HA HA SA SA H10 H10", 108, True),
    ],
)
def test_example_redeal_right(hand: str, points: int, right: bool) -> None:
    """84 card points give the right, 83 do not unless there are two trumps or fewer."""
    assert (points, right) == (points_in(hand), may_redeal(hand))


@clause("DOKO-18.7", "DOKO-18.24")
def test_everybody_is_asked_before_the_bidding() -> None:
    """All four at once, in any order; without the right there is only keep; bidding begins when all have kept."""
    m = forty(POOR, trump_hand(without=POOR, size=10))
    assert {0, 1, 2, 3} == set(m.actors)
    assert [{"keep", "redeal"}, {"keep"}] == [legal(m, 0), legal(m, 1)]
    for seat in (2, 0, 3):
        m.act(seat, "keep")
        assert seat not in m.actors
        assert () == m.actions(seat)
        assert {"pass", "reserve"}.isdisjoint(legal(m, 1))
    m.act(1, "keep")
    assert (0, {"pass", "reserve"}) == (turn(m), legal(m))


@clause("DOKO-18.6")
def test_refused_redeal_says_why() -> None:
    """Without the right it is refused by the clause."""
    refusal = forty(trump_hand(size=10)).why(0, "redeal")
    assert refusal is not None
    assert refusal[1].startswith("DOKO-18.")


@clause("DOKO-18.7")
def test_redeal_is_a_right_and_not_a_duty() -> None:
    """Who keeps plays on with the hand."""
    m = forty(POOR)
    before = sorted(m.cards(0))
    keep_all(m)
    assert (before, {"pass", "reserve"}) == (sorted(m.cards(0)), legal(m))


@clause("DOKO-18.6", "DOKO-18.8", "DOKO-18.24")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("kept", [(), (1,), (3, 1, 2)])
def test_redeal_ends_the_question(dealer: int, kept: tuple[int, ...]) -> None:
    """One demand suffices: everybody sees that whole hand, the same dealer deals again, nobody scores."""
    m = forty(POOR, dealer=dealer)
    for seat in kept:
        m.act(seat, "keep")
    m.act(0, "redeal")
    assert ((), True) == (m.actors, m.log.deal_over)
    for view in [m.public, *(m.view(viewer) for viewer in range(4))]:
        shown = [sorted(m.game.pack.codes[kind] for kind in m.game.pack.listed(row)) for row in view.shown[:4]]
        assert sorted(POOR.split()) == shown[0]
    m.go_on()
    assert (dealer, [0] * 4, [10] * 4) == (m.public.dealer, m.scores, [len(m.cards(seat)) for seat in range(4)])
    assert {0, 1, 2, 3} == set(m.actors)


@clause("DOKO-18.7")
def test_one_new_deal_even_if_several_want_it() -> None:
    """Two entitled players: the first demand ends the question, and one new deal follows."""
    m = forty(POOR, RICH)
    assert "redeal" in legal(m, 1) & legal(m, 0)
    m.act(1, "redeal")
    with pytest.raises(torite.ToriteError):
        m.act(0, "redeal")
    m.go_on()
    assert 2 == sum(entry.chance == "deal" for entry in m.log)


@clause("DOKO-18.6")
@pytest.mark.parametrize("option", ["yes", "no"])
def test_redeal_right_by_option(option: str) -> None:
    """Switched off, nobody is asked; by default all are."""
    m = forty(POOR, redeal_right_40=option)
    assert ({"keep", "redeal"} if option == "yes" else {"pass", "reserve"}) == legal(m, 0)


@clause("DOKO-18.24")
def test_right_not_used_is_not_learnt() -> None:
    """Whether a hand gave the right or not, the others see and hear the same after it is kept."""
    seen = []
    for hand in (POOR, trump_hand(size=10)):
        m = forty(hand)
        m.act(0, "keep")
        view = m.view(2)
        seen.append((m.history(2)[-1].code, m.history(2)[-1].notes, list(view.barred), list(view.required), m.actors))
    assert seen[0] == seen[1]


@clause("DOKO-18.9", "DOKO-5.4")
@pytest.mark.parametrize(("trumps", "redeal"), [("DK", True), ("DK D10", True), ("DK D10 HJ", False)])
def test_poverty_beside_the_redeal(trumps: str, redeal: bool) -> None:
    """Three trumps are a poverty without a redeal; with fewer there is the choice."""
    hand = plain_hand(trumps, without="CA CA SA SA HA HA", size=10)
    m = forty(hand)
    assert redeal == ("redeal" in legal(m, 0))
    bid(keep_all(m), "reserve pass pass pass")
    assert "bid poverty" in legal(m)


@clause("DOKO-18.6")
def test_right_of_all_pairs_of_points_and_trumps() -> None:
    """Over many deals the right is exactly 84 points or two trumps."""
    found = set()
    for seed in range(60):
        m = torite.Match(FORTY, seed=seed)
        for seat in range(4):
            hand = m.cards(seat)
            right = points_in(" ".join(hand)) >= 84 or sum(card in TRUMPS for card in hand) <= 2
            assert right == ("redeal" in legal(m, seat))
            found.add(right)
    assert {True, False} == found
