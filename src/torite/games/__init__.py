"""The catalogue: games are found by their folders, those of others by entry point or folder.

A game from outside is found as an entry point of the group `torite.games`, or as a package in one of the folders
that the environment's `TORITE_GAMES` lists. Its package has a `GAME`.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType

from torite.errors import UnknownName
from torite.kit.game import Game, Variant

FOLDERS = "TORITE_GAMES"
LONGEST = 80  #: letters of what may have been meant as a name


@cache
def games() -> Mapping[str, Game]:
    """Find all games, by the name of their package.

    Raises:
        UnknownName: when two games have one name, or a listed folder is not there.
    """
    found: dict[str, Game] = {}
    modules = [f"{__name__}.{m.name}" for m in pkgutil.iter_modules(__path__) if m.ispkg]
    for folder in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        if not Path(folder).is_dir():
            raise UnknownName("error.folder", setting=FOLDERS, name=folder)
        if folder not in sys.path:
            sys.path.append(folder)
        modules += [m.name for m in pkgutil.iter_modules([folder]) if m.ispkg]
    modules += [point.value for point in entry_points(group="torite.games")]
    for module in dict.fromkeys(modules):
        game = vars(importlib.import_module(module)).get("GAME")
        if isinstance(game, Game):
            if game.name in found:
                raise UnknownName("error.twice", name=game.name)
            found[game.name] = game
    return MappingProxyType(found)


@cache
def catalogue() -> Mapping[str, tuple[Game, Variant]]:
    """List every variant of every game, by its name in the catalogue.

    Raises:
        UnknownName: when two variants have one name.
    """
    found: dict[str, tuple[Game, Variant]] = {}
    for game in games().values():
        for variant in game.variants.values():
            if variant.name in found:
                raise UnknownName("error.twice", name=variant.name)
            found[variant.name] = (game, variant)
    return MappingProxyType(found)


def find(name: str) -> tuple[Game, Variant]:
    """Find a variant by its name; underscores and capitals are forgiven.

    Raises:
        UnknownName: with the nearest names, when there is none.
    """
    import difflib

    known = catalogue()
    plain = str(name).strip().lower().replace("_", "-")
    if plain in known:
        return known[plain]
    near = difflib.get_close_matches(plain[:LONGEST], known, n=5, cutoff=0.4) or list(known)
    raise UnknownName("error.game", name=name, near=", ".join(near))


class _Callable(ModuleType):
    """Makes `torite.games()` the catalogue, also once this package has become an attribute of that name."""

    def __call__(self) -> Mapping[str, tuple[Game, Variant]]:
        return catalogue()


sys.modules[__name__].__class__ = _Callable
