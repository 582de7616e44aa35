"""A service that was killed comes back at once, whatever its processes that think are doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.patience import PATIENCE, until_so
from tests.service.client import Company, run
from tests.service.conftest import Running
from torite.service.worker_process import HEAD


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text().split()]


@pytest.mark.long
def test_a_thinker_that_outlives_a_killed_service_does_not_hold_its_port(tmp_path: Path) -> None:
    """It thinks on for a while: what it was started with must not be the socket at which the service listened."""
    service = Running(tmp_path / "data", thinkers=1)
    left: list[int] = []

    async def play(company: Company) -> None:
        assert service.process is not None
        pid = service.process.pid
        me = company.person("Ada")
        place = await me.sit((await me.set_table("agurk", {"kind": "bot", "bot": "search"}))["id"])
        await until_so(lambda: children(pid))
        await place.ask("ping")
        left.extend(children(pid))
        for child in left:
            os.kill(child, signal.SIGSTOP)

    try:
        run(service, play)
        service.kill()
        service.start()  # it says so, where it cannot listen
        assert all(Path(f"/proc/{pid}").exists() for pid in left)
    finally:
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        service.stop()


def asked() -> subprocess.Popen[bytes]:
    """Ask a thinker of its own to get ready for a game, which takes it a while."""
    thinker = subprocess.Popen(
        [sys.executable, "-m", "torite.service.bot_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert thinker.stdin is not None
    question = msgspec.msgpack.encode({"what": "warm", "variant": "cribbage-dice"})
    thinker.stdin.write(len(question).to_bytes(HEAD, "big") + question)
    thinker.stdin.flush()
    return thinker


def test_a_thinker_whose_service_was_killed_goes_without_a_word() -> None:
    """What it has thought meanwhile nobody reads."""
    thinker = asked()
    assert thinker.stdout is not None
    thinker.stdout.close()
    code = thinker.wait(PATIENCE)
    assert thinker.stdin is not None
    assert thinker.stderr is not None
    with thinker.stdin, thinker.stderr:
        assert (0, b"") == (code, thinker.stderr.read())


def test_a_thinker_whose_service_was_killed_does_not_think_on() -> None:
    """It goes when nobody can ask it any more, with the question that it has unanswered."""
    thinker = asked()
    told, complaints = thinker.communicate(timeout=PATIENCE)  # nothing more is asked
    assert (0, b"", b"") == (thinker.returncode, told, complaints)
