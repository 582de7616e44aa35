"""Players, dealer, pack, deal and what chance settles: clauses DOKO-1, 2, 4 and section 22."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import torite
from tests.aloud import dealt, legal, play, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    POINTS,
    SUITS,
    contract_by,
    filled,
    keep_all,
    normal,
    pack,
    plain_hand,
    play_any,
    play_random,
    points_in,
    refuses,
    table,
    verbs,
)
from torite import Match

DEALERS = [(4, dealer) for dealer in range(4)] + [(5, dealer) for dealer in range(5)]
BAD_HAND = "D9 D9 C9 C9 S9 S9 H9 H9 HK HK CK CK"


def chances(m: Match, name: str) -> list[tuple[int, ...]]:
    """The outcomes of the chances of that name, in order."""
    return [entry.outcome for entry in m.log if entry.chance == name]


def codes(m: Match, kinds: tuple[int, ...]) -> list[str]:
    """The codes of the cards of an outcome."""
    return [m.game.pack.codes[kind] for kind in kinds]


def deal_and_throw_in(m: Match, poor: int) -> Match:
    """Let that seat offer its three lowest trumps and the others refuse."""
    while turn(m) != poor or "reserve" in legal(m):
        m.act(turn(m), "reserve" if turn(m) == poor else "pass")
    m.act(poor, "bid poverty")
    trumps = [card for card in m.cards(poor) if card[0] == "D"]
    m.act(poor, "offer " + " ".join(trumps[:3]))
    while not m.log.deal_over:
        m.act(turn(m), "refuse")
    return m


def poor_table(poor: int = 1, **how: Any) -> Match:
    """A table where one seat has ♦9, ♦K and ♦10 as its only trumps."""
    hands = [""] * how.get("seats", 4)
    hands[poor] = plain_hand("D9 DK D10")
    return table(*hands, **how)


@clause("DOKO-1.1")
@pytest.mark.parametrize("variant", ["doppelkopf", "doppelkopf-ddv"])
def test_four_or_five_players(variant: str) -> None:
    """Four and five are taken, three and six refused."""
    assert [True, False, False, True] == [refuses(variant, seats) for seats in (3, 4, 5, 6)]
    assert 4 == torite.Match(variant, seed=1).seats


@clause("DOKO-1.2", "DOKO-1.5")
@pytest.mark.parametrize(("seats", "dealer"), DEALERS)
def test_forehand_bids_and_leads_first_and_all_goes_clockwise(seats: int, dealer: int) -> None:
    """The first active player after the dealer begins bidding and play, the others follow clockwise."""
    m = table(seats=seats, dealer=dealer)
    wanted = [(dealer + i) % seats for i in range(1, 5)]
    bidders = []
    for _ in range(4):
        bidders.append(turn(m))
        m.act(turn(m), "pass")
    players = []
    for _ in range(4):
        players.append(turn(m))
        play_any(m, 1)
    assert (wanted, wanted) == (bidders, players)


@clause("DOKO-1.3", "DOKO-1.4")
@pytest.mark.parametrize("dealer", range(5))
def test_dealer_of_five_sits_out(dealer: int) -> None:
    """He has no card, no action from the first bid to the last card, and scores 0."""
    m = table(seats=5, dealer=dealer)
    assert [0 if seat == dealer else 12 for seat in range(5)] == [len(m.cards(seat)) for seat in range(5)]
    assert dealer == m.public.idle
    for _ in range(4 + 48):
        assert () == m.actions(dealer)
        assert dealer not in m.actors
        for code in ("pass", "announce re", "announce contra", "play C9"):
            with pytest.raises(torite.NotYourTurn):
                m.act(dealer, code)
        m.act(turn(m), "pass") if "pass" in legal(m) else play_any(m, 1)
    assert m.log.deal_over
    assert (0, 12) == (m.scores[dealer], sum(m.public.tricks))
    assert [] != [amount for amount in m.scores if amount]


@clause("DOKO-1.3")
def test_dealer_of_five_is_not_asked_about_a_poverty() -> None:
    """The three others are asked, and the cards are thrown in without the idle dealer."""
    m = poor_table(poor=1, seats=5, dealer=4)
    for word in ("pass", "reserve", "pass", "pass", "bid poverty", "offer D9 DK D10"):
        m.act(turn(m), word)
    asked = []
    while not m.log.deal_over:
        asked.append(turn(m))
        m.act(turn(m), "refuse")
    assert [0, 2, 3] == asked


@clause("DOKO-1.4")
def test_four_play_even_after_the_dealer_moved() -> None:
    """In every deal of a match of five just the dealer lacks cards."""
    m = new_match("doppelkopf", seats=5, options={"deal_count": 6}, dealer=3, pause=True, seed=4)
    idle = []
    for deal in range(6):
        idle.append([seat for seat in range(5) if not m.cards(seat)])
        play_random(m, deal)
        m.go_on()
    assert [[3], [4], [0], [1], [2], [3]] == idle
    assert m.over


@clause("DOKO-1.6", "DOKO-1.10")
@pytest.mark.parametrize("seats", [4, 5])
def test_every_seat_is_equally_likely_to_deal_first(seats: int) -> None:
    """Over 300 fixed seeds each seat deals about as often as the others."""
    drawn = Counter(torite.Match("doppelkopf", seats=seats, seed=seed).public.dealer for seed in range(300))
    assert set(range(seats)) == set(drawn)
    even = 300 / seats
    assert sum((times - even) ** 2 / even for times in drawn.values()) < 18.5  # a thousandth, at 4 degrees


@clause("DOKO-1.6", "DOKO-1.10")
@pytest.mark.parametrize(("seats", "dealer"), DEALERS)
def test_first_dealer_may_be_agreed(seats: int, dealer: int) -> None:
    """A number names the seat, and chance is not asked then."""
    for seed in range(3):
        m = torite.Match("doppelkopf", seats=seats, options={"first_dealer": str(dealer)}, seed=seed)
        assert (dealer, []) == (m.public.dealer, chances(m, "dealer"))


@clause("DOKO-1.10")
def test_first_dealer_sits_at_the_table() -> None:
    """A seat that is not there is refused."""
    assert [False, True] == [refuses(seats=seats, first_dealer="4") for seats in (5, 4)]
    assert refuses(seats=5, first_dealer="5")
    assert refuses(seats=5, first_dealer="-1")


@clause("DOKO-1.7")
@pytest.mark.parametrize(("seats", "dealer"), DEALERS)
@pytest.mark.parametrize("contract", ["normal", "solo-queens", "marriage"])
def test_dealer_moves_clockwise_after_each_deal(seats: int, dealer: int, contract: str) -> None:
    """After a normal game, a solo and a marriage the next person clockwise deals."""
    forehand = (dealer + 1) % seats
    hands = ["CQ CQ" if seat == forehand else "" for seat in range(seats)]
    if contract == "normal":
        m = normal(*hands, seats=seats, dealer=dealer)
    else:
        m = contract_by(forehand, contract, *hands, seats=seats, dealer=dealer)
    play_any(m).go_on()
    assert forehand == m.public.dealer
    assert (forehand + 1) % seats == turn(m)


@clause("DOKO-1.8")
@pytest.mark.parametrize("deals", [1, 2, 3])
def test_agreed_number_of_deals(deals: int) -> None:
    """The match ends with the last deal agreed upon, not before."""
    m = torite.Match("doppelkopf", options={"deal_count": deals}, seed=3, pause=True)
    for deal in range(deals):
        assert not m.over
        play_random(m, deal)
        m.go_on()
    assert m.over
    assert deals == len(chances(m, "deal")) - sum(note.line.key == "thrown_in" for e in m.log for note in e.notes)


@clause("DOKO-1.8")
@pytest.mark.parametrize(("variant", "seats", "deals"), [("doppelkopf", 4, 8), ("doppelkopf", 5, 10)])
def test_number_of_deals_not_agreed(variant: str, seats: int, deals: int) -> None:
    """Eight deals with four players, ten with five."""
    m = torite.Match(variant, seats=seats, seed=5)
    while not m.over:
        m.act(turn(m), "pass" if "pass" in legal(m) else sorted(c for c in legal(m) if c.startswith("play"))[0])
    assert deals == len(chances(m, "deal")) == m.public.deals_played


@clause("DOKO-1.8")
def test_number_of_deals_is_at_least_one() -> None:
    """None and less than none are refused."""
    assert [True, True, False] == [refuses(deal_count=number) for number in (-1, 0, 1)]


@clause("DOKO-1.9", "DOKO-7.9")
def test_thrown_in_deal_is_not_counted() -> None:
    """Of one agreed deal, thrown in, another is dealt; that one ends the match."""
    m = deal_and_throw_in(poor_table(deal_count=1), poor=1)
    assert (False, [0, 0, 0, 0]) == (m.over, m.scores)
    m.go_on()
    assert (0, 0) == (m.public.dealer, m.public.deals_played)
    play_random(m)
    assert (True, 1, 2) == (m.over, m.public.deals_played, len(chances(m, "deal")))


@clause("DOKO-1.9", "DOKO-18.6")
def test_redealt_deal_is_not_counted() -> None:
    """A deal that was never begun does not count among the agreed ones."""
    m = table(plain_hand("D10 DK", size=10), variant="doppelkopf-40", deal_count=1)
    m.act(0, "redeal")
    assert not m.over
    m.go_on()
    assert (False, 0) == (m.over, m.public.deals_played)
    keep_all(m)
    play_any(bid_pass(m))
    assert (True, 1) == (m.over, m.public.deals_played)


def bid_pass(m: Match) -> Match:
    """Let all four pass."""
    for _ in range(4):
        m.act(turn(m), "pass")
    return m


@clause("DOKO-2.1", "DOKO-4.3")
@pytest.mark.parametrize("seats", [4, 5])
def test_pack_of_48(seats: int) -> None:
    """Each of 24 cards is there twice, all in the hands of the four, twelve each."""
    m = torite.Match("doppelkopf", seats=seats, seed=2)
    assert dict.fromkeys([s + r for s in SUITS for r in ("A", "10", "K", "Q", "J", "9")], 2) == Counter(dealt(m))
    assert sorted([12] * 4 + [0] * (seats - 4)) == sorted(len(m.cards(seat)) for seat in range(seats))


@clause("DOKO-2.2", "DOKO-2.3")
@pytest.mark.parametrize("rank", POINTS)
def test_card_points(rank: str) -> None:
    """A, 10, K, Q, J and 9 count 11, 10, 4, 3, 2 and 0: seen in a trick with known others."""
    m = play(contract_by(0, "solo-notrump", "SA", f"S{rank}", "S9", "SK"), f"SA S{rank} S9 SK")
    assert {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}[rank] + 11 + 4 == sum(m.public.points)


@clause("DOKO-2.3")
@pytest.mark.parametrize("variant", ["doppelkopf", "doppelkopf-40"])
@pytest.mark.parametrize("seed", range(3))
def test_all_card_points_are_240(variant: str, seed: int) -> None:
    """After the last trick the card points taken are 240, 60 a suit in the pack."""
    m = torite.Match(variant, seed=seed, pause=True)
    assert [60] * 4 == [points_in(" ".join(card for card in dealt(m) if card[0] == suit)) for suit in SUITS]
    assert 240 == points_in(" ".join(pack(variant)))
    for _ in range(20):
        play_random(m, seed)
        if sum(m.public.tricks):
            break
        m.go_on()
    assert 240 == sum(m.public.points)


@clause("DOKO-2.4")
def test_copies_are_interchangeable() -> None:
    """A card held twice is one action; when one is played the other is still there."""
    m = normal("C9 C9 CK CK")
    assert len(m.actions(0)) == len({str(action) for action in m.actions(0)})
    assert ["C9", "C9"] == [card for card in m.cards(0) if card == "C9"]
    play(m, "C9")
    assert ["C9"] == [card for card in m.cards(0) if card == "C9"]


@clause("DOKO-4.1", "DOKO-4.2")
@pytest.mark.parametrize(("seats", "dealer"), DEALERS)
def test_packets_of_four_from_forehand(seats: int, dealer: int) -> None:
    """From the top of the pack each active player gets four cards, forehand first, three times round."""
    m = new_match("doppelkopf", seats=seats, dealer=dealer, seed=6)
    (order,) = chances(m, "deal")
    assert 48 == len(order)
    hands: dict[int, list[str]] = {}
    cards = codes(m, order)
    for packet in range(12):
        hands.setdefault((dealer + 1 + packet % 4) % seats, []).extend(cards[4 * packet : 4 * packet + 4])
    assert {seat: sorted(hand) for seat, hand in hands.items()} == {
        seat: sorted(m.cards(seat)) for seat in range(seats) if m.cards(seat)
    }


@clause("DOKO-18.5")
@pytest.mark.parametrize("dealer", range(4))
def test_packets_of_three_four_three(dealer: int) -> None:
    """With 40 cards the packets are 3, 4 and 3."""
    m = new_match("doppelkopf-40", dealer=dealer, seed=6)
    (order,) = chances(m, "deal")
    cards = codes(m, order)
    hands: dict[int, list[str]] = {seat: [] for seat in range(4)}
    for size in (3, 4, 3):
        for i in range(1, 5):
            hands[(dealer + i) % 4] += [cards.pop(0) for _ in range(size)]
    assert [] == cards
    assert [sorted(hands[seat]) for seat in range(4)] == [sorted(m.cards(seat)) for seat in range(4)]


@clause("DOKO-4.4")
@pytest.mark.parametrize("hand", [BAD_HAND, "CA CA SA SA HA HA C10 C10 S10 S10 H10 D10"])
@pytest.mark.parametrize("seats", [4, 5])
def test_bad_hand_gives_no_new_deal(hand: str, seats: int) -> None:
    """With 48 cards the first words are pass and reserve, with no card worth anything and with 121 points."""
    m = table(hand, seats=seats, dealer=seats - 1)
    assert (0, {"pass", "reserve"}) == (turn(m), verbs(m))
    for seat in range(seats):
        assert m.why(seat, "redeal") is not None if seat == 0 else () == m.actions(seat)


@clause("DOKO-4.1", "DOKO-7.9")
def test_pack_is_shuffled_before_every_deal() -> None:
    """Each deal has a shuffle of its own, also after a deal that was thrown in; the dealer is drawn once."""
    m = torite.Match("doppelkopf", seed=8, pause=True)
    for deal in range(3):
        play_random(m, deal)
        m.go_on()
    orders = chances(m, "deal")
    assert 1 == len(chances(m, "dealer"))
    assert all(one != other for one, other in pairwise(orders))
    thrown = deal_and_throw_in(poor_table(), poor=1)
    before = len(chances(thrown, "deal"))
    thrown.go_on()
    assert before + 1 == len(chances(thrown, "deal"))
    assert {"deal", "dealer", ""} >= {entry.chance for entry in m.log}


@clause("DOKO-18.8")
def test_pack_is_shuffled_again_after_a_redeal() -> None:
    """A redeal is a new shuffle by the same dealer, who is not drawn again."""
    m = table(plain_hand("D10 DK", size=10), variant="doppelkopf-40", dealer=2)
    m.act(m.actors[0], "keep")
    m.act(0, "redeal")
    m.go_on()
    assert (2, 2, 40) == (m.public.dealer, len(chances(m, "deal")), len(dealt(m)))


@clause("DOKO-4.3")
def test_no_card_is_left_over() -> None:
    """Hands are twelve cards each, and nothing lies elsewhere."""
    m = table(*filled([]).values())
    assert [12] * 4 == [len(m.cards(seat)) for seat in range(4)]
    assert sorted(pack()) == dealt(m)
