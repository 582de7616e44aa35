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


def remember(table: OpenTable) -> None:
    """Keep it, where it has changed; nobody waits for that."""
    setup, own = table.setup, schema.sitting
    acting = () if table.closed else table.acting
    waits = sum(1 << seat for seat in acting if not table.is_bot(seat) and not table.here(seat))
    if waits != setup.waits_for:
        setup.waits_for = waits
        change = sql.update(own).where(goes_on(setup.id, setup.epoch)).values(waits_for=waits)
        table.resources.run(_keep(table.resources, change))


async def _keep(resources: Resources, change: Any) -> None:
    with contextlib.suppress(Unkept):
        await resources.kept.write((change, []))
