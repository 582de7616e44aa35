"""What a game needs is compiled by two processes beside each other; the second goes with the first."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.patience import PATIENCE, wait_until
from torite.games import find
from torite.service import bot_worker
from torite.service.bot_worker import BESIDE, LAST

GAME = find("cribbage-dice")[0]

#: Writes down what it was told and who it is, and goes on until it is put down.
SCRIPT = """#!/bin/sh
echo "$$ $@" > {told}.part && mv {told}.part {told}
exec sleep 600
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a process writes that compiles beside this one, and never ends."""
    script = tmp_path / "python"
    script.write_text(SCRIPT.format(told=tmp_path / "told"))
    script.chmod(0o700)
    monkeypatch.setattr("torite.service.bot_worker.sys", SimpleNamespace(executable=str(script), argv=["bot_worker"]))
    monkeypatch.setattr(bot_worker, "LATER", 0.1)
    monkeypatch.setattr("torite.kernel.library.is_compiled", lambda sources: False)
    return tmp_path / "told"


def test_another_process_compiles_the_other_half_and_is_put_down_when_it_takes_too_long(told: Path) -> None:
    with bot_worker._compiling_beside(GAME, "cribbage-dice"):
        wait_until(told.exists)
    process, *words = told.read_text().split()
    assert ["-m", "torite.service.bot_worker", BESIDE, "cribbage-dice"] == words
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


@pytest.mark.parametrize("why", ["compiled", "last"])
def test_nothing_is_begun_where_nothing_is_missing_or_others_have_the_processor(
    why: str, told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why == "compiled":
        monkeypatch.setattr("torite.kernel.library.is_compiled", lambda sources: True)
    else:
        words = ["bot_worker", LAST]
        monkeypatch.setattr("torite.service.bot_worker.sys", SimpleNamespace(executable="python", argv=words))
    monkeypatch.setattr(subprocess, "Popen", lambda *what, **more: pytest.fail("a process was begun"))
    with bot_worker._compiling_beside(GAME, "cribbage-dice"):
        pass


@pytest.mark.parametrize("leaves", [False, True])
def test_it_ends_when_it_is_done_or_who_began_it_has_gone(leaves: bool) -> None:
    command = [sys.executable, "-m", "torite.service.bot_worker", BESIDE, "cribbage-dice"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as beside:
        assert beside.stdin is not None
        if leaves:
            beside.stdin.close()
        assert 0 == beside.wait(PATIENCE)
        assert beside.stderr is not None
        assert b"" == beside.stderr.read()
