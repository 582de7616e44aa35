"""The commands of `torite`, each with its options; what a command does is imported where it is called."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Any

import typer

from torite import __version__
from torite.terminal import admin, lab_commands
from torite.terminal.typed import Bots, Json, Language, Name, Options, Seats, listed, spoken, unquoted

app = typer.Typer(
    name="torite", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)  # fmt: skip

COMMANDS = (
    "serve", "think", "admin", "backup", "restore", "move-data",
    "games", "rules", "learn", "play", "simulate", "compare", "sweep", "arena", "replay", "analyse", "places",
    "puzzles", "habits", "verify", "seal", "stats", "bench", "describe", "generate",
)  # fmt: skip


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
    database: Annotated[str, typer.Option("--database")] = "",
    process: Annotated[str, typer.Option("--process")] = "",
    think_key: Annotated[Path | None, typer.Option("--think-key", readable=False)] = None,
    language: Language = "",
) -> int:
    """Open the page: play alone or with friends in the browser."""
    from torite.service.serve import serve as run

    return run(
        spoken(language), host, port, data, browser, config, think_key, origins=tuple(origin or ()), thinkers=thinkers,
        proxies=tuple(proxy or ()), metrics=metrics, access_log=access_log, audit_log=audit_log,
        addresses=log_addresses, database=database, process=process,
    )  # fmt: skip


@app.command()
def think(
    services: Annotated[list[str], typer.Option("--for")],
    processes: Annotated[int | None, typer.Option("--processes", min=1, max=256)] = None,
    key_file: Annotated[Path | None, typer.Option("--key-file", readable=False)] = None,
    language: Language = "",
) -> int:
    """Think for the bots of services on other machines."""
    from torite.service.think import think as run

    return run(services, processes, key_file, spoken(language))


app.add_typer(admin.app, name="admin")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument()],
    data: Annotated[Path | None, typer.Option("--data", readable=False)] = None,
    database: Annotated[str, typer.Option("--database")] = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """Write a service's data into one file."""
    return admin.backup(file, data, database, json, spoken(language))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument()],
    data: Annotated[Path | None, typer.Option("--data", readable=False)] = None,
    database: Annotated[str, typer.Option("--database")] = "",
    force: Annotated[bool, typer.Option("--force")] = False,
    json: Json = False,
    language: Language = "",
) -> int:
    """Put a backup back."""
    return admin.restore(file, data, database, force, json, spoken(language))


@app.command(name="move-data")
def move_data(
    source: Annotated[str, typer.Argument()],
    target: Annotated[str, typer.Argument()],
    json: Json = False,
    language: Language = "",
) -> int:
    """Move a service's data between a folder and a PostgreSQL database."""
    return admin.move(source, target, json, spoken(language))


@app.command()
def games(language: Language = "", json: Json = False) -> int:
    """List the games."""
    from torite.terminal import catalogue

    return catalogue.games(spoken(language), json)


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

    return catalogue.rules(name, clauses, section, options, plain, spoken(language))


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

    wish = Description(name, seats, unquoted(option), recall, observation, actions, json, spoken(language))
    return told(wish)


@app.command()
def learn(
    name: Name,
    lesson: Annotated[int, typer.Option("--lesson")] = 1,
    you: Annotated[str, typer.Option("--name")] = "",
    plain: Annotated[bool, typer.Option("--plain")] = False,
    language: Language = "",
) -> int:
    """Learn a game in arranged deals."""
    from torite.terminal.learn import learn as at_table
    from torite.terminal.play import Wish

    return at_table(Wish(name, you=you, language=spoken(language), plain=plain), lesson)


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
        listed(bots),
        level,
        unquoted(option),
        seed,
        you,
        spoken(language),
        plain,
        seconds,
        auto,
        scored,
        daily,
    )
    return at_table(wish, resume)


for command in (
    lab_commands.simulate,
    lab_commands.generate,
    lab_commands.compare,
    lab_commands.sweep,
    lab_commands.arena,
):
    app.command()(command)


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

    wish = Wish(language=spoken(language), plain=plain)
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
    from torite.terminal.analysis import AnalysisWanted
    from torite.terminal.analysis import analyse as run

    return run(Path(file), AnalysisWanted(seat, iterations, most, seed), spoken(language), plain, json)


@app.command()
def places(
    file: Name,
    seat: Annotated[int, typer.Option("--seat")],
    entry: Annotated[int, typer.Option("--entry")],
    worlds: Annotated[int, typer.Option("--worlds", min=1, max=1_000_000)] = 1600,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    json: Json = False,
    language: Language = "",
) -> int:
    """Tell where the pieces may have lain that a seat did not see."""
    from torite.terminal.places import PlacesWanted
    from torite.terminal.places import places as run

    return run(Path(file), PlacesWanted(seat, entry, worlds, seed), spoken(language), plain, json)


@app.command()
def puzzles(
    name: Name = "",
    number: Annotated[int | None, typer.Option("--number", "-n")] = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    seats: Seats = None,
    option: Options = None,
    out: Annotated[str, typer.Option("--out")] = "",
    check: Annotated[str, typer.Option("--check")] = "",
    seconds: Annotated[float, typer.Option("--seconds")] = 60.0,
    you: Annotated[str, typer.Option("--name")] = "",
    plain: Annotated[bool, typer.Option("--plain")] = False,
    language: Language = "",
) -> int:
    """Solve, find or check positions with one clearly best choice."""
    from torite.terminal import puzzles as run
    from torite.terminal.play import Wish

    if check:
        drawn = run.DRAWN if number is None else number
        return run.check(check, run.PuzzlesWanted(drawn, seed), seconds, spoken(language))
    wish = Wish(name, seats, options=unquoted(option), you=you, language=spoken(language), plain=plain)
    return run.solve(wish) if number is None else run.make(wish, run.PuzzlesWanted(number, seed, out))


@app.command()
def habits(
    files: Annotated[list[str], typer.Argument()],
    you: Annotated[str, typer.Option("--name")] = "",
    bots: Annotated[str, typer.Option("--bots", "-b")] = "",
    number: Annotated[int, typer.Option("--number", "-n")] = 100,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    seats: Seats = None,
    option: Options = None,
    out: Annotated[str, typer.Option("--out")] = "",
    plain: Annotated[bool, typer.Option("--plain")] = False,
    json: Json = False,
    language: Language = "",
) -> int:
    """Tell how often each kind of action was taken where another was open, and what deals brought then."""
    from torite.terminal import habits as run
    from torite.terminal.play import Wish

    if not bots:
        return run.of_records(files, you, spoken(language), plain, json)
    wish = Wish(run.only(files), seats, options=unquoted(option), language=spoken(language), plain=plain)
    return run.of_bots(wish, run.HabitsWanted(bots, number, seed, out), json)


@app.command()
def verify(files: Annotated[list[str], typer.Argument()], language: Language = "") -> int:
    """Check records."""
    from torite.terminal import records

    return records.verify(files, spoken(language))


@app.command()
def seal(file: Name, language: Language = "") -> int:
    """Seal a record written by hand."""
    from torite.terminal import records

    return records.seal(file, spoken(language))


@app.command()
def stats(
    export: Annotated[Path | None, typer.Option("--export")] = None,
    taken: Annotated[Path | None, typer.Option("--import")] = None,
    language: Language = "",
) -> int:
    """Show what the results of games played alone come to."""
    from torite.terminal import results

    return results.stats(export, taken, spoken(language))


@app.command()
def bench(language: Language = "") -> int:
    """Measure how fast the games run."""
    from torite.terminal import lab

    return lab.bench(spoken(language))


def _tell_more() -> None:
    """Have what modules note, as why a library is left alone, written to standard error."""
    notes = logging.getLogger("torite")
    if not notes.handlers:
        notes.addHandler(logging.StreamHandler())
    notes.setLevel(logging.INFO)
