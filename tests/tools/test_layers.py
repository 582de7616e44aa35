"""Doors open one way: the contracts on imports, names in annotations included, hold."""

from __future__ import annotations

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.kit.haggling import ROOT


def test_contracts_on_imports_hold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(ROOT / "src")
    status = lint_imports(str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out
