"""Section 4: the stock runs out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.aloud import cards, codes, state
from tests.clauses import clause
from tests.games.emissary.builders import (
    accounted,
    hand_of,
    heaps,
    legal,
    place_of,
    stock_of,
    table,
    take,
    told,
    turned,
    verbs,
)
from torite import Match

CLUBS = "CA C2 C3 C4 C5 C6 C7 C8"
NO_CLUBS = " ".join(suit + rank for suit in "SHD" for rank in "A2345678")


def flooded(*powers: str, stock: str = "", won: tuple[int, ...] = (1, 6), at: int = 5, **options: Any) -> Match:
    """Eight clubs in hand, and Military used so often: 16, 24 or 32 cards. ♣Q and ♣K are allies; ♥ is trump."""
    m = take(table(CLUBS, stock or NO_CLUBS, at=at, won=won, **options), "select CJ", "select DJ", "select HJ")
    return take(m, *powers)


def play_on(m: Match, tricks: int) -> Match:
    """Play so many tricks: two are won with trumps, then spades are thrown away."""
    for _ in range(tricks):
        if "turn" in legal(m):
            take(m, "turn")
        wanted = "HSDC" if heaps(m)[2] < 2 else "SDCH"
        take(m, f"play {min(verbs(m, 'play'), key=lambda card: wanted.index(card[0]))}")
    return m


def recycled(m: Match) -> int:
    """How often the discards were shuffled."""
    return sum(entry.chance == "recycle" for entry in m.log)


@clause("EMIS-4.1", "EMIS-4.3")
def test_king_leads_from_the_shuffled_discards() -> None:
    """24 cards in hand, eight in the stock: before the ninth trick the discards are shuffled, the won pile is not."""
    m = flooded("use CJ", "use CK")
    assert (24, (8, 0, 0)) == (len(hand_of(m)), heaps(m))
    play_on(m, 8)
    won, thrown = place_of(m, "won_pile"), place_of(m, "discards")
    assert ((0, 14, 2), 0, (14, 2)) == (heaps(m), recycled(m), (len(thrown), len(won)))
    take(m, "turn")
    assert 1 == recycled(m)
    assert sorted(thrown) == sorted([*stock_of(m), turned(m)])
    assert ([], won) == (place_of(m, "discards"), place_of(m, "won_pile"))
    assert 16 == len(hand_of(m))


@clause("EMIS-4.1")
def test_shuffle_is_only_made_when_a_card_is_needed() -> None:
    """The last card of the stock is turned and answered first; the shuffle is an outcome of its own."""
    m = play_on(flooded("use CJ", "use CK"), 7)
    take(m, "turn")
    assert (0, 0) == (heaps(m)[0], recycled(m))
    play_on(m, 1)
    assert (0, 0) == (heaps(m)[0], recycled(m))


@clause("EMIS-4.1", "EMIS-4.2")
def test_order_of_the_new_stock_is_chance() -> None:
    """The first card of the outcome is the next; another seed, another order."""
    orders = set()
    for seed in range(4):
        m = take(play_on(flooded("use CJ", "use CK", seed=seed), 8), "turn")
        (outcome,) = (entry.outcome for entry in m.log if entry.chance == "recycle")
        found = [m.game.pack.codes[kind] for kind in outcome]
        assert found == [turned(m), *stock_of(m)]
        orders.add(tuple(found))
    assert 4 == len(orders)


@clause("EMIS-4.2", "EMIS-4.5")
@pytest.mark.parametrize("on", [True, False])
def test_powers_draw_from_the_shuffled_discards(on: bool) -> None:
    """Example 10 in small: the one card left, then a shuffle, then one more; without the option only the one."""
    m = play_on(flooded("use CJ", "use CK", recycle_for_powers=on), 7)
    held, thrown = len(hand_of(m)), heaps(m)[1]
    last = stock_of(m)
    assert 1 == len(last)
    take(m, "use DJ")
    assert (
        ((thrown - 1, 0), 1) == (heaps(m)[:2], recycled(m)) if on else ((0, thrown), 0) == (heaps(m)[:2], recycled(m))
    )
    assert held + (2 if on else 1) == len(hand_of(m))
    assert last[0] in hand_of(m)


@clause("EMIS-4.2")
def test_king_still_shuffles_without_the_option() -> None:
    """`recycle_for_powers` is about powers alone."""
    m = take(play_on(flooded("use CJ", "use CK", recycle_for_powers=False), 8), "turn")
    assert (1, True) == (recycled(m), turned(m) != "")


@clause("EMIS-4.3")
def test_king_card_on_the_table_is_not_shuffled_in() -> None:
    """Nor the hand: Commerce after the last card of the stock was turned."""
    m = take(play_on(flooded("use CJ", "use CK"), 7), "turn")
    led, won, thrown = turned(m), place_of(m, "won_pile"), place_of(m, "discards")
    held = hand_of(m)
    assert 0 == heaps(m)[0]
    take(m, "use DJ")
    assert (led, won, []) == (turned(m), place_of(m, "won_pile"), place_of(m, "discards"))
    new = [card for card in hand_of(m) if card not in held]
    assert (2, sorted(thrown)) == (len(new), sorted(new + stock_of(m)))


@clause("EMIS-4.4")
def test_king_without_a_card_ends_the_visit() -> None:
    """All 32 cards in hand: it is judged at once, here as a defeat."""
    m = flooded("use CJ", "use CK", "use CQ")
    assert (32, (0, 0, 0)) == (len(hand_of(m)), heaps(m))
    assert "turn" in legal(m)
    take(m, "turn")
    assert (True, 0) == (m.over, m.public.tricks_played)
    assert 1 == len(told(m, "cannot_lead"))
    assert "too_few" == accounted(m)[0][0]


@clause("EMIS-4.4", "EMIS-3.12")
def test_king_without_a_card_ends_the_visit_also_by_itself() -> None:
    """With nothing else to do nobody is asked."""
    m = table(CLUBS, NO_CLUBS, at=8, won=[1, 6], vassal_selection="any_time")
    take(m, "use DJ", "discard SA S2", "use HJ", "use CJ", "use CK")
    assert ((24, False), (6, 2, 0)) == ((len(hand_of(m)), m.over), heaps(m))
    take(m, "use CQ")
    assert (True, 0, 1) == (m.over, m.public.tricks_played, recycled(m))
    assert [1, "too_few"] == [len(told(m, "cannot_lead")), accounted(m)[0][0]]


@clause("EMIS-4.4", "EMIS-9.1")
def test_visit_without_a_lead_can_be_a_success() -> None:
    """Kingdom 1: one argument is won, and then all that is left is drawn."""
    stock = f"HA H2 H3 H4 H5 H6 H7 H8 {NO_CLUBS[:24]}"
    m = table(CLUBS, stock.strip(), at=1, row="HK DQ SK DK HQ CK SQ CQ", won=[8, 6])
    take(m, "select CJ", "use CJ", "turn", "play H2", "use CK", "use CQ")
    assert ((31, (0, 0, 1)), False) == ((len(hand_of(m)), heaps(m)), m.log.deal_over)
    take(m, "turn")
    assert (True, False, 1) == (m.log.deal_over, m.over, len(told(m, "cannot_lead")))
    assert ["CK", "CQ"] == place_of(m, "used_allies")
    assert (["HK"], [4]) == (place_of(m, "allies"), m.scores)


@clause("EMIS-4.1")
def test_a_single_discard_is_a_stock_too() -> None:
    """However few: the king's first card is all that lies there, and he leads it again."""
    stock = f"HA H2 H3 H4 H5 H6 H7 H8 {NO_CLUBS[:24]}"
    row = "HK DQ SK DK HQ CK SQ CQ"
    m = table(CLUBS, stock.strip(), at=1, row=row, won=[8, 6], recycle_for_powers=False)
    take(m, "select CJ", "use CJ", "turn", "play H2", "use CK", "use CQ")
    assert (30, (0, 1, 1)) == (len(hand_of(m)), heaps(m))
    take(m, "turn")
    assert ("SA", (0, 0, 1), 1) == (turned(m), heaps(m), recycled(m))


@clause("EMIS-4.4")
def test_power_draws_what_there_is() -> None:
    """Diplomacy at 32 cards with nothing in either heap but its own discards; Commerce with nothing at all."""
    m = flooded("use CJ", "use CK", "use CQ", "use DJ")
    assert (32, (0, 0, 0)) == (len(hand_of(m)), heaps(m))
    assert {f"discard {card}" for card in m.cards(0)} == legal(m)
    take(m, "discard CA C2")
    assert (30, (0, 2, 0)) == (len(hand_of(m)), heaps(m))


@clause("EMIS-4.5")
def test_what_diplomacy_discarded_may_come_back() -> None:
    """Nothing but its own trumps lies there: just they are drawn again."""
    m = flooded("use CJ", "use CK", "use CQ")
    before = hand_of(m)
    take(m, "use HJ")
    assert (before, (0, 0, 0), 1) == (hand_of(m), heaps(m), recycled(m))
    assert [8] == [amount for _, amount, _ in told(m, "lays_away")]


@clause("EMIS-4.5", "EMIS-4.4")
def test_what_diplomacy_discarded_does_not_come_back_without_the_option() -> None:
    """`recycle_for_powers` off: eight trumps fewer."""
    m = flooded("use CJ", "use CK", "use CQ", recycle_for_powers=False)
    take(m, "use HJ")
    assert (24, (0, 8, 0), 0) == (len(hand_of(m)), heaps(m), recycled(m))


@clause("EMIS-4.5")
def test_shuffle_waits_until_the_next_card_is_needed() -> None:
    """Commerce that finds just two cards in the stock takes them, and shuffles nothing."""
    m = play_on(flooded("use CJ", "use CK"), 6)
    assert 2 == heaps(m)[0]
    last, thrown = stock_of(m), place_of(m, "discards")
    take(m, "use DJ")
    assert (0, 0, thrown) == (heaps(m)[0], recycled(m), place_of(m, "discards"))
    assert set(last) <= set(hand_of(m))


@clause("EMIS-4.5", "EMIS-4.1")
def test_drawing_goes_on_after_the_shuffle() -> None:
    """Military of eight with one card left: one, then seven of the shuffled discards; the ♣ are not counted anew."""
    m = play_on(flooded("use CJ", "use CK"), 7)
    assert ((17, 8), (1, 12, 2)) == ((len(hand_of(m)), sum(card[0] == "C" for card in m.cards(0))), heaps(m))
    take(m, "use CQ")
    assert (25, (5, 0, 2), 1) == (len(hand_of(m)), heaps(m), recycled(m))


@clause("EMIS-4.3")
def test_every_card_is_somewhere_after_a_shuffle() -> None:
    """32, each once."""
    m = take(play_on(flooded("use CJ", "use CK"), 7), "use DJ")
    true = state(m)
    lying = [*stock_of(m), *hand_of(m), *codes(m, true.discards), *codes(m, true.won_pile), *turned(m).split()]
    assert cards(CLUBS + " " + NO_CLUBS) == sorted(lying)
