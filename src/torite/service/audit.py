"""Who did what, a line of JSON for each event, where the host wants it.

What a line may hold is what `audit` has arguments for: people and tables by their ids, seats, a time, a number. There
is no argument for a token, an invitation, a card, a name or a text.
"""

from __future__ import annotations

from typing import Any, Literal

from torite.service import logs

Event = Literal[
    "came",  # somebody new got a token
    "table-set", "joined", "watches", "started", "finished", "left", "bot-sits-in", "seat-back", "table-closed",
    "removed", "readmitted", "muted", "unmuted", "invitation-revoked",
    "renamed", "logged-out", "tokens-rotated", "code-made", "device-moved", "deleted",
    "swept",  # what was old went
]  # fmt: skip
Why = Literal["", "away", "rest", "rematch", "play-on", "host", "removed", "admin"]
What = Literal["", "tables", "replays", "results", "people"]

_lines = logs.lines_of(logs.AUDIT)


def audit(
    event: Event,
    *,
    person: int | None = None,
    table: str = "",
    seat: int | None = None,
    other: int | None = None,
    why: Why = "",
    what: What = "",
    count: int | None = None,
) -> None:
    """Write that something was done.

    Args:
        event: what.
        person: who did it; None for the service itself.
        table: at which table.
        seat: which seat it is about.
        other: whom it was done to.
        why: for what reason.
        what: of what sort of thing.
        count: how many it is about.
    """
    if not logs.written(logs.AUDIT):
        return
    given: dict[str, Any] = {"person": person, "table": table or None, "seat": seat, "other": other}
    given |= {"why": why or None, "what": what or None, "count": count}
    _lines.info(event, **{name: value for name, value in given.items() if value is not None})
