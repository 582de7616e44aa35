"""Sections 4 and 5: leading, following, who takes the trick, and the 2."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from typing import Any

import pytest

import torite
from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.ambition.builders import (
    EDITIONS,
    OLD_NAME,
    REVISED_NAME,
    act,
    codes,
    may_play,
    one_trick,
    play,
    play_any,
    position,
    refused_by,
    seats_with,
    table,
)
from tests.games.ambition.naive import CARDS, COURT, SUITS, Rules, best_card, may_follow, worth_of

ANY_COURT = Rules(two_promotion="any_court")
TWO_RULES = pytest.mark.parametrize("two", ["same_suit", "any_court"])


def taker(cards: str, **options: Any) -> str:
    """The card that takes a trick."""
    return cards.split()[one_trick(cards, rules=Rules(**options))[0]]


def quads(seed: str, most: int) -> Iterable[list[str]]:
    """Tricks of four cards at random, many of them of one suit and with its 2."""
    chooser = random.Random(seed)
    for number in range(most):
        suits = chooser.sample(SUITS, chooser.choice((1, 1, 2, 4)))
        pool = [card for card in CARDS if card[0] in suits]
        cards = chooser.sample(pool, 4)
        if number % 2 and suits[0] + "2" not in cards:
            cards[chooser.randrange(4)] = suits[0] + "2"
        yield cards


# leading


@clause("AMB-4.1")
@pytest.mark.parametrize(("variant", "seats"), [(OLD_NAME, 3), (OLD_NAME, 4), (REVISED_NAME, 4)])
def test_first_lead(variant: str, seats: int) -> None:
    """The ♦3, from whoever holds it, and nothing else; it is still an action."""
    for seed in range(4):
        m = torite.Match(variant, seats, seed=seed, pause=True, initial={"deals_played": seats - 1})
        m.go_on()
        (leader,) = [seat for seat in range(seats) if "D3" in m.cards(seat)]
        assert (leader,) == m.actors
        assert {"play D3"} == legal(m)
        other = next(card for card in m.cards(leader) if card != "D3")
        assert "AMB-4.1" == (m.why(leader, f"play {other}") or ("", ""))[1]


@clause("AMB-4.5", "AMB-4.1")
def test_any_card_may_be_led_later() -> None:
    """From the second trick on: points, court cards, 2s."""
    m = play(table(), "D3 D6 D4 DK")
    assert {f"play {card}" for card in m.cards(3)} == legal(m, 3)
    for hand in ("CK SA H2 D9", "SQ SK SA SJ", "C2 S2 H2 D2"):
        assert set(hand.split()) == may_play(position(hand, "C4 C5 C6 C7", "C8 C9 C10 CJ", "S4 S5 S6 S7", tricks=1))


@clause("AMB-4.5", "AMB-4.3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_is_barred_from_the_first_trick(edition: str) -> None:
    """Who is void of diamonds may throw the ♣K, spades or the ♥2 at once."""
    variant = OLD_NAME if edition == "gamefarm_2004" else REVISED_NAME
    m = play(table("D3", "CK SA S5 H2 HA C2 C3 C4 C5 C6 C7 C8 C9", variant=variant), "D3")
    assert {f"play {card}" for card in m.cards(1)} == legal(m)


@clause("AMB-4.4")
def test_winner_leads_to_the_next_trick() -> None:
    """Trick after trick, until all cards are played."""
    chooser = random.Random(4)
    m = table()
    while not m.log.deal_over:
        if m.public.trick_len in (0, 4):
            cards, leader = list[str](), turn(m)
        code = chooser.choice(sorted(legal(m)))
        cards.append(code.split()[1])
        m.act(turn(m), code)
        if len(cards) == 4 and not m.log.deal_over:
            assert (leader + cards.index(best_card(cards))) % 4 == turn(m)
    assert [0] * 4 == [len(m.cards(seat)) for seat in range(4)]


# following


@clause("AMB-4.3", "AMB-5.5")
@TWO_RULES
def test_following_random_hands(two: str) -> None:
    """Any card of the suit led, or any card of a hand without it; the 2 must follow like any other."""
    chooser = random.Random(two)
    for _ in range(120):
        cards = chooser.sample(CARDS, 12)
        hands = [" ".join(cards[i::4]) for i in range(4)]
        s = act(position(*hands, rules=Rules(two_promotion=two)), cards[0])
        for seat in (1, 2, 3):
            allowed = may_follow(hands[seat].split(), cards[0])
            assert allowed == may_play(s)
            act(s, chooser.choice(sorted(allowed)))


@clause("AMB-4.3")
def test_refusal_to_follow() -> None:
    """The clause, the suit led, and what may be played."""
    m = play(table(), "D3")
    assert {"play D2", "play D6", "play D10"} == legal(m)
    assert "AMB-4.3" == refused_by(m, 1, "play SA")
    sentence, _ = m.why(1, "play SA") or ("", "")
    assert all(text in sentence for text in ("♦2", "♦6", "♦10", "♦"))
    assert "♦2" in (m.why(1, "play SA", "ja") or ("", ""))[0]


@clause("AMB-4.3")
def test_there_are_no_trumps() -> None:
    """A card of another suit never takes a trick, however high."""
    for led, suit in itertools.permutations(SUITS, 2):
        assert f"{led}3" == taker(f"{led}3 {suit}A {suit}K {suit}Q")
        assert f"{led}4" == taker(f"{led}3 {suit}A {led}4 {suit}2")


# announcing


@clause("AMB-4.6")
@pytest.mark.parametrize("show", [True, False])
def test_points_of_a_trick_are_announced(show: bool) -> None:
    """Who takes it, and how many; nothing is said of a trick that is not whole."""
    m = play(table(show_points=show), "D3 D6 D4")
    assert not m.log[-1].notes
    play(m, "DK")
    assert ("takes", 3, 5) in [(note.line.key, note.seat, note.amount) for note in m.log[-1].notes]
    assert "AMB-4.6" in {note.line.clause for note in m.log[-1].notes}
    play(m, "CK C6 C3 C4")
    assert ("takes", 3, 11) in [(note.line.key, note.seat, note.amount) for note in m.log[-1].notes]
    for viewer in (0, 3, -1):
        for language in ("en", "ja"):
            assert "11" in torite.lay_out(m, viewer, language).log[-1].text


@clause("AMB-4.6", "AMB-2.4", "AMB-2.2")
def test_extra_points_are_announced() -> None:
    """As a part of what the first trick of the one edition brings, and the last of the other."""
    m = play(table(variant=REVISED_NAME), "D3 D6 D4 DK")
    assert [(3, 16)] == [(note.seat, note.amount) for note in m.log[-1].notes if note.line.key == "takes"]
    last = play_any(table())
    lying = [card for seat in range(4) for card in codes(last.public.trick[seat])]
    ((taker, amount),) = [(note.seat, note.amount) for note in last.log[-1].notes if note.line.key == "takes"]
    assert (last.public.best_seat, worth_of(lying, "gamefarm_2004") + 2) == (taker, amount)


# the 2


@clause("AMB-5.1")
@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("court", COURT)
def test_two_beats_court_cards(suit: str, court: str) -> None:
    """No matter which of them came first, led or followed."""
    two, off = suit + "2", [f"{'S' if suit == 'C' else 'C'}{rank}" for rank in "45"]
    for order in itertools.permutations([two, suit + court]):
        for cards in (order + tuple(off), (suit + "7", *order, off[0]), (order[0], off[0], suit + "10", order[1])):
            assert two == taker(" ".join(cards))


@clause("AMB-5.1")
def test_two_beats_all_four_court_cards_of_three_tricks() -> None:
    """One court card is enough, three are no more."""
    assert "H2" == taker("HA HK HQ H2")
    assert "H2" == taker("H2 HA HK HQ")


@clause("AMB-5.4")
@pytest.mark.parametrize("suit", SUITS)
def test_two_is_low_without_a_court_card(suit: str) -> None:
    """Below every other card of its suit; alone of its suit it still wins, if it was led."""
    off = f"{'S' if suit == 'C' else 'C'}"
    for rank in ("3", "4", "5", "6", "7", "8", "9", "10"):
        for order in itertools.permutations([suit + "2", suit + rank]):
            assert suit + rank == taker(f"{order[0]} {order[1]} {off}4 {off}5")
    assert suit + "2" == taker(f"{suit}2 {off}A {off}K {off}3")


@clause("AMB-5.2")
@pytest.mark.parametrize(("led", "other"), list(itertools.permutations(SUITS, 2)))
def test_court_card_of_another_suit(led: str, other: str) -> None:
    """Promotes nothing, unless `any_court` was agreed."""
    for court in COURT:
        for cards in (f"{led}5 {led}2 {other}{court} {led}9", f"{led}2 {other}{court} {led}9 {other}5"):
            assert f"{led}9" == taker(cards)
            assert f"{led}2" == taker(cards, two_promotion="any_court")


@clause("AMB-5.3", "AMB-5.2")
@TWO_RULES
def test_two_of_another_suit_never_wins(two: str) -> None:
    """Whatever court cards there are."""
    for led, other in itertools.permutations(SUITS, 2):
        assert f"{led}4" == taker(f"{led}4 {other}2 {other}A {other}K", two_promotion=two)
        assert f"{led}A" == taker(f"{led}A {other}2 {other}K {led}3", two_promotion=two)
        assert f"{led}10" == taker(f"{led}10 {other}2 {led}4 {other}J", two_promotion=two)


@clause("AMB-5.1", "AMB-5.2", "AMB-5.3", "AMB-5.4", "AMB-4.4")
@TWO_RULES
def test_random_tricks(two: str) -> None:
    """Against the clauses written out a second time."""
    rules = Rules(two_promotion=two)
    for cards in quads(two, 200):
        assert best_card(cards, two) == taker(" ".join(cards), two_promotion=two)
        three = cards[:3]
        s = act(position(*three, rules=Rules(seats=3, two_promotion=two)), " ".join(three))
        assert [three.index(best_card(three, two))] == seats_with(s.tricks)
    assert rules.old


@clause("AMB-5.5")
def test_promotion_does_not_change_points() -> None:
    """The 2 counts what it counts, promoted or not."""
    assert 5 + 5 + 5 + 2 == one_trick("SA SK SQ S2")[1]
    assert 2 + 2 + 2 + 2 == one_trick("S3 S4 S5 S2")[1]
    assert 10 + 3 + 3 + 1 == one_trick("HK H2 HA H5", rules=Rules("revised"))[1]


@clause("AMB-5.5", "AMB-4.3")
def test_promotion_does_not_change_the_duty_to_follow() -> None:
    """A 2 may be kept back, and must be played if it is the only card of the suit."""
    assert {"S2", "S9"} == may_play(act(position("SA C4", "S2 S9 C5", "C6 C7", "C8 C9"), "SA"))
    assert {"S2"} == may_play(act(position("S7 C4", "S2 HA CK", "C6 C7", "C8 C9"), "S7"))


@clause("AMB-5.1")
def test_promotion_is_told() -> None:
    """When the 2 takes a trick from a court card, and not else."""
    for cards, taker_of, promoted in (("D3 D2 D4 DK", 1, True), ("D3 D6 D4 DK", 3, False), ("D3 D2 D4 D5", 3, False)):
        m = play(table(), cards)
        assert taker_of == turn(m)
        notes = {note.line.key: note.line.clause for entry in m.log.standing for note in entry.notes}
        assert promoted == (notes.get("promotes") == "AMB-5.1")
