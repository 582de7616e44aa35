"""Whole matches at random, action by action against the second telling of the clauses, under all options."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import torite
from tests.aloud import turn
from tests.clauses import clause
from tests.conftest import Many
from tests.games.flashpoint.beside import EVERY, play_together
from tests.games.flashpoint.builders import PARLETT, SEED
from tests.games.flashpoint.naive import KINDS, POINTS, Naive
from tests.games.flashpoint.naive import PARLETT as PARLETT_OPTIONS
from tests.strategies import Table, walk
from torite.records import verify

PARTS = 2
WHOLE = (
    "FLASH-1.6", "FLASH-1.7", "FLASH-2.1", "FLASH-2.3", "FLASH-2.4", "FLASH-2.6", "FLASH-2.10", "FLASH-2.11",
    "FLASH-3.1", "FLASH-3.2", "FLASH-3.3", "FLASH-3.4", "FLASH-3.5", "FLASH-3.6", "FLASH-4.1", "FLASH-4.2",
    "FLASH-4.3", "FLASH-5.1", "FLASH-5.2", "FLASH-5.3", "FLASH-5.4", "FLASH-5.5", "FLASH-5.6", "FLASH-6.1",
    "FLASH-6.2", "FLASH-6.3", "FLASH-6.4", "FLASH-6.5", "FLASH-7.1", "FLASH-7.3", "FLASH-7.4", "FLASH-7.5",
    "FLASH-7.6", "FLASH-7.7", "FLASH-7.8", "FLASH-7.9", "FLASH-7.12", "FLASH-7.13", "FLASH-8.1", "FLASH-8.2",
    "FLASH-8.3", "FLASH-8.4", "FLASH-9.1", "FLASH-9.3", "FLASH-9.4", "FLASH-9.5", "FLASH-9.6", "FLASH-9.7",
    "FLASH-9.8", "FLASH-9.9", "FLASH-9.10",
)  # fmt: skip


def some_numbers(number: int, chooser: random.Random) -> dict[str, Any]:
    """A target that is soon reached, and a penalty."""
    return {"target": chooser.choice((20, 35, 60)), "command_penalty": (15, 0, 7)[number % 3]}


@clause(*WHOLE)
@pytest.mark.parametrize("part", range(PARTS))
def test_matches_under_every_combination_of_options(part: int, many: Many) -> None:
    """Every action open, every card, trick, score, bonus and end."""
    happened: Counter[str] = Counter()
    for number, options in enumerate(EVERY * many(20, 1)):
        if number % PARTS == part:
            happened += play_together(options | some_numbers(number, random.Random(number)), number)
    common = {line for line in POINTS if line != "quartet"} | {"penalty", "could not obey", "pass", "9 tricks"}
    assert common | {f"flash {kind}" for kind in KINDS} <= set(happened)
    assert happened["NS"] + happened["EW"] + happened["drawn"] == len(EVERY) * many(20, 1) // PARTS


@clause(*WHOLE)
def test_variants_as_they_are(many: Many) -> None:
    """With nothing said of the options: the seed's game and Parlett's, to 100."""
    for number in range(many(40, 1)):
        assert play_together({}, f"seed {number}", 0.3)["rounds"] > 1
        assert play_together(PARLETT_OPTIONS, f"parlett {number}", 0.3)["rounds"] > 1


@pytest.mark.slow
@clause(*WHOLE)
def test_rare_things_do_happen() -> None:
    """Leads that pass on to every side, square flashes, passes with a flash, long rounds, quartets."""
    happened: Counter[str] = Counter()
    for number in range(400):
        options = EVERY[number % len(EVERY)] | some_numbers(number, random.Random(number))
        happened += play_together(options, f"rare {number}", 1)
    for what in (
        *(f"leader {place}" for place in range(4)), *(f"{tricks} tricks" for tricks in (8, 9, 10, 11)),
        "flash square", "pass with a flash", "pass without cards", "quartet",
    ):  # fmt: skip
        assert happened[what], what


@clause("FLASH-1.5", "FLASH-6.5", "FLASH-9.1", "FLASH-9.10")
@pytest.mark.parametrize("variant", [SEED, PARLETT])
def test_whole_match_at_the_table(variant: str) -> None:
    """With log, account and record: what the second telling scores is what stands there, and chance fits the key."""
    chooser = random.Random(variant)
    m = torite.Match(variant, options={"target": 50}, seed=variant, pause=True)
    story = Naive((PARLETT_OPTIONS if variant == PARLETT else {}) | {"target": 50})
    while not m.over:
        story.deal(m.public.dealer, [m.cards(seat) for seat in range(4)])
        while story.wants:
            seat, may = story.wants
            assert (seat, may) == (turn(m), {str(action) for action in m.actions(seat)})
            code = chooser.choice(sorted(may))
            m.act(seat, code)
            story.act(code)
        assert story.scores == m.scores
        made = {("bonus" if note.line.key.startswith("shows") else "points") for note in m.score_sheet.account}
        assert made <= {"bonus", "points"}
        m.go_on()
    assert m.result is not None
    won = {"NS": (0, 2), "EW": (1, 3), "drawn": (0, 1, 2, 3)}[story.outcome]
    assert won == tuple(seat for seat in range(4) if m.result.shares[seat])
    again = torite.read(torite.write(m))
    assert (torite.write(m), m.scores, m.score_sheet.account) == (
        torite.write(again),
        again.scores,
        again.score_sheet.account,
    )
    assert verify(again)


@clause(
    "FLASH-10.1", "FLASH-10.2", "FLASH-10.3", "FLASH-10.4", "FLASH-10.5", "FLASH-10.6", "FLASH-10.7", "FLASH-10.8"
)  # fmt: skip
@pytest.mark.parametrize("variant", [SEED, PARLETT])
def test_invariants_hold_after_every_action(variant: str) -> None:
    table = Table(variant, 4)
    worths = set()
    for moment in walk(table, "invariants", 400):
        for name, promise in table.game.promises.items():
            assert promise(moment.state), name
        if moment.state.trick_len:
            worths.add(moment.state.worth)
    assert worths <= {*POINTS.values(), *(2 * points for points in POINTS.values())}
