"""What the wall clock said last, so that one that is wrong is known to be also after a start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

#: The newest time that is known; 0 where nothing is.
NEWEST = """
SELECT max((SELECT coalesce(max(at), 0) FROM heartbeat), (SELECT coalesce(max(seen_at), 0) FROM person),
(SELECT coalesce(max(changed_at), 0) FROM sitting), (SELECT coalesce(max(at), 0) FROM entry))
"""


def upgrade() -> None:
    """Do it."""
    op.create_table(
        "clock",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("ahead", sa.Float(), nullable=False),
        sa.Column("doubted", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.execute(f"INSERT INTO clock (id, at, ahead, doubted) VALUES (1, ({NEWEST}), 0, 0)")
