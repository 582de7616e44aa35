"""What is told of a lesson or a puzzle at its table, by what its learner knows; and why tricks went as they did."""

from __future__ import annotations

from collections.abc import Iterable

from torite.games import catalogue, find
from torite.match import Entry, Match
from torite.scenes import lay_out, lessons, wording
from torite.scenes.labels import legend
from torite.scenes.table_parts import TAKES
from torite.service.day_puzzles import day_of, is_called
from torite.service.errors import Refused
from torite.service.messages import Teaching
from torite.service.open_table import OpenTable
from torite.service.page_messages import page_words
from torite.study import puzzles
from torite.study.equal_choices import Choice, named
from torite.study.puzzles import Puzzle, answered

MOST_TOLD = 6  #: choices of a puzzle whose cost is told
#: How amounts of a unit are written: what is not listed is points.
UNITS = {"match": "match", "win": "per_cent", "success": "per_cent"}


def teaching(at: OpenTable, seat: int, language: str) -> Teaching | None:
    """Tell the learner of a table about its lesson or puzzle; nobody else, and None where there is none."""
    if (asked := at.setup.puzzle) is not None:
        return _puzzle(at, asked, language) if seat == asked.seat else None
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
        puzzle="",
        day="",
        rating=0,
        number=number + 1,
        of=len(listed),
        before=lessons.written(game, taught.before, language),
        told=lessons.written(game, told.text, language) if told else "",
        good=told is not None and told.good,
        done=match is not None
        and (match.over or match.log.deal_over or len(lessons.choices(match)) > len(claim.before)),
        next=listed[number + 1].name if number + 1 < len(listed) else "",
    )


def titled(variant: str, name: str, language: str) -> str:
    """Say what a lesson or a puzzle is called; empty where there is none of this name here."""
    if not name or variant not in catalogue():
        return ""
    if is_called(name):
        return page_words(language)("puzzle.title" if day_of(name) else "puzzle.title_yours")
    game, found = find(variant)
    taught = next((one for one in lessons.lessons(game, found) if one.name == name), None)
    return lessons.written(game, taught.title, language) if taught else ""


def _puzzle(at: OpenTable, asked: Puzzle, language: str) -> Teaching:
    """Tell of a puzzle; once it is answered, what each choice is worth less."""
    say, match = page_words(language), at.match
    answer, day = answered(match, asked) if match else None, day_of(at.setup.settings.lesson)
    before = [say("puzzle.offered" if asked.offered else "puzzle.asked"), say("puzzle.grade", n=asked.grade)]
    about = [say(f"puzzle.theme.{theme}") for theme in asked.themes]
    if about:
        before.append(say("puzzle.about", themes=legend(find(asked.variant)[0], language).words.join(about)))
    return Teaching(
        name=at.setup.settings.lesson,
        title=say("puzzle.title" if day else "puzzle.title_yours"),
        puzzle=asked.name,
        day=day,
        rating=asked.rating,
        number=1,
        of=1,
        before=wording.together(page_words(language), before),
        told=wording.together(page_words(language), _told(match, asked, answer, language)) if match and answer else "",
        good=answer is not None and answer.code == asked.best,
        done=answer is not None,
        next="",
    )


def check_help(at: OpenTable) -> None:
    """Check that help may be had: of a puzzle it would be the answer, and that counts.

    Raises:
        Refused: before the puzzle is answered.
    """
    if (asked := at.setup.puzzle) is not None and at.match is not None and answered(at.match, asked) is None:
        raise Refused("puzzle_first")


def _told(match: Match, asked: Puzzle, answer: Choice, language: str) -> list[str]:
    """Say whether an answer was right, what the other choices are worth less, and how sure that is."""
    say, words = page_words(language), legend(match.game, language).words

    def amount(one: Choice) -> str:
        key = f"puzzle.{UNITS.get(asked.unit, 'points')}" + ("" if round(one.error, 1) else "_exact")
        return say(key, cost=f"{one.loss:.1f}", error=f"{one.error:.1f}")

    best, *others = puzzles.choices(match, asked)
    texts = dict(zip([best, *others], named(words, match.game, [best, *others]), strict=True))
    if answer == best:
        told = [say("puzzle.right", best=texts[best])]
    else:
        right, taken = named(words, match.game, [best, answer])
        told = [say("puzzle.wrong", best=right, taken=taken, cost=amount(answer))]
    others = [one for one in others[: MOST_TOLD - 1] if one != answer]
    told += [say("puzzle.choice", choice=texts[one], cost=amount(one)) for one in others]
    return [*told, say("puzzle.exact" if asked.exact else "puzzle.honest")]


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
