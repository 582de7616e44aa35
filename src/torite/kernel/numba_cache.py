"""Where Numba finds what it has compiled: by what the code is made of, wherever its sources lie.

By itself it would look beneath a hash of the source's path: a second checkout, a copy in which somebody tries a rule of
their own, and the next place that a release is installed in would all compile anew what is there to the byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numba.core.caching import (
    _CacheLocator,
)  # what it names in its documentation to be derived from, private all the same

FOLDER = "folder_of_compiled_code"  #: the attribute of a kernel that says where it is kept


class BySources(_CacheLocator):
    """Keeps a kernel in the folder that is named by the hash of all that it is made of (`kernel/cache.py`).

    Args:
        kernel: the kernel.
    """

    def __init__(self, kernel: Any) -> None:
        self._folder: Path = getattr(kernel, FOLDER)
        self._line: int = kernel.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> BySources:
        """Keep a kernel; what it is called by is Numba's."""
        return cls(py_func)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return what changes with the sources: nothing does in a folder of theirs."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """Return what tells apart functions of one name."""
        return str(self._line)
