"""Whose turn it is at a table of those who are not there: kept, so that it can be told to them wherever they are."""

from __future__ import annotations

import contextlib
from typing import Any

import sqlalchemy as sql

from torite.service import schema
from torite.service.open_table import OpenTable
from torite.service.resources import Resources
from torite.service.statements import goes_on
from torite.service.storage import Unkept


def waits_for(table: OpenTable) -> int:
    """Return the seats that a table waits for, a bit each.

    A lesson or a puzzle waits for its learner, wherever that is, until its deal is over.
    """
    if table.closed:
        return 0
    if table.setup.settings.lesson:
        going_on = table.goes_on and table.match is not None and not table.match.log.deal_over
        return sum(1 << seat for seat in range(len(table.setup.occupants)) if going_on and not table.is_bot(seat))
    return sum(1 << seat for seat in table.acting if not table.is_bot(seat) and not table.here(seat))


def remember(table: OpenTable) -> None:
    """Keep it, where it has changed; nobody waits for that."""
    setup, own, waits = table.setup, schema.sitting, waits_for(table)
    if waits != setup.waits_for:
        setup.waits_for = waits
        change = sql.update(own).where(goes_on(setup.id, setup.epoch)).values(waits_for=waits)
        table.resources.run(_keep(table.resources, change))


async def _keep(resources: Resources, change: Any) -> None:
    with contextlib.suppress(Unkept):
        await resources.kept.write((change, []))
