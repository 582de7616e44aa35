"""Compiled and interpreted rules agree: whole simulated matches come out the same when they are played again.

The slow tests compare them byte for byte after every entry, in playouts too and with bounds checked.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

from tests.conftest import Many
from tests.strategies import Table, alone, asked, smallest_tables, tables, walk
from tests.strategies import legal as legal_now
from torite.games import games
from torite.kernel.compile import kernel
from torite.kernel.slots import act, actors, chance, deal_over, legal, over, payoff, scores, settle
from torite.kit import Game
from torite.kit.chances import HEAD
from torite.lab import match_of, simulate
from torite.worlds.constraints import MOST_PIECES

ROOT = Path(__file__).parents[2]
GAMES = list(games().values())
CHUNK = 32  # entries between two looks
FACTS = 4  # beside actions, scores and payoffs: chance, actors, over, deal_over


@kernel
def retrace(
    words: Any, s: Any, notes: int, log: Any, may: Any, ask: Any, outcome: Any, out: Any, facts: Any, states: Any
) -> None:
    """Take the entries of a log; write down each state before it, and what the rules say of it.

    Args:
        words, s: the state as words and as a record, changed.
        notes: the word that counts the notes; -1 where there are none.
        log: rows of seat (-1: chance), then the action, or the length and the outcome.
        may, ask, outcome, out: room for a set of actions, a question to chance, its outcome, and scores.
        facts, states: rows for what the rules say and for the state's words.
    """
    for i in range(len(log)):
        seat = log[i][0]
        if notes >= 0:
            words[notes] = 0
        for w in range(len(words)):
            states[i][w] = words[w]
        facts[i][0] = chance(s, ask)
        facts[i][1] = actors(s) if facts[i][0] == 0 else 0
        facts[i][2] = 1 if over(s) else 0
        facts[i][3] = 1 if deal_over(s) else 0
        scores(s, out)
        for k in range(s.seats):
            facts[i][4 + k] = out[k]
        payoff(s, out)
        for k in range(s.seats):
            facts[i][4 + len(out) + k] = out[k]
        if seat < 0:
            for k in range(log[i][1]):
                outcome[k] = log[i][2 + k]
            settle(s, outcome)
        else:
            for j in range(len(may)):
                may[j] = 0
            legal(s, seat, may)
            for j in range(len(may)):
                facts[i][4 + 2 * len(out) + j] = may[j]
            act(s, seat, log[i][1])


class Retraced:
    """A match taken by compiled rules, a few entries at a time.

    Args:
        table: the table.
        playout: whether to leave out what playouts do not keep.
    """

    def __init__(self, table: Table, playout: bool = False) -> None:
        game, layout = table.game, table.game.layout
        self.dtype = layout.playout_dtype if playout else layout.dtype
        self.size = layout.words if playout else layout.all_words
        self.words = numpy.array(table.begin().to_words()[: self.size], dtype=numpy.int64)
        self.retrace: Any = game.binding.compiled(retrace, playout=playout)
        self.layout, self.notes = layout, -1 if playout else layout.named["note_count"].offset
        self.width = FACTS + 2 * layout.seats + game.verbs.words
        sizes = (game.verbs.words, HEAD + layout.pack.words, MOST_PIECES, layout.seats)
        self.rooms = [numpy.zeros(size, dtype=numpy.int64) for size in sizes]
        with alone(f"{game.name}-{playout}"):
            self.take([])

    def differing(self, words: Any, expected: list[int]) -> set[str]:
        """Name the fields in which two states differ."""
        return {
            f.name
            for f in self.layout.fields
            if f.offset < self.size
            and words[f.offset : f.offset + f.words].tolist() != expected[f.offset : f.offset + f.words]
        }

    def take(self, log: list[list[int]]) -> tuple[Any, Any]:
        """Take some entries; return the states before them and what the rules said."""
        rows = numpy.zeros((len(log), max(map(len, log), default=2)), dtype=numpy.int64)
        for row, entry in zip(rows, log, strict=True):
            row[: len(entry)] = entry
        facts = numpy.zeros((len(log), self.width), dtype=numpy.int64)
        states = numpy.zeros((len(log), self.size), dtype=numpy.int64)
        self.retrace(self.words, self.words.view(self.dtype)[0], self.notes, rows, *self.rooms, facts, states)
        return states, facts


def said(game: Game, state: Any, seat: int) -> list[int]:
    """Write down what the interpreted rules say of a state."""
    rules, seats = game.rules, game.layout.seats
    ask = asked(game, state)
    number = game.chances.names.index(ask.name) if ask else 0
    standing, worth = [0] * seats, [0] * seats
    rules.scores(state, standing)
    rules.payoff(state, worth)
    may = legal_now(game, state, seat) if seat >= 0 else [0] * game.verbs.words
    who = 0 if number else rules.actors(state)
    return [number, who, int(rules.over(state)), int(rules.deal_over(state)), *standing, *worth, *may]


def check_match(table: Table, most: int, playout: bool = False, closely: int = CHUNK) -> None:
    """Play a random match interpreted; compiled rules reach the same bytes and say the same.

    Args:
        table: the table.
        most: at most so many steps.
        playout: whether to compile as for playouts.
        closely: compare each of the first so many states, then one of many.
    """
    other = Retraced(table, playout)
    log: list[list[int]] = []
    expected: list[tuple[int, list[int], list[int]]] = []
    state = table.begin()

    def compare() -> None:
        states, facts = other.take(log)
        for i, told, words in expected:
            assert told == facts[i].tolist()
            assert set() == other.differing(states[i], words)
        log.clear()
        expected.clear()

    for number, moment in enumerate(walk(table, "compiled", most)):
        state = moment.state
        if number < closely or number % CHUNK == 0:
            expected.append((len(log), said(table.game, state, moment.seat), state.to_words()))
        chance_row = [-1, len(moment.outcome), *moment.outcome]
        log.append([moment.seat, moment.action] if moment.seat >= 0 else chance_row)
        if len(log) == CHUNK:
            compare()
    if log:
        compare()
    assert set() == other.differing(other.words, state.to_words())
    same = state.to_bytes()[: 8 * other.size] == other.words.tobytes()
    assert same


def check_game(name: str, most: int) -> None:
    """Compare the tables of a game; run with bounds checked in a process of its own."""
    for table in tables():
        if table.game.name == name:
            check_match(table, most, closely=4)


@pytest.mark.slow
def test_compiled_rules_are_the_interpreted_rules(table: Table, many: Many) -> None:
    """States, legal actions, scores and payoffs agree after every entry."""
    whole = table in smallest_tables()
    check_match(table, many(2000 if whole else 250, 80), closely=many(CHUNK, 8))


@pytest.mark.slow
def test_playouts_keep_the_same_state(table: Table, many: Many) -> None:
    """What playouts leave out is not part of the state proper."""
    check_match(table, many(150, 60), playout=True, closely=4)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_compiled_rules_stay_within_bounds(game: Game, many: Many) -> None:
    """With bounds checked the compiled rules do what the interpreted ones do, and never read or write past an end."""
    paths = [*sys.path, str(ROOT), str(ROOT / "src")]
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}
    order = f"from tests.every_game.test_compiled import check_game; check_game({game.name!r}, {many(250, 80)})"
    done = subprocess.run([sys.executable, "-c", order], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert "" == done.stderr
    assert 0 == done.returncode


def check_simulation(table: Table, matches: int) -> None:
    """Simulate some matches, and play them again step by step: all that is reported comes out the same."""
    bots = ("random", "simple")[-table.seats :]
    with alone(f"{table.game.name}-simulate"):
        report = simulate(table.variant, matches, bots, table.seats, seed=11)
    again = [match_of(table.variant, i, bots, table.seats, seed=11) for i in range(matches)]
    assert report.deals == sum(match.public.deals_played for match in again)
    assert report.choices == sum(len(entry.actions) for match in again for entry in match.log.standing)
    for seat, row in enumerate(report.rows):
        assert row["mean_score"] == pytest.approx(sum(match.scores[seat] for match in again) / matches)
        places = [match.result.places for match in again if match.result]
        assert row["mean_place"] == pytest.approx(sum(each[seat] for each in places) / matches)
        assert row["lowest_share"] == pytest.approx(sum(each[seat] == max(each) for each in places) / matches)
        shares = [float(match.result.shares[seat]) for match in again if match.result]
        assert row["mean_share"] == pytest.approx(sum(shares) / matches)


@pytest.mark.compiles
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_simulated_matches_can_be_played_again(game: Game, many: Many) -> None:
    """A match of the compiled simulation comes out the same when it is played step by step, in every variant."""
    for table in smallest_tables():
        if table.game is game:
            check_simulation(table, many(2, 1))
