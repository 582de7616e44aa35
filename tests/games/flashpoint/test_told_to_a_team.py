"""What is said of a team: to both of its seats alike, whoever took the trick."""

from __future__ import annotations

import pytest

import torite
from torite.scenes.wording import note_sentence
from torite.words import LANGUAGES

OURS = {"en": "your team", "ja": "あなたのチーム"}
OF_OTHERS = ("damp_squib", "disobeys")  # notes of a seat whose opponents gain
OF_THE_SEAT = ("pair", "run_of_three", "triplet", "pair_run", "two_pairs", "round")


@pytest.mark.parametrize("language", LANGUAGES)
def test_partners_read_alike_for_whom_a_trick_counts(language: str) -> None:
    """Over whole rounds: who gains reads *your team*, and nobody else does."""
    found = set()
    for seed in range(4):
        m = torite.Match("flashpoint", seed=seed, pause=True)
        words = m.game.words(language)
        m.go_on()
        while not m.log.deal_over:
            m.act(m.actors[0], m.actions(m.actors[0])[0])
            for note in m.log.standing[-1].notes:
                if note.line.key in (*OF_OTHERS, *OF_THE_SEAT):
                    found.add(note.line.key)
                    gains = (note.seat + (note.line.key in OF_OTHERS)) % 2
                    said = [note_sentence(m, note, seat, words).casefold() for seat in range(4)]
                    assert [seat % 2 == gains for seat in range(4)] == [OURS[language] in line for line in said]
    assert {"damp_squib", "pair", "round"} <= found


def test_partners_have_one_team() -> None:
    scene = torite.lay_out(torite.Match("flashpoint", seed=1), 0)
    assert [[0, 2], [1, 3], [0, 2], [1, 3]] == [seat.team for seat in scene.seats]
