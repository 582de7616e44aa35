"""The pack, the strength and the points of cards, and the deal: clauses CUC-1 and CUC-2."""

from itertools import pairwise
from typing import Any

import pytest

import torite
from tests.aloud import dealt, play, turn
from tests.clauses import clause
from tests.games.cucumber.builders import (
    PRESETS,
    RANKS,
    VARIANTS,
    asks,
    at_table,
    cards_open,
    codes,
    decline_all,
    follow,
    last_trick,
    lead,
    next_deal,
    out,
    score,
    seats_of,
    sets,
    sets_open,
    verbs,
)
from torite.match import Arrangement

FULL_PACK = sorted(suit + rank for suit in "CSHD" for rank in RANKS)


@clause("CUC-1.1")
def test_pack_is_52_cards() -> None:
    """The pack is the standard 52 cards without jokers."""
    assert dealt(at_table(seats=4, hand_size=13)) == FULL_PACK


@clause("CUC-1.1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_pack_of_each_preset(variant: str) -> None:
    """Hands and stock together are 52 cards for a small table, and more only by the preset's jokers."""
    m = at_table(variant=variant)
    assert 52 + PRESETS[variant]["jokers"] == len(dealt(m)) + m.public.stock_left


@clause("CUC-1.2")
@pytest.mark.parametrize("suit", "CSHD")
def test_suits_never_matter(suit: str) -> None:
    """A follower need not follow suit, and any suit beats any other by strength alone."""
    assert {"C8", "S9", "H3"} == follow("D8", f"H3 C8 S9 {suit}7")


@clause("CUC-1.2", "GURKA_IS-1.2")
def test_only_named_cards_are_singled_out() -> None:
    """♣6 is a plain six in Agurk and beats an ace where it is a top card."""
    assert {"H5"} == follow("HA", "C6 H5", variant="agurk")
    assert {"H5", "C6"} == follow("HA", "C6 H5 S6", variant="gurka-is")


@clause("CUC-1.3")
@pytest.mark.parametrize(("low", "high"), list(pairwise(RANKS)))
def test_strength_of_ranks(low: str, high: str) -> None:
    """Of two neighbouring ranks the higher one loses the last trick, played first or last."""
    assert [0, 0, 1] == [int(points > 0) for points in score(last_trick(f"C{low} H{low} S{high}"))]
    assert [1, 0, 0] == [int(points > 0) for points in score(last_trick(f"C{high} H{low} S{low}"))]


@clause("CUC-1.4", "CUC-4.2")
@pytest.mark.parametrize(("rank", "points"), [(r, i + 2) for i, r in enumerate(RANKS)])
def test_points_of_ranks(rank: str, points: int) -> None:
    """An ace counts 14, a king 13, a queen 12, a jack 11, the others their number."""
    assert [0, points] == score(last_trick(f"C2 H{rank}"))


@clause("CUC-1.4")
@pytest.mark.parametrize(
    ("cards", "options", "points"),
    [
        ("CA C2", {"ace_points": 3}, 3),
        ("CK C2", {"court_points": "10/9/8"}, 10),
        ("CQ C2", {"court_points": "10/9/8"}, 9),
        ("CJ C2", {"court_points": "10/9/8"}, 8),
        ("JR C2", {"jokers": 3, "joker_points": 17}, 17),
        ("C6 C2", {"top_cards": "C6=21", "out_at": 99}, 21),
        ("S7 C2", {"top_cards": "S7=16,C7=15", "out_at": 99}, 16),
        ("C7 C2", {"top_cards": "S7=16,C7=15", "out_at": 99}, 15),
    ],
)
def test_points_that_options_change(cards: str, options: Any, points: int) -> None:
    """Points follow the options for aces, courts, jokers and top cards."""
    assert [points, 0] == score(last_trick(cards, **options))


@clause("CUC-1.5")
def test_same_rank_is_exactly_equal() -> None:
    """Whichever suits tie, the last of them loses and the other is refunded."""
    for first, second in [("CK", "HK"), ("HK", "CK"), ("SK", "DK")]:
        assert [0, 33] == score(last_trick(f"{first} {second}", score=[13, 20], out_at=99))


@clause("CUC-1.5")
def test_two_copies_of_one_card_are_equal() -> None:
    """With two packs the second copy of a card beats the first, and ties with it in the last trick."""
    m = at_table("CK", "CK", "C2", variant="ogorek", two_decks_from=2, initial={"score": [20, 20, 20]})
    assert [7, 33, 20] == score(play(m, "CK CK C2"))
    assert {"CK"} == follow("CK", "CK C2", variant="gurka-se-must-win", two_decks_from=2)


@clause("CUC-1.6")
def test_packs_stay_when_players_drop_out() -> None:
    """Eight players started with two packs; three who are left still use both."""
    m = at_table(variant="ogorek", seats=8, initial={"out": [0, 0, 0, 1, 1, 1, 1, 1]})
    assert 2 == m.public.packs
    assert 104 - 3 * 6 == m.public.stock_left


@clause("CUC-1.6")
def test_packs_stay_after_a_drop_out_in_play() -> None:
    """The ninth player of a two-pack game drops out and the next deal is still from 104 cards."""
    given = {"score": [49] + [0] * 7}
    m = last_trick("CK C2 C3 C4 C5 C6 C7 C8", variant="ogorek", initial=given)
    m.go_on()
    assert [0] == out(m)
    assert 104 - 7 == m.public.stock_left


@clause("CUC-1.7", "GURKA_NO-2.2")
def test_jokers_count_all_packs() -> None:
    """With two packs there are still as many jokers as the option says."""
    m = at_table(variant="gurka-no-joker", seats=8)
    assert 105 == len(dealt(m)) + m.public.stock_left
    m = at_table(variant="agurk-joker", seats=7, two_decks_from=2)
    assert 107 == len(dealt(m)) + m.public.stock_left


@clause("CUC-1.7")
@pytest.mark.parametrize("jokers", [1, 3])
def test_rank_of_jokers_where_none_is_named(jokers: int) -> None:
    """One joker is an ace and three stand above it, if the preset says nothing."""
    beat_an_ace = follow("HA", "JR CA C2", jokers=jokers, beat_equal=False)
    assert {1: {"C2"}, 3: {"JR", "C2"}}[jokers] == beat_an_ace
    after_joker = follow("JR", "SA CA C2", jokers=jokers)
    assert {1: {"SA", "CA", "C2"}, 3: {"C2"}}[jokers] == after_joker


@clause("CUC-1.7")
def test_joker_points_speak_for_jokers_above_the_ace_only() -> None:
    """A joker that is an ace counts what an ace counts, whatever `joker_points` says."""
    assert [5, 0] == score(last_trick("JR C2", jokers=1, ace_points=5, joker_points=17))
    assert [17, 0] == score(last_trick("JR C2", jokers=3, ace_points=5, joker_points=17))
    assert [15, 0] == score(last_trick("JR C2", jokers=3, ace_points=5))
    assert [5, 0] == score(last_trick("JR C2", jokers=3, joker_rank="as_ace", ace_points=5, joker_points=17))
    assert [17, 0] == score(last_trick("JR C2", jokers=1, joker_rank="above_ace", joker_points=17))


@clause("CUC-1.8")
def test_joker_as_ace_under_the_ace_rules() -> None:
    """A joker that is an ace calls for the lowest card and is barred like one; one above the ace is neither."""
    assert {"C2"} == follow("JR", "C2 CA C9", jokers=1, ace_rule="previous_ace")
    assert {"C2", "JR"} == follow("JR", "C2 JR C9", jokers=3, ace_rule="previous_ace")
    assert {"C2", "C9"} == follow("CA H5", "C2 JR C9", jokers=1, ace_rule="once_per_trick")
    assert {"C2", "C9", "JR"} == follow("CA H5", "C2 JR C9", jokers=3, ace_rule="once_per_trick")
    assert {"C2", "C9"} == follow("JR H5", "C2 CA C9", jokers=1, ace_rule="once_per_trick")


@clause("CUC-1.8")
def test_joker_as_ace_in_the_last_trick() -> None:
    """Where the ace is low in the last trick, so is a joker that is one, and no other joker."""
    assert [0, 5, 0] == score(last_trick("JR C5 C3", jokers=1, last_trick_ace="low"))
    assert [15, 0, 0] == score(last_trick("JR C5 C3", jokers=3, last_trick_ace="low"))


@clause("CUC-1.8")
def test_joker_in_sets_of_one_rank() -> None:
    """A joker that is an ace may be led together with aces; one that stands above may not."""
    together = sets("JR", "CA", "CA JR", "C2")
    assert together == sets_open(at_table("JR CA C2", variant="gurka-is", jokers=1))
    assert sets("JR", "CA", "C2") == sets_open(at_table("JR CA C2", variant="gurka-is", jokers=3))


@clause("CUC-1.8")
@pytest.mark.parametrize("top", ["top_cards C6=21 C6", "top_cards S7=16,C7=15 S7", "top_cards S7=16,C7=15 C7"])
def test_top_cards_beat_jokers(top: str) -> None:
    """A named top card is stronger than any joker."""
    option, value, card = top.split()
    options: dict[str, Any] = {option: value, "out_at": 99}
    for jokers in (1, 3):
        for cards in (f"{card} JR", f"JR {card}"):
            loser = cards.split().index(card)
            m = last_trick(cards, jokers=jokers, **options)
            assert loser == max((0, 1), key=score(m).__getitem__)
            assert 0 == score(m)[1 - loser]


@clause("CUC-2.1")
def test_first_dealer_is_drawn() -> None:
    """Every seat may be the first dealer, as the seed of the match has it."""
    drawn = {torite.Match("agurk", seats=4, seed=s).public.dealer for s in range(60)}
    assert {0, 1, 2, 3} == drawn


@clause("CUC-2.2", "CUC-3.1")
def test_deal_passes_clockwise() -> None:
    """After every deal the next seat clockwise deals, whoever won."""
    m = last_trick("C2 H2 CK", out_at=99)
    dealers, leaders = [m.public.dealer], []
    for _ in range(4):
        m.chance.arrange(Arrangement(hands={0: "C2", 1: "H2", 2: "CK"}))
        m.go_on()
        dealers.append(m.public.dealer)
        leaders.append(turn(m))
        play(m, " ".join(m.cards((turn(m) + i) % 3)[0] for i in range(3)))
    assert [0, 1, 2, 0] == dealers[1:]
    assert [1, 2, 0, 1] == leaders


@clause("CUC-2.3")
def test_players_out_are_skipped() -> None:
    """A player who is out gets no cards, has no turn and never deals."""
    m = at_table(seats=4, dealer=0, hand_size=1, out_at=99, initial={"out": [0, 1, 0, 0]})
    assert [1, 0, 1, 1] == [len(m.cards(seat)) for seat in range(4)]
    turns = []
    while not m.log.deal_over:
        turns.append(turn(m))
        m.act(turn(m), str(m.actions(turn(m))[0]))
    assert [2, 3, 0] == turns
    m.go_on()
    assert 2 == m.public.dealer
    assert 3 == turn(m)


@clause("CUC-2.4")
@pytest.mark.parametrize("variant", [v for v in VARIANTS if PRESETS[v]["hand_rule"] != "all"])
def test_hand_sizes_of_presets(variant: str) -> None:
    """Each player is dealt the hand size of the preset, whatever the number of players."""
    for seats in seats_of(variant):
        m = at_table(variant=variant, seats=seats)
        assert [PRESETS[variant]["hand_size"]] * seats == [len(m.cards(seat)) for seat in range(seats)]


@clause("CUC-2.4")
def test_cards_are_shuffled_before_each_deal() -> None:
    """Two deals of one match, and the same deal of two seeds, give other hands."""
    m = at_table(seats=2, hand_size=26, out_at=999)
    first = m.cards(0)
    other = at_table(seats=2, hand_size=26, out_at=999, seed=2).cards(0)
    while not m.log.deal_over:
        m.act(turn(m), str(m.actions(turn(m))[0]))
    m.go_on()
    assert 3 == len({tuple(sorted(hand)) for hand in (first, other, m.cards(0))})


@clause("CUC-2.6", "AGURK-1.4")
@pytest.mark.parametrize("variant", [v for v in VARIANTS if PRESETS[v]["exchange"] == "none"])
def test_no_exchange_unless_named(variant: str) -> None:
    """Without an exchange the first question of a deal is contra or a lead."""
    expected = {"contra", "pass"} if PRESETS[variant]["contra"] == "yes" else {"play"}
    assert expected == verbs(at_table(variant=variant))


@clause("CUC-2.7")
def test_all_cards_are_collected() -> None:
    """The cards of the last trick, and of a last exchange, are in the next deal again."""
    m = at_table(seats=2, hand_size=26, out_at=999)
    while not m.log.deal_over:
        m.act(turn(m), str(m.actions(turn(m))[0]))
    m.go_on()
    assert FULL_PACK == dealt(m)
    m = at_table("CK", "CQ", variant="agurk-joker", stock="C2")
    m.act(0, "exchange CK")
    m.act(1, "keep")
    play(m, "C2 CQ")
    next_deal(m, "CK C2")
    assert [13, 12] == score(m)


@clause("CUC-2.9")
def test_order_of_a_deal() -> None:
    """Cards, then exchange, then contra, then tricks."""
    m = at_table("CK C2", "CQ C3", variant="agurk-joker", contra=True)
    order = [asks(m)]
    m.act(0, "exchange CK")
    order.append(asks(m))
    m.act(1, "keep")
    order.append(asks(m))
    m.act(0, "pass")
    order.append(asks(m))
    m.act(1, "pass")
    order.append(asks(m))
    questions = [(0, {"exchange", "keep"}), (1, {"exchange", "keep"})]
    questions += [(0, {"contra", "pass"}), (1, {"contra", "pass"}), (0, {"play"})]
    assert questions == order


@clause("CUC-2.9")
def test_buy_in_comes_after_scoring_and_before_drop_outs() -> None:
    """The player at the limit is asked with the new total standing, and is not out yet."""
    m = last_trick("CK C2 C3", variant="gurka-se", score=[20, 5, 6])
    assert (0, {"buy", "decline"}) == asks(m)
    assert [33, 5, 6] == score(m)
    assert [] == out(m)


@clause("CUC-3.2")
def test_leader_may_play_anything() -> None:
    """The leader may play any card of the hand."""
    assert {"C2", "C9", "HA", "H5"} == lead("C2 C9 HA H5")


def test_decline_all_reaches_the_lead() -> None:
    """The builder that declines everything stops at the first lead."""
    assert {"play"} == {code.split()[0] for code in codes(decline_all(at_table(variant="rassi", seats=3)))}
    assert 6 == len(cards_open(decline_all(at_table(variant="ogorek-contra", seats=3))))
