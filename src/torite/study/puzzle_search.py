"""How puzzles are found, in matches of bots, and confirmed.

At each choice of a seat that must act one short search from its own view says whether one might be clearly the best. If
so, and if not every level of play finds it, it is judged as an analysis judges, several times with other worlds, at ten
times the search, and once more by a long search. It stays if each other choice is surely worse by what is worth
something: a share of how much deals differ, or some per cent of a chance.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from torite.bots import Bot, RandomBot, SearchBot, ThumbBot
from torite.errors import BadOptions
from torite.games import find as game_of
from torite.kit.game import Game
from torite.match import Match
from torite.match.entries import Choice
from torite.records import line
from torite.study.analysis import TIMES
from torite.study.losses import Loss, losses
from torite.study.puzzle_themes import themes
from torite.study.puzzles import GRADES, WAIT, Puzzle, is_same, standing
from torite.study.redealt import redealt

FIRST = 1_000  #: iterations of the first search
CONFIRMED = 10 * FIRST  #: iterations of each time that confirms it
LONG = 300_000  #: iterations of the one search after that, which must take it too
FEW, SOME = 30, 300  #: iterations of the two levels that search
ATTEMPTS = 3  #: of a level at a puzzle, with other seeds
PER_MATCH = 2  #: puzzles taken of a match, each of another seat
MOST_LINES = 90  #: of a puzzle: matches are looked at no further
MOST_MATCHES = 200  #: that are looked at for each puzzle wanted
WORTH = 0.15  #: of the standard deviation of what deals pay: what a choice must be worth more
PER_CENT = 4.0  #: the same of a chance
LEAST_WORTH = 0.05  #: the same where deals that the rule of thumb plays hardly differ
MEASURED = 16  #: deals by which that is measured


def find(
    name: str,
    number: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    progress: Callable[[int, int, int], None] | None = None,
) -> Iterator[Puzzle]:
    """Find puzzles.

    Args:
        name: a name in the catalogue.
        number: how many; fewer are found where there are few in very many matches.
        seats: number of seats; the variant's usual one if None.
        options: options that differ from the variant's.
        seed: the same one finds the same.
        progress: is told after every match how many are found, of how many, in how many matches.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
    """
    if number < 1:
        raise BadOptions("error.one_puzzle", value=number)
    finder, found = _Finder(name, seats, options, seed), set[str]()
    for match in range(MOST_MATCHES * number):
        for puzzle in finder.of_match(match):
            if puzzle.name not in found and len(found) < number:
                found.add(puzzle.name)
                yield puzzle
        if progress is not None:
            progress(len(found), number, match + 1)
        if len(found) == number:
            return


def survives(puzzle: Puzzle, seconds: float | None = None, seed: int = 0, iterations: int | None = None) -> bool:
    """Tell whether one long search from the seat's view takes the choice that a puzzle says is best.

    Raises:
        BadPuzzles: when the puzzle cannot be opened.
    """
    match = standing(puzzle, seed=0)
    bot = SearchBot(match.game, seed, seconds=seconds, iterations=iterations)
    weighed = bot.advise(match.view(puzzle.seat), (), puzzle.seat, puzzle.offered)
    return is_same(match.game, weighed[0].code, puzzle.best)


def share(survived: int, tried: int) -> tuple[float, float, float]:
    """Return the share of those that survived, and its 95 % interval, by Wilson's score."""
    z2, p = 1.96**2, survived / tried
    middle = (p + z2 / (2 * tried)) / (1 + z2 / tried)
    half = 1.96 * math.sqrt(p * (1 - p) / tried + z2 / (4 * tried**2)) / (1 + z2 / tried)
    return p, max(0.0, middle - half), min(1.0, middle + half)


class _Finder:
    """Looks through matches of bots."""

    def __init__(self, name: str, seats: int | None, options: Mapping[str, Any] | None, seed: int) -> None:
        self.game, self.name, self.seats, self.options, self.seed = game_of(name)[0], name, seats, options, seed
        self.spread = self._spread()

    def _match(self, what: str) -> Match:
        return Match(self.name, self.seats, self.options, seed=f"puzzles/{self.seed}/{what}", pause=True)

    def _spread(self) -> float:
        """Measure how much deals differ in what they pay a seat, played by the rule of thumb."""
        paid: list[float] = []
        for number in range(MEASURED):
            match = self._match(f"measured/{number}")
            bot = ThumbBot(match.game, self._drawn("measured", number))
            before = match.score_sheet.payoffs
            while match.turns.must_act:
                seat = match.turns.must_act[0]
                match.act(seat, bot.choose(match.view(seat), match.history(seat), seat))
            paid += [float(one - other) for one, other in zip(match.score_sheet.payoffs, before, strict=True)]
        return statistics.pstdev(paid)

    def _drawn(self, *parts: Any) -> int:
        return random.Random(f"{self.seed}/{'/'.join(map(str, parts))}").getrandbits(30)

    def of_match(self, number: int) -> Iterator[Puzzle]:
        """Play a match, and look at each of its choices."""
        match = self._match(str(number))
        bots = [self._bot(match.game, number, seat) for seat in range(match.seats)]
        asked = set[int]()
        while not match.over and len(asked) < PER_MATCH:
            if match.turns.awaits_chance:
                match.go_on()
            if len(match.log.standing) > MOST_LINES:
                return
            for choice in match.turns.asked():
                seat = choice.seat
                waited_for = seat in match.actors and seat not in asked
                is_choice = waited_for and len(choice.actions) + choice.offer > 1
                puzzle = self._puzzle(match, choice, number) if is_choice else None
                if puzzle is not None:
                    asked.add(seat)
                    yield puzzle
                code = bots[seat].choose(match.view(seat), match.history(seat), seat, choice.offer)
                if code != WAIT:
                    match.act(seat, code)
                    break

    def _bot(self, game: Game, number: int, seat: int) -> Bot:
        """Draw who plays a seat: one in five at random, the others by the rule of thumb or by a short search."""
        drawn = self._drawn(number, seat)
        kind = drawn % 5
        if kind == 0:
            return RandomBot(game, drawn)
        return ThumbBot(game, drawn) if kind < 3 else SearchBot(game, drawn, iterations=SOME)

    def _puzzle(self, match: Match, choice: Choice, number: int) -> Puzzle | None:
        """Make a puzzle of a choice; None where it is none."""
        game, seat = match.game, choice.seat
        seen, at = match.view(seat), (number, len(match.log.standing), seat)
        known = not choice.offer and bool(game.advice.expected(seen, seat))
        if not known and not choice.offer and ThumbBot(game, 0).has_gestures(seen, seat):
            return None  # its parts are weighed one after the other
        judged = self._judged(seen, choice, FIRST, 1, *at)
        if not self._is_clear(*judged[:2]):
            return None
        best = judged[0][0].code
        grade = sum(self._fails(level, seen, choice, best, *at) for level in range(GRADES))
        if not grade:
            return None  # before the long searches: they take a hundred times as long
        if not judged[2]:
            judged = self._judged(seen, choice, CONFIRMED, TIMES, *at, "confirmed")
            if judged[0][0].code != best or not self._is_clear(*judged[:2]):
                return None
            if not self._takes(LONG, seen, choice, best, *at):
                return None
        found, unit, exact = judged
        puzzle = Puzzle(
            match.variant.name, match.seats, self._agreed(match), [line(match, entry) for entry in match.log.standing],
            seat, choice.offer, [Loss(one.code, round(one.loss, 3), round(one.error, 3)) for one in found], unit,
            exact, grade, themes(match, choice, best),
        )  # fmt: skip
        return redealt(puzzle, match, self._drawn(*at, "redealt"))

    def _agreed(self, match: Match) -> dict[str, str]:
        usual = match.game.options(match.variant.name, {}, match.seats).texts()
        return {name: text for name, text in match.options.texts().items() if usual.get(name) != text}

    def _judged(self, seen: Any, choice: Choice, iterations: int, times: int, *at: Any) -> tuple[list[Loss], str, bool]:
        """Weigh the choices several times with other worlds: what each costs, in what unit, whether calculated."""
        weighed = []
        for time in range(times):
            bot = SearchBot(self.game, self._drawn(*at, time), iterations=iterations)
            weighed.append(bot.advise(seen.copy(), (), choice.seat, choice.offer))
            if not bot.searched:
                break
        return losses(weighed), max(one.unit for time in weighed for one in time), not bot.searched

    def _takes(self, iterations: int, seen: Any, choice: Choice, code: str, *at: Any) -> bool:
        """Tell whether one search would choose so."""
        bot = SearchBot(self.game, self._drawn(*at, "long"), iterations=iterations)
        return is_same(self.game, bot.advise(seen.copy(), (), choice.seat, choice.offer)[0].code, code)

    def _is_clear(self, found: Sequence[Loss], unit: str) -> bool:
        """Tell whether each other choice is surely worse by what is worth something."""
        least = PER_CENT if unit in ("win", "success") else max(LEAST_WORTH, WORTH * self.spread)
        return len(found) > 1 and all(one.loss - one.error >= least for one in found[1:])

    def _fails(self, level: int, seen: Any, choice: Choice, best: str, *at: Any) -> bool:
        """Tell whether a level mostly chooses otherwise: the rule of thumb, a search of few worlds, one of some."""
        wrong = 0
        bot: Bot
        for attempt in range(ATTEMPTS):
            drawn = self._drawn(*at, "level", level, attempt)
            if level:
                bot = SearchBot(self.game, drawn, iterations=(FEW, SOME)[level - 1])
            else:
                bot = ThumbBot(self.game, drawn)
            wrong += not is_same(self.game, bot.choose(seen.copy(), (), choice.seat, choice.offer), best)
        return 2 * wrong > ATTEMPTS
