"""Whom a service reaches, and how it is started so that it reaches the network that the machine is in."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

EVERYWHERE = "0.0.0.0"
PROGRAM, SERVE, HOST, DATABASE = "torite", "serve", "--host", "--database"


class Reach(NamedTuple):
    """Whom a service reaches.

    Attributes:
        network: its address for those in the same network; empty where it does not listen there.
        command: the line that starts it so that it does; empty where that is nothing that its people should know, who
            are told at this machine alone: through a tunnel somebody may come by its own name from elsewhere.
    """

    network: str = ""
    command: str = ""


NOWHERE = Reach()  #: what is told of a service that says nothing of itself


def command(arguments: Sequence[str], folder: Path) -> str:
    """Write the line that starts the service as it was, but so that it listens in the network.

    Args:
        arguments: with which it was started, the program first.
        folder: in which it was started.

    Returns:
        The line; empty where it would tell of a database.
    """
    program, *given = arguments
    if any(word.partition("=")[0] == DATABASE for word in given):
        return ""  # it may have a password in it, and whoever shares a database knows how to be reached
    kept: list[str] = []
    for before, word in zip(["", *given], given, strict=False):
        if HOST not in (before, word) and not word.startswith(f"{HOST}="):
            kept.append(word)
    if SERVE not in kept:
        kept.insert(0, SERVE)
    return shlex.join([_typed(program, folder), *kept, HOST, EVERYWHERE])


def _typed(program: str, folder: Path) -> str:
    """Return what to type for a program: its name if the shell finds it so, else the way to it from a folder."""
    name = Path(program).name
    if name != PROGRAM or not os.access(program, os.X_OK):
        return PROGRAM
    found = shutil.which(PROGRAM)
    if found and os.path.samefile(found, program):
        return PROGRAM
    path = Path(program).absolute()
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)
