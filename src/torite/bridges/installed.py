"""What a bridge leads to may not be installed: it then says in one line how to get it."""

from __future__ import annotations

import importlib.util

from torite.lab.files import NotInstalled


class BridgeNotInstalled(NotInstalled, ImportError):
    """The library that a bridge leads to is not there."""


def check_installed(package: str, extra: str = "") -> None:
    """Make sure that the library is there that a bridge leads to.

    Args:
        package: what it is imported by.
        extra: the extra that installs it; the same by default.

    Raises:
        BridgeNotInstalled: where it is not.
    """
    if importlib.util.find_spec(package) is None:
        raise BridgeNotInstalled("error.not_installed", package=package, extra=extra or package)
