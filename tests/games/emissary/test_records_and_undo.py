"""Records read back, chance that can be checked, and taking back."""

from __future__ import annotations

import random

import pytest

import torite
from tests.clauses import clause
from tests.games.emissary.builders import PUBLISHED, SEED, answer, easy_visit, hand_of, legal, table, take, turned
from torite import Match
from torite.records import verify

HAND, STOCK = "C3 C4 C5 C6 S8 S7 S6 S5", "H2 H3 S4 H5 H6 H7 H8 HA D2 D4"


def played(m: Match, seed: int, most: int = 400) -> Match:
    """Play at random."""
    chooser = random.Random(seed)
    for _ in range(most):
        if m.over:
            break
        code = chooser.choice(sorted(legal(m)))
        m.act(0, "discard " + " ".join(chooser.sample(m.cards(0), 2)) if code.startswith("discard") else code)
    return m


@pytest.mark.parametrize("variant", [SEED, PUBLISHED])
def test_records_read_back(variant: str) -> None:
    """To the same bytes, state and account; the chance fits the key."""
    for seed in range(12):
        m = played(torite.Match(variant, seed=seed), seed)
        again = torite.read(torite.write(m))
        assert torite.write(m) == torite.write(again)
        assert m.log.state.to_words() == again.log.state.to_words()
        assert (m.scores, m.score_sheet.account) == (again.scores, again.score_sheet.account)
        assert verify(again)


def test_record_of_a_match_in_progress() -> None:
    """With its key it goes on just as the first."""
    m = played(torite.Match(SEED, seed=5), 5, 6)
    again = torite.read(torite.write(m, with_key=True))
    assert legal(m) == legal(again)
    assert torite.write(played(m, 8)) == torite.write(played(again, 8))


@clause("EMIS-2.2", "EMIS-5.2", "EMIS-6.7", "EMIS-6.14")
def test_codes_of_a_record() -> None:
    """Word for word as they were taken."""
    codes = ["visit 4", "select DJ", "select SJ", "turn", "use DJ", "discard C3 C4", "use SJ 7"]
    lines = torite.write(take(table(HAND, STOCK), *codes)).splitlines()
    assert [f"0: {code}" for code in codes] == [line for line in lines if line.startswith("0: ")]
    assert "rulers: CQ HK SK DK HQ CK SQ DQ" in lines


@clause("EMIS-4.1")
def test_record_has_the_shuffle_of_the_discards() -> None:
    """Between the actions, with the cards in their new order."""
    clubs = "CA C2 C3 C4 C5 C6 C7 C8"
    m = take(table(clubs, at=8, won=[1, 6]), "select DJ", "select CJ", "select HJ")
    take(m, "use CJ", "use CK", "use CQ", "use DJ", "discard CA C2", "turn")
    assert "\nrecycle: " in torite.write(m)
    assert torite.write(torite.read(torite.write(m, with_key=True)), with_key=True) == torite.write(m, with_key=True)


@pytest.mark.parametrize(
    ("line", "other"),
    [("0: turn", "0: play C3"), ("0: visit 4", "0: visit 9"), ("0: play C3", "0: play H8"), ("0: visit 4", "0: turn")],
)
def test_altered_records_are_refused(line: str, other: str) -> None:
    """Also where the seal is made to fit: what was not allowed is found."""
    m = take(table(HAND, STOCK, at=4), "turn", "play C3")
    assert line in torite.write(m)
    with pytest.raises(torite.BadRecord):
        torite.read(torite.write(m).replace(line, other, 1))
    from torite.records import seal

    with pytest.raises(torite.BadRecord):
        torite.read(seal(torite.write(m).replace(line, other, 1)))


# taking back


@clause("EMIS-3.1")
def test_turned_card_is_not_taken_back() -> None:
    """It was seen; only in a lesson, and then the same card comes again."""
    m = take(table(HAND, STOCK, at=4), "turn")
    assert (False, True) == (m.may_undo(0), m.may_undo(0, free=True))
    m.undo(0, free=True)
    assert ("", True) == (turned(m), "turn" in legal(m))
    assert "H2" == turned(take(m, "turn"))


@clause("EMIS-6.2", "EMIS-6.5", "EMIS-6.14")
def test_drawing_is_not_taken_back() -> None:
    """Cards were seen."""
    for code in ("use CJ", "use DJ"):
        m = take(table(HAND, STOCK, at=4), f"select {code[4:]}", code)
        assert not m.may_undo(0)
        m.undo(0, free=True)
        assert sorted(HAND.split()) == hand_of(m)


@clause("EMIS-6.14")
def test_part_of_a_discard_is_taken_back() -> None:
    """The first of two cards; nothing has been learnt."""
    m = take(table(HAND, STOCK, at=4), "select DJ", "use DJ", "discard C3")
    assert m.may_undo(0)
    m.undo(0)
    assert {f"discard {card}" for card in m.cards(0)} == legal(m)


@clause("EMIS-3.12")
def test_answer_that_turned_the_next_card_is_not_taken_back() -> None:
    """From the third trick on the next card comes at once."""
    m = answer(table(HAND, STOCK, at=4), "C3 C4")
    assert ("S4", False) == (turned(m), m.may_undo(0))


@clause("EMIS-9.1")
def test_free_undo_after_the_end_of_a_visit() -> None:
    """Chance comes out the same again."""
    hand, stock = easy_visit(4, "D")
    m = answer(table(hand, stock, at=4), hand)
    words = m.log.state.to_words()
    m.undo(0, free=True)
    assert (False, [0]) == (m.log.deal_over, m.scores)
    answer(m, hand.split()[-1])
    assert words == m.log.state.to_words()
