"""What the wall clock said last, so that one that is wrong is known to be also after a start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

#: The newest time that is known; 0 where nothing is.
NEWEST = """
SELECT coalesce(max(known), 0) FROM (SELECT max(at) AS known FROM heartbeat UNION ALL SELECT max(seen_at) FROM person
UNION ALL SELECT max(changed_at) FROM sitting UNION ALL SELECT max(at) FROM entry) AS times
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
