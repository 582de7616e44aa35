"""What a Go tells everybody, and no more: section 8, clauses DCRIB-3.4 and 3.14; worlds drawn from views."""

import random
from typing import Any

import pytest

from tests.aloud import turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import (
    D,
    N,
    begin,
    codes,
    dealt,
    goes,
    held,
    lay_away,
    naive_deal,
    play,
    play_on,
    random_agreed,
    random_order,
    random_tile,
    table,
)
from tests.games.domino_cribbage.naive import BLANK, TILES, Deal, value
from torite import Match
from torite.records import write
from torite.scenes import lay_out
from torite.worlds import view as view_of
from torite.worlds.sampler import Sampler

BESIDE = ("notes", "note_count", "note_pieces")


def look(m: Match, viewer: int) -> Any:
    """The view of a seat; of a spectator for -1."""
    return m.public if viewer < 0 else m.view(viewer)


def barred(m: Match, viewer: int, owner: int) -> set[str]:
    """The tiles that a viewer knows not to be in a hand."""
    mask = look(m, viewer).barred[m.game.layout.place("hand", owner)]
    return {tile for kind, tile in enumerate(TILES) if mask >> kind & 1}


def unseen(m: Match, viewer: int) -> set[str]:
    """The tiles that a viewer sees nowhere."""
    view = look(m, viewer)
    seen = {tile for name in ("hand", "laid", "played") for row in getattr(view, name) for tile in held(m, row)}
    seen |= {*held(m, view.starter), *held(m, view.crib), *codes(kind for kind in view.line if kind >= 0)}
    return set(TILES) - seen


def at_random(seed: Any) -> tuple[Match, Deal, random.Random]:
    """A deal with the crib laid away, with its naive model."""
    chooser = random.Random(f"known {seed}")
    agreed = random_agreed(chooser, 999)
    m = table(order=random_order(chooser), dealer=chooser.randrange(2), **agreed.named)
    lay_away(m)
    return m, naive_deal(m, agreed), chooser


def step(m: Match, deal: Deal, chooser: random.Random) -> None:
    """Play one tile."""
    tile = random_tile(deal, chooser)
    m.act(deal.turn, f"play {tile}")
    deal.play(tile)


@clause("DCRIB-3.4", "DCRIB-3.14")
@pytest.mark.parametrize("part", range(4))
def test_go_bars_what_would_have_fitted_and_nothing_else(part: int) -> None:
    """After every tile, for everybody: of the tiles unseen, those that fitted at a Go are not in that hand."""
    told = 0
    for number in range(30):
        m, deal, chooser = at_random(f"{part} {number}")
        while not deal.over:
            for viewer in (0, 1, -1):
                for owner in {0, 1} - {viewer}:
                    if m.cards(owner):
                        wanted = {tile for tile in unseen(m, viewer) if value(tile) <= deal.barred[owner]}
                        assert wanted == barred(m, viewer, owner) & unseen(m, viewer), write(m)
                    assert not barred(m, viewer, owner) & set(m.cards(owner))
            told += max(deal.barred) >= 0
            step(m, deal, chooser)
    assert told > 60


@clause("DCRIB-3.4", "DCRIB-3.14")
@pytest.mark.parametrize("viewer", [D, -1])
def test_go_at_23(viewer: int) -> None:
    """No tile of 8 or less is left in N's hand; [0-0] is not among them."""
    m = play(begin("6-5 5-4 6-4 5-5", "6-6 2-0 1-1 3-0"), "6-5")
    assert not barred(m, viewer, N) & unseen(m, viewer)
    play(m, "6-6")
    assert [N] == goes(m)
    assert {tile for tile in unseen(m, viewer) if value(tile) <= 8} == barred(m, viewer, N) & unseen(m, viewer)
    assert BLANK in barred(m, viewer, N)
    assert not barred(m, viewer, D) & unseen(m, viewer)


@clause("DCRIB-3.14", "DCRIB-3.11")
def test_go_at_31_tells_of_the_double_blank_alone() -> None:
    """Both pass: neither has [0-0]; nothing more is known."""
    m = play(begin("6-6 5-4 6-4 3-3", "5-5 6-5 6-3 4-1"), "6-6 5-5 5-4")
    assert [D, N] == goes(m)
    for viewer, owner in ((N, D), (D, N), (-1, N), (-1, D)):
        assert {BLANK} & unseen(m, viewer) == barred(m, viewer, owner) & unseen(m, viewer)


@clause("DCRIB-3.14")
def test_knowledge_ends_with_the_deal() -> None:
    """The next hands are unknown."""
    m = play_on(play(begin("6-6 5-4 6-4 3-3", "5-5 6-5 6-3 4-1"), "6-6 5-5 5-4"))
    m.go_on()
    for viewer, owner in ((N, D), (D, N), (-1, N), (-1, D)):
        assert set() == barred(m, viewer, owner)


@clause("DCRIB-3.14", "DCRIB-10.6")
def test_a_go_tells_no_more_than_that_all_tiles_are_too_high() -> None:
    """N's tiles after a Go are exchanged for other ones that are too high: D and a spectator see and hear the same."""
    for dealer, score in ((D, [0, 0]), (D, [40, 41])):
        seen = []
        for others in ("5-4 6-4 5-5", "6-3 6-4 5-5", "5-4 6-3 6-4"):
            m = begin(f"6-5 {others}", "6-6 2-0 1-1 3-0", "1-0", crib="4-0 3-1 4-1 5-1", dealer=dealer, score=score)
            play(m, "6-5 6-6 2-0")
            found = [m.view(D).to_words(), m.public.to_words(), m.history(D), m.history(-1), m.knowledge.events(D)]
            seen.append([*found, lay_out(m, D), lay_out(m, -1), m.actions(D)])
        assert seen[0] == seen[1] == seen[2]


@clause("DCRIB-2.5", "DCRIB-10.6")
def test_crib_of_the_other_is_not_told_by_the_play() -> None:
    """Other tiles put aside, the same tiles played: the opponent sees the same to the last tile."""
    seen = []
    for aside in ("4-0 3-1", "5-3 6-2", "0-0 6-1"):
        m = begin("6-5 5-4 6-4 5-5", "6-6 2-0 1-1 3-0", "1-0", crib=f"{aside} 4-1 5-1")
        play(m, "6-5 6-6 2-0 1-1 3-0 5-4 6-4")
        assert not m.log.deal_over
        seen.append((m.view(D).to_words(), m.history(D), lay_out(m, D), m.public.to_words()))
    assert seen[0] == seen[1] == seen[2]


# worlds


def agrees(m: Match, viewer: int, world: Any, deal: Deal) -> None:
    """Hold a world against what the viewer has seen."""
    other, seen = 1 - viewer, m.view(viewer)
    hand = held(m, world.hand[other])
    assert sorted(m.cards(viewer)) == sorted(held(m, world.hand[viewer]))
    assert len(m.cards(other)) == len(hand)
    assert set(hand) <= unseen(m, viewer)
    assert all(value(tile) > deal.barred[other] for tile in hand)
    assert sorted(held(m, seen.laid[viewer])) == sorted(held(m, world.laid[viewer]))
    stock = codes(kind for kind in world.stock if kind >= 0)
    aside = held(m, world.laid[other])
    assert 2 == len(aside)
    assert 15 == len(stock)
    assert unseen(m, viewer) == {*hand, *aside, *stock}
    again = view_of(m.game, world, viewer)
    fields = [f.name for f in m.game.layout.fields if f.name not in BESIDE and not f.spec.beside]
    assert [] == [name for name in fields if getattr(again, name) != getattr(seen, name)]


@clause("DCRIB-3.4", "DCRIB-3.14", "DCRIB-10.1", "DCRIB-10.6")
@pytest.mark.parametrize("part", range(3))
def test_worlds_never_contradict_what_was_seen(part: int) -> None:
    """Worlds of either player's view anywhere in the play: all 28 tiles, nothing barred in the hand, the same view."""
    for number in range(10):
        m, deal, chooser = at_random(f"worlds {part} {number}")
        while not deal.over:
            for viewer in (0, 1):
                sampler = Sampler(m.game, m.view(viewer), viewer, chooser.getrandbits(30), compiled=False)
                for _ in range(3):
                    agrees(m, viewer, sampler.world(), deal)
            step(m, deal, chooser)


@clause("DCRIB-3.14", "DCRIB-10.6")
def test_every_tile_that_is_not_barred_comes_up() -> None:
    """The worlds rule out nothing but what the Go tells: each other unseen tile is in the hand, aside or unused."""
    m = play(begin("6-5 5-4 6-4 5-5", "6-6 2-0 1-1 3-0"), "6-5 6-6 2-0")
    sampler = Sampler(m.game, m.view(D), D, 5, compiled=False)
    hands, aside = set(), set()
    for _ in range(400):
        world = sampler.world()
        hands |= set(held(m, world.hand[N]))
        aside |= set(held(m, world.laid[N]))
    assert {tile for tile in unseen(m, D) if value(tile) > 8} == hands
    assert unseen(m, D) == aside


@clause("DCRIB-2.5", "DCRIB-1.4")
def test_worlds_before_the_crib() -> None:
    """Six tiles of the other and a stock of sixteen; after the other's choice four, two and sixteen."""
    m = table()
    for aside in (0, 2):
        if aside:
            lay_away(m, D)
        sampler = Sampler(m.game, m.view(N), N, 3, compiled=False)
        for _ in range(20):
            world = sampler.world()
            stock = codes(kind for kind in world.stock if kind >= 0)
            parts = [held(m, world.hand[D]), held(m, world.laid[D]), stock]
            assert [6 - aside, aside, 16] == [len(part) for part in parts]
            assert sorted(TILES) == sorted([*m.cards(N), *(tile for part in parts for tile in part)])


@clause("DCRIB-3.14", "DCRIB-3.5")
def test_worlds_play_on() -> None:
    """The deal can be played to its end from any world, by the rules."""
    m, deal, chooser = at_random("on")
    step(m, deal, chooser)
    step(m, deal, chooser)
    for viewer in (0, 1):
        sampler = Sampler(m.game, m.view(viewer), viewer, 8, compiled=False)
        for _ in range(10):
            world = sampler.world()
            for _ in range(8):
                if m.game.rules.deal_over(world):
                    break
                (actor,) = [seat for seat in (0, 1) if m.game.rules.actors(world) >> seat & 1]
                fits = [tile for tile in held(m, world.hand[actor]) if value(tile) + world.total <= 31]
                assert fits
                m.game.rules.act(world, actor, m.game.verbs.parse(f"play {chooser.choice(fits)}")[0])
            assert m.game.rules.deal_over(world)
    assert m.actors == (turn(m),)
    assert 8 == sum(map(len, [hand[:4] for hand in dealt(m)[0]]))
