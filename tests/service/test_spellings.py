"""Nothing that somebody asks for is remembered by how they spell it: there is no end of spellings."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable

import pytest

from torite.errors import ToriteError
from torite.games import find
from torite.service import catalogue, table_setup
from torite.service.kept_bytes import NAMED, KeptBytes

MANY = 300


def remembered() -> int:
    """Count what all caches without a bound keep."""
    modules = [module for name, module in [*sys.modules.items()] if name.startswith("torite")]
    classes = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    named = [one for owner in (*modules, *classes) for one in vars(owner).values()]
    caches = {id(one): one for one in (getattr(one, "__func__", one) for one in named) if hasattr(one, "cache_info")}
    told = [one.cache_info() for one in caches.values()]
    assert len(told) > 20
    return sum(info.currsize for info in told if info.maxsize is None)


def spelled(name: str, number: int) -> str:
    """Spell a name in one of as many ways as there are numbers: blanks before it, capitals, underscores."""
    letters = "".join(one.upper() if number >> at & 1 else one for at, one in enumerate(name))
    return " " * (number % 7) + letters + "\t" * (number // 7)


def options(name: str) -> None:
    """Read an option, by a text of its own."""
    game, variant = find("agurk")
    with contextlib.suppress(ToriteError):
        game.options(variant.name, {"out_at": name}, 2)


ASKED: dict[str, Callable[[str], object]] = {
    "title": lambda name: catalogue.title(name, "en"),
    "titled": lambda name: catalogue.titled(name, "ja"),
    "named": lambda name: catalogue.named(name.strip(), "en"),
    "setup": lambda name: catalogue.setup(name, None, "en", False),
    "guide": lambda name: catalogue.guide(name, "en"),
    "clause": lambda name: catalogue.clause("agurk", name),
    "checked": lambda name: table_setup.checked(name, 2, {}),
    "options": options,
}


@pytest.mark.parametrize("what", ASKED)
def test_no_spelling_is_remembered(what: str) -> None:
    def ask(number: int) -> None:
        with contextlib.suppress(ToriteError):
            ASKED[what](spelled("agurk", number))

    ask(0)
    before = remembered()
    for number in range(1, MANY):
        ask(number)
    assert remembered() - before < 10


def test_what_is_looked_at_counts_with_its_name() -> None:
    """Many who have nothing take room, too."""
    kept = KeptBytes(10 * NAMED)
    for number in range(100):
        kept.put(f"person {number}", b"")
    assert len(kept._kept) == 10
    kept.put("person 99", b"x" * NAMED)
    assert kept.get("person 99")
    assert len(kept._kept) == 9
    assert kept.bytes <= kept.most
