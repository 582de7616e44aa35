"""What is done about people and tables is written down, if the host wants it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.patience import until_so
from tests.service.client import BOTS, OPEN, Company, run
from tests.service.conftest import Running
from tests.service.filled import with_storage
from tests.service.leaving import about, also, ended, posts, rotates, serving, there
from tests.service.test_retention import ALL, fill
from torite.service import audit, retention
from torite.service.admin import Admin
from torite.service.leases import Leases
from torite.service.retention import Deleting
from torite.service.storage import Storage

#: An event where it is written: by a call, or looked up in a table of them.
CALL = r'(audit\(|_note\(|\): )"%s"'
SOURCES = Path(audit.__file__).parent


@pytest.fixture
def audited(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path, audit_log=str(tmp_path / "audit.log"), sweep=0.5) as service:
        yield service


def told(service: Running) -> list[dict[str, Any]]:
    """Return what has been written after people came and sat down, people numbered as they came."""
    lines = list(map(json.loads, Path(service.settings["audit_log"]).read_text().splitlines()))
    number = {line["person"]: n for n, line in enumerate(line for line in lines if line["event"] == "came")}
    told = []
    for line in lines:
        people = {key: number[line[key]] for key in ("person", "other") if key in line}
        if line["event"] not in ("came", "table-set", "joined", "started"):
            told.append({key: line[key] for key in line if key != "at"} | people)
    return told


def test_what_people_do_about_themselves(audited: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        for name in ("Ada", "Grace", "Grace"):
            await ada.post("me", {"name": name})
        phone = await also(company, ada)
        assert 200 == (await rotates(ada)).status_code
        assert 200 == (await posts(ada, "account/logout", {"others": True})).status_code
        await also(company, ada)
        assert 200 == (await posts(ada, "account/logout")).status_code
        assert 401 == (await posts(phone, "account/code")).status_code
        bo = company.person("Bo")
        await bo.post("me", {"name": "Bo"})
        assert 200 == (await posts(bo, "account/delete", {"sure": True})).status_code

    run(audited, play)
    one, two = 0, 1
    assert [
        {"event": "renamed", "person": one}, {"event": "code-made", "person": one},
        {"event": "device-moved", "person": one}, {"event": "tokens-rotated", "person": one},
        {"event": "logged-out", "person": one, "count": 1}, {"event": "code-made", "person": one},
        {"event": "device-moved", "person": one}, {"event": "logged-out", "person": one},
        {"event": "deleted", "person": two},
    ] == told(audited)  # fmt: skip


def test_what_a_host_does(audited: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, BOTS, start=False)
        await bo.join(made)
        place = await there(ada, made["id"])
        await place.until(lambda p: any(one["name"] == "Bo" for one in p.table["people"]))
        who = about(place, "Bo")["who"]
        for what in ({"muted": True}, {"muted": True}, {"muted": False}, {"removed": True}, {"removed": False}):
            await ada.post(f"tables/{made['id']}/people", {"who": who, **what})
        await ada.post(f"tables/{made['id']}/invite")
        await ada.post(f"tables/{made['id']}/close")

    run(audited, play)
    lines = told(audited)
    by_host = {"person": 0, "table": lines[0]["table"]}
    assert [
        *({"event": event, **by_host, "other": 1} for event in ("muted", "unmuted", "removed", "readmitted")),
        {"event": "invitation-revoked", **by_host},
        {"event": "table-closed", **by_host, "why": "host"},
    ] == lines


def test_a_table_that_a_command_has_closed(audited: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS)
        place = await there(ada, made["id"])
        await asyncio.to_thread(Admin(audited.data).close, made["id"])
        await ended(place)

    run(audited, play)
    (closed,) = told(audited)
    assert {"event": "table-closed", "table": closed["table"], "why": "admin"} == closed


def test_what_was_old_and_went(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(retention, "FIRST", 0.0)
    monkeypatch.setattr(retention, "audit", lambda event, **more: written.append((event, more)))

    class Registry:
        leases = Leases()

        def is_used(self, name: str) -> bool:
            return False

        def drop(self, name: str) -> None:
            pass

    async def work(kept: Storage) -> None:
        await fill(kept)
        before = await Deleting(kept, ALL).count()
        registry: Any = Registry()
        deleting = asyncio.create_task(retention.keep_deleting(kept, ALL, registry))
        await until_so(lambda: any(more["what"] == "people" for _, more in written))
        deleting.cancel()
        await asyncio.gather(deleting, return_exceptions=True)
        assert ["swept"] * 4 == [event for event, _ in written]
        counts = {more["what"]: more["count"] for _, more in written}
        assert list(counts) == ["tables", "replays", "results", "people"]
        assert counts == {what: before[what] for what in counts}

    with_storage(tmp_path, work)


def test_no_event_is_declared_that_nobody_writes() -> None:
    written = "".join(file.read_text() for file in SOURCES.glob("*.py") if file.name != "audit.py")
    assert set(get_args(audit.Event)) == {event for event in get_args(audit.Event) if re.search(CALL % event, written)}
