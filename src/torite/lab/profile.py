"""What kind of game it is, in words: the measures of single matches, luck and skill, and what of the rules came up."""

from __future__ import annotations

from collections.abc import Iterator

from torite.lab.findings import bots_of, wording
from torite.lab.simulate import Report

#: How a measure is written, in the order in which they are.
FORMS = {
    "choices": "{:.0f}", "forced": "{:.0%}", "options": "{:.1f}", "deals": "{:.1f}", "minutes": "{:.0f}",
    "lead_changes": "{:.1f}", "open": "{:.0%}", "drama": "{:.2f}", "alone": "{:.0%}", "clarity": "{:.0%}",
}  # fmt: skip


def heading(report: Report, language: str) -> str:
    """Say how many matches were looked at."""
    return wording(language)("measures.head", matches=(report.measures or {})["matches"])


def measured(report: Report, language: str) -> list[tuple[str, str]]:
    """List the measures by their names, each with its interval where it has one."""
    say, found = wording(language), report.measures or {}
    lines = []
    for name, form in FORMS.items():
        if name in found:
            error = found.get(f"{name}_error")
            told = form.format(found[name])
            lines.append((say(f"measures.{name}"), told if error is None else f"{told} ±{form.format(error)}"))
    return lines


def said(report: Report, language: str) -> Iterator[str]:
    """Say what luck does and what skill does."""
    say, luck = wording(language), report.luck
    if luck is None:
        return
    better, worse = (bots_of([luck[name]], say) for name in ("better", "worse"))
    scale = 100 if luck["unit"] == "match" else 1  # shares of the win in per cent
    yield say(
        f"measures.luck_{luck['unit']}", deals=f"{luck['deals']:,}", hand=f"{max(0.0, luck['hand'] or 0.0):.0%}",
        better=better, worse=worse, edge=f"{scale * luck['edge']:.2f}", error=f"{scale * luck['edge_error']:.2f}",
    )  # fmt: skip
    if luck["needed"] is not None:
        yield say("measures.needed", deals=luck["needed"], better=better)


def rules(report: Report, language: str) -> list[list[str]]:
    """List what of the rules came up: heads; then its kind, clause, name, in how many matches, and how often."""
    say = wording(language)
    heads = [say(f"measures.{name}") for name in ("what", "clause", "name", "in", "times")]
    return [heads] + [
        [say(f"measures.{row['kind']}"), row["clause"], row["name"], f"{row['matches']:.0%}", f"{row['times']:.1f}"]
        for row in report.came_up
        if row["times"]
    ]


def never(report: Report, language: str) -> str:
    """Say what of the rules never came up."""
    names = [row["name"] for row in report.came_up if not row["times"]]
    return wording(language)("measures.never", names=", ".join(names) or "–")
