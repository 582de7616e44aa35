"""Records read back, chance that can be checked, and taking back."""

from __future__ import annotations

import random

import pytest

import torite
from tests.aloud import take
from tests.clauses import clause
from tests.games.galapagos.asking import PLAIN, WITH_JOKERS, legal
from tests.games.galapagos.builders import at_auction, at_tricks, auctioned, both_bid, left, melded
from torite import Match
from torite.records import seal, verify


def played(m: Match, seed: int, most: int = 10_000) -> Match:
    """Play at random."""
    chooser = random.Random(seed)
    for _ in range(most):
        if m.over:
            break
        seat = chooser.choice(m.actors)
        m.act(seat, chooser.choice(m.actions(seat)))
    return m


@pytest.mark.parametrize("variant", [PLAIN, WITH_JOKERS])
@pytest.mark.parametrize("seed", range(2))
def test_records_read_back(variant: str, seed: int) -> None:
    """To the same bytes, state and account; the chance fits the key."""
    m = played(torite.Match(variant, seed=seed, options={"target": 150}), seed)
    again = torite.read(torite.write(m))
    assert torite.write(m) == torite.write(again)
    assert m.log.state.to_words() == again.log.state.to_words()
    assert (m.scores, m.score_sheet.account) == (again.scores, again.score_sheet.account)
    assert verify(again)


@pytest.mark.parametrize("steps", [1, 14, 41, 60])
def test_record_of_a_match_in_progress(steps: int) -> None:
    """With its key it goes on just as the first."""
    m = played(torite.Match(WITH_JOKERS, seed=5, options={"target": 100}), 5, steps)
    again = torite.read(torite.write(m, with_key=True))
    assert m.actors == again.actors
    assert [legal(m, seat) for seat in m.actors] == [legal(again, seat) for seat in again.actors]
    if not m.gestures.begun(0) and not m.gestures.begun(1):
        assert m.log.state.to_words() == again.log.state.to_words()


@clause("GALA-2.2", "GALA-2.8", "GALA-3.10", "GALA-3.12", "GALA-5.1", "GALA-5.4", "GALA-8.6")
def test_codes_of_a_record() -> None:
    """Word for word as they were taken, sealed ones too."""
    m = auctioned(("S8 H8 D8 D5", "C4 C5 C6"), variant=WITH_JOKERS, exchanges=False)
    taken = [(1, "keep"), (0, "exchange D5"), (0, "name C"), (1, "show 1"), (0, "accept"), (1, "name H")]
    for seat, code in taken:
        m.act(seat, code)
    take(m, "play S8")
    lines = [line for line in torite.write(m).splitlines() if line[:3] in ("0: ", "1: ")]
    assert [*(f"{seat}: {code}" for seat, code in taken), "0: play S8"] == lines[-7:]
    assert {line.split()[1] for line in lines[:-7]} == {"bid", "take"}


@clause("GALA-6.5", "GALA-6.2")
def test_combinations_in_a_record() -> None:
    """The cards in pack order, in one line, also if they were laid one by one."""
    m = left("S3 D4 C5 H6", "D2 H8")
    for code in ("play D4 +", "play S3", "play C5 +", "done"):
        m.act(0, code)
    assert "0: play C5 S3 D4" in torite.write(m).splitlines()
    take(m, "pass", "play H6")
    assert m.log.deal_over


@pytest.mark.parametrize(
    ("line", "other"),
    [("0: bid HA", "0: bid HK"), ("0: take faced", "1: take faced"), ("1: bid H3", "1: take blind"),
     ("0: take faced", "0: take nothing")],
)  # fmt: skip
def test_altered_records_are_refused(line: str, other: str) -> None:
    """Also where the seal is made to fit: what was not allowed is found."""
    m = take(both_bid("S7", "HA", "H3"), "take faced")
    other = other if "HK" not in other else f"0: bid {next(card for card in m.cards(1))}"
    assert line in torite.write(m).splitlines()
    with pytest.raises(torite.BadRecord):
        torite.read(torite.write(m).replace(line, other, 1))
    with pytest.raises(torite.BadRecord):
        torite.read(seal(torite.write(m).replace(line, other, 1)))


# taking back


@clause("GALA-2.14")
@pytest.mark.parametrize("seat", [0, 1])
def test_bid_is_not_taken_back(seat: int) -> None:
    """It stands, also while the other thinks; only in a lesson."""
    m = at_auction("S7", "HA", "H3")
    m.act(seat, ("bid HA", "bid H3")[seat])
    assert (False, True) == (m.may_undo(seat), m.may_undo(seat, free=True))
    with pytest.raises(torite.IllegalMove):
        m.undo(seat)
    m.act(1 - seat, ("bid HA", "bid H3")[1 - seat])
    assert not m.may_undo(1 - seat)


@clause("GALA-3.12")
def test_what_was_shown_is_not_taken_back() -> None:
    """Both have seen the cards, also where they could have told them by the tricks; only in a lesson."""
    m = take(auctioned(("C4 C5 C6 HJ HQ HK", "")), "show 1")
    assert (False, True) == (m.may_undo(1), m.may_undo(1, free=True))
    with pytest.raises(torite.IllegalMove):
        m.undo(1)
    assert "show 1" == m.history(0)[-1].code


@clause("GALA-2.8", "GALA-2.9")
@pytest.mark.parametrize("code", ["take faced", "take blind"])
def test_choice_of_a_card_is_not_taken_back(code: str) -> None:
    """A card was seen, or the next one turned up."""
    m = take(both_bid("S7", "HA", "H3"), code)
    assert not m.may_undo(0)
    m.undo(0, free=True)
    assert {"take faced", "take blind"} == legal(m)


@clause("GALA-5.2")
def test_names_that_were_shown_are_not_taken_back() -> None:
    """The second name turns both over."""
    m = melded("")
    m.act(0, "name C")
    m.act(1, "name H")
    assert not m.may_undo(1)
    assert not m.may_undo(0)


@clause("GALA-6.2")
def test_parts_of_a_combination_are_taken_back() -> None:
    """Nobody has seen them."""
    m = left("S3 D4 C5 H9", "D2 H8")
    m.act(0, "play S3 +")
    before = m.view(1).to_words()
    m.act(0, "play D4")
    assert m.view(1).to_words() == before
    assert m.may_undo(0)
    m.undo(0)
    assert {f"play {card}" for card in m.cards(0)} == legal(m)


@clause("GALA-5.4")
def test_lead_is_taken_back_while_nobody_has_answered() -> None:
    """Nothing was learnt by it; after the answer something was."""
    m = take(at_tricks("D5", "DA"), "play D5")
    assert m.may_undo(0)
    m.undo(0)
    assert "play D5" in legal(m)
    take(m, "play D5", "play DA")
    assert not m.may_undo(0)


@clause("GALA-7.1")
def test_free_undo_comes_out_the_same() -> None:
    """Chance too."""
    m = take(both_bid("S7", "HA", "H3"), "take blind")
    words = m.log.state.to_words()
    m.undo(0, free=True)
    take(m, "take blind")
    assert words == m.log.state.to_words()
