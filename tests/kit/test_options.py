"""Options: every value is written and read back; everything else is refused."""

from __future__ import annotations

import dataclasses
from enum import IntEnum
from typing import Any

import pytest

from torite.games import catalogue
from torite.kit import Options, option
from torite.kit.options import option_text

Colour = IntEnum("Colour", "RED DARK_BLUE", start=0)


class Length(IntEnum):
    """An enumeration whose names are not what players write."""

    LONG = 3
    SHORT = 1

    @property
    def text(self) -> str:
        return {3: "3-up", 1: "1-up"}[self.value]


class Some(Options):
    flag: bool = option(True, "X-1")
    colour: Colour = option(Colour.RED, "X-2")
    length: Length = option(Length.LONG, "X-3")
    least: int = option(5, "X-4", least=-2, most=9)
    chosen: int = option(10, "X-5", least=1, most=99, values=(10, 20, 50))
    until: int = option(0, "X-6", least=1, most=40, optional=True)
    pair: tuple[int, int] = option((3, 4), "X-7", least=0, most=12)


DOMAIN: dict[str, list[Any]] = {
    "flag": [True, False],
    "colour": list(Colour),
    "length": list(Length),
    "least": list(range(-2, 10)),
    "chosen": [10, 20, 50],
    "until": list(range(1, 41)),
    "pair": [(a, b) for a in range(13) for b in range(13)],
}
DEFAULTS: dict[str, Any] = {"flag": True, "colour": Colour.RED, "length": Length.LONG, "least": 5} | {
    "chosen": 10,
    "until": 0,
    "pair": (3, 4),
}
REFUSED: dict[str, list[Any]] = {
    "flag": ["maybe", "", 1, 0, None, [], 2.0],
    "colour": ["", "green", "0", 0, 1, True, None, "dark blue"],
    "length": ["long", "LONG", 3, "3"],
    "least": [-3, 10, "10", "ten", "", "-", "--1", "1.0", 1.0, True, None, "²", "１", " 5", "9" * 30],
    "chosen": [11, 0, "30", None],
    "until": [0, "0", 41, "", False],
    "pair": ["3", "3/4/5", "3/", "a/b", (3,), (3, 13), "13/0", [True, 1], 5, None],
}


@pytest.mark.parametrize("name", DOMAIN)
def test_every_value_reads_back(name: str) -> None:
    for value in DOMAIN[name]:
        assert value == Some.read(name, value)
        read = Some.read(name, option_text(value))
        assert value == read
        assert type(read) is type(value)
        assert option_text(value) == Some(**{**DEFAULTS, name: value}).texts()[name]


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, bad in REFUSED.items() for value in bad])
def test_other_values_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Some.read(name, value)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("flag", "ON", True), ("flag", "off", False), ("flag", "True", True), ("colour", "Dark_Blue", Colour.DARK_BLUE),
        ("until", "none", 0), ("until", None, 0), ("until", "-", 0), ("pair", [1, 2], (1, 2)), ("least", "007", 7),
    ],
)  # fmt: skip
def test_other_ways_to_say_it(name: str, text: Any, value: Any) -> None:
    assert value == Some.read(name, text)


def test_what_is_allowed_is_said() -> None:
    said = {name: Some.allowed(name) for name in DOMAIN}
    assert {
        "flag": ["yes", "no"],
        "colour": ["red", "dark_blue"],
        "length": ["3-up", "1-up"],
        "least": ["-2–9"],
        "chosen": ["10", "20", "50"],
        "until": ["none", "1–40"],
        "pair": ["0–12/0–12"],
    } == said


def test_options_are_frozen_and_written() -> None:
    assert Some(**DEFAULTS) == Some()  # type: ignore[call-arg]
    some = Some(**DEFAULTS)
    with pytest.raises(dataclasses.FrozenInstanceError):
        some.least = 3  # type: ignore[misc]
    assert {
        "flag": "yes", "colour": "red", "length": "3-up", "least": "5", "chosen": "10", "until": "none", "pair": "3/4",
    } == some.texts()  # fmt: skip
    assert "X-4" == Some.about()["least"].clause


@pytest.mark.parametrize("variant", catalogue())
def test_the_options_of_every_variant_read_back(variant: str) -> None:
    game, found = catalogue()[variant]
    options = game.options(variant, {}, found.default_seats)
    assert options == game.options(variant, options.texts(), found.default_seats)


class Dealer(IntEnum):
    """Who deals first: chance, or a seat."""

    RANDOM = 0
    SEAT_0 = 1
    SEAT_1 = 2

    @property
    def text(self) -> str:
        """Write it as players do."""
        return str(self - 1) if self else "random"


class Dealing(Options):
    """Options of which one is a seat."""

    first_dealer: Dealer = option(Dealer.RANDOM, "TEST-1.1")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_value_that_is_a_number_is_read_as_one(seat: int) -> None:
    """A seat is allowed as `1` and as 1."""
    assert Dealing.read("first_dealer", str(seat)) == Dealing.read("first_dealer", seat) == seat + 1


@pytest.mark.parametrize("wrong", [2, -1, True, 1.0])
def test_a_number_that_is_not_allowed_stays_so(wrong: Any) -> None:
    with pytest.raises(ValueError, match=str(wrong)):
        Dealing.read("first_dealer", wrong)
