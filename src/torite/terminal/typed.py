"""What commands have in common: the options that they share, and how what is typed is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from torite.commas import parted
from torite.terminal.wording import language_of, sentences

Language = Annotated[str, typer.Option("--language", "-l")]
Json = Annotated[bool, typer.Option("--json")]
Seats = Annotated[int | None, typer.Option("--seats", "-s")]
Bots = Annotated[str, typer.Option("--bots", "-b")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o")]
Name = Annotated[str, typer.Argument()]


def listed(text: str) -> tuple[str, ...]:
    """Take a list apart."""
    return tuple(filter(None, parted(text)))


def unquoted(options: Sequence[str] | None) -> tuple[str, ...]:
    """Take the quotation marks from options that stand one by one, and so need none."""
    return tuple(",".join(parted(text)) for text in options or ())


def spoken(asked: str) -> str:
    """Return the language asked for, else the environment's.

    Raises:
        UnknownName: when it is none of ours.
    """
    sentences(asked or "en")
    return asked or language_of()
