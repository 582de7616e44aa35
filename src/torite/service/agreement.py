"""What was agreed at a table, while it changes: all of the change is kept, or none of it was."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from torite.service.open_table import OpenTable
from torite.service.storage import Ended, Unsure


@contextlib.contextmanager
def agreeing(table: OpenTable) -> Iterator[None]:
    """Put back what was agreed, if its change fails; a table that has ended elsewhere, or may have, is closed."""
    at = table.setup
    before = list(at.occupants), dict(at.words), at.state, at.replay, at.host, at.invitation
    ended = at.finished_at, at.scores, at.places
    restricted = dict(table.restricted)
    try:
        yield
    except BaseException as fault:
        if isinstance(fault, Ended | Unsure):
            table.lose(fault)
        at.occupants, at.words, at.state, at.replay, at.host, at.invitation = before
        at.finished_at, at.scores, at.places = ended
        table.restricted = restricted
        raise
