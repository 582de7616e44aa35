"""Variations and comments in a record: read back to the byte, checked like play, bounded; the match is as it was."""

from __future__ import annotations

import random

import pytest

import torite
from tests.strategies import Table, differing, play_on, say_twice, whole_now
from torite.bots.levels import ThumbBot
from torite.errors import BadRecord
from torite.match import Match
from torite.records import Study, line, read, read_study, seal, variations, verify, write, write_study
from torite.records.writing import seal_of
from torite.service.renamed_records import _renamed_unread, renamed

SAID = "Here it was lost.\n\nまだ勝てた。 ♥ & <b>{HQ}</b>"


def whole() -> Match:
    """A whole match of Agurk for two that is soon over."""
    match = Match("agurk", seats=2, seed=4, options={"out_at": 8}, names=["Ada", "Bo"])
    bot = ThumbBot(match.game, 1)
    while not match.over:
        seat = match.turns.must_act[0]
        match.act(seat, bot.choose(match.view(seat), match.history(seat), seat))
    return match


def varied(study: Study, chooser: random.Random, most: int, of: int = 0) -> Study:
    """Add a variation of random moves, and a comment at one of its positions."""
    begin, end = (0, len(study.match.log.standing))
    if of:
        begin, end = study.variations[of - 1].step + 1, study.variations[of - 1].end
    step = chooser.randint(begin, end)
    other = study.at(step, of)
    while len(other.log) < step + most and not other.over:
        whole_now(play_on(other, chooser, 1), chooser)
    lines = [line(other, entry) for entry in other.log[step:]]
    return study.vary(step, lines, of, {step + chooser.randint(0, len(lines)): SAID}) if lines else study


def studied() -> Study:
    """The same match with comments, and variations within one another."""
    chooser, study = random.Random(3), Study(whole())
    study = varied(study.say(0, "From the first card on.").say(7, SAID), chooser, 5)
    study = varied(varied(study, chooser, 4, of=1), chooser, 3)
    return varied(study, chooser, 2, of=2)


def test_every_game_has_variations(usual: Table) -> None:
    """Written and read back they are the same; the match before them is the same to the byte, and its seal fits."""
    chooser = usual.chooser("variations")
    match = usual.match("variations")
    for _ in range(25):
        whole_now(play_on(match, chooser, 1), chooser)
    study = Study(match).say(3, SAID)
    for of in (0, 0, 1, 3):
        study = varied(study, chooser, 6, min(of, len(study.variations)))
    text = write_study(study, with_key=True)
    again = read_study(text)
    assert again.comments == study.comments
    assert again.variations == study.variations
    assert write_study(again, with_key=True) == text
    alone = write(match, with_key=True)
    assert text.startswith(alone)
    assert write(read(text), with_key=True) == alone == write(read(alone), with_key=True)
    assert verify(read(text))
    for one in again.variations:
        for step in range(one.step, one.end + 1):
            there = again.at(step, one.number)
            assert len(there.log) == step
            assert there.log[one.step :] == list(one.entries[: step - one.step])
        assert [] == differing(there.log.state, study.at(one.end, one.number).log.state)


def test_without_any_a_record_is_as_it_was() -> None:
    match = whole()
    assert write_study(Study(match)) == write(match)
    assert (read_study(write(match)).comments, read_study(write(match)).variations) == ({}, ())
    assert write_study(Study(match).say(2, "x").say(2, "")) == write(match)


def test_a_record_that_is_cut_after_the_match_is_the_match() -> None:
    """Its seal is that of the match; cut anywhere else, or without a line, it is refused."""
    study = studied()
    text, alone = write_study(study), write(study.match)
    assert len(study.variations) == 4
    for at in random.Random(1).sample(range(len(alone) + 1, len(text)), 20):
        with pytest.raises(BadRecord):
            read(text[:at])
    lines, own = text.splitlines(), alone.count("\n")
    for at in range(own, len(lines)):
        with pytest.raises(BadRecord) as caught:
            read("\n".join([*lines[:at], *lines[at + 1 :]]) + "\n")
        say_twice(caught.value)
        assert caught.value.facts["line"] > at - 1
    assert read_study(text[: len(alone)]).variations == ()


def test_what_is_altered_is_refused() -> None:
    """A letter more, less or otherwise, anywhere behind the match; the line is named, or the seal's."""
    text = write_study(studied())
    own, chooser = len(write(whole())), random.Random(2)
    for _ in range(60):
        at = chooser.randrange(own, len(text) - 1)
        changed = (
            text[:at] + chooser.choice(["", "x", " ", "1", "\r", "\u202e", "\n"]) + text[at + chooser.randint(0, 1) :]
        )
        if changed == text:
            continue
        with pytest.raises(BadRecord) as caught:
            read(changed)
        assert caught.value.facts["line"] > text.count("\n", 0, at)


def sealed(*more: str) -> str:
    """Seal lines behind a whole match."""
    text = write(whole()) + "".join(f"{one}\n" for one in more)
    return f"{text}seal: {seal_of(text)}\n"


#: lines behind the match; which of them is at fault, from 1; the fault
WRONG = {
    "nothing": (["study 1"], 1, "study"),
    "a newer form": (["study 2", "comment 1: x"], 1, "newer"),
    "another form": (["study x", "comment 1: x"], 1, "study"),
    "noise": (["study 1", "x"], 2, "study"),
    "a step beyond": (["study 1", "comment 9999: x"], 2, "variation"),
    "an empty comment": (["study 1", "comment 1:"], 2, "comment"),
    "what cannot be shown": (["study 1", "comment 1: \u202ex"], 2, "comment"),
    "a long comment": (["study 1", *["comment 1: " + "x" * 600] * 2], 3, "comment"),
    "the wrong order": (["study 1", "comment 2: x", "comment 1: x"], 2, "text"),
    "spaces": (["study 1", "comment 1: x "], 2, "text"),
    "no moves": (["study 1", "variation 1: at 2", "comment: x"], 2, "moves"),
    "beyond the match": (["study 1", "variation 1: at 9999", "0: play C2"], 2, "variation"),
    "of none": (["study 1", "variation 1: at 2 of 1", "0: play C2"], 2, "variation"),
    "the wrong number": (["study 1", "variation 2: at 2", "0: play C2"], 2, "study"),
    "a head of noise": (["study 1", "variation 1: from 2", "0: play C2"], 2, "study"),
    "not held": (["study 1", "comment 1: x", "variation 1: at 2", "0: play C2"], 4, "line"),
    "not a code": (["study 1", "variation 1: at 2", "comment: x", "0: sing"], 4, "line"),
    "the wrong seat": (["study 1", "variation 1: at 2", "7: play C2"], 3, "line"),
    "after the end": (["study 1", "variation 1: at the end", "0: play C2"], 3, "line"),
    "an undo": (["study 1", "variation 1: at 2", "0: undo 2"], 3, "study"),
    "a bot": (["study 1", "variation 1: at 2", "0 bot: play C2"], 3, "study"),
    "chance unasked": (["study 1", "variation 1: at 2", "deal: C2"], 3, "unasked"),
    "another outcome": (["study 1", "variation 1: at 1", "deal: C2"], 3, "outcome"),
    "a comment of the match": (["study 1", "variation 1: at 2", "comment 2: x"], 3, "unasked"),
    "too many bytes": (["study 1", *[f"comment {i // 2}: " + "x" * 500 for i in range(600)]], 1, "study_long"),
}


@pytest.mark.long
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_told_with_its_line(wrong: str) -> None:
    lines, at, fault = WRONG[wrong]
    lines = [text.replace("the end", str(len(whole().log.standing))) for text in lines]
    with pytest.raises(BadRecord) as caught:
        read(sealed(*lines))
    say_twice(caught.value)
    assert caught.value.key == f"error.record_{fault}"
    assert caught.value.facts["line"] == write(whole()).count("\n") + at


def test_an_illegal_move_is_told_with_its_clause() -> None:
    """As at the table: which cards would have been right, and by which clause."""
    study = Study(whole())
    one = next(step for step in range(3, 40) if 1 < len(set(held_beside(study, step))))
    seat, wrong = held_beside(study, one)
    with pytest.raises(BadRecord, match="CUC-3"):
        read(sealed("study 1", f"variation 1: at {one}", f"{seat}: play {wrong}"))


def held_beside(study: Study, step: int) -> tuple[int, str]:
    """Find a card that the seat in turn holds and may not play; none is an empty text."""
    other = study.at(step)
    if not other.actors:
        return -1, ""
    seat = other.actors[0]
    may = {action.code.removeprefix("play ") for action in other.actions(seat)}
    held = [card for card in other.cards(seat) if card not in may]
    return (seat, held[0]) if held else (-1, "")


def test_there_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of number, depth and length, in a record and in the library."""
    chooser, study = random.Random(5), Study(whole())
    monkeypatch.setattr(variations, "MOST_DEPTH", 2)
    monkeypatch.setattr(variations, "MOST_ENTRIES", 5)
    monkeypatch.setattr(variations, "MOST_VARIATIONS", 3)
    study = varied(varied(study, chooser, 5), chooser, 4, of=1)
    step, other = study.variations[1].end, study.at(study.variations[1].end, 2)
    move = line(play_on(other, chooser, 1), other.log[-1])
    for fault, wrong in {
        "deep": lambda: study.vary(step, [move], of=2),
        "moves": lambda: study.vary(2, [move] * 6),
        "variation": lambda: study.vary(step + 1, [move], of=2),
        "comment": lambda: study.say(1, "x" * 1001),
        "variations": lambda: varied(varied(study, chooser, 3), chooser, 3),
    }.items():
        with pytest.raises(BadRecord) as caught:
            wrong()
        say_twice(caught.value)
        assert caught.value.key == f"error.record_{fault}"
    text = write_study(varied(study, chooser, 3))
    monkeypatch.setattr(variations, "MOST_VARIATIONS", 2)
    with pytest.raises(BadRecord):
        read(text)
    monkeypatch.setattr(variations, "MOST_STUDY", 20)
    with pytest.raises(BadRecord):
        write_study(study)


def test_written_by_hand_they_are_sealed() -> None:
    """With no seals; and as an editor or the mail leaves them."""
    study = studied()
    text = write_study(study)
    by_hand = "".join(f"{one}\n" for one in text.splitlines() if not one.startswith(("seal:", "key")))
    assert read_study(seal(by_hand)).variations == study.variations
    assert seal(text) == text
    assert read_study(text.replace("\n", "\r\n")).variations == study.variations
    with pytest.raises(BadRecord):
        seal(by_hand.replace(": play ", ": sing "))


def test_the_work_can_be_given_up() -> None:
    """Between two entries of a variation, too."""
    text = write_study(studied())
    calls: list[int] = []
    read(text, lambda: calls.append(1))
    alone = list(calls)
    calls.clear()
    read(write(whole()), lambda: calls.append(1))
    assert len(alone) == len(calls) + sum(len(one.entries) for one in studied().variations)


def test_other_names_leave_them_as_they_are() -> None:
    """Whoever goes for good leaves no name in the match; both seals fit, by today's rules or not."""
    text = write_study(studied())
    names = ["Somebody", "Bo"]
    other = renamed(text, names)
    assert other == _renamed_unread(text, names) != text
    assert read_study(other).match.names == ("Somebody", "Bo")
    assert read_study(other).variations == studied().variations


def test_a_whole_record_still_verifies() -> None:
    assert verify(torite.read(write_study(studied())))


def test_no_more_lines_are_written_than_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    study = studied()
    lines = write_study(study).count("\n")
    monkeypatch.setattr(variations, "MOST_LINES", lines)
    assert lines == write_study(study).count("\n")
    monkeypatch.setattr(variations, "MOST_LINES", lines - 1)
    with pytest.raises(BadRecord) as refused:
        write_study(study)
    assert "error.record_lines" == refused.value.key
