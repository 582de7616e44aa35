"""What came of a run as files: rows as CSV and Parquet, and the command that plays it again."""

from __future__ import annotations

import csv
import importlib.util
import io
import shlex
from collections.abc import Sequence
from dataclasses import asdict, fields

from torite import __version__
from torite.bots import CALLED
from torite.commas import listed
from torite.errors import ToriteError
from torite.lab.compare import Comparison
from torite.lab.rows import Row, rows_of
from torite.lab.simulate import Report
from torite.lab.told import TableTold

COLUMNS = [field.name for field in fields(Row)]


class NotInstalled(ToriteError):
    """A library that a report, or a file, is written with, and that is not there."""

    code = "not-installed"


def check_installed(package: str) -> None:
    """Make sure that a library is there.

    Raises:
        NotInstalled: where it is not.
    """
    if importlib.util.find_spec(package) is None:
        raise NotInstalled("error.not_installed", package=package, extra="lab")


def as_csv(outcome: Report | Comparison) -> str:
    """Write the rows of a run as CSV, with a line of heads: the attributes of `Row`; what there is none of is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows_of(outcome):
        writer.writerow(asdict(row) | {"real": {True: "true", False: "false", None: ""}[row.real]})
    return text.getvalue()


def as_parquet(outcome: Report | Comparison) -> bytes:
    """Write the rows of a run as Parquet, with the command, the version, the seed and the rules' hashes beside them.

    Raises:
        NotInstalled: without pyarrow.
    """
    check_installed("pyarrow")
    import pyarrow
    from pyarrow import parquet

    text, number, whole = pyarrow.string(), pyarrow.float64(), pyarrow.int64()
    kinds = {
        "table": whole, "variant": text, "options": text, "seat": whole, "bot": text, "measure": text, "unit": text,
        "n": whole, "mean": number, "half_width": number, "difference": number, "difference_half_width": number,
        "real": pyarrow.bool_(),
    }  # fmt: skip
    about = {
        "torite": __version__, "command": command(outcome), "seed": str(outcome.seed), "counts": outcome.unit,
        "rules": " ".join(table["rules"] for table in outcome.tables),
    }  # fmt: skip
    schema = pyarrow.schema([(name, kinds[name]) for name in COLUMNS], metadata=about)
    out = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist([asdict(row) for row in rows_of(outcome)], schema=schema), out)
    return bytes(out.getvalue().to_pybytes())


def command(outcome: Report | Comparison) -> str:
    """Write the command that comes to the same; empty where the command line cannot ask for it."""
    tables = outcome.tables
    words = ["-n", str(outcome.matches), *(["--deals"] if outcome.unit == "deal" else [])]
    words += ["--first", str(outcome.first)] if outcome.first else []
    words += ["--seats", str(len(tables[0]["bots"])), "--seed", str(outcome.seed), "--bots", _bots(tables[0])]
    words += ["--measures"] if outcome.luck else []
    if isinstance(outcome, Report):
        options = [word for pair in _pairs(tables[0]) for word in ("-o", pair)]
        return shlex.join(["torite", "simulate", tables[0]["variant"], *options, *words])
    if outcome.option:
        side = _side(tables[0], without=outcome.option)
        values = _values([table["options"][outcome.option] for table in tables])
        return shlex.join(["torite", "sweep", side, f"{outcome.option}={values}", *words])
    if len(tables) != 2:
        return ""
    other = [] if _bots(tables[0]) == _bots(tables[1]) else ["--other-bots", _bots(tables[1])]
    return shlex.join(["torite", "compare", *map(_side, tables), *words, *other])


def _values(texts: Sequence[str]) -> str:
    """Write values as a range where they are one."""
    if all(text.isdecimal() for text in texts):
        numbers = [int(text) for text in texts]
        step = numbers[1] - numbers[0]
        if len(numbers) > 2 and step > 0 and numbers == [*range(numbers[0], numbers[-1] + 1, step)]:
            return f"{numbers[0]}..{numbers[-1]}{f':{step}' if step > 1 else ''}"
    return listed(texts)


def _side(table: TableTold, without: str = "") -> str:
    return listed([table["variant"], *(pair for pair in _pairs(table) if not pair.startswith(f"{without}="))])


def _pairs(table: TableTold) -> list[str]:
    return [f"{name}={value}" for name, value in table["options"].items()]


def _bots(table: TableTold) -> str:
    """Name the bots; once where all are the same."""
    levels: Sequence[str] = table["bots"]
    called = {level: name for name, level in CALLED.items()}
    return ",".join(called[level] for level in (levels[:1] if len({*levels}) == 1 else levels))
