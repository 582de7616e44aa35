"""Room on the disk: where little is left, what makes the database grow for good is refused, so that play goes on."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from torite.service.errors import Refused

USUAL = 512 << 20  #: bytes that are left free where the host has not said how many
SHARE = 0.05  #: of the disk, where that is less
FRESH = 1.0  #: seconds for which what was found holds


class DiskRoom:
    """What is free of the disk that a database grows on.

    Args:
        folder: the database's; None where it lies elsewhere.
        floor: bytes that are left free; None for as many as is usual, 0 for no such measure.
    """

    def __init__(self, folder: Path | None = None, floor: int | None = None) -> None:
        self._folder = folder
        self._floor = floor
        self._found_at = -FRESH
        self._little = False

    @property
    def is_little(self) -> bool:
        """Whether less is free than is left free."""
        if self._folder is None or self._floor == 0:
            return False
        if time.monotonic() - self._found_at >= FRESH:
            self._found_at, self._little = time.monotonic(), self._looked(self._folder)
        return self._little

    def check(self) -> None:
        """Check that something may be kept that was not there.

        Raises:
            Refused: when there is little room.
        """
        if self.is_little:
            raise Refused("no_room", "no-room")

    def _looked(self, folder: Path) -> bool:
        try:
            disk = shutil.disk_usage(folder)
        except OSError:
            return False  # whether anything can be kept at all is found out by writing
        floor = min(USUAL, int(SHARE * disk.total)) if self._floor is None else self._floor
        return disk.free < floor
