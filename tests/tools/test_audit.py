"""What the auditors say is told as it is: faults are faults, and what could not be asked is no answer."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tools import audit
from tools.audit import Answer, of_npm, of_python

FOUND = {"name": "x", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}, {"id": "CVE-2"}]}
WELL = {"name": "y", "version": "1", "vulns": []}
SKIPPED = {"name": "z", "skip_reason": "Dependency not found: z (1)"}


@pytest.mark.parametrize(
    ("told", "packages", "faults", "asked"),
    [([WELL], 1, 0, True), ([WELL, FOUND], 2, 2, True), ([WELL, SKIPPED], 1, 0, False), ([SKIPPED], 0, 0, False)],
)
def test_what_pip_audit_says(told: list[Any], packages: int, faults: int, asked: bool) -> None:
    answer = of_python(json.dumps({"dependencies": told, "fixes": []}), "")
    assert (packages, faults, asked) == (answer.packages, len(answer.faults), not answer.unasked)
    if faults:
        assert "x 1 has CVE-1; cured in 2" in str(answer)
        assert "x 1 has CVE-2; not cured yet" in str(answer)
        assert "no known faults" not in str(answer)


@pytest.mark.parametrize("said", ["", "no JSON", "[]", '{"dependencies": 1}'])
def test_what_is_no_answer_of_pip_audit_was_not_asked(said: str) -> None:
    answer = of_python(said, "Traceback\nConnectionError: no route")
    assert answer.unasked == "ConnectionError: no route"
    assert not answer.faults
    assert "no known faults" not in str(answer)


def test_what_npm_says() -> None:
    via = [{"title": "Breaks"}, "other"]
    said = {
        "vulnerabilities": {"vite": {"range": "<8", "severity": "high", "via": via}},
        "metadata": {"dependencies": {"total": 90}},
    }
    assert of_npm(json.dumps(said), "").faults == ("vite <8 (high): Breaks",)
    well = of_npm(json.dumps(said | {"vulnerabilities": {}}), "")
    assert str(well) == "client/package-lock.json: 90 packages, no known faults"


@pytest.mark.parametrize("said", ['{"message": "405 not allowed"}', "", '{"error": {"summary": "405 not allowed"}}'])
def test_what_is_no_answer_of_npm_was_not_asked(said: str) -> None:
    answer = of_npm(said, "405 not allowed")
    assert "405 not allowed" in answer.unasked
    assert not answer.faults


@pytest.mark.parametrize(
    ("python", "npm", "code"),
    [
        (Answer("a", 3), Answer("b", 3), 0),
        (Answer("a", unasked="no network"), Answer("b", unasked="no network"), 0),
        (Answer("a", unasked="no network"), Answer("b", 3, ("bad",)), 1),
        (Answer("a", 3, ("bad",), "one was left out"), Answer("b", unasked="no network"), 1),
    ],
)
def test_faults_fail_and_silence_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], python: Answer, npm: Answer, code: int
) -> None:
    monkeypatch.setattr(audit, "ask_python", lambda: python)
    monkeypatch.setattr(audit, "ask_npm", lambda: npm)
    assert code == audit.main()
    assert str(npm) in capsys.readouterr().out


def test_an_auditor_that_cannot_be_had_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The installer fails, npm is slow."""

    def failed(command: list[str], **more: Any) -> subprocess.CompletedProcess[str]:
        if "pip" in command:
            return subprocess.CompletedProcess(command, 1, "", "WARNING: x\nERROR: No matching distribution\n")
        raise subprocess.TimeoutExpired(command, 300)

    monkeypatch.setattr(audit, "_run", failed)
    assert audit.ask_python().unasked == "ERROR: No matching distribution"
    assert "timed out" in audit.ask_npm().unasked
