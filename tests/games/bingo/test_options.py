"""The options of section 9, and the variants."""

import re
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.clauses import clause
from tests.games.bingo.builders import play_random, refuses
from tests.games.bingo.naive import PAGAT_LIKE, SEED, Rules

CLAUSES = Path(__file__).parents[3] / "src/torite/games/bingo/clauses.md"
VARIANTS = ("bingo", "bingo-pagat-like")

# section 9: values that are allowed, values that are not, and the default, as text
OPTIONS: dict[str, tuple[list[Any], list[Any], str]] = {
    "blank_order": (["low", "high"], ["middle", "7"], "low"),
    "double_order": (["pip", "top"], ["low", "high"], "pip"),
    "must_trump_when_void": (["no", "yes", True, False], ["maybe", 2], "no"),
    "bingo_follows_any_suit": (["no", "yes"], ["blank"], "no"),
    "doubles_points": ([[20, 40, 50, 60, 70], [0] * 5], [[20, 40], [1] * 6, [-1, 0, 0, 0, 0], 20], "20/40/50/60/70"),
    "doubles_need_trick": (["yes", "no"], ["two"], "yes"),
    "bingo_bonus": ([0, 10, 14], [-1, "ten"], "10"),
    "no_trick_game_points": ([2, 3], [1, 4, 0], "2"),
    "both_70": (["higher", "nobody"], ["both", "lower"], "higher"),
    "last_trick_bonus": ([0, 10, 20], [-10, "all"], "10"),
    "target_game_points": ([1, 7, 11], [0, -7], "7"),
    "show_running_points": (["no", "yes"], ["sometimes"], "no"),
}
SPOKEN = {"20, 40, 50, 60, 70": "20/40/50/60/70"}


def texts(variant: str = "bingo", **options: Any) -> dict[str, str]:
    """The options of a match, as they are written."""
    return torite.Match(variant, options=options, seed=1).options.texts()


def table_of_options() -> dict[str, tuple[str, str, str]]:
    """Name, values, default and clauses of the rows of section 9."""
    section = CLAUSES.read_text(encoding="utf-8").split("## 9. ")[1].split("## 10. ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+?) \| (.+?) \|$", section, re.M)
    return {name: (values, default.strip("`"), cited) for name, values, default, cited in rows}


@clause("BINGO-2.6", "BINGO-2.7", "BINGO-5.6", "BINGO-5.8", "BINGO-7.2", "BINGO-8.9")
def test_table_of_the_clauses() -> None:
    """Names and defaults are those that the game has, and that these tests go by."""
    rows = table_of_options()
    assert list(rows) == list(OPTIONS)
    assert {name: SPOKEN.get(default, default) for name, (_, default, _) in rows.items()} == texts()
    assert {name: default for name, (_, _, default) in OPTIONS.items()} == texts()


@clause("BINGO-2.6", "BINGO-7.7", "BINGO-8.7")
def test_options_cite_their_clauses() -> None:
    """Those of the last column of the table."""
    about = torite.games()["bingo"][0].option_class.about()
    for name, (_, _, cited) in table_of_options().items():
        numbers = re.findall(r"\d+\.\d+", cited)
        assert numbers == re.findall(r"\d+\.\d+", about[name].clause), name


@clause("BINGO-2.6", "BINGO-2.7", "BINGO-5.6", "BINGO-8.4")
def test_variants() -> None:
    """Two, both for two players; the second differs in four options."""
    games = {name: variant for name, (game, variant) in torite.games().items() if game.name == "bingo"}
    assert list(VARIANTS) == list(games)
    assert [(2, 2)] * 2 == [variant.seats for variant in games.values()]
    seed, like = texts(), texts("bingo-pagat-like")
    assert {
        "blank_order": "high",
        "double_order": "top",
        "must_trump_when_void": "yes",
        "no_trick_game_points": "3",
    } == {name: like[name] for name in seed if seed[name] != like[name]}


@clause("BINGO-2.6", "BINGO-2.7", "BINGO-5.6", "BINGO-8.4")
@pytest.mark.parametrize(("variant", "rules"), [("bingo", SEED), ("bingo-pagat-like", PAGAT_LIKE)])
def test_oracle_has_the_same_variants(variant: str, rules: Rules) -> None:
    """The second model's rules are those of the variants."""
    assert {**texts("bingo", **rules.options())} == texts(variant)


@clause("BINGO-2.6", "BINGO-2.7", "BINGO-5.6", "BINGO-5.11", "BINGO-7.7", "BINGO-7.8", "BINGO-8.4", "BINGO-8.9")
@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_values(variant: str, name: str) -> None:
    """What is allowed and what is not, alone."""
    allowed, refused, _ = OPTIONS[name]
    for value in allowed:
        assert not refuses(variant, **{name: value}), value
    for value in refused:
        assert refuses(variant, **{name: value}), value


@clause("BINGO-1.1")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_for_two_players_only(variant: str, seats: int) -> None:
    """Any other number is refused."""
    assert refuses(variant, seats)
    assert not refuses(variant, 2)


def test_unknown_options_are_refused() -> None:
    """What the table does not name."""
    assert refuses(dealer_leads="yes")
    assert refuses(players=2)


@clause("BINGO-5.6", "BINGO-5.11", "BINGO-7.2", "BINGO-4.4", "BINGO-8.9")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", OPTIONS)
def test_a_match_with_each_value(variant: str, name: str) -> None:
    """Whatever is agreed, a match can be played to its end, by closing and by drawing, and its record reads back."""
    for number, value in enumerate(OPTIONS[name][0][:3]):
        target = {} if name == "target_game_points" else {"target_game_points": 2}
        m = torite.Match(variant, options={**target, name: value}, seed=number, pause=True)
        for deal in range(60):
            play_random(m, deal, draws=0.9)
            m.go_on()
            if m.over:
                break
        assert m.over
        assert torite.write(m) == torite.write(torite.read(torite.write(m)))
