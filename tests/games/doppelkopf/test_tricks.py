"""The play of the cards: clauses DOKO-9, 19.1 and the worked examples 2 to 5."""

import random

import pytest

import torite
from tests.aloud import legal, play, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    KINDS,
    RE,
    cards_open,
    contract,
    contract_by,
    lacking,
    normal,
    pack,
    plain_hand,
    play_any,
    points_in,
)
from tests.games.doppelkopf.naive import following, orders_of, taker
from torite import Match


def with_lead(lead: str, hand: str, name: str = "normal", dealer: int = 3) -> Match:
    """Seat 0 leads this card and seat 1 holds this hand, filled up with cards of other classes."""
    order = orders_of("doppelkopf")[name]
    led = next(line for line in order if lead in line.split()).split()
    spare = [card for card in lacking([hand, lead]) if card not in led]
    full = " ".join([*hand.split(), *spare[: 12 - len(hand.split())]])
    m = normal(lead, full, dealer=dealer) if name == "normal" else contract_by(0, name, lead, full, dealer=dealer)
    return play(m, lead)


def may_follow(lead: str, hand: str, name: str = "normal") -> set[str]:
    """Which of the cards of that hand seat 1 may play on this lead."""
    return {card for card in cards_open(with_lead(lead, hand, name)) if card in hand.split()}


def trick(cards: str, name: str = "normal") -> Match:
    """Play this trick from seat 0; each seat holds its card and none of the class led, unless that is its card's."""
    order = orders_of("doppelkopf")[name]
    played = cards.split()
    led = next(line for line in order if played[0] in line.split()).split()
    hands = [[card] for card in played]
    for seat in sorted(range(4), key=lambda seat: played[seat] in led):
        spare = lacking([cards, *(" ".join(hand[1:]) for hand in hands)])
        hands[seat] += [card for card in spare if played[seat] in led or card not in led][:11]
    listed = [" ".join(hand) for hand in hands]
    m = normal(*listed) if name == "normal" else contract_by(0, name, *listed)
    return play(m, cards)


@clause("DOKO-9.1", "DOKO-1.5")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("by", range(4))
@pytest.mark.parametrize("name", ["solo-queens", "solo-hearts"])
@pytest.mark.parametrize("leader", ["forehand", "soloist"])
def test_forehand_leads_to_the_first_trick(dealer: int, by: int, name: str, leader: str) -> None:
    """In a solo too, unless `solo_leader` gives the lead to the soloist; play goes on clockwise from there."""
    m = contract_by(by, name, dealer=dealer, solo_leader=leader)
    first = by if leader == "soloist" else (dealer + 1) % 4
    assert first == turn(m)
    play_any(m, 1)
    assert (first + 1) % 4 == turn(m)


@clause("DOKO-9.1")
@pytest.mark.parametrize("leader", ["forehand", "soloist"])
@pytest.mark.parametrize("dealer", range(4))
def test_solo_leader_changes_nothing_in_other_contracts(leader: str, dealer: int) -> None:
    """Forehand leads to a normal game, a silent solo and a marriage under both values."""
    forehand = (dealer + 1) % 4
    hands = ["", "CQ CQ", "", ""]
    assert forehand == turn(normal(*hands, dealer=dealer, solo_leader=leader))
    assert forehand == turn(contract_by(1, "marriage", *hands, dealer=dealer, solo_leader=leader))


@clause("DOKO-9.2")
@pytest.mark.parametrize("name", ["normal", "solo-clubs", "solo-jacks", "solo-notrump"])
def test_leader_may_play_any_card(name: str) -> None:
    """The whole hand is open, on the first lead and on a later one."""
    m = normal() if name == "normal" else contract_by(0, name)
    for _ in range(3):
        assert set(m.cards(turn(m))) == cards_open(m)
        play_any(m, 4)


@clause("DOKO-9.3", "DOKO-9.4", "EX-DOKO-2", "DOKO-3.14")
@pytest.mark.parametrize(
    ("hand", "name", "may"),
    [
        ("H10 HQ DA SK", "normal", {"H10", "HQ", "DA", "SK"}),
        ("HK H10 HQ DA", "normal", {"HK"}),
        ("H10 HQ HJ SK", "solo-queens", {"H10", "HJ"}),
    ],
)
def test_example_following(hand: str, name: str, may: set[str]) -> None:
    """On ♥A: trumps printed with a heart are no hearts, and the ♥10 is one where it is no trump."""
    assert may == may_follow("HA", hand, name)


@clause("DOKO-9.3", "EX-DOKO-3", "DOKO-3.5", "DOKO-3.8")
@pytest.mark.parametrize(
    ("lead", "hand", "name", "may"),
    [
        ("CJ", "H10 DK SA CK", "normal", {"H10", "DK"}),
        ("DA", "DK DA CQ SK", "solo-spades", {"DK", "DA"}),
        ("H10", "SA S10 CK HQ", "solo-spades", {"SA", "S10", "HQ"}),
    ],
)
def test_example_following_trump(lead: str, hand: str, name: str, may: set[str]) -> None:
    """All trumps are one suit, also the low ones of a suit solo; ♦ is plain there."""
    assert may == may_follow(lead, hand, name)


@clause("DOKO-9.3")
def test_refused_card_says_why() -> None:
    """A card that does not follow is refused by the clause, and nothing changes."""
    m = with_lead("HA", "HK H10 HQ DA")
    with pytest.raises(torite.IllegalMove) as refusal:
        m.act(1, "play H10")
    assert ("DOKO-9.3", 1, {"HK"}) == (refusal.value.facts["clause"], turn(m), cards_open(m))


@clause("DOKO-9.4")
def test_no_duty_to_trump_or_to_beat() -> None:
    """Who cannot follow may throw anything; who follows may stay below."""
    assert {"H10", "D9", "SK", "S9"} == may_follow("CA", "H10 D9 SK S9")
    assert {"H10", "D9", "CQ"} == may_follow("DJ", "H10 D9 CQ SA")


@clause("DOKO-9.3", "DOKO-9.4", "DOKO-26.4", "DOKO-26.3", "DOKO-26.5", "DOKO-26.1")
@pytest.mark.parametrize("variant", ["doppelkopf", "doppelkopf-40"])
@pytest.mark.parametrize("name", ["normal", "marriage", *(f"solo-{kind}" for kind in KINDS)])
def test_whole_deals_against_the_tables(variant: str, name: str) -> None:
    """Every card that may be played and every trick's winner, over a deal played at random."""
    order, chooser = orders_of(variant)[name], random.Random(name + variant)
    rest = pack(variant)
    chooser.shuffle(rest)
    rest = ["CQ", "CQ", *(card for card in rest if card != "CQ")]
    size = len(rest) // 4
    hands = [" ".join(rest[size * seat : size * (seat + 1)]) for seat in range(4)]
    m = normal(*hands, variant=variant) if name == "normal" else contract_by(0, name, *hands, variant=variant)
    left, leader = [hand.split() for hand in hands], 0
    taken, tricks = [0] * 4, [0] * 4
    for number in range(size):
        played: list[str] = []
        for i in range(4):
            seat = (leader + i) % 4
            may = following(order, played[0], left[seat]) if played else left[seat]
            assert (seat, set(may)) == (turn(m), cards_open(m))
            played.append(chooser.choice(may))
            left[seat].remove(played[-1])
            m.act(seat, f"play {played[-1]}")
            assert [sorted(hand) for hand in left] == [sorted(m.cards(one)) for one in range(4)]
        leader = (leader + taker(order, played, number == size - 1)) % 4
        taken[leader] += points_in(" ".join(played))
        tricks[leader] += 1
        assert tricks == list(m.public.tricks[:4])
    assert (taken, tricks, 240, size) == ([*m.public.points[:4]], [*m.public.tricks[:4]], sum(taken), sum(tricks))
    assert m.log.deal_over


@clause("DOKO-9.5")
@pytest.mark.parametrize(("cards", "winner"), [("CK C9 CA C10", 2), ("CK SA HA C10", 3), ("HK HA HA H9", 1)])
def test_highest_of_the_suit_led_wins_without_trump(cards: str, winner: int) -> None:
    """A higher card of another plain suit does not count."""
    assert winner == turn(trick(cards))


@clause("DOKO-9.6")
@pytest.mark.parametrize(("cards", "winner"), [("CA D9 CA C10", 1), ("CA D9 DJ C10", 2), ("DJ CA SQ DK", 2)])
def test_highest_trump_wins(cards: str, winner: int) -> None:
    """The lowest trump beats any plain ace, and a higher trump beats it."""
    assert winner == turn(trick(cards))


@clause("DOKO-9.6", "EX-DOKO-4")
@pytest.mark.parametrize(
    ("cards", "winner", "points"),
    [("SA SA D9 S10", 2, 32), ("SA S10 SA H10", 3, 42), ("CK CA CA C9", 1, 26)],
)
def test_example_ruff(cards: str, winner: int, points: int) -> None:
    """A ♦9 takes two aces and a ten; ♥10 a Doppelkopf; of two ♣A the first."""
    m = trick(cards)
    assert (winner, points) == (turn(m), m.public.points[winner])


@clause("EX-DOKO-5", "DOKO-3.10", "DOKO-3.11", "DOKO-3.12", "DOKO-3.13", "DOKO-3.14")
@pytest.mark.parametrize(
    ("name", "cards", "winner"),
    [
        ("solo-jacks", "HK H10 HA DJ", 3),
        ("solo-jacks", "HK H10 HQ H9", 1),
        ("solo-notrump", "D10 DQ DA H10", 2),
    ],
)
def test_example_solo_ranks(name: str, cards: str, winner: int) -> None:
    """In these solos ♥10 stands between ace and king, and jacks are trumps or ordinary cards."""
    assert winner == turn(trick(cards, name))


@clause("DOKO-9.7")
@pytest.mark.parametrize("card", ["H10", "CQ", "DA", "DK", "D9"])
def test_first_of_two_equal_trumps_wins(card: str) -> None:
    """The second copy does not beat the first, whoever plays it."""
    if card != "D9":
        assert 0 == turn(trick(f"{card} {card} D9 D9"))
    assert 1 == turn(trick(f"S9 {card} {card} S9"))


@clause("DOKO-9.8")
def test_winner_takes_the_cards_and_leads() -> None:
    """Four cards go to the winner's tricks, and he leads to the next."""
    m = trick("SA SA D9 S10")
    assert (2, [0, 0, 1, 0], [0, 0, 32, 0]) == (turn(m), [*m.public.tricks[:4]], [*m.public.points[:4]])
    assert set(m.cards(2)) == cards_open(m)
    play_any(m, 4)
    assert (2, [10] * 4) == (m.public.tricks_played, [len(m.cards(seat)) for seat in range(4)])


@clause("DOKO-9.9", "DOKO-18.4")
@pytest.mark.parametrize(("variant", "tricks"), [("doppelkopf", 12), ("doppelkopf-40", 10)])
def test_deal_ends_when_hands_are_empty(variant: str, tricks: int) -> None:
    """Twelve tricks, or ten with 40 cards; not one card earlier."""
    m = normal(variant=variant)
    assert [tricks] * 4 == [len(m.cards(seat)) for seat in range(4)]
    play_any(m, 4 * tricks - 1)
    assert not m.log.deal_over
    play_any(m, 1)
    assert (True, tricks, [0] * 4) == (m.log.deal_over, sum(m.public.tricks), [len(m.cards(seat)) for seat in range(4)])
    assert () == m.actors


@clause("DOKO-9.3", "DOKO-9.2")
def test_nobody_plays_out_of_turn_or_a_card_he_lacks() -> None:
    """Announcements apart, the others have no action; a card not held is refused."""
    m = normal("CA", "C9")
    missing = next(card for card in pack() if card not in m.cards(0))
    assert m.why(0, f"play {missing}") is not None
    for seat in (1, 2, 3):
        assert m.why(seat, f"play {m.cards(seat)[0]}") is not None
        assert not any(code.startswith("play") for code in legal(m, seat))


@clause("DOKO-9.1", "DOKO-7.11")
def test_forehand_leads_even_if_soloist_leads_solos_in_a_poverty() -> None:
    """A poverty is no solo."""
    m = contract_by(2, "poverty", "", "", plain_hand("D9 DK D10"), solo_leader="soloist")
    take(m, "offer D9 DK D10", "accept", "return D9 DK D10")
    assert ("poverty", 0, RE) == (contract(m), turn(m), m.public.party[2])
