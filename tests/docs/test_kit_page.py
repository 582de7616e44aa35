"""The page of the kit tells what the kit is today."""

from __future__ import annotations

from tools import kit_page
from torite import kit


def test_page_of_the_kit_is_current() -> None:
    """If not: python -m tools.kit_page."""
    assert kit_page.page() == kit_page.PAGE.read_text(encoding="utf-8")


def test_page_of_the_kit_names_everything() -> None:
    """Each name of the kit, and each field of a game of tricks with its line of meaning."""
    page = kit_page.page()
    assert [] == [name for name in kit.__all__ if f"`{name}`" not in page and f"`{name}(" not in page]
    fields = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    assert [] == [name for name, (_, note) in kit.TrickState._declared.items() if not note or note not in fields[name]]


def test_page_of_the_kit_tells_what_functions_return() -> None:
    """Whoever writes a function for a game sees there what is wanted of it; of what returns nothing, nothing."""
    told = kit_page.page()
    assert "`status` → `Sequence[Sentence]`:" in told
    assert "`rule_of_thumb` → `int`:" in told
    assert "`act`:" in told
