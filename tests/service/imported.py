"""What a service imports until it has answered, imported once for all that are forked from here."""

import alembic.command
import mako.ext.pygmentplugin

import torite.service.backup
from tests.service import run
from torite.games import games

__all__ = ["alembic", "mako", "run", "torite"]

games()
