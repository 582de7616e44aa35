"""Section 2: the card turned up, and who may take it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import codes, state, told, turn
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    EVERYBODY,
    E,
    N,
    S,
    W,
    legal,
    offers,
    phase,
    refused,
    shown,
    table,
    take,
    trump,
    up,
)
from tests.games.perlaggen.naive_figures import PACK, PERMANENT
from torite import Match

#: ♦6 is turned up, W deals. W has two ♦ to give, its partner E one, N none.
GIVING = ("SA SK S9 CJ H10", "HA H9 CK D8 CA", "DJ C10 H8 HJ HQ", "D9 DQ SQ C8 D7")
AFTER_DECLINE = pytest.mark.parametrize("after", ["none", "partner"])


def giving(w: str, e: str, card: str = "D6", dealer: int = W, **options: Any) -> Match:
    """A wild card is turned up; the dealer and its partner have these hands, the others no card of trumps."""
    free = [one for one in PACK if one[0] != card[0] and one not in (*w.split(), *e.split(), *PERMANENT)]
    hands = ["", "", "", ""]
    hands[dealer], hands[(dealer + 2) % 4] = w, e
    for seat in ((dealer + 1) % 4, (dealer + 3) % 4):
        hands[seat] = " ".join(free.pop() for _ in range(5))
    return table(*hands, up=card, dealer=dealer, **options)


@clause("EX-PERL-3", "PERL-2.9", "PERL-2.10")
def test_example_3_dealer_may_take_the_weli() -> None:
    """For any ♦ but ♦7; the trumps are ♦ before and after."""
    m = table(*GIVING, up="D6")
    assert ("exchange", W, "D") == (phase(m), turn(m), trump(m))
    assert {"decline", "exchange D9", "exchange DQ"} == legal(m)
    assert {"PERL-2.10"} == refused(m, "exchange D7", "exchange SQ")
    take(m, "exchange D9")
    assert ({"D6", "DQ", "SQ", "C8", "D7"}, "D9", "D") == (set(m.cards(W)), up(m), trump(m))
    assert ("play", N) == (phase(m), turn(m))


@clause("EX-PERL-3", "PERL-2.11")
@AFTER_DECLINE
def test_example_3_partner_may_where_the_dealer_has_none(after: str) -> None:
    """The dealer's only ♦ is ♦7, or it has none."""
    for w in ("D7 SQ C8 SA S8", "HA SQ C8 SA S8"):
        m = giving(w, "H9 HQ CK D8 DJ", exchange_after_decline=after)
        assert ("exchange", E) == (phase(m), turn(m))
        assert {"decline", "exchange D8", "exchange DJ"} == legal(m)
        assert set() == legal(m, W)
        assert {"PERL-2.11"} == refused(m, "W decline")
        take(m, "exchange DJ")
        assert ("DJ", {"D6", "D8"}) == (up(m), {"D6", "D8"} & set(m.cards(E)))
        assert ("play", N) == (phase(m), turn(m))


@clause("PERL-2.11", "PERL-2.10")
def test_all_are_told_that_the_dealer_has_no_card_to_give() -> None:
    """When the right passes to the partner."""
    m = giving("D7 SQ C8 SA S8", "H9 HQ CK D8 DJ")
    assert [W] == [seat for _, seat, _ in told(m, "cannot_exchange")]
    for viewer in EVERYBODY:
        assert any(note.line.key == "cannot_exchange" for seen in m.history(viewer) for note in seen.notes)
    assert [] == told(table(*GIVING, up="D6"), "cannot_exchange")


@clause("PERL-2.12")
@pytest.mark.parametrize(
    ("card", "w", "given"),
    [("HK", "H7 HJ HQ SA S8", "H7 HJ HQ"), ("D6", "DJ DQ D7 SA S8", "DJ DQ"), ("C7", "CQ CJ C8 HK D6", "CQ CJ C8")],
)
def test_trump_wild_cards_may_be_given(card: str, w: str, given: str) -> None:
    """The 7, J and Q of trumps, but no permanent wild card; it lies face up then."""
    for one in given.split():
        m = giving(w, "S9 SK SJ S10 S7", card=card)
        assert {"decline", *(f"exchange {other}" for other in given.split())} == legal(m)
        take(m, f"exchange {one}")
        assert (one, True) == (up(m), card in m.cards(W))
        for viewer in EVERYBODY:
            view = m.public if viewer < 0 else m.view(viewer)
            assert [one] == codes(m, view.turned)
            assert viewer < 0 or card in codes(m, view.hand[W])
            assert [card] == [one for seen in m.history(viewer) for note in seen.notes for one in shown(m, note)][-1:]


@clause("PERL-2.13")
@AFTER_DECLINE
def test_dealer_declines(after: str) -> None:
    """That ends the matter, or the partner has its turn."""
    m = take(table(*GIVING, up="D6", exchange_after_decline=after), "decline")
    if after == "none":
        assert ("play", N, "D6") == (phase(m), turn(m), up(m))
        assert m.gestures.refusal(E, "exchange D8") is not None
    else:
        assert ("exchange", E) == (phase(m), turn(m))
        assert {"decline", "exchange D8"} == legal(m)
        take(m, "exchange D8")
        assert ("play", "D8", True) == (phase(m), up(m), "D6" in m.cards(E))


@clause("PERL-2.14")
@AFTER_DECLINE
def test_partner_may_decline_too(after: str) -> None:
    """The wild card stays where it is."""
    m = take(giving("D7 SQ C8 SA S8", "H9 HQ CK D8 DJ", exchange_after_decline=after), "decline")
    assert ("play", N, "D6") == (phase(m), turn(m), up(m))
    if after == "partner":
        m = take(table(*GIVING, up="D6", exchange_after_decline=after), "decline", "decline")
        assert ("play", N, "D6") == (phase(m), turn(m), up(m))


@clause("PERL-2.15")
@AFTER_DECLINE
def test_step_passes_where_nobody_can(after: str) -> None:
    """Without an action."""
    m = giving("D7 SQ C8 SA S8", "H9 HQ CK CJ SJ", exchange_after_decline=after)
    assert ("play", N, "D6") == (phase(m), turn(m), up(m))
    m = giving("DJ SQ C8 SA S8", "H9 HQ CK CJ SJ", exchange_after_decline=after)
    assert ("exchange", W) == (phase(m), turn(m))
    assert ("play", N) == (phase(take(m, "decline")), turn(m))


@clause("PERL-2.10", "PERL-2.9")
@pytest.mark.parametrize("card", ["S7", "HQ", "SJ", "CA", "D9"])
def test_only_a_permanent_wild_card_is_exchanged(card: str) -> None:
    """Not one that is wild by the trumps alone, and no natural one."""
    m = table(up=card, seed=3)
    assert ("play", N, card[0]) == (phase(m), turn(m), trump(m))
    assert {"PERL-2.10"} == refused(m, f"W exchange {m.cards(W)[0]}", "W decline")


@clause("PERL-2.10", "PERL-2.9")
@pytest.mark.parametrize("card", PERMANENT)
@pytest.mark.parametrize("dealer", range(4))
def test_each_permanent_wild_card_makes_its_suit_trumps(card: str, dealer: int) -> None:
    """And may be taken by the dealer, whoever that is."""
    ten, nine = card[0] + "10", card[0] + "9"
    m = giving(f"{ten} S8 SA SQ SJ", f"{nine} S7 S9 SK D8", card=card, dealer=dealer)
    assert ("exchange", dealer, card[0]) == (phase(m), turn(m), trump(m))
    take(m, f"exchange {ten}")
    assert (ten, (dealer + 1) % 4) == (up(m), turn(m))
    assert 12 == len(codes(m, state(m).stock))


@clause("PERL-2.10", "PERL-2.11", "PERL-5.3", "PERL-5.2")
def test_nothing_else_before_the_exchange() -> None:
    """No card, no bet, no concession by anybody; exchange and refusal are the dealer's alone."""
    m = table(*GIVING, up="D6")
    for seat in (N, E, S):
        assert set() == legal(m, seat)
    assert set() == offers(m, W)
    assert {"PERL-5.3"} == refused(m, "W bet spiel", "N bet gleich", "E concede hanger", "N play SA", "W play D9")
    assert {"PERL-2.11"} == refused(m, "E exchange D8", "E decline")
    take(m, "decline")
    assert {"bet spiel", "concede gleich", "concede hanger", "concede spiel"} <= offers(m, W)
    assert {"PERL-2.10"} == refused(m, "W decline", "W exchange D9", "N decline")


@clause("PERL-2.10", "PERL-4.5")
def test_card_that_was_taken_belongs_to_the_five() -> None:
    """It counts for figures, and the one given does not."""
    m = table("SA SK S9 CJ H10", "HA H9 CK C9 CA", "HJ C10 H8 DJ HQ", "D9 DA SQ C8 S8", up="D6")
    assert "bet gleich" in legal(take(m, "exchange DA"), W)
    m = take(table("SA SK S9 CJ H10", "HA H9 CK C9 CA", "HJ C10 H8 DJ HQ", "D9 S8 SQ C8 DA", up="D6"), "decline")
    assert {"bet gleich", "bet spiel"} == {code for code in offers(m, W) if code.startswith("bet")}
    m = table("SA SK S9 CJ H10", "HA H9 CK C9 CA", "HJ C10 H8 DJ HQ", "D9 S10 SQ C8 DA", up="D6")
    assert {"bet spiel"} == {code for code in offers(take(m, "decline"), W) if code.startswith("bet")}
