"""Play all golden matches again and show what differs: `python -m tests.records.remake`; `--write` writes it."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from tests.records.matches import MATCHES
from torite.records import write

FOLDER = Path(__file__).parent


def path_of(name: str) -> Path:
    """Return where a record lies."""
    return FOLDER / f"{name}.record"


def main(arguments: list[str]) -> int:
    """Show the differences; return 1 if there are any that were not written."""
    changed = False
    for file in sorted({*FOLDER.glob("*.record"), *map(path_of, MATCHES)}):
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        after = write(MATCHES[file.stem].play()) if file.stem in MATCHES else ""
        sys.stdout.writelines(
            difflib.unified_diff(before.splitlines(True), after.splitlines(True), file.name, file.name)
        )
        changed |= before != after
        if "--write" in arguments and after:
            file.write_text(after, encoding="utf-8")
        elif "--write" in arguments:
            file.unlink()
    return int(changed and "--write" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
