"""The lab at a service: what comes of an experiment, in turn with others', through kills, as far as it is wanted."""

from __future__ import annotations

import asyncio
import logging
import os
import select
import signal
from pathlib import Path
from typing import Any, cast
from unittest import mock

import msgspec
import pytest
import sqlalchemy as sql

from tests.patience import PATIENCE, until_so
from tests.service.client import Company, Person, run
from tests.service.conftest import Running
from tests.service.filled import names, person, with_storage
from tests.service.leaving import dump, posts, serving
from tests.service.players import read
from torite.lab import Table, compare
from torite.lab.experiment import Experiment, outcome_of, play
from torite.lab.files import as_csv
from torite.lab.findings import findings
from torite.lab.report import page
from torite.service import lab_reading, schema, storage
from torite.service.config import Retention
from torite.service.experiments import Experiments
from torite.service.jobs import Spent
from torite.service.lab_reading import FIRST_SEAT
from torite.service.retention import Deleting
from torite.service.storage import Storage

AGURK = {"variant": "agurk"}
SHORT = {"variant": "agurk", "options": {"out_at": "15"}}
TWO: dict[str, Any] = {"sides": [AGURK, SHORT], "matches": 200, "bots": ["simple"], "seed": 5}
LONG: dict[str, Any] = TWO | {"matches": 1_000_000}
OVER = ("done", "stopped", "failed")


async def begun(somebody: Person, wanted: dict[str, Any], name: str = "") -> str:
    return str((await somebody.post("lab", {"experiment": wanted, "name": name}))["id"])


async def until(somebody: Person, name: str, stages: tuple[str, ...] = OVER, least: int = 0) -> dict[str, Any]:
    """Wait until an experiment has come so far."""

    async def so_far() -> dict[str, Any]:
        told: dict[str, Any] = await somebody.get(f"lab/{name}")
        if told["state"] in stages and told["done"] >= least:
            return told
        assert told["state"] not in OVER, told
        return {}

    found: dict[str, Any] = await until_so(so_far, 0.05)
    return found


def plainly(matches: int) -> Any:
    """What the library says of the same two tables."""
    tables = [Table("agurk", 4, options, ["simple"], 5) for options in ({}, {"out_at": "15"})]
    return compare(tables, matches, observed=100)


@pytest.mark.compiles
def test_an_experiment_says_what_the_library_says(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        name = await begun(ada, TWO, "  shorter?\u202e ")
        told = await until(ada, name)
        assert ("done", 200, 200, "shorter?", 4, True) == tuple(
            told[key] for key in ("state", "done", "matches", "name", "seats", "yours")
        )
        assert ["15"] == [option["value"] for option in told["sides"][1]["changed"]]
        expected = plainly(200)
        for reader, language in ((ada, "en"), (bo, "ja")):  # whoever has the link reads it
            found = await reader.get(f"lab/{name}/found?language={language}")
            assert findings(expected, language, FIRST_SEAT) == found["findings"]
        shares = [cell["mean"] for cell in found["cells"] if cell["measure"] == "share" and cell["table"] == 1]
        assert [row["share"][1]["mean"] for row in expected.rows] == shares
        assert not (await bo.get(f"lab/{name}"))["yours"]
        assert as_csv(expected) == (await bo.http.get(f"/api/lab/{name}/rows.csv")).text
        assert (await bo.http.get(f"/api/lab/{name}/rows.parquet")).content.startswith(b"PAR1")
        report = await bo.http.get(f"/api/lab/{name}/report?language=ja")
        assert page(expected, "ja", FIRST_SEAT) == report.text
        policy = report.headers.get_list("content-security-policy")
        assert ["default-src 'none'; style-src 'unsafe-inline'; sandbox"] == policy
        assert [name] == [one["id"] for one in (await ada.get("lab"))["experiments"]]
        assert [] == (await bo.get("lab"))["experiments"]

    run(service, look)


def test_of_fonts_that_a_first_plot_looks_for_nothing_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def plotted(*_: Any) -> str:
        logging.getLogger("matplotlib.font_manager").warning("Matplotlib is building the font cache")
        return ""

    monkeypatch.setattr(lab_reading, "page", plotted)
    monkeypatch.setattr(lab_reading, "_read", lambda *_: None)
    assert b"" == lab_reading.report(b"", b"", "en")
    assert [] == caplog.records


def test_one_table_is_told_what_kind_of_game_it_is(service: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await begun(ada, {"sides": [{"variant": "agurk"}], "matches": 20, "bots": ["random"]})
        await until(ada, name)
        profile = (await ada.get(f"lab/{name}/found"))["profile"]
        assert profile["measured"]
        assert profile["rules"]

    run(service, look)


@pytest.mark.parametrize(
    "wanted",
    [
        TWO | {"sides": []}, TWO | {"sides": [AGURK] * 9}, TWO | {"sides": [{"variant": "whist"}]},
        TWO | {"sides": [AGURK, {"variant": "agurk", "options": {"out_at": "-3"}}]},
        TWO | {"sides": [AGURK, {"variant": "agurk", "options": {"outat": "3"}}]},
        TWO | {"sides": [AGURK, {"variant": "emissary"}]}, TWO | {"seats": 11}, TWO | {"matches": 0},
        TWO | {"matches": 1_000_001}, TWO | {"bots": ["simple"] * 5}, TWO | {"bots": []}, TWO | {"bots": ["god"]},
        TWO | {"option": "out_at"}, TWO | {"unit": "week"}, TWO | {"more": 1}, [], "x", None,
    ],
)  # fmt: skip
def test_what_cannot_be_tried_is_refused_with_a_sentence(service: Running, wanted: Any) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        refused = await posts(ada, "lab", {"experiment": wanted})
        assert refused.status_code in (400, 404), refused.text
        assert refused.json()["say"]
        assert [] == (await ada.get("lab"))["experiments"]
        assert 404 == (await ada.http.get("/api/lab/nowhere")).status_code
        assert 404 == (await ada.http.get("/api/lab/nowhere/found")).status_code

    run(service, look)


@pytest.mark.compiles
def test_only_who_began_an_experiment_stops_or_deletes_it(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        name = await begun(ada, LONG)
        await until(ada, name, ("playing",), least=1)
        for what in ("stop", "delete"):
            assert 404 == (await posts(bo, f"lab/{name}/{what}")).status_code
        await ada.post(f"lab/{name}/stop")
        told = await until(ada, name)
        assert "stopped" == told["state"]
        assert (
            findings(plainly(told["done"]), "en", FIRST_SEAT)
            == (await bo.get(f"lab/{name}/found?language=en"))["findings"]
        )
        await ada.post(f"lab/{name}/delete")
        assert 404 == (await ada.http.get(f"/api/lab/{name}")).status_code
        assert [] == (await ada.get("lab"))["experiments"]

    run(service, look)


@pytest.mark.compiles
def test_everybody_has_a_turn_and_ones_own_come_one_after_the_other(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        first, second = await begun(ada, LONG), await begun(ada, LONG)
        await until(ada, first, ("playing",), least=1)
        short = await until(bo, await begun(bo, TWO))
        assert "done" == short["state"]
        assert ["playing", "waiting"] == [(await ada.get(f"lab/{name}"))["state"] for name in (first, second)]
        for name in (second, first):  # also one whose turn has not come
            await ada.post(f"lab/{name}/stop")
            assert "stopped" == (await until(ada, name))["state"]

    run(service, look)


@pytest.mark.compiles
def test_an_experiment_goes_on_after_a_kill_and_comes_to_the_same(fresh: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await begun(ada, LONG)
        await until_so(lambda: read(fresh.data, "SELECT done FROM experiment")[0]["done"])
        fresh.kill()
        before = read(fresh.data, "SELECT done FROM experiment")[0]["done"]
        fresh.start()
        again = company.person("Ada")
        again.http.cookies = ada.http.cookies
        assert before <= (await again.get(f"lab/{name}"))["done"]
        await until(again, name, ("playing",), least=before + 1)
        await again.post(f"lab/{name}/stop")
        told = await until(again, name)
        assert ("stopped", True) == (told["state"], told["done"] > before)
        assert (
            findings(plainly(told["done"]), "en", FIRST_SEAT)
            == (await again.get(f"lab/{name}/found?language=en"))["findings"]
        )

    run(fresh, look)


def workers_of(service: Running, kind: bytes) -> list[int]:
    """List the numbers of a service's processes of a kind."""
    assert service.process is not None
    lists = Path(f"/proc/{service.process.pid}/task").glob("*/children")
    children = [int(number) for each in lists for number in each.read_text().split()]
    return [pid for pid in children if kind in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.compiles
def test_what_is_done_outlives_the_process_that_did_it(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await begun(ada, LONG)
        await until(ada, name, ("playing",), least=1)
        (playing,) = workers_of(service, b"lab_worker")
        before = (await ada.get(f"lab/{name}"))["done"]
        os.kill(playing, signal.SIGKILL)
        await until(ada, name, ("playing",), least=before + 1)
        await ada.post(f"lab/{name}/stop")
        told = await until(ada, name)
        assert (
            findings(plainly(told["done"]), "en", FIRST_SEAT)
            == (await ada.get(f"lab/{name}/found?language=en"))["findings"]
        )

    with serving(tmp_path) as service:
        run(service, look)


def test_the_lab_has_the_processor_while_nobody_else_has_use_for_it(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("lab", {"experiment": LONG})
        await until_so(lambda: set(map(os.sched_getscheduler, workers_of(service, b"lab_worker"))) == {os.SCHED_IDLE})

    with serving(tmp_path, last=True) as service:
        run(service, look)


@pytest.mark.compiles
def test_an_experiment_ends_when_it_has_had_its_time(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        told = await until(ada, await begun(ada, LONG))
        assert "stopped" == told["state"]
        assert 1 <= told["seconds"] < 10

    with serving(tmp_path, limits={"experiment": 1}) as service:
        run(service, look)


@pytest.mark.compiles
def test_so_many_are_begun_kept_and_played_also_of_those_asked_for_at_once(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada, bo, eve = company.person("Ada"), company.person("Bo"), company.person("Eve")
        await ada.post("me", {"name": "Ada"})
        asked = [posts(ada, "lab", {"experiment": LONG}) for _ in range(4)]
        answers = await asyncio.gather(*asked)
        assert [200, 200, 429, 429] == sorted(answer.status_code for answer in answers)
        assert 200 == (await posts(bo, "lab", {"experiment": LONG})).status_code
        full = await posts(eve, "lab", {"experiment": LONG})
        assert 503 == full.status_code
        assert "(3)" in full.json()["say"]
        for told in (await ada.get("lab"))["experiments"]:
            await ada.post(f"lab/{told['id']}/stop")
            await until(ada, told["id"])
        assert 200 == (await posts(ada, "lab", {"experiment": LONG})).status_code
        kept = await posts(ada, "lab", {"experiment": LONG})
        assert 429 == kept.status_code
        assert "Delete some" in kept.json()["say"]

    with serving(tmp_path, limits={"unfinished": 2, "kept_experiments": 3}, experiments=3) as service:
        run(service, look)


def test_where_there_is_no_lab_it_is_said(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        assert not (await ada.get("lab"))["here"]
        refused = await posts(ada, "lab", {"experiment": TWO})
        assert 404 == refused.status_code
        assert "no lab" in refused.json()["say"]

    with serving(tmp_path, lab=0) as service:
        run(service, look)


@pytest.mark.compiles
def test_experiments_and_rules_are_told_and_deleted_with_whose_they_are(service: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await begun(ada, TWO, "xyzzy")
        await until(ada, name)
        await until(ada, await begun(ada, LONG, "plugh, on its way"), ("playing",), least=1)
        kept = {"name": "Kitchen rules", "variant": "agurk", "options": {"out_at": "15"}}
        await ada.post("rules", kept)
        told = await ada.get("account/data")
        assert {"xyzzy", "plugh, on its way"} == {one["name"] for one in told["experiments"]}
        done = next(one for one in told["experiments"] if one["id"] == name)
        assert (200, 200) == (done["wanted"]["matches"], done["outcome"]["matches"])
        assert [kept] == [{key: one[key] for key in kept} for one in told["rules"]]
        assert 200 == (await posts(ada, "account/delete", {"sure": True})).status_code
        left = dump(service)
        for text in ("xyzzy", "plugh", "Kitchen rules"):
            assert text not in left
        bo = company.person("Bo")
        other = await begun(bo, LONG)
        await until(bo, other, ("playing",))  # what was being played has no turn any more
        await bo.post(f"lab/{other}/stop")
        await until(bo, other)

    run(service, look)


def test_old_experiments_are_deleted_when_they_are_over_and_keep_whose_they_are(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        for number in (1, 2, 3, 4):
            await person(kept, number, 51)
        day = 24 * 3600.0
        rows = [
            {"id": f"{state} {age}", "person": number, "name": "", "wanted": b"{}", "state": state, "kept": b"",
             "outcome": b"", "fault": {}, "made_at": storage.now() - age * day}
            for number, (state, age) in enumerate((("done", 41), ("done", 39), ("waiting", 41)), 1)
        ]  # fmt: skip
        rules = {"id": "r", "person": 4, "name": "x", "variant": "agurk", "options": {}, "made_at": 1.0}
        await kept.write((sql.insert(schema.experiment), rows), (sql.insert(schema.house_rules), [rules]))
        deleting = Deleting(kept, Retention(experiments=40, people=50, results=52))
        assert {"experiments": 1, "people": 1} == {k: n for k, n in (await deleting.count()).items() if n}
        done = await deleting.run()
        assert (1, 1) == (done["experiments"], done["people"])
        assert {"done 39", "waiting 41"} == await names(kept, schema.experiment)
        assert {2, 3, 4} == await names(kept, schema.person)
        await Deleting(kept, Retention(people=50, results=50)).run()
        assert {2, 3} == await names(kept, schema.person)
        assert set() == await names(kept, schema.house_rules)

    with_storage(tmp_path, work)


@pytest.mark.compiles
def test_where_other_rules_are_in_force_an_experiment_begins_anew() -> None:
    wanted = msgspec.convert(TWO, Experiment).checked()
    played = play(wanted, b"", 100.0)
    assert 200 == played.matches
    other = played.kept.replace(wanted.work(wanted.tables).rules[0].encode(), b"0" * 16)
    assert played.kept != other
    anew = play(wanted, other, 0.0)
    assert 0 < anew.matches < 200
    assert plainly(200).rows == getattr(outcome_of(wanted, played.outcome), "rows")  # noqa: B009


def test_a_service_that_is_told_to_end_does_not_wait_for_the_lab_and_keeps_what_was_done(fresh: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await begun(ada, LONG | {"bots": ["search"], "sides": [{"variant": "doppelkopf"}]})
        await until(ada, name, ("waiting", "playing"))
        await until_so(lambda: workers_of(fresh, b"lab_worker"))

    run(fresh, look)
    assert fresh.process is not None
    fresh.process.send_signal(signal.SIGTERM)
    assert -signal.SIGTERM == fresh.process.wait(PATIENCE)
    assert "Traceback" not in fresh.log.read_text()
    assert "waiting" == read(fresh.data, "SELECT state FROM experiment")[0]["state"]


READ = ("found?language=en", "found?language=ja", "rows.csv", "rows.parquet", "report")


@pytest.mark.compiles
def test_what_came_of_one_is_read_without_the_processes_that_play(fresh: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        name = await begun(ada, LONG)
        await until(ada, name, ("playing",), least=1)
        (playing,) = workers_of(fresh, b"lab_worker")
        os.kill(playing, signal.SIGSTOP)
        for what in READ:
            assert 200 == (await ada.http.get(f"/api/lab/{name}/{what}")).status_code
        os.kill(playing, signal.SIGCONT)
        await ada.post(f"lab/{name}/stop")
        await until(ada, name)
        first = [(await ada.http.get(f"/api/lab/{name}/{what}")).content for what in READ]
        (reading,) = workers_of(fresh, b"record_worker")
        os.kill(reading, signal.SIGSTOP)
        assert first == [(await ada.http.get(f"/api/lab/{name}/{what}")).content for what in READ]
        os.kill(reading, signal.SIGCONT)

    run(fresh, look)


def test_a_process_that_plays_ends_without_a_word_when_its_service_was_killed(fresh: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        await until(ada, await begun(ada, LONG), ("playing",), least=1)

    run(fresh, look)
    (playing,) = workers_of(fresh, b"lab_worker")
    ended = os.pidfd_open(playing)
    fresh.kill()
    assert [ended] == select.select([ended], [], [], PATIENCE)[0]
    os.close(ended)
    assert "Traceback" not in fresh.log.read_text()


class Here:
    """Plays in no time, in no other process; or fails as one that has a mistake of ours."""

    def __init__(self, broken: bool = False, at_once: int = 1) -> None:
        self.all = [self]
        self.at_once = at_once
        self.broken = broken

    def stop(self) -> None:
        pass

    def let_go(self, name: str) -> None:
        pass

    async def play(self, who: tuple[int, int], name: str, spent: Spent, left: float, wanted: bytes, kept: bytes) -> Any:
        await asyncio.sleep(0)
        if self.broken:
            raise RuntimeError("a mistake")
        return {"kept": b"x", "outcome": b"{}", "matches": 200}


async def waits(kept: Storage, name: str, number: int = 1, place: int = 1) -> None:
    """Have an experiment of somebody's wait."""
    wanted = msgspec.json.encode(msgspec.convert(TWO, Experiment))
    row = {"id": name, "person": number, "place": place, "name": "", "wanted": wanted, "state": "waiting", "kept": b"",
           "outcome": b"", "fault": {}, "made_at": storage.now()}  # fmt: skip
    await kept.write((sql.insert(schema.experiment), [row]))


async def states(kept: Storage) -> dict[str, str]:
    return {row["id"]: row["state"] for row in await kept.rows(sql.select(schema.experiment))}


async def until_idle(of: Experiments) -> None:
    await until_so(lambda: not of.people)


def test_what_is_begun_while_nothing_more_is_found_is_played_too(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await person(kept, 1)
        of = Experiments(kept, cast(Any, Here()), 300)
        looks, found = kept.rows, 0

        async def rows(query: Any) -> list[dict[str, Any]]:
            nonlocal found
            told = await looks(query)
            if not told and (found := found + 1) == 1:  # looked up already, not yet told
                await waits(kept, "late")
                of.begin(1)
            return told

        await waits(kept, "soon")
        with mock.patch.object(kept, "rows", rows):
            of.begin(1)
            await until_idle(of)
        assert {"soon": "done", "late": "done"} == await states(kept)

    with_storage(tmp_path, work)


def test_a_mistake_of_ours_ends_an_experiment_and_is_said(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        await person(kept, 1)
        await waits(kept, "one")
        await waits(kept, "two")
        of = Experiments(kept, cast(Any, Here(broken=True)), 300)
        of.begin(1)
        await until_idle(of)
        assert {"one": "failed", "two": "failed"} == await states(kept)
        rows = await kept.rows(sql.select(schema.experiment.c.fault))
        assert all(row["fault"]["en"] and row["fault"]["ja"] for row in rows)

    with_storage(tmp_path, work)
