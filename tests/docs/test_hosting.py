"""The page for hosts shows the files of `deploy/` as they are, and the unit is sound as far as systemd can tell."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

FILES = sorted((ROOT / "deploy").iterdir())
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNIT = ROOT / "deploy" / "torite.service"
EXPOSED = 20  #: tenths of systemd's measure of exposure, from 0 to 10, that the unit may have


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_page_shows_the_file(file: Path) -> None:
    """Word for word, in a block of its own, under its name."""
    found = re.search(rf"`deploy/{re.escape(file.name)}`[^\n]*\n\n```\w*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{file.name} is not on the page"
    assert file.read_text(encoding="utf-8") == found[1]


def test_the_files_agree() -> None:
    """On the port, the folders and the name."""
    unit, container = UNIT.read_text(), (ROOT / "deploy" / "Containerfile").read_text()
    for name in ("nginx.conf", "Caddyfile"):
        assert "127.0.0.1:8377" in (ROOT / "deploy" / name).read_text()
    assert "--port 8377" in unit
    assert '"--port", "8377"' in container
    origins = tomllib.loads((ROOT / "deploy" / "torite.toml").read_text())["origins"]
    assert origins == ["https://cards.example"]
    folders = re.search(r"^ReadWritePaths=(.*)$", unit, re.MULTILINE)
    assert folders is not None
    assert folders[1].split() == ["/srv/torite/data", "/srv/torite/cache"]


def analyzed(*words: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd-analyze on this machine")
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """All words are known to it; the program is another one, that this machine has."""
    file = tmp_path / UNIT.name
    file.write_text(UNIT.read_text().replace("/srv/torite/program/bin/torite", sys.executable))
    done = analyzed("verify", "--man=no", "--recursive-errors=no", str(file))
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_leaves_little_open() -> None:
    done = analyzed("security", "--offline=true", f"--threshold={EXPOSED}", str(UNIT))
    assert done.returncode == 0, done.stdout + done.stderr
