"""Sections 1 and 2: cards, players, the deal, and what the cards count."""

from __future__ import annotations

import itertools

import pytest

import torite
from tests.aloud import turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.ambition.builders import (
    EDITIONS,
    OLD_NAME,
    REVISED_NAME,
    VARIANT,
    act,
    one_trick,
    play,
    play_any,
    position,
    table,
    taking,
)
from tests.games.ambition.naive import CARDS, OLD, REVISED, Rules, card_points, worth_of
from torite import Match

TABLES = [(OLD_NAME, 3), (OLD_NAME, 4), (REVISED_NAME, 4)]


def undealt(variant: str, seats: int, dealer: int) -> Match:
    """A match whose cards wait to be dealt by that seat."""
    m = torite.Match(variant, seats, manual=True, seed=1)
    m.gestures.settle("dealer", [dealer])
    return m


# the pack


@clause("AMB-1.1", "AMB-1.2", "AMB-1.6")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_pack_and_hands(variant: str, seats: int, round: int) -> None:
    """All 52 cards, 13 each; 51 without the ♣3 and 17 each for three, in every round."""
    m = torite.Match(variant, seats, seed=round, initial={"deals_played": round - 1})
    dealt = [card for seat in range(seats) for card in m.cards(seat)]
    assert sorted(set(CARDS) - ({"C3"} if seats == 3 else set())) == sorted(dealt)
    assert {13 if seats == 4 else 17} == {len(m.cards(seat)) for seat in range(seats)}


@clause("AMB-1.2", "AMB-1.6")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_shuffle_has_every_card_once(variant: str, seats: int) -> None:
    """What chance is asked for: a dealer, then the pack."""
    m = torite.Match(variant, seats, manual=True, seed=1)
    assert m.log.ask is not None
    assert ("dealer", seats) == (m.log.ask.name, m.log.ask.n)
    m.gestures.settle("dealer", [0])
    assert m.log.ask is not None
    assert ("deal", 51 if seats == 3 else 52) == (m.log.ask.name, m.log.ask.n)


@clause("AMB-1.2")
def test_seventeen_tricks_of_three() -> None:
    """With three players; thirteen with four."""
    for seats, tricks in ((3, 17), (4, 13)):
        m = play_any(table(seats=seats), tricks * seats - 1)
        assert (tricks - 1, False) == (m.public.tricks_played, m.log.deal_over)
        assert play_any(m, 1).log.deal_over
        assert (tricks, tricks) == (m.public.tricks_played, sum(m.public.tricks))


@clause("AMB-1.3")
def test_revised_edition_is_for_four() -> None:
    """Three are refused, with the clause; the older edition takes three or four."""
    assert (4, 4) == torite.games()[REVISED_NAME][1].seats
    assert (3, 4) == torite.games()[OLD_NAME][1].seats
    for seats in (2, 3, 5):
        with pytest.raises(torite.BadOptions):
            torite.Match(REVISED_NAME, seats, seed=1)
    for seats in (2, 5):
        with pytest.raises(torite.BadOptions):
            torite.Match(OLD_NAME, seats, seed=1)
    with pytest.raises(torite.BadOptions) as fault:
        torite.Match(OLD_NAME, 3, {"edition": "revised"}, seed=1)
    assert "AMB-1.3" in fault.value.say("en")
    assert "AMB-1.3" in fault.value.say("ja")
    assert 4 == torite.Match(OLD_NAME, seed=1).seats


@clause("AMB-1.4")
@pytest.mark.parametrize("seats", [3, 4])
def test_turns_go_clockwise(seats: int) -> None:
    """From the leader to the next seat, and round."""
    m = table(seats=seats)
    for _ in range(5):
        leader = turn(m)
        for i in range(seats):
            assert (leader + i) % seats == turn(m)
            play_any(m, 1)


@clause("AMB-1.4")
def test_everybody_plays_alone() -> None:
    """Each has a score, and what it wants, of its own."""
    m = taking(30, 25, 18, 12)
    assert [0, 25, 18, 12] == m.scores
    assert 4 == len(set(m.score_sheet.payoffs))


@clause("AMB-1.5", "AMB-4.4")
@pytest.mark.parametrize("suit", "CSHD")
def test_rank_order(suit: str) -> None:
    """Each card beats the one below, whichever was played first; the 2 is a matter of section 5."""
    own = [card for card in CARDS if card[0] == suit][1:]
    off = "S3 S4" if suit == "C" else "C3 C4"
    for lower, higher in itertools.pairwise(own):
        assert 1 == one_trick(f"{lower} {higher} {off}")[0]
        assert 0 == one_trick(f"{higher} {lower} {off}")[0]


# the deal


@clause("AMB-1.7")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_cards_are_dealt_one_at_a_time(variant: str, seats: int) -> None:
    """The first to the dealer's left, then clockwise."""
    pack = [kind for kind, card in enumerate(CARDS) if seats == 4 or card != "C3"]
    for dealer in range(seats):
        m = undealt(variant, seats, dealer)
        m.gestures.settle("deal", pack)
        for i in range(seats):
            assert [CARDS[kind] for kind in pack[i::seats]] == m.cards((dealer + 1 + i) % seats)


@clause("AMB-1.6")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_deal_passes_clockwise(variant: str, seats: int) -> None:
    """After every round, whoever took what."""
    m = new_match(variant, seats, {"strikes_out": 6}, dealer=2, seed=1, pause=True)
    for number in range(5):
        assert (2 + number) % seats == m.public.dealer
        play_any(m)
        m.go_on()


@clause("AMB-1.6")
@pytest.mark.parametrize("seats", [3, 4])
def test_first_dealer_is_drawn(seats: int) -> None:
    """Every seat comes up."""
    assert set(range(seats)) == {torite.Match(OLD_NAME, seats, seed=seed).public.dealer for seed in range(40)}


@clause("AMB-1.7")
def test_nothing_else_depends_on_the_dealer() -> None:
    """The same hands: the same leader and the same tricks, whoever dealt."""
    ends = {tuple(play_any(table(dealer=dealer)).public.points) for dealer in range(4)}
    assert 1 == len(ends)
    assert {0} == {turn(table(dealer=dealer)) for dealer in range(4)}


# what the cards count

SUMS = {
    "gamefarm_2004": {"C": 11, "S": 20 + 18, "H": 8 + 9, "D": 8 + 9},
    "revised": {"C": 18, "S": 24 + 18, "H": 10 + 12 + 8, "D": 12 + 9},
}


@clause("AMB-2.1", "AMB-2.3")
def test_table_of_card_points() -> None:
    """The figures of the clauses, each card taken with three clubs that count nothing; and their sums."""
    court = {"A", "K", "Q", "J"}
    for card in CARDS:
        suit, rank = card[0], card[1:]
        old = {"C": 0, "S": 5 if rank in court else 2}.get(suit, 2 if rank in court else 1)
        new = {"C": 0, "S": 6 if rank in court else 2}.get(suit, 3 if rank in court else 1)
        special = {"CK": (11, 18), "H2": (1, 10)}.get(card, (old, new))
        clubs = [one for one in ("C4", "C5", "C6", "C7") if one != card][:3]
        trick = " ".join([*clubs, card])
        assert special == tuple(one_trick(trick, rules=Rules(edition))[1] for edition in EDITIONS), card
        assert special == tuple(card_points(card, edition) for edition in EDITIONS)
    for edition, sums in SUMS.items():
        for suit, total in sums.items():
            assert total == worth_of([card for card in CARDS if card[0] == suit], edition)
    assert (83, 111) == tuple(worth_of(CARDS, edition) for edition in EDITIONS)


@clause("AMB-2.2", "AMB-2.4")
@pytest.mark.parametrize(
    ("rules", "extra"), [(OLD, {12: 2}), (REVISED, {0: 10}), (Rules(seats=3), {16: 2})], ids=["old", "revised", "three"]
)
def test_extra_points_of_a_trick(rules: Rules, extra: dict[int, int]) -> None:
    """Two for the last, or ten for the first, to who takes it; nothing for any other."""
    cards = "D3 D4 D5 D6" if rules.seats == 4 else "D3 D4 D5"
    for before in range(len(rules.pack()) // rules.seats):
        assert (rules.seats - 1, rules.seats + extra.get(before, 0)) == one_trick(cards, before, rules)


@clause("AMB-2.2", "AMB-2.4", "AMB-12.2")
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_points_of_a_round(variant: str, seats: int) -> None:
    """They sum to 85 or 121, also with three players; card points are what was taken, and the trick's."""
    full = {OLD_NAME: 85, REVISED_NAME: 121}[variant]
    edition = "revised" if variant == REVISED_NAME else "gamefarm_2004"
    for seed in range(4):
        m = play_any(torite.Match(variant, seats, seed=seed, pause=True))
        points = list(m.public.points)[:seats]
        assert full == sum(points)
        piles = [
            [m.game.pack.codes[kind] for kind in m.game.pack.listed(m.public.taken[seat])] for seat in range(seats)
        ]
        last = [m.game.pack.codes[kind] for seat in range(seats) for kind in m.game.pack.listed(m.public.trick[seat])]
        piles[m.public.best_seat] += [card for card in last if card not in piles[m.public.best_seat]]
        worth = [worth_of(pile, edition) for pile in piles]
        assert sorted([0] * (seats - 1) + [full - sum(worth)]) == sorted(
            have - counted for have, counted in zip(points, worth, strict=True)
        )


@clause("AMB-2.4")
def test_first_trick_bonus_goes_to_its_winner() -> None:
    """Not to the leader."""
    m = play(table(variant=REVISED_NAME), "D3 D2 D4 D5")
    assert [0, 0, 0, 14] == list(m.public.points)
    assert [0, 0, 0, 4] == list(play(table(), "D3 D2 D4 D5").public.points)


@clause("AMB-2.2")
def test_last_trick_bonus_goes_to_its_winner() -> None:
    """Also where its cards count nothing."""
    s = act(position("C4", "C10", "C5", "C6", tricks=12), "C4 C10 C5 C6")
    assert [0, 2, 0, 0] == list(s.points)


@clause("AMB-1.1", "AMB-1.6")
def test_both_editions_are_dealt_alike() -> None:
    """The same chance, the same hands."""
    first, second = (new_match(VARIANT[edition], key=bytes(64), dealer=1) for edition in EDITIONS)
    assert [first.cards(seat) for seat in range(4)] == [second.cards(seat) for seat in range(4)]
