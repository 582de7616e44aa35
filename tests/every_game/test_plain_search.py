"""Search before anything is compiled: what may be taken, the same for the same seed, and from the view alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import Many
from tests.strategies import Table, play_on, whole_now
from torite.bots import BeginnerBot, ThumbBot
from torite.bots.plain import PlainBot
from torite.games import games
from torite.match import Match
from torite.worlds import view
from torite.worlds.sampler import Sampler

WORLDS = 40  #: that are looked at for a decision
FEW = 6  #: the same, where it is only asked whether a choice may be taken

#: Searches some decisions of a game, its offers too, where neither Numba nor what it needs can be had.
WITHOUT_A_COMPILER = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from torite.bots.plain import PlainBot
from torite.games import games
from torite.match import Match
game = games()[sys.argv[1]]
match, bot = Match(next(iter(game.variants)), seed=5), PlainBot(game, 1, iterations=6)
for _ in range(12):
    seat = match.turns.must_act[0]
    print(bot.counsel(match.view(seat), (), seat)[0].code)
    match.act(seat, bot.choose(match.view(seat), (), seat))
    if match.over:
        break
print(bot.searched)
"""


def a_choice(table: Table, seed: str) -> tuple[Match, int]:
    """Play at random to where somebody has a choice, or the match is over."""
    chooser = table.chooser(seed)
    match = whole_now(play_on(table.match(seed), chooser, chooser.randrange(1, 30)), chooser)
    for _ in range(30):
        if match.over or len(match.actions(match.turns.must_act[0])) > 1:
            break
        whole_now(play_on(match, chooser, 1), chooser)
    return match, -1 if match.over else match.turns.must_act[0]


@pytest.mark.long
def test_the_same_seed_chooses_the_same_in_states_that_a_seat_cannot_tell_apart(table: Table, many: Many) -> None:
    """The view of another world that the seat cannot rule out leads to the same choice, with the same worth."""
    for number in range(many(2, 1)):
        match, seat = a_choice(table, f"plain {number}")
        if seat < 0:
            continue
        state, seen = match.log.state, match.view(seat)
        world = Sampler(table.game, seen, seat, number, compiled=False).world()
        for field in table.game.layout.fields:
            if field.spec.beside:
                setattr(world, field.name, getattr(state.copy(), field.name))
        found = [
            PlainBot(table.game, 7, iterations=WORLDS).advise(like, (), seat)
            for like in (seen, seen.copy(), view(table.game, world, seat))
        ]
        assert found[0] == found[1] == found[2]


@pytest.mark.long
def test_whatever_it_is_asked_it_takes_what_may_be_taken(table: Table, many: Many) -> None:
    """Offers are asked about first, as at a table; one must be taken where nobody has a duty and all have waited."""
    match, waited = table.match("plain"), set[int]()
    chooser = table.chooser("plain")
    thumb, beginner = ThumbBot(table.game, 1), BeginnerBot(table.game, 1)
    for step in range(many(60, 12)):
        choice = match.turns.next(waited)
        if choice is None:
            break
        plain = PlainBot(table.game, step, iterations=FEW)
        bot = chooser.choice([plain, thumb, beginner])
        code = bot.choose(match.view(choice.seat), match.history(choice.seat), choice.seat, choice.offer)
        if code == "wait":
            assert choice.offer
            waited.add(choice.seat)
            continue
        match.act(choice.seat, code, whole=True)
        waited.clear()


def test_where_all_have_let_their_offers_pass_and_nobody_has_a_duty_one_is_taken() -> None:
    """An opponent's raise in Perlaggen is answered by one of two, of which either may leave it to the other."""
    match = perlaggen_raised()
    for seat in match.actors:
        code = PlainBot(match.game, 1, iterations=FEW).choose(match.view(seat), (), seat)
        assert code in {action.code for action in match.actions(seat)}


def perlaggen_raised() -> Match:
    """Play to where several are asked, and nothing but offers is there to be taken."""
    for seed in range(200):
        match = Match("perlaggen", seed=seed, pause=True)
        chooser = Table("perlaggen", match.seats).chooser(seed)
        for _ in range(60):
            if match.over or not match.actors:
                break
            if all(action.offer for seat in match.actors for action in match.actions(seat)):
                return match
            whole_now(play_on(match, chooser, 1), chooser)
    raise AssertionError("nobody has raised")


@pytest.mark.long
@pytest.mark.parametrize("name", games())
def test_it_needs_no_compiler(name: str) -> None:
    command = [sys.executable, "-c", WITHOUT_A_COMPILER, name]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 0 == told.returncode, told.stderr
