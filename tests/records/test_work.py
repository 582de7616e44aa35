"""What reading a record takes is in proportion to its length, whatever it holds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torite
from tests.records.adversary import BOMBS, GAMES, Bomb, Work, body, undone
from torite.kit.actions import Verbs
from torite.match.entries import Entry
from torite.pieces import cards
from torite.records import read, writing
from torite.records.writing import MOST_LINES

A_LETTER = 12  #: of work; a card played at the largest table takes some 9 a letter
AT_LEAST = 40_000  #: of work, for a match that is short


def work_of(text: str) -> int:
    """Read a record, refused or not; return the work that it took."""
    with pytest.MonkeyPatch.context() as patch:
        work = Work(patch.setattr)
        try:
            read(text)
        except torite.BadRecord as fault:
            assert len(fault.say("en")) < 4000
        return work.done


@pytest.mark.long
@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb.__name__)
@settings(max_examples=12)
@given(variant=st.sampled_from(GAMES), size=st.sampled_from([1000, 8000, 30_000]), seed=st.integers(0, 1 << 30))
def test_reading_is_linear(bomb: Bomb, variant: str, size: int, seed: int) -> None:
    text = bomb(variant, size, random.Random(seed))
    assert work_of(text) <= AT_LEAST + A_LETTER * len(text), (len(text), work_of(text))


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb.__name__)
@pytest.mark.slow
def test_reading_a_mebibyte_is_linear(bomb: Bomb) -> None:
    for variant in GAMES:
        text = bomb(variant, (1 << 20) - 6000, random.Random(variant))
        assert work_of(text) <= AT_LEAST + A_LETTER * len(text), (variant, len(text))


def test_a_code_has_no_more_words_than_pieces_could_be_named() -> None:
    verbs = Verbs(cards("7 8 9 10 J Q K A"))
    base = verbs.pieces("claim gleich")
    verbs.stands("claim gleich", verbs.pack.kinds("HK D7"))
    codes = [verbs.pack.codes[kind] for kind in verbs.pack.all]
    every = " ".join(f"claim gleich {code}" for code in codes)
    assert [base + kind for kind in verbs.pack.all] == verbs.parse(every)
    for code in (every + " claim gleich" * 200, "claim gleich " + "H7 " * 500, "x " * 100_000):
        with pytest.raises(ValueError, match=r"^$"):
            verbs.parse(code)


def test_every_part_of_a_code_is_looked_at_a_few_times() -> None:
    """Twice as many words take twice as much, up to the most that there may be."""
    verbs = Verbs(cards("2 3 4 5 6 7 8 9 10 J Q K A"))
    verbs.pieces("pass left")
    verbs.pieces("pass right")
    took = []
    for parts in (20, 40):
        with pytest.MonkeyPatch.context() as patch:
            work = Work(patch.setattr)
            verbs.split("pass left H5 right C9 " * (parts // 2))
            took.append(work.done)
    assert took[1] <= 2.1 * took[0]


@pytest.mark.long
@pytest.mark.parametrize("variant", ["ogorek", "agurk"])
def test_a_record_of_too_many_lines_is_refused_before_it_is_played(variant: str) -> None:
    lines = undone(variant, (1 << 20) - 6000, random.Random(variant)).split("\n")
    for count, fault in ((MOST_LINES - 2, "error.record_text"), (MOST_LINES - 1, "error.record_lines")):
        with pytest.raises(torite.BadRecord) as refused:
            read(body(lines[:count]))
        assert fault == refused.value.key
    assert f"{MOST_LINES} lines" in refused.value.say("en")
    assert work_of(body(lines)) == 0


def test_a_record_is_written_once_to_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where its match goes on, with its key or without, and where it is refused."""
    match = torite.Match("agurk", 4, seed=1)
    for _ in range(20):
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    written: list[int] = []
    line = writing.line

    def noted(match: torite.Match, entry: Entry) -> str:
        written.append(entry.number)
        return line(match, entry)

    monkeypatch.setattr(writing, "line", noted)
    texts = [torite.write(match, with_key=told) for told in (False, True)]
    altered = body(texts[0].split("\n")[:-3], "# nobody wrote that")
    for text in (*texts, altered):
        written.clear()
        try:
            read(text)
        except torite.BadRecord as fault:
            assert (altered, "error.record_text") == (text, fault.key)
        assert [entry.number for entry in match.log] == written
