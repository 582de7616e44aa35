"""A bridge whose library is missing says so in a line; one that is not used costs nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.strategies import say_twice
from torite.bridges.installed import BridgeNotInstalled, check_installed

LIBRARIES = ("gymnasium", "pettingzoo")


@pytest.mark.parametrize("library", LIBRARIES)
def test_what_is_not_installed_is_told_in_a_line(library: str) -> None:
    hide = f"import sys; sys.modules[{library!r}] = None; sys.path_importer_cache.clear()"
    code = (
        f"{hide}\nimport importlib.util as u; u.find_spec = lambda name, find=u.find_spec: None if name == {library!r}"
    )
    code += (
        f" else find(name)\ntry:\n    import torite.bridges.{library}\nexcept ImportError as fault:\n    print(fault)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip().endswith(f"pip install 'torite[{library}]'.")
    assert "\n" not in ran.stdout.strip()


def test_it_is_said_in_every_language() -> None:
    with pytest.raises(BridgeNotInstalled) as caught:
        check_installed("no_such_library", "lab")
    say_twice(caught.value)


def test_nobody_pays_for_a_bridge_that_is_not_used() -> None:
    loaded = f"import sys, torite, torite.vector, torite.bridges; print([n for n in {LIBRARIES!r} if n in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
