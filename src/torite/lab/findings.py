"""What came of a run in sentences: only what is more than chance, and what is as even as far as can be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from statistics import NormalDist
from typing import Any

from torite.errors import words
from torite.games import find
from torite.kit.game import Game
from torite.lab.compare import Comparison
from torite.lab.rows import Row, measures_of, rows_of
from torite.lab.simulate import Report
from torite.lab.tally import TWO_SIDED
from torite.lab.told import TableTold
from torite.scenes.wording import option_title, option_value
from torite.words import PER_CENT, Words

FOLDER = Path(__file__).parent / "words"
TOLD = ("share", "score")  #: the measures whose differences are told
MOST_LISTED = 4  #: values that follow one another; of more, the first and the last are named
ONE_IN_TWENTY = 0.05
EVEN = 1e-9  #: by which the shares of a win may miss the whole, as sums of what is rounded


@cache
def wording(language: str) -> Words:
    """Open the lab's sentences in a language."""
    return words(language, (FOLDER,))


def written(value: float, half_width: float, unit: str, language: str = "en", signed: bool = False) -> str:
    """Write a value with as many digits as its interval is worth; shares in per cent."""
    scale, sign = (100, PER_CENT[language]) if unit == "share" else (1, "")
    digits = 1 if unit == "share" else 2
    while 0 < half_width * scale < 5 * 10**-digits and digits < 4:
        digits += 1
    text = f"{abs(value) * scale:.{digits}f}{sign}"
    minus = value < 0 and float(f"{value * scale:.{digits}f}") < 0
    return f"{'−' if minus else '+' if signed else ''}{text}"


def interval_of(value: float, half_width: float, unit: str, language: str = "en", signed: bool = False) -> str:
    """Write a value and the half-width of its interval."""
    text = written(value, half_width, unit, language, signed).removesuffix(PER_CENT[language])
    return f"{text} ±{written(half_width, half_width, unit, language)}"


def titles(outcome: Report | Comparison, language: str) -> list[str]:
    """Name each table by what is played there, as briefly as tells them apart."""
    say = wording(language)
    if option := option_of(outcome, language):
        return [say("swept", option=option, values=value) for value in values_of(outcome, language)]
    names = [title(table["variant"], table["options"], language) for table in outcome.tables]
    if len({*names}) == len(names):
        return names
    bots = [bots_of(table["bots"], say) for table in outcome.tables]
    return [f"{name} ({bot})" for name, bot in zip(names, bots, strict=True)]


def option_of(outcome: Report | Comparison, language: str) -> str:
    """Title the option that is swept; nothing where none is."""
    option = outcome.option if isinstance(outcome, Comparison) else ""
    return option_title(game_at(outcome.tables[0]).words(language), option) if option else ""


def values_of(outcome: Report | Comparison, language: str) -> list[str]:
    """List in words what the option is at each table, where one is swept."""
    option = outcome.option if isinstance(outcome, Comparison) else ""
    words = game_at(outcome.tables[0]).words(language)
    return [option_value(words, option, table["options"][option]) for table in outcome.tables] if option else []


def game_at(table: TableTold) -> Game:
    """Find the game that is played at a table."""
    return find(table["variant"])[0]


def in_a_row(values: Sequence[str], tables: Sequence[int], say: Words) -> list[str]:
    """List what an option is at some tables; of many that follow one another, the first and the last."""
    rows: list[list[int]] = []
    for at in tables:
        if rows and at == rows[-1][-1] + 1:
            rows[-1].append(at)
        else:
            rows.append([at])
    found: list[str] = []
    for row in rows:
        long = len(row) > MOST_LISTED
        found += [say("to", first=values[row[0]], last=values[row[-1]])] if long else [values[at] for at in row]
    return found


def listed(values: Sequence[str], say: Words) -> str:
    """List values of an option, told apart also where they have commas of their own."""
    return " · ".join(values) if any(mark in value for value in values for mark in ",、") else say.join(values)


def title(variant: str, options: Mapping[str, str], language: str) -> str:
    """Title a variant, with the options that were chosen; by their names where the game has no words for them."""
    words, say = find(variant)[0].words(language), wording(language)
    name = words(f"variant.{variant}.title") if words.knows(f"variant.{variant}.title") else variant
    chosen = [
        say("option", option=option_title(words, option), value=option_value(words, option, value))
        for option, value in options.items()
    ]
    return say("with", name=name, options=" · ".join(chosen)) if chosen else name


def bots_of(levels: Sequence[str], say: Words) -> str:
    """Name the bots of a table: once where all are the same."""
    return say.join([say(f"level.{level}") for level in (levels[:1] if len({*levels}) == 1 else levels)])


def findings(outcome: Report | Comparison, language: str, first_seat: int = 0) -> list[str]:
    """Say what is more than chance: who is better placed at which table, and what is different from the first.

    Seats are counted from `first_seat`, as readers do where they are told.

    More than chance is what is outside an interval that is wider the more of them are looked at; see `strict`. That a
    seat is better or worse placed is told of the first table, and of another where it is no longer so, or only
    there, and the difference between the two is itself more than chance.
    """
    teller = _Teller(outcome, language, first_seat)
    return [*teller.placed(), *teller.differences()]


def strict(looked_at: int) -> float:
    """Return how many half-widths are more than chance where so many intervals are looked at.

    Of all that is then told of them, something is by chance alone in one run of twenty (Bonferroni), not one line.
    """
    return NormalDist().inv_cdf(1 - ONE_IN_TWENTY / 2 / looked_at) / TWO_SIDED


def has_wins(rows: Sequence[Row]) -> bool:
    """Whether matches were won: the shares of a win come to a whole at each table."""
    return all(
        abs(sum(row.mean for row in rows if (row.measure, row.table) == ("share", table)) - 1) < EVEN
        for table in {row.table for row in rows}
    )


def even_share(rows: Sequence[Row]) -> float | None:
    """Return an even share of the wins, of all seats of a table; None where somebody alone may win, or not."""
    shares = [row for row in rows if (row.measure, row.table) == ("share", 0)]
    return 1 / len(shares) if len(shares) > 1 and has_wins(rows) else None


@dataclass(frozen=True)
class _Place:
    """How a seat stands to the mean of all at its table.

    Attributes:
        row: of the seat.
        level: the mean of all seats.
        by, half_width: how much better than it the seat is.
    """

    row: Row
    level: float
    by: float
    half_width: float

    def side(self, strict: float) -> str:
        """Whether it has more or less than the others, or neither, by so many half-widths."""
        return "" if abs(self.by) <= strict * self.half_width else "more" if self.by > 0 else "less"


def placed(rows: Sequence[Row]) -> list[_Place]:
    """Tell how seats stand to the mean of all seats at a table, by one measure.

    Shares of the win come to a whole, so the mean is known. Of other measures it is not: half-widths add up at most,
    and are so wide that no interval is too narrow.
    """
    level, n = sum(row.mean for row in rows) / len(rows), len(rows)
    whole = sum(row.half_width for row in rows) / n
    better = -1 if rows[0].measure == "place" else 1
    return [
        _Place(
            row, level, better * (row.mean - level),
            row.half_width if row.measure == "share" else row.half_width * (1 - 2 / n) + whole,
        )
        for row in rows
    ]  # fmt: skip


class _Teller:
    def __init__(self, outcome: Report | Comparison, language: str, first_seat: int) -> None:
        self._say, self._first_seat = wording(language), first_seat
        self._rows = rows_of(outcome)
        self._titles = titles(outcome, language)
        self._alike = all(len({*table["bots"]}) == 1 for table in outcome.tables)
        self._many = self._say(f"many.{outcome.unit}", n=f"{outcome.matches:,}")
        self._won = has_wins(self._rows)
        self._worth = measures_of(outcome)[1]
        self._option = option_of(outcome, language)
        self._values = values_of(outcome, language)
        self._strict = strict(sum(row.real is not None and row.measure in TOLD for row in self._rows) or 1)

    def placed(self) -> Iterator[str]:
        """Say who is better or worse placed than the others, and where that is not so."""
        measure = "share" if self._won else self._worth
        kind = "share" if self._won else "worth"
        tables = [
            placed([row for row in self._rows if (row.table, row.measure) == (table, measure)])
            for table in range(len(self._titles))
        ]
        if len(tables[0]) == 1:
            return
        bar = strict(len(tables[0]) * len(tables))
        for place in tables[0]:
            if side := place.side(bar):
                yield self._told(f"placed.{side}_{kind}", [place])
        for seat in range(len(tables[0])):
            yield from self._moved(kind, [table[seat] for table in tables], bar)
        even = [at for at, table in enumerate(tables) if not any(place.side(bar) for place in table)]
        if even:
            level = written(tables[0][0].level, 0, tables[0][0].row.unit, self._say.language)
            yield self._say(f"placed.even_{kind}", tables=self._named(even), level=level)

    def _moved(self, kind: str, places: list[_Place], bar: float) -> Iterator[str]:
        first, *others = places
        for key, before, after in (
            ("gone_more", "more", ""), ("gone_less", "less", ""), ("new_more", "", "more"), ("new_less", "", "less"),
            ("turned_more", "less", "more"), ("turned_less", "more", "less"),
        ):  # fmt: skip
            there = [place for place in others if place.side(bar) == after and self._is_real(place.row)]
            if first.side(bar) == before and there:
                yield self._told(f"placed.{key}_{kind}", there, first)

    def _told(self, key: str, places: list[_Place], first: _Place | None = None) -> str:
        """Say it of the last of some tables; that it is so at the others too."""
        facts: dict[str, Any] = {}
        for prefix, place in (("", places[-1]), *((("first_", first),) if first else ())):
            unit, language = place.row.unit, self._say.language
            facts |= {
                f"{prefix}table": self._titles[place.row.table],
                f"{prefix}mean": interval_of(place.row.mean, place.row.half_width, unit, language),
                f"{prefix}by": interval_of(abs(place.by), place.half_width, unit, language),
                f"{prefix}apart": interval_of(place.by, place.half_width, unit, language, signed=True),
                "level": written(place.level, 0, unit, language),
                "unit": self._say(f"unit.{unit}"),
            }
        row = places[-1].row
        told = self._say(key, seat=self._first_seat + row.seat, bot=self._bot(row), many=self._many, **facts)
        return told + self._also([place.row.table for place in places[:-1]])

    def differences(self) -> Iterator[str]:
        """Say what is different from the first table; that nothing is where that is so."""
        if len(self._titles) < 2:
            return
        real = [row for row in self._rows if row.measure in TOLD and self._is_real(row)]
        if not real:
            seen = any(row.difference or row.difference_half_width for row in self._rows)
            yield self._say("different.nothing" if seen else "different.same", many=self._many)
        for measure in TOLD:
            for more in (True, False):
                some = [row for row in real if row.measure == measure and ((row.difference or 0) > 0) is more]
                yield from self._different(f"different.{'more' if more else 'less'}_{measure}", some)

    def _different(self, key: str, rows: list[Row]) -> Iterator[str]:
        """Say it of the table where it is the most; of all seats at once, where it is so of all scores."""
        seats = 1 + max(row.seat for row in self._rows)
        by_seat = {seat: [row for row in rows if row.seat == seat] for seat in range(seats)}
        most = [max(some, key=lambda row: abs(row.difference or 0)) for some in by_seat.values() if some]
        where = {tuple(row.table for row in some) for some in by_seat.values()}
        together = seats > 1 and len(where) == 1 and len({row.table for row in most}) == 1
        if together and most[0].measure == "score":
            ends = sorted(most, key=lambda row: abs(row.difference or 0))
            by, up_to = (
                written(abs(row.difference or 0), row.difference_half_width or 0, row.unit, self._say.language)
                for row in ends[:: seats - 1]
            )
            yield self._difference(f"{key}_all", rows[: len(rows) : seats], most[0], by=by, up_to=up_to)
            return
        for row in most:
            by = interval_of(abs(row.difference or 0), row.difference_half_width or 0, row.unit, self._say.language)
            yield self._difference(key, by_seat[row.seat], row, by=by)

    def _difference(self, key: str, rows: list[Row], most: Row, **facts: Any) -> str:
        seat, (first, table) = self._first_seat + most.seat, (self._titles[at] for at in (0, most.table))
        told = self._say(key, seat=seat, bot=self._bot(most), table=table, first=first, **facts)
        return told + self._also([row.table for row in rows if row.table != most.table])

    def _also(self, tables: Sequence[int]) -> str:
        return self._say("also", tables=self._named(tables)) if tables else ""

    def _is_real(self, row: Row) -> bool:
        """Whether a difference from the first table is more than chance, as one of all that are looked at."""
        return abs(row.difference or 0) > self._strict * (row.difference_half_width or 0)

    def _named(self, tables: Sequence[int]) -> str:
        """List tables; what is swept is named once."""
        if self._option:
            values = listed(in_a_row(self._values, tables, self._say), self._say)
            return self._say("swept", option=self._option, values=values)
        names = [self._titles[at] for at in tables]
        return reduce(lambda one, more: self._say("and", one=one, more=more), names)

    def _bot(self, row: Row) -> str:
        return "" if self._alike else self._say("bot", name=self._say(f"level.{row.bot}"))
