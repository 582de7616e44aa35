"""Kitty and discard: section 5."""

from __future__ import annotations

import random

import pytest

from tests.aloud import listed
from tests.clauses import clause
from tests.games.french_tarot_solo.builders import (
    SPECTATOR,
    begin,
    clause_of,
    free,
    legal,
    lying,
    phase,
    play_on,
    scored,
    table,
    take,
    told,
    zone,
)
from tests.games.french_tarot_solo.naive import OUDLERS, PLAIN, points
from torite import Match
from torite.scenes import lay_out

KINGS = "SK HK DK CK"
#: thirty cards of which these are plain and no Kings, the rest Kings, oudlers and trumps
FEW = {
    4: ("S2 S3 H4 D5", "SK HK DK CK T1 T21 EX T2-T14", "T15-T20"),
    5: ("S2 S3 H4 D5 C6", "SK HK DK CK T1 T21 EX T2-T13", "T14-T19"),
}


def few(plain: int) -> Match:
    """A deal with so few plain cards that trumps must go."""
    low, rest, kitty = FEW[plain]
    return table(f"{low} {rest}", kitty=kitty)


def discards(m: Match) -> set[str]:
    """The cards that may be the first of a discard."""
    return {code.split()[1] for code in legal(m)}


@clause("TAROT-5.1")
def test_thirty_cards_to_choose_from() -> None:
    """The kitty lies open beside the hand until six are away; then it has joined the hand."""
    m = table("S1 S2 S3 H1 H2 H3", kitty="S4 S5 H4 H5 D1 C1")
    assert 24 == len(m.cards(0))
    kitty = {"S4", "S5", "H4", "H5", "D1", "C1"}
    for viewer in (0, SPECTATOR):
        view = m.view(0) if viewer == 0 else m.public
        assert kitty == set(listed(m, view.kitty)) == set(listed(m, view.turned))
        assert kitty == set(zone(m, "kitty", viewer=viewer))
    assert kitty <= discards(m)
    before = {*m.cards(0), *kitty}
    take(m, "discard S1 S4 H1 H4 D1 C1")
    assert before - {"S1", "S4", "H1", "H4", "D1", "C1"} == set(m.cards(0))
    assert ([], kitty) == (lying(m, "kitty"), set(listed(m, m.public.turned)))


@clause("TAROT-5.2", "TAROT-13.1")
def test_discard_counts_for_the_declarer() -> None:
    """After play, whoever won the tricks."""
    m = take(table("SQ SJ HC", kitty="S2 S3 S4 DQ H2 H3"), "discard SQ SJ HC DQ S2 H2")
    assert {"SQ", "SJ", "HC", "DQ", "S2", "H2"} == set(lying(m, "laid_away"))
    play_on(m)
    assert 2 * points(["SQ", "SJ", "HC", "DQ", "S2", "H2"]) == 24 == scored(m)["discard_points"]


@clause("TAROT-5.2", "TAROT-5.4")
@pytest.mark.parametrize("wrong", ["S2 S3 S4 S5 S6", "S2 S3 S4 S5 S6 S7 S8", "S2 S2 S3 S4 S5 S6", ""])
def test_six_cards(wrong: str) -> None:
    """Neither five nor seven nor one twice."""
    m = table("S2 S3 S4 S5 S6 S7 S8")
    if len(wrong.split()) == 5:
        take(m, f"discard {wrong}")
        assert ("discard", []) == (phase(m), lying(m, "laid_away"))
    else:
        clause_of(m, f"discard {wrong}".strip())


@clause("TAROT-5.3")
@pytest.mark.parametrize("card", ["T21", "T1", "EX", "SK", "HK", "DK", "CK"])
@pytest.mark.parametrize("where", ["hand", "kitty"])
def test_no_oudler_and_no_king(card: str, where: str) -> None:
    """From the hand or from the kitty, alone or among five others."""
    m = (
        table(f"{card} T2", kitty="S2 S3 S4 S5 S6 S7")
        if where == "hand"
        else table("T2", kitty=f"{card} S2 S3 S4 S5 S6")
    )
    assert card not in discards(m)
    assert "TAROT-5.3" == clause_of(m, f"discard {card}")
    assert "TAROT-5.3" == clause_of(m, f"discard S2 S3 S4 S5 S6 {card}")


@clause("TAROT-5.3")
@pytest.mark.parametrize("plain", [4, 5])
def test_no_oudler_and_no_king_even_if_trumps_must_go(plain: int) -> None:
    """They stay in any case."""
    m = few(plain)
    for card in (*OUDLERS, *KINGS.split()):
        assert "TAROT-5.3" == clause_of(m, f"discard {card}")


@clause("TAROT-5.4", "TAROT-5.5")
def test_no_trump_with_plain_cards_enough() -> None:
    """Six are enough; example 7 has nine."""
    for plain in ("S2 S3 H4 D5 C6 CQ", "S2 S3 H4 D5 C6 CQ SJ H7 D8"):
        cards = plain.split()
        hand = [*cards, *KINGS.split(), *OUDLERS, *(f"T{n}" for n in range(2, 19 - len(cards)))]
        kitty = [f"T{n}" for n in range(19 - len(cards), 25 - len(cards))]
        m = table(" ".join(hand[:24]), kitty=" ".join(kitty))
        assert set(cards) == discards(m)
        for trump in ("T2", kitty[0]):
            assert "TAROT-5.4" == clause_of(m, f"discard {trump}")
            assert "TAROT-5.4" == clause_of(m, "discard " + " ".join([*cards[:5], trump]))
        take(m, "discard " + " ".join(cards[-6:]))
        assert [] == told(m, "lays_trumps")
        assert [] == listed(m, m.public.trumps_away)


@clause("TAROT-5.4", "TAROT-5.5", "TAROT-5.6")
@pytest.mark.parametrize("plain", [4, 5])
def test_trumps_that_must_go(plain: int) -> None:
    """Example 7: all plain cards go, and just so many trumps, which are shown to everybody."""
    m = few(plain)
    low, trumps = FEW[plain][0].split(), [f"T{n}" for n in range(2, 19)][: 6 - plain]
    assert discards(m) >= {*low, *trumps, "T14", "T15"}
    assert not discards(m) & {"T1", "T21"}
    assert "TAROT-5.5" == clause_of(m, "discard " + " ".join([*low[:-1], *trumps, "T10"]))
    take(m, "discard " + " ".join([*low, *trumps]))
    assert set(trumps) == set(listed(m, m.public.trumps_away))
    assert set(trumps) <= set(zone(m, "trumps_away", viewer=SPECTATOR))
    assert 1 == len(told(m, "lays_trumps"))
    assert set(low) | set(trumps) == set(lying(m, "laid_away"))
    assert [] == listed(m, m.public.laid_away)


@clause("TAROT-5.5")
def test_after_trumps_enough_only_plain_cards_may_follow() -> None:
    """Part by part: the second trump is one too many with five plain cards."""
    m = take(few(5), "discard T2")
    assert "TAROT-5.5" == clause_of(m, "discard T3")
    assert set(FEW[5][0].split()) == discards(m)
    m = take(few(4), "discard T2", "discard T14")
    assert set(FEW[4][0].split()) == discards(m)


@clause("TAROT-5.6")
@pytest.mark.parametrize("seed", range(20))
def test_a_discard_always_exists(seed: int) -> None:
    """Of thirty cards drawn at random, mostly trumps and Kings."""
    chooser = random.Random(seed)
    high = [f"T{n}" for n in range(1, 22)] + ["EX", *KINGS.split()]
    thirty = [*chooser.sample(high, chooser.randint(20, 26))]
    thirty += chooser.sample([card for card in PLAIN if card not in thirty and card[1:] != "K"], 30 - len(thirty))
    chooser.shuffle(thirty)
    m = table(" ".join(thirty[:24]), kitty=" ".join(thirty[24:]))
    if phase(m) == "redeal":
        take(m, "keep")
    while phase(m) == "discard":
        assert m.actions(0)
        m.act(0, chooser.choice(m.actions(0)))
    away = lying(m, "laid_away")
    plain = [card for card in thirty if card in PLAIN and card[1:] != "K"]
    assert (6, max(0, 6 - len(plain))) == (len(away), len([card for card in away if card[0] == "T"]))


@clause("TAROT-5.7")
def test_discard_is_final() -> None:
    """Before it is whole its parts may be taken back; not after."""
    m = take(table(kitty="S2 S3 S4 S5 S6 S7"), "discard S2", "discard S3")
    assert m.may_undo(0)
    m.undo(0)
    assert "discard S3" in legal(m)
    m = take(table(kitty="S2 S3 S4 S5 S6 S7"), "discard S2 S3 S4 S5 S6 S7")
    assert not m.may_undo(0)


@clause("TAROT-5.7", "TAROT-5.2")
def test_own_discard_may_be_looked_at() -> None:
    """At any time, by the player alone; after the deal by everybody."""
    m = take(table(kitty="S2 S3 S4 S5 S6 S7"), "discard S2 S3 S4 S5 S6 S7")
    six = {"S2", "S3", "S4", "S5", "S6", "S7"}
    begin(m)
    for tricks in (0, 7, 23):
        play_on(m, tricks)
        assert six == set(zone(m, "laid_away")) == set(listed(m, m.view(0).laid_away))
        assert [] == listed(m, m.public.laid_away)
        assert not six & {code for code in zone(m, "laid_away", viewer=SPECTATOR) if code}
    play_on(m)
    assert six == set(listed(m, m.public.laid_away))


@clause("TAROT-5.2")
def test_spectator_hears_that_cards_were_put_away() -> None:
    """Not which."""
    m = take(table(kitty="S2 S3 S4 S5 S6 S7"), "discard S2 S3 S4 S5 S6 S7")
    assert ("discard", "discard S2 S3 S4 S5 S6 S7") == (m.history(SPECTATOR)[-1].code, m.history(0)[-1].code)
    texts = [line.text for line in lay_out(m, SPECTATOR).log]
    assert "♠2" not in texts[-1]


@clause("TAROT-5.1", "TAROT-5.4")
def test_discard_of_a_garde() -> None:
    """As for a Prise."""
    m = free("S9 T2", bid="garde", kitty="S2 S3 S4 S5 S6 S7")
    assert "TAROT-5.4" == clause_of(m, "discard T2")
    take(m, "discard S2 S9 S4 S5 S6 S7")
    assert "slam" == phase(m)
    assert {"S3"} <= set(m.cards(0))
