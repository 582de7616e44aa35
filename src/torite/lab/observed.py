"""Matches looked at choice by choice: how long they are, who leads when, and what of the rules comes up.

They are those that a simulation plays, once more and step by step; see docs/lab.md for what is measured and whence.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from torite.bots import bot
from torite.kit.action_sets import Actions
from torite.kit.actions import WAIT
from torite.lab.rerun import again
from torite.lab.table import Table, play
from torite.match import Match
from torite.scenes.wording import side

#: Of a match: choices made, those of them with two things to choose from or more, and how many there were in these;
#: deals; what `course` tells of it; whether one side won alone; whether a choice was weighed, and whether the rule of
#: thumb makes the choice that a search makes.
CHOICES, REAL, OPTIONS, DEALS, CHANGES, OPEN, DRAMA, ALONE, WEIGHED, AGREED, OF_MATCH = range(11)
MILLION = 1_000_000
ITERATIONS = 200  #: worlds that a search looks at for the choice that it weighs
LESS = 0.5  #: of how far behind somebody is, this power counts


class Observed(Struct, forbid_unknown_fields=True):
    """What was seen in some matches.

    Attributes:
        matches: how many they were.
        totals: the sum of each measure.
        products: of each two, the sum of one times the other, match by match.
        refused: of each sentence that says why not, in how many matches a rule forbade for it what was there to choose,
            and at how many choices.
        noted: of each sentence that says what happened, in how many matches it was said, and how often.
        taken: of each verb, in how many matches it was taken, and how often.
    """

    matches: int
    totals: list[int]
    products: list[list[int]]
    refused: list[list[int]]
    noted: list[list[int]]
    taken: list[list[int]]

    def __add__(self, other: Observed) -> Observed:
        """Add what was seen in other matches of the same table."""
        rows = [
            [[a + b for a, b in zip(one, more, strict=True)] for one, more in zip(mine, others, strict=True)]
            for mine, others in (
                ([self.totals], [other.totals]), (self.products, other.products), (self.refused, other.refused),
                (self.noted, other.noted), (self.taken, other.taken),
            )
        ]  # fmt: skip
        (totals,), *others = rows
        return Observed(self.matches + other.matches, totals, *others)


def none_seen(game: Any) -> Observed:
    """Return what is seen in no match."""
    listed = (game.refusals.listed, game.notes.listed, game.verbs.listed)
    return Observed(
        0, [0] * OF_MATCH, [[0] * OF_MATCH for _ in range(OF_MATCH)], *([[0, 0] for _ in lines] for lines in listed)
    )


def observed(table: Table, number: int, whole: bool = True, seconds: float = 0.05) -> Observed:
    """Play match *number* of a table once more and tell what is seen in it.

    Args:
        table: the table.
        number: which match.
        whole: the whole match; else its first deal.
        seconds: thinking time of a decision, for search.
    """
    seen = _Observer(table, number)
    if table.compiles:
        match = again(table, number, whole, seen)
    else:
        match = table.match(number)
        players = [bot(level, table.game, seed=table.seed + number, seconds=seconds) for level in table.bots]
        play(match, players, whole, seen)
    return seen.all_of(match)


class _Observer:
    """Somebody who looks on at a match."""

    def __init__(self, table: Table, number: int) -> None:
        self._game = table.game
        self._sums = none_seen(table.game)
        self._chance = random.Random(number)
        self._bots = [bot("simple", table.game, number), bot("search", table.game, number, iterations=ITERATIONS)]
        self._standings: list[list[int]] = []
        self._weighed: tuple[Any, ...] | None = None

    def chosen(self, match: Match, seat: int, may: Actions) -> None:
        """Look at a choice before it is entered."""
        row, options = self._sums.totals, may.listed()
        row[CHOICES] += 1
        for line in {line for _, _, line in may.strokes}:
            self._sums.refused[line][1] += 1
        if len(options) < 2:
            return
        row[REAL] += 1
        row[OPTIONS] += len(options)
        if self._chance.randrange(row[REAL]) == 0:  # each is kept in the end as likely as any other
            self._weighed = match.view(seat), match.history(seat), seat, WAIT in options

    def between(self, match: Match) -> None:
        """Write down how all stand where a deal has ended and the next has not begun."""
        if len(match.log.ends) > len(self._standings):
            keys = [self._game.display.rank_key(match.log.state, seat) for seat in range(match.seats)]
            self._standings.append([sum(other < key for other in keys) for key in keys])

    def all_of(self, match: Match) -> Observed:
        """Return what was seen, when the match is over."""
        self.between(match)
        sums, verbs = self._sums, self._game.verbs
        row = sums.totals
        row[DEALS] = match.log.state.deals_played
        for entry in match.log.standing:
            for note in entry.notes:
                sums.noted[self._game.notes.listed.index(note.line)][1] += 1
            for verb in {verbs.listed.index(verbs.verb(action)) for action in entry.actions}:
                sums.taken[verb][1] += 1
        if match.result is not None and any(match.result.shares):
            winners = [seat for seat, share in enumerate(match.result.shares) if share]
            row[CHANGES], row[OPEN], row[DRAMA] = course(self._standings, winners)
            row[ALONE] = len({frozenset(side(match, seat)) | {seat} for seat in winners}) == 1
        if self._weighed is not None:
            one, other = (player.choose(*self._weighed) for player in self._bots)
            row[WEIGHED], row[AGREED] = 1, int(one == other)
        for line in (*sums.refused, *sums.noted, *sums.taken):
            line[0] = int(line[1] > 0)
        sums.matches, sums.products = 1, outer(row, row)
        return sums


def outer(one: Sequence[int], other: Sequence[int]) -> list[list[int]]:
    """Multiply each number of one row with each of another."""
    return [[a * b for b in other] for a in one]


def course(standings: Sequence[Sequence[int]], winners: Sequence[int]) -> tuple[int, int, int]:
    """Tell how a match went.

    Args:
        standings: of each deal's end, how many seats stood better than each.
        winners: the seats that won in the end.

    Returns:
        How often nobody leads who led after the deal before; of a million, the part of the deals till one who won led
        for good; and of a million, the mean of the root of how far behind who won was after each deal but the last: how
        many of the others stood better.
    """
    leaders = [{seat for seat, better in enumerate(row) if not better} for row in standings]
    ahead = [bool(who.intersection(winners)) for who in leaders]
    changes = sum(not who & before for before, who in itertools.pairwise(leaders))
    till = max((deal + 1 for deal, is_ahead in enumerate(ahead) if not is_ahead), default=0) + 1
    behind = [
        (min(row[seat] for seat in winners) / (len(row) - len(winners))) ** LESS
        for row, is_ahead in zip(standings[:-1], ahead, strict=False)
        if not is_ahead
    ]
    deals = len(standings)
    return (
        changes,
        round(MILLION * min(till, deals) / deals) if deals else 0,
        round(MILLION * sum(behind) / (deals - 1)) if deals > 1 else 0,
    )
