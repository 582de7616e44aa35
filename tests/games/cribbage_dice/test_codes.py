"""The table of action codes: what is understood, what is refused, and what the record has."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

import torite
from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import EXTRA, NOTHING, bare, dice_fall, dice_of, legal, refused, table
from tests.strategies import differing

FACES = range(1, 13)


@clause("CDICE-2.5", "CDICE-2.7", "CDICE-5.2")
def test_verbs() -> None:
    """Three, and `done` for a gesture that is begun."""
    game, _ = torite.games()[EXTRA]
    assert {"crib", "roll", "keep", "done"} == set(game.verbs.names())
    assert [str(face) for face in FACES] == list(game.pack.codes)


@clause("CDICE-2.5", "CDICE-2.10")
def test_every_choice_of_numbers_of_a_reroll() -> None:
    """Of all multisets of one to five numbers exactly those that lie there are allowed."""
    m = table("12 2 5 5 9")
    for size in range(1, 6):
        for named in combinations_with_replacement((1, 2, 5, 9, 12), size):
            there = all(named.count(face) <= [2, 5, 5, 9].count(face) for face in named)
            assert there == (m.gestures.refusal(0, "roll " + " ".join(map(str, named))) is None), named


@clause("CDICE-5.2", "CDICE-5.7")
def test_every_choice_of_numbers_for_the_crib() -> None:
    """Exactly two dice of the six; one is a gesture that is not complete."""
    m = table("12 2 5 5 9 9 9", variant=EXTRA)
    for size in range(1, 5):
        for named in combinations_with_replacement((1, 2, 5, 9, 12), size):
            there = all(named.count(face) <= [2, 5, 5, 9, 9, 9].count(face) for face in named)
            allowed = m.gestures.refusal(0, "crib " + " ".join(map(str, named))) is None
            assert (there and size <= 2) == allowed, named
    m.act(0, "crib 9")
    assert {"crib 2", "crib 5", "crib 9"} == legal(m)
    assert (True, []) == (bool(m.gestures.begun(0)), [entry for entry in m.log if entry.seat >= 0])


@clause("CDICE-2.5", "CDICE-2.7", "CDICE-2.10")
@pytest.mark.parametrize(
    "code",
    [
        "roll 1", "roll 12", "roll 2 3", "roll 2 2", "roll 5 5 5", "roll 2 5 5 9 9", "roll", "roll 13", "roll 0",
        "roll -2", "roll 2,5", "roll two", "crib 2 5", "crib 2", "keep 2", "done", "wait", "hold", "", "2 5",
    ],
)  # fmt: skip
def test_impossible_codes_in_a_reroll(code: str) -> None:
    """Refused with a sentence in both languages, and nothing is changed."""
    assert "illegal-move" == refused(table("12 2 5 5 9"), code).code


@clause("CDICE-5.7", "CDICE-5.2")
@pytest.mark.parametrize(
    "code",
    ["keep", "roll 2", "crib 1 2", "crib 2 2", "crib 9 9 9", "crib 2 5 9", "crib", "crib 13 2", "crib 12 2", "done"],
)
def test_impossible_codes_in_the_crib_choice(code: str) -> None:
    """Nobody keeps or rolls before the crib dice are out."""
    assert "illegal-move" == refused(table("12 2 5 5 9 9 8", variant=EXTRA), code).code


@clause("CDICE-5.7")
def test_crib_dice_are_given_once() -> None:
    """After the choice, and in a turn without one, there is none."""
    m = take(table("12 2 5 5 9 9 8", variant=EXTRA), "crib 9 9")
    assert "illegal-move" == refused(m, "crib 2 5").code
    m = take(table("12 2 5 5 9 9 8", variant=EXTRA, seats=3), "crib 9 9", "keep")
    assert (1, True) == (turn(m), "keep" in legal(m))
    assert "illegal-move" == refused(m, f"crib {dice_of(m, 1)[0]} {dice_of(m, 1)[1]}").code


@clause("CDICE-1.3", "CDICE-2.7")
@pytest.mark.parametrize("code", ["keep", "roll 2", "roll 12", "crib 2 4"])
def test_nobody_acts_out_of_turn(code: str) -> None:
    """The other has no action at all."""
    m = table(f"12 {NOTHING}")
    assert ((), "not-your-turn") == (m.actions(1), refused(m, code, 1).code)


@clause("CDICE-2.8")
def test_without_a_reroll_left_there_is_no_action() -> None:
    """Chance goes on at once: nobody is asked."""
    m = dice_fall(dice_fall(bare(), "1 12"), f"12 {NOTHING}")
    for face in ("2", "12", "12"):
        take(m, f"roll {face}")
        assert () == m.actors
        dice_fall(m, "12")
    assert ((), 4, [2, 0]) == (m.actors, m.log.ask and m.log.ask.n, m.scores)


@clause("CDICE-2.5", "CDICE-2.10")
@pytest.mark.parametrize("code", ["ROLL 5 9 5", "roll 9 5 5", "  roll  5   5 9 ", "Roll 5 5 9"])
def test_composite_form_is_written_down(code: str) -> None:
    """In one order, whatever was typed."""
    m = take(table("12 2 5 5 9", "1 1 1"), code)
    assert "0: roll 5 5 9" in torite.write(m).splitlines()


@clause("CDICE-2.5", "CDICE-5.2")
def test_record_gives_the_match_back() -> None:
    """At any point, a draft left out; with the same state."""
    m = table("12 2 5 5 9 9 8", "1", variant=EXTRA, seed=3)
    for code in ("crib 9 9", "roll 2", "keep", "", "keep"):
        seat = turn(m)
        take(m, code or f"crib {dice_of(m, seat)[0]} {dice_of(m, seat)[5]}")
        again = torite.read(torite.write(m, with_key=True))
        assert [] == differing(m.log.state, again.log.state)
        assert torite.write(m, with_key=True) == torite.write(again, with_key=True)
        assert [m.history(viewer) for viewer in (-1, 0, 1)] == [again.history(viewer) for viewer in (-1, 0, 1)]


@clause("CDICE-2.5")
def test_record_with_an_impossible_roll_is_refused() -> None:
    """A record may name no die that does not lie there, and have no other number of dice fall."""
    text = torite.write(take(table("12 2 5 5 9", "1 3"), "roll 5 5"), with_key=True)
    assert "0: roll 5 5\nroll: 1 3" in text
    for wrong in (
        "0: roll 5 6\nroll: 1 3",
        "0: roll 5 5\nroll: 1 3 4",
        "0: roll 5 5\nroll: 1 13",
        "0: roll 5\nroll: 1 3",
    ):
        with pytest.raises(torite.BadRecord):
            torite.read(torite.records.seal(text.replace("0: roll 5 5\nroll: 1 3", wrong)))
