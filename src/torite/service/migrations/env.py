"""How Alembic runs the steps: on the connection that it is given, whose transaction is not its own."""

from __future__ import annotations

from alembic import context

from torite.service.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
