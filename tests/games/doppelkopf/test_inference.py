"""How likely a world is by what the others chose in it: reservations, announcements and gifts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.aloud import play, take
from tests.games.doppelkopf.builders import (
    CONTRA,
    RE,
    TRUMPS,
    announce,
    bid,
    contract_by,
    filled,
    keep_all,
    lacking,
    normal,
    plain_hand,
    play_any,
    reserving,
    table,
    trump_hand,
)
from tests.games.doppelkopf.test_knowledge import moved, next_action, same_course, some_hands
from torite import Match
from torite.games.doppelkopf.inference import CERTAIN, POOR, SILENT, STRONG, WEAK
from torite.kernel import slots
from torite.worlds.sampler import Sampler


def true_world(m: Match, viewer: int) -> Any:
    """The world that is so, as a search would complete it."""
    world = m.log.trial()
    m.game.worlds.complete(world, viewer, [0] * 8)
    return world


def odds(m: Match, viewer: int) -> int:
    """How likely a viewer would think the world that is so, in thousandths."""
    return int(m.game.worlds.odds(true_world(m, viewer), viewer))


def worlds(m: Match, viewer: int, number: int = 30, seed: int = 1) -> list[Any]:
    """Some worlds that the viewer's view allows."""
    sampler = Sampler(m.game, m.view(viewer), viewer, seed, compiled=False)
    return [sampler.world() for _ in range(number)]


def held(m: Match, world: Any, seat: int) -> list[str]:
    """What a seat holds in a world."""
    return [m.game.pack.codes[kind] for kind in m.game.pack.listed(world.hand[seat])]


def even(*cards: str) -> tuple[str, ...]:
    """Four hands that surprise nobody, with these cards in them: seats 1 to 3 have six trumps, seat 0 has the rest."""
    taken = " ".join(cards)
    hands = [cards[0]]
    for named in cards[1:]:
        trumps = [card for card in lacking([taken]) if card in TRUMPS and card not in ("CQ", "H10")]
        hand = [*named.split(), *trumps[: 6 - sum(card in TRUMPS for card in named.split())]]
        taken = " ".join([taken, *hand[len(named.split()) :]])
        plain = [card for card in lacking([taken]) if card not in TRUMPS][: 12 - len(hand)]
        taken = " ".join([taken, *plain])
        hands.append(" ".join([*hand, *plain]))
    return tuple(hands)


# reservations


def test_a_world_without_surprises_is_certain() -> None:
    m = normal(*even("", "CQ", "CQ", ""))
    assert [CERTAIN] * 4 == [odds(m, viewer) for viewer in range(4)]


def test_a_passer_with_both_queens_of_clubs_is_unlikely() -> None:
    """A silent solo is rare; whoever plays it knows, and finds nothing strange."""
    m = normal(*even("", "CQ CQ", "", ""))
    assert [CERTAIN // SILENT, CERTAIN, CERTAIN // SILENT, CERTAIN // SILENT] == [odds(m, seat) for seat in range(4)]


def test_queens_of_clubs_played_count_as_held() -> None:
    """After the first of them has fallen the world is no likelier."""
    m = play(normal(*even("CJ", "CQ CQ", "SJ", "HJ")), "CJ CQ SJ HJ")
    assert CERTAIN // SILENT == odds(m, 0)


def test_of_the_worlds_of_a_view_silent_solos_are_the_unlikely_ones() -> None:
    """A seat without a queen of clubs: worlds in which another has both are less likely than the best of the others."""
    m = normal(*even("", "CQ", "CQ", ""))
    weighed: dict[bool, list[int]] = {True: [], False: []}
    for world in worlds(m, 0, 60):
        silent = any(2 == held(m, world, seat).count("CQ") for seat in range(1, 4))
        weighed[silent].append(m.game.worlds.odds(world, 0))
    assert weighed[True]
    assert max(weighed[True]) <= CERTAIN // SILENT < max(weighed[False])


@pytest.mark.parametrize("trumps", [2, 3, 4])
def test_a_poor_hand_that_passed_is_unlikely(trumps: int) -> None:
    """Three trumps or fewer would have been a poverty; four are none."""
    poor = plain_hand(" ".join(TRUMPS[-trumps:]))
    expected = CERTAIN // POOR if trumps < 4 else CERTAIN
    assert expected == odds(normal("", "CQ", poor, "CQ"), 0)


def test_trumps_played_count_as_held() -> None:
    """Three trumps are left of four: no poverty was kept back."""
    m = play(normal("D10", "CQ DK", plain_hand("DA D9 DJ SJ"), "CQ HJ"), "D10 DK DA HJ")
    assert 3 == sum(card in TRUMPS for card in m.cards(2))
    assert CERTAIN == odds(m, 0)


def test_a_poor_hand_is_likely_where_there_is_no_poverty() -> None:
    poor = plain_hand("D9 DK")
    assert CERTAIN == odds(normal("", "CQ", poor, "CQ", poverty_allowed="no"), 0)
    assert CERTAIN // POOR == odds(normal("", "CQ", poor, "CQ", poverty_allowed="yes"), 0)


def test_who_reserved_and_wanted_nothing_is_not_taken_for_poor() -> None:
    """All say no to everything, and a normal game is played: only passers are weighed."""
    m = reserving(table("", "CQ", plain_hand("D9 DK"), "CQ"), 2, 3)
    while "no" in [str(action) for action in m.actions(m.actors[0])]:
        m.act(m.actors[0], "no")
    assert 1 == m.public.contract
    assert CERTAIN == odds(m, 0)


def test_own_choices_surprise_nobody() -> None:
    """The viewer's own hand is known: it weighs nothing."""
    m = normal("", "", plain_hand("CQ CQ D9"), "")
    assert CERTAIN == odds(m, 2)
    assert CERTAIN // SILENT // POOR == odds(m, 1)


# announcements


@pytest.mark.parametrize("trumps", [STRONG - 1, STRONG])
def test_an_announcement_without_trumps_is_unlikely(trumps: int) -> None:
    """Seven trumps dealt are enough; the same hand that is silent is as likely as any."""
    some = trump_hand("CQ", size=trumps)
    hands = ("H10", plain_hand(some), trump_hand("", without=f"{some} CQ H10", size=6), "CQ")
    m = normal(*hands)
    assert trumps == sum(card in TRUMPS for card in m.cards(1))
    silent = odds(m, 0)
    announce(m, "1 re")
    assert (silent // WEAK if trumps < STRONG else silent) == odds(m, 0)
    assert CERTAIN == silent


def test_every_weak_announcer_is_weighed() -> None:
    m = normal(*even("", "CQ", "", "CQ"))
    announce(m, "1 re")
    assert CERTAIN // WEAK == odds(m, 0)
    announce(m, "2 contra")
    assert CERTAIN // WEAK // WEAK == odds(m, 0)
    assert CERTAIN // WEAK == odds(m, 2)


def test_an_announcement_stays_weak_when_trumps_are_played() -> None:
    """What counts is what was dealt, not what is left."""
    strong = trump_hand("CQ", size=STRONG)
    hands = ("HQ", plain_hand(strong), trump_hand("", without=f"{strong} CQ HQ", size=6), "CQ")
    m = announce(normal(*hands), "1 re")
    assert CERTAIN == odds(m, 0)
    play_any(play(m, "HQ CQ"), 2)
    assert CERTAIN == odds(m, 0)


# gifts


GIFTS = ("D9", "CQ SJ", "D10 DQ", "DK HJ")  # seat 1 takes the trick and is Re; seat 2 gives a ten, seat 3 a king


def gift(holder: int, *cards: str) -> Match:
    """The first trick of a normal game in which the second queen of clubs is with that seat."""
    hands = [hand + (" CQ" if seat == holder else "") for seat, hand in enumerate(cards or GIFTS)]
    return play(normal(*even(*hands)), "D9 CQ D10 DK")


def test_a_gift_to_re_makes_the_giver_re() -> None:
    """Seat 2 gave a ten to the queen of clubs: worlds in which it is Contra are half as likely."""
    re, contra = gift(2), gift(3)
    assert (1, 0) == (re.public.helped[2], re.public.helped[3])
    assert re.view(0).to_words() == contra.view(0).to_words(), "seat 0 sees the same"
    assert (CERTAIN, CERTAIN // 2) == (odds(re, 0), odds(contra, 0))


def test_gifts_add_up() -> None:
    """Two gifts make it three times less likely."""
    m = gift(3, "D9 D9", "CQ SJ SQ", "D10 DA DQ", "DK HJ DJ")
    play(m, "SQ DA DJ D9")
    assert 2 == m.public.helped[2]
    assert CERTAIN // 3 == odds(m, 0)
    assert CERTAIN == odds(gift(2, "D9 D9", "CQ SJ SQ", "D10 DA DQ", "DK HJ DJ"), 0)


def test_a_gift_to_contra_makes_the_giver_contra() -> None:
    """Seat 1 has said Contra and takes the trick: a Re player would not have given it a ten."""
    hands = ("D9", "H10", "D10 DQ", "DK HJ")
    found = []
    for holder in (2, 3):
        cards = [hand + (" CQ" if seat in (0, holder) else "") for seat, hand in enumerate(hands)]
        m = announce(normal(*even(*cards)), "1 contra")
        found.append(play(m, "D9 H10 D10 DK"))
    assert -1 == found[0].public.helped[2]
    announced = CERTAIN // WEAK
    assert [announced // 2, announced] == [odds(m, 0) for m in found]


def test_gifts_of_those_who_are_known_weigh_nothing() -> None:
    """Once seat 2 has said what it is, its gifts are no news; the same for its own eyes."""
    contra = gift(3)
    assert CERTAIN // 2 == odds(contra, 0) == odds(contra, 1)
    assert CERTAIN == odds(contra, 2), "it knows what it is"
    announce(contra, "2 contra")
    assert CONTRA == contra.public.party[2]
    assert CERTAIN // WEAK == odds(contra, 0)


def test_of_the_worlds_of_a_view_those_that_fit_the_gift_are_likelier() -> None:
    """Seat 0 holds no queen of clubs: on average a world in which the giver has the second one is likelier."""
    m = gift(2)
    weighed: dict[int, list[int]] = {RE: [], CONTRA: []}
    for world in worlds(m, 0, 60):
        weighed[world.side[2]].append(m.game.worlds.odds(world, 0))
    assert all(weighed.values())
    assert max(weighed[CONTRA]) <= CERTAIN // 2 < max(weighed[RE])


# other games, other phases, five players


@pytest.mark.parametrize("name", ["solo-clubs", "solo-queens", "solo-notrump", "marriage"])
def test_outside_a_normal_game_every_world_is_certain(name: str) -> None:
    """Passed with a poor hand or both queens, announced without trumps: the parties are public."""
    hands = ("CQ CQ" if name == "marriage" else "", plain_hand("D9 DK"), "", "")
    m = contract_by(0, name, *hands)
    assert [CERTAIN] * 4 == [odds(m, viewer) for viewer in range(4)]
    play_any(m, 6)
    if name != "marriage":
        announce(m, "1 contra")
    assert [CERTAIN] * 4 == [odds(m, viewer) for viewer in range(4)]


def test_in_a_poverty_every_world_is_certain() -> None:
    m = contract_by(3, "poverty", "CQ CQ", "", "", plain_hand("D9 DK"))
    for code in ("offer D9 DK CA", "accept", "return D9 DK CA"):
        assert [CERTAIN] * 4 == [odds(m, viewer) for viewer in range(4)]
        take(m, code)
    assert [CERTAIN] * 4 == [odds(m, viewer) for viewer in range(4)]


@pytest.mark.parametrize("variant", ["doppelkopf", "doppelkopf-40"])
def test_before_the_play_every_world_is_certain(variant: str) -> None:
    size = 10 if variant == "doppelkopf-40" else 12
    m = keep_all(table("", "CQ CQ", plain_hand("DK D10", size=size), variant=variant))
    for _ in range(4):
        assert [CERTAIN] * 4 == [odds(m, viewer) for viewer in range(4)]
        bid(m, "pass")
    assert odds(m, 0) < CERTAIN


def test_after_the_deal_every_world_is_certain() -> None:
    m = play_any(normal("", "CQ CQ", plain_hand("D9 DK"), ""))
    assert m.log.deal_over
    assert [CERTAIN] * 4 == [odds(m, viewer) for viewer in range(4)]


def test_of_five_the_dealer_surprises_nobody_and_looks_on_like_the_others() -> None:
    """Who sits out holds no trump, and is not taken for poor."""
    hands = (*even("CQ", "CQ", "", ""), "")
    m = normal(*hands, seats=5, dealer=4)
    assert [CERTAIN] * 5 == [odds(m, viewer) for viewer in range(5)]
    m = normal("", "CQ CQ", "", "", "", seats=5, dealer=4)
    assert odds(m, 4) < CERTAIN


# nothing but the world


@pytest.mark.parametrize("seed", range(8))
def test_odds_depend_on_the_world_alone(seed: int) -> None:
    """A deal and another in which two hidden cards have changed hands: equal worlds are equally likely.

    The sampler draws the same worlds from both views, for they are the same; so must the odds be.
    """
    chooser = random.Random(seed)
    hands, pairs = dict(enumerate(some_hands(seed, "doppelkopf"))), 0
    m = bid(table(*hands.values()), "pass pass pass pass")
    actions = [(seat, "pass") for seat in range(4)]
    for _ in range(chooser.randrange(4, 24)):
        actions.append(next_action(m, chooser))
        m.act(*actions[-1])
    played = {card for _, code in actions for card in code.split()[1:]}
    for _ in range(12):
        first, second = chooser.sample(range(4), 2)
        other = same_course(moved(hands, first, second, chooser, played), actions, "doppelkopf")
        for viewer in {0, 1, 2, 3} - {first, second} if other else ():
            assert other is not None
            if m.view(viewer).to_words() == other.view(viewer).to_words():
                pairs += 1
                mine, theirs = worlds(m, viewer, 4, seed), worlds(other, viewer, 4, seed)
                rule = m.game.worlds.odds
                assert [rule(world, viewer) for world in mine] == [rule(world, viewer) for world in theirs]
    assert pairs


@pytest.mark.parametrize("seed", range(6))
def test_the_true_sides_are_not_read(seed: int) -> None:
    """Whatever stood in the fields of the sides and of what seats know, completed from the hands it is the same."""
    chooser = random.Random(seed)
    m = bid(table(*some_hands(7 + 2 * seed, "doppelkopf")), "pass pass pass pass")
    for _ in range(20):
        m.act(*next_action(m, chooser))
        viewer = chooser.randrange(4)
        world = m.log.trial()
        for seat in range(4):
            world.side[seat] = chooser.choice((0, RE, CONTRA))
            world.knows[viewer] = [chooser.choice((0, RE, CONTRA)) for _ in world.knows[viewer]]
        m.game.worlds.complete(world, viewer, [0] * 8)
        assert odds(m, viewer) == m.game.worlds.odds(world, viewer)


@pytest.mark.parametrize("seed", range(4))
def test_odds_change_nothing_and_are_never_more_than_certain(seed: int) -> None:
    chooser = random.Random(seed)
    m = bid(table(*some_hands(seed, "doppelkopf")), "pass pass pass pass")
    rule = m.game.binding.interpreted(slots.odds)
    while not m.log.deal_over:
        m.act(*next_action(m, chooser))
        for viewer in range(4):
            world = true_world(m, viewer)
            before = world.to_words()
            assert 0 <= rule(world, viewer) <= CERTAIN
            assert before == world.to_words()


def test_the_builders_surprise_nobody() -> None:
    """Hands that are even have six trumps, and seat 0 has eight."""
    hands = filled(even("", "CQ", "CQ", ""))
    assert [8, 6, 6, 6] == [sum(card in TRUMPS for card in hands[seat].split()) for seat in range(4)]
