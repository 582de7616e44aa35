"""The door for processes that think on other machines: who is let in, what they are sent, and how they go again.

Those here are lines of a test's own, which compile nothing and answer as the test wants them to.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

from tests.patience import PATIENCE, until_so
from tests.service.client import Company, Place, run
from tests.service.conftest import Running, free_port
from tests.service.test_bot_workers import SEARCH
from tests.service.test_watching import scrape
from tests.strategies import legal
from torite.games import find
from torite.service.admin import Admin
from torite.service.config_file import BadConfig, configured
from torite.service.serve import serve
from torite.service.think_hello import NAMED, Hello, Welcome, hello
from torite.service.think_key import BadKey, key_in
from torite.service.wire import MOST_BYTES

KEY = "a key of the host's own".replace(" ", "-")
OPEN = {"Authorization": f"Bearer {KEY}"}
VARIANT = "agurk"
LATE = 5.0  #: seconds that an answer may be late: who got no processor for a while is not done without
GAME = find(VARIANT)[0]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Running]:
    running = Running(
        tmp_path / "data", fixed=True, thinkers=0, seconds=0.2, late=LATE, think_key=KEY, remote_thinkers=2,
        metrics=free_port(), access_log=str(tmp_path / "access.log"), limits={"codes": [3, 600.0], "messages": 100},
    )  # fmt: skip
    yield running
    running.stop()
    for log in (running.log, tmp_path / "access.log"):
        assert "Traceback" not in log.read_text(), log.read_text()
        assert KEY not in log.read_text()
        assert not re.search(r"\bplay \w", log.read_text())


def line_to(service: Running, path: str = "/think", **headers: str) -> Any:
    return websockets.connect(
        f"ws://127.0.0.1:{service.port}{path}",
        additional_headers=headers or OPEN,
        compression=None,
        open_timeout=PATIENCE,
    )


async def welcomed(line: Any, said: Hello | None = None) -> Welcome:
    await line.send(msgspec.msgpack.encode(said or hello()))
    return msgspec.msgpack.decode(await line.recv(), type=Welcome)


async def refused(service: Running, path: str = "/think", **headers: str) -> tuple[int, bytes, list[str]]:
    """Tell all that is answered to somebody who is not let in."""
    with pytest.raises(websockets.InvalidStatus) as fault:
        await line_to(service, path, **headers)
    answer = fault.value.response
    return answer.status_code, bytes(answer.body or b""), sorted(answer.headers)


def measured(service: Running, name: str, **labels: str) -> float:
    return scrape(service)[1].get((f"torite_{name}", tuple(labels.items())), 0.0)


async def count_is(service: Running, count: int) -> None:
    """Wait until so many think elsewhere."""
    names = ("thinkers_elsewhere", "thinkers")
    await until_so(lambda: [count, count] == [measured(service, name) for name in names])


async def table_of(company: Company) -> Place:
    me = company.person("Ada")
    place = await me.sit((await me.set_table(VARIANT, SEARCH, options={"out_at": "99"}))["id"])
    await place.until(lambda p: p.scene)
    return place


@contextlib.asynccontextmanager
async def thinking(service: Running, answers: Callable[[dict[str, Any]], Any]) -> AsyncIterator[list[dict[str, Any]]]:
    """Come as one that thinks; what it is asked is listed, and answered as told."""
    asked: list[dict[str, Any]] = []

    async def think(line: Any) -> None:
        async for frame in line:
            asked.append(msgspec.msgpack.decode(frame))
            for answer in answers(asked[-1]):
                await line.send(answer if isinstance(answer, bytes) else msgspec.msgpack.encode(answer))

    async with line_to(service) as line:
        assert "" == (await welcomed(line)).why
        task = asyncio.create_task(think(line))
        yield asked
        task.cancel()
        await asyncio.wait([task])


def sensible(question: dict[str, Any]) -> list[Any]:
    """What a process that can be relied on might say."""
    if question["what"] != "choose":
        return [question["what"] == "warm"]
    may = legal(GAME, GAME.state.from_bytes(question["view"]), question["seat"])
    return [GAME.verbs.text(may.listed()[0]).removesuffix(" +")]


# who is let in


def test_without_a_key_of_the_hosts_there_is_no_door(tmp_path: Path) -> None:
    running = Running(tmp_path / "data")

    async def knock(company: Company) -> None:
        assert await refused(running, "/nowhere") == await refused(running)

    try:
        run(running, knock)
    finally:
        running.stop()


def test_who_has_another_key_learns_no_more_than_where_there_is_no_door(service: Running) -> None:
    async def knock(company: Company) -> None:
        nowhere = await refused(service, "/nowhere")
        assert nowhere == await refused(service, Authorization=f"Bearer {KEY[:-1]}")
        assert nowhere == await refused(service, Authorization=f"Basic {KEY}")
        assert nowhere == await refused(service, Cookie="torite=x")
        assert 3 == measured(service, "refused_total", code="think-key")

    run(service, knock)


def test_after_many_wrong_keys_of_an_address_none_of_it_is_looked_at(service: Running) -> None:
    async def knock(company: Company) -> None:
        for _ in range(3):
            async with line_to(service) as line:  # who has the right one uses nothing up
                assert "" == (await welcomed(line)).why
            await refused(service, Authorization="Bearer another")
        assert 403 == (await refused(service))[0]
        assert 3 == measured(service, "refused_total", code="think-key")
        assert 1 == measured(service, "refused_total", code="often")
        async with line_to(service, **OPEN, **{"X-Forwarded-For": "192.0.2.77"}) as line:
            assert "" == (await welcomed(line)).why

    run(service, knock)


def test_no_more_come_in_than_there_may_be(service: Running) -> None:
    async def come(company: Company) -> None:
        async with line_to(service) as one, line_to(service) as two:
            assert ["", ""] == [(await welcomed(line)).why for line in (one, two)]
            await count_is(service, 2)
            async with line_to(service) as three:
                assert "full" == (await welcomed(three)).why
                assert b"" == await ended(three)
        await count_is(service, 0)
        async with line_to(service) as three:
            assert "" == (await welcomed(three)).why
            await count_is(service, 1)
        assert 1 == measured(service, "refused_total", code="think-full")

    run(service, come)


async def ended(line: Any) -> bytes:
    """Wait for the end of a line; return what came before."""
    async with asyncio.timeout(PATIENCE):
        return b"".join([frame async for frame in line])


def test_other_rules_or_another_version_are_refused_by_name(service: Running) -> None:
    own = hello()
    names = sorted(own.rules)

    async def come(said: Hello) -> Welcome:
        async with line_to(service) as line:
            told = await welcomed(line, said)
            if told.why:
                assert b"" == await ended(line)
            return told

    async def all_of_them(company: Company) -> None:
        assert Welcome("version") == await come(Hello("0.0.1", own.rules))
        assert Welcome("rules", games=[GAME.name]) == await come(Hello(own.version, own.rules | {GAME.name: "0"}))
        lacking = {name: digest for name, digest in own.rules.items() if name != names[0]}
        assert Welcome("rules", games=names[:1]) == await come(Hello(own.version, lacking))
        assert Welcome("rules", games=names[:NAMED]) == await come(Hello(own.version, {}))
        assert Welcome() == await come(Hello(own.version, own.rules | {"of-its-own": "0"}))
        await count_is(service, 0)

    run(service, all_of_them)


def test_who_says_something_else_first_has_to_go(service: Running) -> None:
    async def come(company: Company) -> None:
        for said in (b"nonsense", b"", "text", msgspec.msgpack.encode({"version": 1}), bytes(MOST_BYTES + 1)):
            async with line_to(service) as line:
                await line.send(said)
                with contextlib.suppress(websockets.ConnectionClosed):
                    assert b"" == await ended(line)
        await count_is(service, 0)

    run(service, come)


# what it is asked


def test_it_is_asked_about_views_of_the_seats_of_bots_and_nothing_else(service: Running) -> None:
    async def play(company: Company) -> None:
        async with thinking(service, sensible) as asked:
            place = await table_of(company)
            await place.play_on(lambda p: sum(one["what"] == "choose" for one in asked) > 5)
            assert len(asked) - 1 <= measured(service, "thought_seconds_count", game=GAME.name) + 1
        about = {"what", "variant", "seat", "seed", "view", "seconds", "level", "offered", "plain"}
        assert {"what": "warm", "variant": VARIANT} == asked[0]
        for question in asked[1:]:
            assert about >= set(question)
            assert question["what"] in ("choose", "settled")
            seen = GAME.state.from_bytes(question["view"])
            hands = [seat for seat in range(2) if any(seen.hand[seat])]
            assert hands in ([], [question["seat"]])
            assert question["what"] == "settled" or 1 == question["seat"], "who asks for nothing is asked about by look"

    run(service, play)


ODD: dict[str, list[Any]] = {
    "bytes": [b"no msgpack \xc1"], "empty": [""], "number": [7], "list": [["play", "C2"]], "beat": [{"worked": 1.0}],
    "long": [bytes(MOST_BYTES + 1)], "nothing": [], "illegal": ["play C2"], "nonsense": ["+ + wait done"],
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("answers", ODD.values(), ids=ODD)
def test_who_answers_otherwise_is_done_without_and_the_table_goes_on(service: Running, answers: list[Any]) -> None:
    async def play(company: Company) -> None:
        async with thinking(service, lambda asked: answers if asked["what"] != "warm" else [True]) as asked:
            place = await table_of(company)
            await place.play_on(lambda p: len(asked) > 1)
            number = place.scene["number"]
            await place.play_on(lambda p: p.scene["number"] > number + 8)
            await count_is(service, 0)

    run(service, play)


SAME = ["play HQ", 0.0, None, ""]  #: an action that there is, to be told in a hint
ADVICE: dict[str, list[Any]] = {
    "no card": ["play S99", 0.0, None, ""], "another's": ["play C2", 0.0, None, ""], "nothing": ["", 0.0, None, ""],
    "long": ["x" * 5000, 0.0, None, ""], "no words": ["+ + done", 0.0, None, ""], "no unit": [*SAME[:2], 1.0, "x"],
    "no number": ["play HQ", float("nan"), None, ""], "endless": ["play HQ", 0.0, float("inf"), "points"],
    "below all": ["play HQ", -1e300, None, "match"], "twice": ["play HQ", 0.5, None, "match"],
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("given", ADVICE.values(), ids=ADVICE)
def test_advice_that_is_none_is_not_told_but_the_rule_of_thumb_is(service: Running, given: list[Any]) -> None:
    async def play(company: Company) -> None:
        said = lambda asked: [[SAME, given]] if asked["what"] == "advise" else sensible(asked)  # noqa: E731
        async with thinking(service, said) as asked:
            place = await table_of(company)
            await place.until(lambda p: p.turn)
            while not any(one["what"] == "advise" for one in asked):
                told = await place.ask("hint")
            assert "hint" == told["type"], told
            assert "a steady choice" in told["say"]

    run(service, play)


def test_an_answer_too_many_is_none_to_the_next_question(service: Running) -> None:
    async def play(company: Company) -> None:
        answers = lambda asked: [*sensible(asked), 7] if asked["what"] != "warm" else [True]  # noqa: E731
        async with thinking(service, answers) as asked:
            place = await table_of(company)
            await place.play_on(lambda p: len(asked) > 1)
            number = place.scene["number"]
            await place.play_on(lambda p: p.scene["number"] > number + 8)
            assert 0 == measured(service, "thinker_failures_total")

    run(service, play)


def test_what_it_has_not_been_asked_ends_its_line(service: Running) -> None:
    async def come(company: Company) -> None:
        async with line_to(service) as line:
            assert "" == (await welcomed(line)).why
            await count_is(service, 1)
            await line.send(msgspec.msgpack.encode(True))
            assert b"" == await ended(line)
            await count_is(service, 0)

    run(service, come)


def test_who_gets_ready_may_say_so_more_often_than_people_may_say_anything(service: Running) -> None:
    async def play(company: Company) -> None:
        beats = [{"worked": 0.1}] * 3000
        async with thinking(
            service, lambda asked: [*beats, True] if asked["what"] == "warm" else sensible(asked)
        ) as asked:
            place = await table_of(company)
            await place.play_on(lambda p: len(asked) > 3)
            assert 1 == measured(service, "thinkers_elsewhere")
            assert 0 == measured(service, "thinker_failures_total")

    run(service, play)


# its key


@pytest.mark.parametrize("text", ["", "short", "with blanks in the middle of it", "x" * 201, "schlüsselschlüssel"])
def test_what_is_no_key_is_said_to_be_none_and_not_shown(tmp_path: Path, text: str) -> None:
    file = tmp_path / "key"
    file.write_text(text)
    with pytest.raises(BadKey) as fault:
        key_in(file)
    assert str(file) in fault.value.say("en")
    assert not text or text not in fault.value.say("en")
    if text:
        (tmp_path / "torite.toml").write_text(f"thinkers = 0\nthink_key = {text!r}\n")
        with pytest.raises(BadConfig) as bad:
            configured(tmp_path)
        assert "line 2" in bad.value.say("en")
        assert text not in bad.value.say("en")


def test_a_key_is_read_without_the_end_of_its_line(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n")
    assert KEY == key_in(tmp_path / "key")
    with pytest.raises(BadKey):
        serve("en", data=tmp_path / "data", browser=False, think_key=tmp_path / "none")
    assert KEY == configured(tmp_path, think_key=KEY).think_key


def test_the_settings_that_are_shown_are_without_it(service: Running) -> None:
    (service.data / "torite.toml").write_text(f'think_key = "{KEY}"\n')
    told = Admin(service.data).limits()
    assert 64 == told["remote_thinkers"]
    assert KEY not in repr(told)
