"""`torite describe` and `torite generate`: a game as programs have it, and bots' decisions in it as a dataset."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torite.terminal.play import agreed
from torite.terminal.wording import sentences
from torite.vector.tables import ProgramTable


@dataclass(frozen=True)
class Description:
    """What is to be told.

    Attributes:
        name, seats, options: of the table.
        recall: so many of the last actions are in an observation.
        observation, actions: whether to tell that alone; both where neither is asked for.
        as_json: as JSON.
        language: of the sentences; what fields mean is told as their authors wrote it.
    """

    name: str
    seats: int | None
    options: tuple[str, ...]
    recall: int
    observation: bool
    actions: bool
    as_json: bool
    language: str


def describe(wish: Description) -> int:
    """Print a game as programs have it; return the exit code.

    Raises:
        ToriteError: for what does not exist or is not allowed.
    """
    table = ProgramTable(wish.name, wish.seats, agreed(wish.options), wish.recall)
    told: dict[str, Any] = {"variant": table.variant.name, "seats": table.seats, "options": table.options.texts()}
    if wish.observation or not wish.actions:
        told |= {"size": table.observation.size, "observation": parts(table)}
    if wish.actions or not wish.observation:
        told |= {"actions": list(table.actions.codes), "seen_by_others": seen_by_others(table)}
    print(json.dumps(told, indent=1, ensure_ascii=False) if wish.as_json else "\n".join(lines(told, wish.language)))
    return 0


def parts(table: ProgramTable) -> list[dict[str, Any]]:
    """List the parts of an observation."""
    return [
        {
            "name": part.name,
            "start": part.start,
            "shape": list(part.shape),
            "scale": part.scale,
            "meaning": part.meaning,
        }
        for part in table.observation.parts
    ]


def seen_by_others(table: ProgramTable) -> dict[str, int]:
    """List what others see of actions that they do not see in full, with the number that stands for it."""
    return {told: len(table.actions) + i for i, told in enumerate(table.actions.told)}


def lines(told: dict[str, Any], language: str) -> list[str]:
    """Write it for reading."""
    say, written = sentences(language), []
    if "observation" in told:
        written.append(say("describe.observation", name=told["variant"], seats=told["seats"], size=told["size"]))
        rows = [
            (str(part["start"]), "×".join(map(str, part["shape"])), part["name"], part["meaning"])
            for part in told["observation"]
        ]
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        written += [
            f"{start:>{widths[0]}}  {shape:>{widths[1]}}  {name:<{widths[2]}}  {meaning}"
            for start, shape, name, meaning in rows
        ]
    if "actions" in told:
        written += [""] * bool(written)
        written.append(say("describe.actions", name=told["variant"], count=len(told["actions"])))
        written += [f"{number:>5}  {code}" for number, code in enumerate(told["actions"])]
        written += [say("describe.others", number=number, told=text) for text, number in told["seen_by_others"].items()]
    return written


def generate(
    name: str, out: Path, bots: Sequence[str], seats: int | None, options: Sequence[str], recall: int, language: str,
    **how: Any,
) -> int:  # fmt: skip
    """Write a dataset of bots' decisions; return the exit code.

    Raises:
        ToriteError: for what does not exist or is not allowed, and for files that cannot be written.
    """
    from torite.vector.dataset import generate as write
    from torite.vector.playing import DatasetPlan

    say = sentences(language)

    def progress(done: int, wanted: int) -> None:
        if sys.stderr.isatty():
            print(say("generate.progress", done=done, wanted=wanted), end="\r", file=sys.stderr, flush=True)

    plan = DatasetPlan(ProgramTable(name, seats, agreed(options), recall), bots or ("simple",), **how)
    rows = write(plan, out, progress)
    print(say("generate.done", rows=f"{rows:,}", matches=f"{plan.matches:,}", file=out))
    return 0
