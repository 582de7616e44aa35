"""Variations at a replay: read from how they are kept, changed, laid out, told in words."""

from __future__ import annotations

import contextlib
import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from torite.errors import BadOptions, BadRecord
from torite.match import Match
from torite.records import Study, studying, write_study
from torite.records.entering import bad
from torite.records.variations import MOST_VARIATIONS, VARIATION, Variation, enter_study, study_lines
from torite.scenes import lay_out, reasons, wording
from torite.scenes.schema import Scene
from torite.service.page_messages import page_words
from torite.service.replay_answers import Branch, Branches, Note, Tried
from torite.service.replays import MOST_STEPS, Between

TOLD = 4 * MOST_VARIATIONS  #: variations of which it is kept what they tell, 200 moves each at most
NAMES = re.compile(r"^name \d+: (.*)$", re.MULTILINE)  #: in a record


def read(match: Match, lines: str, between: Between) -> Study:
    """Read what is kept of variations at a replay: without any it is empty."""
    return enter_study(match, lines.split("\n"), 1, between) if lines else Study(match)


def written(study: Study) -> str:
    """Write variations as they are kept, without comments of the match, which are notes."""
    return "\n".join(study_lines(Study(study.match, {}, study.variations))) if study.variations else ""


def whole(study: Study, notes: list[tuple[int, str]], record: str) -> str:
    """Write the record with its variations, and with notes as comments of the match; people are called as it does."""
    shown = study.match.names
    study.match.rename([name.rstrip("\r") for name in NAMES.findall(record)])
    try:
        return write_study(studying.with_comments(study, dict(notes)), with_key=True)
    finally:
        study.match.rename(shown)


class Telling:
    """What variations tell whoever reads them: what was told of late is not told anew.

    Neither a variation nor what leads to it is ever changed: what is changed is another. So one is told by which it is.

    Args:
        between: called between two entries.
    """

    def __init__(self, between: Between) -> None:
        self._between = between
        self._told: OrderedDict[tuple[int, int, str], tuple[Variation, list[str]]] = OrderedDict()

    def moves(self, study: Study, of: int, viewer: int, language: str) -> list[str]:
        """Tell the moves of a variation as a viewer reads them."""
        one = study.variations[of - 1]
        key = id(one), viewer, language
        if key not in self._told:
            self._told[key] = one, _moves(study, of, viewer, language, self._between)
            while len(self._told) > TOLD:
                self._told.popitem(last=False)
        self._told.move_to_end(key)
        return self._told[key][1]


def told(study: Study, of: int, step: int, viewer: int, language: str, telling: Telling) -> Branches:
    """Tell all variations as a viewer reads them, and to which position a change leads.

    Raises:
        BadOptions: for a viewer that does not exist.
    """
    study.match.knowledge.glimpse(viewer)
    branches = [
        Branch(
            one.number,
            one.step,
            one.of,
            telling.moves(study, one.number, viewer, language),
            [Note(at, text) for at, text in sorted(one.comments.items())],
        )
        for one in study.variations
    ]
    return Branches(branches, of, step)


def _moves(study: Study, of: int, viewer: int, language: str, between: Between) -> list[str]:
    one, words = study.variations[of - 1], study.match.game.words(language)
    other, moves = study.at(one.step, of), []
    for entry in one.entries:
        between()
        other.log.follow(entry)
        seen = other.knowledge.seen(other.log[-1], viewer)
        moves.append(wording.together(words, wording.entry_sentences(other, seen, viewer, words)))
    return moves


def scenes(study: Study, of: int, first: int, last: int, viewer: int, language: str, between: Between) -> list[Scene]:
    """Lay out positions of a variation, or of the match.

    Raises:
        BadOptions: for positions or a viewer that do not exist, or too many positions at once.
    """
    length = len(study.match.log.standing)
    least, most = (0, length) if not of else _ends(study, of)
    if not least <= first <= last <= most or last - first >= MOST_STEPS:
        raise BadOptions("replay.no_steps", page_words, most=most, at_once=MOST_STEPS)
    entries = study.match.log.renumbered if not of else study.variations[of - 1].entries
    now = study.at(first, of)
    found = [lay_out(now, viewer, language)]
    for entry in entries[first - least : last - least]:
        between()
        now.log.follow(entry)
        found.append(lay_out(now, viewer, language))
    return found


def way(lines: str, of: int, step: int) -> str:
    """Write what leads to a position and what is played there, from variations as they are kept, as it is told apart.

    What is said of it, and what is tried elsewhere, makes no difference.
    """
    kept = [one.splitlines() for one in re.split("^(?=variation )", lines, flags=re.MULTILINE)[1:]]
    played, end = list[str](), step + 1
    while 0 < of <= len(kept):
        head = VARIATION.fullmatch(kept[of - 1][0])
        assert head, "written by the service"
        begins, of, moves = int(head[2]), int(head[3] or 0), kept[of - 1][1:]
        if step > begins:
            played = [one for one in moves if not one.startswith("comment:")][: end - begins] + played
            end = begins
    return "\n".join([str(step), str(end), *played])


def _ends(study: Study, of: int) -> tuple[int, int]:
    if not 0 < of <= len(study.variations):
        bad(0, "variation")
    return study.variations[of - 1].step, study.variations[of - 1].end


def ask(study: Study, of: int, step: int, seat: int, parts: list[str], why: str, language: str) -> Tried:
    """Tell what may be added to parts of a gesture at a position, or why an action is not allowed.

    Raises:
        ToriteError: when there is no such position or seat, or the parts do not go together.
    """
    match = study.at(step, of)
    if why:
        return Tried("", [], False, *reasons.why_not(match, match.log.setup.checked(seat), why, language))
    return Tried(**match.gestures.draft(seat, parts), say="", clause="")


@contextlib.contextmanager
def plainly() -> Iterator[None]:
    """Tell what is refused of variations as whoever tries a move reads it: there is no line that is at fault."""
    try:
        yield
    except BadRecord as fault:
        key = fault.key.removeprefix("error.record_")
        raise BadOptions(f"replay.study.{key}", page_words, **fault.facts) from None


def changed(
    study: Study, how: str, of: int, step: int, between: Between, facts: dict[str, Any]
) -> tuple[Study, int, int]:
    """Change variations: a move is played, a position spoken of, or what leads to one is cut.

    Args:
        study: as they were.
        how: `play`, `say` or `cut`.
        of, step: the position.
        between: called between two entries.
        facts: of a move its `seat` and `code`, of a comment its `text`.

    Returns:
        As they are, and the position that is looked at then.

    Raises:
        ToriteError: when there is no such position, it is no legal move, or there would be too much.
    """
    if how == "play":
        after, there = studying.play(study, step, of, facts["seat"], facts["code"], between)
        return after, there, _settled(after, there, step + 1)
    _ends(study, of)
    if how == "say":
        return studying.say(study, step, of, facts["text"]), of, step
    after = studying.cut(study, step, of)
    return after, *studying.home(study, step - 1, of)[::-1]


def _settled(study: Study, of: int, step: int) -> int:
    """Return the step from which on somebody is to act: after what chance settles."""
    begins = study.variations[of - 1].step if of else 0
    entries = study.variations[of - 1].entries if of else study.match.log.renumbered
    while begins <= step < begins + len(entries) and entries[step - begins].chance:
        step += 1
    return step
