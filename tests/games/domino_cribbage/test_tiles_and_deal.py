"""The tiles, the draw for the deal and the deal: clauses DCRIB-1 and the table of chances."""

import random
from collections import Counter

import pytest

import torite
from tests.aloud import turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    CARD,
    NAME,
    SPLIT,
    codes,
    dealt,
    drawn_by,
    held,
    kinds,
    lay_away,
    line,
    of_tile,
    pieces,
    play_on,
    random_order,
    table,
    tiles,
)
from tests.games.domino_cribbage.naive import TILES, value, values
from torite import Match
from torite.kit.chances import SHUFFLE
from torite.match.entries import Note

SEEDS = 300
EQUAL = "2-0 1-1 3-0 2-1 4-0 3-1 5-0 4-1 6-0 5-1 4-2 3-3 6-1 5-2 6-2 5-3 6-3 5-4 6-4 5-5"


def undealt() -> Match:
    """A match that waits for the draw of the dealer."""
    return torite.Match(NAME, seed=1, manual=True)


def draws(m: Match) -> list[tuple[int, int, list[str]]]:
    """Who drew what, in order: seat, value, tile."""
    return [(n.seat, n.amount, pieces(n)) for n in notes_of_draw(m) if n.line.key == "draws"]


def notes_of_draw(m: Match) -> tuple[Note, ...]:
    """What was said of the draw."""
    return next(entry.notes for entry in m.log.standing if entry.chance == "dealer")


@clause("DCRIB-1.1")
def test_double_six_set() -> None:
    """Each pair of ends from 0 to 6 once, the larger end written first."""
    m = table()
    assert TILES == tuple(m.game.pack.codes)
    assert 28 == len(set(TILES))
    assert list(TILES) == held(m, m.public.in_play)


@clause("DCRIB-1.1")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("6-0 3-3", "5-1 4-2"),
        ("5-0 4-0 3-3 2-1", "4-1 3-1 6-0 3-0"),
        ("6-6 5-4 6-3 1-0", "6-6 6-3 5-4 1-0"),
        ("6-1 5-2 4-3", "4-3 6-1 5-2"),
    ],
)
def test_only_the_value_matters(one: str, other: str) -> None:
    """Other tiles of the same values score the same at every step."""
    assert values(one) == values(other)
    for number in range(1, 1 + len(one.split())):
        first, second = (line(" ".join(text.split()[:number])) for text in (one, other))
        assert of_tile(first) == of_tile(second)
        assert first.public.total == second.public.total


@clause("DCRIB-1.2", "DCRIB-1.6")
@pytest.mark.parametrize(
    ("tile", "other", "dealer"),
    [("6-6", "6-5", 0), ("0-0", "1-0", 1), ("4-3", "6-2", 1), ("6-1", "3-3", 0), ("3-3", "6-1", 1), ("5-5", "0-0", 0)],
)
def test_higher_value_deals(tile: str, other: str, dealer: int) -> None:
    """Seat 0 draws the first tile of the shuffle and seat 1 the second; the ends do not matter."""
    m = drawn_by(undealt(), [tile, other])
    assert [(0, value(tile), [tile]), (1, value(other), [other])] == draws(m)
    assert [dealer] == [note.seat for note in notes_of_draw(m) if note.line.key == "deals"]
    assert dealer == m.public.dealer


@clause("DCRIB-1.2", "DCRIB-1.6", "EX-DCRIB-24")
def test_example_equal_values_draw_again() -> None:
    """The next two tiles of the rest are drawn."""
    drawn = tiles("2-4 1-5 0-0 0-1")
    m = drawn_by(undealt(), drawn)
    assert [(i % 2, value(tile), [tile]) for i, tile in enumerate(drawn)] == draws(m)
    assert 1 == m.public.dealer


@clause("DCRIB-1.6", "DCRIB-1.2")
@pytest.mark.parametrize("pairs", range(11))
def test_draw_goes_on_as_long_as_values_are_equal(pairs: int) -> None:
    """Ten times at most: then no two tiles of one value are left. All tiles drawn are told."""
    equal = EQUAL.split()
    assert all(value(a) == value(b) for a, b in zip(equal[::2], equal[1::2], strict=True))
    left = [tile for tile in TILES if tile not in equal]
    assert len(left) == len(set(values(left)))
    m = drawn_by(undealt(), [*equal[: 2 * pairs], "1-0", "0-0"])
    assert [*equal[: 2 * pairs], "1-0", "0-0"] == [tile for _, _, drawn in draws(m) for tile in drawn]
    assert [0, 1] * (pairs + 1) == [seat for seat, _, _ in draws(m)]
    assert 0 == m.public.dealer


@clause("DCRIB-1.2", "DCRIB-1.6")
def test_draw_is_told_as_it_was() -> None:
    """From any seed: what was drawn is what the shuffle begins with, and either seat deals about as often."""
    dealers, again = Counter[int](), 0
    for seed in range(SEEDS):
        m = torite.Match(NAME, seed=seed)
        drawn = [tile for _, _, one in draws(m) for tile in one]
        assert drawn == codes(m.log.standing[0].outcome)[: len(drawn)]
        pairs = list(zip(drawn[::2], drawn[1::2], strict=True))
        assert all(value(a) == value(b) for a, b in pairs[:-1])
        first, second = values(pairs[-1])
        assert m.public.dealer == (0 if first > second else 1)
        dealers[m.public.dealer] += 1
        again += len(pairs) > 1
    assert SEEDS * 0.4 < dealers[0] < SEEDS * 0.6
    assert SEEDS * 0.03 < again < SEEDS * 0.15


@clause("DCRIB-1.6", "DCRIB-1.3")
def test_all_tiles_are_shuffled_for_the_draw_and_again_for_the_deal() -> None:
    """The table of chances: `dealer` once, before the first deal, and `deal` before every deal."""
    m = undealt()
    asked = []
    for _ in range(2):
        assert m.log.ask is not None
        asked.append((m.log.ask.name, m.log.ask.what, m.log.ask.n, held(m, m.log.ask.pieces)))
        assert () == m.actors
        m.go_on()
    assert [(name, SHUFFLE, 28, list(TILES)) for name in ("dealer", "deal")] == asked
    lay_away(m)
    play_on(m)
    assert m.log.ask is not None
    assert ("deal", SHUFFLE, 28, list(TILES)) == (
        m.log.ask.name,
        m.log.ask.what,
        m.log.ask.n,
        held(m, m.log.ask.pieces),
    )


@clause("DCRIB-1.3", "DCRIB-1.4", "DCRIB-1.7")
@pytest.mark.parametrize("dealer", [0, 1])
def test_deal(dealer: int) -> None:
    """Six tiles each, one at a time, the non-dealer first; the next of the other sixteen is on top of the stock."""
    chooser = random.Random(dealer)
    for _ in range(10):
        order = random_order(chooser)
        m = table(order=order, dealer=dealer)
        assert kinds(order) == list(m.log.standing[-1].outcome)
        assert sorted(order[0:12:2]) == sorted(m.cards(1 - dealer))
        assert sorted(order[1:12:2]) == sorted(m.cards(dealer))
        place = m.game.layout.place("stock")
        assert 16 == m.public.count[place]
        lay_away(m)
        assert [order[12]] == held(m, m.public.starter)
        assert 15 == m.public.count[place]


@clause("DCRIB-1.5")
@pytest.mark.parametrize("variant", [NAME, SPLIT, CARD])
@pytest.mark.parametrize("dealer", [0, 1])
def test_deal_alternates(variant: str, dealer: int) -> None:
    """Whoever scored what."""
    m = table(variant=variant, dealer=dealer, target=400)
    chooser, dealers, first = random.Random(7), [], []
    for _ in range(5):
        dealers.append(m.public.dealer)
        lay_away(m)
        first.append(turn(m))
        play_on(m, chooser)
        m.go_on()
    assert [dealer, 1 - dealer, dealer, 1 - dealer, dealer] == dealers
    assert [1 - one for one in dealers] == first


@clause("DCRIB-1.5", "DCRIB-1.3")
def test_second_deal_is_dealt_by_the_other() -> None:
    """The non-dealer of the second deal, who dealt the first, gets the first tile of the shuffle."""
    m = table(dealer=0)
    lay_away(m)
    play_on(m)
    order = random_order(random.Random(3))
    m.gestures.settle("deal", kinds(order))
    assert sorted(order[0:12:2]) == sorted(m.cards(0))
    assert sorted(order[1:12:2]) == sorted(m.cards(1))
    assert [sorted(hand) for hand in dealt(m)[0]] == [sorted(m.cards(seat)) for seat in (0, 1)]
    assert 1 == m.public.dealer


@clause("DCRIB-1.2", "DCRIB-1.3", "DCRIB-1.6", "DCRIB-2.5")
@pytest.mark.parametrize("dealer", [0, 1])
def test_arranged_dealer_and_hands(dealer: int) -> None:
    """Who deals, what both hold and the starter may be arranged; the draw that is told then fits the dealer."""
    for seed in range(20):
        m = new_match(NAME, dealer=dealer, hands={0: "6-6 5-4", 1: "6-5"}, stock="3-3", seed=seed)
        assert dealer == m.public.dealer
        last = draws(m)[-2:]
        assert [0, 1] == [seat for seat, _, _ in last]
        assert dealer == (0 if last[0][1] > last[1][1] else 1)
        assert {"6-6", "5-4"} <= set(m.cards(0))
        assert "6-5" in m.cards(1)
        assert "3-3" == dealt(m)[1][0]
