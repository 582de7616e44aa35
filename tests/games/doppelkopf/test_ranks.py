"""Trumps and ranks of every contract: clauses DOKO-3, 9.5 to 9.7, 16 and 18.3, against tables written by hand."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.aloud import legal, play, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import KINDS, contract_by, lacking, normal, pack
from tests.games.doppelkopf.naive import Order, class_of, course_to, following, orders_of, taker
from torite import Match

BIG, SMALL = "doppelkopf", "doppelkopf-40"
SOLOS_BIG = [f"solo-{kind}" for kind in KINDS]
TENS = ["first_wins", "second_wins", "second_wins_except_last"]
CASES = [
    *((BIG, name) for name in ["normal", *SOLOS_BIG]),
    *((SMALL, name) for name in ["normal", *SOLOS_BIG, "solo-queens-jacks"]),
]


def opened(variant: str, name: str, hands: list[str], **options: Any) -> Match:
    """A deal of that contract with these hands, seat 0 leading (and playing the solo)."""
    if name == "normal":
        return normal(*hands, variant=variant, **options)
    return contract_by(0, name, *hands, variant=variant, **options)


def batches(variant: str, order: Order) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Give hands, leads of seat 0 and answers of seat 1 such that all ordered pairs of cards come up."""
    for line in filter(None, order):
        cards = line.split()
        others = [card for card in dict.fromkeys(pack(variant)) if card not in cards]
        for leads in chunks(cards, 7):
            for answers in chunks(cards, 7):
                yield arranged(variant, cards, leads, answers, void=False), leads, answers
            for answers in chunks(others, 10):
                yield arranged(variant, cards, leads, answers, void=True), leads, answers


def chunks(cards: list[str], size: int) -> Iterator[list[str]]:
    """Cut a list into parts of at most this size."""
    for first in range(0, len(cards), size):
        yield cards[first : first + size]


def arranged(variant: str, cards: list[str], leads: list[str], answers: list[str], void: bool) -> list[str]:
    """Hands with the leads at seat 0 and the answers at seat 1.

    As many cards of the class led as fit lie with these two, high ones first, so that the other seats are harmless;
    but seat 1 has none of them where it is to be void.
    """
    size = len(pack(variant)) // 4
    hands = [leads[:], answers[:], [], []]
    for seat in (1, 0):
        spare = lacking([" ".join(hand) for hand in hands], variant)[::-1]
        same = sorted((card for card in spare if card in cards and not (seat and void)), key=cards.index)
        hands[seat] += [*same, *(card for card in spare if card not in cards)][: size - len(hands[seat])]
    spare = lacking([" ".join(hand) for hand in hands], variant)
    hands[2:] = [spare[::2], spare[1::2]]
    return [" ".join(hand) for hand in hands]


def harmless(order: Order, trick: list[str], hand: list[str], tens: str) -> str:
    """A card that may be played and does not take the trick, if there is one."""
    may = following(order, trick[0], hand)
    return next((card for card in may if taker(order, [*trick, card], tens=tens) < len(trick)), may[0])


@pytest.mark.long
@clause(
    "DOKO-3.1", "DOKO-3.2", "DOKO-3.3", "DOKO-3.4", "DOKO-3.5", "DOKO-3.6", "DOKO-3.7", "DOKO-3.8", "DOKO-3.9",
    "DOKO-3.10", "DOKO-3.11", "DOKO-3.12", "DOKO-3.13", "DOKO-3.14", "DOKO-9.3", "DOKO-9.4", "DOKO-9.5", "DOKO-9.6",
    "DOKO-9.7", "DOKO-18.3", "DOKO-18.13",
)  # fmt: skip
@pytest.mark.parametrize(("variant", "name"), CASES)
def test_winner_of_every_pair_of_cards(variant: str, name: str) -> None:
    """Each card led and each card played on it: what may be played, and who takes the trick."""
    order = orders_of(variant)[name]
    pairs, decided = set(), set()
    for hands, leads, answers in batches(variant, order):
        m = opened(variant, name, hands)
        for lead in leads:
            play(m, lead)
            assert {f"play {card}" for card in following(order, lead, m.cards(1))} == plays(m)
            for answer in answers:
                trick = [lead, answer]
                m.act(1, f"play {answer}")
                for seat in (2, 3):
                    trick.append(harmless(order, trick, m.cards(seat), "first_wins"))
                    m.act(seat, f"play {trick[-1]}")
                assert (trick, taker(order, trick)) == (trick, turn(m))
                pairs.add((lead, answer))
                if turn(m) < 2:
                    decided.add((lead, answer))
                m.undo(1, free=True)
            m.undo(0, free=True)
    kinds = set(pack(variant))
    assert {(lead, answer) for lead in kinds for answer in kinds} == pairs
    assert len(pairs) - len(decided) <= 2 * len(kinds)  # on a low trump others had to play higher ones


def plays(m: Match) -> set[str]:
    """The plays that the seat in turn may make."""
    return {code for code in legal(m) if code.startswith("play")}


@clause("DOKO-16.1", "DOKO-16.2", "DOKO-16.3", "DOKO-16.4", "DOKO-9.7")
@pytest.mark.parametrize("tens", TENS)
@pytest.mark.parametrize(("variant", "name"), CASES)
def test_both_tens_of_hearts_in_one_trick(variant: str, name: str, tens: str) -> None:
    """The second wins by option where ♥10 is a trump, the first where it is a plain heart."""
    trump = "H10" in orders_of(variant)[name][0].split()
    m = opened(variant, name, ["H10", "H10", "HA HK DA CJ", "HA HK DA CJ"], heart10_rule=tens)
    play(m, "H10 H10")
    for _ in range(2):
        low = harmless(orders_of(variant)[name], ["H10", "H10"], m.cards(turn(m)), tens)
        m.act(turn(m), f"play {low}")
    best = 1 if trump and tens != "first_wins" else 0
    assert best == turn(m) or not trump


@clause("DOKO-16.4", "DOKO-3.14")
@pytest.mark.parametrize("tens", TENS)
@pytest.mark.parametrize("kind", ["queens", "jacks", "notrump"])
def test_tens_of_hearts_are_plain_in_solos_without_them(kind: str, tens: str) -> None:
    """Whatever is agreed, the first ♥10 of two wins as any first of two equal cards."""
    m = contract_by(0, f"solo-{kind}", "H10", "H10", "H9", "H9", heart10_rule=tens)
    assert 0 == turn(play(m, "H10 H10 H9 H9"))
    m = contract_by(0, f"solo-{kind}", "H10", "H10", "HA", "H9", heart10_rule=tens)
    assert 2 == turn(play(m, "H10 H10 HA H9"))


@clause("DOKO-16.2", "DOKO-16.3", "DOKO-9.7")
@pytest.mark.parametrize("tens", TENS)
@pytest.mark.parametrize("card", ["CQ", "SQ", "DJ", "DA", "DK"])
def test_only_the_tens_of_hearts_turn_round(card: str, tens: str) -> None:
    """Of any other two equal trumps the first wins under every value."""
    assert 0 == turn(play(normal(card, card, "D9", "D9", heart10_rule=tens), f"{card} {card} D9 D9"))


@clause("EX-DOKO-1", "DOKO-16.1", "DOKO-16.2", "DOKO-16.3")
@pytest.mark.parametrize(("tens", "winner"), [("first_wins", 1), ("second_wins", 3), ("second_wins_except_last", 3)])
def test_example_heart_ten_twice(tens: str, winner: int) -> None:
    """♦9, ♥10, ♣Q, ♥10: 23 card points for the first or the second ♥10."""
    m = play(normal("D9", "H10", "CQ", "H10", heart10_rule=tens), "D9 H10 CQ H10")
    assert (winner, 23) == (turn(m), m.public.points[winner])


@clause("EX-DOKO-1", "DOKO-16.3", "DOKO-16.2")
@pytest.mark.parametrize(("tens", "winner"), [("first_wins", 1), ("second_wins", 3), ("second_wins_except_last", 1)])
@pytest.mark.parametrize("variant", [BIG, SMALL])
@pytest.mark.parametrize("low", ["DK", "DJ"])
def test_example_heart_ten_twice_in_the_last_trick(tens: str, winner: int, variant: str, low: str) -> None:
    """In the last trick the first wins again with `second_wins_except_last`."""
    final = [low, "H10", "CQ", "H10"]
    hands, tricks = course_to(orders_of(variant)["normal"], pack(variant), final)
    m = opened(variant, "normal", hands, heart10_rule=tens)
    for trick in tricks:
        play(m, " ".join(trick))
    assert 0 == turn(m)
    before = list(m.public.tricks)
    play(m, " ".join(final))
    assert [winner] == [seat for seat in range(4) if m.public.tricks[seat] > before[seat]]
    assert m.log.deal_over


@clause("DOKO-16.2", "DOKO-16.3")
@pytest.mark.parametrize(("tens", "winner"), [("first_wins", 1), ("second_wins", 3), ("second_wins_except_last", 3)])
def test_tens_of_hearts_in_the_trick_before_the_last(tens: str, winner: int) -> None:
    """Only the very last trick is excepted."""
    hands, tricks = course_to(orders_of(BIG)["normal"], pack(), ["D9 C9", "H10 S9", "CQ H9", "H10 S9"])
    m = normal(*hands, heart10_rule=tens)
    for trick in tricks:
        play(m, " ".join(trick))
    assert winner == turn(play(m, "D9 H10 CQ H10"))


@clause("DOKO-3.1", "DOKO-3.6", "DOKO-3.9", "DOKO-3.11", "DOKO-3.13", "DOKO-26.2")
@pytest.mark.parametrize(
    ("variant", "name", "trumps"),
    [
        *((BIG, name, 26) for name in ("normal", "solo-clubs", "solo-spades", "solo-diamonds")),
        *((BIG, name, number) for name, number in (("solo-hearts", 24), ("solo-queens", 8), ("solo-notrump", 0))),
        (BIG, "solo-jacks", 8),
        *((SMALL, name, 24) for name in ("normal", "solo-clubs", "solo-spades", "solo-diamonds")),
        *((SMALL, name, number) for name, number in (("solo-hearts", 22), ("solo-queens", 8), ("solo-notrump", 0))),
        *((SMALL, name, number) for name, number in (("solo-jacks", 8), ("solo-queens-jacks", 16))),
    ],
)
def test_number_of_trumps(variant: str, name: str, trumps: int) -> None:
    """The tables that the tests go by have the trumps of invariant 2, and every card in one class."""
    order = orders_of(variant)[name]
    assert trumps == sum(2 for card in dict.fromkeys(pack(variant)) if class_of(order, card) == 0)
    assert sorted(set(pack(variant))) == sorted(card for line in order for card in line.split())


@clause("DOKO-3.2", "DOKO-5.1")
@pytest.mark.parametrize("name", ["marriage", "poverty"])
def test_marriage_and_poverty_rank_as_a_normal_game(name: str) -> None:
    """In both ♦ is trump, and ♦9 ruffs an ace."""
    void = "SA SA S10 S10 SK SK S9 S9 HA HA"
    if name == "marriage":
        m = contract_by(0, "marriage", "CQ CQ CA", "C9", "C10", f"D9 H10 {void}")
    else:
        m = contract_by(3, "poverty", "CA", "C9", "C10", f"D9 D10 {void}")
        take(m, "offer D9 D10 HA", "accept", "return D9 D10 HA")
    assert 3 == turn(play(m, "CA C9 C10 D9"))
