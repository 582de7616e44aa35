"""The second telling of the clauses, held against the worked examples, so that it may judge the game."""

from __future__ import annotations

import pytest

from tests.games.flashpoint import naive
from tests.games.flashpoint.naive import DEFAULTS, PARLETT, POINTS, combination, finals, flashes, winner, winning

TRICKS = [  # playing order, who wins (1 to 4), combination, points
    ("J J Q J", 4, "triplet", 6),
    ("7 7 7 A", 3, "triplet", 6),
    ("9 K K 9", 4, "two pairs", 10),
    ("10 J Q Q", 4, "pair-run", 8),
    ("Q 10 J Q", 4, "pair-run", 8),
    ("J 8 10 9", 1, "run of four", 12),
    ("Q J 8 10", 1, "run of three", 3),
    ("A 9 7 Q", 1, "nothing", 0),
    ("8 A 8 K", 3, "pair", 1),
    ("A A 9 9", 4, "two pairs", 10),
    ("7 7 7 7", 4, "quartet", 16),
    ("K K", 2, "pair", 1),
    ("10 J Q", 3, "run of three", 3),
    ("8 8 8", 3, "triplet", 6),
    ("8 9 10 J", 4, "run of four", 12),
    ("A 7 8", 1, "nothing", 0),
    ("A K Q 7", 1, "run of three", 3),
    ("K 7 8 9", 1, "run of three", 3),
    ("9 10 J J", 4, "pair-run", 8),
    ("9 J 10 10", 4, "pair-run", 8),
    ("9 9 J 10", 2, "pair-run", 8),
    ("9 10 Q 9", 4, "pair", 1),
    ("A", 1, "nothing", 0),
]
HANDS = [
    ("SA SQ C10 C8 C7 DK DJ D10", {"void": 10}),
    ("SA SQ CJ C8 HK H8 D10 D9", {"twin": 20}),
    ("SA HK CQ CJ H10 D9 H8 S7", {"long": 30}),
    ("SA CA HA DA SQ HK D10 H8", {"four": 40}),
    ("SA CA HA DA SK CK HK DK", {"twin": 20, "four": 40}),
    ("SA SQ S9 S8 CK CJ C10 C7", {"void": 20, "long": 30}),
    ("SA SK SQ SJ S10 S9 S8 S7", {"void": 30, "long": 30}),
    ("SA SQ CJ C8 HK H7 D10 D9", {"twin": 20, "long": 30}),
    ("SA SQ C10 C8 C7 DK HJ H10", {}),
]
ENDS = [  # points, bonuses, final totals, winner, under margin_only, with an extra round
    ((104, 101), (10, 40), (114, 141), "EW", "NS", "EW"),
    ((112, 96), (0, 60), (112, 96), "NS", "NS", "NS"),
    ((100, 110), (20, 10), (120, 120), "EW", "EW", "on"),
    ((105, 105), (0, 0), (105, 105), "drawn", "drawn", "on"),
    ((105, 105), (0, 30), (105, 135), "EW", "drawn", "EW"),
    ((99, 98), (60, 60), (99, 98), "on", "on", "on"),
    ((100, 99), (0, 60), (100, 99), "NS", "NS", "NS"),
]


@pytest.mark.parametrize(("ranks", "wins", "line", "worth"), TRICKS)
def test_tricks(ranks: str, wins: int, line: str, worth: int) -> None:
    """Examples 1 to 8, and some more."""
    listed = ranks.split()
    assert (wins, line, worth) == (1 + winning(listed), combination(listed), POINTS[combination(listed)])


@pytest.mark.parametrize(("hand", "found"), HANDS)
def test_flashes(hand: str, found: dict[str, int]) -> None:
    """Examples 13 and 14."""
    assert found == flashes(hand.split())
    twice = flashes(hand.split(), "once", "each")
    changed = {kind: worth for kind, worth in twice.items() if worth != found[kind]}
    assert changed in ({}, {"void": 10}, {"four": 80})


@pytest.mark.parametrize(("points", "bonus", "totals", "who", "by_margin", "extra"), ENDS)
def test_ends(
    points: tuple[int, int], bonus: tuple[int, int], totals: tuple[int, int], who: str, by_margin: str, extra: str
) -> None:
    """Example 16."""
    assert list(totals) == finals(list(points), list(bonus))
    for options, expected in (({}, who), ({"bonus_use": "margin_only"}, by_margin), ({"tie": "extra_round"}, extra)):
        assert expected == winner(list(points), list(bonus), DEFAULTS | options)


def test_commands() -> None:
    """Example 11."""
    three, two = ["DK", "D9", "SA"], ["DK", "D9"]
    assert not naive.could_obey(three, "command lead H")
    for command, obeying in (("command avoid D", ["SA"]), ("command lead 9", ["D9"])):
        assert obeying == [card for card in three if naive.obeys(card, command)]
    assert not naive.could_obey(two, "command avoid D")
    assert 24 == len(set(naive.COMMANDS))


def test_variant_and_pack() -> None:
    """32 cards, and two options that differ."""
    assert 32 == len(set(naive.PACK))
    assert {"command_mode", "bonus_use"} == {name for name in DEFAULTS if DEFAULTS[name] != PARLETT[name]}
