"""The table of options, the variants and what is refused: section 7."""

import random
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.domino_cribbage.builders import CARD, NAME, SPLIT, begin, lay_away, play, play_on, random_order, table
from torite.games import find

CLAUSES = Path(__file__).parents[3] / "src/torite/games/domino_cribbage/clauses.md"
VARIANTS = (NAME, SPLIT, CARD)
# section 7: name, values, default, clauses
OPTIONS: dict[str, tuple[list[str], str, list[str]]] = {
    "target": (["1–999"], "61", ["6.1"]),
    "double_blank_on_31": (["full", "split"], "full", ["4.16", "4.17"]),
    "go_then_31": (["both", "only_31"], "both", ["4.8", "4.19"]),
    "empty_hand_go_scores": (["no", "yes"], "no", ["4.10", "4.20"]),
    "zero_in_fifteens": (["yes", "no"], "yes", ["5.8"]),
}
PRESETS: dict[str, dict[str, str]] = {
    NAME: {},
    SPLIT: {"double_blank_on_31": "split"},
    CARD: {"target": "121", "go_then_31": "only_31"},
}


def refused(**options: Any) -> str:
    """The error's code where a match with these options is refused, else nothing."""
    try:
        torite.Match(NAME, options=options, seed=1)
    except torite.ToriteError as error:
        return error.code
    return ""


@clause("DCRIB-6.1", "DCRIB-4.8", "DCRIB-4.10", "DCRIB-4.16", "DCRIB-5.8")
def test_table_of_the_clauses_is_the_one_tested() -> None:
    """Names, values, defaults and clauses of section 7 are those that these tests go by."""
    section = CLAUSES.read_text(encoding="utf-8").split("## 7. ")[1].split("## 8. ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (\w+|`\w+`) \| (.+?) \|$", section, re.M)
    assert list(OPTIONS) == [name for name, *_ in rows]
    for name, written, usual, cited in rows:
        values, default, clauses = OPTIONS[name]
        assert default == usual.strip("`")
        assert clauses == re.findall(r"\d+\.\d+", cited)
        assert "bool" == written or values == re.findall(r"`(\w+)`", written) or values[0] in written


@clause("DCRIB-4.8", "DCRIB-4.10", "DCRIB-4.16", "DCRIB-5.8", "DCRIB-6.1")
@pytest.mark.parametrize("name", OPTIONS)
def test_options_have_their_values_defaults_and_clauses(name: str) -> None:
    """As the table says, by the library's own account."""
    options = find(NAME)[0].option_class
    values, default, clauses = OPTIONS[name]
    assert default == torite.Match(NAME, seed=1).options.texts()[name]
    assert [f"DCRIB-{one}" for one in clauses] == options.about()[name].clause.split()
    if name != "target":
        assert sorted(values) == sorted(options.allowed(name))


@clause("DCRIB-6.1", "DCRIB-4.16", "DCRIB-4.8")
@pytest.mark.parametrize("variant", VARIANTS)
def test_variants(variant: str) -> None:
    """The three presets, and no others; each for two players."""
    game, found = find(variant)
    assert set(VARIANTS) == set(game.variants)
    texts = torite.Match(variant, seed=1).options.texts()
    assert {**{name: default for name, (_, default, _) in OPTIONS.items()}, **PRESETS[variant]} == texts
    assert ((2, 2), 2) == (found.seats, found.default_seats)


@clause("DCRIB-6.1")
@pytest.mark.parametrize(("target", "code"), [(1, ""), (61, ""), (121, ""), (999, ""), (0, "bad-options")])
def test_least_target(target: int, code: str) -> None:
    """From 1 on."""
    assert code == refused(target=target)


@clause("DCRIB-6.1")
@pytest.mark.parametrize("target", [-1, 1000, 10**9, "many", 60.5, None, ""])
def test_targets_refused(target: object) -> None:
    """To 999, and only whole numbers."""
    assert "bad-options" == refused(target=target)


@clause("DCRIB-4.8", "DCRIB-4.10", "DCRIB-4.16", "DCRIB-5.8")
@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "target"])
@pytest.mark.parametrize("value", ["maybe", 7, "", None])
def test_values_refused(name: str, value: object) -> None:
    """What is not in the table."""
    assert "bad-options" == refused(**{name: value})


@clause("DCRIB-1.3", "DCRIB-2.1")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_always_two_players(variant: str, seats: int) -> None:
    """No other number."""
    with pytest.raises(torite.BadOptions):
        torite.Match(variant, seats=seats, seed=1)


@clause("DCRIB-6.1", "DCRIB-4.8", "DCRIB-4.10", "DCRIB-4.16", "DCRIB-5.8", "DCRIB-10.5")
@pytest.mark.parametrize("seed", range(2))
def test_every_combination_is_played_to_the_end(seed: int) -> None:
    """None is refused, in any variant."""
    names = [name for name in OPTIONS if name != "target"]
    chooser = random.Random(seed)
    for number, values in enumerate(product(*(OPTIONS[name][0] for name in names))):
        options = dict(zip(names, values, strict=True)) | {"target": chooser.choice([1, 5, 31, 61])}
        m = torite.Match(VARIANTS[number % 3], options=options, seed=f"{seed} {number}", pause=True)
        assert {name: str(value) for name, value in options.items()} == m.options.texts()
        while not m.over:
            lay_away(m)
            play_on(m, chooser)
            if not m.over:
                m.go_on()
        assert max(m.scores) >= int(m.options.texts()["target"]) > min(m.scores)


@clause("DCRIB-4.8", "DCRIB-4.10", "DCRIB-4.16", "DCRIB-5.8")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("double_blank_on_31", "split"),
        ("go_then_31", "only_31"),
        ("empty_hand_go_scores", True),
        ("zero_in_fifteens", False),
    ],
)
def test_options_touch_nothing_else(name: str, value: object) -> None:
    """Turns, leads and counts of the play stay the same; each option changes some scores and leaves others."""
    differ = []
    for seed in range(60):
        chooser, order = random.Random(seed), random_order(random.Random(f"o {seed}"))
        changed: dict[str, Any] = {name: value}
        one, other = table(order=order, target=999), table(order=order, target=999, **changed)
        lay_away(one)
        lay_away(other)
        while not one.log.deal_over:
            assert one.actors == other.actors
            action = str(chooser.choice(one.actions(one.actors[0])))
            for m in (one, other):
                m.act(m.actors[0], action)
            assert one.public.total == other.public.total
        assert other.log.deal_over
        differ.append(one.scores != other.scores)
    assert 0 < sum(differ) < 60


@clause("DCRIB-6.1")
def test_card_variant_is_played_to_121() -> None:
    """61 points do not end it."""
    m = play(begin("0-4 1-0 1-1 2-0", "5-6 6-6 6-4 6-3", variant=CARD, score=[60, 60]), "0-4 5-6")
    assert ([60, 62], False) == (m.scores, m.over)
