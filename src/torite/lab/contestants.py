"""Who plays: a level of ours with its settings, or an engine that somebody brings; written as on the command line."""

from __future__ import annotations

import hashlib
import importlib
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from torite.bots import CALLED, LEVELS, Bot, bot, level_of
from torite.commas import listed, parted
from torite.errors import BadOptions, ToriteError, UnknownName
from torite.kit.game import Game, Variant
from torite.kit.options import Options
from torite.words import Words

if TYPE_CHECKING:
    from torite.match import Match

SETTINGS: dict[str, Callable[[str], float]] = {
    "seconds": float,
    "iterations": int,
}  #: of search, as `torite.bot` has them


MOST_LETTERS = 30  #: of a name at a table
#: Of each bot, by its text, how often it chose, and the nanoseconds that it took for that.
Clocks = dict[str, list[int]]


class BotFails(ToriteError):
    """A bot that cannot be made, that raises, or that answers what is not allowed."""

    code = "bot-fails"


class Seats(NamedTuple):
    """What is played, as an engine is told when it is made: nothing by which a deal could be drawn again."""

    game: Game
    variant: Variant
    seats: int
    options: Options


class Contestant(NamedTuple):
    """Who plays.

    Attributes:
        name: a level as programs name it, or `module:function` of an engine.
        settings: its settings, as text.
    """

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def is_engine(self) -> bool:
        """Whether it is brought by somebody."""
        return ":" in self.name

    def __str__(self) -> str:
        return listed([self.name, *(f"{name}={value}" for name, value in self.settings)])

    @property
    def short(self) -> str:
        """Its name at a table."""
        return self.name.rpartition(":")[2][:MOST_LETTERS]

    @property
    def called(self) -> str:
        """It as people write it on the command line."""
        names = {level: name for name, level in CALLED.items()}
        return str(self._replace(name=names.get(self.name, self.name)))

    def seated(self, table: Seats, seed: int, number: int, seconds: float) -> Bot:
        """Make the bot.

        Args:
            table: where it plays.
            seed: of the run; with the number it makes the bot repeatable, if it is not bound by the clock.
            number: which match of the run.
            seconds: thinking time of a decision, for search that has no setting.

        Raises:
            BotFails: when an engine makes none.
        """
        if not self.is_engine:
            search = {name: SETTINGS[name](value) for name, value in self.settings}
            if self.name == LEVELS[-1] and not search:
                search = {"seconds": seconds}
            return bot(self.name, table.game, seed + number, **search)  # type: ignore[arg-type]
        try:
            how = {name: _value(text) for name, text in self.settings}
            made: Bot = engine(self.name)(table, engine_seed(seed, number), **how)
        except ToriteError:
            raise
        except Exception as fault:
            raise BotFails("error.bot_made", name=str(self), why=reason(fault)) from fault
        if not callable(getattr(made, "choose", None)):
            raise BotFails("error.bot_other", name=str(self), kind=type(made).__name__)
        return made


def engine_seed(seed: int, number: int) -> int:
    """Return the seed of an engine in a match of a run, from 0 to 2**32 - 1: the deal is drawn from another."""
    return int.from_bytes(hashlib.blake2b(f"{seed}:{number}".encode(), digest_size=4, person=b"engine").digest())


@cache
def contestant(text: str) -> Contestant:
    """Read who plays: `strong`, `strong,iterations=400`, `module:function,setting=value`.

    Raises:
        UnknownName: for a level that does not exist.
        BadOptions: for a setting that it does not have.
    """
    name, *pairs = parted(text)
    settings: list[tuple[str, str]] = []
    for pair in pairs:
        setting, equals, value = (part.strip() for part in pair.partition("="))
        if not (setting and equals and value) or setting in dict(settings):
            raise BadOptions("error.bot_pair", name=name, given=pair)
        settings.append((setting, value))
    read = Contestant(name.strip(), tuple(sorted(settings)))
    if read.is_engine:
        return read
    level = level_of(name)
    if level is None:
        raise UnknownName("error.bot", name=name, known=", ".join([*CALLED, "module:function"]))
    for setting, value in settings:
        if level != LEVELS[-1] or not _is_setting(setting, value):
            raise BadOptions("error.bot_setting", name=name, given=f"{setting}={value}")
    return read._replace(name=level)


def _is_setting(name: str, value: str) -> bool:
    try:
        return 0 < SETTINGS[name](value) < float("inf")
    except (KeyError, ValueError):
        return False


def _value(text: str) -> Any:
    """Read a setting of an engine: a number where it is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def engine(name: str) -> Callable[..., Any]:
    """Find the function that somebody brings.

    Raises:
        BotFails: when there is none of that name.
    """
    module, _, function = name.partition(":")
    try:
        found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    except ToriteError:
        raise
    except Exception as fault:
        raise BotFails("error.bot_made", name=name, why=reason(fault)) from fault
    return found


def reason(fault: Exception) -> str:
    """Write what was raised, in a line."""
    return f"{type(fault).__name__}: {fault}".replace("\n", " ")


class Player:
    """A bot in its seat: whatever it does wrong is told by its name, and the time that it thinks is counted.

    Args:
        bot: the bot.
        who: who it is; what an engine chooses is looked at before it is done.
        match: where it sits.
        number: which match of the run.
        clock: gets a choice more, and the nanoseconds that it took.
    """

    def __init__(self, bot: Bot, who: Contestant, match: Match, number: int, clock: list[int]) -> None:
        self._bot, self._match, self._clock, self._is_engine = bot, match, clock, who.is_engine
        self._who: dict[str, Any] = {"name": who.called, "number": number}

    def choose(self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> str:
        """Return what the bot chooses.

        Raises:
            BotFails: when it raises, or what it chooses is not allowed.
        """
        began = time.perf_counter_ns()
        try:
            code = self._bot.choose(view, history, seat, offered)
        except Exception as fault:
            raise BotFails("error.bot_raises", **self._who, seat=seat, why=reason(fault)) from fault
        self._clock[0] += 1
        self._clock[1] += time.perf_counter_ns() - began
        if self._is_engine and not (offered and code == "wait"):
            self._check(seat or 0, code)
        return code

    def _check(self, seat: int, code: str) -> None:
        try:
            refused: ToriteError | None = self._match.gestures.refusal(seat, code)
        except ToriteError as fault:
            refused = fault
        if refused is not None:
            why = partial(_said, refused)
            raise BotFails("error.bot_illegal", **self._who, seat=seat, given=str(code), why=why)


def _said(fault: ToriteError, words: Words) -> str:
    return fault.say(words.language)


def clocked(one: Clocks, more: Clocks) -> Clocks:
    """Add what bots took at other times."""
    none = [0, 0]
    return {
        name: [a + b for a, b in zip(one.get(name, none), more.get(name, none), strict=True)]
        for name in sorted({*one, *more})
    }
