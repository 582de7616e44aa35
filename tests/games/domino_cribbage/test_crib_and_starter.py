"""The crib and the starter: clauses DCRIB-2."""

import random
from itertools import combinations

import pytest

from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    D,
    N,
    all_said,
    begin,
    counts,
    dealt,
    held,
    lay_away,
    line,
    naive_deal,
    pegs,
    pieces,
    play,
    play_on,
    points,
    random_order,
    said,
    table,
    zone,
)
from tests.games.domino_cribbage.naive import TILES, Agreed, count, values
from torite.scenes import lay_out


@clause("DCRIB-2.1")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_both_choose_at_the_same_time(dealer: int, first: int) -> None:
    """Both are asked, either may be the quicker, and play begins when both have chosen."""
    m = table(dealer=dealer)
    assert {0, 1} == set(m.actors)
    lay_away(m, first)
    assert (1 - first,) == m.actors
    assert () == m.actions(first)
    assert 4 == len(m.cards(first))
    lay_away(m, 1 - first)
    assert 1 - dealer == turn(m)
    assert [4, 4] == [len(m.cards(seat)) for seat in (0, 1)]


@clause("DCRIB-2.1")
@pytest.mark.parametrize("seat", [0, 1])
def test_any_two_of_six_may_be_put_aside(seat: int) -> None:
    """There are 15 ways, each in either order; the two tiles leave the hand, and no other."""
    for one, other in combinations(table().cards(seat), 2):
        for code in (f"crib {one} {other}", f"crib {other} {one}"):
            m = table()
            hand = set(m.cards(seat))
            m.act(seat, code)
            assert hand - {one, other} == set(m.cards(seat))
            assert sorted([one, other]) == sorted(held(m, m.view(seat).laid[seat]))


@clause("DCRIB-2.1")
def test_neither_more_nor_fewer_than_two() -> None:
    """One tile is but the beginning; three are refused, and so are the same twice, and the other's."""
    m = table()
    one, two, three = m.cards(0)[:3]
    m.act(0, f"crib {one}")
    assert {0, 1} == set(m.actors)
    assert {f"crib {tile}" for tile in m.cards(0) if tile != one} == legal(m, 0)
    m = table()
    for code in (f"crib {one} {two} {three}", f"crib {one} {one}", f"crib {one} {m.cards(1)[0]}", f"play {one}"):
        assert m.gestures.refusal(0, code) is not None, code
    assert m.gestures.refusal(0, f"crib {one} {two}") is None


@clause("DCRIB-2.1", "DCRIB-5.1")
@pytest.mark.parametrize("dealer", [0, 1])
def test_crib_is_the_dealers(dealer: int) -> None:
    """Its four tiles are the two of either, and it is counted for the dealer."""
    m = begin(crib="5-5 4-4 5-4 6-3", dealer=dealer)
    play_on(m)
    (note,) = (note for note in m.log.standing[-1].notes if note.line.key == "crib_count")
    assert dealer == note.seat
    assert {"5-5", "4-4", "5-4", "6-3"} < set(pieces(note))
    assert {-1: {"5-5", "4-4", "5-4", "6-3"}} == {owner: set(row) for owner, row in zone(m, -1, "crib").items()}


@clause("DCRIB-2.2", "DCRIB-2.5", "DCRIB-10.6")
@pytest.mark.parametrize("seed", range(3))
def test_nobody_looks_at_the_crib_until_the_play_is_over(seed: int) -> None:
    """At every step each player sees the own two tiles, a spectator none; then all see all four."""
    m = table(order=random_order(random.Random(seed)))
    aside = [hand[4:] for hand in dealt(m)[0]]
    lay_away(m)
    while not m.log.deal_over:
        for viewer in (0, 1, -1):
            view = m.public if viewer < 0 else m.view(viewer)
            assert [] == held(m, view.crib)
            for owner in (0, 1):
                seen = sorted(aside[owner]) if owner == viewer else []
                assert seen == sorted(held(m, view.laid[owner]))
                assert 2 == view.count[m.game.layout.place("laid", owner)]
        m.act(turn(m), next(iter(m.actions(turn(m)))))
    for viewer in (0, 1, -1):
        view = m.public if viewer < 0 else m.view(viewer)
        assert sorted(aside[0] + aside[1]) == sorted(held(m, view.crib))


@clause("DCRIB-2.3", "DCRIB-2.5", "DCRIB-1.4")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("starter", ["0-0", "6-6", "4-3"])
def test_starter_is_turned_by_the_non_dealer(dealer: int, starter: str) -> None:
    """When both have laid away, and not before; it is the top tile of the stock."""
    m = table(starter=starter, dealer=dealer)
    assert [starter] == dealt(m)[1][:1]
    lay_away(m, dealer)
    assert [] == held(m, m.public.starter)
    assert [] == said(m)
    lay_away(m, 1 - dealer)
    assert [("starter", 1 - dealer)] == [(key, seat) for key, seat, _ in said(m)]
    assert [[starter]] == [pieces(note) for note in m.log.standing[-1].notes]
    assert [starter] == held(m, m.public.starter)


@clause("DCRIB-2.4")
def test_no_starter_scores_anything() -> None:
    """For neither player, whichever tile it is."""
    for starter in TILES:
        m = begin(starter=starter)
        assert ([0, 0], [], [(0, 0), (0, 0)]) == (m.scores, points(m), pegs(m))


@clause("DCRIB-2.4")
def test_starter_takes_no_part_in_the_play() -> None:
    """It lies apart: it makes no pair or run with the tiles played, and the count begins at 0."""
    for starter, tile in (("6-0", "3-3"), ("5-4", "6-0"), ("3-0", "6-6")):
        m = play(begin(tile, starter=starter), tile)
        assert [] == points(m)
        assert sum(values([tile])) == m.public.total


@clause("DCRIB-2.5")
@pytest.mark.parametrize("first", [0, 1])
def test_choice_stays_unseen_while_the_other_chooses(first: int) -> None:
    """Whatever is put aside, begun or complete, the other and a spectator see the same."""
    seen = []
    for pair in combinations(range(6), 2):
        m = table()
        m.act(first, "crib " + " ".join(dealt(m)[0][first][place] for place in pair))
        other = 1 - first
        views = [m.view(other).to_words(), m.public.to_words()]
        seen.append((views, m.history(other), m.history(first)[-1].notes, lay_out(m, other), lay_out(m, -1)))
    assert all(one == seen[0] for one in seen)
    assert "crib 2" == m.history(1 - first)[-1].code
    assert [[None, None]] == list(zone(m, 1 - first, "laid").values())


@clause("DCRIB-2.5")
def test_choice_begun_shows_nothing() -> None:
    """Not even that a first tile was named."""
    m = table()
    before = [(lay_out(m, viewer), m.history(1)) for viewer in (1, -1)]
    m.act(0, f"crib {m.cards(0)[0]}")
    assert before == [(lay_out(m, viewer), m.history(1)) for viewer in (1, -1)]


@clause("DCRIB-2.1", "DCRIB-5.2")
def test_hands_of_four_and_the_crib_are_counted_with_one_starter() -> None:
    """What the non-dealer and the dealer keep is what is counted."""
    chooser = random.Random(11)
    for _ in range(20):
        m = table(order=random_order(chooser), target=999)
        deal = naive_deal(m, Agreed())
        lay_away(m)
        play_on(m, chooser)
        hands = [count(values([*hand, deal.starter])) for hand in (deal.kept[N], deal.kept[D], deal.crib)]
        assert [("hand_count", N, hands[0]), ("hand_count", D, hands[1]), ("crib_count", D, hands[2])] == counts(m)


@clause("DCRIB-2.3")
def test_starter_is_turned_once_a_deal() -> None:
    """The line is said once, before the first tile."""
    m = line("6-0 5-0 4-0")
    assert 1 == len(all_said(m, "starter"))
    assert ["starter", "counts"] == [key for key, _, _ in all_said(m, "starter", "counts")][:2]
