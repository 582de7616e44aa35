"""Records with other names in them: somebody who goes for good leaves no name in what others keep."""

from __future__ import annotations

from torite.errors import ToriteError
from torite.records import read, write
from torite.records.writing import seal_of


def renamed(record: str, names: list[str]) -> str:
    """Write a record with other names; every entry stays as it is, and the seal is right."""
    try:
        match = read(record)
    except ToriteError:
        return _renamed_unread(record, names)
    match.rename(names)
    return write(match, with_key=True)


def _renamed_unread(record: str, names: list[str]) -> str:
    """Do the same line by line, with a record whose rules are not those of today."""
    lines = record.splitlines()[:-1]
    before = {line.partition(": ")[2]: int(line[5:].partition(":")[0]) for line in lines if line.startswith("name ")}
    takes = " takes the trick"
    for number, line in enumerate(lines):
        comment = line.removeprefix("# ").removesuffix(takes)
        if line.startswith("name "):
            seat = int(line[5:].partition(":")[0])
            lines[number] = f"name {seat}: {names[seat]}"
        elif line == f"# {comment}{takes}" and comment in before:
            lines[number] = f"# {names[before[comment]]}{takes}"
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}seal: {seal_of(text)}\n"
