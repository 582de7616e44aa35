"""The bill of materials names what is installed, and everything in it can be looked up in the locks."""

from __future__ import annotations

import json
from importlib.metadata import requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import bom

BILL = json.loads(bom.written())
PYTHON = {one["name"] for one in BILL["components"] if one["purl"].startswith("pkg:pypi/")}


def needed(name: str) -> set[str]:
    """List what an installed package says that it needs here, whatever may be asked of it beside."""
    found = [Requirement(line) for line in requires(name) or ()]
    return {
        str(canonicalize_name(one.name)) for one in found if one.marker is None or one.marker.evaluate({"extra": ""})
    }


def test_the_bill_has_what_is_installed_and_no_more() -> None:
    """Told by the installed packages themselves."""
    waiting, found = needed("torite") | needed_by_asyncio(), set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= needed(name)
    assert found <= PYTHON
    assert not {"pytest", "mypy", "ruff", "hatchling", "open-spiel"} & PYTHON
    assert PYTHON - found <= {"colorama", "tzdata"}, "only what other systems need is more"


def needed_by_asyncio() -> set[str]:
    return {"greenlet"}  # of `sqlalchemy[asyncio]`


def test_every_reference_leads_somewhere_and_none_is_there_twice() -> None:
    refs = [one["bom-ref"] for one in BILL["components"]]
    assert len(refs) == len(set(refs))
    known = {*refs, BILL["metadata"]["component"]["bom-ref"]}
    for link in BILL["dependencies"]:
        assert {link["ref"], *link["dependsOn"]} <= known


def test_what_only_builds_the_page_is_told_from_what_is_in_it() -> None:
    scopes = {one["name"]: one["scope"] for one in BILL["components"] if one["purl"].startswith("pkg:npm/")}
    assert ("required", "required") == (scopes["svelte"], scopes["qr"])
    assert ("excluded", "excluded") == (scopes["vite"], scopes["prettier"])
    assert len(scopes) > 50


def test_a_package_that_is_there_twice_is_told_twice() -> None:
    """One version for older Pythons, one for newer ones."""
    lock = (
        "a==1 ; python_full_version < '3.12' \\\n    --hash=sha256:00\n    # via b\n"
        "a==2 ; python_full_version >= '3.12' \\\n    --hash=sha256:00\n    # via\n    #   b\n    #   c\n"
        "b==1 \\\n    --hash=sha256:00\n"
    )
    made = bom.bill(lock, ["b"], {"packages": {"": {}}}, "9")
    assert ["pkg:pypi/a@1", "pkg:pypi/a@2", "pkg:pypi/b@1"] == [one["purl"] for one in made["components"]]
    links = {one["ref"]: one["dependsOn"] for one in made["dependencies"]}
    assert links == {
        "pkg:pypi/torite@9": ["pkg:pypi/b@1"], "pkg:pypi/a@1": [], "pkg:pypi/a@2": [],
        "pkg:pypi/b@1": ["pkg:pypi/a@1", "pkg:pypi/a@2"],
    }  # fmt: skip


def test_the_same_locks_make_the_same_text() -> None:
    assert bom.written() == bom.written()
