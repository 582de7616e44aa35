"""A process that plays for the lab: only while nobody else has use for the processor."""

from __future__ import annotations

import sys
import time
from typing import Any

import msgspec

from torite.lab.experiment import Experiment, play
from torite.service.worker_process import Worker, serve, stand_back

A_WHILE = 1.0  #: seconds that are played in one go


class Lab(Worker):
    """What one process does."""

    def do_play(self, wanted: bytes, kept: bytes) -> dict[str, Any]:
        """Play some of an experiment, given as JSON; tell what to keep and the seconds of processor that it took."""
        began = time.process_time()
        played = play(msgspec.json.decode(wanted, type=Experiment), kept, A_WHILE)
        return msgspec.to_builtins(played, builtin_types=(bytes,)) | {"seconds": time.process_time() - began}


if __name__ == "__main__":
    if "last" in sys.argv[1:]:
        stand_back()
    serve(Lab)
