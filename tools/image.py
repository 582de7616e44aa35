"""Build the container image of a release: `python -m tools.image` (or `make image`), after `make release`.

No registry need be reached: where no base is named, one is made of Debian's packages, with Python and what it needs:
there is no shell in it. The packages that Torite needs are fetched and checked here by the hashes of the release, for
the base's Python and processor; the build itself has no network.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from packaging.markers import Marker

from tools.lock import ROOT, pinned

NAME, OWN_BASE = "localhost/torite", "localhost/torite-base"
FOLDER = ROOT / "build" / "image"
INSIDE = Path(__file__).with_name("image_inside.py")  #: what is run within
SUITE = "bookworm"
DEBIAN = ("base-files", "libstdc++6", "python3-minimal", "python3.11")  #: what numpy and Python ask of a system
#: What of Debian's packages is left away; what their licences ask for stays.
LEFT_AWAY = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/perl5/*",
             "/usr/share/zoneinfo/*", "/usr/lib/*/gconv/*", "/usr/lib/python3*/pydoc_data/*",
             "/usr/lib/python3*/test/*")  # fmt: skip
STAYS = "/usr/share/doc/*/copyright"
#: What of Python's packages nobody runs: tests, sources of C, declarations of types, what builds or colours code.
NOT_RUN = ("**/tests", "**/*.pyi", "**/*.pyx", "**/*.pxd", "**/*.a", "**/*.h", "**/*.c", "numpy/distutils",
           "numpy/f2py", "sqlalchemy/testing", "pygments/lexers/[a-z]*")  # fmt: skip
MANYLINUX = range(28, 16, -1)  #: glibc's of the wheels that are taken: 2.17 to 2.28
#: Of a base: where its Python is, and what the lock's markers ask about it.
ASKED = """\
import json, platform, sys
print(json.dumps({"executable": sys.executable, "python_full_version": platform.python_version(),
                  "python_version": "%d.%d" % sys.version_info[:2], "platform_machine": platform.machine()}))
"""


class CannotBuild(Exception):
    """What is missing, as a sentence."""


def wheel_for(machine: str, dist: Path) -> Path:
    """Find the release's wheel for a processor.

    Raises:
        CannotBuild: where there is none.
    """
    found = sorted(dist.glob(f"torite-*manylinux*_{machine}.whl"))
    if not found or not (dist / "requirements.txt").is_file():
        raise CannotBuild(f"There is no wheel for {machine}, or no requirements.txt, in {dist}: make release.")
    return found[-1]


def fitting(lock: str, base: dict[str, str]) -> str:
    """Take of a lock what a base needs, without markers: pip would ask them of the Python that it runs in itself."""
    there = {"sys_platform": "linux", "os_name": "posix", **base}
    kept = []
    for one in pinned(lock):
        first, _, marker = one.lines[0].removesuffix(" \\").partition(" ; ")
        if not marker or Marker(marker).evaluate(there):
            kept.append("\n".join([f"{first} \\", *one.lines[1:]]))
    return "\n".join(kept) + "\n"


def make_base() -> None:
    """Make a base of Debian's packages, and name it.

    Raises:
        CannotBuild: where the program for it is missing.
    """
    if shutil.which("mmdebstrap") is None:
        raise CannotBuild("mmdebstrap is not installed: install it, or name a base: make image BASE=…")
    file = FOLDER.with_name("base.tar")
    file.parent.mkdir(parents=True, exist_ok=True)
    paths = [f"--dpkgopt=path-exclude={path}" for path in LEFT_AWAY] + [f"--dpkgopt=path-include={STAYS}"]
    _do("mmdebstrap", "--variant=extract", f"--include={','.join(DEBIAN)}", *paths,
        "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr", SUITE, str(file))  # fmt: skip
    _do("podman", "import", str(file), OWN_BASE)
    file.unlink()


def install(wheel: Path, base: dict[str, str]) -> None:
    """Put the program into the folder that is built from: packages, and a command that runs in the base's Python."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    library = FOLDER / "program" / "lib"
    library.mkdir(parents=True)
    needed = FOLDER / "requirements.txt"
    needed.write_text(fitting((wheel.parent / "requirements.txt").read_text(encoding="utf-8"), base), encoding="utf-8")
    tags = [word for libc in MANYLINUX for word in ("--platform", f"manylinux_2_{libc}_{base['platform_machine']}")]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
           "--no-compile", "--only-binary=:all:", "--python-version", base["python_version"], *tags,
           "--target", str(library)]  # fmt: skip
    _do(*pip, "--require-hashes", "-r", str(needed))
    _do(*pip, "--no-index", str(wheel))
    shutil.rmtree(library / "bin", ignore_errors=True)
    lighten(library, base["platform_machine"])
    shutil.copy(INSIDE, FOLDER / "program" / "inside.py")
    command = FOLDER / "program" / "bin" / "torite"
    command.parent.mkdir()
    command.write_text(f"#!{base['executable']}\nfrom torite.terminal import command\n\ncommand()\n", encoding="utf-8")
    command.chmod(0o755)


def lighten(library: Path, machine: str) -> None:
    """Take out of packages what nobody runs, and of their compiled code what only a debugger reads.

    The code of packages that bring libraries of their own is left as it is: these were edited, and do not bear it.
    """
    for pattern in NOT_RUN:
        for each in [*library.glob(pattern)]:
            shutil.rmtree(each) if each.is_dir() else each.unlink()
    edited = {each.stem for each in library.glob("*.libs")}
    whose = {each: each.relative_to(library).parts[0].removesuffix(".libs") for each in library.rglob("*.so")}
    code = [str(each) for each, package in whose.items() if package not in {*edited, "torite"}]
    if shutil.which("strip") and machine == platform.machine():
        _do("strip", "--strip-unneeded", *code)


def asked(base: str) -> dict[str, str]:
    """Ask a base for its Python."""
    done = _do(
        "podman", "run", "--rm", "--network=none", "--entrypoint=python3", base, "-c", ASKED, capture_output=True
    )
    told: dict[str, str] = json.loads(done.stdout)
    return told


def _do(*command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=True, text=True, cwd=ROOT, **more)


def build(base: str, name: str, dist: Path) -> None:
    """Build the image.

    Raises:
        CannotBuild: where something is missing.
        subprocess.CalledProcessError: where a program fails, which has said why.
    """
    if shutil.which("podman") is None:
        raise CannotBuild("podman is not installed.")
    if not base:
        make_base()
    told = asked(base or OWN_BASE)
    install(wheel_for(told["platform_machine"], dist), told)
    _do("podman", "build", "--format=docker", "--network=none", "--no-cache", "--squash-all",
        "-f", "deploy/Containerfile", "--build-arg", f"BASE={base or OWN_BASE}", "-t", name, str(FOLDER))  # fmt: skip
    size = int(_do("podman", "image", "inspect", "--format={{.Size}}", name, capture_output=True).stdout)
    print(f"{name}: {size / 1e6:.0f} MB")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build it; the exit status says whether that could be."""
    parser = argparse.ArgumentParser(prog="python -m tools.image", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument(
        "--base", default="", help="an image with Python 3.11 or newer; made of Debian's packages if not given"
    )
    parser.add_argument("--name", default=NAME, help="what the image is called")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the folder of the release")
    given = parser.parse_args(arguments)
    try:
        build(given.base, given.name, given.dist)
    except CannotBuild as fault:
        print(fault, file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as fault:
        print(f"{fault.stderr or ''}{fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
