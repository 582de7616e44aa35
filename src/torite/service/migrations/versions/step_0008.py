"""Notes at the steps of replays, who shows theirs, and the replay from which a match goes on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Do it."""
    op.add_column("sitting", sa.Column("continued", sa.String(length=40), server_default="", nullable=False))
    op.create_table(
        "note",
        sa.Column("replay", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["replay"], ["replay.id"]),
        sa.ForeignKeyConstraint(["person"], ["person.id"]),
        sa.PrimaryKeyConstraint("replay", "person", "step"),
    )
    op.create_index("ix_note_person", "note", ["person"], unique=False)
    op.create_table(
        "shared_notes",
        sa.Column("replay", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["replay"], ["replay.id"]),
        sa.ForeignKeyConstraint(["person"], ["person.id"]),
        sa.PrimaryKeyConstraint("replay", "person"),
    )
    op.create_index("ix_shared_notes_code", "shared_notes", ["code"], unique=True)
    op.create_index("ix_shared_notes_person", "shared_notes", ["person"], unique=False)
