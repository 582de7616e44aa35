"""What seats know is true, and is no more than they saw: section 24, over deals played at random."""

import random
from collections import Counter
from typing import Any

import pytest

import torite
from tests.aloud import legal, listed, play, take
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    CONTRA,
    RE,
    TRUMPS,
    announce,
    filled,
    lacking,
    normal,
    parties,
    plain_hand,
    table,
)
from torite import Match
from torite.worlds.sampler import Sampler


def in_mask(m: Match, cards: Counter[str], mask: int) -> int:
    """How many of these cards belong to a mask of kinds."""
    return sum(number for card, number in cards.items() if mask >> m.game.pack.kind(card) & 1)


def hold_true(m: Match) -> None:
    """Hold what every seat knows of the hands against the hands themselves."""
    for viewer in range(m.seats):
        view = m.view(viewer)
        for owner in set(range(m.seats)) - {viewer}:
            place = m.game.layout.place("hand", owner)
            hand, known = Counter(m.cards(owner)), Counter(listed(m, view.hand[owner]))
            assert known <= hand
            assert 0 == in_mask(m, hand - known, view.barred[place])
            if view.required[place]:
                assert view.least[place] <= in_mask(m, hand, view.required[place]) <= view.at_most[place]
            assert len(m.cards(owner)) == view.count[place]
        for seat in range(m.seats):
            assert view.knows[viewer][seat] in (0, view.party[seat]) or view.party[seat] == 0


def some_hands(seed: int, variant: str) -> list[str]:
    """Hands of which one is poor, and with every other seed one has both ♣Q."""
    size = 10 if variant == "doppelkopf-40" else 12
    poor = plain_hand("DK D10", size=size)
    chooser = random.Random(seed)
    rest = lacking([poor], variant)
    chooser.shuffle(rest)
    if seed % 2:
        rest.sort(key=lambda card: card != "CQ")
    hands = [poor, *(" ".join(rest[size * i : size * (i + 1)]) for i in range(3))]
    chooser.shuffle(hands)
    return hands


def begin(seed: int, hands: list[str], variant: str, **how: Any) -> tuple[Match, list[tuple[int, str]]]:
    """Start a match, and lead the bidding to a normal game, a marriage, a poverty or nowhere yet, by the seed."""
    m = table(*hands, variant=variant, **how)
    actions: list[tuple[int, str]] = [(seat, "keep") for seat in range(4) if "keep" in legal(m, seat)]
    poor = next(seat for seat in range(4) if sum(card in TRUMPS for card in hands[seat].split()) <= 3)
    married = next((seat for seat in range(4) if hands[seat].split().count("CQ") == 2), -1)
    wish, seat = (("", -1), ("bid marriage", married), ("bid poverty", poor), ("pass", -1))[seed // 2 % 4]
    if wish:
        actions += [(one, "reserve" if one == seat else "pass") for one in range(4)]
        actions += [(seat, wish)] if seat >= 0 else []
    for action in actions:
        m.act(*action)
    return m, actions


def next_action(m: Match, chooser: random.Random) -> tuple[int, str]:
    """Any action, now and then one out of turn, with a liking for contracts."""
    offers = [(seat, str(a)) for seat in range(m.seats) for a in m.actions(seat) if a.offer]
    if offers and chooser.random() < 0.15:
        return chooser.choice(offers)
    seat = m.actors[0]
    may = [str(action) for action in m.actions(seat) if not action.offer]
    liked = [code for code in may if code in ("reserve", "yes", "accept", "bid poverty", "bid marriage", "keep")]
    return seat, chooser.choice(liked if liked and chooser.random() < 0.5 else may)


@clause("DOKO-26.11", "DOKO-8.8")
@pytest.mark.parametrize("variant", ["doppelkopf", "doppelkopf-40"])
@pytest.mark.parametrize("seed", range(16))
def test_what_seats_know_is_true(seed: int, variant: str) -> None:
    """Cards known, kinds ruled out and numbers concluded agree with the hands, after every action."""
    chooser, told = random.Random(seed), "yes" if seed % 2 else "no"
    m, _ = begin(seed, some_hands(seed, variant), variant, poverty_announce_returned_trumps=told)
    while not m.log.deal_over:
        seat, code = next_action(m, chooser)
        m.act(seat, code)
        hold_true(m)


def moved(hands: dict[int, str], first: int, second: int, chooser: random.Random, played: set[str]) -> dict[int, str]:
    """The same hands with one card of each of two seats exchanged, neither of them played, if there are such."""
    mine, yours = hands[first].split(), hands[second].split()
    one = chooser.choice([card for card in mine if card not in played] or [""])
    other = chooser.choice([card for card in yours if card not in played] or [""])
    if one and other:
        mine[mine.index(one)], yours[yours.index(other)] = other, one
    return {**hands, first: " ".join(mine), second: " ".join(yours)}


def same_course(hands: dict[int, str], actions: list[tuple[int, str]], variant: str) -> Match | None:
    """Take the same actions with other hands; None where one of them is not allowed."""
    m = table(*hands.values(), variant=variant)
    for seat, code in actions:
        try:
            m.act(seat, code)
        except torite.ToriteError:
            return None
    return m


@clause("DOKO-8.8", "DOKO-8.9", "DOKO-6.2", "DOKO-6.12")
@pytest.mark.parametrize("variant", ["doppelkopf", "doppelkopf-40"])
@pytest.mark.parametrize("start", range(8))
def test_seats_know_no_more_than_they_saw(start: int, variant: str) -> None:
    """Two cards not yet played change places between two hands; the others see, hear and may do the same."""
    assert 5 < compared(start, variant) + compared(start + 8, variant)


def compared(seed: int, variant: str) -> int:
    """Hold what the others see in some deals like this one against what they see in it; return how many there are."""
    chooser = random.Random(seed)
    hands = dict(enumerate(some_hands(seed, variant)))
    m, actions = begin(seed, list(hands.values()), variant)
    for _ in range(chooser.randrange(4, 32)):
        actions.append(next_action(m, chooser))
        m.act(*actions[-1])
        if m.log.deal_over:
            return 0
    played = {card for _, code in actions for card in code.split()[1:]}
    silent = [seat for seat in range(4) if not m.public.announced[seat]]  # a party is told by announcing 90, too
    others = []
    for _ in range(12 if len(silent) > 1 else 0):
        first, second = chooser.sample(silent, 2)
        other = same_course(moved(hands, first, second, chooser, played), actions, variant)
        if other is not None:
            others.append(other)
            for viewer in set(range(4)) - {first, second}:
                assert m.view(viewer).to_words() == other.view(viewer).to_words()
                assert m.history(viewer) == other.history(viewer)
                assert [str(a) for a in m.actions(viewer)] == [str(a) for a in other.actions(viewer)]
            assert m.public.to_words() == other.public.to_words()
    return len(others)


@clause("DOKO-7.5", "DOKO-5.4")
def test_poor_hand_has_three_trumps_at_most_in_every_world() -> None:
    """Once a poverty is named, whoever looks gives that hand three trumps or fewer; after the offer it has none."""
    trumps = set(TRUMPS)
    m = table("", plain_hand("DK D10"), "", "")
    take(m, "pass", "reserve", "pass", "pass", "bid poverty")
    for most in (3, 0):
        for viewer in (0, 2, 3):
            sampler = Sampler(m.game, m.view(viewer), viewer, 1, compiled=False)
            for _ in range(10):
                hand = listed(m, sampler.world().hand[1])
                assert most >= sum(card in trumps for card in hand)
        if most:
            take(m, "offer DK D10 C9")


@clause("DOKO-4.2")
def test_builders_fill_hands() -> None:
    """The hands that these tests arrange are those that are dealt."""
    hands = filled(["CQ CQ", "", "H10"])
    m = table(*hands.values())
    assert [sorted(hands[seat].split()) for seat in range(4)] == [sorted(m.cards(seat)) for seat in range(4)]


def known(m: Match) -> list[list[int]]:
    """What each seat knows of the others' parties, row by row."""
    return [list(m.view(seat).knows[seat][:4]) for seat in range(4)]


@clause("EX-DOKO-27")
def test_who_knows_what() -> None:
    """A word, a queen and another word, and what each of the four can tell after each."""
    m = normal("CQ H9", "D9 H9", "CQ HK", "D9 HK")
    assert [[RE, 0, 0, 0], [0, CONTRA, 0, 0], [0, 0, RE, 0], [0, 0, 0, CONTRA]] == known(m)
    announce(m, "1 contra")
    assert [[RE, CONTRA, 0, 0], [0, CONTRA, 0, 0], [0, CONTRA, RE, 0], [0, CONTRA, 0, CONTRA]] == known(m)
    play(m, "CQ")
    everything = [RE, CONTRA, RE, CONTRA]
    assert [[RE, CONTRA, 0, 0], [RE, CONTRA, 0, 0], everything, [RE, CONTRA, 0, CONTRA]] == known(m)
    announce(m, "2 re")
    assert [everything] * 4 == known(m)
    assert [RE, CONTRA, RE, 0] == parties(m)
