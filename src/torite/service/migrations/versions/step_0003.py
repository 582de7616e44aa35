"""Talk that not everybody hears."""

from __future__ import annotations

import sqlalchemy as sa

from torite.service.migrations.versions import add_missing_column

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Do it."""
    add_missing_column("said", sa.Column("heard_by", sa.BigInteger(), server_default="-1", nullable=False))
