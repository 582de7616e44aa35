"""Which process serves a table, how often that has changed, for whom it waits; and which processes there are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Do it."""
    op.add_column("sitting", sa.Column("owner", sa.String(length=40), server_default="", nullable=False))
    op.add_column("sitting", sa.Column("epoch", sa.Integer(), server_default="0", nullable=False))
    op.add_column("sitting", sa.Column("waits_for", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("experiment", sa.Column("owner", sa.String(length=40), server_default="", nullable=False))
    op.create_index("ix_sitting_owner", "sitting", ["owner"], unique=False)
    op.create_table(
        "process",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("rules", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "notification",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_notification_at", "notification", ["at"], unique=False)
    op.create_table(
        "shared_key",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("value", sa.LargeBinary(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
