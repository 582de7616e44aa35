"""Section 9: what may be agreed, defaults, clauses, the two variants, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import torite
from tests.aloud import legal, plain
from tests.clauses import clause
from tests.games.ambition.builders import OLD_NAME, REVISED_NAME, table
from torite.games.ambition.options import Options

TABLE: dict[str, tuple[list[Any], set[str]]] = {
    "edition": (["gamefarm_2004", "revised"], set()),
    "two_promotion": (["same_suit", "any_court"], {"AMB-5.2"}),
    "fourth_round": (["none", "scatter"], {"AMB-3.5", "AMB-3.6"}),
    "slam_score": (["bonus_only", "points_plus_bonus"], {"AMB-6.6"}),
    "slam_repeat": (
        ["by_edition", "once", "tiered", "unlimited", "until_second_line"],
        {"AMB-6.7", "AMB-6.9", "AMB-6.10", "AMB-7.7", "AMB-7.9"},
    ),
    "strikes_out": ([2, 3, 4, 5, 6], {"AMB-8.2", "AMB-8.3"}),
    "show_points": ([True, False], {"AMB-4.7"}),
}
DEFAULTS = {
    "edition": "gamefarm_2004", "two_promotion": "same_suit", "fourth_round": "none", "slam_score": "bonus_only",
    "slam_repeat": "by_edition", "strikes_out": "4", "show_points": "yes",
}  # fmt: skip
VARIANTS = ((OLD_NAME, DEFAULTS), (REVISED_NAME, DEFAULTS | {"edition": "revised"}))


def test_options_are_those_of_the_table() -> None:
    """No more and no fewer, each with its clauses, values and words in both languages."""
    about = Options.about()
    assert set(TABLE) == set(about)
    game = torite.games()[OLD_NAME][0]
    for name, (values, cited) in TABLE.items():
        assert cited <= set(about[name].clause.split())
        if name != "strikes_out":
            assert sorted(map(plain, values)) == sorted(map(str, Options.allowed(name)))
        for language in ("en", "ja"):
            words = game.words(language)
            assert words(f"option.{name}.text")
            if name not in ("strikes_out", "show_points"):
                assert len(values) == len({words(f"option.{name}.value.{plain(value)}") for value in values})


@clause("AMB-5.2", "AMB-3.5", "AMB-6.6", "AMB-6.7", "AMB-7.7", "AMB-8.8", "AMB-8.2", "AMB-4.7")
@pytest.mark.parametrize(("variant", "expected"), VARIANTS)
def test_defaults_of_both_variants(variant: str, expected: dict[str, str]) -> None:
    """Each has the defaults of its edition."""
    assert expected == torite.Match(variant, seed=1).options.texts()


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("variant", [OLD_NAME, REVISED_NAME])
def test_every_value_can_be_agreed(name: str, variant: str) -> None:
    """In either variant where they do not refuse one another; anything else is refused with the clause."""
    for value in TABLE[name][0]:
        if (name, value) == ("slam_score", "points_plus_bonus") and variant == REVISED_NAME:
            continue
        m = torite.Match(variant, options={name: value}, seed=1)
        assert plain(value) == m.options.texts()[name]
        assert 13 == len(legal(m, 0))
    for wrong in ("sometimes", 1 if name != "strikes_out" else 7, 7):
        with pytest.raises(torite.BadOptions) as fault:
            torite.Match(variant, options={name: wrong}, seed=1)
        assert all(one in fault.value.say("en") for one in TABLE[name][1])
        assert fault.value.say("en") != fault.value.say("ja")


@clause("AMB-8.2")
@pytest.mark.parametrize("wrong", [0, 1, 7, -1, 4.5, "four", None])
def test_numbers_of_strikes_that_are_refused(wrong: Any) -> None:
    """Only 2 to 6."""
    with pytest.raises(torite.BadOptions) as fault:
        torite.Match(OLD_NAME, options={"strikes_out": wrong}, seed=1)
    assert "AMB-8.2" in fault.value.say("en")


@clause("AMB-6.6", "AMB-1.3")
def test_combinations_that_are_refused() -> None:
    """The revised edition with three players, or with points and bonus: with the clause and both values."""
    for variant, seats, options, cited in (
        (OLD_NAME, 3, {"edition": "revised"}, "AMB-1.3"),
        (REVISED_NAME, 4, {"slam_score": "points_plus_bonus"}, "AMB-6.6"),
        (OLD_NAME, 4, {"edition": "revised", "slam_score": "points_plus_bonus"}, "AMB-6.6"),
    ):
        with pytest.raises(torite.BadOptions) as fault:
            torite.Match(variant, seats, options, seed=1)
        for language in ("en", "ja"):
            said = fault.value.say(language)
            assert cited in said
            assert "{" not in said
            assert "revised" in said


@clause("AMB-6.6")
def test_points_and_bonus_of_the_older_edition_alone() -> None:
    """Also where it is agreed in the other variant."""
    m = torite.Match(REVISED_NAME, options={"edition": "gamefarm_2004", "slam_score": "points_plus_bonus"}, seed=1)
    assert "points_plus_bonus" == m.options.texts()["slam_score"]


def test_edition_is_what_counts() -> None:
    """The older variant with `edition = revised` plays as the revised one does, and the other way round."""
    for variant, edition in ((OLD_NAME, "revised"), (REVISED_NAME, "gamefarm_2004")):
        other = REVISED_NAME if variant == OLD_NAME else OLD_NAME
        mine, theirs = table(variant=variant, edition=edition), table(variant=other)
        while not mine.log.deal_over:
            code = sorted(legal(mine))[0]
            mine.act(mine.actors[0], code)
            theirs.act(theirs.actors[0], code)
        assert list(mine.public.points) == list(theirs.public.points)
        assert (mine.scores, list(mine.public.strikes)) == (theirs.scores, list(theirs.public.strikes))


@clause("AMB-1.3")
def test_titles_and_lines_of_the_variants() -> None:
    """Two variants, told apart in both languages, each with its number of players and clauses."""
    catalogue = torite.games()
    names = [name for name, (game, _) in catalogue.items() if game.name == "ambition"]
    assert [OLD_NAME, REVISED_NAME] == sorted(names)
    for language in ("en", "ja"):
        words = catalogue[OLD_NAME][0].words(language)
        for part in ("title", "line"):
            assert len({words(f"variant.{name}.{part}") for name in names}) == 2
