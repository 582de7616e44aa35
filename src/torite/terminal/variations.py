"""What might have been played instead, and what is said of a match, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from torite.scenes import wording
from torite.worlds.view import SPECTATOR

if TYPE_CHECKING:
    from torite.records import Study, Variation
    from torite.terminal.table import ScenePen


def comment(comments: Mapping[int, str], step: int, table: ScenePen) -> Iterator[str]:
    """Tell what is said of a position, line by line."""
    if text := comments.get(step):
        yield from (table.say("study.comment", entry=step, text=one) for one in text.split("\n") if one)


def head(one: Variation, table: ScenePen) -> str:
    """Tell where a variation begins."""
    return table.say("study.of" if one.of else "study.variation", number=one.number, entry=one.step, of=one.of)


def moves(study: Study, one: Variation, table: ScenePen) -> Iterator[str]:
    """Tell what is played in a variation, with all hands open, and what is said of it."""
    words, other = study.match.game.words(table.language), study.at(one.step, one.number)
    yield from comment(one.comments, one.step, table)
    for entry in one.entries:
        other.log.follow(entry)
        seen = other.knowledge.seen(entry, entry.seat)
        yield table.tell(wording.together(words, wording.entry_sentences(other, seen, SPECTATOR, words)))
        yield from comment(one.comments, entry.number + 1, table)
