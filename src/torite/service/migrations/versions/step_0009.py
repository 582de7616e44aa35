"""Experiments of the lab, and rules of one's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Do it."""
    op.create_table(
        "experiment",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("wanted", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("done", sa.Integer(), server_default="0", nullable=False),
        sa.Column("seconds", sa.Float(), server_default="0", nullable=False),
        sa.Column("kept", sa.LargeBinary(), nullable=False),
        sa.Column("outcome", sa.LargeBinary(), nullable=False),
        sa.Column("fault", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_experiment_made_at", "experiment", ["made_at"], unique=False)
    op.create_index("ix_experiment_person", "experiment", ["person"], unique=False)
    op.create_index("ix_experiment_state", "experiment", ["state"], unique=False)
    op.create_table(
        "house_rules",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("variant", sa.String(length=80), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_house_rules_person", "house_rules", ["person"], unique=False)
