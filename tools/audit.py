"""Ask whether anything that Torite is built on has known faults: `python -m tools.audit` (or `make audit`).

`pip-audit` is asked about what is locked from PyPI, npm about the lock of the page. Where their data cannot be had,
that is said in a line, and is no failure; a fault that is found is one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import page
from tools.lock import HEADERS, PLAY

AUDITOR = "pip-audit"
PATIENCE = 300  #: seconds that each question may take


@dataclass(frozen=True)
class Answer:
    """What came of a question.

    Attributes:
        about: what was asked about.
        packages: how many packages were looked up.
        faults: what was found, a line each.
        unasked: why some or all of them could not be asked about; empty if all could.
    """

    about: str
    packages: int = 0
    faults: tuple[str, ...] = ()
    unasked: str = ""

    def __str__(self) -> str:
        """Say it."""
        found = [f"{self.about}: {fault}" for fault in self.faults]
        if self.packages and not self.faults:
            found.append(f"{self.about}: {self.packages} packages, no known faults")
        if self.unasked:
            found.append(f"{self.about}: could not be asked ({self.unasked})")
        return "\n".join(found)


def of_python(said: str, complaint: str) -> Answer:
    """Read what `pip-audit --format json` wrote."""
    about = PLAY.name
    told = _json(said)
    if not isinstance(told, dict) or not isinstance(told.get("dependencies"), list):
        return Answer(about, unasked=_last_line(complaint or said))
    asked = [one for one in told["dependencies"] if "vulns" in one]
    skipped = [one for one in told["dependencies"] if "vulns" not in one]
    faults = tuple(
        f"{one['name']} {one['version']} has {fault['id']}{_cure(fault)}" for one in asked for fault in one["vulns"]
    )
    why = f"{len(skipped)} packages, as {skipped[0].get('skip_reason', '')}" if skipped else ""
    return Answer(about, len(asked), faults, why)


def _cure(fault: dict[str, Any]) -> str:
    cures = fault.get("fix_versions") or []
    return f"; cured in {', '.join(cures)}" if cures else "; not cured yet"


def of_npm(said: str, complaint: str) -> Answer:
    """Read what `npm audit --json` wrote."""
    about = "client/package-lock.json"
    told = _json(said)
    if not isinstance(told, dict) or "vulnerabilities" not in told:
        why = told.get("message") or told.get("error") if isinstance(told, dict) else ""
        return Answer(about, unasked=_last_line(str(why or complaint or said)))
    faults = []
    for name, one in sorted(told["vulnerabilities"].items()):
        titles = [via["title"] for via in one.get("via", ()) if isinstance(via, dict)]
        faults.append(
            f"{name} {one.get('range', '')} ({one.get('severity', '')}): {'; '.join(titles) or 'by what it needs'}"
        )
    count = told.get("metadata", {}).get("dependencies", {}).get("total", 0)
    return Answer(about, count or 1, tuple(faults))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it said nothing"


def ask_python() -> Answer:
    """Ask about the Python packages; the auditor is installed into a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        install = ["pip", "install", "--quiet", "--disable-pip-version-check", "--target", folder, AUDITOR]
        files = [word for file in HEADERS for word in ("-r", str(file))]
        command = ["pip_audit", "--require-hashes", "--disable-pip", "--progress-spinner", "off", "-f", "json"]
        try:
            _run([sys.executable, "-m", *install]).check_returncode()
            done = _run([sys.executable, "-m", *command, *files], PYTHONPATH=folder)
        except (OSError, subprocess.SubprocessError) as fault:
            return Answer(PLAY.name, unasked=_last_line(str(getattr(fault, "stderr", "") or fault)))
    return of_python(done.stdout, done.stderr)


def ask_npm() -> Answer:
    """Ask about what the page is built from."""
    try:
        command = [*page.npm(), "audit", "--json", "--package-lock-only"]
        path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
        done = _run(command, cwd=page.CLIENT, PATH=path)
    except (OSError, subprocess.SubprocessError) as fault:
        return Answer("client/package-lock.json", unasked=_last_line(str(fault)))
    return of_npm(done.stdout, done.stderr)


def _run(command: list[str], cwd: Path = page.ROOT, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **more}, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def main() -> int:
    """Ask both, and say what came of it."""
    answers = [ask_python(), ask_npm()]
    print("\n".join(map(str, answers)))
    return 1 if any(answer.faults for answer in answers) else 0


if __name__ == "__main__":
    sys.exit(main())
