"""Clauses broken on purpose: each must be caught by the tests that name it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clause_cover import pages
from tests.slow.mutants import MUTANTS, PACKAGE, ROOT, TESTS, Mutant

pytestmark = pytest.mark.slow

FAILED = 1  # pytest's exit code when tests ran and some failed
LIMIT = 300  # seconds for the tests of one mutant


def copied(home: Path) -> Path:
    """Copy the library's source."""
    source = home / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc"))
    return source


def run_tests(source: Path, *clauses: str) -> subprocess.CompletedProcess[str]:
    """Run the game's tests that name some clauses against a copy of the source, up to the first failure."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    settings |= {"PYTHONPATH": os.pathsep.join([str(source), str(ROOT)]), "PYTHONDONTWRITEBYTECODE": "1"}
    plain = ("-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "tests.clause_cover")
    chosen = [part for clause in clauses for part in ("--clause", clause)]
    command = ["-m", "pytest", "-x", "-q", *plain, *chosen, TESTS]
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, cwd=ROOT, env=settings, timeout=LIMIT
    )


def test_unbroken_copy_passes(tmp_path: Path) -> None:
    """The same tests pass on a copy in which nothing is broken, and it is the copy that they test."""
    source = copied(tmp_path)
    done = run_tests(source, *sorted({mutant.clause for mutant in MUTANTS}))
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    marker = source / PACKAGE / "rules.py"
    marker.write_text("raise RuntimeError('this is the copy')\n", encoding="utf-8")
    done = run_tests(source, MUTANTS[0].clause)
    assert "this is the copy" in done.stdout + done.stderr


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_mutant_is_caught(mutant: Mutant, tmp_path: Path) -> None:
    """A rule that is wrong fails a test that names its clause."""
    source = copied(tmp_path)
    mutant.apply(source)
    done = run_tests(source, mutant.clause)
    change = f"{mutant.file}.py: {mutant.old!r} became {mutant.new!r}"
    assert done.returncode == FAILED, f"{mutant.clause} survives: {change}\n{done.stdout[-2000:]}"


def test_mutants_break_clauses_that_exist() -> None:
    """Each mutant names the clause that it breaks."""
    known = {clause for page in pages() for clause in page.clauses}
    assert not [mutant.clause for mutant in MUTANTS if mutant.clause not in known]
