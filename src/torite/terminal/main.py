"""The command `torite`."""

from __future__ import annotations

import logging
import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from torite import __version__
from torite.errors import ToriteError
from torite.terminal import admin
from torite.terminal.wording import language_of, sentences
from torite.words import LANGUAGES

app = typer.Typer(
    name="torite", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)  # fmt: skip

BAD_INPUT, INTERRUPTED, BROKEN = 2, 130, 1
TRACE = "TORITE_TRACE"
COMMANDS = (
    "serve", "admin", "backup", "restore",
    "games", "rules", "learn", "play", "simulate", "compare", "sweep", "replay", "verify", "seal", "stats", "bench",
)  # fmt: skip

Language = Annotated[str, typer.Option("--language", "-l")]
Json = Annotated[bool, typer.Option("--json")]
Seats = Annotated[int | None, typer.Option("--seats", "-s")]
Bots = Annotated[str, typer.Option("--bots", "-b")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, max=1024)]
Resume = Annotated[str, typer.Option("--resume")]
First = Annotated[int, typer.Option("--first")]
Cluster = Annotated[str, typer.Option("--cluster")]
Executor = Annotated[str, typer.Option("--executor")]
Report = Annotated[str, typer.Option("--report")]
Csv = Annotated[str, typer.Option("--csv")]
Parquet = Annotated[str, typer.Option("--parquet")]
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
        tuple(option or ()),
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


@app.command()
def simulate(
    name: Name,
    matches: Annotated[int, typer.Option("--matches", "-n")] = 1000,
    bots: Bots = "",
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    deals: Annotated[bool, typer.Option("--deals")] = False,
    record: Annotated[str, typer.Option("--record")] = "",
    number: Annotated[int, typer.Option("--number")] = 0,
    measures: Annotated[bool, typer.Option("--measures")] = False,
    jobs: Jobs = None,
    resume: Resume = "",
    first: First = 0,
    cluster: Cluster = "",
    executor: Executor = "",
    report: Report = "",
    csv: Csv = "",
    parquet: Parquet = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """Let bots play many matches."""
    from torite.terminal.lab import Many, Plan
    from torite.terminal.lab import simulate as run
    from torite.terminal.outputs import Outputs

    many = Many(matches, seats, seed, deals, jobs, resume, Outputs(report, csv, parquet), first, cluster, executor)
    plan = Plan(name, many, _listed(bots), tuple(option or ()), record, number, measures)
    return run(plan, _language(language), json)


@app.command()
def compare(
    one: Annotated[str, typer.Argument()],
    other: Annotated[str, typer.Argument()],
    matches: Annotated[int, typer.Option("--matches", "-n")] = 10_000,
    bots: Bots = "",
    other_bots: Annotated[str, typer.Option("--other-bots")] = "",
    seats: Seats = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    deals: Annotated[bool, typer.Option("--deals")] = False,
    jobs: Jobs = None,
    resume: Resume = "",
    first: First = 0,
    cluster: Cluster = "",
    executor: Executor = "",
    report: Report = "",
    csv: Csv = "",
    parquet: Parquet = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """Play the same deals by two rules, or with two kinds of bots."""
    from torite.terminal.compare import Pairing
    from torite.terminal.compare import compare as run
    from torite.terminal.lab import Many
    from torite.terminal.outputs import Outputs

    many = Many(matches, seats, seed, deals, jobs, resume, Outputs(report, csv, parquet), first, cluster, executor)
    both = (_listed(bots), _listed(other_bots or bots))
    return run(Pairing((one, other), both, many), _language(language), json)


@app.command()
def sweep(
    variant: Name,
    over: Annotated[str, typer.Argument()],
    matches: Annotated[int, typer.Option("--matches", "-n")] = 10_000,
    bots: Bots = "",
    seats: Seats = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    deals: Annotated[bool, typer.Option("--deals")] = False,
    jobs: Jobs = None,
    resume: Resume = "",
    first: First = 0,
    cluster: Cluster = "",
    executor: Executor = "",
    report: Report = "",
    csv: Csv = "",
    parquet: Parquet = "",
    json: Json = False,
    language: Language = "",
) -> int:
    """Play the same deals with several values of an option."""
    from torite.terminal.compare import Course
    from torite.terminal.compare import sweep as run
    from torite.terminal.lab import Many
    from torite.terminal.outputs import Outputs

    many = Many(matches, seats, seed, deals, jobs, resume, Outputs(report, csv, parquet), first, cluster, executor)
    return run(Course(variant, over, _listed(bots), many), _language(language), json)


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
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _language(asked: str) -> str:
    """Return the language asked for, else the environment's.

    Raises:
        UnknownName: when it is none of ours.
    """
    sentences(asked or "en")
    return asked or language_of()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Run the command line.

    Returns:
        0 when all went well, 1 for a mistake of ours or (verify) a record that does not fit, 2 for bad input,
        3 for a record that cannot be checked, 130 when interrupted.
    """
    language = _spoken_in(arguments)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _called(_with_resume(arguments), language)
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
        return code
    except ToriteError as fault:
        alone = fault.facts.get("alone")
        line = f"\ntorite {shlex.join(_with(arguments, alone))}" if alone else ""
        return _complain(fault.say(language) + line, BAD_INPUT)
    except typer.TyperException as fault:
        return _complain(_usage(fault, language), BAD_INPUT)
    except (BrokenPipeError, SystemExit):  # typer makes an exit of a broken pipe
        _hush()
        return 0
    except KeyboardInterrupt:
        return _complain("\n" + sentences(language)("input.interrupted"), INTERRUPTED)
    except Exception as fault:
        if os.environ.get(TRACE):
            raise
        what = f"{type(fault).__name__}: {fault}".replace("\n", " ")[:200]
        return _complain(sentences(language)("input.inner", what=what), BROKEN)


def _called(arguments: list[str], language: str) -> int:
    command = typer.main.get_command(app)
    _explain(command, language, "")
    result = command.main(
        args=arguments, prog_name="torite", standalone_mode=False, default_map=_spoken(command, language)
    )
    if result == INTERRUPTED:
        raise KeyboardInterrupt
    return int(result or 0)


def _spoken(command: Any, language: str) -> dict[str, Any]:
    """Say of all commands, and of those under them, that they speak a language unless they are told otherwise."""
    commands = getattr(command, "commands", {})
    return {"language": language} | {name: _spoken(inner, language) for name, inner in commands.items()}


def _explain(command: Any, language: str, name: str) -> None:
    """Give a command and its options the words of a language."""
    say = sentences(language)
    command.help = say(f"help.command.{name}") if name else say("help.torite")
    command.short_help = command.help
    command.epilog = say("help.example", line=say(f"help.sample.{name}")) if name else None
    own = {
        ("backup", "file"): "backup_file",
        ("restore", "file"): "backup_file",
        ("play", "name"): "name",
        ("replay", "hands"): "all",
        ("play", "option"): "option",
        ("simulate", "resume"): "run",
        ("compare", "resume"): "run",
        ("sweep", "resume"): "run",
    }
    for parameter in command.params:
        key = own.get((name, parameter.name), parameter.name)
        if say.knows(f"help.option.{key}"):
            parameter.help = say(f"help.option.{key}")
    for inner, known in getattr(command, "commands", {}).items():
        _explain(known, language, inner)


def _spoken_in(arguments: Sequence[str]) -> str:
    """Find the language that the arguments ask for, before they are read; else the environment's."""
    for at, word in enumerate(arguments):
        following = arguments[at + 1] if at + 1 < len(arguments) else ""
        asked = following if word in ("--language", "-l") else word.removeprefix("--language=")
        if asked in LANGUAGES and (word in ("--language", "-l") or word.startswith("--language=")):
            return asked
    return language_of()


def _with_resume(arguments: list[str]) -> list[str]:
    """Let `--resume` stand without a file, and `--daily` without a day, also before a game's name."""
    settled = []
    for at, word in enumerate(arguments):
        following = arguments[at + 1] if at + 1 < len(arguments) else "-"
        alone = following.startswith("-") or (word == "--daily" and not following[:1].isdecimal())
        settled.append(f"{word}=" if word in ("--resume", "--daily") and alone else word)
    return settled


def _with(arguments: Sequence[str], others: Mapping[str, int]) -> list[str]:
    """Write a command of the lab with other matches, played here, and without a file that it goes on from."""
    left_out = ("resume", "cluster", "executor", *others)
    short = {"-n": "matches", "-j": "jobs"}
    kept: list[str] = []
    words = iter(arguments)
    for word in words:
        name, has_value, _ = word.partition("=")
        if short.get(name[:2], name.removeprefix("--")) not in left_out:
            kept.append(word)
        elif not has_value and name in (*short, f"--{name.removeprefix('--')}"):
            next(words, None)
    return [*kept, *(word for name, value in others.items() for word in (f"--{name}", str(value)))]


def _usage(fault: Any, language: str) -> str:
    """Write what is wrong with the arguments, in one line."""
    say = sentences(language)
    context = getattr(fault, "ctx", None)
    path = context.command_path.split()[1:] if context else []
    command = "".join(f"{word} " for word in path)
    kind = type(fault).__name__
    if kind == "NoSuchOption":
        by_id = context is not None and any(one.name == "table" for one in context.command.params)
        return say("usage.option_or_id" if by_id else "usage.option", name=fault.option_name, command=command)
    parameter = getattr(fault, "param", None)
    what = f"--{parameter.name}" if parameter is not None and parameter.param_type_name == "option" else ""
    what = what or (parameter.name.upper() if parameter is not None else "")
    if kind == "MissingParameter":
        return say("usage.missing", what=what, command=command)
    message = " ".join(str(fault.format_message()).split())
    unknown = re.fullmatch(r"No such command '(.*)'\.", message)
    if unknown:
        known = list(getattr(context.command, "commands", COMMANDS)) if context and path else COMMANDS
        return say("usage.command", name=unknown[1][:40], known=", ".join(known))
    number = "whole" if "integer" in message else "number" if "number" in message else ""
    if kind == "BadParameter" and what and number:
        return say("usage.value", what=what, kind=say(f"usage.{number}"), command=command)
    return say("usage.other", what=message, command=command)


def _complain(text: str, code: int) -> int:
    if sys.stderr is not None and not sys.stderr.closed:
        print(text, file=sys.stderr)
    return code


def _tell_more() -> None:
    """Have what modules note, as why a library is left alone, written to standard error."""
    notes = logging.getLogger("torite")
    if not notes.handlers:
        notes.addHandler(logging.StreamHandler())
    notes.setLevel(logging.INFO)


def _hush() -> None:
    """Let nothing more be written to a pipe that nobody reads."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, (sys.__stdout__ or sys.stdout).fileno())


if __name__ == "__main__":
    main()
