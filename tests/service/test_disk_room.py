"""Where little is free on the disk nothing new is taken in, and play goes on."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.service.client import BOTS, ME, Company, run
from tests.service.conftest import Running, free_port
from torite.service import disk_room, judged_api
from torite.service.disk_room import DiskRoom
from torite.service.errors import Refused

ALL = 1 << 60  #: bytes that no disk has
SIDES = {"sides": [{"variant": "agurk", "options": {}}], "matches": 1, "bots": ["random"], "seats": 3}


@pytest.mark.long
def test_nothing_new_is_taken_in_and_play_goes_on(tmp_path: Path) -> None:
    """A table that was set is played to its end, and kept; a note can be taken away."""
    port = free_port()
    running = Running(tmp_path / "data", metrics=port)

    async def before(company: Company) -> None:
        ann = company.person("Ann")
        made.update(await ann.set_table("agurk", BOTS, options={"out_at": "15"}))
        place = await ann.sit(made["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        record = await place.until(lambda p: p.table["replay"])
        made.update(record=record, second=(await ann.set_table("agurk", BOTS, options={"out_at": "15"}))["id"])
        await ann.post(f"replays/{record}/notes", {"step": 0, "text": "one"})
        made["text"] = (await ann.http.get(f"/api/replays/{record}/record")).text
        made["cookies"] = dict(ann.http.cookies)

    async def little(company: Company) -> None:
        ann = company.person("Ann")
        ann.http.cookies.update(made["cookies"])
        note = f"replays/{made['record']}/notes"
        refused = {
            "tables": {"variant": "agurk", "seats": [ME, BOTS], "start": True},
            "replays": {"record": made["text"]},
            f"replays/{made['record']}/play": {"step": 3, "seat": 0},
            note: {"step": 1, "text": "two"},
            "rules": {"name": "mine", "variant": "agurk", "options": {"out_at": "15"}},
            "lab": {"experiment": SIDES},
            "results/import": (await ann.http.get("/api/results/export")).json(),
        }
        for path, body in refused.items():
            answer = await ann.http.post(f"/api/{path}", json=body)
            assert (503, "no-room") == (answer.status_code, answer.json()["code"]), (path, answer.text)
            assert "little room" in answer.json()["say"]
        answer = await ann.http.get("/ready")
        assert answer.status_code == 200
        assert "little room" in answer.text
        told = (await ann.http.get(f"http://127.0.0.1:{port}/metrics")).text
        assert f'torite_refused_total{{code="no-room"}} {len(refused)}.0' in told
        await ann.post(note, {"step": 0, "text": ""})
        place = await ann.sit(made["second"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["replay"])

    made: dict[str, Any] = {}
    try:
        run(running, before)
        running.stop()
        running.settings["free_bytes"] = ALL
        running.start()
        run(running, little)
    finally:
        running.stop()
    assert "Traceback" not in running.log.read_text()


@pytest.mark.parametrize("little", [False, True])
def test_what_was_judged_is_told_and_kept_where_there_is_room(monkeypatch: pytest.MonkeyPatch, little: bool) -> None:
    """It can be judged again; what is played cannot be played again."""
    written: list[Any] = []

    async def judged(*asked: Any) -> Any:
        return b"found", 6

    async def nothing(*asked: Any) -> None:
        return None

    async def write(*statements: Any) -> None:
        written.extend(statements)

    monkeypatch.setattr(judged_api, "read_by", judged)
    monkeypatch.setattr(judged_api, "_kept", nothing)
    service: Any = SimpleNamespace(
        lab_room=SimpleNamespace(place=lambda address: 1),
        lab=SimpleNamespace(do=nothing),
        resources=SimpleNamespace(quotas=SimpleNamespace(room=SimpleNamespace(is_little=little))),
        kept=SimpleNamespace(write=write),
    )
    request: Any = SimpleNamespace(path_params={"replay": "r"}, client=None)
    made = asyncio.run(judged_api._judge(service, request, 0, anyway=True))
    assert (b"found", 6) == (made["decisions"], made["following"])
    assert little == (not written)


@pytest.mark.parametrize(
    ("total", "free", "floor", "little"),
    [
        (100 << 30, 600 << 20, None, False),
        (100 << 30, 500 << 20, None, True),
        (4 << 30, 300 << 20, None, False),
        (4 << 30, 200 << 20, None, True),
        (100 << 30, 500 << 20, 400 << 20, False),
        (100 << 30, 0, 0, False),
    ],
)
def test_half_a_gigabyte_or_a_twentieth_is_left_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, total: int, free: int, floor: int | None, little: bool
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=total, free=free))
    room = DiskRoom(tmp_path, floor)
    assert room.is_little == little
    if little:
        with pytest.raises(Refused):
            room.check()
    else:
        room.check()
    assert not DiskRoom(None, floor).is_little, "a shared database lies elsewhere"


def test_it_is_found_out_again_and_nothing_is_refused_where_it_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, room = [0], DiskRoom(tmp_path, 1000)
    monkeypatch.setattr(disk_room, "FRESH", 0.0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=1 << 40, free=free[0]))
    assert room.is_little
    free[0] = 1000
    assert not room.is_little
    monkeypatch.undo()
    assert not DiskRoom(tmp_path / "nowhere").is_little
