"""Find the example package as a user would who has not installed it: by the environment's TORITE_GAMES."""

import os
from pathlib import Path

from torite.games import FOLDERS, catalogue, games

EXAMPLE = Path(__file__).parents[2] / "examples/hearts"

if "hearts" not in catalogue():
    os.environ[FOLDERS] = os.pathsep.join(filter(None, (os.environ.get(FOLDERS), str(EXAMPLE))))
    games.cache_clear()
    catalogue.cache_clear()
    assert "hearts" in catalogue()
