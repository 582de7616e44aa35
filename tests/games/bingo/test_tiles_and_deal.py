"""The tiles, the deal and the trump tile: clauses BINGO-1 and the table of chances."""

import random
from collections import Counter

import pytest

import torite
from tests.aloud import legal, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.bingo.builders import play_random, stock_of, table, turned_for
from tests.games.bingo.naive import PIPS, TILES, trump_of
from torite import Match
from torite.kit.chances import NUMBER, SHUFFLE


def by_hand(dealer: int, order: list[str]) -> Match:
    """Start a match whose first dealer and first shuffle are these."""
    m = torite.Match("bingo", manual=True, seed=1)
    m.gestures.settle("dealer", [dealer])
    m.gestures.settle("deal", [m.game.pack.kind(one) for one in order])
    return m


def shuffled(seed: int) -> list[str]:
    """All tiles in some order."""
    order = list(TILES)
    random.Random(seed).shuffle(order)
    return order


@clause("BINGO-1.1")
def test_set_has_28_tiles() -> None:
    """One of each pair of pips, 0 to 6, and each of them is in the deal."""
    m = torite.Match("bingo", seed=3)
    assert 28 == len(TILES) == len(set(TILES))
    assert sorted(TILES) == sorted(m.game.pack.codes)
    assert sorted(TILES) == sorted([*m.cards(0), *m.cards(1), *stock_of(m)])


@clause("BINGO-1.2")
def test_first_dealer_is_drawn() -> None:
    """Chance settles one of the two seats, before everybody's eyes, and either comes up about as often."""
    m = torite.Match("bingo", manual=True, seed=1)
    assert m.log.ask is not None
    assert ("dealer", NUMBER, 2) == (m.log.ask.name, m.log.ask.what, m.log.ask.n)
    drawn = Counter(torite.Match("bingo", seed=seed).public.dealer for seed in range(400))
    assert {0, 1} == set(drawn)
    assert min(drawn.values()) > 150
    assert all((drawn,) in [entry.outcome for entry in by_hand(drawn, list(TILES)).history(1)] for drawn in (0, 1))


@clause("BINGO-1.2", "BINGO-8.10")
@pytest.mark.parametrize("dealer", [0, 1])
def test_players_deal_in_turn(dealer: int) -> None:
    """Whoever won what, the other deals next, and no dealer is drawn again."""
    m = new_match("bingo", dealer=dealer, seed=dealer, pause=True, options={"target_game_points": 40})
    for deal in range(8):
        assert (dealer + deal) % 2 == m.public.dealer
        assert 1 - m.public.dealer == turn(m)
        play_random(m, deal)
        m.go_on()
    assert 1 == sum(entry.chance == "dealer" for entry in m.log)


@clause("BINGO-1.3", "BINGO-1.9", "BINGO-1.4", "BINGO-1.8")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_table_of_chances(dealer: int, seed: int) -> None:
    """Tiles 1 to 14 one at a time, the first to the non-dealer; 15 to 27 are drawn in this order; 28 is turned."""
    order = shuffled(seed)
    m = by_hand(dealer, order)
    assert sorted(order[0:14:2]) == sorted(m.cards(1 - dealer))
    assert sorted(order[1:14:2]) == sorted(m.cards(dealer))
    assert order[14:] == stock_of(m)
    assert [order[27]] == [m.game.pack.codes[kind] for kind in m.game.pack.listed(m.public.turned)]


@clause("BINGO-1.3")
def test_every_deal_is_a_shuffle_of_all_tiles() -> None:
    """Also the second one."""
    m = torite.Match("bingo", manual=True, seed=1)
    m.gestures.settle("dealer", [0])
    for deal in range(2):
        assert m.log.ask is not None
        assert ("deal", SHUFFLE, 28) == (m.log.ask.name, m.log.ask.what, m.log.ask.n)
        assert 28 == sum(mask.bit_count() for mask in m.log.ask.pieces)
        m.gestures.settle("deal", [m.game.pack.kind(one) for one in shuffled(deal)])
        assert [7, 7] == [len(m.cards(seat)) for seat in (0, 1)]
        play_random(m)


@clause("BINGO-1.4")
def test_fourteen_tiles_are_left() -> None:
    """One of them lies face up."""
    m = table()
    assert (14, 14) == (m.public.stock_left, len(stock_of(m)))
    assert 1 == len(m.game.pack.listed(m.public.turned))


@clause("BINGO-1.5", "BINGO-1.6", "EX-BINGO-1")
@pytest.mark.parametrize(
    ("turned", "trump"), [("5-0", 0), ("5-2", 5), ("6-6", 6), ("0-0", 0), ("3-1", 3), ("1-1", 1), ("6-0", 0)]
)
def test_example_trumps(turned: str, trump: int) -> None:
    """A blank makes blanks trumps; otherwise the larger pip counts."""
    assert trump == table(turned=turned).public.trump


@clause("BINGO-1.5", "BINGO-1.6")
def test_every_trump_tile() -> None:
    """Seven of the 28 make blanks trumps, two of six make twos."""
    found = {one: table(turned=one).public.trump for one in TILES}
    assert {one: trump_of(one) for one in TILES} == found
    assert {0: 7, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6} == Counter(found.values())


@clause("BINGO-1.5")
@pytest.mark.parametrize("trump", PIPS)
def test_blank_order_does_not_change_the_trumps(trump: int) -> None:
    """Where blanks are high a tile without a blank has the same larger pip."""
    assert trump == table(turned=turned_for(trump), blank_order="high", double_order="top").public.trump


@clause("BINGO-1.7")
@pytest.mark.parametrize("dealer", [0, 1])
def test_non_dealer_leads(dealer: int) -> None:
    """To the first trick."""
    m = table(dealer=dealer)
    assert (1 - dealer, dealer) == (turn(m), m.public.dealer)
    assert {f"lead {one}" for one in m.cards(1 - dealer)} == legal(m)


@clause("BINGO-1.8")
def test_trump_tile_is_the_last_of_the_stock() -> None:
    """It can be named as the 14th tile, and 13 are drawn before it."""
    m = table(turned="3-1")
    assert "3-1" == stock_of(m)[-1]
    while "3-1" not in [*m.cards(0), *m.cards(1)]:
        assert m.public.stock_left == len(stock_of(m)) > 0
        code = sorted(legal(m))[-1] if "draw" not in legal(m) else "draw"
        m.act(turn(m), code)
    assert (0, 7) == (m.public.stock_left, m.public.tricks_played)
