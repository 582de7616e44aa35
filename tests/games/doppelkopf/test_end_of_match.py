"""Totals, the account of a deal and who wins the match: clauses DOKO-14.1, 14.3, 14.4 and 14.6."""

from typing import Any

import pytest

from tests.aloud import scored
from tests.clauses import clause
from tests.games.doppelkopf.builders import contract_by, normal, play_any
from torite import Match


def one_deal(score: list[int] | None = None, **how: Any) -> Match:
    """Play a match of one deal, a normal game of seats 0 and 2, from these totals."""
    given = {} if score is None else {"score": score}
    return play_any(normal("CQ", "", "CQ", deal_count=1, initial=given, **how))


@clause("DOKO-14.6")
def test_highest_total_wins() -> None:
    """The totals of all deals decide, not the last deal; equal totals share the rank."""
    change = one_deal().scores
    assert change[0] == change[2] == -change[1] == -change[3] != 0
    m = one_deal([10 - change[0], 30 - change[1], 10 - change[2], 20 - change[3]])
    assert m.over
    assert m.scores == [10, 30, 10, 20]
    assert m.result is not None
    assert m.result.places == (3, 1, 3, 2)
    assert [float(share) for share in m.result.shares] == [0, 1, 0, 0]


@clause("DOKO-14.6")
def test_equal_totals_share_the_first_rank() -> None:
    """Two or four players with the highest total all win."""
    change = one_deal().scores
    m = one_deal([5 - change[0], -change[1], 5 - change[2], 5 - change[3]])
    assert m.result is not None
    assert m.result.places == (1, 4, 1, 1)
    m = one_deal([-points for points in change])
    assert m.result is not None
    assert m.result.places == (1, 1, 1, 1)
    assert {float(share) for share in m.result.shares} == {0.25}


@clause("DOKO-14.6", "DOKO-1.3")
def test_idle_dealer_keeps_his_total() -> None:
    """With five players the dealer's total stays as it was and is ranked with the others."""
    given = {"score": [0, 0, 0, 0, 50]}
    m = play_any(normal("CQ", "", "CQ", seats=5, dealer=4, deal_count=1, initial=given))
    assert m.scores[4] == 50
    assert m.result is not None
    assert m.result.places[4] == 1


@clause("DOKO-14.1", "DOKO-14.3")
def test_totals_are_added_up() -> None:
    """What a deal brings is added to the totals that were there."""
    change = one_deal().scores
    before = [7, -3, 0, 100]
    assert one_deal(before).scores == [a + b for a, b in zip(before, change, strict=True)]


@clause("DOKO-14.3", "DOKO-14.4")
@pytest.mark.parametrize("contract", ["normal", "solo-queens"])
def test_account_tells_what_each_player_scores(contract: str) -> None:
    """The account has a line of every player's score, and its items add up to it."""
    m = one_deal() if contract == "normal" else play_any(contract_by(0, contract, deal_count=1))
    lines = scored(m)
    told = {seat: amount for key, seat, amount in lines if key.startswith("scores")}
    assert [told[seat] for seat in range(4)] == m.scores
    extra = {"fox": 1, "charlie": 1, "caught": 1, "double": 1}
    value = net = 0
    for key, _, amount in lines:
        kind, _, party = key.partition("_")
        if kind in extra:
            net += amount if party == "re" else -amount
        elif key not in ("re_wins", "contra_wins", "wins") and not key.startswith("scores"):
            value += amount
    total = (value if m.public.winner == 2 else -value) + net
    assert m.scores[0] == (total if contract == "normal" else 3 * total)
