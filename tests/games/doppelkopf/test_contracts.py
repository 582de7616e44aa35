"""Which contracts a hand may name: clauses DOKO-5 and 3.7."""

from typing import Any

import pytest

from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    KINDS,
    SOLOS,
    TRUMPS,
    bid,
    contract,
    contract_by,
    course,
    normal,
    parties,
    plain_hand,
    reserving,
    table,
    trump_hand,
    verbs,
)
from torite import Match

POOR = plain_hand("D9 DK D10", but="H")


def reserved(*seats: int, hands: tuple[str, ...] = (), **how: Any) -> Match:
    """A table where these seats reserve and the others pass; seat 0 is forehand."""
    return reserving(table(*hands, **how), *seats)


@clause("DOKO-5.1", "DOKO-5.2", "DOKO-6.3")
def test_all_pass_is_a_normal_game() -> None:
    """Four passes, and forehand leads to a normal game without a declarer."""
    m = normal()
    assert ("normal", -1, 0, {"play"}) == (contract(m), m.public.declarer, turn(m), verbs(m))


@clause("DOKO-5.1", "DOKO-5.5", "DOKO-6.4", "DOKO-6.15")
@pytest.mark.parametrize("seat", range(4))
def test_lone_reserver_names_any_solo(seat: int) -> None:
    """He names his contract at once: every kind of solo, and nothing that his hand does not entitle him to."""
    hands = ["", "", "", ""]
    hands[seat] = trump_hand("CQ H10")
    hands[(seat + 1) % 4] = "CQ"
    m = reserved(seat, hands=tuple(hands))
    assert (seat, SOLOS) == (turn(m), legal(m))


@clause("DOKO-5.5", "DOKO-6.10")
@pytest.mark.parametrize("hand", [plain_hand(), trump_hand(), POOR, "CQ CQ D9", "C9 C9 S9 S9 H9 H9"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_hand_may_reserve_and_play_any_solo(hand: str, kind: str) -> None:
    """Without a trump, with nothing but trumps, poor or with both ♣Q: every solo is open."""
    m = table(hand)
    assert {"pass", "reserve"} == legal(m)
    m = contract_by(0, f"solo-{kind}", hand)
    assert (f"solo-{kind}", 0, {"play"}) == (contract(m), m.public.declarer, verbs(m))


@clause("DOKO-5.3", "DOKO-6.4")
@pytest.mark.parametrize(("queens", "may"), [("CQ CQ", True), ("CQ", False), ("", False), ("SQ SQ", False)])
def test_marriage_needs_both_queens_of_clubs(queens: str, may: bool) -> None:
    """With one ♣Q or none, or two other queens, no marriage can be named."""
    hand = trump_hand(queens)
    m = reserved(0, hands=(hand, *(["CQ"] if queens == "CQ" else ["CQ", "CQ"] if queens != "CQ CQ" else [])))
    assert may == ("bid marriage" in legal(m))
    assert "bid poverty" not in legal(m)
    if may:
        assert "marriage" == contract(bid(m, "marriage"))
    else:
        refusal = m.why(0, "bid marriage")
        assert refusal is not None
        assert "DOKO-5.3" == refusal[1]


@clause("DOKO-5.4")
@pytest.mark.parametrize("trumps", range(7))
def test_poverty_needs_three_trumps_or_fewer(trumps: int) -> None:
    """With none to three trumps a poverty may be named, with four or more not."""
    m = reserved(0, hands=(plain_hand(" ".join(["D9", "DK", "DJ", "HJ", "SJ", "DA"][:trumps])),))
    assert (trumps <= 3) == ("bid poverty" in legal(m))
    if trumps > 3:
        refusal = m.why(0, "bid poverty")
        assert refusal is not None
        assert "DOKO-5.4" == refusal[1]


@clause("DOKO-5.4", "DOKO-3.2")
@pytest.mark.parametrize("card", TRUMPS)
def test_each_trump_counts_towards_a_poverty(card: str) -> None:
    """Each of the 13 counts as a trump: with it and two others a hand is poor, with both of it and two others not."""
    others = " ".join([one for one in ("D9", "DK", "D10") if one != card][:2])
    assert "bid poverty" in legal(reserved(0, hands=(plain_hand(f"{card} {others}"),)))
    assert "bid poverty" not in legal(reserved(0, hands=(plain_hand(f"{card} {card} {others}"),)))


@clause("DOKO-5.4", "DOKO-3.3", "DOKO-3.4")
@pytest.mark.parametrize("cards", ["CA C10 CK C9", "SA S10 SK S9", "HA HK H9 HA"])
def test_plain_cards_do_not_count_towards_a_poverty(cards: str) -> None:
    """Three trumps and nine plain cards of any kind are poor."""
    assert "bid poverty" in legal(reserved(0, hands=(plain_hand(f"D9 DK D10 {cards}"),)))


@clause("DOKO-5.3", "DOKO-5.4", "DOKO-6.4")
def test_poor_hand_with_both_queens_names_either() -> None:
    """Both ♣Q and one more trump: marriage, poverty and all solos are open."""
    m = reserved(0, hands=(plain_hand("CQ CQ D9"),))
    assert SOLOS | {"bid marriage", "bid poverty"} == legal(m)


@clause("DOKO-5.6", "DOKO-8.2")
def test_both_queens_may_keep_silent() -> None:
    """Who holds both ♣Q may pass; it is a normal game, and nobody hears of it."""
    m = table("CQ CQ")
    assert {"pass", "reserve"} == legal(m)
    bid(m, "pass pass pass pass")
    assert ("normal", [0, 0, 0, 0]) == (contract(m), parties(m))
    assert "announce re" in legal(m, 0)
    assert all("announce contra" in legal(m, seat) for seat in (1, 2, 3))


@clause("DOKO-5.7")
def test_poverty_may_be_switched_off() -> None:
    """With `poverty_allowed` off no poor hand may name one, nor is it asked for; by default it is."""
    assert "bid poverty" in legal(reserved(0, hands=(POOR,)))
    assert SOLOS == legal(reserved(0, hands=(POOR,), poverty_allowed="no"))
    assert SOLOS == legal(reserved(0, hands=(POOR,), variant="doppelkopf-ddv"))
    with_it = course(reserved(0, 1, hands=(POOR,)))
    without = course(reserved(0, 1, hands=(POOR,), poverty_allowed="no"))
    assert ["solo", "solo", "poverty", "poverty", "marriage", "marriage"] == [question for question, _ in with_it]
    assert ["solo", "solo", "marriage", "marriage"] == [question for question, _ in without]


@clause("DOKO-3.7", "DOKO-6.4")
@pytest.mark.parametrize("way", ["lone", "question", "bound"])
@pytest.mark.parametrize(("option", "extra"), [("yes", {"bid solo-diamonds"}), ("no", set())])
def test_diamond_solo_may_be_forbidden(way: str, option: str, extra: set[str]) -> None:
    """With `diamond_suit_solo` off no naming offers ♦; by default it is a solo like the others."""
    m = reserved(*((0,) if way == "lone" else (0, 1)), all_reservers_pass="first_must_solo", diamond_suit_solo=option)
    if way == "question":
        bid(m, "yes")
    elif way == "bound":
        course(m)
    assert (SOLOS - {"bid solo-diamonds"}) | extra == legal(m)
