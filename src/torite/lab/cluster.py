"""Where matches are played elsewhere: by a Dask scheduler's workers, or by an executor that somebody brings."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from typing import Any

from torite.errors import ToriteError
from torite.lab.parts import WorkerFails

PATIENCE = 10.0  #: seconds in which a scheduler has to answer, and its first worker to be there
COUNTED = 2.0  #: seconds for which the number of workers is taken as known
GONE = ("ClosedClientError", "CommClosedError")  #: what Dask raises where nobody answers any more


class NoCluster(ToriteError):
    """There is nothing there that would play."""

    code = "no-cluster"


class DaskWorkers(Executor):
    """All workers of a Dask scheduler.

    Args:
        client: connected to it.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._known, self._until = 1, 0.0

    @property
    def workers(self) -> int:
        """How many parts are played at once; asked for now and then, for workers come and go."""
        if time.monotonic() > self._until:
            with _heard():
                self._known = max(1, sum(self._client.ncores().values()))
            self._until = time.monotonic() + COUNTED
        return self._known

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a function called by a worker.

        Raises:
            WorkerFails: when the scheduler is gone.
        """
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        with _heard():
            remote = self._client.submit(fn, *args, **kwargs, pure=False)
        self._client.loop.add_callback(_pass_on, future, remote)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let go of the scheduler; what is not done by then is not done any more."""
        with contextlib.suppress(WorkerFails), _heard():
            self._client.close()


@contextlib.contextmanager
def _heard() -> Iterator[None]:
    """Say in our words that nobody answers any more.

    Raises:
        WorkerFails: when that is so.
    """
    try:
        yield
    except Exception as fault:
        if type(fault).__name__ not in GONE:
            raise
        raise WorkerFails("error.cluster_gone") from None


async def _pass_on(future: Future[Any], remote: Any) -> None:
    """Pass on what comes of a call; Dask's own executor never does where what came of it cannot be fetched.

    The client's loop waits for it: the one thread that has all of Dask's callbacks would wait for ever where the client
    is let go meanwhile, and with it the callbacks of all clients after it.
    """
    try:
        with _heard():
            future.set_result(await remote)
    except (CancelledError, asyncio.CancelledError):
        future.set_exception(WorkerFails("error.cluster_gone"))
    except Exception as fault:
        future.set_exception(fault)


def cluster(address: str, patience: float = PATIENCE) -> DaskWorkers:
    """Connect to a Dask scheduler.

    Args:
        address: as "tcp://host:8786".
        patience: seconds in which it has to answer, and its first worker to be there.

    Raises:
        NoCluster: when Dask is not installed, the scheduler does not answer, or it has no workers.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise NoCluster("error.not_installed", package="Dask", extra="cluster") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it would tell is raised
    try:
        distributed.comm.get_address_host_port(address, strict=True)  # a client that never was one is slow to end
        client = distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as fault:
        why = str(fault).partition("\n")[0] or type(fault).__name__
        raise NoCluster("error.cluster_silent", address=address, why=why) from None
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        client.close()
        raise NoCluster("error.cluster_empty", address=address, seconds=round(patience)) from None
    return DaskWorkers(client)


def brought(name: str) -> Executor:
    """Make the executor that somebody brings.

    Args:
        name: "module:function"; the function is called without arguments and returns an executor.

    Raises:
        NoCluster: when there is no such function, or it makes no executor.
    """
    module, colon, function = name.partition(":")
    if not (module and colon and function):
        raise NoCluster("error.executor_name", name=name)
    try:
        factory: Any = getattr(importlib.import_module(module), function)
        executor = factory()
    except Exception as fault:
        why = f"{type(fault).__name__}: {fault}".replace("\n", " ")
        raise NoCluster("error.executor_fails", name=name, why=why) from None
    if not isinstance(executor, Executor):
        raise NoCluster("error.executor_other", name=name, kind=type(executor).__name__)
    return executor
