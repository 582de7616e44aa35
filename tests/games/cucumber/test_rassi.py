"""Rassi of Finland: clauses RASSI-1 and RASSI-2."""

from typing import Any

import pytest

from tests.aloud import play, take, turn
from tests.clauses import clause
from tests.games.cucumber.builders import (
    asks,
    at_table,
    codes,
    decline_all,
    follow,
    last_trick,
    out,
    refuses,
    row,
    score,
    verbs,
)
from torite import Match

LOW = ["C2 C3 C4 C5 C6 C7", "H2 H3 H4 H5 H6 H7", "S2 S3 S4 S5 S6 S7"]


def rassi(*hands: str, **options: Any) -> Match:
    """A Rassi deal with these hands."""
    return at_table(*hands, variant="rassi", **options)


@clause("RASSI-1.1", "RASSI-1.2")
@pytest.mark.parametrize(("seats", "pack"), [(2, 52), (5, 52), (6, 104), (9, 104)])
def test_players_cards_and_packs(seats: int, pack: int) -> None:
    """Two to nine players have six cards each, of two packs from six players on."""
    m = rassi(seats=seats)
    assert [6] * seats == [len(m.cards(seat)) for seat in range(seats)]
    assert pack - 6 * seats == m.public.stock_left


@clause("RASSI-1.1")
def test_no_tenth_player() -> None:
    """Nine players are the most."""
    assert not refuses("rassi", 9)
    assert refuses("rassi", 10)
    assert refuses("rassi", 1)


@clause("RASSI-1.3", "EX-CUC-20")
def test_ace_is_weakest_in_the_last_trick() -> None:
    """On A, 5, K, 2 the king loses 13."""
    assert [0, 0, 13, 0] == score(last_trick("CA C5 CK C2", variant="rassi"))
    assert [0, 2] == score(last_trick("CA C2", variant="rassi"))


@clause("RASSI-1.3")
def test_ace_is_strongest_in_other_tricks() -> None:
    """Before the last trick an ace beats a king and wins."""
    m = decline_all(rassi("CK C2", "CA C3", "C5 C4"))
    assert 1 == turn(play(m, "CK CA C4"))


@clause("RASSI-1.4", "EX-CUC-21")
def test_losing_ace_counts_one() -> None:
    """On A, A, A with 3, 0, 7 the last adds 1 and the first gets 1 off."""
    assert [2, 0, 8] == score(last_trick("CA HA SA", variant="rassi", score=[3, 0, 7]))
    assert [0, 0, 21] == score(last_trick("CA HA SA", variant="rassi", score=[3, 0, 7], ace_points=14))


@clause("RASSI-1.5")
def test_fifty_is_out() -> None:
    """A total of 50 is out, 49 is in."""
    assert [0] == out(last_trick("CK C2 C3", variant="rassi", score=[37, 0, 0]))
    assert [] == out(last_trick("CK C2 C3", variant="rassi", score=[36, 0, 0]))


@clause("RASSI-1.6")
def test_lowest_card_is_judged_with_the_ace_strong() -> None:
    """On a king the hand 3, 9, A has the ace as a beating card and the 3 as the lowest."""
    assert {"C3", "CA"} == follow("HK", "C3 C9 CA", "rassi")
    assert {"C9"} == follow("HK", "C9 CQ", "rassi")


@clause("RASSI-2.1", "EX-CUC-22", "RASSI-2.9")
@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("CA C10 C9 H9 C4 C2", True),
        ("CJ C10 C9 H9 C4 C2", False),
        ("CQ C10 C9 H9 C4 C2", False),
        ("CK C10 C9 H9 C4 C2", False),
        ("CA HA SA DA C4 C2", True),
    ],
)
def test_free_exchange_needs_a_hand_without_courts(hand: str, may: bool) -> None:
    """A hand without K, Q, J may be exchanged free; another is asked all the same and can only keep."""
    assert ({"free", "keep"} if may else {"keep"}) == codes(rassi(hand))


@clause("RASSI-2.1")
def test_whole_hand_is_exchanged() -> None:
    """A free exchange discards all six cards and draws the next six."""
    m = rassi(LOW[0], stock="CA HA SA DA C9 H9 S9")
    take(m, "free")
    assert {"CA", "HA", "SA", "DA", "C9", "H9"} == set(m.cards(0))
    assert 52 - 12 - 6 == m.public.stock_left


@clause("RASSI-2.1")
def test_free_exchange_has_no_price() -> None:
    """Who took the free exchange adds the bare card."""
    m = rassi("C2", "C3", stock="C9")
    take(m, "free", "keep", "keep", "keep")
    assert [9, 0] == score(play(m, "C9 C3"))


@clause("RASSI-2.2", "RASSI-2.3", "RASSI-2.4")
def test_three_rounds_from_the_dealers_left() -> None:
    """Free, double, redouble are asked clockwise, the dealer last; redouble only of those who doubled."""
    m = rassi(*LOW, dealer=1)
    found = []
    for answer in ("keep", "keep", "keep", "double", "keep", "double", "keep", "redouble"):
        found.append(asks(m))
        take(m, answer)
    free, double, redouble = ({verb, "keep"} for verb in ("free", "double", "redouble"))
    expected = [(seat, free) for seat in (2, 0, 1)] + [(seat, double) for seat in (2, 0, 1)]
    assert [*expected, (2, redouble), (1, redouble)] == found
    assert {"play"} == verbs(m)


@clause("RASSI-2.2", "RASSI-2.9")
def test_courts_do_not_bar_a_double() -> None:
    """A hand with a king may be exchanged in the second round."""
    m = take(rassi("CK CQ CJ C2 C3 C4", LOW[1]), "keep", "keep")
    assert (0, {"double", "keep"}) == asks(m)


@clause("RASSI-2.2", "EX-CUC-23")
def test_double() -> None:
    """A doubled player losing with 9 adds 18."""
    m = take(rassi("C2", "C3", stock="C9"), "keep", "keep", "double", "keep", "keep")
    assert [18, 0] == score(play(m, "C9 C3"))


@clause("RASSI-2.3", "EX-CUC-23")
def test_redouble() -> None:
    """A redoubled player with 15 losing with 9 adds 36 and is out with 51."""
    m = rassi("C2", "C3", "C4", stock="C8 C9", initial={"score": [15, 0, 0]})
    take(m, *["keep"] * 3, "double", "keep", "keep", "redouble")
    play(m, "C9 C3 C4")
    assert ([51, 0, 0], [0]) == (score(m), out(m))


@clause("RASSI-2.4")
def test_redouble_without_a_double() -> None:
    """With the option everybody is asked in the third round, and pays four times without a double."""
    m = rassi("C2", "C3", stock="C9", redouble_needs_double=False)
    take(m, *["keep"] * 4)
    assert (0, {"redouble", "keep"}) == asks(m)
    take(m, "redouble")
    assert (1, {"redouble", "keep"}) == asks(m)
    take(m, "keep")
    assert [36, 0] == score(play(m, "C9 C3"))


@clause("RASSI-2.4")
def test_nobody_is_asked_to_redouble_who_did_not_double() -> None:
    """Without a double the tricks follow the second round."""
    assert {"play"} == verbs(take(rassi(*LOW), *["keep"] * 6))


@clause("RASSI-2.5")
def test_declining_the_redouble_keeps_the_double() -> None:
    """Who doubled and does not redouble still adds twice the card, and keeps the hand."""
    m = take(rassi("C2", "C3", stock="C9 C10"), "keep", "keep", "double", "keep", "keep")
    assert ["C9"] == m.cards(0)
    assert [18, 0] == score(play(m, "C9 C3"))


@clause("RASSI-2.6")
def test_one_player_may_take_all_three() -> None:
    """Free, double and redouble one after another, at four times the card."""
    m = take(rassi("C2", "C3", stock="C8 C9 C10"), "free", "keep", "double", "keep", "redouble")
    assert ["C10"] == m.cards(0)
    assert [40, 0] == score(play(m, "C10 C3"))


@clause("RASSI-2.7", "EX-CUC-41", "RASSI-2.11")
def test_small_stock() -> None:
    """Five players, three exchanges: four cards are left and nobody is asked any more."""
    m = rassi(*LOW, "D2 D3 D4 D5 D6 D7", "C8 H8 S8 D8 C9 H9")
    take(m, "free", "free", "free")
    assert (4, {"play"}) == (m.public.stock_left, verbs(m))
    assert (0, {"play"}) == asks(m)


@clause("RASSI-2.7")
def test_asked_with_exactly_a_hand_in_the_stock() -> None:
    """Six cards in the stock are enough, five are not."""
    m = at_table(*LOW[:2], variant="rassi", seats=2, hand_size=17)
    assert (18, 0) == (m.public.stock_left, turn(m))
    m = take(at_table(variant="rassi", seats=4, hand_size=10, stock="C2"), "keep")
    assert 12 == m.public.stock_left
    m = at_table(variant="rassi", seats=2, hand_size=18)
    assert (16, {"play"}) == (m.public.stock_left, verbs(m))


@clause("RASSI-2.11", "RASSI-2.7", "EX-CUC-41")
def test_reshuffle() -> None:
    """With `reshuffle` the fourth draws the last four and the top two of the 18 shuffled discards."""
    low = [*LOW, "D2 D3 D4 D5 D6 D7", "C8 H8 S8 D8 C9 H9"]
    m = rassi(*low, stock_empty="reshuffle")
    take(m, "free", "free", "free")
    discards = {card for hand in LOW for card in hand.split()}
    seen = {card for seat in range(5) for card in m.cards(seat)} | discards
    last_four = {
        s + r for s in "CSHD" for r in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    } - seen
    assert (4, (3, {"free", "keep"})) == (m.public.stock_left, asks(m))
    take(m, "free")
    new = set(m.cards(3))
    assert last_four < new
    assert 2 == len(new & discards)
    assert 16 == m.public.stock_left
    assert not new & set(low[3].split())


@clause("RASSI-2.11")
def test_discards_and_stock_together_must_be_enough() -> None:
    """Sixteen cards and no discards are not enough for a hand of eighteen, also with `reshuffle`."""
    m = at_table(variant="rassi", seats=2, hand_size=18, stock_empty="reshuffle")
    assert {"play"} == verbs(m)


@clause("RASSI-2.11")
def test_own_hand_just_thrown_is_not_drawn_again() -> None:
    """The hand just thrown away stays out of the shuffle: with an empty stock the earlier discards come back."""
    hand = [f"{s}{r}" for s in "CSHD" for r in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]]
    low = [c for c in hand if c[1:] not in "JQK"]
    first, second = low[:13], low[13:26]
    rest = [c for c in hand if c not in first + second]
    m = rassi(" ".join(first), " ".join(second), stock=" ".join(rest), stock_empty="reshuffle")
    take(m, "free", "free")
    assert (0, set(rest)) == (m.public.stock_left, {*m.cards(0), *m.cards(1)})
    before = set(m.cards(0))
    assert (0, {"double", "keep"}) == asks(m)
    take(m, "double")
    assert set(first + second) > set(m.cards(0))
    assert not before & set(m.cards(0))
    assert 13 == m.public.stock_left
    take(m, "double")
    assert set(first + second) == {*m.cards(0), *m.cards(1)}


@clause("RASSI-2.10")
def test_jokers_and_top_cards_do_not_prevent_the_free_exchange() -> None:
    """A joker or ♣6 is no K, Q or J."""
    m = rassi("JR C10 C9 H9 C4 C2", jokers=1)
    assert {"free", "keep"} == codes(m)
    m = rassi("C6 C10 C9 H9 C4 C2", top_cards="C6=21")
    assert {"free", "keep"} == codes(m)


@clause("RASSI-2.10")
def test_six_cards_mean_the_whole_hand() -> None:
    """With hands of four an exchange takes four cards, and four in the stock are enough."""
    m = take(rassi("C2 C3 C4 C5", "H2 H3 H4 H5"), "free")
    assert 52 - 8 - 4 == m.public.stock_left
    m = rassi(
        *(" ".join(f"{s}{r}" for s in "CSHD") for r in ["2", "3", "4", "5", "6", "7", "8", "9", "A"]), two_decks_from=10
    )
    assert (16, {"free", "keep"}) == (m.public.stock_left, codes(m))
    take(m, *["free"] * 4)
    assert (0, {"play"}) == (m.public.stock_left, verbs(m))


@clause("RASSI-2.8")
def test_what_was_exchanged_in_which_round_is_public() -> None:
    """The factors are public, the drawn cards are not."""
    m = take(rassi(*LOW), "keep", "keep", "keep", "double", "keep", "keep")
    assert [2, 1, 1] == row(m, "factor")
    take(m, "redouble")
    assert [4, 1, 1] == row(m, "factor")
    assert {"free", "double", "redouble", "keep"} >= {seen.code for seen in m.history(1) if seen.seat == 0}
