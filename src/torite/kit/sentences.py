"""Sentences that rules speak by number: why not (refusals) and what happened (notes), each with its clause.

The sentence itself stands in the game's message files, under `refusal.KEY` or `note.KEY`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A sentence.

    Attributes:
        key: its key in the message files.
        clause: the clause it rests on.
        scoring: whether it is a line of the deal's account.
        heading: whether it says on the score sheet what the deal was.
        detail: whether only the account tells it, and not the log.
    """

    key: str
    clause: str
    scoring: bool = False
    heading: bool = False
    detail: bool = False


class Lines:
    """The numbered sentences of a game; a number is what the rules hand to `strike` or `note`."""

    def __init__(self) -> None:
        self.listed: list[Line] = []

    def line(self, key: str, clause: str, scoring: bool = False, heading: bool = False, detail: bool = False) -> int:
        """Declare a sentence; return its number."""
        self.listed.append(Line(key, clause, scoring, heading, detail))
        return len(self.listed) - 1


class Refusals(Lines):
    """The sentences for `strike`."""
