"""What decisions of replays cost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Do it."""
    op.create_table(
        "judged",
        sa.Column("replay", sa.String(length=40), nullable=False),
        sa.Column("first", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("engine", sa.String(length=64), nullable=False),
        sa.Column("decisions", sa.LargeBinary(), nullable=False),
        sa.Column("following", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["replay"], ["replay.id"]),
        sa.PrimaryKeyConstraint("replay", "first"),
    )
