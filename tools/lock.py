"""Resolve all dependencies anew and write them down: `python -m tools.lock` (or `make lock`).

They are resolved together, to one exact version of each with the hashes of all its files, for Linux and macOS and every
Python from the oldest that the project supports, and written to four files: `tools/install.txt` has what installs the
rest, `requirements.txt` what play needs, `requirements-dev.txt` what testing and building need besides, and
`tools/release.txt` what a release needs to make libraries for every platform.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
INSTALL = ROOT / "tools" / "install.txt"
PLAY = ROOT / "requirements.txt"
DEV = ROOT / "requirements-dev.txt"
RELEASE = ROOT / "tools" / "release.txt"
HEADERS = {
    INSTALL: "# What installs the rest, locked: written by `make lock`, not by hand.\n",
    RELEASE: "# What links libraries for every platform, locked: written by `make lock`, not by hand.\n",
    PLAY: """\
# What play needs, locked: written by `make lock` from pyproject.toml, not by hand.
# Install with: pip install --no-deps --require-hashes -r requirements.txt
""",
    DEV: """\
# What testing and building need besides requirements.txt, locked: written by `make lock`, not by hand.
# Install with: pip install --no-deps --require-hashes -r requirements-dev.txt
""",
}
#: A new environment brings an old pip; hatchling installs a project in place with the help of `editables`.
INSTALLERS = ("pip", "editables")
RESOLVER = "uv"
#: What may stand in the lock: a pinned package, a hash, a comment on who needs it; no index, host or path.
LINE = re.compile(
    r"[\w.-]+==[\w.+!-]+( ; [\w .'=<>!()]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?|    # (via|  ) ?[\w. -]*"
)
PIN = re.compile(r"^([\w.-]+)==([\w.+!-]+)")
VIA = re.compile(r"^    # (?:via +|  )([\w.-]+)$")


@dataclass(frozen=True)
class Pinned:
    """A package of a lock.

    Attributes:
        name, version: as the lock has them.
        needed_by: the packages that need it.
        lines: its lines in the lock.
    """

    name: str
    version: str
    needed_by: frozenset[str]
    lines: tuple[str, ...]


def pinned(lock: str) -> list[Pinned]:
    """Read a lock, with who needs what; a package may be there twice, for different versions of Python."""
    found: list[Pinned] = []
    for block in re.split(r"^(?=[\w.-]+==)", lock, flags=re.MULTILINE)[1:]:
        lines = tuple(block.rstrip("\n").split("\n"))
        pin = PIN.match(lines[0])
        assert pin is not None
        via = frozenset(plain(named[1]) for line in lines if (named := VIA.match(line)))
        found.append(Pinned(plain(pin[1]), pin[2], via, lines))
    return found


def plain(name: str) -> str:
    """Write a package's name as PyPI does."""
    return re.sub(r"[-_.]+", "-", name).lower()


def reached(first: Iterable[str], needs: Mapping[str, Iterable[str]]) -> set[str]:
    """Find what is needed by some packages and by what they need."""
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += needs.get(name, ())
    return found


def who_needs(lock: Iterable[Pinned]) -> dict[str, list[str]]:
    """Return what each package needs, told by who needs it."""
    needs: dict[str, list[str]] = {}
    for one in lock:
        for by in one.needed_by:
            needs.setdefault(by, []).append(one.name)
    return needs


def split(lock: str, play: Iterable[str], installers: Iterable[str], releasers: Iterable[str] = ()) -> dict[Path, str]:
    """Cut one lock of everything into the files.

    Args:
        lock: what the resolver wrote.
        play, installers, releasers: the packages that play, installing and a release need directly.
    """
    packages = pinned(lock)
    needs = who_needs(packages)
    parts = {INSTALL: reached(installers, needs), PLAY: reached(play, needs), RELEASE: reached(releasers, needs)}
    parts[DEV] = {one.name for one in packages}.difference(*parts.values())
    return {
        file: HEADERS[file] + "".join("\n".join(one.lines) + "\n" for one in packages if one.name in names)
        for file, names in parts.items()
    }


def declared(project: Path = ROOT / "pyproject.toml") -> dict[str, Any]:
    """Read what the project says of itself."""
    with project.open("rb") as file:
        return tomllib.load(file)


def to_play() -> list[str]:
    """List the requirements of play from a clone, which compiles what it plays."""
    return [*to_run(), *declared()["project"]["optional-dependencies"]["compile"]]


def to_run() -> list[str]:
    """List the requirements of what is installed with its libraries."""
    return [*declared()["project"]["dependencies"]]


def to_install() -> list[str]:
    """List the requirements of installing."""
    return [*declared()["build-system"]["requires"], *INSTALLERS]


def to_develop() -> list[str]:
    """List the requirements of testing and building, with all that somebody may install besides play."""
    said = declared()
    besides = [one for extra in said["project"]["optional-dependencies"].values() for one in extra]
    return [*said["dependency-groups"]["dev"], *(one for one in besides if one not in to_play())]


def to_release() -> list[str]:
    """List the requirements of making libraries for every platform."""
    return [*declared()["dependency-groups"]["release"]]


def names(requirements: Iterable[str]) -> list[str]:
    """List the packages that requirements are about."""
    return [plain(re.split(r"[\[<>=!~; ]", one, maxsplit=1)[0]) for one in requirements]


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
            "--python-version", python,
        ]  # fmt: skip
        listed = "\n".join(requirements)
        done = subprocess.run(command, input=listed, text=True, check=True, capture_output=True, cwd=folder, env=plain)
    return done.stdout


def faults(lock: str) -> list[str]:
    """List the lines of a lock that are neither a pinned package, nor a hash, nor a comment."""
    return [line for line in lock.splitlines() if not line.startswith("# ") and not LINE.fullmatch(line)]


def _without_stdin(body: str) -> str:
    return re.sub(r"^ +# via (-r )?-\n", "", body.replace("    #   -r -\n", ""), flags=re.MULTILINE)


def release() -> str:
    """Write the lock of what is installed with its libraries: that of play, without what compiles."""
    return split(PLAY.read_text(encoding="utf-8"), names(to_run()), ())[PLAY]


def main(arguments: Sequence[str] = ()) -> int:
    """Write the files of locks; or, asked for a `release`, write that lock to the standard output."""
    if [*arguments] == ["release"]:
        print(release(), end="")
        return 0
    oldest = declared()["project"]["requires-python"].removeprefix(">=")
    try:
        body = _without_stdin(resolve([*to_play(), *to_install(), *to_develop(), *to_release()], oldest))
    except subprocess.CalledProcessError as fault:
        print(f"The dependencies cannot be resolved: {(fault.stderr or str(fault)).strip()}", file=sys.stderr)
        return 1
    if faults(body):
        print(f"The resolver wrote a line that does not belong in a lock: {faults(body)[0]}", file=sys.stderr)
        return 1
    for file, text in split(body, names(to_play()), names(to_install()), names(to_release())).items():
        file.write_text(text, encoding="utf-8")
        print(f"{file.relative_to(ROOT)}: {sum('==' in line for line in text.splitlines())} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
