"""What came of a run, as the dictionaries that reports, files and JSON have of it."""

from __future__ import annotations

from typing import Literal, TypedDict

#: Of single matches: how many they were (`matches`), and each measure by its name, with the half-width of its interval
#: (`…_error`) and, where tables are compared, `…_difference`, `…_difference_error` and `…_real`.
Measures = dict[str, int | float | bool]


Kind = Literal["scoring", "happening", "refusal", "action"]


class TableTold(TypedDict):
    """What is played at a table: the options that were chosen, as text, the bots' levels, a hash of the rules."""

    variant: str
    options: dict[str, str]
    bots: list[str]
    rules: str


class CameUp(TypedDict):
    """A sentence of the rules or a verb: in what share of the matches it came up, and how often in one."""

    kind: Kind
    name: str
    clause: str
    matches: float
    times: float


class Cell(TypedDict):
    """A measure of a seat at one of several tables, with the half-widths of 95 % intervals."""

    mean: float
    error: float
    difference: float
    difference_error: float
    real: bool


class LuckTold(TypedDict):
    """As `torite.lab.Luck` has it."""

    better: str
    worse: str
    unit: str
    deals: int
    hand: float | None
    edge: float
    edge_error: float
    spread: float
    needed: int | None


class RatedBot(TypedDict):
    """A bot of an arena; see `torite.lab.Arena`."""

    bot: str
    label: str
    rating: float
    rating_error: float
    choices: int
    milliseconds: float | None


class Pair(TypedDict):
    """Two bots of an arena; see `torite.lab.Arena`."""

    one: str
    other: str
    deals: int
    difference: float
    difference_error: float
    real: bool
    sure: bool
    spread: float
    ahead: float
    level: float
    behind: float
    score: float
    score_error: float
    share: float
    share_error: float
