"""`torite arena`: any bots on the same deals, each two of them with seats changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from torite.commas import parted
from torite.terminal.lab import Many
from torite.terminal.play import agreed
from torite.terminal.text_layout import columns, terminal_ink


@dataclass(frozen=True)
class Meeting:
    """Who meets whom, at what.

    Attributes:
        game: a variant's name, and name=value of its options, with commas between them.
        bots: two or more, each with its settings; see `torite.lab.contestants`.
        until: how narrow an interval should be; None for as many deals as are wanted.
        many: how many deals, and how.
    """

    game: str
    bots: Sequence[str]
    until: float | None
    many: Many


def arena(plan: Meeting) -> int:
    """Play, print who does better, and write the folder; return the exit code.

    Raises:
        ToriteError: when something cannot be played, or not be written.
    """
    from torite import lab
    from torite.lab.arena_page import keep
    from torite.lab.arena_told import heading, pairs, ratings, sentences
    from torite.lab.files import check_installed

    many, (name, *options) = plan.many, parted(plan.game)
    check_installed("openskill")
    folder = Path(many.folder) if many.folder else None
    if folder:
        check_installed("matplotlib")
    sys.path.append(str(Path.cwd()))  # what somebody brings lies where they are
    with many.places() as places, many.progress() as progress:
        found = lab.arena(
            name, plan.bots, many.matches, many.seats, agreed(options), many.seed,
            "deal" if many.deals else "match", plan.until, progress, folder=folder, stoppable=True,
            first=many.first, **places,
        )  # fmt: skip

    def told(language: str) -> Iterator[str]:
        yield heading(found, language)
        yield columns(ratings(found, language), terminal_ink())
        yield columns(pairs(found, language), terminal_ink())
        yield from sentences(found, language)

    if folder:
        keep(found, folder, many.outputs.language)
    return many.shown(found, told)
