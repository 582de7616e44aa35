"""What `torite simulate --measures` prints of single matches, of luck and skill, and of the rules that came up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from torite.terminal.text_layout import Ink, columns
from torite.terminal.wording import sentences

if TYPE_CHECKING:
    from torite.lab import Luck, Report

OBSERVED = 100  #: matches that are looked at choice by choice
LUCK_DEALS = 20_000  #: first deals for luck and skill
LEVELS = ("simple", "random")  #: whose difference is skill, where not two levels were asked for

#: How a measure is written, in the order in which they are.
FORMS = {
    "choices": "{:.0f}", "forced": "{:.0%}", "options": "{:.1f}", "deals": "{:.1f}", "minutes": "{:.0f}",
    "lead_changes": "{:.1f}", "open": "{:.0%}", "drama": "{:.2f}", "alone": "{:.0%}", "clarity": "{:.0%}",
}  # fmt: skip


def levels(bots: Sequence[str]) -> tuple[str, str]:
    """Return whose difference is skill: the two levels that play, if there are two and neither thinks."""
    one, *others = dict.fromkeys(bots)
    return (one, others[0]) if others and {one, *others} <= set(LEVELS) else (LEVELS[0], LEVELS[1])


def looked_at(report: Report, luck: Luck | None, language: str, ink: Ink) -> Iterator[str]:
    """Write what was seen, in lines."""
    say = sentences(language)
    if report.measures is not None:
        yield ""
        yield say("measures.head", matches=report.measures["matches"])
        yield columns([["", ""], *_measured(report, say)], ink).partition("\n")[2]
    if report.fairness is not None:
        told = {name: f"{report.fairness[name]:.1%}" for name in ("share", "error")}
        yield say(
            "measures.unfair" if report.fairness["real"] else "measures.fair", seat=report.fairness["seat"], **told
        )
    if luck is not None:
        yield say(
            f"measures.luck_{luck.unit}", deals=f"{luck.deals:,}", hand=f"{max(0.0, luck.hand or 0.0):.0%}",
            better=say(f"level.{luck.better}"), worse=say(f"level.{luck.worse}"),
            edge=f"{luck.edge:.2f}", error=f"{luck.edge_error:.2f}",
        )  # fmt: skip
        if luck.needed is not None:
            yield say("measures.needed", deals=luck.needed, better=say(f"level.{luck.better}"))
    if report.came_up:
        yield ""
        yield columns(
            [[say(f"measures.{name}") for name in ("what", "clause", "name", "in", "times")], *_rules(report, say)], ink
        )
        yield say("measures.never", names=", ".join(row["name"] for row in report.came_up if not row["times"]) or "–")


def _measured(report: Report, say: Any) -> Iterator[list[str]]:
    measures = report.measures or {}
    for name, form in FORMS.items():
        if name in measures:
            error = measures.get(f"{name}_error")
            told = form.format(measures[name])
            yield [f"  {say(f'measures.{name}')}", told if error is None else f"{told} ±{form.format(error)}"]


def _rules(report: Report, say: Any) -> Iterator[list[str]]:
    for row in report.came_up:
        if row["times"]:
            shares = [f"{row['matches']:.0%}", f"{row['times']:.1f}"]
            yield [say(f"measures.{row['kind']}"), row["clause"], row["name"], *shares]
