"""Building the page harms nothing outside the project; its own logic is as its tests say."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import page


def test_packages_that_are_only_linked_are_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`npm ci` empties what `node_modules` leads to; several copies of the project may share one."""
    client, shared, pages = (tmp_path / name for name in ("client", "shared", "page"))
    for folder in (client, shared, pages):
        folder.mkdir()
    (shared / "kept").touch()
    (client / "package-lock.json").touch()
    (client / "node_modules").symlink_to(shared)
    ran: list[str] = []

    def npm(*words: str) -> None:
        ran.append(words[0])
        if words[0] == "ci":
            for file in (client / "node_modules").glob("*"):
                file.unlink()

    monkeypatch.setattr(page, "CLIENT", client)
    monkeypatch.setattr(page, "PAGE", pages)
    monkeypatch.setattr(page, "run", npm)
    page.build()
    assert ran == ["ci", "run"]
    assert (shared / "kept").exists()


def test_what_has_passed_is_not_checked_again_until_it_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A test is a source too; what has failed is checked again."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "package-lock.json").touch()
    (tmp_path / "node_modules" / ".package-lock.json").touch()
    ran: list[str] = []
    fails = False

    def npm(*words: str) -> None:
        ran.append(words[-1])
        if fails:
            raise subprocess.CalledProcessError(1, words)

    monkeypatch.setattr(page, "CLIENT", tmp_path)
    monkeypatch.setattr(page, "run", npm)
    page.check()
    page.check()
    assert ["check"] == ran
    (tmp_path / "tests" / "one.test.ts").write_text("changed")
    fails = True
    for _ in range(2):
        with pytest.raises(subprocess.CalledProcessError):
            page.check()
    fails = False
    page.check()
    page.check()
    assert ["check"] * 4 == ran


@pytest.mark.long
def test_the_logic_of_the_page() -> None:
    """Choosing, the session, what is shown when, the connection: `client/tests`, run without a browser."""
    page.test()
