"""A process that plays for the lab, and writes its reports: only while nobody else has use for the processor."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from typing import Any

import msgspec

from torite.lab import profile
from torite.lab.experiment import Experiment, outcome_of, play
from torite.lab.files import as_csv, as_parquet
from torite.lab.findings import even_share, findings, titles, wording
from torite.lab.report import page
from torite.lab.rows import called, rows_of, shown_measures
from torite.service.lab_answers import Cell, Found, Measure, Profile
from torite.service.worker_process import Worker, packed, serve, stand_back

A_WHILE = 1.0  #: seconds that are played in one go


class Lab(Worker):
    """What one process does. `wanted` is an experiment as JSON, `outcome` what came of it."""

    def do_play(self, wanted: bytes, kept: bytes) -> dict[str, Any]:
        """Play some of an experiment; tell what to keep and the seconds of processor time that it took."""
        began = time.process_time()
        played = play(_read(wanted), kept, A_WHILE)
        return msgspec.to_builtins(played, builtin_types=(bytes,)) | {"seconds": time.process_time() - began}

    def do_told(self, wanted: bytes, outcome: bytes, language: str) -> bytes:
        """Tell what came of an experiment: sentences, and a table of each measure."""
        came, say = outcome_of(_read(wanted), outcome), wording(language)
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
        return packed(Found(titles(came, language), findings(came, language), measures, cells, kind))

    def do_report(self, wanted: bytes, outcome: bytes, language: str) -> bytes:
        """Write the report of an experiment."""
        return page(outcome_of(_read(wanted), outcome), language).encode()

    def do_csv(self, wanted: bytes, outcome: bytes) -> bytes:
        """Write the rows of an experiment as CSV."""
        return as_csv(outcome_of(_read(wanted), outcome)).encode()

    def do_parquet(self, wanted: bytes, outcome: bytes) -> bytes:
        """Write the rows of an experiment as Parquet."""
        return as_parquet(outcome_of(_read(wanted), outcome))


CELL = frozenset(Cell.__struct_fields__)


def _read(wanted: bytes) -> Experiment:
    return msgspec.json.decode(wanted, type=Experiment)


if __name__ == "__main__":
    if "last" in sys.argv[1:]:
        stand_back()
    serve(Lab)
