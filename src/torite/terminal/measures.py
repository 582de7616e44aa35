"""What `torite simulate --measures` looks at and prints besides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from torite.terminal.text_layout import Ink, columns

if TYPE_CHECKING:
    from torite.lab import Report

OBSERVED = 100  #: matches that are looked at choice by choice
LUCK_DEALS = 20_000  #: first deals for luck and skill
LEVELS = ("simple", "random")  #: whose difference is skill, where not two levels were asked for


def levels(bots: Sequence[str]) -> tuple[str, str]:
    """Return whose difference is skill: the two levels that play, if there are two and neither thinks."""
    one, *others = dict.fromkeys(bots)
    return (one, others[0]) if others and {one, *others} <= set(LEVELS) else (LEVELS[0], LEVELS[1])


def looked_at(report: Report, language: str, ink: Ink) -> Iterator[str]:
    """Write what was seen, in lines."""
    from torite.lab import findings, profile

    if report.measures is None:
        return
    yield ""
    yield profile.heading(report, language)
    for line in columns(profile.measured(report, language), ink).splitlines():
        yield f"  {line}"
    yield from findings.findings(report, language)
    yield from profile.said(report, language)
    yield ""
    yield columns(profile.rules(report, language), ink)
    yield profile.never(report, language)
