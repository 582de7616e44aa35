"""Deals that end in an outcome and not in an action: the last roll of a turn of Cribbage Dice has its hand counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy
import pytest

from tests.aloud import take, turn
from tests.games.cribbage_dice.builders import NOTHING, dice_of, table
from tests.strategies import alone
from torite.games import find
from torite.kernel import generator
from torite.kit.turn_order import RANDOM, THUMB, play_on, settle_all
from torite.lab import loops
from torite.lab.rerun import again
from torite.lab.table import POLICIES, Table
from torite.match import Match
from torite.match.entries import Deal
from torite.records import read, verify, write
from torite.scenes import lay_out

GAME = "cribbage-dice"
ALL = f"roll {NOTHING}"
FIRST = (f"12 {NOTHING}", NOTHING, NOTHING)  # the starter and four dice; all again, again
LAST = "5 5 5 10"  # counts 20 with a starter of 12: 14 for seven fifteens, 6 for three alike
ROUND = (*FIRST, "3 3 3 1", NOTHING, NOTHING, NOTHING, LAST)
AFTER = (f"12 {NOTHING}", NOTHING)  # the next round: both have nothing


def rolled_out(*more: str, rolls: tuple[str, ...] = (*ROUND, *AFTER), **how: Any) -> Match:
    """A round in which both roll all dice three times; the last roll of the second player ends it."""
    m = take(table(*rolls, *more, **how), *[ALL] * 6)
    assert m.log[-1].chance, "an outcome ended it"
    return m


def lines(m: Match, counted: bool = False) -> list[tuple[str, int, int]]:
    """The account, or what was counted last: line, seat, amount."""
    return [
        (note.line.key, note.seat, note.amount)
        for note in (m.score_sheet.last_scored if counted else m.score_sheet.account)
    ]


def rows(m: Match) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """The score sheet: number, changes, scores."""
    return [(row.number, row.changes, row.scores) for row in m.score_sheet.deals]


FIRST_HAND = [("hand_count", 0, 6), ("triplet", 0, 6)]
LAST_HAND = [("hand_count", 1, 20), *[("fifteen", 1, 2)] * 7, ("triplet", 1, 6)]


# where a match waits


def test_a_match_waits_after_the_outcome_that_ends_a_round() -> None:
    m = rolled_out()
    assert (True, True, (), False) == (m.log.deal_over, m.turns.awaits_chance, m.actors, m.over)


def test_a_match_does_not_wait_within_a_round() -> None:
    """The first player's last roll is followed by the second's first."""
    m = take(table(*ROUND), ALL, ALL, ALL)
    assert (False, False, (1,)) == (m.log.deal_over, m.turns.awaits_chance, m.actors)


def test_going_on_rolls_the_next_round_alone() -> None:
    m = rolled_out()
    before = len(m.log)
    m.go_on()
    assert (False, False, (1,)) == (m.log.deal_over, m.turns.awaits_chance, m.actors)
    assert ["deal"] == [entry.chance for entry in m.log[before:]]


def test_without_a_pause_rounds_follow_one_another() -> None:
    m = rolled_out(pause=False)
    assert (False, (1,), 1) == (m.log.deal_over, m.actors, len(m.score_sheet.deals))


@pytest.mark.parametrize("seats", [2, 4])
def test_every_way_to_end_a_round_makes_a_match_wait(seats: int) -> None:
    """By keeping, or by the last roll."""
    chooser, ways = random.Random(seats), set()
    m = Match(GAME, seats, {"target": "400"}, seed=seats, pause=True)
    for _ in range(8):
        while m.actors:
            take(m, "keep" if chooser.random() < 0.2 else f"roll {dice_of(m, turn(m))[0]}")
        assert m.turns.awaits_chance
        ways.add(bool(m.log[-1].chance))
        m.go_on()
    assert {False, True} == ways
    assert list(range(1, 9)) == [row.number for row in m.score_sheet.deals]


# the score sheet


def test_a_round_that_an_outcome_ends_is_a_row() -> None:
    assert [(1, (6, 20), (6, 20))] == rows(rolled_out())


def test_the_heads_of_a_row_are_the_hands_counted() -> None:
    (row,) = rolled_out().score_sheet.deals
    assert [("hand_count", 0), ("hand_count", 1)] == [(note.line.key, note.seat) for note in row.notes]


def test_each_round_is_one_row_with_its_changes() -> None:
    """Ended by an outcome, by an action, by an outcome."""
    m = rolled_out(f"12 {NOTHING}", NOTHING, NOTHING, NOTHING, "9 9 1 4")
    m.go_on()
    take(m, "keep", "keep")
    assert not m.log[-1].chance
    m.go_on()
    take(m, "keep", ALL, ALL, ALL)
    first, second, third = rows(m)
    assert (1, (6, 20), (6, 20)) == first
    assert (2, (0, 0), (6, 20)) == second
    assert (3, (0, 4), (6, 24)) == third


@pytest.mark.parametrize("variant", ["cribbage-dice", "cribbage-dice-equal-turns", "cribbage-dice-last-roll-31"])
def test_rows_lead_to_the_scores(variant: str) -> None:
    for seed in range(4):
        chooser = random.Random(seed)
        m = Match(variant, 3, {"target": "30"}, seed=seed)
        while not m.over:
            m.act(m.actors[0], chooser.choice(m.actions(m.actors[0])).code.removesuffix(" +"))
        assert list(range(1, len(m.score_sheet.deals) + 1)) == [row.number for row in m.score_sheet.deals]
        for seat in range(3):
            sums = list(accumulate(row.changes[seat] for row in m.score_sheet.deals))
            assert [row.scores[seat] for row in m.score_sheet.deals] == sums
        assert list(m.score_sheet.deals[-1].scores) == m.scores


# the account


def test_the_account_is_the_whole_rounds() -> None:
    """Of every seat, although outcomes lie between what they counted."""
    assert FIRST_HAND + LAST_HAND == lines(rolled_out())


def test_the_account_stays_while_the_next_round_goes_on() -> None:
    m = rolled_out()
    m.go_on()
    take(m, "keep")
    assert FIRST_HAND + LAST_HAND == lines(m)


def test_the_account_is_of_the_round_that_ended_last() -> None:
    m = rolled_out()
    m.go_on()
    take(m, "keep", "keep")
    assert [("hand_count", 1, 0), ("hand_count", 0, 0)] == lines(m)


def test_there_is_no_account_before_a_round_has_ended() -> None:
    m = table(*ROUND)
    assert [] == lines(take(m, ALL, ALL, ALL))


# what was counted last


def test_what_was_counted_is_of_the_last_entry_that_scored() -> None:
    m = take(table(*ROUND), ALL, ALL, ALL)
    assert FIRST_HAND == lines(m, counted=True)


def test_what_was_counted_stays_while_the_next_player_rolls() -> None:
    m = take(table(*ROUND), *[ALL] * 5)
    assert FIRST_HAND == lines(m, counted=True)


def test_only_the_last_hand_of_several_is_counted() -> None:
    m = take(table(f"12 {NOTHING}", "3 3 3 1", "4 4 6 9", seats=3), "keep", "keep")
    assert [("hand_count", 1, 6), ("triplet", 1, 6)] == lines(m, counted=True)


def test_nothing_is_counted_before_the_first_hand() -> None:
    assert [] == lines(take(table(*ROUND), ALL), counted=True)


def test_nothing_is_counted_when_a_round_is_over() -> None:
    assert [] == lines(rolled_out(), counted=True)


def test_scenes_tell_the_account_and_what_was_counted() -> None:
    m = take(table(*ROUND), ALL, ALL, ALL)
    scene = lay_out(m, 0)
    assert [6, 6] == [line.amount for line in scene.counted]
    assert [] == scene.account
    assert [] == lay_out(rolled_out(), 0).counted


# undo, replay, looking back


def sums(m: Match) -> tuple[list[Deal], list[Any], list[Any]]:
    """All that is added up of a match."""
    return m.score_sheet.deals, list(m.score_sheet.account), list(m.score_sheet.last_scored)


def test_undo_takes_the_row_away_and_rolling_again_brings_it_back() -> None:
    """Who rolled last takes the roll back; the dice fall as they fell."""
    m = table(*FIRST, "3 3 3 1", NOTHING, seed=4)
    take(m, *[ALL] * 3)
    while m.actors:
        take(m, f"roll {dice_of(m, 1)[0]}")
    rolled = m.log.standing[-2]
    assert m.log[-1].chance
    after = sums(m)
    m.undo(1, free=True)
    assert ([], [], FIRST_HAND) == (m.score_sheet.deals, lines(m), lines(m, counted=True))
    m.act(1, m.game.verbs.gesture_text(rolled.actions))
    assert after == sums(m)


def test_undo_back_into_the_round_before() -> None:
    """Taken back two entries of the same seat: the round before is the one that has no row."""
    m = rolled_out()
    m.go_on()
    take(m, "keep")
    m.undo(1, free=True)
    assert [1] == [row.number for row in m.score_sheet.deals]
    m.undo(1, free=True)
    assert [] == m.score_sheet.deals
    assert [] == lines(m)
    assert (1,) == m.actors


@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.parametrize("entries", [3, 6, 7, 8, 9])
def test_a_record_replays_with_the_same_sums(entries: int, undone: bool) -> None:
    """Also in the midst of a round, or where one is over."""
    m = Match(GAME, 2, seed=3, pause=True)
    for _ in range(entries):
        if m.turns.awaits_chance:
            m.go_on()
        take(m, f"roll {dice_of(m, turn(m))[0]}")
    if undone:
        seat = next(entry.seat for entry in m.log.backwards() if entry.seat >= 0)
        m.undo(seat, free=True)
    replayed = read(write(m, with_key=True))
    assert sums(m) == sums(replayed)
    assert write(m, with_key=True) == write(replayed, with_key=True)
    assert verify(replayed)


def test_a_whole_match_is_written_down_and_read_back() -> None:
    m = Match(GAME, 2, {"target": "60"}, seed=9)
    while not m.over:
        take(m, f"roll {dice_of(m, turn(m))[0]}")
    assert m.log[-1].chance, "the match ends in an outcome, too"
    replayed = read(write(m))
    assert (sums(m), m.result) == (sums(replayed), replayed.result)
    assert verify(replayed)


def test_looking_back_tells_only_the_rounds_so_far() -> None:
    m = Match(GAME, 2, {"target": "60"}, seed=2)
    while not m.over:
        take(m, f"roll {dice_of(m, turn(m))[0]}")
    back = m.at(0)
    ended = 0
    for entry in m.log.standing:
        back.log.follow(entry)
        ended += back.log.deal_over
        assert m.score_sheet.deals[:ended] == back.score_sheet.deals
    assert sums(m) == sums(back)


# the driver


def loop(kernel: Any) -> Any:
    """A loop bound to the game, uncompiled."""
    return find(GAME)[0].binding.interpreted(kernel)


def started(number: int = 0, seats: int = 2) -> tuple[Any, list[int]]:
    """A state before its first round, and the generator of that match."""
    state = Match(GAME, seats, seed=0, manual=True).log.trial()
    rng = [0] * generator.PADDED
    generator.seed(rng, 5, number)
    return state, rng


def about_to_end() -> tuple[Any, list[int]]:
    """A state in which the last roll of a round is to be settled."""
    m = take(table(*ROUND), *[ALL] * 5)
    state, verbs = m.log.trial(), m.game.verbs
    for action in verbs.parse(ALL):
        m.game.rules.act(state, 1, action)
    return state, started()[1]


def is_over(state: Any) -> bool:
    return bool(find(GAME)[0].rules.deal_over(state))


def test_settling_all_stops_at_the_end_of_a_round() -> None:
    state, rng = about_to_end()
    assert not is_over(state)
    loop(settle_all)(state, rng)
    assert is_over(state)
    assert 1 == state.deals_played


def test_settling_all_again_begins_the_next_round() -> None:
    """With its first roll, up to the first choice."""
    state, rng = about_to_end()
    loop(settle_all)(state, rng)
    loop(settle_all)(state, rng)
    assert not is_over(state)
    assert 0 != find(GAME)[0].rules.actors(state)


def test_settling_all_goes_from_the_deal_to_the_first_choice() -> None:
    """Through the draw for the deal, ties and all: no round has ended before the first."""
    for number in range(6):
        state, rng = started(number, seats=6)
        loop(settle_all)(state, rng)
        assert 0 != find(GAME)[0].rules.actors(state)
        assert 0 == state.deals_played


@pytest.mark.parametrize("policy", [RANDOM, THUMB])
def test_playing_on_stops_at_the_end_of_a_round(policy: int) -> None:
    for number in range(12):
        state, rng = started(number)
        made = loop(play_on)(state, False, [policy] * 2, rng)
        assert (True, 1, 2) == (is_over(state), state.deals_played, state.turns_played)
        assert made > 0


def test_playing_on_from_a_round_that_is_over_plays_nothing() -> None:
    state, rng = about_to_end()
    loop(settle_all)(state, rng)
    before = state.to_words()
    assert 0 == loop(play_on)(state, False, [RANDOM] * 2, rng)
    assert before == state.to_words()


def test_some_rounds_at_random_end_in_an_outcome() -> None:
    """Else these tests would say nothing."""
    matches = [again(Table(GAME, 2, {"target": "1"}, ["random"], 5), number) for number in range(12)]
    ends = {bool(m.log.standing[m.log.index(m.log.standing[-1])].chance) for m in matches}
    assert {False, True} == ends


@pytest.mark.compiles(game="cribbage_dice")
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("bots", [("random",), ("simple", "random")], ids="-".join)
def test_the_compiled_loop_stops_where_the_interpreted_one_does(whole: bool, bots: tuple[str, ...]) -> None:
    """At the round's end, or the match's: the same position, and as many choices."""
    seated = Table(GAME, 2, {"target": "40"}, bots, 5)
    run = compiled_run(seated, whole)
    policies = [POLICIES[level] for level in seated.bots]
    for number in range(6):
        ended, made = run(number)
        state = Match(GAME, 2, {"target": "40"}, seed=0, manual=True).log.trial()
        rng = [0] * generator.PADDED
        generator.seed(rng, 5, number)
        assert made == loop(play_on)(state, whole, policies, rng)
        assert bare(state) == bare(ended)


def compiled_run(seated: Table, whole: bool) -> Callable[[int], tuple[Any, int]]:
    """The compiled loop of simulation: with the number of a match it returns where that ended, and choices."""
    memory, playout = seated.room([POLICIES[level] for level in seated.bots])
    play: Any = seated.game.binding.compiled(loops.play_many, playout=True)
    seats = numpy.zeros((1, seated.seats, loops.OF_SEAT), dtype=numpy.int64)
    matches = numpy.zeros((1, loops.OF_MATCH), dtype=numpy.int64)

    def run(number: int) -> tuple[Any, int]:
        play(seated._blank, memory, whole, playout, seated.seed, number, seats, matches)
        return seated.game.state.from_words([int(word) for word in memory.words]), int(matches[0][loops.CHOICES])

    with alone(f"{seated.game.name}-simulate"):
        run(0)
    return run


def bare(state: Any) -> list[int]:
    """The words of a state without what lies beside it and without notes."""
    words = [int(word) for word in state.to_words()]
    for name in ("note_count", "notes", "note_pieces"):
        field = state.layout.named[name]
        words[field.offset : field.offset + field.words] = [0] * field.words
    return words[: state.layout.words]
