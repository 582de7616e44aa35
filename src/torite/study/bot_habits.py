"""Habits of bots: played for, kept in small files beside the games, and found there again."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from torite import __version__
from torite.bots import CALLED, LEVELS, bot, level_of
from torite.errors import BadOptions, ToriteError, UnknownName
from torite.kit.game import Game, Variant
from torite.match import Match
from torite.study.habits import Habit, Habits, count
from torite.study.puzzles import WAIT

FOLDER = "habits"  #: of a game, with a file for each variant that has one
MOST_BYTES = 1 << 18  #: of a file
MOST_MATCHES = 1_000_000
ITERATIONS = 1000  #: of a decision, for bots that search as long as they may: so the clock decides nothing


class BadHabits(ToriteError):
    """A file of habits that cannot be read."""

    code = "bad-habits"


class BotHabits(Struct, forbid_unknown_fields=True, frozen=True):
    """What bots of one level did in many matches.

    Attributes:
        variant, seats, options: by which rules they played; the options that differ from the variant's.
        level: how well, as programs name it.
        matches, deals: how many were played.
        seed: the same one plays the same.
        version: of Torite, that played them.
        habits: what was counted.
    """

    variant: str
    seats: Annotated[int, Meta(ge=1)]
    options: dict[str, str]
    level: str
    matches: Annotated[int, Meta(ge=1)]
    deals: Annotated[int, Meta(ge=0)]
    seed: int
    version: str
    habits: dict[str, Habit]

    @property
    def command(self) -> str:
        """The command that makes the same."""
        called = next(name for name, level in CALLED.items() if level == self.level)
        options = "".join(f" -o {name}={value}" for name, value in sorted(self.options.items()))
        table = f"torite habits {self.variant} --seats {self.seats}{options}"
        return f"{table} --bots {called} -n {self.matches} --seed {self.seed}"


def play(
    name: str,
    level: str,
    matches: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> BotHabits:
    """Have bots of a level play matches, and count their habits.

    Args:
        name: a name in the catalogue.
        level: of all seats.
        matches: how many.
        seats: number of seats; the variant's usual one if None.
        options: options that differ from the variant's.
        seed: the same one plays the same.
        progress: is told after every match how many are played, and of how many.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
    """
    if not 1 <= matches <= MOST_MATCHES:
        raise BadOptions("error.matches_counted", value=matches, most=MOST_MATCHES)
    known = level_of(level)
    if known is None:
        raise UnknownName("error.bot", name=level, known=", ".join(CALLED))
    habits: Habits = {}
    deals = 0
    for number in range(matches):
        match = _played(Match(name, seats, options, seed=f"habits/{seed}/{number}"), known, f"{seed}/{number}")
        deals += count(match, (), {}, habits)
        if progress is not None:
            progress(number + 1, matches)
    usual = match.game.options(match.variant.name, {}, match.seats).texts()
    agreed = {one: text for one, text in match.options.texts().items() if usual.get(one) != text}
    return BotHabits(
        match.variant.name, match.seats, agreed, known, matches, deals, seed, __version__, dict(sorted(habits.items()))
    )


def _played(match: Match, level: str, seed: str) -> Match:
    """Play a match to its end."""
    iterations = ITERATIONS if level == LEVELS[-1] else None
    bots = [
        bot(level, match.game, random.Random(f"{seed}/{seat}").getrandbits(30), iterations=iterations)
        for seat in range(match.seats)
    ]
    while not match.over:
        for choice in match.turns.asked():
            seat = choice.seat
            code = bots[seat].choose(match.view(seat), match.history(seat), seat, choice.offer)
            if code != WAIT:
                match.act(seat, code)
                break
    return match


# files


def written(found: BotHabits) -> str:
    """Write what bots did as a file."""
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


def read(data: bytes, file: str) -> BotHabits:
    """Read a file of what bots did.

    Args:
        data: what is in it.
        file: its name, for errors.

    Raises:
        BadHabits: when it is none, or too long.
    """
    try:
        if len(data) > MOST_BYTES:
            raise msgspec.ValidationError(f"more than {MOST_BYTES} bytes")
        found: BotHabits = msgspec.json.decode(data, type=BotHabits)
        if found.level not in LEVELS:
            raise msgspec.ValidationError(f"no level {found.level[:40]!r}")
    except (msgspec.MsgspecError, UnicodeError) as fault:
        raise BadHabits("error.habits", file=file, fault=str(fault)[:200]) from None
    return found


def of_variant(game: Game, variant: Variant) -> BotHabits | None:
    """Return what bots did in a variant, or in the one whose guide it shares; None where nobody has counted.

    Raises:
        BadHabits: for a file that cannot be read.
    """
    return _of(game, variant.name) or (_of(game, variant.guide) if variant.guide else None)


@cache
def _of(game: Game, name: str) -> BotHabits | None:
    file: Path = game.folder / FOLDER / f"{name}.json"
    return read(file.read_bytes(), f"{game.name}/{FOLDER}/{file.name}") if file.exists() else None
