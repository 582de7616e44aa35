"""An experiment: what somebody wants to know of some tables, played a while at a time, and kept meanwhile as bytes."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, structs

from torite.bots import Level
from torite.errors import BadOptions
from torite.games import find
from torite.lab.compare import Comparison, comparison
from torite.lab.run import Run
from torite.lab.simulate import Report, check_wanted, report
from torite.lab.table import Table
from torite.lab.work import Work, work_of

MOST_SIDES = 8  #: tables that are told beside one another
MOST_MATCHES = 1_000_000
LOOKED_AT = 100  #: matches that are looked at choice by choice
SECONDS = 0.05  #: thinking time of a decision, for search

Name = Annotated[str, Meta(max_length=80)]
Value = Annotated[str, Meta(max_length=200)]


class ExperimentTable(Struct, forbid_unknown_fields=True, frozen=True):
    """A table: what is played there, and the options that differ from the variant's."""

    variant: Name
    options: dict[Name, Value] = {}


class Experiment(Struct, forbid_unknown_fields=True, frozen=True):
    """What is wanted.

    Attributes:
        sides: the tables; several are compared with the first.
        matches: how many at each, the same at all.
        bots: the level at each seat, repeated from the first where there are fewer.
        seats: how many, at each table; 0 for as many as is usual at the first.
        unit: "match" for whole matches, "deal" for first deals only.
        option: the one by which the tables differ, where they differ by one; empty for none.
        seed: that chance is drawn from.
    """

    sides: Annotated[list[ExperimentTable], Meta(min_length=1, max_length=MOST_SIDES)]
    matches: Annotated[int, Meta(ge=1, le=MOST_MATCHES)]
    bots: Annotated[list[Level], Meta(min_length=1, max_length=64)]
    seats: Annotated[int, Meta(ge=0, le=64)] = 0
    unit: Literal["match", "deal"] = "match"
    option: Name = ""
    seed: Annotated[int, Meta(ge=0, lt=1 << 32)] = 1

    def checked(self) -> Experiment:
        """Check that it can be played; return it with everything named that was left to what is usual.

        Raises:
            UnknownName, BadOptions: for what does not exist, is not allowed, or cannot be compared.
        """
        found = [find(side.variant) for side in self.sides]
        seats = self.seats or found[0][1].default_seats
        if len(self.bots) > seats:
            raise BadOptions("error.bots", most=seats, wanted=len(self.bots))
        for (game, variant), side in zip(found, self.sides, strict=True):
            game.options(variant.name, side.options, seats)
            if self.option and self.option not in side.options:
                raise BadOptions("error.not_everywhere", name=self.option)
        named = [
            ExperimentTable(variant.name, side.options) for (_, variant), side in zip(found, self.sides, strict=True)
        ]
        return structs.replace(self, sides=named, seats=seats)

    @property
    def tables(self) -> list[Table]:
        """The tables, ready to be played at."""
        return [Table(side.variant, self.seats or None, side.options, self.bots, self.seed) for side in self.sides]

    def work(self, tables: list[Table]) -> Work:
        """Return it as work, of as many matches as one likes."""
        whole = check_wanted(self.matches, self.unit)
        return work_of(tables, whole, SECONDS, observed=min(LOOKED_AT, self.matches))


class Played(Struct, frozen=True):
    """How far an experiment is.

    Attributes:
        kept: what the next go begins with.
        matches: how many are done.
        outcome: what came of them so far; see `outcome_of`.
    """

    kept: bytes
    matches: int
    outcome: bytes


def play(wanted: Experiment, kept: bytes, seconds: float) -> Played:
    """Play some of it.

    Args:
        wanted: what is wanted.
        kept: what was kept of the last time; empty for the first. Where other rules are in force now it begins anew.
        seconds: about how long; at least one match is played.

    Raises:
        UnknownName, BadOptions: for what does not exist, is not allowed, or cannot be compared.
        BadRun: when what was kept is damaged.
    """
    tables = wanted.tables
    work = wanted.work(tables)
    run = Run.of(work, kept) if kept else Run(work)
    run.go_on_for(seconds, wanted.matches)
    stopped = run.matches < wanted.matches
    came: Report | Comparison
    if len(tables) > 1:
        came = comparison(tables, run, wanted.unit, 0, stopped, wanted.option)
    else:
        came = report(tables[0], run, wanted.unit, 0, stopped)
    return Played(run.kept, run.matches, msgspec.json.encode(came))


def outcome_of(wanted: Experiment, outcome: bytes) -> Report | Comparison:
    """Read what came of an experiment, whatever rules are in force now."""
    kind: type[Report | Comparison] = Comparison if len(wanted.sides) > 1 else Report
    return msgspec.json.decode(outcome, type=kind)
