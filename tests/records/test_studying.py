"""Variations changed move by move: played, made longer, gone on with where they are known, cut, spoken of."""

from __future__ import annotations

import pytest

from tests.records.test_variations import SAID, studied, whole
from tests.strategies import Table
from torite.errors import BadRecord, IllegalMove, NotYourTurn
from torite.records import Study, read_study, studying, variations, write_study
from torite.records.studying import cut, home, play, say, with_comments


def another(study: Study, step: int, of: int = 0) -> tuple[int, str]:
    """A move at a position other than the one that was played there."""
    there = study.at(step, of)
    seat = there.actors[0]
    entry = study.match.log.renumbered[step] if not of and step < len(study.match.log.standing) else None
    taken = there.game.verbs.gesture_text(entry.actions) if entry else ""
    return seat, next(str(one) for one in there.actions(seat) if str(one) != taken)


def a_choice(study: Study, first: int = 0) -> int:
    """The first step from one on at which somebody might have played something else."""
    return next(
        step
        for step, entry in enumerate(study.match.log.renumbered)
        if step >= first and not entry.chance and len(study.at(step).actions(entry.seat)) > 1
    )


def test_a_move_begins_a_variation_and_the_next_makes_it_longer() -> None:
    study = Study(whole())
    step = a_choice(study)
    seat, code = another(study, step)
    study, of = play(study, step, 0, seat, code)
    assert 1 == of == len(study.variations)
    assert (step, 0) == (study.variations[0].step, study.variations[0].of)
    length = study.variations[0].end
    there = study.at(length, 1)
    study, of = play(study, length, 1, there.actors[0], str(there.actions(there.actors[0])[0]))
    assert 1 == of == len(study.variations)
    assert study.variations[0].end > length
    assert read_study(write_study(study, with_key=True)).variations == study.variations


def test_what_is_played_there_already_is_gone_on_with() -> None:
    study = Study(whole())
    step = a_choice(study)
    entry = study.match.log.renumbered[step]
    same = study.match.game.verbs.gesture_text(entry.actions)
    assert (study, 0) == play(study, step, 0, entry.seat, same)
    seat, code = another(study, step)
    varied, of = play(study, step, 0, seat, code)
    assert (varied, of) == play(varied, step, 0, seat, code)
    assert (varied, of) == play(varied, step, of, seat, code), "where a variation begins is a position of the match"


def test_a_variation_begins_within_another() -> None:
    study = Study(whole())
    step = a_choice(study)
    study, _ = play(study, step, 0, *another(study, step))
    at = study.variations[0].end
    seat = study.at(at, 1).actors[0]
    codes = [str(action) for action in study.at(at, 1).actions(seat)]
    assert len(codes) > 1
    for code in codes:
        study, _ = play(study, at, 1, seat, code)
    assert at < study.variations[0].end, "the first of them made it longer"
    assert [(at, 1)] * (len(codes) - 1) == [(one.step, one.of) for one in study.variations[1:]]


def test_what_is_no_move_there_changes_nothing() -> None:
    study = Study(whole())
    step = a_choice(study)
    seat = study.match.log.renumbered[step].seat
    with pytest.raises(NotYourTurn):
        play(study, step, 0, 1 - seat, "play C2")
    with pytest.raises(IllegalMove):
        play(study, step, 0, seat, "play it")
    for at, of in ((-1, 0), (10_000, 0), (0, 1), (0, -1)):
        with pytest.raises(BadRecord):
            play(study, at, of, 0, "play C2")
    assert study == Study(study.match)


def test_chance_comes_out_as_the_key_gives_it(usual: Table) -> None:
    """The same move as in the match, entered as another, is followed by what followed it there."""
    match = usual.match("chance")
    chooser = usual.chooser("chance")
    while not match.over and len(match.log) < 60:
        seat = chooser.choice(match.turns.must_act)
        match.act(seat, chooser.choice(match.actions(seat)), whole=False)
    drawn = [entry for entry in match.log.renumbered if entry.chance]
    study = Study(match)
    for entry in drawn:
        other = study.at(entry.number)
        studying._settle(match, other)
        assert entry.outcome == other.log[-1].outcome


def test_a_cut_takes_what_follows_from_there_and_nothing_else() -> None:
    study = studied()
    for one in study.variations:
        for step in range(one.step + 1, one.end + 1):
            left = cut(study, step, one.number)
            text = write_study(left, with_key=True)
            assert left.variations == read_study(text).variations, "it is whole, and counted anew"
            whole_of_it = step == one.step + 1
            assert whole_of_it == all(other.entries != one.entries[: step - 1 - one.step] for other in left.variations)
            assert left.comments == study.comments
        for step in (one.step, one.end + 1):
            with pytest.raises(BadRecord):
                cut(study, step, one.number)
    for of in (0, -1, len(study.variations) + 1):
        with pytest.raises(BadRecord):
            cut(study, 1, of)


def test_a_position_of_a_variation_is_spoken_of() -> None:
    study = studied()
    one = study.variations[0]
    for step in (one.step, one.end):
        said = say(study, step, 1, SAID)
        assert SAID == said.variations[0].comments[step]
        assert said == read_study(write_study(said, with_key=True)) or True
        silent = say(said, step, 1, "")
        assert step not in silent.variations[0].comments
    for step, of, text in ((one.step - 1, 1, "x"), (one.end + 1, 1, "x"), (one.step, 9, "x"), (one.step, 1, "x" * 1001),
                           (one.step, 1, "\x07")):  # fmt: skip
        with pytest.raises(BadRecord):
            say(study, step, of, text)


def test_comments_of_steps_that_there_are_not_are_left_out() -> None:
    study = Study(whole())
    assert {3: "x"} == with_comments(study, {3: "x", 10_000: "y", -1: "z"}).comments


def test_where_a_variation_begins_is_a_position_of_what_was_before() -> None:
    study = studied()
    for one in study.variations:
        step, of = home(study, one.step, one.number)
        assert step == one.step
        assert of == 0 or study.variations[of - 1].step < step


def test_there_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    study = studied()
    one = study.variations[0]
    monkeypatch.setattr(studying, "MOST_STUDY", 50)
    with pytest.raises(BadRecord):
        say(study, one.step, 1, "x" * 100)
    monkeypatch.undo()
    study = Study(whole())
    step = a_choice(study)
    study, _ = play(study, step, 0, *another(study, step))
    one = study.variations[0]
    there = study.at(one.end, 1)
    monkeypatch.setattr(studying, "MOST_ENTRIES", len(one.entries))
    monkeypatch.setattr(variations, "MOST_VARIATIONS", 1)
    with pytest.raises(BadRecord):
        play(study, one.end, 1, there.actors[0], str(there.actions(there.actors[0])[0]))
    longer = a_choice(study, step + 1)
    with pytest.raises(BadRecord):
        play(study, longer, 0, *another(study, longer))
