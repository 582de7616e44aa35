"""Random deals, held against the naive model after every tile: turns, leads, Goes, points, counts and the end."""

import random
from typing import Any

import pytest

import torite
from tests.aloud import turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    codes,
    dealt,
    lay_away,
    naive_deal,
    pegs,
    pieces,
    random_agreed,
    random_order,
    random_tile,
    said,
    table,
)
from tests.games.domino_cribbage.naive import OF_TILE, TILES, Agreed, Deal, Said
from torite import Match
from torite.games import find

GAME = find("domino-cribbage")[0]
DEALS = 50
RULES_ALONE = 400
TOLD = (*OF_TILE, "counts", "go", "go_point", "split_rest", "leads", "hand_count", "crib_count", "wins")


def ordered(log: list[Said]) -> list[Said]:
    """The log with the lines of the tile itself in one order: they are added together."""
    own = [one for one in log if one[0] in OF_TILE]
    rest = [one for one in log if one[0] not in OF_TILE]
    return rest[:1] + sorted(own, key=lambda one: OF_TILE.index(one[0])) + rest[1:]


def same(m: Match, deal: Deal) -> None:
    """Hold a match against the model."""
    public = m.public
    assert deal.score == m.scores
    if deal.over:
        return
    assert deal.turn == turn(m) == public.turn
    assert deal.total == public.total
    assert [tile for _, tile in deal.line] == codes(kind for kind in public.line if kind >= 0)
    assert [seat for seat, _ in deal.line] == list(public.line_by[: len(deal.line)])
    assert {f"play {tile}" for tile in deal.fitting(deal.turn)} == {str(one) for one in m.actions(deal.turn)}
    assert () == m.actions(1 - deal.turn)
    for seat in (0, 1):
        assert sorted(deal.hands[seat]) == sorted(m.cards(seat))
        if deal.hands[seat]:
            assert int(seat in deal.goes) == public.said_go[seat]
        before = [tile for line in deal.closed for one, tile in line if one == seat]
        assert sorted(before) == sorted(codes(m.game.pack.listed(public.played[seat])))


def told_of(m: Match, laid: list[str]) -> None:
    """The lines for equal tiles and runs name the last tiles of the sequence, as many as they are about."""
    for note in m.log.standing[-1].notes:
        if note.line.key in ("pair", "triplet", "fours", "run"):
            number = {"pair": 2, "triplet": 3, "fours": 4}.get(note.line.key, note.amount)
            assert sorted(laid[-number:]) == sorted(pieces(note))


def follow(m: Match, deal: Deal, chooser: random.Random) -> None:
    """Play a deal to its end, comparing after every tile."""
    same(m, deal)
    while not deal.over:
        tile = random_tile(deal, chooser)
        laid = [one for _, one in deal.line]
        m.act(deal.turn, f"play {tile}")
        deal.play(tile)
        assert deal.log == ordered(said(m, *TOLD)), torite.write(m)
        assert (deal.winner >= 0) == m.over
        assert deal.over == m.log.deal_over
        told_of(m, [*laid, tile])
        same(m, deal)


@clause("DCRIB-3.1", "DCRIB-3.3", "DCRIB-3.6", "DCRIB-3.7", "DCRIB-3.8", "DCRIB-3.10", "DCRIB-3.12", "DCRIB-3.15")
@clause("DCRIB-4.1", "DCRIB-4.3", "DCRIB-4.6", "DCRIB-4.8", "DCRIB-4.10", "DCRIB-4.17", "DCRIB-4.19", "DCRIB-4.20")
@pytest.mark.parametrize("part", range(10))
def test_deals_agree_with_the_naive_model(part: int) -> None:
    """Any options, any hands, often with [0-0] in one of them."""
    chooser = random.Random(f"deals {part}")
    for _ in range(DEALS):
        agreed = random_agreed(chooser)
        m = table(order=random_order(chooser), dealer=chooser.randrange(2), **agreed.named)
        lay_away(m)
        follow(m, naive_deal(m, agreed), chooser)


@clause("DCRIB-6.1", "DCRIB-6.2", "DCRIB-6.3", "DCRIB-4.22", "DCRIB-5.1")
@pytest.mark.parametrize("part", range(10))
def test_deals_near_the_target_agree_with_the_naive_model(part: int) -> None:
    """Both a few points short: the match ends with a tile, a Go, a close, a hand or the crib."""
    chooser = random.Random(f"ends {part}")
    for _ in range(DEALS):
        agreed = random_agreed(chooser, chooser.randint(30, 130))
        score = [agreed.target - chooser.randint(1, 12) for _ in "ab"]
        m = table(order=random_order(chooser), dealer=chooser.randrange(2), score=score, **agreed.named)
        lay_away(m)
        follow(m, naive_deal(m, agreed), chooser)
        if m.over:
            assert m.result is not None
            assert [1, 0] == [m.result.places.count(place) for place in (1, 3)]
            assert 1 == m.result.shares[max((0, 1), key=m.scores.__getitem__)]


@clause("DCRIB-1.3", "DCRIB-1.5", "DCRIB-1.7", "DCRIB-2.1", "DCRIB-5.2")
@pytest.mark.parametrize("seed", range(6))
def test_matches_agree_with_the_naive_model(seed: int) -> None:
    """Whole matches from their seeds, to the end: the deal alternates, and scores run on."""
    chooser = random.Random(f"match {seed}")
    agreed = random_agreed(chooser)
    m = torite.Match("domino-cribbage", options=agreed.named, seed=f"match {seed}", pause=True)
    dealer = m.public.dealer
    while True:
        assert dealer == m.public.dealer
        hands, stock = dealt(m)
        assert sorted(TILES) == sorted([*hands[0], *hands[1], *stock])
        assert [sorted(hand) for hand in hands] == [sorted(m.cards(seat)) for seat in (0, 1)]
        deal = naive_deal(m, agreed)
        lay_away(m)
        follow(m, deal, chooser)
        if m.over:
            break
        m.go_on()
        dealer = 1 - dealer
    assert [score for score, _ in pegs(m)] == m.scores


@clause("DCRIB-3.15", "DCRIB-4.8", "DCRIB-4.10", "DCRIB-4.17", "DCRIB-4.19", "DCRIB-4.20", "DCRIB-4.22", "DCRIB-5.1")
@pytest.mark.parametrize("part", range(5))
def test_rules_alone_agree_with_the_naive_model(part: int) -> None:
    """Thousands of deals more, by the rules without a match: scores, turns and all that is said."""
    chooser = random.Random(f"rules {part}")
    for _ in range(RULES_ALONE):
        agreed = random_agreed(chooser, 61)
        score = [chooser.randint(0, 60) for _ in "ab"]
        deal, state = begun(random_order(chooser), chooser.randrange(2), score, agreed)
        while not deal.over:
            assert 1 << deal.turn == GAME.rules.actors(state)
            tile = random_tile(deal, chooser)
            state.note_count = 0
            GAME.rules.act(state, deal.turn, GAME.verbs.parse(f"play {tile}")[0])
            deal.play(tile)
            notes = [(GAME.notes.listed[line].key, seat, amount) for line, seat, amount, _ in state.noted()]
            assert deal.log == ordered([one for one in notes if one[0] in TOLD])
            assert deal.score == list(state.score)
            assert (deal.winner >= 0) == bool(GAME.rules.over(state))
        assert GAME.rules.deal_over(state)


def begun(order: list[str], dealer: int, score: list[int], agreed: Agreed) -> tuple[Deal, Any]:
    """A deal with the crib laid away: the naive model and the state."""
    state: Any = GAME.state()
    state.options, state.seats = GAME.options("domino-cribbage", agreed.named, 2), 2
    GAME.rules.start(state)
    state.score[:] = score
    high, low = TILES.index("6-6"), TILES.index("6-5")
    drawn = [high, low] if dealer == 0 else [low, high]
    GAME.rules.settle(state, [*drawn, *(kind for kind in range(28) if kind not in drawn)])
    GAME.rules.settle(state, [TILES.index(tile) for tile in order])
    hands = [order[0:12:2], order[1:12:2]] if dealer == 1 else [order[1:12:2], order[0:12:2]]
    for seat in (0, 1):
        for action in GAME.verbs.parse("crib " + " ".join(hands[seat][4:])):
            GAME.rules.act(state, seat, action)
    crib = [tile for hand in hands for tile in hand[4:]]
    return Deal([hand[:4] for hand in hands], crib, order[12], dealer, list(score), agreed), state
