"""The scoring of a deal: clauses CUC-4 and the worked examples on them."""

from typing import Any

import pytest

from tests.aloud import play, take
from tests.clauses import clause
from tests.games.cucumber.builders import PRESETS, VARIANTS, asks, at_table, last_trick, out, play_last, score

ALL_LOSE = [v for v in VARIANTS if PRESETS[v]["last_trick_tie"] == "all_lose"]


@clause("CUC-4.1")
def test_only_the_last_trick_scores() -> None:
    """Whoever takes the tricks before the last pays nothing for them."""
    m = at_table("CA CK C2", "C3 C4 C5", "H3 H4 H6")
    play(m, "CA C3 H3 CK C4 H4")
    assert [0, 0, 0] == score(m)
    assert [0, 0, 6] == score(play(m, "C2 C5 H6"))


@clause("CUC-4.1")
def test_loser_is_who_played_the_strongest_card() -> None:
    """The strongest card of the last trick loses, wherever it was played."""
    assert [11, 0, 0] == score(last_trick("CJ C5 C10"))
    assert [0, 11, 0] == score(last_trick("C5 CJ C10"))
    assert [0, 0, 11] == score(last_trick("C5 C10 CJ"))


@clause("CUC-4.2")
def test_points_are_added_to_a_running_total() -> None:
    """The loser's card is added to the total that was there."""
    assert [3, 19, 5] == score(last_trick("C5 CJ C10", score=[3, 8, 5], out_at=99))


@clause("CUC-4.2", "CUC-4.3")
def test_the_account_shows_the_card_of_each_line() -> None:
    """Whoever pays or is refunded reads for which card."""
    m = last_trick("C7 C9 H9 C4", score=[5, 6, 13, 0])
    codes = m.game.pack.codes
    shown = {
        (note.line.key, note.seat): [codes[kind] for kind in note.pieces]
        for note in m.score_sheet.account
        if note.pieces
    }
    assert {("loses", 2): ["H9"], ("refunded", 1): ["C9"]} == shown


@clause("CUC-4.3", "CUC-4.4", "EX-CUC-6", "AGURK-1.3")
def test_refund() -> None:
    """On 7, 9, 9, 4 with totals 5, 6, 13, 0 the totals become 5, 0, 22, 0 and P3 is out."""
    m = last_trick("C7 C9 H9 C4", score=[5, 6, 13, 0])
    assert [5, 0, 22, 0] == score(m)
    assert [2] == out(m)


@clause("CUC-4.3", "EX-CUC-8", "AGURK-2.1", "AGURK-2.2")
def test_refund_of_jokers() -> None:
    """Joker, A, Joker with totals 20, 3, 2 gives 5, 3, 17."""
    assert [5, 3, 17] == score(last_trick("JR CA JR", variant="agurk-joker", score=[20, 3, 2]))


@clause("CUC-4.3")
def test_refund_of_a_triple_tie() -> None:
    """Of three tied players the last loses and both others subtract."""
    assert [10, 12, 19, 5] == score(last_trick("C9 H9 S9 C4", score=[19, 21, 10, 5], out_at=99))


@clause("CUC-4.4")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (8, 0), (9, 0), (10, 1)])
def test_total_never_below_zero(before: int, after: int) -> None:
    """A refund of nine leaves nothing below zero."""
    assert [after, 9] == score(last_trick("C9 H9", score=[before, 0]))


@clause("CUC-4.5", "GURKA_NO-1.5", "EX-CUC-24", "GURKA_NO-1.4")
def test_all_tied_players_lose() -> None:
    """On 10, 10, 4 with totals 2, 12, 0 both tens lose: 12, 22, 0, and P2 is out."""
    m = last_trick("C10 H10 C4", variant="gurka-no", score=[2, 12, 0])
    assert [12, 22, 0] == score(m)
    assert [1] == out(m)


@clause("CUC-4.3", "CUC-4.5", "GURKA_SE-1.5", "OGOREK-1.7", "GURKA_IS-2.1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_ties_of_each_preset(variant: str) -> None:
    """Of 9, 9, 4 with 10 each, all tied lose in Norway, Iceland and old Ogórek; elsewhere the first is refunded."""
    expected = [19, 19, 10] if variant in ALL_LOSE else [1, 19, 10]
    assert expected == score(last_trick("C9 H9 C4", variant=variant, score=[10, 10, 10], out_at=99, buy_in="none"))


@clause("CUC-4.6")
def test_contra_does_not_multiply_a_refund() -> None:
    """Contra doubles what the loser adds and leaves the refund single."""
    m = last_trick("CK HK C4", variant="ogorek-contra", score=[20, 1, 3], contra=2)
    assert [7, 27, 3] == score(m)
    m = last_trick("CK HK C4", variant="ogorek-contra", score=[20, 1, 3], contra=0)
    assert [7, 27, 3] == score(m)


@clause("CUC-4.6")
def test_double_does_not_multiply_a_refund() -> None:
    """A player who doubled gets a single refund."""
    m = at_table("C2", "H9", "C4", variant="rassi", stock="C9", initial={"score": [20, 0, 0]})
    take(m, "keep", "keep", "keep", "double", "keep", "keep", "keep")
    assert [11, 9, 0] == score(play(m, "C9 H9 C4"))


@clause("CUC-4.7", "EX-CUC-40", "OGOREK-2.6")
def test_each_loser_has_an_own_multiplier() -> None:
    """With contra said by P2 the tied 9, 9, 4 costs P1 18 and P2 36."""
    m = last_trick("C9 H9 C4", variant="ogorek-contra", contra=1, last_trick_tie="all_lose")
    assert [18, 36, 0] == score(m)


@clause("CUC-4.7")
@pytest.mark.parametrize(("speaker", "points"), [(0, 9 * 4 * 2), (1, 9 * 2 * 2), (None, 9 * 2)])
def test_contra_times_the_exchange(speaker: int | None, points: int) -> None:
    """A doubled player who loses with a 9 adds it twice, times two or four after contra."""
    m = at_table("C2", "C3", variant="rassi", contra=True, stock="C9", out_at=99)
    take(m, "keep", "keep", "double", "keep", "keep")
    assert [points, 0] == score(play_last(m, "C9 C3", contra=speaker))


@clause("CUC-4.7")
def test_contra_times_the_redouble() -> None:
    """A redoubled player who said contra adds the card sixteen times."""
    m = at_table("C2", "C3", variant="rassi", contra=True, stock="C9 C10", out_at=999)
    take(m, "keep", "keep", "double", "keep", "redouble")
    assert [160, 0] == score(play_last(m, "C10 C3", contra=0))


@clause("CUC-4.7")
def test_only_the_losers_multiplier_counts() -> None:
    """A player who doubled and does not lose adds nothing, and the loser adds the bare card."""
    m = at_table("C2", "H9", variant="rassi", stock="C3")
    take(m, "keep", "keep", "double", "keep", "keep")
    assert [0, 9] == score(play(m, "C3 H9"))


@clause("CUC-4.8")
def test_reset_takes_the_limit_along() -> None:
    """With the limit at 15, a total of exactly 15 goes to 0 and one of 21 does not."""
    assert [0, 0] == score(last_trick("C10 C2", variant="gurka-is", out_at=15, score=[5, 0]))
    assert [21, 0] == score(last_trick("C10 C2", variant="gurka-is", out_at=30, score=[11, 0]))


@clause("CUC-4.8")
def test_reset_also_after_a_subtraction() -> None:
    """A refund that leads to exactly the limit resets too."""
    options: dict[str, Any] = {"exact_reset": True, "fixed_deals": 5}
    assert [0, 9] == score(last_trick("C9 H9", score=[30, 0], **options))


@clause("CUC-4.8", "CUC-5.4")
def test_reset_comes_before_drop_outs() -> None:
    """With `ge` a total of exactly the limit is reset and therefore not out, one above it is out."""
    m = last_trick("CJ C2 C3", score=[10, 0, 0], exact_reset=True)
    assert ([0, 0, 0], []) == (score(m), out(m))
    m = last_trick("CJ C2 C3", score=[11, 0, 0], exact_reset=True)
    assert ([22, 0, 0], [0]) == (score(m), out(m))


@clause("CUC-4.8")
def test_reset_is_off_by_default() -> None:
    """Without `exact_reset` a total of exactly 21 stands."""
    assert [21, 0, 0] == score(last_trick("CJ C2 C3", score=[10, 0, 0]))


@clause("CUC-17.6")
def test_scoring_changes_nobody_else() -> None:
    """Only the loser's total moves where nobody ties."""
    assert [1, 2, 16, 4] == score(last_trick("C5 C6 CQ C9", score=[1, 2, 4, 4]))


@clause("CUC-2.9", "CUC-4.2")
def test_the_buy_in_question_follows_the_scoring() -> None:
    """The totals asked about are those after the deal."""
    m = last_trick("C9 C2 C3", variant="gurka-se", score=[21, 18, 24])
    assert (0, {"buy", "decline"}) == asks(m)
    assert [30, 18, 24] == score(m)
