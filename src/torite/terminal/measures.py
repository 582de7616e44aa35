"""What the lab's commands look at and print besides with `--measures`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from torite.terminal.text_layout import Ink, columns

if TYPE_CHECKING:
    from torite.lab import Comparison, Report

Seen = TypeVar("Seen", "Report", "Comparison")

OBSERVED = 100  #: matches that are looked at choice by choice
LUCK_DEALS = 20_000  #: first deals for luck and skill
LEVELS = ("simple", "random")  #: whose difference is skill, where not two levels were asked for


def levels(bots: Sequence[str]) -> tuple[str, str]:
    """Return whose difference is skill: the two levels that play, if there are two and neither thinks."""
    one, *others = dict.fromkeys(bots)
    return (one, others[0]) if others and {one, *others} <= set(LEVELS) else (LEVELS[0], LEVELS[1])


def with_luck(outcome: Seen, **how: Any) -> Seen:
    """Tell luck from skill at each table of a run, if some of its matches were looked at; less where it is interrupted.

    Args:
        outcome: what came of the run.
        how: see `torite.lab.luck`.
    """
    from torite import lab

    if outcome.measures is None or outcome.stopped:
        return outcome
    try:
        found = [
            lab.luck(
                table["variant"], LUCK_DEALS, levels(table["bots"]), len(table["bots"]), table["options"],
                outcome.seed, **how,
            ).to_json()
            for table in outcome.tables
        ]  # fmt: skip
    except KeyboardInterrupt:
        return replace(outcome, stopped=True)
    return replace(outcome, luck=found[0] if isinstance(outcome, lab.Report) else found)


def looked_at(outcome: Report | Comparison, language: str, ink: Ink) -> Iterator[str]:
    """Write what was seen, in lines."""
    from torite.lab import profile

    if outcome.measures is None:
        return
    yield ""
    yield profile.heading(outcome, language)
    for line in columns(profile.measured(outcome, language), ink).splitlines():
        yield f"  {line}"
    yield from profile.said(outcome, language)
    yield ""
    yield columns(profile.rules(outcome, language), ink)
    yield from profile.never(outcome, language)
