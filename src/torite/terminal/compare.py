"""`torite compare` and `torite sweep`: the same deals at two tables, or with several values of an option."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from torite.commas import parted
from torite.terminal.lab import Many
from torite.terminal.measures import looked_at
from torite.terminal.play import agreed
from torite.terminal.saves import BadInput
from torite.terminal.text_layout import Ink, columns, terminal_ink
from torite.terminal.wording import sentences
from torite.words import Words

if TYPE_CHECKING:
    from torite.lab import Comparison, Table
    from torite.lab.told import Cell

RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?::(\d{1,9}))?")


@dataclass(frozen=True)
class Pairing:
    """What is to be compared.

    Attributes:
        sides: what is played at one table and at the other: a variant's name, and name=value of its options, with
            commas between them.
        bots: the bots' names by seat at each; the last one fills the rest.
        many: how many matches, and how.
    """

    sides: tuple[str, str]
    bots: tuple[Sequence[str], Sequence[str]]
    many: Many


def compare(plan: Pairing) -> int:
    """Play the same deals at two tables and print what is different; return the exit code.

    Raises:
        ToriteError: when something cannot be compared.
    """
    from torite import lab

    tables = [_table(side, bots, plan.many) for side, bots in zip(plan.sides, plan.bots, strict=True)]
    found = plan.many.played(partial(lab.compare, tables, plan.many.matches))
    return plan.many.shown(found, partial(_told, found))


@dataclass(frozen=True)
class Course:
    """What is to be swept.

    Attributes:
        side: what is played: a variant's name, and name=value of its options, with commas between them.
        over: the option that is swept, and its values: name=from..to, name=from..to:step or name=value,value,…
        bots: the bots' names by seat; the last one fills the rest.
        many: how many matches, and how.
    """

    side: str
    over: str
    bots: Sequence[str]
    many: Many


def sweep(plan: Course) -> int:
    """Play the same deals with several values of an option, and print what is different; return the exit code.

    Raises:
        ToriteError: when something cannot be compared.
    """
    from torite import lab

    table = _table(plan.side, plan.bots, plan.many)
    option, values = _values(plan.over, table)
    options, what = table.described["options"], (table.variant.name, option, values)
    found = plan.many.played(partial(lab.sweep, *what, plan.many.matches, table.bots, table.seats, options, table.seed))
    return plan.many.shown(found, partial(_told, found))


def _table(side: str, bots: Sequence[str], many: Many) -> Table:
    from torite.games import find
    from torite.lab import Table
    from torite.terminal.bots import named

    name, *options = parted(side)
    _, variant = find(name)
    seats = variant.default_seats if many.seats is None else many.seats
    return Table(variant.name, seats, agreed(options), named(bots, "steady", seats), many.seed)


def _values(over: str, table: Table) -> tuple[str, list[str]]:
    """Read which option is swept, and over which values.

    Raises:
        ToriteError: for an option that does not exist or is set already, no number, and too few or too many values.
    """
    from torite.lab.compare import MOST_TABLES

    option, equals, given = (part.strip() for part in over.partition("="))
    if not (option and equals and given):
        raise BadInput("input.sweep", given=over[:80])
    kind = type(table.options)
    if option not in kind.about():
        table.game.options(table.variant.name, {option: given}, table.seats)
    if option in table.described["options"]:
        raise BadInput("input.sweep_set", name=option)
    values: Sequence[Any] = parted(given)
    if ".." in given:
        found = RANGE.fullmatch(given)
        if found is None or kind.types()[option] is not int:
            raise BadInput("input.sweep_range", name=option, given=given[:80], allowed=", ".join(kind.allowed(option)))
        first, last, step = (int(part or 1) for part in found.groups())
        values = range(first, last + 1, step) if step else ()
    if not 2 <= len(values) <= MOST_TABLES:
        raise BadInput("input.sweep_count", name=option, given=given[:80], count=len(values), most=MOST_TABLES)
    return option, [str(value) for value in values]


def _told(found: Comparison, language: str) -> Iterator[str]:
    from torite.lab.findings import findings, titles

    say, names = sentences(language), titles(found, language)
    kind = "compare.done_deals" if found.unit == "deal" else "compare.done"
    yield say(kind, matches=f"{found.matches:,}", tables=len(names), seconds=f"{found.seconds:.2f}")
    if found.option:
        yield say("compare.swept", first=names[0])
        yield course(found, language, terminal_ink())
    else:
        yield say("compare.sides", one=names[0], other=names[1])
        yield differences(found.rows, language, terminal_ink())
    yield from findings(found, language)
    yield from looked_at(found, language, terminal_ink())


def differences(rows: Sequence[dict[str, Any]], language: str, ink: Ink) -> str:
    """Write what is at each table and what is between them, by seat; what is no chance is marked."""
    say = sentences(language)
    measures = _measures(rows)
    lines = [[say("simulate.seat"), *(say(f"simulate.{name}") for name, _ in measures)]]
    for row in rows:
        cells = [str(row["seat"])]
        for name, form in measures:
            one, other = row[name]
            means = f"{say.number(one['mean'], form)} → {say.number(other['mean'], form)}"
            cells.append(f"{means}  {_difference(other, form, say)}")
        lines.append(cells)
    return columns(lines, ink)


def course(found: Comparison, language: str, ink: Ink) -> str:
    """Write what is with each value, and how it differs from the first, by seat; what is no chance is marked."""
    from torite.lab.findings import option_of, values_of

    say = sentences(language)
    measures = _measures(found.rows)
    heads = [head for name, _ in measures for head in (say(f"simulate.{name}"), say("compare.difference"))]
    values = values_of(found, language)
    lines = [[say("simulate.seat"), option_of(found, language), *heads]]
    for row in found.rows:
        for at, value in enumerate(values):
            cells = [str(row["seat"]), value]
            for name, form in measures:
                cell = row[name][at]
                cells += [say.interval(cell["mean"], cell["error"], form)]
                cells += [_difference(cell, form, say) if at else ""]
            lines.append(cells)
    return columns(lines, ink)


def _measures(rows: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """List what is shown; where nobody wins, as in first deals, there are no shares of it."""
    won = any(cell["mean"] for row in rows for cell in row["share"])
    return [("score", ".2f"), ("share", ".1%")][: 2 if won else 1]


def _difference(cell: Cell, form: str, say: Words) -> str:
    mark = " *" if cell["real"] else ""
    return f"{say.interval(cell['difference'], cell['difference_error'], form, signed=True)}{mark}"
