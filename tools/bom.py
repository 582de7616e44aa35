"""Say what Torite is made of, as CycloneDX: `python -m tools.bom [FILE]`.

Everything is read from the locks: what an installation needs from PyPI, and what the page is built from, from npm. Of
npm's packages some may be in the page (`IN_PAGE`); the others (`excluded`) only build it. The two tools that
write such bills each know one half of it, and neither the half that is installed; so it is written here. It has no date
and no number of its own: the same locks make the same bill, and every wheel carries its own (`.dist-info/sboms`).
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.lock import PLAY, ROOT, declared, names, pinned, reached, to_run, who_needs

NAME = "torite.cdx.json"
IN_PAGE = ("svelte", "qr")  #: what may be in the page, with all that it needs


def bill(lock: str, first: Sequence[str], page: dict[str, Any], version: str) -> dict[str, Any]:
    """Make the bill.

    Args:
        lock: the lock of the Python packages.
        first: those that are needed directly.
        page: the lock of the page's packages, as npm writes it.
        version: Torite's.
    """
    needs = who_needs(pinned(lock))
    python = [one for one in pinned(lock) if one.name in reached(first, needs)]
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
    in_page = reached(IN_PAGE, needs)
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


def written() -> str:
    """Return the bill of this source tree, as text."""
    page = json.loads((ROOT / "client" / "package-lock.json").read_text(encoding="utf-8"))
    made = bill(PLAY.read_text(encoding="utf-8"), names(to_run()), page, declared()["project"]["version"])
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def main(words: Sequence[str]) -> int:
    """Write the bill to a file, or here."""
    if words:
        Path(words[0]).write_text(written(), encoding="utf-8")
    else:
        sys.stdout.write(written())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
