"""Say what Torite is made of, as CycloneDX: `python -m tools.bom [FILE]`.

Everything is read from the locks: what an installation needs from PyPI, and what the page is built from, from npm. Of
npm's packages those that Svelte brings may be in the page; the others (`excluded`) only build it. The two tools that
write such bills each know one half of it, and neither the half that is installed; so it is written here. It has no date
and no number of its own: the same locks make the same bill, and every wheel carries its own (`.dist-info/sboms`).
With the word `locked`, the lines of the lock are written that an installation needs, to install from by hash.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NAME = "torite.cdx.json"
IN_PAGE = "svelte"  #: whose packages may be in the page
PIN = re.compile(r"^([\w.-]+)==([\w.+!-]+)")
VIA = re.compile(r"^    # (?:via +|  )([\w.-]+)$")


@dataclass(frozen=True)
class Pinned:
    """A package of the lock.

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
        via = frozenset(_plain(named[1]) for line in lines if (named := VIA.match(line)))
        found.append(Pinned(_plain(pin[1]), pin[2], via, lines))
    return found


def declared(project: Path = ROOT / "pyproject.toml") -> list[str]:
    """List the packages that an installation needs directly."""
    with project.open("rb") as file:
        named = tomllib.load(file)["project"]["dependencies"]
    return [_plain(re.split(r"[\[<>=!~; ]", one, maxsplit=1)[0]) for one in named]


def reached(first: Iterable[str], needs: Mapping[str, Iterable[str]]) -> list[str]:
    """List what is needed by some packages and by what they need, in order of their names."""
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += needs.get(name, ())
    return sorted(found)


def installed(lock: Sequence[Pinned], first: Iterable[str]) -> tuple[list[Pinned], dict[str, list[str]]]:
    """Return the packages of an installation, and what each of them needs."""
    needs: dict[str, list[str]] = {}
    for one in lock:
        for by in one.needed_by:
            needs.setdefault(by, []).append(one.name)
    there = set(reached(first, needs))
    return [one for one in lock if one.name in there], needs


def bill(lock: str, first: Sequence[str], page: dict[str, Any], version: str) -> dict[str, Any]:
    """Make the bill.

    Args:
        lock: the lock of the Python packages.
        first: those that are needed directly.
        page: the lock of the page's packages, as npm writes it.
        version: Torite's.
    """
    python, needs = installed(pinned(lock), first)
    refs: dict[str, list[str]] = {}
    for one in python:
        refs.setdefault(one.name, []).append(f"pkg:pypi/{one.name}@{one.version}")
    npm = _of_npm(page)
    own = f"pkg:pypi/torite@{version}"
    parts, links = [], [{"ref": own, "dependsOn": sorted([*_all(refs, first), *_directly(page, npm)])}]
    for one in python:
        ref = f"pkg:pypi/{one.name}@{one.version}"
        parts.append({"type": "library", "bom-ref": ref, "name": one.name, "version": one.version,
                      "scope": "required", "purl": ref})  # fmt: skip
        links.append({"ref": ref, "dependsOn": sorted(_all(refs, needs.get(one.name, ())))})
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": own, "name": "torite", "version": version,
                                   "licenses": [{"license": {"id": "MIT"}}], "purl": own}},
        "components": [*parts, *npm.values()],
        "dependencies": links,
    }  # fmt: skip


def _all(refs: Mapping[str, Sequence[str]], names: Iterable[str]) -> set[str]:
    return {ref for name in names for ref in refs.get(name, ())}


def _of_npm(page: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Make the components of the page's lock, by their refs."""
    paths = {path: one for path, one in page["packages"].items() if path}
    needs = {_name(path): [*one.get("dependencies", {})] for path, one in paths.items()}
    in_page = set(reached([IN_PAGE], needs))
    made: dict[str, dict[str, Any]] = {}
    for path, one in sorted(paths.items()):
        name = _name(path)
        ref = f"pkg:npm/{name.replace('@', '%40')}@{one['version']}"
        made[ref] = {"type": "library", "bom-ref": ref, "name": name, "version": one["version"],
                     "scope": "required" if name in in_page else "excluded", "purl": ref}  # fmt: skip
        if "integrity" in one:
            kind, _, digest = one["integrity"].partition("-")
            content = base64.b64decode(digest).hex()
            made[ref]["hashes"] = [{"alg": kind.upper().replace("SHA", "SHA-"), "content": content}]
        if "license" in one:
            made[ref]["licenses"] = [{"expression": one["license"]}]
    return made


def _directly(page: dict[str, Any], made: dict[str, dict[str, Any]]) -> list[str]:
    direct = {**page["packages"][""].get("dependencies", {}), **page["packages"][""].get("devDependencies", {})}
    top = {f"node_modules/{name}": name for name in direct}
    versions = {name: page["packages"][path]["version"] for path, name in top.items()}
    return [ref for ref, one in made.items() if versions.get(one["name"]) == one["version"]]


def _name(path: str) -> str:
    return path.rpartition("node_modules/")[2]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def written(root: Path = ROOT) -> str:
    """Return the bill of a source tree, as text."""
    with (root / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    page = json.loads((root / "client" / "package-lock.json").read_text(encoding="utf-8"))
    lock = (root / "requirements.txt").read_text(encoding="utf-8")
    made = bill(lock, declared(root / "pyproject.toml"), page, version)
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def locked(root: Path = ROOT) -> str:
    """Return the lines of the lock that an installation needs."""
    lock = pinned((root / "requirements.txt").read_text(encoding="utf-8"))
    return "".join("\n".join(one.lines) + "\n" for one in installed(lock, declared(root / "pyproject.toml"))[0])


def main(words: Sequence[str]) -> int:
    """Write the bill, or the lock of an installation, to a file or here."""
    text = locked() if "locked" in words else written()
    files = [word for word in words if word != "locked"]
    if files:
        Path(files[0]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
