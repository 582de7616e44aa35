"""Metrics and logs: what they tell, and that they tell nothing of names, tokens, invitations, cards or addresses."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import random
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
import websockets
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import Many
from tests.every_game.test_non_interference import again, somewhere
from tests.patience import PATIENCE
from tests.redealing import Deal
from tests.service.by_hand import asked, cookie_of
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running, free_port
from tests.service.test_wire_secrecy import questions, set_up
from tests.strategies import Table as Sample
from tests.strategies import deals_nothing
from torite.games import games
from torite.match import Match
from torite.service import audit, connection, logs, metrics, wire
from torite.service.bot_process import BotWorker
from torite.service.bot_workers import BotWorkers
from torite.service.config import Config, Limits
from torite.service.message_handlers import HANDLERS
from torite.service.security import Proxies, Rate
from torite.service.serve import CannotServe, serve, server
from torite.service.socket_limits import Sockets
from torite.service.state_metrics import State
from torite.service.turns import AddressTurns
from torite.service.web import build

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]
NAMES = ("Zanzibarth", "Quetzalina")
SAID = "Xylophonique"
ACCESS_KEYS = {"event", "at", "number", "method", "route", "status", "ms", "bytes", "code"}
AUDIT_KEYS = {"event", "at"} | set(inspect.signature(audit.audit).parameters)
TIMES = ("_seconds_sum", "_seconds_bucket")
OURS = "torite_"


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Running]:
    port = free_port()
    access, audited = str(tmp_path / "access.log"), str(tmp_path / "audit.log")
    service = Running(tmp_path / "data", fixed=True, metrics=port, access_log=access, audit_log=audited, thinkers=1)
    yield service
    service.stop()
    assert "Traceback" not in service.log.read_text(), service.log.read_text()


def scrape(service: Running) -> tuple[str, Samples]:
    with urllib.request.urlopen(f"http://127.0.0.1:{service.settings['metrics']}/metrics", timeout=PATIENCE) as answer:
        assert answer.headers["content-type"].startswith("text/plain")
        text = answer.read().decode()
    return text, samples(text)


def samples(text: str) -> Samples:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def lines(service: Running, log: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(service.settings[log]).read_text().splitlines()]


def tags() -> list[str]:
    return [getattr(kind, "__struct_config__").tag for kind in HANDLERS]  # noqa: B009


def templates() -> set[str]:
    routes = build(Config(Path("nowhere"))).routes
    return {str(getattr(route, "path")) for route in routes} | {logs.NO_ROUTE}  # noqa: B009


async def played(company: Company) -> tuple[list[Person], list[Place], dict[str, str]]:
    """Two people with names of their own play a whole match with a bot, talk, are refused, are watched, and leave."""
    people = [company.person(name) for name in NAMES]
    made = await people[0].set_table("agurk", OPEN, BOTS, start=False, grace=1)
    await people[1].join(made)
    watcher = company.person("Yggdrasilia")
    await watcher.join(made, watch=True)
    places = [await person.sit(made["id"]) for person in (*people, watcher)]
    await places[0].ask("start")
    await places[0].ask("say", text=SAID)
    await places[1].ask("act", number=1 << 20, code="play C2")
    await asyncio.gather(*(place.play_on(lambda p: p.scene.get("over")) for place in places[:2]))
    await places[0].until(lambda p: p.table["replay"])
    return people, places, made


@pytest.mark.long
def test_neither_metrics_nor_logs_hold_what_is_nobody_elses_business(watched: Running) -> None:
    secrets: list[str] = [SAID, *NAMES, "Yggdrasilia"]
    codes: set[str] = set()

    async def play(company: Company) -> None:
        people, places, made = await played(company)
        for path in (f"tables/{made['id']}/join", f"tables/{made['id']}/{made['secret']}", f"replays/{made['secret']}"):
            await people[0].http.post(f"/api/{path}?secret={made['secret']}", json={"secret": made["secret"]})
        await people[0].http.get(f"/{made['secret']}")
        await people[0].http.request(made["secret"], "/api/start")
        await people[0].get(f"replays/{places[0].table['replay']}")
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(f"ws://127.0.0.1:{watched.port}/ws/{made['secret']}")
        secrets.extend([made["secret"], *(person.http.cookies["torite"] for person in company.people)])
        codes.update(entry for place in places for entry in map(str, place.bytes) if "play" in entry)
        shown[:] = [scrape(watched)]

    shown: list[tuple[str, Samples]] = []
    run(watched, play)
    watched.stop()
    text, found = shown[0]
    access, audited = (Path(watched.settings[log]).read_text() for log in ("access_log", "audit_log"))
    for secret in secrets:
        for told in (text, access, audited, watched.log.read_text()):
            assert secret not in told, secret
    for told in (text, access, audited):
        assert not re.search(r"\bplay [A-Z0-9]", told)
    assert "127.0.0.1" not in text + access + audited
    assert codes
    check_labels(found)
    check_access(lines(watched, "access_log"))
    check_audit(lines(watched, "audit_log"))


def check_labels(found: Samples) -> None:
    """Every label comes from a short list of ours."""
    known: dict[str, Callable[[str], Any]] = {
        "what": lambda value: value in set(tags()),
        "route": lambda value: value in templates(),
        "status": lambda value: value in ("1xx", "2xx", "3xx", "4xx", "5xx"),
        "game": lambda value: value in {game.name for game in games().values()},
        "state": lambda value: re.fullmatch("[a-z]+", value),
        "of": lambda value: value in ("seat", "spectator"),
        "code": lambda value: re.fullmatch("[a-z-]+", value),
        "le": lambda value: value == "+Inf" or float(value) >= 0,
    }
    for name, labels in found:
        assert name.startswith((OURS, "process_")), name
        for label, value in labels:
            assert known[label](value), (name, label, value)


def check_access(told: list[dict[str, Any]]) -> None:
    routes, methods = templates(), {*logs.METHODS, "other"}
    assert [line["number"] for line in told] == sorted({line["number"] for line in told})
    for line in told:
        assert set(line) <= ACCESS_KEYS, line
        assert line["route"] in routes, line
        assert line["method"] in methods, line
        assert {int, float} >= {type(line[key]) for key in ("number", "status", "ms", "bytes")}, line
    statuses = {(line["route"], line["status"]) for line in told}
    assert {
        ("/api/tables", 200),
        ("/ws/{table}", 101),
        ("/ws/{table}", 403),
        ("/api/replays/{replay}", 200),
    } <= statuses


def check_audit(told: list[dict[str, Any]]) -> None:
    tables = {line["table"] for line in told if "table" in line}
    assert 1 == len(tables)
    assert all(re.fullmatch(r"[\w-]{32}", table) for table in tables)
    for line in told:
        assert set(line) <= AUDIT_KEYS, line
        assert line["event"] in get_args(audit.Event), line
        assert line.get("why", "") in get_args(audit.Why), line
        assert all(isinstance(line.get(key, 0), int) for key in ("person", "seat", "other", "count")), line
    events = [line["event"] for line in told]
    for event, count in (("came", 3), ("table-set", 1), ("joined", 1), ("watches", 1), ("started", 1), ("finished", 1)):
        assert count == events.count(event), event


def test_what_is_done_at_a_table_is_written_down(watched: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, OPEN, start=False, grace=1)
        await bo.join(made)
        place, other = await ada.sit(made["id"]), await bo.sit(made["id"])
        await other.ask("leave")
        await other.close()
        await bo.join(made)
        other = await bo.sit(made["id"])
        await place.ask("start")
        await other.until(lambda p: p.scene)
        await other.ask("stand_in", on=True)
        await other.ask("stand_in", on=False)
        await other.close()
        await place.until(lambda p: p.table["seats"][1]["standin"] == "away")
        back = await bo.sit(made["id"])
        await back.until(lambda p: p.scene)

    run(watched, play)
    told = lines(watched, "audit_log")
    own = [(line["event"], line.get("seat"), line.get("why", "")) for line in told if line["event"] != "came"]
    assert [
        ("table-set", None, ""), ("joined", 1, ""), ("left", 1, ""), ("joined", 1, ""), ("started", None, ""),
        ("bot-sits-in", 1, "rest"), ("seat-back", 1, ""), ("bot-sits-in", 1, "away"), ("seat-back", 1, ""),
    ] == own  # fmt: skip
    came = [line["person"] for line in told if line["event"] == "came"]
    by_bo = {line["person"] for line in told if line.get("seat") == 1}
    assert by_bo == {came[1]}


@pytest.mark.long
def test_metrics_tell_how_a_service_stands(watched: Running) -> None:
    async def play(company: Company) -> None:
        _, before = scrape(watched)
        await played(company)
        await company.people[0].http.post("/api/me", content=b"nonsense")
        _, after = scrape(watched)

        def grown(name: str, **labels: str) -> float:
            key = (name, tuple(sorted(labels.items())))
            return after.get(key, 0.0) - before.get(key, 0.0)

        assert 1 == after["torite_tables", (("state", "over"),)]
        assert 3 == after["torite_persons", ()]
        assert (2, 1) == tuple(after["torite_connections", (("of", who),)] for who in ("seat", "spectator"))
        assert 3 == after["torite_sockets", (("state", "table"),)]
        assert grown("torite_message_seconds_count", what="act") > 10
        assert 0 < grown("torite_message_seconds_sum", what="act") < 60
        assert 1 == grown("torite_refused_total", code="bad-message")
        assert 1 == grown("torite_refused_total", code="stale")
        assert 1 == grown("torite_request_seconds_count", route="/api/tables", status="2xx")
        assert grown("torite_write_seconds_count") > 10
        assert grown("torite_write_batch_size_sum") >= grown("torite_write_seconds_count")
        assert grown("torite_loop_lag_seconds_count") > 0
        assert after["torite_thinkers", ()] == 1
        assert after["process_resident_memory_bytes", ()] > 1e7
        assert after["process_open_fds", ()] > 10
        assert after["process_max_fds", ()] >= 256

    run(watched, play)


def test_a_thought_is_counted_by_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("agurk", 4, seed=1)
    thinkers = BotWorkers(1)
    thinkers.all[0].warm = {match.game.name}

    async def thinks(thinker: Any, question: dict[str, Any], seconds: float) -> bool:
        return True

    monkeypatch.setattr(BotWorker, "ask", thinks)
    key = ("torite_thought_seconds_count", (("game", match.game.name),))
    before = now().get(key, 0.0)
    assert asyncio.run(thinkers.settled("agurk", match.view(0), 0))
    assert 1 == now()[key] - before


def test_who_knows_how_many_wait_is_asked_when_somebody_looks() -> None:
    waiting = [3]
    for say, name in ((metrics.queue, "torite_thoughts_waiting"), (metrics.replay_jobs, "torite_replay_jobs")):
        say(lambda: len(waiting))
        assert 1 == now()[name, ()]
        waiting.append(4)
        assert 2 == now()[name, ()]
        waiting.pop()
        say(lambda: 0)


def test_metrics_are_told_at_their_own_port_and_nothing_else_is(watched: Running) -> None:
    port = watched.settings["metrics"]
    for path in ("/", "/api/start", "/health", "/metrics/x", "/metrics?x=/.."):
        there = f"http://127.0.0.1:{port}{path}"
        if path.startswith("/metrics?"):
            urllib.request.urlopen(there).close()
            continue
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(there)
        refused.value.close()
        assert 404 == refused.value.code
    assert 404 == asked(watched, "GET", "/metrics")[0]
    assert 404 == asked(watched, "GET", "/metrics", headers={"Host": f"127.0.0.1:{port}"})[0], "it goes by the socket"

    async def upgrade(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(f"ws://127.0.0.1:{port}/ws/{table}", additional_headers={"cookie": cookie_of(me)})

    run(watched, upgrade)


# what nobody can know


@contextmanager
def standing(table: Any) -> Iterator[None]:
    """Have the metrics tell of a table."""
    registry = SimpleNamespace(tables={"table": table})
    service: Any = SimpleNamespace(registry=registry, resources=table.resources)
    state = State(
        service, Sockets(Limits(), Proxies(), 0, table.resources.counts, AddressTurns(Rate(1, 1), Rate(1, 1)))
    )
    metrics.REGISTRY.register(state)
    try:
        yield
    finally:
        metrics.REGISTRY.unregister(state)


def now() -> Samples:
    told = samples(generate_latest(metrics.REGISTRY).decode())
    return {key: value for key, value in told.items() if key[0].startswith(OURS) and not key[0].endswith(TIMES)}


async def counted(match: Match, seat: int, messages: list[Any]) -> Samples:
    """Tell by how much the metrics grow while a seat, and a spectator, say something."""
    match.chance.key_hash = "the same"
    table, viewers = set_up(match, seat)
    with standing(table):
        before = now()
        for viewer in viewers:
            await table.enter(viewer)
        for message in messages:
            for viewer in viewers:
                await connection.answered(table, viewer, message)
        table.close()
        await asyncio.sleep(0)
        return {key: value - before.get(key, 0.0) for key, value in now().items()}


@pytest.mark.long
def test_metrics_do_not_depend_on_what_is_hidden(table: Sample, many: Many) -> None:
    if deals_nothing(table):
        return
    chooser = table.chooser("metrics")
    compared = [compare(table, f"metrics {i}", chooser.randrange(1, 16)) for i in range(many(6, 1))]
    assert any(compared) or compare(table, "metrics first", 0)


def compare(table: Sample, seed: str, steps: int) -> bool:
    """Compare what is counted at two matches; tell whether there was such a pair."""
    chooser = table.chooser(seed)
    match = somewhere(table, seed, steps)
    seat = chooser.randrange(table.seats)
    deal = Deal(match, seat)
    kinds = deal.redealt(chooser, 30)
    if kinds is None:
        return False
    other, asked_for = again(deal, kinds), questions(match, seat, chooser)
    random.seed(seed)
    one = asyncio.run(counted(match, seat, asked_for))
    random.seed(seed)
    assert one == asyncio.run(counted(other, seat, asked_for))
    assert sum(one.values()) > len(asked_for)
    return True


# logs


def test_addresses_are_written_only_where_the_host_asks_for_them(tmp_path: Path) -> None:
    access = tmp_path / "access.log"
    service = Running(tmp_path / "data", access_log=str(access), addresses=True)
    try:
        asked(service, "GET", "/health", headers={"X-Forwarded-For": "192.0.2.77"})
    finally:
        service.stop()
    told = [json.loads(line) for line in access.read_text().splitlines()]
    assert "192.0.2.77" == next(line["address"] for line in told if line["route"] == "/health")
    assert 0o600 == access.stat().st_mode & 0o777


def test_without_being_asked_nothing_is_written(tmp_path: Path) -> None:
    service = Running(tmp_path / "data")
    try:
        assert 200 == asked(service, "GET", "/health")[0]
        assert 404 == asked(service, "GET", "/metrics")[0]
    finally:
        service.stop()
    assert "" == service.log.read_text()
    assert ["data", "data.log"] == sorted(file.name for file in tmp_path.iterdir())


def test_a_log_that_was_moved_away_is_begun_anew_and_a_full_disk_stops_nobody(tmp_path: Path) -> None:
    lines_of = logs.lines_of("torite.test")
    log = tmp_path / "a.log"
    logs.opened("torite.test", str(log))
    try:
        lines_of.info("one", number=1)
        log.rename(tmp_path / "b.log")
        lines_of.info("two", number=2)
        assert ["one"] == [json.loads(line)["event"] for line in (tmp_path / "b.log").read_text().splitlines()]
        assert ["two"] == [json.loads(line)["event"] for line in log.read_text().splitlines()]
        handler = logging.getLogger("torite.test").handlers[0]
        assert isinstance(handler, logs.LogFile)
        logs.opened("torite.test", "/dev/full")
        before = metrics.LOST_LINES._value.get()
        lines_of.info("three", number=3)
        assert 1 == metrics.LOST_LINES._value.get() - before
    finally:
        logs.opened("torite.test", "")
    assert not logs.written("torite.test")


def test_a_log_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(CannotServe) as refused:
        server(Config(tmp_path, access_log=str(tmp_path / "none" / "a.log")))
    assert "a.log" in refused.value.say("en")
    logs.opened(logs.ACCESS, "")


@pytest.mark.parametrize(
    "given", ["9100", "127.0.0.1:", ":9100", "127.0.0.1:0", "127.0.0.1:70000", "127.0.0.1:x", "{own}"]
)
def test_measurements_are_told_at_a_place_of_their_own_or_nowhere(tmp_path: Path, given: str) -> None:
    port = free_port()
    given = given.format(own=f"127.0.0.9:{port}")
    with pytest.raises(CannotServe) as refused:
        serve("en", port=port, data=tmp_path, browser=False, metrics=given)
    assert given in refused.value.say("en")


def test_every_message_has_a_kind_that_is_counted() -> None:
    kinds = tags()
    assert len(kinds) == len(set(kinds))
    assert all(isinstance(kind, str) for kind in kinds)
    assert wire.Act in HANDLERS
