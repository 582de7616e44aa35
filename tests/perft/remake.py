"""Count all positions anew and show what differs: `python -m tests.perft.remake`; `--write` writes it."""

from __future__ import annotations

import difflib
import sys

from tests.perft.positions import FOLDER, files, read


def main(arguments: list[str]) -> int:
    """Show the differences; return 1 if there are any that were not written."""
    changed = False
    for file in files():
        before = file.read_text(encoding="utf-8")
        after = "\n".join(position.counted(len(position.counts)).text for position in read(file))
        name = str(file.relative_to(FOLDER))
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, name))
        changed |= before != after
        if "--write" in arguments:
            file.write_text(after, encoding="utf-8")
    return int(changed and "--write" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
