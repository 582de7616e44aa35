"""The command `torite`: its words in the user's language, its errors, and its exit codes."""

from __future__ import annotations

import errno
import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from torite.errors import ToriteError
from torite.terminal import INTERRUPTED
from torite.terminal.commands import COMMANDS, app
from torite.terminal.saves import ToldExitCode
from torite.terminal.wording import language_of, sentences
from torite.words import LANGUAGES

BAD_INPUT, BROKEN, PASSES = 2, 1, 75
TRACE = "TORITE_TRACE"
FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)  #: what a disk says that takes no more


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Run the command line.

    Returns:
        0 when all went well, 1 for a mistake of ours or (verify) a record that does not fit, 2 for bad input,
        3 for a record that cannot be checked, 75 for what may go well a while later, 130 when interrupted.
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
        return _complain(fault.say(language) + line, PASSES if fault.passes else BAD_INPUT)
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
        if isinstance(fault, OSError) and fault.errno in FULL:
            _hush()
            return _complain(sentences(language)("input.unprinted", why=fault.strerror), BAD_INPUT)
        what = f"{type(fault).__name__}: {fault}".replace("\n", " ")[:200]
        return _complain(sentences(language)("input.inner", what=what), BROKEN)


def _called(arguments: list[str], language: str) -> int:
    command = typer.main.get_command(app)
    _explain(command, language, "")
    result = command.main(
        args=arguments, prog_name="torite", standalone_mode=False, default_map=_spoken(command, language)
    )
    if result == INTERRUPTED and not isinstance(result, ToldExitCode):
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
        ("analyse", "seat"): "judged",
        ("analyse", "most"): "mistakes",
        ("places", "seat"): "eyes",
        ("puzzles", "number"): "puzzles",
        ("puzzles", "out"): "puzzles_out",
        ("puzzles", "check"): "puzzles_file",
        ("puzzles", "seconds"): "puzzles_seconds",
        ("habits", "files"): "habits_files",
        ("habits", "you"): "habits_name",
        ("habits", "bots"): "habits_bots",
        ("habits", "number"): "habits_number",
        ("habits", "out"): "habits_out",
        ("play", "name"): "name",
        ("replay", "hands"): "all",
        ("play", "option"): "option",
        ("simulate", "resume"): "run",
        ("compare", "resume"): "run",
        ("sweep", "resume"): "run",
        ("arena", "game"): "one",
        ("arena", "bots"): "contestants",
        ("arena", "out"): "folder",
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


def _hush() -> None:
    """Let nothing more be written to a pipe that nobody reads."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, (sys.__stdout__ or sys.stdout).fileno())


if __name__ == "__main__":
    main()
