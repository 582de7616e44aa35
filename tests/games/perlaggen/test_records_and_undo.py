"""Records read back, codes in any form and order, and taking back."""

from __future__ import annotations

import random

import pytest

import torite
from tests.aloud import state
from tests.clauses import clause
from tests.games.perlaggen.builders import (
    MIXED,
    NINTH,
    N,
    S,
    W,
    at_showdown,
    legal,
    phase,
    play,
    score,
    status,
    table,
    take,
    values,
)
from tests.games.perlaggen.test_sight import randomly, step
from tests.strategies import whole_now
from torite import Match
from torite.records import seal, verify

#: N has five wild cards under ♥.
WILD = ("D6 D7 HK HQ HJ", "D8 DJ C9 HA S8", "CJ H8 DQ S9 D9", "CQ C10 DK SJ C8")


def played(m: Match, seed: int, most: int = 400) -> Match:
    """Play at random."""
    chooser = random.Random(seed)
    for _ in range(most):
        if m.over:
            break
        if m.turns.awaits_chance:
            m.go_on()
        else:
            step(m, chooser)
    return m


@pytest.mark.parametrize("seed", range(5))
def test_records_read_back(seed: int) -> None:
    """To the same bytes, state and account; the chance fits the key."""
    m = played(randomly(random.Random(f"records {seed}"), target=3), seed)
    again = torite.read(torite.write(m, with_key=True))
    assert torite.write(m, with_key=True) == torite.write(again, with_key=True)
    assert m.log.state.to_words() == again.log.state.to_words()
    assert (m.scores, m.score_sheet.account, m.score_sheet.deals) == (
        again.scores,
        again.score_sheet.account,
        again.score_sheet.deals,
    )
    assert not m.over or verify(again)


def test_record_of_a_match_in_progress() -> None:
    """With its key it goes on just as the first."""
    m = whole_now(played(torite.Match("perlaggen", seed=5), 5, 25), random.Random(5))
    again = torite.read(torite.write(m, with_key=True))
    assert [legal(m, seat) for seat in range(4)] == [legal(again, seat) for seat in range(4)]
    both = [whole_now(played(one, 8, 30), random.Random(8)) for one in (m, again)]
    assert torite.write(both[0]) == torite.write(both[1])


@clause("PERL-3.3", "PERL-5.5", "PERL-8.4")
def test_codes_of_a_record() -> None:
    """Word for word as the clauses list them, a line each, in the order in which they came."""
    m = table(*WILD, up="H10")
    take(m, "play D7 as SA", "W bet spiel", "S raise", "E hold", "N concede hanger", "E concede spiel")
    take(m, "N claim gleich HQ as DA HJ as CA D6 as DA HK as SA")
    lines = [line for line in torite.write(m).splitlines() if line[:2] in ("0:", "1:", "2:", "3:")]
    assert [
        "0: play D7 as SA", "3: bet spiel", "2: raise", "1: hold", "0: concede hanger", "1: concede spiel",
    ] == lines[:6]  # fmt: skip
    (claim,) = lines[6:]
    assert claim.startswith("0: claim gleich ")
    parts = claim.removeprefix("0: claim gleich ")
    assert {"HQ as DA", "HJ as CA", "D6 as DA", "HK as SA"} == {
        " ".join(parts.split()[i : i + 3]) for i in range(0, 12, 3)
    }


@clause("PERL-3.3")
def test_as_itself_is_written_without() -> None:
    """Also in claims; lower case is read too."""
    m = table(*WILD, up="H10")
    take(m, "PLAY d7 AS d7", "E concede spiel")
    assert "0: play D7" in torite.write(m).splitlines()
    take(m, "N claim gleich HK as HK HQ as CK")
    assert "0: claim gleich HK HQ as CK" in torite.write(m).splitlines()


@clause("PERL-8.4")
@pytest.mark.parametrize(
    "claim",
    [
        "claim gleich HQ DQ S7 as CQ", "claim gleich DQ S7 as CQ HQ", "claim gleich S7 as CQ HQ DQ",
        "claim gleich HQ S7 as CQ DQ", "claim gleich S7 as CQ claim gleich DQ claim gleich HQ",
        "CLAIM GLEICH hq s7 as cq dq",
    ],
)  # fmt: skip
def test_parts_of_a_claim_in_any_order(claim: str) -> None:
    """The same claim, the same record."""
    m = table(*NINTH, dealer=N)
    play(m, "HA")
    take(m, "E concede spiel", f"N {claim}")
    assert ["0: claim gleich HQ DQ S7 as CQ"] == [line for line in torite.write(m).splitlines() if ": claim" in line]
    assert N == state(m).standing_by


@clause("PERL-8.4")
def test_claim_piece_by_piece() -> None:
    """With the same verb; `+` while it may go on, `done` closes it."""
    m = take(table(*NINTH, dealer=N), "E concede spiel")
    m.act(N, "claim gleich HQ")
    assert {"claim gleich DQ", "claim gleich S7 as CQ", "claim gleich S7 as HQ"} <= legal(m, N)
    assert "done" not in legal(m, N)
    m.act(N, "claim gleich DQ +")
    assert "done" in legal(m, N)
    assert "claim gleich S7" not in legal(m, N)
    m.act(N, "claim gleich S7 as SQ")
    assert N == state(m).standing_by
    m = take(table(*NINTH, dealer=N), "E concede spiel")
    m.act(N, "claim gleich HQ")
    m.act(N, "claim gleich DQ +")
    m.act(N, "done")
    assert N == state(m).standing_by


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("0: play HQ", "0: play S7 as HA"), ("3: play H8", "3: play C9"), ("0: bet gleich", "1: bet hanger"),
        ("1: hold", "0: hold"), ("1: hold", "1: pass"), ("1: play HA", "2: play HA"), ("0: bet gleich", "0: raise"),
        ("1: play HA", "1: play H9 as HA"),
    ],
)  # fmt: skip
def test_altered_records_are_refused(line: str, other: str) -> None:
    """Also where the seal is made to fit: what was not allowed is found."""
    m = play(table(*NINTH, dealer=N), "HA H10 H8 HQ CK CA S9 C8")
    m = play(take(m, "N bet gleich", "E hold"), "DA D9")
    assert line in torite.write(m).splitlines()
    text = torite.write(m).replace(f"\n{line}\n", f"\n{other}\n", 1)
    with pytest.raises(torite.BadRecord):
        torite.read(text)
    if other == "0: play S7 as HA":
        return  # allowed in itself; the seal alone tells
    with pytest.raises(torite.BadRecord):
        torite.read(seal(text))


@clause("PERL-2.2", "PERL-2.5")
def test_cut_and_deal_of_a_record() -> None:
    """The pack from its top card down, and how deep each cut was."""
    for ritual, cuts in (("auto", True), ("off", False), ("interactive", True)):
        m = torite.Match("perlaggen", options={"cut_ritual": ritual}, seed=8)
        while phase(m) == "cut":
            take(m, "cut 9")
        lines = torite.write(m).splitlines()
        (dealt,) = [line.split()[1:] for line in lines if line.startswith("deal: ")]
        assert 33 == len(set(dealt))
        assert cuts == any(line.startswith("cut: ") or ": cut " in line for line in lines)


# taking back


@clause("PERL-3.1")
def test_card_may_be_taken_back_while_nobody_has_learnt_anything() -> None:
    """In a lesson anything may."""
    m = play(table(*MIXED), "D10 D9")
    assert (False, True) == (m.may_undo(N), m.may_undo(N, free=True))
    m.undo(N, free=True)
    assert (N, 5) == (m.actors[0], len(m.cards(N)))


@clause("PERL-5.21", "PERL-9.1")
@pytest.mark.parametrize(
    ("steps", "seat"),
    [("N bet gleich", N), ("N bet gleich,W good", W), ("N bet gleich,W hold", W), ("S concede spiel", S)],
)
def test_free_undo_takes_back_announcements(steps: str, seat: int) -> None:
    """In a lesson; values, scores and phase are as before."""
    m = table(*MIXED)
    take(m, *steps.split(",")[:-1])
    before = (values(m), score(m), phase(m), status(m, "gleich"), [legal(m, one) for one in range(4)])
    take(m, steps.split(",")[-1])
    assert not m.may_undo(seat)
    with pytest.raises(torite.IllegalMove):
        m.undo(seat)
    m.undo(seat, free=True)
    assert before == (values(m), score(m), phase(m), status(m, "gleich"), [legal(m, one) for one in range(4)])


@clause("PERL-8.4", "PERL-4.9")
def test_draft_of_a_claim_may_be_taken_back() -> None:
    """Nothing is fixed by it; a claim that was made stands."""
    m = at_showdown(*WILD, up="H10")
    before = m.log.state.to_words()
    m.act(N, "claim gleich HQ as DA")
    assert m.may_undo(N)
    m.undo(N)
    assert before == m.log.state.to_words()
    take(m, "N claim gleich HQ as DA HJ as CA D6 as DA")
    assert not m.may_undo(N)


def test_free_undo_after_the_end_of_a_deal() -> None:
    """Chance comes out the same again."""
    m = take(at_showdown(*MIXED), "N concede gleich", "S claim hanger CK CQ")
    assert m.log.deal_over
    words = m.log.state.to_words()
    m.undo(S, free=True)
    assert not m.log.deal_over
    take(m, "S claim hanger CK CQ")
    assert words == m.log.state.to_words()
    m.go_on()
    hands = [m.cards(seat) for seat in range(4)]
    m.undo(S, free=True)
    take(m, "S claim hanger CK CQ")
    if m.turns.awaits_chance:
        m.go_on()
    assert hands == [m.cards(seat) for seat in range(4)]


@clause("PERL-2.3", "PERL-2.12")
def test_what_was_seen_is_not_taken_back() -> None:
    """Cut and exchange."""
    m = torite.Match("perlaggen", options={"cut_ritual": "interactive"}, seed=8)
    seat = m.actors[0]
    take(m, "cut 9")
    assert not m.may_undo(seat)
    m = table("SA SK S9 CJ H10", "HA H9 CK D8 CA", "DJ C10 H8 HJ HQ", "D9 DQ SQ C8 D7", up="D6")
    take(m, "exchange D9")
    assert not m.may_undo(W)
