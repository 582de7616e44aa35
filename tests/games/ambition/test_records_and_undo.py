"""Records read back, chance that can be checked, and taking back."""

from __future__ import annotations

import random

import pytest

import torite
from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.ambition.builders import HANDS, OLD_NAME, REVISED_NAME, passing, play, play_any, table, taking
from torite import Match
from torite.records import seal, verify

GIVEN = ("C2 S6 H10", "C3 S7 HJ", "C4 S8 HQ", "C5 S9 HK")


def played(m: Match, seed: int, most: int = 1 << 20) -> Match:
    """Play at random, cards to pass one by one."""
    chooser = random.Random(seed)
    for _ in range(most):
        if m.over:
            break
        if m.turns.awaits_chance:
            m.go_on()
        seat = chooser.choice(m.actors)
        m.act(seat, chooser.choice(sorted(legal(m, seat))))
    return m


@pytest.mark.parametrize(("variant", "seats"), [(OLD_NAME, 3), (OLD_NAME, 4), (REVISED_NAME, 4)])
def test_records_read_back(variant: str, seats: int) -> None:
    """To the same bytes, state, account and sheet; the chance fits the key."""
    m = played(torite.Match(variant, seats, {"strikes_out": 2, "fourth_round": "scatter"}, seed=3, pause=True), 3)
    again = torite.read(torite.write(m))
    assert torite.write(m) == torite.write(again)
    assert m.log.state.to_words() == again.log.state.to_words()
    assert (m.scores, m.score_sheet.account, m.score_sheet.deals) == (
        again.scores,
        again.score_sheet.account,
        again.score_sheet.deals,
    )
    assert verify(again)


@clause("AMB-3.3", "AMB-3.5")
def test_record_of_a_match_in_progress() -> None:
    """While some have passed and some not, it goes on just as the first."""
    m = table(round=4, fourth_round="scatter")
    m.act(2, "pass right HQ across C4 left S8")
    again = torite.read(torite.write(m, with_key=True))
    assert legal(m, 1) == legal(again, 1)
    assert "2: pass left S8 across C4 right HQ" in torite.write(m).splitlines()
    assert torite.write(played(m, 8, 30), with_key=True) == torite.write(played(again, 8, 30), with_key=True)


@clause("AMB-3.1", "AMB-4.1")
def test_codes_of_a_record() -> None:
    """Each action a line, as it was taken."""
    m = play(passing(*GIVEN), "D3 D2 D4 D9")
    lines = [line for line in torite.write(m).splitlines() if line[:2] in ("0:", "1:", "2:", "3:")]
    assert ["0: play D3", "1: play D2", "2: play D4", "3: play D9"] == lines[4:]
    for seat in range(4):
        assert set(GIVEN[seat].split()) == set(lines[seat].split()[2:])


@clause("AMB-4.1", "AMB-4.3", "AMB-3.2", "AMB-5.1")
@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("0: play D3", "0: play D7"),
        ("1: play D2", "1: play SA"),
        ("1: play D2", "2: play D4"),
        ("0: pass C2 H10 S6", "0: pass C2 H10"),
        ("0: pass C2 H10 S6", "0: pass left C2 across H10 right S6"),
        ("0: pass C2 H10 S6", "0: pass C2 H10 S6 D7"),
    ],
)
def test_altered_records_are_refused(line: str, other: str) -> None:
    """Also where the seal is made to fit: what was not allowed is found."""
    m = play(passing(*GIVEN), "D3 D2")
    text = torite.write(m, with_key=True)
    if line not in text:
        line = "0: pass " + next(one for one in text.splitlines() if one.startswith("0: pass")).removeprefix("0: pass ")
    assert line in text
    with pytest.raises(torite.BadRecord):
        torite.read(text.replace(line, other, 1))
    with pytest.raises(torite.BadRecord):
        torite.read(seal(text.replace(line, other, 1)))


def test_record_tells_its_options() -> None:
    """Those that differ, and nothing of the hands before the end but what was dealt."""
    m = table(two_promotion="any_court", strikes_out=5)
    lines = torite.write(m).splitlines()
    assert "option two_promotion: any_court" in lines
    assert "option strikes_out: 5" in lines
    assert "seats: 4" in lines


# taking back


@clause("AMB-3.1", "AMB-3.3")
def test_pass_may_be_taken_back_until_all_have_chosen() -> None:
    """Nobody has learnt anything; whoever was last has seen the cards that came."""
    m = table(round=1)
    m.act(0, f"pass {GIVEN[0]}")
    assert m.may_undo(0)
    m.undo(0)
    assert (4, sorted(HANDS[0].split())) == (len(m.actors), sorted(m.cards(0)))
    for seat in range(4):
        m.act(seat, f"pass {GIVEN[seat]}")
    assert [False] * 4 == [m.may_undo(seat) for seat in range(4)]


@clause("AMB-3.5")
def test_parts_of_a_pass_are_taken_back() -> None:
    """A card named is free again."""
    m = table(round=4, fourth_round="scatter")
    m.act(0, "pass left C2")
    assert m.may_undo(0)
    m.undo(0)
    assert {f"pass {word} {card}" for word in ("left", "across", "right") for card in HANDS[0].split()} == legal(m, 0)


@clause("AMB-4.4")
def test_card_is_taken_back_until_the_next_is_played() -> None:
    """Also the last of a trick; not one to which another has played."""
    m = play(table(), "D3 D2")
    assert (False, True) == (m.may_undo(0), m.may_undo(1))
    m.undo(1)
    assert 1 == turn(m)
    play(m, "D10 D4 D5")
    assert 1 == m.public.tricks_played
    m.undo(3)
    assert (0, 3, [0, 0, 0, 0]) == (m.public.tricks_played, turn(m), list(m.public.points))
    play(m, "DK")
    assert [0, 0, 0, 5] == list(m.public.points)


@clause("AMB-8.2")
def test_free_undo_of_the_last_card_of_a_round() -> None:
    """Scores and strikes come back as they were, and the same again."""
    m = taking(30, 25, 18, 12)
    words, account = m.log.state.to_words(), m.score_sheet.account
    seat = m.log[-1].seat
    m.undo(seat, free=True)
    assert ([0, 0, 0, 0], [0, 0, 0, 0], False) == (m.scores, list(m.public.strikes), m.log.deal_over)
    play_any(m, 1)
    assert (words, account) == (m.log.state.to_words(), m.score_sheet.account)
