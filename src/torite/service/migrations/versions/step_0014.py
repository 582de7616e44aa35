"""What was set before a table's first deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Do it."""
    op.add_column("sitting", sa.Column("given", sa.JSON(), server_default="{}", nullable=False))
