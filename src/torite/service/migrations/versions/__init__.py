"""The steps, oldest first.

The first four once ran statement by statement, and a process killed between two of them left half a step behind. So
they make only what is missing. Later steps need not: they come whole or not at all.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op


def add_missing_column(table: str, column: sa.Column[Any]) -> None:
    """Add a column, unless a step that was cut off has done so."""
    if column.name not in {known["name"] for known in sa.inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)
