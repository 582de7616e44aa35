"""What a game declares is checked when it is imported, in a sentence that names it."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import IntEnum
from typing import Any

import pytest

from torite.games import games
from torite.kit import Advice, Display, Game, Rules, TrickFields, Worlds, kernel

BINGO = games()["bingo"]
DECLARED = {field.name: getattr(BINGO, field.name) for field in fields(BINGO) if field.init}


def declare(**changed: Any) -> Game:
    """Declare Bingo anew, with something otherwise."""
    return Game(**{**DECLARED, **changed})


def two(s: Any, seat: int) -> bool:
    """Take a state and a seat."""
    return seat == 0


def plain(s: Any) -> bool:
    """Take a state, and be no kernel."""
    return False


TWO: Any = kernel(two)
PLAIN: Any = plain  # as somebody without a type checker has them
NOTHING: Any = None


def test_a_game_declares_itself_again() -> None:
    again, state = declare(phase=IntEnum("Phase", "OVER DEAL", start=0)), BINGO.state()
    assert again.binding.slots.keys() == BINGO.binding.slots.keys()
    assert again.rules.over(state)
    assert not BINGO.rules.over(state)


@pytest.mark.parametrize("part", [Rules, Worlds, Advice, Display])
def test_a_misspelt_function_is_an_error(part: Any) -> None:
    with pytest.raises(TypeError, match="rule_of_tumb"):
        part(rule_of_tumb=two)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (
            {"rules": replace(BINGO.rules, over=TWO)},
            "bingo: rules.over must take (s); two takes (s: 'Any', seat:",
        ),
        ({"rules": replace(BINGO.rules, over=PLAIN)}, "bingo: rules.over must be marked @kernel; plain is not"),
        (
            {"rules": replace(BINGO.rules, act=NOTHING)},
            "bingo: rules.act must be a function (s, seat, action), not None",
        ),
        ({"worlds": Worlds(odds=PLAIN)}, "bingo: worlds.odds must take (s, viewer); plain takes (s: 'Any')"),
        ({"display": Display(facts=PLAIN)}, "bingo: display.facts must take (view, seat); plain takes (s: 'Any')"),
        ({"display": Display(hand="tiles")}, "bingo: display names tiles, which is no field of the state"),
        ({"display": Display(tricks=TrickFields(last="gone"))}, "bingo: display names gone, which is no field"),
        ({"phase": IntEnum("Phase", "DEAL PLAY", start=0)}, "bingo: phase must have OVER"),
        (
            {"phase": IntEnum("Phase", "PLAY OVER", start=0)},
            "bingo: rules.deal_over must be given, for phase",
        ),
    ],
    ids=lambda value: value[7:40] if isinstance(value, str) else "",
)
def test_what_is_not_as_it_must_be_is_told(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError) as told:
        declare(**changed)
    assert sentence in str(told.value)


def test_visibility_by_rule_wants_its_rule() -> None:
    game = games()["cribbage_dice"]
    declared = {field.name: getattr(game, field.name) for field in fields(game) if field.init}
    with pytest.raises(TypeError, match=r"cribbage_dice: worlds.sees must say who sees hand"):
        Game(**{**declared, "worlds": Worlds()})


def test_defaults_know_the_phases_of_their_game() -> None:
    state, rules, ended = BINGO.state(), BINGO.rules, []
    state.turn, state.deals_played = -1, 1
    for phase in BINGO.phase:
        state.phase = phase
        ended.append((phase.name, rules.over(state), rules.deal_over(state)))
    assert [name for name, over, _ in ended if over] == ["OVER"]
    assert [name for name, _, deal_over in ended if deal_over] == ["DEAL", "OVER"]
    assert rules.actors(state) == 0
