"""What a player can know of the cards that are not seen: drawn worlds respect it, and allow all else."""

from __future__ import annotations

import random
from typing import Any

import pytest

import torite
from tests.aloud import listed, take
from tests.clauses import clause
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS, asked, legal, melds_of
from tests.games.galapagos.builders import at_auction, at_play_off, at_tricks, auctioned, finish, play_tricks, scored
from tests.games.galapagos.naive_melds import CARDS, declared
from torite import Match
from torite.worlds.sampler import Sampler


def worlds(m: Match, viewer: int, number: int, seed: int = 1) -> list[Any]:
    """Some states that a seat's view allows."""
    sampler = Sampler(m.game, m.view(viewer), viewer, seed, compiled=False)
    return [sampler.world().copy() for _ in range(number)]


def won_in(m: Match, world: Any, seat: int) -> frozenset[str]:
    """The won pile of a seat in a world, or the hand that it has become."""
    return frozenset(listed(m, world.won_pile[seat]))


@clause("GALA-2.12", "GALA-2.9", "GALA-9.7")
@pytest.mark.parametrize("viewer", [0, 1])
def test_after_the_auctions_all_is_known(viewer: int) -> None:
    """In the normal game what was neither bid nor won is in the other's won pile."""
    m = auctioned(("S7 D9", "C4 H2"))
    other = 1 - viewer
    truth = frozenset(listed(m, m.log.state.won_pile[other]) + m.cards(other))
    for world in worlds(m, viewer, 5):
        assert truth == won_in(m, world, other) | frozenset(listed(m, world.hand[other]))


@clause("GALA-8.3", "GALA-2.9")
@pytest.mark.parametrize(("surplus", "known"), [("discard_two_unseen", False), ("reveal_two", True)])
def test_two_removed_cards_stay_unknown(surplus: str, known: bool) -> None:
    """Unless they were shown."""
    m = auctioned(("", ""), variant=WITH_JOKERS, exchanges=False, joker_surplus=surplus)
    truth = frozenset(listed(m, m.log.state.won_pile[1]))
    found = {won_in(m, world, 1) for world in worlds(m, 0, 40)}
    assert known == (found == {truth})
    seen = set(listed(m, m.view(0).won_pile[1]))
    assert all(seen <= won for won in found)


@clause("GALA-2.2", "GALA-2.8", "GALA-1.4")
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
def test_worlds_during_the_auctions(variant: str) -> None:
    """The hand, the blind cards of the other and the stock are any of the unseen; what was seen stays."""
    m = at_auction("S7", "HA", "H3", blind="D9", variant=variant)
    chooser = random.Random(variant)
    for _ in range(8):
        m.act(0, f"bid {chooser.choice(m.cards(0))}")
        true = m.log.state
        seen = {card for row in (*true.bids, true.turned, true.hand[0], true.bidding[0], true.won_pile[0]) for card in
                listed(m, row)} | set(listed(m, m.public.taken_faced[1]))  # fmt: skip
        hands = set()
        for world in worlds(m, 0, 12):
            assert [listed(m, row) for row in true.bids] == [listed(m, row) for row in world.bids]
            hand = frozenset(listed(m, world.hand[1]))
            assert not hand & seen
            assert set(listed(m, m.public.taken_faced[1])) <= won_in(m, world, 1)
            hands.add(hand)
        assert len(hands) > 1
        m.act(1, f"bid {chooser.choice(m.cards(1))}")
        take(m, chooser.choice(["take faced", "take blind"]))


@clause("GALA-3.12", "GALA-8.3", "GALA-3.13")
@pytest.mark.parametrize("reveal", ["on_demand", "never", "always"])
def test_worlds_have_the_melds_that_were_declared(reveal: str) -> None:
    """With two cards removed unseen a declaration tells something of the won pile; so does silence."""
    options: dict[str, Any] = {"joker_exchange": "none", "meld_reveal": reveal, "trump_bonus_time": "at_tricks"}
    for won in ("S8 H8 D8 C4 C5 C6", "S8 H8 D8 C8 C9 C10", ""):
        m = scored(auctioned(("", won), variant=WITH_JOKERS, **options))
        for world in worlds(m, 0, 20):
            pile = won_in(m, world, 1) | frozenset(listed(m, world.hand[1]))
            overlap = {"meld_overlap": "set_and_sequence", "ace_both_ends": False}
            assert [meld.named for meld in declared(pile, "", overlap)] == melds_of(m, 1)


@clause("GALA-3.12", "GALA-3.10", "GALA-8.6", "GALA-8.8")
@pytest.mark.parametrize("name", ["", "C"])
def test_worlds_after_an_exchange_have_the_melds_that_were_declared(name: str) -> None:
    """The card given is missing from the melds; a suit could be named, and was or was not."""
    m = scored(auctioned(("", "S8 H8 D8 C4 C5 C6 JB"), ("", "C7 S9"), variant=WITH_JOKERS), "", name)
    expected = melds_of(m, 1)
    assert [("set", 3, "8"), ("sequence", 3, "C")] == expected
    for world in worlds(m, 0, 30):
        pile = won_in(m, world, 1) | frozenset(listed(m, world.hand[1]))
        overlap = {"meld_overlap": "set_and_sequence", "ace_both_ends": False}
        assert [meld.named for meld in declared(pile, "", overlap)] == expected
        assert {"S8", "H8", "D8"} <= pile


@clause("GALA-3.12")
def test_cards_that_were_shown_are_in_every_world() -> None:
    """Before they are played."""
    m = auctioned(("", "S8 H8 D8 C4 C5 C6"), variant=WITH_JOKERS, trump_bonus_time="at_tricks")
    take(m, "show 1")
    for world in worlds(m, 0, 20):
        pile = won_in(m, world, 1) | frozenset(listed(m, world.hand[1]))
        assert {"S8", "H8", "D8"} <= pile


@clause("GALA-8.7", "GALA-6.1")
def test_card_given_for_a_joker_is_any_won_card() -> None:
    """In the play-off: one card of the other's is unknown, of those that were won and not seen in the tricks."""
    m = auctioned(("", "D5 S9"), variant=WITH_JOKERS, exchanges=False)
    m.act(0, "keep")
    m.act(1, "exchange D5")
    scored(m)
    found = set()
    for world in worlds(m, 0, 60):
        given = listed(m, world.given[1])
        assert 1 == len(given)
        found |= set(given)
    assert len(found) > 5
    for seat in (0, 1):
        m.act(seat, "name C")
    play_tricks(m)
    left_over = {card for world in worlds(m, 0, 40) for card in listed(m, world.hand[1])}
    played = {card for row in (*m.log.state.played, *m.log.state.trick) for card in listed(m, row)}
    assert "D5" in left_over
    assert not left_over & (played - set(m.cards(1)))


@clause("GALA-5.2")
def test_pending_name_may_be_any() -> None:
    """A world chooses it anew."""
    m = scored(auctioned(("", "")))
    m.act(1, "name H")
    assert all(0 <= world.naming[1] <= 4 for world in worlds(m, 0, 20))


@clause("GALA-5.4", "GALA-8.10")
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
@pytest.mark.parametrize("seed", range(3))
def test_worlds_allow_what_was_played(variant: str, seed: int) -> None:
    """In the tricks: nobody holds a card of a suit that they did not follow."""
    m = torite.Match(variant, seed=seed, options={"target": 100})
    chooser = random.Random(seed)
    lacking: dict[int, set[str]] = {0: set(), 1: set()}
    while not m.log.deal_over and m.public.tricks_played < 13:
        seat = chooser.choice(m.actors)
        code = str(chooser.choice(m.actions(seat)))
        if "play" in asked(m) and m.public.trick_len == 1:
            led = "CSHD"[m.public.led]
            if code.split()[1][0] != led and code.split()[1] not in ("JR", "JB"):
                lacking[seat].add(led)
        m.act(seat, code)
        if "play" in asked(m) and chooser.random() < 0.2 and m.public.tricks_played < 13:
            for viewer in (0, 1):
                other = 1 - viewer
                for world in worlds(m, viewer, 3):
                    hand = listed(m, world.hand[other])
                    assert not [card for card in hand if card[0] in lacking[other] and card not in ("JR", "JB")]
                    assert len(hand) == len(m.cards(other))


@clause("GALA-8.6", "GALA-8.7")
def test_faced_cards_may_have_been_given() -> None:
    """After an exchange each card that the other was seen to take is among its won cards, or is the one given."""
    m = auctioned(("", "D5 S9"), variant=WITH_JOKERS, exchanges=False, meld_reveal="never")
    m.act(0, "keep")
    m.act(1, "exchange D5")
    faced, found = set(listed(m, m.public.taken_faced[1])), set()
    for world in worlds(m, 0, 60):
        given = set(listed(m, world.given[1]))
        pile = won_in(m, world, 1) | set(listed(m, world.hand[1]))
        assert faced <= given | pile
        assert not given & pile
        assert "JB" in pile
        assert 13 == len(pile)
        found |= given
    assert found & faced
    assert found - faced


@clause("GALA-6.1", "GALA-1.7")
@pytest.mark.parametrize("review", ["all_own", "own_won_only"])
def test_play_off_of_the_normal_game_is_open(review: str) -> None:
    """One world alone, also where past bids are hidden: a perfect memory knows them."""
    m = at_play_off("SA S3 HK", "DA D3 CK", review_piles=review)
    assert all(set(listed(m, world.hand[1])) == set(m.cards(1)) for world in worlds(m, 0, 3))


@clause("GALA-8.1", "GALA-8.3")
def test_other_joker_is_in_the_other_hand() -> None:
    """In every world, from the deal on; never in the stock or among the removed cards."""
    m = at_auction("S7", "JR", "JB", variant=WITH_JOKERS)
    for world in worlds(m, 0, 40):
        assert "JB" in listed(m, world.hand[1])
        assert not {"JB", "JR"} & set(listed(m, world.removed))


@clause("GALA-5.4", "GALA-8.10", "GALA-8.11")
@pytest.mark.parametrize("trump", ["S", "D"])
def test_joker_played_freely_tells_nothing(trump: str) -> None:
    """The suit led may still be held: where all else is known, the one world left is the truth."""
    won = ("D5 D9", "DA D3 JB")
    m = at_tricks(*won, trumps="C" + trump, variant=WITH_JOKERS, joker_surplus="reveal_two")
    take(m, "play D5", "play JB")
    known = [set(listed(m, world.hand[1])) | set(listed(m, world.given[1])) for world in worlds(m, 0, 30)]
    assert all(set(m.cards(1)) | set(listed(m, m.log.state.given[1])) == cards for cards in known)
    assert {"DA", "D3"} <= set.union(*(set(listed(m, world.hand[1])) for world in worlds(m, 0, 30)))


@clause("GALA-5.4", "GALA-8.9", "GALA-3.12")
def test_melds_are_still_those_declared_after_a_trick() -> None:
    """Who did not follow has no ♥, and still the joker and the melds."""
    m = at_tricks("H5", "S8 S9 S10 C8 D8 JB", trumps="CS", variant=WITH_JOKERS, avoid=("", "H"))
    expected = melds_of(m, 1)
    take(m, "play H5", "play S8")
    for world in worlds(m, 0, 20):
        hand = listed(m, world.hand[1])
        assert "JB" in hand
        assert not [card for card in hand if card[0] == "H"]
        overlap = {"meld_overlap": "set_and_sequence", "ace_both_ends": False}
        assert expected == [meld.named for meld in declared([*hand, "S8"], "", overlap)]


@clause("GALA-7.1", "GALA-1.4")
@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
def test_nothing_is_known_of_the_next_deal(variant: str) -> None:
    """What was learnt in the last one is forgotten: any unseen card may be in the other's hand."""
    m = at_tricks("H5 H7", "", avoid=("", "H"), variant=variant)
    take(m, "play H5")
    take(m, min(code for code in legal(m) if "J" not in code))
    finish(play_tricks(m, last=0, tricks=12))
    while m.log.ask:
        m.go_on()
    for seat in (0, 1):
        assert [] == [card for card in listed(m, m.view(seat).hand[1 - seat]) if card not in ("JR", "JB")]
        assert [] == listed(m, m.view(seat).won_pile[1 - seat])
    drawn = set.union(*(set(listed(m, world.hand[1])) for world in worlds(m, 0, 60)))
    seen = {*m.cards(0), *listed(m, m.public.turned)}
    assert {card for card in CARDS if card not in seen} <= drawn
