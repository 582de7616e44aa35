"""With which rules a process plays, where several share a database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Do it."""
    op.add_column("process", sa.Column("rules", sa.Text(), server_default="", nullable=False))
