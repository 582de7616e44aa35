"""When and how a match ended, beside its table."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

TAIL = 800  #: letters at a record's end in which its scores stand
LAST = "SELECT at FROM entry WHERE entry.sitting = sitting.id ORDER BY number DESC LIMIT 1"


def upgrade() -> None:
    """Do it; a record says how its match ended, but for the places, which only its rules know."""
    op.add_column("sitting", sa.Column("finished_at", sa.Float(), server_default="0", nullable=False))
    for name in ("scores", "places"):
        op.add_column("sitting", sa.Column(name, sa.JSON(), server_default="[]", nullable=False))
    op.execute(f"UPDATE sitting SET finished_at = coalesce(({LAST}), changed_at) WHERE replay != ''")
    database = op.get_bind()
    ended = database.execute(
        sa.text(
            f"SELECT sitting.id, substr(record, -{TAIL}) AS tail FROM sitting JOIN replay ON replay.id = sitting.replay"
        )
    )
    found = [{"name": name, "scores": json.dumps(scores)} for name, tail in ended if (scores := scores_in(tail))]
    if found:
        database.execute(sa.text("UPDATE sitting SET scores = :scores WHERE id = :name"), found)


def scores_in(tail: Any) -> list[int]:
    """Read the scores in the last lines of a record; none in what is not understood."""
    for line in reversed(str(tail).splitlines()):
        name, _, text = line.partition(": ")
        if name == "end":
            try:
                return [int(part) for part in text.split()]
            except ValueError:
                return []
    return []
