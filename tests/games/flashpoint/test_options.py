"""The table of options: what may be agreed, defaults, clauses, and the two variants."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.aloud import legal, take
from tests.clauses import clause
from tests.games.flashpoint.builders import PARLETT, SEED, table
from tests.games.flashpoint.naive import DEFAULTS
from tests.games.flashpoint.naive import PARLETT as PARLETT_OPTIONS
from torite.games import flashpoint

VARIANTS = pytest.mark.parametrize("variant", [SEED, PARLETT])
TABLE: dict[str, tuple[list[Any], list[Any], str]] = {  # allowed, refused, clauses
    "target": ([20, 21, 100, 1000], [19, 0, -5, "many", 1001], "9.1 9.2 9.3 9.8"),
    "command_mode": (["free", "on_invitation", "off"], ["never", 3], "2.1 2.6 2.10"),
    "command_penalty": ([0, 1, 15, 1000], [-1, "ten", 1001], "2.3"),
    "double_void": (["each", "once"], ["twice", True], "7.8"),
    "double_four": (["once", "each"], ["twice"], "7.9 7.14 7.15"),
    "square_timing": (["fifth_trick", "any_four_cards"], ["any"], "8.2"),
    "bonus_use": (["add_if_target", "margin_only"], ["add"], "9.3 9.5 9.6"),
    "tie": (["points_then_draw", "extra_round"], ["draw"], "9.6 9.9"),
}


def test_options_are_those_of_the_clauses() -> None:
    """Names, defaults and clauses of the table; no more and no fewer."""
    page = (Path(flashpoint.__file__).parent / "clauses.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| `?(\w+)`? \| (FLASH-.+?) \|$", page, re.M)
    about = torite.games()[SEED][0].option_class.about()
    assert list(DEFAULTS) == [name for name, _, _, _ in rows] == list(about) == list(TABLE)
    assert {name: str(value) for name, value in DEFAULTS.items()} == {name: default for name, _, default, _ in rows}
    for name, (allowed, _, cited) in TABLE.items():
        assert cited.split() == re.findall(r"\d+\.\d+", about[name].clause)
        if isinstance(allowed[0], str):
            assert sorted(allowed) == sorted(torite.games()[SEED][0].option_class.allowed(name))


@clause("FLASH-2.6", "FLASH-7.8", "FLASH-7.9", "FLASH-8.2", "FLASH-9.2", "FLASH-9.5", "FLASH-9.6", "FLASH-9.8")
@pytest.mark.parametrize(("variant", "options"), [(SEED, DEFAULTS), (PARLETT, PARLETT_OPTIONS)])
def test_defaults_of_both_variants(variant: str, options: dict[str, Any]) -> None:
    """As the clauses list them."""
    assert {name: str(value) for name, value in options.items()} == torite.Match(variant, seed=1).options.texts()


@pytest.mark.parametrize("name", TABLE)
@VARIANTS
def test_every_value_can_be_agreed(name: str, variant: str) -> None:
    """In either variant; anything else is refused with the clause."""
    allowed, refused, cited = TABLE[name]
    for value in allowed:
        assert str(value) == torite.Match(variant, options={name: value}, seed=1).options.texts()[name]
    for value in refused:
        with pytest.raises(torite.BadOptions) as fault:
            torite.Match(variant, options={name: value}, seed=1)
        assert f"FLASH-{cited.split()[0]}" in fault.value.say("en")
        assert fault.value.say("en") != fault.value.say("ja")


@clause("FLASH-1.3")
@VARIANTS
def test_four_players_and_no_others(variant: str) -> None:
    """Two teams of two."""
    assert (4, 4) == torite.games()[variant][1].seats
    for seats in (1, 2, 3, 5, 6):
        with pytest.raises(torite.BadOptions):
            torite.Match(variant, seats=seats, seed=1)


@clause("FLASH-2.3")
def test_penalty_has_no_effect_without_commands() -> None:
    """The two options do not clash."""
    m = table("SA", command_mode="off", command_penalty=50)
    assert "play SA" in legal(m)
    assert [0] * 4 == list(take(m, "play SA").public.score)


def test_every_option_is_told_in_both_languages() -> None:
    """With its values."""
    game, _ = torite.games()[SEED]
    for language in ("en", "ja"):
        words = game.words(language)
        for name, (allowed, _, _) in TABLE.items():
            assert words(f"option.{name}.text")
            for value in allowed if isinstance(allowed[0], str) else ():
                assert words(f"option.{name}.value.{value}")
    assert game.words("en")("option.tie.text") != game.words("ja")("option.tie.text")
