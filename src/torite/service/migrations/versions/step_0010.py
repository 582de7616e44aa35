"""From where experiments were begun, as a number; of those from before each person counts as a place of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Do it."""
    op.add_column("experiment", sa.Column("place", sa.BigInteger(), server_default="0", nullable=False))
    op.execute("UPDATE experiment SET place = person WHERE state = 'waiting'")
