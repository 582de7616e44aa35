"""Every module is read by a Python that lacks what Windows lacks; no more than that is said of Windows."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Takes away what Windows has not, and brings in every module that does not ask for what is no part of play.
READ = """
import asyncio, ctypes, importlib, logging, multiprocessing, os, pkgutil, signal, socket, subprocess, sys, types
from pathlib import Path
import aiosqlite, msgspec, numpy, platformdirs, rich.console, sqlalchemy.ext.asyncio, starlette.applications
import typer, uvicorn
import alembic.command, prometheus_client, structlog, uvicorn.protocols.http.h11_impl
import uvicorn.protocols.websockets.websockets_sansio_impl

LACKS = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "readline", "uvloop", "pty", "syslog")
for name in LACKS:
    sys.modules[name] = None
for name in ("nice", "fork", "getuid", "geteuid", "getgid", "ctermid", "uname", "sysconf", "sched_setscheduler",
             "sched_getaffinity", "setsid", "getpgid", "killpg", "statvfs", "O_NOCTTY", "O_DIRECTORY", "O_NOFOLLOW"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "SIGALRM"):
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("AF_UNIX", "SO_REUSEPORT"):
    if hasattr(socket, name):
        delattr(socket, name)
locked = []
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=lambda descriptor, how, size: locked.append(size))
sys.platform = "win32"

import torite
for package in ("kernel", "kit", "pieces", "match", "records", "scenes", "words", "worlds", "bots", "study", "service",
                "terminal", "games"):
    home = importlib.import_module("torite." + package)
    for found in pkgutil.walk_packages(home.__path__, home.__name__ + "."):
        if "migrations" not in found.name and not found.name.endswith((".postgres", ".numba_cache")):
            importlib.import_module(found.name)

from torite.service import lockfile
from torite.service.serve import _hang_up_with_a_terminal_alone
_hang_up_with_a_terminal_alone()
os.close(lockfile.take(Path(sys.argv[1])))
assert locked == [1], locked
print("read")
"""


@pytest.mark.long
def test_every_module_is_read_without_what_windows_lacks(tmp_path: object) -> None:
    done = subprocess.run([sys.executable, "-c", READ, f"{tmp_path}/lock"], capture_output=True, text=True, check=False)
    assert (0, "read") == (done.returncode, done.stdout.strip()), done.stderr[-3000:]
