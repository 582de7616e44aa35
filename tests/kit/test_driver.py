"""The order in which programs ask: the fast loop, the loop of policies and a match played again go the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest

from tests.kit.haggling import playing, toys_listed
from tests.strategies import alone
from torite.games import find
from torite.kernel import generator
from torite.kit.turn_order import MIXED, RANDOM, THUMB, play_at_random, play_by_policies, play_on, settle_all
from torite.lab import loops
from torite.lab.rerun import again
from torite.lab.table import POLICIES, Table
from torite.match import Match
from torite.records import write

SEED = 5
NUMBERS = 4  #: matches of each table that are compared
TABLES = [("haggle", 2), ("haggle", 4), ("doppelkopf", 4), ("doppelkopf", 5)]
SHORT: dict[str, dict[str, str]] = {"haggle": {}, "doppelkopf": {"deal_count": "2"}}
OFFERS = {"haggle": "double", "doppelkopf": "announce"}


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with toys_listed():
        yield


def started(variant: str, seats: int, number: int) -> tuple[Any, list[int]]:
    """A state before its first deal, and the generator of that match."""
    state = Match(variant, seats, SHORT[variant], seed=0, manual=True).log.trial()
    rng = [0] * generator.PADDED
    generator.seed(rng, SEED, number)
    return state, rng


def loop(variant: str, kernel: Any) -> Any:
    """A loop bound to a game, uncompiled."""
    return find(variant)[0].binding.interpreted(kernel)


def dealt(variant: str, seats: int, number: int) -> tuple[Any, list[int]]:
    """The same, up to the first choice."""
    state, rng = started(variant, seats, number)
    loop(variant, settle_all)(state, rng)
    return state, rng


# where all play at random


@pytest.mark.parametrize(("variant", "seats"), TABLES)
@pytest.mark.parametrize("number", range(NUMBERS))
def test_the_fast_loop_makes_the_choices_of_the_loop_of_policies(variant: str, seats: int, number: int) -> None:
    """From the same position, with the same numbers drawn, to the same position: offers draw none."""
    fast, fast_rng = dealt(variant, seats, number)
    slow, slow_rng = dealt(variant, seats, number)
    assert fast.to_words() == slow.to_words()
    made = loop(variant, play_at_random)(fast, fast_rng)
    assert made == loop(variant, play_by_policies)(slow, [RANDOM] * seats, slow_rng)
    assert made > 0
    assert fast.to_words() == slow.to_words()
    assert fast_rng == slow_rng


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_at_random_nobody_takes_an_offer(variant: str, seats: int) -> None:
    table = Table(variant, seats, SHORT[variant], ["random"], SEED)
    for number in range(NUMBERS):
        match = again(table, number)
        assert match.over
        assert not any(OFFERS[variant] in line for line in write(match).split("\n"))


@pytest.mark.parametrize(("variant", "seats"), TABLES)
@pytest.mark.parametrize("whole", [False, True])
def test_play_on_goes_where_a_match_played_again_goes(variant: str, seats: int, whole: bool) -> None:
    """To the end of the match, or of the first deal; the number of choices is the same too."""
    state, rng = started(variant, seats, 0)
    made = loop(variant, play_on)(state, whole, [RANDOM] * seats, rng)
    match = again(Table(variant, seats, SHORT[variant], ["random"], SEED), 0)
    if whole:
        assert bare(match) == bare(state)
        assert made == sum(len(entry.actions) for entry in match.log.standing)
    else:
        ended = match.score_sheet.deals[0]
        assert list(ended.scores) == scores(variant, state, seats)
        assert 0 < made < sum(len(entry.actions) for entry in match.log.standing)


def scores(variant: str, state: Any, seats: int) -> list[int]:
    out = [0] * seats
    find(variant)[0].rules.scores(state, out)
    return out


def bare(of: Any) -> list[int]:
    """The words of a match's state, or of a state, without what lies beside it and without notes."""
    state = of.log.trial() if isinstance(of, Match) else of
    words = [int(word) for word in state.to_words()]
    for name in ("note_count", "notes"):
        field = state.layout.named[name]
        words[field.offset : field.offset + field.words] = [0] * field.words
    return words[: state.layout.words]


# where some play by the rule of thumb


@pytest.mark.parametrize(("variant", "seats"), [("haggle", 4), ("doppelkopf", 4), ("doppelkopf", 5)])
def test_only_those_who_play_by_the_rule_of_thumb_take_offers(variant: str, seats: int) -> None:
    """Seats 1 and 3 are asked for offers and take some; the others play at random and are not asked."""
    bots = ["random", "simple"] * 2 + ["random"] * (seats - 4)
    table, takers = Table(variant, seats, SHORT[variant], bots, SEED), set()
    for number in range(2 * NUMBERS):
        match = again(table, number)
        for entry in match.log.standing:
            if entry.actions and match.game.verbs.verb(entry.actions[0]).offer:
                takers.add(entry.seat)
    assert takers
    assert takers <= {1, 3}


@pytest.mark.parametrize(("variant", "seats"), [("haggle", 4), ("doppelkopf", 4)])
@pytest.mark.parametrize("policies", [(THUMB,), (RANDOM, THUMB), (MIXED, RANDOM)], ids=str)
def test_the_loop_of_policies_is_repeatable(variant: str, seats: int, policies: tuple[int, ...]) -> None:
    seated = [policies[seat % len(policies)] for seat in range(seats)]
    ends = []
    for _ in range(2):
        state, rng = dealt(variant, seats, 1)
        made = loop(variant, play_by_policies)(state, seated, rng)
        ends.append((made, state.to_words(), rng))
    assert ends[0] == ends[1]


def test_who_has_let_an_offer_pass_is_asked_again_after_the_next_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two court cards seat 1 doubles as soon as it is asked; seat 2, too, were it not for those who wait."""
    run, verbs = loop("haggle", play_by_policies), find("haggle")[0].verbs
    act = run.__globals__["act"]
    done: list[tuple[int, str]] = []

    def watched(s: Any, seat: int, action: int) -> None:
        done.append((seat, verbs.text(action)))
        act(s, seat, action)

    monkeypatch.setitem(run.__globals__, "act", watched)
    first = []
    for waited in ((), (1,), (1, 2)):
        state = playing(hands={0: "S6 H5 H6", 1: "SK HK S5", 2: "SQ HQ S7"}, stock="H9 H8").log.trial()
        rng = [0] * generator.PADDED
        generator.seed(rng, SEED, 0)
        done.clear()
        run(state, [THUMB] * 4, rng, sum(1 << seat for seat in waited))
        first.append(done[0])
        assert not waited or (1, "double") in done[1:]
    assert [(1, "double"), (2, "double"), (1, "lay S5")] == first


# compiled


def compiled_run(table: Table) -> Callable[[int], tuple[Any, int]]:
    """The compiled loop of simulation, to be called with the number of a match: returns where it ended, and choices."""
    memory, playout = table.room([POLICIES[level] for level in table.bots])
    play: Any = table.game.binding.compiled(loops.play_many, playout=True)
    seats = numpy.zeros((1, table.seats, loops.OF_SEAT), dtype=numpy.int64)
    matches = numpy.zeros((1, loops.OF_MATCH), dtype=numpy.int64)

    def run(number: int) -> tuple[Any, int]:
        play(table._blank, memory, True, playout, table.seed, number, seats, matches)
        return table.game.state.from_words([int(word) for word in memory.words]), int(matches[0][loops.CHOICES])

    with alone(f"{table.game.name}-simulate"):
        run(0)
    return run


@pytest.mark.compiles(game="haggle")
@pytest.mark.parametrize(
    ("variant", "seats"), [*TABLES[:2], *(pytest.param(*table, marks=pytest.mark.slow) for table in TABLES[2:])]
)
@pytest.mark.parametrize("bots", [("random",), ("random", "simple")], ids="-".join)
def test_the_compiled_loop_ends_where_a_match_played_again_ends(
    variant: str, seats: int, bots: tuple[str, ...]
) -> None:
    """Step by step the same: every word of the last position, and as many choices."""
    table = Table(variant, seats, SHORT[variant], bots, SEED)
    run = compiled_run(table)
    for number in range(NUMBERS):
        ended, made = run(number)
        match = again(table, number)
        assert made == sum(len(entry.actions) for entry in match.log.standing)
        assert bare(match) == bare(ended)
