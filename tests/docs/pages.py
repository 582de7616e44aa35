"""The project's own pages."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/hearts/README.md")
PAGES = [*(ROOT / name for name in NAMES), *sorted((ROOT / "docs").glob("*.md"))]


def name_of(page: Path) -> str:
    """Name a page as the project does."""
    return page.relative_to(ROOT).as_posix()
