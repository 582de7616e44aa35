"""Changing what might have been played, move by move: as whoever studies a match does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from torite.match import Entry, Match
from torite.records.entering import bad, on
from torite.records.variations import MOST_ENTRIES, MOST_STUDY, Study, Variation, checked, study_lines
from torite.records.writing import line


def play(study: Study, step: int, of: int, seat: int, code: str, between: Callable[[], None] = on) -> tuple[Study, int]:
    """Have a seat act at a position, and chance settle what follows from it.

    What is played there already is gone on with; at the end of a variation it becomes longer; elsewhere one begins.
    What chance settles is drawn from the match's key where that is known, so it comes out as it would have.

    Args:
        study: the match with its variations.
        step, of: the position.
        seat: who acts.
        code: the whole gesture.
        between: called between two entries; what it raises gives the work up.

    Returns:
        The study, and the variation that goes on from there; 0 for the match. It stands one step further.

    Raises:
        BadRecord: when there is no such position, or there would be too much.
        ToriteError: when it is no legal move.
    """
    step, of = home(study, step, of)
    other = study.at(step, of)
    other.act(seat, code, whole=True)
    if (known := _goes_on(study, step, of, other.log[step])) is not None:
        return study, known
    while other.turns.awaits_chance and not other.over and len(other.log) - step < MOST_ENTRIES:
        between()
        _settle(study.match, other)
    lines = [line(other, entry) for entry in other.log[step:]]
    if of and step == study.variations[of - 1].end:
        return _bounded(_longer(study, of, tuple(other.log[step:]))), of
    return _bounded(study.vary(step, lines, of)), len(study.variations) + 1


def home(study: Study, step: int, of: int) -> tuple[int, int]:
    """Tell to what the position belongs with which a variation begins: to the match, or to another variation.

    Raises:
        BadRecord: when there is no such position.
    """
    while 0 < of <= len(study.variations) and step == study.variations[of - 1].step:
        of = study.variations[of - 1].of
    study.at(step, of)
    return step, of


def cut(study: Study, step: int, of: int) -> Study:
    """Take away what leads to a position of a variation, and all that follows from there.

    Raises:
        BadRecord: when there is no such position.
    """
    if not 0 < of <= len(study.variations):
        bad(0, "variation")
    one = study.variations[of - 1]
    if not one.step < step <= one.end:
        bad(0, "variation")
    kept = one.entries[: step - 1 - one.step]
    shorter = replace(one, entries=kept, comments={at: text for at, text in one.comments.items() if at < step})
    gone = set() if kept else {of}
    for other in study.variations:
        if other.of in gone or (other.of == of and other.step >= step):
            gone.add(other.number)
    left = [shorter if other is one else other for other in study.variations if other.number not in gone]
    return _renumbered(study, left)


def say(study: Study, step: int, of: int, text: str) -> Study:
    """Say something of a position of a variation, in place of what was said before; an empty text is nothing.

    Raises:
        BadRecord: when it is too long, cannot be shown, or there is no such position.
    """
    if not 0 < of <= len(study.variations):
        bad(0, "variation")
    one = study.variations[of - 1]
    if not one.step <= step <= one.end:
        bad(0, "variation")
    others = {at: said for at, said in one.comments.items() if at != step}
    said = replace(one, comments=others | ({step: checked(text, 0)} if text else {}))
    return _bounded(_with(study, said))


def with_comments(study: Study, comments: Mapping[int, str]) -> Study:
    """Return a study with comments of the match, those left out for which there is no step.

    Raises:
        BadRecord: when one is too long, or cannot be shown.
    """
    last = len(study.match.log.standing)
    return replace(study, comments={step: checked(text, 0) for step, text in comments.items() if 0 <= step <= last})


def _goes_on(study: Study, step: int, of: int, entry: Entry) -> int | None:
    """Tell what goes on from a position with such an entry: a variation, 0 for the match; None if nothing does."""
    before = study.match.log.renumbered if not of else study.variations[of - 1].entries
    at = step if not of else step - study.variations[of - 1].step
    if at < len(before) and _same(before[at], entry):
        return of
    begun = (one for one in study.variations if (one.step, one.of) == (step, of) and _same(one.entries[0], entry))
    return next((one.number for one in begun), None)


def _same(one: Entry, other: Entry) -> bool:
    return (one.seat, one.actions, one.chance) == (other.seat, other.actions, other.chance)


def _settle(match: Match, other: Match) -> None:
    """Let chance settle what it is asked: as the key of the match gives it, or else as any other."""
    ask = other.log.ask
    if match.chance.key is None or match.chance.arranged or ask is None:
        other.go_on()
        return
    wanted = match.chance.wanted()
    try:
        other.gestures.settle(ask.name, match.chance.draw(other.log))
    finally:
        match.chance.want_again(wanted)


def _longer(study: Study, of: int, entries: Sequence[Entry]) -> Study:
    one = study.variations[of - 1]
    if len(one.entries) + len(entries) > MOST_ENTRIES:
        bad(0, "moves", most=MOST_ENTRIES)
    return _with(study, replace(one, entries=(*one.entries, *entries)))


def _with(study: Study, changed: Variation) -> Study:
    others = (changed if one.number == changed.number else one for one in study.variations)
    return replace(study, variations=tuple(others))


def _renumbered(study: Study, left: Iterable[Variation]) -> Study:
    """Count what is left of the variations anew."""
    left = list(left)
    numbers = {0: 0} | {one.number: number for number, one in enumerate(left, 1)}
    return replace(
        study, variations=tuple(replace(one, number=numbers[one.number], of=numbers[one.of]) for one in left)
    )


def _bounded(study: Study) -> Study:
    if len("\n".join(study_lines(study)).encode()) > MOST_STUDY:
        bad(0, "study_long", most=MOST_STUDY)
    return study
