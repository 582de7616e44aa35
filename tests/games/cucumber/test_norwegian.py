"""Gurka of Norway with its variations, and Norwegian: clauses GURKA_NO and NORWEGIAN."""

from typing import Any

import pytest

from tests.aloud import play, turn
from tests.clauses import clause
from tests.games.cucumber.builders import (
    asks,
    at_table,
    cards_open,
    chips,
    codes,
    decline_all,
    exchange,
    follow,
    last_trick,
    numbers,
    out,
    play_last,
    refuses,
    score,
    seats_of,
    verbs,
)


@clause("GURKA_NO-1.1", "GURKA_NO-1.2")
@pytest.mark.parametrize(("seats", "pack"), [(3, 52), (7, 52), (8, 104), (14, 104)])
def test_players_cards_and_packs(seats: int, pack: int) -> None:
    """Three to fourteen players have seven cards each, of two packs from eight players on."""
    m = at_table(variant="gurka-no", seats=seats)
    assert [7] * seats == [len(m.cards(seat)) for seat in range(seats)]
    assert pack - 7 * seats == m.public.stock_left


@clause("GURKA_NO-1.1", "GURKA_NO-1.2")
def test_numbers_of_players() -> None:
    """Two and fifteen players are refused."""
    assert [True, False, False, True] == [refuses("gurka-no", n) for n in (2, 3, 14, 15)]


@clause("GURKA_NO-2.1", "EX-CUC-26")
def test_joker_is_the_same_as_an_ace() -> None:
    """On an ace a joker is legal; in the last trick Joker, A, 4 both add 14."""
    assert {"JR", "C5"} == follow("HA", "JR C9 C5", "gurka-no-joker")
    assert {"CA", "C5"} == follow("JR", "CA C9 C5", "gurka-no-joker")
    assert [14, 14, 0] == score(last_trick("JR CA C4", variant="gurka-no-joker"))


@clause("GURKA_NO-2.1")
def test_joker_does_not_beat_an_ace_strictly() -> None:
    """Where only stronger cards beat, a joker does not beat an ace."""
    assert {"C5"} == follow("HA", "JR C9 C5", "gurka-no-joker", beat_equal=False)


@clause("GURKA_NO-3.1", "EX-CUC-25")
def test_no_second_ace_in_a_trick() -> None:
    """On A, and on A, 6, an ace is barred; without the variation it is not."""
    assert {"C6"} == follow("HA", "CA C6 C9", "gurka-no-ace")
    assert {"C7", "C3"} == follow("HA H6", "CA C7 C3", "gurka-no-ace")
    assert {"C7", "C3", "CA"} == follow("HA H6", "CA C7 C3", "gurka-no")


@clause("GURKA_NO-3.1")
def test_aces_are_free_in_the_next_trick() -> None:
    """The bar holds for one trick: an ace may be led and may beat a king in the next."""
    m = play(at_table("CA C2 C3", "HA H2 H3", "SA S2 S3", variant="gurka-no-ace"), "CA H2 S2 C2")
    assert {"HA", "H3"} == cards_open(m)


@clause("GURKA_NO-3.2")
def test_hand_of_aces_after_an_ace() -> None:
    """Who holds only aces plays one, and wins the trick as the last of the strongest."""
    m = play(at_table("CA C2", "HA SA", "C3 C4", variant="gurka-no-ace"), "CA")
    assert {"HA", "SA"} == cards_open(m)
    assert 1 == turn(play(m, "HA C3"))


@clause("GURKA_NO-3.2")
def test_last_trick_is_exempt_from_the_ace_rule() -> None:
    """Three aces in the last trick are all played, and all lose."""
    m = last_trick("CA HA SA", variant="gurka-no-ace", out_at=99)
    assert [14, 14, 14] == score(m)


@clause("GURKA_NO-3.3", "EX-CUC-45")
def test_joker_counts_as_an_ace_for_the_ace_rule() -> None:
    """After a joker the hand A, 6, 9 has only the 6, and after an ace the joker is barred."""
    rule: dict[str, Any] = {"ace_rule": "once_per_trick"}
    assert {"C6"} == follow("JR", "CA C6 C9", "gurka-no-joker", **rule)
    assert {"C6"} == follow("CA", "JR C6 C9", "gurka-no-joker", **rule)


@clause("NORWEGIAN-1.1", "NORWEGIAN-1.8")
def test_first_deal_and_first_leader() -> None:
    """The first deal has five cards each and the dealer leads."""
    m = decline_all(at_table(variant="norwegian", seats=4, dealer=2))
    assert [5, 5, 5, 5] == [len(m.cards(seat)) for seat in range(4)]
    assert 2 == turn(m)


@clause("NORWEGIAN-1.8", "NORWEGIAN-1.9")
def test_dealer_leads_in_later_deals() -> None:
    """The next dealer leads too."""
    m = last_trick("C9 C5 C2", variant="norwegian")
    m.go_on()
    assert 2 == m.public.dealer
    assert 2 == turn(decline_all(m))


@clause("NORWEGIAN-1.2", "NORWEGIAN-1.3", "EX-CUC-28")
@pytest.mark.parametrize(
    ("card", "size"),
    [
        ("3", 3),
        ("4", 4),
        ("5", 5),
        ("6", 6),
        ("7", 7),
        ("8", 7),
        ("9", 7),
        ("10", 7),
        ("J", 7),
        ("K", 7),
        ("A", 7),
    ],
)
def test_hand_size_of_the_next_deal(card: str, size: int) -> None:
    """The next hands are as large as the losing card's points, at most seven, whatever the totals."""
    m = last_trick(f"C2 H2 C{card}", variant="norwegian", score=[6, 6, 2])
    m.go_on()
    assert [size] * 3 == [len(m.cards(seat)) for seat in range(3)]


@clause("NORWEGIAN-1.2", "EX-CUC-28", "NORWEGIAN-1.3")
def test_hand_size_after_tied_losers() -> None:
    """Two tied losers with deuces make hands of two, not four."""
    m = last_trick("C2 H2 S2", variant="norwegian")
    assert [2, 2, 2] == score(m)
    m.go_on()
    assert [2, 2, 2] == [len(m.cards(seat)) for seat in range(3)]


@clause("NORWEGIAN-1.12")
def test_hand_size_is_without_multipliers() -> None:
    """Contra doubles the points, not the next hands."""
    m = play_last(at_table("C2", "H2", "C3", variant="norwegian", contra=True), "C2 H2 C3", contra=1)
    assert [0, 0, 6] == score(m)
    m.go_on()
    assert 3 == len(m.cards(0))


@clause("NORWEGIAN-1.12")
def test_weakest_card_is_judged_by_the_order_of_the_last_trick() -> None:
    """Where the ace is low in the last trick its player deals next."""
    m = last_trick("C9 C2 CA", variant="norwegian", last_trick_ace="low")
    m.go_on()
    assert 2 == m.public.dealer
    m = last_trick("C9 C2 CA", variant="norwegian")
    m.go_on()
    assert 1 == m.public.dealer


@clause("NORWEGIAN-1.4")
@pytest.mark.parametrize(("card", "points"), [("A", 11), ("K", 11), ("Q", 11), ("J", 11), ("10", 10), ("9", 9)])
def test_points_of_cards(card: str, points: int) -> None:
    """Ace and courts count eleven, the others their number."""
    assert [0, points, 0] == score(last_trick(f"C2 C{card} C3", variant="norwegian"))


@clause("NORWEGIAN-1.4")
def test_courts_keep_their_strength() -> None:
    """With equal points a king is still stronger than a queen."""
    assert [0, 11, 0] == score(last_trick("CQ CK CJ", variant="norwegian"))


@clause("NORWEGIAN-1.5", "EX-CUC-28")
def test_at_least_two_cards_are_kept() -> None:
    """Of five cards at most three may be exchanged, of two none."""
    m = at_table(variant="norwegian", seats=4, dealer=1)
    assert (1, {0, 1, 2, 3}) == (turn(m), numbers(m))
    assert {"play"} == verbs(at_table("C2 C3", variant="norwegian"))


@clause("NORWEGIAN-1.6")
def test_the_dealer_opens_the_gate() -> None:
    """If the dealer keeps nobody is asked; if not, the others are, clockwise."""
    m = at_table(variant="norwegian", seats=3, dealer=1)
    m.act(1, "keep")
    assert (1, {"play"}) == asks(m)
    m = exchange(at_table(variant="norwegian", seats=3, dealer=1), 1)
    found = []
    for _ in range(2):
        found.append((turn(m), numbers(m)))
        exchange(m, 0)
    assert [(2, {0, 1, 2, 3}), (0, {0, 1, 2, 3})] == found
    assert (1, {"play"}) == asks(m)


@clause("NORWEGIAN-1.6", "NORWEGIAN-1.7")
def test_a_later_refusal_does_not_close_the_gate() -> None:
    """Each later player chooses an own number, whatever those before did."""
    m = exchange(exchange(exchange(at_table(variant="norwegian", seats=4), 3), 0), 1)
    assert (3, {0, 1, 2, 3}) == (turn(m), numbers(m))


@clause("NORWEGIAN-1.7")
def test_numbers_are_bound_by_the_stock() -> None:
    """With two cards left in the stock at most two may be exchanged, and with none nobody is asked."""
    m = exchange(at_table(variant="norwegian", seats=7, hand_size=6, jokers=1), 4)
    for number in (4,):
        exchange(m, number)
    assert 53 - 42 - 8 == m.public.stock_left
    assert {0, 1, 2, 3} == numbers(m)
    exchange(m, 3)
    assert (0, {"play"}) == asks(m)


@clause("NORWEGIAN-1.9", "EX-CUC-29", "NORWEGIAN-1.2")
def test_weakest_card_deals_next() -> None:
    """On P2 6, P3 3, P4 J, P1 3 the first of the two threes deals next, seven cards each, and leads."""
    m = last_trick("C3 C6 H3 CJ", variant="norwegian", dealer=1)
    assert [0, 0, 0, 11] == score(m)
    m.go_on()
    assert (2, 7) == (m.public.dealer, len(m.cards(0)))
    assert 2 == turn(decline_all(m))


@clause("NORWEGIAN-1.10")
def test_next_dealer_is_out() -> None:
    """If all tie with one card and the first of them drops out, the next active player deals."""
    m = last_trick("C9 H9 S9 D9", variant="norwegian", score=[0, 15, 0, 15], dealer=1)
    assert [1, 3] == out(m)
    m.go_on()
    assert 2 == m.public.dealer


@clause("NORWEGIAN-1.11", "GURKA_NO-1.3")
def test_norwegian_inherits_limit_ante_and_ties() -> None:
    """Both tied players lose, 21 is out, and all paid an ante."""
    m = last_trick("C9 H9 C2", variant="norwegian", score=[12, 11, 0])
    assert ([21, 20, 0], [0]) == (score(m), out(m))
    assert ([9, 9, 9], 3) == (chips(m), m.public.pot)


@clause("NORWEGIAN-1.11", "CUC-7.1")
def test_norwegian_has_the_players_of_gurka() -> None:
    """Three to fourteen players."""
    assert (3, 14) == seats_of("norwegian")
    assert [True, False, False, True] == [refuses("norwegian", n) for n in (2, 3, 14, 15)]


@clause("NORWEGIAN-1.2", "NORWEGIAN-1.3")
def test_hand_sizes_follow_each_other() -> None:
    """From deal to deal the hands follow the points just added, and never the running totals."""
    m = last_trick("C2 C3 H2", variant="norwegian", out_at=999)
    before, added = score(m), 3
    for _ in range(6):
        m.go_on()
        assert [min(added, 7)] * 3 == [len(m.cards(seat)) for seat in range(3)]
        while not m.log.deal_over:
            m.act(turn(m), "keep" if "keep" in codes(m) else min(codes(m)))
        added = max(after - total for after, total in zip(score(m), before, strict=True))
        before = score(m)
