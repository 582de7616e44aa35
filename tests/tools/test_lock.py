"""The lock fits what the project declares, and holds nothing but pinned packages and their hashes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import lock

TEXTS = {file: file.read_text(encoding="utf-8") for file in lock.HEADERS}


def pins(file: Path) -> set[tuple[str, str]]:
    return {(one.name, one.version) for one in lock.pinned(TEXTS[file])}


WANTED = [
    *((lock.PLAY, one) for one in lock.to_play()),
    *((lock.INSTALL, one) for one in lock.to_install()),
    *((lock.DEV, one) for one in lock.to_develop()),
    *((lock.RELEASE, one) for one in lock.to_release()),
]


@pytest.mark.parametrize(("file", "wanted"), WANTED, ids=[wanted for _, wanted in WANTED])
def test_everything_declared_is_pinned(file: Path, wanted: str) -> None:
    """Each requirement has a version that satisfies it, in the file of those who need it: else `make lock`."""
    requirement = Requirement(wanted)
    versions = [version for name, version in pins(file) if name == canonicalize_name(requirement.name)]
    assert versions
    assert all(requirement.specifier.contains(version, prereleases=True) for version in versions)


def test_who_plays_installs_nothing_of_testing_or_building() -> None:
    """And whoever has all three has one version of each package."""
    play, install, dev = pins(lock.PLAY), pins(lock.INSTALL), pins(lock.DEV)
    assert (
        not {"pytest", "mypy", "ruff", "playwright", "open-spiel", "hypothesis", "hatchling", "matplotlib", "pyarrow"}
        & dict(play).keys()
    )
    assert not dev & (play | install)
    doubled = Counter(name for name, _ in play | install | dev)
    assert {name for name, times in doubled.items() if times > 1} <= {"numpy", "contourpy", "scipy"}, (
        "one a Python version"
    )


def test_what_is_reached_into_has_a_ceiling() -> None:
    """Numba's, uvicorn's and websockets' own parts are used: no version is taken that nobody has looked at."""
    ceilings = {
        Requirement(one).name: [s for s in Requirement(one).specifier if s.operator == "<"] for one in lock.to_play()
    }
    assert all(ceilings[name] for name in ("numba", "uvicorn", "websockets"))


@pytest.mark.parametrize("file", lock.HEADERS, ids=lambda file: file.name)
def test_lock_holds_packages_and_hashes_alone(file: Path) -> None:
    """No index, host, path or option stands in it, and no package is without a hash."""
    text = TEXTS[file]
    assert text.startswith(lock.HEADERS[file])
    assert not lock.faults(text)
    assert not re.search(r"https?:|file:|--(extra-)?index|--find-links|/(opt|tmp|home|root|work)/", text)
    assert all(any("--hash=sha256:" in line for line in one.lines) for one in lock.pinned(text))


def test_a_lock_is_cut_by_who_needs_what() -> None:
    """What two of them need stands in both; what nobody of play or installing needs is for testing and building."""
    text = "".join(
        f"{name}==1 \\\n    --hash=sha256:{'0' * 64}\n" + (f"    # via {by}\n" if by else "")
        for name, by in (("game", ""), ("both", "game"), ("tool", ""), ("pip", ""), ("part", "tool"), ("linker", ""))
    )
    text = text.replace("    # via game\n", "    # via\n    #   game\n    #   pip\n")
    parts = lock.split(text, ["game"], ["pip"], ["linker"])
    cut = {file: [one.name for one in lock.pinned(part)] for file, part in parts.items()}
    play, install = {lock.PLAY: ["game", "both"]}, {lock.INSTALL: ["both", "pip"]}
    assert cut == {**install, **play, lock.RELEASE: ["linker"], lock.DEV: ["tool", "part"]}


def test_what_is_installed_with_its_libraries_brings_no_compiler() -> None:
    packages = {one.name for one in lock.pinned(lock.release())}
    assert packages < {name for name, _ in pins(lock.PLAY)}
    assert {name for name, _ in pins(lock.PLAY)} - packages == {"numba", "llvmlite"}


@pytest.mark.parametrize(
    "line",
    [
        "--extra-index-url https://pypi.example/simple",
        "--find-links /opt/wheels",
        "numpy @ file:///opt/numpy.whl",
        "numpy>=2",
        "-e .",
    ],
)
def test_other_lines_are_faults(line: str) -> None:
    """What the resolver should not have written is found."""
    assert lock.faults(f"numpy==2.4.6 \\\n    --hash=sha256:{'0' * 64}\n    # via numba\n") == []
    assert lock.faults(line + "\n") == [line]
