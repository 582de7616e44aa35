"""No two files of the library import one another, however far around; names in annotations alone do not count."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.kit.haggling import ROOT

SOURCE = ROOT / "src"


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.AST, known: set[str]) -> set[str]:
    """Find the modules that a file imports when it runs, also within functions."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        names = [one.name for one in node.names] if isinstance(node, (ast.Import, ast.ImportFrom)) else []
        if isinstance(node, ast.ImportFrom):
            names = [name if (name := f"{node.module}.{one}") in known else f"{node.module}" for one in names]
        found |= set(names) & known | imported(node, known)
    return found


def test_no_files_import_one_another() -> None:
    """Also within functions, where Python would not mind."""
    files = {module_of(file): file for file in SOURCE.rglob("*.py")}
    trees = {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in files.items()}
    try:
        TopologicalSorter({name: imported(tree, set(files)) - {name} for name, tree in trees.items()}).prepare()
    except CycleError as circle:
        raise AssertionError(" imports ".join(reversed(circle.args[1]))) from None
