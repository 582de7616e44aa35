"""The same sources make the same wheel and the same source package, wherever and by whomever they are built."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools import bom, page

ROOT = Path(__file__).parents[2]


def copied(to: Path, mode: int) -> None:
    """Copy what is tracked, as a clone has it: new times, and the rights that somebody's mask leaves."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        file = to / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((ROOT / name).read_bytes())
        file.chmod(mode)
    there = to / "client" / "node_modules"
    shutil.copytree(page.CLIENT / "node_modules", there, symlinks=True)  # never a link: npm empties what it leads to
    (there / ".package-lock.json").touch()


def built(folder: Path, mode: int, **more: str) -> dict[str, str]:
    """Build both in a folder, the page included; return the hashes of what came of it."""
    copied(folder, mode)
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SOURCE_DATE_EPOCH")}
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "out"), "."],
        cwd=folder, env={**plain, **more}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (folder / "out").iterdir()}


@pytest.mark.slow
@pytest.mark.skipif(
    not (page.CLIENT / "node_modules" / ".package-lock.json").is_file(),
    reason="there is no Node of the page: `make play`",
)
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only a clone knows what is tracked")
def test_two_builds_in_two_folders_are_the_same(tmp_path: Path) -> None:
    """Other paths, times, rights, time zones, languages and hash seeds."""
    one = built(tmp_path / "one", 0o644, TZ="UTC", LANG="C", PYTHONHASHSEED="1")
    other = built(tmp_path / "an" / "other place", 0o600, TZ="Asia/Tokyo", LANG="ja_JP.UTF-8", PYTHONHASHSEED="2")
    assert one == other
    assert len(one) == 2
    wheel = next((tmp_path / "one" / "out").glob("*.whl"))
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        inside = next(name for name in names if name.endswith(f".dist-info/sboms/{bom.NAME}"))
        assert packed.read(inside).decode() == bom.written()
        assert "torite/service/page/index.html" in names
        assert not any("node_modules" in name for name in names)
