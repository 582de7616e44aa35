"""What kind of game it is, in words: the measures of single matches, luck and skill, and what of the rules came up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torite.kit.game import Game
from torite.lab.compare import Comparison
from torite.lab.findings import bots_of, game_at, titles, wording
from torite.lab.simulate import Report
from torite.lab.told import CameUp, LuckTold, Measures
from torite.study import habits_told
from torite.words import Words

END = re.compile(r"[.!?](?:\s|$)|[。！？]")  #: of a sentence

#: How a measure is written, in the order in which they are.
FORMS = {
    "choices": ".0f", "forced": ".0%", "options": ".2f", "deals": ".1f", "minutes": ".0f",
    "lead_changes": ".1f", "open": ".0%", "drama": ".2f", "alone": ".0%", "clarity": ".0%",
}  # fmt: skip


@dataclass(frozen=True)
class _Seen:
    """What was seen at a table.

    Attributes:
        measures, came_up, luck: see `Report`.
        title: of the table, where there are several.
        game: what is played there.
    """

    measures: Measures
    came_up: Sequence[CameUp]
    luck: LuckTold | None
    title: str
    game: Game


def _at_tables(outcome: Report | Comparison, language: str) -> list[_Seen]:
    """Take what was seen table by table; nothing where nobody looked on."""
    if outcome.measures is None:
        return []
    if isinstance(outcome, Report):
        return [_Seen(outcome.measures, outcome.came_up, outcome.luck, "", game_at(outcome.tables[0]))]
    rows = zip(outcome.measures, outcome.came_up, titles(outcome, language), outcome.tables, strict=True)
    return [
        _Seen(found, came_up, outcome.luck[at] if outcome.luck else None, title, game_at(table))
        for at, (found, came_up, title, table) in enumerate(rows)
    ]


def heading(outcome: Report | Comparison, language: str) -> str:
    """Say how many matches were looked at."""
    return wording(language)("measures.head", matches=_at_tables(outcome, language)[0].measures["matches"])


def measured(outcome: Report | Comparison, language: str) -> list[list[str]]:
    """List the measures by their names, each with its interval, and how it differs from that at the first table.

    Returns:
        Heads, where there are several tables, and lines.
    """
    say, seen = wording(language), _at_tables(outcome, language)
    lines = [["", *(one.title for one in seen)]] if len(seen) > 1 else []
    for name, form in FORMS.items():
        if any(name in one.measures for one in seen):
            lines.append([say(f"measures.{name}"), *(_cell(one.measures, name, form, say) for one in seen)])
    return lines


def _cell(found: Measures, name: str, form: str, say: Words) -> str:
    if name not in found:
        return "–"
    apart = found.get(f"{name}_difference")
    if apart is None:
        return say.interval(found[name], found[f"{name}_error"], form)
    mark, error = " *" if found[f"{name}_real"] else "", found[f"{name}_difference_error"]
    return f"{say.number(found[name], form)} ({say.interval(apart, error, form, signed=True)}){mark}"


def said(outcome: Report | Comparison, language: str) -> Iterator[str]:
    """Say what luck does and what skill does, at each table."""
    say = wording(language)
    for one in _at_tables(outcome, language):
        if one.luck is not None:
            told, *more = _luck(one.luck, say)
            yield say("measures.at", table=one.title, told=told) if one.title else told
            yield from more


def _luck(luck: LuckTold, say: Words) -> Iterator[str]:
    better, worse = (bots_of([level], say) for level in (luck["better"], luck["worse"]))
    form = ".2%" if luck["unit"] == "match" else ".2f"  # shares of the win in per cent
    yield say(
        f"measures.luck_{luck['unit']}",
        deals=f"{luck['deals']:,}", hand=say.number(max(0.0, luck["hand"] or 0.0), ".0%"), better=better,
        worse=worse, edge=say.interval(luck["edge"], luck["edge_error"], form),
    )  # fmt: skip
    if luck["needed"] is not None:
        yield say("measures.needed", deals=luck["needed"], better=better)


def rules(outcome: Report | Comparison, language: str) -> list[list[str]]:
    """List what of the rules came up: heads; then its kind, clause, name, in how many matches, and how often.

    Of several tables both stand in one column for each.
    """
    say, seen = wording(language), _at_tables(outcome, language)
    heads = [say(f"measures.{name}") for name in ("what", "clause", "name")]
    heads += [one.title for one in seen] if len(seen) > 1 else [say("measures.in"), say("measures.times")]
    lines = []
    for (kind, clause, name), cells in _beside(seen, language).items():
        if any(times for _, times in cells):
            told = [(say.number(matches, ".0%"), say.number(times, ".1f")) for matches, times in cells]
            columns = [*told[0]] if len(seen) == 1 else [" · ".join(cell) for cell in told]
            lines.append([say(f"measures.{kind}"), clause, name, *columns])
    return [heads, *lines]


def _beside(seen: Sequence[_Seen], language: str) -> dict[tuple[str, str, str], list[tuple[float, float]]]:
    """List all that could come up at some table; of each, in how many matches and how often it did at each."""
    counts = [
        {
            (row["kind"], row["clause"], called(one.game, row, language)): (row["matches"], row["times"])
            for row in one.came_up
        }
        for one in seen
    ]
    keys = dict.fromkeys(key for count in counts for key in count)
    return {key: [count.get(key, (0.0, 0.0)) for count in counts] for key in keys}


def called(game: Game, row: CameUp, language: str) -> str:
    """Say what of the rules came up: an action as at its button, else the first sentence that tells it, unfilled."""
    words, name = game.words(language), row["name"]
    if row["kind"] == "action":
        return habits_told.kind(game, name, words)
    key = f"{'refusal' if row['kind'] == 'refusal' else 'note'}.{name}"
    return END.split(words.outline(key))[0] if words.knows(key) else name.replace("_", " ")


def never(outcome: Report | Comparison, language: str) -> list[str]:
    """Say what of the rules came up at one of several tables alone, and what never did."""
    say, seen = wording(language), _at_tables(outcome, language)
    beside = _beside(seen, language)
    where = {key: [at for at, (_, times) in enumerate(cells) if times] for key, cells in beside.items()}
    told = []
    for at, one in enumerate(seen if len(seen) > 1 else ()):
        if names := [name for (_, _, name), tables in where.items() if tables == [at]]:
            told.append(say("measures.only", table=one.title, names=" · ".join(names)))
    names = [name for (_, _, name), tables in where.items() if not tables]
    return [*told, say("measures.never", names=" · ".join(names) or "–")]
