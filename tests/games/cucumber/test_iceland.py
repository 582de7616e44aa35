"""Gúrka of Iceland: clauses GURKA_IS-1, 2 and 4."""

from typing import Any

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cucumber.builders import (
    asks,
    at_table,
    cards_open,
    codes,
    follow,
    last_trick,
    out,
    ranks_open,
    refuses,
    score,
    sets,
    sets_open,
    verbs,
)
from torite import Match


def iceland(*hands: str, **options: Any) -> Match:
    """A deal of Gúrka with these hands."""
    return at_table(*hands, **{"variant": "gurka-is", **options})


def sizes(m: Match, deals: int) -> list[int]:
    """Play deals of single cards and list their hand sizes."""
    found = []
    for _ in range(deals):
        found.append(len(m.cards(turn(m))))
        while not m.log.deal_over:
            m.act(turn(m), "play " + min(cards_open(m)))
        m.go_on()
    return found


@clause("GURKA_IS-1.1")
def test_players() -> None:
    """Two to four players, 52 cards."""
    assert [True, False, False, True] == [refuses("gurka-is", n) for n in (1, 2, 4, 5)]
    assert 52 - 40 == iceland(seats=4).public.stock_left


@clause("GURKA_IS-1.2")
def test_club6_is_strongest_and_counts_21() -> None:
    """♣6 loses to no card, takes the last trick and counts 21; other sixes lie between five and seven."""
    assert [0, 26] == score(last_trick("CA C6", variant="gurka-is", score=[0, 5]))
    assert [26, 0] == score(last_trick("C6 CA", variant="gurka-is", score=[5, 0]))
    assert [0, 11, 0] == score(last_trick("C5 S6 D2", variant="gurka-is", score=[0, 5, 0]))
    assert [0, 0, 12] == score(last_trick("C5 S6 D7", variant="gurka-is", score=[0, 0, 5]))


@clause("GURKA_IS-1.3", "GURKA_IS-1.4", "EX-CUC-35")
def test_deals_shrink_and_begin_again() -> None:
    """Deals of 10, 9, ... 1, then 10, 9 again."""
    assert [*range(10, 0, -1), 10, 9] == sizes(iceland(seats=2, out_at=9999), 12)


@clause("GURKA_IS-1.4")
def test_deals_stay_at_one() -> None:
    """With `stay` all deals after the one of a single card have a single card."""
    assert [3, 2, 1, 1, 1] == sizes(iceland(seats=2, out_at=9999, hand_size=3, shrink_end="stay"), 5)


@clause("GURKA_IS-1.4", "GURKA_IS-1.16", "EX-CUC-43")
def test_deals_bounce() -> None:
    """With `bounce` and three cards: 3, 2, 1, 2, 3, 2, 1."""
    options: dict[str, Any] = {"out_at": 9999, "hand_size": 3, "shrink_end": "bounce"}
    assert [3, 2, 1, 2, 3, 2, 1, 2, 3] == sizes(iceland(seats=2, **options), 9)


@clause("GURKA_IS-1.5")
def test_leader_plays_a_set_of_one_rank() -> None:
    """A lead is one card, or several of one rank; mixed ranks are not allowed."""
    expected = sets("C9", "H9", "S9", "C9 H9", "C9 S9", "H9 S9", "C9 H9 S9", "C4", "H4", "C4 H4")
    assert expected == sets_open(iceland("C9 H9 S9 C4 H4"))


@clause("GURKA_IS-1.6", "GURKA_IS-1.2")
def test_top_card_is_a_rank_of_its_own() -> None:
    """♣6 is not led with other sixes, nor the black sevens with each other or with red ones."""
    assert sets("C6", "S6", "H6", "S6 H6", "C2") == sets_open(iceland("C6 S6 H6 C2"))
    singles = sets("C7", "S7", "H7", "D7", "H7 D7", "C2")
    assert singles == sets_open(iceland("C7 S7 H7 D7 C2", variant="gurka-is-sevens"))


@clause("GURKA_IS-1.7", "EX-CUC-36")
def test_one_card_is_kept() -> None:
    """From 7, 7 only one 7 may be led; from three sevens two."""
    assert sets("C7", "H7") == sets_open(iceland("C7 H7"))
    assert sets("C7", "H7", "S7", "C7 H7", "C7 S7", "H7 S7") == sets_open(iceland("C7 H7 S7"))


@clause("GURKA_IS-1.7", "EX-CUC-42", "CUC-3.14")
def test_no_card_need_be_kept() -> None:
    """Without the rule 9, 9 may be led together: the other plays 9, 4 and they add 18 and 9."""
    m = iceland("C9 H9", "S9 C4", keep_last_single=False)
    assert sets("C9", "H9", "C9 H9") == sets_open(m)
    take(m, "play C9 H9")
    assert sets("S9 C4") == sets_open(m)
    take(m, "play S9 C4")
    assert [18, 9] == score(m)


@clause("GURKA_IS-1.8")
def test_single_lead() -> None:
    """A follower plays one equal or higher card, or the lowest, also when able to beat."""
    assert {"C9", "CK", "C3"} == follow("H9", "C3 C5 C9 CK", "gurka-is")
    assert {"C3"} == follow("H9", "C3 C5 C8", "gurka-is")
    m = take(iceland("H9 H2 H3", "C9 CK C4"), "play H9")
    assert sets("C9", "CK", "C4") == sets_open(m)


@clause("GURKA_IS-1.9")
def test_reference_is_the_strongest_card() -> None:
    """On 9, K, 3 a ten does not beat; by `previous` it does."""
    assert {"C2", "CA"} == follow("H9 HK H3", "C2 C10 CA", "gurka-is")
    assert {"C2", "C10", "CA"} == follow("H9 HK H3", "C2 C10 CA", "gurka-is", beat_reference="previous")


@clause("GURKA_IS-1.10", "GURKA_IS-1.12", "GURKA_IS-1.13", "EX-CUC-30")
def test_following_a_set() -> None:
    """On 9-9-9 from 4, 5, 9, 10, 10, Q, K: any three of the five beating cards, or 4-5-9."""
    m = iceland("C9 H9 S9 C2 C3 H2 H3", "C4 C5 D9 C10 H10 CQ CK")
    take(m, "play C9 H9 S9")
    open_sets = sets_open(m)
    assert 11 == len(open_sets)
    assert sets("D9 C10 H10", "D9 C10 CQ", "CQ CK H10", "C4 C5 D9") <= open_sets
    assert not sets("C4 CQ CK", "C4 C5 C10", "C5 D9 C10") & open_sets


@clause("GURKA_IS-1.11", "EX-CUC-31")
@pytest.mark.parametrize(
    ("multi_follow", "expected"),
    [("highest", {"2-3-7"}), ("pairwise", {"10-J-Q", "10-J-K", "10-Q-K", "J-Q-K", "2-3-7"})],
)
def test_third_hand_after_a_mixed_set(multi_follow: str, expected: Any) -> None:
    """On 9-9-9 and 9-10-Q the hand 2, 3, 7, 10, J, Q, K has only its lowest, or four sets compared in pairs."""
    hands = ["C9 H9 S9 C2 C3 H2 H3", "D9 C10 CQ C4 H4 S4 D4", "S2 S3 S7 S10 SJ SQ SK"]
    m = take(iceland(*hands, multi_follow=multi_follow), "play C9 H9 S9", "play D9 C10 CQ")
    assert expected == ranks_open(m)


@clause("GURKA_IS-1.11", "GURKA_IS-1.15")
def test_pairwise_measures_by_the_winning_play() -> None:
    """After 5-5, 3-K the play with the king is winning, though its other card is low."""
    hands = ["C5 H5 C8 H8", "C3 CK HK SK", "C4 DK HQ HA"]
    m = take(iceland(*hands, multi_follow="pairwise"), "play C5 H5", "play C3 CK")
    assert {"4-K", "4-A", "Q-K", "Q-A", "K-A", "4-Q"} == ranks_open(m)
    m = take(iceland(*hands), "play C5 H5", "play C3 CK")
    assert {"K-A", "4-Q"} == ranks_open(m)


@clause("GURKA_IS-1.12", "GURKA_IS-1.14", "GURKA_IS-1.13", "EX-CUC-32")
def test_thrown_lowest_cards_may_win() -> None:
    """On 5-5 from 3, K, K: K-K or the two lowest 3-K, whose king still wins the trick."""
    m = take(iceland("C5 H5 C2", "C3 CK HK"), "play C5 H5")
    assert sets("CK HK", "C3 CK", "C3 HK") == sets_open(m)
    take(m, "play C3 CK")
    assert 1 == turn(m)


@clause("GURKA_IS-1.14")
def test_last_of_equal_strongest_cards_wins() -> None:
    """Of two plays with a king the later one wins, whatever else is in them."""
    m = iceland("C9 H9 C2", "CK HK C3", "S2 SK S3")
    take(m, "play C9 H9", "play CK HK")
    assert sets("S2 S3") == sets_open(m)
    m = iceland("CQ HQ C2", "CK HK C3", "S2 SK DK")
    take(m, "play CQ HQ", "play CK HK", "play S2 SK")
    assert 2 == turn(m)


@clause("GURKA_IS-1.2", "EX-CUC-33")
def test_only_club6_beats_an_ace() -> None:
    """On an ace the hand ♣6, ♠6, 3 has ♣6 or the 3."""
    assert {"C6", "C3"} == follow("HA", "C6 S6 C3", "gurka-is")


@clause("GURKA_IS-1.15")
def test_previous_play_under_highest() -> None:
    """With `previous` the strongest card of the play before is the measure."""
    m = iceland("CK HK C8 H8", "C2 C5 CA HA", "C4 C6 D7 S7", beat_reference="previous")
    take(m, "play CK HK", "play C2 C5")
    assert {"4-7", "7-7", "6-7"} == ranks_open(m)


@clause("GURKA_IS-1.15")
def test_previous_play_under_pairwise() -> None:
    """With `previous` and `pairwise` every card is measured against the play before, position by position."""
    hands = ["CK HK C8 H8", "C2 CQ DQ SQ", "C3 C4 C5 HA"]
    options: dict[str, Any] = {"beat_reference": "previous", "multi_follow": "pairwise"}
    m = take(iceland(*hands, **options), "play CK HK", "play C2 CQ")
    assert {"3-A", "4-A", "5-A", "3-4"} == ranks_open(m)


@clause("GURKA_IS-1.15", "GURKA_IS-4.2")
def test_every_comparison_is_strict() -> None:
    """Without equality each single card must be stronger."""
    m = take(iceland("C9 H9 C2 H2", "S9 C10 CJ C3", beat_equal=False), "play C9 H9")
    assert {"10-J", "3-9"} == ranks_open(m)
    options: dict[str, Any] = {"beat_equal": False, "multi_follow": "pairwise"}
    m = take(iceland("C9 H9 C2 H2", "D9 C10 CJ C3", "SJ S10 SQ S3", **options), "play C9 H9", "play C10 CJ")
    assert {"J-Q", "3-10"} == ranks_open(m)


@clause("GURKA_IS-1.17")
def test_lowest_lead_of_sets() -> None:
    """With `lead_rule = lowest` a set is led from the lowest rank only."""
    m = iceland("C4 H4 C9 H9 S9", lead_rule="lowest")
    assert sets("C4", "H4", "C4 H4") == sets_open(m)


@clause("GURKA_IS-1.17", "CUC-3.8")
def test_equal_cards_at_the_edge() -> None:
    """Of 3, 5, 5, 5 the two lowest are the 3 with any of the fives."""
    m = take(iceland("CK HK C2 H2", "C3 C5 H5 S5"), "play CK HK")
    assert sets("C3 C5", "C3 H5", "C3 S5") == sets_open(m)


@clause("GURKA_IS-1.18")
def test_refund_of_several_cards() -> None:
    """In a last trick of two cards a tied player under `refund` takes off every card of the strongest rank."""
    options: dict[str, Any] = {"keep_last_single": False, "last_trick_tie": "refund", "out_at": 99}
    m = iceland("C9 H9", "S9 C4", initial={"score": [20, 1]}, **options)
    take(m, "play C9 H9", "play S9 C4")
    assert [2, 10] == score(m)


@clause("GURKA_IS-2.1")
def test_all_tied_players_lose() -> None:
    """Both nines lose."""
    assert [9, 9, 0] == score(last_trick("C9 H9 C4", variant="gurka-is"))


@clause("GURKA_IS-2.2", "GURKA_IS-2.3", "GURKA_IS-2.4", "EX-CUC-34")
@pytest.mark.parametrize(
    ("before", "card", "after", "gone"),
    [
        (0, "C6", 0, False),
        (5, "C6", 26, True),
        (7, "CA", 0, False),
        (8, "CA", 22, True),
        (6, "CA", 20, False),
    ],
)
def test_reset_and_limit(before: int, card: str, after: int, gone: Any) -> None:
    """Exactly 21 goes back to 0, more is out; ♣6 follows the same arithmetic."""
    m = last_trick(f"{card} C2 C3", variant="gurka-is", score=[before, 0, 0])
    assert (after, [0] if gone else []) == (score(m)[0], out(m))


@clause("GURKA_IS-2.2", "GURKA_IS-2.3", "EX-CUC-34")
def test_reset_and_drop_out_in_one_deal() -> None:
    """On 9, 9, 4 with 12, 13, 1: the first is reset, the second out, the third unchanged."""
    m = last_trick("C9 H9 C4", variant="gurka-is", score=[12, 13, 1])
    assert ([0, 22, 1], [1]) == (score(m), out(m))


@clause("GURKA_IS-2.4", "EX-CUC-44", "CUC-17.6")
def test_club6_always_out() -> None:
    """With the option the player at 0 who loses with ♣6 has 21 and is out; without it 0 and still in."""
    m = last_trick("C6 C2", variant="gurka-is", score=[0, 5], club6_always_out=True)
    assert ([21, 5], [0], True) == (score(m), out(m), m.over)
    m = last_trick("C6 C2", variant="gurka-is", score=[0, 5])
    assert ([0, 5], []) == (score(m), out(m))


@clause("GURKA_IS-2.5")
def test_no_buy_in_saves_from_club6() -> None:
    """Who lost with ♣6 is not asked to return, and is no measure for the others."""
    options: dict[str, Any] = {"club6_always_out": True, "buy_in": "free", "out_at": 60}
    m = last_trick("C6 C2 C3", variant="gurka-is", score=[8, 20, 5], **options)
    assert [29, 20, 5] == score(m)
    assert (1, {"return", "decline"}) == asks(m)
    take(m, "return")
    assert ([29, 5, 5], [0]) == (score(m), out(m))


@clause("GURKA_IS-2.5")
def test_other_losers_are_not_put_out_by_the_option() -> None:
    """The option speaks of ♣6 only: another exact 21 is reset, and without ♣6 on top it has no effect."""
    m = last_trick("CA C2 C3", variant="gurka-is", score=[7, 0, 0], club6_always_out=True)
    assert ([0, 0, 0], []) == (score(m), out(m))
    m = last_trick("C6 C2 C3", variant="gurka-is-sevens", score=[15, 0, 0], club6_always_out=True)
    assert ([0, 0, 0], []) == (score(m), out(m))
    m = last_trick("C6 C2 C3", score=[0, 0, 0], club6_always_out=True)
    assert ([6, 0, 0], []) == (score(m), out(m))


@clause("GURKA_IS-4.1", "EX-CUC-38")
def test_sevens() -> None:
    """On ♠7, ♣7, A the ♠7 loses 16; without it ♣7 loses 15; ♣6 is an ordinary six."""
    assert [16, 0, 0] == score(last_trick("S7 C7 CA", variant="gurka-is-sevens"))
    assert [0, 15, 0] == score(last_trick("CK C7 CA", variant="gurka-is-sevens"))
    assert [0, 0, 7] == score(last_trick("C6 C2 H7", variant="gurka-is-sevens"))
    assert {"C2"} == follow("HA", "C6 C2 H7", "gurka-is-sevens")
    assert {"C2", "S7"} == follow("C7", "CA C2 S7", "gurka-is-sevens")


@clause("GURKA_IS-4.2")
def test_strict() -> None:
    """Only strictly stronger cards beat."""
    assert {"C3", "C10"} == follow("H9", "C3 C9 C10", "gurka-is-strict")


@clause("GURKA_IS-4.3", "GURKA_IS-4.4")
@pytest.mark.parametrize(("variant", "first"), [("gurka-is-5", 5), ("gurka-is-6", 6)])
def test_first_deals_of_five_or_six(variant: str, first: int) -> None:
    """The deals shrink from five or six to one and begin again there."""
    found = sizes(at_table(variant=variant, seats=2, out_at=9999), first + 2)
    assert [*range(first, 0, -1), first, first - 1] == found


@clause("GURKA_IS-4.4")
def test_variations_of_iceland_combine() -> None:
    """Sevens on top, strict comparison, an exchange and six cards in one match."""
    options: dict[str, Any] = {"beat_equal": False, "exchange": "one_fewer", "hand_size": 6}
    m = at_table(variant="gurka-is-sevens", seats=3, **options)
    assert ({"exchange", "keep"}, 6) == (verbs(m), len(m.cards(0)))
    assert {"C2", "S7"} == follow("C7", "CA C2 S7", "gurka-is-sevens", beat_equal=False)


@clause("GURKA_IS-1.10", "CUC-17.1")
def test_a_trick_of_sets_lowers_every_hand_alike() -> None:
    """After a trick of two cards each, all hands are two smaller, and the next deal is one smaller than this."""
    m = iceland("C9 H9 C2 C3", "D9 S9 H2 H3", "S2 S3 D2 D3")
    take(m, "play C9 H9", "play D9 S9", "play S2 D2")
    assert [2, 2, 2] == [len(m.cards(seat)) for seat in range(3)]
    assert 1 == turn(m)
    take(m, "play H3", "play S3", "play C3")
    assert [1, 1, 1] == [len(m.cards(seat)) for seat in range(3)]


@clause("CUC-17.5", "GURKA_IS-1.7")
@pytest.mark.parametrize("variant", ["gurka-is", "gurka-is-5", "gurka-is-strict"])
def test_last_trick_has_one_card_each(variant: str) -> None:
    """However large the sets that are led, every hand comes down to one card before the last trick."""
    m = at_table(variant=variant, seats=4, seed=4)
    before: list[tuple[int, int]] = []
    while not m.log.deal_over:
        asked = turn(m), len(m.cards(turn(m)))
        before += [asked] if [asked] != before[-1:] else []
        m.act(turn(m), max(codes(m) - {"done"}, default="done"))
    assert [1, 1, 1, 1] == [size for _, size in before[-4:]]
    assert max(size for _, size in before) > 4
