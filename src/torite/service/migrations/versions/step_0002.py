"""Daily deals, and the results of games played alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from torite.service.migrations.versions import add_missing_column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Do it."""
    add_missing_column("sitting", sa.Column("daily", sa.String(length=10), server_default="", nullable=False))
    op.create_index(
        "ix_sitting_daily",
        "sitting",
        ["host", "variant", "daily"],
        unique=True,
        sqlite_where=sa.text("daily != ''"),
        postgresql_where=sa.text("daily != ''"),
        if_not_exists=True,
    )
    op.create_table(
        "result",
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("sitting", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=80), nullable=False),
        sa.Column("variant", sa.String(length=80), nullable=False),
        sa.Column("usual", sa.Boolean(), nullable=False),
        sa.Column("daily", sa.String(length=10), server_default="", nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("finished_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["person.id"],
        ),
        sa.PrimaryKeyConstraint("person", "sitting"),
        if_not_exists=True,
    )
    op.create_index("ix_result_daily", "result", ["person", "variant", "daily"], unique=False, if_not_exists=True)
