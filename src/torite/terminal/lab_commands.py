"""The commands of the lab, each with its options; what a command does is imported where it is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torite.terminal.typed import Bots, Json, Language, Name, Options, Seats, listed, spoken, unquoted

if TYPE_CHECKING:
    from torite.terminal.lab import Many


def _many(
    matches: Annotated[int, typer.Option("--matches", "-n")],
    seats: Seats = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    deals: Annotated[bool, typer.Option("--deals")] = False,
    measures: Annotated[bool, typer.Option("--measures")] = False,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j")] = None,
    resume: Annotated[str, typer.Option("--resume")] = "",
    first: Annotated[int, typer.Option("--first")] = 0,
    cluster: Annotated[str, typer.Option("--cluster")] = "",
    executor: Annotated[str, typer.Option("--executor")] = "",
    report: Annotated[str, typer.Option("--report")] = "",
    csv: Annotated[str, typer.Option("--csv")] = "",
    parquet: Annotated[str, typer.Option("--parquet")] = "",
    json: Json = False,
    language: Language = "",
) -> Many:
    """Say how many matches are wanted, how they are played, and how they are told."""
    from torite.terminal.lab import Many
    from torite.terminal.outputs import Outputs

    outputs = Outputs(report, csv, parquet, json, spoken(language))
    return Many(matches, seats, seed, deals, jobs, resume, outputs, first, cluster, executor, measures)


def _lab(matches: int) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Make a command of a function that takes `many`: it has its own options and those of `_many`.

    Args:
        matches: how many there are where nobody says.
    """

    def made(function: Callable[..., int]) -> Callable[..., int]:
        own, others = (
            dict(signature(one, locals={"Many": object}, eval_str=True).parameters) for one in (function, _many)
        )
        others["matches"] = others["matches"].replace(default=matches)

        @wraps(function)
        def run(**given: Any) -> int:
            many = _many(**{name: given.pop(name) for name in others})
            return function(**given, many=many)

        del own["many"]
        taken = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in (own | others).values()]
        run.__signature__ = Signature(taken)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in taken}
        return run

    return made


@_lab(matches=1000)
def simulate(
    many: Many,
    name: Name,
    bots: Bots = "",
    option: Options = None,
    record: Annotated[str, typer.Option("--record")] = "",
    number: Annotated[int, typer.Option("--number")] = 0,
) -> int:
    """Let bots play many matches."""
    from torite.terminal.lab import SimulationPlan
    from torite.terminal.lab import simulate as run

    return run(SimulationPlan(name, many, listed(bots), unquoted(option), record, number))


def generate(
    name: Name,
    out: Annotated[Path, typer.Option("--out", readable=False)],
    matches: Annotated[int, typer.Option("--matches", "-n")] = 1000,
    bots: Bots = "",
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    unit: Annotated[str, typer.Option("--unit")] = "deal",
    recall: Annotated[int, typer.Option("--recall")] = 0,
    forced: Annotated[bool, typer.Option("--forced")] = False,
    offers: Annotated[bool, typer.Option("--offers/--no-offers")] = True,
    seconds: Annotated[float, typer.Option("--seconds")] = 0.05,
    language: Language = "",
) -> int:
    """Write bots' decisions into a file."""
    from torite.terminal.describe import generate as write

    return write(
        name, out, listed(bots), seats, unquoted(option), recall, spoken(language),
        matches=matches, unit=unit, seed=seed, forced=forced, offers=offers, seconds=seconds,
    )  # fmt: skip


@_lab(matches=10_000)
def compare(
    many: Many,
    one: Annotated[str, typer.Argument()],
    other: Annotated[str, typer.Argument()],
    bots: Bots = "",
    other_bots: Annotated[str, typer.Option("--other-bots")] = "",
) -> int:
    """Play the same deals by two rules, or with two kinds of bots."""
    from torite.terminal.compare import Pairing
    from torite.terminal.compare import compare as run

    return run(Pairing((one, other), (listed(bots), listed(other_bots or bots)), many))


@_lab(matches=10_000)
def sweep(many: Many, variant: Name, over: Annotated[str, typer.Argument()], bots: Bots = "") -> int:
    """Play the same deals with several values of an option."""
    from torite.terminal.compare import Course
    from torite.terminal.compare import sweep as run

    return run(Course(variant, over, listed(bots), many))


def arena(
    game: Name,
    bots: Annotated[list[str], typer.Argument()],
    matches: Annotated[int, typer.Option("--matches", "-n")] = 400,
    until: Annotated[float | None, typer.Option("--until")] = None,
    out: Annotated[str, typer.Option("--out")] = "",
    seats: Seats = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    deals: Annotated[bool, typer.Option("--deals")] = False,
    first: Annotated[int, typer.Option("--first")] = 0,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j")] = None,
    cluster: Annotated[str, typer.Option("--cluster")] = "",
    executor: Annotated[str, typer.Option("--executor")] = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """Let bots meet on the same deals."""
    from torite.terminal.arena import Meeting
    from torite.terminal.arena import arena as run

    many = _many(
        matches, seats, seed, deals, False, jobs, first=first, cluster=cluster, executor=executor, json=json,
        language=language,
    )  # fmt: skip
    return run(Meeting(game, bots, until, replace(many, folder=out)))
