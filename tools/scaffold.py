"""Begin a new game: `python -m tools.scaffold NAME` (or `make game NAME=x`).

Writes the package, its clauses, words and guides, and its tests, from `tools/templates`. Everything imports; the
tests fail, each with its clause, until they and the rules are written.
"""

from __future__ import annotations

import argparse
import keyword
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Template

ROOT = Path(__file__).parents[1]
TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".template"
LONGEST_NAME = 30
BUILDERS = "\n\nfrom .builders import write_this"
IN_THE_PROJECT = "from tests.clauses import clause" + BUILDERS
#: How the sentences of the templates begin, or end, that say what is to be written in their place.
ASKING = re.compile(r'\b(?:[Ss]ay|Show|[Ww]rite|Name each|One-line) .*|[^"]*(?:書い|説明し)てください。')
OUTSIDE = "import pytest" + BUILDERS + "\n\nclause = pytest.mark.clause"


class BadName(ValueError):
    """A name that no new game can have; says why."""


def check_name(name: str, *targets: Path) -> None:
    """Check that a game can have this name, and that nothing stands where it would be written.

    Raises:
        BadName: with one line that says why not.
    """
    from torite.games import catalogue, games

    allowed = f"a name has 2 to {LONGEST_NAME} small letters, digits and underscores, and begins with a letter"
    pattern = rf"[a-z][a-z0-9_]{{1,{LONGEST_NAME - 1}}}"
    if not re.fullmatch(pattern, name):
        instead = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()).strip("_")
        hint = f" Try {instead}." if instead != name and re.fullmatch(pattern, instead) else ""
        raise BadName(f"{name!r} cannot be a game's name: {allowed}.{hint}")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadName(f"{name!r} cannot be a game's name: it is a word of Python.")
    if name in games() or name.replace("_", "-") in catalogue():
        raise BadName(f"{name!r} cannot be a game's name: there is such a game.")
    for target in targets:
        if target.exists():
            raise BadName(f"{name!r} cannot be written: {target} is there.")


def places(name: str, folder: Path | None) -> tuple[Path, Path]:
    """Return where a game's package and its tests go: into the project, or into a folder for TORITE_GAMES."""
    if folder is None:
        return ROOT / "src/torite/games" / name, ROOT / "tests/games" / name
    return folder / name, folder / f"tests_{name}"


def files(name: str, package: Path, tests: Path, imports: str) -> Iterator[tuple[Path, str]]:
    """Fill in all templates: each file's path and its text."""
    facts = {
        "name": name,
        "slug": name.replace("_", "-"),
        "prefix": name.upper(),
        "title": name.replace("_", " ").title(),
        "imports": imports,
    }
    for template in sorted(TEMPLATES.rglob(f"*{SUFFIX}")):
        kind, *folders = template.relative_to(TEMPLATES).parts[:-1]
        file = template.name.removesuffix(SUFFIX)
        if folders == ["guides"]:
            file = f"{facts['slug']}.{file}"
        if file == "test_game.py":
            file = f"test_{name}.py"
        if file == "secrecy.py" and imports == OUTSIDE:
            continue  # a list for laws that stand among the project's tests
        target = (package if kind == "game" else tests).joinpath(*folders, file)
        yield target, Template(template.read_text(encoding="utf-8")).substitute(facts)


def to_be_written() -> list[str]:
    """List what the guides, words and clauses of a new game ask for, without what is filled in for each game."""
    asked = set()
    for template in TEMPLATES.glob("game/**/*.*" + SUFFIX):
        if template.suffixes[-2] in (".md", ".toml"):
            for line in template.read_text(encoding="utf-8").splitlines():
                asked |= {part.strip('" ') for part in ASKING.findall(line) if "$" not in part}
    return sorted(asked)


def scaffold(name: str, folder: Path | None = None) -> list[Path]:
    """Write a new game.

    Args:
        name: the name of its package.
        folder: where the package and its tests go; the project itself if not given.

    Returns:
        The files written.

    Raises:
        BadName: when the game cannot have that name; nothing is written then.
    """
    package, tests = places(name, folder)
    check_name(name, package, tests)
    written = []
    for target, text in files(name, package, tests, IN_THE_PROJECT if folder is None else OUTSIDE):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return written


def main(arguments: list[str] | None = None) -> int:
    """Read the command line; return 0, or 2 for a name that is refused."""
    reader = argparse.ArgumentParser(prog="python -m tools.scaffold", description="Begin a new game.")
    reader.add_argument("name", help="the name of its package: small letters, digits, underscores")
    reader.add_argument("--folder", type=Path, help="write it here, outside the project, for TORITE_GAMES")
    asked = reader.parse_args(arguments)
    try:
        written = scaffold(asked.name, asked.folder)
    except BadName as fault:
        print(fault, file=sys.stderr)
        return 2
    for file in written:
        print(os.path.relpath(file))
    _, tests = places(asked.name, asked.folder)
    print(f"Write clauses.md first, then the tests, then the rules: pytest {os.path.relpath(tests)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
