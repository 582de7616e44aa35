"""The commands of `torite`, each with its options; what a command does is imported where it is called."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torite import __version__
from torite.commas import parted
from torite.terminal import admin
from torite.terminal.wording import language_of, sentences

if TYPE_CHECKING:
    from torite.terminal.lab import Many

app = typer.Typer(
    name="torite", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)  # fmt: skip

COMMANDS = (
    "serve", "admin", "backup", "restore",
    "games", "rules", "learn", "play", "simulate", "compare", "sweep", "replay", "analyse", "verify", "seal", "stats",
    "bench", "describe", "generate",
)  # fmt: skip

Language = Annotated[str, typer.Option("--language", "-l")]
Json = Annotated[bool, typer.Option("--json")]
Seats = Annotated[int | None, typer.Option("--seats", "-s")]
Bots = Annotated[str, typer.Option("--bots", "-b")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o")]
Name = Annotated[str, typer.Argument()]


@app.callback(invoke_without_command=True)
def torite(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v")] = False,
    language: Language = "",
) -> Any:
    """Open the page where no command is given."""
    if verbose:
        _tell_more()
    if version:
        print(f"torite {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        return serve(language=language)
    return None


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 0,
    origin: Annotated[list[str] | None, typer.Option("--origin")] = None,
    data: Annotated[Path | None, typer.Option("--data", readable=False)] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser")] = True,
    thinkers: Annotated[int | None, typer.Option("--thinkers", min=0, max=256)] = None,
    proxy: Annotated[list[str] | None, typer.Option("--proxy")] = None,
    metrics: Annotated[str, typer.Option("--metrics")] = "",
    access_log: Annotated[str, typer.Option("--access-log")] = "",
    audit_log: Annotated[str, typer.Option("--audit-log")] = "",
    log_addresses: Annotated[bool, typer.Option("--log-addresses")] = False,
    config: Annotated[Path | None, typer.Option("--config", readable=False)] = None,
    language: Language = "",
) -> int:
    """Open the page: play alone or with friends in the browser."""
    from torite.service.serve import serve as run

    return run(
        _language(language), host, port, data, browser, config, origins=tuple(origin or ()), thinkers=thinkers,
        proxies=tuple(proxy or ()), metrics=metrics, access_log=access_log, audit_log=audit_log,
        addresses=log_addresses,
    )  # fmt: skip


app.add_typer(admin.app, name="admin")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument()],
    data: Annotated[Path | None, typer.Option("--data", readable=False)] = None,
    json: Json = False,
    language: Language = "",
) -> int:
    """Write a service's data into one file."""
    return admin.backup(file, data, json, _language(language))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument()],
    data: Annotated[Path | None, typer.Option("--data", readable=False)] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
    json: Json = False,
    language: Language = "",
) -> int:
    """Put a backup back."""
    return admin.restore(file, data, force, json, _language(language))


@app.command()
def games(language: Language = "", json: Json = False) -> int:
    """List the games."""
    from torite.terminal import catalogue

    return catalogue.games(_language(language), json)


@app.command()
def rules(
    name: Name,
    clauses: Annotated[bool, typer.Option("--clauses")] = False,
    section: Annotated[str, typer.Option("--section")] = "",
    options: Annotated[bool, typer.Option("--options")] = False,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    language: Language = "",
) -> int:
    """Show a guide, clauses or options."""
    from torite.terminal import catalogue

    return catalogue.rules(name, clauses, section, options, plain, _language(language))


@app.command()
def describe(
    name: Name,
    observation: Annotated[bool, typer.Option("--observation")] = False,
    actions: Annotated[bool, typer.Option("--actions")] = False,
    seats: Seats = None,
    option: Options = None,
    recall: Annotated[int, typer.Option("--recall")] = 0,
    json: Json = False,
    language: Language = "",
) -> int:
    """Show what programs see of a game."""
    from torite.terminal.describe import Description
    from torite.terminal.describe import describe as told

    wish = Description(name, seats, _unquoted(option), recall, observation, actions, json, _language(language))
    return told(wish)


@app.command()
def learn(
    name: Name,
    lesson: Annotated[int, typer.Option("--lesson")] = 1,
    you: Annotated[str, typer.Option("--name")] = "",
    plain: Annotated[bool, typer.Option("--plain")] = False,
    language: Language = "",
) -> int:
    """Learn a game in three deals."""
    from torite.terminal.learn import learn as at_table
    from torite.terminal.play import Wish

    return at_table(Wish(name, you=you, language=_language(language), plain=plain), lesson)


@app.command()
def play(
    name: Name = "",
    seats: Seats = None,
    bots: Bots = "",
    level: Annotated[str, typer.Option("--level")] = "steady",
    option: Options = None,
    seed: Annotated[int | None, typer.Option("--seed")] = None,
    you: Annotated[str, typer.Option("--name")] = "",
    plain: Annotated[bool, typer.Option("--plain")] = False,
    resume: Annotated[str | None, typer.Option("--resume")] = None,
    seconds: Annotated[float, typer.Option("--seconds")] = 0.5,
    auto: Annotated[bool, typer.Option("--auto")] = False,
    scored: Annotated[bool, typer.Option("--scored")] = False,
    daily: Annotated[str | None, typer.Option("--daily")] = None,
    language: Language = "",
) -> int:
    """Play against bots, or alone."""
    from torite.terminal.play import Wish
    from torite.terminal.play import play as at_table

    wish = Wish(
        name,
        seats,
        _listed(bots),
        level,
        _unquoted(option),
        seed,
        you,
        _language(language),
        plain,
        seconds,
        auto,
        scored,
        daily,
    )
    return at_table(wish, resume)


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

    outputs = Outputs(report, csv, parquet, json, _language(language))
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
        return app.command()(run)

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

    return run(SimulationPlan(name, many, _listed(bots), _unquoted(option), record, number))


@app.command()
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
        name, out, _listed(bots), seats, _unquoted(option), recall, _language(language),
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

    return run(Pairing((one, other), (_listed(bots), _listed(other_bots or bots)), many))


@_lab(matches=10_000)
def sweep(many: Many, variant: Name, over: Annotated[str, typer.Argument()], bots: Bots = "") -> int:
    """Play the same deals with several values of an option."""
    from torite.terminal.compare import Course
    from torite.terminal.compare import sweep as run

    return run(Course(variant, over, _listed(bots), many))


@app.command()
def replay(
    file: Name,
    step: Annotated[bool, typer.Option("--step")] = False,
    seat: Annotated[int | None, typer.Option("--seat")] = None,
    hands: Annotated[bool, typer.Option("--all")] = False,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    language: Language = "",
) -> int:
    """Walk through a record."""
    from torite.terminal import records
    from torite.terminal.play import Wish, lay_table

    wish = Wish(language=_language(language), plain=plain)
    return records.replay(file, seat, hands, step, lambda match: lay_table(match.game, wish))


@app.command()
def analyse(
    file: Name,
    seat: Annotated[int | None, typer.Option("--seat")] = None,
    iterations: Annotated[int, typer.Option("--iterations", min=1, max=1_000_000)] = 1000,
    most: Annotated[int, typer.Option("--most", min=1, max=1000)] = 3,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    json: Json = False,
    language: Language = "",
) -> int:
    """Tell what each decision of a recorded match cost."""
    from torite.terminal.analysis import Wanted
    from torite.terminal.analysis import analyse as run

    return run(Path(file), Wanted(seat, iterations, most, seed), _language(language), plain, json)


@app.command()
def verify(files: Annotated[list[str], typer.Argument()], language: Language = "") -> int:
    """Check records."""
    from torite.terminal import records

    return records.verify(files, _language(language))


@app.command()
def seal(file: Name, language: Language = "") -> int:
    """Seal a record written by hand."""
    from torite.terminal import records

    return records.seal(file, _language(language))


@app.command()
def stats(
    export: Annotated[Path | None, typer.Option("--export")] = None,
    taken: Annotated[Path | None, typer.Option("--import")] = None,
    language: Language = "",
) -> int:
    """Show what the results of games played alone come to."""
    from torite.terminal import results

    return results.stats(export, taken, _language(language))


@app.command()
def bench(language: Language = "") -> int:
    """Measure how fast the games run."""
    from torite.terminal import lab

    return lab.bench(_language(language))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, parted(text)))


def _unquoted(options: Sequence[str] | None) -> tuple[str, ...]:
    """Take the quotation marks from options that stand one by one, and so need none."""
    return tuple(",".join(parted(text)) for text in options or ())


def _language(asked: str) -> str:
    """Return the language asked for, else the environment's.

    Raises:
        UnknownName: when it is none of ours.
    """
    sentences(asked or "en")
    return asked or language_of()


def _tell_more() -> None:
    """Have what modules note, as why a library is left alone, written to standard error."""
    notes = logging.getLogger("torite")
    if not notes.handlers:
        notes.addHandler(logging.StreamHandler())
    notes.setLevel(logging.INFO)
