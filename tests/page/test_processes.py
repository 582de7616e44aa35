"""The page of several processes: it finds its table wherever that is, and who plays hardly notices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page.guests import BOT, Guest, Guests
from tests.service.conftest import postgres
from tests.service.many import BALANCERS, Processes, there
from tests.service.postgres_server import Server

__all__ = ["postgres"]


@pytest.fixture(params=[name for name in BALANCERS if name != "none"])
def processes(request: pytest.FixtureRequest, tmp_path: Path, postgres: Server) -> Iterator[Processes]:
    if request.param not in there():
        pytest.skip(f"{request.param} is not installed")
    made = Processes(tmp_path, postgres, request.param)
    yield made
    made.close()
    assert "Traceback" not in made.logs, made.logs


@pytest.mark.long
def test_play_goes_on_at_another_process(guests: Guests, processes: Processes, postgres: Server) -> None:
    """One is killed, the next stands still; what was played lies there, and the next card is played as ever."""
    guests.forgive()
    ann = guests("Ann", address=processes.address)
    table = ann.table("agurk", BOT, BOT)
    ann.go(f"/t/{table}")
    for end in ("kill", "halt"):
        one_more(ann)
        gone = processes.owner(table, postgres)
        getattr(processes, end)(gone)
        one_more(ann)
        assert processes.owner(table, postgres) not in ("", gone)
        if end == "kill":
            processes.running[gone].start()
        else:
            processes.wake(gone)
    assert ann.context.request.get(f"{processes.address}/api/tables").ok


def one_more(ann: Guest) -> None:
    """Play a card, in the next deal if this one is over."""
    if not ann.wait_for_turn():
        ann.go_on()
        ann.wait_for_turn()
    ann.play()
