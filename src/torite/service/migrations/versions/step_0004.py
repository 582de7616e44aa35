"""Talk that knows which message it was."""

from __future__ import annotations

import sqlalchemy as sa

from torite.service.migrations.versions import add_missing_column

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Do it."""
    add_missing_column("said", sa.Column("cid", sa.String(40), server_default="", nullable=False))
