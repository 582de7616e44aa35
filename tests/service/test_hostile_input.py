"""Names, talk, bodies and records that somebody made to do harm."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import torite
from tests.service.by_hand import asked, at_table, kept, memory, memory_of, posted, worker_of
from tests.service.client import BOTS, Company, run
from tests.service.conftest import Running
from torite.service.wire import decode

HOSTILE = [
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # text: the page never takes it for anything else
    ("a\nb\r\nc\td", "a b c d"),
    ("  Ada   Lovelace ", "Ada Lovelace"),
    ("\u202eadA\u202c", "adA"),
    ("A\u200bd\u200ba", "A d a"),
    ("\u0000Ada\u0007", "Ada"),
    ("\ufeffAda", "Ada"),
    ("\u2066\u2067\u2068\u2069", ""),
    ("e\u0301", "\u00e9"),
    ("👩🏽 Ada", "👩🏽 Ada"),
    ("キュウリ", "キュウリ"),
    ("x" * 80, "x" * 24),
    ("' OR 1=1 --", "' OR 1=1 --"),
    ("{name} %s {0.__class__}", "{name} %s {0.__class__}"),
]


@pytest.mark.parametrize(("given", "shown"), HOSTILE)
def test_a_hostile_name_comes_out_clean_and_short(service: Running, given: str, shown: str) -> None:
    async def play(company: Company) -> None:
        me = company.person()
        answer = await me.post("me", {"name": given})
        assert shown[:24].rstrip() == answer["name"]
        place = await me.sit((await me.set_table("agurk", BOTS))["id"])
        await place.until(lambda p: p.scene)
        name = place.table["seats"][0]["name"]
        assert (shown[:24].rstrip() or "Guest") == name
        assert all(letter.isprintable() for letter in name)

    run(service, play)


@pytest.mark.parametrize(("given", "shown"), HOSTILE)
def test_hostile_talk_comes_out_clean(service: Running, given: str, shown: str) -> None:
    async def play(company: Company) -> None:
        async with at_table(company) as (me, place):
            assert "done" == (await place.ask("say", text=given))["type"]
            said = [message["text"] for message in place.heard if message["type"] == "said"]
            assert ([given] if len(given) == 80 else [shown] if shown else []) == said
            again = await me.sit(place.table["id"])
            await again.until(lambda p: p.scene)
            assert said == [message["text"] for message in again.heard if message["type"] == "said"]

    run(service, play)


def test_talk_that_is_sent_again_is_heard_once(service: Running) -> None:
    async def play(company: Company) -> None:
        async with at_table(company) as (_me, place):
            for _ in range(3):
                assert "done" == (await place.ask("say", cid=77, text="hello"))["type"]
                assert "done" == (await place.ask("phrase", cid=78, phrase="well"))["type"]
            assert ["hello", "Well played!"] == [m["text"] for m in place.heard if m["type"] == "said"]

    run(service, play)


def test_ten_thousand_letters_are_no_name(service: Running) -> None:
    before = kept(service)
    for path, body in (("me", {"name": "x" * 10_000}), ("me", {"name": "x" * 81}), ("tables", {"variant": "x" * 81})):
        assert (400, "bad-message") == (posted(service, path, body)[0], posted(service, path, body)[1]["code"])
    assert before == kept(service)


BODIES = [
    b"nonsense", b"[]", b"null", b'{"name": 5}', b'{"nick": "x"}', b'{"name": "\xff"}', b'{"name": "\\ud8"}',
    b'{"name": NaN}', b'{"x": ' + b"[" * 8000, b"[" * 16000, b'{"name":' * 2000, b'{"language": "tlh"}',
]  # fmt: skip


@pytest.mark.parametrize("path", ["me", "tables", "tables/x/join", "replays"])
def test_a_body_that_makes_no_sense_is_refused_and_changes_nothing(service: Running, path: str) -> None:
    before = kept(service)
    for body in BODIES:
        status, answer = posted(service, path, body)
        assert (400, "bad-message") == (status, answer["code"]), body[:40]
    assert before == kept(service)


def test_half_a_letter_is_left_out(service: Running) -> None:
    """It is what is left of an emoji that was cut in two; what looks like one, and is none, stays."""
    status, answer = posted(service, "me", b'{"name": "Ada\\ud83d"}')
    assert (200, "Ada") == (status, answer["name"])
    for sent, read in (
        (r"x\ud83d", "x"), (r"\ude00x", "x"), (r"\ud83d\ude00", "\U0001f600"), (r"\\ud83d\ud83d", r"\ud83d"),
        (r"\ud83d\n", "\n"), (r"\ud83d\ud83d\ude00", "\U0001f600"),
    ):  # fmt: skip
        assert read == decode(f'{{"type": "say", "cid": 3, "text": "{sent}"}}').text
    with pytest.raises(msgspec.DecodeError):
        decode('{"type": "say", "cid": 3, "text": "\\ud8"}')


@pytest.mark.parametrize(("language", "part"), [("en", "name may have 80 letters"), ("ja", "nameは80文字まで")])
def test_of_what_is_too_long_it_is_said_how_long_it_may_be(service: Running, language: str, part: str) -> None:
    status, answer = posted(service, f"me?language={language}", {"name": "x" * 81})
    assert (400, "bad-message") == (status, answer["code"])
    assert part in answer["say"]


def test_a_body_that_is_too_large_is_refused_before_it_is_read(service: Running) -> None:
    for path, size in (
        ("me", 16_385),
        ("me", 3_000_000),
        ("tables", 20_000),
        ("replays", 1_400_000),
        ("arranged/agurk", 30_000),
    ):
        status, answer = posted(service, path, b" " * size)
        assert (400, "too-long") == (status, answer["code"]), path


def test_a_table_that_cannot_be_played_so_is_not_set(service: Running) -> None:
    before = kept(service)
    two = [{"kind": "me"}, {"kind": "bot"}]
    for wanted in (
        {"variant": "nothing", "seats": two},
        {"variant": "../agurk", "seats": two},
        {"variant": "agurk\u0000", "seats": two},
        {"variant": "agurk", "seats": []},
        {"variant": "agurk", "seats": [{"kind": "me"}] * 2},
        {"variant": "agurk", "seats": [{"kind": "bot"}] * 2},
        {"variant": "agurk", "seats": [{"kind": "me"}] + [{"kind": "bot"}] * 63},
        {"variant": "agurk", "seats": [{"kind": "me"}] + [{"kind": "bot"}] * 64},
        {"variant": "agurk", "seats": two, "options": {"out_at": "x"}},
        {"variant": "agurk", "seats": two, "options": {"out_at": "9" * 200}},
        {"variant": "agurk", "seats": two, "options": {"nothing": "1"}},
        {"variant": "agurk", "seats": two, "options": {"out_at": 21}},
        {"variant": "agurk", "seats": two, "settings": {"grace": 0}},
        {"variant": "agurk", "seats": two, "settings": {"move_time": 1e9}},
        {"variant": "agurk", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "genius"}]},
    ):
        status, answer = posted(service, "tables", wanted)
        assert status in (400, 404), wanted
        assert answer["code"] in ("bad-message", "bad-options", "unknown-name"), (wanted, answer)
    after = kept(service)
    assert before | {"person": after["person"]} == after


def hostile_records() -> Iterator[tuple[str, str]]:
    match = torite.Match("agurk", 2, seed=3)
    while not match.over:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    good = torite.write(match)
    yield "cut", good[: len(good) // 2]
    yield "altered", good.replace("play", "plaz", 1)
    yield "another version", good.replace("torite record 1", "torite record 999", 1)
    yield "another card", re.sub(r"(0: play )(\w+)", r"\1C9", good, count=1)
    yield "another seal", good[:-10] + "0" * 9 + "\n"
    yield "empty", ""
    yield "blank lines", "\n" * 300_000
    yield "one long line", "torite record 1\n" + "x" * 390_000
    yield "long game", good.replace("game: cucumber", "game: " + "../" * 100)
    yield "many names", good.replace("seats: 2", "seats: 2\n" + "name 0: x\n" * 9000)
    yield "many seats", good.replace("seats: 2", "seats: 999999999999")
    yield "many comments", good + "# x\n" * 9000
    yield "many undone", good.replace("0: play", "0: undo 2\n" * 9000 + "0: play", 1)
    yield "undone backwards", good.replace("0: play", "0: undo -1\n0: play", 1)
    yield "deep", "torite record 1\n" + "(" * 300_000
    yield "unprintable", good.replace("cucumber", "\u202e\u0000")
    yield "huge number", good.replace("dealer: ", "dealer: " + "9" * 6000, 1)
    yield "large", "torite record 1\n" * 80_000
    yield "not unicode", "torite record 1\n\x00\x01"


@pytest.mark.parametrize(("what", "text"), list(hostile_records()), ids=[what for what, _ in hostile_records()])
def test_a_hostile_record_is_refused_at_once(service: Running, what: str, text: str) -> None:
    before, began = kept(service), time.process_time()
    status, answer = posted(service, "replays", {"record": text})
    assert 400 == status, what
    assert answer["code"] in ("bad-record", "too-long"), (what, answer)
    assert len(answer["say"]) < 600
    assert before == kept(service)
    assert time.process_time() - began < 1


def test_no_record_takes_long_to_refuse() -> None:
    """Measured as time of this process, so that a busy machine does not count."""
    from torite.errors import ToriteError
    from torite.service import replays

    for what, text in hostile_records():
        began = time.process_time()
        with pytest.raises(ToriteError):
            replays.opened(text)
        assert time.process_time() - began < 1, what


@pytest.mark.long
def test_replays_brought_by_many_do_not_pile_up(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", replay_bytes=1 << 20)
    match = torite.Match("agurk", 2, seed=3)
    while not match.over:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    try:
        record = torite.write(match)
        ids = [posted(service, "replays", {"record": record})[1]["id"] for _ in range(16)]
        before, before_there = memory(service), memory_of(worker_of(service))
        ids += [posted(service, "replays", {"record": record})[1]["id"] for _ in range(64)]
        assert memory(service) - before < 8
        assert memory_of(worker_of(service)) - before_there < 8
        for name in (ids[0], ids[-1]):
            assert 200 == asked(service, "GET", f"/api/replays/{name}")[0]
            for bad in ("from=0", "from=-1&to=0&viewer=0", "from=0&to=9999&viewer=0", "from=--1&to=1&viewer=0",
                        "from=0&to=0&viewer=9", "from=0&to=0&viewer=-9", "from=٣&to=5&viewer=0"):  # fmt: skip
                assert 400 == asked(service, "GET", f"/api/replays/{name}/steps?{quoted(bad)}")[0], bad
    finally:
        service.stop()


def quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="=&")
