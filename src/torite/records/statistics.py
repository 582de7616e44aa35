"""Figures of somebody's results: games, wins, best, mean, streaks, and how the scores are spread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from msgspec import Struct

from torite.records.results import SoloResult

MOST_BARS = 20
DAY = timedelta(days=1)


class Streak(Struct, frozen=True):
    """Something that came many times in a row.

    Attributes:
        now: how often up to now.
        longest: how often at most.
    """

    now: int
    longest: int


class ScoreBar(Struct, frozen=True):
    """A part of the scores.

    Attributes:
        least, most: the scores that it counts.
        games: how many games ended with them.
        daily: how many of those were daily deals.
    """

    least: int
    most: int
    games: int
    daily: int


class Figures(Struct, frozen=True):
    """What somebody's results in one variant come to.

    Attributes:
        game, variant: their names.
        usual: whether they were played by the variant's own options; games by others are counted apart.
        games: how many were finished.
        best, mean: of the scores.
        wins: how many were won; None where the game has no win.
        won: games won in a row, in the order in which they were finished; None where the game has no win.
        daily: how many were daily deals.
        days: days in a row whose deal was finished, also later; None without daily deals.
        bars: the scores, from the lowest to the highest.
    """

    game: str
    variant: str
    usual: bool
    games: int
    best: int
    mean: float
    wins: int | None
    won: Streak | None
    daily: int
    days: Streak | None
    bars: tuple[ScoreBar, ...]


def figures(rows: Iterable[SoloResult], today: date) -> list[Figures]:
    """Work out the figures of each variant, the one played last first."""
    parts: dict[tuple[str, bool], list[SoloResult]] = {}
    for row in sorted(rows, key=lambda row: row.finished_at):
        parts.setdefault((row.variant, row.usual), []).append(row)
    listed = sorted(parts.values(), key=lambda part: -part[-1].finished_at)
    return [_figures(part, today) for part in listed]


def _figures(rows: Sequence[SoloResult], today: date) -> Figures:
    scores = [row.score for row in rows]
    won = [row.won for row in rows if row.won is not None]
    days = {date.fromisoformat(row.daily) for row in rows if row.daily}
    return Figures(
        rows[-1].game,
        rows[-1].variant,
        rows[-1].usual,
        len(rows),
        max(scores),
        sum(scores) / len(scores),
        sum(won) if won else None,
        _in_a_row(won) if won else None,
        sum(bool(row.daily) for row in rows),
        _days(days, today) if days else None,
        bars(rows),
    )


def _in_a_row(won: Sequence[bool]) -> Streak:
    now = longest = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return Streak(now, longest)


def _days(days: set[date], today: date) -> Streak:
    """Count days in a row; today's may still be played, so its lack ends none."""
    longest = run = 0
    last = None
    for day in sorted(days):
        run = run + 1 if last is not None and day - last == DAY else 1
        longest, last = max(longest, run), day
    now, back = 0, 0 if today in days else 1
    while back < today.toordinal() and today - back * DAY in days:
        now, back = now + 1, back + 1
    return Streak(now, longest)


def bars(rows: Sequence[SoloResult]) -> tuple[ScoreBar, ...]:
    """Spread scores over bars of equal width, one a score where that gives few enough."""
    least, most = min(row.score for row in rows), max(row.score for row in rows)
    width = next(w for w in _widths() if most // w - least // w < MOST_BARS)
    first = least // width
    games, daily = [0] * (most // width - first + 1), [0] * (most // width - first + 1)
    for row in rows:
        games[row.score // width - first] += 1
        daily[row.score // width - first] += bool(row.daily)
    return tuple(
        ScoreBar((first + i) * width, (first + i + 1) * width - 1, games[i], daily[i]) for i in range(len(games))
    )


def _widths() -> Iterable[int]:
    """List the widths that are easily read: 1, 2, 5, 10, 20, …"""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
