"""What came of an experiment as people read it: sentences, tables, a report, files.

`wanted` is an experiment as JSON, `outcome` what came of it.
"""

from __future__ import annotations

import logging
from dataclasses import asdict

import msgspec

from torite.lab import profile
from torite.lab.compare import Comparison
from torite.lab.experiment import Experiment, outcome_of
from torite.lab.files import as_csv, as_parquet
from torite.lab.findings import even_share, findings, titles, wording
from torite.lab.report import page
from torite.lab.rows import called, rows_of, shown_measures
from torite.lab.simulate import Report
from torite.service.errors import Refused
from torite.service.lab_answers import Cell, Found, Measure, Profile
from torite.service.worker_process import packed

FIRST_SEAT = 1  #: people count seats from one, and so do all pages; files and programs from zero
FONTS = "matplotlib.font_manager"  #: who says, before the first plot on a machine, that this takes a moment
CELL = frozenset(Cell.__struct_fields__)


def told(wanted: bytes, outcome: bytes, language: str) -> bytes:
    """Tell what came of an experiment: sentences, and a table of each measure."""
    came, say = _read(wanted, outcome), wording(language)
    rows, shown = rows_of(came), shown_measures(came)
    measures = [
        Measure(
            name, say(f"report.{called(name, came)}"), say(f"report.{called(name, came)}_is"),
            even_share(rows) if name == "share" else None,
        )
        for name in shown
    ]  # fmt: skip
    cells = [
        Cell(**{name: value for name, value in asdict(row).items() if name in CELL})
        for row in rows if row.measure in shown
    ]  # fmt: skip
    kind = None
    if came.measures is not None:
        kind = Profile(
            profile.heading(came, language), profile.measured(came, language),
            profile.rules(came, language), profile.never(came, language),
        )  # fmt: skip
    return packed(Found(titles(came, language), findings(came, language, FIRST_SEAT), measures, cells, kind))


def report(wanted: bytes, outcome: bytes, language: str) -> bytes:
    """Write the report of an experiment."""
    logging.getLogger(FONTS).setLevel(logging.ERROR)
    return page(_read(wanted, outcome), language, FIRST_SEAT).encode()


def csv(wanted: bytes, outcome: bytes) -> bytes:
    """Write the rows of an experiment as CSV."""
    return as_csv(_read(wanted, outcome)).encode()


def parquet(wanted: bytes, outcome: bytes) -> bytes:
    """Write the rows of an experiment as Parquet."""
    return as_parquet(_read(wanted, outcome))


def _read(wanted: bytes, outcome: bytes) -> Report | Comparison:
    try:
        return outcome_of(msgspec.json.decode(wanted, type=Experiment), outcome)
    except (msgspec.MsgspecError, TypeError):
        raise Refused("no_experiment", "aside") from None
