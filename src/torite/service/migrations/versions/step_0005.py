"""Devices of a person, bans, restrictions, revoked invitations, version of the rules, use of replays, a heartbeat."""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


#: By what rows are found that may be deleted, or that hold a person.
FOUND_BY = (
    ("person", "seen_at"), ("sitting", "host"), ("sitting", "replay"), ("sitting", "changed_at"), ("watcher", "person"),
    ("restriction", "person"), ("replay", "seen_at"), ("replay", "person"),
)  # fmt: skip


def upgrade() -> None:
    """Do it."""
    op.create_table(
        "token",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"]),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("ix_token_person", "token", ["person"], unique=False)
    op.execute("INSERT INTO token (hash, person, made_at) SELECT token_hash, id, seen_at FROM person")
    anew: Literal["always", "never"] = (
        "always" if op.get_bind().dialect.name == "sqlite" else "never"
    )  # SQLite cannot drop what is unique
    with op.batch_alter_table("person", recreate=anew) as person:
        person.drop_column("token_hash")
        person.add_column(sa.Column("banned_until", sa.Float(), server_default="0", nullable=False))
    op.create_table(
        "device_code",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"]),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("ix_device_code_person", "device_code", ["person"], unique=False)
    op.create_table(
        "restriction",
        sa.Column("sitting", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["sitting"], ["sitting.id"]),
        sa.ForeignKeyConstraint(["person"], ["person.id"]),
        sa.PrimaryKeyConstraint("sitting", "person", "what"),
    )
    op.create_index("ix_said_cid", "said", ["sitting", "cid"], unique=False)
    op.add_column("sitting", sa.Column("rules", sa.String(length=80), server_default="", nullable=False))
    op.add_column("sitting", sa.Column("invitation", sa.Integer(), server_default="0", nullable=False))
    op.add_column("replay", sa.Column("seen_at", sa.Float(), server_default="0", nullable=False))
    op.add_column("replay", sa.Column("person", sa.BigInteger(), server_default="0", nullable=False))
    op.execute("UPDATE replay SET seen_at = made_at")
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.execute("INSERT INTO heartbeat (id, at) VALUES (1, 0)")
    for table, column in FOUND_BY:
        op.create_index(f"ix_{table}_{column}", table, [column], unique=False)
