"""Doors open one way: the contracts on imports, names in annotations included, hold."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.kit.haggling import ROOT

#: In a process of its own, for the command takes the logs of its whole process away.
PROGRAM = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"


def test_contracts_on_imports_hold() -> None:
    settings = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_works_beside_a_service_begins_without_what_serves() -> None:
    """Its processes come and go, and there are many: neither the database nor the web is theirs to wait for."""
    workers = "torite.service.bot_worker, torite.service.lab_worker, torite.service.record_worker"
    asked = "{'sqlalchemy', 'starlette', 'structlog', 'prometheus_client', 'numpy', 'numba'} & {*sys.modules}"
    done = subprocess.run([sys.executable, "-c", f"import sys, {workers}; sys.exit(bool({asked}))"], check=False)
    assert done.returncode == 0
