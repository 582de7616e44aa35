"""Where compiled code is kept: a folder named by a hash of every source that can end up in it.

Numba itself does not notice an edit in another file (its issue 1833).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path

WHOLE = "whole"  #: the file that says that nothing is missing
KEPT = 30 * 24 * 3600  #: seconds that compiled code is kept after a process asked for it

#: Folders of sources outside a game's own package that compiled code is made of: of the first every file, of the others
#: those that have kernels. What is above them cannot change compiled code.
SHARED_SOURCES = ("pieces", "kernel", "kit")
WITH_KERNELS = ("worlds", "bots", "lab", "vector", "bridges")


def shared_sources(package: Path = Path(__file__).parent.parent) -> tuple[Path, ...]:
    """List the files outside a game's own package that compiled code is made of."""
    whole = [file for name in SHARED_SOURCES for file in sorted((package / name).rglob("*.py"))]
    some = [file for name in WITH_KERNELS for file in sorted((package / name).rglob("*.py"))]
    return (*whole, *(file for file in some if b"@kernel" in file.read_bytes()))


def _hashed(roots: tuple[Path, ...]) -> bytes:
    """Hash the Python files of some folders, and the tables that they read: compiled code holds what stands in them."""
    seal = hashlib.sha256()
    for root in roots:
        for file in sorted([*root.rglob("*.py"), *root.rglob("*.bin")]) if root.is_dir() else [root]:
            seal.update(file.name.encode() + b"\0" + file.read_bytes())
    return seal.digest()


#: Taken when this module is loaded: what is edited later is not what runs.
_SHARED = _hashed(shared_sources())


@cache
def sources_hash(sources: tuple[Path, ...]) -> bytes:
    """Hash a game's own sources; called when the game is loaded, for the same reason."""
    return _hashed(sources)


def sources_seal(sources: tuple[Path, ...]) -> str:
    """Return the hash of all that a game's compiled code is made of."""
    return hashlib.sha256(_SHARED + sources_hash(sources)).hexdigest()


@cache
def rules_digest(sources: tuple[Path, ...]) -> str:
    """Return a short hash of all that a game's rules are made of: its own sources and those it shares with others."""
    return sources_seal(sources)[:12]


@cache
def _digest(sources: tuple[Path, ...]) -> str:
    """Hash all sources that compiled code is made of, and the versions that turn them into it."""
    seal = hashlib.sha256()
    versions = (sys.implementation.cache_tag, version("numba"), version("llvmlite"))
    seal.update(repr((versions, os.environ.get("NUMBA_BOUNDSCHECK", ""))).encode())
    seal.update(_SHARED + sources_hash(sources))
    return seal.hexdigest()[:24]


@cache
def cache_folder(sources: tuple[Path, ...]) -> Path:
    """Return the folder of compiled code for these sources, made if need be.

    It lies in the user's cache folder, or in a temporary one where that cannot be written. When one is made, those of
    other versions that nobody has asked for in a while go.
    """
    from platformdirs import user_cache_path

    for home in (partial(user_cache_path, "torite"), _temporary):
        try:
            folder = home() / "compiled" / _digest(sources)
            new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                os.utime(folder)
        except OSError:
            continue
        if new:
            _clear_away(folder.parent)
        return folder
    raise OSError("neither the user's cache folder nor the temporary folder can be written")


def note_whole(sources: tuple[Path, ...]) -> None:
    """Note that all that a search needs of these sources is compiled."""
    with contextlib.suppress(OSError):
        (cache_folder(sources) / WHOLE).touch()


def is_whole(sources: tuple[Path, ...]) -> bool:
    """Tell whether all that a search needs of these sources is compiled, as was noted."""
    return (cache_folder(sources) / WHOLE).exists()


def _temporary() -> Path:
    """Return a temporary folder into which nobody else can have put code: what lies there is run.

    Raises:
        OSError: when there is none, as somebody else has made what is called so.
    """
    home = Path(tempfile.gettempdir()) / "torite"
    if not hasattr(os, "getuid"):  # on Windows the temporary folder is a user's own
        return home
    home = home.with_name(f"torite-{os.getuid()}")
    home.mkdir(mode=0o700, exist_ok=True)
    if home.is_symlink() or home.lstat().st_uid != os.getuid():
        raise OSError(f"{home} is another's")
    home.chmod(0o700)
    return home


def _clear_away(home: Path) -> None:
    """Remove compiled code that no process has asked for in a while."""
    with contextlib.suppress(OSError):
        for folder in home.iterdir():
            if folder.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(folder, ignore_errors=True)
