"""Why a card is advised: what is said is what comes of it, and no more than its seat can know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.aloud import play, turn
from tests.games.cucumber.builders import VARIANTS, at_table, codes, seats_of
from torite import Match
from torite.kit import Sentence
from torite.scenes.reasons import because

SEED = "reasons"


def why(m: Match, card: str, language: str = "en") -> str:
    return because(m, turn(m), f"play {card}", language)


@pytest.mark.parametrize(
    ("hand", "led", "card", "told"),
    [
        ("SA S9 S4", "", "SA", "You hold no stronger card; kept for the last trick, it could cost you 14."),
        ("SK SQ S4", "HA", "S4", "It leaves the trick to Seat 0."),
        ("S9 S4", "", "S9", "It leaves you ♠4 for the last trick: if that is the strongest there, it costs 4."),
        ("S9 S4", "", "S4", "It leaves you ♠9 for the last trick: if that is the strongest there, it costs 9."),
        ("SK S9 S8 S4", "H8", "S8", "No lower card of yours beats ♥8, and the higher ones stay with you."),
        ("SK S9 S8 S4", "H8", "S4", "It leaves the trick to somebody else, and what beats ♥8 stays with you."),
    ],
)
def test_a_reason_says_what_a_card_does(hand: str, led: str, card: str, told: str) -> None:
    """To the second of two players, whose card completes the trick; to a leader."""
    other = " ".join((led or "HA H3 H2 D2").split()[:1] + ["H3", "H2", "D2"][: len(hand.split()) - 1])
    hands = (other, hand) if led else (hand, other)
    m = at_table(*hands, seats=2)
    if led:
        play(m, led)
    assert told == why(m, card)


def test_where_nothing_is_sure_nothing_is_said() -> None:
    """A lead in the middle of a hand may be beaten or not."""
    assert "" == why(at_table("SA S9 S4", "HA H3 H2", seats=2), "S9")


def test_what_an_exchange_costs_is_counted_in() -> None:
    """RASSI-2.2: who has doubled pays double."""
    m = at_table("HK S9 S4", "DQ H3 H2", "CQ D3 D2", variant="rassi", stock="HQ D9 C9")
    while "keep" in codes(m):
        m.act(turn(m), "double" if turn(m) == 0 and "double" in codes(m) else "keep")
    assert why(m, "HQ").endswith("kept for the last trick, it could cost you 24.")


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_said_is_what_comes_of_it(variant: str) -> None:
    """Over random matches: the card left is played last and costs so much, and a trick let go is another's."""
    chooser, told = random.Random(f"{SEED} {variant}"), 0
    for number in range(3):
        m = Match(variant, max(3, seats_of(variant)[0]), seed=number, pause=True)
        left: dict[int, Sentence] = {}
        for _ in range(400):
            if m.over:
                break
            if m.turns.awaits_chance:
                left = {}
                m.go_on()
                continue
            seat = turn(m)
            code = chooser.choice([action.code for action in m.actions(seat)])
            said = reason(m, seat, code)
            told += said is not None
            before = len(m.log)
            m.act(seat, code)
            if said:
                left |= {seat: said} if said.key == "leaves_last" else {}
                assert_true(m, seat, said, before)
            if m.log.deal_over:
                assert_kept(m, left)
                left = {}
    assert told


def reason(m: Match, seat: int, code: str) -> Sentence | None:
    parts = m.game.verbs.parse(code.removesuffix(" +"))
    alone = len(parts) == 1 and not code.endswith("+") and not m.gestures.begun(seat)
    return m.game.display.because(m.view(seat), seat, parts[0]) if alone else None


def notes(m: Match, first: int = 0) -> list[Any]:
    return [note for entry in m.log.backwards() if entry.number >= first for note in entry.notes]


def assert_true(m: Match, seat: int, said: Sentence, before: int) -> None:
    """What a card did to the trick that it completed, if it did; and that a costly one is the strongest."""
    takers = [note.seat for note in notes(m, before) if note.line.key == "takes"]
    if said.key == "lets_go":
        assert seat not in takers
    if said.key == "no_stronger":
        assert said.facts["cost"] > 0


def assert_kept(m: Match, left: dict[int, Sentence]) -> None:
    """Whoever lost the last trick with the card that was left pays what was said."""
    for entry in m.log.backwards():
        for note in entry.notes:
            if note.line.key == "loses" and note.seat in left:
                assert left[note.seat].facts["cost"] == note.amount
        if entry.chance:
            break
