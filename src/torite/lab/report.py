"""A run as one page to show: what is found, in sentences, then plots with their tables, and how it was made.

The page needs nothing beside it: no script, no font, no address. It has no date, so the same run makes the same page.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import reduce
from html import escape
from pathlib import Path

from torite import __version__
from torite.lab import profile
from torite.lab.compare import Comparison
from torite.lab.files import check_installed, command
from torite.lab.findings import (
    bots_of,
    even_share,
    findings,
    in_a_row,
    interval_of,
    listed,
    option_of,
    title,
    titles,
    values_of,
    wording,
    written,
)
from torite.lab.plots import MARKS, SERIES, Plot, Series, drawn
from torite.lab.rows import Row, called, rows_of, shown_measures
from torite.lab.simulate import Report
from torite.words import PER_CENT, Words

STYLE = Path(__file__).with_name("report.css")
BESIDE = 2  #: tables that are drawn beside one another at each seat; more are drawn along an axis
HIDES = 30  #: half-widths that the values of a plot may be apart, for intervals to hide one another
LONG = 24  #: letters of a cell, from which on it is a sentence
APART = 0.14  #: between what is drawn at one place, of the way to the next
#: The marks of plots, in a square of 12.
SHAPES = {
    "o": "M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10z", "s": "M1.5 1.5h9v9h-9z", "D": "M6 0l6 6-6 6-6-6z",
    "^": "M6 1l5.5 10h-11z", "v": "M6 11L.5 1h11z", "P": "M4 1h4v3h3v4h-3v3h-4v-3h-3v-4h3z",
    "*": "M6 0l1.5 4.2 4.5.1-3.6 2.700 1.300 4.300L6 8.700 2.300 11.300l1.300-4.300L0 4.300l4.500-.1z",
}  # fmt: skip


def page(outcome: Report | Comparison, language: str = "en", first_seat: int = 0) -> str:
    """Write the page of a run.

    Args:
        outcome: what came of it.
        language: one of `torite.words.LANGUAGES`.
        first_seat: the number from which seats are counted there.

    Raises:
        UnknownName: for another language.
        NotInstalled: without matplotlib.
    """
    check_installed("matplotlib")
    return _Page(outcome, language, first_seat).text()


def laid_out(heading: str, parts: Sequence[str], language: str) -> str:
    """Make a page of its parts, of which the first is the end of its header."""
    head = [
        "<!doctype html>",
        f'<html lang="{language}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="generator" content="Torite {__version__}">',
        f"<title>{escape(heading)}</title>",
        f"<style>\n{STYLE.read_text(encoding='utf-8')}</style></head>",
        f'<body><main>\n<header><p class="kicker">{wording(language)("report.kicker")}</p>',
        f"<h1>{escape(heading)}</h1>",
    ]
    return "\n".join([*head, *parts, "</main></body></html>\n"])


class _Page:
    def __init__(self, outcome: Report | Comparison, language: str, first_seat: int) -> None:
        self._outcome, self._language, self._first_seat = outcome, language, first_seat
        self._say: Words = wording(language)
        self._rows = rows_of(outcome)
        self._titles = titles(outcome, language)
        self._seats = len(outcome.rows)
        self._along = len(self._titles) > BESIDE
        self._option = option_of(outcome, language)
        self._values = values_of(outcome, language)

    def text(self) -> str:
        say = self._say
        heading = self._heading()
        chance = "report.chance" if len(self._titles) > 1 else "report.chance_one"
        parts = [
            f'<p class="lead">{escape(self._lead())}</p></header>',
            f'<section><h2>{say("report.found")}</h2>\n<ul class="findings">',
            *(f"<li>{escape(line)}</li>" for line in self._found()),
            f'</ul>\n<p class="note">{escape(say(chance))}</p></section>',
            f'<section><h2>{say("report.plots")}</h2>\n<div class="plots">',
            *self._figures(),
            "</div></section>",
            *self._profile(),
            f"<section><h2>{say('report.made')}</h2>\n<dl>",
            *(f"<dt>{escape(name)}</dt><dd>{value}</dd>" for name, value in self._made()),
            "</dl></section>",
        ]
        return laid_out(heading, parts, self._language)

    def _profile(self) -> Iterator[str]:
        """Write what kind of game it is, where some of its matches were looked at."""
        outcome, language, say = self._outcome, self._language, self._say
        if outcome.measures is None:
            return
        yield f"<section><h2>{say('measures.kind_of_game')}</h2>"
        yield f'<p class="note">{escape(profile.heading(outcome, language))}</p>'
        lines = profile.measured(outcome, language)
        yield from plain_table(lines if len(self._titles) > 1 else [[], *lines], say("measures.kind_of_game"))
        yield from (f"<p>{escape(line)}</p>" for line in profile.said(outcome, language))
        yield f"</section><section><h2>{say('measures.rules')}</h2>"
        yield from plain_table(profile.rules(outcome, language), say("measures.rules"))
        yield from (f"<p>{escape(line)}</p>" for line in profile.never(outcome, language))
        yield "</section>"

    def _heading(self) -> str:
        first = self._outcome.tables[0]
        if not self._option:
            names = reduce(lambda one, more: self._say("and", one=one, more=more), self._titles)
            return self._say("report.compared", names=names) if len(self._titles) > 1 else names
        values = listed(in_a_row(self._values, range(len(self._titles)), self._say), self._say)
        swept = self._outcome.option if isinstance(self._outcome, Comparison) else ""
        others = {name: value for name, value in first["options"].items() if name != swept}
        name = title(first["variant"], others, self._language)
        return self._say("report.swept", name=name, option=self._option, values=values)

    def _lead(self) -> str:
        say, many = self._say, self._say(f"many.{self._outcome.unit}", n=f"{self._outcome.matches:,}")
        key = "report.lead" if len(self._titles) == 1 else "report.lead_same"
        told = say(key, many=many, tables=len(self._titles), seats=self._seats, bots=self._bots())
        return told + (say("report.stopped") if self._outcome.stopped else "")

    def _bots(self) -> str:
        named = [bots_of(table["bots"], self._say) for table in self._outcome.tables]
        return " → ".join(dict.fromkeys(named))

    def _found(self) -> list[str]:
        return findings(self._outcome, self._language, self._first_seat) or [self._say("report.nothing")]

    def _figures(self) -> Iterator[str]:
        for measure in shown_measures(self._outcome):
            rows = [row for row in self._rows if row.measure == measure]
            yield self._figure(measure, rows, False)
            if len(self._titles) > 1:
                yield self._figure(measure, rows, True)

    def _figure(self, measure: str, rows: Sequence[Row], apart: bool) -> str:
        """Write a plot and the table under it: of a measure, or of how it differs from that at the first table."""
        say, first = self._say, self._titles[0]
        shown = [row for row in rows if row.table or not apart]
        plotted = rows if self._along else shown
        unit = rows[0].unit
        name = self._named(measure)
        heading = say("report.difference", measure=name, first=first) if apart else name
        by = [say("report.by_seat")] if not self._along else self._below()
        notes = [
            say(f"report.unit_{unit}"),
            *by,
            *([say("report.stars")] if apart else self._level_note(measure, rows)),
        ]
        level = 0.0 if apart else self._level(measure, rows)
        values = [_value(row, apart) for row in shown]
        told = say(
            "report.told", least=written(min(v - e for v, e in values), 0, unit, self._language),
            most=written(max(v + e for v, e in values), 0, unit, self._language),
        )  # fmt: skip
        svg = drawn(self._plot(plotted, apart, level), f"{measure}{'-apart' if apart else ''}", heading, told)
        caption = f"<figcaption><b>{escape(heading)}</b> <span>{escape(' '.join(notes))}</span></figcaption>"
        return f"<figure>{caption}\n{svg}\n{self._key(apart)}{self._table(shown, apart, heading)}</figure>"

    def _below(self) -> list[str]:
        """Say what stands below a plot along the values of an option."""
        return [self._say("report.below", option=self._option)] if self._option else []

    def _level(self, measure: str, rows: Sequence[Row]) -> float | None:
        """Return an even share of the wins; None where there is none: somebody alone may win, or not."""
        return even_share(rows) if measure == "share" else None

    def _level_note(self, measure: str, rows: Sequence[Row]) -> list[str]:
        level = self._level(measure, rows)
        return [] if level is None else [self._say("report.level", level=written(level, 0, "share", self._language))]

    def _plot(self, rows: Sequence[Row], apart: bool, level: float | None) -> Plot:
        unit = PER_CENT[self._language] if rows[0].unit == "share" else ""
        if self._along:
            ticks = self._places()
            of_seats = [[row for row in rows if row.seat == seat] for seat in range(self._seats)]
            values = [_value(row, apart) for row in rows]
            spread = max(value for value, _ in values) - min(value for value, _ in values)
            wide = max(half_width for _, half_width in values) * HIDES > spread
            step = min(b[0] - a[0] for a, b in itertools.pairwise(ticks)) * APART * 2 / self._seats if wide else 0
            series = [self._series(self._number(seat), of, ticks, step, apart) for seat, of in enumerate(of_seats)]
            return Plot(series, ticks, unit, level, True)
        ticks = [(seat, self._number(seat)) for seat in range(self._seats)]
        tables = sorted({row.table for row in rows})
        shift = APART * (len(tables) - 1) / 2
        series = []
        for at, table in enumerate(tables):
            values = [_value(row, apart) for row in rows if row.table == table]
            places = [seat + at * APART - shift for seat in range(self._seats)]
            series.append(Series("", places, *zip(*values, strict=True)))
        return Plot(series, ticks, unit, level, False)

    def _series(
        self, name: str, rows: Sequence[Row], ticks: Sequence[tuple[float, str]], step: float, apart: bool
    ) -> Series:
        """Make a seat's line along the values of an option; lines lie a step beside one another."""
        seat = rows[0].seat
        shift = step * (seat - (self._seats - 1) / 2)
        means, half_widths = zip(*[_value(row, apart) for row in rows], strict=True)
        return Series(name, [ticks[row.table][0] + shift for row in rows], means, half_widths)

    def _places(self) -> list[tuple[float, str]]:
        """Place the tables along the axis: by the option's numbers, else one after the other, numbered."""
        try:
            return [(float(int(text)), text) for text in self._values or [""]]
        except ValueError:
            return [(float(at), str(at)) for at in range(len(self._titles))]

    def _name(self, table: int) -> str:
        """Name a table beside its values, and by its number where that stands below a plot."""
        if not self._along:
            return self._titles[table]
        number, value = self._places()[table][1], self._values[table] if self._option else ""
        return f"{number}: {value}" if value not in ("", number) else number

    def _key(self, apart: bool) -> str:
        """Say which mark is which; nothing where there is one."""
        if self._along:
            names = [self._say("report.seat_of", seat=self._number(seat)) for seat in range(self._seats)]
        else:
            names = [] if apart or len(self._titles) == 1 else self._titles
        if not names:
            return ""
        shapes = [SHAPES[MARKS[at % len(MARKS)]] for at in range(len(names))]
        marks = [
            f'<svg viewBox="0 0 12 12" aria-hidden="true"><path d="{shape}" fill="var(--s{at % SERIES})"/></svg>'
            for at, shape in enumerate(shapes)
        ]
        items = [f"<li>{mark}{escape(name)}</li>" for mark, name in zip(marks, names, strict=True)]
        return f'<ul class="key">{"".join(items)}</ul>\n'

    def _table(self, rows: Sequence[Row], apart: bool, heading: str) -> str:
        say = self._say
        tables, seats = sorted({row.table for row in rows}), range(self._seats)
        names = {at: self._name(at) for at in tables}
        if self._along and len(self._titles) >= self._seats:
            heads = [
                self._option or say("report.table"),
                *(say("report.seat_of", seat=self._number(seat)) for seat in seats),
            ]
            lines = [(names[at], [row for row in rows if row.table == at]) for at in tables]
        else:
            heads = [say("report.seat"), *names.values()]
            lines = [(self._seat(seat), [row for row in rows if row.seat == seat]) for seat in seats]
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
        body = "\n".join(
            f'<tr><th scope="row">{escape(name)}</th>{"".join(_cell(row, apart) for row in cells)}</tr>'
            for name, cells in lines
        )
        label = escape(heading, quote=True)
        return (
            f'<div class="wide" role="region" tabindex="0" aria-label="{label}"><table><thead><tr>{head}</tr></thead>\n'
            f"<tbody>{body}</tbody></table></div>"
        )

    def _number(self, seat: int) -> str:
        return str(self._first_seat + seat)

    def _seat(self, seat: int) -> str:
        """Name a seat, and its bot where that is another than at other seats and the same at all tables."""
        bots = [table["bots"] for table in self._outcome.tables]
        if len({*bots[0]}) == 1 or any(levels != bots[0] for levels in bots):
            return self._number(seat)
        return f"{self._number(seat)}{self._say('bot', name=self._say(f'level.{bots[0][seat]}'))}"

    def _made(self) -> Iterator[tuple[str, str]]:
        say, outcome = self._say, self._outcome
        if line := command(outcome):
            yield say("report.command"), f"<code>{escape(line)}</code>"
        if self._along and not self._option:
            yield say("report.tables"), "<br>".join(f"{at}: {escape(name)}" for at, name in enumerate(self._titles))
        yield say("report.version"), f"Torite {__version__}"
        rules = dict.fromkeys(f"{table['variant']} {table['rules']}" for table in outcome.tables)
        yield say("report.rules"), "<br>".join(f"<code>{escape(one)}</code>" for one in rules)
        yield say("report.seed"), str(outcome.seed)
        yield say("report.bots"), escape(self._bots())
        for measure in shown_measures(self._outcome):
            yield self._named(measure), escape(self._named(measure, "_is"))

    def _named(self, measure: str, also: str = "") -> str:
        """Name a measure, or say what it is."""
        return self._say(f"report.{called(measure, self._outcome)}{also}")


def plain_table(lines: Sequence[Sequence[str]], label: str) -> Iterator[str]:
    """Write lines of words, the first of them heads, if it has any."""
    yield f'<div class="wide" role="region" tabindex="0" aria-label="{escape(label, quote=True)}"><table>'
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in lines[0])
    yield f"<thead><tr>{heads}</tr></thead><tbody>" if heads else "<tbody>"
    for first, *cells in lines[1:]:
        row = "".join(f"<td{' class=said' if len(cell) > LONG else ''}>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(first)}</th>{row}</tr>'
    yield "</tbody></table></div>"


def _value(row: Row, apart: bool) -> tuple[float, float]:
    return (row.difference or 0, row.difference_half_width or 0) if apart else (row.mean, row.half_width)


def _cell(row: Row, apart: bool) -> str:
    value, half_width = _value(row, apart)
    text, _, error = interval_of(value, half_width, row.unit, signed=apart).removesuffix(PER_CENT["en"]).partition(" ±")
    mark = " *" if apart and row.real else ""
    shown = f"<strong>{text}</strong>" if mark else text
    return f"<td>{shown} <small>±{error}</small>{mark}</td>"
