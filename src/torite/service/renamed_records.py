"""Records with other names in them: somebody who goes for good leaves no name in what others keep."""

from __future__ import annotations

from torite.errors import ToriteError
from torite.records import read_study, write_study
from torite.records.writing import seal_of


def renamed(record: str, names: list[str]) -> str:
    """Write a record with other names; every entry stays as it is, and the seal is right."""
    try:
        study = read_study(record)
    except ToriteError:
        return _renamed_unread(record, names)
    study.match.rename(names)
    return write_study(study, with_key=True)


def _renamed_unread(record: str, names: list[str]) -> str:
    """Do the same line by line, with a record whose rules are not those of today."""
    lines = record.splitlines()
    before = {line.partition(": ")[2]: int(line[5:].partition(":")[0]) for line in lines if line.startswith("name ")}
    takes = " takes the trick"
    text = ""
    for line in lines:
        comment = line.removeprefix("# ").removesuffix(takes)
        if line.startswith("name "):
            seat = int(line[5:].partition(":")[0])
            line = f"name {seat}: {names[seat]}"
        elif line == f"# {comment}{takes}" and comment in before:
            line = f"# {names[before[comment]]}{takes}"
        elif line.startswith("seal: "):
            line = f"seal: {seal_of(text)}"
        text += f"{line}\n"
    return text
