"""Which clauses are named by tests, and whether every clause that is named or cited exists.

All is read from the files, so it comes out the same whatever part of the suite is run, and on however many workers.
`python -m tests.clause_cover` lists the clauses without a test, by game. As a pytest plugin it adds `--clause ID`,
which selects the tests of a clause (or, by its beginning, of a section).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("src/torite/games/*/clauses.md", "examples/*/*/clauses.md")
TESTS = ("tests/**/*.py", "examples/*/tests/**/*.py")
CITING = {".py", ".toml", ".md"}

CLAUSE = re.compile(r"^- \*\*((?:EX-)?[A-Z][A-Z0-9_]*-\d+(?:\.\d+)?)\*\*")
SECTION = re.compile(r"^## (\d+)\. (.+)$")
INVARIANT = re.compile(r"^(\d+)\. ")
#: `CUC-3.5`, `CUC-3`, `EX-CUC-7`, with what a list of them leaves out: `AGURK-2.3, 2.5 to 2.7`.
CITED = re.compile(
    r"\b((?:EX-)?[A-Z][A-Z0-9_]*[A-Z])-(\d+(?:\.\d+)?)((?:(?:, (?:and )?| to | and |–)\d+(?:\.\d+)?(?![\w.]*\d))*)"
)
NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Page:
    """The clauses of a game.

    Attributes:
        game: the name of its package.
        file: its `clauses.md`.
        clauses: the line of each clause, by its id.
        twice: ids that stand there more than once.
    """

    game: str
    file: Path
    clauses: dict[str, int]
    twice: tuple[str, ...]

    @property
    def prefixes(self) -> set[str]:
        """What its ids begin with: `CUC`, `AGURK`, `EX-CUC`."""
        return {clause.rpartition("-")[0] for clause in self.clauses}

    def has(self, clause: str) -> bool:
        """Tell whether there is a clause of this id, or a section of clauses."""
        return clause in self.clauses or any(known.startswith(f"{clause}.") for known in self.clauses)


class Cited(NamedTuple):
    """A clause that a file speaks of."""

    file: Path
    line: int
    clause: str

    @property
    def place(self) -> str:
        """Write where it is, as editors understand it."""
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.clause}"


class Named(NamedTuple):
    """A clause that a test names; no clause if what stands there cannot be read."""

    file: Path
    line: int
    test: str
    clause: str | None


def read_page(file: Path) -> Page:
    """Read a page of clauses: bold ids at the start of list items, and the numbered invariants."""
    clauses: dict[str, int] = {}
    twice, invariants, first = [], "", ""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if section := SECTION.match(line):
            invariants = section[1] if section[2] == "Invariants" else ""
        found = CLAUSE.match(line)
        clause = found[1] if found else ""
        if clause and not first:
            first = clause.rpartition("-")[0]
        if invariants and (numbered := INVARIANT.match(line)):
            clause = f"{first}-{invariants}.{numbered[1]}"
        if clause in clauses:
            twice.append(clause)
        if clause:
            clauses[clause] = number
    return Page(file.parent.name, file, clauses, tuple(twice))


@cache
def pages() -> tuple[Page, ...]:
    """Read the clauses of all games of the project."""
    return tuple(read_page(file) for pattern in PAGES for file in sorted(ROOT.glob(pattern)))


@cache
def named() -> tuple[Named, ...]:
    """Find every clause that a test names."""
    files = sorted({file for pattern in TESTS for file in ROOT.glob(pattern)})
    return tuple(found for file in files for found in named_in(file))


def named_in(file: Path) -> Iterator[Named]:
    """Find the clauses that the tests of a file name: by `@clause("…")`, or by a `clause("…")` among marks."""
    text = file.read_text(encoding="utf-8")
    if "clause(" not in text:
        return
    tree = ast.parse(text, str(file))
    values = _constants(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name.lower().startswith("test"):
            marks, test = [mark for mark in node.decorator_list if _is_mark(mark)], node.name
        elif isinstance(node, ast.keyword) and node.arg == "marks":
            marks, test = [node.value], "marks"
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            marks, test = [node.value], "pytestmark"
        else:
            continue
        for call in (call for mark in marks for call in ast.walk(mark) if _is_mark(call)):
            assert isinstance(call, ast.Call)
            yield from (
                Named(file, call.lineno, test, clause) for part in call.args for clause in _strings(part, values)
            )


def _is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("clause", "pytest.mark.clause", "mark.clause")


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """Collect what the names of a module stand for, as far as it is written out."""
    return {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def _strings(node: ast.expr, values: dict[str, ast.expr]) -> list[str | None]:
    """Read the strings of an argument: one, a list of them, or a name for either; None for what is not written out."""
    if isinstance(node, ast.Starred):
        return _strings(node.value, values)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [text for part in node.elts for text in _strings(part, values)]
    if isinstance(node, ast.Name) and node.id in values:
        return _strings(values[node.id], {})
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else [None]


def cited_in(file: Path, text: str | None = None) -> Iterator[Cited]:
    """Find every clause that a file cites; `AGURK-2.3, 2.5` cites two, and a range its two ends."""
    lines = (file.read_text(encoding="utf-8") if text is None else text).splitlines()
    for number, line in enumerate(lines, 1):
        for prefix, first, more in CITED.findall(line):
            yield Cited(file, number, f"{prefix}-{first}")
            for other in NUMBER.findall(more):
                if ("." in other) == ("." in first):
                    yield Cited(file, number, f"{prefix}-{other}")


def unknown_citations(page: Page) -> list[str]:
    """List the citations in a game's package that no clause answers to."""
    files = sorted(file for file in page.file.parent.rglob("*") if file.suffix in CITING)
    return [
        cited.place
        for file in files
        for cited in cited_in(file)
        if not page.has(cited.clause) and _is_citation(page, cited.clause)
    ]


def _is_citation(page: Page, text: str) -> bool:
    """Tell a citation from what only looks like one: `UTF-8` has neither a known beginning nor a dot."""
    return text.rpartition("-")[0] in page.prefixes or "." in text


def unknown_names() -> list[str]:
    """List the clauses that tests name and that are not there, or that cannot be read from the file."""
    known = {clause for page in pages() for clause in page.clauses}
    return [
        f"{found.file.relative_to(ROOT)}:{found.line}: {found.test}: {found.clause or 'not written out'}"
        for found in named()
        if found.clause not in known
    ]


def uncovered(page: Page) -> list[str]:
    """List the clauses of a game that no test names."""
    covered = {found.clause for found in named()}
    return [clause for clause in page.clauses if clause not in covered]


def main() -> int:
    """List what is uncovered, by game; return 1 if there is anything."""
    left = 0
    for page in pages():
        missing = uncovered(page)
        left += len(missing)
        print(f"{page.game}: {len(page.clauses) - len(missing)} of {len(page.clauses)} clauses are named by a test")
        for clause in missing:
            print(f"  {page.file.relative_to(ROOT)}:{page.clauses[clause]}: {clause}")
    for fault in unknown_names():
        print(f"no such clause: {fault}")
        left += 1
    return 1 if left else 0


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--clause`."""
    parser.addoption(
        "--clause",
        action="append",
        default=[],
        metavar="ID",
        help="only tests of this clause (CUC-3.5) or section (CUC-3)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave only the tests of the clauses asked for."""
    wanted: Sequence[str] = config.getoption("--clause")
    if not wanted:
        return
    chosen = [item for item in items if _names_any(item, wanted)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def _names_any(item: pytest.Item, wanted: Sequence[str]) -> bool:
    ids = [clause for mark in item.iter_markers("clause") for clause in mark.args]
    return any(clause == want or clause.startswith(f"{want}.") for clause in ids for want in wanted)


if __name__ == "__main__":
    sys.exit(main())
