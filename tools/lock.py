"""Resolve all dependencies anew and write them down: `python -m tools.lock` (or `make lock`).

`requirements.txt` gets one exact version of everything that running, testing and building need, with the hashes of all
its files, so that one file serves Linux and macOS and every Python from the oldest that the project supports.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.txt"
HEADER = """\
# All dependencies, locked: written by `make lock` from pyproject.toml, not by hand.
# Install with: pip install --no-deps --require-hashes -r requirements.txt
"""
HEADER_OF_PIP = "# The pip that installs requirements.txt: written by `make lock`, not by hand.\n"
EDITABLE = "editables"  # what hatchling needs to install a project in place
RESOLVER = "uv"
BOOTSTRAP = ROOT / "tools" / "pip.txt"  #: the pip that installs all of it: a new environment brings an old one
#: What only the Python tools of OpenSpiel need, not its games. Numba is slower to start where it finds SciPy.
LEFT_OUT = ("absl-py", "ml-collections", "scipy")
#: What may stand in the lock: a pinned package, a hash, a comment on who needs it; no index, host or path.
LINE = re.compile(
    r"[\w.-]+==[\w.+!-]+( ; [\w .'=<>!()]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?|    # (via|  ) ?[\w. -]*"
)


def wanted(project: Path = ROOT / "pyproject.toml") -> list[str]:
    """List the requirements of running, developing and building."""
    with project.open("rb") as file:
        declared = tomllib.load(file)
    extras = [name for names in declared["project"].get("optional-dependencies", {}).values() for name in names]
    return [*declared["project"]["dependencies"], *extras, *declared["build-system"]["requires"], EDITABLE]


def oldest_python(project: Path = ROOT / "pyproject.toml") -> str:
    """Return the oldest Python that the project supports."""
    with project.open("rb") as file:
        declared = tomllib.load(file)
    return str(declared["project"]["requires-python"]).removeprefix(">=")


def resolve(requirements: list[str], python: str) -> str:
    """Ask the resolver for exact versions with hashes, for all platforms.

    The resolver is installed into a folder that is thrown away, and sees no settings of this machine.

    Raises:
        subprocess.CalledProcessError: when it finds no versions that fit together, or cannot be installed.
    """
    with tempfile.TemporaryDirectory() as folder:
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", folder, RESOLVER]
        subprocess.run([sys.executable, *install], check=True)
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("UV_", "PIP_"))}
        command = [
            f"{folder}/bin/{RESOLVER}", "pip", "compile", "-", "--no-config", "--quiet", "--universal",
            "--generate-hashes", "--no-header", "--no-emit-index-url", "--no-emit-find-links",
            "--python-version", python, *(word for name in LEFT_OUT for word in ("--no-emit-package", name)),
        ]  # fmt: skip
        listed = "\n".join(requirements)
        done = subprocess.run(command, input=listed, text=True, check=True, capture_output=True, cwd=folder, env=plain)
    return done.stdout.partition("\n# The following packages were excluded")[0].rstrip() + "\n"


def faults(lock: str) -> list[str]:
    """List the lines of a lock that are neither a pinned package, nor a hash, nor a comment."""
    return [line for line in lock.splitlines() if not line.startswith("# ") and not LINE.fullmatch(line)]


def _plain(body: str) -> str:
    return re.sub(r"^ +# via (-r )?-\n", "", body.replace("    #   -r -\n", ""), flags=re.MULTILINE)


def main() -> int:
    """Write the lock, and that of pip."""
    try:
        body, pip = (resolve(names, oldest_python()) for names in (wanted(), ["pip"]))
    except subprocess.CalledProcessError as fault:
        print(f"The dependencies cannot be resolved: {(fault.stderr or str(fault)).strip()}", file=sys.stderr)
        return 1
    body, pip = _plain(body), _plain(pip)
    if faults(body + pip):
        print(f"The resolver wrote a line that does not belong in a lock: {faults(body + pip)[0]}", file=sys.stderr)
        return 1
    LOCK.write_text(HEADER + body, encoding="utf-8")
    BOOTSTRAP.write_text(HEADER_OF_PIP + pip, encoding="utf-8")
    packages = sum("==" in line for line in body.splitlines())
    print(f"{LOCK.name}: {packages} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
