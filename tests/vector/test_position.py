"""A match for programs: it plays as `Match` does, and tells a seat no more."""

from __future__ import annotations

import random

import pytest

import torite
from tests.conftest import Many
from torite.errors import BadOptions
from torite.games import games
from torite.kit.chances import DICE, NUMBER
from torite.vector import ProgramTable
from torite.vector.loops import CHANCE, ENDED, WAITED, WHAT, WHO
from torite.vector.position import Position, an_outcome

GAMES = sorted(games())


def variant_of(game: str) -> str:
    """Name a game's first variant."""
    return next(iter(games()[game].variants))


def step(position: Position, chooser: random.Random) -> None:
    """Settle or take something at random."""
    if position.seat == CHANCE:
        position.draw()
    else:
        position.take(chooser.choice(position.legal()))


def words(position: Position) -> list[int]:
    """List the words of the true state."""
    found: list[int] = position._batch.words[0].tolist()
    return found


@pytest.mark.compiles(sampled=True)
@pytest.mark.parametrize("game", GAMES)
def test_it_plays_as_a_match_does(game: str, many: Many) -> None:
    """The same outcomes and actions lead to the same states, asked in the same order, part by part."""
    table, chooser = ProgramTable(variant_of(game)), random.Random(game)
    position = Position(table, unit="match")
    match = torite.Match(variant_of(game), seats=table.seats, manual=True)
    waited: set[int] = set()
    for _ in range(many(400, 120)):
        if not position._batch.states[0]["drafting"].any():  # what a gesture has begun is none of a match's log
            proper = table.game.layout.words
            assert words(position)[:proper] == match.log.state.to_words()[:proper]
        if position.seat == ENDED:
            break
        if position.seat == CHANCE:
            ask, wanted = position.ask, match.log.ask
            assert wanted is not None
            assert (ask.name, ask.what, ask.n) == (wanted.name, wanted.what, wanted.n)
            outcome = an_outcome(table.game.pack, ask)
            if ask.what not in (NUMBER, DICE):
                chooser.shuffle(outcome)
            position.settle(outcome)
            match.gestures.settle(ask.name, outcome)
            waited.clear()
            continue
        choice = match.turns.next(waited)
        assert choice is not None
        assert choice.seat == position.seat
        number = chooser.choice(position.legal())
        code = table.actions.codes[number]
        if code == "wait":
            waited.add(position.seat)
        else:
            match.act(position.seat, f"{code} +" if is_begun(position, number) else code)
            waited.clear()
        position.take(number)


def is_begun(position: Position, number: int) -> bool:
    """Tell whether an action is but a part, and the gesture goes on."""
    other = position.clone()
    other.take(number)
    return bool(other._batch.states[0]["drafting"][position.seat])


@pytest.mark.compiles(sampled=True)
def test_a_copy_goes_its_own_way() -> None:
    table, chooser = ProgramTable("agurk", recall=3), random.Random(1)
    position = Position(table, seed=2)
    for _ in range(12):
        step(position, chooser)
    other, before = position.clone(), words(position)
    while other.seat != ENDED:
        step(other, chooser)
    assert words(position) == before
    assert other.rewards.any()
    assert not position.rewards.any()


@pytest.mark.compiles(sampled=True)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_cannot_tell_a_resampled_position(game: str, many: Many) -> None:
    """What a seat sees and may take is the same in every position drawn from its worlds.

    And what is drawn hangs on nothing but what it knows: from another position that it cannot tell, with other secrets
    and another chance to come, the very same one is drawn, memory for memory.
    """
    table, chooser, drawn = ProgramTable(variant_of(game), recall=6), random.Random(game), 0
    position = Position(table, unit="match", seed=3)
    for turn in range(many(200, 60)):
        if position.seat == ENDED:
            break
        if position.seat >= 0 and turn % 6 == 0:
            for seat in range(table.seats):
                other = position.resampled(seat, turn)
                assert other.seat == position.seat
                assert other.observe(seat).tobytes() == position.observe(seat).tobytes()
                elsewhere = other_secrets(position.resampled(seat, turn + 1), position, seat)
                assert everything(elsewhere.resampled(seat, turn)) == everything(other)
            assert position.resampled(position.seat, turn).legal() == position.legal()
            drawn += 1
        step(position, chooser)
    assert drawn


@pytest.mark.compiles(sampled=True, game="doppelkopf")
def test_in_every_world_the_seat_that_is_asked_has_something_to_take() -> None:
    """Doppelkopf asks only who may announce: those before it have passed, and hold what they may hold."""
    position, chooser, asked = Position(ProgramTable("doppelkopf-40"), seed=1), random.Random(5), set[int]()
    for turn in range(160):
        if position.seat == ENDED:
            break
        if position.seat >= 0 and position.offered:
            for seat in range(4):
                for number in range(8):
                    assert position.resampled(seat, 8 * turn + number).seat == position.seat
                asked.add(seat)
        step(position, chooser)
    assert asked == {0, 1, 2, 3}


def other_secrets(drawn: Position, position: Position, seat: int) -> Position:
    """Give a drawn position other secret actions of the past than the true one has, other passes, another chance."""
    alike, past = position.table.actions.alike, position._batch.past[0].copy()
    for entry in past:
        if entry[WHO] not in (-1, seat):
            entry[WHAT] = (alike == alike[entry[WHAT]]).nonzero()[0][-1]
    drawn._batch.past[0] = past
    drawn._batch.memo[0, WAITED] ^= (1 << position.table.seats) - 1
    drawn._batch.rng[0, :4] = position._batch.rng[0, :4] ^ 5
    return drawn


def everything(position: Position) -> list[bytes]:
    """Gather all memory that a position has."""
    batch = position._batch
    return [array.tobytes() for array in (batch.words, batch.may, batch.rng, batch.memo, batch.past, batch.parts)]


@pytest.mark.compiles(sampled=True)
def test_what_is_wrong_changes_nothing_and_says_why() -> None:
    position = Position(ProgramTable("agurk"))
    before = words(position)
    with pytest.raises(ValueError, match="chance is to settle"):
        position.take(3)
    for wrong in ([], [-1], [99], [0, 0]):
        with pytest.raises(ValueError, match="no outcome of dealer"):
            position.settle(wrong)
    assert words(position) == before
    while position.seat == CHANCE:
        position.draw()
    before = words(position)
    for wrong_number in (-1, 0, 9999):
        with pytest.raises(ValueError, match="may not take"):
            position.take(wrong_number)
    for call in (position.draw, lambda: position.ask, lambda: position.settle([0])):
        with pytest.raises(ValueError, match="asked for nothing"):
            call()
    assert words(position) == before
    chooser = random.Random(1)
    while position.seat != ENDED:
        step(position, chooser)
    with pytest.raises(ValueError, match="it is over"):
        position.take(2)
    assert position.legal() == []


@pytest.mark.compiles(sampled=True)
def test_going_on_by_itself_is_what_it_is_step_by_step() -> None:
    """Chance comes out the same, and a match begun anew is that of a new position."""
    table, chooser = ProgramTable("agurk"), random.Random(8)
    slow, fast = Position(table, "match", seed=8, match=3), Position(table, "match")
    fast.begin(8, 3)
    fast.go_on()
    while fast.seat != ENDED:
        while slow.seat == CHANCE:
            slow.draw()
        for seat in range(table.seats):
            assert slow.observe(seat).tobytes() == fast.observe(seat).tobytes()
        proper = table.game.layout.words  # of several outcomes in a row the notes are told together
        assert (words(slow)[:proper], slow.seat, slow.legal()) == (words(fast)[:proper], fast.seat, fast.legal())
        number = chooser.choice(fast.legal())
        slow.take(number)
        fast.play(number)
    assert slow.rewards.tolist() == fast.rewards.tolist()
    assert slow.rewards.any()


@pytest.mark.compiles(sampled=True)
def test_bots_play_while_it_goes_on() -> None:
    """Only who has no bot is asked, and, if that is wanted, only where there is a choice."""
    position = Position(ProgramTable("agurk", 3), "match", seed=1, bots=("simple", None, "random"), forced=False)
    position.go_on()
    while position.seat != ENDED:
        assert position.seat == 1
        assert len(position.legal()) > 1
        with pytest.raises(ValueError, match="may not take"):
            position.play(int(position.mask().argmin()))
        position.play(position.legal()[0])
    with pytest.raises(BadOptions):
        Position(ProgramTable("agurk"), bots=("search",))
    with pytest.raises(BadOptions):
        Position(ProgramTable("agurk"), "day")
    with pytest.raises(BadOptions):
        position.begin(10**30)
