"""The line by which somebody tells others of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torite.scenes.labels import legend
from torite.scenes.wording import share_sentence

if TYPE_CHECKING:
    from torite.match import Match


def share_line(match: Match, language: str = "en") -> str:
    """Write a line that tells others how a match of one seat ended, without what lay where.

    Raises:
        UnknownName: for an unknown language.
    """
    words = legend(match.game, language)
    own = share_sentence(match, language) or words.words("share.score", n=match.scores[0])
    return " · ".join(part for part in ("Torite", words.title(match.variant.name), match.chance.daily, own) if part)
