"""What chance is asked for: the table of section 8, row by row."""

from __future__ import annotations

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import (
    EQUAL,
    NOTHING,
    SEED,
    VARIANTS,
    bare,
    dice_fall,
    dice_of,
    legal,
    plain,
    shown,
    starter,
    table,
)
from torite import Match


def asked(m: Match) -> tuple[str, int, int] | None:
    """What chance must settle: its name, how many dice, and their faces."""
    return None if m.log.ask is None else (m.log.ask.name, m.log.ask.n, m.log.ask.faces)


def begun(seats: int, variant: str = SEED, **options: object) -> Match:
    """A match whose last seat deals, before the first dice of the round."""
    return dice_fall(bare(seats, variant, **options), " ".join(["1"] * (seats - 1) + ["12"]))


@clause("CDICE-1.1", "CDICE-1.5")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_die_for_each_player_then_one_for_each_who_ties(variant: str, seats: int) -> None:
    """Public, as an outcome."""
    m = bare(seats, variant)
    assert ("dealer", seats, 12) == asked(m)
    dice_fall(m, " ".join(["9"] * seats))
    assert ("dealer", seats, 12) == asked(m)
    dice_fall(m, " ".join(["9"] * (seats - 1) + ["11"]))
    assert "deal" == (asked(m) or ("",))[0]
    assert [(9,) * seats, (9,) * (seats - 1) + (11,)] == [seen.outcome for seen in m.history(0)]


@clause("CDICE-2.1", "CDICE-5.1", "CDICE-2.9")
@pytest.mark.parametrize("starters", ["shared", "per_turn"])
@pytest.mark.parametrize(("extra", "number"), [("no", 5), ("yes", 7)])
def test_start_of_a_round(extra: str, number: int, starters: str) -> None:
    """Five dice, or seven; the first of them is the starter."""
    m = begun(3, extra_dice=extra, crib_from="first", starter=starters)
    assert ("deal", number, 12) == asked(m)
    dice_fall(m, "1 2 3 4 5 6 7"[: 2 * number - 1])
    assert (1, list(range(2, number + 1))) == (starter(m), dice_of(m, 0))


@clause("CDICE-2.3", "CDICE-5.3", "CDICE-5.9", "CDICE-2.9", "CDICE-5.12")
@pytest.mark.parametrize(
    ("extra", "starters", "numbers"),
    [
        ("no", "shared", [4, 4]), ("yes", "shared", [4, 6]), ("no", "per_turn", [5, 5]), ("yes", "per_turn", [5, 7]),
    ],
)  # fmt: skip
def test_later_turns_of_a_round(extra: str, starters: str, numbers: list[int]) -> None:
    """Four dice; six for the dealer with a crib; one more where there is no starter, and it comes first."""
    m = begun(3, extra_dice=extra, crib_from="first", starter=starters)
    dice_fall(m, "12 2 4 6 8 1 1"[: 14 if extra == "yes" else 10].strip())
    for seat, number in enumerate(numbers, 1):
        while m.actors:
            take(m, plain(m))
        assert ("roll", number, 12) == asked(m)
        dice_fall(m, "11 2 3 4 5 6 7"[: 2 * number])
        own = number % 2 == 1
        fallen = [11, 2, 3, 4, 5, 6, 7][:number]
        assert (seat, 11 if own else 12, sorted(fallen[own:])) == (turn(m), starter(m), dice_of(m, seat))


@clause("CDICE-4.3", "CDICE-4.8", "CDICE-5.11", "CDICE-2.9")
@pytest.mark.parametrize(("starters", "number"), [("shared", 4), ("per_turn", 5)])
@pytest.mark.parametrize("extra", ["no", "yes"])
def test_additional_and_play_off_turns(extra: str, starters: str, number: int) -> None:
    """Four dice, for everybody; a starter comes first with `per_turn`."""
    m = begun(3, EQUAL, extra_dice=extra, crib_from="first", starter=starters, tie="playoff", target=20)
    crib, own = " 1 7" if extra == "yes" else "", "12 " if starters == "per_turn" else ""
    rolls = [f"12 2 4 6 8{crib}", f"{own}12 12 12 12", f"{own}2 4 6 8{crib}"]
    for roll in rolls:
        dice_fall(m, roll)
        if "keep" not in legal(m):
            take(m, "crib 1 7")
        take(m, "keep")
    assert ([0, 20, 8 if crib else 0], False) == (m.scores, m.over)
    fives = "5 5 5 5 5" if starters == "per_turn" else "12 12 12 12"
    assert ("roll", number, 12) == asked(m)
    take(dice_fall(m, f"{own}12 12 12 12"), "keep")
    for seat in (0, 1, 0):
        assert ("roll", number, 12) == asked(m)
        dice_fall(m, fives)
        assert (seat, fives.split()[0]) == (turn(m), str(starter(m) if number == 5 else 12))
        take(m, "keep")


@clause("CDICE-2.5")
@pytest.mark.parametrize("code", ["roll 2", "roll 4 8", "roll 2 4 6", "roll 2 4 6 8"])
def test_as_many_dice_as_were_named(code: str) -> None:
    """They replace those that were named."""
    m = dice_fall(begun(2), f"12 {NOTHING}")
    take(m, code)
    named = [int(face) for face in code.split()[1:]]
    assert ("roll", len(named), 12) == asked(m)
    assert () == m.actors
    dice_fall(m, " ".join(["11"] * len(named)))
    assert sorted([11] * len(named) + [face for face in (2, 4, 6, 8) if face not in named]) == dice_of(m, 0)


@clause("CDICE-10.1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_die_shows_one_to_twelve(variant: str) -> None:
    """All faces fall; four dice and the starter are counted."""
    m, fallen = table(variant=variant, seats=3, target=999), set()
    while len(m.log) < 150:
        while m.actors:
            seat = turn(m)
            fallen |= {starter(m), *dice_of(m, seat)}
            take(m, plain(m))
        m.go_on()
    assert set(range(1, 13)) == fallen
    assert {5} == {len(note.pieces) for entry in m.log for note in entry.notes if note.line.heading}


@clause("CDICE-10.1")
def test_seats_that_nobody_sits_on_have_no_dice() -> None:
    """With two players nothing lies before the others."""
    m = table(f"12 {NOTHING}", variant=SEED)
    assert [[2, 4, 6, 8], *[[]] * 5] == [shown(hand) for hand in m.public.hand]
