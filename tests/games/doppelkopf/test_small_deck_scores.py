"""The score of the 40-card game: clauses DOKO-18.20 to 18.23, 18.27 and the worked example on them."""

from typing import Any

import pytest

from tests.clauses import clause
from tests.games.doppelkopf.ends import ended, settle
from tests.games.doppelkopf.last_tricks import extras, last_trick
from tests.games.doppelkopf.naive_score import Fox

LAST_FOX: dict[str, Any] = {"foxes": (Fox(0, 1, True),), "last": "DA H10 DK DK", "taker": 1}


def items(re: int, *said: str, **how: Any) -> dict[str, int]:
    """The items of a deal with 40 cards."""
    return settle(ended(re, *said, deck=40, **how)).items


def scores(re: int, *said: str, **how: Any) -> list[int]:
    """What the four players score with 40 cards; Re are seats 0 and 2, or seat 0 alone."""
    return settle(ended(re, *said, deck=40, **how)).scores


@clause("DOKO-18.2", "DOKO-11.1")
def test_121_are_still_needed() -> None:
    """With 40 cards Re needs 121 as well."""
    assert settle(ended(121, deck=40)).winner == "re"
    assert settle(ended(120, deck=40)).winner == "contra"


@clause("DOKO-18.20", "DOKO-18.21")
def test_last_fox_is_worth_two() -> None:
    """A fox caught in the last trick brings 2 in place of 1, with the option 1 and 2."""
    assert items(130, **LAST_FOX) == {"won": 1, "fox_contra": 2}
    assert scores(130, **LAST_FOX) == [-1, 1, -1, 1]
    assert items(130, last_fox_mode="add", **LAST_FOX) == {"won": 1, "fox_contra": 3}
    assert scores(130, last_fox_mode="add", **LAST_FOX) == [-2, 2, -2, 2]


@clause("DOKO-18.20", "DOKO-18.21")
@pytest.mark.parametrize(("mode", "worth"), [("replace", 3), ("add", 4)])
def test_an_earlier_fox_is_worth_one(mode: str, worth: int) -> None:
    """Only the fox of the last trick is worth more."""
    assert items(130, foxes=(Fox(0, 1),), last_fox_mode=mode) == {"won": 1, "fox_contra": 1}
    both: dict[str, Any] = {**LAST_FOX, "foxes": (Fox(2, 3), Fox(0, 1, True))}
    assert items(130, last_fox_mode=mode, **both) == {"won": 1, "fox_contra": worth}


@clause("DOKO-18.20")
@pytest.mark.parametrize(("mode", "worth"), [("replace", 4), ("add", 6)])
def test_two_last_foxes(mode: str, worth: int) -> None:
    """Both foxes of Contra may fall to Re in the last trick."""
    foxes = (Fox(1, 0, True), Fox(3, 0, True))
    assert items(130, foxes=foxes, last="H10 DA DK DA", last_fox_mode=mode) == {"won": 1, "fox_re": worth}


@clause("DOKO-18.20", "DOKO-18.21", "DOKO-13.4")
@pytest.mark.parametrize(
    ("variant", "how", "worth"),
    [
        ("doppelkopf-40", {}, 2),
        ("doppelkopf-40", {"last_fox_mode": "add"}, 3),
        ("doppelkopf", {}, 1),
    ],
)
def test_last_fox_of_a_deal_that_is_played(variant: str, how: dict[str, Any], worth: int) -> None:
    """Both ♦A of Contra fall to Re in the last trick, which is the tenth of 40 cards and the twelfth of 48."""
    m = last_trick("H10 DA DK DA", variant=variant, **how)
    assert {key: n for key, n in extras(m).items() if key.startswith("fox")} == {"fox_re": 2 * worth}
    assert m.public.tricks_played == (12 if variant == "doppelkopf" else 10)


@clause("DOKO-18.20", "DOKO-13.5")
def test_a_partners_last_fox_is_worth_nothing() -> None:
    """A fox that the partner takes scores nothing in the last trick either."""
    assert items(130, foxes=(Fox(2, 0, True),), last="H10 DK DA DK") == {"won": 1}


@clause("DOKO-18.20", "DOKO-13.4")
def test_last_fox_of_48_cards_is_an_ordinary_one() -> None:
    """With 48 cards a fox is worth 1 in the last trick too."""
    assert settle(ended(130, **LAST_FOX)).items == {"won": 1, "fox_contra": 1}


@clause("DOKO-18.20", "DOKO-13.2")
def test_last_fox_of_a_lone_player() -> None:
    """When Re is alone no fox scores."""
    for contract in ("normal", "solo-diamonds"):
        assert items(130, alone=True, contract=contract, **LAST_FOX) == {"won": 1}


@clause("DOKO-18.22", "DOKO-12.9")
def test_defence_bonus() -> None:
    """Contra scores 1 more for winning, unless it is switched off."""
    assert items(110) == {"won": 1, "queens_beaten": 1}
    assert items(130) == {"won": 1}
    assert items(110, against_the_queens="off") == {"won": 1}
    assert scores(110) == [-2, 2, -2, 2]


@clause("DOKO-18.23")
@pytest.mark.parametrize("contract", ["solo-queens-jacks", "solo-notrump", "solo-spades", "normal", "marriage"])
def test_defence_bonus_in_solo(contract: str) -> None:
    """When Re is alone the bonus needs its option, and is then multiplied like everything else."""
    how: dict[str, Any] = {"alone": True, "contract": contract}
    assert scores(110, **how) == [-3, 1, 1, 1]
    assert scores(110, defence_bonus_in_solo=True, **how) == [-6, 2, 2, 2]
    assert scores(130, defence_bonus_in_solo=True, **how) == [3, -1, -1, -1]


@clause("DOKO-18.27")
def test_no_bonus_in_solo_without_item_k() -> None:
    """Without item k the option has no effect."""
    how: dict[str, Any] = {"against_the_queens": "off", "defence_bonus_in_solo": True}
    assert scores(110, alone=True, **how) == [-3, 1, 1, 1]
    assert scores(110, **how) == [-1, 1, -1, 1]


@clause("EX-DOKO-22", "DOKO-18.20", "DOKO-18.21", "DOKO-18.22")
def test_small_deck_example() -> None:
    """100 : 140 with a fox caught by Contra in the last trick: 4 for each."""
    assert scores(100, **LAST_FOX) == [-4, 4, -4, 4]
