"""Dropping out and winning: clauses CUC-5."""

from fractions import Fraction
from typing import Any

import pytest

import torite
from tests.aloud import turn
from tests.clauses import clause
from tests.games.cucumber.builders import PRESETS, VARIANTS, chips, last_trick, next_deal, out, score, seats_of
from torite import Match

LIMITS = {
    "gurka-se-short": 20, "gurka-se": 30, "gurka-no": 21, "gurka-is": 22, "agurk-trad": 22, "agurk": 21,
    "ogorek-21": 21, "ogorek": 50, "kurkku": 30, "matapesa": 30, "rassi": 50, "norwegian": 21,
}  # fmt: skip  #: by the beginning of a variant's name, the least total that is out


def winners(m: Match) -> list[int]:
    """The seats in the first place, which must be those that share the win equally."""
    assert m.result is not None
    first = [seat for seat, place in enumerate(m.result.places) if place == 1]
    assert [Fraction(int(s in first), len(first)) for s in range(m.seats)] == list(m.result.shares)
    return first


@clause("CUC-5.1", "EX-CUC-7", "AGURK-1.2")
def test_reaching_or_passing_the_limit() -> None:
    """A total of 21 is out in Agurk and still in where it takes more than 21."""
    m = last_trick("C7 C9 C5", score=[0, 12, 0])
    assert ([0, 21, 0], [1]) == (score(m), out(m))
    m = last_trick("C7 C9 C5", variant="agurk-trad", score=[0, 12, 0])
    assert ([0, 21, 0], []) == (score(m), out(m))
    assert [1] == out(last_trick("C7 C10 C5", variant="agurk-trad", score=[0, 12, 0]))


@clause(
    "CUC-5.1", "AGURK-1.2", "GURKA_SE-1.2", "OGOREK-1.6", "KURKKU-1.3", "EX-CUC-18",
    "MATAPESA-1.6", "RASSI-1.5", "GURKA_NO-1.4", "NORWEGIAN-1.11", "GURKA_IS-2.3",
)  # fmt: skip
@pytest.mark.parametrize("variant", VARIANTS)
def test_limit_of_each_preset(variant: str) -> None:
    """One point short of the limit stays in, the limit itself drops out (the next one where more is needed)."""
    start = next(start for start in LIMITS if variant.startswith(start))
    limit = LIMITS[start]
    options: dict[str, Any] = {"buy_in": "none", "exact_reset": False}
    assert [] == out(last_trick("C9 C2 C3", variant, [limit - 10, 0, 0], **options))
    assert [0] == out(last_trick("C9 C2 C3", variant, [limit - 9, 0, 0], **options))


@clause("CUC-5.2")
def test_last_player_left_wins() -> None:
    """The match ends when one player is left, and that player wins."""
    m = last_trick("CK C2", score=[10, 20])
    assert m.over
    assert [1] == winners(m)


@clause("CUC-5.1", "CUC-5.2")
@pytest.mark.parametrize(("language", "why"), [("en", "stays in longer"), ("ja", "長く残った")])
def test_a_place_that_the_score_does_not_tell_is_explained(language: str, why: str) -> None:
    """Points are bad, and yet 28 comes before 26: it was out later."""
    m = last_trick("CK C2 -", score=[15, 20, 26])
    assert m.result is not None
    assert ([2, 1, 3], [28, 20, 26]) == (list(m.result.places), list(m.scores))
    for viewer in (0, 1):
        told = [line.text for line in torite.lay_out(m, viewer, language).account if line.clause == "CUC-5.1"]
        assert [True] == [why in line for line in told]


@clause("CUC-5.3")
def test_play_goes_on_while_two_are_left() -> None:
    """With two players left the next deal is played, and only between them."""
    m = last_trick("CK C2 C3", score=[10, 20, 0])
    assert not m.over
    m.go_on()
    assert [0, 1, 1] == [len(m.cards(s)) for s in range(3)]
    assert 2 == turn(m)


@clause("CUC-5.4")
def test_all_drop_outs_happen_together() -> None:
    """Two of three players drop out in one deal and the third wins at once."""
    m = last_trick("C9 H9 C4", variant="gurka-no", score=[15, 18, 20])
    assert ([24, 27, 20], [0, 1]) == (score(m), out(m))
    assert [2] == winners(m)


@clause("CUC-5.4")
def test_refund_and_drop_out_in_one_deal() -> None:
    """A refund counts before anybody is taken out: the refunded player is saved from an earlier excess."""
    m = last_trick("C9 H9 C4", score=[20, 13, 0])
    assert ([11, 22, 0], [1]) == (score(m), out(m))


@clause("CUC-5.5", "EX-CUC-27")
def test_all_out_together() -> None:
    """Two left with 15 and 18 lose with tied nines: 24 and 27, and 24 wins."""
    m = last_trick("C9 H9 -", variant="gurka-no", score=[15, 18, 30])
    assert [24, 27, 30] == score(m)
    assert m.over
    assert [0] == winners(m)


@clause("CUC-5.5")
def test_earlier_drop_outs_do_not_win() -> None:
    """A player who dropped out before with a lower total does not win when all others go."""
    m = last_trick("C9 H9 -", variant="gurka-no", score=[15, 18, 21])
    assert [0] == winners(m)


@clause("CUC-5.6")
@pytest.mark.parametrize(("dealer", "expected"), [(0, [10, 11, 9]), (1, [11, 10, 9])])
def test_joint_winners_share_the_pot(dealer: int, expected: list[int]) -> None:
    """Equal lowest totals share a pot of three; the odd chip goes to the first from the dealer's left."""
    m = last_trick("C9 H9 -", variant="gurka-no", score=[15, 15, 30], dealer=dealer)
    assert m.over
    assert [0, 1] == winners(m)
    assert expected == chips(m)
    assert 0 == m.public.pot


@clause("CUC-5.6")
def test_odd_chips_go_one_by_one() -> None:
    """Three joint winners of a pot of eight get three, three and two chips, from the dealer's left."""
    m = last_trick("C9 H9 S9 -", variant="gurka-no", score=[15, 15, 15, 30], dealer=1, ante_chips=2)
    assert [0, 1, 2] == winners(m)
    assert [8 + 3, 8 + 2, 8 + 3, 8] == chips(m)


@clause("CUC-5.7", "MATAPESA-1.6")
def test_fixed_deals() -> None:
    """With two fixed deals nobody drops out at the limit and the lowest total wins after the second."""
    m = last_trick("CA C2 C3", variant="matapesa", score=[29, 40, 1], fixed_deals=2)
    assert ([43, 40, 1], [], False) == (score(m), out(m), m.over)
    next_deal(m, "C2 C3 CA")
    assert ([43, 40, 15], [], True) == (score(m), out(m), m.over)
    assert [2] == winners(m)


@clause("CUC-5.7", "MATAPESA-1.6")
def test_fixed_deals_end_in_a_joint_win() -> None:
    """One fixed deal: the two who did not lose win jointly and share the pot."""
    m = last_trick("CA C2 C3", variant="gurka-no", fixed_deals=1)
    assert m.over
    assert [1, 2] == winners(m)
    assert [9, 11, 10] == chips(m)


@clause("CUC-5.7")
def test_fixed_deals_switch_off_buy_ins_and_club6() -> None:
    """Neither a buy-in is offered nor does ♣6 put out; a reset still happens."""
    m = last_trick("CK C2 C3", variant="gurka-se", score=[20, 3, 2], fixed_deals=3)
    assert m.log.deal_over
    assert ([33, 3, 2], []) == (score(m), out(m))
    m = last_trick("C6 C2 C3", variant="gurka-is", club6_always_out=True, fixed_deals=3)
    assert ([0, 0, 0], []) == (score(m), out(m))
    m = last_trick("C6 C2 C3", variant="gurka-is", club6_always_out=True, fixed_deals=3, score=[5, 0, 0])
    assert ([26, 0, 0], [], False) == (score(m), out(m), m.over)


@clause("CUC-5.8")
def test_total_is_kept_after_dropping_out() -> None:
    """The total of a player who is out stays as it was at the drop-out."""
    m = last_trick("CK C2 C3", score=[10, 0, 0])
    next_deal(m, "- C2 C9")
    assert [23, 0, 9] == score(m)
    assert [0] == out(m)


@clause("CUC-5.8")
def test_dealer_of_the_share_out_is_that_of_the_last_deal() -> None:
    """The odd chip goes to the left of the dealer of the last deal, not of the dealer who would be next."""
    m = last_trick("C9 H9 S9 -", variant="gurka-no", score=[15, 15, 15, 30], dealer=0)
    assert [9 + 1, 9 + 2, 9 + 1, 9] == chips(m)


@clause("CUC-5.2", "CUC-6.3", "GURKA_NO-1.3")
def test_winner_of_the_match_takes_the_pot() -> None:
    """The last player left has the antes of all."""
    m = last_trick("C9 C2 -", variant="gurka-no", score=[20, 0, 30])
    assert [1] == winners(m)
    assert ([9, 12, 9], 0) == (chips(m), m.public.pot)


@clause("CUC-17.9")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_ends(variant: str) -> None:
    """First-choice play ends in a result with one or more winners and the pot empty."""
    m = torite.Match(variant, seats=seats_of(variant)[0], options={"out_at": 12, "exact_reset": False}, seed=3)
    for _ in range(5000):
        if m.over:
            break
        m.act(turn(m), str(m.actions(turn(m))[-1]))
    assert m.over
    assert winners(m)
    assert 0 == m.public.pot
    assert PRESETS[variant]["ante"] == "no" or 10 * m.seats == sum(chips(m))


@clause("CUC-5.2")
def test_whoever_is_out_is_told_since_when():
    """At the seat, and in the ranks at the end: `out in deal 4`."""
    match = torite.Match("agurk", 4, seed="since when")
    fell: dict[int, int] = {}
    while not match.over:
        seat = match.actors[0]
        match.act(seat, match.actions(seat)[0])
        for place in torite.lay_out(match).seats:
            if place.out:
                fell.setdefault(place.seat, len(match.score_sheet.deals))
    told = {seat.seat: [mark.text for mark in seat.marks if mark.name == "out"] for seat in torite.lay_out(match).seats}
    assert {seat: [f"out in deal {deal}"] for seat, deal in fell.items()} == {s: t for s, t in told.items() if t}
    assert len(set(fell.values())) > 1
