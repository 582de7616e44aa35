"""What is played by a real Dask scheduler and its workers, or by processes that are ended on the way, is the same."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.lab.test_runs import table
from tests.patience import wait_until
from tests.terminal.test_command_line import is_alive
from torite.lab import NoCluster, cluster, processes
from torite.lab import parts as lab_parts
from torite.lab import run as lab_run
from torite.lab.parts import WorkerFails, parts
from torite.lab.run import Run
from torite.lab.work import MatchSums, OtherRules, Work, played, work_of
from torite.terminal.main import run

pytestmark = [pytest.mark.compiles, pytest.mark.full]
MATCHES = 1500
FATAL = 1000  #: the match that ends whoever plays it, where that is wanted


def fatal(work: Work, first: int, times: int) -> tuple[MatchSums, float]:
    """Play a part, and end the process where that has one match; not the test's own process."""
    if first <= FATAL < first + times and multiprocessing.parent_process():
        os._exit(1)
    return played(work, first, times)


@pytest.fixture(scope="module")
def work() -> Work:
    return work_of([table(), table("agurk-trad")], True, 0.05)


@contextlib.contextmanager
def scheduler(folder: Path, workers: int, **more: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a scheduler with workers, each a process of its own that is started again when it is ended."""
    file, env = folder / "scheduler.json", os.environ | more
    one = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1"]
    two = [sys.executable, "-m", "distributed.cli.dask_worker", "--nworkers", str(workers), "--nthreads", "1"]
    quiet: dict[str, Any] = {"env": env, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    shared = ["--no-dashboard", "--scheduler-file", str(file)]
    running = [subprocess.Popen([*one, *shared], **quiet)]
    try:
        wait_until(lambda: file.exists() or running[0].poll() is not None)
        if workers:
            running.append(subprocess.Popen([*two, *shared], start_new_session=True, **quiet))
        yield msgspec.json.decode(file.read_bytes())["address"], running[0]
    finally:
        running[0].kill()
        for process in running[1:]:
            os.killpg(process.pid, signal.SIGKILL)
        for process in running:
            process.wait()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with scheduler(tmp_path_factory.mktemp("cluster"), 2) as (where, _):
        yield where


def test_workers_of_a_cluster_come_to_the_same(address: str, work: Work) -> None:
    """Byte for byte."""
    whole, _ = played(work, 0, MATCHES)
    run = Run(work)
    with cluster(address) as executor:
        executor._client.wait_for_workers(2)
        executor._until = 0.0
        assert executor.workers == 2
        run.go_on(MATCHES, executor=executor)
    assert msgspec.json.encode(whole) == msgspec.json.encode(run.sums)


@pytest.mark.long
def test_the_command_line_plays_on_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    def rows(*where: str) -> list[Any]:
        words = ["compare", "agurk", "agurk,out_at=30", "-n", "300", "--first", "40", "--json", *where]
        assert run(words) == 0
        found: list[Any] = msgspec.json.decode(capsys.readouterr().out)["rows"]
        return found

    here = rows("--jobs", "1")
    assert here == rows("--cluster", address) == rows("--executor", f"{__name__}:threads")


def test_an_executor_is_found_where_the_command_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by the installed program, which has only its own folder on the path."""
    made = "from concurrent.futures import ThreadPoolExecutor\n\n\ndef two():\n    return ThreadPoolExecutor(2)\n"
    (tmp_path / "of_my_own.py").write_text(made)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
    assert run(["simulate", "agurk", "-n", "20", "--executor", "of_my_own:two"]) == 0


def threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2)


def test_a_scheduler_that_was_let_go_plays_nothing_more(address: str) -> None:
    with cluster(address) as executor:
        assert executor.submit(len, "ab").result() == 2
    with pytest.raises(WorkerFails, match="scheduler is gone"):
        executor.submit(len, "ab")
    executor.shutdown()


@pytest.mark.long
def test_what_was_on_its_way_when_a_scheduler_was_let_go_holds_up_nobody_after_it(address: str) -> None:
    for lately in range(12):
        with cluster(address) as executor:
            made = [executor.submit(len, "x" * n) for n in range(60)]
            wait(made[: 5 * lately])
    with cluster(address) as executor:
        assert executor.submit(len, "ab").result(30) == 2


def test_workers_with_other_rules_refuse(address: str, work: Work) -> None:
    changed = Work(work.sides, work.seed, 0, work.whole, work.seconds, ("0" * 12, work.rules[1]))
    with cluster(address) as executor, pytest.raises(OtherRules, match="install the same version there"):
        list(parts(changed, [(0, 10)], executor))


def test_what_a_worker_cannot_do_is_told_in_a_line(address: str, work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_parts, "played", os.path.getsize)
    with cluster(address) as executor, pytest.raises(WorkerFails, match=r"could not play matches .*TypeError"):
        list(parts(work, [(0, 10)], executor))


@pytest.mark.long
def test_a_worker_that_is_killed_loses_and_doubles_nothing(
    tmp_path: Path, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_parts, "LONG", 0.2)
    wanted = 15_000
    whole, _ = played(work, 0, wanted)
    run = Run(work)
    killed: list[int] = []
    with scheduler(tmp_path, 2) as (address, _), cluster(address) as executor:
        executor._client.wait_for_workers(2)

        def progress(done: int, _: int) -> None:
            if not killed and done > wanted // 8:
                killed.append(next(iter(executor._client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        run.go_on(wanted, progress, executor=executor)
        assert not is_alive(killed[0])
    assert msgspec.json.encode(whole) == msgspec.json.encode(run.sums)


def test_a_scheduler_that_is_killed_is_told_and_what_is_done_is_kept(tmp_path: Path, work: Work) -> None:
    file = tmp_path / "kept"
    with scheduler(tmp_path, 1) as (address, process), cluster(address) as executor:
        run = Run(work, file)

        def progress(_: int, __: int) -> None:
            if run.matches:  # not where only a later part than the first is done
                process.kill()

        with pytest.raises(WorkerFails, match="scheduler is gone"):
            run.go_on(40_000_000, progress, executor=executor)
    done = Run(work, file)
    assert done.matches > 0
    assert msgspec.json.encode(played(work, 0, done.matches)[0]) == msgspec.json.encode(done.sums)


@pytest.mark.long
def test_processes_that_are_killed_lose_and_double_nothing(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_run, "HERE", 0)
    monkeypatch.setattr(lab_parts, "LONG", 0.1)
    wanted, killed = 15_000, 0
    whole, _ = played(work, 0, wanted)
    run, others = Run(work), multiprocessing.active_children()  # services of other tests, for one

    def progress(done: int, _: int) -> None:
        nonlocal killed
        beside = [child.pid for child in multiprocessing.active_children() if child.pid and child not in others]
        if beside and done > wanted // 3 * (killed + 1):
            os.kill(beside[-1], signal.SIGKILL)
            killed += 1

    run.go_on(wanted, progress, jobs=2)
    assert killed > 1
    assert msgspec.json.encode(whole) == msgspec.json.encode(run.sums)


@pytest.mark.long
def test_a_part_that_ends_whoever_plays_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the command that plays it alone; the rest is kept."""
    monkeypatch.setattr(lab_run, "HERE", 0)
    monkeypatch.setattr(lab_parts, "played", fatal)
    monkeypatch.setattr(lab_parts, "LARGEST", 100)
    file = tmp_path / "kept"
    words = ["simulate", "agurk", "--seed=3", "-b", "easy", "--first", "7"]
    assert run([*words, "-n", "2000", "-j2", "--resume", str(file)]) == 2
    sentence, command = capsys.readouterr().err.splitlines()
    named = re.fullmatch(r"Whatever played matches (\d+) to (\d+) was ended by it each time .*", sentence)
    assert named is not None
    first, last = int(named[1]), int(named[2])
    assert first <= FATAL + 7 <= last
    assert command == f"torite {' '.join(words[:-2])} --first {first} --matches {last - first + 1} --jobs 1"
    kept = msgspec.json.decode(file.read_bytes())
    assert kept["done"] == first - 7
    assert run(shlex.split(command)[1:]) == 0
    assert f"{last - first + 1} matches of Agurk" in capsys.readouterr().out


@pytest.mark.long
def test_a_part_that_ends_workers_is_named(tmp_path: Path, work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a scheduler, after as many times as it was told to allow."""
    monkeypatch.setattr(lab_parts, "played", fatal)
    root = str(Path(__file__).parents[2])
    more = {"PYTHONPATH": root, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "2"}
    told = pytest.raises(WorkerFails, match="Whatever played matches")
    with scheduler(tmp_path, 1, **more) as (address, _), cluster(address) as executor, told as caught:
        list(parts(work, [(FATAL, FATAL + 1)], executor))
    assert caught.value.facts["alone"] == {"first": FATAL, "matches": 1, "jobs": 1}


def test_an_executor_that_breaks_is_told(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_parts, "played", fatal)
    with processes(1) as executor, pytest.raises(WorkerFails, match="plays nothing more"):
        Run(work).go_on(FATAL + 1, executor=executor)


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (("--cluster", "nonsense"), "Invalid url scheme"),
        (("--cluster", "tcp://127.0.0.1:1"), "No scheduler answers at tcp://127.0.0.1:1"),
        (("--executor", "nonsense"), "module:function"),
        (("--executor", "nonsense:x"), "No module named"),
        (("--executor", "os:getcwd"), "makes a str"),
        (("--executor", f"{__name__}:threads", "--jobs", "2"), "give one of them"),
        (("--first", "-1"), "one from 0"),
    ],
)
def test_what_cannot_play_is_told_in_a_line(
    where: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "__defaults__", (0.5,))
    assert run(["simulate", "agurk", "-n", "10", *where]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert told in said.err
    assert said.err.count("\n") == 1


def test_a_scheduler_without_workers_is_told(tmp_path: Path) -> None:
    with scheduler(tmp_path, 0) as (address, _), pytest.raises(NoCluster, match="has had no worker"):
        cluster(address, 0.5)


def test_without_dask_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoCluster, match=r"torite\[cluster\]"):
        cluster("tcp://127.0.0.1:8786")
