"""People, tables, logs, talk and records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Do it."""
    op.create_table(
        "person",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), server_default="", nullable=False),
        sa.Column("language", sa.String(length=8), server_default="", nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
        if_not_exists=True,
    )
    op.create_table(
        "replay",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        if_not_exists=True,
    )
    op.create_table(
        "sitting",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("variant", sa.String(length=80), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("key", sa.LargeBinary(length=64), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("replay", sa.String(length=40), server_default="", nullable=False),
        sa.Column("rematch", sa.String(length=40), server_default="", nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["host"],
            ["person.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        if_not_exists=True,
    )
    op.create_table(
        "entry",
        sa.Column("sitting", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("cid", sa.String(length=40), server_default="", nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["sitting"],
            ["sitting.id"],
        ),
        sa.PrimaryKeyConstraint("sitting", "number"),
        if_not_exists=True,
    )
    op.create_table(
        "said",
        sa.Column("sitting", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("phrase", sa.String(length=40), server_default="", nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["sitting"],
            ["sitting.id"],
        ),
        sa.PrimaryKeyConstraint("sitting", "number"),
        if_not_exists=True,
    )
    op.create_table(
        "seat",
        sa.Column("sitting", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("bot", sa.String(length=8), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["person.id"],
        ),
        sa.ForeignKeyConstraint(
            ["sitting"],
            ["sitting.id"],
        ),
        sa.PrimaryKeyConstraint("sitting", "seat"),
        if_not_exists=True,
    )
    op.create_index(op.f("ix_seat_person"), "seat", ["person"], unique=False, if_not_exists=True)
    op.create_table(
        "watcher",
        sa.Column("sitting", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["person.id"],
        ),
        sa.ForeignKeyConstraint(
            ["sitting"],
            ["sitting.id"],
        ),
        sa.PrimaryKeyConstraint("sitting", "person"),
        if_not_exists=True,
    )
