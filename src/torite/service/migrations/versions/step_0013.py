"""What somebody has tried at positions of a replay."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Do it."""
    op.create_table(
        "variations",
        sa.Column("replay", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["replay"], ["replay.id"]),
        sa.ForeignKeyConstraint(["person"], ["person.id"]),
        sa.PrimaryKeyConstraint("replay", "person"),
    )
    op.create_index("ix_variations_person", "variations", ["person"], unique=False)
