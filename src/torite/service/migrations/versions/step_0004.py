"""Talk that knows which message it was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Do it."""
    op.add_column("said", sa.Column("cid", sa.String(40), server_default="", nullable=False))
