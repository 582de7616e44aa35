"""Ends of deals that were played to the last tile, scored by the package."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import torite
from tests.games.bingo.naive import SEED, Rules, game_points
from torite.games.bingo import scoring
from torite.games.bingo.options import Options
from torite.games.bingo.state import NOTES, State

#: The lines that say why somebody scores, or nobody.
WHY = ("scores_one", "scores_two", "no_trick", "closed_in_vain", "closer_first", "higher", "both_70", "nobody_70")
MARKS = (0, 10, 28, 29, 30, 31, 59, 60, 61, 68, 69, 70, 71, 72, 79, 80, 81, 100)


@dataclass(frozen=True)
class End:
    """Points in tiles, points for doubles and tricks of both, who won the last trick, and who closed (-1: nobody)."""

    tiles: tuple[int, int]
    tricks: tuple[int, int] = (7, 7)
    made: tuple[int, int] = (0, 0)
    last: int = 0
    closer: int = -1
    rules: Rules = SEED

    @property
    def points(self) -> list[int]:
        """Tiles, doubles and the last trick, which counts where nobody closed."""
        bonus = self.rules.last_trick_bonus if self.closer < 0 else 0
        return [self.tiles[seat] + self.made[seat] + bonus * (seat == self.last) for seat in (0, 1)]

    @property
    def expected(self) -> list[int]:
        """The game points by the second scorer."""
        return game_points(self.points, list(self.tricks), self.closer, self.rules)


def settle(end: End) -> tuple[list[int], str]:
    """Let the package score an end; return the game points and the line that says why."""
    game, _ = torite.games()["bingo"]
    options = game.options("bingo", end.rules.options(), 2)
    assert isinstance(options, Options)
    s = State()
    s.options, s.seats, s.closed_by = options, 2, end.closer
    s.tile_points, s.made, s.tricks = list(end.tiles), list(end.made), list(end.tricks)
    s.leader = s.turn = s.best_seat = end.last
    s.tricks_played = sum(end.tricks)
    scoring.score_deal(s)
    assert list(s.added) == list(s.score), "the first deal's scores are what it added"
    why = [NOTES.listed[line].key for line, *_ in s.noted() if NOTES.listed[line].key in WHY]
    assert 1 == len(why)
    return list(s.score), why[0]


def ended(points: str, closer: int = -1, tricks: str = "7-7", last: int = 0, rules: Rules = SEED) -> End:
    """An end with these points in all, `90-55`, the last trick's bonus among them where nobody closed."""
    first, second = (int(text) for text in points.split("-"))
    bonus = rules.last_trick_bonus if closer < 0 else 0
    tiles = (first - bonus * (last == 0), second - bonus * (last == 1))
    won, lost = (int(text) for text in tricks.split("-"))
    return End(tiles, (won, lost), last=last, closer=closer, rules=rules)


def random_ends(seed: str, number: int) -> Iterator[End]:
    """Draw so many ends under all options, those near 30 and 70 often."""
    chooser = random.Random(seed)
    for _ in range(number):
        rules = Rules(
            no_trick_game_points=chooser.choice((2, 3)),
            both_70=chooser.choice(("higher", "nobody")),
            last_trick_bonus=chooser.choice((0, 0, 10, 10, 25)),
        )
        first, second = (chooser.choice(MARKS) if chooser.random() < 0.7 else chooser.randrange(130) for _ in "ab")
        if chooser.random() < 0.1:
            second = first
        tricks, made = (chooser.randint(1, 13), chooser.randint(1, 13)), (0, 0)
        if chooser.random() < 0.25:
            tricks = chooser.choice(((0, 14), (14, 0)))
            first, second = (0 if won == 0 else points for won, points in zip(tricks, (first, second), strict=True))
        elif chooser.random() < 0.3:
            made = (chooser.choice((0, 20, 40)), chooser.choice((0, 0, 30, 50)))
        last = chooser.choice([seat for seat in (0, 1) if tricks[seat]])
        yield End((first, second), tricks, made, last, chooser.choice((-1, -1, 0, 1)), rules)
