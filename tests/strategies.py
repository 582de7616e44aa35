"""What the laws are run over: tables, and random matches by the rules alone."""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import torite
from tests.arranged import new_match
from torite.errors import BadOptions
from torite.games import catalogue
from torite.kit import Actions, Game
from torite.kit.chances import HEAD, NUMBER, SHUFFLE, Ask
from torite.match import Match
from torite.match.explain import held
from torite.words import LANGUAGES

INSIDE = Path(torite.__file__).parent  # where the project's own games lie


@dataclass(frozen=True)
class Table:
    """A variant with a number of seats, and options that differ from the variant's."""

    variant: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.variant, str(self.seats), *(f"{name}={text}" for name, text in self.options)])

    @property
    def game(self) -> Game:
        return catalogue()[self.variant][0]

    def begin(self) -> Any:
        """Start a match, by the rules alone."""
        state: Any = self.game.state()
        state.options = self.game.options(self.variant, dict(self.options), self.seats)
        state.seats = self.seats
        self.game.rules.start(state)
        return state

    def match(self, seed: int | str = 0, **how: Any) -> Match:
        """Open a match."""
        return new_match(self.variant, self.seats, dict(self.options), seed=f"{self} {seed}", **how)

    def chooser(self, *seed: Any) -> random.Random:
        """Make the generator of a test's own choices."""
        return random.Random(" ".join(map(str, (self, *seed))))


@cache
def tables(thorough: bool = False) -> list[Table]:
    """List every variant with its usual number of seats, the fewest and the most, or with every one."""
    return [
        Table(name, seats)
        for name, (_, variant) in catalogue().items()
        for seats in range(variant.seats[0], variant.seats[1] + 1)
        if thorough or seats == variant.default_seats or seats in variant.seats
    ]


@cache
def smallest_tables() -> list[Table]:
    """List every variant with its fewest seats."""
    return [Table(name, variant.seats[0]) for name, (_, variant) in catalogue().items()]


@cache
def usual_tables() -> list[Table]:
    """List every variant with its usual number of seats."""
    return [Table(name, variant.default_seats) for name, (_, variant) in catalogue().items()]


def spread(listed: list[Table], law: str, share: int) -> list[Table]:
    """Choose one table of each game for a law, and one of so many others; for another law others are chosen.

    Args:
        listed: the tables to choose from.
        law: the name of the law.
        share: one of so many is chosen beside; none if 0.
    """
    turn = zlib.crc32(law.encode()) >> 16  # the upper half is the more even one
    games: dict[str, list[Table]] = {}
    for table in listed:
        games.setdefault(table.game.name, []).append(table)
    first = {own[turn % len(own)] for own in games.values()}
    return [table for i, table in enumerate(listed) if table in first or (share and (i + turn) % share == 0)]


# the rules alone


def asked(game: Game, state: Any) -> Ask | None:
    """Find what chance must settle now."""
    words = [0] * (HEAD + game.pack.words)
    number = 0 if game.rules.over(state) else game.rules.chance(state, words)
    if not number:
        return None
    return Ask(game.chances.names[number], words[0], words[1], words[2], tuple(words[HEAD:]))


def drawn(game: Game, ask: Ask, chooser: random.Random) -> list[int]:
    """Draw an outcome."""
    if ask.what == NUMBER:
        return [chooser.randrange(ask.n)]
    if ask.what == SHUFFLE:
        pieces = game.pack.listed(ask.pieces)
        assert ask.n == len(pieces)
        chooser.shuffle(pieces)
        return pieces
    return [chooser.randint(1, ask.faces) for _ in range(ask.n)]


def legal(game: Game, state: Any, seat: int) -> Actions:
    """Ask what a seat may take."""
    may = Actions(game.verbs.words)
    game.rules.legal(state, seat, may)
    return may


def acting(game: Game, state: Any) -> list[int]:
    """List the seats that must act."""
    mask = game.rules.actors(state)
    return [seat for seat in range(state.seats) if mask >> seat & 1]


@dataclass(frozen=True)
class Moment:
    """A step of a random match, about to be taken.

    Attributes:
        state: the state, which is changed by the step.
        seat: who acts; -1 for chance.
        action: the action; 0 for chance.
        outcome: what chance settles.
    """

    state: Any
    seat: int
    action: int = 0
    outcome: tuple[int, ...] = ()


def walk(table: Table, seed: Any, most: int) -> Iterator[Moment]:
    """Play a random match by the rules, at most so many steps; each step is taken after it was looked at."""
    game, chooser, state = table.game, table.chooser(seed), table.begin()
    for _ in range(most):
        if game.rules.over(state):
            return
        ask = asked(game, state)
        state.note_count = 0
        if ask:
            outcome = drawn(game, ask, chooser)
            yield Moment(state, -1, outcome=tuple(outcome))
            game.rules.settle(state, outcome)
        else:
            seat = chooser.choice(acting(game, state))
            action = chooser.choice(legal(game, state, seat).listed())
            yield Moment(state, seat, action)
            game.rules.act(state, seat, action)


def play_on(match: Match, chooser: random.Random, steps: int) -> Match:
    """Take so many random actions or parts, if the match is not over before."""
    for _ in range(steps):
        if match.over:
            break
        if match.turns.awaits_chance:
            match.go_on()
            continue
        seat = chooser.choice(match.actors)
        match.act(seat, chooser.choice(match.actions(seat)))
    return match


def whole_now(match: Match, chooser: random.Random) -> Match:
    """Complete the gestures that are begun."""
    for seat in range(match.seats):
        while match.gestures.begun(seat):
            match.act(seat, chooser.choice(match.actions(seat)))
    return match


def everything(match: Match) -> tuple[Any, ...]:
    """Gather all that an error must not change."""
    begun = [match.gestures.begun(seat) for seat in range(match.seats)]
    return match.log.state.copy(), tuple(match.log), match.log.standing, begun


def unchanged(match: Match, before: tuple[Any, ...]) -> bool:
    """Tell whether all is as it was."""
    state, *log = everything(match)
    return not differing(state, before[0]) and log == list(before[1:])


def say_twice(error: torite.ToriteError) -> None:
    """Check that an error speaks both languages, in whole sentences."""
    english, japanese = error.say("en"), error.say("ja")
    assert str(error) == english
    assert english
    assert japanese
    speaker = getattr(error._speak, "__self__", None)
    assert english != japanese or (isinstance(speaker, Game) and speaks(speaker) == ["en"])
    assert error.key not in (english, japanese)


def peeking(table: Table, seat: int, mine: Actions, theirs: Actions) -> str:
    """Tell which actions a seat may take in one of two states that it cannot tell apart."""
    verbs, one, other = table.game.verbs, set(mine.listed()), set(theirs.listed())
    listed = [", ".join(map(verbs.text, sorted(may))) or "nothing" for may in (one - other, other - one)]
    return (
        f"{table}: `legal` looks at what seat {seat} does not see: of two states that are the same to it, "
        f"one alone lets it {listed[0]}, the other alone {listed[1]}"
    )


def speaks(game: Game) -> list[str]:
    """List the languages that a game has words in: all, but one from outside may leave all but English for later."""
    outside = not game.folder.is_relative_to(INSIDE)
    files = {language: game.folder / "words" / f"{language}.toml" for language in LANGUAGES}
    return [code for code, file in files.items() if code == "en" or not outside or file.exists()]


def differing(state: Any, other: Any) -> list[str]:
    """Name the fields in which two states or views differ."""
    return [f.name for f in state.layout.fields if getattr(state, f.name) != getattr(other, f.name)]


# small deals


@cache
def small_options(variant: str, seats: int) -> tuple[tuple[str, str], ...]:
    """Find an option that deals smaller hands, and set it to two or three cards; nothing where no option does."""
    game = catalogue()[variant][0]

    def dealt(options: tuple[tuple[str, str], ...]) -> int:
        try:
            state = Table(variant, seats, options).begin()
        except BadOptions:
            return 1 << 30
        chooser = random.Random(0)
        for _ in range(8):
            ask = asked(game, state)
            if ask is None:
                break
            game.rules.settle(state, drawn(game, ask, chooser))
        return sum(len(held(game, state, seat)) for seat in range(seats)) or 1 << 30

    usual = dealt(())
    types = game.option_class.types()
    tried = [((name, str(size)),) for name, kind in types.items() if kind is int for size in (2, 3)]
    fewer = [options for options in tried if 2 * seats <= dealt(options) < usual]
    return min(fewer, key=dealt) if fewer else ()


def deals_nothing(table: Table) -> bool:
    """Tell whether a game rolls dice and deals no pieces: then there are no places, and nothing to deal anew."""
    dice = table.game.pack.of_dice
    assert not dice or not any(field.is_place for field in table.game.layout.fields)
    return dice


# compiling once


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold other test processes back, so that what one compiles the others find on disk."""
    with open(Path(tempfile.gettempdir()) / f"torite-tests-{os.getuid()}-{name}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
