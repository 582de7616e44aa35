"""How what the lab's commands find is told: printed, as a page to show, and as rows for other programs."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from torite.terminal.saves import BadInput

if TYPE_CHECKING:
    from torite.lab import Comparison, Report


@dataclass(frozen=True)
class Outputs:
    """What is printed, and the files that are wanted; an empty one is not.

    Attributes:
        report: for the page.
        csv, parquet: for the rows.
        json: whether all of it is printed for programs.
        language: of what is printed, and of the page.
    """

    report: str = ""
    csv: str = ""
    parquet: str = ""
    json: bool = False
    language: str = "en"

    def check(self, resume: str, record: str = "") -> None:
        """Make sure, before anything is played, that what is wanted can be written.

        Args:
            resume, record: the file in which the run is kept, and one in which a match is; empty for none.

        Raises:
            ToriteError: for a folder that is not there, what is no file, one file twice, or a library that is not
                installed.
        """
        from torite.lab.files import check_installed

        if self.report:
            check_installed("matplotlib")
        if self.parquet:
            check_installed("pyarrow")
        seen = set[Path]()
        for name in filter(None, (resume, self.report, self.csv, self.parquet, record)):
            file = Path(name).resolve()
            if file in seen:
                raise BadInput("input.file_twice", path=name)
            if (file.exists() and not file.is_file()) or not (name == record or file.parent.is_dir()):
                raise BadInput("input.no_file", path=name)
            seen.add(file)

    def write(self, outcome: Report | Comparison) -> None:
        """Write what is wanted.

        Raises:
            BadInput: when a file cannot be written.
        """
        from torite.lab.files import as_csv, as_parquet
        from torite.lab.report import page

        if self.report:
            _write(self.report, page(outcome, self.language))
        if self.csv:
            _write(self.csv, as_csv(outcome))
        if self.parquet:
            _write(self.parquet, as_parquet(outcome))


def _write(name: str, content: str | bytes) -> None:
    """Write a file whole or not at all; others may read it, as any that somebody makes to show."""
    file = Path(name)
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_bytes(content.encode() if isinstance(content, str) else content)
        new.replace(file)
    except OSError as fault:
        with contextlib.suppress(OSError):
            new.unlink()
        raise BadInput("file.unwritable", path=name, why=fault.strerror or fault) from None
