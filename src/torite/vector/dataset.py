"""Datasets of decisions: written by bots' matches, part by part, and read in batches.

A dataset is one file, Parquet or Arrow, with a row for each decision and, in its metadata, what was played and what
stands where in an observation. While it is made its parts lie beside it, in a folder; whoever makes it again after an
interruption goes on behind the last whole part. The same settings give the same rows, however often it was interrupted.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from torite.errors import ToriteError
from torite.lab.files import check_installed
from torite.vector.env import POLICIES
from torite.vector.playing import Compiled, DatasetPlan, Thinking
from torite.vector.recording import Rows, joined

FORMATS = (".parquet", ".arrow")
PART = 16_384  #: rows that a part has at least, but the last
KEPT = "torite"  #: the key of the metadata
FOLDER = ".parts"  #: what the folder of parts is called, behind the file's name

Progress = Callable[[int, int], None]


class BadDataset(ToriteError):
    """A dataset that cannot be written or read, and why."""

    code = "bad-dataset"


def generate(plan: DatasetPlan, file: Path, progress: Progress | None = None) -> int:
    """Write a dataset, or go on with one that was interrupted; return its rows.

    Memory does not grow with the number of matches.

    Raises:
        NotInstalled: where pyarrow is not.
        BadDataset: for a file that is there already, parts of something else, or what cannot be written.
    """
    check_installed("pyarrow")
    if file.suffix not in FORMATS:
        raise BadDataset("error.dataset_suffix", file=str(file), known=", ".join(FORMATS))
    if file.exists():
        raise BadDataset("error.dataset_there", file=str(file))
    folder = file.with_name(file.name + FOLDER)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        begun = _begun(plan, folder)
        for rows, match in _played(plan, begun):
            _write_part(plan, folder, rows, begun, match)
            begun = match
            if progress:
                progress(match, plan.matches)
        return _join(plan, folder, file)
    except OSError as fault:
        raise BadDataset("error.dataset_disk", file=str(file), why=fault.strerror or str(fault)) from fault


def read(file: Path | str, batch: int = 4096, columns: Sequence[str] = Rows._fields) -> Iterator[dict[str, Any]]:
    """Read a dataset in batches of so many rows, the last perhaps of fewer; memory does not grow with the file.

    Args:
        file: the dataset.
        batch: rows.
        columns: which of `observation`, `mask`, `match`, `seat`, `action` and `gain`.

    Returns:
        For each batch its columns by name: NumPy arrays of as many rows, as `Rows` has them.

    Raises:
        NotInstalled: where pyarrow is not.
        BadDataset: for a file that is no dataset, and for columns that it has not.
    """
    check_installed("pyarrow")
    path = Path(file)
    unknown = [name for name in columns if name not in Rows._fields]
    if unknown or isinstance(batch, bool) or not isinstance(batch, int) or batch < 1:
        raise BadDataset("error.dataset_columns", known=", ".join(Rows._fields))
    described(path)
    for table in _batches(path, batch, list(columns)):
        yield {name: _array(table.column(name)) for name in columns}


def described(file: Path | str) -> dict[str, Any]:
    """Return what was played for a dataset, and what stands where in its observations.

    Raises:
        NotInstalled: where pyarrow is not.
        BadDataset: for a file that is no dataset.
    """
    check_installed("pyarrow")
    try:
        found = json.loads(_schema(Path(file)).metadata[KEPT.encode()])
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise BadDataset("error.dataset_unread", file=str(file)) from fault
    return dict(found)


# playing


def _played(plan: DatasetPlan, begun: int) -> Iterator[tuple[Rows, int]]:
    """Play on from a match; yield rows of whole matches, and the match behind them."""
    player = Compiled(plan) if set(plan.levels) <= set(POLICIES) else Thinking(plan)
    found: list[Rows] = []
    for match in range(begun, plan.matches):
        found.append(player.rows(match))
        if sum(len(rows.seat) for rows in found) >= PART or match + 1 == plan.matches:
            yield joined(found), match + 1
            found.clear()


# files


def _begun(plan: DatasetPlan, folder: Path) -> int:
    """Return the match to go on with; parts of other settings are refused, what is not whole is thrown away."""
    for torn in folder.glob("*.torn"):
        torn.unlink()
    kept, wanted = folder / "plan.json", plan.described()
    if kept.exists():
        try:
            found = json.loads(kept.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if found != wanted:
            raise BadDataset("error.dataset_other", folder=str(folder))
    else:
        _write_whole(kept, lambda file: file.write_text(json.dumps(wanted), encoding="utf-8"))
    return max((int(part.stem.split("-")[1]) for part in _parts(folder)), default=0)


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("*-*.arrow"))


def _write_part(plan: DatasetPlan, folder: Path, rows: Rows, first: int, last: int) -> None:
    from pyarrow import ipc

    table = _table(rows, plan)

    def write(file: Path) -> None:
        with ipc.new_file(str(file), table.schema) as writer:
            writer.write_table(table)

    _write_whole(folder / f"{first:012}-{last:012}.arrow", write)


def _write_whole(file: Path, write: Callable[[Path], Any]) -> None:
    """Write a file so that it is there whole, or not at all."""
    torn = file.with_name(file.name + ".torn")
    write(torn)
    with torn.open("rb") as written:
        os.fsync(written.fileno())
    torn.replace(file)


def _join(plan: DatasetPlan, folder: Path, file: Path) -> int:
    """Put the parts into one file, a part at a time; return its rows."""
    count = 0

    def write(torn: Path) -> None:
        nonlocal count
        with contextlib.ExitStack() as opened:
            writer: Any = None
            for part in _parts(folder):
                table = _read_arrow(part)
                if int(part.stem.split("-")[1]) > plan.matches:
                    table = table.filter(_below(table.column("match"), plan.matches))
                writer = writer or opened.enter_context(_writer(torn, table.schema, file.suffix))
                writer.write_table(table)
                count += len(table)

    _write_whole(file, write)
    shutil.rmtree(folder)
    return count


def _below(column: Any, most: int) -> Any:
    import pyarrow.compute

    return pyarrow.compute.less(column, most)


def _read_arrow(file: Path) -> Any:
    import pyarrow
    from pyarrow import ipc

    with pyarrow.memory_map(str(file)) as source:
        return ipc.open_file(source).read_all()


def _writer(file: Path, schema: Any, suffix: str) -> Any:
    from pyarrow import ipc, parquet

    if suffix == ".arrow":
        return ipc.new_file(str(file), schema)
    return parquet.ParquetWriter(str(file), schema, compression="zstd")


def _table(rows: Rows, plan: DatasetPlan) -> Any:
    import pyarrow

    def flat(column: Any) -> Any:
        if column.ndim == 1:
            return pyarrow.array(column)
        return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(column.reshape(-1)), column.shape[1])

    columns = {name: flat(column) for name, column in zip(Rows._fields, rows, strict=True)}
    return pyarrow.table(columns, metadata={KEPT: json.dumps(plan.described(), ensure_ascii=False)})


def _schema(file: Path) -> Any:
    import pyarrow
    from pyarrow import ipc, parquet

    if file.suffix == ".arrow":
        with pyarrow.memory_map(str(file)) as source:
            return ipc.open_file(source).schema
    return parquet.read_schema(str(file))


def _batches(file: Path, batch: int, columns: list[str]) -> Iterator[Any]:
    import pyarrow
    from pyarrow import ipc, parquet

    if file.suffix == ".parquet":
        with parquet.ParquetFile(str(file)) as source:
            yield from source.iter_batches(batch, columns=columns)
        return
    with pyarrow.memory_map(str(file)) as mapped:
        reader = ipc.open_file(mapped)
        left: list[Any] = []
        for number in range(reader.num_record_batches):
            table = pyarrow.Table.from_batches([*left, reader.get_batch(number)]).select(columns)
            whole = len(table) - len(table) % batch
            for first in range(0, whole, batch):
                yield table.slice(first, batch).combine_chunks()
            left = table.slice(whole).to_batches()
        if left:
            yield pyarrow.Table.from_batches(left).combine_chunks()


def _array(column: Any) -> Any:
    """Make an array of a column: of lists of one length a matrix, mostly without a copy."""
    whole = column.combine_chunks() if hasattr(column, "combine_chunks") else column
    if not hasattr(whole.type, "list_size"):
        return whole.to_numpy(zero_copy_only=False)
    return whole.flatten().to_numpy(zero_copy_only=False).reshape(-1, whole.type.list_size)
