"""Arguments of a match that are of no kind that it takes are refused in a sentence, and nothing is made of them."""

from __future__ import annotations

from typing import Any

import pytest

from torite.errors import BadOptions
from torite.match import Match

WRONG: list[dict[str, Any]] = [
    {"seed": float("nan")},
    {"seed": 1.5},
    {"seed": []},
    {"seed": b"x"},
    {"seed": True},
    {"seed": "\ud800"},
    {"seats": "3"},
    {"options": [("hand_size", 3)]},
    {"options": "hand_size=3"},
    {"names": 5},
    {"names": [None] * 4},
    {"names": [1, 2, 3, 4]},
    {"entropy": [1]},
    {"arranged": 5},
    {"initial": "dealer"},
    {"key": "0" * 64},
]


@pytest.mark.parametrize("given", WRONG, ids=ascii)
def test_what_is_of_no_kind_that_is_taken_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as fault:
        Match("agurk", **given)
    for language in ("en", "ja"):
        assert "\n" not in fault.value.say(language)
        fault.value.say(language).encode()


@pytest.mark.parametrize("step", [-1, 1.0, "0", None, True])
def test_a_match_stands_only_after_a_number_of_entries(step: Any) -> None:
    match = Match("agurk", seed=1)
    with pytest.raises(BadOptions):
        match.at(step)
    assert len(match.at(10**30).log) == len(match.log)
