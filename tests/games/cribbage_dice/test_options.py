"""The table of options, the variants and what is refused: section 7."""

from __future__ import annotations

import random
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.cribbage_dice.builders import DESIGNER, EQUAL, EXTRA, LAST_ROLL, SEED, VARIANTS, bad_options, winners
from tests.strategies import say_twice

CLAUSES = Path(__file__).parents[3] / "src/torite/games/cribbage_dice/clauses.md"
OPTIONS: dict[str, tuple[list[str], str]] = {
    "max_rerolls": (["3", "2"], "3"),
    "starter": (["shared", "per_turn"], "shared"),
    "end_rule": (["first", "equal_turns"], "first"),
    "tie": (["share", "playoff"], "share"),
    "extra_dice": (["no", "yes"], "no"),
    "crib_from": (["two_players", "first"], "two_players"),
    "last_roll_31": (["no", "yes"], "no"),
    "last_roll_closeness": (["absolute", "not_over"], "absolute"),
}
PRESETS: dict[str, dict[str, str]] = {
    SEED: {},
    EXTRA: {"extra_dice": "yes", "crib_from": "first"},
    EQUAL: {"end_rule": "equal_turns"},
    LAST_ROLL: {"last_roll_31": "yes"},
    DESIGNER: {"max_rerolls": "2", "starter": "per_turn"},
}
CITED = {
    "max_rerolls": "CDICE-2.4", "starter": "CDICE-2.3 CDICE-2.9", "target": "CDICE-4.1", "end_rule": "CDICE-4.2",
    "tie": "CDICE-4.5 CDICE-4.8", "last_roll_closeness": "CDICE-6.8", "crib_from": "CDICE-5.9 CDICE-5.13",
}  # fmt: skip


@clause("CDICE-2.4", "CDICE-4.1")
def test_table_of_the_clauses_is_the_one_tested() -> None:
    """Names, values and defaults of section 7."""
    section = CLAUSES.read_text(encoding="utf-8").split("## 7. ")[1].split("## 8. ")[0]
    rows = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", section, re.M)}
    assert {*OPTIONS, "target"} == set(rows)
    for name, (values, default) in OPTIONS.items():
        written, usual, _ = rows[name]
        assert default == usual.strip("`")
        assert written == "bool" or values == [value.strip("` ") for value in written.split("\\|")]
    assert ("int 1–999", "90") == rows["target"][:2]


@clause("CDICE-2.3", "CDICE-2.4", "CDICE-4.1", "CDICE-4.2", "CDICE-4.5", "CDICE-6.8")
@pytest.mark.parametrize("variant", VARIANTS)
def test_defaults_and_variants(variant: str) -> None:
    """Each variant has the defaults, but for what it is named after."""
    wanted = {name: default for name, (_, default) in OPTIONS.items()} | {"target": "90"} | PRESETS[variant]
    assert wanted == torite.Match(variant, seed=1).options.texts()


@clause("CDICE-1.1")
def test_variants_and_their_numbers_of_players() -> None:
    """Five variants, each for 2 to 6."""
    catalogue = torite.games()
    assert set(VARIANTS) == {name for name, (game, _) in catalogue.items() if game.name == "cribbage_dice"}
    assert {(2, 6)} == {catalogue[name][1].seats for name in VARIANTS}
    for variant, seats in product(VARIANTS, range(1, 8)):
        assert (2 <= seats <= 6) == (bad_options(variant, seats) is None)


@clause("CDICE-2.4", "CDICE-2.9", "CDICE-4.8", "CDICE-5.13", "CDICE-6.8")
def test_options_cite_their_clauses() -> None:
    """As the table does."""
    about = torite.games()[SEED][0].option_class.about()
    assert CITED == {name: about[name].clause for name in CITED}


@clause("CDICE-4.1")
@pytest.mark.parametrize(
    ("target", "fine"), [(0, False), (1, True), (90, True), (999, True), (1000, False), (-5, False)]
)
def test_targets(target: int, fine: bool) -> None:
    """1 to 999."""
    assert fine == (bad_options(target=target) is None)


@clause("CDICE-2.4")
@pytest.mark.parametrize(
    "options",
    [
        {"max_rerolls": 1}, {"max_rerolls": 4}, {"max_rerolls": 0}, {"starter": "none"}, {"end_rule": "last"},
        {"tie": "roll"}, {"crib_from": "all"}, {"last_roll_closeness": "under"}, {"extra_dice": "maybe"},
        {"players": 2}, {"reroll": 3},
    ],
)  # fmt: skip
def test_unknown_names_and_values_are_refused(options: dict[str, Any]) -> None:
    """In both languages."""
    error = bad_options(**options)
    assert error is not None
    say_twice(error)


@clause("CDICE-5.13")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_nothing_else_is_refused(seats: int) -> None:
    """Of all combinations only a crib of two players with more than two; what has no effect is accepted."""
    for values in product(*(values for values, _ in OPTIONS.values())):
        options = dict(zip(OPTIONS, values, strict=True))
        crowded = seats > 2 and options["extra_dice"] == "yes" and options["crib_from"] == "two_players"
        error = None
        try:
            torite.games()[SEED][0].options(SEED, options, seats)
        except torite.BadOptions as refusal:
            error = refusal
        assert crowded == (error is not None)
        assert error is None or "CDICE-5.13" == error.facts["clause"]


@pytest.mark.long
@clause("CDICE-4.1", "CDICE-2.4", "CDICE-5.9", "CDICE-6.8")
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (values, _) in OPTIONS.items() for value in values]
)
def test_a_whole_match_with_each_value(name: str, value: str) -> None:
    """At random to its end, with any number of seats and the other options at random; its record gives it back."""
    chooser = random.Random(f"{name} {value}")
    for seats in range(2, 7):
        options = {other: chooser.choice(values) for other, (values, _) in OPTIONS.items()} | {name: value}
        if seats > 2 and options["extra_dice"] == "yes" and options["crib_from"] == "two_players":
            options |= {"extra_dice": "no"} if name == "crib_from" else {"crib_from": "first"}
        options["target"] = chooser.choice(["30", "90"])
        m = torite.Match(SEED, seats, options, seed=chooser.getrandbits(20))
        while not m.over:
            m.act(m.actors[0], chooser.choice(m.actions(m.actors[0])))
        assert options == m.options.texts()
        assert winners(m)
        again = torite.read(torite.write(m))
        assert (torite.write(m), m.scores, winners(m)) == (torite.write(again), again.scores, winners(again))
