"""Records read back, chance that can be checked, and taking back."""

from __future__ import annotations

import random

import pytest

import torite
from tests.aloud import codes, legal, take, turn
from tests.arranged import new_match
from tests.clauses import clause
from tests.games.flashpoint.builders import PARLETT, SEED, E, N, S, bonus, late, play, points, silent, table
from tests.games.flashpoint.inferring import step
from tests.games.flashpoint.naive import COMMANDS
from torite import Match
from torite.records import seal, verify

TWIN_FOUR = "SA CA HA DA SK CK HK DK"


def played(m: Match, seed: int, most: int = 300) -> Match:
    """Play at random, flashes and commands more often than not."""
    chooser = random.Random(seed)
    for _ in range(most):
        if m.over:
            break
        if m.turns.awaits_chance:
            m.go_on()
        else:
            step(m, chooser)
    return m


@pytest.mark.parametrize("variant", [SEED, PARLETT])
def test_records_read_back(variant: str) -> None:
    """To the same bytes, state and account; the chance fits the key."""
    for seed in range(2):
        m = played(torite.Match(variant, options={"target": 40}, seed=seed), seed)
        assert m.over
        again = torite.read(torite.write(m))
        assert torite.write(m) == torite.write(again)
        assert m.log.state.to_words() == again.log.state.to_words()
        assert (m.scores, m.score_sheet.account, m.score_sheet.deals) == (
            again.scores,
            again.score_sheet.account,
            again.score_sheet.deals,
        )
        assert verify(again)


def test_record_of_a_match_in_progress() -> None:
    """With its key it goes on just as the first."""
    m = played(torite.Match(SEED, seed=5), 5, 20)
    again = torite.read(torite.write(m, with_key=True))
    assert legal(m) == legal(again)
    assert torite.write(played(m, 8, 30)) == torite.write(played(again, 8, 30))


@clause("FLASH-2.2", "FLASH-2.6", "FLASH-7.10", "FLASH-7.12")
def test_codes_of_a_record() -> None:
    """Word for word as they were taken, each flash in a line of its own, a pass that nobody chose in none."""
    m = table("S10", "H7", "DQ", "SA SK HA HK HQ D8 D9 D10", variant=PARLETT)
    take(m, "invite", "command avoid 10", "play S10", "play H7", "play DQ", "flash void")
    lines = [line for line in torite.write(m).splitlines() if line[:2] in ("0:", "1:", "2:", "3:")]
    assert ["0: invite", "2: command avoid 10", "0: play S10", "1: play H7", "2: play DQ", "3: flash void"] == lines
    other = take(silent(table(TWIN_FOUR)), "flash four twin")
    assert ["0: flash four", "0: flash twin"] == sorted(torite.write(other).splitlines()[-4:-2])


@clause("FLASH-1.5")
def test_record_has_the_deal_in_its_order() -> None:
    """The cards as they were dealt: N gets the first four after W has dealt, and four more."""
    m = new_match(SEED, seed=2, dealer=3)
    (line,) = [line for line in torite.write(m).splitlines() if line.startswith("deal: ")]
    dealt = line.split()[1:]
    assert sorted(dealt[:4] + dealt[16:20]) == sorted(m.cards(N))


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("0: play SA", "0: play S7"), ("1: play HA", "1: play SJ"), ("2: none", "2: pass"), ("2: none", "0: none"),
        ("0: flash four", "0: flash void"), ("0: play SA", "0: pass"), ("1: play HA", "3: play HA"),
    ],
)  # fmt: skip
def test_altered_records_are_refused(line: str, other: str) -> None:
    """Also where the seal is made to fit: what was not allowed is found."""
    m = table("SA CA DA SK CK HK DK CQ", "HA SJ", "D9 D7", "C9 H9")
    m = take(m, "none", "play SA", "play HA")
    flashing = take(table("SA CA DA HA CK HK DK CQ", "HJ SJ", "D9 D7", "C9 H9"), "none", "flash four", "play SA")
    found = m if line in torite.write(m) else flashing
    assert line in torite.write(found)
    with pytest.raises(torite.BadRecord):
        torite.read(torite.write(found).replace(line, other, 1))
    with pytest.raises(torite.BadRecord):
        torite.read(seal(torite.write(found).replace(line, other, 1)))


# taking back


@clause("FLASH-2.7")
def test_command_is_not_withdrawn() -> None:
    """It was heard; only in a lesson it is taken back."""
    m = take(table("SA HA"), "command lead H")
    assert (False, True) == (m.may_undo(S), m.may_undo(S, free=True))
    with pytest.raises(torite.IllegalMove):
        m.undo(S)
    take(m, "play SA")
    m.undo(N, free=True)
    assert ([0, 0], N) == (points(m), turn(m))
    m.undo(S, free=True)
    assert ({*COMMANDS, "none"}, -1) == (legal(m), m.public.command)


@clause("FLASH-7.11", "FLASH-7.12", "FLASH-8.1")
@pytest.mark.parametrize(
    ("kind", "hand"),
    [
        ("void", "SA SQ C10 C8 C7 DK DJ D10"), ("twin", TWIN_FOUR), ("four", TWIN_FOUR),
        ("long", "SA HK CQ CJ H10 D9 H8 S7"), ("square", ""),
    ],
)  # fmt: skip
def test_shown_cards_are_not_taken_back(kind: str, hand: str) -> None:
    """The neighbour has seen them; in a lesson all is as before."""
    m = silent(table(hand)) if hand else silent(late(["S9 HA C7 DK", None, None, None], N, 4))
    before, noted = legal(m), bonus(m)
    take(m, f"flash {kind}")
    assert not m.may_undo(N)
    with pytest.raises(torite.IllegalMove):
        m.undo(N)
    assert noted[0] < bonus(m)[0]
    m.undo(N, free=True)
    assert (noted, []) == (bonus(m), codes(m, m.view(E).hand[N]))
    assert before == legal(m)


@clause("FLASH-3.1")
def test_card_is_not_taken_back_once_answered() -> None:
    """A card nobody has answered may be, unless somebody learnt from it; in a lesson anything."""
    m = play(table("SA", "HA", "DA", "CA"), "SA HA")
    assert (False, True) == (m.may_undo(N), m.may_undo(N, free=True))
    m.undo(N, free=True)
    assert (N, 8) == (turn(m), len(m.cards(N)))
    play(m, "SA HA DA CA")
    assert [0, 16] == points(m)
    m.undo(3, free=True)
    assert ([0, 0], 3, 0) == (points(m), turn(m), m.public.tricks_played)


@clause("FLASH-6.5")
def test_free_undo_after_the_end_of_a_round() -> None:
    """Chance comes out the same again."""
    m = played(torite.Match(SEED, seed=12, pause=True), 12, 60)
    while not m.log.deal_over:
        take(m, next(iter(sorted(legal(m), reverse=True))))
    words, last = m.log.state.to_words(), m.log[-1]
    m.undo(last.seat, free=True)
    assert not m.log.deal_over
    m.act(last.seat, m.game.verbs.text(last.actions[0]))
    assert words == m.log.state.to_words()
