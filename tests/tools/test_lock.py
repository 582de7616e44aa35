"""The lock fits what the project declares, and holds nothing but pinned packages and their hashes."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import lock

TEXT = lock.LOCK.read_text(encoding="utf-8")
PINNED = {
    (canonicalize_name(name), version) for name, version in re.findall(r"^([\w.-]+)==([\w.+!-]+)", TEXT, re.MULTILINE)
}


@pytest.mark.parametrize("wanted", lock.wanted())
def test_everything_declared_is_pinned(wanted: str) -> None:
    """Each requirement of running, developing and building has a version that satisfies it: else `make lock`."""
    requirement = Requirement(wanted)
    versions = [version for name, version in PINNED if name == canonicalize_name(requirement.name)]
    assert versions
    assert all(requirement.specifier.contains(version, prereleases=True) for version in versions)


def test_lock_holds_packages_and_hashes_alone() -> None:
    """No index, host, path or option stands in it, and no package is without a hash."""
    assert TEXT.startswith(lock.HEADER)
    assert not lock.faults(TEXT)
    assert not re.search(r"https?:|file:|--(extra-)?index|--find-links|/(opt|tmp|home|root|work)/", TEXT)
    blocks = re.split(r"^(?=[\w.-]+==)", TEXT.removeprefix(lock.HEADER), flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)


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
