"""Section 9: when the game ends, what bonuses are worth then, who wins."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.aloud import legal, take, told, turn
from tests.clauses import clause
from tests.games.flashpoint.builders import PARLETT, SEED, N, bonus, ended, points, table, teams
from torite import Match
from torite.match import Arrangement
from torite.scenes import lay_out

#: Points and bonuses, and then: final totals, who wins, who wins under `margin_only`, who with `extra_round`.
ENDS = [
    ((104, 101), (10, 40), (114, 141), "EW", "NS", "EW"),
    ((112, 96), (0, 60), (112, 96), "NS", "NS", "NS"),
    ((100, 110), (20, 10), (120, 120), "EW", "EW", "on"),
    ((105, 105), (0, 0), (105, 105), "drawn", "drawn", "on"),
    ((105, 105), (0, 30), (105, 135), "EW", "drawn", "EW"),
    ((100, 99), (0, 70), (100, 99), "NS", "NS", "NS"),
    ((99, 100), (70, 0), (99, 100), "EW", "EW", "EW"),
    ((120, 100), (0, 20), (120, 120), "NS", "NS", "on"),
    ((105, 105), (30, 30), (135, 135), "drawn", "drawn", "on"),
]


def winner(m: Match) -> str:
    """Who has won: `NS`, `EW`, `drawn`, or `on`."""
    if not m.over:
        assert m.result is None
        return "on"
    assert m.result is not None
    won = list(m.public.won)[:4]
    shares = {"NS": [1, 0, 1, 0], "EW": [0, 1, 0, 1], "drawn": [1, 1, 1, 1]}
    (name,) = [name for name, seats in shares.items() if seats == won] or [""]
    share = [Fraction(one, sum(won)) for one in won]
    assert share == list(m.result.shares)
    assert [1 if one else 3 for one in won] == list(m.result.places)
    return name


@clause("EX-FLASH-16")
@clause("FLASH-9.1", "FLASH-9.2", "FLASH-9.3", "FLASH-9.4", "FLASH-9.5", "FLASH-9.6", "FLASH-9.9", "FLASH-9.10")
@pytest.mark.parametrize(("wanted", "bonuses", "totals", "who", "by_margin", "extra"), ENDS)
def test_example_16(
    wanted: tuple[int, int], bonuses: tuple[int, int], totals: tuple[int, int], who: str, by_margin: str, extra: str
) -> None:
    """The ends of the examples, and more, under each use of the bonus and each way with ties."""
    for options, expected in (
        ({}, who),
        ({"bonus_use": "margin_only"}, by_margin),
        ({"tie": "extra_round"}, extra),
        ({"bonus_use": "margin_only", "tie": "extra_round"}, "on" if by_margin == "drawn" else by_margin),
    ):
        m = ended(wanted, bonuses, **options)
        assert expected == winner(m), options
        assert list(totals if m.over else wanted) == teams(m.scores)
        assert list(wanted) == teams(m.public.score)
        assert m.over != m.turns.awaits_chance


@clause("FLASH-9.1", "FLASH-9.8", "FLASH-9.2")
@pytest.mark.parametrize("target", [20, 60, 100, 250])
@pytest.mark.parametrize("bonus_use", ["add_if_target", "margin_only"])
def test_target(target: int, bonus_use: str) -> None:
    """Reached is that number or more; who is short of it adds no bonus."""
    below = max(target - 1, 35)
    if below < target:
        assert not ended((below, below), (200, 200), target=target, bonus_use=bonus_use).over
    m = ended((max(target, 19), below), (5, 60), target=target, bonus_use=bonus_use)
    assert m.over
    if below < target:
        assert [target + 5, below] == teams(m.scores)
        assert "NS" == winner(m)


@clause("FLASH-9.1")
def test_points_in_the_middle_of_a_round_end_nothing() -> None:
    """99 and a trick: the round is played to its end, and may begin beyond the target."""
    m = table("SA", "HA", "DA", "CA", initial={"score": [99, 99, 99, 99]}, command_mode="off")
    take(m, "play SA", "play HA", "play DA", "play CA")
    assert ([99, 115], False, False) == (points(m), m.over, m.log.deal_over)
    while not m.log.deal_over:
        take(m, min(code for code in legal(m) if code.startswith(("play", "pass"))))
    assert m.over


@clause("FLASH-9.3", "FLASH-9.10")
def test_bonus_stands_apart_until_the_end() -> None:
    """While the game runs the score is the points."""
    m = ended((50, 40), (60, 70))
    assert ([50, 40], [60, 70], False) == (teams(m.scores), bonus(m), m.over)
    m.go_on()
    assert ([50, 40], [60, 70]) == (teams(m.scores), bonus(m))
    for seat in range(4):
        scene = lay_out(m, seat, "en")
        assert [50, 40, 50, 40] == scene.scores
        assert [60, 70] == [next(fact.value for fact in one.facts if fact.name == "bonus") for one in scene.seats[:2]]


@clause("FLASH-9.7")
def test_points_and_bonuses_carry_over() -> None:
    """What the next round brings is added."""
    m = ended((50, 40), (60, 70))
    m.chance.arrange(Arrangement(hands={N: "SA SQ C10 C8 C7 DK DJ D10"}, dealer=None))
    m.go_on()
    while not m.log.deal_over:
        code = "flash void" if "flash void" in legal(m) and turn(m) == N and not m.public.void_flash[N] else ""
        take(m, code or min(one for one in legal(m) if one.startswith(("play", "pass"))))
    assert [70, 70] == bonus(m)
    assert [50 + m.public.gained[0], 40 + m.public.gained[1]] == teams(m.public.score)
    assert 2 == len(m.score_sheet.deals)
    assert [list(m.public.gained)[:4], [50, 40]] == [
        list(m.score_sheet.deals[1].changes),
        list(m.score_sheet.deals[0].scores[:2]),
    ]


@clause("FLASH-9.9", "FLASH-9.6")
@pytest.mark.parametrize("bonus_use", ["add_if_target", "margin_only"])
def test_extra_round(bonus_use: str) -> None:
    """All is kept, the deal passes on, and then it is judged anew."""
    m = ended((105, 105), (10, 10), tie="extra_round", bonus_use=bonus_use)
    assert (False, True) == (m.over, m.turns.awaits_chance)
    assert "extra_round" in {note.line.key for note in m.score_sheet.account}
    dealer = m.public.dealer
    m.go_on()
    assert ([105, 105], [10, 10], False) == (teams(m.scores), bonus(m), m.over)
    assert m.public.dealer in (dealer, (dealer + 1) % 4)
    while not m.log.deal_over:
        take(m, min(code for code in legal(m) if code.startswith(("play", "pass"))))
    ns, ew = points(m)
    assert (ns != ew) == m.over


@clause("FLASH-9.9")
def test_extra_rounds_as_often_as_needed() -> None:
    """A tie after the tie: on."""
    first = ended((105, 105), tie="extra_round")
    m = ended((140, 140), tie="extra_round")
    assert (False, False) == (first.over, m.over)
    m.go_on()
    assert not m.over


@clause("FLASH-9.5", "FLASH-9.3")
@pytest.mark.parametrize(
    ("wanted", "bonuses", "margin"),
    [((104, 101), (10, 40), -27), ((112, 96), (0, 60), 16), ((112, 96), (20, 60), 36), ((101, 130), (0, 20), 49)],
)
def test_margin(wanted: tuple[int, int], bonuses: tuple[int, int], margin: int) -> None:
    """The difference of points and bonuses; negative where the winner's bonus is too small."""
    m = ended(wanted, bonuses, bonus_use="margin_only")
    ((_, seat, amount),) = told(m, "margin")
    assert (margin, wanted[1] > wanted[0]) == (amount, seat % 2 == 1)
    assert [] == told(ended(wanted, bonuses), "margin")


@clause("FLASH-9.3", "FLASH-9.4", "FLASH-9.6")
def test_account_says_what_was_added_and_why_who_wins() -> None:
    """Bonuses added, bonuses lost, more points, draw."""
    assert [("adds_bonus", 10), ("adds_bonus", 40), ("wins", 141)] == said((104, 101), (10, 40))
    assert [("no_bonus", 60), ("wins", 112)] == said((112, 96), (0, 60))
    assert [("adds_bonus", 20), ("adds_bonus", 10), ("more_points", 110), ("wins", 120)] == said((100, 110), (20, 10))
    assert [("drawn", 105)] == said((105, 105), (0, 0))
    assert [] == said((50, 40), (10, 40))


def said(wanted: tuple[int, int], bonuses: tuple[int, int], **options: Any) -> list[tuple[str, int]]:
    """The lines of the account about the end of the game, without bonuses of nothing."""
    keys = ("adds_bonus", "no_bonus", "more_points", "extra_round", "drawn", "margin", "wins")
    return [(key, amount) for key, _, amount in told(ended(wanted, bonuses, **options), *keys) if amount]


@clause("FLASH-9.4")
@pytest.mark.parametrize("variant", [SEED, PARLETT])
def test_payoff_goes_with_the_win(variant: str) -> None:
    """Partners alike, the winners more than the others, although they made fewer points in the last round."""
    m = ended((104, 101), (10, 40), variant=variant)
    won = 1 if variant == SEED else 0
    assert m.score_sheet.payoffs[won] > m.score_sheet.payoffs[1 - won]
    assert (m.score_sheet.payoffs[0], m.score_sheet.payoffs[1]) == (m.score_sheet.payoffs[2], m.score_sheet.payoffs[3])


@clause("FLASH-9.1")
def test_nothing_may_be_done_afterwards() -> None:
    """The game is over."""
    m = ended((104, 90))
    assert ((), True) == (m.actors, m.over)
    assert all(m.actions(seat) == () for seat in range(4))
