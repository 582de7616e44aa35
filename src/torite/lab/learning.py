"""Learns what a choice is worth by its traits, from what a search thinks of it: `python -m torite.lab.learning GAME`.

Round by round matches are played by a search that plays on by what was learned so far, at first by the rule of thumb;
of each choice its share of the search's looks is learned from, and what is learned lies in the game's file then. It is
repeatable, by seeds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer

from torite.bots.levels import RandomBot, SearchBot
from torite.games import find
from torite.kernel.slots import legal, rule_of_thumb
from torite.kit.action_sets import Actions
from torite.kit.game import Game
from torite.kit.learned import SEAL, Traits, write_table
from torite.kit.learning import UNIT, fit_table
from torite.match import Match

WORLDS = 1000  #: that a choice is searched in
FIRST_SEED = 1_000_000  #: of the first round's matches, twice that of the second's
SHARPER = 1.5  #: the power to which shares of looks are taken
SEALED, LONGEST = 3, 200  #: matches that tell by which traits a table was learned, and entries of each at most


def traits_of(game: Game) -> Traits:
    """Return what tells a game's choices apart.

    Raises:
        ValueError: when nothing does.
    """
    if game.advice.traits is None:
        raise ValueError(f"{game.name} learns nothing by traits")
    return game.advice.traits


class Describer:
    """Describes the choices of decisions.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._game, self._traits = game, traits_of(game)
        bound = game.binding.interpreted
        self._describe: Any = bound(self._traits.describe)
        self._thumb, self._legal = bound(rule_of_thumb), bound(legal)

    def lines(self, seen: Any, seat: int, actions: Sequence[int]) -> list[list[int]]:
        """Return the lines of each of a seat's actions."""
        may = Actions(self._game.verbs.words)
        for action in actions:
            may[action // 64] |= 1 << action % 64
        thumb, found = self._thumb(seen, seat, may), []
        for action in actions:
            lines = [0] * len(self._traits.sizes)
            self._describe(seen, seat, action, thumb, lines)
            found.append(lines)
        return found

    def lines_of_all(self, seen: Any, seat: int) -> list[list[int]]:
        """Return the lines of all that a seat may do."""
        may = Actions(self._game.verbs.words)
        self._legal(seen, seat, may)
        return self.lines(seen, seat, may.listed())


class Looker(SearchBot):
    """Searches, and notes what it looked at.

    Attributes:
        looks: of each decision the lines of its choices, and the share of looks of each.
    """

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed, iterations=WORLDS, calculates=False)
        self._describer = Describer(game)
        self.looks: list[tuple[list[list[int]], list[float]]] = []

    def weigh(self, seen: Any, seat: int, offered: bool = False) -> list[tuple[int, float, int]]:
        """Search, and return action, mean payoff and visits of each choice, the one to take first."""
        weighed = super().weigh(seen, seat, offered)
        looks = [visits**SHARPER for _, _, visits in weighed]
        if len(weighed) > 1 and sum(looks) > 0 and not offered:
            lines = self._describer.lines(seen, seat, [action for action, _, _ in weighed])
            self.looks.append((lines, [count / sum(looks) for count in looks]))
        return weighed


def seal_of(game: Game) -> bytes:
    """Return what tells by which traits a table was learned: other traits of the same positions, another seal."""
    describer, told = Describer(game), hashlib.sha256(repr(traits_of(game).sizes).encode())
    for seed in range(SEALED):
        match, bot = Match(next(iter(game.variants)), seed=seed), RandomBot(game, seed)
        while not match.over and len(match.log) < LONGEST:
            seat = match.actors[0]
            seen = match.view(seat)
            told.update(repr(describer.lines_of_all(seen, seat)).encode())
            match.act(seat, bot.choose(seen, seat=seat))
    return told.digest()[:SEAL]


def looks_at(variant: str, seed: int) -> list[tuple[list[list[int]], list[float]]]:
    """Play a match by search; return what it looked at, as `Looker` has it."""
    match = Match(variant, seed=seed)
    bot = Looker(match.game, seed)
    while not match.over:
        seat = match.actors[0]
        match.act(seat, bot.choose(match.view(seat), seat=seat))
    return bot.looks


def learn(variants: Sequence[str], first: int, matches: int, jobs: int) -> tuple[Any, float, int]:
    """Learn from so many matches of each variant; return a table, its loss, and the number of decisions.

    Args:
        variants: of one game.
        first: the seed of the first match.
        matches: of each variant.
        jobs: processes; new ones, which play on by what lies in the game's file now.
    """
    import numpy

    traits, decisions = traits_of(find(variants[0])[0]), []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for variant in variants:
            for found in pool.map(partial(looks_at, variant), range(first, first + matches)):
                decisions += found
    described = numpy.array([lines for all_lines, _ in decisions for lines in all_lines])
    shares = numpy.array([share for _, all_shares in decisions for share in all_shares])
    begins = numpy.cumsum([0] + [len(all_shares) for _, all_shares in decisions[:-1]])
    table, loss = fit_table(described, begins, shares, traits.lines)
    return table, loss, len(decisions)


def main(
    game: Annotated[str, typer.Argument(help="A game with traits.")],
    rounds: Annotated[int, typer.Option(help="Of playing, and learning from it.")] = 2,
    matches: Annotated[int, typer.Option(help="Of each variant in a round.")] = 100,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
    file: Annotated[Path | None, typer.Option(help="For the table of one round, in place of the game's own.")] = None,
) -> None:
    """Learn a game's table anew, and write it into the game's package."""
    import numpy

    found = find(game)[0]
    traits, seal = traits_of(found), seal_of(found)
    if file is None:
        begun = numpy.zeros(traits.lines, dtype=numpy.int64)
        begun[1] = UNIT  # the first trait is whether it is the rule of thumb's choice
        write_table(traits.file, seal, begun)
    for number in range(rounds if file is None else 1):
        table, loss, decisions = learn(list(found.variants), FIRST_SEED * (number + 1), matches, jobs)
        write_table(file or traits.file, seal, table)
        typer.echo(f"round {number + 1}: {decisions} decisions; loss {loss:.4f}")


if __name__ == "__main__":
    typer.run(main)
