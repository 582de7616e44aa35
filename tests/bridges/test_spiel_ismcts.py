"""OpenSpiel's search in seats of ours: it is asked what its seat is asked, and answers what is allowed in each game."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("pyspiel")

from tests.strategies import Table
from torite.bots import RandomBot, bot
from torite.bridges.openspiel import game_at
from torite.bridges.spiel_ismcts import ismcts
from torite.bridges.spiel_trajectory import Trajectory
from torite.lab import Table as LabTable
from torite.lab import arena

pytestmark = pytest.mark.compiles(sampled=True)
ENGINE = "torite.bridges.spiel_ismcts:ismcts"
CHOICES = 12  #: of a match that are looked at


def test_it_is_asked_what_its_seat_is_asked(smallest: Table) -> None:
    """Of a view there is nothing more to know than of the state that is made of it."""
    table = LabTable(smallest.variant, smallest.seats, {}, ["random"], 1)
    context = game_at(smallest.variant, table.seats, table.options.texts()).context
    match, chooser = table.match(3), random.Random(1)
    waited: set[int] = set()
    looked: set[bool] = set()
    for number in range(CHOICES):
        choice = match.turns.next(waited)
        while choice is None and not match.over:
            match.go_on()
            choice = match.turns.next(waited)
        if choice is None:
            break
        view, seat = match.view(choice.seat), choice.seat
        trajectory = Trajectory.of_view(context, view, seat, choice.offer, number)
        may = RandomBot(match.game, 1)._may(view, seat, choice.offer).listed()
        assert trajectory.seat == seat
        assert sorted(may) == sorted(context.table.actions.actions[one] for one in trajectory.legal)
        again = trajectory.resampled(seat, number + 1)
        assert trajectory.information_text(seat) == again.information_text(seat)
        looked.add(choice.offer)
        if choice.offer:
            waited.add(seat)
        else:
            code = bot("random", match.game, chooser.getrandbits(30)).choose(view, match.history(seat), seat)
            match.act(seat, code)
            waited.clear()
    assert False in looked


@pytest.mark.full
def test_it_plays_deals_of_every_game(smallest: Table) -> None:
    """What it chooses is looked at before it is done."""
    with_it = [f"{ENGINE},simulations=2", "simple"]
    found = arena(smallest.variant, with_it, 1, smallest.seats)
    assert found.bots[0]["choices"] > 0
    assert found.pairs == arena(smallest.variant, with_it, 1, smallest.seats).pairs


def test_it_searches_as_long_as_it_is_told() -> None:
    """By simulations or by the clock, but never so few that nothing has been tried."""
    table = LabTable("agurk", 3, {}, ["random"], 1)
    match = table.match(1)
    while match.turns.awaits_chance:
        match.go_on()
    choice = match.turns.next(set())
    assert choice is not None
    for how, least in (({"simulations": 40}, 40), ({"seconds": 0.02}, 2), ({"seconds": 1e-9}, 2)):
        engine = ismcts(table.seating, 1, **how)
        worlds: list[Any] = []
        draw = engine._bot.sample_root_state
        engine._bot.sample_root_state = lambda state, draw=draw, worlds=worlds: worlds.append(state) or draw(state)
        code = engine.choose(match.view(choice.seat), (), choice.seat)
        assert match.why(choice.seat, code) is None
        assert len(worlds) >= least
        assert len(worlds) == least or how == {"seconds": 0.02}
