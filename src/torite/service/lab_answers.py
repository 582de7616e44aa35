"""What HTTP answers about the lab and the rules of one's own; the rest is in `answers.py`."""

from __future__ import annotations

from typing import Literal

from torite.scenes.schema_base import Part
from torite.service.messages import ChosenOption

Stage = Literal["waiting", "playing", "done", "stopped", "failed"]


class SideTold(Part, frozen=True):
    """A table of an experiment.

    Attributes:
        title: what is played there.
        changed: the options that differ from the variant's, in words.
    """

    variant: str
    title: str
    options: dict[str, str]
    changed: list[ChosenOption]


class ExperimentTold(Part, frozen=True):
    """An experiment: POST /api/lab {experiment, name} → {id}.

    Attributes:
        yours: I may stop and delete it.
        seats: how many sit at each table.
        bots: the level at each seat, repeated from the first.
        unit: "match" or "deal".
        option: the one by which the tables differ; empty where they do not differ by one.
        option_title, values: it, and what it is at each table, in words.
        done: how many matches are done, of those that are wanted.
        seconds: of the processor that it took.
        ahead: how many experiments of others are played in turn with it.
        fault: why it failed; else empty.
        made_at: in seconds since 1970.
        report, parquet: whether these can be written here.
    """

    id: str
    name: str
    yours: bool
    sides: list[SideTold]
    seats: int
    bots: list[str]
    unit: Literal["match", "deal"]
    option: str
    option_title: str
    values: list[str]
    matches: int
    done: int
    state: Stage
    seconds: float
    ahead: int
    fault: str
    made_at: float
    report: bool
    parquet: bool


class ExperimentListed(Part, frozen=True):
    """An experiment of mine, in brief.

    Attributes:
        titles: what is played at its tables, each once.
        tables: how many tables there are.
        option_title: see `ExperimentTold`.
    """

    id: str
    name: str
    titles: list[str]
    tables: int
    option_title: str
    matches: int
    done: int
    state: Stage
    made_at: float


class Lab(Part, frozen=True):
    """GET /api/lab: my experiments, the latest first; GET /api/lab/<id> is one, anybody's who has the link.

    Attributes:
        here: experiments are played here.
        most: matches that one may have.
    """

    here: bool
    most: int
    experiments: list[ExperimentListed]


class Cell(Part, frozen=True):
    """A measure of a seat at a table; see `torite.lab.rows.Row`."""

    table: int
    seat: int
    measure: str
    unit: Literal["points", "places", "share"]
    mean: float
    half_width: float
    difference: float | None
    difference_half_width: float | None
    real: bool | None


class Measure(Part, frozen=True):
    """A measure that is shown.

    Attributes:
        name: as cells have it.
        title: its name, in words.
        about: what it is, in a sentence.
        even: what it is where all seats are alike; null where that is not known.
    """

    name: str
    title: str
    about: str
    even: float | None


class Profile(Part, frozen=True):
    """What kind of game it is, in words, of a hundred matches that were looked at choice by choice.

    Attributes:
        heading: what was looked at.
        measured: a table of names and values; of several tables its first line are heads.
        rules: what of the rules came up, as a table; its first line are heads.
        never: what came up at one table alone, and what never did.
    """

    heading: str
    measured: list[list[str]]
    rules: list[list[str]]
    never: list[str]


class Found(Part, frozen=True):
    """GET /api/lab/<id>/found: what came of it, so far.

    GET /api/lab/<id>/report → a page; /rows.csv, /rows.parquet → files. POST /api/lab/<id>/stop, /delete {}.

    Attributes:
        titles: of the tables, as briefly as tells them apart.
        findings: what is more than chance, in sentences.
        measures: what is shown, in this order.
        profile: null before any match was looked at.
    """

    titles: list[str]
    findings: list[str]
    measures: list[Measure]
    cells: list[Cell]
    profile: Profile | None


class HouseRules(Part, frozen=True):
    """Rules of my own: a variant with options otherwise, by a name that I gave. POST /api/rules keeps some.

    Attributes:
        here: the variant is here, and can be played so.
    """

    id: str
    name: str
    variant: str
    title: str
    options: dict[str, str]
    here: bool


class OwnRules(Part, frozen=True):
    """GET /api/rules: mine, by name. POST /api/rules/<id>/delete."""

    rules: list[HouseRules]
