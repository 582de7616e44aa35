"""How Alembic runs the steps: on the database whose address it is given."""

from __future__ import annotations

import sqlalchemy
from alembic import context

from torite.service.storage import metadata

engine = sqlalchemy.create_engine(str(context.config.get_main_option("sqlalchemy.url")))
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
