"""Worlds: each agrees with all that the seat saw, every one comes up, and all are equally likely."""

from __future__ import annotations

import math
import sys
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.conftest import Many
from tests.redealing import Deal, Key, key, lying
from tests.strategies import (
    Table,
    acting,
    asked,
    differing,
    drawn,
    legal,
    peeking,
    play_on,
    small_options,
    tables,
    whole_now,
)
from torite.games import games
from torite.kernel.compile import Binding
from torite.kernel.fields import See
from torite.kit import bar, limit, require
from torite.kit.chances import SHUFFLE
from torite.worlds import counting, sample, view
from torite.worlds.sampler import Sampler

MOST = 400  # layouts that are listed one by one
PATHS = ("as it comes", "shuffled", "exact", "chain")


def check_world(table: Table, seen: Any, seat: int, world: Any) -> None:
    """A world gives back the view and the actions, and keeps the promises."""
    game = table.game
    for name in ("barred", "required", "least", "at_most", "known", "notes", "note_pieces", "note_count"):
        setattr(world, name, getattr(seen.copy(), name))
    assert [] == differing(seen, view(game, world, seat))
    mine, theirs = legal(game, seen, seat), legal(game, world, seat)
    assert mine == theirs, peeking(table, seat, mine, theirs)
    for name, promise in game.promises.items():
        assert promise(world), name


def play_out(table: Table, world: Any, seed: int, most: int) -> None:
    """Play a world on: all pieces stay in play, and somebody can always act."""
    game, chooser = table.game, table.chooser("out", seed)
    for _ in range(most):
        if game.rules.over(world) or game.rules.deal_over(world):
            return
        ask = asked(game, world)
        if ask:
            game.rules.settle(world, drawn(game, ask, chooser))
        else:
            seat = chooser.choice(acting(game, world))
            game.rules.act(world, seat, chooser.choice(legal(game, world, seat).listed()))
        assert len(game.pack.listed(world.in_play)) == sum(map(len, lying(world).values()))


def test_worlds_agree_with_the_view(table: Table, many: Many) -> None:
    """Anywhere in a match, world after world of one view can be played to the deal's end."""
    chooser = table.chooser("agree")
    match = table.match("agree")
    for _ in range(many(3, 1)):
        whole_now(play_on(match, chooser, chooser.randrange(1, 3 * table.seats + 2)), chooser)
        if match.over:
            break
        for seat in {match.actors[0], chooser.randrange(table.seats)}:
            seen = match.view(seat)
            sampler = Sampler(table.game, seen, seat, chooser.getrandbits(30), compiled=False)
            for number in range(2):  # noqa: B007
                world = sampler.world()
                check_world(table, seen, seat, world)
            play_out(table, world, number, many(150, 40))


# every world, evenly


@cache
def small_deals(variant: str, seats: int) -> tuple[Deal, ...]:
    """Find positions of a random match of few layouts, those with most restrictions first."""
    table = Table(variant, seats, small_options(variant, seats))
    chooser = table.chooser("small")
    found: list[tuple[int, int, Deal]] = []
    match = table.match("small")
    for _ in range(120):
        if match.over or len(found) >= 12:
            break
        if Deal.fits(match) and any(entry.seat >= 0 for entry in match.log.standing) and match.log[-1].what != SHUFFLE:
            seat = chooser.randrange(seats)
            deal = Deal(match, seat) if rough_size(match, seat) <= 20 * MOST else None
            if deal is not None and 2 <= deal.size() <= MOST:
                plan = Sampler(table.game, match.view(seat), seat, compiled=False)._unseen.plan
                deal.match = None  # type: ignore[assignment]
                found.append((int(plan.free), -deal.size(), deal))
        whole_now(play_on(match, chooser, 1), chooser)
    return tuple(deal for _, _, deal in sorted(found, key=lambda entry: entry[:2])[:2])


def rough_size(match: Any, seat: int) -> int:
    """Count the layouts that the numbers of unseen pieces leave."""
    seen, layout = match.view(seat), match.game.layout
    shown = lying(seen)
    hidden: Counter[tuple[str, int]] = Counter()
    for i, place in enumerate(layout.places):
        hidden[place.field.name, place.owner] += seen.count[i]
    for (name, owner, _), kinds in shown.items():
        if (name, owner) in hidden:
            hidden[name, owner] -= sum(kind >= 0 for kind in kinds)
    ways = math.factorial(sum(hidden.values()))
    for number in hidden.values():
        ways //= math.factorial(number)
    return ways


def forced(monkeypatch: pytest.MonkeyPatch, game: Any, path: str) -> None:
    """Bind the game anew, its worlds drawn by one way only."""
    binding = Binding(game.name, game.binding.slots, game.binding.sources)
    monkeypatch.setitem(vars(game), "binding", binding)
    scope = binding.interpreted(sample._restricted).__globals__
    counts = binding.interpreted(counting.count_or_chain).__globals__
    assert scope is not vars(sample)
    assert counts is not vars(counting)
    if path != PATHS[0]:
        scope["TRIES"] = 10_000 if path == "shuffled" else 0
        scope["count_or_chain"] = binding.interpreted(counting.count_or_chain)
        counts["MOST_WORK"] = 0 if path == "chain" else 1 << 60


def upper_tail(statistic: float, freedom: int) -> float:
    """Approximate the chance of so large a chi-squared (Wilson and Hilferty, 1931)."""
    if freedom == 0:
        return 1.0
    third = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - third)) / math.sqrt(third)
    return math.erfc(z / math.sqrt(2)) / 2


def unevenness(drawn_worlds: Counter[Key], weights: dict[Key, int]) -> float:
    """Return the chance that even draws are as uneven as these."""
    total, draws = sum(weights.values()), sum(drawn_worlds.values())
    statistic = sum(
        (drawn_worlds[world] - draws * weight / total) ** 2 / (draws * weight / total)
        for world, weight in weights.items()
    )
    return upper_tail(statistic, len(weights) - 1)


def small_tables() -> list[Table]:
    """Choose the tables at which small positions are looked for: each variant's fewest seats and a few more."""
    chosen: dict[str, list[Table]] = {}
    for table in tables(thorough=True):
        if len(chosen.setdefault(table.variant, [])) < 2:
            chosen[table.variant].append(table)
    doubled = [table for table in tables(thorough=True) if max(table.begin().in_play[1:], default=0) > 1]
    return [*(table for few in chosen.values() for table in few), *doubled[:1]]


def evenly() -> list[Any]:
    """List every table with every way to draw; the usual run takes every other table, each with one of the ways."""
    return [
        pytest.param(small, path, id=f"{small}-{path}", marks=() if number % 8 == 2 * way else pytest.mark.slow)
        for number, small in enumerate(small_tables())
        for way, path in enumerate(PATHS)
    ]


@pytest.mark.long
@pytest.mark.parametrize(("small", "path"), evenly())
def test_every_world_comes_up_evenly(small: Table, path: str, many: Many, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each layout that agrees with what the seat saw is drawn as often as it can be dealt, and no other is.

    Of a thousand even tries one looks uneven: then ten times as many are drawn, in which true unevenness stands out.
    """
    deals = small_deals(small.variant, small.seats)[: many(2, 1)]
    forced(monkeypatch, small.game, path)
    for deal in deals:
        weights = layouts(deal)
        assert weights
        seen = view(deal.game, deal.state, deal.viewer)
        sampler = Sampler(deal.game, seen, deal.viewer, 20_000 + len(weights), compiled=False)
        draws = max(200, 6 * len(weights))
        drawn_worlds = Counter(key(sampler.world()) for _ in range(draws))
        assert set() == set(drawn_worlds) - set(weights)
        assert len(drawn_worlds) > 0.9 * len(weights)
        if unevenness(drawn_worlds, weights) < 0.001:
            drawn_worlds = Counter(key(sampler.world()) for _ in range(10 * draws))
        assert unevenness(drawn_worlds, weights) > 0.001


LAYOUTS: dict[int, dict[Key, int]] = {}


def layouts(deal: Deal) -> dict[Key, int]:
    """List a deal's worlds once."""
    if id(deal) not in LAYOUTS:
        LAYOUTS[id(deal)] = deal.worlds()
    return LAYOUTS[id(deal)]


@pytest.mark.long
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_small_positions_are_found(game: Any) -> None:
    """Most games have positions small enough to be listed, restricted ones among them; but dice lie in no places.

    Where the rules let nobody conclude anything, because they name no verb for it, nothing is restricted.
    """
    if game.pack.of_dice:
        assert [] == [field.name for field in game.layout.fields if field.is_place]
        return
    secret = [place for place in game.layout.places if place.field.spec.see is See.NOBODY]
    if game.layout.seats == len(secret) == 1:
        return  # one who plays alone before a stock: a world is a shuffle of it
    others_are_seats = game.layout.seats > 1  # what nobody chooses from tells nothing
    found, restricted = 0, not others_are_seats or not concludes(game)
    for table in [table for table in small_tables() if table.game is game]:
        if found < 2 or not restricted:
            deals = small_deals(table.variant, table.seats)
            found += len(deals)
            restricted |= any(any(deal.state.barred) or any(deal.state.least) for deal in deals)
    assert found >= 2, f"{game.name}: so many positions have few enough worlds to be listed: {found}"
    assert restricted, f"{game.name}: in no small position anything is barred or required, and its rules do say so"


def concludes(game: Any) -> bool:
    """Tell whether a game's rules name a verb by which a place is barred or bounded for everybody."""
    package = f"{game.state.__module__.rpartition('.')[0]}."
    own = [module for name, module in sys.modules.items() if name.startswith(package)]
    return any(value in (bar, require, limit) for module in own for value in vars(module).values() if callable(value))


def test_who_concludes_something_is_known() -> None:
    """Of the project's games some let nobody conclude anything; none of them has seats that could."""
    quiet = {game.name for game in games().values() if not concludes(game)}
    assert {game.layout.seats for name, game in games().items() if name in quiet and not game.pack.of_dice} <= {1}
    assert quiet < set(games())


@pytest.mark.long
def test_the_order_of_a_sequence_is_even(smallest: Table, many: Many) -> None:
    """An unseen piece that lies in a sequence is as likely to be anywhere in it."""
    table = Table(smallest.variant, smallest.seats, small_options(smallest.variant, smallest.seats))
    match = table.match("order")
    seat = match.actors[0]
    seen = match.view(seat)
    unseen = [
        field.name
        for field in table.game.layout.fields
        if field.spec.holds == "sequence" and field.is_place and -2 in getattr(seen, field.name)
    ]
    sampler = Sampler(table.game, seen, seat, 5, compiled=False)
    for name in unseen:
        spots = [i for i, kind in enumerate(getattr(seen, name)) if kind == -2]
        first = getattr(match.log.state, name)[spots[0]]
        drawn_worlds = [getattr(sampler.world(), name) for _ in range(many(400, 200))]
        lain: Counter[Key] = Counter(((i,),) for row in drawn_worlds for i in spots if row[i] == first)
        assert unevenness(lain, {((i,),): 1 for i in spots}) > 0.001
