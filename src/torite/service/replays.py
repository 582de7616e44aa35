"""Matches played again: what a record holds, its positions as scenes, and whether its chance was fair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from torite.errors import BadOptions, BadRecord
from torite.kit.chances import DICE, NUMBER, SHUFFLE, Ask
from torite.match import Match
from torite.match.entries import Entry
from torite.match.setup import seat_number
from torite.records import Study, line, read, read_study, verify, write
from torite.records.entering import on
from torite.records.variations import study_lines
from torite.records.writing import MOST_LINES
from torite.scenes import lay_out, wording
from torite.scenes.labels import legend
from torite.scenes.schema import Scene
from torite.scenes.table_parts import DEAL, TAKES
from torite.service.errors import Refused
from torite.service.page_messages import page_words
from torite.service.replay_answers import Outcome, Replay, What
from torite.study.analysis import is_unplayed

MOST_STEPS = 60  #: positions in one answer
MOST_LETTERS = 600_000  #: of a record
MOST_UNDONE = 1_500  #: entries taken back; each costs a copy of the state
Between = Callable[[], None]  #: called between two steps; what it raises gives the work up
WHAT: dict[int, What] = {NUMBER: "number", SHUFFLE: "shuffle", DICE: "dice"}


def opened(text: str, between: Between = on) -> tuple[Match, dict[str, Any]]:
    """Read a record that anybody may have written; part it into the match alone, its comments, its variations.

    Raises:
        BadRecord: with the line at fault, or when reading it would take too long.
    """
    check_length(text)
    study = read_study(text, between)
    match = study.match
    match.knowledge.open_hands()
    with_key = write(match, with_key=True)
    alone = with_key if text.replace("\r\n", "\n").startswith(with_key) else write(match)
    lines = study_lines(Study(match, {}, study.variations)) if study.variations else []
    notes = [[step, said] for step, said in study.comments.items()]
    _count_seats_from_one(match)
    return match, {"record": alone if lines or notes else text, "lines": "\n".join(lines), "notes": notes}


def check_length(text: str) -> None:
    """Check that reading a record would not take too long.

    Raises:
        BadRecord: when it would.
    """
    if len(text) > MOST_LETTERS or text.count("\n") > MOST_LINES or text.count(": undo ") > MOST_UNDONE:
        facts = {"most": MOST_LINES, "letters": MOST_LETTERS, "undone": MOST_UNDONE}
        raise BadRecord("replay.too_long", page_words, line=0, **facts)


def reopened(text: str, between: Between = on) -> Match:
    """Read a record that was taken in before, or that the service wrote itself.

    Raises:
        BadRecord: when it was altered since.
    """
    match = read(text, between)
    match.knowledge.open_hands()
    _count_seats_from_one(match)
    return match


def _count_seats_from_one(match: Match) -> None:
    """Call those of whom a record has no name by their seats, from one as on every page: files count from zero."""
    nameless = [name == seat_number(seat) for seat, name in enumerate(match.names)]
    if any(nameless):
        match.rename([seat_number(seat + 1) if nameless[seat] else name for seat, name in enumerate(match.names)])


def summary(match: Match, name: str, language: str, between: Between = on) -> Replay:
    """Tell what a record of a name holds, without its positions."""
    words, pack, entries = match.game.words(language), match.game.pack, match.log.standing
    outcomes, leads = _walked(match, between)
    return Replay(
        id=name,
        title=words(f"variant.{match.variant.name}.title"),
        game=match.game.name,
        variant=match.variant.name,
        daily=match.chance.daily,
        names=[wording.seat_name(match, seat, words) for seat in range(match.seats)],
        form=legend(match.game, language).form,
        pieces={code: wording.spoken(words, pack, kind) for kind, code in enumerate(pack.codes) if code},
        glyphs={pack.glyph(kind): code for kind, code in enumerate(pack.codes) if code},
        over=match.over,
        steps=len(entries) + 1,
        deals=[step for step, entry in enumerate(entries, 1) if entry.chance == DEAL],
        tricks=[step for step, entry in enumerate(entries, 1) if _ends_trick(entry)],
        leads=leads,
        scores=match.scores,
        key_hash=match.chance.key_hash,
        key=match.chance.key.hex() if match.chance.key else "",
        words=[match.chance.entropy.get(seat, "") for seat in range(match.seats)],
        arranged=match.chance.arranged,
        unplayed=is_unplayed(match),
        outcomes=outcomes,
    )


def steps(match: Match, first: int, last: int, viewer: int, language: str, between: Between = on) -> list[Scene]:
    """Lay out positions as scenes; what was taken back is left out.

    Args:
        match: the match, over or open; it is not changed.
        first, last: the positions; 0 is the start, and each entry that stands makes one more.
        viewer: a seat, SPECTATOR, or EVERYTHING for all hands.
        language: one of `torite.words.LANGUAGES`.
        between: called between two positions.

    Raises:
        BadOptions: for positions or a viewer that do not exist, or too many positions at once.
    """
    most = len(match.log.standing)
    if not 0 <= first <= last <= most or last - first >= MOST_STEPS:
        raise BadOptions("replay.no_steps", page_words, most=most, at_once=MOST_STEPS)
    return [lay_out(now, viewer, language) for now in _positions(match, last, first, between)]


def moves(match: Match, viewer: int, language: str, between: Between = on) -> list[str]:
    """Tell each entry that stands as its viewer read it then, one for each position but the first.

    Args:
        match: the match, over or open; it is not changed.
        viewer: a seat, SPECTATOR, or EVERYTHING for all hands.
        language: one of `torite.words.LANGUAGES`.
        between: called between two positions.

    Raises:
        BadOptions: for a viewer that does not exist.
    """
    words, told = match.game.words(language), []
    match.knowledge.glimpse(viewer)  # which refuses whoever may not look
    for now in _positions(match, len(match.log.standing), between=between):
        if len(now.log):
            seen = now.knowledge.seen(now.log[-1], viewer)
            told.append(wording.together(words, wording.entry_sentences(now, seen, viewer, words)))
    return told


def begun(match: Match, step: int) -> dict[str, Any]:
    """Tell what a match is made from that goes on from a step.

    That is its variant, options and seats, what was set before its first deal, and the lines up to there.

    Raises:
        BadOptions: for a step that there is not, or after which nobody plays.
        Refused: for a match that began with numbers that cannot have come of play.
    """
    most = len(match.log.standing)
    if not 0 <= step <= most:
        raise BadOptions("replay.no_step", page_words, most=most)
    then = match.at(step)
    if not match.log.setup.is_sound(then.log.state):
        raise Refused("play_on_given", "bad-options")
    if then.over:
        raise Refused("play_on_over", "bad-options")
    usual = match.game.options(match.variant.name, {}, match.variant.default_seats).texts()
    options = {name: text for name, text in match.options.texts().items() if usual.get(name) != text}
    lines = [line(match, entry) for entry in match.log.renumbered[:step]]
    return {
        "variant": match.variant.name,
        "options": options,
        "seats": match.seats,
        "given": dict(match.log.setup.initial),
        "lines": lines,
    }


def fair(match: Match, language: str, between: Between = on) -> dict[str, Any]:
    """Draw all chance of a match again from its key; tell in a sentence what came of it."""
    try:
        is_fair = verify(match, between)
        verdict = "fair" if is_fair else "unfair"
    except BadRecord as fault:
        is_fair, verdict = False, fault.key.removeprefix("error.record_")
    drawn = sum(bool(entry.chance) for entry in match.log)
    return {"fair": is_fair, "say": page_words(language)(f"replay.verdict.{verdict}", n=drawn)}


def _ends_trick(entry: Entry) -> bool:
    return any(note.line.key == TAKES for note in entry.notes)


def _positions(match: Match, last: int, first: int = 0, between: Between = on) -> Iterator[Match]:
    """Play a match again from one position to another; the same match is yielded at each, one entry further."""
    now = match.at(first)
    yield now
    for entry in match.log.renumbered[first:last]:
        between()
        now.log.follow(entry)
        yield now


def _walked(match: Match, between: Between) -> tuple[list[Outcome], list[int]]:
    """List what chance settled, with what it was asked, and the steps at which the first piece of a trick lay."""
    agreed, entries = set(match.chance.agreed), match.log.standing
    outcomes: list[Outcome] = []
    leads: list[int] = []
    led = False
    for step, now in enumerate(_positions(match, len(entries), between=between)):
        if not led and _trick_lies(now):
            leads.append(step)
            led = True
        if step and _ends_trick(entries[step - 1]):
            led = False
        if step < len(entries) and (chance := entries[step].chance):
            assert now.log.ask is not None
            outcomes.append(_outcome(match, now.log.ask, entries[step], chance in agreed))
            agreed.discard(chance)
    return outcomes, leads


def _trick_lies(match: Match) -> bool:
    """Tell whether a piece of a trick lies on the table."""
    fields = match.game.tricks
    return fields is not None and any(any(row) for row in getattr(match.log.state, fields.trick))


def _outcome(match: Match, ask: Ask, entry: Entry, agreed: bool) -> Outcome:
    pack = match.game.pack
    shuffle = ask.what == SHUFFLE
    pieces = [pack.codes[kind] for kind in pack.listed(ask.pieces)] if shuffle else []
    outcome: list[str | int] = [pack.codes[kind] for kind in entry.outcome] if shuffle else list(entry.outcome)
    return Outcome(ask.name, WHAT[ask.what], ask.n, ask.faces, pieces, outcome, agreed)
