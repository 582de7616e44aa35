"""Processes of this machine that play parts, and end with the one that started them, not before."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any


def processes(number: int | None = None) -> Executor:
    """Make an executor of processes of this machine: as many as there are cores, if not given."""
    return _Processes(number or os.cpu_count() or 1, multiprocessing.get_context("spawn"), _leave_to_parent)


class _Processes(ProcessPoolExecutor):
    """Processes that an interrupt does not end, not even while they start."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what is started now has it blocked
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_to_parent() -> None:
    """Let an interrupt, which all processes of a terminal get, be the parent's alone, and end when the parent has."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End where the parent was killed: nobody would ask for anything any more, nor tell of it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def workers_of(executor: Executor) -> int:
    """Tell how many parts an executor plays at once; as many as this machine has cores, where it does not say."""
    told: Any = getattr(executor, "workers", None) or getattr(executor, "_max_workers", None)
    return int(told or os.cpu_count() or 1)
