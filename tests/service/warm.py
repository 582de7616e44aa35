"""What every service does when it begins, done once in the process that services of tests are forked from."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

from torite.games import catalogue, games
from torite.service.data_folder import DataFolder
from torite.service.page_messages import LANGUAGES, page_words


def _first_start() -> bytes:
    """Return a database as a first start leaves it."""
    with tempfile.TemporaryDirectory() as there:
        folder = DataFolder(Path(there))
        with folder.ready():
            pass
        return folder.database.read_bytes()


games()
catalogue()
for language in LANGUAGES:
    page_words(language)

#: A database at the last step, with nothing in it.
EMPTY = _first_start()

gc.collect()
gc.freeze()  # each fork would look through all of it again
