"""What is told of a lesson at its table, made from what its learner knows; and why tricks went as they did."""

from __future__ import annotations

from collections.abc import Iterable

from torite.games import find
from torite.match import Entry, Match
from torite.scenes import lay_out, lessons, wording
from torite.scenes.labels import legend
from torite.scenes.table_parts import TAKES
from torite.service.messages import Teaching
from torite.service.open_table import OpenTable
from torite.service.page_messages import page_words


def teaching(at: OpenTable, seat: int, language: str) -> Teaching | None:
    """Tell the learner of a table about its lesson; nobody else, and None where there is none."""
    taught, match = at.setup.lesson, at.match
    if taught is None or seat != lessons.LEARNER:
        return None
    game, variant = find(at.setup.variant)
    listed = list(lessons.lessons(game, variant))
    number = listed.index(taught)
    told = lessons.feedback(match, taught) if match else None
    claim = taught.claim
    return Teaching(
        name=taught.name,
        title=lessons.written(game, taught.title, language),
        number=number + 1,
        of=len(listed),
        before=lessons.written(game, taught.before, language),
        told=lessons.written(game, told.text, language) if told else "",
        good=told is not None and told.good,
        done=match is not None and (match.over or match.deal_over or len(lessons.choices(match)) > len(claim.before)),
        next=listed[number + 1].name if number + 1 < len(listed) else "",
    )


def last_trick(match: Match, seat: int, language: str) -> str:
    """Say who took the trick that was completed since a seat's last choice, and with what; empty for none."""
    recent = []
    for entry in match.log.backwards():
        recent.append(entry)
        if entry.seat == seat:
            break
    if not _taken(recent):
        return ""
    scene = lay_out(match, seat, language)
    laid = next((laid for laid in scene.last_trick or [] if laid.seat == scene.last_taker), None)
    if laid is None or not any(laid.pieces):
        return ""
    say, words = page_words(language), legend(match.game, language).words
    pieces = " ".join(piece.glyph for piece in laid.pieces if piece)
    if scene.last_taker == seat:
        return say("lesson.took_you", pieces=pieces)
    return say("lesson.took", name=wording.seat_name(match, scene.last_taker, words), pieces=pieces)


def taking(match: Match, language: str) -> str:
    """Say what takes a trick; empty where a game says nothing of it."""
    words = legend(match.game, language).words
    return words("taking") if words.knows("taking") else ""


def is_first_trick(match: Match) -> bool:
    """Tell whether no more than one trick was taken yet."""
    return _taken(match.log.backwards()) <= 1


def _taken(entries: Iterable[Entry]) -> int:
    """Count the tricks that were taken with entries."""
    return sum(note.line.key == TAKES for entry in entries for note in entry.notes)
